"""Panels: what a table shows, in six kinds. Who draws them draws every game (`companion/vocabulary/panels.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.described import shapes

UNIT = "What the number counts: `$` stands before it, any other behind it"


def _whose() -> dict[str, shapes.Field]:
    return {
        "account": shapes.text("Whose figure is shown: `bank`, `seat:3`, `railroad:MKT`", optional=True),
        "figure": shapes.text("Which figure is shown, by its name in a correction", optional=True),
    }


def _cell() -> dict[str, shapes.Field]:
    return {
        "text": shapes.text("Words", optional=True),
        "number": shapes.whole("A number, in `unit`", optional=True),
        "unit": shapes.text(UNIT, optional=True),
        "railroad": shapes.text("A railroad, to be drawn as its badge", optional=True),
        "seat": shapes.seat("A player, to be drawn by name; null: nobody yet", maybe=True, optional=True),
        "seats": shapes.several(shapes.seat(), "Whom `text` names together; none: nobody yet", optional=True),
        "hint": shapes.text("What stands beside it, smaller", optional=True),
        "brief": shapes.text(
            "How a glance says it, if not by its column's head and its number", optional=True
        ),
        "strong": shapes.flag("It is what players look for first", optional=True),
        "computed": shapes.flag("It lies on no table: printed, or worked out", optional=True),
        "colour": shapes.text("Of what the words name, such as cubes: as CSS writes it", optional=True),
        **_whose(),
    }


CellSchema = shapes.closed("Cell", "A place of a grid, an item of a list, the head of a bar.", _cell())


def _panel(kind: str, **more: Any) -> dict[str, shapes.Field]:
    return {
        "kind": shapes.always(kind),
        "name": shapes.text("For programs, the same all evening"),
        "title": shapes.text("For people"),
        **more,
    }


MarkerSchema = shapes.closed(
    "Marker",
    "A piece on a track.",
    {
        "at": shapes.whole("Its space"),
        "railroad": shapes.text(optional=True),
        "seat": shapes.seat(optional=True),
        "text": shapes.text("A word on it", optional=True),
    },
)
BarSchema = shapes.closed(
    "Bar",
    "A number among others.",
    {
        "head": shapes.one(CellSchema),
        "number": shapes.whole("In the unit of the bars"),
        "of": shapes.whole("Out of how many; null: there is no end", maybe=True),
    },
)
GridRowSchema = shapes.closed(
    "GridRow",
    "A line of a table of figures.",
    {"head": shapes.one(CellSchema), "cells": shapes.several(shapes.one(CellSchema), "One for each column")},
)
COMPUTED = "It lies on no table: printed, or worked out"
PANELS: Mapping[str, Any] = {
    "track": shapes.closed(
        "Track",
        "Markers on numbered spaces.",
        _panel(
            "track",
            min=shapes.whole("Its first space"),
            max=shapes.whole("The last one that is shown"),
            last=shapes.whole("The last one there is, if it ends", optional=True),
            markers=shapes.several(shapes.one(MarkerSchema)),
            labels=shapes.several(
                shapes.text(), "What is printed on its spaces, from `min` on", optional=True
            ),
            **_whose(),
        ),
    ),
    "meter": shapes.closed(
        "Meter",
        "How near something is.",
        _panel(
            "meter",
            progress=shapes.whole("How far it has come"),
            of=shapes.whole("How far it goes"),
            text=shapes.text(maybe=True),
            **_whose(),
        ),
    ),
    "bars": shapes.closed(
        "Bars",
        "Numbers side by side.",
        _panel("bars", unit=shapes.text(UNIT), bars=shapes.several(shapes.one(BarSchema)), **_whose()),
    ),
    "grid": shapes.closed(
        "Grid",
        "A table of figures.",
        _panel(
            "grid",
            columns=shapes.several(shapes.one(CellSchema), "Their heads"),
            rows=shapes.several(shapes.one(GridRowSchema)),
            hint=shapes.text("What is still to come into it, and when", optional=True),
            computed=shapes.flag(COMPUTED, optional=True),
        ),
    ),
    "list": shapes.closed(
        "Listing",
        "Short lines, one under another.",
        _panel(
            "list",
            items=shapes.several(shapes.one(CellSchema)),
            empty=shapes.text("What is shown when there are none", maybe=True),
            computed=shapes.flag(COMPUTED, optional=True),
        ),
    ),
    "card": shapes.closed(
        "Card",
        "One thing that lies on the table, and before whom.",
        _panel("card", text=shapes.text(), seat=shapes.seat("Before whom it lies", maybe=True), **_whose()),
    ),
}
"""By kind."""


def panel() -> shapes.Field:
    """Any of them."""
    return shapes.OneOf("Panel", "kind", PANELS)


CheckedCellSchema = shapes.closed(
    "CheckedCell",
    "As in a panel, in the list to check the table by.",
    {
        **_cell(),
        "of": shapes.whole("Out of how many", optional=True),
        "word": shapes.text("Of a few that a page knows", optional=True),
        "yes": shapes.flag("It is so", optional=True),
        "hidden": shapes.flag("Only the table knows", optional=True),
        "column": shapes.one(CellSchema, "What the value stands under", optional=True),
    },
)


def any_value(says: str = "", *, data_key: str | None = None) -> shapes.Field:
    """A figure: a number, a word, or nothing."""
    return shapes.value("integer", "string", "null", says=says, data_key=data_key)
