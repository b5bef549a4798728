"""Texas & Pacific without a table: a dividend, a minimum bid, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from companion.atlas.known import Atlas
from companion.games.texas_pacific.box import BOX
from companion.mechanisms.box_file import tools_of
from companion.mechanisms.reckoning import called, ranking
from companion.vocabulary.tools import Reckoned, Step, Values
from companion.words.errors import RuleError
from companion.words.text import Text, counted, phrase, say
from companion.words.values import Seat, divided_up

HEADING = "End of Game"


def _dividend(atlas: Atlas, values: Values) -> Reckoned:
    """General Dividends and Go West: the income over the certificates sold, rounded up, for each of them."""
    income, sold, number = values["income"], values["sold"], values.get("certificates", 1)
    if number > sold:
        words = say("A player holds {number} certificates, but {sold} are sold", number=number, sold=sold)
        raise RuleError("rule", words)
    each = divided_up(income, sold)
    formula = say("ceil({income} / {sold}) = {each}", income=income, sold=sold, each=each)
    steps = [Step(say("A certificate"), formula, each)]
    if number > 1:
        paid = say("{each} × {n} = {paid}", each=each, n=number, paid=each * number)
        steps.append(Step(counted("{n} certificate", "{n} certificates", n=number), paid, each * number))
    return Reckoned({"per_certificate": each, "amount": each * number}, tuple(steps))


def _minimum_bid(atlas: Atlas, values: Values) -> Reckoned:
    """Stock Decision: the dividend as if the certificate had been sold already."""
    income, sold = values["income"], values["sold"]
    least = divided_up(income, sold + 1)
    formula = say("ceil({income} / ({sold} + 1)) = {least}", income=income, sold=sold, least=least)
    return Reckoned({"minimum_bid": least}, (Step(say("Minimum bid"), formula, least),))


def _settlement(atlas: Atlas, values: Values) -> Reckoned:
    """Most money wins; ties: fewest certificates, then most ranches, then shared."""
    players = values["players"]
    most = max(player["cash"] for player in players)
    tied = [at for at, player in enumerate(players) if player["cash"] == most]
    _ask_what_decides(players, tied)
    steps = [Step(called(Seat(at + 1), players[at]), _tie_words(players[at]), most) for at in tied]
    ranked = ranking(players, [()] * len(players), tie_order=(), merits=_merits(players))
    return Reckoned({"players": ranked}, tuple(steps) if len(tied) > 1 else ())


def _tie_words(player: Values) -> Text:
    certificates, ranches = player.get("certificates") or 0, player.get("ranches")
    if ranches is None:
        return say("tied; certificates: {certificates}", certificates=certificates)
    words = phrase("tied; certificates: {certificates}, ranches: {ranches}")
    return say(words, certificates=certificates, ranches=ranches)


def _ask_what_decides(players: Sequence[Values], tied: Sequence[int]) -> None:
    """Is all told that decides between those with the most money? A number that was left out is not 0.

    :raises RuleError: `invalid`, naming the fields that are asked for.
    """
    questions = {
        "certificates": say("How many certificates does each own?"),
        "ranches": say("How many ranches does each own?"),
    }
    for what, question in questions.items():
        if len(tied) < 2:
            return
        unsaid = [at for at in tied if players[at].get(what) is None]
        if unsaid:
            who = tuple(called(Seat(at + 1), players[at]) for at in tied)
            words = say("{who} are tied. {question}", who=who, question=question)
            missing = {f"players.{at}.{what}": (say("missing"),) for at in unsaid}
            raise RuleError("invalid", words, errors=missing, rule=HEADING)
        fewest = min(players[at][what] for at in tied)
        tied = [at for at in tied if players[at][what] == fewest]


def _merits(players: Sequence[Values]) -> dict[Seat, tuple[int, ...]]:
    """What ranks players with the same cash. Behind the winners nobody is asked: who has left a number out shares the
    rank with all it might have decided against."""
    merits: dict[Seat, tuple[int, ...]] = {}
    for at, player in enumerate(players):
        equals = [other for other in players if player["cash"] == other["cash"]]
        certificates = _counting(equals, player, "certificates")
        equals = [other for other in equals if certificates == _counting(equals, other, "certificates")]
        merits[Seat(at + 1)] = (-certificates, _counting(equals, player, "ranches"))
    return merits


def _counting(equals: Sequence[Values], player: Values, what: str) -> int:
    """A player's number, if all who are equal otherwise have said theirs; else nobody's counts."""
    return 0 if any(other.get(what) is None for other in equals) else int(player[what])


TOOLS = tools_of(BOX, {"dividend": _dividend, "minimum-bid": _minimum_bid, "settlement": _settlement})
