"""The moves of Texas & Pacific, each described once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.games.texas_pacific.box import KINDS, ORDER, TRACKS
from companion.mechanisms.auction import AuctionResult, Bid, Pass
from companion.vocabulary.moves import Field, Move, choice, flag, money, move, place, rows
from companion.words.text import phrase
from companion.words.values import Money, Railroad

IN_END = phrase("The cube is now on End")


@move("decide_track", "Track Decision", "Track Decision")
class DecideTrack(Move):
    """A railroad builds into hexes, 2 dollars times `rank` each: how many railroads are in the hex with this one.
    `go_west`: after that it goes west (a list: those railroads do, see ruling `go_west_when`)."""

    track: ClassVar[str] = "track"
    railroad: Railroad = choice("Railroad", among=ORDER)
    hexes: tuple[Mapping[str, Any], ...] = rows(
        "Hexes",
        Field("kind", "Kind", "choice", required=False, among=KINDS),
        Field("income", "Income printed", "count", required=False, least=0, most=2),
        Field("rank", "Railroads in hex, with yours", "count", required=False, least=1, most=len(ORDER)),
        Field("name", "Name", "place", required=False),
        optional=True,
    )
    go_west: bool | list[Railroad] = flag("Go West", of=ORDER)
    at_end: bool | None = flag(IN_END, default=None)

    @property
    def westward(self) -> tuple[Railroad, ...]:
        """The railroads that are to go west."""
        if isinstance(self.go_west, bool):
            return (self.railroad,) if self.go_west else ()
        return tuple(dict.fromkeys(self.go_west))


@move("decide_ranch", "Ranch Decision", "Ranch Decision")
class DecideRanch(Move):
    """A ranch marker from a hex that has track."""

    track: ClassVar[str] = "ranch"
    hex: str | None = place("Ranch hex", optional=True)
    at_end: bool | None = flag(IN_END, default=None)


@move("decide_stock", "Stock Decision", "Stock Decision")
class DecideStock(Move):
    """An unsold certificate comes under the hammer, with the decider's first bid."""

    track: ClassVar[str] = "stock"
    railroad: Railroad = choice("Railroad", among=ORDER)
    amount: Money = money("Your bid")
    at_end: bool | None = flag(IN_END, default=None)


@move("decide_nothing", "Only slide a cube", "Available Decisions")
class DecideNothing(Move):
    """The cube slides, and that is all."""

    track: str = choice("Decision Track", among=TRACKS)
    at_end: bool | None = flag(IN_END, default=None)


Decision = DecideTrack | DecideRanch | DecideStock | DecideNothing

MOVES = (Bid, Pass, AuctionResult, DecideTrack, DecideRanch, DecideStock, DecideNothing)
