"""A server of its own for a measurement, and what the system says about its process (Linux: /proc)."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

HOST = "127.0.0.1"
_TICKS = os.sysconf("SC_CLK_TCK")
_START_SECONDS = 180


def free_port() -> int:
    """A port nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class Process:
    """A server on a port of its own, as a context: running inside, ended outside."""

    def __init__(self, log: Path, words: Sequence[str], environment: Mapping[str, str], asked: str) -> None:
        """`words`: its command, with `{port}` in it; `asked`: a path that it answers with 200 once it is there."""
        self.port = free_port()
        self.log, self.environment, self.asked = log, environment, asked
        self.words = [word.format(port=self.port) for word in words]
        self.cold_start = 0.0
        """Seconds from starting the process to its first answer."""
        self.process: subprocess.Popen[bytes]

    def __enter__(self) -> Self:
        with self.log.open("ab") as log:
            began = time.perf_counter()
            self.process = subprocess.Popen(
                self.words, stdout=log, stderr=log, env={**os.environ, **self.environment}
            )
        while not self._answers():
            if self.process.poll() is not None or time.perf_counter() - began > _START_SECONDS:
                raise OSError(f"the server does not start; see {self.log}")
            time.sleep(0.002)
        self.cold_start = time.perf_counter() - began
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _answers(self) -> bool:
        try:
            with socket.create_connection((HOST, self.port), timeout=5) as line:
                asked = f"GET {self.asked} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n"
                line.sendall(asked.encode())
                return line.recv(64).startswith(b"HTTP/1.1 200")
        except OSError:
            return False

    def serving(self) -> list[int]:
        """The processes that answer."""
        return [self.process.pid]

    def cpu(self) -> float:
        """Seconds of CPU that they have used, in all their threads."""
        return sum(map(cpu_of, self.serving()))

    def memory_kb(self) -> int:
        """Their resident memory in KB."""
        return sum(map(memory_of, self.serving()))


def cpu_of(pid: int) -> float:
    """Seconds of CPU a process has used, in all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def memory_of(pid: int) -> int:
    """A process's resident memory in KB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def open_files(pid: int) -> list[str]:
    """Where a process's open files lead; a connection is `socket:` and a number."""
    found = []
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):  # closed meanwhile
            found.append(str(file.readlink()))
    return found


def children(pid: int) -> list[int]:
    """The processes that it has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class Server(Process):
    """`companion serve` on a database."""

    def __init__(
        self, folder: Path, database: str = "", workers: int = 1, *, host: str = HOST, limited: bool = False
    ) -> None:
        """`database`: else a file in that folder; `host`: where it listens; `limited`: calls are counted by address, as
        at home."""
        words = [sys.executable, "-m", "companion.cli", "serve", "--no-browser", "--host", host]
        words += ["--port", "{port}", "--database", database or f"sqlite:///{folder}/bench.sqlite"]
        words += ["--workers", str(workers)] if workers > 1 else []
        limits = {"COMPANION_RATE_LIMITS": "on" if limited else "off"}
        super().__init__(folder / "server.log", words, limits, "/healthz")
        self.workers = workers

    def serving(self) -> list[int]:
        """Itself, or its workers."""
        return children(self.process.pid) if self.workers > 1 else super().serving()

    def _answers(self) -> bool:
        if self.workers > 1 and "The companion is at" not in self.log.read_text("utf-8", "replace"):
            return False  # not all of them serve yet
        return super()._answers()
