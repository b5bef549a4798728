"""An answer that stays open: how frames reach a phone's socket.

It leans on one property of granian's ASGI `send`: the message is taken when `send` is *called*, from any
thread, and what it answers is finished already unless the client does not read. Measured against a thread per
stream and against other servers in bench/RESULTS.md; the choice and its risk stand in docs/decisions/01.
"""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from api.compression import stored
from api.pieces import Rendered
from companion.service.keys import Viewer

MOST_LAG = 512 * 1024
"""Bytes a phone may be behind before it is cut off; it comes back by itself and gets the table afresh."""


class OpenStream:
    """One answer that stays open.

    While `queue` is a list, frames wait in it: before the answer has begun, or while the client does not read.
    Otherwise a frame goes straight to the server, in the thread that pushes it.
    """

    __slots__ = (
        "_send",
        "address",
        "closed",
        "code",
        "drainer",
        "ended",
        "lag",
        "language",
        "lock",
        "loop",
        "packed",
        "queue",
        "sent",
        "viewer",
    )

    def __init__(
        self,
        code: str,
        viewer: Viewer,
        language: str,
        loop: asyncio.AbstractEventLoop,
        *,
        packed: bool,
        address: str,
    ) -> None:
        """packed: the answer has begun with gzip; address: where it goes."""
        self.code, self.viewer, self.language, self.loop = code, viewer, language, loop
        self.packed, self.address = packed, address
        self.sent: Rendered | None = None
        self._send: Any = None
        self.queue: list[bytes] | None = []
        self.lag = 0
        self.lock = threading.Lock()
        self.ended = False
        self.closed = loop.create_future()
        self.drainer: asyncio.Task[None] | None = None

    def open(self, send: Any, first: bytes) -> None:
        """The head of the answer is out: what has waited follows."""
        with self.lock:
            self._send = send
            waiting, self.queue, self.lag = first + b"".join(self.queue or ()), None, 0
            self._put(waiting)

    def push(self, frame: bytes) -> None:
        """Send a frame, from any thread."""
        if self.packed:
            frame = stored(frame)
        with self.lock:
            if self.ended:
                return
            if self.queue is None:
                self._put(frame)
                return
            self.queue.append(frame)
            self.lag += len(frame)
            if self.lag > MOST_LAG:
                self.end()

    def _put(self, frame: bytes) -> None:
        try:
            taken = self._send({"type": "http.response.body", "body": frame, "more_body": True})
        except Exception:  # whatever the server has for a connection that is gone
            self.end()
            return
        if not is_taken(taken):
            self.queue, self.lag = [], 0
            self.loop.call_soon_threadsafe(self._start_draining, taken)

    def _start_draining(self, taken: Any) -> None:
        if not self.ended:
            self.drainer = self.loop.create_task(self._drain(taken))

    async def _drain(self, taken: Any) -> None:
        """Send what waits at the client's pace, until nothing does."""
        try:
            while True:
                await taken
                with self.lock:
                    if not self.queue:
                        self.queue = None
                        return
                    waiting, self.queue, self.lag = b"".join(self.queue), [], 0
                taken = self._send({"type": "http.response.body", "body": waiting, "more_body": True})
        except Exception:  # the connection is gone
            self.end()

    def end(self) -> None:
        """Close it, from any thread."""
        self.ended = True
        self.loop.call_soon_threadsafe(self._close)

    def _close(self) -> None:
        if self.drainer:
            self.drainer.cancel()
        if not self.closed.done():
            self.closed.set_result(None)


def is_taken(awaitable: Any) -> bool:
    """Has granian taken the message already? A finished one has another type than a pending one."""
    return type(awaitable) is Taken.kind


class Taken:
    """The type of a message that the server has taken, learnt from the first one."""

    kind: type | None = None
