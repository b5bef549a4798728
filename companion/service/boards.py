"""What the installation knows of printed boards: taught outside a table, corrected, and forgotten again."""

from __future__ import annotations

from collections.abc import Mapping

from companion.atlas.form import FactForm, Section
from companion.atlas.known import merge
from companion.atlas.reading import read_facts
from companion.atlas.room import check_board
from companion.service import Service
from companion.service.writing import taught
from companion.vocabulary.minutes import Position
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError
from companion.words.text import plain, say

Gone = list[tuple[str, str]]


def teach(
    service: Service,
    rules: Rules[Position],
    raw: Mapping[str, object],
    *,
    code: str = "",
    forgets: bool = True,
) -> None:
    """Teach facts, given in the form of `facts`; the newer wins, and the older goes into the history. A row that is
    null, or in a list says `forget`, is forgotten as far as it was taught; what the rulebook prints stays.

    code: of the table whose host teaches, which the admin can take back; empty: the admin does. forgets: does a row
    that is null mean that? Not in a file, where it is a name of which nothing else is known.

    :raises RuleError: `invalid`, with every member that is wrong; then nothing is taught.
    """
    before = service.atlas(rules)
    facts, gone = _parted(rules.box.facts, raw, before.sections) if forgets else (raw, [])
    learned, _ = merge(before, read_facts(rules.box.facts, before, facts))
    check_board(rules.box.facts, before, learned)
    service.store.forget(rules.box.slug, gone, code)
    service.store.teach(rules.box.slug, taught(service.store, before, learned, rules), code)


def _parted(
    form: FactForm, raw: Mapping[str, object], sections: Mapping[str, Mapping[str, object]]
) -> tuple[dict[str, object], Gone]:
    """What is told, and the rows that are to be forgotten."""
    facts: dict[str, object] = {}
    gone: Gone = []
    for name, rows in raw.items():
        section = form.section(str(name))
        if section is None or not isinstance(rows, Mapping | list):
            facts[name] = rows  # reading it says what is wrong
        elif isinstance(rows, Mapping):
            gone += [
                (section.name, _row(section, sections, str(row)))
                for row, record in rows.items()
                if record is None
            ]
            facts[name] = {row: record for row, record in rows.items() if record is not None}
        else:
            drop = [row for row in rows if isinstance(row, Mapping) and row.get("forget") is True]
            gone += [(section.name, _row(section, sections, _named(section, item))) for item in drop]
            facts[name] = [row for row in rows if row not in drop]
    return facts, gone


def _named(section: Section, record: Mapping[str, object]) -> str:
    return "|".join(str(record.get(fact)) for fact in section.same)


def _row(section: Section, sections: Mapping[str, Mapping[str, object]], name: str) -> str:
    """The row as it is kept.

    :raises RuleError: `invalid` if there is none.
    """
    rows = sections.get(section.name, {})
    # Where letters differ only in punctuation, the row with exactly these is meant: MC, and not M&C.
    alike = (row for row in rows if plain(row) == plain(name))
    if found := name if name in rows else next(alike, None):
        return found
    raise RuleError(
        "invalid",
        say("{name} is not known, so it cannot be deleted", name=name[:60]),
        errors={f"facts.{section.name}.{name[:40]}": (say("not known"),)},
    )


def former(service: Service, rules: Rules[Position]) -> list[dict[str, object]]:
    """What was believed before, the newest first: section, row, fact, value, and when it was taught."""
    return [
        {
            "section": item.fact.section,
            "row": item.fact.row,
            "fact": item.fact.fact,
            "value": item.fact.value,
            "at": item.at,
        }
        for item in service.store.before(rules.box.slug)
    ]
