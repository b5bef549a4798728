"""Schemas of the API, built once from the descriptions of moves. Nobody writes one twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from companion.vocabulary.common_moves import Learn
from companion.vocabulary.moves import Field, Move
from companion.vocabulary.rules import Rules
from companion.vocabulary.tools import Tool
from companion.words.errors import RuleError, invalid
from companion.words.text import Text, counted, joined, say, unseen

LONGEST_READ = 60
"""Characters of a name in a move that are read at all; what the name is of may be stricter."""
MOST_ITEMS = 200
ENVELOPE = frozenset({"type", "seat", "facts", "expected_revision"})


class Flag(fields.Boolean):
    """true or false, and nothing that could pass for it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


_SENTENCES = {
    fields.Field.default_error_messages["required"]: say("is missing"),
    fields.Field.default_error_messages["null"]: say("is missing"),
    fields.Field.default_error_messages["validator_failed"]: say("cannot be read"),
    fields.String.default_error_messages["invalid"]: say("must be text"),
    fields.String.default_error_messages["invalid_utf8"]: say("must be text"),
    fields.Integer.default_error_messages["invalid"]: say("must be a whole number"),
    fields.Number.default_error_messages["too_large"]: say("is too large"),
    fields.Boolean.default_error_messages["invalid"]: say("must be true or false"),
    fields.List.default_error_messages["invalid"]: say("must be a list"),
    fields.Dict.default_error_messages["invalid"]: say("must be an object"),
    fields.Nested.default_error_messages["type"]: say("must be an object"),
    Schema._default_error_messages["type"]: say("must be an object"),
    Schema._default_error_messages["unknown"]: say("is not known here"),
}
"""The library's sentences in a player's words."""


class Between(validate.Range):
    """A number within its limits; the sentence names the one that is broken."""

    def _format_error(self, value: Any, message: str) -> Any:
        if self.min is not None and value < self.min:
            return [say("must be at least {least}", least=self.min)]
        return [say("must be at most {most}", most=self.max)]


class Long(validate.Length):
    """Not too short and not too long, letters or items."""

    def _format_error(self, value: Any, message: str) -> Any:
        least, most = (self.min, self.max) if self.equal is None else (self.equal, self.equal)
        if least is not None and len(value) < least:
            letters = counted("must have at least {n} letter", "must have at least {n} letters", n=least)
            items = counted("must have at least {n} item", "must have at least {n} items", n=least)
        else:
            letters = counted("must have at most {n} letter", "must have at most {n} letters", n=most or 0)
            items = counted("must have at most {n} item", "must have at most {n} items", n=most or 0)
        return [letters if isinstance(value, str) else items]


class Among(validate.OneOf):
    """One of the values there are."""

    def _format_error(self, value: Any) -> Any:
        return [say("must be one of: {values}", values=", ".join(map(str, self.choices)))]


class Colour(validate.Regexp):
    """A colour as CSS writes it."""

    def _format_error(self, value: Any) -> Any:
        return [say("must be a colour such as #1f5fa8")]


class FlagOrWhose(Flag):
    """true or false, or a list of whom the yes is meant for."""

    def __init__(self, whose: tuple[str, ...], **more: Any) -> None:
        described = {"type": ["boolean", "array"], "items": {"type": "string", "enum": list(whose)}}
        super().__init__(**{**more, "metadata": {**more.get("metadata", {}), **described}})
        self.whose = fields.List(fields.String(validate=Among(whose)), validate=_length(None, None))

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, list):
            return self.whose.deserialize(value, attr, data)
        return super()._deserialize(value, attr, data, **kwargs)


class OneOrMore(fields.List[Any]):
    """A list, or its only item by itself."""

    def __init__(self, of: fields.Field[Any], **more: Any) -> None:
        described = {"type": ["string", "array"], "items": {"type": "string"}}
        super().__init__(of, **{**more, "metadata": {**more.get("metadata", {}), **described}})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return super()._deserialize([value] if isinstance(value, str) else value, attr, data, **kwargs)


class Strict(Schema):
    class Meta:
        unknown = RAISE


def _number(least: int | None, most: int | None) -> list[Any]:
    return [] if least is None and most is None else [Between(min=least, max=most)]


def _length(least: int | None, most: int | None) -> list[Any]:
    return [Long(min=least, max=most if most is not None else MOST_ITEMS)]


def _name() -> fields.String:
    return fields.String(validate=Long(min=1, max=LONGEST_READ))


class LinkSchema(Strict):
    """A track segment: from one city to another; `number` 2 is the second link between the same two."""

    to = fields.String(required=True, validate=Long(min=1, max=LONGEST_READ))
    number = fields.Integer(strict=True, validate=Between(min=1, max=9))


LinkSchema._declared_fields["from"] = fields.String(  # `from` is a word of Python
    required=True, validate=Long(min=1, max=LONGEST_READ)
)


def _dice(field: Field, more: Mapping[str, Any]) -> fields.Field[Any]:
    face = fields.Integer(strict=True, validate=Between(min=1, max=field.faces))
    same = field.least == field.most
    number = Long(equal=field.least) if same else Long(min=field.least, max=field.most)
    return fields.List(face, validate=number, **more)


class WhoseTurnSchema(Strict):
    """Whose turn it is; where railroads have turns, which one's."""

    seat = fields.Integer(required=True, strict=True, validate=Between(min=1))
    railroad = fields.String(validate=Long(min=1, max=LONGEST_READ))


