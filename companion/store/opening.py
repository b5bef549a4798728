"""Opening a database. What is wrong with it is said at once; SQLAlchemy, which takes longer to load than all the rest
of a server, is loaded when the database is first asked for anything."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.store import StoreGoneError, StoreUnavailableError
from companion.store.file import lay_out
from companion.store.one_server import serving
from companion.store.versions import LAYOUT, OlderLayoutError, version_of

if TYPE_CHECKING:
    from companion.store.sql import SqlStore

Tell = Callable[[str], None]
"""Called with a sentence about what was done to the database."""


def open_store(database: str, path: Path | None, tell: Tell) -> SqlStore:
    """The store over a database, upgraded if an earlier version wrote it. path: its file, if it has one.

    :raises StoreUnavailableError: it cannot be opened, or must be upgraded while a server has it.
    """
    try:
        return store_at(database)
    except OlderLayoutError:
        if path is None:
            raise
    with serving(path, "an upgrade"):
        upgraded(path, tell)
    return store_at(database)


def open_served(database: str, path: Path | None, tell: Tell) -> SqlStore:
    """The store a server writes to, over the file that `look_at` has looked at before.

    :raises StoreGoneError: the file was there then and is gone now; none is made in its place.
    :raises StoreUnavailableError: it cannot be opened.
    """
    if path is not None and not path.exists():
        raise StoreGoneError(path)
    return open_store(database, path, tell)


def store_at(database: str) -> SqlStore:
    """The store over a database of either kind.

    :raises StoreUnavailableError: it cannot be opened, or must be upgraded.
    """
    if database.startswith("postgresql"):
        try:
            from companion.store.shared import SharedStore  # whose driver need not be installed
        except ImportError as error:
            needs = "PostgreSQL needs its driver: pip install 'railway-companion[postgresql]'"
            raise StoreUnavailableError(needs) from error

        return SharedStore(database)
    from companion.store.sql import SqlStore

    return SqlStore(database)


def look_at(path: Path, tell: Tell) -> None:
    """Check that a database can be served: that it is the companion's, of today's layout, and may be written. One that
    is missing is made, one of an earlier version upgraded. The caller must be its only server.

    :raises StoreUnavailableError: it cannot be served.
    """
    path = path.resolve()
    lay_out(path)
    if version_of(path) not in (None, LAYOUT):
        upgraded(path, tell)
    try:
        with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as database:
            database.execute("BEGIN IMMEDIATE")
            database.rollback()
    except sqlite3.Error as error:
        raise StoreUnavailableError(f"{path}: {error}") from error


def upgraded(path: Path, tell: Tell) -> bool:
    """Bring a file to today's layout; returns whether there was anything to do.

    :raises StoreUnavailableError: it cannot be; it is as it was.
    """
    from companion.store.upgrading import upgrade

    done = upgrade(path)
    if done is not None:
        words = f"was upgraded from version {done.before} to {LAYOUT}; as it was, it is kept as {done.kept}"
        tell(f"{path} {words}")
    return done is not None


def upgrade_store(database: str, path: Path | None, tell: Tell) -> None:
    """What `companion upgrade` does: bring a database to today's layout, or say that it has it.

    :raises StoreUnavailableError: there is none, it cannot be, or a server has it; it is as it was.
    """
    if path is None:
        from companion.store.upgrading import upgrade_there

        before = upgrade_there(database)
        if before is not None:
            tell(f"the database was upgraded from version {before} to {LAYOUT}")
    elif not path.exists():
        raise StoreUnavailableError(f"there is no database {path}")
    else:
        with serving(path, "an upgrade"):
            before = LAYOUT if upgraded(path, tell) else None
    if before is None:
        tell(f"nothing is to be upgraded: today's layout is version {LAYOUT}")
