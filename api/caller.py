"""What every call needs: who asks, the JSON they sent, and how often they may."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hmac import compare_digest
from typing import Any, Literal, cast
from urllib.parse import urlsplit

import orjson
from flask import current_app, g, request

from api.addresses import checked
from api.answered import TABLE
from api.problems import Problem
from api.settings import Settings, is_loopback
from companion.service import Service
from companion.service.acting import need_actor
from companion.service.keys import READER, Viewer
from companion.service.live import Live
from companion.words.errors import RuleError, invalid
from companion.words.text import Text, say

MOST_BODY = 64 * 1024
MOST_IMPORT = 4 * 1024 * 1024
MOST_NESTED = 24
"""Objects and lists within one another; no call needs half of it."""
Rate = Literal["create", "claim", "join", "unknown", "import", "key", "teach"]
RATES: dict[Rate, int] = {
    "create": 30,
    "claim": 60,
    "join": 5,
    "unknown": 60,
    "import": 10,
    "key": 60,
    "teach": 30,
}
"""How many a minute are taken from one address: `unknown` are codes of no table, `key` keys of nobody."""
MOST_WRONG_DIGITS = 20
"""How often an hour wrong digits are looked for at all tables, by everybody together."""
_HOUR = 60
"""Minutes."""
_YES_OR_NO = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


def service() -> Service:
    """The one service of this app."""
    return cast(Service, current_app.extensions["companion"])


def settings() -> Settings:
    """How this app is set up."""
    return cast(Settings, current_app.extensions["settings"])


def chosen_address(wanted: object) -> str:
    """The address a QR code is to show: one that was chosen, or the usual one.

    :raises RuleError: `invalid` for one that is not this server's.
    """
    if wanted is None:
        return settings().base_url
    return checked(wanted, settings().base_url, settings().addresses())


def at_this_machine() -> bool:
    """Does the request come from this machine, and not through a proxy?"""
    return not settings().behind_proxy and is_loopback(request.remote_addr)


def limited(what: Rate) -> None:
    """Count one against the sender's address.

    :raises Problem: 429 when it is too many.
    """
    if _counts() and not _fits(what, request.remote_addr or "", RATES[what]):
        raise Problem(429, "too-many", say("Too many attempts. Wait a minute."), {"Retry-After": "60"})


@contextmanager
def at_all_tables() -> Iterator[None]:
    """Digits are looked for at all tables, where a wrong guess can be charged to none: it counts against everybody
    together. Each is counted before anybody knows whether it is right, so that not even many at once get one more; a
    right one is taken back.

    :raises Problem: 429 when it is too many.
    """
    if not _counts():
        yield
        return
    if not _guesses(1):
        words = say(
            "Too many wrong digits were tried on this server. For up to an hour, type the table's code or its "
            "address first, then the digits."
        )
        raise Problem(429, "too-many", words, {"Retry-After": "3600"})
    yield
    _guesses(-1)


def _guesses(number: int) -> bool:
    return _fits("digits", "", MOST_WRONG_DIGITS, _HOUR, number)


def _counts() -> bool:
    """Is the sender held to rates?"""
    return settings().limits and not at_this_machine()


def _fits(what: str, address: str, most: int, minutes: int = 1, number: int = 1) -> bool:
    """Count so many of a kind against an address, at all processes; False: it is too many in these minutes."""
    sharing = service().store.sharing
    if sharing is None:
        return _counting()(what, address, most, minutes, number)
    return sharing.hit(what, address, minutes, number) <= most


@cache
def _counting() -> Callable[[str, str, int, int, int], bool]:
    """What counts where one process serves alone; it takes and returns what `_fits` does."""
    from limits import RateLimitItemPerMinute  # not before anybody comes from elsewhere
    from limits.storage import MemoryStorage
    from limits.strategies import FixedWindowRateLimiter

    limiter = FixedWindowRateLimiter(MemoryStorage())

    def counted(what: str, address: str, most: int, minutes: int, number: int) -> bool:
        return limiter.hit(RateLimitItemPerMinute(most, minutes), what, address, cost=number)

    return counted


def given_key() -> str | None:
    """The key in the Authorization header; None if there is none.

    :raises RuleError: `key-unknown` for a header that is no bearer key.
    """
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, key = header.partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise RuleError("key-unknown", say("The Authorization header holds no bearer key"))
    return key.strip()


def table(code: str) -> Live:
    """The table of that code.

    :raises RuleError: `no-such-table`; unknown codes are counted against the sender.
    """
    try:
        live = service().live(code)
    except RuleError:
        limited("unknown")
        raise
    g.live = live
    request.environ[TABLE] = live.code
    return live


def viewer_of(live: Live) -> Viewer:
    """Who asks, by their key.

    :raises RuleError: `key-unknown`.
    """
    return _viewer(live, given_key())


@contextmanager
def reading(code: str) -> Iterator[tuple[Live, Viewer]]:
    """The table, which stands still meanwhile, and who reads it: looked at when it does, for a seat may have been freed
    while the call waited.

    :raises RuleError: `no-such-table`, `key-unknown`.
    """
    live = table(code)
    with live.lock:
        yield live, viewer_of(live)


def _viewer(live: Live, key: str | None) -> Viewer:
    if key is None:
        return READER
    with guarded():
        return live.viewer(key)


@contextmanager
def guarded() -> Iterator[None]:
    """Keys that are nobody's are counted against the sender. A right one is never turned away: phones of one table
    often share an address with whoever guesses.

    :raises Problem: 429 instead of `key-unknown` when it is too many.
    """
    try:
        yield
    except RuleError as error:
        if error.code == "key-unknown":
            limited("key")
        raise


def acting(code: str) -> tuple[Live, Viewer]:
    """The table, and who acts there.

    :raises RuleError: `key-needed` before anything else is looked at, then `no-such-table`, `key-unknown`.
    """
    key = given_key()
    if key is None:
        raise RuleError(
            "key-needed", say("Reading is free; to act, scan the table's QR code and take a seat")
        )
    live = table(code)
    return live, _viewer(live, key)


def playing(code: str) -> tuple[Live, Viewer]:
    """The table, and the host or seat who plays there.

    :raises RuleError: `not-your-seat` for a join key.
    """
    live, viewer = acting(code)
    need_actor(viewer)
    return live, viewer


def hosting(code: str) -> Live:
    """The table, of which the sender must be the host.

    :raises RuleError: `host-only`.
    """
    live, viewer = acting(code)
    if viewer.role != "host":
        raise RuleError("host-only", say("Only the host may do that"))
    return live


def is_admin() -> bool:
    """A request from this machine itself, or with the admin key."""
    key = settings().admin_key
    if key is not None and compare_digest((given_key() or "").encode(), key.encode()):
        return True
    return at_this_machine() and not _from_elsewhere()


def _from_elsewhere() -> bool:
    """Was it sent by a page of another site, which this machine's browser happens to show? A browser says so in two
    ways, and not always in both: a form or a picture of another site comes without an Origin.

    :raises Problem: 400 for an Origin that is none.
    """
    if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        return True
    origin = request.headers.get("Origin")
    try:
        return origin is not None and urlsplit(origin).netloc != request.host
    except ValueError as error:
        raise Problem(400, "malformed", say("The Origin header cannot be read.")) from error


def need_admin() -> None:
    """:raises RuleError: `key-needed`, `host-only`; keys that are not the admin's are counted against the sender."""
    if not is_admin():
        if given_key() is None:
            raise RuleError("key-needed", say("That needs the admin key"))
        limited("key")
        raise RuleError("host-only", say("That needs the admin key"))


