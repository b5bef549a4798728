"""Panels are to showing what offers are to acting: every game's board view is made of these six kinds.

A panel is plain data with texts in it; the border puts the texts into words. A client that draws the six
kinds shows every game and knows none.

What is shown of a figure that is tracked says so: `figure` is its name, `account` whose it is (see
`figures.Figure`). Without `account` it is that of the railroad or seat it is shown with, be it the marker, the head of
the bar, or the head of the row; where a railroad's column meets a seat's row, or the other way round, the seat's
shares stand there. What is worked out from others says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NewType

from companion.vocabulary.ledger import Account
from companion.words.text import Text
from companion.words.values import Railroad, Seat

Panel = NewType("Panel", dict[str, Any])
Cell = NewType("Cell", dict[str, Any])


def cell(
    text: Text | None = None,
    *,
    number: int | None = None,
    unit: str = "",
    railroad: Railroad | None = None,
    seat: Seat | None = None,
    hint: Text | None = None,
    strong: bool = False,
    account: Account | None = None,
    figure: str = "",
    computed: bool = False,
    colour: str = "",
) -> Cell:
    """One place of a grid or an item of a list.

    number: with its `unit` (`$` stands before it); railroad, seat: drawn as that railroad's badge, that
    player's name; figure: which one it shows, or the numbers and seats of its column; account: whose;
    computed: it lies on no table, as in `listing`; colour: of what the words name, such as cubes, as CSS writes it.
    """
    shown: dict[str, Any] = {}
    if text is not None:
        shown["text"] = text
    if number is not None:
        shown["number"] = number
    if unit:
        shown["unit"] = unit
    if railroad is not None:
        shown["railroad"] = railroad
    if seat is not None:
        shown["seat"] = seat
    if hint is not None:
        shown["hint"] = hint
    if strong:
        shown["strong"] = True
    if computed:
        shown["computed"] = True
    if colour:
        shown["colour"] = colour
    return Cell({**shown, **_stands_for(account, figure)})


def nobody(text: Text, figure: str = "") -> Cell:
    """A place for a player's name, while there is nobody to be named. figure: as in `cell`."""
    return Cell({"seat": None, **cell(text, figure=figure)})


def together(text: Text, seats: Iterable[Seat]) -> Cell:
    """A place for several players' names. seats: whom the words name, none of them while it is nobody."""
    return Cell({**cell(text), "seats": list(seats)})


def _stands_for(account: Account | None, figure: str) -> dict[str, Any]:
    """Which tracked figure is shown; nothing where none is."""
    return {**({"account": account} if account else {}), **({"figure": figure} if figure else {})}


def track(
    name: str,
    title: Text,
    markers: Iterable[tuple[Railroad, int]] = (),
    *,
    players: Iterable[tuple[Seat, int]] = (),
    pieces: Iterable[tuple[Text, int]] = (),
    least: int = 0,
    last: int | None = None,
    labels: Sequence[Text] | None = None,
    account: Account | None = None,
    figure: str = "",
) -> Panel:
    """Markers on numbered spaces: railroads' cubes, players' discs, or plain pieces with a word on them.

    last: the track's last space, if it ends; labels: what is printed on its spaces, from `least` on.
    """
    placed: list[dict[str, Any]] = [{"railroad": railroad, "at": at} for railroad, at in markers]
    placed += [{"seat": seat, "at": at} for seat, at in players]
    placed += [{"text": text, "at": at} for text, at in pieces]
    most = max([10 if last is None else last, *(int(marker["at"]) for marker in placed)])
    shown = {"kind": "track", "name": name, "title": title, "min": least, "max": most, "markers": placed}
    if last is not None:
        shown["last"] = last
    if labels is not None:
        shown["labels"] = list(labels)
    return Panel({**shown, **_stands_for(account, figure)})


def meter(
    name: str,
    title: Text,
    progress: int,
    of: int,
    *,
    text: Text | None = None,
    account: Account | None = None,
    figure: str = "",
) -> Panel:
    """How near something is: `progress` of `of`. account, figure: whose figure the progress is, and which."""
    shown = {"kind": "meter", "name": name, "title": title, "progress": progress, "of": of, "text": text}
    return Panel({**shown, **_stands_for(account, figure)})


def bars(
    name: str,
    title: Text,
    rows: Iterable[tuple[Cell, int, int | None]],
    *,
    unit: str = "",
    figure: str = "",
) -> Panel:
    """Numbers side by side: who, how many, of how many (None: open-ended).

    figure: which figure of each head the numbers are, unless the head itself says it.
    """
    shown = {
        "kind": "bars",
        "name": name,
        "title": title,
        "unit": unit,
        "bars": [{"head": head, "number": number, "of": of} for head, number, of in rows],
    }
    return Panel({**shown, **_stands_for(None, figure)})


def grid(
    name: str,
    title: Text,
    columns: Sequence[Cell],
    rows: Sequence[tuple[Cell, Sequence[Cell]]],
    *,
    hint: Text | None = None,
    computed: bool = False,
) -> Panel:
    """A table: a head for each column and each row. hint: what is still to come into it, and when; computed: as in
    `listing`."""
    lines = [{"head": head, "cells": list(cells)} for head, cells in rows]
    shown = {"kind": "grid", "name": name, "title": title, "columns": list(columns), "rows": lines}
    if hint is not None:
        shown["hint"] = hint
    return Panel({**shown, "computed": True} if computed else shown)


def listing(
    name: str, title: Text, items: Sequence[Cell], *, empty: Text | None = None, computed: bool = False
) -> Panel:
    """Short lines, one under another; `empty` is shown when there are none.

    computed: it is printed, or worked out from the rest, and lies on no table, so nobody checks it there.
    """
    shown = {"kind": "list", "name": name, "title": title, "items": list(items), "empty": empty}
    return Panel({**shown, "computed": True} if computed else shown)


def card(
    name: str,
    title: Text,
    text: Text,
    *,
    seat: Seat | None = None,
    account: Account | None = None,
    figure: str = "",
) -> Panel:
    """One thing that lies on the table, and before whom."""
    shown = {"kind": "card", "name": name, "title": title, "text": text, "seat": seat}
    return Panel({**shown, **_stands_for(account, figure)})
