"""What Gulf, Mobile & Ohio tracks, and every figure that follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.atlas.known import Atlas
from companion.games.gulf_mobile_ohio.box import (
    ALONE,
    COLOURS,
    NAMED,
    SOLD,
    STARTING,
    Colour,
)
from companion.mechanisms.auction import Auction
from companion.mechanisms.game_state import Ended, GameState, UnderTheHammer
from companion.vocabulary.ledger import (
    BANK,
    BOARD,
    BOX,
    MONEY,
    Account,
    Commodity,
    Ledger,
    railroad_account,
    seat_account,
)
from companion.vocabulary.records import UNWRITTEN, first_form, record
from companion.words.text import phrase
from companion.words.values import Money, Railroad, Seat

Share = Literal["charter", "common"]
"""Which of a railroad's two shares."""
SHARES: tuple[Share, ...] = ("charter", "common")
SHARE_NAMES = (phrase("charter"), phrase("common"))
Ending = Literal["colours", "passes"]


@record("Turn", "seat")
@dataclass(frozen=True, slots=True)
class Turn:
    """The current player chooses an action."""

    seat: Seat


@record("Bidding", "auction share")
@dataclass(frozen=True, slots=True)
class Bidding(UnderTheHammer):
    """A share is under the hammer; the auction's opener is the current player."""

    auction: Auction
    share: Share


@record("Choosing", "railroad president current colours")
@dataclass(frozen=True, slots=True)
class Choosing:
    """The new President takes one of the tied colours."""

    railroad: Railroad
    president: Seat
    current: Seat
    colours: tuple[Colour, ...]


@record("Expanding", "railroad builder current share")
@dataclass(frozen=True, slots=True)
class Expanding:
    """The winner of an auction builds with the money that lies on the share."""

    railroad: Railroad
    builder: Seat
    current: Seat
    share: Share


@record("Over", "by")
@dataclass(frozen=True, slots=True)
class Over(Ended):
    """The game is over, and by which of its two endings."""

    by: Ending


Phase = Turn | Bidding | Choosing | Expanding | Over


@record("Line", "colour cities rural connected")
@dataclass(frozen=True, slots=True)
class Line:
    """A railroad on the board. cities: where its cubes are, the home first; rural: cubes on rural hexes;
    connected: colours it has been connected to."""

    colour: Colour
    cities: tuple[str, ...] = ()
    rural: int = 0
    connected: tuple[Colour, ...] = ()

    @property
    def cubes(self) -> int:
        """How many cubes it has on the board."""
        return len(self.cities) + self.rural


@record("Score", "charter bonus cities colours")
@dataclass(frozen=True, slots=True)
class Score:
    """Victory points that one player has from one railroad: for charters, the + on one, cities, colours."""

    charter: int = 0
    bonus: int = 0
    cities: int = 0
    colours: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.charter + self.bonus + self.cities + self.colours

    def plus(self, more: Score) -> Score:
        """Both together."""
        return Score(
            self.charter + more.charter,
            self.bonus + more.bonus,
            self.cities + more.cities,
            self.colours + more.colours,
        )


