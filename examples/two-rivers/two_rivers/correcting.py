"""How the host sets a figure right."""

from __future__ import annotations

from collections.abc import Iterator

from companion.mechanisms.correction import plain
from companion.mechanisms.tracked import number_figure, stock_figures, turn_figure
from companion.vocabulary.figures import Figure
from companion.words.text import say
from two_rivers.moves import ORDER
from two_rivers.state import ROUNDS, State, Turn

LAID = dict.fromkeys(ORDER, 1)
"""The cube that lies on the board from the beginning."""


def figures(state: State) -> Iterator[Figure[State]]:
    """All that the host may correct: money, shares and cubes, the round, whose turn it is."""
    yield from stock_figures(state, LAID)
    yield number_figure(say("Round"), "round", state.round, ROUNDS, least=1)
    if isinstance(state.phase, Turn):
        yield turn_figure(state, state.phase.seat, lambda seat: state.changed(phase=Turn(seat)))


corrected = plain(figures, LAID)


def in_turn(state: State) -> State:
    """A game that is already on is entered at the start of a turn."""
    return state if isinstance(state.phase, Turn) else state.changed(phase=Turn(state.first))
