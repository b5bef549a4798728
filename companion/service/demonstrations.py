"""Demonstrations: tables at which the companion plays by itself, so that somebody may see how it goes.

Nobody has a key of such a table. It teaches nothing, says in its options that it is a demonstration, and is deleted
after a day.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from companion.service import Service
from companion.service.creation import TEACH
from companion.service.live import Live
from companion.service.retrying import retried
from companion.service.shelf import DEMONSTRATION
from companion.words.times import written_moment

KEPT = timedelta(days=1)
NAMES = ("Ann", "Ben", "Cleo")


def begin(service: Service, slug: str) -> Live:
    """A table for a demonstration.

    :raises RuleError: `no-such-game`.
    :raises StoreUnavailableError:
    """
    box = service.rules(slug).box
    names = NAMES[: max(box.least_players, min(len(NAMES), box.most_players))]
    live = service.create(slug, names, {TEACH: False}, {}, None).live
    _mark(live)
    return live


@retried
def _mark(live: Live) -> None:
    with live.lock:
        live.keep(replace(live.stored, options={**live.stored.options, DEMONSTRATION: True}))


def forget_old(service: Service, now: datetime | None = None) -> list[str]:
    """Delete the demonstrations that are a day old; returns their codes. now: with its time zone.

    :raises StoreUnavailableError:
    """
    before = (now or datetime.now(UTC)) - KEPT
    gone = service.store.marked(DEMONSTRATION, written_moment(before))
    for code in gone:
        service.forget(code)
    return gone
