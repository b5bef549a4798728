"""Turn time comes from the times of the lines, whatever was undone, amended, imported or damaged."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.documents.history import History, standing
from companion.documents.time_at_turn import LONGEST, TimeAtTurn, time_at_turn, time_document
from companion.games import GAMES
from companion.table.journal import Line
from companion.words.values import Seat
from tests.evening_reader import play_evening
from tests.server import some
from tests.table_player import TablePlayer, reread
from tests.timing import at

HERE = Path(__file__).parent.parent
THREE = ("Ed", "Dave", "Pete")


class Timed(TablePlayer):
    """A table whose lines are given their times afterwards."""

    def __init__(self, players: Sequence[str] = THREE, **setup: Any) -> None:
        super().__init__()
        given = {"options": {"first_bidder": 1}, "rulings": {}, **setup}
        self.begin({"game": "prairie-railroads", "players": list(players), **given})

    def spent(self, *times: str) -> TimeAtTurn:
        """times: of each line of the journal."""
        journal = self.table.journal
        lines = [replace(line, at=time) for line, time in zip(journal.lines, times, strict=True)]
        moments = History().moments(self.table, standing(self.table))
        return time_at_turn(self.table.seats, moments, lines, journal.heads)


def bid(table: Timed, seat: int, amount: int) -> None:
    table.move(seat, {"type": "bid", "amount": amount})


def test_by_hand() -> None:
    """Ed bids after two minutes, Dave after three more, Pete after one and a half; then it is Ed's turn."""
    table = Timed()
    for seat, amount in ((1, 5), (2, 6), (3, 7)):
        bid(table, seat, amount)
    bid(table, 1, 8)
    told = table.spent(at(0), at(2), at(5), at(6.5), at(7))
    assert told.seconds == (30, 180, 90), "until the first bid everybody was arriving"
    assert told.after[-1] == (0, 3, 1)
    assert [row[1] for row in told.after] == [0, 3, 3, 3, 3]
    document = time_document(told, {Seat(n): name for n, name in enumerate(THREE, 1)})
    assert document == {
        "longest": 600,
        "seats": [
            {"seat": 1, "name": "Ed", "seconds": 30},
            {"seat": 2, "name": "Dave", "seconds": 180},
            {"seat": 3, "name": "Pete", "seconds": 90},
        ],
    }


def test_a_pause_is_cut_short() -> None:
    table = Timed()
    bid(table, 1, 5)
    bid(table, 2, 6)
    bid(table, 3, 7)
    assert table.spent(at(0), at(1), at(91), at(92)).seconds == (0, 600, 60)
    assert timedelta(seconds=600) == LONGEST


def test_what_was_undone_is_nobodys() -> None:
    """Dave thinks for two minutes, bids, Pete thinks for four about it; it is undone, and Dave thinks for one more."""
    table = Timed()
    bid(table, 1, 5)
    bid(table, 2, 9)
    bid(table, 3, 10)
    table.rewind(0, "undo", {"to": 2})
    bid(table, 2, 6)
    assert table.spent(at(0), at(0), at(2), at(6), at(7), at(8)).seconds == (0, 180, 0)
    table.rewind(0, "undo", {"to": 2})
    table.rewind(0, "redo", {})
    again = table.spent(at(0), at(0), at(2), at(6), at(7), at(8), at(9), at(9.5))
    assert again.seconds == (0, 210, 60), (
        "what is done again counts again, with the minute until it was undone"
    )


def test_since_an_amendment_it_is_told_otherwise() -> None:
    """Dave passed instead of bidding, which also made it Pete's turn. No stretch counts twice."""
    table = Timed()
    bid(table, 1, 5)
    bid(table, 2, 6)
    bid(table, 3, 7)
    bid(table, 1, 8)
    table.rewind(0, "amend", {"revision": 3, "move": {"type": "pass", "seat": 2}})
    bid(table, 3, 9)
    told = table.spent(at(0), at(0), at(2), at(5), at(6), at(8), at(9))
    assert told.seconds == (60, 120, 360), "after Ed's second bid it is Pete's turn, for Dave is out"


