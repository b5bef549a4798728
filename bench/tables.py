"""Tables to play at: created over the REST contract like anybody's, every seat claimed by a phone of its own."""

from __future__ import annotations

import http.client
import json
import secrets
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from bench.evening import SEATS, Move
from bench.evenings import Evening
from bench.server import HOST
from companion.client import Companion
from companion.client.asking import BASE


class Caller:
    """One connection on which what is measured is asked: its time and bytes, and next to nothing of a client's own."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection(HOST, port, timeout=30)
        self.wire_bytes = 0
        """Bytes of the last answer's body as they came over the wire."""

    def __call__(self, method: str, path: str, body: Any = None, key: str = "", **headers: str) -> None:
        """Ask, and read the answer to its end.

        :raises OSError: the server refused.
        """
        sent = None if body is None else json.dumps(body).encode()
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        if key:
            more["Authorization"] = f"Bearer {key}"
        if sent is not None:
            more["Content-Type"] = "application/json"
        self._line.request(method, path, sent, more)
        answer = self._line.getresponse()
        read = answer.read()
        self.wire_bytes = len(read)
        if answer.status >= 300:
            raise OSError(f"{method} {path}: {answer.status} {read[:300]!r}")


class Table:
    """A table, the keys of its five phones and its host, and the evening it is in."""

    def __init__(
        self, companion: Companion, evening: Evening, *, claimed: bool = True, idle: int = 0
    ) -> None:
        """Create the table and claim its seats. `idle`: see the evening."""
        self.port = urlsplit(companion.asking.address).port or 0
        self.host = companion.create(**evening.setup)
        self.code, self.host_key = self.host.code, str(self.host.key)
        self.path = f"{BASE}{self.host.path}"
        self.keys, self.phones = [self.host_key], [self.host]
        self.evening: Iterator[Move] = evening.moves(idle)
        self.made = 0
        for seat in range(1, SEATS + 1) if claimed else ():
            phone = self.host.claim(seat)
            self.keys.append(str(phone.key))
            self.phones.append(phone)

    def next_post(self) -> bytes | None:
        """The next move of the evening as the bytes of a request, sent as a phone sends it; None when it is over."""
        move = next(self.evening, None)
        if move is None:
            return None
        self.made += 1
        key = self.keys[move.seat] if move.seat < len(self.keys) else self.host_key
        body = {**move.body, "seat": move.seat} if move.seat and key == self.host_key else move.body
        return self.post("moves", body, key)

    def post(self, what: str, body: dict[str, Any], key: str) -> bytes:
        """A request as bytes."""
        sent = json.dumps(body, separators=(",", ":")).encode()
        head = (
            f"POST {self.path}/{what} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\nAuthorization: Bearer {key}\r\n"
            f"Idempotency-Key: {secrets.token_urlsafe(12)}\r\nContent-Type: application/json\r\n"
            "Prefer: return=minimal\r\n"
            f"Accept-Encoding: gzip, deflate\r\nContent-Length: {len(sent)}\r\n\r\n"
        )
        return head.encode() + sent

    def listen(self, seat: int) -> bytes:
        """The request of a stream: seats 1 to 5, and 0 for the screen that anybody may read."""
        key = f"Authorization: Bearer {self.keys[seat]}\r\n" if seat else ""
        return (
            f"GET {self.path}/stream?patches=true HTTP/1.1\r\nHost: {HOST}:{self.port}\r\n{key}"
            "Accept: text/event-stream\r\nAccept-Encoding: gzip, deflate\r\n\r\n"
        ).encode()

    def play(self, count: int) -> None:
        """Make the next moves one after another, without anybody listening."""
        for _ in range(count):
            move = next(self.evening)
            self.made += 1
            if move.seat < len(self.phones):
                self.phones[move.seat].move(**move.body)
            else:
                self.host.move(**{**move.body, "seat": move.seat})
