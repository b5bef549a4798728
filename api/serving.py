"""Serving the app: granian's embedded server, Flask in a few threads, streams without any.

phone ── granian (accepts, TLS, HTTP, socket writes) ── ASGI, one event loop in this process
             ├─ every request: body (limited) → a thread → Flask → answered from that thread (api.bridge)
             └─ a view that opens a stream: its answer stays open, and frames go out from whatever
                thread pushes them (api.open_stream)
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server

from api.bridge import Bridge, Observer
from api.stream import HUB

MOST_CONNECTIONS = 12_000
HEADER_MS = 30_000
MOST_HEADER = 128 * 1024
HEARTBEAT_SECONDS = 15
_M_ARENA_MAX = -8
"""As `malloc.h` has it."""
SELDOM = (10_000, 5, 1_000)
"""New objects between two looks of the garbage collector, and looks between two deeper ones. The deepest goes
through every table in memory: 0.1 s with fifty of them, in which no move is answered."""
GRACE_SECONDS = 3.0
"""How long a client that does not read may hold up the end."""


def serve(
    wsgi: Callable[..., Iterable[bytes]],
    *,
    host: str,
    port: int,
    certificate: tuple[Path, Path] | None = None,
    on_ready: Callable[[], None] = lambda: None,
    on_end: Callable[[], None] = lambda: None,
    observers: Sequence[Observer] = (),
) -> None:
    """Serve until SIGINT or SIGTERM; open streams are ended properly. To be called in the main thread.

    The caller has checked that the port is free: a port that another of this user's programs listens on in the same
    way would be shared silently. observers: called for every request that was answered.
    """
    share_memory()
    with asyncio.Runner(loop_factory=_fast_loop()) as runner:
        clean = runner.run(_serve(wsgi, host, port, certificate, on_ready, observers))
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


def share_memory() -> None:
    """Let all threads take their memory from one arena. With one for each, as glibc has it, several could take memory
    at once, which one interpreter's threads never do; but what one has freed the others could not use. To be called
    before there are threads. Where there is no glibc, nothing happens."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def settle_memory() -> None:
    """Let the garbage collector leave alone what is loaded by now, for it stays; and look seldom, for what a move
    leaves behind is mostly freed without it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


async def _serve(
    wsgi: Callable[..., Iterable[bytes]],
    host: str,
    port: int,
    certificate: tuple[Path, Path] | None,
    on_ready: Callable[[], None],
    observers: Sequence[Observer],
) -> bool:
    loop = asyncio.get_running_loop()
    bridge = Bridge(wsgi, loop, observers)
    bridge.start()
    server = _server(bridge, host, port, certificate)
    stop = asyncio.Event()
    _on_signals(loop, stop)
    beating = loop.create_task(_beat())
    serving = loop.create_task(server.serve())
    stopping = loop.create_task(stop.wait())
    settle_memory()
    on_ready()
    await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    clean = True
    if serving.done():
        serving.result()
    else:
        clean = await _stopped(server, bridge, serving)
    beating.cancel()
    stopping.cancel()
    bridge.stop()
    return clean


def _server(bridge: Bridge, host: str, port: int, certificate: tuple[Path, Path] | None) -> Server:
    return Server(
        bridge,
        address=host,
        port=port,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        websockets=False,
        backlog=1024,
        backpressure=MOST_CONNECTIONS,
        http1_settings=HTTP1Settings(max_buffer_size=MOST_HEADER, header_read_timeout=HEADER_MS),
        ssl_cert=certificate[0] if certificate else None,
        ssl_key=certificate[1] if certificate else None,
        ssl_protocol_min=SSLProtocols.tls12,
        log_level=LogLevels.error,
    )


async def _stopped(server: Server, bridge: Bridge, serving: asyncio.Task[None]) -> bool:
    """End the streams, and answer what was asked by now. False: that took too long."""
    bridge.stopping = True
    server.stop()  # type: ignore[no-untyped-call]  # granian leaves it without types
    for item in HUB.all():
        item.end()
    done, _ = await asyncio.wait({serving}, timeout=GRACE_SECONDS)
    return bool(done)


def _on_signals(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    for name in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(name, stop.set)
        except NotImplementedError:  # Windows
            signal.signal(name, lambda *_: loop.call_soon_threadsafe(stop.set))


async def _beat() -> None:
    while True:
        await asyncio.sleep(HEARTBEAT_SECONDS)
        await asyncio.to_thread(HUB.beat)  # one of its own: a heart does not wait behind calls
