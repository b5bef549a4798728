"""`companion bench spread`: the same moves over SQLite and over PostgreSQL, with one process and with several, whose
phones talk to any of them by chance, or all of a table to the same one.

`--crowd` holds ten thousand streams, or as many as it says, over two workers instead; `--notices` asks PostgreSQL alone
how many commits a second it makes with notices and without.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import psycopg

from api.stream import STREAMS_IN_ALL
from bench.evenings import PRAIRIE, Evening, evenings
from bench.figures import EVERY, FEW, companion_at, goes_on, latencies
from bench.load import PHONES, Load, lines_of, opened
from bench.postgresql import Postgres
from bench.server import HOST, Server, children, cpu_of, open_files
from bench.tables import Table

QUIET_SECONDS = 2.5
"""Until every process has heard whose phones listen at the others."""
EACH = 40
"""Streams of a table in a crowd: six or seven of every seat."""
CLIENTS = (1, 4, 16, 32)
"""Connections that commit, asked for notices."""
NOTICES_SECONDS = 5
PLAIN = """\\set code random(1, 1000)
BEGIN;
UPDATE pulse SET edition = edition + 1 WHERE code = :code;
INSERT INTO line (code, body) VALUES (:code, repeat('x', 300));
{notice}COMMIT;
"""
NOTICE = "SELECT pg_notify('companion', :code || ' 1');\n"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is compared. shared: PostgreSQL; by_table: all phones of a table talk to the same process."""

    name: str
    shared: bool
    processes: int = 1
    by_table: bool = True


SETUPS = (
    Setup("SQLite", shared=False),
    Setup("PostgreSQL", shared=True),
    Setup("2 by table", shared=True, processes=2),
    Setup("2 at random", shared=True, processes=2, by_table=False),
    Setup("4 by table", shared=True, processes=4),
    Setup("4 at random", shared=True, processes=4, by_table=False),
)


