"""Private notes: what a player writes for themselves. They are kept with the key of the seat's phone, end with it, and
are told to nobody else, the host included; no document, line, export or version knows of them."""

from __future__ import annotations

from collections.abc import Callable

from companion.service import seats
from companion.service.acting import need_actor
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.words.errors import RuleError, invalid
from companion.words.text import say
from companion.words.values import Seat

MOST_LETTERS = 4_000
"""In the notes of one seat."""


def read(live: Live, viewer: Viewer, seat: Seat) -> str:
    """What this phone has written.

    :raises RuleError: `key-needed`, `no-such-seat`, `not-your-seat`.
    """
    _check_own(live, viewer, seat)
    return live.store.private_notes(live.code, seat, viewer.key_hash)


def write(live: Live, viewer: Viewer, seat: Seat, text_sent: Callable[[], str]) -> str:
    """What this phone writes, in place of what it had written. Whoever calls holds the table's lock: the key must not
    end meanwhile.

    text_sent: reads what was sent, once it is clear that it may be.
    :raises RuleError: `key-needed`, `no-such-seat`, `not-your-seat`, `invalid`.
    """
    _check_own(live, viewer, seat)
    text = text_sent()
    if "\0" in text:  # it ends a text in many a program
        raise invalid("text", say("cannot be read"))
    live.store.keep_private_notes(live.code, seat, viewer.key_hash, text)
    return text


def _check_own(live: Live, viewer: Viewer, seat: Seat) -> None:
    """:raises RuleError: `key-needed`, `no-such-seat`, `not-your-seat`."""
    need_actor(viewer)
    seats.kept(live, seat)
    if viewer.seat != seat:
        raise RuleError("not-your-seat", say("Private notes are only for that player's own phone"))
