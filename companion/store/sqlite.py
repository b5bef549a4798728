"""A database in a file of SQLite: how it is opened, and what its faults mean."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine, event, insert, select
from sqlalchemy.engine import URL, Engine

from companion.store import StoreFullError, StoreUnavailableError
from companion.store import schema as sql
from companion.store.file import Watch, lay_out, path_of
from companion.store.prepared import driver_of
from companion.store.shared_schema import metadata
from companion.store.versions import LAYOUT, OlderLayoutError, of_sqlite, version_of

BUSY_TIMEOUT_MS = 5_000
"""How long SQLite waits for another process that is writing."""
_READING = (f"busy_timeout = {BUSY_TIMEOUT_MS}",)
_WRITING = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", *_READING)
"""What every connection is told first."""


Ticket = TypeVar("Ticket")


class Sqlite:
    """One file, or memory."""

    faults: tuple[type[Exception], ...] = (sqlite3.Error,)
    own_faults: tuple[type[Exception], ...] = (
        sqlite3.IntegrityError,
        sqlite3.DataError,
        sqlite3.ProgrammingError,
    )
    undone: tuple[type[Exception], ...] = ()

    def __init__(self, url: URL, *, reading: bool) -> None:
        self._path = path_of(url)
        self._watch = Watch(self._path)
        self.in_place = self._watch.check
        self._open: Connection | None = None
        self.engine = self.reading = self.single = _engine(url, self._path, self._watch, reading)

    def begin(self, connection: Connection) -> None:
        """The writer's lock is taken at once: one that reads first could find the database changed under it."""
        driver_of(connection).execute("BEGIN IMMEDIATE")

    def ordered(self, batch: list[Ticket]) -> list[Ticket]:
        """As they came: nobody else writes meanwhile."""
        return batch

    def tell(self, connection: Connection, news: list[str]) -> None:
        """There is no other process."""

    def connect_arguments(self) -> dict[str, Any]:
        """None: a file is opened by its path."""
        return {}

    def is_cut(self, connection: Connection, error: BaseException) -> bool:
        """There is no connection that could be cut."""
        return False

    def look(self) -> None:
        """Check that it is a database of the companion.

        :raises StoreUnavailableError: it is not.
        """
        with self.engine.connect() as connection:
            of_sqlite(connection.exec_driver_sql)

    def lay_out(self) -> None:
        """Lay out what is missing.

        :raises OlderLayoutError: an earlier version wrote it, so it must be upgraded.
        """
        if self._path is not None:
            lay_out(self._path)
        # Looked at before anything is changed about it.
        version = None if self._path is None else version_of(self._path)
        if version is not None and version < LAYOUT:
            raise OlderLayoutError(version)
        if version is None:
            with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
                self.begin(connection)  # two at once would both make what is missing
                metadata.create_all(connection)
                # another process may have been quicker
                connection.execute(
                    insert(sql.versions).prefix_with("OR IGNORE"), {"version_num": str(LAYOUT)}
                )
        if self._path is not None:
            # One connection stays open as long as the database is: SQLite deletes its files beside it with the
            # last one, and then they would be others.
            self._open = self.engine.connect()
            self._open.execute(select(sql.installation.c.name).limit(1)).all()
            self._open.rollback()
            self._watch.begin()

    def fault(self, error: BaseException) -> StoreUnavailableError:
        """What SQLite says, in the store's own words."""
        words = str(error).lower()
        return StoreFullError("the disk is full") if "full" in words else StoreUnavailableError(words)

    def close(self) -> None:
        """Let go of what is held open."""
        if self._open is not None:
            self._open.close()
            self._open = None


def _engine(url: URL, path: Path | None, watch: Watch, reading: bool) -> Engine:
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
