"""Evenings that are over, as rows: kept, found, and gone with what they follow from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    not_,
    or_,
    select,
    union,
    update,
)

from companion.store import StoredEvening, Wanted, between_lines
from companion.store import schema as sql


def keep(c: Connection, evening: StoredEvening) -> None:
    """Keep an evening, in place of the table's older one; nothing, if the table is not over any more."""
    t = sql.tables.c
    status = c.execute(select(t.status).where(t.code == evening.code)).scalar()
    drop(c, evening.code)
    if status == "finished":
        c.execute(insert(sql.evenings), [evening._asdict()])


def drop(c: Connection, code: str) -> None:
    """Forget a table's evening: the table is not over any more."""
    c.execute(delete(sql.evenings).where(sql.evenings.c.code == code))


def find(c: Connection, wanted: Wanted) -> list[StoredEvening]:
    """The evenings that are wanted, the newest first; the same evening at several tables once, as the earliest has it,
    unless all are wanted."""
    return list(map(StoredEvening._make, c.execute(_query(wanted)).all()))


def _query(wanted: Wanted) -> Select[object]:
    t, other = sql.evenings.c, sql.evenings.alias()
    earlier = or_(
        other.c.created_at < t.created_at,
        and_(other.c.created_at == t.created_at, other.c.code < t.code),
    )
    twin = select(other.c.code).where(other.c.played == t.played, earlier)
    conditions: list[ColumnElement[bool]] = [t.played != ""]
    if wanted.codes is not None:
        conditions.append(t.code.in_(wanted.codes))
        twin = twin.where(other.c.code.in_(wanted.codes))
    if wanted.game is not None:
        conditions.append(t.game == wanted.game)
    if wanted.person is not None:
        conditions.append(t.names.contains(between_lines([wanted.person]), autoescape=True))
    if wanted.before is not None:
        at, _, code = wanted.before.partition(" ")
        conditions.append(or_(t.finished_at < at, and_(t.finished_at == at, t.code > code)))
    if not wanted.twins:
        conditions.append(not_(exists(twin)))
    query = select(sql.evenings).where(*conditions)
    return query.order_by(t.finished_at.desc(), t.code).limit(wanted.limit)


def unreckoned(
    c: Connection, form: int, marks: Iterable[str], games: Iterable[str], limit: int
) -> tuple[list[str], int]:
    """The codes of finished tables of these games without an evening of that form, the newest first and so many at
    most; and how many there are."""
    t, kept = sql.tables.c, sql.evenings.c
    there = select(kept.code).where(kept.code == t.code, kept.form == form)
    lacking = [t.status == "finished", t.game.in_(tuple(games)), not_(exists(there))]
    lacking += [not_(t.options.contains(f'"{mark}": true')) for mark in marks]
    query = select(t.code).where(*lacking).order_by(t.created_at.desc()).limit(limit)
    codes = list(c.execute(query).scalars())
    if len(codes) < limit:
        return codes, len(codes)
    return codes, c.execute(select(func.count()).select_from(sql.tables).where(*lacking)).scalar_one()


def held(c: Connection, hashes: Iterable[str]) -> set[str]:
    """The codes of tables of which one of these is the hash of the host's key or of a seat's."""
    hosts, seats, keys = sql.tables.c, sql.seats.c, list(hashes)
    hosted = select(hosts.code).where(hosts.host_hash.in_(keys))
    return set(c.execute(union(hosted, select(seats.code).where(seats.key_hash.in_(keys)))).scalars())


def seats_of_finished(c: Connection) -> list[tuple[str, int, str]]:
    """Code, seat and name of everybody at a table that is over."""
    s, t = sql.seats.c, sql.tables.c
    query = select(s.code, s.seat, s.name).join(sql.tables, t.code == s.code).where(t.status == "finished")
    return [(row.code, row.seat, row.name) for row in c.execute(query)]


def colours(c: Connection, codes: Sequence[str]) -> dict[tuple[str, int], str]:
    """The colour of each seat at these tables, by code and number."""
    s = sql.seats.c
    query = select(s.code, s.seat, s.colour).where(s.code.in_(codes))
    return {(row.code, row.seat): row.colour for row in c.execute(query)}


def call(c: Connection, names: Iterable[tuple[str, int, str]], evenings: Iterable[StoredEvening]) -> None:
    """Give these seats other names, by code and number, and replace these evenings."""
    s, t = sql.seats.c, sql.evenings.c
    seats = [{"of": code, "at": seat, "called": name} for code, seat, name in names]
    if seats:
        changed = update(sql.seats).where(s.code == bindparam("of"), s.seat == bindparam("at"))
        c.execute(changed.values(name=bindparam("called")), seats)
    for evening in evenings:
        c.execute(
            update(sql.evenings).where(t.code == evening.code).values(names=evening.names, body=evening.body)
        )
