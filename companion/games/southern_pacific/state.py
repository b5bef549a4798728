"""What Southern Pacific tracks, and every figure that follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.atlas.known import Atlas
from companion.games.southern_pacific.box import CITY_INCOME, ORDER, START_INCOME
from companion.mechanisms.auction import Auction
from companion.mechanisms.game_state import Ended, StockState, UnderTheHammer
from companion.vocabulary.ledger import Ledger
from companion.vocabulary.moves import Link
from companion.vocabulary.records import UNWRITTEN, first_form, record
from companion.words.values import Money, Railroad, Seat

Occasion = Literal["initial", "offer", "bull"]


@record("Operating", "railroad offered builds purchases")
@dataclass(frozen=True, slots=True)
class Operating:
    """A railroad operates. offered: Offer Stock is over; builds, purchases: links of this operation so far."""

    railroad: Railroad
    offered: bool = False
    builds: int = 0
    purchases: int = 0


@record("Bidding", "auction occasion back waiting")
@dataclass(frozen=True, slots=True)
class Bidding(UnderTheHammer):
    """A share is under the hammer. `back`: the operation that goes on afterwards; `waiting`: who may still offer
    a share in the Bull Market."""

    auction: Auction
    occasion: Occasion
    back: Operating | None = None
    waiting: tuple[Seat, ...] = ()


@record("FirstLink", "railroad seat")
@dataclass(frozen=True, slots=True)
class FirstLink:
    """The winner of an initial auction owes the railroad its first link."""

    railroad: Railroad
    seat: Seat


@record("Proposed", "back seller link price")
@dataclass(frozen=True, slots=True)
class Proposed:
    """A sale waits for the selling railroad's president."""

    back: Operating
    seller: Railroad
    link: Link
    price: Money


@record("CardTie", "tied")
@dataclass(frozen=True, slots=True)
class CardTie:
    """The first Bull Market's tie is to be rolled for."""

    tied: tuple[Seat, ...]


@record("BullMarket", "waiting")
@dataclass(frozen=True, slots=True)
class BullMarket:
    """Each player once may offer a share; `waiting`: who is to come, the first of them now."""

    waiting: tuple[Seat, ...]


@record("Over")
@dataclass(frozen=True, slots=True)
class Over(Ended):
    """The game is over."""


Phase = Bidding | FirstLink | Operating | Proposed | CardTie | BullMarket | Over


