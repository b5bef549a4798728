"""Set-up, the offers of each phase, and how a move is carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.atlas import Atlas, Change, merge
from companion.errors import invalid, not_now
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
    income,
    posted,
    value,
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
from companion.ledger import (
    BOX as PARTS,
)
from companion.mechanisms.auction import AuctionResult, Bid, Pass
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
    minutes = Minutes(replace(state, unable=()), posted)
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
    minutes = Minutes(replace(state, atlas=atlas), posted)
    for change in changes:
        if change.old is not None and change.fact != "new":
            minutes.say(
                say(
                    "{row}: {fact} {old} → {new}",
                    row=change.row,
                    fact=change.fact,
                    old=str(change.old),
                    new=str(change.new),
                )
            )
    growth.tell_incomes(minutes, state)
    if isinstance(minutes.state.phase, GrowthFacts):
        growth.learned(minutes, minutes.state.phase)
    return minutes.played()


def corrected(state: State, correction: Correction) -> Played[State]:
    """The host says how it is on the table. What is counted moves between accounts, never from nothing;
    on a computed figure the difference is kept as an adjustment.

    :raises RuleError: `invalid` for a figure that is not tracked, `insufficient-funds` for an overdraft.
    """
    minutes = Minutes(state, posted)
    for posting in correction.postings:
        minutes.pay(posting.source, posting.target, posting.amount, posting.why, posting.commodity)
    for of, name, wanted in correction.figures:
        _set(minutes, of, name, wanted)
    growth.tell_incomes(minutes, state)
    return minutes.played()


def _set(minutes: Minutes[State], of: Account, name: str, wanted: int) -> None:
    kind, _, which = of.partition(":")
    state = minutes.state
    if kind == "seat" and which.isdigit() and 1 <= int(which) <= state.seats:
        _set_seat(minutes, Seat(int(which)), name, wanted)
    elif kind == "railroad" and which in ORDER:
        _set_railroad(minutes, Railroad(which), name, wanted)
    elif of == "table" and name == "dividends_played" and wanted < BOX["ending"]["pay_dividends_cards"]:
        minutes.state = replace(state, dividends=wanted)
    else:
        raise invalid("set", say("{name} of {of} is not tracked", name=name, of=of))


def _set_seat(minutes: Minutes[State], seat: Seat, name: str, wanted: int) -> None:
    state, account = minutes.state, seat_account(seat)
    stock = name.removeprefix("shares.").removeprefix("share:")
    card = name.removeprefix("cards.")
    if name == "cash":
        _level(minutes, account, BANK, MONEY, wanted)
    elif stock in ORDER:
        railroad = Railroad(stock)
        _level(minutes, account, railroad_account(railroad), certificates(railroad), wanted)
    elif card in state.hands[seat]:
        minutes.state = replace(state, hands={**state.hands, seat: {**state.hands[seat], card: wanted}})
    else:
        raise invalid("set", say("{name} of a player is not tracked", name=name))


def _set_railroad(minutes: Minutes[State], railroad: Railroad, name: str, wanted: int) -> None:
    state, account = minutes.state, railroad_account(railroad)
    match name:
        case "treasury":
            _level(minutes, account, BANK, MONEY, wanted)
        case "cubes_left":
            _level(minutes, account, BOARD, cubes(railroad), wanted)
        case "income" | "value":
            computed = income(state, railroad) if name == "income" else value(state, railroad)
            added = state.adjustments.get((railroad, name), 0) + wanted - computed
            minutes.state = replace(state, adjustments={**state.adjustments, (railroad, name): added})
            minutes.say(say("{r} {name} {old} → {new}", r=railroad, name=name, old=computed, new=wanted))
        case _:
            raise invalid("set", say("{name} of a railroad is not tracked", name=name))


def _level(minutes: Minutes[State], account: Account, other: Account, what: Commodity, wanted: int) -> None:
    """Bring an account to `wanted` by a posting from or to another."""
    more = wanted - minutes.state.ledger.of(account, what)
    source, target = (other, account) if more > 0 else (account, other)
    minutes.pay(source, target, abs(more), say("correction"), what)
