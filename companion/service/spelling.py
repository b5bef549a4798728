"""Two tables may write the same name differently; the installation keeps one spelling, the one it was taught first."""

from __future__ import annotations

from collections.abc import Iterable

from companion.atlas.form import Fact, Section
from companion.atlas.known import Change
from companion.store import Store, TaughtFact
from companion.vocabulary.minutes import Position
from companion.vocabulary.rules import Rules
from companion.words.text import plain


def spelled(store: Store, rules: Rules[Position], told: Iterable[Change]) -> tuple[TaughtFact, ...]:
    """What was told, with every name as the installation writes it; a name it has never heard of is kept as it is."""
    known = _known(store, rules)
    sections = {section.name: section for section in rules.box.facts.sections}
    return tuple(_settled(known, sections[one.section], one) for one in told)


def _known(store: Store, rules: Rules[Position]) -> dict[str, str]:
    """Read from the store once, and added to since; what is printed in the rulebook comes first."""
    if (known := store.spellings.get(rules.box.slug)) is not None:
        return known
    known = {}
    sections = {section.name: section for section in rules.box.facts.sections}
    shipped = [
        Change(section, row, fact, None, value)
        for section, rows in rules.box.shipped.known.items()
        for row, record in rows.items()
        for fact, value in (record or {"": None}).items()
    ]
    taught = [Change(one.section, one.row, one.fact, None, one.value) for one in store.atlas(rules.box.slug)]
    for one in (*shipped, *taught):
        _settled(known, sections[one.section], one)
    return store.spellings.setdefault(rules.box.slug, known)


def _settled(known: dict[str, str], section: Section, told: Change) -> TaughtFact:
    fact = section.fact(told.fact)
    return TaughtFact(
        section.name,
        _row(known, section, told.row),
        told.fact,
        _value(known, fact, told.new) if fact else None,
    )


def _row(known: dict[str, str], section: Section, row: str) -> str:
    if section.key == "place":
        return known.setdefault(plain(row), row)
    if section.key == "fixed":
        # letters differ by their signs: M&C is not MC
        return known.setdefault(f"{section.name}|{row.casefold()}", row)
    return "|".join(known.setdefault(plain(name), name) for name in row.split("|"))


def _value(known: dict[str, str], fact: Fact, value: object) -> object:
    if fact.kind == "place" and isinstance(value, str) and value:
        return known.setdefault(plain(value), value)
    if fact.kind == "places" and isinstance(value, tuple | list):
        return tuple(known.setdefault(plain(name), name) for name in value)
    return value
