"""What hands lay out before first shares are chosen (rulings `edition` and `deck`), and what only the table knows when
it is packed up."""

from __future__ import annotations

from companion.games.union_pacific.box import BOX, BUILDERS, CARDS, START_TRAINS
from companion.games.union_pacific.cards import deck
from companion.games.union_pacific.state import State
from companion.vocabulary.board import Instruction, Unseen, lay_out
from companion.words.text import Text, counted, joined, say
from companion.words.values import Railroad, Seat

_SETUP = BOX["setup"]


def setting_up(state: State) -> tuple[Instruction, ...]:
    """Trains and cards, up to the first investments (Preparation); the bank notes stay in the box."""
    starting = sum(state.trains_placed(company) for company in BUILDERS)
    return lay_out(
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
        say("Each player chooses one of the five shares and lays it face down"),
    )


def share_deck(state: State) -> tuple[Instruction, ...]:
    """The display and the deck, once everybody has turned up a first share: nobody chooses knowing the display
    (Preparation)."""
    second = state.ruled("edition", "second")
    variant = state.ruled("deck", "variant")
    by_the_book = say("Build the share deck as the rulebook of the second edition tells")
    deck_lines = (by_the_book,) if second else _variant(state) if variant else _as_printed(state)
    return lay_out(say("Lay {n} shares face up beside the board", n=_SETUP["face_up"]), *deck_lines)


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


def unseen(state: State) -> tuple[Unseen, ...]:
    """Where the trains are, as far as no build said so, and all the cards. Hands stay secret."""
    trains = (_trains(state, company) for company in BUILDERS)
    hands = (
        Unseen(
            f"hand:{n}",
            say("Cards in hand"),
            ask=say("Into an envelope with the name on it: where is it? What is in it stays secret"),
            seat=Seat(n),
        )
        for n in range(1, state.seats + 1)
    )
    return (
        *(one for one in trains if one is not None),
        Unseen("display", say("Shares face up beside the board"), ask=say("Which are they?")),
        Unseen(
            "decks",
            say("Share deck, UP stack and track cards"),
            ask=say("How many cards has each? Keep them in their order, a band around each"),
        ),
        *hands,
    )


def _trains(state: State, company: Railroad) -> Unseen | None:
    """A company's trains besides those on its coloured spaces; None: there are none."""
    told = state.sections.get(company, ())
    placed = state.trains_placed(company) - START_TRAINS[company]
    if placed <= 0:
        return None
    untold = placed - len(told)
    ask = counted("{n} train: on which section?", "{n} trains: on which sections?", n=untold)
    return Unseen(
        f"trains:{company}",
        say("Trains of the {company}", company=company),
        ask=ask if untold > 0 else None,
        told=joined([say("{section}", section=section) for section in told], ", ") if told else None,
        railroad=company,
    )
