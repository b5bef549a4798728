"""Set-up, the offers of each phase, and how a move is carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.atlas.known import Atlas, Change
from companion.games.gulf_mobile_ohio import actions, charters, commons, expansion, foreseen, form, railroads
from companion.games.gulf_mobile_ohio.box import BOX, STARTING
from companion.games.gulf_mobile_ohio.moves import (
    AuctionCommon,
    CancelCharter,
    Charter,
    ChooseColour,
    Expand,
    MakeAvailable,
    PassTurn,
    PresidentialExpansion,
)
from companion.games.gulf_mobile_ohio.state import (
    Bidding,
    Choosing,
    Expanding,
    Over,
    State,
    Turn,
    laid_out,
)
from companion.mechanisms import auction as hammer
from companion.mechanisms.auction import AuctionResult, Bid, Pass
from companion.vocabulary.box import Setup
from companion.vocabulary.ledger import Ledger
from companion.vocabulary.minutes import Minutes, Played
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Offer
from companion.words.errors import invalid, not_now
from companion.words.text import say
from companion.words.values import Railroad, Seat


def setup(setup: Setup) -> State:
    """Money, cubes and eight railroads laid out; the start player begins (Setup)."""
    state = State(
        seats=setup.seats,
        rulings=setup.rulings,
        ledger=Ledger.opened(laid_out(setup.seats, BOX["cash"][str(setup.seats)])),
        atlas=setup.atlas,
        phase=Turn(Seat(setup.options["start_player"])),
    )
    for railroad in STARTING:
        state = state.with_shares(railroad)
    return state


def offers(state: State) -> tuple[Offer, ...]:
    """What may be done now, the likeliest seat first; shares from the stack by anybody at any time."""
    phase = state.phase
    first: tuple[Offer, ...]
    match phase:
        case Turn(seat=seat):
            first = actions.offers(state, seat)
        case Bidding():
            first = hammer.offers(phase.auction, state.cash)
        case Choosing():
            first = charters.colour_offers(state, phase)
        case Expanding():
            build = form.offer(state, phase)
            first = (build,)
            if phase.share == "charter":
                hopeful = build.disabled is None and foreseen.doubt(state, phase.railroad) is None
                first = (build, charters.cancel_offer(phase.builder, aside=hopeful))
        case Over():
            return ()
        case _:
            assert_never(phase)
    return (*first, *railroads.offers(state, actions.current_player(state)))


def check_facts(state: State, move: Move) -> None:
    """Names and letters are looked at; printed is asked for only where a railroad starts in a city that is not known.

    :raises RuleError: `invalid` for a railroad nobody knows, or a name that is a near miss; `facts-needed`.
    """
    match move:
        case Charter() | AuctionCommon() | PresidentialExpansion() if move.railroad not in state.known():
            raise invalid("railroad", say("There is no railroad {r}", r=repr(move.railroad)[:40]))
        case Expand() | PresidentialExpansion():
            cities = expansion.named(state, move)
            told = railroads.read_rows(state, move.new_railroads)
            railroads.check_letters(state, move, (one.railroad for one in told), "new_railroads")
            if isinstance(move, Expand):
                foreseen.ask_start(state, move, cities)
        case MakeAvailable():
            one = railroads.read_move(state, move)
            railroads.check_letters(state, move, (one.railroad,), "railroad")
        case _:
            pass


def play(state: State, move: Move) -> Played[State]:
    """A move that `accept` has let through.

    :raises RuleError: `rule`, `insufficient-funds` or `invalid` for what an offer cannot express.
    """
    minutes = Minutes(state if isinstance(move, MakeAvailable) else replace(state, unable=()))
    match (state.phase, move):
        case (_, MakeAvailable()):
            railroads.make_available(minutes, move)
        case (Turn(seat=seat), Charter()):
            actions.charter(minutes, seat, move)
        case (Turn(seat=seat), AuctionCommon()):
            actions.auction_common(minutes, seat, move)
        case (Turn(seat=seat), PresidentialExpansion()):
            actions.presidential(minutes, seat, move)
        case (Turn(seat=seat), PassTurn()):
            actions.pass_turn(minutes, seat)
        case (Bidding() as phase, Bid() | Pass() | AuctionResult()):
            actions.bidding(minutes, phase, move)
        case (Choosing() as phase, ChooseColour()):
            charters.choose(minutes, phase, move)
        case (Expanding(share="charter") as phase, Expand()):
            charters.expand(minutes, phase, move)
        case (Expanding(share="common") as phase, Expand()):
            commons.expand(minutes, phase, move)
        case (Choosing() | Expanding(share="charter") as phase, CancelCharter()):
            charters.called_off(minutes, phase, move)
        case _:
            raise not_now(say("That step is not on at the moment"))
    return minutes.played()


def learned(state: State, atlas: Atlas, changes: tuple[Change, ...]) -> Played[State]:
    """Facts became known: a railroad whose start city has a cube already is available at once.

    :raises RuleError: `invalid` for what can be no railroad's letters.
    """
    minutes = Minutes(replace(state, atlas=atlas))
    told = dict.fromkeys(change.row for change in changes if change.section == "railroads")
    for row in told:
        railroads.letters(state, row, "facts.railroads")
    if not state.finished:
        railroads.come_in(minutes, railroads.reached(minutes.state))
    for change in changes:
        if change.section == "railroads" and change.fact == "bonus":
            railroads.beware(minutes, railroads.plus_doubts(Railroad(change.row), change.new))
    return minutes.played()
