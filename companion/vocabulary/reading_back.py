"""States as text, and back: exactly the same ones, with what no digest covers, such as what is known of the board.

A record is written by the members it is compared by; what has merely been worked out of a state is worked out anew.
The names are those of the classes and attributes as they are today, so such a text is of use to the program that
wrote it, and to nobody else: what must outlive the code stands in the journal.
"""

from __future__ import annotations

import json
from dataclasses import fields
from functools import cache

from companion.atlas.known import Atlas
from companion.vocabulary.records import every_record

_PLAIN = (type(None), bool, int, str)
_WRITER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def written(state: object) -> str:
    """A state as JSON.

    :raises TypeError: something in it is neither plain, nor a tuple, a mapping, a set or a record.
    """
    return _WRITER.encode(_outward(state))


def read_back(text: str) -> object:
    """The state that `written` has made this text of.

    :raises Exception: of any kind, if it has not.
    """
    return _inward(json.loads(text))


@cache
def _members(cls: type) -> tuple[str, ...]:
    """The attributes a record is compared by."""
    return tuple(item.name for item in fields(cls) if item.compare)


@cache
def _classes() -> dict[str, type]:
    """By its full name, everything that may stand in a state. Asked for once all games are loaded."""
    return {_name(cls): cls for cls in (*every_record(), Atlas)}


def _name(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def _outward(value: object) -> object:
    cls: type = type(value)
    if cls in _PLAIN:
        return value
    if isinstance(value, tuple):
        return [_outward(item) for item in value]
    if isinstance(value, dict):
        return {"pairs": [[_outward(key), _outward(each)] for key, each in value.items()]}
    if isinstance(value, frozenset):
        return {"set": sorted(_outward(item) for item in value)}  # type: ignore[type-var]  # of names
    if _classes().get(_name(cls)) is not cls:
        raise TypeError(f"{_name(cls)} cannot be written")
    return {"record": _name(cls), **{name: _outward(getattr(value, name)) for name in _members(cls)}}


def _inward(value: object) -> object:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, list):
        return tuple(_inward(item) for item in value)
    if not isinstance(value, dict):
        raise TypeError(type(value).__name__)
    if "pairs" in value:
        return {_inward(key): _inward(each) for key, each in value["pairs"]}
    if "set" in value:
        return frozenset(value["set"])
    members = {name: _inward(each) for name, each in value.items() if name != "record"}
    return _classes()[value["record"]](**members)
