"""The store on SQLAlchemy Core: SQLite now, behind an interface that a second database fills as well.

Waiting writes of several tables share one transaction and one fsync: whoever comes first commits for all who
came meanwhile.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from secrets import token_bytes
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Row,
    and_,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from companion.journal import Line
from companion.store import (
    CodeTakenError,
    Entry,
    FormerFact,
    Remembered,
    RevisionTakenError,
    Seed,
    StoredLimit,
    StoredSeat,
    StoredTable,
    StoreFullError,
    StoreUnavailableError,
    TaughtFact,
)
from companion.store import schema as sql

T = TypeVar("T")
Job = Callable[[Connection], Any]

BUSY_TIMEOUT_MS = 5_000
"""How long SQLite waits for another process that is writing."""
MOST_AT_ONCE = 64
"""Writes that share one transaction at the most, so that the first of them does not wait for ever."""
_SECRET_BYTES = 32
_MOST_FORMER = 500
"""Former facts that are shown at the most."""


class _Ticket:
    """A write that waits for its commit."""

    __slots__ = ("done", "error", "job", "result")

    def __init__(self, job: Job) -> None:
        self.job = job
        self.result: Any = None
        self.error: BaseException | None = None
        self.done = False


class SqlStore:
    """Tables in a database that SQLAlchemy reaches."""

    def __init__(self, url: str) -> None:
        """Open the database and lay out what is missing.

        :raises StoreUnavailableError: if it cannot be opened or written.
        """
        self._engine = _engine(_read_url(url))
        self._waiting: deque[_Ticket] = deque()
        self._writer = threading.Lock()
        self._writing: Connection | None = None
        with _told():
            sql.metadata.create_all(self._engine)

    # --- reading and writing ------------------------------------------------------------------------

    def _read(self, job: Callable[[Connection], T]) -> T:
        with _told(), self._engine.connect() as connection:
            return job(connection)

    def _write(self, job: Callable[[Connection], T]) -> T:
        ticket = _Ticket(job)
        self._waiting.append(ticket)
        with self._writer:
            while not ticket.done:
                self._commit_waiting()
        if ticket.error is not None:
            raise ticket.error
        return ticket.result  # type: ignore[no-any-return]

    def _commit_waiting(self) -> None:
        """Whoever holds the writer commits for everybody who waits."""
        batch: list[_Ticket] = []
        while self._waiting and len(batch) < MOST_AT_ONCE:
            batch.append(self._waiting.popleft())
        if not self._committed(batch):
            for ticket in batch:
                self._committed([ticket])

    def _committed(self, batch: list[_Ticket]) -> bool:
        """Some writes in one transaction. False: nothing was written, for one of them lost a race; each is to
        be written by itself, so that it does not take the others down with it."""
        try:
            with _told():
                if self._writing is None:
                    self._writing = self._engine.connect().execution_options(writes=True)
                with self._writing.begin():
                    for ticket in batch:
                        ticket.result = ticket.job(self._writing)
        except (RevisionTakenError, CodeTakenError) as error:
            if len(batch) > 1:
                return False
            batch[0].error = error
        except BaseException as error:
            for ticket in batch:
                ticket.error = error
            self._drop_writing()
        for ticket in batch:
            ticket.done = True
        return True

    def _drop_writing(self) -> None:
        if self._writing is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._writing.close()
            self._writing = None

    def close(self) -> None:
        """Let go of the database."""
        with self._writer:
            self._drop_writing()
        self._engine.dispose()

    def ready(self) -> None:
        """Does it answer?"""
        self._read(lambda c: c.execute(select(sql.installation.c.name).limit(1)).all())

    # --- the installation ---------------------------------------------------------------------------

    def secret(self) -> bytes:
        """The installation's secret, made on the first call."""

        def job(c: Connection) -> bytes:
            found = c.execute(select(sql.installation.c.value).where(sql.installation.c.name == "secret"))
            if (value := found.scalar()) is not None:
                return bytes(value)
            fresh = token_bytes(_SECRET_BYTES)
            c.execute(
                insert(sql.installation),
                [{"name": "secret", "value": fresh}, {"name": "schema", "value": str(sql.SCHEMA).encode()}],
            )
            return fresh

        return self._write(job)

    # --- tables -------------------------------------------------------------------------------------

    def create(self, table: StoredTable, lines: Iterable[Line]) -> None:
        """Keep a new table with its first lines."""
        rows = [_line_row(table.code, line) for line in lines]

        def job(c: Connection) -> None:
            try:
                c.execute(insert(sql.tables), [_table_row(table)])
            except IntegrityError as error:
                raise CodeTakenError(table.code) from error
            c.execute(insert(sql.seats), [_seat_row(table.code, seat) for seat in table.seats])
            c.execute(insert(sql.seeds), [_seed_row(table.code, seed) for seed in table.seeds])
            c.execute(insert(sql.lines), rows)

        self._write(job)

    def load(self, code: str) -> StoredTable | None:
        """A table without its journal."""

        def job(c: Connection) -> StoredTable | None:
            row = c.execute(select(sql.tables).where(sql.tables.c.code == code)).first()
            return _stored(c, row) if row else None

        return self._read(job)

    def tables(self, *, limit: int, before: str | None) -> list[StoredTable]:
        """Newest first; `before`: what comes after that table, by its `created_at`, a blank and its code."""

        def job(c: Connection) -> list[StoredTable]:
            query = (
                select(sql.tables).order_by(sql.tables.c.created_at.desc(), sql.tables.c.code).limit(limit)
            )
            if before:
                t, (at, _, code) = sql.tables.c, before.partition(" ")
                query = query.where(or_(t.created_at < at, and_(t.created_at == at, t.code > code)))
            return [_stored(c, row) for row in c.execute(query).all()]

        return self._read(job)

    def lines(self, code: str, after: int = 0) -> list[Line]:
        """Journal lines with a higher revision than `after`, in order."""
        t = sql.lines.c
        query = select(sql.lines).where(t.code == code, t.revision > after).order_by(t.revision)
        return self._read(lambda c: [_line(row) for row in c.execute(query)])

    def append(self, entry: Entry) -> None:
        """One more line, its idempotency key and all that goes with it, in one transaction."""
        row = _line_row(entry.code, entry.line)

        def job(c: Connection) -> None:
            try:
                c.execute(_INSERT_LINE, row)
                if told := entry.remembered:
                    values = {"who": told.who, "key": told.key, "body_hash": told.body_hash}
                    c.execute(_INSERT_KEY, {**values, "code": entry.code, "revision": entry.line.revision})
            except IntegrityError as error:
                raise RevisionTakenError(entry.line.revision) from error
            if entry.status:
                c.execute(
                    update(sql.tables).where(sql.tables.c.code == entry.code).values(status=entry.status)
                )
            if entry.seed:
                c.execute(insert(sql.seeds), [_seed_row(entry.code, entry.seed)])
            if entry.taught:
                _teach(c, entry.game, entry.taught)
            for seat in entry.limits_over:
                _drop_limit(c, entry.code, seat)

        self._write(job)

    def remembered(self, code: str, who: str, key: str) -> Remembered | None:
        """What an idempotency key was answered with."""
        t = sql.keys.c
        query = select(sql.keys).where(t.code == code, t.who == who, t.key == key)
        row = self._read(lambda c: c.execute(query).first())
        return Remembered(row.who, row.key, row.body_hash, row.revision) if row else None

    def update(self, table: StoredTable) -> None:
        """Replace seats, options, host key, join epoch and version. A seat's limit ends with its phone's key."""
        known = [seat.key_hash for seat in table.seats if seat.key_hash]

        def job(c: Connection) -> None:
            c.execute(update(sql.tables).where(sql.tables.c.code == table.code).values(_table_row(table)))
            c.execute(delete(sql.seats).where(sql.seats.c.code == table.code))
            c.execute(insert(sql.seats), [_seat_row(table.code, seat) for seat in table.seats])
            t = sql.limits.c
            c.execute(delete(sql.limits).where(t.code == table.code, t.key_hash.not_in(known)))

        self._write(job)

    def limits(self, code: str) -> list[StoredLimit]:
        """The secret limits of a table, the earliest first."""
        t = sql.limits.c
        query = select(sql.limits).where(t.code == code).order_by(t.since)
        return self._read(
            lambda c: [StoredLimit(r.seat, r.amount, r.since, r.key_hash) for r in c.execute(query)]
        )

    def keep_limit(self, code: str, limit: StoredLimit) -> None:
        """Keep a secret limit, in place of the one that seat may have."""
        values = {"amount": limit.amount, "since": limit.since, "key_hash": limit.key_hash}

        def job(c: Connection) -> None:
            _drop_limit(c, code, limit.seat)
            c.execute(insert(sql.limits), [{"code": code, "seat": limit.seat, **values}])

        self._write(job)

    def drop_limit(self, code: str, seat: int) -> None:
        """Forget a seat's secret limit."""
        self._write(lambda c: _drop_limit(c, code, seat))

    def reserve(self, code: str, version: int) -> None:
        """No version up to this one will be used after a restart."""
        query = update(sql.tables).where(sql.tables.c.code == code).values(version=version)
        self._write(lambda c: c.execute(query) and None)

    def delete(self, code: str) -> None:
        """Forget a table; what belongs to it goes with it."""
        self._write(lambda c: c.execute(delete(sql.tables).where(sql.tables.c.code == code)) and None)

    # --- the atlas ----------------------------------------------------------------------------------

    def atlas(self, game: str) -> list[TaughtFact]:
        """What the installation was taught of a game's board."""
        query = (
            select(sql.atlas).where(sql.atlas.c.game == game).order_by(sql.atlas.c.section, sql.atlas.c.row)
        )
        return self._read(
            lambda c: [TaughtFact(r.section, r.row, r.fact, json.loads(r.value)) for r in c.execute(query)]
        )

    def before(self, game: str) -> list[FormerFact]:
        """What the installation took for right before it was taught otherwise, the newest first."""
        query = (
            select(sql.atlas_history)
            .where(sql.atlas_history.c.game == game)
            .order_by(sql.atlas_history.c.id.desc())
            .limit(_MOST_FORMER)
        )
        rows = self._read(lambda c: c.execute(query).mappings().all())
        return [
            FormerFact(
                TaughtFact(row["section"], row["row"], row["fact"], json.loads(row["value"])), row["at"]
            )
            for row in rows
        ]

    def forget(self, game: str, rows: Iterable[tuple[str, str]]) -> None:
        """Forget what was taught of these rows; it goes into the history."""
        gone = tuple(rows)
        if gone:
            self._write(lambda c: _forget(c, game, gone))

    def hosts(self, game: str, host_hash: str) -> bool:
        """Is this the host key of a table of that game?"""
        query = select(sql.tables.c.code).where(
            sql.tables.c.game == game, sql.tables.c.host_hash == host_hash
        )
        return self._read(lambda c: c.execute(query.limit(1)).first()) is not None

    def teach(self, game: str, facts: Iterable[TaughtFact]) -> None:
        """Remember facts; an older, different value goes into the history."""
        taught = tuple(facts)
        if taught:
            self._write(lambda c: _teach(c, game, taught))


