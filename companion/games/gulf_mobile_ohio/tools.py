"""Gulf, Mobile & Ohio without a table: points of an expansion, cubes for a bid, dividends, and who has won."""

from __future__ import annotations

from companion.atlas.known import Atlas
from companion.games.gulf_mobile_ohio import box, settling
from companion.games.gulf_mobile_ohio.box import CUBE_COST
from companion.games.gulf_mobile_ohio.settling import POINTS
from companion.mechanisms.box_file import tools_of
from companion.mechanisms.reckoning import reckoned
from companion.vocabulary.tools import Reckoned, Step, Values
from companion.words.errors import forbidden
from companion.words.text import Text, counted, say
from companion.words.values import Seat

_ATLANTA = box.CITY_POINTS["Atlanta"] - box.CITY_POINT
"""What Atlanta brings more than another city."""


def _times(label: Text, number: int, each: int) -> Step:
    return Step(label, say("{n} × {each} = {all}", n=number, each=each, all=number * each), number * each)


def _added(name: str, label: Text, rows: tuple[tuple[Text, int, int], ...], unit: str = "") -> Reckoned:
    """So much for each of a number, added up; the sum stands above. name: of the answer; rows: label, number, each."""
    steps = [_times(*row) for row in rows if row[1]]
    total = sum(step.amount for step in steps)
    terms = " + ".join(str(step.amount) for step in steps) or "0"
    formula = say("{terms}", terms=f"{terms} = {total}" if len(steps) > 1 else terms)
    return Reckoned({name: total}, (Step(label, formula, total), *steps), unit=unit)


def _points(atlas: Atlas, values: Values) -> Reckoned:
    """Railroad Expansion: cities, Atlanta, colours newly met, the Charter and the + beside its name."""
    atlanta, chartered, plus = (values.get(name, False) for name in ("atlanta", "chartered", "plus"))
    if atlanta and not values["cities"]:
        raise forbidden(say("Atlanta is one of the cities"), "Railroad Expansion")
    if plus and not chartered:
        raise forbidden(say("The + counts once, when the railroad is chartered"), "Railroad Expansion")
    if chartered and values["cities"] < box.LEAST_CITIES:
        words = say("A new railroad must connect at least two cities, with a rural hex between them")
        raise forbidden(words, "Charter a Railroad")
    rows = (
        (say("Charter"), int(chartered), box.CHARTER_POINT),
        (say("+ beside the name"), int(plus), 1),
        (say("Cities"), values["cities"], box.CITY_POINT),
        (say("Atlanta, more than another city"), int(atlanta), _ATLANTA),
        (say("Newly connected colours"), values.get("colours", 0), box.COLOUR_POINT),
    )
    return _added("points", say("Victory points"), rows, POINTS)


def _cubes(atlas: Atlas, values: Values) -> Reckoned:
    """Railroad Expansion: $3 a cube; how many a bid pays for, and what goes to the bank all the same."""
    bid, most = values["bid"], values["bid"] // CUBE_COST
    number = values.get("cubes", most)
    if number > most:
        words = counted("${bid} pays for {n} cube", "${bid} pays for {n} cubes", n=most, bid=bid)
        raise forbidden(words, "Railroad Expansion")
    placed = _times(counted("{n} cube", "{n} cubes", n=number), number, CUBE_COST)
    cost, rest = placed.amount, bid - placed.amount
    formula = say("${bid} ÷ ${cost}, rounded down = {most}", bid=bid, cost=CUBE_COST, most=most)
    left = say("{bid} − {cost} = {rest}", bid=bid, cost=cost, rest=rest)
    steps = (
        Step(counted("At most {n} cube", "At most {n} cubes", n=most), formula, most * CUBE_COST),
        placed,
        Step(say("Unspent"), left, rest),
    )
    return Reckoned({"most": most, "cubes": number, "cost": cost, "rest": rest}, steps)


def _dividend(atlas: Atlas, values: Values) -> Reckoned:
    """Auction a Common Share: $5 for a Charter whose Common is unsold, $3 for every other share."""
    rows = (
        (say("Charters only"), values.get("alone", 0), box.ALONE),
        (say("Other Charters"), values.get("charters", 0), box.SOLD),
        (say("Commons"), values.get("commons", 0), box.SOLD),
    )
    return _added("amount", say("Dividends"), rows)


def _settlement(atlas: Atlas, values: Values) -> Reckoned:
    """Most victory points; ties are shared."""
    players = values["players"]
    points = [(Seat(n), int(player["points"]), ()) for n, player in enumerate(players, 1)]
    return reckoned(players, settling.settled(points), total="points")


TOOLS = tools_of(
    box.BOX, {"points": _points, "cubes": _cubes, "dividend": _dividend, "settlement": _settlement}
)
