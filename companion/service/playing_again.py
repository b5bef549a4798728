"""The same people play again: a new table like the one whose game is over, and the way there from the old one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.service import Created, Service, keys, seats
from companion.service.creation import known_options
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.service.retrying import retried
from companion.words.errors import RuleError, invalid, not_now
from companion.words.text import say


def play_again(
    service: Service, live: Live, viewer: Viewer, options: Mapping[str, object], key: str | None = None
) -> Created:
    """A new table with the same people, colours, options and rulings. Who begins is drawn, unless it stands in the
    options. If the host makes it, the old table leads there: see `next_table`.

    The caller holds the table's lock. options: those that are to be others. key: the host key of the new table, which
    the page has made itself: the same call again, after a lost answer, is answered with the same table.
    :raises RuleError: `not-now` as long as the game goes on; `invalid`.
    """
    if not live.table.state.finished:
        raise not_now(say("Play again once this game is over"))
    if key is not None:
        if not keys.is_key(key):
            raise invalid("key", say("A key has {n} characters or more", n=keys.LEAST_KEY_LENGTH))
        if viewer.role == "host" and (made := _made_with(service, live, key)):
            return Created(made, key)
    begun = live.table.journal.lines[0].body
    created = service.create(
        live.stored.game,
        [seat.name for seat in live.stored.seats],
        {**known_options(live.table.rules, service.options(live)), **options},
        begun["rulings"],
        None,
        host_key=key,
    )
    seats.coloured(created.live, [seat.colour for seat in live.stored.seats])
    if viewer.role == "host":
        _lead_on(live, created.live.code)
    return created


def _made_with(service: Service, live: Live, key: str) -> Live | None:
    """The next table, if this is its host's key."""
    try:
        made = next_table(service, live)
    except RuleError:
        return None
    return made if keys.matches(keys.hashed(key), made.stored.host_hash) else None


@retried
def _lead_on(live: Live, code: str) -> None:
    with live.lock:
        live.keep(replace(live.stored, next_table=code))


def next_table(service: Service, live: Live) -> Live:
    """The table where the people of this one play again.

    :raises RuleError: `no-such-table`: the host has not made one from here, or it has been deleted.
    """
    code = live.stored.next_table
    if code is None:
        raise RuleError("no-such-table", say("The host has not made a new table from here"))
    return service.live(code)


def way_in(service: Service, live: Live) -> Live:
    """The same, for whoever has a key of this table and wants to come in there.

    :raises RuleError: as `next_table`; `not-now`: its host has replaced its QR, to let nobody else in.
    """
    found = next_table(service, live)
    if found.stored.join_epoch != keys.FIRST_QR:
        raise not_now(say("The new table has another QR code by now; scan that one"))
    return found
