"""Which refusals a call has: most follow from its path, its keys and what is sent; its own stand at its route."""

from __future__ import annotations

from api.calls import Route
from api.problems import STATUS

BORDER = {
    "malformed": 400,
    "too-large": 413,
    "not-json": 415,
    "not-yaml": 415,
    "unknown-host": 421,
    "too-many": 429,
    "journal-damaged": 409,
    "store-unavailable": 503,
    "store-full": 507,
}
"""Refusals that are the border's own, and their status."""
_IN_PATH = {
    "{code}": ("no-such-table", "no-such-game", "too-many", "journal-damaged"),
    "{number}": ("no-such-seat",),
    "{slug}": ("no-such-game",),
    "{roll}": ("no-such-roll",),
}


def refusals(route: Route) -> dict[int, list[str]]:
    """The codes, by status; each in the order in which they are looked for."""
    codes = _codes(route)
    known = {**STATUS, **BORDER}
    found: dict[int, list[str]] = {}
    for code, status in known.items():
        if code in codes:
            found.setdefault(status, []).append(code)
    return dict(sorted(found.items()))


def _codes(route: Route) -> set[str]:
    call = route.call
    found = {"malformed", "too-large", "unknown-host", "store-unavailable", *call.refuses}
    for part, codes in _IN_PATH.items():
        if part in route.path:
            found.update(codes)
    if "no-such-roll" in found:
        found.add("too-many")
    found.update(_of_keys(route))
    if call.body is not None:
        found |= {"invalid", "not-yaml" if call.body == "BoardFile" else "not-json"}
    if call.query or call.repeatable:
        found.add("invalid")
    if call.rate is not None:
        found.add("too-many")
    if route.method != "get":
        found.add("store-full")
    return found


def _of_keys(route: Route) -> set[str]:
    call = route.call
    if not call.may:
        return set()
    found = {"key-unknown", "too-many"}
    if call.free:
        return found
    found.add("key-needed")
    if "seat" not in call.may and "join" not in call.may:
        found.add("host-only")
    elif "join" not in call.may and not call.keyring:
        found.add("not-your-seat")
    return found
