"""Texas & Pacific without a table: a dividend, a minimum bid, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from companion.atlas.known import Atlas
from companion.games.texas_pacific.box import CERTIFICATES, RANCHES
from companion.mechanisms.reckoning import MOST_MONEY, called, player_rows, ranking
from companion.vocabulary.moves import Field
from companion.vocabulary.tools import Reckoned, Step, Tool, Values
from companion.words.errors import RuleError
from companion.words.text import Text, counted, phrase, say
from companion.words.values import Seat, divided_up

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
    most = max(player["cash"] for player in players)
    tied = [at for at, player in enumerate(players) if player["cash"] == most]
    _decide(players, tied)
    steps = [Step(called(Seat(at + 1), players[at]), _tie_words(players[at]), most) for at in tied]
    ranked = ranking(players, [()] * len(players), tie_order=(), merits=_merits(players))
    return Reckoned({"players": ranked}, tuple(steps) if len(tied) > 1 else ())


def _tie_words(player: Values) -> Text:
    certificates, ranches = player.get("certificates") or 0, player.get("ranches")
    if ranches is None:
        return say("tied; certificates: {certificates}", certificates=certificates)
    return say(
        "tied; certificates: {certificates}, ranches: {ranches}", certificates=certificates, ranches=ranches
    )


def _decide(players: Sequence[Values], tied: list[int]) -> None:
    """Is all told that decides between those with the most money? A number that was left out is not 0.

    :raises RuleError: `invalid`, naming the fields that are asked for.
    """
    if len(tied) < 2:
        return
    _ask(players, tied, "certificates", say("How many certificates does each own?"))
    fewest = min(players[at]["certificates"] for at in tied)
    left = [at for at in tied if players[at]["certificates"] == fewest]
    if len(left) > 1:
        _ask(players, left, "ranches", say("How many ranches does each own?"))


def _ask(players: Sequence[Values], tied: list[int], what: str, question: Text) -> None:
    """:raises RuleError: `invalid` if one of the tied has left it out."""
    unsaid = [at for at in tied if players[at].get(what) is None]
    if unsaid:
        who = tuple(called(Seat(at + 1), players[at]) for at in tied)
        words = say("{who} are tied. {question}", who=who, question=question)
        missing = {f"players.{at}.{what}": (say("missing"),) for at in unsaid}
        raise RuleError("invalid", words, errors=missing, rule=_END)


def _merits(players: Sequence[Values]) -> dict[Seat, tuple[int, ...]]:
    """What ranks players with the same cash. Behind the winners nobody is asked: who has left a number out shares the
    rank with all it might have decided against."""
    merits: dict[Seat, tuple[int, ...]] = {}
    for at, player in enumerate(players):
        equals = [one for one in players if one["cash"] == player["cash"]]
        certificates = _told(equals, player, "certificates")
        equals = [one for one in equals if certificates == _told(equals, one, "certificates")]
        merits[Seat(at + 1)] = (-certificates, _told(equals, player, "ranches"))
    return merits


def _told(equals: Sequence[Values], player: Values, what: str) -> int:
    """A player's number, if all who are equal otherwise have told theirs; else nobody's counts."""
    return 0 if any(one.get(what) is None for one in equals) else int(player[what])


_END = "End of Game"
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
        _END,
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
