"""openapi.yaml, from the same descriptions the API checks with. `python -m api.openapi` prints it."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.yaml_utils import dict_to_yaml

from api import schemas
from api.chart_colours import THEMES
from api.charts import KINDS
from api.problems import STATUS, TITLES
from api.response_schemas import ANSWERED, ANSWERS, PREFER
from companion import __version__
from companion.games import GAMES
from companion.vocabulary.moves import COMMON, Correct, Learn, Move, Note
from companion.vocabulary.rules import Rules
from companion.vocabulary.tools import Tool

JSON = "application/json"
PROBLEM = "application/problem+json"

# method, path below /api/v1, who may, what it does, schema of the body, status of success
Call = tuple[str, str, str, str, str | None, int]
CALLS: tuple[Call, ...] = (
    ("get", "/games", "all", "The games the companion knows", None, 200),
    ("get", "/games/{slug}", "all", "Railroads, moves, options, rulings, what the atlas lacks", None, 200),
    ("post", "/tables", "all, rate-limited", "A new table", "Create", 201),
    ("get", "/tables", "admin", "All tables, newest first", None, 200),
    ("post", "/tables/import", "admin, or rate-limited", "A table from an exported game", "Export", 201),
    ("get", "/tables/{code}", "all", "The table document for this viewer", None, 200),
    ("patch", "/tables/{code}", "host", "Names, colours, options not used yet", "Change", 200),
    ("delete", "/tables/{code}", "host", "Forget the table", None, 204),
    ("post", "/tables/{code}/host", "admin", "A new host key", None, 200),
    ("post", "/tables/{code}/seats/{number}/claim", "join, or handover", "Take a seat", "Claim", 200),
    ("post", "/tables/{code}/seats/{number}/release", "host", "Free a seat", None, 200),
    ("post", "/tables/{code}/seats/{number}/handover", "host", "That seat's own QR", "Handover", 200),
    (
        "post",
        "/tables/{code}/seats/{number}/request",
        "join",
        "A new phone asks for a seat that is on another one",
        "Claim",
        200,
    ),
    (
        "post",
        "/tables/{code}/requests/{request_id}",
        "host; that seat; another seat when that phone has been gone for a minute",
        "Yes or no to such a phone",
        "Answer",
        200,
    ),
    ("post", "/demonstrations", "all", "An evening that bots play, to look on", "Watch", 201),
    (
        "post",
        "/tables/{code}/moves",
        "host, seat",
        "Make a move; with ?dry_run=true, what it would do",
        "Move",
        201,
    ),
    ("get", "/tables/{code}/moves", "all", "The journal, oldest first", None, 200),
    ("post", "/tables/{code}/undo", "host; the seat that made it", "Back to a revision", "Undo", 201),
    (
        "post",
        "/tables/{code}/redo",
        "host; the seat that made it",
        "What was last undone, again",
        "Redo",
        201,
    ),
    (
        "post",
        "/tables/{code}/amend",
        "host",
        "Replace an old entry, strike it (null), or insert one before it; what followed is told anew",
        "Amend",
        201,
    ),
    (
        "get",
        "/tables/{code}/moves/{revision}/offers",
        "host",
        "What might be done before an entry, and what it told of the board: for amending it",
        None,
        200,
    ),
    (
        "put",
        "/tables/{code}/auction/limit",
        "seat",
        "A secret maximum in an ascending auction, up to which the companion bids",
        "Limit",
        200,
    ),
    ("delete", "/tables/{code}/auction/limit", "seat", "No secret maximum any more", None, 200),
    (
        "get",
        "/tables/{code}/stream",
        "all",
        "Server-Sent Events: the table after every change; with ?patches=true what is another in it (schema Patch)",
        None,
        200,
    ),
    ("get", "/tables/{code}/settlement", "all", "Final, or as of now", None, 200),
    ("get", "/tables/{code}/figures", "host", "All that can be corrected, as it is told now", None, 200),
    (
        "get",
        "/tables/{code}/packing",
        "all",
        "The position line by line, what only the table knows, and what was written down of it",
        None,
        200,
    ),
    ("get", "/tables/{code}/charts/worth.svg", "all", "Cash and what a settlement now would add", None, 200),
    ("get", "/tables/{code}/charts/cash.svg", "all", "The players' cash over the evening", None, 200),
    ("get", "/tables/{code}/charts/income.svg", "all", "The railroads' incomes", None, 200),
    ("get", "/tables/{code}/charts/treasury.svg", "all", "The railroads' treasuries", None, 200),
    ("get", "/tables/{code}/result.json", "all, when finished", "The result", None, 200),
    ("get", "/tables/{code}/result.csv", "all, when finished", "The result, RFC 4180", None, 200),
    (
        "get",
        "/tables/{code}/result/bgstats.svg",
        "all, when finished",
        "The QR that hands the play to BG Stats",
        None,
        200,
    ),
    ("get", "/tables/{code}/dice", "all", "Commitment, app rolls, and the seed at the end", None, 200),
    (
        "get",
        "/tables/{code}/addresses",
        "host",
        "The server's addresses, one of which the QR shows",
        None,
        200,
    ),
    ("get", "/tables/{code}/qr.svg", "host, seat or join", "The join QR", None, 200),
    ("get", "/tables/{code}/export", "host; all when finished", "The whole game", None, 200),
    ("get", "/atlases/{slug}", "all", "What is known of a printed board", None, 200),
    ("patch", "/atlases/{slug}", "admin, or a host of a table of that game", "Teach facts", "Facts", 200),
    (
        "post",
        "/atlases/{slug}/import",
        "admin, or a host of a table of that game",
        "The same from YAML, as the export writes it",
        None,
        200,
    ),
    ("get", "/atlases/{slug}/export", "all", "The same as YAML", None, 200),
)


def _title(rules: Rules[Any]) -> str:
    return "".join(part.title() for part in rules.box.slug.split("-"))


def _tool_name(rules: Rules[Any], tool: Tool) -> str:
    """What a calculator's question is called among the schemas."""
    return _title(rules) + tool.name.title().replace("-", "") + "Tool"


