"""Initial auctions, the Stock Decision, and the opening of the Texas & Pacific."""

from __future__ import annotations

from dataclasses import replace

from companion.games.texas_pacific import slides, turns
from companion.games.texas_pacific.box import (
    CERTIFICATES,
    COLOURS,
    FIRST,
    LAID_OUT,
    ORDER,
    START,
    START_INCOME,
    TP,
)
from companion.games.texas_pacific.moves import DecideStock
from companion.games.texas_pacific.state import Bidding, Deciding, Occasion, State
from companion.mechanisms import auction as hammer
from companion.mechanisms.auction import Auction
from companion.mechanisms.income import income_cube
from companion.mechanisms.sale import hand_over
from companion.mechanisms.shares import holders
from companion.vocabulary.ledger import BOARD, BOX, cubes, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.words.text import Text, Who, say
from companion.words.values import Money, Railroad, Seat

LEAST_BID = Money(1)
"""Where the rulebook names no minimum."""


def opened(state: State, railroad: Railroad, opener: Seat, minimum: Money) -> Auction:
    """A certificate from the railroad's treasury comes under the hammer; the money goes there."""
    return hammer.opened(
        railroad=railroad,
        seats=state.seats,
        opener=opener,
        minimum=minimum,
        pays_to=railroad_account(railroad),
        cash=state.cash,
        style="ascending",
    )


def initial(state: State, opener: Seat) -> State:
    """The next railroad's first certificate, at least its income (Initial Auctions)."""
    railroad = state.unstarted[0]
    auction = opened(state, railroad, opener, Money(START_INCOME[railroad]))
    return replace(state, phase=Bidding(auction, "initial"), active=opener)


# --- bidding -------------------------------------------------------------------------------------------


def offers(state: State, phase: Bidding) -> tuple[Offer, ...]:
    """Bid, pass, or the result aloud."""
    return hammer.offers(phase.auction, state.cash)


def bidding(minutes: Minutes[State], phase: Bidding, move: Move) -> None:
    """A bid, a pass, or the result of an auction held aloud."""
    after = hammer.taken(minutes, phase.auction, move, minutes.state.cash)
    minutes.state = replace(minutes.state, phase=replace(phase, auction=after))
    _settle_if_over(minutes)


def _begin(minutes: Minutes[State], auction: Auction, occasion: Occasion) -> None:
    """An auction in which nobody can bid (any more) is over before it began."""
    minutes.state = replace(minutes.state, phase=Bidding(auction, occasion))
    if auction.unable:
        minutes.say(hammer.unable_sentence(auction.unable))
    _settle_if_over(minutes)


def _settle_if_over(minutes: Minutes[State]) -> None:
    """All have passed but one. If nobody bid the opener gets the certificate for free."""
    phase = minutes.state.phase
    assert isinstance(phase, Bidding)
    auction = phase.auction
    if not auction.over:
        return
    winner, price = auction.high_seat or auction.opener, auction.high_bid or Money(0)
    minutes.state = replace(minutes.state, unable=auction.unable)
    taken = say("{who} takes a Stock Certificate of the {r}", who=Who(winner), r=auction.railroad)
    hand_over(minutes, auction, winner, price, taken=taken)
    if phase.occasion == "initial":
        _go_on(minutes, winner)
    else:
        turns.finish(minutes)


def _go_on(minutes: Minutes[State], winner: Seat) -> None:
    """The winner opens the next initial auction. After the last one the holder of the GHH certificate begins."""
    left = minutes.state.unstarted[1:]
    minutes.state = replace(minutes.state, unstarted=left)
    if left:
        minutes.state = initial(minutes.state, winner)
        assert isinstance(minutes.state.phase, Bidding)
        _begin(minutes, minutes.state.phase.auction, "initial")
        return
    state = minutes.state
    first = next((seat for seat, _ in holders(state.ledger, FIRST[0], state.seats)), winner)
    minutes.state = replace(state, phase=Deciding(), active=first)
    minutes.say(say("{who} begins", who=Who(first)))


# --- the Stock Decision --------------------------------------------------------------------------------


