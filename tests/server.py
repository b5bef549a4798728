"""A real `companion serve` in a process of its own, and a small client for it."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import queue
import secrets
import select
import signal
import socket
import subprocess
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest

from companion.games import game
from tests.described import as_described, event_as_described, looked_at
from tests.ports import free_port
from tests.serving import Begun

FULL = os.environ.get("COMPANION_TEST_FULL") == "1"
API = "/api/v1"
One = TypeVar("One")
ROOT = Path(__file__).parent.parent
PATIENCE = 60.0
"""Seconds after which whatever is waited for will not come, even on a busy machine."""


def times(full: int, share: int = 10) -> int:
    """How often: the full count in `make test-full`, otherwise a share of it."""
    return full if FULL else max(1, full // share)


def some(full: Sequence[One], share: int = 3) -> list[One]:
    """All of them in `make test-full`, otherwise one in so many: the same ones on every machine, whichever are added.
    A file counts by its folder and name.
    """
    named = (
        (f"{item.parent.name}/{item.name}" if isinstance(item, Path) else str(item), item) for item in full
    )
    return [item for name, item in named if FULL or zlib.crc32(name.encode()) % share == 0]


thorough = pytest.mark.thorough
"""What `make test-full` alone runs, unless it is named: the same once more on another device, or a corner of what
`make test` looks at elsewhere."""


def listens(port: int) -> None:
    """Wait until somebody does."""
    late = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), PATIENCE):
            return
        assert time.monotonic() < late, f"nobody listens at {port}"
        time.sleep(0.02)  # the port says nothing until it is open


def comes(true: Callable[[], object]) -> None:
    """Wait until it is so."""
    late = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < late, "it does not come"
        time.sleep(0.02)  # nothing announces it


@dataclass(slots=True)
class Reply:
    """One answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The problem's code; empty when it is none."""
        if self.headers.get("content-type") != "application/problem+json":
            return ""
        return str(self.json["code"])

    @property
    def was(self) -> tuple[int, str]:
        """Status and code, to compare with what the contract says."""
        return self.status, self.code


class Client:
    """One phone: a connection that is kept open. Not to be shared between threads."""

    described = True
    """Is every answer checked against the contract? The one of the tests knows no installed game."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._connection: http.client.HTTPConnection | None = None

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        key: str | None = None,
        *,
        raw: bytes | None = None,
        idempotency_key: str | None = None,
        **headers: str,
    ) -> Reply:
        """One request. body: sent as JSON; raw: sent as it is."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            raw = json.dumps(body).encode()
        if raw is not None:
            sent.setdefault("Content-Type", "application/json")
        if key is not None:
            sent["Authorization"] = f"Bearer {key}"
        if idempotency_key is not None:
            sent["Idempotency-Key"] = idempotency_key
        found = self.exchange(method, API + path if path.startswith("/") else f"/{path[1:]}", raw, sent)
        assert found.status != 500, f"{method} {path}: {found.body[:500]!r}"
        if self.described and looked_at(method, path, found.status):
            as_described(method, path, found.status, found.headers, found.body)
        return found

    def exchange(self, method: str, address: str, raw: bytes | None, sent: Mapping[str, str]) -> Reply:
        """There and back. sent: the headers."""
        if self._connection is None or self._stale():
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            self._connection.request(method, address, raw, sent)
            answer = self._connection.getresponse()
            return Reply(answer.status, {n.lower(): v for n, v in answer.getheaders()}, answer.read())
        except (OSError, http.client.HTTPException):
            self.close()
            raise

    def _stale(self) -> bool:
        """Has the server closed the connection meanwhile? A closed one reads as ready, with nothing in it."""
        line = self._connection and self._connection.sock
        if not line or not select.select([line], [], [], 0)[0]:
            return False
        self.close()
        return True

    def get(self, path: str, key: str | None = None, **headers: Any) -> Reply:
        return self.call("GET", path, key=key, **headers)

    def post(self, path: str, body: Any = None, key: str | None = None, **more: Any) -> Reply:
        return self.call("POST", path, body, key, **more)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


@dataclass(slots=True)
class Party:
    """A table with the keys of everybody at it."""

    client: Client
    code: str
    host: str
    join: str
    seats: dict[int, str] = field(default_factory=dict)

    @property
    def at(self) -> str:
        return f"/tables/{self.code}"

    @property
    def link(self) -> str:
        """What the table's QR says."""
        return str(self.document(self.host)["join_url"])

    def key(self, seat: int) -> str:
        """The key of a seat, 0 the host's."""
        return self.seats[seat] if seat else self.host

    def document(self, key: str | None = None) -> Any:
        found = self.client.get(self.at, key)
        assert found.status == 200, found.body
        return found.json

    def move(self, seat: int, type_: str, idempotency_key: str | None = None, **fields: Any) -> Reply:
        return self.client.post(
            f"{self.at}/moves", {"type": type_, **fields}, self.key(seat), idempotency_key=idempotency_key
        )

    def made(self, seat: int, type_: str, **fields: Any) -> Any:
        """A move that must be accepted."""
        found = self.move(seat, type_, **fields)
        assert found.status == 201, found.body
        return found.json

    def claim(self, seat: int, key: str | None = None) -> str:
        mine = key or secrets.token_urlsafe(24)
        found = self.client.post(f"{self.at}/seats/{seat}/claim", {"key": mine}, self.join)
        assert found.status == 200, found.body
        self.seats[seat] = mine
        return mine


NAMES = ["Ed", "Dave", "Pete"]


def first_seat(slug: str) -> dict[str, Any]:
    """The options by which seat 1 opens or begins, so that nobody rolls for it."""
    rules = game(slug)
    return {option.name: 1 for option in rules.box.options if option.kind == "seat_or_roll"} if rules else {}


