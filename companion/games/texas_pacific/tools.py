"""Texas & Pacific without a table: a dividend, a minimum bid, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.atlas.known import Atlas
from companion.games.texas_pacific import settling
from companion.games.texas_pacific.box import BOX, CERTIFICATES
from companion.mechanisms.box_file import tools_of
from companion.mechanisms.dividend import times
from companion.mechanisms.reckoning import called, reckoned, sums
from companion.vocabulary.tools import Reckoned, Step, Values
from companion.vocabulary.view import PayoffLine
from companion.words.errors import RuleError, forbidden, invalid
from companion.words.text import Text, Who, counted, phrase, say
from companion.words.values import Money, Railroad, Seat, divided_up

HEADING = "End of Game"


def _dividend(atlas: Atlas, values: Values) -> Reckoned:
    """General Dividends and Go West: the income over the certificates sold, rounded up, for each of them."""
    income, sold, number = values["income"], values["sold"], values.get("certificates", 1)
    if number > sold:
        words = say("A player holds {number} certificates, but {sold} are sold", number=number, sold=sold)
        raise RuleError("rule", words)
    each, formula = settling.certificate(income, sold)
    steps = [Step(say("Per certificate"), formula, each)]
    if number > 1:
        paid = say("${each} × {n} = ${paid}", each=each, n=number, paid=each * number)
        steps.append(Step(counted("{n} certificate", "{n} certificates", n=number), paid, each * number))
    return Reckoned({"per_certificate": each, "amount": each * number}, tuple(steps))


def _minimum_bid(atlas: Atlas, values: Values) -> Reckoned:
    """Stock Decision: the dividend as if the certificate had been sold already."""
    income, sold = values["income"], values["sold"]
    least = divided_up(income, sold + 1)
    formula = say(
        "${income} ÷ ({sold} + 1) certificates, rounded up = ${least}", income=income, sold=sold, least=least
    )
    return Reckoned({"minimum_bid": least}, (Step(say("Minimum bid"), formula, least),))


def _settlement(atlas: Atlas, values: Values) -> Reckoned:
    """The last General Dividends of every railroad read out, then most money; ties: fewest certificates, then most
    ranches, then shared."""
    earned = _incomes(values.get("railroads") or ())
    players = [_counted(player, bool(earned)) for player in values["players"]]
    sold = _sold(players, earned)
    each = {r: settling.certificate(earned[r], n) for r, n in sold.items() if r in earned and n}
    lines = {Seat(n): _lines(player, each) for n, player in enumerate(players, 1)} if earned else {}
    totals = [cash + sum(line.amount for line in added) for _, cash, added in sums(players, lines)]
    tied = [at for at, total in enumerate(totals) if total == max(totals)]
    _ask_what_decides(players, tied)
    certificates, ranches = _deciding(players, totals)
    settled = settling.settled(sums(players, lines), certificates, ranches)
    steps = [Step(say("{r}, per certificate", r=r), formula, amount) for r, (amount, formula) in each.items()]
    if len(tied) > 1:
        steps += [
            Step(say("{who}", who=Who(Seat(at + 1))), _tie_words(players[at]), totals[at]) for at in tied
        ]
    paid = [{"railroad": r, "per_certificate": amount} for r, (amount, _) in each.items()]
    return reckoned(players, settled, tuple(steps), {"railroads": paid})


def _incomes(rows: Sequence[Values]) -> dict[Railroad, int]:
    """The railroads read out, with their incomes in dollars.

    :raises RuleError: `rule` for one that is read out twice.
    """
    earned = {Railroad(row["railroad"]): int(row["income"]) for row in rows}
    if len(earned) < len(rows):
        raise forbidden("Enter each railroad only once")
    return earned


def _counted(player: Values, paid: bool) -> Values:
    """A player whose certificates are counted, if they are told by railroad. paid: is something paid for ranches? Then
    whoever tells none has none.

    :raises RuleError: `rule` where the numbers differ.
    """
    shares = player.get("shares")
    number, told = sum((shares or {}).values()), player.get("certificates")
    if shares is not None and told is not None and told != number:
        words = phrase("The certificates by railroad add up to {number}, not {told}")
        raise forbidden(say(words, number=number, told=told), HEADING)
    found = dict(player)
    if shares is not None or (paid and told is None):
        found["certificates"] = number
    if paid and found.get("ranches") is None:
        found["ranches"] = 0
    return found


def _sold(players: Sequence[Values], earned: Mapping[Railroad, int]) -> dict[Railroad, int]:
    """How many certificates of each railroad the players have.

    :raises RuleError: `rule` for more than were printed, `invalid` for one whose income nobody has told.
    """
    sold: Counter[Railroad] = Counter()
    for player in players:
        sold.update({Railroad(r): n for r, n in (player.get("shares") or {}).items() if n})
    for r, n in sold.items():
        if n > (most := CERTIFICATES.get(r, 0)):
            words = phrase("The players hold {n} certificates of the {r}, but {most} are printed")
            raise forbidden(say(words, n=n, r=r, most=most), HEADING)
    if earned and (unsaid := tuple(str(r) for r in sold if r not in earned)):
        raise invalid("railroads", say("What is the income of the {railroads}?", railroads=unsaid))
    return sold


def _lines(player: Values, each: Mapping[Railroad, tuple[Money, Text]]) -> tuple[PayoffLine, ...]:
    """What the last General Dividends pay a player. each: a certificate of each railroad, and the formula."""
    lines = []
    for r, n in (player.get("shares") or {}).items():
        if n:
            amount, formula = each[r]
            words = counted("{n} certificate of the {r}", "{n} certificates of the {r}", n=n, r=r)
            lines.append(PayoffLine(r, words, times(formula, n, amount * n), amount * n))
    if built := player.get("ranches"):
        dollars, formula = settling.ranches(built)
        lines.append(PayoffLine(None, counted("{n} ranch", "{n} ranches", n=built), formula, dollars))
    return tuple(lines)


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


def _deciding(players: Sequence[Values], totals: Sequence[int]) -> tuple[dict[Seat, int], dict[Seat, int]]:
    """The certificates and ranches that rank players with the same money. Behind the winners nobody is asked: who has
    left a number out shares the rank with all it might have decided against."""
    certificates: dict[Seat, int] = {}
    ranches: dict[Seat, int] = {}
    for at, player in enumerate(players):
        equals = [other for other, total in zip(players, totals, strict=True) if total == totals[at]]
        number = certificates[Seat(at + 1)] = _counting(equals, player, "certificates")
        equals = [other for other in equals if number == _counting(equals, other, "certificates")]
        ranches[Seat(at + 1)] = _counting(equals, player, "ranches")
    return certificates, ranches


def _counting(equals: Sequence[Values], player: Values, what: str) -> int:
    """A player's number, if all who are equal otherwise have said theirs; else nobody's counts."""
    return 0 if any(other.get(what) is None for other in equals) else int(player[what])


TOOLS = tools_of(BOX, {"dividend": _dividend, "minimum-bid": _minimum_bid, "settlement": _settlement})
