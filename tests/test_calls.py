"""What a move costs in calls, of each game: the same number on every machine, so that lost speed is noticed."""

from __future__ import annotations

import json

import pytest

from bench.calls import COUNTED, WARM, apart, ceilings
from bench.evening import SEATS
from bench.evenings import Evening, evenings
from companion.games import GAMES, game
from companion.table import attempting
from companion.table.beginning import atlas_copy
from companion.table.journal import Line
from companion.table.table import Table
from companion.words.values import Seat
from tests.server import some

COUNTED_HERE = some([rules.box.slug for rules in GAMES])


def test_no_move_calls_more_than_it_did() -> None:
    """Whoever has made a game faster writes its figure down: `companion bench calls --keep`."""
    found = {
        line["game"]: line["median"]
        for line in apart("--calls", *COUNTED_HERE)
        if line["name"].endswith(": calls")
    }
    assert set(ceilings()) == {rules.box.slug for rules in GAMES}
    assert set(found) == set(COUNTED_HERE)
    slower = {slug: calls for slug, calls in found.items() if calls > ceilings()[slug]}
    assert not slower, f"calls a move: {slower}; at most {ceilings()}"


@pytest.mark.parametrize(
    "evening", [each for each in evenings().values() if each.length], ids=lambda each: each.game
)
def test_a_recorded_evening_can_still_be_played(evening: Evening) -> None:
    """If a rule has changed so that it cannot: `python -m bench.record GAME`."""
    rules = game(evening.game)
    assert rules is not None
    given = {name: evening.setup[name] for name in ("game", "options", "rulings")}
    body = {**given, "seats": SEATS, "atlas": atlas_copy(rules, rules.box.shipped)}
    table = Table(Line(1, "", "app", "begin", body))
    for number, move in enumerate(evening.moves(0), 2):
        sent = json.loads(json.dumps(move.body))
        made = attempting.attempt(table, sent, seat=Seat(move.seat), by_host=False, draw=_nothing)
        table.record(Line(number, "", "", "move", made.body), made.node)
    assert table.revision > WARM + COUNTED


def _nothing(purpose: str, k: int, faces: tuple[int, ...]) -> tuple[int, ...]:
    raise AssertionError(f"{purpose}: dice of a recorded evening stand in it")
