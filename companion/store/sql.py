"""The store on SQLAlchemy Core, over SQLite and over PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from secrets import token_bytes
from typing import TypeVar

from sqlalchemy import Connection, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from companion.store import (
    CodeTakenError,
    Entry,
    FormerFact,
    Invited,
    KeptBox,
    Lessons,
    Remembered,
    RevisionTakenError,
    Sharing,
    Stamp,
    StoredEvening,
    StoredLimit,
    StoredTable,
    TaughtFact,
    Wanted,
    evenings,
    invitations,
    kept_boxes,
    lessons,
    private_notes,
    rows,
    taught_facts,
)
from companion.store import schema as sql
from companion.store.database import Database
from companion.store.prepared import DuplicateError, Prepared
from companion.table.journal import Line, body_json
from companion.table.snapshots import Snapshot

T = TypeVar("T")
_SECRET_BYTES = 32
_INSERT_LINE = Prepared(insert(sql.lines))
_INSERT_KEY = Prepared(insert(sql.keys))
"""Run at every move, so they are prepared."""


class SqlStore:
    """Tables in a database, by way of SQLAlchemy."""

    def __init__(self, url: str, *, reading: bool = False) -> None:
        """Open the database and lay out what is missing. reading: change nothing about it.

        :raises StoreUnavailableError: if it cannot be opened or written.
        """
        self.database = Database(url, reading=reading)
        self.spellings: dict[str, dict[str, str]] = {}
        self.board_rows: dict[str, dict[str, set[str]]] = {}
        self.sharing: Sharing | None = None

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def ready(self) -> None:
        """Check that it answers and that what it writes is kept."""
        self.database.in_place()
        self.database.read(lambda c: c.execute(select(sql.installation.c.name).limit(1)).all())

    def _at(
        self, code: str, job: Callable[[Connection], None], edition: int | None = None, *, seen: bool = False
    ) -> Stamp | None:
        """Write at a table. edition, seen: used only where several processes write (`shared`)."""
        self.database.write(job)
        return None

    def _beside(self, code: str, job: Callable[[Connection], None]) -> None:
        """Write what belongs to a table and that nobody is told of."""
        self.database.write(job)

    def _create_beside(self, c: Connection, table: StoredTable) -> None:
        """Write what else a new table needs where several processes write."""

    def _update_beside(self, c: Connection, table: StoredTable) -> None:
        """Write what else is kept of a table where several processes write."""

    def _at_all(self, codes: Iterable[str], job: Callable[[Connection], None]) -> None:
        """Write at some tables."""
        self.database.write(job)

    def _at_boxes(self, job: Callable[[Connection], T]) -> T:
        """Write boxes."""
        return self.database.write(job)

    def _at_board(self, game: str, job: Callable[[Connection], None]) -> None:
        """Write what is known of a game's board."""
        self.database.write(job)

    # --- the installation ---------------------------------------------------------------------------

    def secret(self) -> bytes:
        """The installation's secret, made on the first call."""

        def job(c: Connection) -> bytes:
            found = c.execute(select(sql.installation.c.value).where(sql.installation.c.name == "secret"))
            if (value := found.scalar()) is not None:
                return bytes(value)
            fresh = token_bytes(_SECRET_BYTES)
            c.execute(insert(sql.installation), [{"name": "secret", "value": fresh}])
            return fresh

        return self.database.write(job)

    # --- tables -------------------------------------------------------------------------------------

    def create(self, table: StoredTable, lines: Iterable[Line]) -> None:
        """Keep a new table with its first lines."""
        written = [rows.line_row(table.code, line, body_json(line)) for line in lines]

        def job(c: Connection) -> None:
            try:
                c.execute(insert(sql.tables), [rows.table_row(table)])
            except IntegrityError as error:
                raise CodeTakenError(table.code) from error
            c.execute(insert(sql.seats), [rows.seat_row(table.code, seat) for seat in table.seats])
            c.execute(insert(sql.seeds), [rows.seed_row(table.code, seed) for seed in table.seeds])
            rows.insert_many(c, sql.lines, written)
            self._create_beside(c, table)

        self.database.write(job, table.code)

    def load(self, code: str) -> StoredTable | None:
        """A table without its journal."""

        def job(c: Connection) -> StoredTable | None:
            row = c.execute(select(sql.tables).where(sql.tables.c.code == code)).first()
            return rows.stored(c, row) if row else None

        return self.database.read(job)

    def tables(self, *, limit: int, before: str | None) -> list[StoredTable]:
        """Tables, newest first, at most `limit`; `before`: see `Store`."""

        def job(c: Connection) -> list[StoredTable]:
            query = (
                select(sql.tables).order_by(sql.tables.c.created_at.desc(), sql.tables.c.code).limit(limit)
            )
            if before:
                t, (at, _, code) = sql.tables.c, before.partition(" ")
                query = query.where(or_(t.created_at < at, and_(t.created_at == at, t.code > code)))
            return [rows.stored(c, row) for row in c.execute(query).all()]

        return self.database.read(job)

    def marked(self, option: str, before: str) -> list[str]:
        """The codes of tables with that option set to true that were created before that time."""
        t = sql.tables.c
        query = select(t.code).where(t.created_at < before, t.options.contains(f'"{option}": true'))
        return self.database.read(lambda c: list(c.execute(query).scalars()))

    def newest(self, since: str, limit: int) -> list[Invited]:
        """Of the tables created last those that were created or had an entry since then."""
        return self.database.read(lambda c: invitations.newest(c, since, limit))

    def lines(self, code: str, after: int = 0) -> list[Line]:
        """Journal lines with a higher revision than `after`, in order."""
        t = sql.lines.c
        query = select(sql.lines).where(t.code == code, t.revision > after).order_by(t.revision)
        return self.database.read(lambda c: [rows.line(row) for row in c.execute(query)])

    def append(self, entry: Entry) -> Stamp | None:
        """Append a line, with its idempotency key and all that goes with it, in one transaction."""
        row = rows.line_row(entry.code, entry.line, entry.body)

        def job(c: Connection) -> None:
            try:
                _INSERT_LINE.run(c, row)
                if entry.remembered:
                    _INSERT_KEY.run(c, rows.key_row(entry.code, entry.remembered, entry.line.revision))
            except DuplicateError as error:
                raise RevisionTakenError(entry.line.revision) from error
            if entry.status or entry.seed or entry.taught or entry.limits_over:
                with_line(c, entry)

        self.database.write(job)
        return None

    def remembered(self, code: str, who: str, key: str) -> Remembered | None:
        """What an idempotency key was answered with."""
        t = sql.keys.c
        query = select(sql.keys).where(t.code == code, t.who == who, t.key == key)
        row = self.database.read(lambda c: c.execute(query).first())
        return Remembered(row.who, row.key, row.body_hash, row.revision) if row else None

    def update(self, table: StoredTable) -> Stamp | None:
        """Replace seats, options, join epoch, next table and version. A seat's limit and private notes end with its
        phone's key."""
        row = rows.table_row(table)
        values = {name: row[name] for name in ("options", "join_epoch", "version")}
        hashes = [seat.key_hash for seat in table.seats if seat.key_hash]

        def job(c: Connection) -> None:
            c.execute(update(sql.tables).where(sql.tables.c.code == table.code).values(values))
            c.execute(delete(sql.seats).where(sql.seats.c.code == table.code))
            c.execute(insert(sql.seats), [rows.seat_row(table.code, seat) for seat in table.seats])
            t = sql.limits.c
            c.execute(delete(sql.limits).where(t.code == table.code, t.key_hash.not_in(hashes)))
            private_notes.end(c, table.code, hashes)
            self._update_beside(c, table)

        return self._at(table.code, job, table.edition, seen=True)

    def set_host(self, code: str, host_hash: str) -> None:
        """Replace the host key, and nothing else."""
        query = update(sql.tables).where(sql.tables.c.code == code).values(host_hash=host_hash)

        def job(c: Connection) -> None:
            c.execute(query)

        self._at(code, job)

    def limits(self, code: str) -> list[StoredLimit]:
        """The secret limits of a table, the earliest first."""
        t = sql.limits.c
        query = select(sql.limits).where(t.code == code).order_by(t.since)
        return self.database.read(
            lambda c: [StoredLimit(r.seat, r.amount, r.since, r.key_hash) for r in c.execute(query)]
        )

    def keep_limit(self, code: str, limit: StoredLimit, edition: int = 0) -> Stamp | None:
        """Keep a secret limit, in place of the one that seat may have."""
        values = {"amount": limit.amount, "since": limit.since, "key_hash": limit.key_hash}

        def job(c: Connection) -> None:
            _drop_limit(c, code, limit.seat)
            c.execute(insert(sql.limits), [{"code": code, "seat": limit.seat, **values}])

        return self._at(code, job, edition)

    def drop_limit(self, code: str, seat: int, edition: int = 0) -> Stamp | None:
        """Forget a seat's secret limit."""
        return self._at(code, lambda c: _drop_limit(c, code, seat), edition)

    def private_notes(self, code: str, seat: int, key_hash: str) -> str:
        """What the phone with that key has written for itself; nothing is an empty text."""
        return self.database.read(lambda c: private_notes.read(c, code, seat, key_hash))

    def keep_private_notes(self, code: str, seat: int, key_hash: str, text: str) -> None:
        """Keep private notes, in place of what that seat has; an empty text removes them."""
        self._beside(code, lambda c: private_notes.keep(c, code, seat, key_hash, text))

    def reserve(self, code: str, version: int) -> None:
        """No version up to this one will be used after a restart."""
        query = update(sql.tables).where(sql.tables.c.code == code).values(version=version)
        self.database.write(lambda c: c.execute(query) and None)

    def delete(self, code: str) -> None:
        """Delete a table and all that belongs to it."""
        self.database.write(lambda c: c.execute(delete(sql.tables).where(sql.tables.c.code == code)) and None)

    # --- snapshots ----------------------------------------------------------------------------------

    def snapshot(self, code: str) -> Snapshot | None:
        """The last snapshot of a table."""
        query = select(sql.snapshots).where(sql.snapshots.c.code == code)
        row = self.database.read(lambda c: c.execute(query).first())
        return Snapshot(row.revision, row.line, row.program, row.body, row.digest) if row else None

    def keep_snapshot(self, code: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, in place of an older one."""

        def job(c: Connection) -> None:
            c.execute(delete(sql.snapshots).where(sql.snapshots.c.code == code))
            c.execute(insert(sql.snapshots), [{"code": code, **asdict(snapshot)}])

        self._beside(code, job)

    def drop_snapshot(self, code: str) -> None:
        """Forget a snapshot that there is a doubt about."""
        query = delete(sql.snapshots).where(sql.snapshots.c.code == code)
        self.database.write(lambda c: c.execute(query) and None)

    # --- evenings that are over ---------------------------------------------------------------------

    def keep_evening(self, evening: StoredEvening) -> None:
        """Keep an evening, in place of the table's older one; nothing, if the table is not over any more."""
        self._beside(evening.code, lambda c: evenings.keep(c, evening))

    def evenings(self, wanted: Wanted) -> list[StoredEvening]:
        """Evenings that are over, the newest first; the same evening at several tables once."""
        return self.database.read(lambda c: evenings.find(c, wanted))

    def unreckoned(
        self, form: int, marks: Iterable[str], games: Iterable[str], limit: int
    ) -> tuple[list[str], int]:
        """The codes of finished tables without an evening of that form, and how many there are."""
        return self.database.read(lambda c: evenings.unreckoned(c, form, marks, games, limit))

    def held(self, hashes: Iterable[str]) -> set[str]:
        """The codes of tables of which one of these is the hash of the host's key or of a seat's."""
        return self.database.read(lambda c: evenings.held(c, hashes))

    def seats_of_finished(self) -> list[tuple[str, int, str]]:
        """Code, seat and name of everybody at a table that is over."""
        return self.database.read(evenings.seats_of_finished)

    def colours(self, codes: Sequence[str]) -> dict[tuple[str, int], str]:
        """The colour of each seat at these tables, by code and number."""
        return self.database.read(lambda c: evenings.colours(c, codes))

    def call(self, names: Iterable[tuple[str, int, str]], changed: Iterable[StoredEvening]) -> None:
        """Give these seats other names, and replace these evenings, all in one transaction."""
        named = list(names)
        self._at_all({code for code, _, _ in named}, lambda c: evenings.call(c, named, changed))

    # --- what it knows of printed boards ------------------------------------------------------------

    def atlas(self, game: str) -> list[TaughtFact]:
        """What the installation was taught of a game's board."""
        return self.database.read(lambda c: taught_facts.all_facts(c, game))

    def before(self, game: str) -> list[FormerFact]:
        """What the installation took for right before it was taught otherwise, the newest first."""
        return self.database.read(lambda c: taught_facts.before(c, game))

    def forget(self, game: str, rows: Iterable[tuple[str, str]], code: str = "") -> None:
        """Forget what was taught of these rows; it goes into the history."""
        gone = tuple(rows)
        if gone:
            self._at_board(game, lambda c: taught_facts.forget(c, game, gone, code))
            self.spellings.pop(game, None)

    def hosted(self, game: str, host_hash: str) -> str | None:
        """The code of the table of that game whose host key this is."""
        t = sql.tables.c
        query = select(t.code).where(t.game == game, t.host_hash == host_hash).limit(1)
        return self.database.read(lambda c: c.execute(query).scalar())

    def teach(self, game: str, facts: Iterable[TaughtFact], code: str = "") -> None:
        """Remember facts; an older, different value goes into the history."""
        taught = tuple(facts)
        if taught:
            self._at_board(game, lambda c: taught_facts.teach(c, game, taught, code))

    def lessons(self, game: str) -> list[Lessons]:
        """The tables that taught something of a game's board, who taught last first."""
        return self.database.read(lambda c: lessons.tables(c, game))

    def unteach(self, game: str, code: str) -> None:
        """Take back what a table taught: what was known before is known again."""
        self._at_board(game, lambda c: taught_facts.unteach(c, game, code))
        self.spellings.pop(game, None)

    # --- boxes of one's own -------------------------------------------------------------------------

    def boxes(self) -> list[KeptBox]:
        """The boxes that somebody wrote, by name."""
        return self.database.read(kept_boxes.all_boxes)

    def box(self, name: str) -> KeptBox | None:
        """The box of that name."""
        return self.database.read(lambda c: kept_boxes.find(c, name))

    def keep_box(self, name: str, body: str, most: int) -> KeptBox | None:
        """Keep a box, in place of the one of that name; None: it would be one more than `most`."""
        return self._at_boxes(lambda c: kept_boxes.keep(c, name, body, most))

    def drop_box(self, name: str) -> bool:
        """Forget a box; returns whether there was one."""
        return self.database.write(lambda c: kept_boxes.drop(c, name))


def with_line(c: Connection, entry: Entry) -> None:
    """Write what a line brings along: a seed, facts, an end of limits or of the game."""
    if entry.status:
        c.execute(update(sql.tables).where(sql.tables.c.code == entry.code).values(status=entry.status))
        evenings.drop(c, entry.code)
    if entry.seed:
        c.execute(insert(sql.seeds), [rows.seed_row(entry.code, entry.seed)])
    if entry.taught:
        taught_facts.teach(c, entry.game, entry.taught, entry.code)
    for seat in entry.limits_over:
        _drop_limit(c, entry.code, seat)


def _drop_limit(c: Connection, code: str, seat: int) -> None:
    c.execute(delete(sql.limits).where(sql.limits.c.code == code, sql.limits.c.seat == seat))
