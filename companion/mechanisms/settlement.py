"""Who has won: sums, ranks and ties."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules import Payoff, PayoffLine
from companion.values import Seat


def ranked_by_total(
    sums: Iterable[tuple[Seat, int, tuple[PayoffLine, ...]]],
    *,
    tie_order: tuple[Seat, ...],
) -> tuple[Payoff, ...]:
    """Payoffs, the largest total first. The first rank has won.

    sums: seat, what is there already, and the lines that are added to it; tie_order: who wins a tie, the first
    before all others; empty: equal totals share a rank.
    """
    totals = [(seat, there, lines, there + sum(line.amount for line in lines)) for seat, there, lines in sums]
    payoffs = (
        Payoff(
            seat=seat,
            cash=there,
            lines=lines,
            total=total,
            rank=(rank := 1 + sum(_beats(other, seat, total, tie_order) for other in totals)),
            winner=rank == 1,
        )
        for seat, there, lines, total in totals
    )
    return tuple(sorted(payoffs, key=lambda payoff: (payoff.rank, payoff.seat)))


def _beats(
    other: tuple[Seat, int, tuple[PayoffLine, ...], int], seat: Seat, total: int, tie_order: tuple[Seat, ...]
) -> bool:
    if other[3] != total or not tie_order:
        return other[3] > total
    return tie_order.index(other[0]) < tie_order.index(seat)
