"""Which table changed what the installation knows of a printed board, and from what: so it can be taken back.

A lesson is a change of one fact, as JSON before and after; None: it was not, or is no more, known. What the admin
teaches is no lesson: it stands, whatever is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.engine import RowMapping

from companion.store import Lessons
from companion.store import schema as sql

MOST = 20_000
"""Lessons of a game that are kept, the newest; far more than tables of a club teach in years."""
_L = sql.atlas_lesson.c


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What a fact is to be again; None: unknown."""

    named: Mapping[str, str]
    value: str | None


def keep(
    c: Connection, code: str, named: Mapping[str, str], before: str | None, after: str | None, at: str
) -> None:
    """Write down that a table changed a fact. named: game, section, row and fact. Who changes their own mind leaves one
    lesson."""
    if not code or before == after:
        return
    last = (
        c.execute(select(sql.atlas_lesson).where(*_of(named)).order_by(_L.id.desc()).limit(1))
        .mappings()
        .first()
    )
    if last is not None and last["code"] == code and last["after"] == before:
        c.execute(update(sql.atlas_lesson).where(_L.id == last["id"]).values(after=after, at=at))
        return
    added = c.execute(
        insert(sql.atlas_lesson), {**named, "code": code, "before": before, "after": after, "at": at}
    )
    assert added.inserted_primary_key is not None
    c.execute(
        delete(sql.atlas_lesson).where(
            _L.game == named["game"], _L.id <= added.inserted_primary_key[0] - MOST
        )
    )


def tables(c: Connection, game: str) -> list[Lessons]:
    """The tables that taught something of a game's board, who taught last first."""
    query = select(_L.code, func.count(), func.max(_L.at)).where(_L.game == game).group_by(_L.code)
    found = [Lessons(code, number, at) for code, number, at in c.execute(query)]
    return sorted(found, key=lambda lessons: lessons.at, reverse=True)


def take_back(
    c: Connection, game: str, code: str, current: Mapping[tuple[str, str, str], str]
) -> Iterator[TakenBack]:
    """Forget the lessons of a table, and say which facts are to be what. What somebody else has changed since stays;
    were theirs taken back too, it would be what it was before both. current: all that was taught, as JSON."""
    now = dict(current)
    query = select(sql.atlas_lesson).where(_L.game == game, _L.code == code).order_by(_L.id.desc())
    for lesson in c.execute(query).mappings().all():
        named = {name: str(lesson[name]) for name in ("game", "section", "row", "fact")}
        c.execute(delete(sql.atlas_lesson).where(_L.id == lesson["id"]))
        later = _next(c, named, lesson)
        at = (named["section"], named["row"], named["fact"])
        if later is not None:
            c.execute(update(sql.atlas_lesson).where(_L.id == later["id"]).values(before=lesson["before"]))
        elif now.get(at) == lesson["after"]:
            yield TakenBack(named, lesson["before"])
            now.pop(at, None)
            if lesson["before"] is not None:
                now[at] = lesson["before"]


def _next(c: Connection, named: Mapping[str, str], lesson: RowMapping) -> RowMapping | None:
    query = select(sql.atlas_lesson).where(*_of(named), _L.id > lesson["id"]).order_by(_L.id).limit(1)
    found = c.execute(query).mappings().first()
    return found if found is not None and found["before"] == lesson["after"] else None


def _of(named: Mapping[str, str]) -> list[ColumnElement[bool]]:
    return [sql.atlas_lesson.c[name] == named[name] for name in ("game", "section", "row", "fact")]
