"""Southern Pacific without a table: what a railroad can pay, and who has won."""

from __future__ import annotations

from companion.atlas.known import Atlas
from companion.games.southern_pacific.box import BOX
from companion.mechanisms.box_file import tools_of
from companion.mechanisms.reckoning import called, ranking
from companion.vocabulary.tools import Reckoned, Step, Values
from companion.words.errors import RuleError, too_poor
from companion.words.text import phrase, say
from companion.words.values import Seat, clockwise


def _dividend(atlas: Atlas, values: Values) -> Reckoned:
    """Pay Dividends: the income comes into the treasury first; what the president says goes to each share."""
    treasury, earned, sold = values["treasury"], values["income"], values["sold"]
    funds = treasury + earned
    most = funds // sold
    each = values.get("per_share", most)
    if each > most:
        raise too_poor(say("The treasury has ${funds}: at most ${most} a share", funds=funds, most=most))
    paid, left = each * sold, funds - each * sold
    rest = say("{funds} - {paid} = {left}", funds=funds, paid=paid, left=left)
    highest = phrase("floor(({treasury} + {income}) / {sold}) = {most}")
    steps = (
        Step(
            say("At most a share"), say(highest, treasury=treasury, income=earned, sold=sold, most=most), most
        ),
        Step(say("Paid"), say("{each} × {sold} shares = {paid}", each=each, sold=sold, paid=paid), paid),
        Step(say("Treasury after it"), rest, left),
    )
    return Reckoned({"most_per_share": most, "per_share": each, "paid": paid, "treasury": left}, steps)


def _settlement(atlas: Atlas, values: Values) -> Reckoned:
    """Most cash wins; a tie goes to the nearest clockwise to the Bull Market card, its holder first.

    :raises RuleError: `rule` for two holders, `invalid` where the best tie and nobody says who has the card.
    """
    players = {Seat(n): player for n, player in enumerate(values["players"], 1)}
    holders = [seat for seat, player in players.items() if player.get("card")]
    most = max(player["cash"] for player in players.values())
    best = {seat: called(seat, player) for seat, player in players.items() if player["cash"] == most}
    if len(holders) > 1:
        raise RuleError("rule", say("One player holds the Bull Market card"))
    if len(best) > 1 and not holders:
        words = say("{who} have the same cash: who has the Bull Market card?", who=tuple(best.values()))
        missing = {f"players.{n}.card": (say("missing"),) for n in range(len(players))}
        raise RuleError("invalid", words, errors=missing)
    order = (holders[0], *clockwise(len(players), holders[0])[:-1]) if holders else ()
    place = phrase("tied; places clockwise from the Bull Market card: {n}")
    steps = [Step(best[seat], say(place, n=order.index(seat)), most) for seat in order if seat in best]
    ranked = ranking(values["players"], [()] * len(players), tie_order=order)
    return Reckoned({"players": ranked}, tuple(steps) if len(best) > 1 else ())


TOOLS = tools_of(BOX, {"dividend": _dividend, "settlement": _settlement})
