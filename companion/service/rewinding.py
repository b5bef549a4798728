"""Undo and redo: back to an earlier revision, and forth again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.service import seeds
from companion.service.acting import check_expected, check_sound, need_actor
from companion.service.answering import Answer, T, Told, made, supposed
from companion.service.idempotency import answer_once, came_late, idempotency_record
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.service.retrying import retried
from companion.service.writing import BY_APP, BY_LIMIT, new_line, write
from companion.store import Remembered, Seed
from companion.table.journal import Kind, Line, Node
from companion.vocabulary.common_moves import Note
from companion.words.errors import RuleError
from companion.words.text import say


@retried
def undo(
    live: Live,
    viewer: Viewer,
    raw: Mapping[str, Any],
    told: Told[T],
    *,
    key: str | None = None,
    dry: bool = False,
) -> T:
    """Undo back to a revision, or the last standing move.

    :raises RuleError: `host-only` for what others did or the app rolled, `not-now`.
    """
    with live.lock:
        need_actor(viewer)
        check_sound(live, viewer)
        record = None if dry else idempotency_record("undo", viewer, key, raw)
        return told(answer_once(live, viewer, record, lambda: _undo(live, viewer, raw, record, dry)))


def _undo(live: Live, viewer: Viewer, raw: Mapping[str, Any], record: Remembered | None, dry: bool) -> Answer:
    check_expected(live, raw.get("expected_revision"))
    to = raw.get("to")
    to = live.table.undo_target() if to is None else to
    node, gone = live.table.rewind(to)
    _check_may_rewind(live, viewer, gone)
    body: dict[str, Any] = {"to": to}
    seed: Seed | None = None
    if live.table.state.finished and dry:
        body["dice"] = None
    elif live.table.state.finished:
        # The seed is published by now; what is rolled from here on must come from another.
        seed = seeds.fresh(live.table.revision + 1)
        body["dice"] = seeds.committed(seed)
    return _rewound(live, viewer, "undo", body, node, record, dry, seed)


@retried
def redo(
    live: Live,
    viewer: Viewer,
    raw: Mapping[str, Any],
    told: Told[T],
    *,
    key: str | None = None,
    dry: bool = False,
) -> T:
    """Play what was last undone again.

    :raises RuleError: `host-only` for what others did, `not-now`.
    """
    with live.lock:
        need_actor(viewer)
        check_sound(live, viewer)
        record = None if dry else idempotency_record("redo", viewer, key, raw)
        return told(answer_once(live, viewer, record, lambda: _redo(live, viewer, raw, record, dry)))


def _redo(live: Live, viewer: Viewer, raw: Mapping[str, Any], record: Remembered | None, dry: bool) -> Answer:
    check_expected(live, raw.get("expected_revision"))
    node, lines = live.table.redone()
    _check_may_rewind(live, viewer, lines)
    body = {"to": lines[-1].revision}
    return _rewound(live, viewer, "redo", body, node, record, dry, None)


def _rewound(
    live: Live,
    viewer: Viewer,
    kind: Kind,
    body: dict[str, Any],
    node: Node,
    remember: Remembered | None,
    dry: bool,
    seed: Seed | None,
) -> Answer:
    state = live.table.state_at(node)
    new = new_line(live, viewer.by, kind, body, state)
    if dry:
        return supposed(live, viewer, new.line, node, live.table.rewound(new.line, node))
    before = live.table.revision
    written = write(live, new, node, remember, seed)
    if written is None:
        return came_late(live, viewer, remember, before)
    return made(live, viewer, written.line, written.affects)


def _check_may_rewind(live: Live, viewer: Viewer, lines: Sequence[Line]) -> None:
    if viewer.role == "host":
        return
    if any(line.body.get("source") == "app" for line in lines):
        raise RuleError("host-only", say("Only the host undoes what the app has rolled"))
    anyone = live.stored.options.get("undo") == "anyone"
    if not anyone and any(_made_by(line) != viewer.by and not _noted_by_app(line) for line in lines):
        raise RuleError("host-only", say("Only the host undoes what others did"))


def _made_by(line: Line) -> str:
    """Whose line it is to take back: what a limit bids, its player has bid."""
    return f"seat:{line.body['seat']}" if line.by == BY_LIMIT else line.by


def _noted_by_app(line: Line) -> bool:
    """Nobody's move: it goes and comes with those before it."""
    return line.by == BY_APP and line.body.get("type") == Note.TYPE.name
