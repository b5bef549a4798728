"""Schemas of the API, built once from the descriptions of moves. Nobody writes one twice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from companion.errors import RuleError
from companion.moves import Field, Learn, Move
from companion.text import Text, joined, say
from companion.tools import Tool

NAME_LENGTH = 60
"""Letters of a place's name that are read at all; the atlas is stricter."""
MOST_ITEMS = 200
ENVELOPE = frozenset({"type", "seat", "facts", "expected_revision"})


class Flag(fields.Boolean):
    """true or false, and nothing that could pass for it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class _Strict(Schema):
    class Meta:
        unknown = RAISE


def _number(least: int | None, most: int | None) -> list[Any]:
    return [] if least is None and most is None else [validate.Range(min=least, max=most)]


def _length(least: int | None, most: int | None) -> list[Any]:
    return [validate.Length(min=least, max=most if most is not None else MOST_ITEMS)]


def _name() -> fields.String:
    return fields.String(validate=validate.Length(min=1, max=NAME_LENGTH))


class LinkSchema(_Strict):
    """A track segment: from one city to another; `number` 2 is the second link between the same two."""

    to = fields.String(required=True, validate=validate.Length(min=1, max=NAME_LENGTH))
    number = fields.Integer(strict=True, validate=validate.Range(min=1, max=9))


LinkSchema._declared_fields["from"] = fields.String(  # `from` is a word of Python
    required=True, validate=validate.Length(min=1, max=NAME_LENGTH)
)


def schema_field(field: Field, of: str) -> fields.Field:
    """A field's schema, from its description. `of`: the name of what it belongs to."""
    more: dict[str, Any] = {
        "required": field.required,
        "allow_none": field.nullable or not field.required,
        "metadata": {"description": field.label},
    }
    match field.kind:
        case "choice":
            among = [validate.OneOf(field.among)] if field.among else _length(1, NAME_LENGTH)
            return fields.String(validate=among, **more)
        case "seat":
            return fields.Integer(strict=True, validate=validate.Range(min=1), **more)
        case "money" | "count":
            return fields.Integer(strict=True, validate=_number(field.least, field.most), **more)
        case "choices":
            return fields.List(_name(), validate=_length(None, None), **more)
        case "places":
            return fields.List(_name(), validate=_length(field.least, field.most), **more)
        case "dice":
            face = fields.Integer(strict=True, validate=validate.Range(min=1, max=6))
            return fields.List(face, validate=validate.Length(equal=field.least), **more)
        case "flag":
            return Flag(**more)
        case "text":
            return fields.String(validate=_length(None, field.most), **more)
        case "links":
            return fields.List(fields.Nested(LinkSchema), validate=_length(field.least, field.most), **more)
        case "place":
            return fields.String(validate=_length(1, NAME_LENGTH), **more)
        case "rows":
            name = f"{of}{field.name.title()}Row"
            row = _Strict.from_dict({sub.name: schema_field(sub, name) for sub in field.fields}, name=name)
            return fields.List(fields.Nested(row), validate=_length(field.least, field.most), **more)
        case "shares":
            count = fields.Integer(strict=True, validate=validate.Range(min=0))
            return fields.Dict(keys=fields.String(), values=count, **more)
        case "facts":
            return fields.Dict(**more)


@cache
def move_schema(cls: type[Move]) -> Schema:
    """A move's schema, without the envelope that all moves share."""
    described = {field.name: schema_field(field, cls.__name__) for field in cls.TYPE.fields}
    described["facts"] = fields.Dict(allow_none=cls is not Learn, required=cls is Learn)
    return _Strict.from_dict(described, name=f"{cls.__name__}Schema")()


def tool_schema(tool: Tool, name: str) -> Schema:
    """The schema of what a calculator asks, under a name that no other has."""
    described = {field.name: schema_field(field, name) for field in tool.fields}
    return _Strict.from_dict(described, name=f"{name}Schema")()


def shape(cls: type[Move], raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """The members of a move, checked against its schema.

    :raises RuleError: `invalid`, with every member that is wrong.
    """
    members = {name: value for name, value in raw.items() if name not in ENVELOPE - {"facts"}}
    return loaded(move_schema(cls), members)


def loaded(schema: Schema, raw: Mapping[str, Any]) -> dict[str, Any]:
    """JSON through a schema.

    :raises RuleError: `invalid`.
    """
    try:
        return dict(schema.load(raw))
    except ValidationError as error:
        flat = dict(_flat(error.normalized_messages()))
        sentences = [say("{field}: {what}", field=name, what=texts[0]) for name, texts in flat.items()]
        raise RuleError("invalid", joined(sentences), errors=flat) from error


def _flat(messages: Mapping[Any, Any], before: str = "") -> list[tuple[str, tuple[Text, ...]]]:
    found: list[tuple[str, tuple[Text, ...]]] = []
    for name, what in messages.items():
        path = f"{before}{str(name)[:NAME_LENGTH]}"
        if isinstance(what, Mapping):
            found += _flat(what, f"{path}.")
        else:
            found.append((path, tuple(say("{words}", words=str(one)) for one in what)))
    return found


class CreateSchema(_Strict):
    """A new table: the game's slug, the players in clockwise seating order, what is chosen."""

    game = fields.String(required=True)
    players = fields.List(fields.String(), required=True, validate=validate.Length(max=20))
    options = fields.Dict(keys=fields.String(), load_default=dict, allow_none=True)
    rulings = fields.Dict(keys=fields.String(), load_default=dict, allow_none=True)
    facts = fields.Dict(load_default=None, allow_none=True)


class SeatChangeSchema(_Strict):
    """Another name or colour for a seat."""

    seat = fields.Integer(required=True, strict=True)
    name = fields.String()
    colour = fields.String(validate=validate.Regexp(r"#[0-9a-fA-F]{6}\Z"))


class ChangeSchema(_Strict):
    """What the host may change of a table that is being played."""

    players = fields.List(fields.String(), validate=validate.Length(max=20))
    seats = fields.List(fields.Nested(SeatChangeSchema), validate=validate.Length(max=20))
    options = fields.Dict(keys=fields.String(), load_default=dict)


class ClaimSchema(_Strict):
    """A phone's own key for the seat it takes."""

    key = fields.String(required=True)


class LimitSchema(_Strict):
    """What a player pays at most in the auction that is on."""

    amount = fields.Integer(required=True, strict=True, validate=validate.Range(min=0))


class UndoSchema(_Strict):
    """Back to a revision that stands; without one, the last standing move."""

    to = fields.Integer(strict=True, validate=validate.Range(min=1))
    expected_revision = fields.Integer(strict=True)


class RedoSchema(_Strict):
    """What was last undone, again."""

    expected_revision = fields.Integer(strict=True)
