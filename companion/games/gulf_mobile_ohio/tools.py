"""Gulf, Mobile & Ohio without a table: points of an expansion, cubes for a bid, dividends, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from companion.atlas.known import Atlas
from companion.games.gulf_mobile_ohio.box import (
    ALONE,
    CHARTER_POINT,
    CITY_POINT,
    CITY_POINTS,
    COLOUR_POINT,
    COLOURS,
    CUBE_COST,
    MOST_RAILROADS,
    SOLD,
)
from companion.mechanisms.reckoning import MOST_MONEY, player_rows, ranking
from companion.vocabulary.moves import Field
from companion.vocabulary.tools import Reckoned, Step, Tool, Values
from companion.words.errors import forbidden
from companion.words.text import Text, counted, say

POINTS = "VP"
"""The unit of victory points."""
LEAST_CITIES = 2
_MOST_CUBES = max(COLOURS.values())
_ATLANTA = CITY_POINTS["Atlanta"] - CITY_POINT
"""What Atlanta brings more than another city."""


def _sum(label: Text, steps: Sequence[Step]) -> Step:
    """All of them together, to stand above them."""
    terms = " + ".join(str(step.amount) for step in steps) or "0"
    total = sum(step.amount for step in steps)
    if len(steps) > 1:
        terms = f"{terms} = {total}"
    return Step(label, say("{terms}", terms=terms), total)


def _times(label: Text, number: int, each: int) -> Step:
    return Step(label, say("{n} × {each} = {all}", n=number, each=each, all=number * each), number * each)


def _points(atlas: Atlas, values: Values) -> Reckoned:
    """Railroad Expansion: cities, Atlanta, colours newly met, the Charter and the + beside its name."""
    cities, colours = values["cities"], values.get("colours", 0)
    chartered, plus = values.get("chartered", False), values.get("plus", False)
    _check(cities, chartered, plus, atlanta=values.get("atlanta", False))
    steps = []
    if chartered:
        steps.append(_times(say("Charter"), 1, CHARTER_POINT))
    if plus:
        steps.append(_times(say("+ beside the name"), 1, 1))
    if cities:
        steps.append(_times(say("Cities"), cities, CITY_POINT))
    if values.get("atlanta"):
        steps.append(_times(say("Atlanta, more than another city"), 1, _ATLANTA))
    if colours:
        steps.append(_times(say("Colours newly met"), colours, COLOUR_POINT))
    total = _sum(say("Victory points"), steps)
    return Reckoned({"points": total.amount}, (total, *steps), unit=POINTS)


def _check(cities: int, chartered: bool, plus: bool, *, atlanta: bool) -> None:
    """:raises RuleError: `rule` for what no expansion can bring."""
    if atlanta and not cities:
        raise forbidden(say("Atlanta is one of the cities"), "Railroad Expansion")
    if plus and not chartered:
        raise forbidden(say("The + counts once, when the railroad is chartered"), "Railroad Expansion")
    if chartered and cities < LEAST_CITIES:
        words = say("A new railroad connects two cities at least, with a rural hex between them")
        raise forbidden(words, "Charter a Railroad")


def _cubes(atlas: Atlas, values: Values) -> Reckoned:
    """Railroad Expansion: $3 a cube; how many a bid pays for, and what goes to the bank all the same."""
    bid = values["bid"]
    most = bid // CUBE_COST
    number = values.get("cubes", most)
    if number > most:
        words = counted("${bid} pay for {n} cube", "${bid} pay for {n} cubes", n=most, bid=bid)
        raise forbidden(words, "Railroad Expansion")
    cost = number * CUBE_COST
    steps = (
        Step(
            counted("At most {n} cube", "At most {n} cubes", n=most),
            say("floor({bid} / {cost}) = {most}", bid=bid, cost=CUBE_COST, most=most),
            most * CUBE_COST,
        ),
        _times(counted("{n} cube", "{n} cubes", n=number), number, CUBE_COST),
        Step(
            say("Rest of the bid"),
            say("{bid} − {cost} = {rest}", bid=bid, cost=cost, rest=bid - cost),
            bid - cost,
        ),
    )
    return Reckoned({"most": most, "cubes": number, "cost": cost, "rest": bid - cost}, steps)


def _dividend(atlas: Atlas, values: Values) -> Reckoned:
    """Auction a Common Share: $5 for a Charter whose Common is unsold, $3 for every other share."""
    held = (
        (say("Charters alone"), values.get("alone", 0), ALONE),
        (say("Other Charters"), values.get("charters", 0), SOLD),
        (say("Commons"), values.get("commons", 0), SOLD),
    )
    steps = [_times(label, number, each) for label, number, each in held if number]
    total = _sum(say("Dividends"), steps)
    return Reckoned({"amount": total.amount}, (total, *steps))


def _settlement(atlas: Atlas, values: Values) -> Reckoned:
    """Most victory points; ties are shared."""
    players = values["players"]
    return Reckoned(
        {"players": ranking(players, [()] * len(players), tie_order=(), total="points")}, unit=POINTS
    )


TOOLS = (
    Tool(
        "points",
        "Points of an expansion",
        "Railroad Expansion",
        "A point for each city and each colour newly met, one more for Atlanta; a Charter brings one, and its +.",
        (
            Field("cities", "Cities reached", "count", least=0, most=_MOST_CUBES),
            Field("atlanta", "Atlanta is one of them", "flag", required=False),
            Field("colours", "Colours newly met", "count", required=False, least=0, most=len(COLOURS) - 1),
            Field("chartered", "Just chartered", "flag", required=False),
            Field("plus", "+ beside the name", "flag", required=False),
        ),
        _points,
    ),
    Tool(
        "cubes",
        "Cubes for a bid",
        "Railroad Expansion",
        "$3 a cube; two cities take three cubes, so a Charter takes $9.",
        (
            Field("bid", "Bid", "money", least=0, most=MOST_MONEY),
            Field("cubes", "Cubes placed", "count", required=False, least=0, most=_MOST_CUBES),
        ),
        _cubes,
    ),
    Tool(
        "dividend",
        "Dividends of a player",
        "Auction a Common Share",
        "$5 for a Charter whose Common share is unsold, $3 for every other share.",
        (
            Field("alone", "Charters, Common unsold", "count", required=False, least=0, most=MOST_RAILROADS),
            Field("charters", "Charters, Common sold", "count", required=False, least=0, most=MOST_RAILROADS),
            Field("commons", "Common shares", "count", required=False, least=0, most=MOST_RAILROADS),
        ),
        _dividend,
    ),
    Tool(
        "settlement",
        "Who has won",
        "End of Game",
        "Most victory points; ties are shared. Money counts for nothing.",
        (player_rows(of=Field("points", "Victory points", "count", least=0, most=999)),),
        _settlement,
    ),
)
