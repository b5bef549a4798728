"""Set-up, and what may be done in each phase: its offers, and how each move is carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.atlas.known import Atlas, Change
from companion.games.southern_pacific import auctions, box, bull, links, moves, operation, phases, sales
from companion.games.southern_pacific.state import State
from companion.mechanisms import auction as hammer
from companion.mechanisms import box_file
from companion.mechanisms.game_state import Over
from companion.mechanisms.income import tell
from companion.mechanisms.laying_out import laid_out
from companion.vocabulary.board import Instruction
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
        cash=box.BOX["cash"][str(setup.seats)],
        paper_total=box.PAPER_TOTAL,
        railroads=box.ORDER,
        shares=box.SHARES,
        track_cubes=box.CUBES,
    )
    state = State(setup.seats, setup.rulings, Ledger.opened(holdings), setup.atlas, Over())
    return auctions.open_initial(state, box.ORDER[0], Seat(setup.options["first_bidder"]))


def setting_up(state: State) -> tuple[Instruction, ...]:
    """Treasury boards, income cubes and the card (Setting Up The Game); the money stays in the box."""
    facts = {"shares": box.SHARES, "cubes": box.CUBES, "n": box.START_INCOME}
    return box_file.setting_up(box.BOX, **facts)


def bidding(minutes: Minutes[State], phase: phases.Bidding, move: Move) -> None:
    """A bid, a pass, or the result of an auction held aloud; when it is over, the share is sold or not."""
    auction = hammer.taken(minutes, phase.auction, move, minutes.state.cash)
    minutes.state = minutes.state.changed(phase=replace(phase, auction=auction))
    if not auction.over:
        return
    minutes.state = minutes.state.changed(unable=auction.unable)
    if phase.occasion == "initial":
        auctions.settle_initial(minutes, auction)
    elif phase.back is not None:
        auctions.settle(minutes, auction)
        minutes.state = minutes.state.changed(phase=phase.back)
    else:
        auctions.settle(minutes, auction)
        bull.go_on(minutes, phase.waiting)


_OFFERS: Mapping[type, Callable[[State, Any], tuple[Offer, ...]]] = {
    phases.Bidding: auctions.offers,
    phases.FirstLink: links.first_offers,
    phases.Operating: operation.offers,
    phases.Proposed: sales.proposed_offers,
    phases.CardTie: bull.tie_offers,
    phases.BullMarket: bull.offers,
    Over: lambda state, phase: (),
}
_CARRIED_OUT: Mapping[type, Mapping[type[Move], Callable[[Minutes[State], Any, Any], None]]] = {
    phases.Bidding: dict.fromkeys((hammer.Bid, hammer.Pass, hammer.AuctionResult), bidding),
    phases.FirstLink: {moves.BuildLink: links.build_first, moves.NoLink: links.no_first},
    phases.Operating: {
        moves.OfferShare: auctions.offer_share,
        moves.BuildLink: links.build,
        moves.BuyLink: sales.propose,
        moves.PayDividend: operation.pay_dividend,
        moves.EndOperation: operation.end,
    },
    phases.Proposed: dict.fromkeys((moves.AcceptSale, moves.DeclineSale, moves.WithdrawSale), sales.decided),
    phases.CardTie: {moves.RollCard: bull.roll},
    phases.BullMarket: {moves.BullOffer: bull.offer_share, moves.BullPass: bull.offer_nothing},
}
"""What each move does in the phase in which it may be made."""


def offers(state: State) -> tuple[Offer, ...]:
    """What may be done now, the likeliest seat first."""
    return _OFFERS[type(state.phase)](state, state.phase)


def check_facts(state: State, move: Move) -> None:
    """Nothing printed is needed for a link but its names.

    :raises RuleError: `invalid` for a name that is a near miss.
    """
    if isinstance(move, moves.BuildLink | moves.BuyLink):
        links.named(state, move)


def play(state: State, move: Move) -> Played[State]:
    """A move that `accept` has let through.

    :raises RuleError: `rule`, `insufficient-funds` or `invalid` for what an offer cannot express.
    """
    carry_out = _CARRIED_OUT.get(type(state.phase), {}).get(type(move))
    if carry_out is None:
        raise not_now(say("You can't do that now"))
    minutes = Minutes(state.changed(unable=()))
    carry_out(minutes, state.phase, move)
    return minutes.played()


def learned(state: State, atlas: Atlas, changes: tuple[Change, ...]) -> Played[State]:
    """Facts became known: a home taught late changes every income."""
    minutes = Minutes(state.changed(atlas=atlas))
    tell(minutes, state.incomes(), minutes.state.incomes())
    return minutes.played()
