"""Who has won, of a table's state and of points that were read out alike."""

from __future__ import annotations

from companion.mechanisms.settlement import Sums, ranked_by_total
from companion.vocabulary.view import Settlement
from companion.words.text import Who, say

POINTS = "VP"
"""The unit of victory points."""


def settled(sums: Sums, *, projected: bool = False) -> Settlement:
    """Most victory points win; ties are shared. Money and shares count for nothing (End of Game)."""
    payoffs = ranked_by_total(sums, tie_order=())
    best = tuple(Who(payoff.seat) for payoff in payoffs if payoff.winner)
    same = say("{who} have the same number of points and share the win", who=best)
    tie, wins = same if len(best) > 1 else None, say("Most victory points win. Ties are shared")
    return Settlement(projected, payoffs, (), tie, unit=POINTS, wins=wins)
