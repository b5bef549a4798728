"""Where a chart's entries stand from left to right, and which rounds, or turns, bear an upright line with a number.

Each round is the entry it begins with, and its number. However many entries a round has, all are equally wide, so that
the numbers below go on evenly; what comes before the first, such as the first auctions, has a place of its own.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

Rounds = Sequence[tuple[int, int]]
MOST_BEFORE = 0.25
"""How much of the width is before the first round, at most."""
DIGIT_EM, ROOM_EM = 0.6, 0.7
"""How wide a digit of a number below is, and how much room is between two numbers."""
EVERY = tuple(step * ten for ten in (1, 10, 100, 1000) for step in (1, 2, 5))


def across(rounds: Rounds, entries: int) -> Callable[[float], float]:
    """Where an entry stands, in rounds, from the number of the first entries: 2.5 is in the middle of the second round.
    Without rounds an entry stands where it is counted."""
    begun = [(entry, number) for entry, number in rounds if entry < entries or entry == 1]
    if not begun:
        return float
    (first, number), (_, last) = begun[0], begun[-1]
    ends = [(float(entry), float(number)) for entry, number in begun]
    if entries > begun[-1][0]:
        ends.append((entries, last + 1))
    if first > 1:
        share = min((first - 1) / (entries - 1), MOST_BEFORE)
        ends.insert(0, (1, number - share / (1 - share) * (ends[-1][1] - number)))
    begins = [entry for entry, _ in ends]

    def place(entry: float) -> float:
        at = min(max(bisect_right(begins, entry), 1), len(ends) - 1)
        (left, start), (right, end) = ends[at - 1], ends[at]
        return start + (end - start) * (entry - left) / (right - left)

    return place if len(ends) > 1 else lambda entry: entry - 1 + number


def numbered(rounds: Rounds, pixels: float, letters: float) -> list[int]:
    """Those that bear an upright line and a number below it: all, or every second, fifth, tenth …, so that there is
    room. pixels: how wide a round is; letters: their size, in pixels."""
    numbers = [number for _, number in rounds]
    least = letters * (ROOM_EM + DIGIT_EM * len(str(max(numbers, default=0))))
    every = next((every for every in EVERY if every * pixels >= least), EVERY[-1])
    return [number for number in numbers if number % every == 0] or numbers[:1]
