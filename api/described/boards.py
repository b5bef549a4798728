"""What is known of a printed board, made of the game's own description of its facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema

from api.described import shapes
from api.described.offers import ChoiceSchema
from api.schemas import titled
from companion.atlas.form import Fact, Section
from companion.games import GAMES
from companion.vocabulary.rules import Rules


class FactDescriptionSchema(shapes.Closed):
    """One fact of a row."""

    name = shapes.text("Its member")
    label = shapes.text("For people")
    kind = shapes.text(among=("count", "place", "places", "flag", "text", "choice"))
    min = shapes.whole("Of a count")
    max = shapes.whole("Of a count")
    nullable = shapes.flag("It may be blank on the board")
    aside = shapes.flag("Seldom read out")
    unless = shapes.text("Not printed where that flag of the row is true; empty: always")
    where = shapes.several(
        shapes.text(), "Printed only where the row's choice is one of these; empty: everywhere"
    )
    spared = shapes.several(shapes.text(), "Rows where it never counts: nobody need read it out")
    choices = shapes.several(shapes.one(ChoiceSchema))


class SectionDescriptionSchema(shapes.Closed):
    """A table of facts: what its rows are named by, and its columns."""

    name = shapes.text("Its member in `facts`")
    places = shapes.flag("It lists the places of the board")
    label = shapes.text("For people")
    key = shapes.text(
        "What its rows are named by; null: it is a list", among=("place", "fixed", None), maybe=True
    )
    rows = shapes.several(shapes.text(), "The only names, where they are fixed")
    head = shapes.text("What the names of its rows are, for people")
    row_labels = shapes.named(shapes.text(), "What fixed rows are called by people")
    same = shapes.several(shapes.text(), "Of a list: the facts by which its rows are told apart")
    plain = shapes.flag("A row is its one fact")
    listed = shapes.flag("A row is the list of its facts")
    in_all = shapes.whole("How many rows are printed, where their names are not fixed; 0: nobody knows")
    facts = shapes.several(shapes.one(FactDescriptionSchema))


class FormerFactSchema(shapes.Closed):
    """A fact that was known before it was replaced."""

    section = shapes.text()
    row = shapes.text()
    fact = shapes.text()
    value = shapes.value("string", "integer", "boolean", "array", "null")
    at = shapes.moment("When it was taught")


class LessonsSchema(shapes.Closed):
    """What one table taught of a board."""

    table = shapes.text("Its code; it may be gone")
    facts = shapes.whole("How many facts it changed", least=1)
    at = shapes.moment("When it taught last")


NEW = "When it is sent: it is a new one all the same, though its name is almost a known one"


def _fact(fact: Fact) -> shapes.Field:
    match fact.kind:
        case "count":
            return shapes.whole(fact.label, maybe=fact.nullable, optional=True)
        case "flag":
            return shapes.flag(fact.label, optional=True)
        case "places":
            return shapes.several(shapes.text(), fact.label, optional=True)
        case _:
            among = (*fact.among, *((None,) if fact.nullable and fact.among else ()))
            return shapes.text(fact.label, among=among, maybe=fact.nullable, optional=True)


def _row(rules: Rules[Any], section: Section) -> shapes.Field:
    if section.plain:
        return _fact(section.facts[0])
    name = f"{titled(rules)}{section.name.title().replace('_', '')}Facts"
    facts = {fact.name: _fact(fact) for fact in section.facts} | {"new": shapes.flag(NEW, optional=True)}
    record = shapes.one(shapes.closed(name, f"A row of: {section.label}.", facts))
    if section.listed:
        return shapes.Either(shapes.several(shapes.whole(maybe=True)), record, required=True)
    return record


def _section(rules: Rules[Any], section: Section) -> shapes.Field:
    row = _row(rules, section)
    if section.key is None:
        return shapes.several(row, section.label, optional=True)
    return shapes.named(row, section.label, optional=True)


def _board(rules: Rules[Any]) -> type[Schema]:
    sections = rules.box.facts.sections
    facts = shapes.closed(
        f"{titled(rules)}Facts",
        f"What is known of the board of {rules.box.name}.",
        {section.name: _section(rules, section) for section in sections},
    )
    return shapes.closed(
        f"{titled(rules)}Board",
        f"The board of {rules.box.name}: what can be known of it, and what is known.",
        {
            "game": shapes.always(rules.box.slug),
            "name": shapes.text("As it stands on the box"),
            "form": shapes.several(shapes.one(SectionDescriptionSchema), "What can be known"),
            "facts": shapes.one(facts, "What is known"),
            "places": shapes.several(shapes.text(), "The names of all places that are known"),
            "headings": shapes.named(
                shapes.named(shapes.text()), "The rulebook's heading of what it prints, by section and row"
            ),
            "printed": shapes.one(facts, "What of it the rulebook itself says, and nobody can take away"),
            "lacks": shapes.several(shapes.text(), "What is not known, for people"),
            "history": shapes.several(
                shapes.one(FormerFactSchema), "What was known before it was replaced, newest first"
            ),
            "may_edit": shapes.flag("May whoever asks teach it?"),
            "taught_by": shapes.several(
                shapes.one(LessonsSchema),
                "Which tables taught it, who taught last first; for the admin",
                optional=True,
            ),
        },
    )


BOARDS: Mapping[str, type[Schema]] = {rules.box.slug: _board(rules) for rules in GAMES}
"""By the game's slug."""


def any_board() -> shapes.Field:
    """What is known of the board of whichever game."""
    return shapes.OneOf("Board", "game", BOARDS)
