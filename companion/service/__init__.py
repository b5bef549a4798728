"""Read, play, write, tell: the one place that changes anything."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.atlas.known import Atlas, merge
from companion.documents.table_document import SEAT_COLOURS
from companion.games import game
from companion.mechanisms import dice
from companion.service import creation, keys, seats, shelf, snapshots
from companion.service.bidding import let_limits_act
from companion.service.following import Following
from companion.service.keys import Viewer
from companion.service.live import GoneError, Live
from companion.service.resting import Resting
from companion.service.rolls import Keeper, Memory, Rolls
from companion.service.seeds import committed, fresh
from companion.service.shared import SharedLive
from companion.service.writing import now, taught
from companion.store import (
    CodeTakenError,
    Seed,
    Store,
    StoredSeat,
    StoredTable,
    StoreUnavailableError,
)
from companion.table.beginning import atlas_copy
from companion.table.journal import Line
from companion.vocabulary.minutes import Position
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError
from companion.words.text import say
from companion.words.values import Seat

TABLES_IN_MEMORY = 1_000
"""Tables beyond this number are let go, the longest unused first."""


@dataclass(frozen=True, slots=True)
class Created:
    """A new table and the keys that only its creator learns."""

    live: Live
    host_key: str


class Service:
    """All tables of one installation."""

    def __init__(self, store: Store | None = None, *, later: Callable[[], Store] | None = None) -> None:
        """later: opens the store when it is first wanted.

        :raises StoreUnavailableError: if the store does not answer.
        """
        self._store = store
        self._later = later
        self._opening = threading.Lock()
        self._secret = b"" if store is None else store.secret()
        self.on_change: Callable[[Live], None] = lambda live: None
        self.on_private: Callable[[Live, Seat], None] = lambda live, seat: None
        self.on_line: Callable[[str], None] = lambda kind: None
        """Called with the kind of each line that was written."""
        self.on_ended: Callable[[str, Viewer | None], None] = lambda code, viewer: None
        """Called with the code of a table where another process has ended somebody's key, or (None) the table
        itself."""
        self.watched: Callable[[str], bool] = lambda code: False
        """Is somebody looking at that table?"""
        self._following: Following | None = None
        self._tables: OrderedDict[str, Live] = OrderedDict()
        self._resting = Resting()
        self._loading = threading.Lock()
        self._rolls_here = Memory()
        self.rolls = Rolls(self._rolls_kept)
        """The rolls of people without a table."""

    @property
    def store(self) -> Store:
        """Where the tables are kept.

        :raises StoreUnavailableError: it cannot be opened.
        """
        if self._store is None:
            with self._opening:
                if self._store is None:
                    assert self._later is not None
                    self._store = self._later()
        return self._store

    @property
    def secret(self) -> bytes:
        """The installation's secret.

        :raises StoreUnavailableError: the store does not answer.
        """
        if not self._secret:
            self._secret = self.store.secret()
        return self._secret

    def _rolls_kept(self) -> Keeper:
        return self.store.sharing or self._rolls_here

    def close(self) -> None:
        """Let go of the store. Nothing may be asked of the service afterwards."""
        if self._following is not None:
            self._following.end()
        with self._opening:
            if self._store is not None:
                self._store.close()

    def begin(self) -> None:
        """From now on notice what other processes write, where there may be any. The store must be open."""
        if self._store is not None and self._store.sharing is not None:
            self._following = Following(
                self._store.sharing, self._shared, self._loaded_here, self.watched, self._let_go, self._gone
            )
            self._following.begin()

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
        self._resting.asked_for(found)
        if isinstance(found, SharedLive):
            self._follow(found)
        return found

    def _follow(self, live: SharedLive) -> None:
        """Bring a table up to date with what other processes have written. If the store does not answer, it stays as it
        was.

        :raises RuleError: `no-such-table`: somebody has deleted it.
        """
        live.asked = time.monotonic()
        try:
            with contextlib.suppress(StoreUnavailableError):
                live.follow()
        except GoneError as error:
            self._gone(live.code)
            raise RuleError("no-such-table", say("There is no table {code}", code=live.code)) from error

    def _shared(self) -> list[SharedLive]:
        return [live for live in list(self._tables.values()) if isinstance(live, SharedLive)]

    def _loaded_here(self, code: str) -> SharedLive | None:
        live = self._tables.get(code)
        return live if isinstance(live, SharedLive) else None

    def _let_go(self, live: Live) -> None:
        """Let go of a table that need not be in memory."""
        self._tables.pop(live.code, None)
        self._resting.forget(live.code)

    def _gone(self, code: str) -> None:
        """Another process has deleted the table."""
        self._tables.pop(code, None)
        self._resting.forget(code)
        self.on_ended(code, None)

    @property
    def tables_loaded(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    def loaded(self, code: str) -> Live | None:
        """The table of that code if it is in memory."""
        return self._tables.get(code)

    def stored(self, code: str) -> StoredTable:
        """What is kept of a table besides its journal.

        :raises RuleError: `no-such-table`.
        """
        tidy = keys.tidy_code(code)
        stored = self.store.load(tidy) if len(tidy) == keys.CODE_LENGTH else None
        if stored is None:
            raise RuleError("no-such-table", say("There is no table {code}", code=code[:20]))
        return stored

    def _load(self, code: str) -> Live:
        with self._loading:
            if code in self._tables:
                return self._tables[code]
            stored = self.stored(code)
            live = snapshots.take_up(self.store, stored, self._join_key(stored))
            if self.store.sharing is None:
                live.read_limits()
            self._adopt(live)
        with live.lock:
            let_limits_act(live)  # the server may have ended just before they did
            snapshots.put_down(live)
        return live

    def _adopt(self, live: Live) -> None:
        live.on_change = self._changed
        live.key_of = self._join_key
        live.on_private = lambda changed, seat: self.on_private(changed, seat)
        live.on_line = lambda kind: self.on_line(kind)
        if isinstance(live, SharedLive):
            live.on_heard = lambda changed: self.on_change(changed)
            live.on_ended = lambda changed, viewer: self.on_ended(changed.code, viewer)
        self._tables[live.code] = live
        self._resting.asked_for(live)
        for code in list(self._tables)[: max(0, len(self._tables) - TABLES_IN_MEMORY)]:
            if not any(self._tables[code].presence.values()) and not self._tables[code].requests:
                del self._tables[code]
                self._resting.forget(code)

    def _changed(self, live: Live) -> None:
        self.on_change(live)
        snapshots.put_down(live)
        if live.table.state.finished:
            shelf.put_later(live)
        else:
            live.shelved = ()

    def _join_key(self, stored: StoredTable) -> str:
        return keys.join_key(self.secret, stored.code, stored.join_epoch)

    def rules(self, slug: str) -> Rules[Position]:
        """The game of that slug.

        :raises RuleError: `no-such-game`.
        """
        rules = game(slug)
        if rules is None:
            raise RuleError("no-such-game", say("There is no game {slug}", slug=slug[:40]))
        return rules

    def atlas(self, rules: Rules[Position]) -> Atlas:
        """What the installation knows of a game's board: what is shipped, and what tables have taught."""
        taught: dict[str, dict[str, dict[str, object]]] = {}
        for fact in self.store.atlas(rules.box.slug):
            record = taught.setdefault(fact.section, {}).setdefault(fact.row, {})
            if fact.fact:
                record[fact.fact] = tuple(fact.value) if isinstance(fact.value, list) else fact.value
        return merge(rules.box.shipped, taught)[0]

    # --- tables -------------------------------------------------------------------------------------

    def create(
        self,
        slug: str,
        players: Sequence[object],
        options: Mapping[str, object],
        rulings: Mapping[str, object],
        facts: Mapping[str, object] | None,
        position: Mapping[str, object] | None = None,
        host_key: str | None = None,
    ) -> Created:
        """A new table. Everything that is left to chance is drawn now and stands in its first line. position: how it
        stands on the table, if the game has already begun; it is the second line. host_key: one that a page has made.

        :raises RuleError: `invalid`.
        """
        rules = self.rules(slug)
        names = creation.checked_names(rules, players)
        resolved = creation.resolved_options(rules, options, len(names), self.store)
        before = self.atlas(rules)
        seed = fresh(1)
        drawn = [name for name in creation.drawn(rules) if resolved[name] == "roll"]
        for name in drawn:
            resolved[name] = dice.one_of(seed.secret, seed.dice_id, name, len(names))
        body = {
            "game": slug,
            "box": rules.box.version,
            "seats": len(names),
            "options": resolved,
            "rulings": creation.resolved_rulings(rules, rulings),
            "atlas": atlas_copy(rules, creation.known_at_first(rules, before, facts)),
            "dice": committed(seed),
        }
        if drawn and position is None:
            body["drawn"] = drawn[0]
        lines = creation.first_lines(Line(1, now(), "app", "begin", body), position)
        created = self.keep_new(slug, names, resolved, lines, (seed,), host_key=host_key)
        if resolved["teach"]:
            known = created.live.table.state.atlas
            self.store.teach(slug, taught(self.store, before, known, rules), created.live.code)
        return created

    def keep_new(
        self,
        slug: str,
        names: Sequence[str],
        options: Mapping[str, object],
        lines: tuple[Line, ...],
        seeds: tuple[Seed, ...],
        status: str = "running",
        marks: Sequence[str] = (),
        host_key: str | None = None,
    ) -> Created:
        """Give a journal a code and keys, and keep it. marks: options that say what kind of table it is; host_key: one
        that a page has made."""
        host_key = host_key or keys.new_key()
        kept = {option.name: options[option.name] for option in creation.common_options(self.rules(slug))}
        seats = tuple(
            StoredSeat(n, name, SEAT_COLOURS[(n - 1) % len(SEAT_COLOURS)]) for n, name in enumerate(names, 1)
        )
        while True:
            stored = StoredTable(
                code=keys.new_code(),
                game=slug,
                created_at=now(),
                host_hash=keys.hashed(host_key),
                join_epoch=keys.FIRST_QR,
                version=1,
                options={**kept, **dict.fromkeys(marks, True)},
                seats=seats,
                seeds=seeds,
                status=status,
            )
            try:
                self.store.create(stored, lines)
            except CodeTakenError:
                continue
            live = snapshots.begun(self.store, stored, list(lines), self._join_key(stored))
            with self._loading:
                self._adopt(live)
            shelf.put_later(live)
            return Created(live, host_key)

    def options(self, live: Live) -> dict[str, object]:
        """A table's options: the game's as they were resolved, the common ones as they are now."""
        return {**live.table.journal.lines[0].body["options"], **live.stored.options}

    def rename(
        self,
        live: Live,
        names: Mapping[Seat, str],
        colours: Mapping[Seat, str],
        options: Mapping[str, object],
    ) -> None:
        """Give players other names or colours, or set common options. Nobody is told of what was so already.

        :raises RuleError: `invalid`.
        """
        seats.rename(live, names, colours, options)

    def new_join(self, live: Live) -> None:
        """Make a new QR. The old one ends, and so do requests for a seat that were made with it."""
        seats.new_join(live)

    def delete(self, live: Live) -> None:
        """Delete the table."""
        with live.lock:
            self.forget(live.code)

    def forget(self, code: str) -> None:
        """Delete the table of that code, which need not be in memory."""
        self.store.delete(code)
        self._tables.pop(code, None)
        self._resting.forget(code)

    def new_host_key(self, live: Live) -> str:
        """A new host key; the old one ends."""
        with live.lock:
            key = keys.new_key()
            hashed = keys.hashed(key)
            # Only this is written: a server may be writing beside this command.
            self.store.set_host(live.code, hashed)
            if not live.follow():
                live.stored = replace(live.stored, host_hash=hashed)
            return key
