"""Initial auctions, Offer Stock, the sale of a share, and who presides after it."""

from __future__ import annotations

from dataclasses import replace

from companion.games.southern_pacific import bull, turn
from companion.games.southern_pacific.state import Bidding, FirstLink, Operating, State
from companion.mechanisms import auction as hammer
from companion.mechanisms import shares
from companion.mechanisms.auction import Auction
from companion.mechanisms.sale import hand_over
from companion.vocabulary.ledger import railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Offer
from companion.words.text import Text, Who, say
from companion.words.values import Railroad, Seat


def open_initial(state: State, railroad: Railroad, opener: Seat) -> State:
    """A President's share comes under the hammer (Initial Auctions)."""
    auction = _opened(state, railroad, opener)
    return replace(state, phase=Bidding(auction, "initial"))


def _opened(state: State, railroad: Railroad, opener: Seat) -> Auction:
    return hammer.opened(
        railroad=railroad,
        seats=state.seats,
        opener=opener,
        minimum=turn.NO_MINIMUM,
        pays_to=railroad_account(railroad),
        cash=state.cash,
        style="ascending",
    )


def offer_share(minutes: Minutes[State], operating: Operating) -> None:
    """The president offers a share, and bids first (Offer Stock)."""
    state = minutes.state
    president = state.presidents[operating.railroad]
    minutes.say(say("{who} offers a share of the {r}", who=Who(president), r=operating.railroad))
    auction = _opened(state, operating.railroad, president)
    minutes.state = replace(state, phase=Bidding(auction, "offer", back=replace(operating, offered=True)))


def offers(state: State, phase: Bidding) -> tuple[Offer, ...]:
    """Bid, pass, or the result aloud."""
    return hammer.offers(phase.auction, state.cash)


def bidding(minutes: Minutes[State], phase: Bidding, move: Move) -> None:
    """A bid, a pass, or the result of an auction held aloud."""
    before, cash = phase.auction, minutes.state.cash
    after = hammer.taken(minutes, before, move, cash)
    minutes.state = replace(minutes.state, phase=replace(phase, auction=after))
    if not after.over:
        return
    minutes.state = replace(minutes.state, unable=after.unable)
    match phase.occasion:
        case "initial":
            _settle_initial(minutes, after)
        case "offer":
            assert phase.back is not None
            _settle(minutes, after)
            minutes.state = replace(minutes.state, phase=phase.back)
        case "bull":
            _settle(minutes, after)
            bull.go_on(minutes, phase.waiting)


def _settle_initial(minutes: Minutes[State], auction: Auction) -> None:
    """The winner presides, and builds the first link. Nobody bid: see ruling `initial_all_pass`."""
    state, railroad = minutes.state, auction.railroad
    if (
        auction.high_seat is None
        and state.ruled("initial_all_pass", "again")
        and railroad not in state.passed_over
    ):
        minutes.say(say("Nobody bids; the {r} is auctioned again after the last railroad", r=railroad))
        later = (*(r for r in state.unstarted if r != railroad), railroad)
        minutes.state = replace(state, unstarted=later, passed_over=(*state.passed_over, railroad))
        go_on(minutes, auction.opener)
        return
    winner, price = auction.high_seat or auction.opener, auction.high_bid or turn.NO_MINIMUM
    taken = say(
        "{who} takes the President's share and the Treasury board of the {r}", who=Who(winner), r=railroad
    )
    hand_over(minutes, auction, winner, price, taken=taken)
    left = tuple(r for r in state.unstarted if r != railroad)
    presidents = {**state.presidents, railroad: winner}
    minutes.state = replace(
        minutes.state, unstarted=left, presidents=presidents, phase=FirstLink(railroad, winner)
    )


def go_on(minutes: Minutes[State], winner: Seat) -> None:
    """The next initial auction, opened by the last winner; after the last one the first round begins."""
    state = minutes.state
    if state.unstarted:
        minutes.state = open_initial(state, state.unstarted[0], winner)
    else:
        turn.begin_round(minutes)


def _settle(minutes: Minutes[State], auction: Auction) -> None:
    """A share is sold, or stays unsold; the presidency may change at once (Offer Stock, Bull Market Auction)."""
    if auction.high_seat is None or auction.high_bid is None:
        minutes.say(say("Nobody bids; the {r} share stays unsold", r=auction.railroad))
        return
    hand_over(minutes, auction, auction.high_seat, auction.high_bid)
    check_president(minutes, auction.railroad)


def check_president(minutes: Minutes[State], railroad: Railroad) -> None:
    """Who holds strictly more shares than the president presides at once; a tie changes nothing."""
    state = minutes.state
    president = state.presidents.get(railroad)
    most = shares.most_held(state.ledger, railroad, state.seats)
    if not most or president in most:
        return
    new = most[0]
    minutes.state = replace(state, presidents={**state.presidents, railroad: new})
    minutes.say(say("{who} is president of the {r}", who=Who(new), r=railroad))
    minutes.hands("take_president", _presidency(railroad, new, president), seat=new, railroad=railroad)


def _presidency(railroad: Railroad, new: Seat, old: Seat | None) -> Text:
    """The President's share is exchanged for another, and the Treasury board goes with it (Offer Stock)."""
    if old is None:
        return say(
            "{who} takes the President's share and the Treasury board of the {r}", who=Who(new), r=railroad
        )
    return say(
        "{who} gives {old} a share of the {r} for the President's share, and takes its Treasury board",
        who=Who(new),
        old=Who(old),
        r=railroad,
    )
