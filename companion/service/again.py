"""The same people play again: a new table like the one whose game is over, and the way there from the old one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.service import Created, Service, seats
from companion.service.creation import known_options
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.service.retrying import retried
from companion.words.errors import RuleError, not_now
from companion.words.text import say


def played_again(service: Service, live: Live, viewer: Viewer, options: Mapping[str, object]) -> Created:
    """A new table with the same people, colours, options and rulings; what is drawn by lot is drawn anew. If the host
    makes it, the old table leads there: see `follow_up`.

    The caller holds the table's lock. options: those that are to be others.
    :raises RuleError: `not-now` as long as the game goes on; `invalid`.
    """
    if not live.table.state.finished:
        raise not_now(say("Play again once this game is over"))
    begun = live.table.journal.lines[0].body
    created = service.create(
        live.stored.game,
        [seat.name for seat in live.stored.seats],
        {**known_options(live.table.rules, service.options(live)), **options},
        begun["rulings"],
        None,
    )
    seats.coloured(created.live, [seat.colour for seat in live.stored.seats])
    if viewer.role == "host":
        _lead_on(live, created.live.code)
    return created


@retried
def _lead_on(live: Live, code: str) -> None:
    with live.lock:
        live.keep(replace(live.stored, next_code=code))


def follow_up(service: Service, live: Live) -> Live:
    """The table where the people of this one play again, for whoever has a key of this one.

    :raises RuleError: `no-such-table`: nobody has made one from here, or it has been deleted.
    """
    code = live.stored.next_code
    if code is None:
        raise RuleError("no-such-table", say("The host has not made a new table from here"))
    return service.live(code)
