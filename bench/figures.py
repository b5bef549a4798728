"""The figures: each a function that measures once and answers one or several numbers by name."""

from __future__ import annotations

import socket
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from api.stream import STREAMS_IN_ALL
from bench.evenings import Evening
from bench.load import PHONES, Hearing, Load, Measured, Working, lines_of, opened, quantile
from bench.page import first_load
from bench.server import HOST, Server
from bench.tables import Caller, Table
from companion.client import Companion

TABLES = 50
EVERY = 0.5
"""Seconds between two moves of one table, paced."""
STREAMS = 2_000
CROWDED = 250
"""Tables of a crowd: forty streams each, six or seven of every seat."""
FEW = 20
"""Moves of the one table that is played at beside them."""
LONG = 1_000
"""Moves of a long evening, or all of an evening that has an end."""
FAR = 45
"""Moves that are taken back at once."""
IDLE_LINES = 7
"""Lines of a turn in which a share is offered and nobody bids."""
_SETTLED = 0.5
"""Seconds after which the memory of a server is read."""

Numbers = dict[str, float]


@dataclass(frozen=True, slots=True)
class Figure:
    """A measurement: of an evening, with so many moves under load; `units` of the numbers it answers."""

    name: str
    units: dict[str, str]
    measure: Callable[[Evening, int], Numbers]
    each_game: bool = True
    """Is it another number for every game?"""


@contextmanager
def running() -> Iterator[tuple[Server, Companion]]:
    """A server on an empty database."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder, Server(Path(folder)) as server:
        yield server, companion_at(server)


def companion_at(server: Server) -> Companion:
    """For the host's laptop, which prepares what is measured."""
    return Companion(f"http://{HOST}:{server.port}")


def playing(companion: Companion, evening: Evening, count: int, moves: int | None = None) -> list[Table]:
    """Tables whose evening has begun. `moves`: how far it is; None: past its opening."""
    tables = [Table(companion, evening) for _ in range(count)]
    for table in tables:
        table.play(evening.opening if moves is None else moves)
    return tables


def listening(companion: Companion, evening: Evening) -> list[list[Hearing]]:
    """Fifty tables whose evening has begun, with six phones each."""
    return [lines_of(table) for table in playing(companion, evening, TABLES)]


@contextmanager
def under_load(server: Working, tables: Iterable[Sequence[Hearing]]) -> Iterator[Load]:
    """Tables, each by its open lines, which are closed afterwards."""
    load = Load(server, tables)
    try:
        yield load
    finally:
        load.close()


def latencies(run: Measured) -> Numbers:
    """From the tap to the last of six phones, in milliseconds."""
    return {"seen_p50": quantile(run.seen, 0.5) * 1e3, "seen_p99": quantile(run.seen, 0.99) * 1e3}


def of_closed(run: Measured) -> Numbers:
    """The numbers of a closed loop.

    :raises ArithmeticError: rate, latency and moves in flight do not agree.
    """
    # At the beginning and the end of a run each table has a move half done.
    if abs(run.little - 1) > 0.1 + run.in_flight / run.moves:
        raise ArithmeticError(f"Little's law: {run.little:.2f} instead of 1")
    shares = {"server_share": run.server_cpu / run.seconds, "client_share": run.client_cpu / run.seconds}
    each = {"cpu": run.cpu_ms, "bytes": run.bytes / run.moves}
    return {"moves": run.rate, **each, **latencies(run), **shares, "little": run.little}


def of_paced(run: Measured) -> Numbers:
    """The numbers of a paced load."""
    return {"moves": run.rate, "cpu": run.cpu_ms, **latencies(run), "late": run.late}


def closed_loop(evening: Evening, moves: int) -> Numbers:
    """Durable moves a second and CPU a move, one move under way at each of 50 tables."""
    with running() as (server, companion), under_load(server, listening(companion, evening)) as load:
        return of_closed(load.closed(moves))


