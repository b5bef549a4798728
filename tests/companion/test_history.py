"""How an evening went: worked out from the beginning or continued, it is the same; and nothing is kept that the table
would not keep."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.documents.history import History, standing
from companion.games import GAMES
from companion.words.values import Seat
from tests.evening_reader import play_evening
from tests.server import some
from tests.table_player import TablePlayer

HERE = Path(__file__).parent.parent / "evenings"
EVENINGS = sorted(HERE.glob("*/*.evening"))
HIDING = HERE / "union-pacific" / "cash-hidden.evening"
"""Here money is hidden until the end."""
PLAYED = sorted({*some(EVENINGS, 10), HIDING})


class Watched(TablePlayer):
    """A table whose history is continued after every line."""

    def begin(self, setup: Mapping[str, Any]) -> None:
        super().begin(setup)
        self.history = History()
        self.look()

    def move(self, seat: int, body: Mapping[str, Any]) -> None:
        super().move(seat, body)
        self.look()

    def rewind(self, seat: int, verb: str, body: Mapping[str, Any]) -> None:
        super().rewind(seat, verb, body)
        self.look()

    def look(self) -> None:
        shown = self.history.moments(self.table, standing(self.table))
        found, counted = [item.revision for item in shown], self.table.counted()
        # After an amendment what counts is not what was entered, but what replaces it.
        assert sorted(found[1:]) == sorted(counted) if counted else found == self.table.journal.standing()
        view, last = self.table.view(), shown[-1].figured
        # A player who joins for the last payment has no figures before it; railroads that appear during play have no
        # line.
        people = [*(Seat(n) for n in range(1, self.table.seats + 1)), *self.table.nobodys]
        assert last.cash == tuple(
            None if view.hidden or seat not in view.seats else view.seats[seat]["cash"] for seat in people
        )
        lines = view.railroads[: len(self.table.box.railroads)]
        assert last.income == tuple(line["income"] for line in lines)
        assert last.treasury == tuple(line["treasury"] for line in lines)
        payoffs = self.table.rules.show.settlement(self.table.state).payoffs
        for figures, told in (
            (last.worth, {payoff.seat: payoff.total for payoff in payoffs}),
            (last.counted, {payoff.seat: payoff.cash for payoff in payoffs}),
        ):
            assert figures == tuple(None if view.hidden else told.get(seat) for seat in people)


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_told_line_by_line_or_at_once(path: Path) -> None:
    player = Watched()
    play_evening(path, player, GAMES)
    nodes = standing(player.table)
    bit_by_bit = player.history.moments(player.table, nodes)
    for node in nodes[1:]:
        node.state = None  # as after a restart
    assert History().moments(player.table, nodes) == bit_by_bit
    assert all(node.state is None for node in nodes[1:])