def sent(most: int = MOST_BODY) -> bytes:
    """What was sent, as it came.

    :raises Problem: 413.
    """
    if (request.content_length or 0) > most:
        raise Problem(413, "too-large", too_large(most))
    came = request.get_data(cache=False)
    if len(came) > most:
        raise Problem(413, "too-large", too_large(most))
    return came


def body(most: int = MOST_BODY, *, optional: bool = False) -> dict[str, Any]:
    """The JSON object that was sent. optional: nothing at all is an empty object.

    :raises Problem: 413, 415 or 400.
    """
    came = sent(most)
    return {} if optional and not came else read_object(came)


def read_object(came: bytes) -> dict[str, Any]:
    """The JSON object that these bytes are.

    :raises Problem: 415 or 400.
    """
    if not came:
        raise Problem(400, "malformed", say("Send a JSON object."))
    if request.mimetype != "application/json":
        raise Problem(415, "not-json", say("Send JSON, with Content-Type: application/json."))
    try:
        read = orjson.loads(came)
    except orjson.JSONDecodeError as error:
        words = say("The body is not valid JSON, from line {n} on.", n=error.lineno)
        raise Problem(400, "malformed", words) from error
    if not isinstance(read, dict):
        raise Problem(400, "malformed", say("Send a JSON object."))
    if _too_nested(came, read):
        raise Problem(400, "malformed", say("That is nested too deep."))
    return read


def too_large(most: int) -> Text:
    """That so many bytes are not read."""
    return say("That is too large: the limit is {most} KiB.", most=most // 1024)


def _too_nested(sent: bytes, read: dict[str, Any]) -> bool:
    """Is it nested so deep that whatever walks through it might fall?"""
    if sent.count(b"[") + sent.count(b"{") <= MOST_NESTED:
        return False
    level: list[Any] = [read]
    for _ in range(MOST_NESTED):
        level = [part for item in level for part in (item.values() if isinstance(item, dict) else item)]
        level = [part for part in level if isinstance(part, (dict, list))]
    return bool(level)


def idempotency_key() -> str | None:
    """The key under which this call may be repeated."""
    return request.headers.get("Idempotency-Key")


def prefers_minimal() -> bool:
    """Does the sender have the table by another way, such as the stream, and want a short answer (RFC 7240)?"""
    for preference in request.headers.get("Prefer", "").split(","):
        name, _, value = preference.partition(";")[0].partition("=")
        if name.strip().lower() == "return":
            return value.strip().strip('"').lower() == "minimal"  # of several the first counts
    return False


def dry_run() -> bool:
    """Is it only asked what it would do? If so, and with `quiet`, a refusal is an answer that has not failed: see
    `problems.refused`.

    :raises RuleError: `invalid` for a flag that is neither true nor false.
    """
    dry, quiet = query_flag("dry_run"), query_flag("quiet")
    g.quiet = dry and quiet
    return dry


def query_flag(name: str) -> bool:
    """A yes-or-no of the query; no when it is left out.

    :raises RuleError: `invalid` for anything else: a trial run that is misspelt must not become a move.
    """
    sent = request.args.get(name)
    if sent is None:
        return False
    if sent.lower() not in _YES_OR_NO:
        raise invalid(name, say("{name} is true or false", name=name))
    return _YES_OR_NO[sent.lower()]
