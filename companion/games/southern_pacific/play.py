"""Set-up, the offers of each phase, and how a move is carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.atlas import Atlas, Change
from companion.errors import forbidden, not_now
from companion.games.southern_pacific import auctions, bull, links, operation, sales
from companion.games.southern_pacific.box import BOX, CUBES, ORDER, PAPER_TOTAL, SHARES
from companion.games.southern_pacific.moves import (
    AcceptSale,
    BuildLink,
    BullOffer,
    BullPass,
    BuyLink,
    DeclineSale,
    EndOperation,
    NoLink,
    OfferShare,
    PayDividend,
    RollCard,
    WithdrawSale,
)
from companion.games.southern_pacific.state import (
    Bidding,
    BullMarket,
    CardTie,
    FirstLink,
    Operating,
    Over,
    Proposed,
    State,
    computed_incomes,
    incomes,
    posted,
)
from companion.ledger import Account, Ledger
from companion.mechanisms.auction import AuctionResult, Bid, Pass
from companion.mechanisms.correction import (
    post_all,
    railroad_of,
    seat_of,
    set_railroad,
    set_seat,
    untracked,
)
from companion.mechanisms.income import tell
from companion.mechanisms.laying_out import laid_out
from companion.mechanisms.shares import most_held
from companion.moves import Move
from companion.offers import Offer
from companion.rules import Correction, Minutes, Played, Setup
from companion.text import Who, say
from companion.values import Railroad, Seat


def setup(setup: Setup) -> State:
    """Money, certificates and cubes laid out, and the first share under the hammer (Setting Up The Game)."""
    holdings = laid_out(
        seats=setup.seats,
        cash=BOX["cash"][str(setup.seats)],
        paper_total=PAPER_TOTAL,
        railroads=ORDER,
        shares=SHARES,
        track_cubes=CUBES,
    )
    state = State(
        seats=setup.seats,
        rulings=setup.rulings,
        ledger=Ledger.opened(holdings),
        atlas=setup.atlas,
        phase=Over(),
    )
    return auctions.open_initial(state, ORDER[0], Seat(setup.options["first_bidder"]))


def offers(state: State) -> tuple[Offer, ...]:
    """What may be done now, the likeliest seat first."""
    phase = state.phase
    match phase:
        case Bidding():
            return auctions.offers(state, phase)
        case FirstLink():
            return links.first_offers(state, phase)
        case Operating():
            return operation.offers(state, phase)
        case Proposed():
            return sales.proposed_offers(state, phase)
        case CardTie():
            return bull.tie_offers(phase)
        case BullMarket():
            return bull.offers(state, phase)
        case Over():
            return ()
        case _:
            assert_never(phase)


def asked(state: State, move: Move) -> None:
    """Nothing printed is needed for a link but its names.

    :raises RuleError: `invalid` for a name that is a near miss.
    """
    if isinstance(move, (BuildLink, BuyLink)):
        links.named(state, move)


def play(state: State, move: Move) -> Played[State]:
    """A move that `accept` has let through.

    :raises RuleError: `rule`, `insufficient-funds` or `invalid` for what an offer cannot express.
    """
    minutes = Minutes(replace(state, unable=()), posted)
    match (state.phase, move):
        case (Bidding() as phase, Bid() | Pass() | AuctionResult()):
            auctions.bidding(minutes, phase, move)
        case (FirstLink() as phase, BuildLink()):
            links.build_first(minutes, phase, move)
        case (FirstLink() as phase, NoLink()):
            links.no_first(minutes, phase, move)
        case (Operating() as phase, OfferShare()):
            auctions.offer_share(minutes, phase)
        case (Operating() as phase, BuildLink()):
            links.build(minutes, phase, move)
        case (Operating() as phase, BuyLink()):
            sales.propose(minutes, phase, move)
        case (Operating() as phase, PayDividend()):
            operation.pay_dividend(minutes, phase, move)
        case (Operating() as phase, EndOperation()):
            operation.end(minutes, phase)
        case (Proposed() as phase, AcceptSale() | DeclineSale() | WithdrawSale()):
            sales.decided(minutes, phase, move)
        case (CardTie() as phase, RollCard()):
            bull.roll(minutes, phase, move)
        case (BullMarket() as phase, BullOffer() | BullPass()):
            bull.taken(minutes, phase, move)
        case _:
            raise not_now(say("That step is not on at the moment"))
    return minutes.played()


def learned(state: State, atlas: Atlas, changes: tuple[Change, ...]) -> Played[State]:
    """Facts became known: a home taught late changes every income."""
    minutes = Minutes(replace(state, atlas=atlas), posted)
    for change in changes:
        if change.section == "homes":
            minutes.say(say("the {r}'s home is {city}", r=change.row, city=change.new))
    tell(minutes, incomes(state), incomes(minutes.state))
    return minutes.played()


def corrected(state: State, correction: Correction) -> Played[State]:
    """The host says how it is on the table; the presidency follows the shares.

    :raises RuleError: `invalid` for a figure that is not tracked, `insufficient-funds` for an overdraft.
    """
    minutes = Minutes(state, posted)
    post_all(minutes, correction)
    for of, name, wanted in correction.figures:
        _set(minutes, of, name, wanted)
    for railroad in ORDER:
        if railroad in minutes.state.presidents:
            auctions.check_president(minutes, railroad)
    tell(minutes, incomes(state), incomes(minutes.state))
    return minutes.played()


def _set(minutes: Minutes[State], of: Account, name: str, wanted: int) -> None:
    seat, railroad = seat_of(of, minutes.state.seats), railroad_of(of, ORDER)
    known = False
    if seat is not None:
        known = set_seat(minutes, seat, name, wanted, ORDER)
    elif railroad is not None:
        known = set_railroad(minutes, railroad, name, wanted) or _adjust(minutes, railroad, name, wanted)
    if not known:
        raise untracked(of, name)


def _adjust(minutes: Minutes[State], railroad: Railroad, name: str, wanted: int) -> bool:
    """`income`: the difference from what is computed is kept as an adjustment; `president`: a seat."""
    state = minutes.state
    if name == "president" and 1 <= wanted <= state.seats and railroad in state.presidents:
        _set_president(minutes, railroad, Seat(wanted))
        return True
    if name != "income":
        return False
    added = wanted - computed_incomes(state)[railroad]
    minutes.state = replace(state, adjustments={**state.adjustments, (railroad, name): added})
    return True


def _set_president(minutes: Minutes[State], railroad: Railroad, seat: Seat) -> None:
    """Only between those who hold the most shares is the presidency a matter of what happened.

    :raises RuleError: `rule` for anybody else.
    """
    state = minutes.state
    if seat not in most_held(state.ledger, railroad, state.seats):
        raise forbidden(say("{who} has not the most shares of the {r}", who=Who(seat), r=railroad))
    minutes.state = replace(state, presidents={**state.presidents, railroad: seat})
    minutes.say(say("{who} is president of the {r}", who=Who(seat), r=railroad))
