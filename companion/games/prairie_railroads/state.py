"""What Prairie Railroads tracks, and every figure that follows from it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from companion.atlas.form import Record
from companion.atlas.known import Atlas
from companion.games.prairie_railroads import box
from companion.games.prairie_railroads.box import CARDS, ORDER
from companion.games.prairie_railroads.phases import Bidding, FirstBuild, Phase
from companion.mechanisms.links import TrackState
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import Commodity, Ledger
from companion.vocabulary.moves import Link
from companion.vocabulary.records import UNWRITTEN, first_form, first_parts, record
from companion.words.text import phrase
from companion.words.values import Money, Railroad, Seat, divided_up

Hand = Mapping[str, int]
"""How many cards of each kind."""

DEVELOPMENT = Commodity("cube:" + phrase("development"))
"""The orange cubes, of which the box and the board have some."""


@record("State")
@dataclass(frozen=True, slots=True)
class State(TrackState):
    """Everything a table of Prairie Railroads has on it, but the board itself."""

    seats: int
    rulings: Mapping[str, str] = field(metadata=UNWRITTEN)
    ledger: Ledger
    atlas: Atlas = field(metadata=UNWRITTEN)
    phase: Phase
    active: Seat
    """Whose turn it is; in the initial auctions who opened."""
    hands: Mapping[Seat, Hand]
    """Personal cards of each player."""
    drawn: Hand = field(default_factory=lambda: dict.fromkeys(CARDS, 0))
    """Cards drawn from the Draw deck."""
    tracks: Mapping[Railroad, tuple[Link, ...]] = field(default_factory=lambda: dict.fromkeys(ORDER, ()))
    """Each railroad's segments in the order of building."""
    western: Mapping[Railroad, str] = field(default_factory=dict)
    """The city next to which each railroad's Western Build stands."""
    grown: tuple[str, ...] = ()
    """Cities that have grown, in that order."""
    rolls: tuple[tuple[str, str | None], ...] = ()
    """The row of each Discover Growth, and the city that grew."""
    dividends: int = 0
    """Pay Dividends cards played."""
    deck_declared_empty: bool = False
    """Has the table said that the Draw deck is empty?"""
    adjustments: Mapping[tuple[Railroad, str], int] = field(default_factory=dict)
    """What the host has added to a railroad's `income` or `value`, in dollars."""
    unable: tuple[Seat, ...] = ()
    """Who was passed for want of cash in the auction that has just ended."""

    def city_income(self, city: str) -> int | None:
        """Dollars a city adds to each segment that ends there; None while nobody has read it out."""
        return _city_income(city, self.atlas.rows("cities").get(city, {}), self.grown)

    @part
    def city_incomes(self) -> dict[str, int | None]:
        """Those of every city that is known."""
        grown = self.grown
        return {city: _city_income(city, its, grown) for city, its in self.atlas.rows("cities").items()}

    @part
    def earnings(self, railroad: Railroad) -> tuple[int, ...]:
        """Dollars of each of its segments, in the order of building: both cities that it connects."""
        rows, grown, track = self.atlas.rows("cities"), self.grown, self.tracks[railroad]
        ends = dict.fromkeys([end for each in track for end in (each.a, each.b)])
        dollars = {end: _city_income(end, rows.get(end, {}), grown) or 0 for end in ends}
        return tuple([dollars[each.a] + dollars[each.b] for each in track])

    def added(self, railroad: Railroad, name: str) -> int:
        """Dollars that the host has added to its `income` or `value`."""
        return self.adjustments.get((railroad, name), 0)

    @part
    def income(self, railroad: Railroad) -> int:
        """Dollars per dividend, whole railroad (Determining a railroad's Income), with the host's adjustment."""
        return sum(self.earnings(railroad)) + self.added(railroad, "income")

    def incomes(self) -> dict[Railroad, int]:
        """Every railroad's income, in dollars."""
        return {railroad: self.income(railroad) for railroad in ORDER}

    @part
    def value(self, railroad: Railroad) -> int:
        """Dollars: $5 a segment and $25 for a Western Build (Determining a railroad's Value), adjusted."""
        built = box.SEGMENT_VALUE * len(self.tracks[railroad])
        western = box.WESTERN_VALUE if railroad in self.western else 0
        return built + western + self.added(railroad, "value")

    def laid(self) -> dict[Railroad, int]:
        """Cubes that lie on the board for sure: one is that of its Western Build."""
        return {r: number + (r in self.western) for r, number in TrackState.laid(self).items()}

    def minimum_bid(self, railroad: Railroad) -> Money:
        """Dollars: one fifth of the value (Offer Stock); an adjusted value is rounded up."""
        return divided_up(self.value(railroad), box.VALUE_DIVISOR)

    def financed(self, railroad: Railroad) -> bool:
        """Has it the $5 for a segment (Construct Track)?"""
        return self.treasury(railroad) >= box.SEGMENT_COST

    @part
    def network(self, railroad: Railroad) -> tuple[str, ...]:
        """The cities a railroad's track reaches, in the order of building."""
        ends = [city for segment in self.tracks[railroad] for city in segment.ends]
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

    @property
    def unstarted(self) -> tuple[Railroad, ...]:
        """Railroads whose initial auction is to come, or goes on."""
        match self.phase:
            case Bidding(auction=auction, initial=True):
                return ORDER[ORDER.index(auction.railroad) :]
            case FirstBuild(railroad=railroad):
                return ORDER[ORDER.index(railroad) + 1 :]
            case _:
                return ()

    def hand_size(self, seat: Seat) -> int:
        """Personal cards a player has left."""
        return sum(self.hands[seat].values())


def _city_income(city: str, record: Record, grown: Collection[str]) -> int | None:
    """Start cities provide no income, whatever grows (Determining a railroad's Income)."""
    if city in box.START_CITIES or record.get("start") is True:
        return 0
    printed: int | None = record.get("income")
    if printed is None or city not in grown:
        return printed
    then: int | None = record.get("grown")
    return printed + 1 if then is None else then


def canonical(state: State) -> object:
    """The state as digests of format 1 have it, and only they: nested tuples of plain values. Nothing is added here."""
    phase, *detail = first_form(state.phase)
    if isinstance(state.phase, Bidding):
        detail[0] = first_form(state.phase.auction)[1:]
    tracks = tuple((r, tuple((s.a, s.b, s.number) for s in state.tracks[r])) for r in ORDER)
    hands = tuple((seat, tuple(sorted(hand.items()))) for seat, hand in sorted(state.hands.items()))
    early = first_parts(state, "active ledger.holdings")
    grown = first_parts(state, "western grown rolls dividends")
    late = first_parts(state, "drawn deck_declared_empty unable adjustments")
    return (phase, tuple(detail), *early, tracks, *grown, hands, *late, tuple(map(state.income, ORDER)))


def derived(state: State) -> dict[str, object]:
    """What follows from the state, and from what is known of the board, and stands in its digest all the same: a rule
    that gives other figures is found at the line where it does."""
    return {"income": state.incomes()}
