"""Seats: who sits where, with which phone."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from companion.service import keys
from companion.service.live import GONE_SECONDS, Live
from companion.store import (
    StoredSeat,
    StoreUnavailableError,
)
from companion.words.errors import RuleError, invalid
from companion.words.text import say
from companion.words.values import Seat


def claim(live: Live, seat: Seat, key: str, viewer_key: str) -> None:
    """A phone takes a seat with a key it has made itself. The same key again: the same answer.

    :raises RuleError: `seat-taken`, `not-your-seat`, `invalid`, `no-such-seat`.
    """
    with live.lock:
        by_handover = check_may_claim(live, seat, key, viewer_key)
        stored = kept(live, seat)
        if not keys.is_key(key):
            raise invalid("key", say("A key has {n} letters or more", n=keys.LEAST_KEY_LENGTH))
        key_hash = keys.hashed(key)
        if keys.matches(key_hash, stored.key_hash):
            return
        if live.knows(key_hash):
            raise invalid("key", say("This key belongs to someone else"))
        if stored.key_hash is not None and not by_handover:
            raise RuleError("seat-taken", say("{name} is on another phone already", name=stored.name))
        claimed = replace(stored, key_hash=key_hash, handover_hash=None)
        end_requests(live, seat, key_hash)
        live.keep(live.stored.with_seat(claimed))
        live.claimed(seat)


def check_may_claim(live: Live, seat: Seat, key: object, viewer_key: str) -> bool:
    """Does the sender's key let them take this seat? Answers whether it is the seat's handover key, which
    takes it from another phone. Whoever has claimed it with this very key is asked nothing.

    :raises RuleError: `key-unknown`, `not-your-seat`, `no-such-seat`.
    """
    with live.lock:
        stored = next((item for item in live.stored.seats if item.seat == seat), None)
        if stored and keys.matches(keys.hashed(viewer_key), stored.handover_hash):
            return True
        mine = isinstance(key, str) and stored and keys.matches(keys.hashed(key), stored.key_hash)
        if not mine and live.viewer(viewer_key).role not in ("join", "host"):
            raise RuleError("not-your-seat", say("That key does not let you take this seat"))
        kept(live, seat)
        return False


def kept(live: Live, seat: Seat) -> StoredSeat:
    """A seat as it is kept.

    :raises RuleError: `no-such-seat`.
    """
    found = next((item for item in live.stored.seats if item.seat == seat), None)
    if found is None:
        raise RuleError("no-such-seat", say("There is no seat {n}", n=seat))
    return found


def release(live: Live, seat: Seat) -> None:
    """Free a seat: its key and its handover key end."""
    with live.lock:
        freed = replace(kept(live, seat), key_hash=None, handover_hash=None)
        end_requests(live, seat)
        live.keep(live.stored.with_seat(freed))


def end_requests(live: Live, seat: Seat | None = None, key_hash: str | None = None) -> None:
    """Nobody asks for this seat any more, or for any; nor does the phone with that key, which sits by now: one
    key must never speak for two seats."""
    live.requests = {
        id_: request
        for id_, request in live.requests.items()
        if seat is not None and request.seat != seat and request.key_hash != key_hash
    }


def handover(live: Live, seat: Seat) -> str:
    """A key that claims this one seat, once; using it ends the old phone's key."""
    with live.lock:
        key = keys.new_key()
        live.keep(live.stored.with_seat(replace(kept(live, seat), handover_hash=keys.hashed(key))))
        return key


def present(live: Live, seat: Seat, more: int) -> None:
    """A stream of that seat has begun or ended."""
    with live.lock:
        before = live.presence[seat] > 0
        live.presence[seat] += more
        if before and not live.presence[seat]:
            live.left(seat)
            if live.requests:
                live.look_again_in(GONE_SECONDS)
        if before != (live.presence[seat] > 0):
            # Without a store no version can be put aside; that somebody came or went is shown later then.
            with contextlib.suppress(StoreUnavailableError):
                live.changed()