class Together:
    """All processes of a companion."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.servers = servers

    def cpu(self) -> float:
        """Seconds of CPU that they have used."""
        return sum(server.cpu() for server in self.servers)


@contextlib.contextmanager
def serving(postgres: Postgres, setup: Setup) -> Iterator[list[Server]]:
    """So many processes over a new database."""
    database = postgres.database() if setup.shared else ""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-bench-")))
        yield [stack.enter_context(Server(folder, database)) for _ in range(setup.processes)]


def played(postgres: Postgres, setup: Setup, evening: Evening, tables: int, moves: int) -> dict[str, float]:
    """As many moves as fast as it goes, then half as many at a pace."""
    chance = Random(setup.name)
    with serving(postgres, setup) as servers:
        mine = [Table(companion_at(servers[n % len(servers)]), evening) for n in range(tables)]
        for table in mine:
            table.play(evening.opening)
        anybody = partial(chance.choice, [server.port for server in servers])
        lines = [lines_of(table, None if setup.by_table else anybody) for table in mine]
        load = Load(Together(servers), lines, QUIET_SECONDS)
        try:
            before = _cpu_of(postgres)
            closed = load.closed(moves)
            database = _cpu_of(postgres) - before
            paced = load.paced(moves // 2, EVERY)
        finally:
            load.close()
    return {
        "moves/s": closed.rate,
        "cpu ms": closed.cpu_ms,
        "database cpu ms": database * 1e3 / closed.moves if setup.shared else 0.0,
        "client share": closed.client_cpu / closed.seconds,
        "closed p50": latencies(closed)["seen_p50"],
        "closed p99": latencies(closed)["seen_p99"],
        "paced p50": latencies(paced)["seen_p50"],
        "paced p99": latencies(paced)["seen_p99"],
        "late": float(paced.late),
    }


def _cpu_of(postgres: Postgres) -> float:
    """Seconds of CPU of all its processes that there are."""
    found = 0.0
    for pid in (postgres.pid, *children(postgres.pid)):
        with contextlib.suppress(OSError):
            found += cpu_of(pid)
    return found


# --- ten thousand streams ---------------------------------------------------------------------------------


def crowd(postgres: Postgres, evening: Evening, count: int) -> dict[str, float]:
    """So many streams over two workers, forty at each table, and one more table's latency meanwhile."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-bench-")))
        server = stack.enter_context(Server(folder, postgres.database(), workers=2))
        tables = [Table(companion_at(server), evening) for _ in range(count // EACH + 1)]
        for table in tables:
            table.play(evening.opening)
        others, before = tables[1:], server.memory_kb()
        lines = [opened(others[n % len(others)], n // len(others) % PHONES) for n in range(count - PHONES)]
        time.sleep(QUIET_SECONDS)
        each = (server.memory_kb() - before) / len(lines)
        load = Load(server, [lines_of(tables[0])], QUIET_SECONDS)
        run = load.paced(FEW, EVERY)
        load.close()
        kept = sum(map(goes_on, lines))
        shares = [_sockets(pid) for pid in server.serving()]
        for line in lines:
            line.close()
    return {"held": kept + PHONES, "memory": each, "most at one": max(shares), **latencies(run)}


def _sockets(pid: int) -> int:
    return sum(link.startswith("socket:") for link in open_files(pid))


# --- notices ----------------------------------------------------------------------------------------------


def notices(folder: Path | None, clients: int) -> dict[str, float]:
    """Commits a second of so many connections, each at any of a thousand tables, without notices and with them, which
    two listen to. folder: where PostgreSQL keeps its files."""
    found = {}
    with Postgres(folder) as postgres:
        name = postgres.database().rpartition("/")[2]
        postgres.run(
            name,
            "CREATE TABLE pulse (code int PRIMARY KEY, edition bigint)",
            "CREATE TABLE line (code int, body text)",
            "INSERT INTO pulse SELECT n, 0 FROM generate_series(1, 1000) AS n",
        )
        with contextlib.ExitStack() as stack:
            for _ in range(2):
                address = postgres.address(name).replace("postgresql+psycopg:", "postgresql:")
                line = stack.enter_context(psycopg.connect(address, autocommit=True))
                line.execute("LISTEN companion")
            for what, words in (("without", PLAIN.format(notice="")), ("with", PLAIN.format(notice=NOTICE))):
                script = postgres.folder / f"{what}.sql"
                script.write_text(words, "utf-8")
                found[what] = _commits(postgres, name, script, clients)
    return found


def _commits(postgres: Postgres, name: str, script: Path, clients: int) -> float:
    command = [
        str(postgres.programs / "pgbench"),
        "-n",
        "-M",
        "prepared",
        "-h",
        HOST,
        "-p",
        str(postgres.port),
    ]
    command += ["-U", "companion", "-f", str(script), "-c", str(clients), "-T", str(NOTICES_SECONDS), name]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(said.partition("tps = ")[2].split()[0])


# --- the command ------------------------------------------------------------------------------------------


def main(arguments: Sequence[str], where: Mapping[str, Any]) -> int:
    """Measure, in interleaved rounds; a line of JSON for each. Answers the exit status."""
    options = _options(arguments)
    if options.notices:
        for place, folder in (("memory", None), ("disk", Path(tempfile.gettempdir()))):
            for clients in CLIENTS:
                _tell({"notices": place, "connections": clients}, notices(folder, clients), where)
        return 0
    evening = evenings()[PRAIRIE]
    with Postgres() as postgres:
        if options.crowd:
            _tell({"crowd": "2 workers"}, crowd(postgres, evening, options.crowd), where)
            return 0
        runs: dict[str, list[dict[str, float]]] = {}
        for _ in range(options.rounds):
            for setup in SETUPS:
                if not options.only or setup.name in options.only:
                    found = played(postgres, setup, evening, options.tables, options.moves)
                    runs.setdefault(setup.name, []).append(found)
                    _tell({"round": setup.name}, found, {})
        for name, found_each in runs.items():
            middle = {number: median(found[number] for found in found_each) for number in found_each[0]}
            _tell({"spread": name, "rounds": options.rounds}, middle, where)
    return 0


def _tell(what: Mapping[str, object], numbers: Mapping[str, float], where: Mapping[str, Any]) -> None:
    rounded = {name: round(number, 2) for name, number in numbers.items()}
    print(json.dumps({**what, **rounded, **where}), flush=True)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("companion bench spread", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--moves", type=int, default=600)
    parser.add_argument(
        "--only", action="append", metavar="NAME", help=", ".join(setup.name for setup in SETUPS)
    )
    what = "hold so many streams over two workers"
    parser.add_argument("--crowd", type=int, nargs="?", const=STREAMS_IN_ALL, metavar="STREAMS", help=what)
    parser.add_argument("--notices", action="store_true", help="commits a second of PostgreSQL alone")
    return parser.parse_args(list(arguments))
