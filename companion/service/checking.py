"""Is every line of every table what it was when it was recorded? Nothing is changed by looking."""

from __future__ import annotations

import contextlib
from pathlib import Path

from companion.service.folding import check_every_line
from companion.service.live import Live
from companion.store import StoreUnavailableError
from companion.store.sql import SqlStore
from companion.words.errors import RuleError

ALL = 1_000_000
"""Tables that are looked through, at most: all of an installation."""


def damaged_in(path: Path) -> list[str]:
    """The codes of the tables in that database that cannot be replayed as they were recorded. Of one whose game is not
    installed nobody can tell.

    :raises StoreUnavailableError: it cannot be read.
    """
    found = []
    with contextlib.closing(SqlStore(f"sqlite:///{path}", reading=True)) as store:
        try:
            tables = store.tables(limit=ALL, before=None)
        except ValueError as error:
            raise StoreUnavailableError("what is kept of a table cannot be read") from error
        for stored in tables:
            try:
                live = Live(store, stored, store.lines(stored.code), "")
                check_every_line(live.table, live.damaged)
            except StoreUnavailableError:
                raise
            except RuleError:
                continue
            except Exception:  # whatever a damaged line makes the rules stumble over
                found.append(stored.code)
    return found
