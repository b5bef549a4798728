"""`companion bench attack`: what the phones of normal tables notice while somebody on the same network attacks.

All of it happens in a network of its own (Linux: a namespace), out of which nothing gets. Five tables of Prairie
Railroads are played at, six phones each; the attackers come from another address than this machine's own, so they have
no more rights than a phone, and are pinned to one core. Rates are limited as they are on an evening. One JSON line for
each attack: the latency of a move until the last of six phones has it, beside that of the quiet before it, and what the
attackers were answered.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import inside
from bench.evenings import PRAIRIE, Evening, evenings
from bench.figures import IDLE_LINES, companion_at, under_load
from bench.load import Load, Measured, lines_of, quantile
from bench.server import Server
from bench.tables import Table
from companion.client import Companion
from companion.client.asking import BASE

ADDRESS = "10.77.0.1"
"""Where the attackers come from and go to, in a network that begins and ends with this bench."""
INSIDE = "COMPANION_BENCH_NETWORK"
"""Stands in the environment there."""
_ALONE = f'ip link set lo up && ip address add {ADDRESS}/32 dev lo && exec "$@"'
TABLES = 5
EVERY = 0.5
"""Seconds between two moves of one table."""
MOVES = 300
"""That are counted, in the quiet and under each attack."""
LONG, LONGEST = 1_500, 9_800
"""Lines of the attackers' own table, and of the game they send: few more are taken."""
IMPORTED_BYTES = 3_800_000
ENTRY = 2
"""Which entry is amended: nearly all of the evening is played again."""
HEAD_BYTES, BRACKETS, CRUMBS = 100_000, 60_000, 70_000
CHARTS = ("worth", "cash", "income", "treasury", "turn")


@dataclass(frozen=True, slots=True)
class Target:
    """What the attackers have: their own table, somebody else's, and a game to send. `game`: JSON."""

    host: str
    port: int
    own: str
    key: str
    other: str
    game: bytes

    def request(
        self, method: str, path: str, body: bytes = b"", *, known: bool = True, **headers: str
    ) -> bytes:
        """As bytes. `known`: with the key of their own table."""
        rows = {"Host": f"{self.host}:{self.port}"}
        rows |= {name.replace("_", "-"): value for name, value in headers.items()}
        if known:
            rows["Authorization"] = f"Bearer {self.key}"
        if body and "Transfer-Encoding" not in rows:
            rows["Content-Length"] = str(len(body))
        head = "".join(f"{name}: {value}\r\n" for name, value in rows.items())
        return f"{method} {BASE}{path} HTTP/1.1\r\n{head}\r\n".encode() + body


@dataclass(frozen=True, slots=True)
class Attack:
    """So many connections with these requests. `holds`: streams that are held."""

    name: str
    connections: int
    requests: tuple[bytes, ...]
    holds: bool = False


