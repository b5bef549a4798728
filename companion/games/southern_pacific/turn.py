"""Rounds: where each begins. What an auction may cost at the least."""

from __future__ import annotations

from dataclasses import replace

from companion.games.southern_pacific.box import ORDER
from companion.games.southern_pacific.state import Operating, State
from companion.vocabulary.minutes import Minutes
from companion.words.text import say
from companion.words.values import Money

NO_MINIMUM = Money(0)
"""A bid of $0 is allowed (Initial Auctions)."""


def begin_round(minutes: Minutes[State]) -> None:
    """A new round: the railroads operate in Railroad Order (Sequence of Play)."""
    number = minutes.state.round + 1
    minutes.state = replace(minutes.state, round=number, phase=Operating(ORDER[0]))
    minutes.say(say("round {n} begins", n=number))
