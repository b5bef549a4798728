"""Initial auctions, Offer Stock, and the sale of a share."""

from __future__ import annotations

from dataclasses import replace

from companion.games.prairie_railroads import turn
from companion.games.prairie_railroads.box import ORDER
from companion.games.prairie_railroads.moves import NoOffer, OfferShare
from companion.games.prairie_railroads.state import Bidding, FirstBuild, Offering, State
from companion.mechanisms import auction as hammer
from companion.mechanisms.auction import Auction
from companion.mechanisms.sale import hand_over
from companion.mechanisms.shares import held
from companion.vocabulary.ledger import railroad_account, seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, Refusal, narrowed
from companion.words.text import Text, Who, say
from companion.words.values import Money, Railroad, Seat

HEADING = "Offer Stock"


def open_initial(state: State, railroad: Railroad, opener: Seat) -> State:
    """The first share of a railroad comes under the hammer (Setting Up The Game). No minimum."""
    least = Money(0) if state.ruled("initial_zero_bid", "bid") else Money(1)
    auction = hammer.opened(
        railroad=railroad,
        seats=state.seats,
        opener=opener,
        minimum=least,
        pays_to=railroad_account(railroad),
        cash=state.cash,
        style="ascending",
    )
    return replace(state, phase=Bidding(auction, initial=True), active=opener)


def begin_initial(minutes: Minutes[State], railroad: Railroad, opener: Seat) -> None:
    """The same within a move; an auction in which nobody can bid is over before it began."""
    minutes.state = open_initial(minutes.state, railroad, opener)
    assert isinstance(minutes.state.phase, Bidding)
    _tell_unable(minutes, minutes.state.phase.auction)
    _settle_if_over(minutes)


def bidding_offers(state: State, phase: Bidding) -> tuple[Offer, ...]:
    """Bid, pass, or the result aloud."""
    return hammer.offers(phase.auction, state.cash)


def offering_offers(state: State, phase: Offering) -> tuple[Offer, ...]:
    """Which share is offered: any unsold one or an own one from the hand; from the deck the most unsold."""
    own = tuple(railroad for railroad in ORDER if held(state.ledger, state.active, railroad))
    treasury = _from_treasury(state, phase)
    sides = [Choice("treasury", say("An unsold share"), disabled=_none(treasury))]
    if phase.source == "hand":
        sides.append(Choice("self", say("One of your own"), disabled=None if own else _NO_SHARE))
    else:
        sides.append(Choice("self", say("One of your own"), disabled=_DECK_NOT_OWN))
    whose = narrowed(OfferShare, "from", choices=tuple(sides), default="treasury")
    fields = (
        whose,
        narrowed(OfferShare, "railroad", choices=treasury, when={"from": "treasury"}),
        narrowed(OfferShare, "railroad", choices=_own(state, own), when={"from": "self"}),
    )
    possible = any(not side.disabled for side in sides)
    must = None if not possible else Refusal("rule", say("There is a share to offer"))
    nothing = None if possible else Refusal("rule", say("No share may be offered"))
    return (
        Offer(OfferShare, state.active, say("Offer a share"), fields, disabled=nothing),
        Offer(NoOffer, state.active, say("There is nothing to offer"), disabled=must),
    )


_NO_SHARE = Refusal("rule", say("You hold no share"))
_DECK_NOT_OWN = Refusal("rule", say("A card from the Draw deck does not let you offer your own share"))


def _none(choices: tuple[Choice, ...]) -> Refusal | None:
    return (
        None
        if any(not choice.disabled for choice in choices)
        else Refusal("rule", say("All shares are sold"))
    )


def _from_treasury(state: State, phase: Offering) -> tuple[Choice, ...]:
    most = max(state.unsold(railroad) for railroad in ORDER)

    def refusal(left: int) -> Refusal | None:
        if not left:
            return Refusal("rule", say("All its shares are sold"))
        if phase.source == "deck" and left < most:
            return Refusal("rule", say("Another railroad has more unsold shares"))
        return None

    return tuple(
        Choice(
            railroad,
            Text(railroad),
            hint=say("{left} unsold, at least ${least}", left=left, least=state.minimum_bid(railroad)),
            disabled=refusal(left),
        )
        for railroad in ORDER
        for left in (state.unsold(railroad),)
    )


