"""Facts of a printed board as they come from outside: each is checked, and every name is written as on the board.

A name is looked for among all that are known and all that came before it in the same facts, so that two spellings of
one city make no two cities, however they arrive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from typing import Any

from companion.atlas.form import Fact, FactForm, Record, Section
from companion.atlas.known import Atlas
from companion.atlas.names import place_among, row_among
from companion.atlas.room import too_many
from companion.atlas.telling import of_row
from companion.words.errors import RuleError
from companion.words.text import Text, plain, say
from companion.words.values import NAME_LENGTH

MOST_TOGETHER = 12
"""Names in one fact, such as the start cities of a railroad."""


def read_facts(
    form: FactForm, atlas: Atlas, raw: object, *, insist: bool = False
) -> Mapping[str, Mapping[str, Record]]:
    """Facts as they came from outside, checked and with every name as it is written on the board.

    insist: a new name is a new place, however near it is to a known one; so in a replay, where it was settled.

    :raises RuleError: `invalid`, with the path of the member that is wrong.
    """
    if not isinstance(raw, Mapping):
        raise _wrong("facts", say("The facts"), say("must be listed by name"))
    reading = _Reading(form, atlas, insist)
    # The places first: a name that is new, or insisted on, is known to the other facts that come with it.
    parts = sorted(raw.items(), key=lambda named: named[0] != form.places)
    return {reading.section(str(name)).name: dict(reading.rows(str(name), rows)) for name, rows in parts}


class _Reading:
    """One pass over facts as they came from outside. `_names`: every place known by now, by its plain name."""

    def __init__(self, form: FactForm, atlas: Atlas, settled: bool) -> None:
        self._form = form
        self._atlas = atlas
        self._settled = settled
        self._names = dict(atlas.spelled)

    def section(self, name: str) -> Section:
        section = self._form.section(name)
        if section is None:
            kinds = ", ".join(section.name for section in self._form.sections)
            what = say("this game has no such fact; it has: {names}", names=kinds)
            raise _wrong(f"facts.{name[:NAME_LENGTH]}", say("{name}", name=name[:NAME_LENGTH]), what)
        return section

    def rows(self, name: str, rows: object) -> Iterable[tuple[str, Record]]:
        section = self.section(name)
        if not self._settled and section.most and isinstance(rows, Sized) and len(rows) > section.room:
            raise too_many(section)  # before each is compared with all others
        if section.key is None:
            yield from self._list(section, rows)
            return
        at = f"facts.{section.name}"
        if not isinstance(rows, Mapping):
            raise _wrong(at, say(section.label), say("must be listed by name"))
        seen: set[str] = set()
        for written, record in rows.items():
            here = f"{at}.{str(written)[:NAME_LENGTH]}"
            row = self._row(section, str(written), record, here, seen)
            if row in seen and not self._settled:
                raise _wrong(here, of_row(section, row), say("is listed twice"))
            seen.add(row)
            yield row, self._record(section, row, here, _by_name(section, row, record, here))

    def _list(self, section: Section, rows: object) -> Iterable[tuple[str, Record]]:
        at = f"facts.{section.name}"
        if not isinstance(rows, (list, tuple)):
            raise _wrong(at, say(section.label), say("must be a list"))
        for number, record in enumerate(rows):
            read = self._record(section, "", f"{at}.{number}", record)
            if any(read.get(fact) is None for fact in section.same):
                raise _wrong(f"{at}.{number}", say(section.label), say("has no name"))
            yield "|".join(str(read[fact]) for fact in section.same), read

    def _row(self, section: Section, written: str, record: object, at: str, seen: Iterable[str]) -> str:
        """The row's name as it is written on the board, or as it is new. seen: rows told before it."""
        insist = isinstance(record, Mapping) and record.get("new") is True
        if section.key == "place":
            return self._place(written, at, insist=insist)
        if section.lettered:
            insist = insist or self._settled
            names = (*self._atlas.rows(section.name), *(() if insist else seen))
            return row_among(names, written, insist=insist, at=at, section=section.name)
        same = next((row for row in section.rows if row.casefold() == written.casefold()), None)
        if same is None:
            raise _wrong(at, say("{name}", name=written[:NAME_LENGTH]), say("is not on the board"))
        return same

    def _place(self, written: str, at: str, *, insist: bool = False) -> str:
        places = self._form.places
        name = place_among(self._names, written, insist=insist or self._settled, at=at, places=places)
        self._names.setdefault(plain(name), name)
        return name

    def _record(self, section: Section, row: str, at: str, record: object) -> Record:
        if not isinstance(record, Mapping):
            raise _wrong(at, of_row(section, row), say("must list its facts by name"))
        read: dict[str, Any] = {}
        for name, value in record.items():
            fact = section.fact(str(name))
            if fact is not None:
                read[fact.name] = self._value(section, row, fact, f"{at}.{fact.name}", value)
            elif name != "new" or not (section.key == "place" or section.lettered):
                facts = ", ".join(fact.name for fact in section.facts) or "-"
                what = say("is not known here; there are: {names}", names=facts)
                here = str(name)[:NAME_LENGTH]
                raise _wrong(f"{at}.{here}", say("{row}: {fact}", row=of_row(section, row), fact=here), what)
        return read

    def _value(self, section: Section, row: str, fact: Fact, at: str, value: Any) -> Any:
        if (value is None or value == "") and fact.nullable:
            return ""
        if fact.kind == "place" and isinstance(value, str):
            return self._place(value, at)
        listed = isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value)
        if fact.kind == "places" and listed and (self._settled or len(value) <= MOST_TOGETHER):
            return tuple(self._place(item, at) for item in value)
        if what := _fault(fact, value):
            of = say("{row}: {fact}", row=of_row(section, row), fact=say(fact.label))
            raise _wrong(at, of, what)
        return value


def _by_name(section: Section, row: str, record: object, at: str) -> object:
    """A row by the names of its facts, in whichever form it was told; a place may have a name and nothing else."""
    if record is None and section.key == "place" and not section.plain:
        return {}
    if section.plain and not isinstance(record, Mapping):
        return {section.facts[0].name: record}
    if section.listed and isinstance(record, (list, tuple)):
        if len(record) != len(section.facts):
            raise _wrong(at, of_row(section, row), say("must be a list of {n}", n=len(section.facts)))
        return {fact.name: value for fact, value in zip(section.facts, record, strict=True)}
    return record


def _fault(fact: Fact, value: Any) -> Text | None:
    """What is wrong with the value of a fact that is no place; None if nothing is."""
    if value is None:
        return say("is missing")
    match fact.kind:
        case "count":
            whole = isinstance(value, int) and not isinstance(value, bool)
            limits = say("must be a whole number from {least} to {most}", least=fact.least, most=fact.most)
            return None if whole and fact.least <= value <= fact.most else limits
        case "flag":
            return None if isinstance(value, bool) else say("must be true or false")
        case "place":
            return say("must be a name")
        case "places":
            return say("must be a list of names, no more than {most}", most=MOST_TOGETHER)
        case "choice":
            return (
                None if value in fact.among else say("must be one of: {values}", values=", ".join(fact.among))
            )
        case "text":
            short = isinstance(value, str) and len(value) <= NAME_LENGTH and value.isprintable()
            return None if short else say("must be a short text")


def _wrong(at: str, of: Text, what: Text) -> RuleError:
    """The refusal of a fact. at: its path within the facts; of: which it is, in words; what: what is wrong with it."""
    return RuleError("invalid", say("{at} {what}", at=of, what=what), errors={at: (what,)})
