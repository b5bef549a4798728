"""Statements that every move runs: their words are made of the layout once, and go to the driver as they are."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from sqlalchemy import ClauseElement, Connection
from sqlalchemy.dialects import postgresql, sqlite


class DuplicateError(Exception):
    """There is a row of that primary key."""


def driver_of(connection: Connection) -> Any:
    """The driver's own connection beneath this one: of `sqlite3` or of `psycopg`."""
    return connection.connection.driver_connection


class Prepared:
    """A statement whose SQL is compiled once, for what every move writes: it skips all that SQLAlchemy would work out
    at each call, and the database keeps it prepared."""

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._words = str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))
        self._words_there = ""
        """The same for PostgreSQL, compiled when it is first wanted."""

    def run(self, connection: Connection, values: Mapping[str, object]) -> Any:
        """Run it, and return the driver's cursor. values: for an insert, those of every column.

        :raises DuplicateError: there is a row with that primary key.
        """
        driver = driver_of(connection)
        if not isinstance(driver, sqlite3.Connection):
            return self._run_there(driver, values)
        try:
            return driver.execute(self._words, values)
        except sqlite3.IntegrityError as error:
            raise DuplicateError from error

    def _run_there(self, driver: Any, values: Mapping[str, object]) -> Any:
        from psycopg.errors import UniqueViolation  # it need not be installed

        if not self._words_there:
            dialect = postgresql.dialect(paramstyle="pyformat")  # type: ignore[no-untyped-call]  # it is said nowhere
            self._words_there = str(self._statement.compile(dialect=dialect))
        try:
            return driver.execute(self._words_there, values)
        except UniqueViolation as error:
            raise DuplicateError from error
