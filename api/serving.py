"""Serving the app: granian's embedded server, Flask in a few threads, streams without any.

    phone ── granian (accepts, TLS, HTTP, socket writes) ── ASGI, one event loop in this process
                 ├─ every request: body (limited) → a thread → Flask → answered from that thread
                 └─ a view that opens a stream: its answer stays open, and frames go out from whatever
                    thread pushes them

It leans on one property of granian's ASGI `send`: the message is taken when `send` is *called*, from any
thread, and what it answers is finished already unless the client does not read. Measured against a thread per
stream and against other servers in bench/RESULTS.md; the choice and its risk stand in docs/decisions.md.
"""

from __future__ import annotations

import asyncio
import io
import logging
import os
import queue
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from granian.constants import SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server

from api.border import MOST_BODY, MOST_IMPORT
from api.stream import HUB
from companion.service.keys import Viewer

log = logging.getLogger("companion.serving")

THREADS = 16
MOST_WAITING = 1_000
"""Requests that may wait for a thread; more are turned away with 503."""
MOST_CONNECTIONS = 12_000
MOST_LAG = 512 * 1024
"""Bytes a phone may be behind before it is cut off; it comes back by itself and gets the table afresh."""
BODY_SECONDS = 15
HEADER_MS = 30_000
MOST_HEADER = 128 * 1024
HEARTBEAT_SECONDS = 15
GRACE_SECONDS = 3.0
"""How long a client that does not read may hold up the end."""


class OpenStream:
    """One answer that stays open.

    While `queue` is a list, frames wait in it: before the answer has begun, or while the client does not read.
    Otherwise a frame goes straight to the server, in the thread that pushes it.
    """

    __slots__ = ("_send", "closed", "code", "drainer", "ended", "lag", "lock", "loop", "queue", "viewer")

    def __init__(self, code: str, viewer: Viewer, loop: asyncio.AbstractEventLoop) -> None:
        self.code, self.viewer, self.loop = code, viewer, loop
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
        except Exception:
            self.end()  # the connection is gone
            return
        if not _is_taken(taken):
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
        except Exception:
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


def _is_taken(awaitable: Any) -> bool:
    """Has granian taken the message already? A finished one has another type than a pending one."""
    return type(awaitable) is _Taken.kind


class _Taken:
    kind: type | None = None


class TooLargeError(Exception):
    """A body beyond what any call reads."""


@dataclass(slots=True)
class _Job:
    scope: dict[str, Any]
    send: Any
    body: bytes
    done: asyncio.Future[OpenStream | None]


class Bridge:
    """The ASGI application: runs the WSGI app in threads and keeps streams open."""

    def __init__(self, wsgi: Callable[..., Iterable[bytes]], loop: asyncio.AbstractEventLoop) -> None:
        self.wsgi, self.loop = wsgi, loop
        self.stopping = False
        self.jobs: queue.SimpleQueue[_Job | Callable[[], None] | None] = queue.SimpleQueue()
        self.threads = [
            threading.Thread(target=self._work, name=f"http-{n}", daemon=True) for n in range(THREADS)
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
        for _ in self.threads:
            self.jobs.put(None)

    # --- on the event loop

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """One request."""
        if self.stopping or self.jobs.qsize() > MOST_WAITING:
            await _plain(send, 503, "store-unavailable", "The companion is busy; try again.")
            return
        try:
            sent = await self._body(scope, receive)
        except TooLargeError:
            await _plain(
                send, 413, "too-large", f"That is too large: at most {MOST_BODY // 1024} KiB are read."
            )
            return
        except TimeoutError:
            await _plain(send, 408, "malformed", "The request did not arrive in time.")
            return
        if sent is None:
            return
        done: asyncio.Future[OpenStream | None] = self.loop.create_future()
        self.jobs.put(_Job(scope, send, sent, done))
        opened = await done  # the coroutine must outlive the answer, or granian sends one of its own
        if opened is not None:
            await self._hold(opened, receive, send)

    async def _body(self, scope: dict[str, Any], receive: Any) -> bytes | None:
        """What was sent. A body that is too large is refused before it is read; None: the client has gone."""
        most = MOST_IMPORT if scope["path"].endswith("/import") else MOST_BODY
        size, chunked = 0, False
        for name, value in scope["headers"]:
            if name == b"content-length":
                size = int(value)
            elif name == b"transfer-encoding":
                chunked = True
        if size > most:
            raise TooLargeError
        if not size and not chunked:
            return b""
        async with asyncio.timeout(BODY_SECONDS):
            return await _received(receive, most)

    async def _hold(self, opened: OpenStream, receive: Any, send: Any) -> None:
        """Keep an answer open until the client goes, or it is ended."""
        gone = self.loop.create_task(_watch(receive, opened))
        try:
            if self.stopping:
                opened.end()
            await opened.closed
            last = send({"type": "http.response.body", "body": b"", "more_body": False})
            if not _is_taken(last):
                async with asyncio.timeout(1):
                    await last
        except Exception:
            log.debug("a stream ended untidily", exc_info=True)
        finally:
            opened.ended = True
            gone.cancel()
            self.jobs.put(lambda: HUB.drop(opened))

    # --- in a thread

    def _work(self) -> None:
        while (job := self.jobs.get()) is not None:
            if not isinstance(job, _Job):
                job()
                continue
            opened: OpenStream | None = None
            try:
                opened = self._run(job)
            except Exception:
                log.exception("a request failed")
            self.loop.call_soon_threadsafe(_finish, job.done, opened)

    def _run(self, job: _Job) -> OpenStream | None:
        environ, opened = self._environ(job.scope, job.body), None
        head: list[tuple[int, list[tuple[str, str]]]] = []

        def open_stream(code: str, viewer: Viewer) -> None:
            nonlocal opened
            opened = OpenStream(code, viewer, self.loop)
            HUB.add(opened)

        def start_response(status: str, headers: list[tuple[str, str]], _exc: Any = None) -> None:
            head.append((int(status[:3]), headers))

        environ["companion.stream"] = open_stream
        answer = self.wsgi(environ, start_response)
        try:
            status, headers = head[-1]
            if opened is not None and status != 200:
                HUB.drop(opened)
                opened = None
            sent = [
                (name.lower().encode("latin-1"), value.encode("latin-1"))
                for name, value in headers
                if opened is None or name.lower() != "content-length"
            ]
            taken = job.send({"type": "http.response.start", "status": status, "headers": sent})
            _Taken.kind = _Taken.kind or type(taken)
            if opened is not None:
                opened.open(job.send, b"".join(answer))
            else:
                job.send({"type": "http.response.body", "body": b"".join(answer)})
        finally:
            if hasattr(answer, "close"):
                answer.close()
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


def _finish(done: asyncio.Future[OpenStream | None], opened: OpenStream | None) -> None:
    if not done.done():
        done.set_result(opened)


async def _received(receive: Any, most: int) -> bytes | None:
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message["body"])
        size += len(message["body"])
        if size > most:
            raise TooLargeError
        if not message["more_body"]:
            return b"".join(parts)


