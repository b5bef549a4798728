"""A table that is in memory: its journal folded, its seats, who is connected, and its version."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.document import Chair
from companion.errors import RuleError
from companion.journal import Line
from companion.service import keys
from companion.service.keys import READER, Viewer
from companion.store import Store, StoredTable
from companion.table import Table
from companion.text import say
from companion.values import Seat

VERSIONS_AT_ONCE = 1_000
"""Versions are reserved in the store in blocks, so that a restart never uses one again."""


class Live:
    """One table. Whoever changes it holds its lock."""

    def __init__(self, store: Store, stored: StoredTable, lines: list[Line], join_key: str) -> None:
        """A table as the store has it.

        :raises RuleError: `invalid` naming the first line whose replay differs from what was recorded.
        """
        self.lock = threading.RLock()
        self.store = store
        self.stored = stored
        self.table = Table(lines[0])
        self.join_key = join_key
        self.version = stored.version
        self.presence: Counter[Seat] = Counter()
        self.on_change: Callable[[Live], None] = lambda live: None
        self.pages: dict[Any, Any] = {}
        """What the border has rendered of this version; emptied by every change."""
        self.entries_json: dict[int, bytes] = {}
        """Entries the border has rendered; they outlive a version, but no undo and no other name."""
        self.last_affected: tuple[int, list[dict[str, Any]]] = (0, [])
        """The numbers that the line of that revision changed; kept for the last one only."""
        for line in lines[1:]:
            self.table.reread(line)
        self._check_digest()

    @property
    def code(self) -> str:
        """The table's code."""
        return self.stored.code

    @property
    def names(self) -> dict[Seat, str]:
        """Who sits where."""
        return {Seat(seat.seat): seat.name for seat in self.stored.seats}

    def chairs(self) -> list[Chair]:
        """The seats as the table document shows them."""
        return [
            Chair(
                seat=Seat(one.seat),
                name=one.name,
                colour=one.colour,
                claimed=one.key_hash is not None,
                connected=self.presence[Seat(one.seat)] > 0,
            )
            for one in self.stored.seats
        ]

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
                found = Viewer("seat", Seat(seat.seat))
        if keys.matches(key_hash, self.stored.host_hash):
            found = Viewer("host")
        if found is READER:
            raise RuleError("key-unknown", say("This key is not known at this table; scan its QR code again"))
        return found

    def changed(self) -> None:
        """Something visible is different: the version rises, and whoever listens hears of it."""
        self.version += 1
        self.pages.clear()
        if self.version > self.stored.version:
            self.reserve()
        self.on_change(self)

    def reserve(self) -> None:
        """Put the next block of versions aside."""
        ceiling = self.version + VERSIONS_AT_ONCE
        self.store.reserve(self.code, ceiling)
        self.stored = replace(self.stored, version=ceiling)

    def keep(self, stored: StoredTable) -> None:
        """Seats, keys or options are different."""
        self.store.update(stored)
        self.stored = stored
        self.entries_json.clear()
        self.changed()

    def catch_up(self) -> None:
        """Take in lines that another process has written."""
        for line in self.store.lines(self.code, self.table.revision):
            self.table.reread(line)
        self.pages.clear()

    def _check_digest(self) -> None:
        """The last state must be what it was when it was recorded; if not, find the first line that differs."""
        journal = self.table.journal
        last = journal.lines[-1]
        if not last.digest or self.table.digest(self.table.state) == last.digest:
            return
        for line, node in zip(journal.lines, journal.heads, strict=True):
            if line.digest and self.table.digest(self.table.state_at(node)) != line.digest:
                raise RuleError(
                    "invalid",
                    say(
                        "Line {n} of the journal gives another result now than when it was recorded",
                        n=line.revision,
                    ),
                    revision=line.revision,
                )