CALLS += tuple(
    (
        "post",
        f"/tools/{rules.box.slug}/{tool.name}",
        "all",
        f"{rules.box.name}: {tool.label}",
        _tool_name(rules, tool),
        200,
    )
    for rules in GAMES
    for tool in rules.show.tools
)
_QUERY: dict[tuple[str, str], list[tuple[str, Any]]] = {
    ("post", "/tables/{code}/moves"): [("dry_run", "boolean")],
    ("post", "/tables/{code}/undo"): [("dry_run", "boolean")],
    ("post", "/tables/{code}/redo"): [("dry_run", "boolean")],
    ("post", "/tables/{code}/amend"): [("dry_run", "boolean")],
    ("get", "/tables/{code}/stream"): [("patches", "boolean")],
    ("get", "/tables/{code}/moves"): [("after", "integer"), ("limit", "integer")],
    **{
        ("get", f"/tables/{{code}}/charts/{name}.svg"): [
            ("theme", {"enum": list(THEMES)}),
            ("narrow", "boolean"),
            ("language", "string"),
        ]
        for name in KINDS
    },
    ("get", "/tables/{code}/qr.svg"): [("address", "string")],
    **{("get", f"/tables/{{code}}/result.{kind}"): [("language", "string")] for kind in ("json", "csv")},
    ("get", "/tables"): [("before", "string"), ("limit", "integer")],
}
_REPEATABLE = ("/tables/{code}/moves", "/tables/{code}/undo", "/tables/{code}/redo", "/tables/{code}/amend")


def specification() -> dict[str, Any]:
    """The contract as OpenAPI 3.1."""
    spec = APISpec(
        title="Railway companion",
        version=__version__,
        openapi_version="3.1.0",
        plugins=[MarshmallowPlugin()],
        info={"description": "The bank, the dice and the minutes of a table. Money is whole dollars."},
        servers=[{"url": "/api/v1"}],
    )
    _schemas(spec)
    _moves(spec)
    for rules in GAMES:
        for tool in rules.show.tools:
            name = _tool_name(rules, tool)
            spec.components.schema(name, schema=type(schemas.tool_schema(tool, name)))
    for call in CALLS:
        _path(spec, call)
    document: dict[str, Any] = spec.to_dict()
    return document


def _schemas(spec: APISpec) -> None:
    """What is sent and answered, but for the moves and calculators of the games."""
    spec.components.security_scheme("key", {"type": "http", "scheme": "bearer"})
    spec.components.schema("Problem", _PROBLEM)
    for name, schema in (
        ("Create", schemas.CreateSchema),
        ("Change", schemas.ChangeSchema),
        ("Watch", schemas.WatchSchema),
        ("Claim", schemas.ClaimSchema),
        ("Handover", schemas.HandoverSchema),
        ("Answer", schemas.AnswerSchema),
        ("Limit", schemas.LimitSchema),
        ("Undo", schemas.UndoSchema),
        ("Redo", schemas.RedoSchema),
        ("Amend", schemas.AmendSchema),
        ("Link", schemas.LinkSchema),
    ):
        spec.components.schema(name, schema=schema)
    spec.components.schemas["Amend"]["properties"]["move"] = {
        "oneOf": [{"$ref": "#/components/schemas/Move"}, {"type": "null"}]
    }
    for name, answer in ANSWERS.items():
        spec.components.schema(name, answer)
    spec.components.schema("Facts", {"type": "object"})
    spec.components.schema("Export", {"type": "object", "required": ["game", "players", "lines"]})


def _moves(spec: APISpec) -> None:
    """Every move of every game, with its fields."""
    of_all = [_move(spec, "Common", cls) for cls in (Correct, Learn, Note) if cls in COMMON]
    by_game = []
    for rules in GAMES:
        name = _title(rules)
        refs = [_move(spec, name, cls) for cls in rules.play.moves]
        spec.components.schema(f"{name}Move", {"oneOf": [*refs, *of_all]})
        by_game.append({"$ref": f"#/components/schemas/{name}Move"})
    spec.components.schema("Move", {"anyOf": by_game})


