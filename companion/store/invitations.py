"""What the six digits of many tables follow from, in one query: no game is read for it."""

from __future__ import annotations

from sqlalchemy import Connection, func, or_, select

from companion.store import Invited
from companion.store import schema as sql
from companion.store import shared_schema as shared


def newest(c: Connection, since: str, limit: int) -> list[Invited]:
    """Of the tables created last, at most `limit`, those that were created or had an entry since then."""
    t, line, p = sql.tables.c, sql.lines.c, shared.pulse.c
    last = (
        select(t.code, t.created_at, t.join_epoch).order_by(t.created_at.desc(), t.code).limit(limit)
    ).subquery()
    entered = (
        select(line.at).where(line.code == last.c.code).order_by(line.revision.desc()).limit(1)
    ).scalar_subquery()
    query = (
        # where one process alone serves there are no pulses
        select(last.c.code, last.c.join_epoch, func.coalesce(p.wrong_digits, 0))
        .outerjoin(shared.pulse, p.code == last.c.code)
        .where(or_(last.c.created_at >= since, entered >= since))
    )
    return [Invited(*row) for row in c.execute(query)]
