"""Follows what other processes write and tells the viewers here of it; and tells other processes who listens here.

News say which table was written to. They may get lost, so the tables that somebody watches are looked up every second
in any case: nobody sees anything older than that for long.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable
from queue import SimpleQueue

from companion.service.bidding import let_limits_act
from companion.service.live import GoneError
from companion.service.shared import SharedLive
from companion.store import Sharing, StoreUnavailableError

LOOK_SECONDS = 1.0
"""How often the tables that somebody watches are looked up."""
BEAT_SECONDS, GONE_AFTER_SECONDS = 5.0, 20.0
"""How often a process says that it goes on, and how long after the last time it counts as gone."""
KEPT_SECONDS = 300.0
"""How long a table that nobody watches stays in memory after it was last asked for."""
LIMITS_SECONDS = 1.0
"""How long until a secret limit acts here, if the process that made it its turn has not let it act."""
_READERS = 2
"""Threads that read what is new; a table whose lock is held holds one of them up."""
_ENDING_SECONDS = 5.0
"""How long each thread may take to end."""


class Following:
    """Follows all other processes, until it is ended."""

    def __init__(
        self,
        sharing: Sharing,
        tables: Callable[[], Iterable[SharedLive]],
        loaded: Callable[[str], SharedLive | None],
        watched: Callable[[str], bool],
        let_go: Callable[[SharedLive], None],
        gone: Callable[[str], None],
    ) -> None:
        """tables: those in memory; loaded: one of them, by its code; watched: does somebody watch it? let_go: lets go
        of it; gone: is called with the code of a deleted table."""
        self._sharing, self._tables, self._loaded, self._watched = sharing, tables, loaded, watched
        self._let_go, self._gone = let_go, gone
        self._over = threading.Event()
        self._new: SimpleQueue[str | None] = SimpleQueue()
        self._waiting: set[str] = set()
        self._owed: dict[str, float] = {}
        """When limits of a table are to act, if they still have to."""
        self._beaten = 0.0
        self._threads = [
            threading.Thread(target=self._look, name="looking", daemon=True),
            *(threading.Thread(target=self._read, name=f"reading-{n}", daemon=True) for n in range(_READERS)),
        ]
        self._stop_listening: Callable[[], None] = lambda: None

    def begin(self) -> None:
        """Begin to follow."""
        self._stop_listening = self._sharing.listen(self.heard, self._look_at_all)
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Nobody listens here any more."""
        self._over.set()
        for _ in range(_READERS):
            self._new.put(None)
        self._stop_listening()
        for thread in self._threads:
            thread.join(_ENDING_SECONDS)
        with contextlib.suppress(StoreUnavailableError):
            self._sharing.leave(time.time)

    def heard(self, code: str, edition: int) -> None:
        """A table was written to."""
        live = self._loaded(code)
        if live is not None and (not edition or live.stored.edition < edition):
            self._follow(code)

    def _follow(self, code: str) -> None:
        if code not in self._waiting:
            self._waiting.add(code)
            self._new.put(code)

    def _look_at_all(self) -> None:
        for live in list(self._tables()):
            self._follow(live.code)

    # --- in threads of their own --------------------------------------------------------------------

    def _read(self) -> None:
        while (code := self._new.get()) is not None:
            self._waiting.discard(code)
            live = self._loaded(code)
            if live is None:
                continue
            try:
                live.follow()
            except GoneError:
                self._gone(code)
            except StoreUnavailableError:
                continue  # it is looked at again in a second
            if live.limits:
                self._owed[code] = time.monotonic() + LIMITS_SECONDS

    def _look(self) -> None:
        while not self._over.wait(LOOK_SECONDS):
            with contextlib.suppress(StoreUnavailableError):
                self._beat()
                self._see_to_tables()

    def _beat(self) -> None:
        if time.monotonic() - self._beaten < BEAT_SECONDS:
            return
        known = self._sharing.beat(GONE_AFTER_SECONDS)
        if not known and self._beaten:
            for live in list(self._tables()):
                with live.lock:
                    live.announced.clear()
        self._beaten = time.monotonic()
        self._sharing.bury(time.time)
        self._sharing.tidy()

    def _see_to_tables(self) -> None:
        now, watched = time.monotonic(), dict[str, SharedLive]()
        for live in list(self._tables()):
            if self._watched(live.code):
                watched[live.code], live.asked = live, now
            elif now - live.asked > KEPT_SECONDS:
                self._let_go(live)
            # somebody may be at it for long: then it is seen to in a second, and the others do not wait
            if live.lock.acquire(blocking=False):
                try:
                    self._see_to(live, now)
                finally:
                    live.lock.release()
        for code, edition in self._sharing.editions(watched).items():
            if watched.pop(code).stored.edition != edition:
                self._follow(code)
        for code in watched:
            self._follow(code)  # it is gone

    def _see_to(self, live: SharedLive, now: float) -> None:
        live.announce()
        if self._owed.get(live.code, now) < now:
            del self._owed[live.code]
            let_limits_act(live)
