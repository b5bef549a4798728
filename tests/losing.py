"""A connection that loses things: it stands between a client and the server, and does to each call what it was told."""

from __future__ import annotations

import contextlib
import queue
import socket
import threading
from collections.abc import Callable

from tests.server import PATIENCE, Server

Meddling = Callable[["LosingLine", socket.socket, bytes], None]
"""What is done with a call: the client's socket, and what was asked. Whatever it does, the line is cut after it."""


class LosingLine:
    """Calls about which it was told nothing go through."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.told: queue.SimpleQueue[Meddling] = queue.SimpleQueue()
        self.asked: list[bytes] = []
        """The first lines of all calls."""
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        """Nobody listens any more."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # otherwise whoever waits for a call would wait for ever
        self._socket.close()

    def through(self, asked: bytes) -> bytes:
        """What the server answers."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE) as there:
            head, _, body = asked.partition(b"\r\n\r\n")
            lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
            there.sendall(b"\r\n".join([*lines, b"Connection: close", b"", body]))
            came = b""
            while some := there.recv(65_536):
                came += some
            return came

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _ = self._socket.accept()
                with here, contextlib.suppress(OSError):
                    asked = _read(here)
                    self.asked.append(asked.partition(b"\r\n")[0])
                    meddling = self.told.get() if not self.told.empty() else unharmed
                    meddling(self, here, asked)


def _read(here: socket.socket) -> bytes:
    came = b""
    while b"\r\n\r\n" not in came:
        if not (some := here.recv(65_536)):
            return came
        came += some
    head, _, body = came.partition(b"\r\n\r\n")
    lengths = [
        line.split(b":")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")
    ]
    while lengths and len(body) < int(lengths[0]):
        body += here.recv(65_536)
    return head + b"\r\n\r\n" + body


def unharmed(line: LosingLine, here: socket.socket, asked: bytes) -> None:
    """It goes through."""
    here.sendall(line.through(asked))


def never_sent(_line: LosingLine, _here: socket.socket, _asked: bytes) -> None:
    """It is lost on the way there."""


def answer_lost(line: LosingLine, _here: socket.socket, asked: bytes) -> None:
    """It is done, and the answer is lost."""
    line.through(asked)


def answer_torn(line: LosingLine, here: socket.socket, asked: bytes) -> None:
    """It is done, and the line is cut in the middle of the answer."""
    came = line.through(asked)
    here.sendall(came[: len(came) - 20])


def busy(_line: LosingLine, here: socket.socket, _asked: bytes) -> None:
    """Nothing is done: ask again in three seconds."""
    here.sendall(
        b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 3\r\nConnection: close\r\n"
        b"Content-Type: application/problem+json\r\n"
        b'Content-Length: 58\r\n\r\n{"code":"store-unavailable","status":503,"detail":"Wait."}'
    )


def gateway(line: LosingLine, here: socket.socket, asked: bytes) -> None:
    """It is done, and what stands between says that it has heard nothing."""
    line.through(asked)
    here.sendall(b"HTTP/1.1 504 Gateway Timeout\r\nConnection: close\r\nContent-Length: 5\r\n\r\nSorry")


def killed_before(line: LosingLine, _here: socket.socket, _asked: bytes) -> None:
    """The server is killed before it has read it, and started again."""
    line.server.kill()
    line.server.start()


def killed_after(line: LosingLine, _here: socket.socket, asked: bytes) -> None:
    """The server is killed when it has done it, before it could answer, and started again."""
    line.through(asked)
    line.server.kill()
    line.server.start()
