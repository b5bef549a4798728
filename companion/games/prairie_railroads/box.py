"""What is in the box of Prairie Railroads: printed numbers, and what can be known of its board."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from companion.atlas.form import Fact, FactForm, Section
from companion.atlas.known import Atlas, merge, places
from companion.atlas.reading import read_facts
from companion.vocabulary.box import Option, RailroadInfo, Ruling
from companion.words.text import Text, counted, phrase, say
from companion.words.values import Money, Railroad

BOX: dict[str, Any] = tomllib.loads((files(__package__) / "box.toml").read_text("utf-8"))

RAILROADS = tuple(RailroadInfo(Railroad(one["id"]), one["name"], one["colour"]) for one in BOX["railroads"])
ORDER = tuple(railroad.id for railroad in RAILROADS)
SHARES: int = BOX["parts"]["shares"]
CUBES: int = BOX["parts"]["cubes"]
DEVELOPMENT_CUBES: int = BOX["parts"]["development_cubes"]
NOTES = {int(note): number for note, number in BOX["parts"]["notes"].items()}
"""The paper money: printed value, and how many notes of it."""
PAPER_TOTAL = sum(note * number for note, number in NOTES.items())
LAST_PD: int = BOX["ending"]["pay_dividends_cards"]
SEGMENT_COST = Money(BOX["costs"]["segment"])
DOUBLE_COST = Money(BOX["costs"]["double"])
SEGMENT_VALUE: int = BOX["worth"]["segment"]
WESTERN_VALUE: int = BOX["worth"]["western_build"]
DIVIDEND_DIVISOR = 5
"""Pay Dividends: income / 5 a share, whatever is sold."""
VALUE_DIVISOR = 5
"""Offer Stock: a minimum bid is one fifth of the value."""
START_CITIES = frozenset(BOX["start"]["cities"])
CARDS = ("CT", "OS", "PD")
CARD_NAMES = {"CT": phrase("Construct Track"), "OS": phrase("Offer Stock"), "PD": phrase("Pay Dividends")}
GROWTH_ROWS = tuple(f"{first}{second}" for first in range(1, 7) for second in range(1, 7))


def western_cost(standing: int) -> Money:
    """Dollars for a Western Build while `standing` of them are built (Construct Track)."""
    return Money(BOX["costs"]["western_build"] + BOX["costs"]["western_build_step"] * standing)


MOST_INCOME = 20
FACTS = FactForm(
    places="cities",
    sections=(
        Section(
            "cities",
            "Cities and towns",
            (
                Fact("income", "Income printed", "count", most=MOST_INCOME, unless="start"),
                Fact("grown", "Income once grown", "count", most=MOST_INCOME, aside=True),
                Fact("grid", "Grid reference", "text", nullable=True, aside=True),
                Fact("start", "Start city", "flag", aside=True),
            ),
            head=phrase("City"),
        ),
        Section(
            "growth",
            "City and Town Growth Chart",
            (Fact("primary", "Primary", "place"), Fact("secondary", "Secondary", "place", nullable=True)),
            key="fixed",
            rows=GROWTH_ROWS,
            head=phrase("Roll"),
        ),
        Section(
            "links",
            "Track segments",
            (
                Fact("from", "From", "place"),
                Fact("to", "To", "place"),
                Fact("one_way", "One way", "flag", aside=True),
            ),
            key=None,
            same=("from", "to"),
        ),
        Section(
            "western_builds",
            "Western Build boxes",
            (Fact("from", "Reached from", "place"),),
            head=phrase("City"),
        ),
        Section(
            "draw_deck",
            "Draw deck by number of players",
            tuple(Fact(card, CARD_NAMES[card], "count") for card in CARDS),
            key="fixed",
            rows=("3", "4", "5"),
            head=phrase("Players"),
        ),
    ),
)


def _shipped() -> Atlas:
    start = {"cities": {city: {"start": True} for city in BOX["start"]["cities"]}}
    atlas, _ = merge(Atlas(), start)
    # New names are insisted on: what is printed is printed, however near two names are.
    printed = {**BOX["facts"], "cities": {n: {**f, "new": True} for n, f in BOX["facts"]["cities"].items()}}
    return merge(atlas, read_facts(FACTS, atlas, printed))[0]


SHIPPED = _shipped()

OPTIONS = (
    Option(
        "first_bidder",
        "First bidder",
        "seat_or_roll",
        "roll",
        help="Who opens the bidding for the first share of the CRIP.",
    ),
    Option(
        "draw_deck",
        "Draw deck, counted",
        "counts",
        None,
        help="How many cards of each kind are left after dealing. Uncounted, the table says when it is empty.",
        counts=CARDS,
    ),
)

RULINGS = (
    Ruling(
        "initial_zero_bid",
        "The initial auctions name no minimum, and a share nobody bids for is free.",
        "Setting Up The Game",
        (("no_bid", "A bid of $0 is no bid"), ("bid", "A bid of $0 is a bid")),
    ),
    Ruling(
        "growth_exhausted",
        "There are 40 orange cubes, and more cities than that.",
        "Discover Growth",
        (
            ("nothing", "With the 40 cubes used up nothing grows"),
            ("without_cube", "Cities grow on without a cube"),
        ),
    ),
    Ruling(
        "free_growth",
        "When both cities of a row have grown, the player may choose a city.",
        "Discover Growth",
        (("must", "One must grow"), ("may_decline", "The player may decline")),
    ),
    Ruling(
        "own_share_minimum",
        "A player may offer a share of their own; the minimum bid is given for stock in general.",
        "Offer Stock",
        (("fifth", "One fifth of the value"), ("none", "No minimum")),
    ),
    Ruling(
        "blocked_control",
        "A railroad may have the money and nowhere to build, or no cube left.",
        "Construct Track",
        (
            ("passed_over", "It is passed over like an underfinanced one"),
            ("lost", "The build is lost"),
        ),
    ),
    Ruling(
        "other_controller_styles",
        "A controller who is not the active player selects and builds a track section.",
        "Construct Track",
        (("any", "Any style the card allows"), ("single", "A single segment only")),
    ),
    Ruling(
        "deck_empty_when",
        "The game ends when a player cannot play an action card.",
        "Ending/Winning the Game",
        (
            ("turn_comes", "When that player's turn comes"),
            ("turn_ends", "At the end of the turn in which the deck and any hand are both empty"),
        ),
    ),
)


def lacks(atlas: Atlas) -> tuple[Text, ...]:
    """What is not known of the printed board yet, in words."""
    missing: list[Text] = []
    rows = sum(not atlas.get("growth", row, "primary") for row in GROWTH_ROWS)
    if rows:
        missing.append(say("{n} of the 36 rows of the growth chart", n=rows))
    cities = atlas.rows("cities")
    named = (cities.get(name, {}) for name in places(FACTS, atlas))
    unknown = sum("income" not in record and not record.get("start") for record in named)
    if unknown:
        missing.append(
            counted(
                "the income of {n} city whose name is known",
                "the income of {n} cities whose names are known",
                n=unknown,
            )
        )
    missing.append(say("the cities nobody has named yet"))
    uncounted = [players for players in ("3", "4", "5") if players not in atlas.rows("draw_deck")]
    if uncounted:
        missing.append(say("the make-up of the draw deck for {players} players", players=tuple(uncounted)))
    return tuple(missing)
