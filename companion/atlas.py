"""The atlas: what is known of a printed board. Asked for once, remembered, never asked again.

The rulebooks do not contain the boards. A game says in its `FactForm` which facts there are; here they are
read, merged and looked up. Names are matched without case, accents and punctuation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal

from companion.errors import RuleError
from companion.text import Text, phrase, plain, say

FactKind = Literal["count", "place", "places", "flag", "text", "choice"]
Record = Mapping[str, Any]

NEAR = 2
"""Edit distance up to which two names are near enough to ask."""
LONG_ENOUGH = 5
"""Letters from which on a name is compared at all: Cuba and Cuba's neighbours are too short."""
_NAME_LENGTH = 40
_KIND = "kind"
"""The fact whose words ("city") are not names of places."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One printed number or name. least, most: limits of a count; nullable: known to be blank; among: the values
    of a choice."""

    name: str
    label: str
    kind: FactKind
    least: int = 0
    most: int = 99
    nullable: bool = False
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """One table of facts. `key`: what its rows are named by; `rows`: the only names, where they are fixed.

    A section without a key is a list, such as links; its rows are told apart by the facts in `same`. In a plain
    section a row is its one fact, as in `homes: {SP: Beaumont}`; in a listed one it is all of them in their order, as
    in `tracks: {north: [1, 2, 3]}`, or some by name. head: what the names of the rows are; words: what fixed rows are
    called by people, in their order, where their names are not what is printed.
    """

    name: str
    label: str
    facts: tuple[Fact, ...]
    key: Literal["place", "fixed", None] = "place"
    rows: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    plain: bool = False
    listed: bool = False
    head: str = phrase("Name")
    words: tuple[str, ...] = ()

    def fact(self, name: str) -> Fact | None:
        """The description of one fact of a row."""
        return next((fact for fact in self.facts if fact.name == name), None)


@dataclass(frozen=True, slots=True)
class FactForm:
    """All that can be known of one game's board. `places`: the section that lists the places by name; "" if none."""

    sections: tuple[Section, ...]
    places: str

    def section(self, name: str) -> Section | None:
        """The section of that name."""
        return next((section for section in self.sections if section.name == name), None)


@dataclass(frozen=True)
class Atlas:
    """What is known: section → row → fact. Never changed in place; see `merge`."""

    known: Mapping[str, Mapping[str, Record]] = field(default_factory=dict)

    def rows(self, section: str) -> Mapping[str, Record]:
        """The rows of one section by their name."""
        return self.known.get(section, {})

    def get(self, section: str, row: str, fact: str) -> Any:
        """One fact; None when it is not known (or known to be blank)."""
        return self.rows(section).get(row, {}).get(fact)

    @cached_property
    def spelled(self) -> Mapping[str, str]:
        """Every known place: its name without case, accents and punctuation → the name as it is written."""
        return _spelled(self.known)


def _spelled(known: Mapping[str, Mapping[str, Record]]) -> dict[str, str]:
    names: dict[str, str] = {}
    for section in known.values():
        for row, record in section.items():
            told = [one for fact, value in record.items() if fact != _KIND for one in _names(value)]
            for name in (row, *told):
                names.setdefault(plain(name), name)
    return names


def _names(value: Any) -> tuple[str, ...]:
    """The names a fact consists of: itself, those of a list, or none."""
    if isinstance(value, tuple):
        return tuple(one for one in value if isinstance(one, str))
    return (value,) if isinstance(value, str) else ()


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that became known or changed; `old` is None when it was not known."""

    section: str
    row: str
    fact: str
    old: Any
    new: Any


def near(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Known names (in `plain` form) that this one may be a slip of; nearest first."""
    letters, own = _letters(name)
    if letters < LONG_ENOUGH:
        return ()
    found = [
        (distance, other)
        for other in known
        # The distance itself is dear, so what differs too much at a glance goes first.
        if abs(len(other) - len(name)) <= NEAR
        and ((its := _letters(other))[1] ^ own).bit_count() <= 2 * NEAR
        and its[0] >= LONG_ENOUGH
        and 0 < (distance := _edit_distance(name, other)) <= NEAR
    ]
    return tuple(other for _, other in sorted(found))


@lru_cache(4_096)
def _letters(name: str) -> tuple[int, int]:
    """How many letters a name has, and a bit for each sign in it: one edit changes two of the bits at most."""
    return sum(c.isalpha() for c in name), sum(1 << bit for bit in {ord(c) % 64 for c in name})


def _edit_distance(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (letter != other))
    return row[-1]


