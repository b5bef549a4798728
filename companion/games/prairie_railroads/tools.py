"""Prairie Railroads without a table: growth dice, a dividend, a minimum bid, the final payoff."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.atlas.known import Atlas
from companion.games.prairie_railroads import settling, turn
from companion.games.prairie_railroads.box import BOX, VALUE_DIVISOR
from companion.mechanisms.box_file import tools_of
from companion.mechanisms.dividend import times
from companion.mechanisms.reckoning import reckoned, sums
from companion.vocabulary.tools import Reckoned, Step, Values
from companion.words.errors import forbidden
from companion.words.text import counted, phrase, say
from companion.words.values import Railroad, Seat, divided_up


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
    steps = [Step(say("Per share"), formula, each)]
    if shares > 1:
        several = counted("{n} share", "{n} shares", n=shares)
        steps.append(Step(several, times(formula, shares, each * shares), each * shares))
    return Reckoned({"per_share": each, "amount": each * shares}, tuple(steps))


def _minimum_bid(atlas: Atlas, values: Values) -> Reckoned:
    """Offer Stock: one fifth of the railroad's value, rounded up."""
    value = values["value"]
    least = divided_up(value, VALUE_DIVISOR)
    formula = say(
        "${value} ÷ {divisor}, rounded up = ${least}", value=value, divisor=VALUE_DIVISOR, least=least
    )
    return Reckoned({"minimum_bid": least}, (Step(say("Minimum bid"), formula, least),))


def _settlement(atlas: Atlas, values: Values) -> Reckoned:
    """The Final Payoff of every railroad read out, a share; and who has won, if the players are read out too."""
    railroads = {row["railroad"]: row for row in values["railroads"]}
    if len(railroads) < len(values["railroads"]):
        raise forbidden("Enter each railroad only once")
    sold = {Railroad(name): row["sold"] for name, row in railroads.items()}
    each = {r: turn.final_payoff(railroads[r]["value"], railroads[r]["income"], sold[r]) for r in sold}
    players: Sequence[Values] = values.get("players") or ()
    _check_shares(players, sold)
    lines = {Seat(n): settling.lines(_held(player), sold, each) for n, player in enumerate(players, 1)}
    per_share = [{"railroad": name, "per_share": amount} for name, (amount, _) in each.items()]
    steps = (Step(say("{r}, per share", r=name), formula, amount) for name, (amount, formula) in each.items())
    settled = settling.settled(sums(players, lines), each)
    return reckoned(players, settled, tuple(steps), {"railroads": per_share})


def _held(player: Values) -> dict[Railroad, int]:
    """A player's shares of each railroad."""
    return {Railroad(name): n for name, n in (player.get("shares") or {}).items() if n}


def _check_shares(players: Sequence[Values], sold: Mapping[Railroad, int]) -> None:
    """Nobody can hold shares that were not sold.

    :raises RuleError: `rule`.
    """
    held: Counter[Railroad] = Counter()
    for player in players:
        held.update(_held(player))
    for name, number in held.items():
        if number > (most := sold.get(name, 0)):
            words = phrase("The players hold {held} shares of the {r}, but {sold} are sold")
            raise forbidden(words, held=number, r=name, sold=most)


TOOLS = tools_of(
    BOX,
    {"growth": _growth, "dividend": _dividend, "minimum-bid": _minimum_bid, "settlement": _settlement},
)
