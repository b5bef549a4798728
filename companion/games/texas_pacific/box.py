"""What is in the box of Texas & Pacific: printed numbers, and what can be known of its board."""

from __future__ import annotations

from companion.atlas.known import Atlas
from companion.mechanisms.box_file import fact_form, notes_of, railroads_of, read_box, shipped
from companion.words.text import Text, say
from companion.words.values import Money, Railroad

BOX = read_box(__package__)
ENDING: dict[str, int] = BOX["ending"]
"""How many of each bring the end (End of Game)."""
LAST_ROUND = ENDING["rounds"]
PAPER_TOTAL = sum(note * number for note, number in notes_of(BOX).items())
"""Dollars in the box."""

RAILROADS = railroads_of(BOX)
ORDER = tuple(railroad.id for railroad in RAILROADS)
"""That of the initial auctions."""
TP = Railroad(BOX["opening"]["railroad"])
"""The railroad that opens in the course of the game."""
FIRST = tuple(railroad for railroad in ORDER if railroad != TP)
_PRINTED = dict(zip(ORDER, BOX["railroads"], strict=True))
CERTIFICATES: dict[Railroad, int] = {r: printed["certificates"] for r, printed in _PRINTED.items()}
CUBES: dict[Railroad, int] = {r: printed["cubes"] for r, printed in _PRINTED.items()}
LAID_OUT = 2
"""Cubes of a railroad that are not built with: on the Income Track, and in its start city."""
START: dict[Railroad, str] = {r: printed["start"] for r, printed in _PRINTED.items()}
START_INCOME: dict[Railroad, int] = {r: printed["income"] for r, printed in _PRINTED.items()}
COLOURS = {r: say(printed["cubes_are"]) for r, printed in _PRINTED.items()}
"""Of the cubes, in words."""

TRACK_NAMES = {"track": say("Track"), "ranch": say("Ranch"), "stock": say("Stock")}
TRACKS = tuple(TRACK_NAMES)
"""The Decision Tracks."""
KIND_NAMES = {"plain": say("plain"), "city": say("city"), "ranch": say("ranch"), "gray": say("gray")}
KINDS = tuple(KIND_NAMES)
KIND_TITLES = {"plain": say("Plain"), "city": say("City"), "ranch": say("Ranch"), "gray": say("Gray")}
"""Where one of them is chosen."""
KIND_HINTS = {"gray": say("Albuquerque, El\u00a0Paso, far west")}
"""Said where kinds are chosen: what is gray leads west, so nobody is to take it for a city."""
FIXED_INCOME = {"plain": 0, "ranch": 1}
"""Dollars that every hex of the kind brings (Track Decision: Increase Railroad Income)."""
PRINTED_INCOMES = {"city": (1, 2), "gray": (0, 1, 2)}
"""Dollars that may be printed in a hex of the kind."""
SORTS: tuple[tuple[str, int | None], ...] = (
    *((kind, None) for kind in FIXED_INCOME),
    *((kind, income) for kind, incomes in PRINTED_INCOMES.items() for income in incomes),
)
"""All that can be printed in a hex, kind and income. A correction says it by its place in this list, so what is added
one day comes last."""
RANCHES: int = BOX["parts"]["ranches"]
OPENING_RANCHES: int = BOX["opening"]["ranches"]
"""The TP opens after so many."""
HEX_COST: int = BOX["costs"]["hex"]
MOST_BUILDS: int = BOX["costs"]["builds"]
"""Hexes in a Track Decision; of the TP any number."""


def cost(rank: int) -> Money:
    """Dollars for a hex: as many times $2 as railroads stand in it then (Track Decision: Building Costs)."""
    return Money(HEX_COST * rank)


def sort_words(sort: int, kinds: dict[str, Text]) -> Text:
    """What is printed in a hex, as one of `SORTS`. kinds: what the kinds of hexes are called."""
    kind, income = SORTS[sort]
    words = kinds[kind]
    return words if income is None else say("{kind}, income {n}", kind=words, n=income)


FACTS = fact_form(BOX)
SHIPPED = shipped(FACTS, BOX["facts"])


def lacks(atlas: Atlas) -> tuple[Text, ...]:
    """What is not known of the printed board yet, in words."""
    missing: list[Text] = []
    # Nobody builds into the four Start Cities: what is printed there never counts.
    starts = {START[railroad] for railroad in FIRST}
    hexes = {name: record for name, record in atlas.rows("hexes").items() if name not in starts}
    with_income = (name for name, record in sorted(hexes.items()) if record.get("kind") in PRINTED_INCOMES)
    if unread := tuple(name for name in with_income if hexes[name].get("income") is None):
        missing.append(say("the income of {hexes}", hexes=unread))
    missing.append(say("the hexes not named yet"))
    lengths = atlas.rows("decision_boxes")
    if unmeasured := tuple(name for track, name in TRACK_NAMES.items() if track not in lengths):
        missing.append(say("the lengths of the Decision Tracks ({tracks})", tracks=unmeasured))
    return tuple(missing)
