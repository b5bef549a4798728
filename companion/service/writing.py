"""Writing a line: it is stored before anybody hears of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from companion.atlas.known import Atlas, news
from companion.documents.entries import retells
from companion.documents.figure_changes import affected
from companion.mechanisms import secret_limits
from companion.service.length import check_room, weight
from companion.service.live import Live
from companion.service.spelling import spelled
from companion.store import Entry, Remembered, RevisionTakenError, Seed, Store, TaughtFact
from companion.table.journal import Kind, Line, Node, body_json
from companion.vocabulary.minutes import Position
from companion.vocabulary.rules import Rules
from companion.vocabulary.view import View
from companion.words.times import written_moment
from companion.words.values import Seat

BY_LIMIT = "limit"
"""How the journal names the companion where it bids for a seat, within its secret limit."""
BY_APP = "app"
"""How the journal names the companion where it acts by itself."""
RETRIES = 20
"""How often a line is tried again after another process was quicker."""


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line that may be written next."""

    line: Line
    body: str
    """The line's body as JSON."""
    held: int
    """Bytes of the journal in an export, this line included."""
    shown: View
    """What is shown before it."""


@dataclass(frozen=True, slots=True)
class Written:
    """A line that was written, and the figures it has changed."""

    line: Line
    affects: list[dict[str, object]]


def new_line(live: Live, by: str, kind: Kind, body: dict[str, object], state: Position) -> NewLine:
    """The next line of the journal, with the digest that goes on from the line before.

    :raises RuleError: `not-now`: the journal is full.
    """
    shown = live.table.view()  # while it is the last state that was looked at
    line = Line(live.table.revision + 1, now(), by, kind, body)
    line = replace(line, digest=live.table.line_digest(line, state))
    written = body_json(line)
    held = live.weight + weight(line, written)
    check_room(live.table, held, line, state)
    return NewLine(line, written, held, shown)


def write(
    live: Live, new: NewLine, node: Node, remember: Remembered | None, seed: Seed | None = None
) -> Written | None:
    """Store a line, then take it in and tell everybody. None: another process was quicker."""
    table, line = live.table, new.line
    entry = _entry(live, new, table.state_at(node), remember, seed)
    live.reserve()
    try:
        stamp = live.store.append(entry)
    except RevisionTakenError:
        live.catch_up()
        return None
    if seed:
        live.stored = replace(live.stored, seeds=(*live.stored.seeds, seed))
    live.on_line(line.kind)
    table.record(line, node)
    opened = new.shown.hidden != table.view().hidden
    live.weight = new.held
    for seat in entry.limits_over:
        live.limits.pop(Seat(seat), None)
    if opened or retells(line):
        live.retold += 1
    ids = [railroad.id for railroad in table.box.railroads]
    affects = affected(new.shown, table.view(), ids, table.rules.show.meanings)
    live.changed(stamp)
    return Written(line, affects)


def _entry(
    live: Live, new: NewLine, state: Position, remember: Remembered | None, seed: Seed | None
) -> Entry:
    """All that is stored with a line. state: after it."""
    rules, before = live.table.rules, live.table.state
    ended = "finished" if state.finished else "running"
    teaching = live.stored.options.get("teach", True)
    return Entry(
        code=live.code,
        line=new.line,
        body=new.body,
        remembered=remember,
        status=ended if state.finished != before.finished else None,
        seed=seed,
        game=rules.box.slug,
        taught=taught(live.store, before.atlas, state.atlas, rules) if teaching else (),
        limits_over=_limits_over(live, new, state),
        edition=live.stored.edition,
    )


def _limits_over(live: Live, new: NewLine, state: Position) -> tuple[Seat, ...]:
    """Whose limit ends with this line: all, if the auction is over or anything is undone; who is out of it."""
    if not live.limits:
        return ()
    line, before, after = new.line, new.shown.auction, live.table.view_of(state).auction
    if line.kind == "move" and after and secret_limits.same_auction(before, after, line.body):
        return tuple(seat for seat in live.limits if not secret_limits.still_in(after, seat))
    return tuple(live.limits)


def taught(store: Store, before: Atlas, after: Atlas, rules: Rules[Position]) -> tuple[TaughtFact, ...]:
    """What has been added to what is known of the board, in the spelling of the installation."""
    if before is after:
        return ()
    return spelled(store, rules, news(before, after))


def now() -> str:
    """The time as the journal writes it: RFC 3339, UTC, milliseconds."""
    return written_moment(datetime.now(UTC))
