"""What is in the box of Prairie Railroads: printed numbers, and what can be known of its board."""

from __future__ import annotations

from companion.atlas.known import Atlas, places
from companion.mechanisms.box_file import fact_form, notes_of, railroads_of, read_box, shipped
from companion.words.text import Text, counted, phrase, say
from companion.words.values import Money

BOX = read_box(__package__)

RAILROADS = railroads_of(BOX)
ORDER = tuple(railroad.id for railroad in RAILROADS)
SHARES: int = BOX["parts"]["shares"]
CUBES: int = BOX["parts"]["cubes"]
DEVELOPMENT_CUBES: int = BOX["parts"]["development_cubes"]
PAPER_TOTAL = sum(note * number for note, number in notes_of(BOX).items())
"""Dollars in the box."""
LAST_PD: int = BOX["ending"]["pay_dividends_cards"]
SEGMENT_COST = Money(BOX["costs"]["segment"])
DOUBLE_COST = Money(BOX["costs"]["double"])
SEGMENT_VALUE: int = BOX["worth"]["segment"]
WESTERN_VALUE: int = BOX["worth"]["western_build"]
DIVIDEND_DIVISOR = 5
"""Pay Dividends: income / 5 a share, whatever is sold."""
VALUE_DIVISOR = 5
"""Offer Stock: a minimum bid is one fifth of the value."""
CARDS = ("CT", "OS", "PD")
CARD_NAMES = {"CT": phrase("Construct Track"), "OS": phrase("Offer Stock"), "PD": phrase("Pay Dividends")}
FACTS = fact_form(BOX)
SHIPPED = shipped(FACTS, BOX["facts"])
START_CITIES = frozenset(city for city, facts in SHIPPED.rows("cities").items() if facts.get("start"))
GROWTH_ROWS = FACTS.of("growth").rows


def western_cost(standing: int) -> Money:
    """Dollars for a Western Build while `standing` of them are built (Construct Track)."""
    return Money(BOX["costs"]["western_build"] + BOX["costs"]["western_build_step"] * standing)


def lacks(atlas: Atlas) -> tuple[Text, ...]:
    """What is not known of the printed board yet, in words."""
    missing: list[Text] = []
    if rows := sum(not atlas.get("growth", row, "primary") for row in GROWTH_ROWS):
        missing.append(say("{n} of the 36 rows of the growth chart", n=rows))
    cities = atlas.rows("cities")
    named = (cities.get(name, {}) for name in places(FACTS, atlas))
    if unknown := sum("income" not in facts and not facts.get("start") for facts in named):
        missing.append(
            counted(
                "the income of {n} city whose name is known",
                "the income of {n} cities whose names are known",
                n=unknown,
            )
        )
    missing.append(say("the cities not named yet"))
    if uncounted := set(FACTS.of("draw_deck").rows) - set(atlas.rows("draw_deck")):
        players = tuple(sorted(uncounted))
        missing.append(say("the make-up of the draw deck for {players} players", players=players))
    return tuple(missing)
