"""Prairie Railroads without a table: growth dice, a dividend, a minimum bid, the final payoff."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.atlas.known import Atlas
from companion.games.prairie_railroads import turn
from companion.games.prairie_railroads.box import BOX, VALUE_DIVISOR
from companion.mechanisms.box_file import tools_of
from companion.mechanisms.dividend import times
from companion.mechanisms.reckoning import ranking
from companion.vocabulary.tools import Reckoned, Step, Values
from companion.vocabulary.view import PayoffLine
from companion.words.errors import forbidden
from companion.words.text import Text, counted, phrase, say
from companion.words.values import Money, Railroad, divided_up

Payoffs = Mapping[str, tuple[Money, Text]]
"""What each railroad pays a share, in dollars, and the formula."""


def _growth(atlas: Atlas, values: Values) -> Reckoned:
    """The row of the growth chart that two dice name, with its cities as far as they are known."""
    first, second = values["dice"]
    row = f"{first}{second}"
    chart = atlas.rows("growth").get(row, {})
    cities = {name: chart[name] for name in ("primary", "secondary") if chart.get(name)}
    return Reckoned({"dice": [first, second], "row": row, **cities})


def _dividend(atlas: Atlas, values: Values) -> Reckoned:
    """One railroad's Pay Dividends: income / 5 a share, rounded up."""
    each, formula = turn.dividend(values["income"])
    shares = values.get("shares", 1)
    steps = [Step(say("A share"), formula, each)]
    if shares > 1:
        several = counted("{n} share", "{n} shares", n=shares)
        steps.append(Step(several, times(formula, shares), each * shares))
    return Reckoned({"per_share": each, "amount": each * shares}, tuple(steps))


def _minimum_bid(atlas: Atlas, values: Values) -> Reckoned:
    """Offer Stock: one fifth of the railroad's value, rounded up."""
    value = values["value"]
    least = divided_up(value, VALUE_DIVISOR)
    formula = say("ceil({value} / {divisor}) = {least}", value=value, divisor=VALUE_DIVISOR, least=least)
    return Reckoned({"minimum_bid": least}, (Step(say("Minimum bid"), formula, least),))


def _settlement(atlas: Atlas, values: Values) -> Reckoned:
    """The Final Payoff of every railroad read out, and who has won."""
    railroads = {row["railroad"]: row for row in values["railroads"]}
    if len(railroads) < len(values["railroads"]):
        raise forbidden("Each railroad is read out once")
    each = {r: turn.final_payoff(row["value"], row["income"], row["sold"]) for r, row in railroads.items()}
    players: Sequence[Values] = values.get("players") or ()
    _check_shares(players, {name: row["sold"] for name, row in railroads.items()})
    lines = (_lines(player.get("shares") or {}, each) for player in players)
    return Reckoned(
        {
            "railroads": [{"railroad": name, "per_share": amount} for name, (amount, _) in each.items()],
            "players": ranking(players, lines, tie_order=()),
        },
        tuple(Step(say("{r}, a share", r=name), formula, amount) for name, (amount, formula) in each.items()),
    )


def _check_shares(players: Sequence[Values], sold: Mapping[str, int]) -> None:
    """Nobody can hold shares that were not sold.

    :raises RuleError: `rule`.
    """
    held: Counter[str] = Counter()
    for player in players:
        held.update(player.get("shares") or {})
    for name, number in held.items():
        if number > (most := sold.get(name, 0)):
            words = phrase("The players hold {held} shares of the {r}, but {sold} are sold")
            raise forbidden(words, held=number, r=name, sold=most)


def _lines(shares: Mapping[str, int], each: Payoffs) -> tuple[PayoffLine, ...]:
    """What a player's shares of each railroad are paid."""
    lines = []
    for name, n in shares.items():
        if n:
            amount, formula = each[name]
            words = counted("{n} share of the {r}", "{n} shares of the {r}", n=n, r=name)
            lines.append(PayoffLine(Railroad(name), words, times(formula, n), amount * n))
    return tuple(lines)


TOOLS = tools_of(
    BOX,
    {"growth": _growth, "dividend": _dividend, "minimum-bid": _minimum_bid, "settlement": _settlement},
)