def stock_offer(state: State) -> Offer:
    """An unsold certificate, with one's own first bid (Stock Decision)."""
    seat = state.active
    choices = tuple(_certificate(state, seat, railroad) for railroad in ORDER)
    enabled = [Railroad(str(choice.value)) for choice in choices if not choice.disabled]
    refusal = slides.unavailable(state, "stock")
    if not enabled and refusal is None:
        refusal = _why_none(state, choices)
    return Offer(
        DecideStock,
        seat,
        say("Stock"),
        (
            narrowed(DecideStock, "railroad", choices=choices),
            *(_bid_field(state, seat, railroad) for railroad in enabled),
            slides.end_field(state, DecideStock, "stock"),
        ),
        help=say("You make the first bid."),
        disabled=refusal,
    )


def _certificate(state: State, seat: Seat, railroad: Railroad) -> Choice:
    left, least = state.unsold(railroad), state.minimum_bid(railroad)
    refusal = None
    if not state.is_open(railroad):
        refusal = Refusal("rule", say("The {r} is not open yet", r=railroad))
    elif not left:
        refusal = Refusal("rule", say("All its {n} certificates are sold", n=CERTIFICATES[railroad]))
    elif state.cash(seat) < least:
        cash = state.cash(seat)
        words = say("{who} has ${cash}; the lowest bid is ${least}", who=Who(seat), cash=cash, least=least)
        refusal = Refusal("insufficient-funds", words)
    hint = say("at least ${least}, {n} unsold", least=least, n=left) if refusal is None else None
    return Choice(railroad, Text(railroad), hint=hint, disabled=refusal)


def _why_none(state: State, choices: tuple[Choice, ...]) -> Refusal:
    """No certificate is left, or none that one can pay: the cheapest says so."""
    poor = [one for one in choices if one.disabled and one.disabled.code == "insufficient-funds"]
    if not poor:
        return Refusal("rule", say("All certificates that may be sold are sold"))
    cheapest = min(poor, key=lambda one: state.minimum_bid(Railroad(str(one.value))))
    assert cheapest.disabled is not None
    return cheapest.disabled


def _bid_field(state: State, seat: Seat, railroad: Railroad) -> OfferField:
    least, cash = state.minimum_bid(railroad), state.cash(seat)
    return narrowed(
        DecideStock,
        "amount",
        least=least,
        most=cash,
        default=least,
        when={"railroad": railroad},
        too_much=Refusal("insufficient-funds", say("{who} has ${cash}", who=Who(seat), cash=cash)),
    )


def decide_stock(minutes: Minutes[State], move: DecideStock) -> None:
    """The cube slides; the decider has bid, the next player to the left goes on."""
    slides.slide(minutes, move)
    state, railroad = minutes.state, move.railroad
    words = say(
        "{who} puts up a certificate of the {r} and bids ${amount}",
        who=Who(move.seat),
        r=railroad,
        amount=move.amount,
    )
    minutes.say(words)
    slides.tell_end(minutes, "stock")
    auction = opened(state, railroad, move.seat, state.minimum_bid(railroad))
    _begin(
        minutes,
        hammer.bid(replace(auction, passed=(), unable=()), move.seat, move.amount, state.cash),
        "stock",
    )


# --- the TP opens --------------------------------------------------------------------------------------


def open_tp(minutes: Minutes[State]) -> None:
    """A cube in Dallas, one at 2 on the Income Track, and its first certificate is auctioned; the current player
    bids first (The Texas & Pacific Railroad Opens)."""
    state = replace(minutes.state, tp_open=True)
    minutes.state = state
    minutes.say(say("the {r} opens", r=TP))
    lay_out_tp(minutes)
    least = Money(START_INCOME[TP]) if state.ruled("tp_minimum", "income") else LEAST_BID
    _begin(minutes, opened(minutes.state, TP, state.active, least), "opening")


def lay_out_tp(minutes: Minutes[State]) -> None:
    """Its first two cubes come into the game, free."""
    minutes.pay(BOX, BOARD, LAID_OUT, say("the {r} opens", r=TP), cubes(TP))
    colour = Text(COLOURS[TP])
    words = say("Put a {colour} {r} cube on {place}", colour=colour, r=TP, place=START[TP])
    minutes.hands("place_cube", words, cube=TP, place=START[TP])
    words = say("Put a {colour} {r} cube at {n} on the Income Track", colour=colour, r=TP, n=START_INCOME[TP])
    minutes.goes(income_cube(TP, None, START_INCOME[TP]), words, "place_cube", cube=TP, place="income")


def take_tp_back(minutes: Minutes[State]) -> None:
    """A correction: it has not opened yet."""
    minutes.pay(BOARD, BOX, LAID_OUT, say("correction"), cubes(TP))
