"""Action cards: playing one from the hand or from the Draw deck, Pay Dividends, Offer Stock, what lies in the deck."""

from __future__ import annotations

from dataclasses import replace

from companion.games.prairie_railroads import builders, setting_up, turn
from companion.games.prairie_railroads.box import BOX, CARD_NAMES, CARDS, LAST_PD, ORDER, SEGMENT_COST
from companion.games.prairie_railroads.moves import DeckEmpty, NoOffer, OfferShare, PlayCard
from companion.games.prairie_railroads.phases import Bidding, Growing, Offering
from companion.games.prairie_railroads.state import State
from companion.mechanisms import auction as hammer
from companion.mechanisms.auction import Auction
from companion.mechanisms.parts import part
from companion.mechanisms.sale import sold
from companion.vocabulary.board import Unseen
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, called, narrowed, refused
from companion.words.text import Text, Who, counted, joined, phrase, say
from companion.words.values import Money, Railroad, clockwise

_NAMES = {card: say(CARD_NAMES[card]) for card in CARDS}
_UNCOUNTED = tuple(Choice(card, _NAMES[card]) for card in CARDS)
_HAND, _DECK, _FROM = say("Your hand"), say("Draw deck"), say("From")
_PLAY, _EMPTY = say("Play an action card"), say("The Draw deck is empty")
_GAME_OVER = say("You have no card and there is none to draw: the game is over.")
_NONE_LEFT, _HAND_EMPTY = refused("You have none left"), refused("You have no card left in hand")
_UNSOLD, _DRAWN = say("Unsold"), say("Drawn card: unsold shares only.")
_NOT_OWN = refused("A card from the Draw deck does not let you offer your own share")
_DECK_EMPTY, _NOT_EMPTY = refused("The Draw deck is empty"), refused("You still have cards in hand")


def offers(state: State) -> tuple[Offer, ...]:
    """A personal card, or the card drawn from the Draw deck."""
    left, hand = state.deck_left(), state.hands[state.active]
    no_hand = None if any(hand.values()) else _HAND_EMPTY
    no_deck = _DECK_EMPTY if left == 0 else None
    deck_hint = None if left is None else counted("{n} card left", "{n} cards left", n=left)
    sources = (
        Choice("hand", _HAND, disabled=no_hand),
        Choice("deck", _DECK, hint=deck_hint, disabled=no_deck),
    )
    default = "deck" if no_hand else "hand"
    source = narrowed(PlayCard, "source", label=_FROM, choices=sources, default=default)
    fields, nothing = (source, *_cards(state)), no_deck if no_hand else None
    why = _no_deck_empty(state, no_hand, left)
    return (
        Offer(PlayCard, state.active, _PLAY, fields, _ahead(state), disabled=nothing),
        Offer(DeckEmpty, state.active, _EMPTY, help=_GAME_OVER, disabled=why),
    )


def _ahead(state: State) -> Text | None:
    """What a card would bring that is not looked for: the end of the game, or a railroad that others decide for."""
    ahead = []
    if state.dividends + 1 == LAST_PD:
        ahead.append(say("The next Pay Dividends card ends the game."))
    if builders.others_build(state):
        words = phrase(
            "You control no railroad that has ${cost}: whoever controls the one you choose builds its track."
        )
        ahead.append(say(words, cost=SEGMENT_COST))
    return joined(ahead, " ") if ahead else None


def _cards(state: State) -> tuple[OfferField, OfferField]:
    """Which card: of one's own, or of those that may be in the deck yet."""
    own = tuple(
        Choice(card, _NAMES[card], say("{n} in hand", n=number))
        if number
        else Choice(card, _NAMES[card], disabled=_NONE_LEFT)
        for card, number in ((card, state.hands[state.active][card]) for card in CARDS)
    )
    drawn = _UNCOUNTED
    if state.deck_counts() is not None:
        drawn = tuple(Choice(card, _NAMES[card], hint=_left_in_deck(state, card)) for card in CARDS)
    return (
        narrowed(PlayCard, "card", when={"source": "hand"}, choices=own),
        narrowed(PlayCard, "card", when={"source": "deck"}, choices=drawn),
    )


@part
def _left_in_deck(state: State, card: str) -> Text | None:
    """A type counted down to nothing is only a warning: the table sees the card."""
    counts = state.deck_counts()
    if counts is None:
        return None
    left = counts[card] - state.drawn[card]
    return say("{n} left", n=left) if left > 0 else say("none left, by the count")


