"""What the table document shows of a state: what all games have alike, and what each adds of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from companion.mechanisms import auction as hammer
from companion.mechanisms.columns import Column, members
from companion.mechanisms.game_state import G, GameState, StockState
from companion.mechanisms.parts import part
from companion.vocabulary.box import RailroadInfo
from companion.vocabulary.panels import Panel
from companion.vocabulary.view import End, NextStep, ShownAuction, Terms, View
from companion.words.values import Money, Railroad, Seat

T = TypeVar("T", bound=StockState)


Pays = Callable[[G, Seat], int | None]
"""What a seat's shares would be paid in all if the next dividend came now; None: the game cannot say."""


def each_share(
    dividend: Callable[[T, Railroad], Money | None], railroads: Iterable[Railroad]
) -> Callable[[T, Seat], int]:
    """The `Pays` of a game in which all shares of a railroad are paid alike. dividend: of one share; railroads: those
    that pay."""
    order = tuple(railroads)
    return lambda state, seat: sum(
        number * (dividend(state, railroad) or 0) for railroad, number in state.shares_of(seat, order).items()
    )


@part
def _dividend(state: G, pays: Pays[G], seat: Seat) -> int | None:
    return pays(state, seat)


@part
def _panel(state: G, of: Callable[[G], Panel | None]) -> Panel | None:
    return of(state)


def shown(
    state: G,
    next_step: NextStep,
    *,
    seats: tuple[Column[G, Seat], ...],
    railroads: Mapping[Railroad, tuple[Column[G, Railroad], ...]],
    setting_up: bool,
    end: Iterable[End],
    panels: Iterable[Callable[[G], Panel | None]],
    round: int | None = None,
    paper_total: int | None = None,
    share: str | None = None,
    terms: Terms | None = None,
    further: Iterable[RailroadInfo] = (),
    hidden: frozenset[str] = frozenset(),
    more: Mapping[str, object] | None = None,
) -> View:
    """The state as the table document shows it.

    seats, railroads: what is said of each; setting_up: does the play proper only begin after this? share: which of a
    railroad's is sold, where they differ; terms: of the auction; panels: the same functions for every state.
    """
    step, to_act, railroad, prompt = next_step
    return View(
        status="finished" if state.finished else "setup" if setting_up else "playing",
        round=round,
        step=step,
        paper_total=paper_total,
        seats={seat: members(seats, state, seat) for seat in state.all_seats},
        railroads=tuple(members(columns, state, each) for each, columns in railroads.items()),
        to_act=to_act,
        railroad=railroad,
        prompt=prompt,
        auction=_auction(state, share, terms),
        end=tuple(end),
        panels=tuple([shown for each in panels if (shown := _panel(state, each))]),
        further=tuple(further),
        hidden=hidden,
        more=more or {},
    )


def ahead(view: View, state: G, *, pays: Pays[G] | None = None, then: Seat | None = None) -> View:
    """The same view with what is to come: the next dividend, and who acts next.

    pays: the same function for every state; then: who has the next turn, for the next bid is known here.
    """
    if state.finished:
        return view
    due = {} if pays is None else {seat: _dividend(state, pays, seat) for seat in state.all_seats}
    after = hammer.then(state.auction) if state.auction else then
    return replace(
        view,
        dividends={seat: amount for seat, amount in due.items() if amount is not None},
        then=None if after in view.to_act else after,
    )


def _auction(state: GameState, share: str | None, terms: Terms | None) -> ShownAuction | None:
    if state.auction is None:
        return None
    auction = hammer.shown(state.auction, state.cash)
    return {**auction, "share": share or auction["share"], **(terms or {})}
