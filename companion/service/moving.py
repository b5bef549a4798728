"""Making moves: one line at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from companion.mechanisms import dice
from companion.service.acting import acting_seat, acts_for_all, check_expected, check_sound
from companion.service.answering import Answer, T, Told, made, supposed
from companion.service.bidding import let_limits_act
from companion.service.idempotency import answer_once, answered_before, idempotency_record, remembered
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.service.writing import BY_APP, RETRIES, new_line, write
from companion.store import Remembered, StoreUnavailableError
from companion.table import attempting
from companion.table.playing import Shape, plain_shape
from companion.vocabulary.common_moves import Note
from companion.words.errors import RuleError
from companion.words.text import say
from companion.words.values import Seat


def play(
    live: Live,
    viewer: Viewer,
    raw: Mapping[str, object],
    told: Told[T],
    *,
    key: str | None = None,
    dry: bool = False,
    shape: Shape = plain_shape,
) -> T:
    """Make a move, or (dry) say what it would do. All of it, and what is told of it, under the table's lock.

    :raises RuleError: in the order of the REST contract.
    """
    with live.lock:
        seat = acting_seat(viewer, raw, for_all=acts_for_all(live))
        check_sound(live, viewer)
        record = None if dry else idempotency_record("moves", viewer, key, raw)
        answer = answer_once(live, viewer, record, lambda: _play(live, viewer, seat, raw, record, dry, shape))
        if not dry:
            let_limits_act(live)
        return told(answer)


def _play(
    live: Live,
    viewer: Viewer,
    seat: Seat | None,
    raw: Mapping[str, object],
    record: Remembered | None,
    dry: bool,
    shape: Shape,
) -> Answer:
    for _ in range(RETRIES):
        if not live.table.state.finished:
            check_expected(live, raw.get("expected_revision"))
        attempt = attempting.attempt(
            live.table,
            raw,
            seat=seat,
            by_host=viewer.role == "host",
            shape=shape,
            draw=None if dry else _draw(live),
        )
        new = new_line(live, viewer.by, "move", attempt.body, attempt.state)
        if dry:
            return supposed(live, viewer, new.line, attempt.node, attempt.outcome, opens=attempt.opens)
        if written := write(live, new, attempt.node, record):
            return made(live, viewer, written.line, written.affects)
        if earlier := remembered(live, record):
            return answered_before(live, viewer, earlier)
        check_sound(live, viewer)  # with what was read meanwhile
    raise RuleError("stale-revision", say("Someone else was quicker; try again"))


def note(live: Live, seat: Seat, words: str) -> None:
    """The companion itself puts a note into the minutes, if the game still goes on and the store answers."""
    with live.lock, contextlib.suppress(RuleError, StoreUnavailableError):
        for _ in range(RETRIES):
            if live.damaged is not None:
                return
            attempt = attempting.attempt(
                live.table, {"type": Note.TYPE.name, "text": words}, seat=seat, by_host=True
            )
            new = new_line(live, BY_APP, "move", attempt.body, attempt.state)
            if write(live, new, attempt.node, None):
                return


def _draw(live: Live) -> attempting.Draw:
    seed = live.stored.seeds[-1]
    return lambda purpose, k, faces: dice.roll(seed.secret, seed.dice_id, purpose, k, faces)
