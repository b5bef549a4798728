"""What is in the box of Union Pacific: printed numbers, and what can be known of its board."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from companion.atlas.form import Fact, FactForm, Section
from companion.atlas.known import Atlas, merge
from companion.atlas.reading import read_facts
from companion.vocabulary.box import Option, RailroadInfo, Ruling, Unit
from companion.words.text import Text, phrase, say
from companion.words.values import Railroad

BOX: dict[str, Any] = tomllib.loads((files(__package__) / "box.toml").read_text("utf-8"))

RAILROADS = tuple(RailroadInfo(Railroad(one["id"]), one["name"], one["colour"]) for one in BOX["companies"])
ALL = tuple(railroad.id for railroad in RAILROADS)
"""Every company whose shares there are, the Union Pacific last."""
UP = Railroad("UP")
BUILDERS = tuple(company for company in ALL if company != UP)
"""The ten companies with trains."""
START_TRAINS = {Railroad(one["id"]): int(one["start"]) for one in BOX["companies"]}
UP_SHARES: int = BOX["parts"]["up_shares"]
UP_PLACES: int = BOX["parts"]["up_places"]
NOTES = {int(note): number for note, number in BOX["parts"]["notes"].items()}
"""The paper money: printed value, and how many notes of it."""
PAPER_TOTAL = sum(note * number for note, number in NOTES.items())
CARDS: int = BOX["dividends"]["cards"]
"""Dividend cards among the shares, whatever the number of players."""
MOST_PRINTED = 99
"""More trains or shares of a company no copy has."""
PIECES = 9_999
"""Of each kind, counted with those that only lie in the box: so many can never be miscounted in one evening."""
UNIT = Unit(BOX["money"]["prefix"], BOX["money"]["suffix"])

UP_PLACE_NAMES = (
    phrase("Place 1"),
    phrase("Place 2"),
    phrase("Place 3"),
    phrase("Place 4"),
    phrase("Place 5"),
)
UP_ROWS = tuple(str(number) for number in range(2, CARDS + 1))
"""The dividends with which the Union Pacific pays."""
UP_TABLE = Section(
    "up_dividends",
    "The Union Pacific's dividends, by place",
    tuple(Fact(str(place), name, "count") for place, name in enumerate(UP_PLACE_NAMES, 1)),
    key="fixed",
    rows=UP_ROWS,
    listed=True,
    head=phrase("Dividend"),
    words=(phrase("2nd"), phrase("3rd"), phrase("4th")),
)
FACTS = FactForm(
    places="",
    sections=(
        Section(
            "companies",
            "Companies",
            (
                Fact("trains", "Trains", "count", least=2, most=MOST_PRINTED),
                Fact("shares", "Shares", "count", least=1, most=MOST_PRINTED),
            ),
            key="fixed",
            rows=tuple(map(str, BUILDERS)),
            head=phrase("Company"),
        ),
        UP_TABLE,
    ),
)
SHIPPED = merge(Atlas(), read_facts(FACTS, Atlas(), BOX["facts"]))[0]

OPTIONS = (
    Option(
        "first_player",
        "First player",
        "seat_or_roll",
        "roll",
        help="The rulebook lets the youngest player begin.",
    ),
)

RULINGS = (
    Ruling(
        "double_dividend",
        "If the second card drawn is a dividend card too, a double dividend is paid.",
        "Dividend payments",
        (
            ("two_in_a_row", "Two dividends in a row, each with its own number"),
            ("same_twice", "The same dividend twice: both by the number of the later card"),
        ),
    ),
    Ruling(
        "cash_visibility",
        "Nothing is said of whether money lies open.",
        "Game end",
        (
            ("open", "Everybody's money can be seen"),
            ("hidden", "Everybody sees their own money only, until the end; dividends stay public"),
        ),
    ),
    Ruling(
        "stuck_player",
        "Nothing is said of a player whom no track card lets build, and who has no share to invest.",
        "Playing the game",
        (("passes", "The turn passes"), ("draws", "The player draws a share all the same")),
    ),
    Ruling(
        "final_tie",
        "The player with most cash is the winner; nothing is said of a tie.",
        "Game end",
        (("shared", "The victory is shared"), ("more_shares", "Whoever has invested more shares wins")),
    ),
    Ruling(
        "edition",
        "The editions lay the share deck out differently. It changes the help for the set-up only.",
        "Preparation",
        (
            ("first", "The first edition, whose set-up is shown"),
            ("second", "The second edition, by its own rulebook"),
        ),
    ),
    Ruling(
        "deck",
        "A variant avoids dividends in fast sequence. It changes the help for the set-up only.",
        "Dividend card variant",
        (("printed", "As printed"), ("variant", "The dividend card variant")),
    ),
)


def last_dividend(seats: int) -> int:
    """After which dividend the game ends (Game end; Special rules for playing with two players)."""
    return int(BOX["dividends"]["last_of_two" if seats == 2 else "last"])


def unknown_rows(atlas: Atlas) -> tuple[str, ...]:
    """The rows of the Union Pacific's table that nobody has read out yet."""
    return tuple(
        row
        for row in UP_ROWS
        if any(atlas.get(UP_TABLE.name, row, fact.name) is None for fact in UP_TABLE.facts)
    )


def lacks(atlas: Atlas) -> tuple[Text, ...]:
    """What is not known of the printed board yet, in words."""
    return (say("the Union Pacific's table of dividends"),) if unknown_rows(atlas) else ()