async def _watch(receive: Any, opened: OpenStream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    opened.end()


async def _plain(send: Any, status: int, code: str, detail: str) -> None:
    """A problem document from outside the app."""
    body = f'{{"type":"/problems/{code}","title":"{code}","status":{status},"detail":"{detail}","code":"{code}"}}'
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode()})


# --- starting and stopping -----------------------------------------------------------------------------


def check_port(host: str, port: int) -> None:
    """Is the port free? The server itself would share it silently with another one.

    :raises OSError: it is taken.
    """
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        if os.name != "nt":  # on Windows the option means the opposite
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        probe.listen(1)


def serve(
    wsgi: Callable[..., Iterable[bytes]],
    *,
    host: str,
    port: int,
    certificate: tuple[Path, Path] | None = None,
    on_ready: Callable[[], None] = lambda: None,
    on_end: Callable[[], None] = lambda: None,
) -> None:
    """Serve until SIGINT or SIGTERM; open streams are ended properly. To be called in the main thread.

    :raises OSError: the port is taken.
    """
    check_port(host, port)
    with asyncio.Runner(loop_factory=_fast_loop()) as runner:
        clean = runner.run(_serve(wsgi, host, port, certificate, on_ready))
        on_end()
        if not clean:
            # A client that does not read still holds the server's own thread.
            logging.shutdown()
            os._exit(0)


def _fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    found: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return found


async def _serve(
    wsgi: Callable[..., Iterable[bytes]],
    host: str,
    port: int,
    certificate: tuple[Path, Path] | None,
    on_ready: Callable[[], None],
) -> bool:
    loop = asyncio.get_running_loop()
    bridge = Bridge(wsgi, loop)
    bridge.start()
    server = Server(
        bridge,
        address=host,
        port=port,
        interface="asginl",
        http="1",
        websockets=False,
        backlog=1024,
        backpressure=MOST_CONNECTIONS,
        http1_settings=HTTP1Settings(max_buffer_size=MOST_HEADER, header_read_timeout=HEADER_MS),
        ssl_cert=certificate[0] if certificate else None,
        ssl_key=certificate[1] if certificate else None,
        ssl_protocol_min=SSLProtocols.tls12,
        log_level=LogLevels.error,
    )
    stop = asyncio.Event()
    _on_signals(loop, stop)
    beating = loop.create_task(_beat(bridge))
    serving = loop.create_task(server.serve())
    stopping = loop.create_task(stop.wait())
    on_ready()
    await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    clean = True
    if serving.done():
        serving.result()
    else:
        bridge.stopping = True
        server.stop()
        for one in HUB.all():
            one.end()
        done, _ = await asyncio.wait({serving}, timeout=GRACE_SECONDS)
        clean = bool(done)
    beating.cancel()
    stopping.cancel()
    bridge.stop()
    return clean


def _on_signals(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    for name in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(name, stop.set)
        except NotImplementedError:  # Windows
            signal.signal(name, lambda *_: loop.call_soon_threadsafe(stop.set))


async def _beat(bridge: Bridge) -> None:
    while True:
        await asyncio.sleep(HEARTBEAT_SECONDS)
        bridge.jobs.put(HUB.beat)
