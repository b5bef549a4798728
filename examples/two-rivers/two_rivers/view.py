"""What is shown of Two Rivers, and who has won."""

from __future__ import annotations

from companion.mechanisms import auction as hammer
from companion.mechanisms.columns import (
    Column,
    cubes_panel,
    players_panel,
    railroads_panel,
    said,
    share_columns,
)
from companion.mechanisms.settlement import ranked_by_total
from companion.mechanisms.showing import ahead, each_share, shown
from companion.vocabulary.figures import TABLE
from companion.vocabulary.panels import cell, meter, track
from companion.vocabulary.view import End, NextStep, PayoffLine, Settlement, View
from companion.words.text import Who, say
from companion.words.values import Railroad, Seat, clockwise
from two_rivers.moves import BOX, ORDER
from two_rivers.state import CUBES, ROUNDS, SHARES, Bidding, State, Turn

RAILROAD: tuple[Column[State, Railroad], ...] = (
    Column("treasury", State.treasury, cell(say("Treasury"), figure="treasury"), "$", strong=True),
    Column("income", State.income, cell(say("Income")), "$"),
    Column("shares_unsold", State.unsold, cell(say("Unsold"), figure="shares_unsold")),
    Column("shares_total", lambda state, railroad: SHARES),
    Column("cubes_left", State.cubes_left),
)
SEAT: tuple[Column[State, Seat], ...] = (
    Column("cash", State.cash, cell(say("Cash"), figure="cash"), "$", strong=True),
    Column("worth", lambda state, seat: state.cash(seat) + sum(line.amount for line in _lines(state, seat))),
    Column("shares", lambda state, seat: state.shares_of(seat, ORDER)),
    *share_columns(ORDER),
)
MEANINGS = said(BOX, SEAT, RAILROAD)
PANELS = (
    lambda state: track("income", say("Income"), [(r, state.income(r)) for r in ORDER]),
    railroads_panel(RAILROAD, lambda state: ORDER),
    players_panel(SEAT),
    cubes_panel(say("Cubes left"), ORDER, lambda railroad: CUBES - 1),
    lambda state: meter("round", say("Round"), state.round, ROUNDS, account=TABLE, figure="round"),
)
PAYS = each_share(State.income, ORDER)


def view(state: State) -> View:
    """The state as the table document shows it."""
    found = shown(
        state,
        _step(state),
        seats=SEAT,
        railroads=dict.fromkeys(ORDER, RAILROAD),
        setting_up=False,
        end=(End(say("Round {n} is over", n=ROUNDS), state.round, ROUNDS, state.finished, say("rounds")),),
        panels=PANELS,
        round=state.round,
    )
    now = state.phase.seat if isinstance(state.phase, Turn | Bidding) else None
    return ahead(found, state, pays=PAYS, then=now and clockwise(state.seats, now)[0])


def _step(state: State) -> NextStep:
    match state.phase:
        case Turn(seat=seat):
            return "turn", (seat,), None, say("{who} puts up a share, builds or does nothing", who=Who(seat))
        case Bidding(auction=auction):
            return hammer.turn(auction)
        case _:
            return "finished", (), None, say("The game is over")


def settlement(state: State) -> Settlement:
    """Cash, and for each share what it would be paid once more; the most wins (The end)."""
    sums = [(seat, int(state.cash(seat)), _lines(state, seat)) for seat in state.all_seats]
    wins = say("Most money after the last payment wins. A tie is shared")
    return Settlement(not state.finished, ranked_by_total(sums, tie_order=()), (), None, wins=wins)


def _lines(state: State, seat: Seat) -> tuple[PayoffLine, ...]:
    return tuple(
        PayoffLine(
            railroad,
            say("{n} shares of the {r}", n=number, r=railroad),
            say("{n} × ${each}", n=number, each=state.income(railroad)),
            number * state.income(railroad),
        )
        for railroad, number in state.shares_of(seat, ORDER).items()
    )