def test_several_at_once_and_whoever_has_chosen_no_more() -> None:
    """All reveal at once: Ed after one minute, Dave after three, Pete after four."""
    table = Timed(game="union-pacific", options={"first_player": 1})
    assert len(table.table.view().to_act) == 3
    for seat, company in ((1, "WW"), (2, "MS"), (3, "MS")):
        table.move(seat, {"type": "reveal", "company": company})
    assert table.spent(at(0), at(1), at(3), at(4)).seconds == (0, 120, 180), (
        "of the first minute nothing counts"
    )


def test_a_table_without_turns_has_none() -> None:
    table = Timed(game="bank", options={"box": {"name": "A fair", "cash": 50}})
    table.move(1, {"type": "pay", "to": "seat:2", "amount": 5})
    table.move(1, {"type": "pay", "to": "seat:2", "amount": 5})
    told = table.spent(at(0), at(1), at(5))
    assert told.seconds == ()
    assert set(told.after) == {(None, None, None)}


@pytest.mark.parametrize(
    ("times", "seconds"),
    [
        ((at(9), at(7), at(5), at(3)), (0, 0, 0)),
        ((at(0), "", "yesterday", at(3)), (0, 0, 0)),
        ((at(0), at(1), "2026-01-03T19:02:00", at(3)), (0, 0, 0)),
        ((at(0), at(1), at(525_600), at(3)), (0, 600, 0)),
        ((at(0), at(1), at(-525_600), at(3)), (0, 0, 600)),
        (("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59Z", at(2), at(3)), (0, 0, 60)),
        ((at(0),) * 4, (0, 0, 0)),
    ],
)
def test_no_times_and_wrong_ones_give_no_nonsense(times: Sequence[str], seconds: Sequence[int]) -> None:
    table = Timed()
    bid(table, 1, 5)
    bid(table, 2, 6)
    bid(table, 3, 7)
    assert table.spent(*times).seconds == seconds


def test_it_is_in_no_digest_and_changes_none() -> None:
    table = Timed()
    bid(table, 1, 5)
    before = table.table.digest(table.table.state)
    table.spent(at(0), at(5))
    assert table.table.digest(table.table.state) == before


JOURNALS = sorted(path for path in (HERE / "journals").glob("*/*/*.json") if path.parent.name != "bank")
"""Of all games that have turns."""


@pytest.mark.parametrize("path", some(JOURNALS, 12), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_journals_of_earlier_versions_have_it_too(path: Path) -> None:
    """Nobody is at turn longer than the evening was, whatever was undone and amended in it."""
    table = reread([Line(**line) for line in json.loads(path.read_text("utf-8"))["lines"]])
    chance = random.Random(path.stem)
    passed, timed = 0.0, []
    for line in table.journal.lines:
        timed.append(replace(line, at=at(passed)))
        passed += chance.random() * 4
    moments = History().moments(table, standing(table))
    told = time_at_turn(table.seats, moments, timed, table.journal.heads)
    assert all(0 <= seconds <= passed * 60 for seconds in told.seconds)
    if all(len(moment.to_act) <= 1 for moment in moments):
        assert sum(told.seconds) <= passed * 60
    for seat in zip(*told.after, strict=True):
        assert list(seat) == sorted(seat), "it never gets less"
    assert [seconds // 60 for seconds in told.seconds] == list(told.after[-1])
    assert time_at_turn(table.seats, moments, table.journal.lines, table.journal.heads).seconds


def test_every_game_with_turns_has_it() -> None:
    for rules in GAMES:
        path = sorted((HERE / "evenings" / rules.box.slug).glob("*.evening"))[0]
        player = TablePlayer()
        play_evening(path, player, GAMES)
        journal = player.table.journal
        lines = [replace(line, at=at(n)) for n, line in enumerate(journal.lines)]
        moments = History().moments(player.table, standing(player.table))
        told = time_at_turn(player.table.seats, moments, lines, journal.heads)
        assert bool(told.seconds) == (rules.box.slug != "bank")
        assert not told.seconds or sum(told.seconds) > 0
