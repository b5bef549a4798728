"""What an evening is remembered for, drawn from its minutes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from companion.documents.investments import Investment, investments
from companion.table.table import Table
from companion.vocabulary.box import Unit
from companion.vocabulary.view import Settlement
from companion.words.text import Text, say
from companion.words.values import Seat

MOST = 3
"""Awards that are given, at most."""


@dataclass(frozen=True, slots=True)
class Award:
    """What for, to whom, and the figures of it. Several share it where nothing is between them."""

    what: Text
    seats: tuple[Seat, ...]
    how: Text


def awards(table: Table) -> tuple[Award, ...]:
    """For a table whose game is over: the best and the worst investment, and who was paid most for holding a railroad.
    Where money counts for nothing at the end, instead of these the railroad that brought most points, or all that
    brought as many."""
    return tuple(_given(table))[:MOST]


def _given(table: Table) -> Iterator[Award]:
    settled = table.rules.show.settlement(table.state)
    if any(payoff.cash is None for payoff in settled.payoffs):
        yield from _best_railroads(settled)
        return
    found, unit = investments(table), table.box.money
    best = _most(found, lambda investment: investment.gain)
    worst = _most(found, lambda investment: -investment.gain)
    richest = _most(found, lambda investment: investment.earned)
    if best and (gain := best[0].gain) > 0:
        each = say("{railroads}: {amount} gained each", railroads=_railroads(best), amount=unit.of(gain))
        yield Award(say("Best investment"), _seats(best), _told(unit, best, each))
    if worst and (loss := -worst[0].gain) > 0:
        each = say("{railroads}: {amount} lost each", railroads=_railroads(worst), amount=unit.of(loss))
        yield Award(say("Worst investment"), _seats(worst), _told(unit, worst, each))
    if set(richest) - set(best) and (earned := richest[0].earned):
        each = say(
            "{railroads}, received {amount} each", railroads=_railroads(richest), amount=unit.of(earned)
        )
        yield Award(say("Most earned with one railroad"), _seats(richest), _told(unit, richest, each))


def _best_railroads(settled: Settlement) -> Iterator[Award]:
    lines = [(line.amount, line.railroad, payoff.seat) for payoff in settled.payoffs for line in payoff.lines]
    most = max((amount for amount, railroad, _ in lines if railroad), default=0)
    best = [(railroad, seat) for amount, railroad, seat in lines if railroad and amount == most]
    if not most:
        return
    railroads, seats = (tuple(dict.fromkeys(of)) for of in zip(*best, strict=True))
    if len(railroads) == 1:
        points = say("{railroad}: {points} points", railroad=railroads[0], points=most)
    else:  # some are called by two words with an & between them
        points = say("{railroads}: {points} points each", railroads=", ".join(railroads), points=most)
    yield Award(say("Best railroad"), seats, points)


def _most(found: Sequence[Investment], by: Callable[[Investment], int]) -> list[Investment]:
    most = max(map(by, found), default=0)
    return [investment for investment in found if by(investment) == most]


def _seats(tied: Sequence[Investment]) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(investment.seat for investment in tied))


def _railroads(tied: Sequence[Investment]) -> str:
    return " & ".join(dict.fromkeys(investment.railroad for investment in tied))


def _told(unit: Unit, tied: Sequence[Investment], each: Text) -> Text:
    """each: what those that are tied have in common."""
    if len(tied) > 1:
        return each
    (one,) = tied
    railroad, received = one.railroad, unit.of(one.received)
    if not one.paid:
        return say("{railroad} paid {received}", railroad=railroad, received=received)
    return say(
        "{railroad}, paid {paid}, received {received}",
        railroad=railroad, paid=unit.of(one.paid), received=received,
    )  # fmt: skip
