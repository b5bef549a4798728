"""Making moves and taking them back: one line at a time, stored before anybody hears of it."""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from companion.amending import amend as amended
from companion.atlas import Atlas, merge
from companion.document import affected, differences, seen_entry, seen_figures
from companion.errors import RuleError, invalid
from companion.journal import Line, Node
from companion.ledger import BANK
from companion.mechanisms import dice, limits
from companion.mechanisms.auction import Bid, Pass
from companion.moves import Correct, Note
from companion.playing import Shape, plain_shape
from companion.rules import Played, Rules, View
from companion.service.keys import Viewer
from companion.service.live import DamagedError, Live
from companion.store import (
    Entry,
    Remembered,
    RevisionTakenError,
    Seed,
    StoreUnavailableError,
    TaughtFact,
)
from companion.text import say
from companion.values import Money, Seat

BY_LIMIT = "limit"
"""How the journal names who bids what a secret limit allows."""
BY_APP = "app"
RETRIES = 20
"""How often a lost race against another process is run again."""
_SEED_BYTES = 32
_KEY_HEADER_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Answer:
    """A move that was made, or (dry) would be: its entry, the numbers it changed, and the table after it; of an
    amendment also everything that differs."""

    live: Live
    revision: int | None
    entry: dict[str, Any]
    supposed: tuple[Line, Node] | None = None
    differences: list[Mapping[str, Any]] | None = None


def play(
    live: Live,
    viewer: Viewer,
    raw: Mapping[str, Any],
    *,
    key: str | None = None,
    dry: bool = False,
    shape: Shape = plain_shape,
) -> Answer:
    """Make a move, or (dry) say what it would do.

    :raises RuleError: in the order of the REST contract.
    """
    with live.lock:
        seat = _acting_seat(viewer, raw)
        check_sound(live)
        told = None if dry else _told("moves", viewer, key, raw)
        made = _once(live, viewer, told, lambda: _play(live, viewer, seat, raw, told, dry, shape))
        if not dry:
            let_limits_act(live)
        return made


def _play(
    live: Live,
    viewer: Viewer,
    seat: Seat | None,
    raw: Mapping[str, Any],
    told: Remembered | None,
    dry: bool,
    shape: Shape,
) -> Answer:
    for _ in range(RETRIES):
        if not live.table.state.finished:
            _check_expected(live, raw.get("expected_revision"))
        attempt = live.table.attempt(
            raw,
            seat=seat,
            by_host=viewer.role == "host",
            shape=shape,
            draw=None if dry else _draw(live),
        )
        line = _line(live, viewer.by, "move", attempt.body, attempt.played.state)
        if dry:
            return _dry(live, viewer, line, attempt.node, attempt.played, opens=attempt.opens)
        if _write(live, line, attempt.node, told):
            return _made(live, viewer, line)
        if remembered := _remembered(live, told):
            return _again(live, viewer, remembered)
    raise RuleError("stale-revision", say("Somebody else was quicker; try again"))


def let_limits_act(live: Live) -> None:
    """Bids and passes for those who have set a secret limit, until somebody without one is to act.

    What made it their turn is recorded already and stays so: a store that fails meanwhile is asked again later.
    """
    with live.lock, contextlib.suppress(StoreUnavailableError, DamagedError):
        lost = 0
        while live.limits and lost < RETRIES and live.damaged is None:
            auction = live.table.view().auction
            seat = auction["to_act"] if auction else None
            if auction is None or seat not in live.limits:
                return
            try:
                lost += not _act_for(live, auction, seat)
            except RuleError:  # the rules allow neither: then the player decides
                live.store.drop_limit(live.code, seat)
                del live.limits[seat]
                live.changed_for(seat)


def _act_for(live: Live, auction: Mapping[str, Any], seat: Seat) -> bool:
    known = {who: limits.Limit(Money(one.amount), one.since) for who, one in live.limits.items()}
    amount = limits.bid_of(auction, known, live.table.seats)
    raw = {"type": Pass.TYPE.name} if amount is None else {"type": Bid.TYPE.name, "amount": amount}
    attempt = live.table.attempt(raw, seat=seat, by_host=False)
    line = _line(live, BY_LIMIT, "move", attempt.body, attempt.played.state)
    return _write(live, line, attempt.node, None)


