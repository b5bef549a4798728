"""From the server's event loop to Flask in a few threads, and back."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from math import ceil
from time import perf_counter
from typing import Any

from api.answered import REQUEST_ID, Answered, method_of, of_environ, request_id
from api.caller import MOST_BODY, MOST_IMPORT, too_large
from api.catalogues import tongue
from api.gate import LONG_PATIENCE, BusyError, Gate
from api.language import preferred
from api.open_stream import OpenStream, Taken, is_taken
from api.rooms import Job, Room
from api.short_turns import ShortTurns
from api.stream import HUB
from api.work import Work
from companion.service.keys import Viewer
from companion.words.text import Text, render, say

log = logging.getLogger("companion.serving")

THREADS = 16
"""Threads for ordinary requests; what draws and what replays whole evenings has others."""
MOST_WAITING = 1_000
"""Requests that may wait for a thread; more are turned away with 503."""
BODY_SECONDS = 15
"""How long a body may take to arrive."""
DRAWN = "/charts/"
"""What is drawn has a thread of its own: at the end of a game every phone asks for every chart at once, and moves at
other tables must not wait behind them."""
PICTURES = ("/result.svg", "/result.png")
LONG = ("/amend", "/import", "/export", "/copy", "/time-at-turn", "/result.json", "/result.csv")
"""What replays whole evenings has threads of its own."""
LONG_WORK, DRAWN_WORK = (60.0, 0.5), (15.0, 0.25)
"""Seconds that one address may have worked out at once, and of each second later on. A game of ten thousand lines takes
seven to read in."""
MOST_HEAD = 16 * 1024
"""Bytes of an address and its headers that are looked at: some of them take far longer to read than to send."""
LEAST_CHUNK, FREE_CHUNKS = 64, 256
"""Bytes that the chunks of a body must have on average, beyond the first few: each chunk is work for the loop."""


Observer = Callable[[Answered], None]


class TurnedAwayError(Exception):
    """A request that no thread need look at. `headers`: such as Retry-After."""

    def __init__(
        self, status: int, code: str, detail: Text, headers: Sequence[tuple[bytes, bytes]] = ()
    ) -> None:
        super().__init__(code)
        self.status, self.code, self.detail, self.headers = status, code, detail, headers


class Bridge:
    """The ASGI application: runs the WSGI app in threads and keeps streams open."""

    def __init__(
        self,
        wsgi: Callable[..., Iterable[bytes]],
        loop: asyncio.AbstractEventLoop,
        observers: Sequence[Observer] = (),
    ) -> None:
        """observers: called for every request that was answered."""
        self.wsgi, self.loop, self.observers = wsgi, loop, observers
        self.stopping = False
        self.gate = Gate()
        self.http = Room("http", THREADS, table=6, address=12)
        short = ShortTurns()
        self.long = Room(
            "long", 2, table=1, address=1, patience=LONG_PATIENCE, turns=short, work=Work(*LONG_WORK)
        )
        self.drawing = Room(
            "drawing", 1, table=32, address=8, patience=LONG_PATIENCE, turns=short, work=Work(*DRAWN_WORK)
        )
        self.rooms = (self.http, self.long, self.drawing)
        self.threads = [
            threading.Thread(target=self._work, args=(room,), name=f"{room.name}-{n}", daemon=True)
            for room in self.rooms
            for n in range(room.threads)
        ]
        self.base: dict[str, Any] = {
            "wsgi.version": (1, 0),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            "wsgi.input_terminated": True,
            "SCRIPT_NAME": "",
            "SERVER_SOFTWARE": "granian",
        }

    def start(self) -> None:
        """Begin to work."""
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        """Let the threads finish."""
        for room in self.rooms:
            for _ in range(room.threads):
                room.jobs.put(None)

    # --- on the event loop

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """One request."""
        arrived, room = perf_counter(), self._room(scope["path"])
        shares = room.shares(scope)
        try:
            if self.stopping or room.jobs.qsize() > MOST_WAITING:
                raise _busy()
            if wait := room.wait(scope):
                raise _busy(ceil(wait))
            sent = await _body(scope, receive)
            await self.gate.enter(shares, room.patience)
        except BusyError:
            await self._refuse(scope, send, _busy(), arrived)
            return
        except TurnedAwayError as refused:
            await self._refuse(scope, send, refused, arrived)
            return
        done: asyncio.Future[OpenStream | None] = self.loop.create_future()
        done.add_done_callback(lambda _: self.gate.leave(tuple(shares)))
        room.jobs.put(Job(scope, send, sent, arrived, done))
        try:
            # The coroutine must outlive the answer, or granian sends one of its own.
            opened = await asyncio.shield(done)
        except asyncio.CancelledError:
            done.add_done_callback(self._unwanted)
            return
        if opened is not None:
            await self._hold(opened, receive, send)

    async def _refuse(
        self, scope: dict[str, Any], send: Any, refused: TurnedAwayError, arrived: float
    ) -> None:
        known_by = request_id("", "")
        sent = await _plain(scope, send, refused, known_by)
        method, took = method_of(scope["method"]), perf_counter() - arrived
        self._tell(Answered(known_by, method, "", refused.status, took, "", refused.code, sent))

    def _tell(self, seen: Answered) -> None:
        for observer in self.observers:
            observer(seen)

    def _room(self, path: str) -> Room:
        if DRAWN in path or path.endswith(PICTURES):
            return self.drawing
        return self.long if path.endswith(LONG) else self.http

    def _unwanted(self, done: asyncio.Future[OpenStream | None]) -> None:
        """The answer came when nobody waited any more: who asked has gone, or the server ends."""
        if (opened := done.result()) is not None:
            opened.end()
            self.http.jobs.put(lambda: HUB.drop(opened))

    async def _hold(self, opened: OpenStream, receive: Any, send: Any) -> None:
        """Keep an answer open until the client goes, or it is ended."""
        gone = self.loop.create_task(_watch(receive, opened))
        try:
            if self.stopping:
                opened.end()
            await opened.closed
            last = send({"type": "http.response.body", "body": b"", "more_body": False})
            if not is_taken(last):
                async with asyncio.timeout(1):
                    await last
        except Exception:  # it is over, however it ends
            log.debug("a stream ended untidily", exc_info=True)
        finally:
            opened.ended = True
            gone.cancel()
            self.http.jobs.put(lambda: HUB.drop(opened))

    # --- in a thread

    def _work(self, room: Room) -> None:
        while (job := room.jobs.get()) is not None:
            opened: OpenStream | None = None
            try:
                if not isinstance(job, Job):
                    job()
                    continue
                with room.working(job.scope):
                    opened = self._run(job)
            except Exception:  # whatever it is, the thread is there for the next one
                log.exception("a request failed")
            if isinstance(job, Job):
                with contextlib.suppress(RuntimeError):  # the server has ended, and with it whoever waited
                    self.loop.call_soon_threadsafe(_finish, job.done, opened)

    def _run(self, job: Job) -> OpenStream | None:
        environ, opened = self._environ(job.scope, job.body), None
        head: list[tuple[int, list[tuple[str, str]]]] = []

        def open_stream(code: str, viewer: Viewer, language: str, packed: bool) -> OpenStream:
            nonlocal opened
            address = job.scope["client"][0]
            opened = OpenStream(code, viewer, language, self.loop, packed=packed, address=address)
            HUB.add(opened)
            return opened

        def start_response(status: str, headers: list[tuple[str, str]], _exc: Any = None) -> None:
            head.append((int(status[:3]), headers))

        environ["companion.stream"] = open_stream
        status, sent = 500, 0
        try:
            answer = self.wsgi(environ, start_response)
            if opened is not None and head[-1][0] != 200:
                HUB.drop(opened)
                opened = None
            status, sent = head[-1][0], _answer(job.send, answer, *head[-1], opened)
        except BaseException:
            if opened is not None:
                HUB.drop(opened)  # nobody holds it, so nobody else would
            raise
        finally:
            if self.observers:
                self._tell(of_environ(environ, status, perf_counter() - job.arrived, sent))
        return opened

    def _environ(self, scope: dict[str, Any], body: bytes) -> dict[str, Any]:
        host, port = scope["server"][0], str(scope["server"][1])
        environ = {
            **self.base,
            "REQUEST_METHOD": scope["method"],
            "PATH_INFO": scope["path"].encode().decode("latin-1"),
            "QUERY_STRING": scope["query_string"].decode("latin-1"),
            "SERVER_NAME": host,
            "SERVER_PORT": port,
            "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
            "REMOTE_ADDR": scope["client"][0],
            "REMOTE_PORT": str(scope["client"][1]),
            "wsgi.url_scheme": scope["scheme"],
            "wsgi.input": io.BytesIO(body),
        }
        for raw_name, raw_value in scope["headers"]:
            if b"_" in raw_name:
                continue  # x_user must not pass for x-user
            name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
            if name not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
                name = f"HTTP_{name}"
                if name in environ:
                    value = environ[name] + ("; " if name == "HTTP_COOKIE" else ",") + value
            environ[name] = value
        if "CONTENT_LENGTH" not in environ and body:
            environ["CONTENT_LENGTH"] = str(len(body))
        return environ


def _answer(
    send: Any, answer: Iterable[bytes], status: int, headers: list[tuple[str, str]], opened: OpenStream | None
) -> int:
    """Send an answer, or the beginning of one that stays open. Returns how many bytes its body has."""
    try:
        sent = [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in headers
            if opened is None or name.lower() != "content-length"
        ]
        taken = send({"type": "http.response.start", "status": status, "headers": sent})
        Taken.kind = Taken.kind or type(taken)
        body = b"".join(answer)
        if opened is not None:
            opened.open(send, body)
        else:
            send({"type": "http.response.body", "body": body})
        return len(body)
    finally:
        if hasattr(answer, "close"):
            answer.close()


def _finish(done: asyncio.Future[OpenStream | None], opened: OpenStream | None) -> None:
    if not done.done():
        done.set_result(opened)


async def _body(scope: dict[str, Any], receive: Any) -> bytes:
    """What was sent. What is too large is refused before it is read.

    :raises TurnedAwayError: too large, too slow, or broken off.
    """
    most = MOST_IMPORT if scope["path"].endswith("/import") else MOST_BODY
    size, chunked, head = 0, False, len(scope["path"]) + len(scope["query_string"])
    for name, value in scope["headers"]:
        head += len(name) + len(value)
        if name == b"content-length":
            size = int(value)
        elif name == b"transfer-encoding":
            chunked = True
    if head > MOST_HEAD:
        raise TurnedAwayError(413, "too-large", too_large(MOST_HEAD))
    if size > most:
        raise TurnedAwayError(413, "too-large", too_large(most))
    if not size and not chunked:
        return b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await _received(receive, most)
    except TimeoutError as error:
        raise TurnedAwayError(408, "malformed", say("The request did not arrive in time.")) from error


async def _received(receive: Any, most: int) -> bytes:
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            # Gone, or in pieces that are none: unanswered, granian would answer 500.
            raise TurnedAwayError(400, "malformed", say("The request broke off or cannot be read."))
        parts.append(message["body"])
        size += len(message["body"])
        if size > most:
            raise TurnedAwayError(413, "too-large", too_large(most))
        if len(parts) > FREE_CHUNKS + size // LEAST_CHUNK:
            raise TurnedAwayError(400, "malformed", say("The request comes in too many pieces."))
        if not message["more_body"]:
            return b"".join(parts)


def _busy(seconds: int = 1) -> TurnedAwayError:
    later = [(b"retry-after", str(seconds).encode())]
    return TurnedAwayError(503, "store-unavailable", say("The app is busy; try again."), later)


async def _watch(receive: Any, opened: OpenStream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    opened.end()


async def _plain(scope: dict[str, Any], send: Any, refused: TurnedAwayError, known_by: str) -> int:
    """Answer with a problem document without asking the app; returns how many bytes it has."""
    language = preferred(
        next((value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-language"), "")
    )
    words, code = render(refused.detail, {}, tongue(language)), refused.code
    shown = {
        "type": f"/problems/{code}",
        "title": code,
        "status": refused.status,
        "detail": words,
        "code": code,
        "request": known_by,
    }
    body = json.dumps(shown).encode()
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-language", language.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        (REQUEST_ID.lower().encode(), known_by.encode()),
        *refused.headers,
    ]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
    return len(body)
