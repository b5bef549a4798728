"""What is in the box of Southern Pacific: printed numbers, and what can be known of its board."""

from __future__ import annotations

from companion.atlas.known import Atlas
from companion.mechanisms.box_file import fact_form, notes_of, railroads_of, read_box, shipped
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
_ENDS = [link[end] for link in BOX["facts"]["links"] for end in ("from", "to")]
_CITIES = (*_ENDS, *(home["city"] for home in BOX["facts"]["homes"].values()))
SHIPPED = shipped(FACTS, {"cities": dict.fromkeys(_CITIES), **BOX["facts"]})


def lacks(atlas: Atlas) -> tuple[Text, ...]:
    """What is not known of the printed board yet, in words."""
    unknown = tuple(str(railroad) for railroad in ORDER if railroad not in atlas.rows("homes"))
    homes = (say("the homes of {railroads}", railroads=unknown),) if unknown else ()
    return (*homes, say("the links not built yet"))
