"""What can be known of share cards that nobody sees: how many a hand can hold, and how many dividend cards the deck can
have turned up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.union_pacific.box import BOX, BUILDERS, CARDS
from companion.games.union_pacific.state import State, printed
from companion.words.text import Text, counted, say
from companion.words.values import Seat

_SETUP = BOX["setup"]
DEALT: int = _SETUP["hand_shares"]
"""Share cards in hand after the first investment."""


# --- hands ---------------------------------------------------------------------------------------------


def most_in_hand(state: State, seat: Seat) -> int:
    """How many share cards a player can have in hand at the most. Of the five dealt one is laid down first; each draw
    brings one, and the exchange for one of the Union Pacific none (Preparation; Draw a share card)."""
    return DEALT + state.hands.get(seat, 0)


def with_hand(state: State, seat: Seat, more: int) -> State:
    """The state after so many cards came into a hand, or left it. Where more were laid down than there can be, as in
    evenings of earlier releases, none is left."""
    number = max(0, most_in_hand(state, seat) + more)
    return replace(state, hands={**state.hands, seat: number - DEALT})


def corrected_hands(before: State, after: State) -> State:
    """A correction tells of what nobody entered: for a train that came a share was drawn, by whom nobody knows; a share
    that is not on the table after all is in the hand again."""
    came = max(0, _placed(after) - _placed(before))
    for seat in before.investors[: before.seats]:
        back = max(0, before.shares_of(seat) - after.shares_of(seat))
        after = with_hand(after, seat, came + back)
    return replace(after, drawn=after.drawn + came)


def _placed(state: State) -> int:
    return sum(state.trains_placed(company) for company in BUILDERS)


# --- the share deck ------------------------------------------------------------------------------------


def deck(state: State) -> int:
    """Shares that are left for the deck when everybody has some and the display is full."""
    all_shares = sum(printed(state.atlas, company, "shares") for company in BUILDERS)
    return int(all_shares - DEALT * state.seats - _SETUP["face_up"])


def earliest(state: State) -> Mapping[int, int]:
    """With which share from the deck so many dividend cards can have come at the earliest; of the second edition's deck
    nothing is known (Preparation; Dividend card variant)."""
    if state.ruled("edition", "second"):
        return {}
    group = int(_SETUP["first_group"])
    if state.ruled("deck", "printed"):
        # The card in the second group may be its first, those in the third may follow one another.
        third = group + int(_SETUP["second_group"]) + 1
        return {1: group + 1, **dict.fromkeys(range(2, CARDS + 1), third)}
    # The smallest stacks with a dividend card may lie on top, and in each the card may be the first.
    small, larger = divmod(deck(state) - CARDS * group, CARDS)
    sizes = [small] * (CARDS - larger) + [small + 1] * larger
    return {card: card * group + sum(sizes[: card - 1]) + 1 for card in range(1, CARDS + 1)}


def too_early(state: State, number: int) -> Text | None:
    """What is remarked upon when so many dividend cards of the game have come up too early. Only four equal shares in
    the display bring more shares from the deck than are drawn, and no move tells of them."""
    if state.drawn >= earliest(state).get(number, 0):
        return None
    return counted(
        "check: after {n} draw so many dividend cards can have come up only if four equal shares were removed",
        "check: after {n} draws so many dividend cards can have come up only if four equal shares were removed",
        n=state.drawn,
    )


def dividends_told(state: State, paid: int) -> State:
    """The host says that so many dividends were paid: then the deck has brought as many shares as it takes."""
    return replace(state, drawn=max(state.drawn, earliest(state).get(paid, 0)))


REMOVED = say("Four face-up shares of one company go into the box unseen, and four new ones are laid out.")
EXCHANGED = say("Who has drawn may put any share of the hand into the box for one from the UP stack.")
"""What may follow a draw (Draw a share card; The Union Pacific railway company)."""
