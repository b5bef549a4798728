"""The evenings that are over: which there are, what they say together, and how somebody is forgotten."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson

from companion.documents import evening as over
from companion.documents.statistics import Played
from companion.games import GAMES
from companion.service import Service, keys, shelf, snapshots
from companion.service.folding import DamagedError
from companion.service.live import Live
from companion.service.retrying import retried
from companion.store import StoredEvening, Wanted, between_lines
from companion.words.errors import RuleError
from companion.words.text import say

AT_ONCE = 8
"""Earlier evenings that one call works out; the next call does the next ones."""
MOST_KEYS = 100
"""Keys in one call."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Evenings, the newest first."""

    evenings: list[Played]
    lacking: int
    """Evenings of this server that are still to be reckoned."""


def tables_of(service: Service, held: Sequence[str]) -> tuple[str, ...]:
    """The codes of the tables that these are the host's or a seat's keys of. Keys of tables that are gone say nothing.

    :raises RuleError: `key-unknown`: none of the keys is known.
    """
    found = service.store.held({keys.hashed(key) for key in held[:MOST_KEYS]})
    if not found:
        raise RuleError("key-unknown", say("No table here knows this key"))
    return tuple(sorted(found))


def evenings(service: Service, wanted: Wanted) -> Shelf:
    """Those that are wanted, as far as they have been reckoned.

    :raises StoreUnavailableError:
    """
    lacking = _fill(service)
    return Shelf(_read(service.store.evenings(wanted)), lacking)


def _fill(service: Service) -> int:
    """Reckon some of the evenings that have not been yet; returns how many are left."""
    games = [rules.box.slug for rules in GAMES]
    codes, lacking = service.store.unreckoned(over.FORM, shelf.UNCOUNTED, games, AT_ONCE)
    for code in codes:
        _reckon(service, code)
    return lacking - len(codes)


def _reckon(service: Service, code: str) -> None:
    live, stored = service.loaded(code), service.store.load(code)
    if stored is None:  # somebody has deleted it meanwhile
        return
    with contextlib.suppress(DamagedError):
        live = live or snapshots.take_up(service.store, stored, "")
        if live.damaged is None and live.table.state.finished:
            live.shelved = ()
            shelf.put(live)
            return
    service.store.keep_evening(shelf.unreadable(code, stored.game, stored.created_at))


def _read(kept: list[StoredEvening]) -> list[Played]:
    """One whose row was damaged since is left out."""
    read = ((each, _body(each)) for each in kept)
    return [Played(each.code, each.game, each.finished_at, body) for each, body in read if body is not None]


def _body(kept: StoredEvening) -> dict[str, Any] | None:
    try:
        body = orjson.loads(kept.body)
    except ValueError:
        return None
    return body if isinstance(body, dict) else None


# --- somebody is forgotten ------------------------------------------------------------------------------


def forget_person(service: Service, name: str) -> int:
    """Replace a person's name by nobody's at every table that is over; returns at how many. A table that is still
    played at does not change.

    :raises RuleError: `no-such-person`.
    :raises StoreUnavailableError:
    """
    whom = over.person(name)
    seats = [
        (code, seat)
        for code, seat, called in service.store.seats_of_finished()
        if over.person(called) == whom
    ]
    if not whom or not seats or over.is_nobody(name):
        raise RuleError("no-such-person", say("{name} has played no finished evening", name=name[:60]))
    codes = {code for code, _ in seats}
    changed = _without(service.store.evenings(Wanted(person=whom, twins=True)), whom)
    service.store.call(((code, seat, over.nobody(seat)) for code, seat in seats), changed)
    for code in codes:
        _rename_in_memory(service, code, (seat for of, seat in seats if of == code))
    return len(codes)


def _without(kept: Iterable[StoredEvening], whom: str) -> list[StoredEvening]:
    found = []
    for each in kept:
        body = _body(each)
        if body is not None:
            names = each.names.replace(between_lines([whom]), "\n")
            written = json.dumps(over.without(body, whom), ensure_ascii=False, separators=(",", ":"))
            found.append(each._replace(names=names, body=written))
    return found


def _rename_in_memory(service: Service, code: str, seats: Iterable[int]) -> None:
    """Rename these seats of a table that is in memory, too; whoever looks on hears of it."""
    live = service.loaded(code)
    if live is not None:
        _renamed(live, tuple(seats))


@retried
def _renamed(live: Live, seats: Sequence[int]) -> None:
    live.follow()
    with live.lock:
        stored = live.stored
        for number in seats:
            old = next(seat for seat in stored.seats if seat.seat == number)
            stored = stored.with_seat(replace(old, name=over.nobody(number)))
        if stored != live.stored:
            live.keep(stored)
