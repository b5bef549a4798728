"""What has changed in the next version of a document, as a JSON Patch (RFC 6902).

Two documents are compared as bytes: what is the same to the byte is not looked at. What has changed is read and
compared member by member and item by item, as far down as that makes the patch shorter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import orjson

from api.kept import Piece, Pieces
from api.pieces import whole

WORTH_READING = 150
"""Bytes of an operation up to which it replaces a value as a whole: an operation has some fifty bytes of its own."""
UNLIKE = 4
"""A value that has become so many times as long is replaced as a whole: little of it was there before."""


def operations(old: Pieces, new: Pieces) -> list[bytes]:
    """The operations that turn the old document into the new one, in the order in which they are to be applied."""
    found = [_operation("remove", f"/{_escaped(name)}") for name in old if name not in new]
    for name, piece in new.items():
        before = old.get(name)
        if before is None:
            found.append(_operation("add", f"/{_escaped(name)}", whole(piece)))
        elif before is not piece and before != piece:
            found += _changed(f"/{_escaped(name)}", before, piece)
    return found


def _changed(at: str, old: Piece, new: Piece) -> list[bytes]:
    """The shorter of two: what has changed in it, or all of it."""
    anew = _operation("replace", at, whole(new))
    if len(anew) <= WORTH_READING:
        return [anew]
    if isinstance(old, tuple) and isinstance(new, tuple):
        return _shorter(list(_items(at, old, new)), anew)
    before = whole(old)
    if len(before) * UNLIKE < len(anew):
        return [anew]
    return _shorter(_within(at, orjson.loads(before), orjson.loads(whole(new))), anew)


def _shorter(fine: list[bytes] | None, anew: bytes) -> list[bytes]:
    return [anew] if fine is None or sum(map(len, fine)) + len(fine) >= len(anew) else fine


def _within(at: str, was: Any, now: Any) -> list[bytes] | None:
    """What has changed between two values that have been read; None: they cannot be compared part by part."""
    if isinstance(was, dict) and isinstance(now, dict):
        found = [_operation("remove", f"{at}/{_escaped(name)}") for name in was if name not in now]
        for name, value in now.items():
            path = f"{at}/{_escaped(name)}"
            if name in was:
                found += _value(path, was[name], value)
            else:
                found.append(_operation("add", path, orjson.dumps(value)))
        return found
    if isinstance(was, list) and isinstance(now, list):
        front, end = _same_ends(was, now)
        old = [orjson.dumps(item) for item in was[front : len(was) - end]]
        new = [orjson.dumps(item) for item in now[front : len(now) - end]]
        return list(_items(at, old, new, front))
    return None


def _value(at: str, was: Any, now: Any) -> list[bytes]:
    """Compared as their bytes: in Python `1` is `True`."""
    new = orjson.dumps(now)
    if orjson.dumps(was) == new:
        return []
    anew = _operation("replace", at, new)
    return [anew] if len(anew) <= WORTH_READING else _shorter(_within(at, was, now), anew)


def _same_ends(was: list[Any], now: list[Any]) -> tuple[int, int]:
    """How many items are the same at the front, and how many at the end."""
    most, front, end = min(len(was), len(now)), 0, 0
    while front < most and was[front] == now[front]:
        front += 1
    while end < most - front and was[-1 - end] == now[-1 - end]:
        end += 1
    kept = [[*items[:front], *items[len(items) - end :]] for items in (was, now)]
    return (front, end) if orjson.dumps(kept[0]) == orjson.dumps(kept[1]) else (0, 0)


def _items(at: str, old: Sequence[bytes], new: Sequence[bytes], first: int = 0) -> Iterator[bytes]:
    """The operations on a list, from its front to its end: what comes before an item that is dealt with is final.
    first: where the items begin in the list at that place.

    Between two items that stay, those that were there become those that are there now, one after the other.
    """
    was = done = 0
    for there, here in [*_stay(old, new), (len(old), len(new))]:
        both = min(there - was, here - done)
        for n in range(both):
            if old[was + n] != new[done + n]:
                yield from _changed(f"{at}/{first + done + n}", old[was + n], new[done + n])
        if was + both < there:
            yield from [_operation("remove", f"{at}/{first + done + both}")] * (there - was - both)
        for n in range(done + both, here):
            yield _operation("add", f"{at}/{first + n}", new[n])
        was, done = there + 1, here + 1


def _stay(old: Sequence[bytes], new: Sequence[bytes]) -> list[tuple[int, int]]:
    """Items that stay, each as its old and its new place, both rising: as many as are quickly found."""
    places: dict[bytes, int] = {}
    for n, item in enumerate(new):
        places.setdefault(item, n)
    found: list[tuple[int, int]] = []
    least = 0
    for n, item in enumerate(old):
        if least < len(new) and item == new[least]:
            place: int | None = least
        else:
            place = places.get(item)
        if place is not None and place >= least:
            found.append((n, place))
            least = place + 1
    return found


def _operation(name: str, at: str, value: bytes | None = None) -> bytes:
    said = b'{"op":"%s","path":%s' % (name.encode(), orjson.dumps(at))
    return said + (b"}" if value is None else b',"value":%s}' % value)


@lru_cache(1_024)
def _escaped(name: str) -> str:
    """A member's name as a JSON Pointer writes it (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")
