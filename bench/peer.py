"""`companion bench peer`: beside boardgame.io on its own server, with as many tables and phones, in one run.

Rounds are interleaved (ours, the peer in memory, the peer with its file storage, ours, ...), each on new servers, so
that a busy machine is busy for all of them; what is compared are the medians. The peer is installed once, by npm, into
the folder of the virtual environment; the versions and their hashes stand in `bench/peer/package-lock.json`.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.evenings import PRAIRIE, evenings
from bench.figures import (
    CLOSED,
    EVERY,
    PACED,
    TABLES,
    Numbers,
    listening,
    of_closed,
    of_paced,
    running,
    under_load,
)
from bench.load import Hearing, Load
from bench.peer_table import PeerTable
from bench.server import Process

HERE = Path(__file__).parent / "peer"
INSTALLED = Path(sys.prefix) / "bench-peer"
ROUNDS, MOVES = 3, 1_000
WARMING = 2_000
"""Moves that the peer plays at other tables before any are counted."""
COMPARED = ("closed loop: moves", "closed loop: cpu", "paced: seen_p50", "paced: seen_p99", "memory")
_LEFT_OUT = "The peer is left out: node and npm, which it needs, are not here."
_FILES = ("package.json", "package-lock.json", "server.js")
_UNITS = {
    **{f"closed loop: {name}": unit for name, unit in CLOSED.items()},
    **{f"paced: {name}": unit for name, unit in PACED.items()},
    "memory": "MB",
    "start": "ms",
}


def installed() -> Path | None:
    """The folder with the peer in it, installed if it is not there or is another version; None without node and npm.

    :raises OSError: npm could not install it.
    """
    npm = shutil.which("npm")
    if not npm or not shutil.which("node"):
        return None
    kept = INSTALLED / "package-lock.json"
    same = kept.exists() and filecmp.cmp(kept, HERE / kept.name, shallow=False)
    INSTALLED.mkdir(exist_ok=True)
    for name in _FILES:
        shutil.copy(HERE / name, INSTALLED / name)
    if not same or not (INSTALLED / "node_modules").exists():
        words = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        if subprocess.run(words, cwd=INSTALLED, check=False).returncode:
            kept.unlink()
            raise OSError("npm could not install the peer")
    return INSTALLED


def _ours(moves: int) -> Numbers:
    with (
        running() as (server, companion),
        under_load(server, listening(companion, evenings()[PRAIRIE])) as load,
    ):
        return _measured(server, load, moves)


def _peer(folder: Path, moves: int, *, files: bool) -> Numbers:
    with tempfile.TemporaryDirectory(prefix="companion-peer-") as kept:
        words = ["node", str(folder / "server.js"), "{port}", *([f"{kept}/matches"] if files else [])]
        with Process(Path(kept) / "server.log", words, {"NODE_ENV": "production"}, "/games") as server:
            # Its engine compiles while it runs; ours has played the openings of its tables by then.
            with under_load(server, _matches(server)) as load:
                load.closed(WARMING)
            with under_load(server, _matches(server)) as load:
                return _measured(server, load, moves)


def _matches(server: Process) -> list[list[Hearing]]:
    return [PeerTable(server.port).lines_of() for _ in range(TABLES)]


def _measured(server: Process, load: Load, moves: int) -> Numbers:
    closed = {f"closed loop: {name}": value for name, value in of_closed(load.closed(moves)).items()}
    paced = {f"paced: {name}": value for name, value in of_paced(load.paced(moves // 2, EVERY)).items()}
    return {**closed, **paced, "memory": server.memory_kb() / 1e3, "start": server.cold_start * 1e3}


def main(arguments: Sequence[str], where: Mapping[str, Any]) -> int:
    """Measure in rounds, print every figure of each, and then the ratios. Answers the exit status."""
    options = _options(arguments)
    folder = installed()
    if folder is None:
        print(_LEFT_OUT)
        return 0
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    pinned = json.loads((HERE / "package.json").read_text("utf-8"))["dependencies"]
    among: dict[str, Callable[[], Numbers]] = {
        "ours": lambda: _ours(options.moves),
        "in memory": lambda: _peer(folder, options.moves, files=False),
        "with files": lambda: _peer(folder, options.moves, files=True),
    }
    found: dict[str, list[Numbers]] = {name: [] for name in among}
    for _ in range(options.rounds):
        for name, measure in among.items():
            found[name].append(measure())
    for line in (*_lines(found), *_ratios(found)):
        print(json.dumps({**line, **where, "node": node, "peer": pinned}), flush=True)
    return 0


def _lines(found: Mapping[str, Sequence[Numbers]]) -> Iterator[dict[str, Any]]:
    for name, runs in found.items():
        for figure, unit in _UNITS.items():
            values = [round(run[figure], 3) for run in runs]
            spread = {"median": round(statistics.median(values), 3), "min": min(values), "max": max(values)}
            yield {"name": f"{name}, {figure}", **spread, "unit": unit, "repeats": len(values)}


def _ratios(found: Mapping[str, Sequence[Numbers]]) -> Iterator[dict[str, Any]]:
    """Ours to theirs: of the medians, and the least and most of a round."""
    for other in [name for name in found if name != "ours"]:
        for figure in COMPARED:
            of_rounds = [
                mine[figure] / theirs[figure]
                for mine, theirs in zip(found["ours"], found[other], strict=True)
            ]
            medians = [statistics.median(run[figure] for run in found[name]) for name in ("ours", other)]
            spread = {"min": round(min(of_rounds), 3), "max": round(max(of_rounds), 3)}
            ratio = {"median": round(medians[0] / medians[1], 3), **spread, "unit": "times"}
            yield {"name": f"ours / {other}, {figure}", **ratio, "repeats": len(of_rounds)}


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("companion bench peer", description="Measure beside boardgame.io.")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--moves", type=int, default=MOVES, help="how many a run in a closed loop counts")
    return parser.parse_args(list(arguments))