def _no_deck_empty(state: State, no_hand: Refusal | None, left: int | None) -> Refusal | None:
    """Who has no card and finds none says so. Where the turn's end decides (ruling `deck_empty_when`), anybody
    whose turn it is may say that an uncounted deck is empty."""
    if no_hand and not left:
        return None
    if left is None and state.ruled("deck_empty_when", "turn_ends"):
        return None
    if no_hand is None:
        return _NOT_EMPTY
    return refused("The Draw deck is counted and has cards left")


def play(minutes: Minutes[State], move: PlayCard) -> None:
    """A card is played, and goes to the Used cards."""
    state, card, name, source = minutes.state, move.card, say(CARD_NAMES[move.card]), move.source
    if source == "hand":
        hand = {**state.hands[move.seat], card: state.hands[move.seat][card] - 1}
        minutes.state = state.changed(hands={**state.hands, move.seat: hand})
        told = say("{who} plays {card}", who=Who(move.seat), card=name)
    else:
        minutes.state = state.changed(drawn={**state.drawn, card: state.drawn[card] + 1})
        told = say("{who} draws {card}", who=Who(move.seat), card=name)
    words = say("Put the {card} card face up on the Used cards space", card=name)
    minutes.hands("discard", words, card=card, seat=move.seat)
    match card:
        case "OS":
            minutes.say(told)
            minutes.state = minutes.state.changed(phase=Offering(source))
            if source == "deck" and not any(map(state.unsold, ORDER)):
                no_offer(minutes)
        case "CT":
            minutes.say(told)
            minutes.state = minutes.state.changed(phase=Growing(source))
        case _:
            pay_dividends(minutes, told)


def pay_dividends(minutes: Minutes[State], told: Text) -> None:
    """Every share gets its railroad's income / 5, rounded up; the eighth card ends the game (Pay Dividends).

    told: whose card it was.
    """
    played = minutes.state.dividends + 1
    minutes.state = minutes.state.changed(dividends=played)
    if played == LAST_PD:
        minutes.say(told)
        minutes.say("it is the eighth: the game is over")
        turn.finish(minutes, "dividends")
        return
    minutes.say("dividend {n} of {of}: {card}", n=played, of=LAST_PD, card=told)
    for railroad in ORDER:
        turn.pay_railroad(minutes, railroad)
    turn.end_turn(minutes)


def deck_empty(minutes: Minutes[State], move: DeckEmpty) -> None:
    """A player can not play an action card (Ending/Winning the Game)."""
    minutes.state = minutes.state.changed(deck_declared_empty=True)
    if minutes.state.hand_size(move.seat):
        minutes.say("{who}: the Draw deck is empty", who=Who(move.seat))
        return
    minutes.say("{who} has no card and the Draw deck is empty: the game is over", who=Who(move.seat))
    turn.finish(minutes, "cards")


# --- Offer Stock --------------------------------------------------------------------------------------------


def share_offers(state: State, phase: Offering) -> tuple[Offer, ...]:
    """Which share is offered: any unsold one or an own one from the hand; from the deck the most unsold."""
    unsold, own = _unsold_shares(state, phase), _own_shares(state)
    not_own = None if _any(own) else refused("You hold no share")
    sold_out = None if _any(unsold) else refused("All shares are sold")
    sides = (
        Choice("treasury", _UNSOLD, disabled=sold_out),
        Choice("self", say("Your own"), disabled=not_own),
    )
    tip, whose = None, narrowed(OfferShare, "from", choices=sides, default="treasury")
    if phase.source == "deck":  # there is nothing to choose, and so nothing to ask
        tip, whose = _DRAWN, replace(whose, choices=sides[:1], other=_NOT_OWN)
    fields = (
        whose,
        narrowed(OfferShare, "railroad", choices=unsold, when={"from": "treasury"}),
        narrowed(OfferShare, "railroad", choices=own, when={"from": "self"}),
    )
    possible = _any(whose.choices)
    must = refused("A share can be offered") if possible else None
    nothing = None if possible else refused("No share may be offered")
    return (
        Offer(OfferShare, state.active, say("Offer a share"), fields, tip, disabled=nothing),
        Offer(NoOffer, state.active, say("Nothing to offer"), disabled=must),
    )


def _any(choices: tuple[Choice, ...]) -> bool:
    return not all(choice.disabled for choice in choices)


