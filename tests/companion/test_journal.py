"""Undo, redo and replay: lines are only ever added, and those that count are found by going back from the last one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.atlas.telling import outward
from companion.games.prairie_railroads import RULES
from companion.table import attempting
from companion.table.journal import Line
from companion.table.table import KEPT_EVERY, KEPT_STATES, Table
from companion.words.errors import RuleError
from companion.words.values import Seat
from tests.table_player import reread


class Played:
    """A table of three where nobody has spent any cash, and its turns; dice are drawn by `k`."""

    def __init__(self) -> None:
        body = {
            "game": RULES.box.slug,
            "seats": 3,
            "options": {"first_bidder": 1, "draw_deck": None},
            "rulings": {ruling.name: ruling.default for ruling in RULES.box.rulings},
            "atlas": outward(RULES.box.facts, RULES.box.shipped),
        }
        self.table = Table(Line(1, "", "app", "begin", body))
        self.drawn: list[int] = []

    @property
    def state(self) -> Any:
        """The state, with all that is its game's own."""
        return self.table.state

    def draw(self, purpose: str, k: int, faces: tuple[int, ...]) -> tuple[int, ...]:
        self.drawn.append(k)
        return (k % 6 + 1, 2)

    def play(self, kind: str, seat: int | None = None, **fields: Any) -> int:
        body: Mapping[str, Any] = {"type": kind, **{name.rstrip("_"): v for name, v in fields.items()}}
        attempt = attempting.attempt(
            self.table, body, seat=None if seat is None else Seat(seat), by_host=True, draw=self.draw
        )
        digest = self.table.digest(attempt.state)
        revision = self.table.revision + 1
        self.table.record(Line(revision, "", "host", "move", attempt.body, digest), attempt.node)
        return revision

    def undo(self, to: int | None = None) -> None:
        to = self.table.undo_target() if to is None else to
        node, _ = self.table.rewind(to)
        self.table.record(Line(self.table.revision + 1, "", "host", "undo", {"to": to}), node)

    def redo(self) -> None:
        node, lines = self.table.redone()
        to = lines[-1].revision
        self.table.record(Line(self.table.revision + 1, "", "host", "redo", {"to": to}), node)

    @property
    def digest(self) -> str:
        return self.table.digest(self.table.state)

    def income(self, city: str) -> int | None:
        income: int | None = self.state.atlas.get("cities", city, "income")
        return income


def begun() -> Played:
    """All six shares free to seat 1; revision 13; seat 1 is to play a card."""
    game = Played()
    firsts = [("Troy", "Marysville"), ("Atchison", "Topeka"), ("Leavenworth", "Lawrence")]
    firsts += [("Paola", "Ottawa"), ("Columbus", "Coffeyville"), ("Fort Scott", "Chanute")]
    for from_, to in firsts:
        game.play("auction_result", winner=None)
        facts = None if to in ("Marysville", "Coffeyville") else {"cities": {to: {"income": 2}}}
        game.play("build_start", from_=from_, to=to, facts=facts)
    assert game.table.revision == 13
    return game


def test_the_revision_rises_whatever_happens() -> None:
    game = begun()
    before = game.digest
    game.play("play_card", card="PD", source="hand")
    after = game.digest
    game.undo()
    assert game.table.revision == 15
    assert game.digest == before
    game.redo()
    assert game.table.revision == 16
    assert game.digest == after
    assert [line.kind for line in game.table.journal.lines[-3:]] == ["move", "undo", "redo"]


def test_what_stands() -> None:
    game = begun()
    game.play("play_card", card="PD", source="hand")
    game.play("play_card", card="PD", source="hand")
    game.undo()
    assert game.table.journal.standing() == [*range(1, 14), 14]
    game.play("note", text="a note")
    assert game.table.journal.standing() == [*range(1, 15), 17]
    game.redo()
    assert game.table.journal.standing() == [*range(1, 15), 17, 15]
    game.undo(13)
    assert game.table.journal.standing() == [*range(1, 14)]
    game.redo()
    assert game.table.journal.standing() == [*range(1, 15), 15, 17]


