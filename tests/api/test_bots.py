"""Bots play every game to its end, within what they are offered."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.client import Companion, Document, Made, Offer, RefusedError, Table, playing
from companion.client.bots import Bot, StuckError
from companion.client.evening import Bots
from companion.games import GAMES
from companion.store.one_server import addresses
from examples import bot
from tests.indoors import Indoors
from tests.phoning import phoning
from tests.server import Server, some, thorough, times

SLUGS = [rules.box.slug for rules in GAMES if rules.play.has_turns]
NAMES = ("Ann", "Ben", "Cleo")
LONGEST = 2_000
"""Moves after which a game that has not ended counts as endless."""


def played(host: Table, seed: object) -> Document:
    """The table when it is over; every bot acts with the host's key."""
    bots = {seat: Bot(f"{seed} {seat}") for seat in range(1, len(NAMES) + 1)}
    for _ in range(LONGEST):
        table = host.read()
        if table.finished:
            return table
        seat = table.turn.seats[0]
        offers = [offer for offer in table.offers if offer.seat == seat]
        bots[seat].play(offers, lambda body: host.move(**body))
    raise AssertionError(f"{seed} is not over after {LONGEST} moves")


@pytest.mark.parametrize("game", some(SLUGS))
def test_they_play_to_the_end(game: str, tmp_path: Path) -> None:
    room = Indoors(tmp_path)
    for number in range(times(10)):
        host = phoning(room).create(game, NAMES, options={"teach": False})
        over = played(host, f"{game} {number}")
        assert host.settlement()["projected"] is False
        assert sum(seat.cash or 0 for seat in over.seats) >= 0
        types = {entry.move["type"] for entry in host.entries(after=1)}
        assert "auction_result" not in types, "a bot has no voice"
    room.service.store.close()


def offer(**field: Any) -> Offer:
    one = {"name": "what", "label": "What", "kind": "money", "required": True, **field}
    return Offer.read({"type": "do", "seat": 1, "label": "Do", "fields": [one]})


def test_the_same_seed_chooses_the_same() -> None:
    offers = (
        offer(min=0, max=100),
        offer(kind="place", open=True),
        offer(kind="choice", choices=[*map(choice, "abcd")]),
    )
    chosen = [[bot.form(offers[n % 3].fields) for n in range(60)] for bot in map(Bot, (1, 1, 2))]
    assert chosen[0] == chosen[1] != chosen[2]


def choice(value: str, **more: Any) -> dict[str, Any]:
    return {"value": value, "label": value, **more}


def test_they_take_nothing_that_cannot_be_taken() -> None:
    letters = offer(
        kind="choice", choices=[choice("a", disabled="no"), choice("b"), choice("c", disabled="no")]
    )
    one = Bot(1)
    assert {one.form(letters.fields)["what"] for _ in range(50)} == {"b"}
    assert {one.form(offer(min=7, max=9).fields)["what"] for _ in range(50)} == {7, 8, 9}
    assert one.form(offer(kind="smell", required=False).fields) == {}, (
        "a kind that nobody has heard of is left alone"
    )


def refuse(code: str, **more: Any) -> RefusedError:
    return RefusedError(422, {"code": code, "detail": "no", **more})


def test_what_is_asked_for_is_told_and_what_is_meant_is_insisted_on() -> None:
    need = {"path": ["cities", "Oxbow Ford", "income"], "kind": "count", "min": 1, "max": 1}
    questions = [
        refuse("facts-needed", needs=[need]),
        refuse("invalid", insist={"cities": {"Oxbow Ford": {"new": True}}}),
    ]
    made = []

    def make(body: dict[str, Any]) -> str:
        made.append(body)
        if questions:
            raise questions.pop(0)
        return "done"

    assert Bot(1).play([offer(min=1, max=1)], make) == "done"
    assert made[-1] == {
        "type": "do",
        "seat": 1,
        "what": 1,
        "facts": {"cities": {"Oxbow Ford": {"income": 1, "new": True}}},
    }


def test_a_bot_that_knows_no_way_says_so() -> None:
    def never(_body: dict[str, Any]) -> None:
        raise refuse("rule")

    with pytest.raises(StuckError, match="nothing is allowed of do"):
        Bot(1).play([offer(min=1, max=1)], never)

    def away(_body: dict[str, Any]) -> None:
        raise refuse("key-unknown")

    with pytest.raises(RefusedError, match="key-unknown"):
        Bot(1).play([offer(min=1, max=1)], away)


@thorough
def test_people_may_sit_among_them_and_take_back_what_they_did(server: Server) -> None:
    """Somebody at seat 1 passes whenever it is their turn; the host takes the first move of a bot back."""
    host = Companion(f"http://127.0.0.1:{server.port}").create(
        "texas-pacific", NAMES, options={"teach": False}
    )
    ann = host.claim(1)
    seats = {seat: host.claim(seat) for seat in (2, 3)}
    undone: list[int] = []
    paused: list[float] = []

    def told(made: Made) -> None:
        if not undone:
            undone.append(host.undo().revision)
        anns_turn()

    def anns_turn() -> None:
        while 1 in (table := ann.read()).turn.seats and not table.finished:
            mine = [offer for offer in table.offers if offer.type not in ("auction_result", "bid")]
            Bot(1).play(mine, lambda body: ann.move(**body))

    anns_turn()
    over = Bots(host, seats, "people", seconds=4).play(told, paused.append)
    assert over.finished
    assert undone
    assert all(2 <= pause <= 6 for pause in paused)
    assert {entry.by for entry in host.entries(after=1)} >= {"seat:1", "seat:2", "seat:3", "host"}


@thorough
def test_the_command(own_server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    database = own_server.folder / "companion.sqlite"
    arguments = ["--bots", "--fast", "--seed", "1", "--players", "4", "--evenings", "2", "gulf-mobile-ohio"]
    assert playing.main(arguments, lambda: addresses(database)) == 0
    said = capsys.readouterr().out
    assert said.count("look on at http://") == 2
    assert said.count("  over after ") == 2
    links = [line.rpartition(" ")[2] for line in said.splitlines() if "look on at" in line]
    assert all("/board#j=" in link for link in links)
    own_server.kill()
    assert addresses(database) == ()
    assert playing.main(["--bots"], lambda: addresses(database)) == 1
    assert "nobody serves this database" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        playing.main(["prairie-railroads"], tuple)


@thorough
def test_the_example_plays_a_game(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    """Three of them at one table, as three people would start them; and the example is as short as it claims."""
    host = Companion(f"http://127.0.0.1:{server.port}").create(
        "gulf-mobile-ohio", NAMES, options={"teach": False}
    )
    link = host.read().raw["join_url"]
    three = [threading.Thread(target=bot.main, args=(link, seat), daemon=True) for seat in (1, 2, 3)]
    for one in three:
        one.start()
    with contextlib.closing(host.stream()) as stream:
        over = next(table for table in stream if table.finished)
    for one in three:
        one.join(30)
        assert not one.is_alive()
    assert over.recent[-1].summary in capsys.readouterr().out
    lines = Path(bot.__file__).read_text("utf-8").partition('"""\n\n')[2].splitlines()
    assert len([line for line in lines if line.strip()]) <= 40