@record("State")
@dataclass(frozen=True, slots=True)
class State(StockState):
    """Everything a table of Southern Pacific has on it, but the board itself.

    unstarted: railroads whose President's share is still to be auctioned; passed_over: those nobody has bid for
    (ruling `initial_all_pass`); presidents: who presides which;
    tracks: each railroad's links; card: who holds the Bull Market card; round: 0 during the initial auctions;
    adjustments: what the host added to a computed income; unable: who was passed for want of cash in the
    auction that has just ended.
    """

    seats: int
    rulings: Mapping[str, str] = field(metadata=UNWRITTEN)
    ledger: Ledger
    atlas: Atlas = field(metadata=UNWRITTEN)
    phase: Phase
    unstarted: tuple[Railroad, ...] = ORDER
    passed_over: tuple[Railroad, ...] = ()
    presidents: Mapping[Railroad, Seat] = field(default_factory=dict)
    tracks: Mapping[Railroad, tuple[Link, ...]] = field(default_factory=lambda: dict.fromkeys(ORDER, ()))
    card: Seat | None = None
    round: int = 0
    adjustments: Mapping[tuple[Railroad, str], int] = field(default_factory=dict)
    unable: tuple[Seat, ...] = ()

    def home(self, railroad: Railroad) -> str | None:
        """A railroad's home city; None while nobody has read it out."""
        city: str | None = self.atlas.get("homes", railroad, "city")
        return city

    def printed_links(self) -> tuple[tuple[str, str], ...]:
        """The links of the board that somebody has read out, by their ends."""
        return tuple((row["from"], row["to"]) for row in self.atlas.rows("links").values())

    def network(self, railroad: Railroad) -> tuple[str, ...]:
        """The cities a railroad may build or buy from: its home and all that its links reach."""
        at_home = self.home(railroad)
        ends = [city for link in self.tracks[railroad] for city in (link.a, link.b)]
        return tuple(dict.fromkeys(([at_home] if at_home else []) + ends))

    def connected(self, railroad: Railroad) -> tuple[str, ...]:
        """The cities a railroad connects to, for incomes (Initial Auctions; ruling `home_counts`)."""
        if not self.tracks[railroad] and self.ruled("home_counts", "first_link"):
            return ()
        return self.network(railroad)

    def computed_incomes(self) -> dict[Railroad, int]:
        """Every railroad's income as the board gives it, in dollars.

        A city pays $3, $2 or $1 to each railroad as one, two, or three or more connect to it (Initial Auctions).
        A railroad without track, and whose home does not count yet or is not known, stands in the $3 box.
        """
        reached = {railroad: self.connected(railroad) for railroad in ORDER}
        number = connections(reached)
        paid = {city: CITY_INCOME[min(many, len(CITY_INCOME)) - 1] for city, many in number.items()}
        return {
            r: sum(paid[city] for city in cities) if cities else START_INCOME for r, cities in reached.items()
        }

    def incomes(self) -> dict[Railroad, int]:
        """Every railroad's income, in dollars, with the host's adjustments; never below nothing."""
        computed = self.computed_incomes()
        return {r: max(0, computed[r] + self.adjustments.get((r, "income"), 0)) for r in ORDER}

    def income(self, railroad: Railroad) -> int:
        """One railroad's income, in dollars."""
        return self.incomes()[railroad]

    def owner(self, link: Link) -> Railroad | None:
        """Whose link it is."""
        for railroad in ORDER:
            for one in self.tracks[railroad]:
                if one.between(link) and one.number == link.number:
                    return railroad
        return None

    def cut_off(self, railroad: Railroad, without: Link) -> tuple[Link, ...]:
        """The railroad's links that would no longer reach its home without that one (Build/Buy Track). Where nobody has
        read out its home, that is the table's to see: none is known to be cut off."""
        at_home = self.home(railroad)
        if at_home is None:
            return ()
        left = [link for link in self.tracks[railroad] if link != without]
        reached = {at_home}
        grown = True
        while grown:
            more = {end for link in left if reached & {link.a, link.b} for end in (link.a, link.b)}
            grown = not more <= reached
            reached |= more
        return tuple(link for link in left if not reached & {link.a, link.b})


def connections(reached: Mapping[Railroad, tuple[str, ...]]) -> Counter[str]:
    """How many railroads connect to each city. reached: the cities each railroad connects to."""
    return Counter(city for cities in reached.values() for city in cities)


def label(link: Link) -> str:
    """A link as it is named: `A-B`, and `A-B (2)` for a second one between the same two."""
    return f"{link.a}-{reached_by(link.b, link.number)}"


def reached_by(city: str, number: int) -> str:
    """A city as the end of one of parallel links: `Houston`, and `Houston (2)` by the second one."""
    return f"{city} ({number})" if number > 1 else city


def canonical(state: State) -> object:
    """The state as digests of format 1 have it, and only they: nested tuples of plain values. Nothing is added here."""
    return (
        first_form(state.phase),
        state.unstarted,
        state.passed_over,
        tuple(sorted(state.presidents.items())),
        tuple(sorted(state.ledger.holdings.items())),
        tuple((r, tuple((s.a, s.b, s.number) for s in state.tracks[r])) for r in ORDER),
        state.card,
        state.round,
        state.unable,
        tuple(sorted(state.adjustments.items())),
        tuple(state.incomes().items()),
    )


def derived(state: State) -> dict[str, object]:
    """What follows from the state, and from what is known of the board, and stands in its digest all the same: a rule
    that gives other figures is found at the line where it does."""
    return {"income": state.incomes()}
