"""Evenings that are over are put on the shelf: when they end, when they are imported, and those of earlier versions
when somebody asks for them."""

from __future__ import annotations

import contextlib
import json
import logging
import threading
from collections.abc import Sequence

from companion.documents.evening import FORM, evening_of, person
from companion.documents.history import History, standing
from companion.documents.table_document import PRACTICE
from companion.documents.time_at_turn import time_at_turn
from companion.service.live import Live
from companion.store import StoredEvening, StoreUnavailableError, between_lines
from companion.table.journal import Line, Node
from companion.table.table import Table

log = logging.getLogger(__name__)

DEMONSTRATION = "demonstration"
"""Among the options of a table at which the companion plays by itself, where no host may set it."""
UNCOUNTED = (PRACTICE, DEMONSTRATION)
"""Options of tables that are no evenings."""


def put_later(live: Live) -> None:
    """As `put`, by another thread: nobody waits for it."""
    if _is_to_put(live):
        threading.Thread(target=_put, args=(live,), name="shelf", daemon=True).start()


def _put(live: Live) -> None:
    with contextlib.suppress(StoreUnavailableError):  # then it is put there when somebody asks for it
        put(live)


def put(live: Live) -> None:
    """Keep what is to be remembered of a table that is over, unless it is there already under these names.

    :raises StoreUnavailableError:
    """
    with live.lock:
        if not _is_to_put(live):
            return
        table, journal = live.table, live.table.journal
        nodes, lines, heads = standing(table), tuple(journal.lines), tuple(journal.heads)
    times = _timed(table, nodes, lines, heads)  # which takes longest, and nobody is held up for it
    with live.lock:
        if _is_to_put(live) and journal.revision == len(lines):
            names = tuple(live.names.values())
            live.store.keep_evening(_reckoned(live, times))
            live.shelved = names


def _timed(
    table: Table, nodes: Sequence[Node], lines: Sequence[Line], heads: Sequence[Node]
) -> tuple[int, ...]:
    try:
        return time_at_turn(table.seats, History().moments(table, nodes), lines, heads).seconds
    except Exception:  # whatever a damaged line makes the rules stumble over: then nobody knows
        log.warning("how long everybody was at turn cannot be reckoned", exc_info=True)
        return ()


def _is_to_put(live: Live) -> bool:
    over = live.damaged is None and live.table.state.finished
    counts = not any(live.stored.options.get(mark) for mark in UNCOUNTED)
    return over and counts and live.shelved != tuple(live.names.values())


def _reckoned(live: Live, at_turn: Sequence[int]) -> StoredEvening:
    try:
        evening = evening_of(live.table, live.names, at_turn)
    except Exception:  # whatever a damaged line makes the rules stumble over
        log.warning("the evening at table %s cannot be reckoned", live.code, exc_info=True)
        return unreadable(live.code, live.stored.game, live.stored.created_at)
    return StoredEvening(
        code=live.code,
        form=FORM,
        game=live.stored.game,
        created_at=live.stored.created_at,
        finished_at=evening.finished_at,
        played=evening.played,
        names=between_lines(person(name) for name in live.names.values()),
        body=json.dumps(evening.body, ensure_ascii=False, separators=(",", ":")),
    )


def unreadable(code: str, game: str, created_at: str) -> StoredEvening:
    """In the place of one that cannot be reckoned, so that nobody tries it again and again."""
    return StoredEvening(code, FORM, game, created_at, created_at, "", "", "")
