"""What is in the box of Union Pacific: printed numbers, and what can be known of its board."""

from __future__ import annotations

from itertools import pairwise

from companion.atlas.known import Atlas
from companion.mechanisms.box_file import fact_form, notes_of, railroads_of, read_box, shipped
from companion.words.text import Text, joined, say
from companion.words.values import Railroad

BOX = read_box(__package__)

RAILROADS = railroads_of(BOX)
ALL = tuple(railroad.id for railroad in RAILROADS)
"""Every company whose shares there are, the Union Pacific last."""
UP = Railroad("UP")
BUILDERS = tuple(company for company in ALL if company != UP)
"""The ten companies with trains."""
START_TRAINS = {Railroad(company["id"]): int(company["start"]) for company in BOX["railroads"]}
PAPER_TOTAL = sum(note * number for note, number in notes_of(BOX).items())
"""Millions of dollars in the box."""
CARDS: int = BOX["dividends"]["cards"]
"""Dividend cards among the shares, whatever the number of players."""
DEALT: int = BOX["setup"]["hand_shares"]
"""Share cards in hand after the first investment."""
PIECES = 9_999
"""Of each kind, counted with those that only lie in the box: so many can never be miscounted in one evening."""
UP_ROWS = tuple(range(2, CARDS + 1))
"""The dividends with which the Union Pacific pays."""
FACTS = fact_form(BOX)
UP_TABLE = FACTS.of("up_dividends")
SHIPPED = shipped(FACTS, BOX["facts"])

ORDINALS: list[str] = BOX["words"]


def nth(number: int) -> Text:
    """1st, 2nd, 3rd …"""
    return say(ORDINALS[number - 1])


def printed(atlas: Atlas, company: Railroad, what: str) -> int:
    """How many `trains` or `shares` of a company were printed."""
    if company == UP:
        return int(BOX["parts"]["up_shares"]) if what == "shares" else 0
    return int(atlas.get("companies", company, what))


def up_places(atlas: Atlas, row: int) -> tuple[int | None, ...]:
    """What each of the Union Pacific's places pays at that dividend; None where nobody has read it out."""
    return tuple(atlas.get(UP_TABLE.name, str(row), place.name) for place in UP_TABLE.facts)


def up_row(atlas: Atlas, row: int) -> tuple[int, ...] | None:
    """The same once all of it is known, else None. At the first dividend the Union Pacific pays nothing."""
    if row == 1:
        return (0,) * len(UP_TABLE.facts)
    pays = tuple(amount for amount in up_places(atlas, row) if amount is not None)
    return pays if len(pays) == len(UP_TABLE.facts) else None


def lacks(atlas: Atlas) -> tuple[Text, ...]:
    """What is not known of the printed board yet, in words."""
    unknown = any(up_row(atlas, row) is None for row in UP_ROWS)
    return (say("the Union Pacific's dividend table"),) if unknown else ()


def odd_rows(atlas: Atlas) -> dict[int, Text]:
    """By dividend, what is unlikely to be printed so: a lower place that is paid more, a place that is paid less than
    at the dividend before."""
    rows = [(row, pays) for row in UP_ROWS if (pays := up_row(atlas, row)) is not None]
    odd: dict[int, list[Text]] = {}
    for (_, before), (row, pays) in pairwise([(0, ()), *rows]):
        if any(later > earlier for earlier, later in pairwise(pays)):
            odd.setdefault(row, []).append(say("a lower place is paid more than a higher one"))
        if any(now < then for then, now in zip(before, pays, strict=False)):
            odd.setdefault(row, []).append(say("a place is paid less than at the dividend before"))
    return {row: joined(words, ", ") for row, words in odd.items()}
