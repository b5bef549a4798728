"""What matters of a table only during its evening, as rows, so that several processes know of it: who listens where,
who asks for a seat, and when a phone came and went. And the processes themselves."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, delete, insert, select, update

from companion.store import shared_schema as shared
from companion.store.shapes import HOST, Request, StoredTable


def read(c: Connection, table: StoredTable) -> StoredTable:
    """The table with what is kept here of it besides: counts, times and requests."""
    p, t, r = shared.pulse.c, shared.seat_times.c, shared.requests.c
    counts = c.execute(select(p.version, p.edition, p.wrong_digits).where(p.code == table.code)).one()
    times = c.execute(select(t.seat, t.claimed, t.gone).where(t.code == table.code)).all()
    asked = c.execute(select(shared.requests).where(r.code == table.code).order_by(r.asked, r.id)).all()
    known = {seat: (claimed, gone) for seat, claimed, gone in times}
    return replace(
        table,
        version=counts.version,
        edition=counts.edition,
        wrong_digits=counts.wrong_digits,
        seats=tuple(
            replace(seat, claimed=known[seat.seat][0], gone=known[seat.seat][1])
            if seat.seat in known
            else seat
            for seat in table.seats
        ),
        requests=tuple(_request(row._asdict()) for row in asked),
        host_gone=known[HOST][1] if HOST in known else None,
    )


def _request(row: dict[str, object]) -> Request:
    answer = row.pop("answer")
    row.pop("code")
    return Request(**row, answer=None if answer is None else bool(answer))  # type: ignore[arg-type]  # as it was kept


def keep(c: Connection, table: StoredTable) -> None:
    """Replace what is kept here of a table. The caller holds its pulse."""
    c.execute(
        update(shared.pulse).where(shared.pulse.c.code == table.code).values(wrong_digits=table.wrong_digits)
    )
    keep_times(c, table)
    c.execute(delete(shared.requests).where(shared.requests.c.code == table.code))
    if table.requests:
        c.execute(insert(shared.requests), [_row(table.code, request) for request in table.requests])


def _row(code: str, request: Request) -> dict[str, object]:
    answer = None if request.answer is None else int(request.answer)
    return {
        "code": code,
        "id": request.id,
        "seat": request.seat,
        "pin": request.pin,
        "key_hash": request.key_hash,
        "asked": request.asked,
        "until": request.until,
        "answer": answer,
        "answered": request.answered,
    }


def keep_times(c: Connection, table: StoredTable) -> None:
    """Keep when phones came and went."""
    t = shared.seat_times
    c.execute(delete(t).where(t.c.code == table.code))
    times = [
        {"code": table.code, "seat": seat.seat, "claimed": seat.claimed, "gone": seat.gone}
        for seat in table.seats
        if seat.claimed is not None or seat.gone is not None
    ]
    if table.host_gone is not None:
        times.append({"code": table.code, "seat": HOST, "claimed": None, "gone": table.host_gone})
    if times:
        c.execute(insert(t), times)


def present(c: Connection, code: str, seat: int, process: str, *, here: bool) -> None:
    """Note that a seat's phone listens at a process, or no longer does."""
    p = shared.presence
    c.execute(delete(p).where(p.c.code == code, p.c.seat == seat, p.c.process == process))
    if here:
        c.execute(insert(p), [{"code": code, "seat": seat, "process": process}])


# --- processes ---------------------------------------------------------------------------------------


def beat(c: Connection, process: str, seconds: float) -> bool:
    """Note that a process goes on for so many seconds; returns whether it was known."""
    t = shared.processes
    until = shared.NOW + seconds
    if c.execute(update(t).where(t.c.id == process).values(until=until)).rowcount:
        return True
    c.execute(insert(t).values(id=process, until=until))
    return False


def forget_late(c: Connection) -> None:
    """Forget processes that were not heard of in time."""
    c.execute(delete(shared.processes).where(shared.processes.c.until < shared.NOW))


def forget(c: Connection, process: str) -> None:
    """Forget a process."""
    c.execute(delete(shared.processes).where(shared.processes.c.id == process))


def astray(c: Connection) -> list[tuple[str, str]]:
    """Where somebody listens at a process that nobody knows: table and process."""
    p = shared.presence.c
    known = select(shared.processes.c.id)
    query = select(p.code, p.process).distinct().where(p.process.not_in(known)).order_by(p.code)
    return [(row.code, row.process) for row in c.execute(query)]


def end(c: Connection, code: str, process: str, now: float) -> None:
    """Note that nobody of a table listens at a process any more. The caller holds the table's pulse. now: as in
    `StoredSeat.gone`."""
    p, t = shared.presence, shared.seat_times
    gone = delete(p).where(p.c.code == code, p.c.process == process).returning(p.c.seat)
    left = set(c.execute(gone).scalars())
    left -= set(c.execute(select(p.c.seat).where(p.c.code == code)).scalars())
    for seat in left:
        same = (t.c.code == code, t.c.seat == seat)
        if not c.execute(update(t).where(*same).values(gone=now)).rowcount:
            c.execute(insert(t), [{"code": code, "seat": seat, "claimed": None, "gone": now}])
