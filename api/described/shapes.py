"""What answers are described with: marshmallow's fields, stricter, and with a word about each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from marshmallow import INCLUDE, RAISE, Schema, ValidationError, fields, validate

from api.schemas import Flag

Field = fields.Field[Any]
JsonType = str
"""As JSON schema calls it."""
_TYPES: Mapping[JsonType, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
    "array": list,
    "object": dict,
}


class Closed(Schema):
    """It has these members and no others."""

    class Meta:
        unknown = RAISE


def closed(name: str, says: str, members: Mapping[str, Field]) -> type[Schema]:
    """The same, of members whose names are no words of Python, or a game's own."""
    made: type[Schema] = Closed.from_dict(dict(members), name=f"{name}Schema")
    made.__doc__ = says
    return made


class Open(Schema):
    """It may have others."""

    class Meta:
        unknown = INCLUDE


class Whole(fields.Integer):
    """A whole number; true is none."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


class Always(fields.Field[Any]):
    """This value and no other."""

    def __init__(self, value: str | int | bool, **more: Any) -> None:
        super().__init__(**more)
        self.value = value

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if value != self.value or type(value) is not type(self.value):
            raise ValidationError(f"is always {self.value!r}")
        return value


class Typed(fields.Field[Any]):
    """A value of one of several types."""

    def __init__(self, *types: JsonType, **more: Any) -> None:
        said = {**more.get("metadata", {}), "type": [name for name in types if name != "null"]}
        more["metadata"] = {**said, "items": {}} if "array" in types else said
        super().__init__(allow_none="null" in types, **more)
        self.types = types

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not any(_is_of(value, name) for name in self.types):
            raise ValidationError(f"is of none of the types {self.types}")
        return value


def _is_of(value: Any, name: JsonType) -> bool:
    return isinstance(value, _TYPES[name]) and (name != "integer" or not isinstance(value, bool))


class OneOf(fields.Field[Any]):
    """An object of one of several shapes, which one of its members tells apart. name: of them all, in the contract."""

    def __init__(self, name: str, by: str, kinds: Mapping[str, type[Schema]], **more: Any) -> None:
        super().__init__(required=True, **more)
        self.name_of_all, self.by, self.kinds = name, by, kinds
        self._schemas: dict[str, Schema] = {}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        kind = value.get(self.by) if isinstance(value, dict) else None
        if not isinstance(kind, str) or kind not in self.kinds:
            raise ValidationError(f"has no known {self.by}: {kind!r}")
        if kind not in self._schemas:
            self._schemas[kind] = self.kinds[kind]()
        return self._schemas[kind].load(value)


class Either(fields.Field[Any]):
    """An object of one of several shapes, tried in their order."""

    def __init__(self, *kinds: Field, **more: Any) -> None:
        super().__init__(**more)
        self.kinds = kinds

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        wrong: list[Any] = []
        for kind in self.kinds:
            try:
                return kind.deserialize(value)
            except ValidationError as error:
                wrong.append(error.messages)
        raise ValidationError(wrong)


def _said(says: str, maybe: bool, optional: bool, shape: Mapping[str, Any]) -> dict[str, Any]:
    metadata = {**({"description": says} if says else {}), **shape}
    return {"required": not optional, "allow_none": maybe, "metadata": metadata}


def text(
    says: str = "",
    *,
    among: Iterable[str | None] = (),
    maybe: bool = False,
    optional: bool = False,
    data_key: str | None = None,
    **shape: Any,
) -> Field:
    """Words. among: the only ones there are; maybe: or null; optional: it may be left out; data_key: its name, where it
    is a word of Python; shape: more of JSON schema."""
    only = [validate.OneOf(tuple(among))] if among else []
    return fields.String(validate=only, data_key=data_key, **_said(says, maybe, optional, shape))


def whole(
    says: str = "", *, least: int | None = None, maybe: bool = False, optional: bool = False, **shape: Any
) -> Field:
    """A whole number."""
    limits = [] if least is None else [validate.Range(min=least)]
    return Whole(strict=True, validate=limits, **_said(says, maybe, optional, shape))


def seat(
    says: str = "A seat's number, clockwise from 1", *, maybe: bool = False, optional: bool = False
) -> Field:
    """A seat, by its number."""
    return whole(says, least=1, maybe=maybe, optional=optional)


def flag(says: str = "", *, optional: bool = False) -> Field:
    """Yes or no."""
    return Flag(**_said(says, False, optional, {}))


def always(value: str | int | bool, says: str = "", *, optional: bool = False) -> Field:
    """This value."""
    return Always(value, **_said(says, False, optional, {}))


def value(*types: JsonType, says: str = "", optional: bool = False, data_key: str | None = None) -> Field:
    """A value of one of these types."""
    said = _said(says, False, optional, {})
    del said["allow_none"]
    return Typed(*types, data_key=data_key, **said)


def one(
    schema: type[Schema] | Callable[[], Schema],
    says: str = "",
    *,
    maybe: bool = False,
    optional: bool = False,
) -> Field:
    """An object of that shape."""
    return fields.Nested(schema, **_said(says, maybe, optional, {}))


def several(
    of: Field, says: str = "", *, maybe: bool = False, optional: bool = False, data_key: str | None = None
) -> Field:
    """A list. data_key: its name, where Python has another use for it."""
    return fields.List(of, data_key=data_key, **_said(says, maybe, optional, {}))


def named(
    of: Field, says: str = "", *, among: Iterable[str] = (), maybe: bool = False, optional: bool = False
) -> Field:
    """An object whose members' names are data; each member is one of these."""
    shape = {"propertyNames": {"enum": list(among)}} if among else {}
    only = [validate.OneOf(tuple(among))] if among else []
    return fields.Dict(
        keys=fields.String(validate=only),
        values=of,
        **_said(says, maybe, optional, {"x-names": shape} if shape else {}),
    )


def moment(says: str, *, maybe: bool = False, optional: bool = False) -> Field:
    """A time."""
    return text(f"{says} (RFC 3339, UTC)", maybe=maybe, optional=optional, format="date-time")


def secret(says: str) -> Field:
    """A key, which nobody else must read."""
    return text(f"{says}. A secret: keep it out of logs and addresses", format="password")


def address(says: str, *, maybe: bool = False) -> Field:
    """Where something is."""
    return text(says, maybe=maybe, format="uri")
