"""How much may be worked out for one address: counted in time, for calls cost what they cost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

MANY = 1_000
"""Addresses that are remembered before those that owe nothing any more are forgotten."""


class Work:
    """Seconds of a thread, by address: some at once, and then so much of each second."""

    def __init__(self, at_once: float, share: float, clock: Callable[[], float] = time.monotonic) -> None:
        """at_once: seconds; share: of each second later on."""
        self.at_once, self.share, self._clock = at_once, share, clock
        self._lock = threading.Lock()
        self._done: dict[str, tuple[float, float]] = {}
        """By address: seconds that were worked and are not made good yet, and when that was so."""

    def done(self, address: str, seconds: float) -> None:
        """Count so many seconds that were worked for an address."""
        with self._lock:
            now = self._clock()
            if len(self._done) >= MANY:
                self._done = {each: kept for each, kept in self._done.items() if self._left(kept, now) > 0}
            self._done[address] = self._left(self._done.get(address, (0.0, now)), now) + seconds, now

    def wait(self, address: str) -> float:
        """Seconds until more may be worked out for an address; 0: now."""
        with self._lock:
            kept = self._done.get(address)
        if kept is None:
            return 0.0
        return max(0.0, (self._left(kept, self._clock()) - self.at_once) / self.share)

    def _left(self, kept: tuple[float, float], now: float) -> float:
        seconds, at = kept
        return max(0.0, seconds - (now - at) * self.share)
