"""A table that is in memory: its journal folded, its seats, who is connected, and its version."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property

from companion.documents.table_document import Chair
from companion.service import keys
from companion.service.creation import PAPER_MONEY
from companion.service.folding import folded
from companion.service.keys import READER, Viewer
from companion.service.length import weights
from companion.store import (
    HOST,
    OvertakenError,
    Request,
    Stamp,
    Store,
    StoredLimit,
    StoredTable,
    StoreUnavailableError,
)
from companion.table.journal import Line
from companion.table.snapshots import Snapshot
from companion.table.table import Table
from companion.words.errors import RuleError
from companion.words.text import Text, say
from companion.words.values import Seat

VERSIONS_AT_ONCE = 1_000
"""Versions are reserved in the store in blocks, so that a restart never uses one again."""
REQUEST_SECONDS = 120.0
"""How long a request for a seat waits."""
GONE_SECONDS = 60.0
"""How long a seat's last stream must be over before another player may speak for it."""

_LATER = 0.05
"""Seconds that are added to a wait for a moment, so that the moment has certainly come."""


class GoneError(Exception):
    """Somebody has deleted the table."""


class Live:
    """One table. Whoever changes it holds its lock."""

    shelved: tuple[str, ...] = ()
    """Under which names the evening that is over has been put on the shelf."""
    elsewhere: frozenset[Seat] = frozenset()
    """Whose phones listen at other processes."""

    def __init__(
        self,
        store: Store,
        stored: StoredTable,
        lines: list[Line],
        join_key: str,
        snapshot: Snapshot | None = None,
    ) -> None:
        """A table as the store has it; with a damaged line, as it was before that one. snapshot: if it is sound, the
        lines before it need not be played.

        :raises DamagedError: the first line is damaged.
        :raises RuleError: `no-such-game`.
        """
        self.lock = threading.RLock()
        self.store = store
        self.stored = stored
        self.table, self.damaged, self.snapshot_at = folded(self.stored.game, lines, snapshot)
        self.weight = weights(self.table.journal.lines)
        """Bytes of the journal in an export, kept up line by line."""
        self.join_key = join_key
        self.key_of: Callable[[StoredTable], str] = lambda stored: join_key
        """The same, after a new QR."""
        self.pin = keys.Pin()
        self.version = stored.version
        self.presence: Counter[Seat] = Counter()
        """How many streams of a seat there are, at this process."""
        self.on_change: Callable[[Live], None] = lambda live: None
        self.limits: dict[Seat, StoredLimit] = {}
        """Secret limits in the auction that is on. Nothing that is shown of a table may be made from them."""
        self.told_apart: Counter[Seat] = Counter()
        """How often something changed that only this seat may know of; then no version rises."""
        self.clock: Callable[[], float] = time.monotonic
        self._opened = self.clock()
        self.on_private: Callable[[Live, Seat], None] = lambda live, seat: None
        self.on_line: Callable[[str], None] = lambda kind: None
        self.retold = 0
        """How often what viewers have been shown has changed: by an undo, new names, hidden figures."""
        self.beside: object | None = None
        """What whoever shows this table keeps beside it; let go when it rests."""

    @cached_property
    def table(self) -> Table:
        """Its game; read from the store again if it was let go of.

        :raises StoreUnavailableError: it was, and the store does not answer.
        """
        with self.lock:
            if (read := self._kept()) is not None:  # by somebody else, meanwhile
                return read
            snapshot = self.store.snapshot(self.code)
            lines = self.store.lines(self.code)
            self.table, self.damaged, self.snapshot_at = folded(self.stored.game, lines, snapshot)
            self.weight = weights(self.table.journal.lines)
            return self.table

    def _kept(self) -> Table | None:
        return self.__dict__.get("table")

    @property
    def code(self) -> str:
        """The table's code."""
        return self.stored.code

    @property
    def join_pin(self) -> str:
        """Six digits in place of the join key (see `pins`)."""
        return self.pin.of(self.join_key, self.stored.wrong_digits)

    @property
    def requests(self) -> tuple[Request, ...]:
        """Phones that ask for a seat (see `requests`), the oldest first."""
        return self.stored.requests

    @property
    def names(self) -> dict[Seat, str]:
        """Who sits where."""
        return {Seat(seat.seat): seat.name for seat in self.stored.seats}

    @property
    def called(self) -> dict[Seat, str | Text]:
        """Every seat's name, those included at which nobody sits."""
        return {**self.names, **self.table.nobodys}

    @property
    def paper(self) -> bool:
        """Does the game's paper money lie on this table too?"""
        return bool(self.stored.options.get(PAPER_MONEY, False))

    def chairs(self) -> list[Chair]:
        """The seats as the table document shows them."""
        return [
            Chair(
                seat=Seat(seat.seat),
                name=seat.name,
                colour=seat.colour,
                claimed=seat.key_hash is not None,
                connected=self.presence[Seat(seat.seat)] > 0 or seat.seat in self.elsewhere,
            )
            for seat in self.stored.seats
        ]

    def listens(self, seat: Seat) -> bool:
        """Does that seat's phone listen, at any process?"""
        return self.presence[seat] > 0 or seat in self.elsewhere

    def claimed_at(self, seat: Seat) -> float:
        """When a phone took that seat, by the table's clock; what was claimed before the table was opened counts as
        long ago."""
        found = next((item.claimed for item in self.stored.seats if item.seat == seat), None)
        return float("-inf") if found is None else found

    def gone_since(self, seat: Seat) -> float | None:
        """Since when nobody sees what happens to that seat; at the earliest since a phone has it, or the table is open.
        None: somebody does. A host who plays looks at their seat with the host's key: where no phone has listened since
        the seat was taken, it is away only when the host is, too."""
        gone = next((item.gone for item in self.stored.seats if item.seat == seat), None)
        claimed = self.claimed_at(seat)
        maybe_host = gone is None or gone < claimed
        if self.listens(seat) or (maybe_host and self.listens(Seat(HOST))):
            return None
        host = (self.stored.host_gone,) if maybe_host else ()
        return max(claimed, *(self._opened if at is None else at for at in (gone, *host)))

    def look_again_in(self, seconds: float) -> None:
        """Look again after so many seconds: by then something that is shown has changed, such as a request that
        lapses."""
        if seconds <= 0:
            return

        def look_again() -> None:
            with self.lock, contextlib.suppress(StoreUnavailableError, OvertakenError):
                self.touched()

        timer = threading.Timer(seconds + _LATER, look_again)
        timer.daemon = True
        timer.start()

    def viewer(self, key: str | None) -> Viewer:
        """Whose key this is.

        :raises RuleError: `key-unknown`.
        """
        if key is None:
            return READER
        key_hash = keys.hashed(key)
        found = READER
        # Every key is compared, so that the time taken tells nothing.
        if keys.matches(key_hash, keys.hashed(self.join_key)):
            found = Viewer("join")
        for seat in self.stored.seats:
            if keys.matches(key_hash, seat.key_hash):
                found = Viewer("seat", Seat(seat.seat), key_hash)
        if keys.matches(key_hash, self.stored.host_hash):
            found = Viewer("host", None, key_hash)
        if found is READER:
            if self._renewed():
                return self.viewer(key)
            raise RuleError(
                "key-unknown", say("This phone is no longer signed in at this table; scan its QR code again")
            )
        return found

    def knows(self, key_hash: str) -> bool:
        """Is this key in use here already?"""
        seats = self.stored.seats
        hashes = [self.stored.host_hash, keys.hashed(self.join_key), *(seat.key_hash for seat in seats)]
        return any(
            keys.matches(key_hash, item) for item in (*hashes, *(seat.handover_hash for seat in seats))
        )

    def _renewed(self) -> bool:
        """Has somebody else, such as `companion host-key`, written other keys? Then take them in."""
        with self.lock:
            fresh = self.store.load(self.code)
            if fresh is None or fresh.host_hash == self.stored.host_hash:
                return False
            self.stored = replace(self.stored, host_hash=fresh.host_hash)
            self.retold += 1
            self.changed()
            return True

    def follow(self) -> bool:
        """Take in what other processes have written. Returns whether there was anything.

        :raises GoneError: the table has been deleted.
        """
        return False

    def changed(self, stamp: Stamp | None = None) -> None:
        """Something visible has changed: the version rises, and everybody who listens is told. stamp: that of what was
        written, where several processes write (`companion.service.shared`).

        :raises StoreUnavailableError: nothing has changed; never after `reserve`.
        """
        self.reserve()
        self.version += 1
        self.on_change(self)

    def changed_for(self, seat: Seat) -> None:
        """Something has changed that only this seat sees. No version rises: the others must not learn even that."""
        self.told_apart[seat] += 1
        self.on_private(self, seat)

    def tag(self, viewer: Viewer) -> str:
        """What names the document this viewer sees now, for If-None-Match."""
        limit = self.limits.get(viewer.seat) if viewer.role == "seat" and viewer.seat is not None else None
        return f"{self.version}.{limit.amount}" if limit else str(self.version)

    def read_limits(self) -> None:
        """Take in the secret limits as they are kept."""
        self.take_limits(self.store.limits(self.code))

    def take_limits(self, limits: Iterable[StoredLimit]) -> None:
        """Take in these secret limits, but for those whose phone's key has ended."""
        keys_now = {seat.seat: seat.key_hash for seat in self.stored.seats}
        self.limits = {
            Seat(limit.seat): limit for limit in limits if limit.key_hash == keys_now.get(limit.seat)
        }

    def reserve(self) -> None:
        """Make sure that the next version is reserved. To be called before a line is recorded: once it is on disk,
        nothing may fail any more.

        :raises StoreUnavailableError: the store does not answer.
        """
        if self.version >= self.stored.version:
            ceiling = self.version + VERSIONS_AT_ONCE
            self.store.reserve(self.code, ceiling)
            self.stored = replace(self.stored, version=ceiling)

    def keep(self, stored: StoredTable) -> None:
        """Keep other seats, keys or options.

        :raises StoreUnavailableError: nothing has changed.
        :raises OvertakenError: nothing has changed; another process has written meanwhile, and that has been read.
        """
        self.reserve()
        stored = replace(stored, version=self.stored.version)
        self.adopt(stored, self.store.update(stored))

    def adopt(self, stored: StoredTable, stamp: Stamp | None) -> None:
        """Take over what has been kept. stamp: as for `changed`."""
        if stored.join_epoch != self.stored.join_epoch:
            self.join_key = self.key_of(stored)
        self.stored = stored
        kept_hashes = {seat.key_hash for seat in stored.seats}
        self.limits = {seat: limit for seat, limit in self.limits.items() if limit.key_hash in kept_hashes}
        self.retold += 1
        self.changed(stamp)

    def remember(self, stored: StoredTable, *, seen: bool = True) -> None:
        """Something has changed that one process alone keeps only in memory: requests, times, wrong digits. seen:
        viewers see it.

        :raises StoreUnavailableError: as `keep`; and OvertakenError.
        """
        self.reserve()
        self.stored = replace(stored, version=self.stored.version)
        if seen:
            self.changed()

    def keep_limit(self, limit: StoredLimit) -> None:
        """A secret limit, in place of the one that seat may have.

        :raises StoreUnavailableError: as `keep`; and OvertakenError.
        """
        self.store.keep_limit(self.code, limit)
        self.limits[Seat(limit.seat)] = limit
        self.changed_for(Seat(limit.seat))

    def drop_limit(self, seat: Seat) -> None:
        """No secret limit of that seat any more.

        :raises StoreUnavailableError: as `keep`; and OvertakenError.
        """
        self.store.drop_limit(self.code, seat)
        del self.limits[seat]
        self.changed_for(seat)

    def touched(self) -> None:
        """Something that viewers see has changed, and is kept nowhere.

        :raises StoreUnavailableError: as `keep`; and OvertakenError.
        """
        self.changed()

    def present(self, seat: Seat, more: int) -> None:
        """Note that a stream of that seat, or of the host (`HOST`), has begun or ended. more: 1 or -1."""
        before = self.presence[seat] > 0
        self.presence[seat] += more
        if before == (self.presence[seat] > 0):
            return
        if before:
            self.left(seat)
        if seat == HOST and not self.requests:
            return  # only who may answer one depends on it
        # Without a store no version can be reserved; that somebody came or went is then shown later.
        with contextlib.suppress(StoreUnavailableError):
            self.changed()

    def left(self, seat: Seat) -> None:
        """The last stream of that seat's phone, or of the host, is over."""
        self.stored = self.stored.left(seat, self.clock())
        if self.requests:
            self.look_again_in(GONE_SECONDS)

    def rest(self) -> None:
        """Keep of this table only what cannot be worked out again, for others are being played at. Does nothing while
        somebody holds its lock."""
        if self.lock.acquire(blocking=False):
            try:
                if (table := self._kept()) is not None:
                    table.rest()
                self.beside = None
            finally:
                self.lock.release()

    def let_go(self) -> bool:
        """Let go of all that can be read from the store again; its seats, who is there and who asks for a seat stay in
        memory. False: somebody holds its lock, so nothing was done."""
        if not self.lock.acquire(blocking=False):
            return False
        try:
            self.__dict__.pop("table", None)
            self.beside = None
            return True
        finally:
            self.lock.release()

    def catch_up(self) -> bool:
        """Take in lines that another process has written. Returns whether there were any."""
        lines = self.store.lines(self.code, self.table.revision)
        for line in lines:
            self.table.reread(line)
        self.weight += weights(lines)
        self.retold += 1  # among them may be an undo
        self.read_limits()
        return bool(lines)
