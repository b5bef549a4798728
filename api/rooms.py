"""Which threads do which kind of work, and how much of it one table and one address may have done at once."""

from __future__ import annotations

import asyncio
import queue
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from api.gate import PATIENCE
from api.open_stream import OpenStream
from api.settings import is_loopback
from api.work import Work

MEMBER = 4
"""Where in a path's parts a table's code stands: `/api/v1/tables/CODE/…`."""
_USUAL_TURNS = nullcontext()


@dataclass(slots=True)
class Job:
    scope: dict[str, Any]
    send: Any
    body: bytes
    arrived: float
    done: asyncio.Future[OpenStream | None]


def bounded(scope: dict[str, Any]) -> str:
    """The address whose calls are bounded; none for this machine's own, which is the host's, or a proxy's."""
    address: str = scope["client"][0]
    return "" if is_loopback(address) else address


class Room:
    """Threads that do the same kind of work, and what of it is to be done."""

    def __init__(
        self,
        name: str,
        threads: int,
        *,
        table: int,
        address: int,
        patience: float = PATIENCE,
        turns: AbstractContextManager[None] = _USUAL_TURNS,
        work: Work | None = None,
    ) -> None:
        self.name, self.threads, self.patience, self.turns = name, threads, patience, turns
        self.work = work
        self.table, self.address = table, address
        """How many calls about one table, and from one address, may be in here at once."""
        self.jobs: queue.SimpleQueue[Job | Callable[[], None] | None] = queue.SimpleQueue()
        """None ends the thread that takes it."""

    def shares(self, scope: dict[str, Any]) -> dict[str, int]:
        """What a call takes of the gate, and how many of each there are; its address first: who has had theirs waits
        for more of it without holding, or standing in line for, anybody's table."""
        path, shares = scope["path"].split("/"), {}
        if address := bounded(scope):
            shares[f"{self.name} address {address}"] = self.address
        if len(path) > MEMBER and path[MEMBER - 1] == "tables" and path[MEMBER] != "import":
            shares[f"{self.name} table {path[MEMBER].upper()}"] = self.table
        return shares

    def wait(self, scope: dict[str, Any]) -> float:
        """Seconds until whoever asks may have more worked out here; 0: now."""
        return self.work.wait(bounded(scope)) if self.work else 0.0

    @contextmanager
    def working(self, scope: dict[str, Any]) -> Iterator[None]:
        """Count the time that the block takes in its thread against whoever asked."""
        began = time.thread_time()
        try:
            with self.turns:
                yield
        finally:
            if self.work and (address := bounded(scope)):
                self.work.done(address, time.thread_time() - began)
