"""Initial Auctions and Offer Stock: a share under the hammer, its sale, and who presides after it."""

from __future__ import annotations

from dataclasses import replace

from companion.games.southern_pacific.box import ORDER
from companion.games.southern_pacific.moves import OfferShare
from companion.games.southern_pacific.phases import Bidding, FirstLink, Operating
from companion.games.southern_pacific.state import State
from companion.mechanisms import auction as hammer
from companion.mechanisms.auction import Auction
from companion.mechanisms.sale import hand_over, sold
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Offer
from companion.words.text import Text, Who, say
from companion.words.values import Money, Railroad, Seat

NO_MINIMUM = Money(0)
"""A bid of $0 is allowed (Initial Auctions)."""


def offers(state: State, phase: Bidding) -> tuple[Offer, ...]:
    """Bid, pass, sold aloud; a bid says what comes with the share besides, or to the last who may make one what a pass
    does."""
    auction, initial = phase.auction, phase.occasion == "initial"
    again = initial and _is_postponed(state, auction.railroad)
    unbid = None if again else hammer.last_pass(auction, free=initial)
    found = hammer.offers(auction, state.cash, unbid=unbid)
    return tuple(
        replace(offer, help=offer.help or _wins(state, phase, offer.seat))
        if offer.move is hammer.Bid
        else offer
        for offer in found
    )


def _wins(state: State, phase: Bidding, bidder: Seat) -> Text | None:
    """What winning brings that seat besides the share."""
    railroad = phase.auction.railroad
    if phase.occasion == "initial":
        return say("President's share, with a free link")
    president = state.presidents.get(railroad)
    if president in (None, bidder):
        return None
    if state.held(bidder, railroad) + 1 > state.held(president, railroad):
        return say("Makes you president")
    return None


def open_initial(state: State, railroad: Railroad, opener: Seat) -> State:
    """A President's share comes under the hammer (Initial Auctions)."""
    return state.changed(phase=Bidding(state.auctioned(railroad, opener, NO_MINIMUM), "initial"))


def offer_share(minutes: Minutes[State], operating: Operating, move: OfferShare) -> None:
    """The president offers a share, and bids first (Offer Stock)."""
    state, railroad = minutes.state, operating.railroad
    president = state.presidents[railroad]
    minutes.say("{who} offers a share of the {r}", who=Who(president), r=railroad)
    auction = state.auctioned(railroad, president, NO_MINIMUM)
    minutes.state = state.changed(phase=Bidding(auction, "offer", back=replace(operating, offered=True)))


def settle_initial(minutes: Minutes[State], auction: Auction) -> None:
    """The winner presides, and builds the first link. Nobody bid: see ruling `initial_all_pass`."""
    state, railroad = minutes.state, auction.railroad
    left = tuple(r for r in state.unstarted if r != railroad)
    if auction.high_seat is None and _is_postponed(state, railroad):
        minutes.say("Nobody bids; the {r} is auctioned again after the last railroad", r=railroad)
        passed_over = (*state.passed_over, railroad)
        minutes.state = state.changed(unstarted=(*left, railroad), passed_over=passed_over)
        go_on(minutes, auction.opener)
        return
    winner, price = auction.high_seat or auction.opener, auction.high_bid or NO_MINIMUM
    who = Who(winner)
    taken = say("{who} takes the President's share and the Treasury board of the {r}", who=who, r=railroad)
    hand_over(minutes, auction, winner, price, taken=taken)
    presidents, phase = {**state.presidents, railroad: winner}, FirstLink(railroad, winner)
    minutes.state = minutes.state.changed(unstarted=left, presidents=presidents, phase=phase)


def _is_postponed(state: State, railroad: Railroad) -> bool:
    """Is it auctioned again after the others if nobody bids (ruling `initial_all_pass`)?"""
    return state.ruled("initial_all_pass", "again") and railroad not in state.passed_over


def go_on(minutes: Minutes[State], winner: Seat) -> None:
    """The next initial auction, opened by the last winner; after the last one the first round begins."""
    state = minutes.state
    if state.unstarted:
        minutes.state = open_initial(state, state.unstarted[0], winner)
    else:
        begin_round(minutes)


def begin_round(minutes: Minutes[State]) -> None:
    """A new round: the railroads operate in Railroad Order (Sequence of Play)."""
    number = minutes.state.round + 1
    minutes.state = minutes.state.changed(round=number, phase=Operating(ORDER[0]))
    minutes.say("round {n} begins", n=number)


def settle(minutes: Minutes[State], auction: Auction) -> None:
    """A share is sold, or stays unsold; the presidency may change at once (Offer Stock, Bull Market Auction)."""
    if sold(minutes, auction):
        check_president(minutes, auction.railroad)


def check_president(minutes: Minutes[State], railroad: Railroad) -> None:
    """Who holds strictly more shares than the president presides at once; a tie changes nothing. The President's share
    is exchanged for another, and the Treasury board goes with it (Offer Stock)."""
    state, most = minutes.state, minutes.state.controllers(railroad)
    president = state.presidents.get(railroad)
    if president is None or not most or president in most:
        return
    new = most[0]
    minutes.state = state.changed(presidents={**state.presidents, railroad: new})
    minutes.say("{who} becomes president of the {r}", who=Who(new), r=railroad)
    exchange = say(
        "{who} swaps a share of the {r} with {old} for the President's share and takes its Treasury board",
        who=Who(new),
        old=Who(president),
        r=railroad,
    )
    minutes.hands("take_president", exchange, seat=new, railroad=railroad)
