"""Action cards: playing one from the hand or from the Draw deck, and Pay Dividends."""

from __future__ import annotations

from dataclasses import replace

from companion.games.prairie_railroads import auctions, turn
from companion.games.prairie_railroads.box import (
    CARD_NAMES,
    CARDS,
    LAST_PD,
    ORDER,
)
from companion.games.prairie_railroads.moves import DeckEmpty, PlayCard
from companion.games.prairie_railroads.state import Growing, Offering, Source, State
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.words.text import Text, Who, counted, say


def offers(state: State) -> tuple[Offer, ...]:
    """A personal card, or the card drawn from the Draw deck."""
    left = state.deck_left()
    hand = state.hands[state.active]
    no_hand = None if any(hand.values()) else Refusal("rule", say("You have no personal card left"))
    no_deck = Refusal("rule", say("The Draw deck is empty")) if left == 0 else None
    fields = (_source(no_hand, no_deck, left), *_cards(state))
    may_play = None if not (no_hand and no_deck) else no_deck
    return (
        Offer(PlayCard, state.active, say("Play an action card"), fields, disabled=may_play),
        Offer(
            DeckEmpty,
            state.active,
            say("The Draw deck is empty"),
            help=say("You have no personal card and there is none to draw: the game is over."),
            disabled=_no_deck_empty(state, no_hand, left),
        ),
    )


def _source(no_hand: Refusal | None, no_deck: Refusal | None, left: int | None) -> OfferField:
    """Where the card comes from."""
    deck_hint = counted("{n} card left", "{n} cards left", n=left) if left is not None else None
    return narrowed(
        PlayCard,
        "source",
        label=say("From"),
        choices=(
            Choice("hand", say("Your hand"), disabled=no_hand),
            Choice("deck", say("The Draw deck"), hint=deck_hint, disabled=no_deck),
        ),
        default="deck" if no_hand else "hand",
    )


def _cards(state: State) -> tuple[OfferField, OfferField]:
    """Which card: of one's own, or of those that may be in the deck yet."""
    hand = state.hands[state.active]
    from_hand = narrowed(
        PlayCard,
        "card",
        when={"source": "hand"},
        choices=tuple(
            Choice(
                card,
                say(CARD_NAMES[card]),
                hint=say("{n} left", n=hand[card]),
                disabled=None if hand[card] else Refusal("rule", say("You have none left")),
            )
            for card in CARDS
        ),
    )
    drawn = narrowed(
        PlayCard,
        "card",
        when={"source": "deck"},
        choices=tuple(Choice(card, say(CARD_NAMES[card]), hint=_left_in_deck(state, card)) for card in CARDS),
    )
    return from_hand, drawn


def _no_deck_empty(state: State, no_hand: Refusal | None, left: int | None) -> Refusal | None:
    """Who has no card and finds none says so. Where the turn's end decides (ruling `deck_empty_when`), anybody
    whose turn it is may say that an uncounted deck is empty."""
    if no_hand and not left:
        return None
    if left is None and state.ruled("deck_empty_when", "turn_ends"):
        return None
    if no_hand is None:
        return Refusal("rule", say("You still have personal cards"))
    return Refusal("rule", say("The Draw deck is counted, and has cards left"))


def _left_in_deck(state: State, card: str) -> Text | None:
    """A type counted down to nothing is only a warning: the table sees the card."""
    counted = state.deck_counts()
    if counted is None:
        return None
    left = counted[card] - state.drawn[card]
    return say("{n} left", n=left) if left > 0 else say("none left by the count")


def play(minutes: Minutes[State], move: PlayCard) -> None:
    """A card is played, and goes to the Used cards."""
    state, card = minutes.state, move.card
    if move.source == "hand":
        hand = {**state.hands[move.seat], card: state.hands[move.seat][card] - 1}
        minutes.state = replace(state, hands={**state.hands, move.seat: hand})
        minutes.say(say("{who} plays {card}", who=Who(move.seat), card=say(CARD_NAMES[card])))
    else:
        minutes.state = replace(state, drawn={**state.drawn, card: state.drawn[card] + 1})
        minutes.say(say("{who} draws {card}", who=Who(move.seat), card=say(CARD_NAMES[card])))
    words = say("Put the {card} card face up on the Used cards space", card=say(CARD_NAMES[card]))
    minutes.hands("discard", words, card=card, seat=move.seat)
    source: Source = "hand" if move.source == "hand" else "deck"
    match card:
        case "OS":
            minutes.state = replace(minutes.state, phase=Offering(source))
            if source == "deck" and not any(state.unsold(railroad) for railroad in ORDER):
                auctions.no_offer(minutes)
        case "CT":
            minutes.state = replace(minutes.state, phase=Growing(source))
        case _:
            pay_dividends(minutes)


def pay_dividends(minutes: Minutes[State]) -> None:
    """Every share gets its railroad's income / 5, rounded up; the eighth card ends the game (Pay Dividends)."""
    played = minutes.state.dividends + 1
    minutes.state = replace(minutes.state, dividends=played)
    if played == LAST_PD:
        minutes.say(say("it is the eighth, and the game is over"))
        turn.finish(minutes, "dividends")
        return
    for railroad in ORDER:
        turn.pay_railroad(minutes, railroad)
    minutes.say(say("dividends are paid, {n} of {of}", n=played, of=LAST_PD))
    turn.end_turn(minutes)


def deck_empty(minutes: Minutes[State], move: DeckEmpty) -> None:
    """A player can not play an action card (Ending/Winning the Game)."""
    minutes.state = replace(minutes.state, deck_declared_empty=True)
    if minutes.state.hand_size(move.seat):
        minutes.say(say("{who} finds the Draw deck empty", who=Who(move.seat)))
        return
    minutes.say(say("{who} has no card and the Draw deck is empty: the game is over", who=Who(move.seat)))
    turn.finish(minutes, "cards")
