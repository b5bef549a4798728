"""What Gulf, Mobile & Ohio tracks, and every figure that follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.atlas.known import Atlas
from companion.games.gulf_mobile_ohio import box
from companion.games.gulf_mobile_ohio.box import SHARES, Colour, Share, cubes_of, share_of
from companion.mechanisms.auction import Auction
from companion.mechanisms.game_state import Ended, GameState, UnderTheHammer
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import BOARD, BOX, Ledger, railroad_account, seat_account
from companion.vocabulary.records import UNWRITTEN, first_form, first_parts, record, written_as
from companion.words.values import Money, Railroad, Seat

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
class Network:
    """A railroad on the board."""

    colour: Colour
    cities: tuple[str, ...] = ()
    """Where its cubes are, the home first."""
    rural: int = 0
    """Its cubes on rural hexes."""
    connected: tuple[Colour, ...] = ()
    """The colours it has been connected to."""

    @property
    def cubes(self) -> int:
        """How many cubes it has on the board."""
        return len(self.cities) + self.rural


@record("Score", "charter bonus cities colours")
@dataclass(frozen=True, slots=True)
class Score:
    """Victory points that one player has from one railroad."""

    charter: int = 0
    """For its Charter."""
    bonus: int = 0
    """For the + beside its name."""
    cities: int = 0
    colours: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.charter + self.bonus + self.cities + self.colours

    def plus(self, more: Score) -> Score:
        """Both together."""
        cities, colours = self.cities + more.cities, self.colours + more.colours
        return Score(self.charter + more.charter, self.bonus + more.bonus, cities, colours)


@record("State")
@dataclass(frozen=True, slots=True)
class State(GameState):
    """Everything a table of Gulf, Mobile & Ohio has on it, but the map itself."""

    seats: int
    rulings: Mapping[str, str] = field(metadata=UNWRITTEN)
    ledger: Ledger
    atlas: Atlas = field(metadata=UNWRITTEN)
    phase: Phase
    available: tuple[Railroad, ...] = ()
    """Railroads whose shares lie in the available area or have been sold, in the order they came there."""
    networks: Mapping[Railroad, Network] = field(default_factory=dict, metadata=written_as("lines"))
    """Those railroads that have a colour."""
    scores: Mapping[tuple[Seat, Railroad], Score] = field(default_factory=dict)
    adjusted: Mapping[Seat, int] = field(default_factory=dict)
    """What the host added to a player's victory points."""
    marker: int = 0
    """The space of the Common Share Sale Marker; 0 is Start."""
    passes: int = 0
    """How many in a row."""
    begun: bool = False
    """Is the first action of the game over?"""
    unable: tuple[Seat, ...] = ()
    """Who was passed for want of cash in the auction that has just ended."""

    # --- the shares --------------------------------------------------------------------------------------

    def with_shares(self, r: Railroad) -> State:
        """Its two shares come out of the stack into the available area; from now on they are counted."""
        shares = {(railroad_account(r), share_of(r, share)): 1 for share in SHARES}
        ledger = Ledger({**self.ledger.holdings, **shares})
        return self.changed(ledger=ledger, available=(*self.available, r))

    def without_shares(self, r: Railroad) -> State:
        """Both its shares go back into the stack, where nobody counts them."""
        gone = {(railroad_account(r), share_of(r, share)) for share in SHARES}
        ledger = Ledger({key: number for key, number in self.ledger.holdings.items() if key not in gone})
        return self.changed(ledger=ledger, available=tuple(other for other in self.available if other != r))

    @property
    def sale_pays(self) -> bool:
        """Does the next sale of a Common share pay dividends? (Auction a Common Share)"""
        return self.marker + 1 >= box.PAYS_ON

    @part
    def holder(self, r: Railroad, share: Share) -> Seat | None:
        """Which player has that share."""
        what = share_of(r, share)
        return next((seat for seat in self.all_seats if self.ledger.of(seat_account(seat), what)), None)

    def president(self, r: Railroad) -> Seat | None:
        """Who has the Charter share."""
        return self.holder(r, "charter")

    @part
    def held(self, seat: Seat, share: Share) -> tuple[Railroad, ...]:
        """The railroads of which a player has that share."""
        account, of = seat_account(seat), self.ledger.of
        return tuple(r for r in self.available if of(account, share_of(r, share)))

    @part
    def unsold(self, share: Share) -> tuple[Railroad, ...]:
        """The railroads whose share of that kind no player has."""
        return tuple(r for r in self.available if self.ledger.of(railroad_account(r), share_of(r, share)))

    @part
    def with_common(self) -> tuple[Railroad, ...]:
        """Chartered railroads whose Common share has not been sold."""
        return tuple(r for r in self.unsold("common") if self.chartered(r))

    @part
    def chartered(self, r: Railroad) -> bool:
        """Has it a President, and a colour? The host may say the one without the other."""
        return r in self.networks and self.president(r) is not None

    def dividend(self, r: Railroad, share: Share) -> Money:
        """Dollars a share pays: a Charter more while the Common has not been sold (Pay Dividends)."""
        return box.ALONE if share == "charter" and self.holder(r, "common") is None else box.SOLD

    @part
    def common_auctioned(self) -> Railroad | None:
        """Whose Common share is auctioned: a part of its own, so that a bid leaves what others show as it is."""
        phase = self.phase
        return phase.auction.railroad if isinstance(phase, Bidding) and phase.share == "common" else None

    def side_up(self, r: Railroad) -> Money:
        """Dollars on the side of its Charter share that is up: it is turned when the Common comes under the hammer."""
        return box.SOLD if self.common_auctioned() == r else self.dividend(r, "charter")

    def treasury(self, r: Railroad) -> Money:
        """The money on its share, in dollars."""
        return self.ledger.treasury(r)

    # --- the points --------------------------------------------------------------------------------------

    def score(self, seat: Seat, r: Railroad) -> Score:
        """The victory points that a player has from a railroad."""
        return self.scores.get((seat, r), Score())

    def scored(self, seat: Seat) -> int:
        """A player's victory points without what the host added."""
        return sum(score.total for (whose, _), score in self.scores.items() if whose == seat)

    @part
    def points(self, seat: Seat) -> int:
        """A player's victory points; never below nothing."""
        return max(0, self.scored(seat) + self.adjusted.get(seat, 0))

    # --- the board ---------------------------------------------------------------------------------------

    def with_network(self, r: Railroad, network: Network) -> State:
        """The railroad is on the board like that now."""
        return self.changed(networks={**self.networks, r: network})

    def without_network(self, r: Railroad) -> State:
        """The railroad has neither a colour nor cubes."""
        return self.changed(networks={other: its for other, its in self.networks.items() if other != r})

    def cubes_left(self, colour: Colour) -> int:
        """Cubes of a colour still in the cube storage area."""
        return self.ledger.of(BOX, cubes_of(colour))

    @part
    def on_board(self) -> tuple[Colour, ...]:
        """The colours with a cube on the board; those on Charter shares are not there (End of Game)."""
        return tuple(colour for colour in box.COLOURS if self.ledger.of(BOARD, cubes_of(colour)))

    def most_left(self) -> tuple[Colour, ...]:
        """The colours with the most cubes left, of which a new railroad takes one (Charter a Railroad)."""
        most = max(self.cubes_left(colour) for colour in box.COLOURS)
        return tuple(colour for colour in box.COLOURS if most and self.cubes_left(colour) == most)

    @part
    def colours_in(self, city: str) -> tuple[Colour, ...]:
        """The colours of the cubes in a city."""
        there = {network.colour for network in self.networks.values() if city in network.cities}
        return tuple(colour for colour in box.COLOURS if colour in there)

    # --- what is printed on the shares -------------------------------------------------------------------

    @part
    def railroads(self) -> tuple[Railroad, ...]:
        """All railroads of which anything was read: those the rulebook names, then the others."""
        others = (Railroad(name) for name in self.atlas.rows("railroads") if name not in box.NAMED)
        return (*box.NAMED, *others)

    @part
    def name_of(self, r: Railroad) -> str:
        """A railroad's full name, or its letters while nobody has read the name out."""
        name: str | None = self.atlas.get("railroads", r, "name")
        return name or r

    def bonus(self, r: Railroad) -> int:
        """The + beside its name."""
        return int(self.atlas.get("railroads", r, "bonus") or 0)

    @part
    def start_cities(self, r: Railroad) -> tuple[str, ...]:
        """The cities it may start in; empty while they are not known."""
        return tuple(self.atlas.get("railroads", r, "start_cities") or ())

    def reached_starts(self, r: Railroad) -> tuple[str, ...]:
        """Its start cities that have a cube already."""
        return tuple(city for city in self.start_cities(r) if self.colours_in(city))

    def usable_starts(self, r: Railroad) -> tuple[str, ...]:
        """Its start cities that are open to it: those with a cube already, unless it is one of the eight."""
        return self.start_cities(r) if r in box.STARTING else self.reached_starts(r)


def canonical(state: State) -> object:
    """The state as digests of format 1 have it, and only they: nested tuples of plain values. Nothing is added here."""
    networks = tuple((r, first_form(state.networks[r])) for r in sorted(state.networks))
    scores = tuple((whose, first_form(state.scores[whose])) for whose in sorted(state.scores))
    late = first_parts(state, "adjusted ledger.holdings marker passes begun unable")
    return (*first_parts(state, "phase available"), networks, scores, *late)