def note(live: Live, seat: Seat, words: str) -> None:
    """The companion itself puts a note into the minutes, if the game still goes on and the store answers."""
    with live.lock, contextlib.suppress(RuleError, StoreUnavailableError):
        for _ in range(RETRIES):
            if live.damaged is not None:
                return
            attempt = live.table.attempt({"type": Note.TYPE.name, "text": words}, seat=seat, by_host=True)
            line = _line(live, BY_APP, "move", attempt.body, attempt.played.state)
            if _write(live, line, attempt.node, None):
                return


def _limits_over(live: Live, line: Line, state: Any) -> tuple[Seat, ...]:
    """Whose limit ends with this line: all, if the auction is over or anything is undone; who is out of it."""
    if not live.limits:
        return ()
    before, after = live.table.view().auction, live.table.rules.view(state).auction
    if line.kind == "move" and after and limits.same_auction(before, after, line.body):
        return tuple(seat for seat in live.limits if not limits.still_in(after, seat))
    return tuple(live.limits)


def undo(
    live: Live, viewer: Viewer, raw: Mapping[str, Any], *, key: str | None = None, dry: bool = False
) -> Answer:
    """Undo back to a revision, or the last standing move.

    :raises RuleError: `host-only` for what others did or the app rolled, `not-now`.
    """
    with live.lock:
        need_actor(viewer)
        check_sound(live)
        told = None if dry else _told("undo", viewer, key, raw)
        return _once(live, viewer, told, lambda: _undo(live, viewer, raw, told, dry))


def _undo(live: Live, viewer: Viewer, raw: Mapping[str, Any], told: Remembered | None, dry: bool) -> Answer:
    _check_expected(live, raw.get("expected_revision"))
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
        seed = Seed(secrets.token_hex(8), secrets.token_bytes(_SEED_BYTES), live.table.revision + 1)
        body["dice"] = {"id": seed.dice_id, "commitment": dice.commitment(seed.secret)}
    return _rewound(live, viewer, "undo", body, node, gone, told, dry, seed)


def redo(
    live: Live, viewer: Viewer, raw: Mapping[str, Any], *, key: str | None = None, dry: bool = False
) -> Answer:
    """Play what was last undone again.

    :raises RuleError: `host-only` for what others did, `not-now`.
    """
    with live.lock:
        need_actor(viewer)
        check_sound(live)
        told = None if dry else _told("redo", viewer, key, raw)
        return _once(live, viewer, told, lambda: _redo(live, viewer, raw, told, dry))


def _redo(live: Live, viewer: Viewer, raw: Mapping[str, Any], told: Remembered | None, dry: bool) -> Answer:
    _check_expected(live, raw.get("expected_revision"))
    node, lines = live.table.again()
    _check_may_rewind(live, viewer, lines)
    body = {"to": lines[-1].revision}
    return _rewound(live, viewer, "redo", body, node, lines, told, dry, None)


def amend(
    live: Live,
    viewer: Viewer,
    raw: Mapping[str, Any],
    read: Callable[[], Mapping[str, Any]],
    *,
    key: str | None = None,
    dry: bool = False,
    shape: Shape = plain_shape,
) -> Answer:
    """Replace an old entry, strike it, or insert one before it; what followed is told anew.

    read: the members, once it is known that they may be looked at.

    :raises RuleError: `host-only`; see `companion.amending`.
    """
    with live.lock:
        need_actor(viewer)
        if viewer.role != "host":
            raise RuleError("host-only", say("Only the host amends"))
        check_sound(live)
        told = None if dry else _told("amend", viewer, key, raw)
        return _once(live, viewer, told, lambda: _amend(live, viewer, raw, read, told, dry, shape))


def _amend(
    live: Live,
    viewer: Viewer,
    raw: Mapping[str, Any],
    read: Callable[[], Mapping[str, Any]],
    told: Remembered | None,
    dry: bool,
    shape: Shape,
) -> Answer:
    if live.table.state.finished:
        raise RuleError("table-finished", say("The game is over; undo its last move to go on"))
    _check_expected(live, raw.get("expected_revision"))
    given = read()
    attempt = amended(
        live.table, given["revision"], given["move"], before=given.get("before", False), shape=shape
    )
    line = _line(live, viewer.by, "amend", attempt.body, attempt.node.state)
    if dry:
        return _dry(live, viewer, line, attempt.node, attempt.played)
    if not _write(live, line, attempt.node, told):
        raise RuleError("stale-revision", say("Somebody else was quicker; try again"))
    return _made(live, viewer, line)


