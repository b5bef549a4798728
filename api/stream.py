"""Live tables: Server-Sent Events, without a thread for each.

A view that subscribes gives its answer away: it becomes an open stream, and from then on every change of the
table is pushed to it from the thread that made the change. How the bytes reach the socket is the server's
(`api.open_stream`); this file knows streams by their `push` only.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from flask import Blueprint, Response, request

from api import caller
from api.calls import KEYED, Query, call
from api.compression import begun
from api.files import accepted
from api.language import language
from api.patches import operations
from api.pieces import Rendered
from api.render import rendered, table_json
from api.settings import is_loopback
from companion.service import Service, seats
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.words.values import Seat

streaming = Blueprint("streaming", __name__)

HEARTBEAT = b": still here\n\n"
STREAMS_PER_TABLE = 64
STREAMS_PER_ADDRESS = 1_000
"""Except from this machine's own address, which may be a proxy's."""
STREAMS_PER_SEAT = 8
"""Of one table: a phone, a tablet, and some that nobody has said goodbye to yet."""
STREAMS_IN_ALL = 10_000
LONGEST_PATCH = 0.8
"""As a share of the document; rather than a longer one the whole document is sent, which needs nothing before it."""
SHORT_PATCH = 1_000
"""Bytes, which are always far less than the document."""


EVENTS = "text/event-stream"
PATCHES = Query("patches", {"type": "boolean"}, "After the first event only what has changed (RFC 6902)")


class Stream(Protocol):
    """One open answer."""

    code: str
    viewer: Viewer
    address: str
    """Where it comes from."""
    language: str
    ended: bool
    """It was told to end, and will be dropped."""
    sent: Rendered | None
    """What was pushed last, where patches of it are wanted; None: every frame is the whole table."""

    def push(self, frame: bytes) -> None:
        """Send a frame, from any thread; frames arrive in the order of the calls."""

    def end(self) -> None:
        """Close it, from any thread."""


class Hub:
    """All open streams, by table."""

    def __init__(self) -> None:
        self._streams: dict[str, tuple[Stream, ...]] = {}
        self._addresses: Counter[str] = Counter()
        """How many come from where."""
        self._count = 0
        self._lock = threading.Lock()
        self.on_gone: Callable[[Stream], None] = lambda stream: None
        self.on_watched: Callable[[Live], None] = lambda live: None
        """Called with the table where a stream has begun, when the table's lock is free again."""

    def of(self, code: str) -> tuple[Stream, ...]:
        """The streams of one table, oldest first."""
        return self._streams.get(code, ())

    def all(self) -> list[Stream]:
        """Every stream."""
        with self._lock:
            return [stream for streams in self._streams.values() for stream in streams]

    def add(self, stream: Stream) -> None:
        """Take in a stream that has begun. Where there are too many, another one ends, or this one does."""
        with self._lock:
            mine = (*self._streams.get(stream.code, ()), stream)
            self._streams[stream.code] = mine
            self._addresses[stream.address] += 1
            self._count += 1
            if (losing := self._loser(stream, mine)) is not None:
                losing.end()  # before anybody else looks for one

    def _loser(self, new: Stream, mine: Sequence[Stream]) -> Stream | None:
        """Who ends because there are too many: of this seat, of this table, from this address, or in all. Who was told
        to end already is none of them."""
        here = _going_on(mine)
        own = [stream for stream in here if stream.viewer == new.viewer]
        if new.viewer.role == "seat" and len(own) > STREAMS_PER_SEAT:
            return own[0]
        if len(here) > STREAMS_PER_TABLE:
            return self._least(here, new)
        crowded = self._addresses[new.address] > STREAMS_PER_ADDRESS and not is_loopback(new.address)
        if not crowded and self._count <= STREAMS_IN_ALL:
            return None
        every = _going_on(stream for streams in self._streams.values() for stream in streams)
        there = [stream for stream in every if stream.address == new.address]
        if crowded and len(there) > STREAMS_PER_ADDRESS:
            return self._least(there, new)
        return self._least(every, new) if len(every) > STREAMS_IN_ALL else None

    def _least(self, streams: Sequence[Stream], new: Stream) -> Stream:
        """Whose stream may end: never a seat's; of the others those without a key first, of them from where most come,
        of them the oldest. Where all are seats', the new one."""
        others = [stream for stream in streams if stream.viewer.role != "seat"] or [new]
        keyless = [stream for stream in others if stream.viewer.role == "reader"] or others
        return max(keyless, key=lambda stream: self._addresses[stream.address])

    def drop(self, stream: Stream) -> None:
        """Let go of a stream that is over."""
        with self._lock:
            left = tuple(item for item in self._streams.get(stream.code, ()) if item is not stream)
            was_there = len(left) < len(self._streams.get(stream.code, ()))
            if left:
                self._streams[stream.code] = left
            else:
                self._streams.pop(stream.code, None)
            if was_there:
                self._count -= 1
                self._addresses[stream.address] -= 1
                if not self._addresses[stream.address]:
                    del self._addresses[stream.address]
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


