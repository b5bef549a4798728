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
LONGEST_NAME = 40
_NO_PLACES = frozenset({"kind", "grid"})
"""Facts whose words ("city", "F5") are not names."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One printed number or name. least, most: limits of a count; nullable: known to be blank; among: the values
    of a choice; aside: seldom read out, so whoever fills in a board passes over it;
    unless: not printed where that flag of the row is true."""

    name: str
    label: str
    kind: FactKind
    least: int = 0
    most: int = 99
    nullable: bool = False
    among: tuple[str, ...] = ()
    aside: bool = False
    unless: str = ""


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

    @property
    def lettered(self) -> bool:
        """Are its rows named by letters, of which there may be new ones?"""
        return self.key == "fixed" and not self.rows

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
            told = [one for fact, value in record.items() if fact not in _NO_PLACES for one in _names(value)]
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
    """The place's name as it is written on the board, or the name itself when it is new; see `place_among`."""
    return place_among(atlas.spelled, name, insist=insist, at=at, places=places)


def place_among(
    known: Mapping[str, str], name: str, *, insist: bool = False, at: str = "place", places: str = ""
) -> str:
    """The name as it is written on the board, or the name itself when it is new. known: names by their plain form.

    insist: it is a new place though its name is near to a known one; at: the field for the error;
    places: the section that an insistence is to be given in.

    :raises RuleError: `invalid` with `did_you_mean` for a near miss, or for a name that is empty or too long.
    """
    tidy = " ".join(name.split())
    if not plain(tidy) or len(tidy) > LONGEST_NAME or not tidy.isprintable():
        raise RuleError(
            "invalid",
            say("{name} is no name of a place", name=repr(tidy)[:60]),
            errors={at: (say("no name"),)},
        )
    bare = plain(tidy)
    if bare in known:
        return known[bare]
    if not insist and (meant := near(bare, known)):
        names = tuple(known[other] for other in meant)
        raise RuleError(
            "invalid",
            say("{name} is not known. Did you mean {names}?", name=tidy, names=names[0]),
            errors={at: (say("not known"),)},
            did_you_mean=names,
            needs=({"path": [places, tidy, "new"], "kind": "flag"},),
        )
    return tidy


def row_among(
    known: Iterable[str], told: str, *, insist: bool = False, at: str = "railroad", section: str = ""
) -> str:
    """Letters as they are known, compared without case, or the letters themselves when they are new.

    insist: they are other letters though they differ from known ones in signs and blanks alone, as M&C and MC do;
    at: the field for the error; section: of the row, in which an insistence is to be given.

    :raises RuleError: `invalid` with `did_you_mean` for letters that differ so.
    """
    rows = tuple(known)
    same = next((row for row in rows if row.casefold() == told.casefold()), None)
    if same is not None or insist:
        return same or told
    if meant := tuple(row for row in rows if plain(row) == plain(told) != ""):
        raise RuleError(
            "invalid",
            say("{name} is not known. Did you mean {names}?", name=told, names=meant[0]),
            errors={at: (say("not known"),)},
            did_you_mean=meant,
            needs=({"path": [section, told, "new"], "kind": "flag"},),
        )
    return told


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


def news(before: Atlas, after: Atlas) -> list[Change]:
    """What is known after and was not before, or otherwise; a row of which nothing else is known has a fact ""."""
    changes = list(merge(before, after.known)[1])
    for section, rows in after.known.items():
        known = before.rows(section)
        if rows is not known:
            changes += [
                Change(section, row, "", None, None) for row in rows if row not in known and not rows[row]
            ]
    return changes


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


def places(form: FactForm, atlas: Atlas) -> list[str]:
    """Every place that is named anywhere: its own row, a row of the growth chart, an end of a link."""
    named = dict.fromkeys(atlas.rows(form.places)) if form.places else {}
    for section in form.sections:
        kinds = {fact.name: fact.kind for fact in section.facts}
        for row, record in atlas.rows(section.name).items():
            told = [
                one
                for fact, value in record.items()
                if kinds[fact] in ("place", "places")
                for one in _names(value)
            ]
            named |= dict.fromkeys(one for one in ([row] if section.key == "place" else []) + told if one)
    return list(named)


def shared(form: FactForm, atlas: Atlas) -> dict[str, Any]:
    """The same as `outward` to be read in elsewhere: of names that are near one another each says that it is meant."""
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


def of_row(section: Section, row: str) -> Text:
    """A row as people call it: Roll 44, Topeka, El Dorado–Wichita; a section's name where the row has none yet."""
    if not row:
        return say(section.label)
    if section.key is None:
        return Text("{name}", (("name", row.replace("|", "–")),))
    if section.key == "place":
        return Text("{name}", (("name", row),))
    words = dict(zip(section.rows, section.words, strict=False)).get(row)
    return say("{head} {row}", head=say(section.head), row=say(words) if words else row)


def read_out(form: FactForm, changes: Iterable[Change], *, new: bool) -> list[Text]:
    """What was read off the board, one sentence for each fact; new: also what nobody had read before."""
    told: list[Text] = []
    for change in changes:
        section = form.section(change.section)
        fact = section.fact(change.fact) if section else None
        if section is None or fact is None or (change.old is None and not new):
            continue
        facts = {
            "row": of_row(section, change.row),
            "fact": say(fact.label),
            "new": _worded(fact, change.new),
        }
        if section.key is None and change.fact in section.same:
            # The row is its name; one sentence is enough for all facts it consists of.
            told += [facts["row"]] if change.fact == section.same[0] else []
        elif change.old is None:
            told.append(say("{row}: {fact} {new}", **facts))
        else:
            told.append(say("{row}: {fact} {old} → {new}", **facts, old=_worded(fact, change.old)))
    return told


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
