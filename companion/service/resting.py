"""What is kept in memory of a table that others are asked for before it: less and less, and at last nothing."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from companion.service.live import Live

TABLES_AWAKE = 64
"""So many tables, those asked for last, keep what was worked out for them; it is three quarters of a table's memory."""
REST_SECONDS = 600.0
"""A table that has rested so long is let go of: its entries are read from the store when it is asked for."""


class Resting:
    """Which tables are awake, and since when the others rest. Any thread may ask; none waits for another."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """clock: in seconds."""
        self.clock = clock
        self._awake: OrderedDict[str, Live] = OrderedDict()
        self._rests: OrderedDict[str, tuple[Live, float]] = OrderedDict()

    def asked_for(self, live: Live) -> None:
        """Note that this table is wanted. The awake one that nobody has asked for longest may rest then, and one that
        has rested long enough is let go."""
        self._rests.pop(live.code, None)
        self._awake[live.code] = live
        try:
            self._awake.move_to_end(live.code)
            if len(self._awake) > TABLES_AWAKE:
                code, longest = self._awake.popitem(last=False)
                longest.rest()
                self._rests[code] = longest, self.clock()
            self._let_go()
        except (KeyError, RuntimeError):  # another thread has just seen to it
            return

    def _let_go(self) -> None:
        code, (live, since) = next(iter(self._rests.items()), ("", (None, 0.0)))
        if live is not None and self.clock() - since >= REST_SECONDS:
            self._rests.pop(code)
            if not live.let_go():
                self._rests[code] = live, self.clock()

    def forget(self, code: str) -> None:
        """Forget a table that is no longer in memory."""
        self._awake.pop(code, None)
        self._rests.pop(code, None)