def _going_on(streams: Iterable[Stream]) -> list[Stream]:
    return [stream for stream in streams if not stream.ended]


HUB = Hub()


def frame(version: int, table: bytes) -> bytes:
    """The table as an event."""
    return b"id: %d\nevent: table\ndata: %s\n\n" % (version, table)


class News:
    """One change of a table, for all who hear of it. What several see alike is compared once for all of them."""

    def __init__(self, service: Service, live: Live, base_url: str) -> None:
        self._service, self._live, self._base_url = service, live, base_url
        self._compared: dict[tuple[int, int], list[bytes]] = {}
        """By the identity of what was and what is: every one that was is older than this change, so none of them has
        the place in memory of another."""

    def tell(self, stream: Stream) -> None:
        """Push the table as it is now to a stream, or only what has changed since the last push."""
        asked = (self._service, self._live, stream.viewer, self._base_url, stream.language)
        was = stream.sent
        if was is None:
            stream.push(frame(self._live.version, table_json(*asked)))
            return
        stream.sent = now = rendered(*asked)
        stream.push(self._patch(was, now))

    def _patch(self, was: Rendered, now: Rendered) -> bytes:
        found = []
        for before, after in ((was.shared, now.shared), (was.own, now.own)):
            if before is after:
                continue
            name = (id(before), id(after))
            if name not in self._compared:
                self._compared[name] = operations(before, after)
            found += self._compared[name]
        patch = b",".join(found)
        if len(patch) > SHORT_PATCH and not now.reaches(len(patch) / LONGEST_PATCH):
            return frame(now.version, now.json)
        head = b"id: %d\nevent: patch\n" % now.version
        return head + b'data: {"since":%d,"patch":[%s]}\n\n' % (was.version, patch)


def teller(service: Service, base_url: str) -> Callable[[Live], None]:
    """What the service calls after every change, while it holds the table's lock: so events keep their order."""

    def tell(live: Live) -> None:
        news = News(service, live, base_url)
        for stream in HUB.of(live.code):
            news.tell(stream)

    return tell


def whisperer(service: Service, base_url: str) -> Callable[[Live, Seat], None]:
    """What the service calls when something has changed that only one seat sees. No version rises then, so its patch
    leads to the version that it is applied to."""

    def tell(live: Live, seat: Seat) -> None:
        news, viewer = News(service, live, base_url), Viewer("seat", seat)
        for stream in HUB.of(live.code):
            if stream.viewer == viewer:
                news.tell(stream)

    return tell


def held_once(code: str, now: Rendered) -> Rendered:
    """The same document, made of the objects that others at this table have been sent, where they are equal: a table at
    rest renders it anew for everybody who comes, and each stream would hold a copy of its own.
    """
    shared, own = now.shared, now.own
    for stream in HUB.of(code):
        if stream.sent is not None:
            shared = stream.sent.shared if stream.sent.shared == shared else shared
            own = stream.sent.own if stream.sent.own == own else own
    return Rendered(now.version, shared, own)


@streaming.get("/tables/<code>/stream")
@call("watchTable", "Watching", may=KEYED, free=True, media=EVENTS, query=(PATCHES,))
def stream(code: str) -> Response:
    """The table document now, and again after every change; with `?patches=true`, then only what has changed."""
    live = caller.table(code)
    caller.viewer_of(live)
    patches = caller.query_flag("patches")
    service, base = caller.service(), caller.settings().base_url
    open_stream = request.environ.get("companion.stream") if request.method == "GET" else None
    with live.lock:
        viewer = caller.viewer_of(live)  # again: the seat may be on another phone by now
        # First subscribe, then take the picture: what changes in between is queued, and nothing is lost.
        if open_stream is not None:
            seats.watch(live, viewer, 1)
            opened = open_stream(live.code, viewer, language(), accepted())
            if patches:
                opened.sent = held_once(live.code, rendered(service, live, viewer, base, language()))
        table = table_json(service, live, viewer, base, language())
        first = b"retry: 1000\n\n" + frame(live.version, table)
    if open_stream is not None:
        HUB.on_watched(live)
    found = Response(begun(first) if accepted() else first, mimetype=EVENTS)
    if accepted():
        found.headers["Content-Encoding"] = "gzip"
    found.vary.add("Accept-Encoding")
    found.headers["Cache-Control"] = "no-store"
    found.headers["X-Accel-Buffering"] = "no"
    return found
