"""Live tables: Server-Sent Events, without a thread for each.

A view that subscribes gives its answer away: it becomes an open stream, and from then on every change of the
table is pushed to it from the thread that made the change. How the bytes reach the socket is the server's
(`api.open_stream`); this file knows streams by their `push` only.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from flask import Blueprint, Response, request

from api import caller
from api.compression import begun
from api.files import accepted
from api.language import language
from api.render import table_json
from companion.service import Service, seats
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.words.values import Seat

streaming = Blueprint("streaming", __name__)

HEARTBEAT = b": still here\n\n"
STREAMS_PER_TABLE = 64
STREAMS_IN_ALL = 10_000


class Stream(Protocol):
    """One open answer."""

    code: str
    viewer: Viewer
    language: str

    def push(self, frame: bytes) -> None:
        """Send a frame, from any thread; frames arrive in the order of the calls."""

    def end(self) -> None:
        """Close it, from any thread."""


class Hub:
    """All open streams, by table."""

    def __init__(self) -> None:
        self._streams: dict[str, tuple[Stream, ...]] = {}
        self._lock = threading.Lock()
        self.on_gone: Callable[[Stream], None] = lambda stream: None

    def of(self, code: str) -> tuple[Stream, ...]:
        """The streams of one table, oldest first."""
        return self._streams.get(code, ())

    def all(self) -> list[Stream]:
        """Every stream."""
        with self._lock:
            return [stream for streams in self._streams.values() for stream in streams]

    def add(self, stream: Stream) -> None:
        """A stream has begun. Where there are too many, the oldest of the table ends."""
        with self._lock:
            mine = (*self._streams.get(stream.code, ()), stream)
            self._streams[stream.code] = mine
            full = sum(map(len, self._streams.values())) > STREAMS_IN_ALL
        if len(mine) > STREAMS_PER_TABLE or full:
            mine[0].end()

    def drop(self, stream: Stream) -> None:
        """A stream is over."""
        with self._lock:
            left = tuple(item for item in self._streams.get(stream.code, ()) if item is not stream)
            was_there = len(left) < len(self._streams.get(stream.code, ()))
            if left:
                self._streams[stream.code] = left
            else:
                self._streams.pop(stream.code, None)
        if was_there:
            self.on_gone(stream)

    def cut(self, code: str, viewer: Viewer | None = None) -> None:
        """End the streams of a table, or of one viewer's key that is no longer good."""
        for stream in self.of(code):
            if viewer is None or stream.viewer == viewer:
                stream.end()

    def beat(self) -> None:
        """Tell every stream that the server is still there."""
        for stream in self.all():
            stream.push(HEARTBEAT)


HUB = Hub()


def frame(service: Service, live: Live, viewer: Viewer, base_url: str, language: str) -> bytes:
    """The table as an event."""
    data = table_json(service, live, viewer, base_url, language)
    return b"id: %d\nevent: table\ndata: %s\n\n" % (live.version, data)


def teller(service: Service, base_url: str) -> Callable[[Live], None]:
    """What the service calls after every change, while it holds the table's lock: so events keep their order."""

    def tell(live: Live) -> None:
        for stream in HUB.of(live.code):
            stream.push(frame(service, live, stream.viewer, base_url, stream.language))

    return tell


def whisperer(service: Service, base_url: str) -> Callable[[Live, Seat], None]:
    """What the service calls when something is different that only one seat sees."""

    def tell(live: Live, seat: Seat) -> None:
        viewer = Viewer("seat", seat)
        for stream in HUB.of(live.code):
            if stream.viewer == viewer:
                stream.push(frame(service, live, viewer, base_url, stream.language))

    return tell


@streaming.get("/tables/<code>/stream")
def stream(code: str) -> Response:
    """The table document now, and again after every change."""
    live = caller.table(code)
    caller.viewer_of(live)
    service, base = caller.service(), caller.settings().base_url
    open_stream = request.environ.get("companion.stream") if request.method == "GET" else None
    with live.lock:
        viewer = caller.viewer_of(live)  # again: the seat may be on another phone by now
        # First subscribe, then take the picture: what changes in between is queued, and nothing is lost.
        if open_stream is not None:
            if viewer.role == "seat" and viewer.seat is not None:
                seats.present(live, viewer.seat, 1)
            open_stream(live.code, viewer, language(), accepted())
        first = frame(service, live, viewer, base, language())
    first = b"retry: 1000\n\n" + first
    found = Response(begun(first) if accepted() else first, mimetype="text/event-stream")
    if accepted():
        found.headers["Content-Encoding"] = "gzip"
    found.vary.add("Accept-Encoding")
    found.headers["Cache-Control"] = "no-store"
    found.headers["X-Accel-Buffering"] = "no"
    return found
