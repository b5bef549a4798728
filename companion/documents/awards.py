"""What an evening is remembered for, drawn from its minutes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.documents.investments import Investment, investments
from companion.table.table import Table
from companion.words.text import Text, say
from companion.words.values import Seat

MOST = 3
"""Awards that are given, at most."""


@dataclass(frozen=True, slots=True)
class Award:
    """What for, to whom, and the figures of it."""

    what: Text
    seat: Seat
    how: Text


def awards(table: Table) -> tuple[Award, ...]:
    """For a table whose game is over: the best and the worst investment, and who was paid most for holding a railroad.
    Where money counts for nothing at the end, instead of these the railroad that brought most points."""
    return tuple(_given(table))[:MOST]


def _given(table: Table) -> Iterator[Award]:
    settled = table.rules.show.settlement(table.state)
    if any(payoff.cash is None for payoff in settled.payoffs):
        lines = [
            (line.amount, payoff.seat, line.railroad) for payoff in settled.payoffs for line in payoff.lines
        ]
        most = max(lines, key=lambda line: line[0], default=None)
        if most is not None and most[2] is not None:
            points = say("{railroad}: {points} points", railroad=most[2], points=most[0])
            yield Award(say("Best railroad"), most[1], points)
        return
    found = investments(table)
    best = max(found, key=lambda investment: investment.gain, default=None)
    if best is not None and best.gain > 0:
        yield Award(say("Best investment"), best.seat, _paid(table, best))
    worst = min(found, key=lambda investment: investment.gain, default=None)
    if worst is not None and worst.gain < 0:
        yield Award(say("Worst investment"), worst.seat, _paid(table, worst))
    richest = max(found, key=lambda investment: investment.received, default=None)
    if richest is not None and richest is not best and richest.received:
        yield Award(say("Most earned with one railroad"), richest.seat, _paid(table, richest))


def _paid(table: Table, investment: Investment) -> Text:
    unit = table.box.money
    if not investment.paid:
        return say(
            "{railroad} paid {received}", railroad=investment.railroad, received=unit.of(investment.received)
        )
    return say(
        "{railroad}, paid {paid}, received {received}",
        railroad=investment.railroad,
        paid=unit.of(investment.paid),
        received=unit.of(investment.received),
    )
