"""How the shapes are written in OpenAPI, where apispec does not know it by itself."""

from __future__ import annotations

import json
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema

from api.described.moves import REF
from api.described.shapes import Always, Either, Field, OneOf

Node = Any
"""A part of the document."""
Converter = Any
"""apispec's own, whose functions have no types."""


def _always(converter: Converter, field: Field, **_: Any) -> dict[str, Any]:
    return {"const": field.value} if isinstance(field, Always) else {}


def _one_of(converter: Converter, field: Field, **_: Any) -> dict[str, Any]:
    if isinstance(field, Either):
        return {"anyOf": [converter.field2property(kind) for kind in field.kinds]}
    return {"$ref": f"{REF}{field.name_of_all}"} if isinstance(field, OneOf) else {}


def one_of(converter: Converter, field: OneOf) -> dict[str, Any]:
    """Of which shapes it is one."""
    refs = {kind: converter.resolve_nested_schema(schema) for kind, schema in field.kinds.items()}
    mapping = {kind: ref["$ref"] for kind, ref in refs.items()}
    return {"oneOf": list(refs.values()), "discriminator": {"propertyName": field.by, "mapping": mapping}}


class Plugin(MarshmallowPlugin):
    """apispec's own, which knows our shapes too."""

    def init_spec(self, spec: APISpec) -> None:
        super().init_spec(spec)
        converter: Converter = self.converter
        converter.add_attribute_function(_always)
        converter.add_attribute_function(_one_of)

    def property_of(self, field: Field) -> dict[str, Any]:
        """How a field is written."""
        assert self.converter is not None
        if isinstance(field, OneOf):
            return one_of(self.converter, field)
        found: dict[str, Any] = self.converter.field2property(field)
        return found

    @property
    def schemas(self) -> dict[str, type[Schema]]:
        """Every schema that was written, by its name."""
        assert self.converter is not None
        return {name: key[0] for key, name in self.converter.refs.items()}


def tidied(document: Node) -> Node:
    """The document without shared objects, for YAML would write them as aliases; and with names that are data written
    as JSON schema has them."""
    return _named(json.loads(json.dumps(document)))


def _named(node: Node) -> Node:
    if isinstance(node, list):
        return [_named(item) for item in node]
    if not isinstance(node, dict):
        return node
    found = {name: _named(item) for name, item in node.items() if name != "x-names"}
    found |= node.get("x-names", {})
    return _chosen(found) if None in (found.get("enum") or ()) else found


def _chosen(node: dict[str, Any]) -> dict[str, Any]:
    """A value that is one of some words, or null, written as a choice of two: generators make a type of the words."""
    words = {
        "type": next(kind for kind in node["type"] if kind != "null"),
        "enum": [word for word in node["enum"] if word is not None],
    }
    rest = {name: item for name, item in node.items() if name not in words}
    return {**rest, "anyOf": [words, {"type": "null"}]}


def described(document: Node, schemas: dict[str, type[Schema]]) -> None:
    """Put each schema's docstring into the document, as its description."""
    for name, schema in schemas.items():
        says = (schema.__doc__ or "").strip().split("\n\n")[0]
        if says and not says.startswith("Generated schema"):
            node = document["components"]["schemas"][name]
            document["components"]["schemas"][name] = {"description": " ".join(says.split()), **node}