def new_party(client: Client, players: list[str] | None = None, claim: bool = True, **setup: Any) -> Party:
    """A new table, of Prairie Railroads unless told otherwise; nothing is left to chance: seat 1 opens or begins."""
    slug = setup.pop("game", "prairie-railroads")
    options = {**first_seat(slug), "teach": False, **setup.pop("options", {})}
    names = players or NAMES
    body = {"game": slug, "players": names, "options": options, **setup}
    found = client.post("/tables", body)
    assert found.status == 201, found.body
    party = Party(client, found.json["code"], found.json["host_key"], found.json["join_key"])
    for seat in range(1, len(names) + 1) if claim else ():
        party.claim(seat)
    return party


class Stream:
    """An open stream of a table, read in a thread."""

    def __init__(self, port: int, path: str, key: str | None = None, query: str = "", **headers: str) -> None:
        self.events: queue.Queue[tuple[str, int, Any] | None] = queue.Queue()
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if key:
            sent["Authorization"] = f"Bearer {key}"
        self._connection.request("GET", f"{API}{path}/stream{query}", headers=sent)
        self._socket = self._connection.sock
        self.weighed = 0
        self.answer = self._connection.getresponse()
        assert self.answer.status == 200, self.answer.read()
        threading.Thread(target=self._read, daemon=True).start()

    def _lines(self) -> Iterator[bytes]:
        """What arrives, line by line; unpacked as it comes, as a browser does."""
        if self.answer.headers["content-encoding"] != "gzip":
            yield from iter(self.answer.readline, b"")
            return
        unpack, rest = zlib.decompressobj(zlib.MAX_WBITS | 16), b""
        while packed := self.answer.read1():
            self.weighed += len(packed)
            *lines, rest = (rest + unpack.decompress(packed)).split(b"\n")
            yield from lines

    def _read(self) -> None:
        number, event = -1, ""
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException, AttributeError):
            for line in self._lines():
                name, _, value = line.strip().partition(b": ")
                if name == b"id":
                    number = int(value)
                elif name == b"event":
                    event = value.decode()
                elif name == b"data":
                    self.events.put((event, number, json.loads(value)))
        self.events.put(None)

    def next(self) -> tuple[int, Any]:
        found = self.events.get(timeout=PATIENCE)
        assert found, "the stream has ended"
        event_as_described(found[0], found[2])
        return found[1:]

    def until(self, true: Any) -> Any:
        """The next document of which something is true."""
        while True:
            document = self.next()[1]
            if true(document):
                return document

    def ended(self) -> bool:
        """Waits for the end, past whatever still comes."""
        while self.events.get(timeout=PATIENCE) is not None:
            pass
        return True

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(OSError):
            self._socket.close()


class Server:
    """`companion serve` over one database; may be killed and started again."""

    def __init__(self, folder: Path, *arguments: str, database: str = "", **environment: str) -> None:
        """environment: beside that of the tests."""
        self.folder = folder
        self.database = database or f"sqlite:///{folder}/companion.sqlite"
        self.arguments = arguments
        self.environment = environment
        self.port = free_port()
        self.log_file = folder / "server.log"
        self.process: subprocess.Popen[bytes] | Begun | None = None

    def start(self) -> Server:
        """Start it and wait until it answers."""
        arguments = ["serve", "--no-browser", "--host", "127.0.0.1", "--port", str(self.port)]
        arguments += ["--database", self.database, *self.arguments]
        self.process = self.begin(arguments)
        late = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.process.poll() is None, self.log
            assert time.monotonic() < late, self.log
            time.sleep(0.02)  # the port says nothing until it is open
        assert self.process.poll() is None, f"somebody else answers: {self.log}"
        return self

    def begin(self, arguments: list[str]) -> subprocess.Popen[bytes] | Begun:
        """The process of that command."""
        return Begun(arguments, {**os.environ, **self.environment}, self.log_file)

    def answers(self) -> bool:
        """Not only is there somebody who listens: a call is answered."""
        probe = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            probe.request("GET", "/healthz")
            return probe.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            probe.close()

    def client(self) -> Client:
        return Client(self.port)

    def stream(self, party: Party, key: str | None = None, query: str = "", **headers: str) -> Stream:
        return Stream(self.port, party.at, key, query, **headers)

    def kill(self, how: int = signal.SIGKILL) -> None:
        """End this one process, by default without any warning."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def restart(self, how: int = signal.SIGTERM) -> Server:
        self.kill(how)
        return self.start()

    @property
    def log(self) -> str:
        return self.log_file.read_text("utf-8", "replace")


def checked_end(server: Server, parties: list[Party]) -> None:
    """A server's log must hold no key and no unforeseen fault."""
    server.kill(signal.SIGTERM)
    log = server.log
    for party in parties:
        for key in (party.host, party.join, *party.seats.values()):
            assert key not in log, "a key stands in the log"
    assert "Traceback" not in log, log[-4000:]


class Command(Server):
    """The same from the command line, from the first import on. command: what `companion` is there, in that place."""

    def __init__(
        self, folder: Path, *command: str, place: Path, database: str = "", **environment: str
    ) -> None:
        super().__init__(folder, database=database, **environment)
        self.command, self.place = command, place

    def begin(self, arguments: list[str]) -> subprocess.Popen[bytes]:
        with self.log_file.open("ab") as log:
            environment = {**os.environ, **self.environment}
            return subprocess.Popen(
                [*self.command, *arguments], stdout=log, stderr=log, cwd=self.place, env=environment
            )


PARTIES: list[Party] = []
"""Every table of the shared server: none of their keys may stand in its log."""
