"""How an evening went: the figures of every seat and railroad after each line that stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.mechanisms.parts import Parts
from companion.table.journal import Node
from companion.table.position import ONLY_AT
from companion.table.table import Table
from companion.vocabulary.common_moves import BeginHere
from companion.vocabulary.minutes import Position
from companion.vocabulary.view import Settlement, View
from companion.words.values import Seat

Figures = tuple[int | None, ...]
"""One figure of each seat, or of each railroad, in their order; None: there is none, or it is hidden."""


@dataclass(frozen=True, slots=True)
class Figured:
    """What the table showed at one moment."""

    round: int | None
    """None in a game without rounds."""
    over: bool
    """The game has ended, and what the settlement adds may have been paid out."""
    cash: Figures
    counted: Figures
    """Of that what a settlement counts as cash, before it adds anything; None where money counts for nothing."""
    worth: Figures
    """Dollars of seats 1 to N, then of the seat at which nobody sits (None until it takes part), worth with what a
    final settlement would add at that moment."""
    income: Figures
    treasury: Figures
    """Dollars of the railroads that the rules name, in their order."""


@dataclass(frozen=True, slots=True)
class Moment:
    """After which line, and what the table showed then."""

    revision: int
    figured: Figured
    to_act: tuple[Seat, ...]
    """Whose turn it was then; several where several are asked at once."""
    bidding: bool = False
    """An auction was on: whoever is asked then has no turn by it."""


class History:
    """The figures of one table, line by line; asked again, it works out only what is new.

    It shows what the table document shows, no more: what a game hides from the table stays hidden here.
    """

    def __init__(self) -> None:
        self._known: list[tuple[Node, Figured, tuple[Seat, ...], bool]] = []
        self._last: Position | None = None

    def moments(self, table: Table, nodes: Sequence[Node]) -> tuple[Moment, ...]:
        """What the table showed after each standing line.

        nodes: the way to the table's head, first to last, as `standing` gives it. The table need not be locked
        meanwhile, for states never change; but only one thread asks at a time.
        """
        figured_before = self._known
        same = 0
        while same < min(len(figured_before), len(nodes)) and figured_before[same][0] is nodes[same]:
            same += 1
        state = self._last if same and same == len(figured_before) else None
        if state is None:
            while same and nodes[same - 1].state is None:
                same -= 1
            state = nodes[same - 1].state if same else None
        fresh = figured_before[:same]
        parts = Parts()  # of its own: the table's are whoever's who has its lock
        for node, at in zip(nodes[same:], table.states(nodes[same:], state), strict=True):
            state = at
            view = parts.of(at, table.rules.show.view)
            shown = figured(table, view, parts.of(at, table.rules.show.settlement))
            before = fresh[-1][1] if fresh else None
            bidding = view.auction is not None
            fresh.append((node, before if before == shown else shown, view.to_act, bidding))
        self._known, self._last = fresh, state
        hides = state is not None and bool(parts.of(state, table.rules.show.view).hidden)
        moments: list[Moment] = []
        for node, shown, to_act, bidding in fresh:
            seen = veiled(shown) if hides else shown
            if node.facts_only is None:
                moments.append(Moment(node.line.revision, seen, to_act, bidding))
            else:  # what an undone line taught stays known, and what follows from it belongs to the line before
                moments[-1] = replace(moments[-1], figured=seen, to_act=to_act, bidding=bidding)
        return tuple(moments)


def veiled(shown: Figured) -> Figured:
    """What everybody may see while the table hides its money."""
    nobody = (None,) * len(shown.cash)
    return replace(shown, cash=nobody, counted=nobody, worth=nobody)


def cash_before_the_payoff(moments: Sequence[Moment]) -> list[Figures]:
    """Everybody's cash after each line, without what the settlement paid out at the end: so it stands there too.

    A game that counts no cash then, because its dividends are what it counts, pays nothing out.
    """
    playing = [moment.figured for moment in moments if not moment.figured.over]
    as_counted = bool(playing) and playing[-1].cash == playing[-1].counted
    return [
        moment.figured.counted if moment.figured.over and as_counted else moment.figured.cash
        for moment in moments
    ]


def standing(table: Table) -> list[Node]:
    """The way to the table's head, first to last. Quick; hold the table's lock for it."""
    return [node for node in table.journal.head.in_force() if node.amended is None][::-1]


def was_on(nodes: Sequence[Node]) -> bool:
    """Was the game already on when the companion joined it? nodes: as `standing` gives them."""
    return any(node.is_move and node.line.body["type"] == BeginHere.TYPE.name for node in nodes[:ONLY_AT])


def figured(table: Table, view: View, settled: Settlement) -> Figured:
    """The figures of one state."""
    totals = {payoff.seat: payoff.total for payoff in settled.payoffs}
    counted = {payoff.seat: payoff.cash for payoff in settled.payoffs}
    seats = [*(Seat(n) for n in range(1, table.seats + 1)), *table.nobodys]
    railroads = view.railroads[
        : len(table.box.railroads)
    ]  # those that play brought to light are not always there
    cash = tuple(view.seats[seat]["cash"] if seat in view.seats else None for seat in seats)
    return Figured(
        round=view.round,
        over=view.status == "finished",
        cash=cash,
        counted=tuple(None if had is None else counted[seat] for seat, had in zip(seats, cash, strict=True)),
        # The worth of whoever's cash is hidden would tell it.
        worth=tuple(None if had is None else totals[seat] for seat, had in zip(seats, cash, strict=True)),
        income=tuple(railroad["income"] for railroad in railroads),
        treasury=tuple(railroad["treasury"] for railroad in railroads),
    )
