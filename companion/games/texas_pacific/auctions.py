"""Initial auctions, the Stock Decision, and the opening of the Texas & Pacific."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.texas_pacific import box, decisions, turns
from companion.games.texas_pacific.box import ORDER, TP
from companion.games.texas_pacific.moves import DecideStock
from companion.games.texas_pacific.state import Bidding, Deciding, Occasion, State
from companion.mechanisms import auction as hammer
from companion.mechanisms.auction import Auction
from companion.mechanisms.correction import move
from companion.mechanisms.income import income_cube
from companion.mechanisms.parts import part
from companion.mechanisms.sale import Sold, hand_over
from companion.vocabulary.ledger import BOARD, BOX, cubes
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Money, Railroad, Seat

LEAST_BID = Money(1)
"""Where the rulebook names no minimum."""
_CERTIFICATE = Sold(
    phrase("a certificate of the {r}"),
    phrase("{who} wins the {r} certificate for ${price}"),
    phrase("{who} gets the {r} certificate for free"),
)


def initial(state: State, opener: Seat) -> State:
    """The next railroad's first certificate, at least its income (Initial Auctions)."""
    railroad = state.unstarted[0]
    auction = state.auctioned(railroad, opener, Money(box.START_INCOME[railroad]))
    return state.changed(phase=Bidding(auction, "initial"), active=opener)


def bidding(minutes: Minutes[State], phase: Bidding, move: Move) -> None:
    """A bid, a pass, or the result of an auction held aloud."""
    after = hammer.taken(minutes, phase.auction, move, minutes.state.cash)
    _go_on(minutes, Bidding(after, phase.occasion))


def _begin(minutes: Minutes[State], auction: Auction, occasion: Occasion) -> None:
    """An auction in which nobody can bid (any more) is over before it began."""
    if auction.unable:
        minutes.say(hammer.unable_sentence(auction.unable))
    _go_on(minutes, Bidding(auction, occasion))


def _go_on(minutes: Minutes[State], phase: Bidding) -> None:
    """All have passed but one, or the bidding goes on. If nobody bid the opener gets the certificate for free."""
    minutes.state = minutes.state.changed(phase=phase)
    auction = phase.auction
    if not auction.over:
        return
    winner, price = auction.high_seat or auction.opener, auction.high_bid or Money(0)
    minutes.state = minutes.state.changed(unable=auction.unable)
    taken = say("{who} takes a Stock Certificate of the {r}", who=Who(winner), r=auction.railroad)
    own = say("Take a Stock Certificate of the {r}", r=auction.railroad)
    hand_over(minutes, auction, winner, price, called=_CERTIFICATE, taken=taken, own=own)
    if phase.occasion == "initial":
        _next_initial(minutes, winner)
    else:
        turns.finish(minutes)


def _next_initial(minutes: Minutes[State], winner: Seat) -> None:
    """The winner opens the next initial auction. After the last one the holder of the GHH certificate begins."""
    state = minutes.state.changed(unstarted=minutes.state.unstarted[1:])
    if state.unstarted:
        minutes.state = initial(state, winner)
        assert minutes.state.auction is not None
        _begin(minutes, minutes.state.auction, "initial")
        return
    first = next((seat for seat, _ in state.holders(box.FIRST[0])), winner)
    minutes.state = state.changed(phase=Deciding(), active=first)
    minutes.say("{who} begins", who=Who(first))


def stock_offer(state: State) -> Offer:
    """An unsold certificate, with one's own first bid (Stock Decision)."""
    refusals = {railroad: _not_for_sale(state, railroad) for railroad in ORDER}
    enabled = [railroad for railroad, refusal in refusals.items() if not refusal]
    words = phrase("at least ${least}, {n} unsold")
    hints = {r: say(words, least=state.minimum_bid(r), n=state.unsold(r)) for r in enabled}
    choices = tuple(Choice(r, Text(r), hint=hints.get(r), disabled=refusals[r]) for r in ORDER)
    railroad, bids = (
        narrowed(DecideStock, "railroad", choices=choices),
        [_bid_field(state, r) for r in enabled],
    )
    none = None if enabled else _why_none(state, refusals)
    # From how much hangs on the railroad: each says it.
    tip = say("Put up a certificate; you bid first.")
    return decisions.offer(
        state,
        DecideStock,
        railroad,
        later=bids,
        help=tip,
        disabled=none,
        when={"railroad": tuple(enabled)},
        tiles="railroad",
    )


