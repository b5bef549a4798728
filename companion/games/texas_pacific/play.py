"""Set-up, the offers of each phase, and how a move is carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.games.texas_pacific import auctions, events, hexes, ranch, slides, track
from companion.games.texas_pacific.box import (
    BOX,
    CERTIFICATES,
    CUBES,
    LAID_OUT,
    ORDER,
    PAPER_TOTAL,
    RANCHES,
    TP,
    TRACK_NAMES,
    TRACKS,
)
from companion.games.texas_pacific.moves import (
    DecideNothing,
    DecideRanch,
    DecideStock,
    DecideTrack,
)
from companion.games.texas_pacific.state import RANCH, Bidding, Deciding, Over, State
from companion.mechanisms.auction import AuctionResult, Bid, Pass
from companion.vocabulary.box import Setup
from companion.vocabulary.ledger import (
    BANK,
    BOARD,
    MONEY,
    Ledger,
    certificates,
    cubes,
    railroad_account,
    seat_account,
)
from companion.vocabulary.ledger import BOX as PARTS
from companion.vocabulary.minutes import Minutes, Played
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.words.errors import not_now
from companion.words.text import Text, Who, say
from companion.words.values import Seat


def setup(setup: Setup) -> State:
    """Money, certificates, cubes and ranch markers laid out; the GHH's certificate is auctioned (Game Setup)."""
    cash: int = BOX["cash"][str(setup.seats)]
    holdings = [(BANK, MONEY, PAPER_TOTAL - cash * setup.seats), (BOARD, RANCH, RANCHES)]
    holdings += [(seat_account(Seat(n)), MONEY, cash) for n in range(1, setup.seats + 1)]
    for railroad in ORDER:
        account = railroad_account(railroad)
        holdings.append((account, certificates(railroad), CERTIFICATES[railroad]))
        holdings.append((account, cubes(railroad), CUBES[railroad] - LAID_OUT))
        # The cubes the TP will open with wait aside.
        holdings.append((PARTS if railroad == TP else BOARD, cubes(railroad), LAID_OUT))
    first = Seat(setup.options["first_bidder"])
    state = State(
        seats=setup.seats,
        rulings=setup.rulings,
        ledger=Ledger.opened(holdings),
        atlas=setup.atlas,
        phase=Over(),
        active=first,
    )
    return auctions.initial(state, first)


def offers(state: State) -> tuple[Offer, ...]:
    """What may be done now, the likeliest seat first."""
    phase = state.phase
    match phase:
        case Bidding():
            return auctions.offers(state, phase)
        case Deciding():
            return (
                track.offer(state),
                ranch.offer(state),
                auctions.stock_offer(state),
                _nothing_offer(state),
            )
        case Over():
            return ()
        case _:
            assert_never(phase)


def _nothing_offer(state: State) -> Offer:
    """A Decision without its actions. Stock: only where ruling `stock_without_bid` allows it."""
    choices = tuple(
        Choice(one, Text(TRACK_NAMES[one]), disabled=slides.unavailable(state, one) or _must_bid(state, one))
        for one in TRACKS
    )
    ends = tuple(replace(slides.end_field(state, DecideNothing, one), when={"track": one}) for one in TRACKS)
    fields: tuple[OfferField, ...] = (narrowed(DecideNothing, "track", choices=choices), *ends)
    return Offer(
        DecideNothing,
        state.active,
        say("No action"),
        fields,
        help=say("A cube slides, and nothing else is done."),
    )


def _must_bid(state: State, one: str) -> Refusal | None:
    if one != "stock" or state.ruled("stock_without_bid", "allowed"):
        return None
    return Refusal("rule", say("A Stock Decision takes a first bid; choose another Decision"))


def check_facts(state: State, move: Move) -> None:
    """What a Decision has to know of the board.

    :raises RuleError: `invalid` or `facts-needed`; `insufficient-funds` or `rule` where an offer has no words.
    """
    if isinstance(move, DecideTrack):
        track.asked(move)
    if isinstance(move, DecideTrack | DecideRanch | DecideStock | DecideNothing):
        hexes.asked(state, move)
    if isinstance(move, DecideTrack):
        track.possible(state, move)


def play(state: State, move: Move) -> Played[State]:
    """A move that `accept` has let through.

    :raises RuleError: `rule`, `insufficient-funds` or `invalid` for what an offer cannot express.
    """
    minutes = Minutes(replace(state, unable=()))
    match (state.phase, move):
        case (Bidding() as phase, Bid() | Pass() | AuctionResult()):
            auctions.bidding(minutes, phase, move)
        case (Deciding(), DecideTrack()):
            track.decide(minutes, move)
        case (Deciding(), DecideRanch()):
            ranch.decide(minutes, move)
        case (Deciding(), DecideStock()):
            auctions.decide_stock(minutes, move)
        case (Deciding(), DecideNothing()):
            _decide_nothing(minutes, move)
        case _:
            raise not_now(say("That step is not on at the moment"))
    return minutes.played()


def _decide_nothing(minutes: Minutes[State], move: DecideNothing) -> None:
    """The player passes and takes no action (Available Decisions)."""
    minutes.say(
        say(
            "{who} slides the {track} cube and does nothing",
            who=Who(move.seat),
            track=Text(TRACK_NAMES[move.track]),
        )
    )
    slides.slide(minutes, move)
    events.after_decision(minutes, move.track)
