"""Which rounds, or turns, bear an upright line in a chart, and which of these a number below it.

Each round is the entry it begins with, and its number; some are long, others short.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

Rounds = Sequence[tuple[int, int]]
UPRIGHT_PX = 8.0
"""From one upright line to the next: nearer ones look like a bar code."""
NUMBER_EM = 2.2
"""From one number below them to the next: three digits and some room."""
EVERY = tuple(step * ten for ten in (1, 10, 100, 1000) for step in (1, 2, 5))


def ruled(rounds: Rounds, pixels: float) -> Rounds:
    """Those that bear an upright line: all, or every second, fifth, tenth …, so that none stands too near the next.
    pixels: how many an entry has."""
    for every in EVERY:
        kept = _every(rounds, every)
        if _apart(kept, UPRIGHT_PX / pixels):
            break
    return kept or rounds[:1]


def numbered(upright: Rounds, pixels: float, letters: float) -> Rounds:
    """Those whose number stands below: as above, but for a last one that is too near. letters: their size, in
    pixels."""
    least = NUMBER_EM * letters / pixels
    for every in EVERY:
        kept = _every(upright, every)
        if len(kept) > 2 and not _apart(kept[-2:], least):
            kept = kept[:-1]
        if _apart(kept, least):
            break
    return kept or upright[:1]


def _every(rounds: Rounds, every: int) -> Rounds:
    return [begun for begun in rounds if begun[1] % every == 0]


def _apart(rounds: Rounds, entries: float) -> bool:
    """Has each so many entries to the next?"""
    return all(later - entry >= entries for (entry, _), (later, _) in pairwise(rounds))