def _drop_limit(c: Connection, code: str, seat: int) -> None:
    c.execute(delete(sql.limits).where(sql.limits.c.code == code, sql.limits.c.seat == seat))


def _teach(c: Connection, game: str, facts: tuple[TaughtFact, ...]) -> None:
    now = _now()
    for fact in facts:
        named = {"game": game, "section": fact.section, "row": fact.row, "fact": fact.fact}
        value = json.dumps(fact.value)
        row = c.execute(_FIND_FACT, named).mappings().first()
        if row is None:
            c.execute(_INSERT_FACT, {**named, "value": value, "at": now})
        elif row["value"] != value:
            c.execute(insert(sql.atlas_history), dict(row))
            same = [column == named[column.name] for column in _FACT_NAME]
            c.execute(update(sql.atlas).where(*same).values(value=value, at=now))


def _forget(c: Connection, game: str, rows: tuple[tuple[str, str], ...]) -> None:
    for section, row in rows:
        same = [sql.atlas.c.game == game, sql.atlas.c.section == section, sql.atlas.c.row == row]
        for known in c.execute(select(sql.atlas).where(*same)).mappings().all():
            c.execute(insert(sql.atlas_history), dict(known))
        c.execute(delete(sql.atlas).where(*same))


# --- rows ----------------------------------------------------------------------------------------------


