"""Tables, their seats, seeds and lines as rows of the database, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Row, Table, insert, select

from companion.store import Remembered, Seed, StoredSeat, StoredTable
from companion.store import schema as sql
from companion.table.journal import Kind, Line

AT_ONCE = 500
"""Rows in one statement: SQLite takes 32,766 values."""
_NEXT = "next_table"
"""Among a table's options as they are written stands also where its people play again: a column of its own would be one
that backups of earlier layouts lack, which are read before they are upgraded."""


def line_row(code: str, line: Line, body: str) -> dict[str, object]:
    """The row of a line. body: its body as JSON."""
    return {
        "code": code,
        "revision": line.revision,
        "at": line.at,
        "by": line.by,
        "kind": line.kind,
        "format": line.format,
        "body": body,
        "digest": line.digest,
    }


def insert_many(c: Connection, table: Table, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows, all with the same columns, of which there may be thousands.

    SQLite's driver would go through them one by one, and wait for its turn at the interpreter after each: while others
    are at work, ten thousand lines take it 0.6 s instead of 0.05, in which nobody else can write. So it is given few
    statements of many rows.
    """
    if c.dialect.name != "sqlite" or not rows:
        c.execute(insert(table), rows)
        return
    names = [column.name for column in table.columns if column.name in rows[0]]
    words = str(insert(table).compile(dialect=c.dialect, column_keys=names))
    begin, _, row = words.rpartition(" VALUES ")
    for first in range(0, len(rows), AT_ONCE):
        part = rows[first : first + AT_ONCE]
        values = tuple(each[name] for each in part for name in names)
        c.exec_driver_sql(f"{begin} VALUES {', '.join([row] * len(part))}", values)


class LineRow(NamedTuple):
    """A line as it is kept."""

    revision: int
    at: str
    by: str
    kind: Kind
    body: str
    digest: str
    format: int


def line(row: Row[object] | LineRow) -> Line:
    """A line as it was written; one whose body was damaged since has an empty one, which no line ever has."""
    try:
        body = json.loads(row.body)
    except ValueError:
        body = None
    kept = body if isinstance(body, dict) else {}
    return Line(row.revision, row.at, row.by, row.kind, kept, row.digest, row.format)


def table_row(table: StoredTable) -> dict[str, object]:
    """The row of a table, without what stands in tables of their own, such as its seats."""
    return {
        "code": table.code,
        "game": table.game,
        "created_at": table.created_at,
        "host_hash": table.host_hash,
        "join_epoch": table.join_epoch,
        "version": table.version,
        "status": table.status,
        "options": json.dumps({**table.options, **({_NEXT: table.next_table} if table.next_table else {})}),
    }


def seat_row(code: str, seat: StoredSeat) -> dict[str, object]:
    """The row of a seat."""
    hashes = {"key_hash": seat.key_hash, "handover_hash": seat.handover_hash}
    return {"code": code, "seat": seat.seat, "name": seat.name, "colour": seat.colour, **hashes}


def seed_row(code: str, seed: Seed) -> dict[str, object]:
    """The row of a seed."""
    return {"code": code, "dice_id": seed.dice_id, "secret": seed.secret, "since": seed.since}


def key_row(code: str, remembered: Remembered, revision: int) -> dict[str, object]:
    """The row of an idempotency key. revision: that of the line it made."""
    answered = {"body_hash": remembered.body_hash, "revision": revision}
    return {"code": code, "who": remembered.who, "key": remembered.key, **answered}


def stored(c: Connection, row: Row[object]) -> StoredTable:
    """The table of a row, with its seats and seeds."""
    seats = c.execute(select(sql.seats).where(sql.seats.c.code == row.code).order_by(sql.seats.c.seat))
    seeds = c.execute(select(sql.seeds).where(sql.seeds.c.code == row.code).order_by(sql.seeds.c.since))
    options = json.loads(row.options)
    next_table = options.pop(_NEXT, None)
    return StoredTable(
        code=row.code,
        game=row.game,
        created_at=row.created_at,
        host_hash=row.host_hash,
        join_epoch=row.join_epoch,
        version=row.version,
        options=options,
        seats=tuple(StoredSeat(s.seat, s.name, s.colour, s.key_hash, s.handover_hash) for s in seats),
        seeds=tuple(Seed(s.dice_id, bytes(s.secret), s.since) for s in seeds),
        status=row.status,
        next_table=next_table,
    )
