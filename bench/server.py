"""A server of its own for a measurement, and what the system says about its process (Linux: /proc)."""

from __future__ import annotations

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
_START_SECONDS = 60


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

    def cpu(self) -> float:
        """Seconds of CPU the process has used, in all its threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def memory_kb(self) -> int:
        """Resident memory in KB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])


class Server(Process):
    """`companion serve` on a database."""

    def __init__(self, folder: Path, host: str = HOST, *, limited: bool = False) -> None:
        """`host`: where it listens; `limited`: calls are counted by address, as at home."""
        words = [sys.executable, "-m", "companion.cli", "serve", "--no-browser", "--host", host]
        words += ["--port", "{port}", "--database", f"sqlite:///{folder}/bench.sqlite"]
        super().__init__(
            folder / "server.log", words, {"COMPANION_RATE_LIMITS": "on" if limited else "off"}, "/healthz"
        )
