"""What may be done in each phase, and how a move is carried out."""

from __future__ import annotations

from typing import assert_never

from companion.atlas.known import Atlas, Change
from companion.games.prairie_railroads import cards, growth, moves, phases, setting_up, track
from companion.games.prairie_railroads.state import State
from companion.mechanisms import auction as hammer
from companion.mechanisms.income import tell
from companion.vocabulary.minutes import Minutes, Played
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Offer
from companion.words.errors import not_now
from companion.words.text import say


def offers(state: State) -> tuple[Offer, ...]:
    """What may be done now, the likeliest seat first."""
    phase = state.phase
    match phase:
        case phases.Bidding():
            unbid = hammer.last_pass(phase.auction, free=phase.initial)
            return hammer.offers(phase.auction, state.cash, unbid=unbid)
        case phases.FirstBuild():
            return setting_up.first_offers(state, phase)
        case phases.Choosing():
            return cards.offers(state)
        case phases.Offering():
            return cards.share_offers(state, phase)
        case phases.Growing():
            return growth.rolling_offers(state)
        case phases.GrowthFacts():
            return growth.facts_offers(state, phase)
        case phases.GrowthChoice():
            return growth.choice_offers(state)
        case phases.Building():
            return track.building_offers(state, phase)
        case phases.Over():
            return ()
        case _:
            assert_never(phase)


def play(state: State, move: Move) -> Played[State]:
    """A move that `accept` has let through.

    :raises RuleError: `rule`, `insufficient-funds` or `invalid` for what an offer cannot express.
    """
    minutes = Minutes(state.changed(unable=()))
    match (state.phase, move):
        case (phases.Bidding() as phase, hammer.Bid() | hammer.Pass() | hammer.AuctionResult()):
            cards.bidding(minutes, phase, move)
        case (phases.FirstBuild() as phase, moves.BuildStart()):
            setting_up.build_first(minutes, phase, move)
        case (phases.Choosing(), moves.PlayCard()):
            cards.play(minutes, move)
        case (phases.Choosing(), moves.DeckEmpty()):
            cards.deck_empty(minutes, move)
        case (phases.Offering(), moves.OfferShare()):
            cards.offer_share(minutes, move)
        case (phases.Offering(), moves.NoOffer()):
            cards.no_offer(minutes)
        case (phases.Growing() as phase, moves.RollGrowth()):
            growth.roll(minutes, phase, move)
        case (phases.GrowthChoice() as phase, moves.ChooseGrowth()):
            growth.choose(minutes, phase, move)
        case (phases.Building(), moves.BuildTrack()):
            track.build(minutes, move)
        case (phases.Building(), moves.WesternBuild()):
            track.build_western(minutes, move)
        case (phases.Building(), moves.NoBuild()):
            track.no_build(minutes, move)
        case _:
            raise not_now(say("You can't do that now"))
    return minutes.played()


def learned(state: State, atlas: Atlas, changes: tuple[Change, ...]) -> Played[State]:
    """Facts became known: incomes are recomputed, a row of the growth chart may have been waited for."""
    minutes = Minutes(state.changed(atlas=atlas))
    tell(minutes, state.incomes(), minutes.state.incomes())
    growth.learned(minutes, changes)
    return minutes.played()
