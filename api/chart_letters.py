"""The words of a chart: amounts, how much room they take, and where they stand without lying on one another."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.vocabulary.box import Unit

_BREAKS = re.compile(r"[^ -]*(?:-+| +)|[^ -]+")
"""What of a name stays on one line."""


def apart(heights: Sequence[float], gap: float, least: float, most: float) -> list[float]:
    """Rising heights moved as little as need be, until none is nearer than `gap` to the next."""
    if len(heights) > 1:
        gap = min(gap, (most - least) / (len(heights) - 1))
    groups: list[tuple[float, int]] = []  # middle, how many
    for height in heights:
        middle, many = height, 1
        while groups and groups[-1][0] + gap * (groups[-1][1] + many) / 2 > middle:
            before, more = groups.pop()
            middle, many = (before * more + middle * many) / (more + many), more + many
            half = gap * (many - 1) / 2
            middle = max(least + half, min(most - half, middle))
        half = gap * (many - 1) / 2
        groups.append((max(least + half, min(most - half, middle)), many))
    return [middle + gap * (n - (many - 1) / 2) for middle, many in groups for n in range(many)]


def wide(words: str, size: float) -> float:
    """About how wide words are, in pixels; which letters a phone sets them in is its own business."""
    return size * sum(
        1.05
        if ord(c) > 0x1100
        else 0.82
        if c in "mwMW@%"
        else 0.33
        if c in "iljtfI.,:;'|!- ()"
        else 0.68
        if c.isupper()
        else 0.58
        for c in words
    )


def cut(name: str, room: float, size: float) -> str:
    """A name that fits; the whole of it stands in the description."""
    return _cut(name, room, size, wide)


def brief(name: str, room: float, size: float) -> str:
    """A name that fits: where there is no room for all of it, by its first letters and a dot, as elsewhere on a board;
    the whole of it stands in the description. room, size: pixels."""
    if wide(name, size) <= room:
        return name
    begins = (name[:many].rstrip(" .-–") for many in range(len(name) - 1, 0, -1))
    return next((f"{begin}." for begin in begins if wide(f"{begin}.", size) <= room), "")


class Grade(NamedTuple):
    """How words may be set: in at most so many lines, in letters from `most` down to `least` pixels."""

    lines: int
    most: float
    least: float

    def grown(self, times: float) -> Grade:
        """The same for a larger sheet."""
        return Grade(self.lines, self.most * times, self.least * times)


class Fitted(NamedTuple):
    """Words as they are set."""

    lines: Sequence[str]
    size: float


def fitted(
    words: str, grades: Sequence[Grade], room: float, measure: Callable[[str, float], float]
) -> Fitted:
    """Words as the first grade sets them that has room for all of them; cut by the last, in its smallest letters.
    Lines end at a blank or after a hyphen."""
    pieces = _BREAKS.findall(words) or [words]
    for grade in grades:
        size = grade.most
        while size >= grade.least:
            lines = _broken(pieces, room, size, measure)
            if len(lines) <= grade.lines and all(measure(line, size) <= room for line in lines):
                return Fitted(lines, size)
            size -= 1
    last = grades[-1]
    lines = _broken(pieces, room, last.least, measure)
    shown = [*lines[: last.lines - 1], " ".join(lines[last.lines - 1 :])]
    return Fitted([_cut(line, room, last.least, measure) for line in shown if line], last.least)


def _broken(
    pieces: Sequence[str], room: float, size: float, measure: Callable[[str, float], float]
) -> list[str]:
    """As many pieces on each line as have room."""
    lines = [""]
    for piece in pieces:
        if lines[-1] and measure((lines[-1] + piece).rstrip(), size) > room:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def _cut(words: str, room: float, size: float, measure: Callable[[str, float], float]) -> str:
    if measure(words, size) <= room:
        return words
    while words and measure(f"{words}…", size) > room:
        words = words[:-1]
    return f"{words.rstrip()}…"


def on_the_axis(amount: int, unit: Unit) -> str:
    """An amount beside the lines of a chart. Nothing is nothing, in millions as well."""
    if amount:
        return unit.of(amount)
    return f"{unit.prefix}0" if unit.prefix else f"0{unit.suffix}"
