"""Where the lines of a chart run: where each turns and bears its marks, and how high: in a lane of its own, so that
equal lines are seen beside one another."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

MOST_POINTS = 260
"""Moments drawn of a line; of a longer evening every second, third … one, always with the last."""
MARKS_A_LINE = 5
LANE_PX = 1.5
FLOOR_PX = 1.0
"""How far lines at $0 lie above one another: a little closer, for none of them lies below it."""


def lane(place: int, of: int) -> float:
    """How many pixels a line runs above its figure."""
    return (place - (of - 1) / 2) * LANE_PX


def lifted(above: float, place: int, of: int) -> float:
    """How many pixels above $0 a line runs in its lane. above: those of its figure, where alone."""
    return max(above + lane(place, of), place * FLOOR_PX) if above >= 0 else above + lane(place, of)


def steps(values: Sequence[int | None], most: int = MOST_POINTS) -> list[tuple[int, int | None]]:
    """Where a line turns: entry, from 1, and its dollars from there on; the last entry always."""
    if all(value is None for value in values):
        return []
    last = len(values) - 1
    kept = _kept(last, most)
    turns = [i for at, i in enumerate(kept) if i in (0, last) or values[i] != values[kept[at - 1]]]
    points = [(i + 1, values[i]) for i in turns]
    return points if last else [points[0], (2, values[0])]


def _kept(last: int, most: int) -> list[int]:
    """Which moments are drawn, from 0 to the last."""
    every = -(-(last + 1) // most)
    return sorted({0, *range(last, -1, -every)})


def marked(
    values: Sequence[int | None], place: int, of: int, most: int = MOST_POINTS
) -> list[tuple[float, int]]:
    """Where a line bears its mark: at its end, and here and there, beside those of the other lines; always where it
    is drawn, also between the moments that are drawn of a long evening."""
    last = len(values)
    shares = [(turn + (place + 0.5) / of) / MARKS_A_LINE for turn in range(MARKS_A_LINE)]
    if last == 1:
        return [(1 + share, value) for share in (*shares, 1) for value in values if value is not None]
    places = [1 + round((last - 1) * share) for share in shares] if last > MARKS_A_LINE else []
    kept = _kept(last - 1, most)
    on_line = {x: values[kept[bisect_right(kept, x - 1) - 1]] for x in sorted({*places, last})}
    return [(x, value) for x, value in on_line.items() if value is not None]