def known_place(atlas: Atlas, name: str, *, insist: bool = False, at: str = "place", places: str = "") -> str:
    """The place's name as it is written on the board, or the name itself when it is new.

    insist: it is a new place though its name is near to a known one; at: the field for the error;
    places: the section that an insistence is to be given in.

    :raises RuleError: `invalid` with `did_you_mean` for a near miss, or for a name that is empty or too long.
    """
    tidy = " ".join(name.split())
    if not plain(tidy) or len(tidy) > _NAME_LENGTH:
        raise RuleError(
            "invalid",
            say("{name} is no name of a place", name=repr(tidy)[:60]),
            errors={at: (say("no name"),)},
        )
    bare = plain(tidy)
    if bare in atlas.spelled:
        return atlas.spelled[bare]
    if not insist and (meant := near(bare, atlas.spelled)):
        names = tuple(atlas.spelled[other] for other in meant)
        raise RuleError(
            "invalid",
            say("{name} is not known. Did you mean {names}?", name=tidy, names=names[0]),
            errors={at: (say("not known"),)},
            did_you_mean=names,
            needs=({"path": [places, tidy, "new"], "kind": "flag"},),
        )
    return tidy


def read_facts(
    form: FactForm, atlas: Atlas, raw: object, *, insist: bool = False
) -> Mapping[str, Mapping[str, Record]]:
    """Facts as they came from outside, checked and with every name as it is written on the board.

    insist: a new name is a new place, however near it is to a known one; so in a replay, where it was settled.

    :raises RuleError: `invalid`, with the path of each member that is wrong.
    """
    if not isinstance(raw, Mapping):
        raise _wrong("facts", say("must be an object"))
    facts: dict[str, dict[str, Record]] = {}
    # The places first: a name that is new, or insisted on, is known to the other facts that come with it.
    for name, rows in sorted(raw.items(), key=lambda named: named[0] != form.places):
        section = form.section(str(name))
        if section is None:
            raise _wrong(f"facts.{str(name)[:40]}", say("not a kind of fact of this game"))
        facts[section.name] = dict(_read_rows(form, section, atlas, rows, insist))
        if section.name == form.places:
            atlas, _ = merge(atlas, {section.name: facts[section.name]})
    return facts


def _read_rows(
    form: FactForm, section: Section, atlas: Atlas, rows: object, settled: bool
) -> Iterable[tuple[str, Record]]:
    at = f"facts.{section.name}"
    if section.key is None:
        if not isinstance(rows, (list, tuple)):
            raise _wrong(at, say("must be a list"))
        for record in rows:
            read = _read_record(form, section, atlas, at, record)
            if any(read.get(fact) is None for fact in section.same):
                raise _wrong(at, say("lacks a name"))
            yield "|".join(str(read[fact]) for fact in section.same), read
        return
    if not isinstance(rows, Mapping):
        raise _wrong(at, say("must be an object"))
    for row, record in rows.items():
        name = str(row)
        if section.rows and name not in section.rows:
            raise _wrong(f"{at}.{name[:40]}", say("is not on the board"))
        if isinstance(record, Mapping) and section.key == "place":
            insist = settled or record.get("new") is True
            name = known_place(atlas, name, insist=insist, at=f"{at}.{name[:40]}", places=form.places)
            record = {fact: value for fact, value in record.items() if fact != "new"}
        if section.plain and not isinstance(record, Mapping):
            record = {section.facts[0].name: record}
        if section.listed and isinstance(record, (list, tuple)):
            if len(record) != len(section.facts):
                raise _wrong(f"{at}.{name}", say("must be a list of {n}", n=len(section.facts)))
            record = {fact.name: value for fact, value in zip(section.facts, record, strict=True)}
        yield name, _read_record(form, section, atlas, f"{at}.{name}", record)


def _read_record(form: FactForm, section: Section, atlas: Atlas, at: str, record: object) -> Record:
    if not isinstance(record, Mapping):
        raise _wrong(at, say("must be an object"))
    read: dict[str, Any] = {}
    for name, value in record.items():
        fact = section.fact(str(name))
        if fact is None:
            raise _wrong(f"{at}.{str(name)[:40]}", say("not known here"))
        read[fact.name] = _read_value(form, fact, atlas, f"{at}.{fact.name}", value)
    return read


def _read_value(form: FactForm, fact: Fact, atlas: Atlas, at: str, value: Any) -> Any:
    if value is None or (value == "" and fact.nullable):
        if fact.nullable:
            return ""
        raise _wrong(at, say("is missing"))
    match fact.kind:
        case "count":
            if isinstance(value, bool) or not isinstance(value, int) or not fact.least <= value <= fact.most:
                raise _wrong(
                    at, say("must be a whole number from {least} to {most}", least=fact.least, most=fact.most)
                )
        case "flag":
            if not isinstance(value, bool):
                raise _wrong(at, say("must be true or false"))
        case "place":
            if not isinstance(value, str):
                raise _wrong(at, say("must be a name"))
            return known_place(atlas, value, at=at, places=form.places)
        case "places":
            if not isinstance(value, (list, tuple)) or not all(isinstance(one, str) for one in value):
                raise _wrong(at, say("must be a list of names"))
            return tuple(known_place(atlas, one, at=at, places=form.places) for one in value)
        case "choice":
            if value not in fact.among:
                raise _wrong(at, say("must be one of: {values}", values=", ".join(fact.among)))
        case "text":
            if not isinstance(value, str) or len(value) > _NAME_LENGTH:
                raise _wrong(at, say("must be a short text"))
    return value


