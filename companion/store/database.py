"""The database itself: how it is read and written, and how its faults are reported.

Waiting writes of several tables share one transaction and one fsync: the first thread commits for all that came
meanwhile. Each of them goes on as soon as that is on the disk, and the one that has waited longest commits next, so no
thread whose write is done waits for the commit of another.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from companion.store import CodeTakenError, OvertakenError, RevisionTakenError, StoreUnavailableError
from companion.store.prepared import driver_of
from companion.store.sqlite import Sqlite

T = TypeVar("T")

MOST_AT_ONCE = 64
"""The most writes that share one transaction, so that the first of them does not wait for ever."""


class Ticket(Generic[T]):
    """A write that waits for its commit. `result`: what the job returned, once it is done without an error; `commits`:
    its thread is to commit for all that wait."""

    __slots__ = ("_called", "alone", "code", "commits", "done", "error", "job", "result")

    result: T

    def __init__(self, job: Callable[[Connection], T], code: str = "", *, alone: bool = False) -> None:
        """code: that of the table it is about; alone: it shares its transaction with no other write."""
        self.job, self.code, self.alone = job, code, alone
        self.error: BaseException | None = None
        self.done = False
        self.commits = False
        self._called = threading.Lock()
        self._called.acquire()

    def wait(self) -> None:
        """Wait until it is done, or until its thread is to commit. To be called once."""
        self._called.acquire()

    def call(self) -> None:
        """Let the thread that waits go on."""
        self._called.release()


class Kind(Protocol):
    """What differs between SQLite and PostgreSQL."""

    engine: Engine
    reading: Engine
    """The same, whose transactions see one moment and write nothing."""
    single: Engine
    """The same, whose statements are each a transaction of their own."""
    faults: tuple[type[Exception], ...]
    """What the driver raises."""
    own_faults: tuple[type[Exception], ...]
    """Those of them that one write alone has caused, so that the others of its transaction may be tried again."""

    undone: tuple[type[Exception], ...]
    """Those of them that have undone a transaction which may well succeed if it is tried again."""

    @property
    def in_place(self) -> Callable[[], None]:
        """Check that it is still what was opened.

        :raises StoreGoneError: it is not.
        """

    def begin(self, connection: Connection) -> None:
        """Begin a transaction that writes."""

    def ordered(self, batch: list[Ticket[Any]]) -> list[Ticket[Any]]:
        """The writes of a transaction, in the order in which they are to be carried out."""

    def tell(self, connection: Connection, news: list[str]) -> None:
        """Tell other processes this news, with the commit."""

    def connect_arguments(self) -> dict[str, Any]:
        """What the driver needs to connect; empty where there is nothing to connect to."""

    def is_cut(self, connection: Connection, error: BaseException) -> bool:
        """Is the connection lost, and with it what was not committed?"""

    def look(self) -> None:
        """Check that it is a database of the companion.

        :raises StoreUnavailableError: it is not.
        """

    def lay_out(self) -> None:
        """Make the tables that are missing.

        :raises StoreUnavailableError: it cannot be written.
        """

    def fault(self, error: BaseException) -> StoreUnavailableError:
        """What the driver raised, in the store's own words."""

    def close(self) -> None:
        """Let go of what is held open."""