def _rewound(
    live: Live,
    viewer: Viewer,
    kind: str,
    body: dict[str, Any],
    node: Node,
    lines: tuple[Line, ...],
    remember: Remembered | None,
    dry: bool,
    seed: Seed | None,
) -> Answer:
    state = live.table.state_at(node)
    line = _line(live, viewer.by, kind, body, state)
    if dry:
        return _dry(live, viewer, line, node, live.table.rewound(line, lines))
    if not _write(live, line, node, remember, seed):
        raise RuleError("stale-revision", say("Somebody else was quicker; try again"))
    return _made(live, viewer, line)


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


def _draw(live: Live) -> Callable[[str, int, int], tuple[int, ...]]:
    seed = live.stored.seeds[-1]
    return lambda purpose, k, count: dice.roll(seed.secret, seed.dice_id, purpose, k, count=count)


def _line(live: Live, by: str, kind: Any, body: dict[str, Any], state: Any) -> Line:
    return Line(live.table.revision + 1, now(), by, kind, body, live.table.digest(state))


def _write(live: Live, line: Line, node: Node, remember: Remembered | None, seed: Seed | None = None) -> bool:
    """Store a line, then take it in and tell everybody. False: another process was quicker."""
    table = live.table
    state = table.state_at(node)
    before = table.state
    ended = "finished" if state.finished else "running"
    new_facts = taught(before.atlas, state.atlas, line.facts, table.rules)
    written = Entry(
        code=live.code,
        line=line,
        remembered=remember,
        status=ended if state.finished != before.finished else None,
        seed=seed,
        game=table.rules.slug,
        taught=new_facts if live.stored.options.get("teach", True) else (),
        limits_over=_limits_over(live, line, state),
    )
    live.reserve()
    try:
        live.store.append(written)
    except RevisionTakenError:
        live.catch_up()
        return False
    if seed:
        live.stored = replace(live.stored, seeds=(*live.stored.seeds, seed))
    view = table.view()
    table.record(line, node)
    for seat in written.limits_over:
        live.limits.pop(Seat(seat), None)
    if line.kind in ("undo", "redo", "amend"):
        live.entries_json.clear()
    ids = [railroad.id for railroad in table.rules.railroads]
    live.last_affected = (line.revision, affected(view, table.view(), ids))
    live.changed()
    return True


def _made(live: Live, viewer: Viewer, line: Line) -> Answer:
    did = live.table.outcome(line.revision)
    shown = seen_entry(live.table, line, did, viewer.seat, paper=live.paper)
    revision, changes = live.last_affected
    hidden = live.table.view().hidden
    shown["affects"] = seen_figures(changes, hidden, viewer.seat) if revision == line.revision else []
    node = live.table.journal.heads[line.revision - 1]
    differs = _differences(live, viewer, node, hidden) if line.kind == "amend" else None
    return Answer(live, line.revision, shown, differences=differs)


def _differences(live: Live, viewer: Viewer, node: Node, hidden: frozenset[str]) -> list[Mapping[str, Any]]:
    """What an amendment has changed, as this viewer may see it."""
    table, parent = live.table, node.parent
    assert parent is not None
    was, now = table.state_at(parent), table.state_at(node)
    views: tuple[View, View] = (table.rules.view(was), table.rules.view(now))
    ids = [railroad.id for railroad in table.rules.railroads]
    found = differences(*views, ids, bank=(was.ledger.of(BANK), now.ledger.of(BANK)))
    return seen_figures(found, hidden, viewer.seat)


def _dry(
    live: Live, viewer: Viewer, line: Line, node: Node, played: Played[Any], *, opens: bool = False
) -> Answer:
    view = live.table.view()
    ids = [railroad.id for railroad in live.table.rules.railroads]
    with live.table.supposing(line, node):
        after = live.table.view()
    shown = seen_entry(live.table, line, played, viewer.seat, paper=live.paper, node=node)
    shown |= {"revision": None, "affects": seen_figures(affected(view, after, ids), view.hidden, viewer.seat)}
    if opens:
        shown["opens"] = True
    differs = _differences(live, viewer, node, view.hidden) if line.kind == "amend" else None
    return Answer(live, None, shown, supposed=(line, node), differences=differs)


