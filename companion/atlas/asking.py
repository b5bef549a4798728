"""Facts that are asked for: what is missing for a move, and what was said with one before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.atlas.form import Fact, FactForm, Section
from companion.atlas.telling import of_row
from companion.words.errors import Need, RuleError
from companion.words.text import Text, say


def need(
    section: Section,
    row: str,
    fact: str,
    label: Text,
    *,
    required: bool = True,
    places: Iterable[str] = (),
) -> Need:
    """A fact to be asked for: its path within `facts`, its label, kind and limits. places: of which it may be one."""
    described = section.fact(fact)
    assert described is not None
    asked: Need = {
        "path": [section.name, row] if section.plain else [section.name, row, fact],
        "label": label,
        "kind": described.kind,
        "required": required,
    }
    if described.kind == "choice":
        asked["choices"] = [{"value": value, "label": Text(value)} for value in described.among]
    if known := [{"value": name, "label": Text(name)} for name in places]:
        asked["choices"] = known
    if described.kind == "count":
        asked["min"], asked["max"] = described.least, described.most
    return asked


def facts_needed(text: Text, needs: Iterable[Need]) -> RuleError:
    """A printed fact is asked for, to be given with the same move."""
    return RuleError("facts-needed", text, needs=tuple(needs))


def asked_again(form: FactForm, facts: Mapping[str, object]) -> tuple[Need, ...]:
    """Facts as they came with a move, each as it would be asked for; `default`: what was said. Lists are left out."""
    asked: list[Need] = []
    for section in form.sections:
        rows = facts.get(section.name)
        for row, record in rows.items() if section.key and isinstance(rows, Mapping) else ():
            asked += [_asked(section, row, fact, value) for fact, value in _record(section, record)]
    return tuple(asked)


def _asked(section: Section, row: str, fact: Fact, value: object) -> Need:
    """A fact with what was said of it; those of a listed section stand side by side, as on the board."""
    asked = need(section, row, fact.name, _of(row, fact), required=not fact.nullable) | {"default": value}
    if not section.listed:
        return asked
    return asked | {"row": of_row(section, row), "column": say(fact.label)}


def _of(row: str, fact: Fact) -> Text:
    return say("{row}: {fact}", row=row, fact=say(fact.label))


def _record(section: Section, record: object) -> list[tuple[Fact, object]]:
    """The facts of a row, in whichever form it was told."""
    if section.listed and isinstance(record, (list, tuple)):
        return list(zip(section.facts, record, strict=False))
    if not isinstance(record, Mapping):
        return [(section.facts[0], record)]
    return [(fact, record[fact.name]) for fact in section.facts if fact.name in record]
