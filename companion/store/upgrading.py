"""A database from before becomes one of today: a copy of it is upgraded, looked at, and takes its place.

The old file is not written into: it keeps its name until the moment of the swap, and stays beside it afterwards.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, create_engine, event, pool
from sqlalchemy.exc import SQLAlchemyError

from companion.store import StoreUnavailableError
from companion.store.backup import check, fetch, part_of, put_aside, settle, settle_folder, told
from companion.store.versions import LAYOUT, version_of

_SCRIPTS = Path(__file__).parent / "migrations"


@dataclass(frozen=True, slots=True)
class Upgraded:
    """What was done."""

    before: int
    """The version it had."""
    kept: Path
    """Where the database is as it was."""


def upgrade(path: Path) -> Upgraded | None:
    """Bring a database to today's layout; None: it has that, or there is none. To be called by whoever serves it, so
    that nobody else does.

    :raises StoreUnavailableError: it is damaged, none of ours, or of a newer program; or the disk is full. It is as it
        was.
    """
    before = version_of(path)
    if before is None or before == LAYOUT:
        return None
    path = path.resolve()
    try:
        with told(), part_of(path) as part:
            fetch(path, part)
            check(part, path)
            _run_scripts(part)
            check(part, path)
            settle(part)
            kept = put_aside(path)
            part.replace(path)
            settle_folder(path)
    except StoreUnavailableError as error:
        raise StoreUnavailableError(
            f"{path} could not be upgraded from version {before} to {LAYOUT}, and is as it was: {error}"
        ) from error
    assert kept is not None
    return Upgraded(before, kept)


def _run_scripts(part: Path) -> None:
    """Run every script the database has not seen yet.

    :raises StoreUnavailableError: one of them failed.
    """
    from alembic import command, config  # once in the life of a database

    engine = create_engine(f"sqlite:///{part}", poolclass=pool.NullPool)

    @event.listens_for(engine, "connect")
    def leave_transactions_to_us(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    settings = config.Config()
    settings.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            settings.attributes["connection"] = connection
            command.upgrade(settings, str(LAYOUT))
    except SQLAlchemyError as error:
        raise StoreUnavailableError(str(getattr(error, "orig", error))) from error
