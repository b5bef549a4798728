"""Who has won: sums, ranks and ties."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules import Payoff, PayoffLine
from companion.values import Seat


def ranked_by_total(
    sums: Iterable[tuple[Seat, int, tuple[PayoffLine, ...]]],
) -> tuple[Payoff, ...]:
    """Payoffs, the largest total first. Equal totals share a rank, and the first rank has won.

    sums: seat, what is there already, and the lines that are added to it.
    """
    totals = [(seat, there, lines, there + sum(line.amount for line in lines)) for seat, there, lines in sums]
    payoffs = (
        Payoff(
            seat=seat,
            cash=there,
            lines=lines,
            total=total,
            rank=(rank := 1 + sum(other > total for *_, other in totals)),
            winner=rank == 1,
        )
        for seat, there, lines, total in totals
    )
    return tuple(sorted(payoffs, key=lambda payoff: (payoff.rank, payoff.seat)))
