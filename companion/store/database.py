"""The database itself: how it is opened, read and written, and how its faults are told.

Waiting writes of several tables share one transaction and one fsync: whoever comes first commits for all who came
meanwhile. Each of those goes on as soon as that is on the disk, and who waits longest commits next: nobody whose write
is done waits for the commit of another.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from sqlalchemy import ClauseElement, Connection, create_engine, event, insert, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from companion.store import CodeTakenError, RevisionTakenError, StoreFullError, StoreUnavailableError
from companion.store import schema as sql
from companion.store.file import Watch, lay_out, path_of
from companion.store.versions import LAYOUT, OlderLayoutError, layout, version_of

T = TypeVar("T")

BUSY_TIMEOUT_MS = 5_000
"""How long SQLite waits for another process that is writing."""
_READING = (f"busy_timeout = {BUSY_TIMEOUT_MS}",)
_WRITING = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", *_READING)
"""What every connection is told first."""
MOST_AT_ONCE = 64
"""Writes that share one transaction at the most, so that the first of them does not wait for ever."""


class Ticket(Generic[T]):
    """A write that waits for its commit. `result`: what it gave, once it is done without an error; `commits`: its
    thread commits for all who wait."""

    __slots__ = ("_called", "commits", "done", "error", "job", "result")

    result: T

    def __init__(self, job: Callable[[Connection], T]) -> None:
        self.job = job
        self.error: BaseException | None = None
        self.done = False
        self.commits = False
        self._called = threading.Lock()
        self._called.acquire()

    def wait(self) -> None:
        """Until it is done, or its thread is to commit. To be called once."""
        self._called.acquire()

    def call(self) -> None:
        """It is so: who waits goes on."""
        self._called.release()


class Database:
    """One database, read by everybody and written by one at a time."""

    def __init__(self, url: str, *, reading: bool = False) -> None:
        """Open the database and lay out what is missing. reading: only look into it, and change nothing about it.

        :raises StoreUnavailableError: if it cannot be opened or written.
        """
        address = _read_url(url)
        path = path_of(address)
        self._watch = Watch(path)
        self._engine = _engine(address, path, self._watch, reading)
        self._waiting: deque[Ticket[Any]] = deque()
        self._queue = threading.Lock()
        """Held for a moment, while it is settled who commits."""
        self._committing = False
        self._writer = threading.Lock()
        """Held by who uses the connection that writes."""
        self._writing: Connection | None = None
        self._open: Connection | None = None
        if reading:
            with store_faults(), self._engine.connect() as connection:
                layout(connection.exec_driver_sql)
        else:
            if path is not None:
                lay_out(path)
            self._lay_out(path)

    def _lay_out(self, path: Path | None) -> None:
        version = None if path is None else version_of(path)  # before anything is changed about it
        if version is not None and version < LAYOUT:
            raise OlderLayoutError(version)
        with store_faults():
            if version is None:
                with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
                    sql.metadata.create_all(connection)
                    # another process may have been quicker
                    connection.execute(
                        insert(sql.versions).prefix_with("OR IGNORE"), {"version_num": str(LAYOUT)}
                    )
            if path is not None:
                # One connection stays open as long as the database is: SQLite deletes its files beside it with the
                # last one, and then they would be others.
                self._open = self._engine.connect()
                self._open.execute(select(sql.installation.c.name).limit(1)).all()
                self._open.rollback()
                self._watch.begin()

    def in_place(self) -> None:
        """Is the file that was opened still the one in its place?

        :raises StoreGoneError: not so.
        """
        self._watch.check()

    def read(self, job: Callable[[Connection], T]) -> T:
        """What it reads, in one transaction."""
        with store_faults(), self._engine.connect() as connection:
            return job(connection)

    def write(self, job: Callable[[Connection], T]) -> T:
        """Write, and come back when it is on the disk."""
        ticket = Ticket(job)
        with self._queue:
            self._waiting.append(ticket)
            ticket.commits, self._committing = not self._committing, True
        if not ticket.commits:
            ticket.wait()
        if not ticket.done:
            try:
                with self._writer:
                    self._commit_waiting()
            finally:
                self._next_commits()
        if ticket.error is not None:
            raise ticket.error
        return ticket.result

    def _next_commits(self) -> None:
        """Who has waited longest commits from now on."""
        with self._queue:
            self._committing = bool(self._waiting)
            if self._committing:
                self._waiting[0].commits = True
                self._waiting[0].call()

    def _commit_waiting(self) -> None:
        """Whoever holds the writer commits for everybody who waits; the first of them is its own."""
        batch: list[Ticket[Any]] = []
        while self._waiting and len(batch) < MOST_AT_ONCE:
            batch.append(self._waiting.popleft())
        if not self._committed(batch):
            for ticket in batch:
                self._committed([ticket])
        for ticket in batch:
            if not ticket.commits:
                ticket.call()

    def _committed(self, batch: list[Ticket[Any]]) -> bool:
        """Some writes in one transaction. False: nothing was written, for a reason that one of them may have alone;
        each is to be written by itself, so that it does not take the others down with it."""
        try:
            with store_faults():
                if self._writing is None:
                    self._writing = self._engine.connect().execution_options(writes=True)
                self._transact(self._writing, batch)
        except BaseException as error:
            if not isinstance(error, RevisionTakenError | CodeTakenError):
                self._drop_writing()
            if len(batch) > 1 and _is_of_one(error):
                return False
            for ticket in batch:
                ticket.error = error
        for ticket in batch:
            ticket.done = True
        return True

    def _transact(self, connection: Connection, batch: list[Ticket[Any]]) -> None:
        """All of them, or none. The writer's lock is taken at once: one that reads first could find the database
        changed under it."""
        driver_of(connection).execute("BEGIN IMMEDIATE")
        try:
            for ticket in batch:
                ticket.result = ticket.job(connection)
            self._watch.check()  # before the commit, so that nothing is kept that nobody is told of
        except BaseException:
            _ending(connection).rollback()
            raise
        _ending(connection).commit()

    def _drop_writing(self) -> None:
        if self._writing is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._writing.close()
            self._writing = None

    def close(self) -> None:
        """Let go of the database."""
        with self._writer:
            self._drop_writing()
        if self._open is not None:
            self._open.close()
            self._open = None
        self._engine.dispose()


def _read_url(url: str) -> URL:
    try:
        return make_url(url)
    except SQLAlchemyError as error:  # which may hold a password
        raise StoreUnavailableError("that is no database's URL; it looks like sqlite:///FILE") from error


def _engine(url: URL, path: Path | None, watch: Watch, reading: bool) -> Engine:
    if url.get_backend_name() != "sqlite":
        raise StoreUnavailableError(
            f"this release keeps its tables in SQLite, not in {url.get_backend_name()}"
        )
    engine = create_engine(url)

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: Any, _record: Any, arguments: list[Any], named: dict[str, Any]) -> None:
        # SQLite would make a new file, without a word, where the one that was opened is gone.
        if path is not None:
            watch.check()
            arguments[0] = f"{path.as_uri()}?mode={'ro' if reading else 'rw'}"
            named["uri"] = True

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: Any) -> None:
        # SQLAlchemy begins transactions itself (below); the driver must not.
        connection.isolation_level = None
        for pragma in _READING if reading else _WRITING:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if not connection.get_execution_options().get("writes"):  # who writes has begun before
            connection.exec_driver_sql("BEGIN")

    return engine


def driver_of(connection: Connection) -> sqlite3.Connection:
    """SQLite's own connection beneath this one."""
    found = connection.connection.driver_connection
    assert isinstance(found, sqlite3.Connection)
    return found


