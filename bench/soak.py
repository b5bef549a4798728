"""`companion bench soak`: bots at many tables for a while, over PostgreSQL and several workers, and every minute what
the server's processes hold: memory, connections, files, threads. What grows without an end shows here."""

from __future__ import annotations

import argparse
import contextlib
import heapq
import json
import os
import random
import select
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import psycopg

from bench.postgresql import server as postgresql
from bench.server import HOST, Server, memory_of, open_files
from companion.client import Companion, Table
from companion.client.bots import Bot
from companion.client.errors import CompanionError, NotNowError, StaleError

HANDS = 6
"""Threads that play; each makes one move at a time."""
STREAMS = 3
"""Open at each table."""
_NAMES = ("Ann", "Ben", "Cleo")
_PIECE = 262_144
now = time.monotonic


class Tables:
    """So many tables in play; where one is over, another one begins."""

    def __init__(self, port: int, games: Sequence[str], number: int, every: float) -> None:
        """every: seconds between two moves of a table."""
        self.port, self.games, self.every = port, games, every
        self.counted = Counter[str]()
        self.over = threading.Event()
        self._lock = threading.Lock()
        self._listening: dict[int, list[Any]] = {}
        self._poll = select.epoll()
        self._due: list[tuple[float, int]] = [(now() + every * n / number, n) for n in range(number)]
        self._tables: dict[int, tuple[Table, Bot]] = {}

    def start(self) -> None:
        """Begin, in threads of its own."""
        for what in (self._drain, *[self._play] * HANDS):
            threading.Thread(target=what, daemon=True).start()

    # --- playing ------------------------------------------------------------------------------------

    def _play(self) -> None:
        while not self.over.is_set():
            with self._lock:
                at, number = self._due[0] if self._due else (now() + 0.1, -1)
                if number >= 0 and at <= now():
                    heapq.heappop(self._due)
            if at > now():
                self.over.wait(min(0.1, at - now()))
                continue
            try:
                self._turn(number)
            except (CompanionError, OSError) as error:
                with self._lock:
                    self.counted[f"{type(error).__name__}: {error}"[:120]] += 1
            with self._lock:
                heapq.heappush(self._due, (max(now(), at + self.every), number))

    def _turn(self, number: int) -> None:
        if number not in self._tables:
            self._tables[number] = self._begun(number)
        table, bot = self._tables[number]
        seen = table.read()
        if seen.finished:
            self._hang_up(number)
            del self._tables[number]
            self._count("evenings")
            return
        seat = next(iter(seen.turn.seats), None)
        offers = [offer for offer in seen.offers if offer.seat == seat] or list(seen.offers)
        try:
            bot.play(offers, lambda body: table.move(**body, expected_revision=seen.revision))
            self._count("moves")
        except (NotNowError, StaleError):
            self._count("late")

    def _begun(self, number: int) -> tuple[Table, Bot]:
        companion = Companion(f"http://{HOST}:{self.port}")
        table = companion.create(self.games[number % len(self.games)], _NAMES)
        answers = [
            table.asking.open(
                f"{table.path}/stream", key=table.key, query={"patches": "true"}, headers={}, silence=90
            )
            for _ in range(STREAMS)
        ]
        with self._lock:
            self._listening[number] = answers
            for answer in answers:
                self._poll.register(answer.raw.fileno(), select.EPOLLIN)
        return table, Bot(f"soak {number} {table.code}")

    def _hang_up(self, number: int) -> None:
        with self._lock:
            for answer in self._listening.pop(number, []):
                with contextlib.suppress(OSError, ValueError):
                    self._poll.unregister(answer.raw.fileno())
                answer.close()

    def _count(self, what: str) -> None:
        with self._lock:
            self.counted[what] += 1

    def _drain(self) -> None:
        while not self.over.is_set():
            for number, _ in self._poll.poll(0.5):
                with contextlib.suppress(OSError):
                    if not os.read(number, _PIECE):
                        self._poll.unregister(number)
                        self._count("streams that ended")

    @property
    def in_play(self) -> int:
        """How many tables are."""
        return len(self._tables)


def main(arguments: Sequence[str], where: Mapping[str, Any]) -> int:
    """Play, and print a line a minute. Answers the exit status."""
    options = _options(arguments)
    with tempfile.TemporaryDirectory(prefix="companion-soak-") as folder, contextlib.ExitStack() as stack:
        database = options.database
        if not database:
            one = postgresql()
            stack.callback(one.close)
            database = one.database()
        server = stack.enter_context(Server(Path(folder), database, options.workers))
        games = [
            game["slug"]
            for game in Companion(f"http://{HOST}:{server.port}").games()
            if game.get("turns", True)
        ]
        random.Random(0).shuffle(games)
        tables = Tables(server.port, games, options.tables, options.every)
        tables.start()
        for line in _sampled(server, tables, database, options.minutes):
            print(json.dumps(line), flush=True)
        tables.over.set()
        print(json.dumps({"soak": vars(options) | {"database": "", "json": None}, **where}), flush=True)
    return 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("companion bench soak", description=__doc__)
    parser.add_argument("--minutes", type=int, default=20)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two moves of a table")
    parser.add_argument("--database", default="", metavar="URL", help="else a PostgreSQL of its own")
    return parser.parse_args(list(arguments))


def _sampled(server: Server, tables: Tables, database: str, minutes: int) -> Iterator[dict[str, Any]]:
    began, cpu, moves = now(), server.cpu(), 0
    for minute in range(minutes + 1):
        time.sleep(max(0.0, began + 60 * minute - now()))
        counted = dict(tables.counted)
        made = counted.get("moves", 0)
        yield {
            "minute": minute,
            "tables": tables.in_play,
            "moves": made - moves,
            "cpu_s": round(server.cpu() - cpu, 1),
            "each": [_held(pid) for pid in server.serving()],
            "postgresql": _connections(database),
            "counted": counted,
        }
        cpu, moves = server.cpu(), made


def _held(pid: int) -> dict[str, float]:
    status, links = Path(f"/proc/{pid}/status").read_text(), open_files(pid)
    return {
        "memory_mb": memory_of(pid) // 1024,
        "threads": int(status.partition("Threads:")[2].split()[0]),
        "connections": sum(link.startswith("socket:") for link in links),
        "files": sum(not link.startswith("socket:") for link in links),
    }


def _connections(database: str) -> int:
    """Of all processes to PostgreSQL, without this one."""
    asked = "SELECT count(*) - 1 FROM pg_stat_activity WHERE datname = current_database()"
    with psycopg.connect(database.replace("postgresql+psycopg:", "postgresql:")) as line:
        found = line.execute(asked).fetchone()
    return int(found[0]) if found else 0
