"""A turn without building or investing: nothing can be done, or the player will not do it."""

from __future__ import annotations

from dataclasses import replace

from companion.games.union_pacific import turns
from companion.games.union_pacific.moves import PassTurn
from companion.games.union_pacific.state import Drawing, State
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Offer, narrowed
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Seat

BY_CHOICE = "by choice"
REASONS = {"no card fits": phrase("no card fits and no share in hand"), BY_CHOICE: phrase("by choice")}
"""Why somebody passes, as it is offered; the journal has the reason in these words, or in the player's own."""


def offer(state: State, seat: Seat) -> Offer:
    """Neither build nor invest, with the reason: only who can do nothing draws a share for it, where the table plays so
    (ruling `stuck_player`)."""
    choices = tuple(Choice(reason, Text(words)) for reason, words in REASONS.items())
    draws = state.ruled("stuck_player", "draws")
    help_ = (
        say("If no card fits and you have no share in hand, you draw a share all the same.")
        if draws
        else say("The turn goes on to the left.")
    )
    reason = narrowed(PassTurn, "reason", kind="choice", choices=choices, open=True)
    return Offer(PassTurn, seat, say("Pass"), (reason,), help=help_, aside=True)


def pass_turn(minutes: Minutes[State], move: PassTurn) -> None:
    """Nothing is done but discarding a track card (ruling `stuck_player`)."""
    reason = (move.reason or "").strip()
    words = Text(REASONS[reason]) if reason in REASONS else say("{reason}", reason=reason)
    why = say(": {reason}", reason=words) if reason else Text("")
    minutes.say(say("{who} passes{why}", who=Who(move.seat), why=why))
    words = say("{who} discards a track card", who=Who(move.seat))
    minutes.hands("discard_track", words, seat=move.seat)
    # In format 1 every reason was the player's own words, and all of them were stuck.
    chosen = move.format >= 2 and reason == BY_CHOICE
    if minutes.state.ruled("stuck_player", "draws") and not chosen:
        minutes.state = replace(minutes.state, phase=Drawing(move.seat, None))
    else:
        turns.next_turn(minutes, move.seat)
