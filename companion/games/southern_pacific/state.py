"""What Southern Pacific tracks, and every figure that follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.atlas.known import Atlas
from companion.games.southern_pacific.box import CITY_INCOME, ORDER, START_INCOME
from companion.games.southern_pacific.phases import Phase
from companion.mechanisms.links import TrackState
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import Ledger
from companion.vocabulary.moves import Link
from companion.vocabulary.records import UNWRITTEN, first_parts, record
from companion.words.values import Money, Railroad, Seat


@record("State")
@dataclass(frozen=True, slots=True)
class State(TrackState):
    """Everything a table of Southern Pacific has on it, but the board itself."""

    seats: int
    rulings: Mapping[str, str] = field(metadata=UNWRITTEN)
    ledger: Ledger
    atlas: Atlas = field(metadata=UNWRITTEN)
    phase: Phase
    unstarted: tuple[Railroad, ...] = ORDER
    """Railroads whose President's share is still to be auctioned."""
    passed_over: tuple[Railroad, ...] = ()
    """Those of them that nobody has bid for (ruling `initial_all_pass`)."""
    presidents: Mapping[Railroad, Seat] = field(default_factory=dict)
    tracks: Mapping[Railroad, tuple[Link, ...]] = field(default_factory=lambda: dict.fromkeys(ORDER, ()))
    card: Seat | None = None
    """Who holds the Bull Market card."""
    round: int = 0
    """0 during the initial auctions."""
    adjustments: Mapping[tuple[Railroad, str], int] = field(default_factory=dict)
    """What the host added to a computed income, in dollars."""
    unable: tuple[Seat, ...] = ()
    """Who was passed for want of cash in the auction that has just ended."""

    @part
    def home(self, railroad: Railroad) -> str | None:
        """A railroad's home city; None while nobody has read it out."""
        city: str | None = self.atlas.get("homes", railroad, "city")
        return city

    @part
    def network(self, railroad: Railroad) -> tuple[str, ...]:
        """The cities a railroad may build or buy from: its home and all that its links reach."""
        at_home = self.home(railroad)
        ends = [city for link in self.tracks[railroad] for city in (link.a, link.b)]
        return tuple(dict.fromkeys(([at_home] if at_home else []) + ends))

    def touches(self, railroad: Railroad, link: Link) -> bool:
        """Does the link connect to the railroad's home or track?"""
        reached = self.network(railroad)
        return link.a in reached or link.b in reached

    @part
    def cut_off(self, railroad: Railroad, without: Link) -> tuple[Link, ...]:
        """The railroad's links that would no longer reach its home without that one (Build/Buy Track). Where nobody has
        read out its home, that is the table's to see: none is known to be cut off."""
        at_home = self.home(railroad)
        if at_home is None:
            return ()
        left = [link for link in self.tracks[railroad] if not link.same(without)]
        reached = {at_home}
        for _ in left:
            reached |= {end for link in left if reached & set(link.ends) for end in link.ends}
        return tuple(link for link in left if not reached & set(link.ends))

    @part
    def connected(self, railroad: Railroad) -> tuple[str, ...]:
        """The cities a railroad connects to, for incomes (Initial Auctions; ruling `home_counts`)."""
        if not self.tracks[railroad] and self.ruled("home_counts", "first_link"):
            return ()
        return self.network(railroad)

    @part
    def computed_incomes(self) -> dict[Railroad, int]:
        """Every railroad's income as the board gives it, in dollars.

        A city pays $3, $2 or $1 to each railroad as one, two, or three or more connect to it (Initial Auctions).
        A railroad without track, and whose home does not count yet or is not known, stands in the $3 box.
        """
        reached = {railroad: self.connected(railroad) for railroad in ORDER}
        number = Counter([city for cities in reached.values() for city in cities])
        paid = {city: CITY_INCOME[min(many, len(CITY_INCOME)) - 1] for city, many in number.items()}
        return {
            r: sum([paid[city] for city in cities]) if cities else START_INCOME
            for r, cities in reached.items()
        }

    @part
    def incomes(self) -> dict[Railroad, int]:
        """Every railroad's income, in dollars, with the host's adjustments; never below nothing."""
        computed = self.computed_incomes()
        return {r: max(0, computed[r] + self.adjustments.get((r, "income"), 0)) for r in ORDER}

    def income(self, railroad: Railroad) -> int:
        """One railroad's income, in dollars."""
        return self.incomes()[railroad]

    def funds(self, railroad: Railroad) -> int:
        """The treasury with the income of an operation, in dollars (Pay Dividends)."""
        return self.treasury(railroad) + self.income(railroad)

    def most_per_share(self, railroad: Railroad) -> Money:
        """The highest dividend a share: the treasury with its income over the shares held, rounded down."""
        held = self.sold(railroad)
        return Money(self.funds(railroad) // held if held else 0)

    @part
    def without_cubes(self) -> tuple[str, ...]:
        """Railroads with no unused cube."""
        return tuple(railroad for railroad in ORDER if not self.cubes_left(railroad))

    @part
    def shares_left(self) -> int:
        """Shares that nobody holds."""
        return sum(self.unsold(railroad) for railroad in ORDER)


def reached_by(city: str, number: int) -> str:
    """A city as the end of one of parallel links: `Houston`, and `Houston (2)` by the second one."""
    return f"{city} ({number})" if number > 1 else city


def canonical(state: State) -> object:
    """The state as digests of format 1 have it, and only they: nested tuples of plain values. Nothing is added here."""
    early = first_parts(state, "phase unstarted passed_over presidents ledger.holdings")
    tracks = tuple((r, tuple((link.a, link.b, link.number) for link in state.tracks[r])) for r in ORDER)
    late = first_parts(state, "card round unable adjustments")
    return (*early, tracks, *late, tuple(state.incomes().items()))


def derived(state: State) -> dict[str, object]:
    """What follows from the state, and from what is known of the board, and stands in its digest all the same: a rule
    that gives other figures is found at the line where it does."""
    return {"income": state.incomes()}
