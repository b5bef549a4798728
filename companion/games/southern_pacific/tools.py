"""Southern Pacific without a table: what a railroad can pay, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from companion.atlas.known import Atlas
from companion.games.southern_pacific.box import SHARES
from companion.mechanisms.reckoning import MOST_MONEY, called, player_rows, ranking
from companion.vocabulary.moves import Field
from companion.vocabulary.tools import Reckoned, Step, Tool, Values
from companion.words.errors import RuleError
from companion.words.text import say
from companion.words.values import Seat, clockwise


def _dividend(atlas: Atlas, values: Values) -> Reckoned:
    """Pay Dividends: the income comes into the treasury first; what the president says goes to each share."""
    treasury, earned, sold = values["treasury"], values["income"], values["sold"]
    funds = treasury + earned
    most = funds // sold
    each = values.get("per_share", most)
    if each > most:
        raise RuleError(
            "insufficient-funds",
            say("The treasury has ${funds}: at most ${most} a share", funds=funds, most=most),
        )
    facts = {"treasury": treasury, "income": earned, "funds": funds, "sold": sold}
    highest = say("floor(({treasury} + {income}) / {sold}) = {most}", **facts, most=most)
    paid = say("{each} × {sold} shares = {paid}", each=each, sold=sold, paid=each * sold)
    left = say("{funds} - {paid} = {left}", funds=funds, paid=each * sold, left=funds - each * sold)
    return Reckoned(
        {"most_per_share": most, "per_share": each, "paid": each * sold, "treasury": funds - each * sold},
        (
            Step(say("At most a share"), highest, most),
            Step(say("Paid"), paid, each * sold),
            Step(say("Treasury after it"), left, funds - each * sold),
        ),
    )


def _settlement(atlas: Atlas, values: Values) -> Reckoned:
    """Most cash wins; a tie goes to the nearest clockwise to the Bull Market card, its holder first."""
    players = values["players"]
    holders = [Seat(n) for n, player in enumerate(players, 1) if player.get("card")]
    if len(holders) > 1:
        raise RuleError("rule", say("One player holds the Bull Market card"))
    order = (holders[0], *clockwise(len(players), holders[0])[:-1]) if holders else ()
    most = max(player["cash"] for player in players)
    if not holders:
        _check_no_tie(players, [Seat(n) for n, player in enumerate(players, 1) if player["cash"] == most])
    tied = [seat for seat in order if players[seat - 1]["cash"] == most]
    steps = [
        Step(
            called(seat, players[seat - 1]),
            say("tied; places clockwise from the Bull Market card: {n}", n=order.index(seat)),
            most,
        )
        for seat in tied
    ]
    ranked = ranking(players, [()] * len(players), tie_order=order)
    return Reckoned({"players": ranked}, tuple(steps) if len(tied) > 1 else ())


def _check_no_tie(players: Sequence[Values], best: Sequence[Seat]) -> None:
    """Who has the card need not be said where nobody ties.

    :raises RuleError: `invalid`.
    """
    if len(best) > 1:
        raise RuleError(
            "invalid",
            say(
                "{who} have the same cash: who has the Bull Market card?",
                who=tuple(called(seat, players[seat - 1]) for seat in best),
            ),
            errors={f"players.{n}.card": (say("missing"),) for n in range(len(players))},
        )


TOOLS = (
    Tool(
        "dividend",
        "Dividend",
        "Pay Dividends",
        "Income comes into the treasury first; a share gets what the president says.",
        (
            Field("treasury", "Treasury", "money", least=0, most=MOST_MONEY),
            Field("income", "Income", "count", least=0, most=MOST_MONEY),
            Field("sold", "Shares sold", "count", least=1, most=SHARES),
            Field("per_share", "A share", "money", required=False, least=0, most=MOST_MONEY),
        ),
        _dividend,
    ),
    Tool(
        "settlement",
        "Who has won",
        "Ending/Winning the Game",
        "Cash only: shares and treasuries are worth nothing. Ties are broken with the Bull Market card.",
        (player_rows(Field("card", "Bull Market card", "flag", required=False)),),
        _settlement,
    ),
)
