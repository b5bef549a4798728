"""Who attacks, as a process of its own: so many connections that ask the same again and again, or open streams.

    python -m bench.attackers < JSON

What to do comes in one line, `{host, port, requests, connections, holds}`: raw requests in Latin-1, the address they go
to, and whether their answers are streams that are held. It says `begun` at the first answer, goes on until a second
line comes, and then tells how often it was answered what: `{"201": 8, "429": 3190}`, `0` where the line was cut.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle

PATIENCE = 30.0
_SOME = 262_144


@dataclass
class Attack:
    """What all connections of an attack share."""

    at: tuple[str, int]
    requests: list[bytes]
    over: threading.Event = field(default_factory=threading.Event)
    answered: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, number: int) -> None:
        """One connection, which is opened again whenever it is shut."""
        requests = cycle(
            self.requests[number % len(self.requests) :] + self.requests[: number % len(self.requests)]
        )
        line: socket.socket | None = None
        while not self.over.is_set():
            try:
                line = line or socket.create_connection(self.at, timeout=PATIENCE)
                status, stays = _asked(line, next(requests))
            except OSError:
                status, stays = "0", False
            self._count(status)
            if line and not stays:
                line.close()
                line = None

    def hold(self, number: int) -> None:
        """Stream upon stream; each is read until it is cut, by whoever comes after it."""
        request = self.requests[number % len(self.requests)]
        while not self.over.is_set():
            try:
                with socket.create_connection(self.at, timeout=PATIENCE) as line:
                    line.sendall(request)
                    self._count(_status(line.recv(_SOME)))
                    while line.recv(_SOME) and not self.over.is_set():
                        pass
            except OSError:
                self._count("0")

    def _count(self, status: str) -> None:
        with self.lock:
            if not self.answered:
                print("begun", flush=True)
            self.answered[status] += 1


def _asked(line: socket.socket, request: bytes) -> tuple[str, bool]:
    """The status of an answer, read to its end, and whether the line stays open."""
    line.sendall(request)
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += _more(line)
    head, _, body = heard.partition(b"\r\n\r\n")
    told = dict(_headers(head))
    left = int(told.get(b"content-length", b"0")) - len(body)
    while left > 0:
        left -= len(_more(line))
    return _status(head), told.get(b"connection") != b"close"


def _more(line: socket.socket) -> bytes:
    if some := line.recv(_SOME):
        return some
    raise OSError("cut")


def _headers(head: bytes) -> Iterator[tuple[bytes, bytes]]:
    for row in head.split(b"\r\n")[1:]:
        name, _, value = row.partition(b":")
        yield name.lower(), value.strip().lower()


def _status(heard: bytes) -> str:
    return heard[9:12].decode() if heard.startswith(b"HTTP/1.1 ") else "0"


def main() -> None:
    """See above."""
    given = json.loads(sys.stdin.readline())
    attack = Attack((given["host"], given["port"]), [each.encode("latin-1") for each in given["requests"]])
    work = attack.hold if given["holds"] else attack.ask
    for number in range(given["connections"]):
        threading.Thread(target=work, args=(number,), daemon=True).start()
    sys.stdin.readline()
    attack.over.set()
    with attack.lock:
        print(json.dumps(attack.answered), flush=True)
    os._exit(0)  # whoever still waits for an answer is not waited for


if __name__ == "__main__":
    main()
