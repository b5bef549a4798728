"""The boxes that somebody wrote for this installation."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, delete, func, insert, select, update

from companion.store import KeptBox
from companion.store import schema as sql


def all_boxes(c: Connection) -> list[KeptBox]:
    """All of them, by name."""
    return [
        KeptBox(row.name, row.body, row.at) for row in c.execute(select(sql.boxes).order_by(sql.boxes.c.name))
    ]


def find(c: Connection, name: str) -> KeptBox | None:
    """The box of that name."""
    row = c.execute(select(sql.boxes).where(sql.boxes.c.name == name)).first()
    return KeptBox(row.name, row.body, row.at) if row else None


def keep(c: Connection, name: str, body: str, most: int) -> KeptBox | None:
    """Keep a box, in place of the one of that name; None: it would be one more than `most`."""
    kept = KeptBox(name, body, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"))
    values = {"body": kept.body, "at": kept.at}
    if not c.execute(update(sql.boxes).where(sql.boxes.c.name == name).values(values)).rowcount:
        if (c.execute(select(func.count()).select_from(sql.boxes)).scalar() or 0) >= most:
            return None
        c.execute(insert(sql.boxes), [{"name": name, **values}])
    return kept


def drop(c: Connection, name: str) -> bool:
    """Forget a box; returns whether there was one."""
    return c.execute(delete(sql.boxes).where(sql.boxes.c.name == name)).rowcount > 0
