"""The figures: each a function that measures once and answers one or several numbers by name."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.evening import OPENING
from bench.load import PHONES, Load, Measured, opened, quantile
from bench.page import first_load
from bench.server import Server
from bench.tables import Caller, Table

TABLES = 50
EVERY = 0.5
"""Seconds between two moves of one table, paced."""
STREAMS = 2_000
LONG = 1_000
"""Moves of a long evening."""
IDLE_LINES = 7
"""Lines of a turn in which a share is offered and nobody bids."""
_SETTLED = 0.5
"""Seconds after which the memory of a server is read."""

Numbers = dict[str, float]


@dataclass(frozen=True, slots=True)
class Figure:
    """A measurement; `units` of the numbers it answers."""

    name: str
    units: dict[str, str]
    measure: Callable[[float], Numbers]


@contextmanager
def running() -> Iterator[tuple[Server, Caller]]:
    """A server on an empty database."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder, Server(Path(folder)) as server:
        yield server, Caller(server.port)


def playing(server: Server, call: Caller, count: int, moves: int = OPENING) -> list[Table]:
    """Tables whose evening has begun."""
    tables = [Table(server.port, call) for _ in range(count)]
    for table in tables:
        table.play(call, moves)
    return tables


@contextmanager
def under_load(server: Server, tables: list[Table]) -> Iterator[Load]:
    """Their streams, open."""
    load = Load(server, tables)
    try:
        yield load
    finally:
        load.close()


def _latencies(run: Measured) -> Numbers:
    return {"seen_p50": quantile(run.seen, 0.5) * 1e3, "seen_p99": quantile(run.seen, 0.99) * 1e3}


def closed_loop(seconds: float) -> Numbers:
    """Durable moves a second and CPU a move, one move under way at each of 50 tables.

    :raises ArithmeticError: rate, latency and moves in flight do not agree.
    """
    with running() as (server, call), under_load(server, playing(server, call, TABLES)) as load:
        run = load.closed(seconds)
    if not 0.9 < run.little < 1.1:
        raise ArithmeticError(f"Little's law: {run.little:.2f} instead of 1")
    shares = {"server_share": run.server_cpu / run.seconds, "client_share": run.client_cpu / run.seconds}
    return {"moves": run.rate, "cpu": run.cpu_ms, **_latencies(run), **shares, "little": run.little}


def paced(seconds: float) -> Numbers:
    """From the tap to the last of six phones, 50 tables with two moves a second each."""
    with running() as (server, call), under_load(server, playing(server, call, TABLES)) as load:
        run = load.paced(seconds, EVERY)
    return {"moves": run.rate, "cpu": run.cpu_ms, **_latencies(run), "late": run.late}


