"""Which threads do which kind of work, and how much of it one table and one address may have done at once."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from api.gate import PATIENCE
from api.open_stream import OpenStream
from api.settings import is_loopback

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
    ) -> None:
        self.name, self.threads, self.patience, self.turns = name, threads, patience, turns
        self.table, self.address = table, address
        """How many calls about one table, and from one address, may be in here at once."""
        self.jobs: queue.SimpleQueue[Job | Callable[[], None] | None] = queue.SimpleQueue()
        """None ends the thread that takes it."""

    def shares(self, scope: dict[str, Any]) -> dict[str, int]:
        """What a call takes of the gate, and how many of each there are; its address first: who has had theirs waits
        for more of it without holding, or standing in line for, anybody's table. This machine's own address has no
        bounds: it is the host's, or a proxy's."""
        path, address = scope["path"].split("/"), scope["client"][0]
        shares = {}
        if not is_loopback(address):
            shares[f"{self.name} address {address}"] = self.address
        if len(path) > MEMBER and path[MEMBER - 1] == "tables" and path[MEMBER] != "import":
            shares[f"{self.name} table {path[MEMBER].upper()}"] = self.table
        return shares
