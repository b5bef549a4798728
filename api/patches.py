"""What is another in the next version of a document, as a JSON Patch (RFC 6902).

Two documents are compared as their bytes: what is the same to the byte is not looked at. What is another is read and
compared member by member and item by item, as far down as that makes the patch shorter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from api.parts import whole
from companion.service.kept_pages import Part, Parts

WORTH_READING = 150
"""Bytes; what is shorter is sent as a whole, as an operation has some fifty of its own."""


def operations(old: Parts, new: Parts, at: str = "") -> list[bytes]:
    """What makes the one document of the other, in the order in which it is to be done. at: where both stand."""
    gone = [_operation("remove", f"{at}/{_escaped(name)}") for name in old if name not in new]
    found: list[bytes] = []
    for name, part in new.items():
        before = old.get(name)
        if before is None:
            found.append(_operation("add", f"{at}/{_escaped(name)}", whole(part)))
        elif before is not part and before != part:
            found += _changed(f"{at}/{_escaped(name)}", before, part)
    return gone + found


def _changed(at: str, old: Part, new: Part) -> list[bytes]:
    """The shorter of what is another in it, and it as a whole."""
    anew = [_operation("replace", at, whole(new))]
    if len(anew[0]) <= WORTH_READING:
        return anew
    if isinstance(old, bytes) or isinstance(new, bytes):
        was, now = orjson.loads(whole(old)), orjson.loads(whole(new))
        if isinstance(was, dict) and isinstance(now, dict):
            fine = operations(_members(was), _members(now), at)
        elif isinstance(was, list) and isinstance(now, list):
            fine = list(_items(at, [*map(orjson.dumps, was)], [*map(orjson.dumps, now)]))
        else:
            return anew
    else:
        fine = list(_items(at, old, new))
    return fine if sum(map(len, fine)) + len(fine) < len(anew[0]) else anew


def _members(value: dict[str, Any]) -> Parts:
    return {name: orjson.dumps(member) for name, member in value.items()}


def _items(at: str, old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[bytes]:
    """From the front to the end: what comes before an item that is done with is as it shall be.

    Between two items that stay, those that were there become those that are there now, one after the other.
    """
    was = done = 0
    for there, here in [*_stay(old, new), (len(old), len(new))]:
        both = min(there - was, here - done)
        for n in range(both):
            if old[was + n] != new[done + n]:
                yield from _changed(f"{at}/{done + n}", old[was + n], new[done + n])
        yield from (_operation("remove", f"{at}/{done + both}") for _ in range(was + both, there))
        yield from (_operation("add", f"{at}/{n}", new[n]) for n in range(done + both, here))
        was, done = there + 1, here + 1


def _stay(old: Sequence[bytes], new: Sequence[bytes]) -> list[tuple[int, int]]:
    """Items that stay, as where they were and where they are, both rising: as many as are soon found."""
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


def _escaped(name: str) -> str:
    """A member's name as a JSON Pointer writes it (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")
