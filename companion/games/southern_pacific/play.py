"""Set-up, the offers of each phase, and how a move is carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.atlas import Atlas, Change
from companion.errors import not_now
from companion.games.southern_pacific import auctions, bull, links, operation
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
    income,
    posted,
)
from companion.ledger import (
    BANK,
    BOARD,
    MONEY,
    Account,
    Commodity,
    Ledger,
    certificates,
    cubes,
    railroad_account,
    seat_account,
)
from companion.mechanisms.auction import AuctionResult, Bid, Pass
from companion.mechanisms.correction import (
    post_all,
    railroad_of,
    seat_of,
    set_railroad,
    set_seat,
    untracked,
)
from companion.moves import Move
from companion.offers import Offer
from companion.rules import Correction, Minutes, Played, Setup
from companion.text import say
from companion.values import Railroad, Seat


def setup(setup: Setup) -> State:
    """Money, certificates and cubes laid out, and the first share under the hammer (Setting Up The Game)."""
    seats = [Seat(n) for n in range(1, setup.seats + 1)]
    cash: int = BOX["cash"][str(setup.seats)]
    holdings: list[tuple[Account, Commodity, int]] = [(BANK, MONEY, PAPER_TOTAL - cash * setup.seats)]
    holdings += [(seat_account(seat), MONEY, cash) for seat in seats]
    for railroad in ORDER:
        account = railroad_account(railroad)
        holdings.append((account, certificates(railroad), SHARES))
        holdings += [(account, cubes(railroad), CUBES - 1), (BOARD, cubes(railroad), 1)]
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
            return links.proposed_offers(state, phase)
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
            links.propose(minutes, phase, move)
        case (Operating() as phase, PayDividend()):
            operation.pay_dividend(minutes, phase, move)
        case (Operating() as phase, EndOperation()):
            operation.end(minutes, phase)
        case (Proposed() as phase, AcceptSale() | DeclineSale() | WithdrawSale()):
            links.decided(minutes, phase, move)
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
    links.tell_incomes(minutes, state)
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
    links.tell_incomes(minutes, state)
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
        minutes.state = replace(state, presidents={**state.presidents, railroad: Seat(wanted)})
        return True
    if name != "income":
        return False
    added = state.adjustments.get((railroad, name), 0) + wanted - income(state, railroad)
    minutes.state = replace(state, adjustments={**state.adjustments, (railroad, name): added})
    return True
