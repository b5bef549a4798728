"""Rolls without a table, as rows: any process may be asked for one, and it falls once."""

from __future__ import annotations

import json
from dataclasses import replace

from sqlalchemy import Connection, Row, delete, insert, select, update

from companion.store.shapes import ROLL_SECONDS, ROLLS, Roll
from companion.store.shared_schema import NOW, rolls

_r = rolls.c
_FRESH = _r.made >= NOW - ROLL_SECONDS


def find(c: Connection, wanted: str) -> Roll | None:
    """The roll of that id; None: there is none, or it is too old."""
    row = c.execute(select(rolls).where(_r.id == wanted, _FRESH)).first()
    return _roll(row) if row else None


def keep(c: Connection, roll: Roll, after: str | None) -> Roll:
    """Keep a new roll. after: the id of the roll that it follows; if another one follows that already, returns it."""
    if after is not None:
        was = select(_r.next).where(_r.id == after).with_for_update()
        there = c.execute(was).scalar()
        if there is not None and (found := find(c, there)) is not None:
            return found
        c.execute(update(rolls).where(_r.id == after).values(next=roll.id))
    made = c.execute(insert(rolls).values(**_row(roll)).returning(_r.made)).scalar_one()
    return replace(roll, made=made)


def fall(c: Connection, wanted: str) -> None:
    """Let the dice of a roll fall, if they have not yet."""
    c.execute(update(rolls).where(_r.id == wanted).values(rolled=1))


def tidy(c: Connection) -> None:
    """Forget rolls that are too old or too many; rows that another process holds just now stay."""
    newest = select(_r.id).order_by(_r.made.desc(), _r.id).limit(ROLLS)
    over = (
        select(_r.id).where(_r.id.not_in(newest) | ~_FRESH).order_by(_r.id).with_for_update(skip_locked=True)
    )
    c.execute(delete(rolls).where(_r.id.in_(over)))


def _row(roll: Roll) -> dict[str, object]:
    return {
        "id": roll.id,
        "game": roll.game,
        "tool": roll.tool,
        "purpose": roll.purpose,
        "faces": json.dumps(roll.faces),
        "seed": roll.seed,
        "made": NOW,
        "rolled": 0,
    }


def _roll(row: Row[tuple[object, ...]]) -> Roll:
    return Roll(
        row.id, row.game, row.tool, row.purpose, tuple(json.loads(row.faces)), bytes(row.seed), row.made,
        bool(row.rolled), row.next,
    )  # fmt: skip
