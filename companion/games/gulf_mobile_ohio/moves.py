"""The moves of Gulf, Mobile & Ohio, each described once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.gulf_mobile_ohio.box import COLOURS, MOST_LETTERS
from companion.mechanisms.auction import AuctionResult, Bid, Pass
from companion.vocabulary.moves import Field, Move, choice, count, move, places, rows, text
from companion.words.values import NAME_LENGTH, Railroad

_ALL_CUBES = sum(COLOURS.values())
MOST_NEW = 6
"""More railroads than start in any one expansion's cities."""
PRINTED = (
    Field("id", "Letters", "text", most=MOST_LETTERS),
    Field("name", "Name", "text", most=NAME_LENGTH),
    Field("start_cities", "Start cities", "places"),
    Field("bonus", "+ beside the name", "count", required=False, least=0, most=1),
)
"""What stands on a railroad's shares."""


def _new_railroads() -> Any:
    """Shares that come into the available area with this expansion, as they are printed."""
    return rows("New railroads available", *PRINTED, most=MOST_NEW, optional=True)


@move("charter", "Charter a Railroad", "Charter a Railroad")
class Charter(Move):
    """An available Charter share comes under the hammer."""

    railroad: Railroad = choice("Railroad")


@move("choose_colour", "Choose a colour", "Charter a Railroad")
class ChooseColour(Move):
    """The President takes one of the colours with the most cubes left."""

    colour: str = choice("Colour", among=tuple(COLOURS))


@move("expand", "Expand", "Railroad Expansion")
class Expand(Move):
    """Cubes for the money that was bid. `cities`: in the order they are reached; of a new railroad its home first."""

    rural: int = count("Rural hexes", most=_ALL_CUBES)
    cities: tuple[str, ...] = places("Cities", optional=True)
    new_railroads: tuple[Mapping[str, Any], ...] = _new_railroads()


@move("cancel_charter", "Cancel the Charter", "Charter a Railroad")
class CancelCharter(Move):
    """The map leaves no legal build: the sale is cancelled, and the current player has passed."""

    reason: str = text("Why", most=200, optional=True)


@move("auction_common", "Auction a Common Share", "Auction a Common Share")
class AuctionCommon(Move):
    """A chartered railroad's Common share comes under the hammer."""

    railroad: Railroad = choice("Railroad")


@move("presidential_expansion", "Presidential Expansion", "Presidential Expansion")
class PresidentialExpansion(Move):
    """Cubes of an own railroad for the President's own money."""

    railroad: Railroad = choice("Railroad")
    rural: int = count("Rural hexes", most=_ALL_CUBES)
    cities: tuple[str, ...] = places("Cities", optional=True)
    new_railroads: tuple[Mapping[str, Any], ...] = _new_railroads()


@move("pass_turn", "Pass", "Pass")
class PassTurn(Move):
    """Nothing is done. When all players pass in a row, the game is over."""


@move("make_available", "Add a new railroad", "Making New Railroads Available")
class MakeAvailable(Move):
    """Its shares come into the available area; what is printed on them is remembered."""

    railroad: str = text("Letters", most=MOST_LETTERS)
    name: str = text("Name", most=NAME_LENGTH, optional=True)
    start_cities: tuple[str, ...] = places("Start cities", optional=True)
    bonus: int | None = count("+ beside the name", most=1, optional=True)


_OF_A_PHASE = (Charter, ChooseColour, Expand, CancelCharter, AuctionCommon, PresidentialExpansion, PassTurn)
MOVES = (*_OF_A_PHASE, MakeAvailable, Bid, Pass, AuctionResult)
