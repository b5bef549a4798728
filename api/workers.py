"""`companion serve --workers N`: the same program N times, on one port, over one database.

Each worker binds the port with SO_REUSEPORT, as granian does anyway, and Linux deals the connections out among them:
nothing stands between a phone and the worker that answers it. Who starts them holds a line to each: a worker says on
it that it serves, and each end notices at once when the other is gone.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from api.addresses import check_port, reached_at
from api.welcome import show_code, welcome

IS_ONE = "COMPANION_IS_WORKER"
"""Stands in the environment of a worker, with its number."""
ANEW_SECONDS = 1.0
"""The shortest time between two starts of the same worker."""
ENDING_SECONDS = 20.0
"""How long after it was told to end a worker is killed."""


def check(number: int, database: str, metrics: bool) -> None:
    """Check that so many may serve.

    :raises OSError: not with this database, on this machine, or with these options.
    """
    if number == 1:
        return
    if not database.startswith("postgresql"):
        raise OSError(
            f"{number} workers need a database that they can share, which a file of SQLite is not; name one with "
            "--database postgresql+psycopg://USER@HOST/NAME, or leave out --workers"
        )
    if sys.platform != "linux":
        raise OSError(
            "--workers is for Linux, which deals phones out evenly; start several on ports of their own behind a "
            "proxy, as docs/hosting.md has it"
        )
    if metrics:
        raise OSError(
            "each worker counts what it has answered itself, and /metrics would be now one's, now another's; leave out "
            "--metrics, or start several on ports of their own, as docs/hosting.md has it"
        )


def serve(
    given: Sequence[str],
    number: int,
    *,
    host: str,
    port: int,
    public_url: str,
    browser: bool,
    behind_proxy: bool,
    secure: bool,
    say: Callable[[str], object],
) -> int:
    """Let so many serve until they are stopped; returns the exit status. given: the arguments of `companion`, which
    each of them gets too; say: called with what went wrong meanwhile.

    :raises OSError: the port is taken.
    """
    check_port(host, port)
    url, _ = reached_at(host, port, public_url, secure, behind_proxy)
    command = [sys.executable, "-P", "-m", "companion.cli", *given, "--public-url", url]

    def ready() -> None:
        welcome(url, host, port, secure=secure, browser=browser)
        show_code(url, sys.stdout)

    return Workers(command, number, ready, say).run()


def joined() -> Callable[[], None] | None:
    """In a worker: what tells who started it that it serves; it ends when they do. None: this is no worker."""
    if os.environ.pop(IS_ONE, None) is None:
        return None
    line = socket.socket(fileno=os.dup(0))  # programs that it starts itself do not get it
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)

    def wait() -> None:
        with contextlib.suppress(OSError):
            line.recv(1)
        os.kill(os.getpid(), signal.SIGTERM)

    def tell() -> None:
        with contextlib.suppress(OSError):
            line.send(b"!")

    threading.Thread(target=wait, name="who started it", daemon=True).start()
    return tell


@dataclass(slots=True)
class _Worker:
    number: int
    process: subprocess.Popen[bytes]
    line: socket.socket
    began: float
    serves: bool = False


class Workers:
    """The workers, as long as they are wanted."""

    def __init__(
        self, command: Sequence[str], number: int, on_ready: Callable[[], None], say: Callable[[str], object]
    ) -> None:
        """command: starts one; on_ready: called when all serve for the first time; say: called with what went wrong."""
        self._command, self._number, self._on_ready, self._say = command, number, on_ready, say
        self._running: dict[int, _Worker] = {}
        self._due: dict[int, float] = {}
        """When a worker is to be started anew, by its number."""
        self._complete = False
        """Have all served?"""
        self._kill_at: float | None = None
        """Set when they are to end."""
        self._status = 0
        self._selector = selectors.DefaultSelector()

    def run(self) -> int:
        """Serve until SIGINT or SIGTERM, and until all have ended. Returns the exit status: 1 if none could serve."""
        with self._signals():
            try:
                self._start(1)  # alone, so that what is wrong is said once; it also lays out the database
                while self._running or self._due:
                    for key, _ in self._selector.select(self._patience()):
                        key.data()
                    self._see_to()
            finally:
                for worker in self._running.values():
                    worker.process.kill()
                self._selector.close()
        return self._status

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        here, bell = socket.socketpair()
        bell.setblocking(False)

        def end() -> None:
            here.recv(64)
            self._end()

        self._selector.register(here, selectors.EVENT_READ, end)

        def ring(*_: object) -> None:
            with contextlib.suppress(BlockingIOError):
                bell.send(b"!")

        before = {name: signal.signal(name, ring) for name in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for name, what in before.items():
                signal.signal(name, what)
            here.close()
            bell.close()

    def _patience(self) -> float | None:
        """Seconds until something is to be done."""
        times = [*self._due.values(), *([self._kill_at] if self._kill_at is not None else [])]
        return max(0.0, min(times) - time.monotonic()) if times else None

    def _see_to(self) -> None:
        now = time.monotonic()
        for number in [number for number, at in self._due.items() if at <= now]:
            del self._due[number]
            self._start(number)
        if self._kill_at is not None and self._kill_at <= now:
            for worker in self._running.values():
                worker.process.kill()
            self._kill_at = now + ENDING_SECONDS

    def _start(self, number: int) -> None:
        mine, its = socket.socketpair()
        with its:
            # In a group of its own: Ctrl+C comes here alone, and is passed on.
            environment = {**os.environ, IS_ONE: str(number)}
            process = subprocess.Popen(  # noqa: S603 - this very program
                self._command, stdin=its.fileno(), env=environment, process_group=0
            )
        worker = _Worker(number, process, mine, time.monotonic())
        self._running[number] = worker
        self._selector.register(mine, selectors.EVENT_READ, lambda: self._heard(worker))

    def _heard(self, worker: _Worker) -> None:
        with contextlib.suppress(ConnectionResetError):
            if worker.line.recv(1):
                worker.serves = True
                self._serves()
                return
        self._ended(worker)

    def _serves(self) -> None:
        if self._complete or self._kill_at is not None:
            return
        for number in range(1, self._number + 1):
            if number not in self._running and number not in self._due:
                self._start(number)
        if all(worker.serves for worker in self._running.values()):
            self._complete = True
            self._on_ready()

    def _ended(self, worker: _Worker) -> None:
        self._selector.unregister(worker.line)
        worker.line.close()
        status = worker.process.wait()
        del self._running[worker.number]
        if self._kill_at is not None:
            return
        if worker.serves or (self._complete and any(other.serves for other in self._running.values())):
            self._say(f"worker {worker.number} has ended ({_how(status)}); it is started anew")
            self._due[worker.number] = max(time.monotonic(), worker.began + ANEW_SECONDS)
            return
        if status != 1:  # else it has said why
            self._say(f"a worker could not begin to serve ({_how(status)})")
        self._status = 1
        self._end()

    def _end(self) -> None:
        self._due.clear()
        if self._kill_at is None:
            self._kill_at = time.monotonic() + ENDING_SECONDS
        for worker in self._running.values():
            worker.process.terminate()


def _how(status: int) -> str:
    return f"exit status {status}" if status >= 0 else f"by {signal.Signals(-status).name}"
