"""Every move of every game, and every question of a calculator, as schemas of the contract."""

from __future__ import annotations

from typing import Any

from apispec import APISpec

from api import schemas
from api.schemas import titled
from api.tools import question
from companion.games import GAMES
from companion.vocabulary.common_moves import COMMON, BeginHere, Correct, Learn, Note
from companion.vocabulary.moves import Move

REF = "#/components/schemas/"
_SHARED = ("companion.mechanisms.", "companion.vocabulary.")
"""Where moves stand that are no game's own."""


def add_moves(spec: APISpec) -> None:
    """Every move of every game, with its fields."""
    of_all = [_move(spec, "", cls) for cls in (Correct, Learn, Note, BeginHere) if cls in COMMON]
    by_game = []
    for rules in GAMES:
        name = titled(rules)
        refs = [_move(spec, name, cls) for cls in rules.play.moves]
        spec.components.schema(f"{name}Move", {"oneOf": [*refs, *of_all]})
        by_game.append({"$ref": f"{REF}{name}Move"})
    spec.components.schema("Move", {"anyOf": by_game})


def add_questions(spec: APISpec) -> None:
    """What each calculator asks."""
    for rules in GAMES:
        for tool in rules.show.tools:
            name = f"{question(rules, tool)}Question"
            spec.components.schema(name, schema=type(schemas.tool_schema(tool, name)))


def _move(spec: APISpec, prefix: str, cls: type[Move]) -> dict[str, str]:
    # What several games share (the moves of an auction) is described once.
    game = "" if cls.__module__.startswith(_SHARED) else prefix
    name = f"{game or 'Common'}{cls.__name__}"
    if name not in spec.components.schemas:
        body = _body(spec, cls, f"{name}Fields")
        facts: list[dict[str, str]] = [{"$ref": f"{REF}{game}Facts"}]
        body["properties"]["facts"] = facts[0] if cls is Learn else {"anyOf": [*facts, {"type": "null"}]}
        spec.components.schema(name, body)
    return {"$ref": f"{REF}{name}"}


def _body(spec: APISpec, cls: type[Move], fields: str) -> dict[str, Any]:
    spec.components.schema(fields, schema=type(schemas.move_schema(cls)))
    described = spec.components.schemas.pop(fields)
    properties = {
        "type": {"const": cls.TYPE.name},
        "seat": {
            "type": ["integer", "null"],
            "minimum": 1,
            "description": "Whose move it is, else the key's",
        },
        "expected_revision": {"type": ["integer", "null"], "description": "Of the table as it was seen"},
    }
    for field in cls.TYPE.fields:
        if field.kind == "shares" and field.among:
            described["properties"][field.name]["propertyNames"] = {"enum": list(field.among)}
        if field.kind == "money":
            described["properties"][field.name]["description"] = f"{field.label}, in the table's money"
    body: dict[str, Any] = {
        "type": "object",
        # No title: generators take it for a name, and several games call a move the same.
        "description": f"{cls.TYPE.label}: {(cls.__doc__ or '').strip().splitlines()[0]}",
        "properties": properties | described.get("properties", {}),
        "required": sorted({"type", *described.get("required", [])}),
        "additionalProperties": False,
    }
    if cls.TYPE.rule:
        body["x-rulebook"] = cls.TYPE.rule
    return body