def _move(spec: APISpec, prefix: str, cls: type[Move]) -> dict[str, str]:
    # What several games share (the moves of an auction) is described once.
    name = f"{prefix if cls.__module__.startswith('companion.games') else 'Common'}{cls.__name__}"
    if name in spec.components.schemas:
        return {"$ref": f"#/components/schemas/{name}"}
    schema = schemas.move_schema(cls)
    fields = f"{name}Fields"
    spec.components.schema(fields, schema=type(schema))
    described = spec.components.schemas[fields]
    del spec.components.schemas[fields]
    properties = {"type": {"const": cls.TYPE.name}, "seat": {"type": ["integer", "null"], "minimum": 1}}
    properties |= {"expected_revision": {"type": ["integer", "null"]}}
    for field in cls.TYPE.fields:
        if field.kind == "shares" and field.among:
            described["properties"][field.name]["propertyNames"] = {"enum": list(field.among)}
    body: dict[str, Any] = {
        "type": "object",
        "title": cls.TYPE.label,
        "description": (cls.__doc__ or "").strip().split("\n")[0],
        "properties": properties | described.get("properties", {}),
        "required": sorted({"type", *described.get("required", [])}),
        "additionalProperties": False,
    }
    if cls.TYPE.rule:
        body["x-rulebook"] = cls.TYPE.rule
    spec.components.schema(name, body)
    return {"$ref": f"#/components/schemas/{name}"}


def _path(spec: APISpec, call: Call) -> None:
    method, path, who, what, body, success = call
    operation: dict[str, Any] = {
        "summary": what,
        "x-role": who,
        "operationId": f"{method} {path}".replace("/", "_")
        .replace("{", "")
        .replace("}", "")
        .replace(" ", ""),
        "parameters": [_parameter(name) for name in _in_path(path)]
        + [
            {"name": name, "in": "query", "schema": {"type": kind} if isinstance(kind, str) else kind}
            for name, kind in _QUERY.get((method, path), [])
        ],
        "responses": _responses(path, success),
    }
    if not who.startswith("all"):
        operation["security"] = [{"key": []}]
    if path in _REPEATABLE and method == "post":
        text = {"type": "string", "minLength": 1, "maxLength": 200}
        operation["parameters"].append({"name": "Idempotency-Key", "in": "header", "schema": text})
        operation["parameters"].append(PREFER)
        for status in ("200", str(success)):
            operation["responses"][status] = _shortened(operation["responses"][status])
    if body:
        schema = {"$ref": f"#/components/schemas/{body}"}
        operation["requestBody"] = {
            "content": {JSON: {"schema": schema}},
            "required": body not in ("Undo", "Redo", "Handover", "Watch"),
        }
    spec.path(path, operations={method: operation})


def _shortened(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer that may be a short one."""
    schema = answer["content"][JSON]["schema"]
    short = {"$ref": "#/components/schemas/Short"}
    return {
        **answer,
        "headers": {"Preference-Applied": {"schema": {"const": "return=minimal"}}},
        "content": {JSON: {"schema": {"anyOf": [short, schema]}}},
    }


def _in_path(path: str) -> list[str]:
    return [part[1:-1] for part in path.split("/") if part.startswith("{")]


def _parameter(name: str) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 1} if name in ("number", "revision") else {"type": "string"}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _responses(path: str, success: int) -> dict[str, Any]:
    kinds = {"stream": "text/event-stream", "csv": "text/csv", "svg": "image/svg+xml"}
    kind = kinds.get(path.rsplit("/", 1)[-1].rsplit(".", 1)[-1], JSON)
    if path.startswith("/atlases") and path.endswith("export"):
        kind = "application/yaml"
    good: dict[str, Any] = {"description": "Done"}
    if success != 204:
        schema: dict[str, Any] = {"type": "object"} if kind == JSON else {"type": "string"}
        if name := ANSWERED.get(path):
            schema = {"$ref": f"#/components/schemas/{name}"}
        good["content"] = {kind: {"schema": schema}}
    answers = {str(success): good}
    if path in _REPEATABLE:
        answers["200"] = {
            "description": "What it would do, or a page of the journal",
            "content": good["content"],
        }
    bad = {
        "description": "Refused",
        "content": {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for status in sorted({*STATUS.values(), 400, 413, 415, 421, 429, 503, 507}):
        answers[str(status)] = bad
    return answers


_PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "A sentence that a person at the table understands"},
        "code": {"type": "string", "examples": sorted(TITLES)},
        "errors": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
        "rule": {"type": "string"},
        "needs": {"type": "array", "items": {"type": "object"}},
        "did_you_mean": {"type": "array", "items": {"type": "string"}},
        "insist": {"type": "object"},
        "revision": {"type": "integer"},
    },
}


@cache
def openapi_yaml() -> str:
    """The contract as YAML."""
    return str(dict_to_yaml(specification(), {"sort_keys": False, "allow_unicode": True, "width": 110}))


if __name__ == "__main__":
    sys.stdout.write(openapi_yaml())
