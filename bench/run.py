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

from bench.figures import FIGURES, Figure

SECONDS = 5.0
REPEATS = 5
_PACKAGES = ("flask", "granian", "marshmallow", "orjson", "sqlalchemy")


def main(arguments: Sequence[str]) -> int:
    """Measure. Answers the exit status."""
    if arguments and arguments[0] == "taps":
        from bench import taps  # a browser is wanted by this one alone

        return taps.main(arguments[1:], _where())
    if arguments and arguments[0] == "calls":
        from bench import calls

        return calls.main(arguments[1:], _where())
    options = _options(arguments)
    chosen = [figure for figure in FIGURES if not options.only or figure.name.startswith(options.only)]
    if not chosen:
        print("there are: " + ", ".join(figure.name for figure in FIGURES))
        return 2
    where = _where()
    lines = []
    for figure in chosen:
        for line in _measured(figure, options.repeats, options.seconds):
            lines.append(json.dumps(line | where))
            print(lines[-1], flush=True)
    if options.json:
        options.json.write_text("\n".join(lines) + "\n", "utf-8")
    return 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("companion bench", description="Measure speed; see bench/RESULTS.md.")
    parser.add_argument("--only", help="one figure, by the beginning of its name")
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="length of one run under load")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the lines there as well")
    return parser.parse_args(list(arguments))


def _measured(figure: Figure, repeats: int, seconds: float) -> Iterator[dict[str, Any]]:
    runs = [figure.measure(seconds) for _ in range(max(1, repeats))]
    for name, unit in figure.units.items():
        values = [round(run[name], 3) for run in runs]
        yield {
            "name": f"{figure.name}: {name}",
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