def _wrong(at: str, what: Text) -> RuleError:
    return RuleError("invalid", say("{at} {what}", at=at, what=what), errors={at: (what,)})


def merge(atlas: Atlas, facts: Mapping[str, Mapping[str, Record]]) -> tuple[Atlas, tuple[Change, ...]]:
    """The atlas with these facts known as well; the newer value wins. Also what became different."""
    changes: list[Change] = []
    known = dict(atlas.known)
    for section, rows in facts.items():
        merged = dict(known.get(section, {}))
        for row, record in rows.items():
            before = merged.get(row, {})
            changes += [
                Change(section, row, fact, before.get(fact), value)
                for fact, value in record.items()
                if fact not in before or before[fact] != value
            ]
            merged[row] = {**before, **record}
        known[section] = merged
    if known == atlas.known:
        return atlas, tuple(changes)
    learned = Atlas(known)
    if all(change.old is None for change in changes):
        # Nothing was renamed, so the spelling of all that was known stands: only what is new is added to it.
        learned.__dict__["spelled"] = {**_spelled(facts), **atlas.spelled}
    return learned, tuple(changes)


def outward(form: FactForm, atlas: Atlas) -> dict[str, Any]:
    """The atlas in the form of `facts`, as it is shown, exported and copied into a new table."""
    shown: dict[str, Any] = {}
    for section in form.sections:
        rows = atlas.rows(section.name)
        if rows and section.key is None:
            shown[section.name] = [_blank(record) for record in rows.values()]
        elif rows and section.plain:
            shown[section.name] = {row: _blank(record)[section.facts[0].name] for row, record in rows.items()}
        elif rows and section.listed:
            shown[section.name] = {row: _in_order(section, record) for row, record in rows.items()}
        elif rows:
            shown[section.name] = {row: _blank(record) for row, record in rows.items()}
    return shown


def _in_order(section: Section, record: Record) -> list[Any] | dict[str, Any]:
    """The facts of a row in their order; by name as long as one of them is not known."""
    shown = _blank(record)
    whole = all(fact.name in shown for fact in section.facts)
    return [shown[fact.name] for fact in section.facts] if whole else shown


def _blank(record: Record) -> dict[str, Any]:
    return {
        name: (None if value == "" else list(value) if isinstance(value, tuple) else value)
        for name, value in record.items()
    }


def need(section: Section, row: str, fact: str, label: Text, *, required: bool = True) -> dict[str, object]:
    """A fact to be asked for: its path within `facts`, its label, kind and limits."""
    described = section.fact(fact)
    assert described is not None
    asked: dict[str, object] = {
        "path": [section.name, row] if section.plain else [section.name, row, fact],
        "label": label,
        "kind": described.kind,
        "required": required,
    }
    if described.kind == "choice":
        asked["choices"] = [{"value": value, "label": Text(value)} for value in described.among]
    return asked | ({"min": described.least, "max": described.most} if described.kind == "count" else {})


def facts_needed(text: Text, needs: Iterable[Mapping[str, object]]) -> RuleError:
    """A printed fact is asked for, to be given with the same move."""
    return RuleError("facts-needed", text, needs=tuple(needs))


def told_again(form: FactForm, facts: Mapping[str, Any]) -> tuple[Mapping[str, object], ...]:
    """Facts as they came with a move, each as it would be asked for; `default`: what was said. Lists are left out."""
    asked: list[Mapping[str, object]] = []
    for section in form.sections:
        rows = facts.get(section.name)
        for row, record in rows.items() if section.key and isinstance(rows, Mapping) else ():
            asked += [
                need(section, row, fact.name, _of(row, fact), required=not fact.nullable) | {"default": value}
                for fact, value in _record(section, record)
            ]
    return tuple(asked)


def _of(row: str, fact: Fact) -> Text:
    return say("{row}: {fact}", row=row, fact=say(fact.label))


def _record(section: Section, record: Any) -> list[tuple[Fact, Any]]:
    """The facts of a row, in whichever form it was told."""
    if section.listed and isinstance(record, (list, tuple)):
        return list(zip(section.facts, record, strict=False))
    if not isinstance(record, Mapping):
        return [(section.facts[0], record)]
    return [(fact, record[fact.name]) for fact in section.facts if fact.name in record]