def _ending(connection: Connection) -> Connection | sqlite3.Connection:
    """Who ends a transaction: SQLAlchemy, if it was asked for anything meanwhile and takes it for its own."""
    return connection if connection.in_transaction() else driver_of(connection)


class Prepared:
    """A statement whose words are made of the layout once, and which SQLite keeps prepared by them. It goes to the
    driver as it is: for what every move writes, all that SQLAlchemy would find out is known beforehand."""

    def __init__(self, statement: ClauseElement) -> None:
        self._words = str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))

    def run(self, connection: Connection, values: Mapping[str, object]) -> sqlite3.Cursor:
        """Run it; of an insert `values` has every column.

        :raises sqlite3.IntegrityError: there is a row of that primary key.
        """
        return driver_of(connection).execute(self._words, values)


def _is_of_one(error: BaseException) -> bool:
    """Is it of one write alone, such as a race that it lost, and not of the database, which would be waited for again
    by each of them?"""
    if isinstance(error, StoreUnavailableError):
        cause = error.__cause__
        cause = cause.orig if isinstance(cause, DBAPIError) else cause
        return isinstance(cause, sqlite3.IntegrityError | sqlite3.DataError | sqlite3.ProgrammingError)
    return isinstance(error, Exception)


@contextlib.contextmanager
def store_faults() -> Iterator[None]:
    """A fault of the database in the store's own words."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        words = str(error.orig if isinstance(error, DBAPIError) else error).lower()
        if "full" in words:
            raise StoreFullError("the disk is full") from error
        raise StoreUnavailableError(words) from error
    except SQLAlchemyError as error:
        raise StoreUnavailableError(type(error).__name__) from error
