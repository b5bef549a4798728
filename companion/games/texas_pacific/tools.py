"""Texas & Pacific without a table: a dividend, a minimum bid, and who has won."""

from __future__ import annotations

from companion.atlas import Atlas
from companion.errors import RuleError
from companion.games.texas_pacific.box import CERTIFICATES, RANCHES
from companion.mechanisms.reckoning import MOST_MONEY, called, player_rows, ranking
from companion.moves import Field
from companion.text import counted, phrase, say
from companion.tools import Reckoned, Step, Tool, Values
from companion.values import Seat, divided_up

_MOST = max(CERTIFICATES.values())


def _dividend(atlas: Atlas, values: Values) -> Reckoned:
    """General Dividends and Go West: the income over the certificates sold, rounded up, for each of them."""
    earned, sold, number = values["income"], values["sold"], values.get("certificates", 1)
    if number > sold:
        words = say("A player holds {number} certificates, but {sold} are sold", number=number, sold=sold)
        raise RuleError("rule", words)
    each = divided_up(earned, sold)
    steps = [
        Step(
            say("A certificate"),
            say("ceil({income} / {sold}) = {each}", income=earned, sold=sold, each=each),
            each,
        )
    ]
    if number > 1:
        paid = say("{each} × {n} = {paid}", each=each, n=number, paid=each * number)
        steps.append(Step(counted("{n} certificate", "{n} certificates", n=number), paid, each * number))
    return Reckoned({"per_certificate": each, "amount": each * number}, tuple(steps))


def _minimum_bid(atlas: Atlas, values: Values) -> Reckoned:
    """Stock Decision: the dividend as if the certificate had been sold already."""
    earned, sold = values["income"], values["sold"]
    least = divided_up(earned, sold + 1)
    formula = say("ceil({income} / ({sold} + 1)) = {least}", income=earned, sold=sold, least=least)
    return Reckoned({"minimum_bid": least}, (Step(say("Minimum bid"), formula, least),))


def _settlement(atlas: Atlas, values: Values) -> Reckoned:
    """Most money wins; ties: fewest certificates, then most ranches, then shared."""
    players = values["players"]
    merits = {
        Seat(n): (-(player.get("certificates") or 0), player.get("ranches") or 0)
        for n, player in enumerate(players, 1)
    }
    most = max(player["cash"] for player in players)
    tied = [(seat, player) for seat, player in enumerate(players, 1) if player["cash"] == most]
    steps = [
        Step(
            called(Seat(seat), player),
            say(
                "tied; certificates: {certificates}, ranches: {ranches}",
                certificates=player.get("certificates") or 0,
                ranches=player.get("ranches") or 0,
            ),
            most,
        )
        for seat, player in tied
    ]
    ranked = ranking(players, [()] * len(players), tie_order=(), merits=merits)
    return Reckoned({"players": ranked}, tuple(steps) if len(tied) > 1 else ())


_INCOME = Field("income", "Income", "count", least=0, most=MOST_MONEY)
_SOLD = phrase("Certificates sold")

TOOLS = (
    Tool(
        "dividend",
        "Dividend",
        "General Dividends",
        "General Dividends and Go West: the income over the certificates sold, rounded up for each.",
        (
            _INCOME,
            Field("sold", _SOLD, "count", least=1, most=_MOST),
            Field("certificates", "Certificates of a player", "count", required=False, least=1, most=_MOST),
        ),
        _dividend,
    ),
    Tool(
        "minimum-bid",
        "Minimum bid",
        "Stock Decision",
        "The dividend as if the certificate had been sold already, rounded up.",
        (_INCOME, Field("sold", _SOLD, "count", least=0, most=_MOST - 1)),
        _minimum_bid,
    ),
    Tool(
        "settlement",
        "Who has won",
        "End of Game",
        "Cash after the last dividends. Ties: fewest certificates, then most ranches, then shared.",
        (
            player_rows(
                Field("certificates", "Certificates", "count", required=False, least=0, most=99),
                Field("ranches", "Ranches", "count", required=False, least=0, most=RANCHES),
            ),
        ),
        _settlement,
    ),
)
