"""The atlas: what is known of a printed board. Asked for once, remembered, never asked again.

The rulebooks do not contain the boards. A game says in its `FactForm` which facts there are; here they are
merged and looked up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.atlas.form import FactForm, Record
from companion.atlas.names import place_among
from companion.words.text import plain

_NO_PLACES = frozenset({"kind", "grid"})
"""Facts whose words ("city", "F5") are not names."""


@dataclass(frozen=True)
class Atlas:
    """What is known: section → row → fact. Never changed in place; see `merge`."""

    sections: Mapping[str, Mapping[str, Record]] = field(default_factory=dict)

    def rows(self, section: str) -> Mapping[str, Record]:
        """The rows of one section by their name."""
        return self.sections.get(section, {})

    def get(self, section: str, row: str, fact: str) -> Any:
        """One fact; None when it is not known (or known to be blank)."""
        return self.rows(section).get(row, {}).get(fact)

    @cached_property
    def spelled(self) -> Mapping[str, str]:
        """Every known place: its name without case, accents and punctuation → the name as it is written."""
        return _spelled(self.sections)


def _spelled(sections: Mapping[str, Mapping[str, Record]]) -> dict[str, str]:
    names: dict[str, str] = {}
    for section in sections.values():
        for row, record in section.items():
            inside = [
                name for fact, value in record.items() if fact not in _NO_PLACES for name in _names(value)
            ]
            for name in (row, *inside):
                names.setdefault(plain(name), name)
    return names


def _names(value: Any) -> tuple[str, ...]:
    """The names a fact consists of: itself, those of a list, or none."""
    if isinstance(value, tuple):
        return tuple(item for item in value if isinstance(item, str))
    return (value,) if isinstance(value, str) else ()


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that became known or changed; `old` is None when it was not known."""

    section: str
    row: str
    fact: str
    old: Any
    new: Any


def known_place(atlas: Atlas, name: str, *, insist: bool = False, at: str = "place", places: str = "") -> str:
    """The place's name as it is written on the board, or the name itself when it is new; see `place_among`."""
    return place_among(atlas.spelled, name, insist=insist, at=at, places=places)


def merge(atlas: Atlas, facts: Mapping[str, Mapping[str, Record]]) -> tuple[Atlas, tuple[Change, ...]]:
    """The atlas with these facts known as well; the newer value wins. Also what became different."""
    changes: list[Change] = []
    sections = dict(atlas.sections)
    for section, rows in facts.items():
        merged = dict(sections.get(section, {}))
        for row, record in rows.items():
            before = merged.get(row, {})
            changes += _changed(section, row, before, record)
            merged[row] = {**before, **record}
        sections[section] = merged
    if sections == atlas.sections:
        return atlas, tuple(changes)
    learned = Atlas(sections)
    if all(change.old is None for change in changes):
        # Nothing was renamed, so the spelling of all that was known stands: only what is new is added to it.
        learned.__dict__["spelled"] = {**_spelled(facts), **atlas.spelled}
    return learned, tuple(changes)


def _changed(section: str, row: str, before: Record, record: Record) -> list[Change]:
    return [
        Change(section, row, fact, before.get(fact), value)
        for fact, value in record.items()
        if fact not in before or before[fact] != value
    ]


def news(before: Atlas, after: Atlas) -> list[Change]:
    """The facts that are known after and were not known before, or were different; a row of which nothing else is known
    has a fact "". What is the same object as before is skipped: a move tells a row or two of a whole board.
    """
    changes: list[Change] = []
    bare: list[Change] = []
    for section, rows in after.sections.items():
        rows_before = before.rows(section)
        if rows is rows_before:
            continue
        for row, record in rows.items():
            known = rows_before.get(row)
            if record is not known:
                changes += _changed(section, row, known or {}, record)
                if known is None and not record:
                    bare.append(Change(section, row, "", None, None))
    return changes + bare


def places(form: FactForm, atlas: Atlas) -> list[str]:
    """Every place that is named anywhere: its own row, a row of the growth chart, an end of a link."""
    named = dict.fromkeys(atlas.rows(form.places)) if form.places else {}
    for section in form.sections:
        kinds = {fact.name: fact.kind for fact in section.facts}
        for row, record in atlas.rows(section.name).items():
            inside = [
                name
                for fact, value in record.items()
                if kinds[fact] in ("place", "places")
                for name in _names(value)
            ]
            named |= dict.fromkeys(
                item for item in ([row] if section.key == "place" else []) + inside if item
            )
    return list(named)