_INSERT_LINE = insert(sql.lines)
_INSERT_KEY = insert(sql.keys)
_INSERT_FACT = insert(sql.atlas)
_FACT_NAME = (sql.atlas.c.game, sql.atlas.c.section, sql.atlas.c.row, sql.atlas.c.fact)
_FIND_FACT = select(sql.atlas).where(*(column == bindparam(column.name) for column in _FACT_NAME))
"""Statements that moves need are made once: making one costs more than running it."""


def _line_row(code: str, line: Line) -> dict[str, Any]:
    return {
        "code": code,
        "revision": line.revision,
        "at": line.at,
        "by": line.by,
        "kind": line.kind,
        "format": line.format,
        "body": json.dumps(line.body, ensure_ascii=False, separators=(",", ":")),
        "digest": line.digest,
    }


def _line(row: Row[Any]) -> Line:
    """A line as it was written; one whose body was damaged since has an empty one, which no line ever has."""
    try:
        body = json.loads(row.body)
    except ValueError:
        body = None
    kept = body if isinstance(body, dict) else {}
    return Line(row.revision, row.at, row.by, row.kind, kept, row.digest, row.format)


def _table_row(table: StoredTable) -> dict[str, Any]:
    return {
        "code": table.code,
        "game": table.game,
        "created_at": table.created_at,
        "host_hash": table.host_hash,
        "join_epoch": table.join_epoch,
        "version": table.version,
        "status": table.status,
        "options": json.dumps(table.options),
    }