def paced(evening: Evening, moves: int) -> Numbers:
    """From the tap to the last of six phones, 50 tables with two moves a second each; half as many moves."""
    with running() as (server, companion), under_load(server, listening(companion, evening)) as load:
        return of_paced(load.paced(moves // 2, EVERY))


def streams(evening: Evening, _moves: int) -> Numbers:
    """Memory of an open stream, 2,000 of them, and one table's latency meanwhile."""
    return _held(evening, STREAMS, TABLES)


def crowd(evening: Evening, _moves: int) -> Numbers:
    """The same with as many streams as one process holds, over so many tables that no seat has more than its own."""
    return _held(evening, STREAMS_IN_ALL, CROWDED)


def _held(evening: Evening, count: int, at: int) -> Numbers:
    with running() as (server, companion):
        tables = playing(companion, evening, at)
        others, before = tables[1:], server.memory_kb()
        lines = [opened(others[n % len(others)], n // len(others) % PHONES) for n in range(count - PHONES)]
        time.sleep(_SETTLED)
        each = (server.memory_kb() - before) / len(lines)
        # Last, for the server hangs up on a line that says nothing for half a minute.
        with under_load(server, map(lines_of, tables[:1])) as load:
            run = load.paced(FEW, EVERY)
            kept = sum(map(goes_on, lines))
        for line in lines:
            line.close()
    return {"held": kept + PHONES, "memory": each, **latencies(run)}


def goes_on(line: socket.socket) -> bool:
    """Is that stream still open?"""
    line.setblocking(False)
    try:
        while line.recv(65_536):
            pass
    except BlockingIOError:
        return True
    return False


def _long(evening: Evening) -> int:
    """Moves of a long evening of that game: its last move may end the game, so it is left out."""
    return LONG if evening.length is None else evening.length - 1


def undo(evening: Evening, _moves: int) -> Numbers:
    """Taking back the last move of a long evening, and the last forty-five at once."""
    with running() as (server, companion):
        (table,) = playing(companion, evening, 1, _long(evening))
        call, path, key = Caller(server.port), table.path, table.host_key
        revision = table.host.read().revision
        last = []
        for _ in range(5):
            last.append(_timed(lambda: call("POST", f"{path}/undo", {}, key)))
            call("POST", f"{path}/redo", {}, key)
        far = _timed(lambda: call("POST", f"{path}/undo", {"to": revision - FAR}, key))
    return {"at": _long(evening), "last": sorted(last)[2] * 1e3, "far": far * 1e3}


def earlier(evening: Evening, _moves: int) -> Numbers:
    """Looking at earlier moments of a long evening as a slider does: forty-five by chance, each once, and the
    last forty-five in turn."""
    with running() as (server, companion):
        (table,) = playing(companion, evening, 1, _long(evening))
        call, path = Caller(server.port), table.path
        revision = table.host.read().revision
        call("GET", f"{path}?at=1", key=table.keys[1])  # the table is warm
        look = partial(call, "GET", key=table.keys[1])
        moments = {
            "any": Random(revision).sample(range(1, revision + 1), FAR),
            "step": range(revision - FAR, revision),
        }
        spent = {
            name: sorted(_timed(partial(look, f"{path}?at={at}")) for at in numbers)
            for name, numbers in moments.items()
        }
    found = {"at": float(revision)}
    for name, seconds in spent.items():
        found[f"{name}_p50"] = quantile(seconds, 0.5) * 1e3
        found[f"{name}_most"] = seconds[-1] * 1e3
    return found


def _timed(what: Callable[[], object]) -> float:
    began = time.perf_counter()
    what()
    return time.perf_counter() - began


def long_evening(evening: Evening, _moves: int) -> Numbers:
    """A table of a long evening: its cold load, and what a phone reads that comes back to it."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        with Server(Path(folder)) as server:
            companion = companion_at(server)
            table = playing(companion, evening, 1, _long(evening))[0]
            short = playing(companion, evening, 1)[0]
        with Server(Path(folder)) as server:
            call = Caller(server.port)
            call("GET", short.path, key=short.keys[1])
            loading = _timed(lambda: call("GET", table.path, key=table.keys[1]))
            plain = call.wire_bytes
            call("GET", table.path, key=table.keys[1], Accept_Encoding="gzip")
            compressed = call.wire_bytes
            table.port = server.port
            stream = _stream_bytes(table)
    weights = {"document": plain, "document_gzip": compressed, "stream": stream}
    return {"at": _long(evening), "load": loading * 1e3, **weights}


def _stream_bytes(table: Table) -> int:
    """What the first event of a stream weighs, head included."""
    heard: list[int] = []
    opened(table, 1, heard).close()
    return heard[0]


def page(_evening: Evening, _moves: int) -> Numbers:
    """The first load of the phone page."""
    with running() as (server, _):
        plain, files = first_load(server.port, compressed=False)
        compressed, _ = first_load(server.port, compressed=True)
    return {"plain": plain / 1e3, "compressed": compressed / 1e3, "files": files}


def cold_start(_evening: Evening, _moves: int) -> Numbers:
    """From starting the process to its first answer, with an empty database."""
    with running() as (server, _):
        return {"start": server.cold_start * 1e3}


def memory(evening: Evening, _moves: int) -> Numbers:
    """Resident memory with 50 and with 500 tables, each 30 moves into its evening."""
    with running() as (server, companion):
        empty = server.memory_kb()
        playing(companion, evening, 50, 30)
        fifty = server.memory_kb()
        playing(companion, evening, 450, 30)
        return {"empty": empty / 1e3, "50": fifty / 1e3, "500": server.memory_kb() / 1e3}


def growth(evening: Evening, moves: int) -> Numbers:
    """CPU of the same building turns early and late in an evening, and with 10 and 1,000 tables in memory.

    The late tables have a thousand lines of auctions behind them and the same board before them, so that the
    journal's length is all that differs.
    """
    found: Numbers = {}
    for name, idle in (("move_10", 0), ("move_1000", LONG // IDLE_LINES)):
        with running() as (server, companion):
            tables = [Table(companion, evening, idle=idle) for _ in range(10)]
            for table in tables:
                table.play(evening.opening + idle * IDLE_LINES)
            with under_load(server, map(lines_of, tables)) as load:
                found[name] = load.closed(moves // 4).cpu_ms
    with running() as (server, companion):
        tables = playing(companion, evening, 10)
        for _ in range(990):
            Table(companion, evening, claimed=False)
        with under_load(server, map(lines_of, tables)) as load:
            found["tables_1000"] = load.closed(moves // 4).cpu_ms
    return found


CLOSED = {
    "moves": "moves/s",
    "cpu": "ms",
    "bytes": "bytes",
    "seen_p50": "ms",
    "seen_p99": "ms",
    "server_share": "cores",
    "client_share": "cores",
    "little": "",
}
PACED = {"moves": "moves/s", "cpu": "ms", "seen_p50": "ms", "seen_p99": "ms", "late": ""}
FIGURES = (
    Figure("closed loop", CLOSED, closed_loop),
    Figure("paced", PACED, paced),
    Figure("memory", {"empty": "MB", "50": "MB", "500": "MB"}, memory),
    Figure("undo", {"at": "moves", "last": "ms", "far": "ms"}, undo),
    Figure(
        "again",
        {"at": "entries", "any_p50": "ms", "any_most": "ms", "step_p50": "ms", "step_most": "ms"},
        earlier,
    ),
    Figure(
        "long evening",
        {"at": "moves", "load": "ms", "document": "bytes", "document_gzip": "bytes", "stream": "bytes"},
        long_evening,
    ),
    Figure(
        "streams", {"held": "", "memory": "KB", "seen_p50": "ms", "seen_p99": "ms"}, streams, each_game=False
    ),
    Figure("crowd", {"held": "", "memory": "KB", "seen_p50": "ms", "seen_p99": "ms"}, crowd, each_game=False),
    Figure("first load", {"plain": "KB", "compressed": "KB", "files": ""}, page, each_game=False),
    Figure("cold start", {"start": "ms"}, cold_start, each_game=False),
    Figure("growth", {"move_10": "ms", "move_1000": "ms", "tables_1000": "ms"}, growth, each_game=False),
)
