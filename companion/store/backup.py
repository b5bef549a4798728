"""A copy of the whole database, also while the server runs, and back again: both are checked before they count."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from companion.store import StoreUnavailableError
from companion.store import schema as sql
from companion.store.file import files, narrow
from companion.store.one_server import serving
from companion.store.versions import named, of_sqlite

_PAGES_AT_ONCE = 256
"""Pages of the database copied without a pause, so that the server's writes get in between."""
_PREFIX = "sqlite:///"
_HEAD = 100
"""Bytes of the header of an SQLite file."""
_MAGIC = b"SQLite format 3\0"

Replay = Callable[[Path], list[str]]
"""Plays every table of a database anew; returns the codes of those that cannot be played as they were recorded."""


def backup(database: str, to: Path, replay: Replay) -> list[str]:
    """Copy the database, as it is at one moment, into a new file, which gets its name once it was found to be whole.

    Returns the codes of tables that are damaged in the database as well, so that the copy of them is no worse.

    :raises StoreUnavailableError: there is no database; the file is there already or cannot be written; or the copy
        is not what was copied.
    """
    path = file_of(database)
    if not path.exists():
        raise StoreUnavailableError(f"there is no database {path}")
    if to.exists():
        raise StoreUnavailableError(f"{to} is there already; a backup never writes over anything")
    with reporting_faults(), part_of(to) as part, contextlib.closing(_opened(path, "rw")) as source:
        with contextlib.closing(sqlite3.connect(part)) as copy:
            source.backup(copy, pages=_PAGES_AT_ONCE)
            copy.execute("PRAGMA journal_mode = DELETE")
        settle(part)
        check(part, part)
        damaged = _replayed(replay, part, part)
        with contextlib.closing(sqlite3.connect(part)) as copy:
            for code in damaged:
                if _lines(copy, code) != _lines(source, code)[: len(_lines(copy, code))]:
                    raise StoreUnavailableError(f"table {code} was not copied as it is; is the disk sound?")
        _place(part, to)
    return damaged


def restore(database: str, source: Path, replay: Replay, *, damaged_too: bool = False) -> Path | None:
    """Put a backup in place of the database, once it was found to be whole. Returns where the old one is kept, beside
    it.

    damaged_too: accept also a backup with tables that cannot be played as they were recorded.

    :raises StoreUnavailableError: the file is not a whole database of the companion, or a server has the old one open;
        nothing has changed.
    """
    path = file_of(database)
    if not source.is_file():
        raise StoreUnavailableError(f"there is no file {source}")
    with reporting_faults(), serving(path, "a restore"), part_of(path) as part:
        fetch(source, part)
        check(part, source)
        damaged = _replayed(replay, part, source)
        if damaged and not damaged_too:
            raise StoreUnavailableError(
                f"{source} was not restored: what is recorded of {', '.join(damaged)} cannot be replayed. Take another "
                "backup; or, with --damaged, those tables open up to their last good entry, all others as ever"
            )
        settle(part)
        kept = put_aside(path)
        part.replace(path)
        settle_folder(path)
    return kept


def check(path: Path, name: Path) -> None:
    """Check that this file is a database of the companion, and whole: its size, its pages, its references. name: what
    an error calls it.

    :raises StoreUnavailableError: it is not.
    """
    _check_size(path, name)
    try:
        with contextlib.closing(_opened(path, "ro")) as connection:
            wrong = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(1)")]
            astray = connection.execute("PRAGMA foreign_key_check").fetchall()
            version = of_sqlite(connection.execute)
    except StoreUnavailableError as error:
        raise named(name, error) from error
    except sqlite3.DatabaseError as error:
        raise StoreUnavailableError(f"{name} is damaged ({error})") from error
    if wrong != ["ok"]:
        raise StoreUnavailableError(f"{name} is damaged ({' '.join(wrong[0].split())})")
    if astray:
        raise StoreUnavailableError(f"{name} is damaged (rows of {astray[0][0]} belong to no table)")
    if version is None:
        raise StoreUnavailableError(f"{name} holds no tables of the companion")


def _replayed(replay: Replay, path: Path, name: Path) -> list[str]:
    try:
        return replay(path)
    except StoreUnavailableError as error:
        raise StoreUnavailableError(f"{name} is damaged ({error})") from error


