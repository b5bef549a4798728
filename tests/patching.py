"""JSON Patch (RFC 6902), as whoever receives it applies it: as much of it as the server sends, and nothing forgiven."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def applied(document: Any, patch: Iterable[Mapping[str, Any]]) -> Any:
    """Another document; the old one stays as it is."""
    for operation in patch:
        path = [_unescaped(part) for part in operation["path"].split("/")[1:]]
        document = _done(document, path, operation)
    return document


def _done(at: Any, path: Sequence[str], operation: Mapping[str, Any]) -> Any:
    first, *rest = path
    name = operation["op"] if not rest else ""
    if isinstance(at, list):
        place = int(first)
        assert 0 <= place <= len(at) - (name != "add"), operation
        if name == "add":
            return [*at[:place], operation["value"], *at[place:]]
        if name == "remove":
            return [*at[:place], *at[place + 1 :]]
        return [*at[:place], _become(at[place], rest, operation), *at[place + 1 :]]
    assert isinstance(at, dict), operation
    assert (first in at) == (name != "add"), operation
    if name == "remove":
        return {member: value for member, value in at.items() if member != first}
    return {**at, first: _become(at.get(first), rest, operation)}


def _become(was: Any, rest: Sequence[str], operation: Mapping[str, Any]) -> Any:
    return _done(was, rest, operation) if rest else operation["value"]


def _unescaped(part: str) -> str:
    return part.replace("~1", "/").replace("~0", "~")