def attacks(at: Target) -> tuple[Attack, ...]:
    """Each that is known to have cost more than it sent."""
    own = f"/tables/{at.own}"
    amended = json.dumps(
        {"revision": ENTRY, "move": {"type": "auction_result", "winner": 1, "amount": 2}}
    ).encode()
    as_json, as_yaml = "application/json", "application/yaml"
    crumbs = b"1\r\n{\r\n" * CRUMBS + b"0\r\n\r\n"
    charts = tuple(
        at.request("GET", f"{own}/charts/{name}.svg?width={n}") for n, name in enumerate(CHARTS, 300)
    )
    return (
        Attack(
            "amendments",
            40,
            (at.request("POST", f"{own}/amend?dry_run=true", amended, Content_Type=as_json),),
        ),
        Attack("streams", 200, (at.request("GET", f"/tables/{at.other}/stream", known=False),), holds=True),
        Attack("imports", 4, (at.request("POST", "/tables/import", at.game, Content_Type=as_json),)),
        Attack("charts", 16, charts),
        Attack(
            "languages", 8, (at.request("GET", own, Accept_Language="de-AT;q=0.9," * (HEAD_BYTES // 12)),)
        ),
        Attack(
            "brackets",
            8,
            (at.request("POST", f"/atlases/{PRAIRIE}/import", b"{" * BRACKETS, Content_Type=as_yaml),),
        ),
        Attack(
            "crumbs",
            8,
            (at.request("POST", f"{own}/moves", crumbs, Transfer_Encoding="chunked", Content_Type=as_json),),
        ),
    )


NAMES = tuple(each.name for each in attacks(Target("", 0, "", "", "", b"")))


@contextmanager
def attacked(at: Target, attack: Attack, told: dict[str, int]) -> Iterator[None]:
    """Attackers at work inside, on one core; afterwards `told` has how often they were answered what."""
    words = [sys.executable, "-m", "bench.attackers"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        os.sched_setaffinity(process.pid, {max(os.sched_getaffinity(0))})
        assert process.stdin
        assert process.stdout
        given = {
            "host": at.host,
            "port": at.port,
            "requests": [each.decode("latin-1") for each in attack.requests],
            "connections": attack.connections,
            "holds": attack.holds,
        }
        print(json.dumps(given), file=process.stdin, flush=True)
        process.stdout.readline()  # it has begun
        try:
            yield
        finally:
            print(file=process.stdin, flush=True)
            told |= json.loads(process.stdout.readline() or "{}")


def long_game(evening: Evening, count: int) -> dict[str, Any]:
    """The export of an evening that is so long, of auctions that nobody bids in."""
    with inside.playing(evening, heard=False) as table:
        moves = evening.moves(count // IDLE_LINES + 1)
        for number in range(count):
            inside.answer(table.app, table.request(next(moves), number))
        return table.export()


def of_length(game: Mapping[str, Any], count: int) -> dict[str, Any]:
    """Its beginning; so many lines."""
    return {**game, "lines": game["lines"][:count]}


def target(companion: Companion, tables: Sequence[Table], port: int, game: Mapping[str, Any]) -> Target:
    """The attackers have a table of their own, as anybody may, and a long game on their disk."""
    own = companion.read_in(of_length(game, LONG))
    sent = json.dumps(game, separators=(",", ":"), ensure_ascii=False).encode()
    return Target(ADDRESS, port, own.code, str(own.key), tables[0].code, sent.ljust(IMPORTED_BYTES))


def of_run(run: Measured, quiet: Measured) -> dict[str, Any]:
    """Milliseconds."""
    p99 = quantile(run.seen, 0.99) * 1e3
    return {
        "p50": round(quantile(run.seen, 0.5) * 1e3, 1),
        "p99": round(p99, 1),
        "most": round(run.seen[-1] * 1e3, 1),
        "ratio": round(p99 / (quantile(quiet.seen, 0.99) * 1e3), 2),
        "late": run.late,
        "moves": run.moves,
    }


def _played(load: Load, moves: int) -> Measured | str:
    """A run, or why it came to nothing: a stream was cut, or a move refused."""
    try:
        return load.paced(moves, EVERY)
    except OSError as error:
        return str(error)


def one(name: str, moves: int, game: Mapping[str, Any]) -> dict[str, Any]:
    """A server of its own, its quiet, and one attack.

    :raises OSError: it cannot be measured.
    """
    with (
        tempfile.TemporaryDirectory(prefix="companion-bench-") as folder,
        Server(Path(folder), host="0.0.0.0", limited=True) as server,
    ):
        companion = companion_at(server)
        tables = [Table(companion, evenings()[PRAIRIE]) for _ in range(TABLES)]
        for table in tables:
            table.play(evenings()[PRAIRIE].opening)
        at = target(companion, tables, server.port, game)
        attack = next(each for each in attacks(at) if each.name == name)
        told: dict[str, int] = {}
        with under_load(server, map(lines_of, tables)) as load:
            quiet = _played(load, moves)
            with attacked(at, attack, told):
                run = _played(load, moves)
    if isinstance(quiet, str):
        raise OSError(f"without any attack: {quiet}")
    if isinstance(run, str):
        return {"name": f"attack: {name}", "stopped": run, "attackers": told}
    before = {f"quiet_{what}": of_run(quiet, quiet)[what] for what in ("p50", "p99", "most")}
    return {"name": f"attack: {name}", **of_run(run, quiet), **before, "attackers": told}


def _in_a_network_of_its_own(arguments: Sequence[str]) -> int:
    """The same, where nothing but this machine is.

    :raises OSError: there are no namespaces here.
    """
    if not (shutil.which("unshare") and shutil.which("ip")):
        raise OSError("attacks are tried on Linux alone, with `unshare` and `ip`: nothing may get out")
    again = [sys.executable, "-m", "companion.cli", "bench", "attack", *arguments]
    words = ["unshare", "--map-root-user", "--net", "sh", "-c", _ALONE, "sh", *again]
    return subprocess.run(words, env={**os.environ, INSIDE: ADDRESS}).returncode


def main(arguments: Sequence[str], where: Mapping[str, Any]) -> int:
    """Measure. Answers the exit status."""
    parser = argparse.ArgumentParser("companion bench attack", description=__doc__)
    parser.add_argument("--only", choices=NAMES, action="append", help="may be repeated")
    parser.add_argument("--moves", type=int, default=MOVES, help="how many are counted, of five tables")
    parser.add_argument("--lines", type=int, default=LONGEST, help="of the game that is imported")
    options = parser.parse_args(list(arguments))
    if INSIDE not in os.environ:
        return _in_a_network_of_its_own(arguments)
    game = long_game(evenings()[PRAIRIE], options.lines)
    for name in options.only or NAMES:
        print(json.dumps(one(name, options.moves, game) | dict(where)), flush=True)
    return 0
