"""What Prairie Railroads tracks, and every figure that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Literal, TypeVar, cast

from companion.atlas.known import Atlas
from companion.games.prairie_railroads.box import (
    CARDS,
    DIVIDEND_DIVISOR,
    ORDER,
    SEGMENT_COST,
    SEGMENT_VALUE,
    START_CITIES,
    VALUE_DIVISOR,
    WESTERN_VALUE,
)
from companion.mechanisms import shares
from companion.mechanisms.auction import Auction
from companion.mechanisms.game_state import Ended, StockState, UnderTheHammer
from companion.vocabulary.ledger import Commodity, Ledger
from companion.vocabulary.moves import Link
from companion.vocabulary.records import UNWRITTEN, first_form, record
from companion.words.values import Money, Railroad, Seat, divided_up

T = TypeVar("T")

Source = Literal["hand", "deck"]
Hand = Mapping[str, int]

DEVELOPMENT = Commodity("cube:development")


@record("Bidding", "auction initial")
@dataclass(frozen=True, slots=True)
class Bidding(UnderTheHammer):
    """A share is under the hammer. `initial`: in the initial auctions, where nobody's share is free."""

    auction: Auction
    initial: bool


@record("FirstBuild", "railroad seat")
@dataclass(frozen=True, slots=True)
class FirstBuild:
    """The winner of an initial auction owes the railroad its first segment."""

    railroad: Railroad
    seat: Seat


@record("Choosing")
@dataclass(frozen=True, slots=True)
class Choosing:
    """The active player is to play an action card."""


@record("Offering", "source")
@dataclass(frozen=True, slots=True)
class Offering:
    """Offer Stock was played: which share?"""

    source: Source


@record("Growing", "source")
@dataclass(frozen=True, slots=True)
class Growing:
    """Construct Track was played: Discover Growth comes first."""

    source: Source


@record("GrowthFacts", "source row")
@dataclass(frozen=True, slots=True)
class GrowthFacts:
    """The dice show a row of the growth chart that nobody has read out yet."""

    source: Source
    row: str


@record("GrowthChoice", "source")
@dataclass(frozen=True, slots=True)
class GrowthChoice:
    """Both cities of the row have grown: the player chooses."""

    source: Source


@record("Building", "source")
@dataclass(frozen=True, slots=True)
class Building:
    """A railroad is to build."""

    source: Source


@record("Over", "cash reason")
@dataclass(frozen=True, slots=True)
class Over(Ended):
    """The game is over. `cash`: dollars of seats 1 to N before the final payoff."""

    cash: tuple[int, ...]
    reason: Literal["dividends", "cards"]


Phase = Bidding | FirstBuild | Choosing | Offering | Growing | GrowthFacts | GrowthChoice | Building | Over


def figure(work_out: Callable[[State, Railroad], T]) -> Callable[[State, Railroad], T]:
    """A figure of a railroad: worked out when it is first asked for, once for each state."""
    name = work_out.__name__

    @wraps(work_out)
    def once(state: State, railroad: Railroad) -> T:
        try:
            return cast("T", state.figures[name, railroad])
        except KeyError:
            worked_out = state.figures[name, railroad] = work_out(state, railroad)
            return worked_out

    return once