def _unsold_shares(state: State, phase: Offering) -> tuple[Choice, ...]:
    """The railroads, each with how many shares are unsold and the minimum bid."""
    most = max(map(state.unsold, ORDER))

    def choice(railroad: Railroad) -> Choice:
        refusal, left = None, state.unsold(railroad)
        if not left:
            refusal = refused("All its shares are sold")
        elif phase.source == "deck" and left < most:
            refusal = refused("Another railroad has more unsold shares")
        hint = say("{left} unsold, from ${least}", left=left, least=state.minimum_bid(railroad))
        return called(railroad, hint, refusal)

    return tuple(map(choice, ORDER))


@part
def _own_shares(state: State) -> tuple[Choice, ...]:
    """The railroads, each with the minimum bid for one's own share."""

    def choice(railroad: Railroad) -> Choice:
        held = state.held(state.active, railroad)
        hint = say("bids from ${least}", least=_least(state, railroad, own=True))
        return called(railroad, hint, None if held else refused("You hold no share of the {r}", r=railroad))

    return tuple(map(choice, ORDER))


def _least(state: State, railroad: Railroad, *, own: bool) -> Money:
    """The minimum bid in dollars; $1 where a ruling waives it, for a bid of nothing is no bid."""
    if own and state.ruled("own_share_minimum", "none"):
        return Money(1)
    return state.minimum_bid(railroad)


def offer_share(minutes: Minutes[State], move: OfferShare) -> None:
    """A share comes under the hammer. The seller of an own share may not bid; the next seat opens."""
    state, own, opener, seller = minutes.state, move.from_ == "self", move.seat, None
    words = phrase("{who} offers a share of the {r}, at least ${least}")
    if own:
        opener, seller = clockwise(state.seats, move.seat)[0], move.seat
        words = phrase("{who} offers their own {r} share, at least ${least}")
    auction = state.auctioned(move.railroad, opener, _least(state, move.railroad, own=own), seller=seller)
    minutes.say(words, who=Who(move.seat), r=move.railroad, least=auction.minimum)
    minutes.state = state.changed(phase=Bidding(auction, initial=False))
    if auction.unable:
        minutes.say(hammer.unable_sentence(auction.unable))
    if auction.over:
        _sold(minutes, auction)


def no_offer(minutes: Minutes[State]) -> None:
    """Nothing may be offered; the turn is over."""
    minutes.say("No share can be offered")
    turn.end_turn(minutes)


def bidding(minutes: Minutes[State], phase: Bidding, move: Move) -> None:
    """A bid, a pass, or the result of an auction held aloud."""
    auction = hammer.taken(minutes, phase.auction, move, minutes.state.cash)
    minutes.state = minutes.state.changed(phase=replace(phase, auction=auction))
    if auction.over and phase.initial:
        setting_up.sold(minutes, auction)
    elif auction.over:
        _sold(minutes, auction)


def _sold(minutes: Minutes[State], auction: Auction) -> None:
    """The auction is over: the share changes hands, or stays where it is."""
    minutes.state = minutes.state.changed(unable=auction.unable)
    sold(minutes, auction)
    turn.end_turn(minutes)


# --- what lies in the deck ----------------------------------------------------------------------------------


def unseen(state: State) -> tuple[Unseen, ...]:
    """The Draw deck: which cards are in it follows from those that were used, their order from nothing."""
    return (Unseen("deck", say("Draw deck and Used cards"), ask=_deck(state), so_far=_used(state)),)


def _deck(state: State) -> Text:
    left = state.deck_left()
    if left is None:
        return say("How many cards are left in the Draw deck? Keep it face down")
    if not left:
        return say("The Draw deck is empty")
    return counted(
        "{n} card is left in the Draw deck: keep it face down",
        "{n} cards are left in the Draw deck: keep them face down",
        n=left,
    )


def _used(state: State) -> Text:
    """Cards that lie on the Used cards space: dealt and no longer in a hand, or drawn."""
    dealt, used = BOX["cards"][str(state.seats)], dict(state.drawn)
    for hand in state.hands.values():
        for card in CARDS:
            used[card] += max(0, dealt[card] - hand[card])
    lying = [say("{n} {card}", n=used[card], card=say(CARD_NAMES[card])) for card in CARDS]
    return say("By the log: used {cards}", cards=joined(lying, ", "))
