"""Shapes in words: of which kind a member is, within which limits, and an example folded as people read it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from api.reference.contract import Node, shapes

WIDTH = 76
"""Letters in a line of an example, if a part of it fits into one at all."""
_CODE = re.compile(r"`([^`]+)`")
_KINDS: Mapping[str, str] = {
    "integer": "whole number",
    "number": "number",
    "string": "text",
    "boolean": "true or false",
    "object": "object",
    "array": "list",
    "null": "null",
}
_OR = Markup(" or ")


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a shape. limits: which values there may be."""

    name: str
    required: bool
    kind: Markup
    limits: str
    says: Markup


def prose(text: str) -> Markup:
    """A sentence of the contract: what stands between backticks is code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped before


def linked(name: str) -> Markup:
    """A shape's name, which leads to its page."""
    return Markup('<a href="/docs/shapes/{0}">{0}</a>').format(name)


def named(node: Node) -> str:
    """The name of a shape that a part of the contract refers to; empty: it says itself what it is."""
    return str(node.get("$ref", "")).rpartition("/")[2]


def resolved(node: Node) -> Node:
    """What is referred to."""
    return shapes()[named(node)] if "$ref" in node else node


def choices(node: Node) -> list[Node]:
    """Of which shapes it is one."""
    return [*node.get("oneOf", ()), *node.get("anyOf", ())]


def members(node: Node) -> Iterator[Member]:
    """The members of a shape, those first that are always there."""
    required = node.get("required", ())
    for name, item in sorted(node.get("properties", {}).items(), key=lambda pair: pair[0] not in required):
        says = prose(item.get("description", ""))
        yield Member(name, name in required, kind(item), limits(item), says)


def kind(node: Node) -> Markup:
    """What it is, in words and links."""
    if "$ref" in node:
        return linked(named(node))
    if "const" in node:
        return Markup("<code>{}</code>").format(json.dumps(node["const"]))
    if "enum" in node:
        return _OR.join(Markup("<code>{}</code>").format(json.dumps(value)) for value in node["enum"])
    if several := choices(node):
        return _OR.join(map(kind, several))
    types = node.get("type", [])
    return _OR.join(
        _of_type(node, each) for each in ([types] if isinstance(types, str) else types)
    ) or Markup("anything")


def _of_type(node: Node, type_: str) -> Markup:
    if type_ == "array" and node.get("items"):
        return Markup("list of {}").format(kind(node["items"]))
    if type_ == "object" and isinstance(node.get("additionalProperties"), Mapping):
        return Markup("by name: {}").format(kind(node["additionalProperties"]))
    if type_ == "string" and "format" in node:
        return Markup("text ({})").format(node["format"])
    return Markup(_KINDS[type_])  # noqa: S704 - words of ours


def limits(node: Node) -> str:
    """From where to where, in words; empty: any."""
    for least, most, what in (
        ("minimum", "maximum", ""),
        ("minLength", "maxLength", " letters"),
        ("minItems", "maxItems", " of them"),
    ):
        from_, to = node.get(least), node.get(most)
        if from_ is not None and to is not None:
            return f"{from_} to {to}{what}"
        if from_ is not None or to is not None:
            return f"at least {from_}{what}" if to is None else f"at most {to}{what}"
    return ""


def example(value: Any) -> str:
    """An example: JSON, what is short in one line; any other text as it is."""
    return value if isinstance(value, str) else _folded(value, "")


def _folded(value: Any, margin: str) -> str:
    line = json.dumps(value, ensure_ascii=False)
    if len(margin) + len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = f"{margin} "
    if isinstance(value, list):
        parts = [_folded(item, inner) for item in value]
        return f"[\n{inner}" + f",\n{inner}".join(parts) + f"\n{margin}]"
    parts = [f"{json.dumps(name)}: {_folded(item, inner)}" for name, item in value.items()]
    return f"{{\n{inner}" + f",\n{inner}".join(parts) + f"\n{margin}}}"