def _once(live: Live, viewer: Viewer, told: Remembered | None, make: Callable[[], Answer]) -> Answer:
    """Make something, unless this key was answered before.

    The store's primary key decides that, so nothing is looked up for a call that comes for the first time.
    A call that came before is either refused now, because the table has moved on, or loses the race.
    """
    try:
        return make()
    except RuleError:
        if remembered := _remembered(live, told):
            return _again(live, viewer, remembered)
        raise


def _remembered(live: Live, told: Remembered | None) -> Remembered | None:
    """The answer this key was given before, if it was given one.

    :raises RuleError: `idempotency-key-reused` when it came with another body.
    """
    if told is None:
        return None
    found = live.store.remembered(live.code, told.who, told.key)
    if found and found.body_hash != told.body_hash:
        if live.table.state.finished:
            raise RuleError("table-finished", say("The game is over"))
        raise RuleError("idempotency-key-reused", say("This key was used for another move"))
    return found


def _again(live: Live, viewer: Viewer, remembered: Remembered) -> Answer:
    table, revision = live.table, remembered.revision
    before, node = table.journal.heads[revision - 2 : revision]
    if live.last_affected[0] != revision:
        views = [table.rules.view(table.state_at(one)) for one in (before, node)]
        changes = affected(views[0], views[1], [railroad.id for railroad in table.rules.railroads])
        live.last_affected = (revision, changes)
    return _made(live, viewer, table.journal.lines[revision - 1])


def need_actor(viewer: Viewer) -> None:
    """Acting needs the host's or a seat's key.

    :raises RuleError: `key-needed`, `not-your-seat`.
    """
    if viewer.role == "reader":
        raise RuleError(
            "key-needed", say("Reading is free; to act, scan the table's QR code and take a seat")
        )
    if viewer.role == "join":
        raise RuleError("not-your-seat", say("Take a seat first"))


def _acting_seat(viewer: Viewer, raw: Mapping[str, Any]) -> Seat | None:
    """The seat a move is made for; None: the host names none.

    :raises RuleError: `key-needed`, `not-your-seat`, `host-only`, `invalid`.
    """
    need_actor(viewer)
    named = raw.get("seat")
    if named is not None and (isinstance(named, bool) or not isinstance(named, int)):
        raise invalid("seat", say("A seat is a number"))
    if viewer.role == "host":
        return None if named is None else Seat(named)
    if named is not None and named != viewer.seat:
        raise RuleError("not-your-seat", say("Your phone speaks for another seat"))
    if raw.get("type") == Correct.TYPE.name:
        raise RuleError("host-only", say("Only the host corrects"))
    return viewer.seat


def check_sound(live: Live) -> None:
    """:raises DamagedError: a line of the journal is damaged, so nobody knows how the table stands."""
    if live.damaged is not None:
        raise DamagedError(live.damaged.revision)


def _check_expected(live: Live, expected: Any) -> None:
    if expected is None:
        return
    if isinstance(expected, bool) or not isinstance(expected, int):
        raise invalid("expected_revision", say("A revision is a number"))
    # A note makes no other phone stale.
    later = live.table.journal.lines[max(0, expected) :]
    if expected > live.table.revision or any(line.body.get("type") != "note" for line in later):
        raise RuleError("stale-revision", say("The table has moved on meanwhile; look again"))


def _told(call: str, viewer: Viewer, key: str | None, raw: Mapping[str, Any]) -> Remembered | None:
    """What is kept of a call under its idempotency key: who sent what where.

    :raises RuleError: `invalid` for a key that cannot be kept.
    """
    if key is None:
        return None
    if not 1 <= len(key) <= _KEY_HEADER_LENGTH:
        raise invalid("Idempotency-Key", say("An idempotency key has 1 to {n} letters", n=_KEY_HEADER_LENGTH))
    body = {name: value for name, value in raw.items() if name != "expected_revision"}
    sent = json.dumps([call, body], sort_keys=True)
    return Remembered(viewer.by, key, hashlib.sha256(sent.encode()).hexdigest())


def taught(before: Atlas, after: Atlas, facts: Any, rules: Rules[Any]) -> tuple[TaughtFact, ...]:
    """What a line has added to what is known of the board."""
    if before is after and not facts:
        return ()
    _, changes = merge(before, after.known)
    return tuple(TaughtFact(c.section, c.row, c.fact, c.new) for c in changes)


def now() -> str:
    """The time as the journal writes it: RFC 3339, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
