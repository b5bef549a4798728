"""What is worked out for long gives way sooner.

Threads take turns at the interpreter, 5 ms each. A move asks for a turn some twenty times on its way to six phones:
beside one import or chart it came to them 0.2 s late. Shorter turns all evening would make every move of a crowd dearer
by a quarter, so they are short only while something long is worked out (bench/RESULTS.md, "Under attack").
"""

from __future__ import annotations

import sys
import threading
from contextlib import AbstractContextManager
from types import TracebackType

SHORT = 0.000_2
"""Seconds."""


class ShortTurns(AbstractContextManager[None]):
    """The interpreter's turns are short within, in whatever thread; as long as they were when the last one has left."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._within = 0
        self._usual = sys.getswitchinterval()

    def __enter__(self) -> None:
        with self._lock:
            if not self._within:
                self._usual = sys.getswitchinterval()
                sys.setswitchinterval(SHORT)
            self._within += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
        /,
    ) -> None:
        with self._lock:
            self._within -= 1
            if not self._within:
                sys.setswitchinterval(self._usual)
