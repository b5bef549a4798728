"""A seat on a new phone: "I am Ed, on another phone", and somebody at the table says yes or no.

A request is a matter of two minutes; where one process serves alone, it is kept in memory only. What comes of it stands
in the minutes as a note.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from companion.service import keys, seats
from companion.service.acting import need_actor
from companion.service.keys import Viewer
from companion.service.live import GONE_SECONDS, REQUEST_SECONDS, Live
from companion.service.moving import note
from companion.service.retrying import retried
from companion.store import Request, StoredTable
from companion.table.app_notes import HOST, new_phone
from companion.words.errors import RuleError, invalid, not_now
from companion.words.text import say
from companion.words.times import written_moment
from companion.words.values import Seat

PAUSE_SECONDS = 30.0
"""After a no, before anybody may ask for that seat again: who says no is not to be asked without end."""
_PINS = 100
_KEPT_SECONDS = 600.0
"""How long an answered request is remembered, for an answer that was lost."""


@retried
def ask(live: Live, seat: Seat, key: str) -> Request:
    """A phone asks for a seat that is on another one. The same key again: the same request.

    :raises RuleError: `no-such-seat`, `not-now`, `invalid`.
    """
    with live.lock:
        stored = seats.kept(live, seat)
        if not keys.is_key(key):
            raise invalid("key", say("A key has {n} characters or more", n=keys.LEAST_KEY_LENGTH))
        if stored.key_hash is None:
            raise not_now(say("{name}'s seat is free: just take it", name=stored.name))
        waiting = {request.seat: request for request in open_requests(live)}
        key_hash = keys.hashed(key)
        if (standing := waiting.get(seat)) is not None:
            if keys.matches(key_hash, standing.key_hash):
                return standing
            raise not_now(say("Another phone is already requesting this seat"))
        if any(_just_refused(live, request, seat) for request in live.requests):
            raise not_now(say("Your request was just refused; wait half a minute, then ask again"))
        if live.knows(key_hash) or any(item.key_hash == key_hash for item in waiting.values()):
            raise invalid("key", say("This key belongs to someone else"))
        request = Request(
            id=secrets.token_urlsafe(9),
            seat=seat,
            pin=secrets.choice(
                [pin for pin in _pins() if pin not in {item.pin for item in waiting.values()}]
            ),
            key_hash=key_hash,
            asked=live.clock(),
            until=_at(REQUEST_SECONDS),
        )
        kept = tuple(item for item in live.requests if _remembered(live, item))
        live.remember(replace(live.stored, requests=(*kept, request)))
        live.look_again_in(REQUEST_SECONDS)
        if (since := live.gone_since(seat)) is not None:
            live.look_again_in(since + GONE_SECONDS - live.clock())
        return request


@retried
def answer(live: Live, id_: str, viewer: Viewer, approve: Callable[[], bool]) -> Request:
    """Somebody at the table says yes or no. Yes: the new phone's key is the seat's from now on, the old one ends.

    approve: reads what was sent, once it is clear that the sender may answer. The same answer again is no error.
    :raises RuleError: `key-needed`, `not-your-seat`, `no-such-request`, `not-now`, `invalid`.
    """
    with live.lock:
        need_actor(viewer)
        request = next((item for item in live.requests if item.id == id_), None)
        if request is None or not _remembered(live, request):
            raise RuleError("no-such-request", say("That request no longer exists"))
        if request.answer is None and not may_answer(live, viewer, request):
            raise RuleError("not-your-seat", _NOT_YOURS)
        wanted = approve()
        if request.answer is not None and request.answer == wanted:
            return request
        if request.answer is not None or not _waits(live, request):
            raise not_now(say("That request is over"))
        answered = replace(request, answer=wanted, answered=live.clock())
        stored = _with_request(live.stored, answered)
        if wanted:
            seat, key_hash = seats.kept(live, Seat(request.seat)), request.key_hash
            live.keep(
                stored.with_seat(replace(seat, key_hash=key_hash, handover_hash=None, claimed=live.clock()))
            )
        else:
            live.remember(stored)
        note(live, Seat(request.seat), new_phone(_name(live, viewer), approved=wanted))
        return answered


@retried
def withdraw(live: Live, id_: str, viewer: Viewer, key: Callable[[], str]) -> None:
    """The phone that asked gives it up: nobody can let it in any more. No pause follows, and no note.

    key: reads what was sent: the very key it asked with. What is over, or was given up before, is no error.
    :raises RuleError: `not-your-seat`, `not-now`, `invalid`.
    """
    with live.lock:
        if viewer.role != "join":
            raise RuleError("not-your-seat", _NOT_ASKED_BY_YOU)
        key_hash = keys.hashed(key())
        request = next((item for item in live.requests if item.id == id_), None)
        if request is None:
            return
        if not keys.matches(key_hash, request.key_hash):
            raise RuleError("not-your-seat", _NOT_ASKED_BY_YOU)
        if request.answer:
            raise not_now(say("Someone has already let this phone in"))
        if _waits(live, request):
            left = tuple(item for item in live.requests if item.id != id_)
            live.remember(replace(live.stored, requests=left))


def _with_request(stored: StoredTable, request: Request) -> StoredTable:
    return replace(
        stored, requests=tuple(request if item.id == request.id else item for item in stored.requests)
    )


_NOT_ASKED_BY_YOU = say("Only the phone that requested the seat can withdraw the request")
_NOT_YOURS = say(
    "Only the host or that player's own phone can answer; other players can once that phone has been away for a minute"
)


def may_answer(live: Live, viewer: Viewer, request: Request) -> bool:
    """The host and the seat's own phone; another seat if that phone, and for a host who plays the host's screen, has
    been gone for a minute, and if it was at the table before: nobody sits down only to hand themselves another seat."""
    if viewer.role == "host":
        return True
    if viewer.role != "seat" or viewer.seat is None:
        return False
    if viewer.seat == request.seat:
        return True
    since = live.gone_since(Seat(request.seat))
    if since is None or live.clock() - since < GONE_SECONDS:
        return False
    return live.claimed_at(viewer.seat) <= min(since, request.asked)


def open_requests(live: Live) -> list[Request]:
    """Those that wait for an answer, the oldest first."""
    return [request for request in live.stored.requests if _waits(live, request)]


def shown(live: Live, viewer: Viewer) -> list[dict[str, object]]:
    """The open requests for a viewer with a key. Who may have to answer sees the number, to compare it."""
    found = []
    for item in open_requests(live):
        request: dict[str, object] = {
            "id": item.id,
            "seat": item.seat,
            "name": live.names[Seat(item.seat)],
            "until": item.until,
        }
        if viewer.role in ("host", "seat"):
            request |= {"pin": item.pin, "may_answer": may_answer(live, viewer, item)}
        found.append(request)
    return found


def _waits(live: Live, request: Request) -> bool:
    return request.answer is None and live.clock() - request.asked < REQUEST_SECONDS


def _just_refused(live: Live, request: Request, seat: Seat) -> bool:
    return (
        request.seat == seat and request.answer is False and live.clock() - request.answered < PAUSE_SECONDS
    )


def _remembered(live: Live, request: Request) -> bool:
    return live.clock() - request.asked < _KEPT_SECONDS


def _name(live: Live, viewer: Viewer) -> str:
    return live.names[viewer.seat] if viewer.seat is not None else HOST


def _pins() -> list[str]:
    return [f"{n:02d}" for n in range(_PINS)]


def _at(seconds: float) -> str:
    return written_moment(datetime.now(UTC) + timedelta(seconds=seconds))
