"""Who may act, for which seat, and on which state of the table."""

from __future__ import annotations

from collections.abc import Mapping

from companion.service.creation import ACT_FOR, ANYONE
from companion.service.folding import DamagedError
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.vocabulary.common_moves import BeginHere, Correct
from companion.words.errors import RuleError, invalid
from companion.words.text import say
from companion.words.values import Seat


def need_actor(viewer: Viewer) -> None:
    """Check that this is the host's or a seat's key, which acting needs.

    :raises RuleError: `key-needed`, `not-your-seat`.
    """
    if viewer.role == "reader":
        raise RuleError(
            "key-needed", say("Reading is free; to act, scan the table's QR code and take a seat")
        )
    if viewer.role == "join":
        raise RuleError("not-your-seat", say("Take a seat first"))


def acts_for_all(live: Live) -> bool:
    """Does anybody act for anybody at this table?"""
    begun_with = live.table.journal.lines[0].body["options"]
    return bool(live.stored.options.get(ACT_FOR, begun_with.get(ACT_FOR)) == ANYONE)


def acting_seat(viewer: Viewer, raw: Mapping[str, object], *, for_all: bool = False) -> Seat | None:
    """The seat a move is made for; None: the host names none. for_all: any seat's key may name any seat.

    :raises RuleError: `key-needed`, `not-your-seat`, `host-only`, `invalid`.
    """
    need_actor(viewer)
    named = raw.get("seat")
    if named is not None and (isinstance(named, bool) or not isinstance(named, int)):
        raise invalid("seat", say("A seat is a number"))
    if viewer.role == "host":
        return None if named is None else Seat(named)
    if named is not None and named != viewer.seat and not for_all:
        raise RuleError("not-your-seat", say("Your phone has another seat"))
    if raw.get("type") == Correct.TYPE.name:
        raise RuleError("host-only", say("Only the host corrects"))
    if raw.get("type") == BeginHere.TYPE.name:
        raise RuleError("host-only", say("Only the host enters the position of a game already under way"))
    return viewer.seat if named is None else Seat(named)


def check_sound(live: Live, viewer: Viewer) -> None:
    """Check again, once this call holds the table's lock: while it waited, its seat may have been freed, or the host's
    key renewed.

    :raises RuleError: `key-unknown`.
    :raises DamagedError: a line of the journal is damaged, so nobody knows how the table stands.
    """
    known = (live.stored.host_hash, *(seat.key_hash for seat in live.stored.seats))
    if viewer.key_hash and viewer.key_hash not in known:
        raise RuleError(
            "key-unknown", say("This phone is no longer signed in at this table; scan its QR code again")
        )
    if live.damaged is not None:
        raise DamagedError(live.damaged.revision)


def check_expected(live: Live, expected: object) -> None:
    """Check that whoever acts knows how the table stands. expected: the revision they have seen, None if they do not
    say.

    :raises RuleError: `stale-revision`, `invalid`.
    """
    if expected is None:
        return
    if isinstance(expected, bool) or not isinstance(expected, int):
        raise invalid("expected_revision", say("A revision is a number"))
    # A note makes no other phone stale.
    later = live.table.journal.lines[max(0, expected) :]
    if expected > live.table.revision or any(line.body.get("type") != "note" for line in later):
        raise RuleError("stale-revision", say("Someone else moved first; look again"))
