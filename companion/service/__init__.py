"""Read, play, write, tell: the one place that changes anything."""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from companion.atlas import Atlas, merge, read_facts
from companion.document import SEAT_COLOURS, affected, entry
from companion.errors import RuleError, invalid
from companion.games import game
from companion.journal import Line, Node
from companion.mechanisms import dice
from companion.moves import Correct
from companion.rules import Played, Rules
from companion.service import creation, keys
from companion.service.keys import Viewer
from companion.service.live import DamagedError, Live
from companion.store import (
    CodeTakenError,
    Entry,
    Remembered,
    RevisionTakenError,
    Seed,
    Store,
    StoredSeat,
    StoredTable,
    StoreUnavailableError,
    TaughtFact,
)
from companion.table import Shape, Table, atlas_copy, plain_shape
from companion.text import say
from companion.values import Seat

TABLES_IN_MEMORY = 1_000
"""Tables beyond this number are let go, the longest unused first."""
RETRIES = 20
"""How often a lost race against another process is run again."""
_SEED_BYTES = 32
_KEY_HEADER_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Created:
    """A new table and the keys that only its creator learns."""

    live: Live
    host_key: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A move that was made, or (dry) would be: its entry, the numbers it changed, and the table after it."""

    live: Live
    revision: int | None
    entry: dict[str, Any]
    supposed: tuple[Line, Node] | None = None


class Service:
    """All tables of one installation."""

    def __init__(self, store: Store) -> None:
        """:raises StoreUnavailableError: if the store does not answer."""
        self.store = store
        self.secret = store.secret()
        self.on_change: Callable[[Live], None] = lambda live: None
        self._tables: OrderedDict[str, Live] = OrderedDict()
        self._loading = threading.Lock()

    # --- reading ------------------------------------------------------------------------------------

    def live(self, code: str) -> Live:
        """The table of that code, loaded if need be.

        :raises RuleError: `no-such-table`.
        """
        tidy = keys.tidy_code(code)
        found = self._tables.get(tidy)
        if found is None:
            return self._load(tidy)
        with contextlib.suppress(KeyError):  # it may just have been let go
            self._tables.move_to_end(tidy)
        return found

    def loaded(self, code: str) -> Live | None:
        """The table of that code if it is in memory."""
        return self._tables.get(code)

    def _load(self, code: str) -> Live:
        with self._loading:
            if code in self._tables:
                return self._tables[code]
            stored = self.store.load(code) if len(code) == keys.CODE_LENGTH else None
            if stored is None:
                raise RuleError("no-such-table", say("There is no table {code}", code=code[:20]))
            live = Live(self.store, stored, self.store.lines(code), self._join_key(stored))
            self._adopt(live)
            return live

    def _adopt(self, live: Live) -> None:
        live.on_change = lambda changed: self.on_change(changed)
        self._tables[live.code] = live
        for code in list(self._tables)[: max(0, len(self._tables) - TABLES_IN_MEMORY)]:
            if not any(self._tables[code].presence.values()):
                del self._tables[code]

    def _join_key(self, stored: StoredTable) -> str:
        return keys.join_key(self.secret, stored.code, stored.join_epoch)

    def rules(self, slug: str) -> Rules[Any]:
        """The game of that slug.

        :raises RuleError: `no-such-game`.
        """
        rules = game(slug)
        if rules is None:
            raise RuleError("no-such-game", say("There is no game {slug}", slug=slug[:40]))
        return rules

    def atlas(self, rules: Rules[Any]) -> Atlas:
        """What the installation knows of a game's board: what is shipped, and what tables have taught."""
        taught: dict[str, dict[str, dict[str, Any]]] = {}
        for fact in self.store.atlas(rules.slug):
            taught.setdefault(fact.section, {}).setdefault(fact.row, {})[fact.fact] = fact.value
        return merge(rules.shipped, taught)[0]

    # --- tables -------------------------------------------------------------------------------------

    def create(
        self,
        slug: str,
        players: Sequence[Any],
        options: Mapping[str, Any],
        rulings: Mapping[str, Any],
        facts: Mapping[str, Any] | None,
    ) -> Created:
        """A new table. Everything that is left to chance is drawn now and stands in its first line.

        :raises RuleError: `invalid`.
        """
        rules = self.rules(slug)
        names = creation.checked_names(rules, players)
        resolved = creation.resolved_options(rules, options, len(names))
        atlas = self.atlas(rules)
        if facts:
            atlas, _ = merge(atlas, read_facts(rules.facts, atlas, facts))
        seed = Seed(secrets.token_hex(8), secrets.token_bytes(_SEED_BYTES), 1)
        for option in rules.options:
            if option.kind == "seat_or_roll" and resolved[option.name] == "roll":
                drawn = dice.one_of(seed.secret, seed.dice_id, option.name, len(names))
                resolved[option.name] = drawn
        body = {
            "game": slug,
            "box": rules.version,
            "seats": len(names),
            "options": resolved,
            "rulings": creation.resolved_rulings(rules, rulings),
            "atlas": atlas_copy(rules, atlas),
            "dice": {"id": seed.dice_id, "commitment": dice.commitment(seed.secret)},
        }
        begin = Line(1, _now(), "app", "begin", body)
        table = Table(begin)
        begin = replace(begin, digest=table.digest(table.state))
        created = self.keep_new(slug, names, resolved, (begin,), (seed,))
        if resolved["teach"]:
            self.store.teach(slug, _taught(atlas, table.state.atlas, facts, rules))
        return created

    def keep_new(
        self,
        slug: str,
        names: Sequence[str],
        options: Mapping[str, Any],
        lines: tuple[Line, ...],
        seeds: tuple[Seed, ...],
        status: str = "running",
    ) -> Created:
        """Give a journal a code and keys, and keep it."""
        host_key = keys.new_key()
        seats = tuple(
            StoredSeat(n, name, SEAT_COLOURS[(n - 1) % len(SEAT_COLOURS)]) for n, name in enumerate(names, 1)
        )
        while True:
            stored = StoredTable(
                code=keys.new_code(),
                game=slug,
                created_at=_now(),
                host_hash=keys.hashed(host_key),
                join_epoch=1,
                version=1,
                options={option.name: options[option.name] for option in creation.COMMON_OPTIONS},
                seats=seats,
                seeds=seeds,
                status=status,
            )
            try:
                self.store.create(stored, lines)
            except CodeTakenError:
                continue
            live = Live(self.store, stored, list(lines), self._join_key(stored))
            with self._loading:
                self._adopt(live)
            return Created(live, host_key)

    def options(self, live: Live) -> dict[str, Any]:
        """A table's options: the game's as they were resolved, the common ones as they are now."""
        return {**live.table.journal.lines[0].body["options"], **live.stored.options}

    def rename(
        self, live: Live, names: Mapping[Seat, str], colours: Mapping[Seat, str], options: Mapping[str, Any]
    ) -> None:
        """Other names or colours, or common options.

        :raises RuleError: `invalid`.
        """
        known = {option.name: option for option in creation.COMMON_OPTIONS}
        for name in options:
            if name not in known:
                raise invalid(f"options.{name}", say("This option cannot be changed any more"))
        with live.lock:
            seats = tuple(
                replace(
                    seat,
                    name=names.get(Seat(seat.seat), seat.name),
                    colour=colours.get(Seat(seat.seat), seat.colour),
                )
                for seat in live.stored.seats
            )
            creation.checked_names(live.table.rules, [seat.name for seat in seats])
            chosen = {
                name: creation.checked_option(known[name], value, len(seats))
                for name, value in options.items()
            }
            live.keep(replace(live.stored, seats=seats, options={**live.stored.options, **chosen}))

    def delete(self, live: Live) -> None:
        """Forget the table."""
        with live.lock:
            self.store.delete(live.code)
            self._tables.pop(live.code, None)

    def new_host_key(self, live: Live) -> str:
        """A new host key; the old one ends."""
        with live.lock:
            key = keys.new_key()
            live.keep(replace(live.stored, host_hash=keys.hashed(key)))
            return key

    # --- seats --------------------------------------------------------------------------------------

    def claim(self, live: Live, seat: Seat, key: str, viewer_key: str) -> None:
        """A phone takes a seat with a key it has made itself. The same key again: the same answer.

        :raises RuleError: `seat-taken`, `not-your-seat`, `invalid`, `no-such-seat`.
        """
        with live.lock:
            by_handover = self.check_may_claim(live, seat, key, viewer_key)
            stored = self.seat(live, seat)
            if not keys.is_key(key):
                raise invalid("key", say("A key has {n} letters or more", n=keys.LEAST_KEY_LENGTH))
            key_hash = keys.hashed(key)
            if keys.matches(key_hash, stored.key_hash):
                return
            if live.knows(key_hash):
                raise invalid("key", say("This key speaks for somebody else"))
            if stored.key_hash is not None and not by_handover:
                raise RuleError("seat-taken", say("{name} is on another phone already", name=stored.name))
            claimed = replace(stored, key_hash=key_hash, handover_hash=None)
            live.keep(live.stored.with_seat(claimed))

    def check_may_claim(self, live: Live, seat: Seat, key: object, viewer_key: str) -> bool:
        """Does the sender's key let them take this seat? Answers whether it is the seat's handover key, which
        takes it from another phone. Whoever has claimed it with this very key is asked nothing.

        :raises RuleError: `key-unknown`, `not-your-seat`, `no-such-seat`.
        """
        with live.lock:
            stored = next((one for one in live.stored.seats if one.seat == seat), None)
            if stored and keys.matches(keys.hashed(viewer_key), stored.handover_hash):
                return True
            mine = isinstance(key, str) and stored and keys.matches(keys.hashed(key), stored.key_hash)
            if not mine and live.viewer(viewer_key).role not in ("join", "host"):
                raise RuleError("not-your-seat", say("That key does not let you take this seat"))
            self.seat(live, seat)
            return False

    def seat(self, live: Live, seat: Seat) -> StoredSeat:
        """A seat as it is kept.

        :raises RuleError: `no-such-seat`.
        """
        found = next((one for one in live.stored.seats if one.seat == seat), None)
        if found is None:
            raise RuleError("no-such-seat", say("There is no seat {n}", n=seat))
        return found

    def release(self, live: Live, seat: Seat) -> None:
        """Free a seat: its key and its handover key end."""
        with live.lock:
            freed = replace(self.seat(live, seat), key_hash=None, handover_hash=None)
            live.keep(live.stored.with_seat(freed))

    def handover(self, live: Live, seat: Seat) -> str:
        """A key that claims this one seat, once; using it ends the old phone's key."""
        with live.lock:
            key = keys.new_key()
            live.keep(live.stored.with_seat(replace(self.seat(live, seat), handover_hash=keys.hashed(key))))
            return key

    def present(self, live: Live, seat: Seat, more: int) -> None:
        """A stream of that seat has begun or ended."""
        with live.lock:
            before = live.presence[seat] > 0
            live.presence[seat] += more
            if before != (live.presence[seat] > 0):
                # Without a store no version can be put aside; that somebody came or went is shown later then.
                with contextlib.suppress(StoreUnavailableError):
                    live.changed()

    # --- moves --------------------------------------------------------------------------------------

    def play(
        self,
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
            _check_sound(live)
            told = None if dry else _told("moves", viewer, key, raw)
            return self._once(live, told, lambda: self._play(live, viewer, seat, raw, told, dry, shape))

    def _play(
        self,
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
                draw=None if dry else self._draw(live),
            )
            line = self._line(live, viewer.by, "move", attempt.body, attempt.played.state)
            if dry:
                return self._dry(live, line, attempt.node, attempt.played)
            if self._write(live, line, attempt.node, told):
                return self._made(live, line, attempt.node)
            if remembered := self._remembered(live, told):
                return self._again(live, remembered)
        raise RuleError("stale-revision", say("Somebody else was quicker; try again"))

    def undo(
        self, live: Live, viewer: Viewer, raw: Mapping[str, Any], *, key: str | None = None, dry: bool = False
    ) -> Answer:
        """Undo back to a revision, or the last standing move.

        :raises RuleError: `host-only` for what others did or the app rolled, `not-now`.
        """
        with live.lock:
            need_actor(viewer)
            _check_sound(live)
            told = None if dry else _told("undo", viewer, key, raw)
            return self._once(live, told, lambda: self._undo(live, viewer, raw, told, dry))

    def _undo(
        self, live: Live, viewer: Viewer, raw: Mapping[str, Any], told: Remembered | None, dry: bool
    ) -> Answer:
        _check_expected(live, raw.get("expected_revision"))
        to = raw.get("to")
        to = live.table.undo_target() if to is None else to
        node, gone = live.table.rewind(to)
        self._check_may_rewind(live, viewer, gone)
        body: dict[str, Any] = {"to": to}
        seed: Seed | None = None
        if live.table.state.finished and dry:
            body["dice"] = None
        elif live.table.state.finished:
            # The seed is published by now; what is rolled from here on must come from another.
            seed = Seed(secrets.token_hex(8), secrets.token_bytes(_SEED_BYTES), live.table.revision + 1)
            body["dice"] = {"id": seed.dice_id, "commitment": dice.commitment(seed.secret)}
        return self._rewound(live, viewer, "undo", body, node, told, dry, seed)

    def redo(
        self, live: Live, viewer: Viewer, raw: Mapping[str, Any], *, key: str | None = None, dry: bool = False
    ) -> Answer:
        """Play what was last undone again.

        :raises RuleError: `host-only` for what others did, `not-now`.
        """
        with live.lock:
            need_actor(viewer)
            _check_sound(live)
            told = None if dry else _told("redo", viewer, key, raw)
            return self._once(live, told, lambda: self._redo(live, viewer, raw, told, dry))

    def _redo(
        self, live: Live, viewer: Viewer, raw: Mapping[str, Any], told: Remembered | None, dry: bool
    ) -> Answer:
        _check_expected(live, raw.get("expected_revision"))
        node, lines = live.table.again()
        self._check_may_rewind(live, viewer, lines)
        body = {"to": lines[-1].revision}
        return self._rewound(live, viewer, "redo", body, node, told, dry, None)

    def _rewound(
        self,
        live: Live,
        viewer: Viewer,
        kind: str,
        body: dict[str, Any],
        node: Node,
        remember: Remembered | None,
        dry: bool,
        seed: Seed | None,
    ) -> Answer:
        state = live.table.state_at(node)
        line = self._line(live, viewer.by, kind, body, state)
        if dry:
            return self._dry(live, line, node, None)
        if not self._write(live, line, node, remember, seed):
            raise RuleError("stale-revision", say("Somebody else was quicker; try again"))
        return self._made(live, line, node)

    def _check_may_rewind(self, live: Live, viewer: Viewer, lines: Sequence[Line]) -> None:
        if viewer.role == "host":
            return
        if any(line.body.get("source") == "app" for line in lines):
            raise RuleError("host-only", say("Only the host undoes what the app has rolled"))
        anyone = live.stored.options.get("undo") == "anyone"
        if not anyone and any(line.by != viewer.by for line in lines):
            raise RuleError("host-only", say("Only the host undoes what others did"))

    def _draw(self, live: Live) -> Callable[[str, int, int], tuple[int, ...]]:
        seed = live.stored.seeds[-1]
        return lambda purpose, k, count: dice.roll(seed.secret, seed.dice_id, purpose, k, count=count)

    def _line(self, live: Live, by: str, kind: Any, body: dict[str, Any], state: Any) -> Line:
        return Line(live.table.revision + 1, _now(), by, kind, body, live.table.digest(state))

    def _write(
        self, live: Live, line: Line, node: Node, remember: Remembered | None, seed: Seed | None = None
    ) -> bool:
        """Store a line, then take it in and tell everybody. False: another process was quicker."""
        table = live.table
        state = table.state_at(node)
        before = table.state
        ended = "finished" if state.finished else "running"
        taught = _taught(before.atlas, state.atlas, line.body.get("facts"), table.rules)
        written = Entry(
            code=live.code,
            line=line,
            remembered=remember,
            status=ended if state.finished != before.finished else None,
            seed=seed,
            game=table.rules.slug,
            taught=taught if live.stored.options.get("teach", True) else (),
        )
        live.reserve()
        try:
            self.store.append(written)
        except RevisionTakenError:
            live.catch_up()
            return False
        if seed:
            live.stored = replace(live.stored, seeds=(*live.stored.seeds, seed))
        view = table.view()
        table.record(line, node)
        if line.kind in ("undo", "redo"):
            live.entries_json.clear()
        ids = [railroad.id for railroad in table.rules.railroads]
        live.last_affected = (line.revision, affected(view, table.view(), ids))
        live.changed()
        return True

    def _made(self, live: Live, line: Line, node: Node) -> Answer:
        shown = entry(line, _outcome(live, line, node))
        revision, changes = live.last_affected
        shown["affects"] = changes if revision == line.revision else []
        return Answer(live, line.revision, shown)

    def _dry(self, live: Live, line: Line, node: Node, played: Played[Any] | None) -> Answer:
        view = live.table.view()
        ids = [railroad.id for railroad in live.table.rules.railroads]
        with live.table.supposing(line, node):
            after = live.table.view()
        shown = entry(line, played)
        shown |= {"revision": None, "affects": affected(view, after, ids)}
        return Answer(live, None, shown, supposed=(line, node))

    # --- idempotency --------------------------------------------------------------------------------

    def _once(self, live: Live, told: Remembered | None, make: Callable[[], Answer]) -> Answer:
        """Make something, unless this key was answered before.

        The store's primary key decides that, so nothing is looked up for a call that comes for the first time.
        A call that came before is either refused now, because the table has moved on, or loses the race.
        """
        try:
            return make()
        except RuleError:
            if remembered := self._remembered(live, told):
                return self._again(live, remembered)
            raise

    def _remembered(self, live: Live, told: Remembered | None) -> Remembered | None:
        """The answer this key was given before, if it was given one.

        :raises RuleError: `idempotency-key-reused` when it came with another body.
        """
        if told is None:
            return None
        found = self.store.remembered(live.code, told.who, told.key)
        if found and found.body_hash != told.body_hash:
            if live.table.state.finished:
                raise RuleError("table-finished", say("The game is over"))
            raise RuleError("idempotency-key-reused", say("This key was used for another move"))
        return found

    def _again(self, live: Live, remembered: Remembered) -> Answer:
        table, revision = live.table, remembered.revision
        before, node = table.journal.heads[revision - 2 : revision]
        if live.last_affected[0] != revision:
            views = [table.rules.view(table.state_at(one)) for one in (before, node)]
            changes = affected(views[0], views[1], [railroad.id for railroad in table.rules.railroads])
            live.last_affected = (revision, changes)
        return self._made(live, table.journal.lines[revision - 1], node)


def _outcome(live: Live, line: Line, node: Node) -> Played[Any] | None:
    return live.table.outcome(line.revision) if line.kind == "move" else None


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


def _check_sound(live: Live) -> None:
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


def _taught(before: Atlas, after: Atlas, facts: Any, rules: Rules[Any]) -> tuple[TaughtFact, ...]:
    """What a line has added to what is known of the board."""
    if before is after and not facts:
        return ()
    _, changes = merge(before, after.known)
    return tuple(TaughtFact(c.section, c.row, c.fact, c.new) for c in changes)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