@part
def _not_for_sale(state: State, railroad: Railroad) -> Refusal | None:
    """Why the current player cannot put up a certificate of the railroad."""
    if not state.is_open(railroad):
        return Refusal("rule", say("The {r} is not open yet", r=railroad))
    if not state.unsold(railroad):
        return Refusal("rule", say("All its {n} certificates are sold", n=box.CERTIFICATES[railroad]))
    least, cash = state.minimum_bid(railroad), state.cash(state.active)
    if cash >= least:
        return None
    words = phrase("Only ${cash} in hand; the minimum bid is ${least}")
    return Refusal("insufficient-funds", say(words, cash=cash, least=least))


def _why_none(state: State, refusals: Mapping[Railroad, Refusal | None]) -> Refusal | None:
    """No certificate is left, or none that one can pay: the cheapest says so."""
    poor = [r for r, refusal in refusals.items() if refusal and refusal.code == "insufficient-funds"]
    if not poor:
        return Refusal("rule", say("All certificates that may be sold are sold"))
    return refusals[min(poor, key=state.minimum_bid)]


@part
def _bid_field(state: State, railroad: Railroad) -> OfferField:
    least, cash = state.minimum_bid(railroad), state.cash(state.active)
    poor = Refusal("insufficient-funds", say("Only ${cash} in hand", cash=cash))
    when = {"railroad": railroad}
    limits = {"least": least, "most": cash, "default": least, "too_much": poor}
    return narrowed(DecideStock, "amount", label=say("Your bid for {r}", r=railroad), when=when, **limits)


def decide_stock(minutes: Minutes[State], move: DecideStock) -> None:
    """The decider has bid, the next player to the left goes on (Stock Decision)."""
    state, who, railroad = minutes.state, Who(move.seat), move.railroad
    words = phrase("{who} puts up a certificate of the {r} and bids ${amount}")
    minutes.say(words, who=who, r=railroad, amount=move.amount)
    decisions.say_end(minutes, "stock")
    auction = state.auctioned(railroad, move.seat, state.minimum_bid(railroad))
    # Whoever could not make the first bid is passed once it is made.
    auction = replace(auction, passed=(), unable=())
    _begin(minutes, hammer.bid(auction, move.seat, move.amount, state.cash), "stock")


def open_tp(minutes: Minutes[State]) -> None:
    """A cube in Dallas, one at 2 on the Income Track, and its first certificate is auctioned; the current player
    bids first (The Texas & Pacific Railroad Opens)."""
    minutes.say("{r} opens", r=TP)
    lay_out_tp(minutes)
    state = minutes.state
    least = Money(box.START_INCOME[TP]) if state.ruled("tp_minimum", "income") else LEAST_BID
    _begin(minutes, state.auctioned(TP, state.active, least), "opening")


def lay_out_tp(minutes: Minutes[State]) -> None:
    """It is open: its first two cubes come into the game, free."""
    minutes.state = minutes.state.changed(tp_open=True)
    minutes.pay(BOX, BOARD, box.LAID_OUT, say("{r} opens", r=TP), cubes(TP))
    colour, income = box.COLOURS[TP], box.START_INCOME[TP]
    words = say("Put a {colour} {r} cube on {place}", colour=colour, r=TP, place=box.START[TP])
    minutes.hands("place_cube", words, cube=TP, place=box.START[TP])
    words = say("Put a {colour} {r} cube at {n} on the Income Track", colour=colour, r=TP, n=income)
    minutes.goes(income_cube(TP, None, income), words, "place_cube", cube=TP, place="income")


def put_tp_away(minutes: Minutes[State]) -> None:
    """It is not open after all: its first two cubes leave the game."""
    minutes.state = minutes.state.changed(tp_open=False)
    move(minutes, BOX, BOARD, box.LAID_OUT, cubes(TP))
