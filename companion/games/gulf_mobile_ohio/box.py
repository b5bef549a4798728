"""What is in the box of Gulf, Mobile & Ohio: printed numbers, and what can be known of its shares and its board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NewType

from companion.atlas.known import Atlas
from companion.mechanisms.box_file import fact_form, read_box, shipped
from companion.vocabulary.box import RailroadInfo
from companion.vocabulary.ledger import Commodity
from companion.words.text import Text, joined, say
from companion.words.values import Money, Railroad

Colour = NewType("Colour", str)
"""A colour of cubes, such as `green`."""

Share = Literal["charter", "common"]
"""Which of a railroad's two shares."""
SHARES: tuple[Share, ...] = ("charter", "common")

BOX = read_box(__package__)

COLOURS: dict[Colour, int] = {Colour(name): number for name, number in BOX["cubes"].items()}
"""How many cubes of each colour there are, most first."""
PAINT: dict[str, str] = BOX["paint"]
UNPAINTED: str = PAINT["none"]
RAILROADS = tuple(RailroadInfo(Railroad(row["id"]), row["name"], UNPAINTED) for row in BOX["railroads"])
"""The railroads that the rulebook names."""
NAMED = tuple(railroad.id for railroad in RAILROADS)
"""The rulebook lists all their start cities; of another one perhaps not all on its shares have been read out."""
STARTING = tuple(Railroad(row["id"]) for row in BOX["railroads"] if row["start"])
"""Those with the yellow band: available from the beginning, and free to start in a city without cubes."""
PLUS = tuple(Railroad(row["id"]) for row in BOX["railroads"] if row["bonus"])
"""Those with a + beside their name (Railroad Expansion)."""
FIRST = STARTING[0]
"""The start player puts it up for auction first (Charter a Railroad)."""
MOST_RAILROADS: int = BOX["parts"]["railroads"]
CUBE_COST = Money(BOX["costs"]["cube"])
LEAST_CUBES: int = BOX["costs"]["least_cubes"]
LEAST_CITIES = 2
"""Of a railroad that is being chartered (Charter a Railroad)."""
LEAST_PRICE = Money(CUBE_COST * LEAST_CUBES)
"""The lowest bid with which two cities can be reached: $9 (Charter a Railroad)."""
ALONE, SOLD = Money(BOX["dividends"]["alone"]), Money(BOX["dividends"]["sold"])
PAYS_ON: int = BOX["dividends"]["every"]
CITY_POINTS: dict[str, int] = BOX["points"]["cities"]
CITY_POINT: int = BOX["points"]["city"]
COLOUR_POINT: int = BOX["points"]["colour"]
CHARTER_POINT: int = BOX["points"]["charter"]
MOST_LETTERS = 12
"""Of a railroad's letters on its shares."""

FACTS = fact_form(BOX)


def city_points(city: str) -> int:
    """The victory points of a cube in that city (Railroad Expansion)."""
    return CITY_POINTS.get(city, CITY_POINT)


def share_of(r: Railroad, share: Share) -> Commodity:
    """A railroad's Charter or Common share, as the ledger counts it."""
    return Commodity(f"{share}:{r}")


def cubes_of(colour: Colour) -> Commodity:
    """The cubes of one colour, as the ledger counts them."""
    return Commodity(f"cube:{colour}")


def cube_in(colour: Colour, r: Railroad, place: str) -> str:
    """A railroad's cube in a city or on its `charter`, as a piece that hands move. One of another colour is another
    piece: where one goes back and the other is put, both must be done."""
    return f"cube:{colour}:{r}:{place}"


def rural_cubes(colour: Colour, r: Railroad, number: int, before: int = 0) -> list[str]:
    """A railroad's cubes on so many rural hexes after those it had `before`: which hex is which nobody knows."""
    return [cube_in(colour, r, f"rural{n}") for n in range(before + 1, before + number + 1)]


def listed(names: Iterable[str]) -> Text:
    """Names of cities or railroads, one after the other."""
    return joined([Text(name) for name in names], ", ")


_HOMES = [city for row in BOX["railroads"] for city in row["start_cities"]]
_CITIES = dict.fromkeys((*_HOMES, *BOX["facts"]["cities"]))
_PRINTED = {
    row["id"]: {fact: row[fact] for fact in ("name", "start_cities", "bonus")} for row in BOX["railroads"]
}
SHIPPED = shipped(FACTS, {"cities": _CITIES, "railroads": _PRINTED})


def lacks(atlas: Atlas) -> tuple[Text, ...]:
    """What is not known of the shares and the board yet, in words."""
    rows = atlas.rows("railroads").values()
    unknown = MOST_RAILROADS - sum(bool(row.get("name") and row.get("start_cities")) for row in rows)
    words = say("letters, name and start cities of {n} of the {all} railroads", n=unknown, all=MOST_RAILROADS)
    return (words,) if unknown > 0 else ()
