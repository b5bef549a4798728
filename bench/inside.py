"""A table on an app of its own, played in one thread and without sockets: the app as the server calls it, on SQLite
with fsync, with the streams of six phones (five seats and the screen anybody may read) that are rendered and pushed.
"""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from flask import Flask

from api.app import create_app
from api.pieces import Rendered
from api.settings import Settings
from api.stream import HUB
from bench.evening import SEATS, Move
from bench.evenings import Evening
from companion.service import Service
from companion.service.keys import Viewer
from companion.store.sql import SqlStore

_BASE = "/api/v1"
_MEMORY = next((folder for folder in ("/dev/shm",) if os.access(folder, os.W_OK)), None)
"""Where a database is kept whose calls are counted: how long the disk takes is nobody's call."""


class Phone:
    """An open stream that only weighs what it is sent."""

    def __init__(self, code: str, viewer: Viewer, language: str) -> None:
        self.code, self.viewer, self.language = code, viewer, language
        self.address, self.ended = "127.0.0.1", False
        self.sent: Rendered | None = None
        self.heard = 0

    def push(self, frame: bytes) -> None:
        """Take a frame."""
        self.heard += len(frame)

    def end(self) -> None:
        """The stream is over."""
        HUB.drop(self)


@dataclass(slots=True)
class Table:
    """A table on an app of its own, played in this thread."""

    app: Flask
    path: str
    keys: list[str]
    """The host's, and those of the seats."""
    phones: list[Phone] = field(default_factory=list)

    def request(self, move: Move, number: int) -> dict[str, Any]:
        """A move as the server hands it to the app."""
        body = json.dumps(move.body, separators=(",", ":")).encode()
        return _environ("POST", f"{self.path}/moves", self.keys[move.seat], body, f"move-{number:08}")

    def listen(self) -> None:
        """Six phones open their streams, as on an evening."""
        for seat in range(SEATS + 1):
            environ = _environ("GET", f"{self.path}/stream", self.keys[seat] if seat else "")
            environ["companion.stream"] = self._open
            answer(self.app, environ)

    def export(self) -> dict[str, Any]:
        """The game as a file."""
        asked = _environ("GET", f"{self.path}/export", self.keys[0])
        del asked["HTTP_ACCEPT_ENCODING"]
        return dict(json.loads(answer(self.app, asked)))

    def _open(self, code: str, viewer: Viewer, language: str, _packed: bool) -> Phone:
        self.phones.append(Phone(code, viewer, language))
        HUB.add(self.phones[-1])
        return self.phones[-1]


def _environ(method: str, path: str, key: str = "", body: bytes = b"", once: str = "") -> dict[str, Any]:
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": "patches=true" if path.endswith("/stream") else "",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "127.0.0.1:8000",
        "HTTP_ACCEPT_ENCODING": "gzip, deflate",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
    }
    if body:
        environ |= {"CONTENT_TYPE": "application/json", "HTTP_PREFER": "return=minimal"}
    if key:
        environ["HTTP_AUTHORIZATION"] = f"Bearer {key}"
    if once:
        environ["HTTP_IDEMPOTENCY_KEY"] = once
    return environ


def answer(app: Flask, environ: dict[str, Any]) -> bytes:
    """What the app answers.

    :raises OSError: it refused.
    """
    status: list[str] = []

    def start(line: str, _headers: object, _exc: object = None) -> Callable[[bytes], object]:
        status.append(line)
        return lambda data: None

    answer = app(environ, start)
    sent = b"".join(answer)
    if close := getattr(answer, "close", None):
        close()
    if not status[0].startswith("2"):
        raise OSError(f"{environ['PATH_INFO']}: {status[0]} {sent[:300].decode(errors='replace')}")
    return sent


@contextmanager
def playing(evening: Evening, *, heard: bool = True) -> Iterator[Table]:
    """A new table of that game, everybody seated, six phones listening if it is heard."""
    with tempfile.TemporaryDirectory(prefix="companion-calls-", dir=_MEMORY) as folder:
        service = Service(SqlStore(f"sqlite:///{folder}/calls.sqlite"))
        app = create_app(service, Settings(limits=False))
        body = json.dumps(evening.setup).encode()
        made = json.loads(answer(app, _environ("POST", f"{_BASE}/tables", body=body)))
        table = Table(app, f"{_BASE}/tables/{made['code']}", [made["host_key"]])
        for seat in range(1, SEATS + 1):
            key = f"{seat}" * 32
            claim = _environ("POST", f"{table.path}/seats/{seat}/claim", made["join_key"], _claim(key))
            answer(app, claim)
            table.keys.append(key)
        if heard:
            table.listen()
        try:
            yield table
        finally:
            for phone in table.phones:
                phone.end()
            service.store.close()


def _claim(key: str) -> bytes:
    return json.dumps({"key": key}).encode()
