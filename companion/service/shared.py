"""A table in the memory of one process of several: any of them may be asked, and what one has written the others read.

All that is shown of a table stands in the database and is counted there, so the same version is the same document
everywhere. Each write says what was read before it; where another process has written since, it is refused, what is new
is read, and it is tried again.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from companion.documents.entries import retells
from companion.service.folding import check_digest, folded
from companion.service.keys import Viewer
from companion.service.length import weights
from companion.service.live import GONE_SECONDS, REQUEST_SECONDS, GoneError, Live
from companion.service.writing import RETRIES
from companion.store import (
    HOST,
    OvertakenError,
    Sharing,
    Stamp,
    Standing,
    Store,
    StoredLimit,
    StoredTable,
    StoreUnavailableError,
)
from companion.table.journal import Line
from companion.table.snapshots import Snapshot
from companion.words.values import Seat


class SharedLive(Live):
    """A table in memory that other processes serve too."""

    def __init__(
        self,
        store: Store,
        sharing: Sharing,
        standing: Standing,
        join_key: str,
        snapshot: Snapshot | None = None,
    ) -> None:
        """A table as it stands in the store, with all of its lines. snapshot: see `Live`."""
        super().__init__(store, standing.table, standing.lines, join_key, snapshot)
        self.sharing = sharing
        self.clock = time.time
        self._opened = 0.0
        self.asked = time.monotonic()
        """When somebody last asked for it."""
        self.announced: set[Seat] = set()
        """The seats of which the other processes know that their phones listen here."""
        self.on_heard: Callable[[Live], None] = lambda live: None
        """Called when another process has changed what is seen."""
        self.on_ended: Callable[[Live, Viewer], None] = lambda live, viewer: None
        """Called with whose key has ended at another process."""
        self._take_beside(standing)

    def let_go(self) -> bool:
        """Let go of nothing: lines that are read again might be newer than the version they would be shown under.
        `Following` lets go of whole tables instead."""
        return False

    # --- what this process writes -------------------------------------------------------------------

    def changed(self, stamp: Stamp | None = None) -> None:
        """Something visible has changed. stamp: what was counted with it."""
        if stamp is None:
            self.touched()
            return
        self._counted(stamp)
        self.on_change(self)

    def _counted(self, stamp: Stamp | None) -> None:
        assert stamp is not None
        self.version = stamp.version
        self.stored = replace(self.stored, version=stamp.version, edition=stamp.edition)

    def reserve(self) -> None:
        """Versions are counted with what is written."""

    def keep(self, stored: StoredTable) -> None:
        """Seats, keys or options have changed."""
        self.adopt(stored, self._written(lambda: self.store.update(stored)))

    def remember(self, stored: StoredTable, *, seen: bool = True) -> None:
        """Requests, times or wrong digits have changed; other processes have to know."""
        stamp = self._written(lambda: self.store.update(stored))
        self.stored = stored
        self.changed(stamp)

    def keep_limit(self, limit: StoredLimit) -> None:
        """A secret limit, in place of the one that seat may have."""
        self._counted(self._written(lambda: self.store.keep_limit(self.code, limit, self.stored.edition)))
        self.limits[Seat(limit.seat)] = limit
        self.changed_for(Seat(limit.seat))

    def drop_limit(self, seat: Seat) -> None:
        """No secret limit of that seat any more."""
        self._counted(self._written(lambda: self.store.drop_limit(self.code, seat, self.stored.edition)))
        del self.limits[seat]
        self.changed_for(seat)

    def touched(self) -> None:
        """Something that viewers see has changed, and is kept nowhere."""
        stamp = self._written(lambda: self.sharing.touch(self.code, self.stored.edition))
        assert stamp is not None
        self.changed(stamp)

    def _written(self, write: Callable[[], Stamp | None]) -> Stamp | None:
        try:
            return write()
        except OvertakenError:
            self.catch_up()
            raise

    # --- who is there -------------------------------------------------------------------------------

    def present(self, seat: Seat, more: int) -> None:
        """A stream of that seat, or of the host, has begun or ended at this process."""
        self.presence[seat] += more
        with contextlib.suppress(StoreUnavailableError):  # then it is said later
            self.announce()

    def announce(self) -> None:
        """Tell the other processes whose phones listen here, as far as they do not know."""
        here = {seat for seat, number in self.presence.items() if number > 0}
        for seat in here ^ self.announced:
            self._announce(seat, here=seat in here)

    def _announce(self, seat: Seat, *, here: bool) -> None:
        for _ in range(RETRIES):
            alone, stored = seat not in self.elsewhere, self.stored
            if not here and alone:
                stored = stored.left(seat, self.clock())
            seen = alone and (seat != HOST or bool(self.requests))
            try:
                stamp = self.sharing.be_present(stored, seat, here=here, seen=seen)
            except OvertakenError:
                self.catch_up()
                continue
            self.announced ^= {seat}
            self.stored = stored
            if seen:
                if not here and self.requests:
                    self.look_again_in(GONE_SECONDS)
                self.changed(stamp)
            else:
                self._counted(stamp)
            return

    # --- what others have written -------------------------------------------------------------------

    def _renewed(self) -> bool:
        return self.follow()

    def follow(self) -> bool:
        """Take in what other processes have written. Returns whether there was anything.

        :raises GoneError: the table itself is no more.
        :raises StoreUnavailableError: nobody knows.
        """
        edition = self.sharing.edition(self.code)
        if edition is None:
            raise GoneError
        if edition == self.stored.edition:
            return False
        with self.lock:
            return self.catch_up()

    def catch_up(self) -> bool:
        """Take in what is new, and tell whoever looks on; returns whether there was anything. The caller holds the
        table's lock.

        :raises StoreUnavailableError: nothing has changed.
        """
        before, edition = self.version, self.stored.edition
        if self.damaged is None and not self.limits:
            new = self.sharing.since(self.code, self.table.revision, edition)
            if new is not None and all(line.kind == "move" for line in new.lines):
                self._take_lines(new.lines)
                self._counted(new.stamp)
                return self._is_newer(before, edition)
        standing = self.sharing.standing(self.code, 0 if self.damaged else self.table.revision)
        if standing is None or standing.table.edition <= edition:
            return False
        self._take(standing)
        return self._is_newer(before, edition)

    def _is_newer(self, version: int, edition: int) -> bool:
        if self.version != version:
            self.on_heard(self)
        return self.stored.edition != edition

    def _take(self, standing: Standing) -> None:
        was, limits = self.stored, self.limits
        asked = {request.id for request in was.requests}
        if self.damaged is not None:
            self.table, self.damaged, _ = folded(self.stored.game, standing.lines, None)
        else:
            self._take_lines(standing.lines)
        # Before its edition is known: whoever finds that one takes no lock, and is shown the key as it is.
        if was.join_epoch != standing.table.join_epoch:
            self.join_key = self.key_of(standing.table)
        self.stored, self.version = standing.table, standing.table.version
        self._take_beside(standing)
        for request in self.requests:
            if request.id not in asked:
                self.look_again_in(request.asked + REQUEST_SECONDS - self.clock())
        if _shown(was) != _shown(self.stored):
            self.retold += 1
        for viewer in _ended(was, self.stored):
            self.on_ended(self, viewer)
        if self.version == was.version:
            for seat in {*limits, *self.limits}:
                if limits.get(seat) != self.limits.get(seat):
                    self.changed_for(seat)

    def _take_beside(self, standing: Standing) -> None:
        self.take_limits(standing.limits)
        mine = self.sharing.process
        self.elsewhere = frozenset(Seat(seat) for seat, process in standing.present if process != mine)

    def _take_lines(self, lines: list[Line]) -> None:
        """Take in lines that another process has written. Where this one cannot follow, for it is of another version of
        the program, or a line is damaged, the table is shown as it was before that line."""
        if not lines:
            return
        hidden = self.table.view().hidden
        try:
            for line in lines:
                self.table.reread(line)
            check_digest(self.table)
        except Exception:  # whatever lines of another version make the rules stumble over
            self.table, self.damaged, _ = folded(self.stored.game, self.store.lines(self.code), None)
            self.retold += 1
        self.weight = self.weight + weights(lines)
        if hidden != self.table.view().hidden or any(line.kind != "move" or retells(line) for line in lines):
            self.retold += 1


def _shown(stored: StoredTable) -> object:
    """What documents that were rendered before may show: where it has changed, they are rendered anew."""
    return [(seat.name, seat.colour) for seat in stored.seats], stored.options, stored.next_table


def _ended(was: StoredTable, now: StoredTable) -> Iterable[Viewer]:
    """The viewers whose keys have ended."""
    if was.host_hash != now.host_hash:
        yield Viewer("host")
    if was.join_epoch != now.join_epoch:
        yield Viewer("join")
    for before, after in zip(was.seats, now.seats, strict=True):
        if before.key_hash is not None and before.key_hash != after.key_hash:
            yield Viewer("seat", Seat(before.seat))
