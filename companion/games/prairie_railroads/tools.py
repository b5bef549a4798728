"""Prairie Railroads without a table: growth dice, a dividend, a minimum bid, the final payoff."""

from __future__ import annotations

from collections.abc import Sequence

from companion.atlas.known import Atlas
from companion.games.prairie_railroads.box import DIVIDEND_DIVISOR, ORDER, SHARES, VALUE_DIVISOR
from companion.games.prairie_railroads.turn import dividend_formula, final_payoff
from companion.mechanisms.dividend import times
from companion.mechanisms.reckoning import player_rows, ranking
from companion.vocabulary.moves import Field
from companion.vocabulary.tools import Reckoned, Step, Tool, Values
from companion.vocabulary.view import PayoffLine
from companion.words.errors import RuleError
from companion.words.text import Text, counted, say
from companion.words.values import Railroad, divided_up

_MOST = 999


def _growth(atlas: Atlas, values: Values) -> Reckoned:
    """The row of the growth chart that two dice name, with its cities as far as they are known."""
    first, second = values["dice"]
    row = f"{first}{second}"
    known = atlas.rows("growth").get(row, {})
    cities = {name: known[name] for name in ("primary", "secondary") if known.get(name)}
    return Reckoned({"dice": [first, second], "row": row, **cities})


def _dividend(atlas: Atlas, values: Values) -> Reckoned:
    """One railroad's Pay Dividends: income / 5 a share, rounded up."""
    income, shares = values["income"], values.get("shares", 1)
    each = divided_up(income, DIVIDEND_DIVISOR)
    formula = dividend_formula(_figure(income), each)
    steps = [Step(say("A share"), formula, each)]
    if shares > 1:
        steps.append(
            Step(counted("{n} share", "{n} shares", n=shares), times(formula, shares), each * shares)
        )
    return Reckoned({"per_share": each, "amount": each * shares}, tuple(steps))


def _minimum_bid(atlas: Atlas, values: Values) -> Reckoned:
    """Offer Stock: one fifth of the railroad's value, rounded up."""
    least = divided_up(values["value"], VALUE_DIVISOR)
    formula = say(
        "ceil({value} / {divisor}) = {least}", value=values["value"], divisor=VALUE_DIVISOR, least=least
    )
    return Reckoned({"minimum_bid": least}, (Step(say("Minimum bid"), formula, least),))


def _settlement(atlas: Atlas, values: Values) -> Reckoned:
    """The Final Payoff of every railroad read out, and who has won."""
    railroads = {row["railroad"]: row for row in values["railroads"]}
    if len(railroads) < len(values["railroads"]):
        raise RuleError("rule", say("Each railroad is read out once"))
    each: dict[str, tuple[int, Text]] = {}
    for name, row in railroads.items():
        worth, earned = row["value"], row["income"]
        each[name] = final_payoff(worth, earned, row["sold"], _figure(worth), _figure(earned))
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


def _check_shares(players: Sequence[Values], sold: dict[str, int]) -> None:
    """Nobody can hold shares that were not sold.

    :raises RuleError: `rule`.
    """
    for name in {name for player in players for name in player.get("shares") or {}}:
        held = sum((player.get("shares") or {}).get(name, 0) for player in players)
        if held > sold.get(name, 0):
            raise RuleError(
                "rule",
                say(
                    "The players hold {held} shares of the {r}, but {sold} are sold",
                    held=held,
                    r=name,
                    sold=sold.get(name, 0),
                ),
            )


def _lines(shares: Values, each: dict[str, tuple[int, Text]]) -> tuple[PayoffLine, ...]:
    return tuple(
        PayoffLine(
            Railroad(name),
            counted("{n} share of the {r}", "{n} shares of the {r}", n=n, r=name),
            times(each[name][1], n),
            each[name][0] * n,
        )
        for name, n in shares.items()
        if n
    )


def _figure(number: int) -> Text:
    return say("{figure}", figure=number)


_RAILROADS = Field(
    "railroads",
    "Railroads",
    "rows",
    least=1,
    most=len(ORDER),
    fields=(
        Field("railroad", "Railroad", "choice", among=tuple(ORDER)),
        Field("value", "Value", "count", least=0, most=_MOST),
        Field("income", "Income", "count", least=0, most=_MOST),
        Field("sold", "Shares sold", "count", least=1, most=SHARES),
    ),
)
_PLAYERS = player_rows(Field("shares", "Shares", "shares", required=False))

TOOLS = (
    Tool(
        "growth",
        "Growth dice",
        "Discover Growth",
        "The first die is the tens, the second the ones.",
        (Field("dice", "Dice", "dice", required=False, draw="growth", least=2, most=2),),
        _growth,
    ),
    Tool(
        "dividend",
        "Dividend",
        "Pay Dividends",
        "A fifth of the income a share, rounded up, whatever is sold.",
        (
            Field("income", "Income", "count", least=0, most=_MOST),
            Field("shares", "Shares", "count", required=False, least=1, most=SHARES),
        ),
        _dividend,
    ),
    Tool(
        "minimum-bid",
        "Minimum bid",
        "Offer Stock",
        "A fifth of the railroad's value.",
        (Field("value", "Value", "count", least=0, most=_MOST),),
        _minimum_bid,
    ),
    Tool(
        "settlement",
        "Final payoff",
        "Final Payoff",
        "Value and income over the shares sold, rounded up. Treasuries are worth nothing.",
        (_RAILROADS, _PLAYERS),
        _settlement,
    ),
)
