"""What hands lay out before the first auction, and what only the table knows when it is packed up."""

from __future__ import annotations

from companion.games.prairie_railroads.box import BOX, CARD_NAMES, CARDS, CUBES, DEVELOPMENT_CUBES, SHARES
from companion.games.prairie_railroads.state import State
from companion.vocabulary.board import Instruction, Unseen, lay_out
from companion.words.text import Text, counted, joined, say


def setting_up(state: State) -> tuple[Instruction, ...]:
    """Board, shares, cubes and cards (Setting Up The Game); the money stays in the box."""
    dealt = BOX["cards"][str(state.seats)]
    return lay_out(
        say(
            "Put each railroad's {shares} shares and {cubes} track cubes above its header on the board",
            shares=SHARES,
            cubes=CUBES,
        ),
        say("Put the {n} orange cubes in the Development box", n=DEVELOPMENT_CUBES),
        say(
            "Give each player {ct} Construct Track, {os} Offer Stock and {pd} Pay Dividends cards",
            ct=dealt["CT"],
            os=dealt["OS"],
            pd=dealt["PD"],
        ),
        say("Shuffle the other action cards and put them face down on the Draw deck space"),
    )


def unseen(state: State) -> tuple[Unseen, ...]:
    """The Draw deck: which cards are in it follows from those that were used, their order from nothing."""
    return (Unseen("deck", say("Draw deck and Used cards"), ask=_deck(state), told=_used(state)),)


def _deck(state: State) -> Text:
    left = state.deck_left()
    if left is None:
        return say("How many cards are left in the Draw deck? Keep it face down as it lies")
    if not left:
        return say("The Draw deck is empty")
    return counted(
        "{n} card is left in the Draw deck: keep it face down",
        "{n} cards are left in the Draw deck: keep them face down as they lie",
        n=left,
    )


def _used(state: State) -> Text:
    """Cards that lie on the Used cards space: dealt and no longer in a hand, or drawn."""
    dealt = BOX["cards"][str(state.seats)]
    used = {card: state.drawn[card] for card in CARDS}
    for hand in state.hands.values():
        for card in CARDS:
            used[card] += max(0, dealt[card] - hand[card])
    lying = [say("{n} {card}", n=used[card], card=say(CARD_NAMES[card])) for card in CARDS]
    return say("used {cards}", cards=joined(lying, ", "))
