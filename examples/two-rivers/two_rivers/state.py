"""What lies on the table in Two Rivers, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.atlas.known import Atlas
from companion.mechanisms.auction import Auction
from companion.mechanisms.game_state import Over, StockState, UnderTheHammer
from companion.vocabulary.ledger import Ledger
from companion.vocabulary.records import UNWRITTEN, record
from companion.words.values import Money, Railroad, Seat
from two_rivers.moves import BOX

SHARES: int = BOX["parts"]["shares"]
CUBES: int = BOX["parts"]["cubes"]
COST = Money(BOX["costs"]["cube"])
ROUNDS: int = BOX["end"]["rounds"]


@record("Turn")
@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody's turn."""

    seat: Seat


@record("Bidding")
@dataclass(frozen=True, slots=True)
class Bidding(UnderTheHammer):
    """A share is under the hammer in somebody's turn."""

    auction: Auction
    seat: Seat


@record("State")
@dataclass(frozen=True, slots=True)
class State(StockState):
    """A table of Two Rivers."""

    seats: int
    rulings: Mapping[str, str] = field(metadata=UNWRITTEN)
    ledger: Ledger
    atlas: Atlas = field(metadata=UNWRITTEN)
    phase: Turn | Bidding | Over
    first: Seat
    """Who begins each round."""
    round: int = 1
    unable: tuple[Seat, ...] = ()

    def income(self, railroad: Railroad) -> Money:
        """Dollars a share: two for each cube on the board (Building)."""
        return Money(BOX["income"]["cube"] * (CUBES - self.cubes_left(railroad)))