def streams(seconds: float) -> Numbers:
    """Memory of an open stream, 2,000 of them, and one table's latency meanwhile."""
    with running() as (server, call):
        tables = playing(server, call, TABLES)
        with under_load(server, tables[:1]) as load:
            before = server.memory_kb()
            others = tables[1:]
            lines = [
                opened(others[n % len(others)], n // len(others) % PHONES) for n in range(STREAMS - PHONES)
            ]
            time.sleep(_SETTLED)
            each = (server.memory_kb() - before) / len(lines)
            run = load.paced(seconds, EVERY)
        for line in lines:
            line.close()
    return {"held": len(lines) + PHONES, "memory": each, **_latencies(run)}


def undo(_seconds: float) -> Numbers:
    """Taking back the last of 1,000 moves, and the last forty-five at once."""
    with running() as (server, call):
        (table,) = playing(server, call, 1, LONG)
        path, key = table.path, table.host_key
        last, far = [], []
        for _ in range(5):
            last.append(_timed(lambda: call("POST", f"{path}/undo", {}, key)))
            call("POST", f"{path}/redo", {}, key)
        for _ in range(5):
            revision = call("GET", path, key=key)["revision"]
            table.play(call, 50)
            far.append(_timed(partial(call, "POST", f"{path}/undo", {"to": revision + 5}, key)))
            call("POST", f"{path}/redo", {}, key)
    return {"last": sorted(last)[2] * 1e3, "far": sorted(far)[2] * 1e3}


def _timed(what: Callable[[], object]) -> float:
    began = time.perf_counter()
    what()
    return time.perf_counter() - began


def long_evening(_seconds: float) -> Numbers:
    """A table of 1,000 moves: its cold load, and what a phone reads that comes back to it."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        with Server(Path(folder)) as server:
            call = Caller(server.port)
            table, short = playing(server, call, 1, LONG)[0], playing(server, call, 1)[0]
        with Server(Path(folder)) as server:
            call = Caller(server.port)
            call("GET", short.path, key=short.keys[1])
            loading = _timed(lambda: call("GET", table.path, key=table.keys[1]))
            plain = call.wire_bytes
            call("GET", table.path, key=table.keys[1], Accept_Encoding="gzip")
            compressed = call.wire_bytes
            table.port = server.port
            stream = _stream_bytes(table)
    return {"load": loading * 1e3, "document": plain, "document_gzip": compressed, "stream": stream}


def _stream_bytes(table: Table) -> int:
    """What the first event of a stream weighs, head included."""
    heard: list[int] = []
    opened(table, 1, heard).close()
    return heard[0]


def page(_seconds: float) -> Numbers:
    """The first load of the phone page."""
    with running() as (server, _):
        plain, files = first_load(server.port, compressed=False)
        compressed, _ = first_load(server.port, compressed=True)
    return {"plain": plain / 1e3, "compressed": compressed / 1e3, "files": files}


def cold_start(_seconds: float) -> Numbers:
    """From starting the process to its first answer, with an empty database."""
    with running() as (server, _):
        return {"start": server.cold_start * 1e3}


def memory(_seconds: float) -> Numbers:
    """Resident memory with 50 and with 500 tables, each 30 moves into its evening."""
    with running() as (server, call):
        empty = server.memory_kb()
        playing(server, call, 50, 30)
        fifty = server.memory_kb()
        playing(server, call, 450, 30)
        return {"empty": empty / 1e3, "50": fifty / 1e3, "500": server.memory_kb() / 1e3}


def growth(seconds: float) -> Numbers:
    """CPU of the same building turns early and late in an evening, and with 10 and 1,000 tables in memory.

    The late tables have a thousand lines of auctions behind them and the same board before them, so that the
    journal's length is all that differs.
    """
    found: Numbers = {}
    for name, idle in (("move_10", 0), ("move_1000", LONG // IDLE_LINES)):
        with running() as (server, call):
            tables = [Table(server.port, call, idle=idle) for _ in range(10)]
            for table in tables:
                table.play(call, OPENING + idle * IDLE_LINES)
            with under_load(server, tables) as load:
                found[name] = load.closed(seconds / 2).cpu_ms
    with running() as (server, call):
        tables = playing(server, call, 10)
        for _ in range(990):
            Table(server.port, call, claimed=False)
        with under_load(server, tables) as load:
            found["tables_1000"] = load.closed(seconds / 2).cpu_ms
    return found


FIGURES = (
    Figure(
        "closed loop",
        {
            "moves": "moves/s",
            "cpu": "ms",
            "seen_p50": "ms",
            "seen_p99": "ms",
            "server_share": "cores",
            "client_share": "cores",
            "little": "",
        },
        closed_loop,
    ),
    Figure("paced", {"moves": "moves/s", "cpu": "ms", "seen_p50": "ms", "seen_p99": "ms", "late": ""}, paced),
    Figure("streams", {"held": "", "memory": "KB", "seen_p50": "ms", "seen_p99": "ms"}, streams),
    Figure("undo", {"last": "ms", "far": "ms"}, undo),
    Figure(
        "long evening",
        {"load": "ms", "document": "bytes", "document_gzip": "bytes", "stream": "bytes"},
        long_evening,
    ),
    Figure("page", {"plain": "KB", "compressed": "KB", "files": ""}, page),
    Figure("cold start", {"start": "ms"}, cold_start),
    Figure("memory", {"empty": "MB", "50": "MB", "500": "MB"}, memory),
    Figure("growth", {"move_10": "ms", "move_1000": "ms", "tables_1000": "ms"}, growth),
)