class Database:
    """One database, read by everybody and written by one at a time."""

    def __init__(self, url: str, *, reading: bool = False) -> None:
        """Open the database and make the tables that are missing. reading: only read, and change nothing.

        :raises StoreUnavailableError: if it cannot be opened or written.
        """
        self._kind = _kind(read_url(url), reading)
        self._engine = self._kind.engine
        self._waiting: deque[Ticket[Any]] = deque()
        self._queue = threading.Lock()
        """Held for a moment, while it is settled who commits."""
        self._committing = False
        self._writer = threading.Lock()
        """Held by who uses the connection that writes."""
        self._writing: Connection | None = None
        self.news: list[str] = []
        """What the writes of one transaction tell other processes."""
        self._at_commit = False
        """Whoever was cut off now does not know whether it was written."""
        with self._faults():
            if reading:
                self._kind.look()
            else:
                self._kind.lay_out()

    def in_place(self) -> None:
        """Check that the file that was opened is still the one in its place.

        :raises StoreGoneError: it is not.
        """
        self._kind.in_place()

    def read(self, job: Callable[[Connection], T]) -> T:
        """What the job reads, in one transaction."""
        with self._faults():
            try:
                with self._kind.reading.connect() as connection:
                    return job(connection)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
            with self._kind.reading.connect() as connection:  # the connection was cut while it lay idle
                return job(connection)

    def ask(self, words: str, given: Mapping[str, object]) -> list[tuple[Any, ...]]:
        """The rows that a statement returns, which goes to the driver as it is."""
        with self._faults():
            try:
                return self._asked(words, given)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
            return self._asked(words, given)

    def _asked(self, words: str, given: Mapping[str, object]) -> list[tuple[Any, ...]]:
        with self._kind.single.connect() as connection:
            return [tuple(row) for row in connection.exec_driver_sql(words, dict(given))]

    def connect_arguments(self) -> dict[str, Any]:
        """What the driver needs for one more connection to it."""
        return self._kind.connect_arguments()

    def write(self, job: Callable[[Connection], T], code: str = "", *, alone: bool = False) -> T:
        """Write, and return when it is on the disk. code, alone: see `Ticket`."""
        ticket = Ticket(job, code, alone=alone)
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
        """Let the thread that has waited longest commit from now on."""
        with self._queue:
            self._committing = bool(self._waiting)
            if self._committing:
                self._waiting[0].commits = True
                self._waiting[0].call()

    def _commit_waiting(self) -> None:
        """Commit for every thread that waits, this one first. The caller holds the writer."""
        batch: list[Ticket[Any]] = []
        while self._waiting and len(batch) < MOST_AT_ONCE and not (batch and self._waiting[0].alone):
            batch.append(self._waiting.popleft())
            if batch[0].alone:
                break
        if not self._committed(batch):
            for ticket in batch:
                self._committed([ticket])
        for ticket in batch:
            if not ticket.commits:
                ticket.call()

    def _committed(self, batch: list[Ticket[Any]]) -> bool:
        """Carry out some writes in one transaction. Returns False if nothing was written for a reason that may be one
        write's alone: then each is to be written by itself, lest it take the others down with it."""
        try:
            with self._faults():
                self._transact_again(batch)
        except BaseException as error:
            for ticket in batch:
                ticket.error = None
            if not isinstance(error, RevisionTakenError | CodeTakenError):
                self._drop_writing(error)
            if len(batch) > 1 and self._is_of_one(error):
                return False
            for ticket in batch:
                ticket.error = error
        for ticket in batch:
            ticket.done = True
        return True

    def _transact_again(self, batch: list[Ticket[Any]]) -> None:
        """Carry out all of the writes, or none. Where the connection was cut before the commit, or the database has
        undone the transaction, nothing of it is there, and it is tried once more."""
        for tries_left in (1, 0):
            if self._writing is None:
                self._writing = self._engine.connect().execution_options(writes=True)
            try:
                return self._transact(self._writing, batch)
            except Exception as error:  # whatever the driver or a job raises; it is raised again below
                lost = self._kind.is_cut(self._writing, error) or isinstance(
                    _of_driver(error), self._kind.undone
                )
                if not tries_left or self._at_commit or not lost:
                    raise
                self._drop_writing(error)
        return None

    def _transact(self, connection: Connection, batch: list[Ticket[Any]]) -> None:
        """Carry out all of the writes, or none."""
        self._at_commit = False
        self.news.clear()
        self._kind.begin(connection)
        try:
            for ticket in self._kind.ordered(batch):
                try:
                    ticket.result = ticket.job(connection)
                except OvertakenError as error:
                    if len(batch) == 1:
                        raise
                    ticket.error = error  # it has written nothing
            if self.news:
                self._kind.tell(connection, self.news)
            self._kind.in_place()  # before the commit, so that nothing is kept that nobody is told of
        except BaseException:
            with contextlib.suppress(Exception):  # what went wrong is said, and not what follows from it
                _ending(connection).rollback()
            raise
        self._at_commit = True
        _ending(connection).commit()

    def _drop_writing(self, error: BaseException | None = None) -> None:
        if self._writing is not None:
            with contextlib.suppress(SQLAlchemyError):
                if error is not None and self._kind.is_cut(self._writing, error):
                    self._writing.invalidate()
                    self._engine.dispose()  # the connections that lie idle are cut as well
                self._writing.close()
            self._writing = None

    def _is_of_one(self, error: BaseException) -> bool:
        """Is this the fault of one write, such as a race that it lost, and not of the database?"""
        if isinstance(error, StoreUnavailableError):
            return isinstance(_of_driver(error.__cause__), self._kind.own_faults)
        return isinstance(error, Exception)

    @contextlib.contextmanager
    def _faults(self) -> Iterator[None]:
        """Turns a fault of the database into StoreUnavailableError."""
        try:
            yield
        except DBAPIError as error:
            raise self._kind.fault(error.orig or error) from error
        except self._kind.faults as error:
            raise self._kind.fault(error) from error
        except SQLAlchemyError as error:
            raise StoreUnavailableError(type(error).__name__) from error

    def close(self) -> None:
        """Let go of the database."""
        with self._writer:
            self._drop_writing()
        self._kind.close()
        self._engine.dispose()


def _of_driver(error: BaseException | None) -> BaseException | None:
    return error.orig if isinstance(error, DBAPIError) else error


def read_url(url: str) -> URL:
    """The URL of a database, read.

    :raises StoreUnavailableError: it is not a URL.
    """
    try:
        return make_url(url)
    except SQLAlchemyError as error:  # which may hold a password
        words = "that is no database's URL; it looks like sqlite:///FILE or postgresql://USER@HOST/DATABASE"
        raise StoreUnavailableError(words) from error


def check_known(url: URL) -> None:
    """:raises StoreUnavailableError: it is none of the databases that tables are kept in."""
    if (name := url.get_backend_name()) not in ("sqlite", "postgresql"):
        raise StoreUnavailableError(f"tables are kept in SQLite or in PostgreSQL, not in {name}")


def _kind(url: URL, reading: bool) -> Kind:
    """:raises StoreUnavailableError: it is of no kind that is known."""
    check_known(url)
    if url.get_backend_name() == "sqlite":
        return Sqlite(url, reading=reading)
    from companion.store.postgresql import Postgresql  # whose driver need not be installed

    return Postgresql(url)


def _ending(connection: Connection) -> Any:
    """What ends a transaction: SQLAlchemy, if it was used meanwhile and takes the transaction for its own; else the
    driver."""
    return connection if connection.in_transaction() else driver_of(connection)
