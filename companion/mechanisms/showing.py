"""What the table document shows of a state: what all games have alike, and what each adds of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.mechanisms import auction as hammer
from companion.mechanisms.columns import Column, members
from companion.mechanisms.game_state import G, GameState
from companion.mechanisms.parts import part
from companion.vocabulary.box import RailroadInfo
from companion.vocabulary.panels import Panel
from companion.vocabulary.view import End, NextStep, ShownAuction, View
from companion.words.values import Railroad, Seat


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
    further: Iterable[RailroadInfo] = (),
    hidden: frozenset[str] = frozenset(),
    more: Mapping[str, object] | None = None,
) -> View:
    """The state as the table document shows it.

    seats, railroads: what is said of each; setting_up: does the play proper only begin after this? share: which of its
    railroad's shares is under the hammer, where they are not alike; panels: what makes each, the same function for
    every state, and None where there is none; the others are those of `View`.
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
        auction=_auction(state, share),
        end=tuple(end),
        panels=tuple([shown for each in panels if (shown := _panel(state, each))]),
        further=tuple(further),
        hidden=hidden,
        more=more or {},
    )


def _auction(state: GameState, share: str | None) -> ShownAuction | None:
    if state.auction is None:
        return None
    auction = hammer.shown(state.auction, state.cash)
    return {**auction, "share": share} if share else auction
