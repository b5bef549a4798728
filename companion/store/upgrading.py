"""A database of an earlier version is brought to today's layout.

Of a file a copy is upgraded, looked at, and takes its place. The old file is not written into: it keeps its name until
the moment of the swap, and stays beside it afterwards. PostgreSQL, which takes back a layout like anything else, is
upgraded in its place, in one transaction.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, create_engine, event, pool
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from companion.store import StoreUnavailableError
from companion.store.backup import check, fetch, part_of, put_aside, reporting_faults, settle, settle_folder
from companion.store.database import check_known, read_url
from companion.store.versions import LAYOUT, version_of

_SCRIPTS = Path(__file__).parent / "migrations"


@dataclass(frozen=True, slots=True)
class Upgraded:
    """An upgrade that was done."""

    before: int
    """The version it had."""
    kept: Path
    """Where the database is as it was."""


def upgrade(path: Path) -> Upgraded | None:
    """Bring a database to today's layout; None: it has that, or there is none. The caller must be its only server.

    :raises StoreUnavailableError: it is damaged, not the companion's, or written by a newer program; or the disk is
        full. It is as it was.
    """
    before = version_of(path)
    if before is None or before == LAYOUT:
        return None
    path = path.resolve()
    try:
        with reporting_faults(), part_of(path) as part:
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


def upgrade_there(url: str) -> int | None:
    """Bring a PostgreSQL database to today's layout. Returns the version it had; None: it has today's, or nothing is
    laid out.

    :raises StoreUnavailableError: it could not be; it is as it was.
    """
    from companion.store.postgresql import Postgresql  # whose driver need not be installed

    address = read_url(url)
    check_known(address)
    kind = Postgresql(address)
    try:
        return kind.upgrade(_run)
    except DBAPIError as error:
        raise kind.fault(error.orig or error) from error
    finally:
        kind.engine.dispose()


def _run(connection: Connection) -> None:
    """Run every script that the database has not seen yet."""
    from alembic import command, config  # once in the life of a database

    settings = config.Config()
    settings.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    settings.attributes["connection"] = connection
    command.upgrade(settings, str(LAYOUT))


def _run_scripts(part: Path) -> None:
    """The same of a file.

    :raises StoreUnavailableError: one of them failed.
    """
    engine = create_engine(f"sqlite:///{part}", poolclass=pool.NullPool)

    @event.listens_for(engine, "connect")
    def leave_transactions_to_us(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    try:
        with engine.begin() as connection:
            _run(connection)
    except SQLAlchemyError as error:
        raise StoreUnavailableError(str(getattr(error, "orig", error))) from error
