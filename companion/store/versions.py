"""Which layout a database has. Versions count from 1; databases that are older than the count have the first."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from companion.store import StoreUnavailableError

LAYOUT = 7
"""The layout this program reads and writes: that of `schema`, and of the last script in `migrations`."""
_OURS = {"installation", "game_table", "line"}
"""Tables that every database of the companion has had from the first."""


Ask = Callable[[str], Iterable[Sequence[object]]]
"""Returns the rows of a query."""


class OlderLayoutError(StoreUnavailableError):
    """An earlier version wrote the database: it must be upgraded first."""

    def __init__(self, version: int) -> None:
        super().__init__(f"its layout is version {version}, not {LAYOUT}; upgrade it with companion upgrade")


def of_sqlite(ask: Ask) -> int | None:
    """As `layout`, for an SQLite file."""
    return layout(ask, "SELECT name FROM sqlite_master WHERE type = 'table'")


def layout(ask: Ask, tables_there: str) -> int | None:
    """The version of a database; None: nothing is laid out in it yet. tables_there: the query for their names.

    :raises StoreUnavailableError: it is not the companion's, or a newer program wrote it.
    """
    tables = {row[0] for row in ask(tables_there)}
    if not tables:
        return None
    if not tables >= _OURS:
        raise StoreUnavailableError("that is no database of the companion")
    if "alembic_version" not in tables:
        return 1
    found = [str(row[0]) for row in ask("SELECT version_num FROM alembic_version")]
    if len(found) != 1 or not found[0].isdecimal() or int(found[0]) < 1:
        raise StoreUnavailableError("that is no database of the companion: its version is none of ours")
    if int(found[0]) > LAYOUT:
        raise StoreUnavailableError(
            f"a newer companion wrote it (layout {found[0]}, and this program knows up to {LAYOUT}); take that one"
        )
    return int(found[0])


def version_of(path: Path) -> int | None:
    """The version of a database file, which is only read; None: nothing is laid out in it yet.

    :raises StoreUnavailableError: as `layout`, or it cannot be read.
    """
    if path.is_file() and not path.stat().st_size:
        return None
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as database:
            return of_sqlite(database.execute)
    except sqlite3.Error as error:
        raise StoreUnavailableError(f"{path}: {error}") from error
    except StoreUnavailableError as error:
        raise named(path, error) from error


def named(path: Path, error: StoreUnavailableError) -> StoreUnavailableError:
    """The same with the file's name in front."""
    return StoreUnavailableError(f"{path}: {error}")
