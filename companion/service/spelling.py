"""Two tables may write the same name differently; the installation keeps one spelling, the one it was taught first."""

from __future__ import annotations

from collections.abc import Iterable

from companion.atlas.form import Fact, Section
from companion.atlas.known import Change
from companion.store import Store, TaughtFact
from companion.vocabulary.minutes import Position
from companion.vocabulary.rules import Rules
from companion.words.text import plain


def spelled(store: Store, rules: Rules[Position], changes: Iterable[Change]) -> tuple[TaughtFact, ...]:
    """What was told, with every name as the installation writes it; a name it has never heard of is kept as it is.
    Of many tables, each with another board, only as many rows are kept as one board has room for."""
    spellings = _spellings(store, rules)
    sections = {section.name: section for section in rules.box.facts.sections}
    told = [_settled(spellings, sections[change.section], change) for change in changes]
    rows = store.board_rows[rules.box.slug]
    return tuple(fact for fact in told if _has_room(rows, sections[fact.section], fact.row))


def _has_room(rows: dict[str, set[str]], section: Section, row: str) -> bool:
    """Is that row known, or is there room for one more? Then it is known from now on."""
    known = rows.setdefault(section.name, set())
    if row not in known and len(known) >= section.room:
        return False
    known.add(row)
    return True


def _spellings(store: Store, rules: Rules[Position]) -> dict[str, str]:
    """Read from the store once, and added to since; what is printed in the rulebook comes first."""
    if (spellings := store.spellings.get(rules.box.slug)) is not None:
        return spellings
    spellings = {}
    sections = {section.name: section for section in rules.box.facts.sections}
    shipped = [
        Change(section, row, fact, None, value)
        for section, rows in rules.box.shipped.sections.items()
        for row, record in rows.items()
        for fact, value in (record or {"": None}).items()
    ]
    taught = [
        Change(atla.section, atla.row, atla.fact, None, atla.value) for atla in store.atlas(rules.box.slug)
    ]
    rows: dict[str, set[str]] = {}
    for item in (*shipped, *taught):
        settled = _settled(spellings, sections[item.section], item)
        rows.setdefault(item.section, set()).add(settled.row)
    store.board_rows[rules.box.slug] = rows
    return store.spellings.setdefault(rules.box.slug, spellings)


def _settled(spellings: dict[str, str], section: Section, change: Change) -> TaughtFact:
    fact = section.fact(change.fact)
    return TaughtFact(
        section.name,
        _row(spellings, section, change.row),
        change.fact,
        _value(spellings, fact, change.new) if fact else None,
    )


def _row(spellings: dict[str, str], section: Section, row: str) -> str:
    if section.key == "place":
        return spellings.setdefault(plain(row), row)
    if section.key == "fixed":
        # letters are told apart by their punctuation too: M&C is not MC
        return spellings.setdefault(f"{section.name}|{row.casefold()}", row)
    return "|".join(spellings.setdefault(plain(name), name) for name in row.split("|"))


def _value(spellings: dict[str, str], fact: Fact, value: object) -> object:
    if fact.kind == "place" and isinstance(value, str) and value:
        return spellings.setdefault(plain(value), value)
    if fact.kind == "places" and isinstance(value, tuple | list):
        return tuple(spellings.setdefault(plain(name), name) for name in value)
    return value
