"""A table that is in memory: its journal folded, its seats, who is connected, and its version."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property

from companion.documents.table_document import RECENT, Chair
from companion.service import keys
from companion.service.creation import PAPER_MONEY
from companion.service.keys import READER, Viewer
from companion.service.length import weights
from companion.service.seat_request import Request
from companion.store import Store, StoredLimit, StoredTable, StoreUnavailableError
from companion.table.beginning import rules_of
from companion.table.journal import Line
from companion.table.snapshots import Snapshot, SnapshotError, begin_at
from companion.table.table import Table
from companion.words.errors import RuleError
from companion.words.text import Text, say
from companion.words.values import Seat

VERSIONS_AT_ONCE = 1_000
"""Versions are reserved in the store in blocks, so that a restart never uses one again."""
GONE_SECONDS = 60.0
"""How long a seat's last stream must be over before another player may speak for it."""

_LATER = 0.05
"""Seconds after the moment at which it is looked again, so that it has certainly come."""
_KINDS = ("move", "undo", "redo", "amend", "seed")
"""What the lines after the first may be."""


class DamagedError(Exception):
    """A line of the journal cannot be read, or gives another result than when it was recorded.

    The table is shown as it was before that line, and nobody plays on from a guess.
    """

    def __init__(self, revision: int) -> None:
        super().__init__(f"line {revision}")
        self.revision = revision
        self.text: Text = say(
            "Line {n} of the journal cannot be replayed as it was recorded; the table is shown as it was before it, "
            "and cannot be played on",
            n=revision,
        )


class Live:
    """One table. Whoever changes it holds its lock."""

    shelved: tuple[str, ...] = ()
    """Under which names the evening that is over has been put on the shelf."""

    def __init__(
        self,
        store: Store,
        stored: StoredTable,
        lines: list[Line],
        join_key: str,
        snapshot: Snapshot | None = None,
    ) -> None:
        """A table as the store has it; with a damaged line, as it was before that one. snapshot: what comes before it
        need not be played, if it is sound.

        :raises DamagedError: if it is the first line. And RuleError: `no-such-game`.
        """
        self.lock = threading.RLock()
        self.store = store
        self.stored = stored
        self.table, self.damaged, self.snapshot_at = _folded(self.stored.game, lines, snapshot)
        self.weight = weights(self.table.journal.lines)
        """Bytes of the journal in an export, kept up line by line."""
        self.join_key = join_key
        self.pin = keys.Pin()
        self.version = stored.version
        self.presence: Counter[Seat] = Counter()
        self.on_change: Callable[[Live], None] = lambda live: None
        self.limits: dict[Seat, StoredLimit] = {}
        """Secret limits in the auction that is on. Nothing that is shown of a table may be made from them."""
        self.told_apart: Counter[Seat] = Counter()
        """How often a seat was told something that nobody else may know of: its document changes, no version does."""
        self.requests: dict[str, Request] = {}
        """Phones that ask for a seat, by the request's id (see `requests`)."""
        self.clock: Callable[[], float] = time.monotonic
        self._opened = self.clock()
        self._gone: dict[Seat, float] = {}
        self._claimed: dict[Seat, float] = {}
        self.on_private: Callable[[Live, Seat], None] = lambda live, seat: None
        self.on_line: Callable[[str], None] = lambda kind: None
        self.retold = 0
        """How often what was told already reads otherwise: after an undo, under other names, with what was hidden."""
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
            self.table, self.damaged, self.snapshot_at = _folded(self.stored.game, lines, snapshot)
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
        return self.pin.of(self.join_key)

    @property
    def names(self) -> dict[Seat, str]:
        """Who sits where."""
        return {Seat(seat.seat): seat.name for seat in self.stored.seats}

    @property
    def called(self) -> dict[Seat, str]:
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
                connected=self.presence[Seat(seat.seat)] > 0,
            )
            for seat in self.stored.seats
        ]

    def claimed(self, seat: Seat) -> None:
        """A phone has taken this seat just now."""
        self._claimed[seat] = self.clock()

    def claimed_at(self, seat: Seat) -> float:
        """When, by the table's clock; what was claimed before the table was opened counts as long ago."""
        return self._claimed.get(seat, float("-inf"))

    def left(self, seat: Seat) -> None:
        """The last stream of that seat's phone is over."""
        self._gone[seat] = self.clock()

    def gone_since(self, seat: Seat) -> float:
        """Since when that seat's phone listens no more; at the earliest since it has the seat, or the table is open."""
        return max(self._gone.get(seat, self._opened), self.claimed_at(seat))

    def look_again_in(self, seconds: float) -> None:
        """By then something that is shown is another thing, such as a request that has become too old."""
        if seconds <= 0:
            return

        def look_again() -> None:
            with self.lock, contextlib.suppress(StoreUnavailableError):
                self.changed()

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
        """Does this key mean something here already?"""
        seats = self.stored.seats
        hashes = [self.stored.host_hash, keys.hashed(self.join_key), *(seat.key_hash for seat in seats)]
        return any(
            keys.matches(key_hash, item) for item in (*hashes, *(seat.handover_hash for seat in seats))
        )

    def _renewed(self) -> bool:
        """Has somebody else, such as `companion host-key`, written other keys? Then take them in."""
        with self.lock:
            fresh = self.store.load(self.code)
            if fresh is None or (fresh.host_hash, fresh.seats) == (self.stored.host_hash, self.stored.seats):
                return False
            self.stored = replace(fresh, version=min(fresh.version, self.stored.version))
            self.retold += 1
            self.changed()
            return True

    def changed(self) -> None:
        """Something visible is different: the version rises, and whoever listens hears of it.

        :raises StoreUnavailableError: nothing has changed; never after `reserve`.
        """
        self.reserve()
        self.version += 1
        self.on_change(self)

    def changed_for(self, seat: Seat) -> None:
        """Something is different that only this seat sees. No version rises: the others must not learn even that."""
        self.told_apart[seat] += 1
        self.on_private(self, seat)

    def tag(self, viewer: Viewer) -> str:
        """What names the document this viewer sees now, for If-None-Match."""
        apart = self.told_apart[viewer.seat] if viewer.role == "seat" and viewer.seat else 0
        return f"{self.version}.{apart}" if apart else str(self.version)

    def read_limits(self) -> None:
        """Take in the secret limits as they are kept. A limit is the secret of one phone: with its key it ends."""
        keys_now = {seat.seat: seat.key_hash for seat in self.stored.seats}
        self.limits = {
            Seat(limit.seat): limit
            for limit in self.store.limits(self.code)
            if limit.key_hash == keys_now.get(limit.seat)
        }

    def reserve(self) -> None:
        """See to it that the next version is put aside. What is to be recorded asks for it beforehand: once a
        line is on disk, nothing may fail any more.

        :raises StoreUnavailableError:
        """
        if self.version >= self.stored.version:
            ceiling = self.version + VERSIONS_AT_ONCE
            self.store.reserve(self.code, ceiling)
            self.stored = replace(self.stored, version=ceiling)

    def keep(self, stored: StoredTable) -> None:
        """Seats, keys or options are different.

        :raises StoreUnavailableError: nothing has changed.
        """
        self.reserve()
        stored = replace(stored, version=self.stored.version)
        self.store.update(stored)
        self.stored = stored
        kept_hashes = {seat.key_hash for seat in stored.seats}
        self.limits = {seat: limit for seat, limit in self.limits.items() if limit.key_hash in kept_hashes}
        self.retold += 1
        self.changed()

    def check_told(self, lines: Iterable[Line]) -> None:
        """Can it be told what these lines did?

        :raises DamagedError: naming the first that cannot.
        """
        for line in lines:
            try:
                _check_told(self.table, line)
            except Exception as error:
                raise DamagedError(line.revision) from error

    def check_every_line(self) -> None:
        """Does each line, standing or undone, give the state that was recorded with it?

        :raises DamagedError: naming the first that does not.
        """
        if self.damaged is not None:
            raise DamagedError(self.damaged.revision)
        self.check_told(self.table.journal.lines)
        for line, node in zip(self.table.journal.lines, self.table.journal.heads, strict=True):
            if self.table.line_digest(line, self.table.state_at(node)) != line.digest:
                raise DamagedError(line.revision)

    def rest(self) -> None:
        """Others are played at: keep of this table what cannot be worked out again. Not while somebody is at it."""
        if self.lock.acquire(blocking=False):
            try:
                if (table := self._kept()) is not None:
                    table.rest()
                self.beside = None
            finally:
                self.lock.release()

    def let_go(self) -> bool:
        """Keep nothing of it that is in the store: its seats, who is there and who asks for a seat stay in memory.
        False: somebody is at it."""
        if not self.lock.acquire(blocking=False):
            return False
        try:
            self.__dict__.pop("table", None)
            self.beside = None
            return True
        finally:
            self.lock.release()

    def catch_up(self) -> None:
        """Take in lines that another process has written."""
        lines = self.store.lines(self.code, self.table.revision)
        for line in lines:
            self.table.reread(line)
        self.weight += weights(lines)
        self.retold += 1  # among them may be an undo
        self.read_limits()


