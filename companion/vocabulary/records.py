"""Records: what a table's state is made of says by itself under which names it is written down.

A digest must outlive every change of the code. So each phase, and whatever else a state holds, names itself and its
fields once (`record`); what the classes and attributes are called, and in which order they stand, is then nobody's
business but the reader's. A field at its default is left out, so that one which is added later changes no old digest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from hashlib import sha256
from itertools import chain
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")

_ALIAS = "written as"
UNWRITTEN: Mapping[str, object] = {"unwritten": True}
"""Metadata of a field that follows from the lines themselves, such as the rulings in the first one, and of words that
nothing depends on. What does not count when records are compared (`compare=False`) is not written either."""


def written_as(name: str) -> Mapping[str, object]:
    """Metadata of a field that stands in digests under another name than its own, since it was renamed."""
    return {_ALIAS: name}


@dataclass(frozen=True, slots=True)
class Member:
    """One written field of a record."""

    name: str
    attribute: str
    defaults: tuple[object, ...]
    """The value that is left out; empty: there is none."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a class of records is written down."""

    name: str
    members: tuple[Member, ...]
    first: tuple[Member, ...]
    """The members that stand in digests of format 1, in their order."""


_WRITER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
_FORMS: dict[type, Form] = {}


def record(name: str, first: str = "") -> Callable[[type[T]], type[T]]:
    """Class decorator: a frozen dataclass and the name it keeps for good. It stands above `dataclass`.

    first: the members that format 1 has of it, in its order and separated by spaces; nothing is ever added there.
    """

    def made(cls: type[T]) -> type[T]:
        described = fields(cls)  # type: ignore[arg-type]  # it is one: it stands above `dataclass`
        members = tuple(_member(item) for item in described if _is_written(item))
        members_by_name = {member.name: member for member in members}
        _FORMS[cls] = Form(name, members, tuple(members_by_name[each] for each in first.split()))
        return cls

    return made


def _is_written(attribute: Field[Any]) -> bool:
    return attribute.compare and "unwritten" not in attribute.metadata


def _member(attribute: Field[Any]) -> Member:
    defaults: tuple[object, ...] = ()
    if attribute.default is not MISSING:
        defaults = (attribute.default,)
    elif attribute.default_factory is not MISSING:
        defaults = (attribute.default_factory(),)
    return Member(attribute.metadata.get(_ALIAS, attribute.name), attribute.name, defaults)


def form(value: object) -> Form:
    """How a record is written.

    :raises TypeError: its class does not say so.
    """
    try:
        return _FORMS[type(value)]
    except KeyError:
        raise _unwritten(value) from None


def _unwritten(value: object) -> TypeError:
    return TypeError(f"{type(value).__name__} does not say how it is written: see @record")


def every_record() -> tuple[type, ...]:
    """Every class of records there is."""
    return tuple(_FORMS)


def members(value: object) -> dict[str, object]:
    """What a record holds, by the names it is written under, but for what is at its default."""
    held = {member.name: (member, getattr(value, member.attribute)) for member in form(value).members}
    return {name: each for name, (member, each) in held.items() if each not in member.defaults}


def digest(value: object) -> str:
    """SHA-256, in hexadecimal, of a value made of records, tuples, mappings, texts, whole numbers and flags. The same
    on every machine and in every later release."""
    return sha256(canonical(value).encode()).hexdigest()


def canonical(value: object) -> str:
    """The text a digest is made of."""
    return _WRITER.encode(_plain(value))


_PLAIN = frozenset({type(None), bool, int, str})
"""What JSON writes as it is."""
_PAIRS = frozenset({tuple})


def _all_plain(values: Iterable[object]) -> bool:
    return _PLAIN.issuperset(map(type, values))


def _plain(value: object) -> object:
    match value:
        case None | bool() | int() | str():
            return value
        case tuple() | list():
            return value if _all_plain(value) else [_plain(item) for item in value]
        case _ if type(value) in _FORMS:
            return {
                "record": form(value).name,
                **{name: _plain(each) for name, each in members(value).items()},
            }
        case Mapping() if all(isinstance(key, str) for key in value):
            return {key: _plain(each) for key, each in value.items()}
        case Mapping():  # keys that are no texts, such as seats or account and commodity: pairs, by their keys
            pairs = sorted(value.items())
            if (
                _all_plain(value.values())
                and _PAIRS.issuperset(map(type, value))
                and _all_plain(chain(*value))
            ):
                return pairs
            return [[_plain(key), _plain(each)] for key, each in pairs]
        case _:
            raise _unwritten(value)


def first_form(value: Any) -> Any:
    """A record as digests of format 1 have it: its name and its members, each of them in the same way."""
    if type(value) not in _FORMS:
        return value
    written = form(value)
    return (written.name, *(first_form(getattr(value, member.attribute)) for member in written.first))


def first_parts(value: object, names: str) -> tuple[Any, ...]:
    """Parts of a state as digests of format 1 have them: a mapping by its keys, a record as `first_form` has it.

    names: those of the parts, separated by spaces, in the order of that format; `ledger.holdings` is a part of a part.
    """
    parts = (attrgetter(name)(value) for name in names.split())
    return tuple(
        tuple(sorted(part.items())) if isinstance(part, Mapping) else first_form(part) for part in parts
    )
