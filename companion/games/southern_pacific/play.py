"""Set-up, the offers of each phase, and how a move is carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.atlas.known import Atlas, Change
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
)
from companion.mechanisms.auction import AuctionResult, Bid, Pass
from companion.mechanisms.income import tell
from companion.mechanisms.laying_out import laid_out
from companion.vocabulary.box import Setup
from companion.vocabulary.ledger import Ledger
from companion.vocabulary.minutes import Minutes, Played
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Offer
from companion.words.errors import not_now
from companion.words.text import say
from companion.words.values import Seat


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


def check_facts(state: State, move: Move) -> None:
    """Nothing printed is needed for a link but its names.

    :raises RuleError: `invalid` for a name that is a near miss.
    """
    if isinstance(move, (BuildLink, BuyLink)):
        links.named(state, move)


def play(state: State, move: Move) -> Played[State]:
    """A move that `accept` has let through.

    :raises RuleError: `rule`, `insufficient-funds` or `invalid` for what an offer cannot express.
    """
    minutes = Minutes(replace(state, unable=()))
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
    minutes = Minutes(replace(state, atlas=atlas))
    tell(minutes, state.incomes(), minutes.state.incomes())
    return minutes.played()