@record("State")
@dataclass(frozen=True, slots=True)
class State(StockState):
    """Everything a table of Prairie Railroads has on it, but the board itself.

    active: whose turn it is (in the initial auctions: who opened); tracks: each railroad's segments in the
    order of building; western: where each railroad's Western Build stands; grown: cities with an orange cube;
    rolls: row of each Discover Growth and the city that grew; dividends: Pay Dividends cards played;
    hands: personal cards of each seat; drawn: cards drawn from the Draw deck; deck_declared_empty: the table
    said so; adjustments: what the host added to a computed figure; unable: who was passed for want of cash in
    the auction that has just ended.
    """

    seats: int
    rulings: Mapping[str, str] = field(metadata=UNWRITTEN)
    ledger: Ledger
    atlas: Atlas = field(metadata=UNWRITTEN)
    phase: Phase
    active: Seat
    hands: Mapping[Seat, Hand]
    drawn: Hand = field(default_factory=lambda: dict.fromkeys(CARDS, 0))
    tracks: Mapping[Railroad, tuple[Link, ...]] = field(default_factory=lambda: dict.fromkeys(ORDER, ()))
    western: Mapping[Railroad, str] = field(default_factory=dict)
    grown: tuple[str, ...] = ()
    rolls: tuple[tuple[str, str | None], ...] = ()
    dividends: int = 0
    deck_declared_empty: bool = False
    adjustments: Mapping[tuple[Railroad, str], int] = field(default_factory=dict)
    unable: tuple[Seat, ...] = ()
    figures: dict[tuple[str, Railroad], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """What has been worked out of this state, so that it is worked out once; no part of the state itself."""
    earned: dict[Railroad, tuple[tuple[Link, ...], Atlas, tuple[str, ...], tuple[int, ...]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """The last earnings worked out, and of what. Handed on from state to state: most moves change none of it."""

    def city_income(self, city: str) -> int | None:
        """Dollars a city adds to each segment that ends there; None while nobody has read it out.

        Start cities provide no income, whatever grows (Determining a railroad's Income).
        """
        record = self.atlas.rows("cities").get(city, {})
        if city in START_CITIES or record.get("start") is True:
            return 0
        printed: int | None = record.get("income")
        if printed is None or city not in self.grown:
            return printed
        grown: int | None = record.get("grown")
        return printed + 1 if grown is None else grown

    def segment_income(self, segment: Link) -> int:
        """Dollars of one segment: both cities that it connects."""
        return (self.city_income(segment.a) or 0) + (self.city_income(segment.b) or 0)

    def earnings(self, railroad: Railroad) -> tuple[int, ...]:
        """Dollars of each of its segments, in the order of building."""
        track, atlas, grown = self.tracks[railroad], self.atlas, self.grown
        known = self.earned.get(railroad)
        if known and known[0] is track and known[1] is atlas and known[2] is grown:
            return known[3]
        each = tuple(self.segment_income(segment) for segment in track)
        self.earned[railroad] = (track, atlas, grown, each)
        return each

    @figure
    def income(self, railroad: Railroad) -> int:
        """Dollars per dividend, whole railroad (Determining a railroad's Income), with the host's adjustment."""
        return sum(self.earnings(railroad)) + self.adjustments.get((railroad, "income"), 0)

    @figure
    def value(self, railroad: Railroad) -> int:
        """Dollars: $5 a segment and $25 for a Western Build (Determining a railroad's Value), adjusted."""
        built = SEGMENT_VALUE * len(self.tracks[railroad])
        western = WESTERN_VALUE if railroad in self.western else 0
        return built + western + self.adjustments.get((railroad, "value"), 0)

    def minimum_bid(self, railroad: Railroad) -> Money:
        """Dollars: one fifth of the value (Offer Stock); an adjusted value is rounded up."""
        return divided_up(self.value(railroad), VALUE_DIVISOR)

    @figure
    def dividend_per_share(self, railroad: Railroad) -> Money:
        """Dollars a share: income / 5, rounded up, whatever is sold (Pay Dividends)."""
        return divided_up(max(0, self.income(railroad)), DIVIDEND_DIVISOR)

    @figure
    def holders(self, railroad: Railroad) -> tuple[tuple[Seat, int], ...]:
        """Every player who holds some of its shares, by seat, and how many."""
        return shares.holders(self.ledger, railroad, self.seats)

    def financed(self, railroad: Railroad) -> bool:
        """Has it the $5 for a segment (Construct Track)?"""
        return self.ledger.treasury(railroad) >= SEGMENT_COST

    @figure
    def network(self, railroad: Railroad) -> tuple[str, ...]:
        """The cities a railroad's track reaches, in the order of building."""
        ends = (city for segment in self.tracks[railroad] for city in (segment.a, segment.b))
        return tuple(dict.fromkeys(ends))

    def deck_counts(self) -> Hand | None:
        """The Draw deck's make-up after dealing, when it was counted."""
        counted = self.atlas.rows("draw_deck").get(str(self.seats))
        return {card: counted[card] for card in CARDS} if counted and set(CARDS) <= set(counted) else None

    def deck_left(self) -> int | None:
        """Cards left in the Draw deck; None while it is uncounted."""
        if self.deck_declared_empty:
            return 0
        counted = self.deck_counts()
        return None if counted is None else max(0, sum(counted.values()) - sum(self.drawn.values()))

    def hand_size(self, seat: Seat) -> int:
        """Personal cards a player has left."""
        return sum(self.hands[seat].values())


def label(segment: Link) -> str:
    """A segment as it is named: `A-B`, and `A-B (2)` for a second link between the same two."""
    return f"{segment.a}-{segment.b}" + (f" ({segment.number})" if segment.number > 1 else "")


def canonical(state: State) -> object:
    """The state as digests of format 1 have it, and only they: nested tuples of plain values. Nothing is added here."""
    phase, *detail = first_form(state.phase)
    if isinstance(state.phase, Bidding):
        detail[0] = first_form(state.phase.auction)[1:]
    return (
        phase,
        tuple(detail),
        state.active,
        tuple(sorted(state.ledger.holdings.items())),
        tuple((r, tuple((s.a, s.b, s.number) for s in state.tracks[r])) for r in ORDER),
        tuple(sorted(state.western.items())),
        state.grown,
        state.rolls,
        state.dividends,
        tuple((seat, tuple(sorted(hand.items()))) for seat, hand in sorted(state.hands.items())),
        tuple(sorted(state.drawn.items())),
        state.deck_declared_empty,
        state.unable,
        tuple(sorted(state.adjustments.items())),
        tuple(state.income(r) for r in ORDER),
    )


def derived(state: State) -> dict[str, object]:
    """What follows from the state, and from what is known of the board, and stands in its digest all the same: a rule
    that gives other figures is found at the line where it does."""
    return {"income": {r: state.income(r) for r in ORDER}}