def test_a_single_move_taken_back_is_named() -> None:
    game = begun()
    game.play("note", text="loud")
    game.play("play_card", card="PD", source="hand")
    played = str(game.table.outcome(15).summary)
    game.undo(14)
    game.redo()
    game.undo(13)
    said = [str(game.table.outcome(revision).summary) for revision in (16, 17, 18)]
    assert said == [f"Undone: {played}", f"Redone: {played}", "2 moves undone, back to entry 13"]


@pytest.mark.parametrize("to", [0, -1, 14, 16, 99])
def test_only_to_a_revision_that_stands_and_has_something_after_it(to: int) -> None:
    game = begun()
    game.play("play_card", card="PD", source="hand")
    game.play("play_card", card="PD", source="hand")
    game.undo(13)
    with pytest.raises(RuleError) as refused:
        game.table.rewind(to)
    assert refused.value.code == "not-now"
    with pytest.raises(RuleError):
        game.table.rewind(13)


def test_at_the_beginning_there_is_nothing_to_undo() -> None:
    game = Played()
    for ask in (game.table.undo_target, game.table.redone):
        with pytest.raises(RuleError) as refused:
            ask()
        assert refused.value.code == "not-now"
    game.play("note", text="hello")
    with pytest.raises(RuleError):
        game.table.undo_target()
    game.play("pass")
    game.undo(1)
    assert game.table.journal.standing() == [1]
    assert game.state.phase.auction.passed == ()


def test_a_move_ends_what_can_be_redone_and_a_note_does_not() -> None:
    game = begun()
    game.play("play_card", card="PD", source="hand")
    game.undo()
    game.play("note", text="a note")
    game.redo()
    game.undo()
    game.play("play_card", card="OS", source="hand")
    with pytest.raises(RuleError) as refused:
        game.table.redone()
    assert refused.value.code == "not-now"


def test_what_stands_is_the_same_from_wherever_one_reads_on() -> None:
    """A redone move follows a later note; a page that begins after the move still shows the note."""
    game = begun()
    played = game.play("play_card", card="PD", source="hand")
    game.undo()
    note = game.play("note", text="that was too fast")
    game.redo()
    after = game.play("play_card", card="OS", source="hand")
    journal = game.table.journal
    assert journal.standing()[-3:] == [note, played, after]
    for since in range(1, after + 2):
        assert journal.standing(since) == [n for n in journal.standing() if n >= since]


def test_two_undos_are_redone_last_first() -> None:
    game = begun()
    digests = [game.digest]
    for _ in range(3):
        game.play("play_card", card="PD", source="hand")
        digests.append(game.digest)
    game.undo()
    game.undo(13)
    assert game.digest == digests[0]
    game.redo()
    assert game.digest == digests[2]
    game.redo()
    assert game.digest == digests[3]


def test_facts_of_undone_lines_stay_known_and_the_newer_wins() -> None:
    game = begun()
    game.play("learn", facts={"cities": {"Hays": {"income": 1}}})
    game.play("learn", facts={"cities": {"Hays": {"income": 2}, "Topeka": {"income": 3}}})
    game.undo(13)
    assert game.income("Hays") == 2
    assert game.income("Topeka") == 3
    game.undo(4)
    assert game.income("Hays") == 2
    assert game.income("Chanute") == 2
    assert game.table.journal.standing() == [1, 2, 3, 4]


def test_an_app_roll_undone_and_rolled_again_falls_the_same() -> None:
    game = begun()
    game.play("play_card", card="CT", source="hand")
    game.play("roll_growth")
    assert game.state.rolls == (("12", "Pratt"),)
    game.undo()
    game.play("roll_growth", dice=[1, 2])
    game.play("play_card", card="CT", source="hand")
    game.play("roll_growth")
    game.undo(13)
    game.play("play_card", card="CT", source="hand")
    game.play("roll_growth")
    # a roll with the table's own dice does not count
    assert game.drawn == [0, 0, 0]
    rolled = game.table.journal.lines[-1].body
    assert list(rolled["dice"]) == [1, 2]
    assert (rolled["source"], rolled["k"]) == ("app", 0)


