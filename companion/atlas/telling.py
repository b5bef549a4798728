"""What is known of a board in the form of `facts`, as it is shown and exported; and in words, as it is read out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.atlas.form import Fact, FactForm, Record, Section
from companion.atlas.known import Atlas, Change, places
from companion.atlas.names import near
from companion.words.text import Text, plain, say


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


def shared(form: FactForm, atlas: Atlas) -> dict[str, Any]:
    """The same as `outward`, to be read in elsewhere: names that are near one another carry `new`, so that neither is
    taken for a slip of the other."""
    shown = outward(form, atlas)
    named = places(form, atlas) if form.places else []
    for name in named:
        if near(plain(name), (plain(other) for other in named)):
            shown.setdefault(form.places, {}).setdefault(name, {})["new"] = True
    for section in form.sections:
        rows = shown.get(section.name, {}) if section.lettered else {}
        for row, record in rows.items():
            if any(plain(other) == plain(row) for other in rows if other != row):
                record["new"] = True
    return shown


def _in_order(section: Section, record: Record) -> list[object] | dict[str, object]:
    """The facts of a row in their order; by name as long as one of them is not known."""
    shown = _blank(record)
    whole = all(fact.name in shown for fact in section.facts)
    return [shown[fact.name] for fact in section.facts] if whole else shown


def _blank(record: Record) -> dict[str, object]:
    return {
        name: (None if value == "" else list(value) if isinstance(value, tuple) else value)
        for name, value in record.items()
    }


def of_row(section: Section, row: str) -> Text:
    """A row as people call it: Roll 44, 2nd Dividend, Topeka, El Dorado–Wichita; a section's name where the row has
    none yet."""
    if not row:
        return say(section.label)
    if section.key is None:
        return Text("{name}", (("name", row.replace("|", "–")),))
    if section.key == "place":
        return Text("{name}", (("name", row),))
    head = say(section.head)
    if words := dict(zip(section.rows, section.words, strict=False)).get(row):
        return say("{words} {head}", words=say(words), head=head)
    return say("{head} {row}", head=head, row=row)


_UNREAD = (None, "")
"""What nobody has read, or had left blank."""


def read_out(form: FactForm, changes: Iterable[Change], *, new: bool) -> list[Text]:
    """What was read off the board, one sentence for each fact; new: also what nobody had read before, or had read as
    blank."""
    sentences: list[Text] = []
    for change in changes:
        section = form.section(change.section)
        fact = section.fact(change.fact) if section else None
        if section is None or fact is None or (change.old in _UNREAD and not new):
            continue
        facts = {
            "row": of_row(section, change.row),
            "fact": say(fact.label),
            "new": _worded(fact, change.new),
        }
        if section.key is None and change.fact in section.same:
            # The row is its name; one sentence is enough for all facts it consists of.
            sentences += [facts["row"]] if change.fact == section.same[0] else []
        elif change.old in _UNREAD:
            sentences.append(say("{row}: {fact} {new}", **facts))
        else:
            sentences.append(say("{row}: {fact} {old} → {new}", **facts, old=_worded(fact, change.old)))
    return sentences


def _worded(fact: Fact, value: Any) -> Text:
    if fact.kind == "choice":
        return say(value)
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if value == "":
        return say("blank")
    if isinstance(value, tuple):
        return Text("{name}", (("name", ", ".join(value)),))
    return Text("{name}", (("name", str(value)),))
