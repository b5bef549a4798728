"""How often something was asked for from an address, counted for all processes in one place."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select, tuple_

from companion.store import pulses
from companion.store.shared_schema import NOW, rates

_HIT = """
    INSERT INTO rate (what, address, minute, number)
    VALUES (%(what)s, %(address)s, floor(extract(epoch FROM clock_timestamp()) / 60)::bigint, 1)
    ON CONFLICT (what, address, minute) DO UPDATE SET number = rate.number + 1 RETURNING number
"""
_t = rates.c
_MINUTE = func.floor(NOW / 60)


def hit(c: Connection, what: str, address: str) -> int:
    """Count one more in this minute of the database's clock; returns how many there are now."""
    found = pulses.run(c, _HIT, {"what": what, "address": address}).fetchone()
    return int(found[0])


def tidy(c: Connection) -> None:
    """Forget the minutes that are over; rows that another process holds just now stay."""
    key = (_t.what, _t.address, _t.minute)
    over = select(*key).where(_t.minute < _MINUTE).order_by(*key).with_for_update(skip_locked=True)
    c.execute(delete(rates).where(tuple_(*key).in_(over)))
