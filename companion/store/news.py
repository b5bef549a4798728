"""News between processes: PostgreSQL's own `LISTEN` and `NOTIFY`.

They go out with the commit that they are about, all of one commit together. They may get lost with the connection they
come over; so a process that listens looks for itself each time it has connected again, and every second in any case.
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
"""How long it may take to notice that it is to end."""
_AGAIN_SECONDS = (0.05, 0.2, 0.5, 1.0)
"""How long to wait before each next try to connect."""

log = logging.getLogger(__name__)


class Listener:
    """A connection of its own to the database, in a thread of its own."""

    def __init__(
        self, connect_arguments: dict[str, Any], heard: Callable[[str, int], None], lost: Callable[[], None]
    ) -> None:
        """connect_arguments: as the driver takes them; heard: is given a table's code and edition; lost: is called when
        some news may have gone unheard."""
        self._arguments, self._heard, self._lost = connect_arguments, heard, lost
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="news", daemon=True)

    def start(self) -> Callable[[], None]:
        """Begin to listen; returns what ends it."""
        self._thread.start()
        return self._end

    def _end(self) -> None:
        self._over.set()
        self._thread.join(4 * _WAIT_SECONDS)

    def _listen(self) -> None:
        tries = 0
        while not self._over.is_set():
            try:
                with contextlib.closing(psycopg.connect(**self._arguments, autocommit=True)) as connection:
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
