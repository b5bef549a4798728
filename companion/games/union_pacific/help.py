"""Help for laying everything out, while first shares are chosen (rulings `edition` and `deck`)."""

from __future__ import annotations

from companion.games.union_pacific.box import BOX, BUILDERS, CARDS
from companion.games.union_pacific.state import Revealing, State, printed
from companion.panels import Panel, cell, listing
from companion.text import Text, say

_SETUP = BOX["setup"]


def setting_up(state: State) -> tuple[Panel, ...]:
    """What lies where, and how the share deck is built; only while it is being done."""
    if not isinstance(state.phase, Revealing):
        return ()
    return (listing("setting_up", say("Setting up"), [cell(line) for line in _lines(state)]),)


def _lines(state: State) -> tuple[Text, ...]:
    hands = (
        say("A train on every coloured space of the board: one of each company, two of the EPRG."),
        say(
            "Everybody gets three track cards, one share of the UP and {n} other shares.",
            n=_SETUP["hand_shares"],
        ),
        say("Beside the board {n} shares face up, and the other shares of the UP.", n=_SETUP["face_up"]),
    )
    if state.ruled("edition", "second"):
        return (*hands, say("The share deck as the rulebook of the second edition lays it out."))
    return (*hands, *(_variant(state) if state.ruled("deck", "variant") else _as_printed(state)))


def deck(state: State) -> int:
    """Shares that are left for the deck when everybody has some and the display is full."""
    all_shares = sum(printed(state.atlas, company, "shares") for company in BUILDERS)
    return int(all_shares - _SETUP["hand_shares"] * state.seats - _SETUP["face_up"])


def _as_printed(state: State) -> tuple[Text, ...]:
    first, second = _SETUP["first_group"], _SETUP["second_group"]
    return (
        say("Three dividend cards into the last {n} shares of the deck.", n=deck(state) - first - second),
        say(
            "On these {n} shares with the fourth dividend card, then {top} shares without one.",
            n=second,
            top=first,
        ),
    )


def _variant(state: State) -> tuple[Text, ...]:
    first = _SETUP["first_group"]
    return (
        say("{n} stacks of {size} shares without a dividend card.", n=CARDS, size=first),
        say(
            "The other {rest} shares in {n} about equal stacks, a dividend card in each.",
            rest=deck(state) - CARDS * first,
            n=CARDS,
        ),
        say("The deck, from below: a stack with a dividend card, one without, and so on."),
    )