def schema_field(field: Field, of: str) -> fields.Field[Any]:
    """A field's schema, from its description. `of`: the name of what it belongs to."""
    more: dict[str, Any] = {
        "required": field.required,
        "allow_none": field.nullable or not field.required,
        "metadata": {"description": field.label},
    }
    match field.kind:
        case "choice":
            among = [Among(field.among)] if field.among else _length(1, field.most or LONGEST_READ)
            return fields.String(validate=among, **more)
        case "seat":
            return fields.Integer(strict=True, validate=Between(min=1), **more)
        case "money" | "count":
            return fields.Integer(strict=True, validate=_number(field.least, field.most), **more)
        case "choices":
            several = OneOrMore if field.single else fields.List
            return several(_name(), validate=_length(field.least, None), **more)
        case "places":
            return fields.List(_name(), validate=_length(field.least, field.most), **more)
        case "dice":
            return _dice(field, more)
        case "flag":
            return FlagOrWhose(field.of, **more) if field.of else Flag(**more)
        case "text":
            return fields.String(validate=_length(None, field.most), **more)
        case "links":
            return fields.List(fields.Nested(LinkSchema), validate=_length(field.least, field.most), **more)
        case "place":
            return fields.String(validate=_length(1, LONGEST_READ), **more)
        case "rows":
            name = f"{of}{field.name.title()}Row"
            row = Strict.from_dict({sub.name: schema_field(sub, name) for sub in field.fields}, name=name)
            return fields.List(fields.Nested(row), validate=_length(field.least, field.most), **more)
        case "shares":
            among = [Among(field.among)] if field.among else _length(1, LONGEST_READ)
            count = fields.Integer(strict=True, validate=_number(field.least, field.most))
            return fields.Dict(keys=fields.String(validate=among), values=count, **more)
        case "facts" | "turn":
            return fields.Nested(WhoseTurnSchema, **more) if field.kind == "turn" else fields.Dict(**more)


_MOVES: dict[type[Move], Schema] = {}


def move_schema(cls: type[Move]) -> Schema:
    """A move's schema, without the envelope that all moves share. Made once."""
    if cls not in _MOVES:
        described = {field.name: schema_field(field, cls.__name__) for field in cls.TYPE.fields}
        described["facts"] = fields.Dict(allow_none=cls is not Learn, required=cls is Learn)
        _MOVES[cls] = Strict.from_dict(described, name=f"{cls.__name__}Schema")()
    return _MOVES[cls]


def titled(rules: Rules[Any]) -> str:
    """A game's name among those of schemas: `PrairieRailroads`."""
    return "".join(part.title() for part in rules.box.slug.split("-"))


_FOR_ALL: Mapping[str, tuple[type[fields.Field[Any]], str]] = {
    "commit": (Flag, "Commit to a roll for all to see, which is made later"),
    "id": (fields.String, "Make the roll with this id; made before, it is the same"),
    "after": (fields.String, "With `commit`: comes after the roll with this id"),
}
"""What a calculator with dice takes besides its own fields."""


def tool_schema(tool: Tool, name: str) -> Schema:
    """The schema of what a calculator asks, under a name that no other has."""
    described = {field.name: schema_field(field, name) for field in tool.fields}
    if tool.dice is not None:
        for each, (kind, says) in _FOR_ALL.items():
            described[each] = kind(allow_none=True, metadata={"description": says})
    return Strict.from_dict(described, name=f"{name}Schema")()


def shape(cls: type[Move], raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """The members of a move, checked against its schema.

    :raises RuleError: `invalid`, with every member that is wrong.
    """
    members = {name: value for name, value in raw.items() if name not in ENVELOPE - {"facts"}}
    return loaded(move_schema(cls), members)


def entered(cls: type[Move], raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same for a move that somebody enters now; a saved game is read as it was written.

    :raises RuleError: `invalid`, also for words with something in them that nobody can see.
    """
    values = shape(cls, raw)
    for name, value in values.items():
        if any(map(unseen, _words(value))):
            raise invalid(name, say("It contains an invisible character; type it again"))
    return values


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (word for pair in value.items() for part in pair for word in _words(part))
    elif isinstance(value, list | tuple):
        yield from (word for part in value for word in _words(part))


_BODIES: dict[type[Schema], Schema] = {}


def sent(schema: type[Schema], raw: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a call, checked against its schema, which is made once.

    :raises RuleError: `invalid`, with every member that is wrong.
    """
    return loaded(_BODIES.get(schema) or _BODIES.setdefault(schema, schema()), raw)


def loaded(schema: Schema, raw: Mapping[str, Any]) -> dict[str, Any]:
    """JSON through a schema.

    :raises RuleError: `invalid`.
    """
    try:
        return dict(schema.load(raw))
    except ValidationError as error:
        flat = dict(_flat(error.messages_dict))
        sentences = [say("{field}: {what}", field=name, what=texts[0]) for name, texts in flat.items()]
        raise RuleError("invalid", joined(sentences), errors=flat) from error


def _flat(messages: Mapping[Any, Any], before: str = "") -> list[tuple[str, tuple[Text, ...]]]:
    found: list[tuple[str, tuple[Text, ...]]] = []
    for name, what in messages.items():
        path = f"{before}{str(name)[:LONGEST_READ]}"
        if isinstance(what, Mapping):
            found += _flat(what, f"{path}.")
        else:
            found.append((path.removesuffix("._schema"), tuple(_sentence(item) for item in what)))
    return found


def _sentence(said: Any) -> Text:
    return said if isinstance(said, Text) else _SENTENCES.get(str(said), say("cannot be read"))
