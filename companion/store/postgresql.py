"""A database of PostgreSQL: how it is reached, within which limits, and what its faults mean."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection, create_engine, event, func, insert, select
from sqlalchemy.engine import URL, Engine, ExceptionContext

from companion.store import StoreFullError, StoreUnavailableError, pulses
from companion.store import schema as sql
from companion.store.news import CHANNEL
from companion.store.prepared import driver_of
from companion.store.shared_schema import metadata
from companion.store.versions import LAYOUT, OlderLayoutError, layout

try:
    import psycopg
    from psycopg import errors
    from psycopg.types.string import StrDumperUnknown
except ImportError as error:  # it is not installed with the rest
    needs = "PostgreSQL needs its driver: pip install 'railway-companion[postgresql]'"
    raise StoreUnavailableError(needs) from error

CONNECTIONS = 8
"""Connections of one process, at most. Each costs the database some MB, and it usually has a hundred for everybody."""
POOL_SECONDS = 5.0
"""How long a call waits for one of them."""
_CONNECT_SECONDS = 5
"""How long the driver waits for a connection to be made."""
_SETTINGS = {
    # 201 means on the disk
    "synchronous_commit": "on",
    "lock_timeout": "5s",
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "30s",
}
"""What is set on every connection first."""
_CONNECT_ARGUMENTS = {
    "application_name": "companion",
    "connect_timeout": _CONNECT_SECONDS,
    # a host that has gone without a word is noticed, also while something waits for its answer
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""What the driver is given to connect, unless the address says otherwise."""
_SHUT_DOWN = (errors.AdminShutdown, errors.CrashShutdown, errors.CannotConnectNow)
OLDEST = 14
"""The oldest version that will do; older ones are no longer cared for."""
LAYING_OUT = 0x636F6D70
"""The number of the lock that is held by who lays out or upgrades."""
_TABLES_THERE = (
    "SELECT relname FROM pg_class "
    "WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace"
)
_NOTIFY = "SELECT pg_notify(%(channel)s, %(news)s)"
_MOST_NEWS = 200
"""Of one notice, which has 8,000 bytes."""
_ADVICE = (
    ("does not exist", "make it first"),
    ("password", "is what --database says right?"),
    ("refused", "does it run there?"),
    ("closed the connection", "does it run there?"),  # on its way down, or something else answers
    ("too many", "raise its max_connections, or run fewer processes"),
)
"""What to do about what keeps one from being connected."""


class Ticket(Protocol):
    """A write, and the table that it is about."""

    code: str


Written = TypeVar("Written", bound=Ticket)


class Postgresql:
    """One database of a server."""

    faults: tuple[type[Exception], ...] = (psycopg.Error,)
    own_faults: tuple[type[Exception], ...] = (
        psycopg.IntegrityError,
        psycopg.DataError,
        psycopg.ProgrammingError,
        errors.DeadlockDetected,
        errors.LockNotAvailable,
    )

    undone: tuple[type[Exception], ...] = (errors.DeadlockDetected,)

    def __init__(self, url: URL) -> None:
        """:raises StoreUnavailableError: the address names another driver."""
        if url.drivername not in ("postgresql", "postgresql+psycopg"):
            raise StoreUnavailableError(
                f"{url.drivername} is not known here; begin with postgresql+psycopg://"
            )
        url = url.set(drivername="postgresql+psycopg")
        self._name = url.database or url.username or ""
        self._where = f"{url.host or 'this machine'}{f':{url.port}' if url.port else ''}"
        self._arguments = {name: value for name, value in _CONNECT_ARGUMENTS.items() if name not in url.query}
        self.engine = create_engine(
            url,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=POOL_SECONDS,
            pool_use_lifo=True,
            connect_args=self._arguments,
        )
        self.reading: Engine = self.engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        self.single: Engine = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        event.listen(self.engine, "connect", _configure)
        event.listen(self.engine, "handle_error", _notice)

    def in_place(self) -> None:
        """It has no file that could be another one."""

    def begin(self, connection: Connection) -> None:
        """The driver begins a transaction with its first statement."""

    def ordered(self, batch: list[Written]) -> list[Written]:
        """By their codes: two processes that hold tables until they commit never wait for one another."""
        return sorted(batch, key=lambda ticket: ticket.code)

    def tell(self, connection: Connection, news: list[str]) -> None:
        """All of one commit in as few notices as will hold it: each takes a lock of the whole server at the commit."""
        words = list(news)
        while words:
            pulses.run(connection, _NOTIFY, {"channel": CHANNEL, "news": ",".join(words[:_MOST_NEWS])})
            del words[:_MOST_NEWS]

    def connect_arguments(self) -> dict[str, Any]:
        """What `psycopg.connect` takes."""
        return {**self.engine.dialect.create_connect_args(self.engine.url)[1], **self._arguments}

    def is_cut(self, connection: Connection, error: BaseException) -> bool:
        """Is the connection lost, and with it what was not committed?"""
        if connection.invalidated or isinstance(error, _SHUT_DOWN):
            return True
        driver: psycopg.Connection = driver_of(connection)
        return driver.closed

    def look(self) -> None:
        """Check that it is a database of the companion.

        :raises StoreUnavailableError: it is not.
        """
        with self.engine.connect() as connection:
            layout(connection.exec_driver_sql, _TABLES_THERE)

    def lay_out(self) -> None:
        """Lay out what is missing; one process at a time.

        :raises OlderLayoutError: an earlier version wrote it, so it must be upgraded.
        """
        with self.engine.begin() as connection:
            check_fit(connection)
            connection.execute(select(func.pg_advisory_xact_lock(LAYING_OUT)))
            version = layout(connection.exec_driver_sql, _TABLES_THERE)
            if version is None:
                metadata.create_all(connection)
                connection.execute(insert(sql.versions), {"version_num": str(LAYOUT)})
            elif version < LAYOUT:
                raise OlderLayoutError(version)
            _check_rights(connection)

    def upgrade(self, run: Callable[[Connection], None]) -> int | None:
        """Bring it to today's layout, in one transaction and by one process alone. Returns the version it had; None:
        it has today's, or nothing is laid out. run: brings an open transaction's database there.

        :raises StoreUnavailableError: it is as it was.
        """
        with self.engine.begin() as connection:
            check_fit(connection)
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
            connection.execute(select(func.pg_advisory_xact_lock(LAYING_OUT)))
            before = layout(connection.exec_driver_sql, _TABLES_THERE)
            if before is None or before == LAYOUT:
                return None
            run(connection)
            return before

    def fault(self, error: BaseException) -> StoreUnavailableError:
        """What PostgreSQL or its driver says, in a sentence."""
        primary = error.diag.message_primary if isinstance(error, psycopg.Error) else None
        said = " ".join((primary or str(error)).split())
        match error:
            case errors.DiskFull():
                return StoreFullError("the disk is full")
            case errors.InsufficientPrivilege():
                return StoreUnavailableError(
                    f"{said} in database {self._name}: give this user the right to create and to use its tables"
                )
            case psycopg.Error(sqlstate=None) | psycopg.OperationalError():
                return StoreUnavailableError(f"PostgreSQL at {self._where}: {_reason(str(error))}")
        return StoreUnavailableError(f"PostgreSQL at {self._where}: {said}")

    def close(self) -> None:
        """Nothing is held open."""


