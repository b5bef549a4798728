"""A database that several processes write to, any of which may be asked about any table.

All that is shown of a table is kept there, so the same version is the same document everywhere. A process that writes
says which edition it has read, and is refused if the table has another one by now; then it reads what is new, and tries
again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from companion.store.shapes import Roll, StoredLimit, StoredTable
from companion.table.journal import Line


class Stamp(NamedTuple):
    """What a table's writes have counted up to."""

    version: int
    """Counts the changes that everybody may see."""
    edition: int
    """Counts every change, secrets too."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A table as it stands at one moment."""

    table: StoredTable
    lines: list[Line]
    """Those after the revision that was asked for."""
    limits: list[StoredLimit]
    """The earliest first."""
    present: frozenset[tuple[int, str]]
    """Who listens: seat and process."""


class New(NamedTuple):
    """What is new at a table, where that is only lines and everything else is as it was."""

    stamp: Stamp
    lines: list[Line]


class Sharing(Protocol):
    """What a store has besides the methods of `Store`, where several processes write.

    :raises StoreUnavailableError: from every method.
    """

    process: str
    """The name of this process, unlike that of any other."""

    def edition(self, code: str) -> int | None:
        """The edition of a table; None: there is no such table."""

    def editions(self, codes: Iterable[str]) -> dict[str, int]:
        """The editions of these tables, as far as they exist, by code."""

    def since(self, code: str, revision: int, edition: int) -> New | None:
        """What is new since that revision and edition; None where it is not only lines."""

    def standing(self, code: str, revision: int = 0) -> Standing | None:
        """All of a table, with the lines after that revision; None: there is no such table."""

    def touch(self, code: str, edition: int) -> Stamp:
        """Count a change that is seen and not kept, such as that a time has run out.

        :raises OvertakenError: another process has written at this table since it was read.
        """

    def be_present(self, table: StoredTable, seat: int, *, here: bool, seen: bool) -> Stamp:
        """Note that a seat's phone listens at this process, or no longer does; kept with the seat's times. seen: others
        see it.

        :raises OvertakenError: another process has written at this table since it was read.
        """

    def beat(self, seconds: float) -> bool:
        """Note that this process goes on for at least so many seconds. False: it was taken for gone, so it has to say
        again who listens here."""

    def bury(self, clock: Callable[[], float]) -> list[str]:
        """Forget processes that were not heard of in time, and who listened there; returns the codes of their tables.
        clock: the tables' clock, in seconds."""

    def leave(self, clock: Callable[[], float]) -> None:
        """Note that this process ends, and that nobody listens here any more. clock: as for `bury`."""

    def tidy(self) -> None:
        """Forget what nobody will ask for: rolls that are too old, and minutes that are over."""

    def hit(self, what: str, address: str, minutes: int = 1, number: int = 1) -> int:
        """Count that something was asked for from an address; returns how often in this minute, at all processes.

        minutes: in so many minutes instead, as the clock counts them, such as this hour; number: so often; below zero
        it is taken back.
        """

    def find_roll(self, wanted: str) -> Roll | None:
        """A roll without a table; None: there is none, or it is too old."""

    def keep_roll(self, roll: Roll, after: str | None) -> Roll:
        """Keep a new roll. after: the id of the roll that it follows; if another one follows that already, returns
        it."""

    def let_fall(self, wanted: str) -> Roll | None:
        """Let its dice fall, once; returns the roll with them, None if there is none."""

    def listen(self, heard: Callable[[str, int], None], lost: Callable[[], None]) -> Callable[[], None]:
        """From now on call `heard` with the code and edition of each table that is written to, and `lost` when some may
        have gone unheard; both from a thread of its own. Returns what ends it."""
