"""What Texas & Pacific tracks, and every figure that follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.atlas.known import Atlas
from companion.games.texas_pacific import box
from companion.games.texas_pacific.box import FIRST, ORDER, TP, TRACKS
from companion.mechanisms.auction import Auction
from companion.mechanisms.game_state import Over, StockState, UnderTheHammer
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import BOARD, Commodity, Ledger, cubes, seat_account
from companion.vocabulary.records import UNWRITTEN, first_form, first_parts, record, written_as
from companion.words.values import Money, Railroad, Seat, divided_up

Occasion = Literal["initial", "stock", "opening"]

RANCH = Commodity("ranch")
"""Ranch markers: on the map (the board's account) or before a player."""


@record("Hex", "kind rank income name")
@dataclass(frozen=True, slots=True)
class Hex:
    """A hex a railroad has built into, as it was told."""

    kind: str
    rank: int
    """How many railroads were in it then, with this one."""
    income: int | None = None
    """Dollars printed, of a city or gray hex."""
    name: str | None = None
    """As it is written on the board, if the table said it."""


@record("Bidding", "auction occasion")
@dataclass(frozen=True, slots=True)
class Bidding(UnderTheHammer):
    """A certificate is under the hammer: in the initial auctions, by a Stock Decision, or as the TP opens."""

    auction: Auction
    occasion: Occasion


@record("Deciding")
@dataclass(frozen=True, slots=True)
class Deciding:
    """The current player is to make a Decision."""


Phase = Bidding | Deciding | Over


@record("State")
@dataclass(frozen=True, slots=True)
class State(StockState):
    """Everything a table of Texas & Pacific has on it, but the board itself."""

    seats: int
    rulings: Mapping[str, str] = field(metadata=UNWRITTEN)
    ledger: Ledger
    atlas: Atlas = field(metadata=UNWRITTEN)
    phase: Phase
    active: Seat
    """The current player."""
    unstarted: tuple[Railroad, ...] = FIRST
    """Railroads whose initial auction is to come."""
    tp_open: bool = False
    """Has the Texas & Pacific opened?"""
    tracks: Mapping[Railroad, tuple[Hex, ...]] = field(default_factory=lambda: dict.fromkeys(ORDER, ()))
    """Each railroad's hexes."""
    west: Mapping[Railroad, int] = field(default_factory=dict)
    """Railroads that went west, with the cubes they had left."""
    slides: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(TRACKS, 0))
    """How far each decision cube stands from Start."""
    round: int = 1
    """The box of the round cube, one past the last for End."""
    late_hexes: int = field(default=0, metadata=written_as("told"))
    """Ranch hexes with track that were only named when their ranch was built."""
    taken: tuple[str, ...] = ()
    """Ranch hexes known by name whose marker is gone."""
    adjustments: Mapping[Railroad, int] = field(default_factory=dict)
    """What the host added to a computed income, in dollars."""
    unable: tuple[Seat, ...] = ()
    """Who was passed for want of cash in the auction that has just ended."""

    @part
    def is_open(self, railroad: Railroad) -> bool:
        """Does the railroad run already? The TP opens in the course of the game."""
        return railroad != TP or self.tp_open

    def with_track(self, railroad: Railroad, hexes: Iterable[Hex]) -> State:
        """The same state with these hexes as a railroad's."""
        return self.changed(tracks={**self.tracks, railroad: tuple(hexes)})

    # --- incomes and certificates --------------------------------------------------------------------------

    def kind_of(self, built: Hex) -> str:
        """What kind of hex it is: as is known of its name by now, else as it was told."""
        kind: str | None = self.atlas.get("hexes", built.name, "kind") if built.name else None
        return kind or built.kind

    def earned(self, built: Hex) -> int:
        """Dollars a hex adds to the income of each railroad in it (Track Decision: Increase Railroad Income)."""
        fixed = box.FIXED_INCOME.get(self.kind_of(built))
        if fixed is not None:
            return fixed
        printed: int | None = self.atlas.get("hexes", built.name, "income") if built.name else None
        return built.income or 0 if printed is None else printed

    @part
    def computed_income(self, railroad: Railroad) -> int:
        """A railroad's income as its track gives it, in dollars; nothing before it opens."""
        if not self.is_open(railroad):
            return 0
        return box.START_INCOME[railroad] + sum(self.earned(built) for built in self.tracks[railroad])

    @part
    def income(self, railroad: Railroad) -> int:
        """A railroad's income in dollars, with the host's adjustment; never below nothing."""
        return max(0, self.computed_income(railroad) + self.adjustments.get(railroad, 0))

    @part
    def incomes(self) -> dict[Railroad, int]:
        """Every railroad's income, in dollars."""
        return {railroad: self.income(railroad) for railroad in ORDER}

    def dividend(self, railroad: Railroad) -> Money | None:
        """Dollars a certificate: the income over the certificates sold, rounded up; None while none is sold."""
        number = self.sold(railroad)
        return divided_up(self.income(railroad), number) if number else None

    def minimum_bid(self, railroad: Railroad) -> Money:
        """The dividend as if the certificate had been sold already, rounded up (Stock Decision)."""
        return divided_up(self.income(railroad), self.sold(railroad) + 1)

    def certificates_of(self, seat: Seat) -> int:
        """How many certificates a player owns."""
        return sum(self.held(seat, railroad) for railroad in ORDER)

    # --- cubes and hexes -----------------------------------------------------------------------------------

    def built(self, railroad: Railroad) -> int:
        """Hexes built into, without the start city."""
        on_board = self.ledger.of(BOARD, cubes(railroad))
        return max(0, on_board - box.LAID_OUT) if self.is_open(railroad) else 0

    def number_of_hexes(self, railroad: Railroad) -> int:
        """Hexes it is in, without the start city: by its cubes or, if a correction has told more, by the hexes told."""
        return max(self.built(railroad), len(self.tracks[railroad]))

    @part
    def there(self, name: str) -> tuple[Railroad, ...]:
        """The railroads known to be in a hex: those that said its name, and the one that starts there."""
        names = {r: {box.START[r], *[built.name for built in self.tracks[r]]} for r in ORDER}
        return tuple(r for r in ORDER if self.is_open(r) and name in names[r])

    @part
    def has_unnamed(self, railroad: Railroad, kind: str | None = None) -> bool:
        """Has it track in a hex that nobody has named? kind: was it told to be of that kind, or of none?
        What was told may be wrong."""
        others = [built for built in self.tracks[railroad] if built.name or kind not in (None, built.kind)]
        return self.number_of_hexes(railroad) > len(others)

    @part
    def with_unnamed(self, kind: str) -> tuple[Railroad, ...]:
        """The railroads that may have track in a hex of that kind which nobody has named."""
        return tuple([railroad for railroad in ORDER if self.has_unnamed(railroad, kind)])

    @part
    def in_gray(self, railroad: Railroad) -> bool:
        """Has it track in Albuquerque, El Paso or another gray hex?"""
        return any(self.kind_of(built) == "gray" for built in self.tracks[railroad])

    # --- ranches -------------------------------------------------------------------------------------------

    def ranches_on_map(self) -> int:
        """Ranch markers that nobody has taken."""
        return self.ledger.of(BOARD, RANCH)

    def ranches(self, seat: Seat) -> int:
        """A player's ranch markers."""
        return self.ledger.of(seat_account(seat), RANCH)

    def ranches_built(self) -> int:
        """Ranch markers that players have taken."""
        return box.RANCHES - self.ranches_on_map()

    def opening_due(self) -> bool:
        """Is the sixth ranch built, and the TP not open yet?"""
        return not self.tp_open and self.ranches_built() >= box.OPENING_RANCHES

    def ranch_hexes(self) -> list[Hex]:
        """Every railroad's track in ranch hexes."""
        return [built for track in self.tracks.values() for built in track if self.kind_of(built) == "ranch"]

    def known_ranches(self) -> int:
        """Ranch hexes entered first, less those built; below nothing when more was built than was told."""
        entered = sum(built.rank == 1 for built in self.ranch_hexes())
        return entered + self.late_hexes - self.ranches_built()

    @part
    def reached_ranches(self) -> int:
        """Ranch hexes with track that still hold their marker, as far as is known."""
        return min(self.ranches_on_map(), max(0, self.known_ranches()))

    @part
    def reached_by_name(self) -> tuple[str, ...]:
        """Ranch hexes known by name that have track and their marker."""
        names = dict.fromkeys(built.name for built in self.ranch_hexes())
        return tuple(name for name in names if name and name not in self.taken)

    # --- Decision Tracks -----------------------------------------------------------------------------------

    @part
    def length(self, track: str) -> int | None:
        """Slides from Start to End; None while nobody has told."""
        boxes: int | None = self.atlas.get("decision_boxes", track, "boxes")
        return boxes

    @part
    def in_end(self, track: str) -> bool:
        """Does the cube stand in End? Then the Decision is not available."""
        boxes = self.length(track)
        return boxes is not None and self.slides[track] >= boxes


def canonical(state: State) -> object:
    """The state as digests of format 1 have it, and only they: nested tuples of plain values. Nothing is added here."""
    early = first_parts(state, "phase active unstarted tp_open ledger.holdings")
    hexes = tuple((r, tuple(map(first_form, state.tracks[r]))) for r in ORDER)
    slides = tuple((track, state.slides[track], state.length(track)) for track in TRACKS)
    late = first_parts(state, "round late_hexes taken adjustments unable")
    return (*early, hexes, *first_parts(state, "west"), slides, *late, tuple(state.incomes().items()))


def derived(state: State) -> dict[str, object]:
    """What follows from the state, and from what is known of the board, and stands in its digest all the same: a rule
    that gives other figures is found at the line where it does."""
    return {"income": state.incomes(), "lengths": {track: state.length(track) for track in TRACKS}}
