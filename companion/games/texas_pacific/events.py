"""What follows a Decision, in order: the opening of the TP, then the end of the turn."""

from __future__ import annotations

from companion.games.texas_pacific import auctions, slides, turns
from companion.games.texas_pacific.state import State
from companion.vocabulary.minutes import Minutes


def after_decision(minutes: Minutes[State], track: str) -> None:
    """Events, in order (Sequence of Play). The TP opens before General Dividends are looked at."""
    slides.tell_end(minutes, track)
    if minutes.state.opening_due():
        auctions.open_tp(minutes)
    else:
        turns.finish(minutes)
