"""What is played under load: an evening of each game, with five seats.

Prairie Railroads has an evening without end (`bench/evening.py`); of the others a random walk was recorded once
(`bench/record.py`), so that every run plays the same moves, whatever the walker has learned since.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bench import evening
from bench.evening import NAMES, Move

RECORDED = Path(__file__).parent / "recorded"
"""`GAME.jsonl`: the table's setup, then a move a line, `{seat, body}`."""
PRAIRIE = "prairie-railroads"
_UNDER_WAY = 40
"""Moves after which a recorded evening is past its first auctions."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A game's evening. `setup`: what the table is created with; `opening`: moves after which it is under way."""

    game: str
    setup: Mapping[str, Any]
    opening: int
    length: int | None
    """How many moves there are; None: it has no end."""
    moves: Callable[[int], Iterator[Move]]
    """From the first one; the number is of idle turns, which Prairie's alone knows."""


def evenings() -> dict[str, Evening]:
    """By game, Prairie's first."""
    return {PRAIRIE: _endless()} | {path.stem: _recorded(path) for path in sorted(RECORDED.glob("*.jsonl"))}


def _endless() -> Evening:
    setup = {
        "game": PRAIRIE,
        "players": NAMES,
        "options": {"first_bidder": 1},
        "facts": evening.facts_of_the_board(),
    }
    return Evening(PRAIRIE, setup, evening.OPENING, None, evening.moves)


def _recorded(path: Path) -> Evening:
    setup, *moves = map(json.loads, path.read_text("utf-8").splitlines())
    made = [Move(move["seat"], move["body"]) for move in moves]
    return Evening(path.stem, setup, _UNDER_WAY, len(made), partial(_from_the_first, made))


def _from_the_first(moves: list[Move], _idle: int) -> Iterator[Move]:
    return iter(moves)
