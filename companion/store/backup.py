"""A copy of the whole database, also while the server runs, and back again."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from companion.store import StoreUnavailableError
from companion.store import schema as sql

_PAGES_AT_ONCE = 256
"""Pages copied without a pause, so that the server's writes get in between."""
_PREFIX = "sqlite:///"


def backup(database: str, to: Path) -> None:
    """Copy the database, as it is at one moment, into a new file.

    :raises StoreUnavailableError: if there is no database, or the file is there already or cannot be written.
    """
    path = _file(database)
    if not path.exists():
        raise StoreUnavailableError(f"there is no database {path}")
    if to.exists():
        raise StoreUnavailableError(f"{to} is there already; a backup never writes over anything")
    part = to.with_name(to.name + ".part")
    with _told():
        part.unlink(missing_ok=True)
        with (
            contextlib.closing(sqlite3.connect(path)) as source,
            contextlib.closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy, pages=_PAGES_AT_ONCE)
            copy.execute("PRAGMA journal_mode = DELETE")
        check(part)
        _settle(part)
        part.replace(to)


def restore(database: str, source: Path) -> Path | None:
    """Put a backup in the place of the database. What was there is kept beside it; answers where.

    :raises StoreUnavailableError: if the file is no whole database of ours, or a server still has the old one open.
    """
    path = _file(database)
    check(source)
    kept: Path | None = None
    with _told():
        if path.exists():
            _alone(path)
            kept = path.with_name(f"{path.name}.{datetime.now(UTC):%Y%m%dT%H%M%S%f}")
            path.replace(kept)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + ".part")
        part.write_bytes(source.read_bytes())
        _settle(part)
        part.replace(path)
    return kept


def check(path: Path) -> None:
    """Is this file one of our databases, and whole?

    :raises StoreUnavailableError: if not.
    """
    if not path.is_file():
        raise StoreUnavailableError(f"there is no file {path}")
    with (
        _told(),
        contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection,
    ):
        whole = connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        names = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
    if not whole:
        raise StoreUnavailableError(f"{path} is damaged")
    if not names & set(sql.metadata.tables):
        raise StoreUnavailableError(f"{path} holds no tables of the companion")


def _alone(path: Path) -> None:
    """Leaving the write-ahead log needs a database that nobody else has open."""
    with contextlib.closing(sqlite3.connect(path, timeout=0)) as connection:
        try:
            mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
        except sqlite3.OperationalError:
            mode = ""
    if mode != "delete":
        raise StoreUnavailableError(f"a server has {path} open; stop it first")


def _settle(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _file(database: str) -> Path:
    if not database.startswith(_PREFIX) or database == _PREFIX + ":memory:":
        raise StoreUnavailableError("only a SQLite file is copied like this: sqlite:///FILE")
    return Path(database.removeprefix(_PREFIX))


@contextlib.contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise StoreUnavailableError(str(error)) from error
