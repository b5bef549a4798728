"""Seats: who sits where, with which phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.service import creation, keys
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.service.retrying import retried
from companion.store import HOST, StoredSeat, StoredTable
from companion.words.errors import RuleError, invalid
from companion.words.text import Text, say
from companion.words.values import Seat


@retried
def claim(live: Live, seat: Seat, key: str, viewer_key: str) -> None:
    """A phone takes a seat with a key it has made itself. The same key again: the same answer.

    :raises RuleError: `seat-taken`, `not-your-seat`, `invalid`, `no-such-seat`.
    """
    with live.lock:
        by_handover = check_may_claim(live, seat, key, viewer_key)
        stored = kept(live, seat)
        if not keys.is_key(key):
            raise invalid("key", say("A key has {n} characters or more", n=keys.LEAST_KEY_LENGTH))
        key_hash = keys.hashed(key)
        if keys.matches(key_hash, stored.key_hash):
            return
        if live.knows(key_hash):
            raise invalid("key", say("This key belongs to someone else"))
        if stored.key_hash is not None and not by_handover:
            taken = say("{name} is on another phone already", name=stored.name)
            raise RuleError("seat-taken", taken, errors=_refused(live, seat, key_hash))
        claimed = replace(stored, key_hash=key_hash, handover_hash=None, claimed=live.clock())
        live.keep(without_requests(live, seat, key_hash).with_seat(claimed))


def _refused(live: Live, seat: Seat, key_hash: str) -> dict[str, tuple[Text, ...]]:
    """What is wrong with a key whose request for that seat somebody has refused: after the end of a game no note tells
    of it."""
    refused = (item for item in live.requests if item.seat == seat and item.answer is False)
    if any(keys.matches(key_hash, item.key_hash) for item in refused):
        return {"key": (say("The request of this phone was refused"),)}
    return {}


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


@retried
def release(live: Live, seat: Seat) -> None:
    """Free a seat: its key and its handover key end."""
    with live.lock:
        freed = replace(kept(live, seat), key_hash=None, handover_hash=None)
        live.keep(without_requests(live, seat).with_seat(freed))


def without_requests(live: Live, seat: Seat | None = None, key_hash: str | None = None) -> StoredTable:
    """The same table where nobody asks for this seat any more, or for any; nor does the phone with that key, which sits
    by now: one key must never speak for two seats."""
    left = (
        item for item in live.requests if seat is not None and item.seat != seat and item.key_hash != key_hash
    )
    return replace(live.stored, requests=tuple(left))


@retried
def handover(live: Live, seat: Seat) -> str:
    """A key that claims this one seat, once; using it ends the old phone's key."""
    with live.lock:
        key = keys.new_key()
        live.keep(live.stored.with_seat(replace(kept(live, seat), handover_hash=keys.hashed(key))))
        return key


def watch(live: Live, viewer: Viewer, more: int) -> None:
    """Note that a stream of that viewer has begun or ended; only a seat's and the host's count. more: 1 or -1."""
    seat = Seat(HOST) if viewer.role == "host" else viewer.seat
    if seat is not None:
        present(live, seat, more)


def present(live: Live, seat: Seat, more: int) -> None:
    """Note that a stream of that seat, or of the host (`HOST`), has begun or ended. more: 1 or -1."""
    with live.lock:
        live.present(seat, more)


@retried
def coloured(live: Live, colours: Sequence[str]) -> None:
    """Give all seats of a new table these colours, by seat."""
    with live.lock:
        painted = (
            replace(seat, colour=colour) for seat, colour in zip(live.stored.seats, colours, strict=True)
        )
        live.keep(replace(live.stored, seats=tuple(painted)))


@retried
def rename(
    live: Live, names: Mapping[Seat, str], colours: Mapping[Seat, str], options: Mapping[str, object]
) -> None:
    """Give players other names or colours, or set common options, or the mark that the host has started. Nobody is told
    of what was so already.

    :raises RuleError: `invalid`.
    """
    changeable = (*creation.common_options(live.table.rules), creation.STARTED)
    options_by_name = {option.name: option for option in changeable}
    for name in options:
        if name not in options_by_name:
            raise invalid(f"options.{name}", say("This option can no longer be changed"))
    with live.lock:
        renamed = tuple(
            replace(
                seat,
                name=names.get(Seat(seat.seat), seat.name),
                colour=colours.get(Seat(seat.seat), seat.colour),
            )
            for seat in live.stored.seats
        )
        creation.checked_names(live.table.rules, [seat.name for seat in renamed])
        chosen = {
            name: creation.checked_option(options_by_name[name], value, len(renamed))
            for name, value in options.items()
        }
        changed = replace(live.stored, seats=renamed, options={**live.stored.options, **chosen})
        if changed != live.stored:
            live.keep(changed)


@retried
def new_join(live: Live) -> None:
    """Make a new QR. The old one ends, and so do requests for a seat that were made with it."""
    with live.lock:
        live.keep(replace(without_requests(live), join_epoch=live.stored.join_epoch + 1))
