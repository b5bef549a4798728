"""Offer Stock: which share comes under the hammer, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace

from companion.games.prairie_railroads import setting_up, turn
from companion.games.prairie_railroads.box import ORDER
from companion.games.prairie_railroads.moves import NoOffer, OfferShare
from companion.games.prairie_railroads.phases import Bidding, Offering
from companion.games.prairie_railroads.state import State
from companion.mechanisms import auction as hammer
from companion.mechanisms.auction import Auction
from companion.mechanisms.sale import hand_over
from companion.vocabulary.ledger import railroad_account, seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, called, narrowed, refused
from companion.words.text import Who, phrase, say
from companion.words.values import Money, Railroad, clockwise


def offering_offers(state: State, phase: Offering) -> tuple[Offer, ...]:
    """Which share is offered: any unsold one or an own one from the hand; from the deck the most unsold."""
    unsold, own = _from_treasury(state, phase), _own(state)
    not_own = _DECK_NOT_OWN if phase.source == "deck" else None if _any(own) else _NO_SHARE
    sides = (
        Choice("treasury", say("An unsold share"), disabled=None if _any(unsold) else _SOLD),
        Choice("self", say("One of your own"), disabled=not_own),
    )
    fields = (
        narrowed(OfferShare, "from", choices=sides, default="treasury"),
        narrowed(OfferShare, "railroad", choices=unsold, when={"from": "treasury"}),
        narrowed(OfferShare, "railroad", choices=own, when={"from": "self"}),
    )
    possible = _any(sides)
    must = refused("There is a share to offer") if possible else None
    nothing = None if possible else refused("No share may be offered")
    return (
        Offer(OfferShare, state.active, say("Offer a share"), fields, disabled=nothing),
        Offer(NoOffer, state.active, say("There is nothing to offer"), disabled=must),
    )


_SOLD = refused("All shares are sold")
_NO_SHARE = refused("You hold no share")
_DECK_NOT_OWN = refused("A card from the Draw deck does not let you offer your own share")


def _any(choices: tuple[Choice, ...]) -> bool:
    return not all(choice.disabled for choice in choices)


def _from_treasury(state: State, phase: Offering) -> tuple[Choice, ...]:
    """The unsold shares, each with how many there are and the minimum bid."""
    unsold = {railroad: state.unsold(railroad) for railroad in ORDER}
    most = max(unsold.values())

    def choice(railroad: Railroad, left: int) -> Choice:
        refusal = None
        if not left:
            refusal = refused("All its shares are sold")
        elif phase.source == "deck" and left < most:
            refusal = refused("Another railroad has more unsold shares")
        hint = say("{left} unsold, at least ${least}", left=left, least=state.minimum_bid(railroad))
        return called(railroad, hint, refusal)

    return tuple(choice(railroad, left) for railroad, left in unsold.items())


def _own(state: State) -> tuple[Choice, ...]:
    """One's own shares, each with the minimum bid."""

    def choice(railroad: Railroad) -> Choice:
        refusal = refused("You hold no share of the {r}", r=railroad)
        hint = say("at least ${least}", least=_least(state, railroad, own=True))
        return called(railroad, hint, None if state.held(state.active, railroad) else refusal)

    return tuple(map(choice, ORDER))


def _least(state: State, railroad: Railroad, *, own: bool) -> Money:
    """The minimum bid in dollars; $1 where a ruling waives it, for a bid of nothing is no bid."""
    if own and state.ruled("own_share_minimum", "none"):
        return Money(1)
    return state.minimum_bid(railroad)


def offer(minutes: Minutes[State], move: OfferShare) -> None:
    """A share comes under the hammer. The seller of an own share may not bid; the next seat opens."""
    state, own = minutes.state, move.from_ == "self"
    auction = hammer.opened(
        railroad=move.railroad,
        seats=state.seats,
        opener=clockwise(state.seats, move.seat)[0] if own else move.seat,
        minimum=_least(state, move.railroad, own=own),
        pays_to=seat_account(move.seat) if own else railroad_account(move.railroad),
        cash=state.cash,
        style="ascending",
        seller=move.seat if own else None,
    )
    words = phrase("{who} offers a share of the {r}, at least ${least}")
    if own:
        words = phrase("{who} offers a share of their own, {r}, at least ${least}")
    minutes.say(words, who=Who(move.seat), r=move.railroad, least=auction.minimum)
    minutes.state = replace(state, phase=Bidding(auction, initial=False))
    if auction.unable:
        minutes.say(hammer.unable_sentence(auction.unable))
    if auction.over:
        _sold(minutes, auction)


def no_offer(minutes: Minutes[State]) -> None:
    """Nothing may be offered; the turn is over."""
    minutes.say("There is no share to offer")
    turn.end_turn(minutes)


def bidding(minutes: Minutes[State], phase: Bidding, move: Move) -> None:
    """A bid, a pass, or the result of an auction held aloud."""
    auction = hammer.taken(minutes, phase.auction, move, minutes.state.cash)
    minutes.state = replace(minutes.state, phase=replace(phase, auction=auction))
    if auction.over and phase.initial:
        setting_up.sold(minutes, auction)
    elif auction.over:
        _sold(minutes, auction)


def _sold(minutes: Minutes[State], auction: Auction) -> None:
    """The auction is over: the share changes hands, or stays where it is."""
    minutes.state = replace(minutes.state, unable=auction.unable)
    if auction.high_seat is not None and auction.high_bid is not None:
        hand_over(minutes, auction, auction.high_seat, auction.high_bid)
    elif auction.seller is None:
        minutes.say("Nobody bids; the {r} share stays unsold", r=auction.railroad)
    else:
        words = phrase("Nobody bids; the {r} share stays with {who}")
        minutes.say(words, r=auction.railroad, who=Who(auction.seller))
    turn.end_turn(minutes)
