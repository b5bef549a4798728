"""Where tables are kept. `Store` is what the service asks of any database, `Sharing` what it asks besides of one that
several processes write to; `sql` and `shared` implement them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from companion.store.shapes import (
    HOST,
    ROLL_SECONDS,
    ROLLS,
    CodeTakenError,
    Entry,
    FormerFact,
    Invited,
    KeptBox,
    Lessons,
    OvertakenError,
    Remembered,
    Request,
    RevisionTakenError,
    Roll,
    Seed,
    StoredEvening,
    StoredLimit,
    StoredSeat,
    StoredTable,
    StoreFullError,
    StoreGoneError,
    StoreUnavailableError,
    TaughtFact,
    Wanted,
    between_lines,
)
from companion.store.sharing import Sharing, Stamp, Standing
from companion.table.journal import Line
from companion.table.snapshots import Snapshot

__all__ = [
    "HOST",
    "ROLLS",
    "ROLL_SECONDS",
    "CodeTakenError",
    "Entry",
    "FormerFact",
    "Invited",
    "KeptBox",
    "Lessons",
    "OvertakenError",
    "Remembered",
    "Request",
    "RevisionTakenError",
    "Roll",
    "Seed",
    "Sharing",
    "Stamp",
    "Standing",
    "Store",
    "StoreFullError",
    "StoreGoneError",
    "StoreUnavailableError",
    "StoredEvening",
    "StoredLimit",
    "StoredSeat",
    "StoredTable",
    "TaughtFact",
    "Wanted",
    "between_lines",
]


class Store(Protocol):
    """A database of tables. Every write is durable (fsync) when its call returns.

    :raises StoreUnavailableError: from every method.
    """

    spellings: dict[str, dict[str, str]]
    """By game, how names of its board were written when they were first taught: plain name → as it is written. Kept in
    memory; the service fills it (`companion.service.spelling`)."""

    board_rows: dict[str, dict[str, set[str]]]
    """By game and section, the rows of its board that are known; beside `spellings`."""

    sharing: Sharing | None
    """How several processes write here; None: one process alone writes."""

    def secret(self) -> bytes:
        """The installation's secret, made on the first call."""

    def create(self, table: StoredTable, lines: Iterable[Line]) -> None:
        """Keep a new table with its first lines.

        :raises CodeTakenError: there is a table with that code.
        """

    def load(self, code: str) -> StoredTable | None:
        """A table without its journal."""

    def lines(self, code: str, after: int = 0) -> list[Line]:
        """Journal lines with a higher revision than `after`, in order."""

    def append(self, entry: Entry) -> Stamp | None:
        """Append a line. Where several processes write, this and every other write that returns a stamp says what the
        table's writes have counted up to.

        :raises RevisionTakenError: there is a line of that revision, so another phone was quicker.
        """

    def remembered(self, code: str, who: str, key: str) -> Remembered | None:
        """What an idempotency key was answered with; None: nobody has sent it yet."""

    def update(self, table: StoredTable) -> Stamp | None:
        """Replace seats, options, join epoch, next table and version; where several processes write, requests and wrong
        digits too. A seat's limit and private notes end with its phone's key.

        :raises OvertakenError: another process has written at this table since it was read.
        """

    def set_host(self, code: str, host_hash: str) -> None:
        """Replace the host key, and nothing else."""

    def limits(self, code: str) -> list[StoredLimit]:
        """The secret limits of a table, the earliest first."""

    def keep_limit(self, code: str, limit: StoredLimit, edition: int = 0) -> Stamp | None:
        """Keep a secret limit, in place of the one that seat may have.

        :raises OvertakenError:
        """

    def drop_limit(self, code: str, seat: int, edition: int = 0) -> Stamp | None:
        """Forget a seat's secret limit.

        :raises OvertakenError:
        """

    def private_notes(self, code: str, seat: int, key_hash: str) -> str:
        """What the phone with that key has written for itself; empty where there is nothing."""

    def keep_private_notes(self, code: str, seat: int, key_hash: str, text: str) -> None:
        """Keep private notes, in place of what that seat has; an empty text removes them."""

    def reserve(self, code: str, version: int) -> None:
        """Reserve versions: none up to this one will be used again after a restart."""

    def delete(self, code: str) -> None:
        """Delete a table and all that belongs to it."""

    def snapshot(self, code: str) -> Snapshot | None:
        """The last snapshot of a table."""

    def keep_snapshot(self, code: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, in place of an older one."""

    def drop_snapshot(self, code: str) -> None:
        """Forget a snapshot that there is a doubt about."""

    def marked(self, option: str, before: str) -> list[str]:
        """The codes of tables with that option set to true that were created before that time (RFC 3339)."""

    def tables(self, *, limit: int, before: str | None) -> list[StoredTable]:
        """Tables, newest first, at most `limit`. before: only those after that one in the list, named by its
        `created_at`, a space and its code."""

    def newest(self, since: str, limit: int) -> list[Invited]:
        """Of the tables created last, at most `limit`, those that were created or had an entry since then (RFC
        3339)."""

    def keep_evening(self, evening: StoredEvening) -> None:
        """Keep an evening, in place of the table's older one; nothing, if the table is not over any more."""

    def evenings(self, wanted: Wanted) -> list[StoredEvening]:
        """Evenings that are over, the newest first; the same evening at several tables once, as the earliest has it."""

    def unreckoned(
        self, form: int, marks: Iterable[str], games: Iterable[str], limit: int
    ) -> tuple[list[str], int]:
        """The codes of finished tables of these games without an evening of that form, at most `limit`, and how many
        there are in all. marks: options; a table with one of them set to true is left out."""

    def held(self, hashes: Iterable[str]) -> set[str]:
        """The codes of tables of which one of these is the hash of the host's key or of a seat's."""

    def seats_of_finished(self) -> list[tuple[str, int, str]]:
        """Code, seat and name of everybody at the tables whose game is over."""

    def colours(self, codes: Sequence[str]) -> dict[tuple[str, int], str]:
        """The colour of each seat at these tables, by code and number."""

    def call(self, names: Iterable[tuple[str, int, str]], changed: Iterable[StoredEvening]) -> None:
        """Give these seats other names, by code, number and name, and replace these evenings, all in one
        transaction."""

    def atlas(self, game: str) -> list[TaughtFact]:
        """What the installation was taught of a game's board."""

    def before(self, game: str) -> list[FormerFact]:
        """What the installation believed before it was taught otherwise, the newest first."""

    def forget(self, game: str, rows: Iterable[tuple[str, str]], code: str = "") -> None:
        """Forget what was taught of these rows (section and row); it goes into the history. code: of the table whose
        host says so, if it is not the admin."""

    def hosted(self, game: str, host_hash: str) -> str | None:
        """The code of the table of that game whose host key this is."""

    def teach(self, game: str, facts: Iterable[TaughtFact], code: str = "") -> None:
        """Remember facts; an older, different value goes into the history. code: as in `forget`."""

    def lessons(self, game: str) -> list[Lessons]:
        """The tables that taught something of a game's board, the last to teach first."""

    def unteach(self, game: str, code: str) -> None:
        """Take back what a table taught: what was known before is known again. What it taught goes into the history."""

    def boxes(self) -> list[KeptBox]:
        """The boxes that somebody wrote, by name."""

    def box(self, name: str) -> KeptBox | None:
        """The box of that name."""

    def keep_box(self, name: str, body: str, most: int) -> KeptBox | None:
        """Keep a box, in place of any of that name; None: there would be more than `most`, so it was not kept."""

    def drop_box(self, name: str) -> bool:
        """Forget a box; returns whether there was one."""

    def ready(self) -> None:
        """Check that it answers and that what it writes is kept."""

    def close(self) -> None:
        """Let go of the database."""
