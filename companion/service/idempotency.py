"""A call that is sent again under the same idempotency key is answered as before, and does nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping

from companion.documents.figure_changes import affected
from companion.service.answering import Answer, made
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.store import OvertakenError, Remembered
from companion.words.errors import RuleError, invalid
from companion.words.text import say

_KEY_HEADER_LENGTH = 200
"""Characters of an idempotency key, at most."""


def answer_once(live: Live, viewer: Viewer, record: Remembered | None, make: Callable[[], Answer]) -> Answer:
    """Make something, unless this key was answered before.

    The store's primary key decides that, so nothing is looked up for a call that comes for the first time.
    A call that came before is either refused now, because the table has moved on, or loses the race.
    """
    try:
        return make()
    except RuleError:
        if earlier := remembered(live, record):
            return answered_before(live, viewer, earlier)
        raise


def idempotency_record(
    call: str, viewer: Viewer, key: str | None, raw: Mapping[str, object]
) -> Remembered | None:
    """What is kept of a call under its idempotency key: who sent what where.

    :raises RuleError: `invalid` for a key that cannot be kept.
    """
    if key is None:
        return None
    if not 1 <= len(key) <= _KEY_HEADER_LENGTH:
        raise invalid(
            "Idempotency-Key", say("An idempotency key has 1 to {n} characters", n=_KEY_HEADER_LENGTH)
        )
    body = {name: value for name, value in raw.items() if name != "expected_revision"}
    sent = json.dumps([call, body], sort_keys=True)
    return Remembered(viewer.by, key, hashlib.sha256(sent.encode()).hexdigest())


def remembered(live: Live, record: Remembered | None) -> Remembered | None:
    """The answer this key was given before, if it was given one.

    :raises RuleError: `idempotency-key-reused` when it came with another body.
    """
    if record is None:
        return None
    found = live.store.remembered(live.code, record.who, record.key)
    if found and found.revision > live.table.revision:
        live.catch_up()  # another process has answered it just now
    if found and found.body_hash != record.body_hash:
        if live.table.state.finished:
            raise RuleError("table-finished", say("The game is over"))
        raise RuleError("idempotency-key-reused", say("This key was used for another move"))
    return found


def came_late(live: Live, viewer: Viewer, record: Remembered | None, revision: int) -> Answer:
    """The answer to a call that another process was quicker than, and that stands on what was there. revision: the
    table's, when it was tried.

    :raises RuleError: `stale-revision`: somebody has moved.
    :raises OvertakenError: nobody has, and it may be done again.
    """
    if earlier := remembered(live, record):
        return answered_before(live, viewer, earlier)
    if live.table.revision == revision:
        raise OvertakenError(live.code)
    raise RuleError("stale-revision", say("Someone else was quicker; try again"))


def answered_before(live: Live, viewer: Viewer, earlier: Remembered) -> Answer:
    """The answer to a call that was made before, as this viewer may see it now."""
    table, revision = live.table, earlier.revision
    before, node = table.journal.heads[revision - 2 : revision]
    views = [table.rules.show.view(table.state_at(item)) for item in (before, node)]
    ids = [railroad.id for railroad in table.box.railroads]
    affects = affected(views[0], views[1], ids, table.rules.show.meanings)
    return made(live, viewer, table.journal.lines[revision - 1], affects)
