"""Six digits beside the QR, for a phone that cannot scan: in exchange for them it gets the key that the QR holds.

Six digits can be guessed, so they change after some wrong tries. Where one process serves alone, how many there were is
forgotten at a restart: the digits come from the join key, and a new QR brings new ones anyway.

Whoever has only the server's address sends them without a table's code; then they are looked for at all tables of late
(`docs/decisions/101`).
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from companion.service import Service, keys
from companion.service.live import Live
from companion.service.retrying import retried
from companion.words.errors import RuleError
from companion.words.text import say
from companion.words.times import written_moment

LATELY = timedelta(days=14)
"""A table is looked at by its digits alone for so long after it was created, or after its last entry: a game may go on
an evening or two later."""
MOST_TABLES = 200
"""Of all tables, the newest that are looked at: whoever guesses hits one of so many."""


@retried
def join_key(live: Live, pin: str) -> str:
    """The key in the QR, in exchange for the digits; spaces between them do not matter. The caller holds the table's
    lock.

    :raises RuleError: `key-unknown`.
    """
    if _same(pin, live.join_pin):
        return live.join_key
    tries = live.stored.wrong_digits + 1
    # whoever shows them hears of it
    live.remember(replace(live.stored, wrong_digits=tries), seen=tries % keys.MOST_WRONG == 0)
    raise RuleError("key-unknown", say("Wrong digits: look at the host's screen again"))


class WayIn(NamedTuple):
    """Where a table is, and what lets a phone take a seat there."""

    code: str
    join_key: str


def way_in(service: Service, pin: str) -> WayIn:
    """The table of late whose screens show these digits; spaces between them do not matter. No game is loaded, and
    wrong digits count at no table.

    :raises RuleError: `key-unknown`: none shows them, or more than one.
    """
    # All are compared, so that the time taken tells nothing.
    found = [way for way, digits in _shown(service) if _same(pin, digits)]
    if len(found) > 1:
        raise RuleError("key-unknown", say("Two tables show these digits: type the table's code"))
    if not found:
        raise RuleError(
            "key-unknown",
            say("No table shows these digits: check the host's screen"),
        )
    return found[0]


def _shown(service: Service) -> Iterator[tuple[WayIn, str]]:
    since = written_moment(datetime.now(UTC) - LATELY)
    for table in service.store.newest(since, MOST_TABLES):
        key = keys.join_key(service.secret, table.code, table.join_epoch)
        # one process alone counts wrong ones in memory; of several, what is stored is the newer count
        live = service.loaded(table.code)
        wrong = max(table.wrong_digits, live.stored.wrong_digits if live else 0)
        yield WayIn(table.code, key), keys.digits(key, wrong)


def _same(typed: str, digits: str) -> bool:
    return hmac.compare_digest("".join(typed.split()).encode(), digits.encode())
