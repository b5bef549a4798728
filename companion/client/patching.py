"""A JSON Patch (RFC 6902) applied to a document, as the stream sends it. The document stays as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

_WHOLE = re.compile(r"0|[1-9][0-9]*")
_END = "-"


class PatchError(ValueError):
    """The patch does not fit this document."""


def patched(document: Any, patch: Sequence[Mapping[str, Any]]) -> Any:
    """The document with all operations done, one after another.

    :raises PatchError: one of them cannot be done; then none is.
    """
    try:
        for operation in patch:
            document = _done(document, operation)
    except (KeyError, TypeError, AttributeError) as error:
        raise PatchError(f"that is no patch: {error}") from error
    return document


def _done(document: Any, operation: Mapping[str, Any]) -> Any:
    path = _names(operation["path"])
    match operation["op"]:
        case "add" | "replace" | "remove" as op:
            return _changed(document, path, op, None if op == "remove" else operation["value"])
        case "copy":
            return _changed(document, path, "add", _found(document, _names(operation["from"])))
        case "move":
            start = _names(operation["from"])
            if path[: len(start)] == start and path != start:
                raise PatchError("nothing can be moved into itself")
            moved = _found(document, start)
            return (
                moved
                if path == start == []
                else _changed(_changed(document, start, "remove", None), path, "add", moved)
            )
        case "test":
            if not _alike(_found(document, path), operation["value"]):
                raise PatchError(f"{operation['path']} is another")
            return document
        case unknown:
            raise PatchError(f"{unknown} is no operation")


def _names(pointer: str) -> list[str]:
    """The names on the way to a place, from a JSON Pointer (RFC 6901)."""
    if pointer and not pointer.startswith("/"):
        raise PatchError(f"{pointer} is no pointer")
    return [name.replace("~1", "/").replace("~0", "~") for name in pointer.split("/")[1:]]


def _found(document: Any, path: Sequence[str]) -> Any:
    for name in path:
        document = document[_place(document, name)]
    return document


def _place(at: Any, name: str, *, beyond: bool = False) -> Any:
    """Where the name stands: a member's name, or a number in a list. beyond: also right after the last one.

    :raises PatchError: there is nothing by that name.
    """
    if isinstance(at, list):
        if beyond and name == _END:
            return len(at)
        if _WHOLE.fullmatch(name) and int(name) < len(at) + beyond:
            return int(name)
    elif isinstance(at, dict) and (beyond or name in at):
        return name
    raise PatchError(f"there is no {name}")


def _changed(at: Any, path: Sequence[str], op: str, value: Any) -> Any:
    """The same with something else at that place; all on the way there is copied, and nothing else."""
    if not path:
        if op == "remove":
            raise PatchError("nothing would be left")
        return value
    first, *rest = path
    place = _place(at, first, beyond=op == "add" and not rest)
    copy = at.copy()
    if rest:
        copy[place] = _changed(at[place], rest, op, value)
    elif op == "remove":
        del copy[place]
    elif op == "add" and isinstance(copy, list):
        copy.insert(place, value)
    else:
        copy[place] = value
    return copy


def _alike(one: Any, other: Any) -> bool:
    """Is it the same JSON? `1` is not `true`."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
