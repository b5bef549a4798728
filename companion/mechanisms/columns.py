"""Figures of every railroad, or of every player, described once: as members of the table document and as a panel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.mechanisms.box_file import Printed, meaning
from companion.mechanisms.game_state import G, StockState
from companion.mechanisms.parts import part
from companion.vocabulary.meanings import RAILROAD, SEAT, Meaning, Meanings
from companion.vocabulary.panels import Cell, Panel, bars, cell, grid, together
from companion.words.text import Text, Who, say
from companion.words.values import Railroad, Seat

W = TypeVar("W", Railroad, Seat)
T = TypeVar("T", bound=StockState)
DASH = say("–")


@dataclass(frozen=True, slots=True, eq=False)
class Column(Generic[G, W]):
    """One figure that each of them has."""

    member: str
    """Its name in the table document; empty: it stands in the panel alone."""
    of: Callable[[G, W], Any]
    """What it is. In a panel several seats are their names; a name, a text or a cell stands as it is."""
    head: Cell | None = None
    """The head of its column; None: it stands in the table document alone."""
    unit: str = ""
    """`$` before its numbers."""
    strong: bool = False
    """Is it what players look for first?"""
    nothing: Text = DASH
    """What stands in the panel instead of None."""
    brief: Callable[[G, W], Text | None] | None = None
    """How a glance says it, if not by its head and its number: beside one's own shares (where any other figure is only
    said if it is `strong`), or of what is auctioned."""


def said(box: Printed, seat: Iterable[Column[G, Seat]], railroad: Iterable[Column[G, Railroad]]) -> Meanings:
    """What each member of the table document says. box: has those that this game alone has, under `says`, if any.

    :raises KeyError: one is not described.
    """
    own = box.get("says", {})
    seats, railroads = (
        _said(seat, SEAT, own.get("seat", {})),
        _said(railroad, RAILROAD, own.get("railroad", {})),
    )
    shared = {member: meant.shared for member, meant in railroads.items() if meant.shared}
    return Meanings(seats, railroads, shared=shared)


def _said(columns: Iterable[Column[G, W]], common: Mapping[str, Meaning], own: Printed) -> dict[str, Meaning]:
    every = {**common, **{name: meaning(printed, usual=common.get(name)) for name, printed in own.items()}}
    return {column.member: every[column.member] for column in columns if column.member}


@part
def _row(state: G, columns: tuple[Column[G, W], ...], whose: W) -> tuple[dict[str, Any], list[Cell]]:
    """What there is of one of them: for the table document, and for the panel."""
    members: dict[str, Any] = {}
    cells: list[Cell] = []
    for column in columns:
        figure = column.of(state, whose)
        if column.member:
            members[column.member] = figure
        if column.head is not None:
            words = column.brief(state, whose) if column.brief else None
            cells.append(Cell({**_cell(column, figure), **({"brief": words} if words else {})}))
    return members, cells


def members(columns: tuple[Column[G, W], ...], state: G, whose: W) -> dict[str, Any]:
    """What the table document says of a railroad or a player."""
    return _row(state, columns, whose)[0]


def panel(
    name: str, title: Text, columns: tuple[Column[G, W], ...], state: G, rows: Iterable[tuple[Cell, W]]
) -> Panel:
    """A grid with a column for each figure that has a head. rows: the head of each, and whose it is."""
    heads = [column.head for column in columns if column.head is not None]
    lines = [(head, _row(state, columns, whose)[1]) for head, whose in rows]
    return grid(name, title, heads, lines)


def railroads_panel(
    columns: tuple[Column[G, Railroad], ...], railroads: Callable[[G], Iterable[Railroad]]
) -> Callable[[G], Panel]:
    """What there is of each railroad of a state."""
    return lambda state: panel(
        "railroads", say("Railroads"), columns, state, [(cell(railroad=r), r) for r in railroads(state)]
    )


def players_panel(columns: tuple[Column[G, Seat], ...]) -> Callable[[G], Panel]:
    """What there is of each player."""
    return lambda state: panel(
        "players", say("Players"), columns, state, [(cell(seat=seat), seat) for seat in state.all_seats]
    )


def cubes_panel(
    title: Text, railroads: Iterable[Railroad], most: Callable[[Railroad], int]
) -> Callable[[T], Panel]:
    """The cubes that each railroad has left, of so many."""
    heads = [(r, cell(railroad=r), most(r)) for r in railroads]
    return lambda state: bars(
        "cubes", title, [(head, state.cubes_left(r), of) for r, head, of in heads], figure="cubes_left"
    )


def _cell(column: Column[G, W], value: Any) -> Cell:
    match value:
        case int():
            return cell(number=value, unit=column.unit, strong=column.strong)
        case None:
            return cell(column.nothing, unit=column.unit)
        case ():
            return together(column.nothing, ())
        case tuple():
            return together(say("{who}", who=tuple(Who(seat) for seat in value)), value)
        case Text():
            return cell(value)
        case str():
            return cell(say("{name}", name=value))
    return Cell(value)


def share_columns(railroads: Iterable[Railroad]) -> tuple[Column[T, Seat], ...]:
    """How many shares of each railroad a player holds; an empty place for none."""
    return tuple(Column("", _held(railroad), cell(railroad=railroad)) for railroad in railroads)


def _held(railroad: Railroad) -> Callable[[T, Seat], object]:
    return lambda state, seat: state.held(seat, railroad) or Text("")
