"""How often something was asked for from an address, counted for all processes in one place."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select, tuple_

from companion.store import pulses
from companion.store.shared_schema import NOW, rates

_HIT = """
    INSERT INTO rate (what, address, minute, number)
    VALUES (
        %(what)s, %(address)s,
        (floor(extract(epoch FROM clock_timestamp()) / 60 / %(minutes)s::int)::bigint + 1) * %(minutes)s::int - 1,
        %(number)s
    )
    ON CONFLICT (what, address, minute) DO UPDATE SET number = rate.number + excluded.number RETURNING number
"""
"""What is counted over several minutes stands at the last of them, so that it is not over before they are."""
_t = rates.c
_MINUTE = func.floor(NOW / 60)


def hit(c: Connection, what: str, address: str, minutes: int, number: int) -> int:
    """Count so many more in these minutes of the database's clock; returns how many there are now."""
    given = {"what": what, "address": address, "minutes": minutes, "number": number}
    found = pulses.run(c, _HIT, given).fetchone()
    return int(found[0])


def tidy(c: Connection) -> None:
    """Forget the minutes that are over; rows that another process holds just now stay."""
    key = (_t.what, _t.address, _t.minute)
    over = select(*key).where(_t.minute < _MINUTE).order_by(*key).with_for_update(skip_locked=True)
    c.execute(delete(rates).where(tuple_(*key).in_(over)))
