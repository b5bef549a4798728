"""Several processes of one companion, and phones whose calls go now to one, now to another, as behind a proxy."""

from __future__ import annotations

import random
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.server import ROOT, Client, Command, Party, Reply, Server, Stream


class Spread(Client):
    """A phone whose calls go to a process by chance, each over a line of its own."""

    def __init__(self, ports: Sequence[int], seed: object = None) -> None:
        super().__init__(ports[0])
        self._chance = random.Random(str(seed))
        self._lines = [Client(port) for port in ports]

    def exchange(self, method: str, address: str, raw: bytes | None, sent: Mapping[str, str]) -> Reply:
        line = self._chance.choice(self._lines)
        if sent.get("Origin") == f"http://127.0.0.1:{self.port}":
            sent = {**sent, "Origin": f"http://127.0.0.1:{line.port}"}  # a page calls where it came from
        return line.exchange(method, address, raw, sent)

    def close(self) -> None:
        for line in self._lines:
            line.close()


class Several(Server):
    """`companion serve` so many times over one database, each at a port of its own."""

    def __init__(
        self, folder: Path, database: str, number: int, *, commands: bool = False, **environment: str
    ) -> None:
        """commands: start each from the command line, instead of from a process in which everything is imported."""
        super().__init__(folder, database=database)
        self.each: list[Server] = []
        for n in range(number):
            own = folder / str(n)
            own.mkdir()
            self.each.append(
                Command(own, sys.executable, "-m", "companion.cli", place=ROOT, database=database)
                if commands
                else Server(own, database=database, **environment)
            )
        self.port = self.each[0].port
        for one in self.each:
            one.arguments = ("--public-url", f"http://127.0.0.1:{self.port}")  # as behind a proxy
        self.ports = [one.port for one in self.each]
        self._chance = random.Random(number)

    def start(self) -> Several:
        for one in self.each:
            one.start()
        return self

    def client(self) -> Client:
        return Spread(self.ports, self._chance.random())

    def stream(self, party: Party, key: str | None = None, query: str = "", **headers: str) -> Stream:
        return self._chance.choice(self.each).stream(party, key, query, **headers)

    def kill(self, how: int = signal.SIGKILL) -> None:
        for one in self.each:
            if one.process is not None:
                one.kill(how)

    @property
    def log(self) -> str:
        return "".join(one.log for one in self.each)