def _own(state: State, own: tuple[Railroad, ...]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            railroad,
            Text(railroad),
            hint=say("at least ${least}", least=_least(state, railroad, "self")),
            disabled=None
            if railroad in own
            else Refusal("rule", say("You hold no share of the {r}", r=railroad)),
        )
        for railroad in ORDER
    )


def _least(state: State, railroad: Railroad, whose: str) -> Money:
    """The minimum bid in dollars; $1 where a ruling waives it, for a bid of nothing is no bid."""
    if whose == "self" and state.ruled("own_share_minimum", "none"):
        return Money(1)
    return state.minimum_bid(railroad)


def offer(minutes: Minutes[State], move: OfferShare) -> None:
    """A share comes under the hammer. The seller of an own share may not bid; the next seat opens."""
    state = minutes.state
    own = move.from_ == "self"
    auction = hammer.opened(
        railroad=move.railroad,
        seats=state.seats,
        opener=Seat(move.seat % state.seats + 1) if own else move.seat,
        minimum=_least(state, move.railroad, move.from_),
        pays_to=seat_account(move.seat) if own else railroad_account(move.railroad),
        cash=state.cash,
        style="ascending",
        seller=move.seat if own else None,
    )
    least = auction.minimum
    if own:
        minutes.say(
            say(
                "{who} offers a share of their own, {r}, at least ${least}",
                who=Who(move.seat),
                r=move.railroad,
                least=least,
            )
        )
    else:
        minutes.say(
            say(
                "{who} offers a share of the {r}, at least ${least}",
                who=Who(move.seat),
                r=move.railroad,
                least=least,
            )
        )
    minutes.state = replace(state, phase=Bidding(auction, initial=False))
    _tell_unable(minutes, auction)
    _settle_if_over(minutes)


def no_offer(minutes: Minutes[State]) -> None:
    """Nothing may be offered; the turn is over."""
    minutes.say(say("There is no share to offer"))
    turn.end_turn(minutes)


def bidding(minutes: Minutes[State], phase: Bidding, move: Move) -> None:
    """A bid, a pass, or the result of an auction held aloud."""
    after = hammer.taken(minutes, phase.auction, move, minutes.state.cash)
    minutes.state = replace(minutes.state, phase=replace(phase, auction=after))
    _settle_if_over(minutes)


def _tell_unable(minutes: Minutes[State], auction: Auction) -> None:
    if auction.unable:
        minutes.say(hammer.unable_sentence(auction.unable))


def _settle_if_over(minutes: Minutes[State]) -> None:
    phase = minutes.state.phase
    assert isinstance(phase, Bidding)
    if not phase.auction.over:
        return
    minutes.state = replace(minutes.state, unable=phase.auction.unable)
    if phase.initial:
        _settle_initial(minutes, phase.auction)
    else:
        _settle_offered(minutes, phase.auction)


def _settle_initial(minutes: Minutes[State], auction: Auction) -> None:
    """If no one bids, the offering player gets the share for free (Setting Up The Game)."""
    winner = auction.high_seat or auction.opener
    price = auction.high_bid or Money(0)
    hand_over(minutes, auction, winner, price)
    minutes.state = replace(minutes.state, phase=FirstBuild(auction.railroad, winner), active=winner)


def _settle_offered(minutes: Minutes[State], auction: Auction) -> None:
    if auction.high_seat is None or auction.high_bid is None:
        if auction.seller is None:
            minutes.say(say("Nobody bids; the {r} share stays unsold", r=auction.railroad))
        else:
            stays = say(
                "Nobody bids; the {r} share stays with {who}", r=auction.railroad, who=Who(auction.seller)
            )
            minutes.say(stays)
    else:
        hand_over(minutes, auction, auction.high_seat, auction.high_bid)
    turn.end_turn(minutes)
