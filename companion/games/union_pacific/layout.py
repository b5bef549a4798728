"""What hands lay out before first shares are chosen (rulings `edition` and `deck`)."""

from __future__ import annotations

from companion.board import Instruction, lay_out
from companion.games.union_pacific.box import BOX, BUILDERS, CARDS
from companion.games.union_pacific.state import State, printed, trains_placed
from companion.text import Text, say

_SETUP = BOX["setup"]


def setting_up(state: State) -> tuple[Instruction, ...]:
    """Trains, cards and the share deck (Preparation); the bank notes stay in the box."""
    second = state.ruled("edition", "second")
    variant = state.ruled("deck", "variant")
    by_the_book = say("Build the share deck as the rulebook of the second edition tells")
    deck_lines = (by_the_book,) if second else _variant(state) if variant else _as_printed(state)
    return lay_out(*_common(state), *deck_lines)


def _common(state: State) -> tuple[Text, ...]:
    starting = sum(trains_placed(state, company) for company in BUILDERS)
    return (
        say("Sort the trains into the trays with their numbers"),
        say(
            "Put a train on each of the {n} coloured spaces of the board: one of each company, two of the EPRG",
            n=starting,
        ),
        say("Give each player a summary card"),
        say(
            "Shuffle the track cards, deal each player {n} face down, and put the others face down beside the board",
            n=_SETUP["track_cards"],
        ),
        say("Give each player a share of the UP; put the others in a stack beside the board"),
        say("Shuffle the other shares and deal each player {n} face down", n=_SETUP["hand_shares"]),
        say("Lay {n} shares face up beside the board", n=_SETUP["face_up"]),
    )


def deck(state: State) -> int:
    """Shares that are left for the deck when everybody has some and the display is full."""
    all_shares = sum(printed(state.atlas, company, "shares") for company in BUILDERS)
    return int(all_shares - _SETUP["hand_shares"] * state.seats - _SETUP["face_up"])


def _as_printed(state: State) -> tuple[Text, ...]:
    first, second = _SETUP["first_group"], _SETUP["second_group"]
    return (
        say(
            "Shuffle three dividend cards into {n} of the other shares: the bottom of the share deck",
            n=deck(state) - first - second,
        ),
        say(
            "Lay {n} shares with the fourth dividend card shuffled in on it, and {top} shares without one on top",
            n=second,
            top=first,
        ),
    )


def _variant(state: State) -> tuple[Text, ...]:
    first = _SETUP["first_group"]
    return (
        say("Make {n} stacks of {size} shares without a dividend card", n=CARDS, size=first),
        say(
            "Make {n} about equal stacks of the other {rest} shares, a dividend card shuffled into each",
            rest=deck(state) - CARDS * first,
            n=CARDS,
        ),
        say("Build the share deck from below: a stack with a dividend card, one without, and so on"),
    )
