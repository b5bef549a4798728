"""What is in the box of Southern Pacific: printed numbers, and what can be known of its board."""

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
"""The Railroad Order of the rulebook."""
SHARES: int = BOX["parts"]["shares"]
CUBES: int = BOX["parts"]["cubes"]
NOTES = {int(note): number for note, number in BOX["parts"]["notes"].items()}
"""The paper money: printed value, and how many notes of it."""
PAPER_TOTAL = sum(note * number for note, number in NOTES.items())
START_INCOME: int = BOX["income"]["start"]
CITY_INCOME: tuple[int, ...] = tuple(BOX["income"]["city"])
"""Dollars of a city to each railroad that connects to it, by how many do: one, two, three or more."""
LINK_COST = Money(BOX["costs"]["link"])
MOST_BUILDS: int = BOX["costs"]["builds"]
MOST_PURCHASES: int = BOX["costs"]["purchases"]

FACTS = FactForm(
    places="cities",
    sections=(
        Section("cities", "Cities", (), head=phrase("City")),
        Section(
            "homes",
            "Home cities",
            (Fact("city", "Home", "place"),),
            key="fixed",
            rows=ORDER,
            plain=True,
            head=phrase("Railroad"),
        ),
        Section(
            "links",
            "Track links",
            (Fact("from", "From", "place"), Fact("to", "To", "place")),
            key=None,
            same=("from", "to"),
        ),
    ),
)


def _shipped() -> Atlas:
    printed = BOX["facts"]
    named = [one[end] for one in printed["links"] for end in ("from", "to")]
    named += [one["city"] for one in printed["homes"].values()]
    # New names are insisted on: what is printed is printed, however near two names are.
    cities = {"cities": {name: {"new": True} for name in named}}
    atlas, _ = merge(Atlas(), read_facts(FACTS, Atlas(), cities))
    return merge(atlas, read_facts(FACTS, atlas, printed))[0]


SHIPPED = _shipped()

OPTIONS = (
    Option(
        "first_bidder",
        "First bidder",
        "seat_or_roll",
        "roll",
        help="Who opens the bidding for the President's share of the Southern Pacific.",
    ),
)

RULINGS = (
    Ruling(
        "home_counts",
        "All income markers start in the $3 box; a railroad's own city counts before it has built, or not.",
        "Initial Auctions",
        (
            (
                "setup",
                "A home is connected by its railroad from set-up: who builds into it makes it $2 for both",
            ),
            ("first_link", "A home is connected from its railroad's first link"),
        ),
    ),
    Ruling(
        "bull_tie_later",
        "In later Bull Markets the player closest to the left of the card's holder wins a tie.",
        "Bull Market Auction",
        (
            ("holder_last", "The tied player nearest to the left of the holder, the holder last"),
            ("holder_first", "The holder first, then the nearest to the left"),
        ),
    ),
    Ruling(
        "bull_tie_first_none",
        "The first tie goes to the president of the earliest railroad; nobody tied may preside any.",
        "Bull Market Auction",
        (
            ("clockwise", "The tied player nearest clockwise from the president of the Southern Pacific"),
            ("rolled", "The dice decide"),
        ),
    ),
    Ruling(
        "final_tie",
        "Ties are broken by the Bull Market card: the player closest clockwise to it.",
        "Ending/Winning the Game",
        (
            ("holder_first", "Nearest clockwise to the card, the holder first"),
            ("holder_last", "Nearest clockwise to the card, the holder last"),
        ),
    ),
    Ruling(
        "dividend_zero",
        "The president announces the dividend; no least amount is given.",
        "Pay Dividends",
        (("allowed", "$0 a share is allowed"), ("least_one", "At least $1 if the treasury allows it")),
    ),
    Ruling(
        "initial_all_pass",
        "A bid of $0 is allowed; nothing is said of nobody bidding.",
        "Initial Auctions",
        (("opener", "The opener gets it for $0"), ("again", "It is auctioned again after the last railroad")),
    ),
    Ruling(
        "income_without_dividend",
        "The income is paid to the treasury under Pay Dividends, an action the president may leave out.",
        "Pay Dividends",
        (
            ("with_dividend", "Income comes in only when Pay Dividends is chosen"),
            ("always", "Income comes in with every operation"),
        ),
    ),
)


def lacks(atlas: Atlas) -> tuple[Text, ...]:
    """What is not known of the printed board yet, in words."""
    unknown = tuple(str(railroad) for railroad in ORDER if railroad not in atlas.rows("homes"))
    homes = (say("the homes of {railroads}", railroads=unknown),) if unknown else ()
    return (*homes, say("the links nobody has built yet"))
