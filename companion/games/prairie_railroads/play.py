"""Set-up, the offers of each phase, and how a move is carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.atlas.known import Atlas, Change, merge
from companion.games.prairie_railroads import auctions, cards, first, growth, track, western
from companion.games.prairie_railroads.box import (
    BOX,
    CUBES,
    DEVELOPMENT_CUBES,
    ORDER,
    PAPER_TOTAL,
    SHARES,
)
from companion.games.prairie_railroads.moves import (
    BuildStart,
    BuildTrack,
    ChooseGrowth,
    DeckEmpty,
    NoBuild,
    NoOffer,
    OfferShare,
    PlayCard,
    RollGrowth,
    WesternBuild,
)
from companion.games.prairie_railroads.state import (
    DEVELOPMENT,
    Bidding,
    Building,
    Choosing,
    FirstBuild,
    Growing,
    GrowthChoice,
    GrowthFacts,
    Offering,
    Over,
    State,
)
from companion.mechanisms.auction import AuctionResult, Bid, Pass
from companion.mechanisms.laying_out import laid_out
from companion.vocabulary.box import Setup
from companion.vocabulary.ledger import BOX as PARTS
from companion.vocabulary.ledger import Ledger
from companion.vocabulary.minutes import Minutes, Played
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Offer
from companion.words.errors import not_now
from companion.words.text import say
from companion.words.values import Seat


def setup(setup: Setup) -> State:
    """Money, certificates and cubes laid out, and the first share under the hammer (Setting Up The Game)."""
    seats = [Seat(n) for n in range(1, setup.seats + 1)]
    holdings = laid_out(
        seats=setup.seats,
        cash=BOX["cash"][str(setup.seats)],
        paper_total=PAPER_TOTAL,
        railroads=ORDER,
        shares=SHARES,
        track_cubes=CUBES,
    )
    holdings.append((PARTS, DEVELOPMENT, DEVELOPMENT_CUBES))
    atlas = setup.atlas
    if counted := setup.options.get("draw_deck"):
        atlas, _ = merge(atlas, {"draw_deck": {str(setup.seats): counted}})
    state = State(
        seats=setup.seats,
        rulings=setup.rulings,
        ledger=Ledger.opened(holdings),
        atlas=atlas,
        phase=Choosing(),
        active=Seat(setup.options["first_bidder"]),
        hands={seat: dict(BOX["cards"][str(setup.seats)]) for seat in seats},
    )
    return auctions.open_initial(state, ORDER[0], state.active)


def offers(state: State) -> tuple[Offer, ...]:
    """What may be done now, the likeliest seat first."""
    phase = state.phase
    match phase:
        case Bidding():
            return auctions.bidding_offers(state, phase)
        case FirstBuild():
            return first.first_offers(state, phase)
        case Choosing():
            return cards.offers(state)
        case Offering():
            return auctions.offering_offers(state, phase)
        case Growing():
            return growth.rolling_offers(state)
        case GrowthFacts():
            return growth.facts_offers(state, phase)
        case GrowthChoice():
            return growth.choice_offers(state)
        case Building():
            return track.building_offers(state, phase)
        case Over():
            return ()
        case _:
            assert_never(phase)


def play(state: State, move: Move) -> Played[State]:
    """A move that `accept` has let through.

    :raises RuleError: `rule`, `insufficient-funds` or `invalid` for what an offer cannot express.
    """
    minutes = Minutes(replace(state, unable=()))
    match (state.phase, move):
        case (Bidding() as phase, Bid() | Pass() | AuctionResult()):
            auctions.bidding(minutes, phase, move)
        case (FirstBuild() as phase, BuildStart()):
            first.build_first(minutes, phase, move)
        case (Choosing(), PlayCard()):
            cards.play(minutes, move)
        case (Choosing(), DeckEmpty()):
            cards.deck_empty(minutes, move)
        case (Offering(), OfferShare()):
            auctions.offer(minutes, move)
        case (Offering(), NoOffer()):
            auctions.no_offer(minutes)
        case (Growing() as phase, RollGrowth()):
            growth.roll(minutes, phase, move)
        case (GrowthChoice() as phase, ChooseGrowth()):
            growth.choose(minutes, phase, move)
        case (Building(), BuildTrack()):
            track.build(minutes, move)
        case (Building(), WesternBuild()):
            western.build_western(minutes, move)
        case (Building(), NoBuild()):
            track.no_build(minutes, move)
        case _:
            raise not_now(say("That step is not on at the moment"))
    return minutes.played()


def learned(state: State, atlas: Atlas, changes: tuple[Change, ...]) -> Played[State]:
    """Facts became known: incomes are recomputed, a row of the growth chart may have been waited for."""
    minutes = Minutes(replace(state, atlas=atlas))
    growth.tell_incomes(minutes, state)
    if isinstance(minutes.state.phase, GrowthFacts):
        growth.learned(minutes, minutes.state.phase)
    return minutes.played()
