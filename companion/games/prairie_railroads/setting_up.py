"""Setting Up The Game: what is laid out, the initial auctions, and the first segment of each railroad."""

from __future__ import annotations

from companion.atlas.known import merge
from companion.games.prairie_railroads import box, track, turn
from companion.games.prairie_railroads.box import BOX, ORDER
from companion.games.prairie_railroads.moves import BuildStart
from companion.games.prairie_railroads.phases import Bidding, Choosing, FirstBuild
from companion.games.prairie_railroads.state import DEVELOPMENT, State
from companion.mechanisms import auction as hammer
from companion.mechanisms import box_file
from companion.mechanisms.auction import Auction
from companion.mechanisms.laying_out import laid_out
from companion.mechanisms.sale import hand_over
from companion.vocabulary import ledger
from companion.vocabulary.board import Instruction
from companion.vocabulary.box import Setup
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Link
from companion.vocabulary.offers import Offer, called, narrowed
from companion.words.text import Who, phrase, say
from companion.words.values import Money, Railroad, Seat

FIRST_FROM = {row["id"]: tuple(row["from"]) for row in BOX["railroads"]}
"""The start cities that each railroad may begin at."""
FIRST_TO = {row["id"]: tuple(row.get("to", ())) for row in BOX["railroads"]}
"""Where its first segment may go; empty: anywhere."""


def setup(given: Setup) -> State:
    """Money, certificates and cubes laid out, and the first share under the hammer."""
    players = str(given.seats)
    holdings = laid_out(
        seats=given.seats,
        cash=BOX["cash"][players],
        paper_total=box.PAPER_TOTAL,
        railroads=ORDER,
        shares=box.SHARES,
        track_cubes=box.CUBES,
    )
    holdings.append((ledger.BOX, DEVELOPMENT, box.DEVELOPMENT_CUBES))
    atlas = given.atlas
    if counted := given.options.get("draw_deck"):
        atlas, _ = merge(atlas, {"draw_deck": {players: counted}})
    state = State(
        seats=given.seats,
        rulings=given.rulings,
        ledger=ledger.Ledger.opened(holdings),
        atlas=atlas,
        phase=Choosing(),
        active=Seat(given.options["first_bidder"]),
        hands={Seat(n): dict(BOX["cards"][players]) for n in range(1, given.seats + 1)},
    )
    return opened(state, ORDER[0], state.active)


def instructions(state: State) -> tuple[Instruction, ...]:
    """Board, shares, cubes and cards, for hands to lay out; the money stays in the box."""
    dealt = {card.lower(): number for card, number in BOX["cards"][str(state.seats)].items()}
    facts = {"shares": box.SHARES, "cubes": box.CUBES, "n": box.DEVELOPMENT_CUBES, **dealt}
    return box_file.setting_up(BOX, **facts)


def least_bid(state: State) -> Money:
    """There is no minimum: whether nothing at all is a bid is a ruling."""
    return Money(0) if state.ruled("initial_zero_bid", "bid") else Money(1)


def opened(state: State, railroad: Railroad, opener: Seat) -> State:
    """The first share of a railroad comes under the hammer. No minimum."""
    auction = state.auctioned(railroad, opener, least_bid(state))
    return state.changed(phase=Bidding(auction, initial=True), active=opener)


def begin_auction(minutes: Minutes[State], railroad: Railroad, opener: Seat) -> None:
    """The same within a move; an auction in which nobody can bid is over before it began."""
    minutes.state = opened(minutes.state, railroad, opener)
    auction = minutes.state.auction
    assert auction is not None
    if auction.unable:
        minutes.say(hammer.unable_sentence(auction.unable))
    if auction.over:
        sold(minutes, auction)


def sold(minutes: Minutes[State], auction: Auction) -> None:
    """The auction is over. If no one bids, the offering player gets the share for free."""
    winner = auction.high_seat or auction.opener
    hand_over(minutes, auction, winner, auction.high_bid or Money(0))
    phase = FirstBuild(auction.railroad, winner)
    minutes.state = minutes.state.changed(phase=phase, active=winner, unable=auction.unable)


def first_offers(state: State, phase: FirstBuild) -> tuple[Offer, ...]:
    """The winner of an initial auction builds one open segment from a start city, free."""
    starts, ends = FIRST_FROM[phase.railroad], FIRST_TO[phase.railroad]
    begins = tuple(called(city) for city in starts)
    # alone beside Confirm, as what is still needed, a bare "To" would name nothing
    from_ = narrowed(BuildStart, "from", choices=begins, wanted=say("From which city"))
    cities = ends or tuple(city for city in state.atlas.rows("cities") if city not in starts)
    choices = tuple(track.city_choice(city, state.city_income(city)) for city in cities)
    to = narrowed(BuildStart, "to", choices=choices, open=not ends, wanted=say("To which city"))
    what = say("Build the {r}'s first segment (free)", r=phase.railroad)
    return (Offer(BuildStart, phase.seat, what, (from_, to), unchecked=() if ends else ("adjacency",)),)


def build_first(minutes: Minutes[State], phase: FirstBuild, move: BuildStart) -> None:
    """The free first segment; then the next initial auction, or the first turn."""
    railroad = phase.railroad
    segment = track.named(minutes.state, Link(move.from_, move.to), "to")
    track.check_open(minutes.state, segment)
    track.check_arrow(minutes.state, segment)
    words = phrase("{r} builds {segment} (free)")
    minutes.say(words, who=Who(move.seat), r=railroad, segment=segment.label)
    track.lay(minutes, railroad, (segment,))
    still_to_come = ORDER[ORDER.index(railroad) + 1 :]
    if still_to_come:
        begin_auction(minutes, still_to_come[0], move.seat)
    else:
        turn.begin_turns(minutes, move.seat)
