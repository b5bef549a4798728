"""An action is over: passes in a row, the two endings, and whose turn it is next."""

from __future__ import annotations

from dataclasses import replace

from companion.games.gulf_mobile_ohio.box import COLOURS
from companion.games.gulf_mobile_ohio.state import Over, State, Turn
from companion.vocabulary.minutes import Minutes
from companion.words.text import say
from companion.words.values import Seat


def over(minutes: Minutes[State], current: Seat, *, passed: bool = False, chartered: bool = False) -> None:
    """The current player's action is over; play passes to the left of that player, whoever won an auction.

    passed: it was a pass, or counts as one; chartered: a railroad was chartered and has built (End of Game).
    """
    state = minutes.state
    passes = state.passes + 1 if passed else 0
    state = replace(state, begun=True, passes=passes, phase=Turn(Seat(current % state.seats + 1)))
    if chartered and len(state.on_board()) == len(COLOURS):
        minutes.say(say("cubes of all six colours are on the board: the game is over"))
        state = replace(state, phase=Over("colours"))
    elif passes >= state.seats:
        minutes.say(say("all players have passed in a row: the game is over"))
        state = replace(state, phase=Over("passes"))
    minutes.state = state
