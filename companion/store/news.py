"""News between processes: PostgreSQL's own `LISTEN` and `NOTIFY`.

They go out with the commit that they are of, all of one commit in one. They may get lost with the line they come over;
so whoever listens looks for themselves whenever that was made again, and now and then in any case.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Any

import psycopg

CHANNEL = "companion"
_WAIT_SECONDS = 0.5
"""How long the end of it may take to be noticed."""
_AGAIN_SECONDS = (0.05, 0.2, 0.5, 1.0)
"""After which another line is tried."""

log = logging.getLogger(__name__)


class Listener:
    """A line of its own to the database, in a thread of its own."""

    def __init__(
        self, line: dict[str, Any], heard: Callable[[str, int], None], lost: Callable[[], None]
    ) -> None:
        """line: how it is connected; heard: is told a table's code and edition; lost: some may have gone unheard."""
        self._line, self._heard, self._lost = line, heard, lost
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="news", daemon=True)

    def start(self) -> Callable[[], None]:
        """Begin; answers what ends it."""
        self._thread.start()
        return self._end

    def _end(self) -> None:
        self._over.set()
        self._thread.join(4 * _WAIT_SECONDS)

    def _listen(self) -> None:
        tries = 0
        while not self._over.is_set():
            try:
                with contextlib.closing(psycopg.connect(**self._line, autocommit=True)) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    tries = 0
                    self._lost()
                    while not self._over.is_set():
                        for note in connection.notifies(timeout=_WAIT_SECONDS):
                            self._read(note.payload)
            except psycopg.Error as error:
                if not tries:
                    log.warning("no news of other processes (%s); listening again", str(error).split("\n")[0])
                self._over.wait(_AGAIN_SECONDS[min(tries, len(_AGAIN_SECONDS) - 1)])
                tries += 1

    def _read(self, said: str) -> None:
        for words in said.split(","):
            code, _, edition = words.partition(" ")
            if edition.isdecimal():
                self._heard(code, int(edition))