def _seat_row(code: str, seat: StoredSeat) -> dict[str, Any]:
    hashes = {"key_hash": seat.key_hash, "handover_hash": seat.handover_hash}
    return {"code": code, "seat": seat.seat, "name": seat.name, "colour": seat.colour, **hashes}


def _seed_row(code: str, seed: Seed) -> dict[str, Any]:
    return {"code": code, "dice_id": seed.dice_id, "secret": seed.secret, "since": seed.since}


def _stored(c: Connection, row: Row[Any]) -> StoredTable:
    seats = c.execute(select(sql.seats).where(sql.seats.c.code == row.code).order_by(sql.seats.c.seat))
    seeds = c.execute(select(sql.seeds).where(sql.seeds.c.code == row.code).order_by(sql.seeds.c.since))
    return StoredTable(
        code=row.code,
        game=row.game,
        created_at=row.created_at,
        host_hash=row.host_hash,
        join_epoch=row.join_epoch,
        version=row.version,
        options=json.loads(row.options),
        seats=tuple(StoredSeat(s.seat, s.name, s.colour, s.key_hash, s.handover_hash) for s in seats),
        seeds=tuple(Seed(s.dice_id, bytes(s.secret), s.since) for s in seeds),
        status=row.status,
    )


# --- the database --------------------------------------------------------------------------------------


def _read_url(url: str) -> URL:
    try:
        return make_url(url)
    except SQLAlchemyError as error:  # which may hold a password
        raise StoreUnavailableError("that is no database's URL; it looks like sqlite:///FILE") from error


def _engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        raise StoreUnavailableError(
            f"this release keeps its tables in SQLite, not in {url.get_backend_name()}"
        )
    engine = create_engine(url)

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: Any) -> None:
        # SQLAlchemy begins transactions itself (below); the driver must not.
        connection.isolation_level = None
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            f"busy_timeout = {BUSY_TIMEOUT_MS}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer takes its lock at once: one that reads first could find the database changed under it.
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """A fault of the database in the store's own words."""
    try:
        yield
    except DBAPIError as error:
        words = str(error.orig).lower()
        if "full" in words:
            raise StoreFullError("the disk is full") from error
        raise StoreUnavailableError(words) from error
    except SQLAlchemyError as error:
        raise StoreUnavailableError(type(error).__name__) from error


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
