"""Amending: an old entry is replaced or struck, or another one is inserted before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.service.acting import check_expected, check_sound, need_actor
from companion.service.answering import Answer, T, Told, made, supposed
from companion.service.idempotency import answer_once, came_late, idempotency_record
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.service.retrying import retried
from companion.service.writing import new_line, write
from companion.store import Remembered
from companion.table.amending import OldEntry, old_entry
from companion.table.amending import amend as amended
from companion.table.playing import Shape, plain_shape
from companion.words.errors import RuleError
from companion.words.text import say


def before(live: Live, viewer: Viewer, revision: int) -> OldEntry:
    """What might be done before an entry, by anybody.

    :raises RuleError: `host-only`; what an amendment of that entry would be refused with.
    """
    with live.lock:
        _need_host(viewer)
        check_sound(live, viewer)
        return old_entry(live.table, revision)


@retried
def amend(
    live: Live,
    viewer: Viewer,
    raw: Mapping[str, Any],
    read: Callable[[], Mapping[str, Any]],
    told: Told[T],
    *,
    key: str | None = None,
    dry: bool = False,
    shape: Shape = plain_shape,
) -> T:
    """Replace an old entry, strike it, or insert one before it; what followed is played anew.

    read: the members, once it is known that they may be looked at.

    :raises RuleError: `host-only`; see `companion.table.amending`.
    """
    with live.lock:
        _need_host(viewer)
        check_sound(live, viewer)
        record = None if dry else idempotency_record("amend", viewer, key, raw)
        return told(
            answer_once(live, viewer, record, lambda: _amend(live, viewer, raw, read, record, dry, shape))
        )


def _need_host(viewer: Viewer) -> None:
    need_actor(viewer)
    if viewer.role != "host":
        raise RuleError("host-only", say("Only the host amends entries"))


def _amend(
    live: Live,
    viewer: Viewer,
    raw: Mapping[str, Any],
    read: Callable[[], Mapping[str, Any]],
    record: Remembered | None,
    dry: bool,
    shape: Shape,
) -> Answer:
    if live.table.state.finished:
        raise RuleError("table-finished", say("The game is over; undo the last move to play on"))
    check_expected(live, raw.get("expected_revision"))
    given = read()
    attempt = amended(
        live.table, given["revision"], given["move"], before=given.get("before", False), shape=shape
    )
    new = new_line(live, viewer.by, "amend", attempt.body, attempt.state)
    if dry:
        return supposed(live, viewer, new.line, attempt.node, attempt.outcome)
    revision = live.table.revision
    written = write(live, new, attempt.node, record)
    if written is None:
        return came_late(live, viewer, record, revision)
    return made(live, viewer, written.line, written.affects)
