"""A box of the bank alone, made of the form in which the game itself asks for one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from marshmallow import Schema, validate

from api.described import shapes
from companion.games import GAMES
from companion.vocabulary.box import FormField


class ListedBoxSchema(shapes.Closed):
    """A box that may be chosen."""

    name = shapes.text("By which it is chosen: a game's slug, or the name it is kept under")
    title = shapes.text("For people")
    own = shapes.flag("Somebody wrote it; else it is a game's")
    damaged = shapes.flag("What is kept cannot be read any more")
    at = shapes.moment("When it was written; null: it is a game's", maybe=True)


class BoxesSchema(shapes.Closed):
    """The boxes there are to choose from."""

    items = shapes.several(shapes.one(ListedBoxSchema), "The games' own first")
    may_edit = shapes.flag("May whoever asks write boxes?")


_FORM = next(option.form for rules in GAMES for option in rules.box.options if option.form)


def _member(name: str, field: FormField) -> shapes.Field:
    says, optional = f"{field.label}. {field.help}".rstrip(". "), not field.required
    if field.default is not None:
        says += f"; left out: {field.default!r}"
    match field.kind:
        case "form":
            return shapes.one(
                _shape(f"{name}{field.name.title()}", says, field.fields), says, optional=optional
            )
        case "rows":
            row = shapes.one(_shape(f"{name}{field.name.title()}", f"One of: {says}.", field.fields))
            return _limited(shapes.several(row, says, optional=optional), field)
        case "count":
            return shapes.whole(says, optional=optional, **_range(field))
        case "each":
            number = shapes.whole(**_range(field))
            among = "; ".join(each.label for each in field.names)
            said = {"description": f"{says}: one number, or several by name ({among})"}
            return shapes.Either(number, shapes.named(number, among), required=False, metadata=said)
        case "choice":
            return shapes.text(says, among=[value for value, _ in field.choices], optional=optional)
        case "colour":
            return shapes.text(says, optional=optional, pattern="^#[0-9a-fA-F]{6}$")
        case "letters":
            pattern = f"^[A-Z0-9&]{{{field.least},{field.most}}}$"
            return shapes.text(says, optional=optional, pattern=pattern)
        case "text":
            return shapes.text(says, optional=optional)


def _range(field: FormField) -> dict[str, Any]:
    return {"minimum": field.least, "maximum": field.most}


def _limited(rows: shapes.Field, field: FormField) -> shapes.Field:
    rows.validators.append(validate.Length(max=field.most))
    return rows


def _shape(name: str, says: str, fields: Iterable[FormField]) -> type[Schema]:
    return shapes.closed(name, says, {field.name: _member(name, field) for field in fields})


BOX = _shape("Box", "A box of the bank alone: whose money, companies and tracks are on the table.", _FORM)
