"""What the installation was taught of printed boards, and what it believed before."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select, update

from companion.store import FormerFact, TaughtFact, lessons
from companion.store import schema as sql
from companion.store.prepared import Prepared

_MOST_FORMER = 500
"""Former facts that are shown, at most."""
MOST_KEPT = 20_000
"""Former facts that are kept, of all games."""

_INSERT_FACT = Prepared(insert(sql.atlas))
_FACT_NAME = (sql.atlas.c.game, sql.atlas.c.section, sql.atlas.c.row, sql.atlas.c.fact)
_FIND_FACT = Prepared(select(sql.atlas).where(*(column == bindparam(column.name) for column in _FACT_NAME)))
_NAMED = tuple(column.name for column in _FACT_NAME)
_COLUMNS = tuple(column.name for column in sql.atlas.c)


def all_facts(c: Connection, game: str) -> list[TaughtFact]:
    """What the installation was taught of a game's board."""
    query = select(sql.atlas).where(sql.atlas.c.game == game).order_by(sql.atlas.c.section, sql.atlas.c.row)
    return [TaughtFact(r.section, r.row, r.fact, json.loads(r.value)) for r in c.execute(query)]


def before(c: Connection, game: str) -> list[FormerFact]:
    """What the installation believed before it was taught otherwise, the newest first."""
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


def teach(c: Connection, game: str, facts: Sequence[TaughtFact], code: str) -> None:
    """Remember facts; an older, different value goes into the history. code: the table that teaches; empty: the
    admin."""
    now = _now()
    for fact in facts:
        named = {"game": game, "section": fact.section, "row": fact.row, "fact": fact.fact}
        value = json.dumps(fact.value)
        found = _FIND_FACT.run(c, named).fetchone()
        row = dict(zip(_COLUMNS, found, strict=True)) if found is not None else None
        if row is None:
            _INSERT_FACT.run(c, {**named, "value": value, "at": now})
        elif row["value"] != value:
            _former(c, row)
            c.execute(update(sql.atlas).where(*_same(named)).values(value=value, at=now))
        lessons.keep(c, code, named, row["value"] if row else None, value, now)


def forget(c: Connection, game: str, rows: Sequence[tuple[str, str]], code: str) -> None:
    """Forget what was taught of these rows; it goes into the history. code: as in `teach`."""
    now = _now()
    for section, row in rows:
        same = [sql.atlas.c.game == game, sql.atlas.c.section == section, sql.atlas.c.row == row]
        for fact in c.execute(select(sql.atlas).where(*same)).mappings().all():
            if fact["fact"]:
                _former(c, dict(fact))
            lessons.keep(c, code, {name: fact[name] for name in _NAMED}, fact["value"], None, now)
        c.execute(delete(sql.atlas).where(*same))


def unteach(c: Connection, game: str, code: str) -> None:
    """Take back what a table taught; it goes into the history."""
    now, query = _now(), select(sql.atlas).where(sql.atlas.c.game == game)
    known = {(row["section"], row["row"], row["fact"]): row for row in c.execute(query).mappings()}
    for back in lessons.take_back(c, game, code, {at: row["value"] for at, row in known.items()}):
        at = (back.named["section"], back.named["row"], back.named["fact"])
        row = known.pop(at, None)
        if row is not None and row["fact"]:
            _former(c, dict(row))
        c.execute(delete(sql.atlas).where(*_same(back.named)))
        if back.value is not None:
            _INSERT_FACT.run(c, {**back.named, "value": back.value, "at": now})


def _same(named: Mapping[str, str]) -> list[ColumnElement[bool]]:
    return [column == named[column.name] for column in _FACT_NAME]


def _former(c: Connection, row: Mapping[str, object]) -> None:
    """Put a fact into the history, which keeps only so many that nobody can fill the disk with it."""
    added = c.execute(insert(sql.atlas_history), dict(row))
    assert added.inserted_primary_key is not None
    t = sql.atlas_history.c
    c.execute(
        delete(sql.atlas_history).where(
            t.game == row["game"], t.id <= added.inserted_primary_key[0] - MOST_KEPT
        )
    )


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
