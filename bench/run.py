"""`companion bench`: runs the figures, each several times, and prints one JSON line for each number."""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.evenings import PRAIRIE, Evening, evenings
from bench.figures import FIGURES, Figure

MOVES = 2_000
"""Moves that a run under load counts: forty at each of fifty tables."""
REPEATS = 5
_PACKAGES = ("flask", "granian", "marshmallow", "orjson", "sqlalchemy")


def main(arguments: Sequence[str]) -> int:
    """Measure. Answers the exit status."""
    match arguments:
        case ["taps", *rest]:
            from bench import taps  # a browser is wanted by these two alone

            return taps.main(rest, _where())
        case ["page", *rest]:
            from bench import paint

            return paint.main(rest, _where())
        case ["calls", *rest]:
            from bench import calls

            return calls.main(rest, _where())
        case ["attack", *rest]:
            from bench import attack

            return attack.main(rest, _where())
        case ["soak", *rest]:
            from bench import soak

            return soak.main(rest, _where())
        case ["spread", *rest]:
            from bench import spread

            return spread.main(rest, _where())
        case ["peer", *rest]:
            from bench import peer

            return peer.main(rest, _where())
        case _:
            return _figures(_options(arguments))


def _figures(options: argparse.Namespace) -> int:
    chosen = [figure for figure in FIGURES if not options.only or figure.name.startswith(options.only)]
    there = evenings()
    if not chosen or not set(options.game or ()) <= set(there):
        print("there are: " + ", ".join([*(figure.name for figure in FIGURES), *there]))
        return 2
    where, lines = _where(), []
    for figure in chosen:
        for game in (options.game or there) if figure.each_game else [PRAIRIE]:
            for line in _measured(figure, there[game], options.repeats, options.moves):
                lines.append(json.dumps(line | where))
                print(lines[-1], flush=True)
    if options.json:
        options.json.write_text("\n".join(lines) + "\n", "utf-8")
    return 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("companion bench", description="Measure speed; see bench/RESULTS.md.")
    parser.add_argument("--only", help="one figure, by the beginning of its name")
    parser.add_argument("--game", action="append", help="of this game alone; may be repeated")
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--moves", type=int, default=MOVES, help="how many a run under load counts")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the lines there as well")
    return parser.parse_args(list(arguments))


def _measured(figure: Figure, evening: Evening, repeats: int, moves: int) -> Iterator[dict[str, Any]]:
    runs = [figure.measure(evening, moves) for _ in range(max(1, repeats))]
    game = {"game": evening.game} if figure.each_game else {}
    for name, unit in figure.units.items():
        values = [round(run[name], 3) for run in runs]
        yield {
            "name": f"{figure.name}: {name}",
            **game,
            "median": round(statistics.median(values), 3),
            "min": min(values),
            "max": max(values),
            "unit": unit,
            "repeats": len(values),
        }


def _where() -> dict[str, Any]:
    return {
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}",
        "python": platform.python_version(),
        "versions": {package: version(package) for package in _PACKAGES},
        "commit": _commit(),
    }


def _commit() -> str:
    here = Path(__file__).parent
    words = ["git", "-C", str(here), "describe", "--always", "--dirty"]
    try:
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
