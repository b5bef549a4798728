"""A copy of a table, to try out a line of play without touching the real one."""

from __future__ import annotations

from dataclasses import replace

from companion.documents.table_document import PRACTICE
from companion.service import Created, Service, seats
from companion.service.creation import ANYONE, TEACH, TRY_OUT
from companion.service.exports import check_open
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.service.seeds import committed, fresh
from companion.table.journal import Line
from companion.words.errors import RuleError
from companion.words.text import say


def check_may_copy(live: Live, viewer: Viewer) -> None:
    """Check that this viewer may copy the table: the host may, a seat where the table says so, and everybody once the
    game is over.

    :raises RuleError: `host-only`.
    """
    allowed = viewer.role == "seat" and live.stored.options.get(TRY_OUT) == ANYONE
    if viewer.role != "host" and not allowed and not live.table.state.finished:
        raise RuleError("host-only", say("Until the game is over, only the host copies the table"))


def copied(service: Service, live: Live, revision: int) -> Created:
    """A table with the entries up to that one, new keys and new dice. Nothing of what stands beside the journal comes
    along but names, colours and options: no limits, no requests. It teaches the installation nothing.

    The caller holds the table's lock. revision: one of its entries.
    :raises RuleError: `not-now` while something is sealed or hidden: a copy has its own host.
    """
    check_open(live)
    seed, lines = fresh(revision + 1), live.table.journal.lines[:revision]
    with live.table.as_of(revision) as earlier:
        dice = Line(revision + 1, lines[-1].at, "app", "seed", {"dice": committed(seed)})
        dice = replace(dice, digest=earlier.line_digest(dice, earlier.state))
        status = "finished" if earlier.state.finished else "running"
    stored = live.stored
    names = [seat.name for seat in stored.seats]
    options = {**stored.options, TEACH: False}
    created = service.keep_new(stored.game, names, options, (*lines, dice), (seed,), status, (PRACTICE,))
    seats.coloured(created.live, [seat.colour for seat in stored.seats])
    return created
