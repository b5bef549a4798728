"""Southern Pacific without a table: what a railroad can pay, and who has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.atlas.known import Atlas
from companion.games.southern_pacific import settling
from companion.games.southern_pacific.box import BOX
from companion.mechanisms.box_file import ruled, tools_of
from companion.mechanisms.reckoning import names_of, reckoned, sums
from companion.vocabulary.tools import Reckoned, Step, Values
from companion.words.errors import RuleError, too_poor
from companion.words.text import Who, phrase, say
from companion.words.values import Seat


def _dividend(atlas: Atlas, values: Values) -> Reckoned:
    """Pay Dividends: the income comes into the treasury first; what the president says goes to each share."""
    treasury, earned, sold = values["treasury"], values["income"], values["sold"]
    funds = treasury + earned
    most = funds // sold
    each = values.get("per_share", most)
    if each > most:
        raise too_poor(say("The treasury has ${funds}: at most ${most} per share", funds=funds, most=most))
    paid, left = each * sold, funds - each * sold
    rest = say("${funds} − ${paid} = ${left}", funds=funds, paid=paid, left=left)
    highest = phrase("(${treasury} + ${income}) ÷ {sold}, rounded down = ${most} per share")
    steps = (
        Step(
            say("At most per share"),
            say(highest, treasury=treasury, income=earned, sold=sold, most=most),
            most,
        ),
        Step(say("Paid"), say("${each} × {sold} shares = ${paid}", each=each, sold=sold, paid=paid), paid),
        Step(say("Treasury afterwards"), rest, left),
    )
    return Reckoned({"most_per_share": most, "per_share": each, "paid": paid, "treasury": left}, steps)


def _settlement(atlas: Atlas, values: Values) -> Reckoned:
    """Most cash wins; a tie goes to the nearest clockwise to the Bull Market card (ruling `final_tie`).

    :raises RuleError: `rule` for two holders, `invalid` where the best tie and nobody says who has the card.
    """
    players = values["players"]
    names = names_of(players)
    holders = [seat for seat, player in zip(names, players, strict=True) if player.get("card")]
    most = max(player["cash"] for player in players)
    best = [seat for seat, player in zip(names, players, strict=True) if player["cash"] == most]
    if len(holders) > 1:
        raise RuleError("rule", say("One player holds the Bull Market card"))
    if len(best) > 1 and not holders:
        who = tuple(names[seat] for seat in best)
        words = say("{who} have the same cash: who has the Bull Market card?", who=who)
        missing = {f"players.{n}.card": (say("missing"),) for n in range(len(players))}
        raise RuleError("invalid", words, errors=missing)
    card = holders[0] if holders else None
    order = settling.tie_order(len(players), card, ruled(BOX, values, "final_tie"))
    settled = settling.settled(sums(players), order, card)
    steps = tuple(_steps(order, best, card, most)) if len(best) > 1 else ()
    return reckoned(players, settled, steps, {"order": list(order)})


def _steps(order: Sequence[Seat], best: Sequence[Seat], card: Seat | None, cash: int) -> Iterator[Step]:
    """Who is tied, with so much, and how far each sits from the card."""
    place = phrase("tied; seats clockwise from the Bull Market card: {n}")
    for at, seat in enumerate(order, 0 if order[0] == card else 1):
        if seat in best:
            yield Step(say("{who}", who=Who(seat)), say(place, n=at), cash)


TOOLS = tools_of(BOX, {"dividend": _dividend, "settlement": _settlement})