def _check_size(path: Path, name: Path) -> None:
    """Check that the file was copied to its end; SQLite itself reads one that was not, until its last page is
    needed."""
    with path.open("rb") as file:
        head, size = file.read(_HEAD), os.fstat(file.fileno()).st_size
    if len(head) < _HEAD or not head.startswith(_MAGIC):
        raise StoreUnavailableError(f"{name} is no database of the companion")
    page, pages = int.from_bytes(head[16:18]), int.from_bytes(head[28:32])
    page = 65_536 if page == 1 else page
    if head[24:28] != head[92:96]:  # a very old SQLite wrote it, which did not keep the count
        pages = -(-size // max(page, 1))
    if size != page * pages:
        says = f"it has {size:,} bytes and says itself that it has {page * pages:,}"
        raise StoreUnavailableError(f"{name} is damaged: {says}; was it copied to its end?")


def fetch(source: Path, part: Path) -> None:
    """Copy a backup to where it is checked, as one file, with what SQLite has not yet written into it."""
    shutil.copyfile(source, part)
    log, part_log = (files(item)[1] for item in (source, part))
    if log.is_file() and log.stat().st_size:
        shutil.copyfile(log, part_log)
    else:
        _check_size(part, source)
    try:
        with contextlib.closing(sqlite3.connect(part)) as copy:
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        raise StoreUnavailableError(f"{source} is damaged ({error})") from error


def put_aside(path: Path) -> Path | None:
    """Keep the old database under another name; the old name stays until another file takes it."""
    _alone(path)
    at = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
    kept = path.with_name(f"{path.name}.{at}")
    for item, aside in zip(files(path)[1:], files(kept)[1:], strict=True):
        if item.exists():  # of a database that is damaged, or gone
            item.replace(aside)
    if not path.exists():
        return None
    try:
        os.link(path, kept)
    except OSError:  # not every disk can, and the old name must not be free for a moment
        shutil.copyfile(path, kept)
        settle(kept)
    narrow(kept)
    return kept


def _alone(path: Path) -> None:
    """Make sure that nobody else has the database open, by leaving its write-ahead log.

    :raises StoreUnavailableError: somebody has it open.
    """
    if not _starts_well(path):  # SQLite would throw away what lies beside it
        return
    with contextlib.closing(sqlite3.connect(path, timeout=0)) as connection:
        try:
            mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
        except sqlite3.OperationalError:
            mode = ""
        except sqlite3.DatabaseError:  # it is no database any more, so there is nothing to protect
            return
    if mode != "delete":
        raise StoreUnavailableError(f"a server has {path} open; stop it first")


def _starts_well(path: Path) -> bool:
    with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC
    return False


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    """A connection to a database that exists: none is made by looking for it."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True)


def _lines(connection: sqlite3.Connection, code: str) -> list[tuple[object, ...]]:
    columns = ", ".join(f'"{column.name}"' for column in sql.lines.columns)
    query = f"SELECT {columns} FROM line WHERE code = ? ORDER BY revision"  # noqa: S608 - names of the schema's own
    return connection.execute(query, (code,)).fetchall()


@contextlib.contextmanager
def part_of(to: Path) -> Iterator[Path]:
    """A file that is being made, in the folder it is for, which its owner alone reads; gone if it was not placed."""
    made, name = tempfile.mkstemp(".part", f".{to.name}.", to.parent)
    os.close(made)
    part = Path(name).resolve()
    try:
        yield part
    finally:
        for file in (*files(part), part.with_name(f"{part.name}-journal")):
            file.unlink(missing_ok=True)


def _place(part: Path, to: Path) -> None:
    """Give it its name, unless something has that name by now."""
    try:
        os.link(part, to)
    except FileExistsError as error:
        raise StoreUnavailableError(f"{to} is there already; a backup never writes over anything") from error
    except OSError:  # not every disk can
        part.replace(to)
    settle_folder(to)


def settle(path: Path) -> None:
    """Make sure that a file is on the disk (fsync)."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def settle_folder(path: Path) -> None:
    """Make sure that the names in a folder are on the disk (fsync)."""
    if os.name == "nt":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def file_of(database: str) -> Path:
    """The file that a database's URL names.

    :raises StoreUnavailableError: it names no file.
    """
    if not database.startswith(_PREFIX) or database == _PREFIX + ":memory:":
        raise StoreUnavailableError(
            "only a file of SQLite is copied like this; PostgreSQL has pg_dump and pg_restore"
        )
    return Path(database.removeprefix(_PREFIX))


@contextlib.contextmanager
def reporting_faults() -> Iterator[None]:
    """Turn faults of the disk and of SQLite into StoreUnavailableError."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise StoreUnavailableError(str(error)) from error
