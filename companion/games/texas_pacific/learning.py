"""Facts that become known."""

from __future__ import annotations

from dataclasses import replace

from companion.atlas.known import Atlas, Change
from companion.games.texas_pacific import turns
from companion.games.texas_pacific.state import Deciding, State
from companion.mechanisms.income import tell
from companion.vocabulary.minutes import Minutes, Played


def learned(state: State, atlas: Atlas, changes: tuple[Change, ...]) -> Played[State]:
    """Facts became known: a changed income moves incomes, a length may show that two cubes stand in End."""
    minutes = Minutes(replace(state, atlas=atlas))
    tell(minutes, state.incomes(), minutes.state.incomes())
    look_again(minutes)
    return minutes.played()


def look_again(minutes: Minutes[State]) -> None:
    """With two cubes in End between two turns, General Dividends are due at once; else no Decision might be left."""
    if isinstance(minutes.state.phase, Deciding):
        turns.check_dividends(minutes)