def _notice(context: ExceptionContext) -> None:
    """A server that says goodbye is gone, though the connection is not cut yet."""
    if isinstance(context.original_exception, _SHUT_DOWN):
        context.is_disconnect = True


class _Words(StrDumperUnknown):
    """Texts that somebody has sent. PostgreSQL holds no NUL character in a text: the replacement character goes in its
    place, so that nothing is found with it, and nothing fails."""

    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace("\0", "\ufffd"))


def _configure(connection: Any, _record: Any) -> None:
    connection.adapters.register_dumper(str, _Words)
    for name, value in _SETTINGS.items():
        connection.execute(f"SET {name} = '{value}'")
    connection.commit()


class _Server(NamedTuple):
    version: int
    encoding: str
    only_read: str
    schema: str | None


def check_fit(connection: Connection) -> None:
    """Check that tables can be kept there.

    :raises StoreUnavailableError: it is too old, has another encoding, or may only be read.
    """
    asked = (
        "SELECT current_setting('server_version_num')::int, current_setting('server_encoding'), "
        "current_setting('transaction_read_only'), current_schema()"
    )
    found = _Server._make(connection.exec_driver_sql(asked).one())
    if found.version // 10_000 < OLDEST:
        raise StoreUnavailableError(
            f"that is PostgreSQL {found.version // 10_000}; the companion needs {OLDEST} or newer"
        )
    if found.encoding != "UTF8":
        raise StoreUnavailableError(f"the database is in {found.encoding}; make it with ENCODING 'UTF8'")
    if found.only_read == "on":
        raise StoreUnavailableError("the database may only be read; name the one that is written to")
    if found.schema is None:
        raise StoreUnavailableError(
            "the user's search_path names no schema that is there; set one, such as public"
        )


def _check_rights(connection: Connection) -> None:
    """Check that every table may be read and written, now and not at the first move.

    :raises StoreUnavailableError: one may not.
    """
    asked = (
        "SELECT name FROM unnest(%(names)s::text[]) AS name WHERE NOT "
        "(has_table_privilege(name, 'SELECT') AND has_table_privilege(name, 'INSERT') "
        "AND has_table_privilege(name, 'UPDATE') AND has_table_privilege(name, 'DELETE'))"
    )
    lacking = connection.exec_driver_sql(asked, {"names": list(metadata.tables)}).scalars().all()
    if lacking:
        user = connection.exec_driver_sql("SELECT current_user").scalar()
        words = f"user {user} may not read and write {', '.join(sorted(lacking))}"
        raise StoreUnavailableError(f"{words}: grant SELECT, INSERT, UPDATE and DELETE on them")


def _reason(said: str) -> str:
    """Why it could not be reached, of what may be several lines with the addresses that were tried; and what to do."""
    found = re.search(r"FATAL:\s+(.+)", said) or re.search(r".*failed: (.+)", said)
    reason = (found[1] if found else said.split("\n")[0]).strip()
    advice = next((f"; {what}" for word, what in _ADVICE if word in reason.lower()), "")
    return reason[:1].lower() + reason[1:] + advice
