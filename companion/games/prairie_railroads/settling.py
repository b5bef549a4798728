"""The Final Payoff and who has won, of a table's state and of figures that were read out alike."""

from __future__ import annotations

from collections.abc import Mapping

from companion.mechanisms.dividend import times
from companion.mechanisms.settlement import Sums, ranked_by_total
from companion.vocabulary.view import PayoffLine, Settlement
from companion.words.text import Text, Who, counted, say
from companion.words.values import Money, Railroad

Payoffs = Mapping[Railroad, tuple[Money, Text]]
"""What each railroad pays a share, in dollars, and the formula."""


def lines(
    held: Mapping[Railroad, int], sold: Mapping[Railroad, int], each: Payoffs
) -> tuple[PayoffLine, ...]:
    """What a player's shares of each railroad are paid. held, sold: shares of it."""
    found = []
    for r, n in held.items():
        amount, formula = each[r]
        words = counted("{n} share of {of} sold", "{n} shares of {of} sold", n=n, of=sold[r])
        found.append(PayoffLine(r, words, times(formula, n, amount * n), amount * n))
    return tuple(found)


def settled(sums: Sums, each: Payoffs, *, projected: bool = False) -> Settlement:
    """Most money wins, ties are shared (Ending/Winning the Game). sums: cash before the payoff, and its lines."""
    payoffs = ranked_by_total(sums, tie_order=())
    winners = tuple(Who(payoff.seat) for payoff in payoffs if payoff.winner)
    shared = say("{who} tie and share the win", who=winners)
    return Settlement(
        projected=projected,
        payoffs=payoffs,
        railroads=tuple((railroad, formula, amount) for railroad, (amount, formula) in each.items()),
        tie_break=shared if len(winners) > 1 else None,
        wins=say("Most money after the final payoff wins. Ties are shared"),
    )
