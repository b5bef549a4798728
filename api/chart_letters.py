"""The words of a chart: amounts, how much room they take, and where they stand without lying on one another."""

from __future__ import annotations

from collections.abc import Sequence

from companion.vocabulary.box import Unit


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
    if wide(name, size) <= room:
        return name
    while name and wide(f"{name}…", size) > room:
        name = name[:-1]
    return f"{name.rstrip()}…"


def on_the_axis(amount: int, unit: Unit) -> str:
    """An amount beside the lines of a chart. Nothing is nothing, in millions as well."""
    return f"{unit.prefix}0" if not amount and unit.prefix else unit.of(amount)