@record("State")
@dataclass(frozen=True, slots=True)
class State(GameState):
    """Everything a table of Gulf, Mobile & Ohio has on it, but the map itself.

    available: railroads whose shares lie in the available area or have been sold, in the order they came there;
    lines: those that have a colour; scores: victory points by player and railroad; adjusted: what the host added
    to a player's points; marker: the space of the Common Share Sale Marker, 0 is Start; passes: how many in a
    row; begun: the first action of the game is over; unable: who was passed for want of cash in the auction that
    has just ended.
    """

    seats: int
    rulings: Mapping[str, str] = field(metadata=UNWRITTEN)
    ledger: Ledger
    atlas: Atlas = field(metadata=UNWRITTEN)
    phase: Phase
    available: tuple[Railroad, ...] = ()
    lines: Mapping[Railroad, Line] = field(default_factory=dict)
    scores: Mapping[tuple[Seat, Railroad], Score] = field(default_factory=dict)
    adjusted: Mapping[Seat, int] = field(default_factory=dict)
    marker: int = 0
    passes: int = 0
    begun: bool = False
    unable: tuple[Seat, ...] = ()

    def with_shares(self, railroad: Railroad) -> State:
        """Its two shares come out of the stack into the available area; from now on they are counted."""
        account = railroad_account(railroad)
        shares = {(account, share_of(railroad, one)): 1 for one in SHARES}
        ledger = Ledger({**self.ledger.holdings, **shares})
        return replace(self, ledger=ledger, available=(*self.available, railroad))

    def without_shares(self, railroad: Railroad) -> State:
        """Both its shares go back into the stack, where nobody counts them."""
        account = railroad_account(railroad)
        gone = {(account, share_of(railroad, one)) for one in SHARES}
        ledger = Ledger({key: number for key, number in self.ledger.holdings.items() if key not in gone})
        return replace(self, ledger=ledger, available=tuple(r for r in self.available if r != railroad))

    def cubes_left(self, colour: Colour) -> int:
        """Cubes of a colour still in the cube storage area."""
        return self.ledger.of(BOX, cubes_of(colour))

    def on_board(self) -> tuple[Colour, ...]:
        """The colours with a cube on the board; those on Charter shares are not there (End of Game)."""
        return tuple(colour for colour in COLOURS if self.ledger.of(BOARD, cubes_of(colour)))

    def most_left(self) -> tuple[Colour, ...]:
        """The colours with the most cubes left, of which a new railroad takes one (Charter a Railroad)."""
        most = max(self.cubes_left(colour) for colour in COLOURS)
        return tuple(colour for colour in COLOURS if most and self.cubes_left(colour) == most)

    def holder(self, railroad: Railroad, share: Share) -> Seat | None:
        """Which player has that share."""
        what = share_of(railroad, share)
        seats = (Seat(n) for n in range(1, self.seats + 1))
        return next((seat for seat in seats if self.ledger.of(seat_account(seat), what)), None)

    def president(self, railroad: Railroad) -> Seat | None:
        """Who has the Charter share."""
        return self.holder(railroad, "charter")

    def dividend(self, railroad: Railroad, share: Share) -> Money:
        """Dollars a share pays: a Charter more while the Common has not been sold (Pay Dividends)."""
        return ALONE if share == "charter" and self.holder(railroad, "common") is None else SOLD

    def side_up(self, railroad: Railroad) -> Money:
        """Dollars on the side of its Charter share that is up: it is turned when the Common comes under the hammer."""
        phase = self.phase
        sold_now = (
            isinstance(phase, Bidding) and phase.share == "common" and phase.auction.railroad == railroad
        )
        return SOLD if sold_now else self.dividend(railroad, "charter")

    def can_be_chartered(self) -> tuple[Railroad, ...]:
        """Railroads whose Charter share lies in the available area. One may have a colour already, where the host has
        told it; see `unchartered`."""
        return tuple(r for r in self.available if self.ledger.of(railroad_account(r), share_of(r, "charter")))

    def with_common(self) -> tuple[Railroad, ...]:
        """Chartered railroads whose Common share has not been sold."""
        chartered = (r for r in self.available if r in self.lines and self.president(r) is not None)
        return tuple(r for r in chartered if self.ledger.of(railroad_account(r), share_of(r, "common")))

    def presided(self, seat: Seat) -> tuple[Railroad, ...]:
        """Railroads that a player may expand as their President."""
        return tuple(r for r in self.lines if self.president(r) == seat)

    def points(self, seat: Seat) -> int:
        """A player's victory points; never below nothing."""
        scored = sum(score.total for (whose, _), score in self.scores.items() if whose == seat)
        return max(0, scored + self.adjusted.get(seat, 0))

    # --- the board ---------------------------------------------------------------------------------------

    def known(self) -> tuple[Railroad, ...]:
        """All railroads of which anything is known: those the rulebook names, then the others."""
        others = (Railroad(name) for name in self.atlas.rows("railroads") if name not in NAMED)
        return (*NAMED, *others)

    def name_of(self, railroad: Railroad) -> str:
        """A railroad's full name, or its letters while nobody has read the name out."""
        name: str | None = self.atlas.get("railroads", railroad, "name")
        return name or railroad

    def start_cities(self, railroad: Railroad) -> tuple[str, ...]:
        """The cities it may start in; empty while they are not known."""
        return tuple(self.atlas.get("railroads", railroad, "start_cities") or ())

    def bonus(self, railroad: Railroad) -> int:
        """The + beside its name."""
        return int(self.atlas.get("railroads", railroad, "bonus") or 0)

    def colours_in(self, city: str) -> tuple[Colour, ...]:
        """The colours of the cubes in a city."""
        there = {line.colour for line in self.lines.values() if city in line.cities}
        return tuple(colour for colour in COLOURS if colour in there)

    def usable_starts(self, railroad: Railroad) -> tuple[str, ...]:
        """Its known start cities that are open to it: those with a cube already, unless it is one of the eight."""
        cities = self.start_cities(railroad)
        return cities if railroad in STARTING else tuple(city for city in cities if self.colours_in(city))


# --- what is counted ---------------------------------------------------------------------------------


def share_of(railroad: Railroad, share: Share) -> Commodity:
    """A railroad's Charter or Common share, as the ledger counts it."""
    return Commodity(f"{share}:{railroad}")


def cubes_of(colour: Colour) -> Commodity:
    """The cubes of one colour, as the ledger counts them."""
    return Commodity(f"cube:{colour}")


def laid_out(seats: int, cash: int) -> list[tuple[Account, Commodity, int]]:
    """Money and cubes before the first move; the bank's notes are not counted (Setup)."""
    holdings: list[tuple[Account, Commodity, int]] = [(BANK, MONEY, -cash * seats)]
    holdings += [(seat_account(Seat(n)), MONEY, cash) for n in range(1, seats + 1)]
    holdings += [(BOX, cubes_of(colour), number) for colour, number in COLOURS.items()]
    return holdings


# --- the same on every machine -----------------------------------------------------------------------


def canonical(state: State) -> object:
    """The state as digests of format 1 have it, and only they: nested tuples of plain values. Nothing is added here."""
    return (
        first_form(state.phase),
        state.available,
        tuple((r, first_form(state.lines[r])) for r in sorted(state.lines)),
        tuple((whose, first_form(state.scores[whose])) for whose in sorted(state.scores)),
        tuple(sorted(state.adjusted.items())),
        tuple(sorted(state.ledger.holdings.items())),
        state.marker,
        state.passes,
        state.begun,
        state.unable,
    )
