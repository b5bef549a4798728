"""What is in the box of Southern Pacific: printed numbers, and what can be known of its board."""

from __future__ import annotations

from companion.atlas.known import Atlas, merge
from companion.atlas.reading import read_facts
from companion.mechanisms.box_file import fact_form, notes_of, railroads_of, read_box
from companion.words.text import Text, say
from companion.words.values import Money

BOX = read_box(__package__)

RAILROADS = railroads_of(BOX)
ORDER = tuple(railroad.id for railroad in RAILROADS)
"""The Railroad Order of the rulebook."""
SHARES: int = BOX["parts"]["shares"]
CUBES: int = BOX["parts"]["cubes"]
PAPER_TOTAL = sum(note * number for note, number in notes_of(BOX).items())
"""Dollars in the box."""
START_INCOME: int = BOX["income"]["start"]
CITY_INCOME: tuple[int, ...] = tuple(BOX["income"]["city"])
"""Dollars of a city to each railroad that connects to it, by how many do: one, two, three or more."""
LINK_COST = Money(BOX["costs"]["link"])
MOST_BUILDS: int = BOX["costs"]["builds"]
MOST_PURCHASES: int = BOX["costs"]["purchases"]
FACTS = fact_form(BOX)


def _shipped() -> Atlas:
    printed = BOX["facts"]
    named = [link[end] for link in printed["links"] for end in ("from", "to")]
    named += [home["city"] for home in printed["homes"].values()]
    # New names are insisted on: what is printed is printed, however near two names are.
    cities = {"cities": {name: {"new": True} for name in named}}
    atlas, _ = merge(Atlas(), read_facts(FACTS, Atlas(), cities))
    return merge(atlas, read_facts(FACTS, atlas, printed))[0]


SHIPPED = _shipped()


def lacks(atlas: Atlas) -> tuple[Text, ...]:
    """What is not known of the printed board yet, in words."""
    unknown = tuple(str(railroad) for railroad in ORDER if railroad not in atlas.rows("homes"))
    homes = (say("the homes of {railroads}", railroads=unknown),) if unknown else ()
    return (*homes, say("the links nobody has built yet"))
