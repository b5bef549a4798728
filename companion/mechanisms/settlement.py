"""Who has won: sums, ranks and ties."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from companion.vocabulary.view import Payoff, PayoffLine
from companion.words.text import Text
from companion.words.values import Seat

Sums = Iterable[tuple[Seat, int | None, tuple[PayoffLine, ...]]]
"""Seat, what is there already (None: money counts for nothing), and the lines that are added to it."""

Reason = Callable[[Seat, Sequence[Seat]], Text]
"""What decides of a player among those with the same total, in few words."""


def ranked_by_total(
    sums: Sums,
    *,
    tie_order: tuple[Seat, ...],
    merits: Mapping[Seat, tuple[int, ...]] | None = None,
    reason: Reason | None = None,
) -> tuple[Payoff, ...]:
    """Payoffs, the largest total first. The first rank has won.

    tie_order: who wins a tie, the first before all others; merits: or what decides it, the larger number first,
    then the next; with neither, and where all merits are equal, a rank is shared. reason: what is said beside each of
    those that have the same total and not the same rank.
    """
    better = merits or {seat: (-place,) for place, seat in enumerate(tie_order)}
    totals = [
        (seat, there, lines, (there or 0) + sum(line.amount for line in lines), better.get(seat, ()))
        for seat, there, lines in sums
    ]
    payoffs = (
        Payoff(
            seat=seat,
            cash=there,
            lines=lines,
            total=total,
            rank=(rank := 1 + sum(other[3:] > (total, merit) for other in totals)),
            winner=rank == 1,
        )
        for seat, there, lines, total, merit in totals
    )
    ranked = tuple(sorted(payoffs, key=lambda payoff: (payoff.rank, payoff.seat)))
    return ranked if reason is None else tuple(_with_reason(payoff, ranked, reason) for payoff in ranked)


def _with_reason(payoff: Payoff, ranked: Sequence[Payoff], reason: Reason) -> Payoff:
    equals = [other for other in ranked if other.total == payoff.total]
    if len({other.rank for other in equals}) < 2:
        return payoff
    return replace(payoff, decided=reason(payoff.seat, [other.seat for other in equals]))