def test_the_next_app_roll_is_the_next() -> None:
    game = begun()
    for _ in range(3):
        game.play("play_card", card="CT", source="hand")
        game.play("roll_growth", facts={"growth": {"22": {"primary": "Larned"}, "32": {"primary": "Hays"}}})
    assert game.drawn == [0, 1, 2]
    assert [row for row, _ in game.state.rolls] == ["12", "22", "32"]


def test_a_dry_run_draws_and_records_nothing() -> None:
    game = begun()
    game.play("play_card", card="CT", source="hand")
    before, revision = game.digest, game.table.revision
    attempt = attempting.attempt(game.table, {"type": "roll_growth"}, seat=Seat(1), by_host=False, draw=None)
    assert attempt.body["dice"] is None
    assert (game.digest, game.table.revision, game.drawn) == (before, revision, [])
    with game.table.supposing(Line(revision + 1, "", "", "move", attempt.body), attempt.node):
        assert game.table.revision == revision + 1
    assert (game.digest, game.table.revision) == (before, revision)


def test_supposing_forgets_what_it_supposed_even_of_redo() -> None:
    game = begun()
    game.play("play_card", card="PD", source="hand")
    game.undo()
    attempt = attempting.attempt(
        game.table, {"type": "play_card", "card": "PD", "source": "hand"}, seat=Seat(1), by_host=True
    )
    with game.table.supposing(Line(16, "", "", "move", attempt.body), attempt.node):
        assert not game.table.journal.undone
    game.redo()


def test_supposing_an_undo_leaves_nothing_behind() -> None:
    game = begun()
    game.play("play_card", card="PD", source="hand")
    node, _ = game.table.rewind(13)
    with game.table.supposing(Line(15, "", "", "undo", {"to": 13}), node):
        assert 15 in game.table.journal.rewound
    assert not game.table.journal.rewound


def long_game() -> tuple[Played, dict[int, str]]:
    """More entries than states are kept: auctions that nobody wins."""
    game = begun()
    digests = {13: game.digest}
    for _ in range(15):
        game.play("play_card", card="OS", source="deck")
        digests[game.table.revision] = game.digest
        game.play("offer_share", railroad="CRIP", from_="treasury")
        digests[game.table.revision] = game.digest
        game.play("correct", set=[{"of": "seat:1", "name": "cash", "value": game.table.revision}])
        digests[game.table.revision] = game.digest
        while game.table.view().step == "auction":
            game.play("pass")
            digests[game.table.revision] = game.digest
    return game, digests


def test_states_that_were_let_go_are_played_again() -> None:
    game, digests = long_game()
    journal = game.table.journal
    kept = [node for node in journal.heads if node.state is not None]
    assert len(kept) <= KEPT_STATES + 2 + journal.revision // KEPT_EVERY
    for revision in (13, 20, 49, 50, 51, 77, journal.revision - 1):
        assert game.table.digest(game.table.state_at(journal.heads[revision - 1])) == digests[revision]
    game.undo(20)
    assert game.digest == digests[20]
    game.redo()
    assert game.digest == digests[max(digests)]


def test_a_journal_read_again_is_the_same_table() -> None:
    game, digests = long_game()
    game.undo(60)
    game.play("note", text="on we go")
    game.redo()
    game.undo(30)
    game.play("learn", facts={"cities": {"Hays": {"income": 1}}})
    game.undo(13)
    replayed = reread(game.table.journal.lines)
    assert replayed.digest(replayed.state) == game.digest == digests[13]
    assert replayed.journal.standing() == game.table.journal.standing()
    assert replayed.outcome(50).summary == game.table.outcome(50).summary
    assert replayed.outcome(50).postings == game.table.outcome(50).postings