def _folded(
    slug: str, lines: list[Line], snapshot: Snapshot | None
) -> tuple[Table, DamagedError | None, int]:
    """The table its lines give, what is wrong with the first line that is left out, and the line of the snapshot that
    it was played on from, or 0.

    :raises DamagedError: if the first line is damaged. And RuleError: `no-such-game`.
    """
    rules_of(slug)
    began_at = 0
    try:
        table = Table(lines[0])
        for number, line in enumerate(lines[1:], 2):
            _reread(table, line, number)
        if snapshot is not None:
            with contextlib.suppress(SnapshotError):
                begin_at(table, snapshot)
                began_at = snapshot.revision
        _check_digest(table)
        for line in lines[-RECENT:]:
            _check_told(table, line)
        return table, None, began_at
    except Exception:
        return *_folded_carefully(lines), 0


def _folded_carefully(lines: list[Line]) -> tuple[Table, DamagedError | None]:
    try:
        table = Table(lines[0])
        _check_digest(table)
    except Exception as error:
        raise DamagedError(1) from error
    for number, line in enumerate(lines[1:], 2):
        try:
            _reread(table, line, number)
            _check_digest(table)
        except Exception:
            good = Table(lines[0])
            for item in lines[1 : number - 1]:
                good.reread(item)
            return good, DamagedError(number)
    return table, None


def _reread(table: Table, line: Line, number: int) -> None:
    """:raises ValueError: the line cannot be read, or one before it is missing."""
    if line.revision != number or not line.body or line.kind not in _KINDS:
        raise ValueError(number)
    table.reread(line)


def _check_told(table: Table, line: Line) -> None:
    """What a line did can be told, also of one that was undone and that nothing stands on any more."""
    if line.kind in ("move", "amend"):
        table.outcome(line.revision)


def _check_digest(table: Table) -> None:
    """:raises ValueError: the state is another one than when the last line was recorded."""
    last = table.journal.lines[-1]
    if table.line_digest(last, table.state) != last.digest:
        raise ValueError(last.revision)
