"""How many threads one table and one address may hold at once, so that whoever keeps a table busy stops nobody else.

Whoever comes when a share is taken waits for a moment on the event loop, where waiting costs next to nothing, and is
then turned away: the page tries again by itself.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence

PATIENCE = 2.0
"""Seconds that a call waits for its share."""
LONG_PATIENCE = 10.0
"""The same for what takes long itself."""
LONGEST_LINE = 100
"""Calls that wait for one share; each of them has its body in memory."""


class BusyError(Exception):
    """No share became free in time."""


class Gate:
    """Shares of the threads, by whose they are: a table's, an address's. For the event loop alone."""

    def __init__(self) -> None:
        self._inside: dict[str, int] = {}
        """How many of each share are taken."""
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    def is_empty(self) -> bool:
        """Is nobody inside, and nobody waiting?"""
        return not self._inside and not self._waiting

    async def enter(self, shares: Mapping[str, int], patience: float) -> None:
        """Take one of each of these shares, of which there are so many; whoever has come first is the first.

        :raises BusyError: one of them did not become free in so many seconds, or too many wait for it; none is taken.
        """
        taken: list[str] = []
        try:
            for share, most in shares.items():
                if self._inside.get(share, 0) >= most:
                    await self._turn(share, patience)  # whoever leaves hands theirs over
                else:
                    self._inside[share] = self._inside.get(share, 0) + 1
                taken.append(share)
        except BaseException:
            self.leave(taken)
            raise

    async def _turn(self, share: str, patience: float) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line = self._waiting.setdefault(share, deque())
        if len(line) >= LONGEST_LINE:
            raise BusyError
        line.append(turn)
        try:
            async with asyncio.timeout(patience):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                self.leave([share])  # it was handed over at the very moment of giving up
            elif turn in line:
                line.remove(turn)
                if not line:
                    del self._waiting[share]
            if isinstance(error, TimeoutError):
                raise BusyError from error
            raise

    def leave(self, shares: Sequence[str]) -> None:
        """Give back one of each."""
        for share in shares:
            line = self._waiting.get(share)
            while line:
                turn = line.popleft()
                if not line:
                    del self._waiting[share]
                if not turn.done():
                    turn.set_result(None)
                    break
            else:
                left = self._inside[share] - 1
                if left:
                    self._inside[share] = left
                else:
                    del self._inside[share]
