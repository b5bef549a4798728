"""What is in the box of Gulf, Mobile & Ohio: printed numbers, and what can be known of its shares and its board."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, NewType

from companion.atlas.form import Fact, FactForm, Section
from companion.atlas.known import Atlas, merge
from companion.atlas.reading import read_facts
from companion.vocabulary.box import Option, RailroadInfo, Ruling
from companion.words.text import Text, phrase, say
from companion.words.values import Money, Railroad

Colour = NewType("Colour", str)
"""A colour of cubes, such as `green`."""

BOX: dict[str, Any] = tomllib.loads((files(__package__) / "box.toml").read_text("utf-8"))

COLOURS: dict[Colour, int] = {Colour(name): number for name, number in BOX["cubes"].items()}
"""How many cubes of each colour there are, most first."""
COLOUR_NAMES = (
    phrase("green"),
    phrase("yellow"),
    phrase("red"),
    phrase("blue"),
    phrase("black"),
    phrase("purple"),
)
PAINT: dict[str, str] = BOX["paint"]
UNPAINTED: str = PAINT["none"]
RAILROADS = tuple(RailroadInfo(Railroad(one["id"]), one["name"], UNPAINTED) for one in BOX["railroads"])
"""The railroads that the rulebook names."""
NAMED = tuple(railroad.id for railroad in RAILROADS)
STARTING = tuple(Railroad(one["id"]) for one in BOX["railroads"] if one["start"])
"""Those with the yellow band: available from the beginning, and free to start in a city without cubes."""
PLUS = tuple(Railroad(one["id"]) for one in BOX["railroads"] if one["bonus"])
"""Those with a + beside their name (Railroad Expansion)."""
FIRST = STARTING[0]
"""The start player puts it up for auction first (Charter a Railroad)."""
MOST_RAILROADS: int = BOX["parts"]["railroads"]
CUBE_COST = Money(BOX["costs"]["cube"])
LEAST_CUBES: int = BOX["costs"]["least_cubes"]
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
LONGEST_NAME = 40

FACTS = FactForm(
    places="cities",
    sections=(
        Section("cities", "Cities", (), head=phrase("City")),
        Section(
            "railroads",
            "Railroads",
            (
                Fact("name", "Name", "text"),
                Fact("start_cities", "Start cities", "places"),
                Fact("bonus", "+ beside the name", "count", least=0, most=1, aside=True),
            ),
            key="fixed",
            head=phrase("Letters"),
        ),
    ),
)


def _shipped() -> Atlas:
    homes = [city for one in BOX["railroads"] for city in one["start_cities"]]
    # What is printed is printed, however near two names are.
    named = {"cities": {city: {"new": True} for city in (*homes, *BOX["facts"]["cities"])}}
    atlas, _ = merge(Atlas(), read_facts(FACTS, Atlas(), named))
    shares = {
        one["id"]: {"name": one["name"], "start_cities": one["start_cities"], "bonus": one["bonus"]}
        for one in BOX["railroads"]
    }
    return merge(atlas, read_facts(FACTS, atlas, {"railroads": shares}))[0]


SHIPPED = _shipped()

OPTIONS = (
    Option(
        "start_player",
        "Start player",
        "seat_or_roll",
        "roll",
        help="Who puts the South Carolina up for auction: the player who last boarded a train in Atlanta.",
    ),
)

RULINGS = (
    Ruling(
        "passive_connection",
        "1 VP for each new cube color that the expanding railroad has not been connected to previously. "
        "Nothing is said of a railroad whose city another one reaches later.",
        "Railroad Expansion",
        (
            ("both", "Both are connected by it, and only the one that expands scores"),
            ("expander", "Only the one that expands is connected: the other may still score that colour"),
        ),
    ),
    Ruling(
        "common_all_pass",
        "The minimum bid is $0, the current player bids first; nothing is said of nobody bidding.",
        "Auction a Common Share",
        (
            ("sold", "The current player has bid $0, so it is always sold"),
            ("unsold", "It stays unsold: the Charter turns back, the marker stays, and it is a pass"),
        ),
    ),
    Ruling(
        "failed_first_charter_is_pass",
        "The South Carolina is not chartered if the first auction does not reach $9; "
        "whether the start player has passed is not said there.",
        "Charter a Railroad",
        (
            ("yes", "It is a pass, as every cancelled Charter is"),
            ("no", "It does not count among the passes in a row"),
        ),
    ),
    Ruling(
        "empty_presidential_expansion",
        "The player may use their personal money to expand; no least number of cubes is given.",
        "Presidential Expansion",
        (
            ("refused", "At least one cube is placed"),
            ("allowed", "It may place nothing, and is no pass"),
        ),
    ),
)


def lacks(atlas: Atlas) -> tuple[Text, ...]:
    """What is not known of the shares and the board yet, in words."""
    read = (one for one in atlas.rows("railroads").values() if one.get("name") and one.get("start_cities"))
    unknown = MOST_RAILROADS - sum(1 for _ in read)
    if unknown <= 0:
        return ()
    return (
        say("letters, name and start cities of {n} of the {all} railroads", n=unknown, all=MOST_RAILROADS),
    )
