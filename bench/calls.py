"""`companion bench calls`: what a move costs in calls of Python functions, the same on every machine, however busy.

Of every evening a fixed stretch is counted, played at a table in one thread (`bench/inside.py`); what lies before it
has filled the caches. Hashes are seeded and the collector is off, so that two runs give the same number.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import threading
import tracemalloc
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from bench.evenings import Evening, evenings
from bench.inside import Table, answer, playing

CEILINGS = Path(__file__).parent / "calls.json"
"""Calls a move by game, as they were when somebody last wrote them down: `companion bench calls --keep`."""
MARGIN = 1.1
"""Times the ceiling, beyond which speed was lost: other versions of Python and Flask call a little otherwise."""
WARM, COUNTED = 40, 60
"""Moves that are played, and then moves that are counted."""
TOP = 25
"""Functions that are named, the most often called first."""
TOP_NAME = "called most"


@dataclass(slots=True)
class Counts:
    """Of all counted moves of one evening."""

    game: str
    moves: int = 0
    calls: Counter[CodeType] = field(default_factory=Counter)
    answered: int = 0
    """Bytes of the answers."""
    pushed: int = 0
    """Bytes to all six phones."""
    peak: int = 0
    """The most bytes in use during a move, beyond what was in use before it."""
    kept: int = 0
    """Blocks of memory that are still in use after the move."""

    def numbers(self) -> dict[str, tuple[float, str]]:
        """A move's, each with its unit."""
        each = max(1, self.moves)
        return {
            "calls": (round(self.calls.total() / each, 1), "calls"),
            "answered": (round(self.answered / each), "bytes"),
            "pushed": (round(self.pushed / each), "bytes"),
            "peak": (round(self.peak / each / 1e3, 1), "KB"),
            "kept": (round(self.kept / each), "blocks"),
        }


class Counting:
    """Counts the calls of every thread that begins after it, while it is told to."""

    def __init__(self) -> None:
        self.into: Counter[CodeType] | None = None

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and self.into is not None:
            self.into[frame.f_code] += 1

    @contextmanager
    def on(self, into: Counter[CodeType]) -> Iterator[None]:
        """Count into that."""
        sys.setprofile(self)
        self.into = into
        try:
            yield
        finally:
            self.into = None
            sys.setprofile(None)


def counted(evening: Evening, counting: Counting) -> Counts:
    """Calls and bytes of the stretch."""
    found = Counts(evening.game)
    with playing(evening) as table:
        for environ in _stretch(evening, table):
            before = sum(phone.heard for phone in table.phones)
            with counting.on(found.calls):
                sent = answer(table.app, environ)
            found.moves += 1
            found.answered += len(sent)
            found.pushed += sum(phone.heard for phone in table.phones) - before
    return found


def _stretch(evening: Evening, table: Table) -> Iterator[dict[str, Any]]:
    """The requests that are to be counted; those before them are made."""
    for number, move in enumerate(islice(evening.moves(0), WARM + COUNTED)):
        environ = table.request(move, number)
        if number < WARM:
            answer(table.app, environ)
        else:
            yield environ


def weighed(evening: Evening, found: Counts) -> None:
    """The same stretch at another table, for the memory of it."""
    with playing(evening) as table:
        requests = _stretch(evening, table)
        first = next(requests)
        gc.collect()
        tracemalloc.start()
        for environ in chain([first], requests):
            blocks, start = sys.getallocatedblocks(), tracemalloc.get_traced_memory()[0]
            tracemalloc.reset_peak()
            answer(table.app, environ)
            found.peak += tracemalloc.get_traced_memory()[1] - start
            found.kept += sys.getallocatedblocks() - blocks
        tracemalloc.stop()


def measured(games: Sequence[str], *, memory: bool) -> Iterator[Counts]:
    """The counts of these games, or of all. To be called in a process of its own: see `apart`."""
    counting = Counting()
    threading.setprofile(counting)
    gc.disable()
    for game, each in evenings().items():
        if not games or game in games:
            found = counted(each, counting)
            if memory:
                weighed(each, found)
            yield found


def apart(*arguments: str) -> list[dict[str, Any]]:
    """What this file prints, line by line, in a process of its own, where hashes are seeded and nothing was called
    before. Arguments: games, or none for all; `--calls`: memory is not looked at, which takes the longer half.

    :raises OSError: a move was refused; where a rule has changed, record another evening (`bench/record.py`).
    """
    words = [sys.executable, "-m", "bench.calls", *arguments]
    env = {**os.environ, "PYTHONHASHSEED": "0"}
    root = Path(__file__).parent.parent
    ran = subprocess.run(words, env=env, cwd=root, text=True, capture_output=True, check=False)
    if ran.returncode:
        raise OSError(ran.stderr)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def ceilings() -> dict[str, float]:
    """How many calls a move may make, by game: what was last written down, and the margin."""
    return {game: calls * MARGIN for game, calls in _kept().items()}


def _kept() -> dict[str, float]:
    kept: dict[str, float] = json.loads(CEILINGS.read_text("utf-8"))
    return kept


def main(arguments: Sequence[str], where: Mapping[str, Any]) -> int:
    """Count, print, and keep if that is wished. Answers the exit status."""
    options = _options(arguments)
    found = apart(*(options.game or ()))
    for line in found:
        if "median" in line:
            print(json.dumps({**line, **where}))
        elif options.top:
            print("\n".join(f"{often:9.1f}  {function}" for function, often in line["top"]))
    if options.keep:
        calls = {line["game"]: line["median"] for line in found if line["name"].endswith(": calls")}
        lower = {game: min(number, _kept().get(game, number)) for game, number in calls.items()}
        CEILINGS.write_text(json.dumps(_kept() | lower, indent=2) + "\n", "utf-8")
    return 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("companion bench calls", description="Count the calls of a move.")
    parser.add_argument("--game", action="append", help="of this game alone; may be repeated")
    parser.add_argument("--top", action="store_true", help="also the functions that are called most")
    parser.add_argument(
        "--keep",
        action="store_true",
        help="what is less than before: write it down as the ceiling of the test",
    )
    return parser.parse_args(list(arguments))


def _lines(counts: Counts) -> Iterator[dict[str, Any]]:
    top = [
        (f"{Path(code.co_filename).name}:{code.co_firstlineno} {code.co_qualname}", often / counts.moves)
        for code, often in counts.calls.most_common(TOP)
    ]
    for name, (number, unit) in counts.numbers().items():
        game = {"name": f"a move of {counts.game}: {name}", "game": counts.game}
        yield {**game, "median": number, "unit": unit, "moves": counts.moves}
    yield {"name": TOP_NAME, "game": counts.game, "top": top}


if __name__ == "__main__":
    wanted = [word for word in sys.argv[1:] if word != "--calls"]
    for each in measured(wanted, memory="--calls" not in sys.argv):
        for line in _lines(each):
            print(json.dumps(line))
