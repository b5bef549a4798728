"""What the installation was taught of printed boards, and what it took for right before."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from companion.store import FormerFact, TaughtFact
from companion.store import schema as sql
from companion.store.database import Prepared

_MOST_FORMER = 500
"""Former facts that are shown at the most."""

_INSERT_FACT = Prepared(insert(sql.atlas))
_FACT_NAME = (sql.atlas.c.game, sql.atlas.c.section, sql.atlas.c.row, sql.atlas.c.fact)
_FIND_FACT = Prepared(select(sql.atlas).where(*(column == bindparam(column.name) for column in _FACT_NAME)))
_COLUMNS = tuple(column.name for column in sql.atlas.c)


def all_facts(c: Connection, game: str) -> list[TaughtFact]:
    """What the installation was taught of a game's board."""
    query = select(sql.atlas).where(sql.atlas.c.game == game).order_by(sql.atlas.c.section, sql.atlas.c.row)
    return [TaughtFact(r.section, r.row, r.fact, json.loads(r.value)) for r in c.execute(query)]


def before(c: Connection, game: str) -> list[FormerFact]:
    """What it took for right before it was taught otherwise, the newest first."""
    query = (
        select(sql.atlas_history)
        .where(sql.atlas_history.c.game == game)
        .order_by(sql.atlas_history.c.id.desc())
        .limit(_MOST_FORMER)
    )
    return [
        FormerFact(TaughtFact(row["section"], row["row"], row["fact"], json.loads(row["value"])), row["at"])
        for row in c.execute(query).mappings().all()
    ]


def teach(c: Connection, game: str, facts: Sequence[TaughtFact]) -> None:
    """Remember facts; an older, different value goes into the history."""
    now = _now()
    for fact in facts:
        named = {"game": game, "section": fact.section, "row": fact.row, "fact": fact.fact}
        value = json.dumps(fact.value)
        found = _FIND_FACT.run(c, named).fetchone()
        if found is None:
            _INSERT_FACT.run(c, {**named, "value": value, "at": now})
        elif (row := dict(zip(_COLUMNS, found, strict=True)))["value"] != value:
            c.execute(insert(sql.atlas_history), row)
            same = [column == named[column.name] for column in _FACT_NAME]
            c.execute(update(sql.atlas).where(*same).values(value=value, at=now))


def forget(c: Connection, game: str, rows: Sequence[tuple[str, str]]) -> None:
    """Forget what was taught of these rows; it goes into the history."""
    for section, row in rows:
        same = [sql.atlas.c.game == game, sql.atlas.c.section == section, sql.atlas.c.row == row]
        for all_facts in c.execute(select(sql.atlas).where(*same)).mappings().all():
            if all_facts["fact"]:
                c.execute(insert(sql.atlas_history), dict(all_facts))
        c.execute(delete(sql.atlas).where(*same))


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
