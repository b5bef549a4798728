"""What is in the box of Texas & Pacific: printed numbers, and what can be known of its board."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from companion.atlas.form import Fact, FactForm, Section
from companion.atlas.known import Atlas, merge
from companion.atlas.reading import read_facts
from companion.vocabulary.box import Option, RailroadInfo, Ruling
from companion.words.text import Text, phrase, say
from companion.words.values import Money, Railroad

BOX: dict[str, Any] = tomllib.loads((files(__package__) / "box.toml").read_text("utf-8"))

RAILROADS = tuple(RailroadInfo(Railroad(one["id"]), one["name"], one["colour"]) for one in BOX["railroads"])
ORDER = tuple(railroad.id for railroad in RAILROADS)
_PRINTED = dict(zip(ORDER, BOX["railroads"], strict=True))
CERTIFICATES: dict[Railroad, int] = {r: one["certificates"] for r, one in _PRINTED.items()}
CUBES: dict[Railroad, int] = {r: one["cubes"] for r, one in _PRINTED.items()}
START: dict[Railroad, str] = {r: one["start"] for r, one in _PRINTED.items()}
START_INCOME: dict[Railroad, int] = {r: one["income"] for r, one in _PRINTED.items()}
_COLOUR_NAMES = {
    "red": phrase("red"),
    "blue": phrase("blue"),
    "light green": phrase("light green"),
    "yellow": phrase("yellow"),
    "black": phrase("black"),
}
COLOURS = {r: _COLOUR_NAMES[one["cubes_are"]] for r, one in _PRINTED.items()}
LAID_OUT = 2
"""Cubes of a railroad that are not built with: on the Income Track, and in its start city."""
TP = Railroad(BOX["opening"]["railroad"])
"""The railroad that opens in the course of the game."""
FIRST = tuple(railroad for railroad in ORDER if railroad != TP)
RANCHES: int = BOX["parts"]["ranches"]
OPENING_RANCHES: int = BOX["opening"]["ranches"]
NOTES = {int(note): number for note, number in BOX["parts"]["notes"].items()}
"""The paper money: printed value, and how many notes of it."""
PAPER_TOTAL = sum(note * number for note, number in NOTES.items())
HEX_COST: int = BOX["costs"]["hex"]
MOST_BUILDS: int = BOX["costs"]["builds"]
LAST_ROUND: int = BOX["ending"]["rounds"]
TRACKS = ("track", "ranch", "stock")
TRACK_NAMES = {"track": phrase("Track"), "ranch": phrase("Ranch"), "stock": phrase("Stock")}
KIND_NAMES = {
    "plain": phrase("plain"),
    "city": phrase("city"),
    "ranch": phrase("ranch"),
    "gray": phrase("gray"),
}
KIND_CHOICES = {**KIND_NAMES, "gray": phrase("gray (Albuquerque, El Paso, westernmost)")}
"""Kinds as they are chosen: what is gray leads west, so nobody is to take it for a city."""
KINDS = tuple(KIND_NAMES)
CITY_INCOMES = (1, 2)
GRAY_INCOMES = (0, 1, 2)
RANCH_INCOME = 1


def cost(rank: int) -> Money:
    """Dollars for a hex: as many times $2 as railroads stand in it then (Track Decision: Building Costs)."""
    return Money(HEX_COST * rank)


FACTS = FactForm(
    places="hexes",
    sections=(
        Section(
            "hexes",
            "Hexes by name",
            (
                Fact("kind", "Kind of hex", "choice", among=KINDS),
                Fact("income", "Income printed", "count", most=max(GRAY_INCOMES)),
            ),
        ),
        Section(
            "decision_boxes",
            "Decision Tracks",
            (Fact("boxes", "Slides from Start to End", "count", least=1, most=20),),
            key="fixed",
            rows=TRACKS,
            plain=True,
            head=phrase("Decision Track"),
            words=tuple(TRACK_NAMES.values()),
        ),
    ),
)


def _shipped() -> Atlas:
    # New names are insisted on: what is printed is printed, however near two names are.
    printed = {"hexes": {name: {**fact, "new": True} for name, fact in BOX["facts"]["hexes"].items()}}
    return merge(Atlas(), read_facts(FACTS, Atlas(), printed))[0]


SHIPPED = _shipped()

OPTIONS = (
    Option(
        "first_bidder",
        "First bidder",
        "seat_or_roll",
        "roll",
        help="Who opens the bidding for the first certificate of the GHH.",
    ),
)

RULINGS = (
    Ruling(
        "tp_minimum",
        "The first TP certificate is auctioned when it opens; no minimum bid is named.",
        "The Texas & Pacific Railroad Opens",
        (("none", "None: the lowest bid is $1"), ("income", "Its income, $2")),
    ),
    Ruling(
        "west_counts_as_built",
        "The game ends when 3 railroads have built all their Track; one that went west has no cubes any more.",
        "End of Game",
        (
            ("yes", "A railroad that went west counts as having built all its track"),
            ("no", "It does not count"),
        ),
    ),
    Ruling(
        "stock_without_bid",
        "Who will not make the minimum bid must choose another Decision; a Decision's actions may be left out.",
        "Stock Decision",
        (
            ("another", "Another Decision must be taken"),
            ("allowed", "The cube on the Stock track may be slid without an auction"),
        ),
    ),
    Ruling(
        "go_west_when",
        "Going west later may be triggered by any Track Decision.",
        "Go West",
        (
            ("own", "By a Track Decision for that railroad"),
            ("any", "By any Track Decision, for any railroad the decider holds"),
        ),
    ),
    Ruling(
        "tp_into_start_city",
        "The railroads that start the game may not build into another Start City; the TP starts later.",
        "Track Decision",
        (
            ("no", "The TP may not build into a Start City either"),
            ("yes", "It may; the railroad that starts there counts for the cost"),
        ),
    ),
)


def lacks(atlas: Atlas) -> tuple[Text, ...]:
    """What is not known of the printed board yet, in words."""
    unknown = tuple(Text(TRACK_NAMES[track]) for track in TRACKS if track not in atlas.rows("decision_boxes"))
    lengths = (say("the length of the Decision Tracks {tracks}", tracks=unknown),) if unknown else ()
    # Nobody builds into the four Start Cities: what is printed there never counts.
    closed = {START[railroad] for railroad in FIRST}
    counting = {name: one for name, one in atlas.rows("hexes").items() if one.get("kind") in ("city", "gray")}
    untold = tuple(
        name for name, one in sorted(counting.items()) if name not in closed and one.get("income") is None
    )
    incomes = (say("the income of {hexes}", hexes=untold),) if untold else ()
    return (*lengths, *incomes, say("the hexes nobody has named yet"))
