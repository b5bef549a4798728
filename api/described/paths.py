"""A route as an operation of the contract: who may, what is sent and answered, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema

from api import caller
from api.calls import DRY_RUN, JSON, KEYRING, QUIET, YAML, Call, Key, Route
from api.described.events import SAYS, events
from api.described.moves import REF
from api.described.refusals import refusals
from api.evening import Example
from api.problems import TITLES

PROBLEM = "application/problem+json"
KEYS: Mapping[Key, tuple[str, str]] = {
    "host": ("hostKey", "the host"),
    "seat": ("seatKey", "a seat's phone"),
    "join": ("joinKey", "whoever has the table's QR code"),
    "handover": ("handoverKey", "whoever has that seat's own QR code"),
    "admin": ("adminKey", "the admin"),
}
"""By whose it is: the security scheme, and in words."""
SCHEMES: Mapping[str, str] = {
    "hostKey": "Told once, when the table is created. Acts for every seat, corrects, amends, lets phones in",
    "seatKey": "Made by the phone itself, and sent once, when it claims a seat. Acts for that seat",
    "joinKey": "In the table's QR code. Claims a free seat, or asks for one",
    "handoverKey": "In a seat's own QR code. Claims that seat, once",
    "adminKey": "`COMPANION_ADMIN_KEY`; a request from the server's own machine needs none",
}
_PREFER = {
    "name": "Prefer",
    "in": "header",
    "description": "`return=minimal`: the answer has the version in place of the table (RFC 7240)",
    "schema": {"type": "string", "examples": ["return=minimal"]},
}
_IDEMPOTENCY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "The same call under the same key counts once, however often it is sent",
    "schema": {"type": "string", "minLength": 1, "maxLength": 200},
}
_KEYRING = {
    "name": KEYRING,
    "in": "header",
    "description": "Keys of more tables, separated by spaces",
    "schema": {"type": "string"},
}
_KNOWN = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of the copy that the sender has",
    "schema": {"type": "string"},
}
_IN_PATH = {
    "code": ({"type": "string"}, "The table's code"),
    "table": ({"type": "string"}, "The code of a table that has taught, though it may be gone"),
    "number": ({"type": "integer", "minimum": 1}, "A seat's number, clockwise from 1"),
    "revision": ({"type": "integer", "minimum": 1}, "An entry's number"),
    "person": ({"type": "string"}, "Their name"),
    "request_id": ({"type": "string"}, "Of the request, as requestSeat answers it"),
    "name": ({"type": "string", "pattern": "^[a-z0-9-]{1,40}$"}, "A box's name; to keep one: no game's slug"),
    "slug": ({"type": "string"}, "The game's slug, as listGames lists it"),
    "roll": ({"type": "string"}, "The id of a roll, as committing to it has returned it"),
}


def operation(route: Route) -> dict[str, Any]:
    """The operation."""
    call = route.call
    found: dict[str, Any] = {
        "operationId": call.name,
        "tags": [call.tag],
        "summary": call.says,
        "description": f"Who may: {says(call)}",
        "security": _security(call),
        "parameters": _parameters(route),
        "responses": {**_answers(call), **_refused(route)},
    }
    if call.body is not None:
        found["requestBody"] = {
            "content": {media: {"schema": _sent(call)} for media in _sent_as(call)},
            "required": not call.optional,
        }
    return found


def exemplified(operation: dict[str, Any], examples: Mapping[tuple[str, int], Example]) -> dict[str, Any]:
    """The operation, with what was sent and answered in a played evening."""
    for (name, status), example in examples.items():
        for content in operation["responses"].get("200", {}).get("content", {}).values():
            if name in content.get("x-events", {}):
                content["x-events"][name]["example"] = example.answer
        if name != operation["operationId"]:
            continue
        if "requestBody" in operation and example.sent is not None:
            for content in operation["requestBody"]["content"].values():
                content.setdefault("example", example.sent)
        for content in operation["responses"][str(status)].get("content", {}).values():
            content["example"] = example.answer
    return operation


def says(call: Call) -> str:
    """Who may, and how often."""
    who = call.who or _who(call)
    often = f" At most {caller.RATES[call.rate]} times a minute from one address." if call.rate else ""
    return f"{who[0].upper()}{who[1:]}{often}"


def _who(call: Call) -> str:
    named = [KEYS[key][1] for key in call.may]
    if call.free:
        return "everybody; a key tells who is looking." if named else "everybody."
    return f"{' or '.join(named)}."


def _security(call: Call) -> list[dict[str, list[str]]]:
    keys: list[dict[str, list[str]]] = [{KEYS[key][0]: []} for key in call.may]
    return [{}, *keys] if call.free and keys else keys


def _parameters(route: Route) -> list[dict[str, Any]]:
    call = route.call
    parts = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
    found: list[dict[str, Any]] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": _IN_PATH[name][0],
            "description": _IN_PATH[name][1],
        }
        for name in parts
    ]
    query = (*call.query, DRY_RUN, QUIET) if call.repeatable else call.query
    found += [{"name": q.name, "in": "query", "schema": q.shape, "description": q.says} for q in query]
    return (
        found + [_IDEMPOTENCY, _PREFER] * call.repeatable + [_KNOWN] * call.cached + [_KEYRING] * call.keyring
    )


def _sent_as(call: Call) -> tuple[str, ...]:
    if call.body == "BoardFile":
        return (YAML,)
    return (JSON, call.also) if call.also else (JSON,)


def _sent(call: Call) -> dict[str, Any]:
    body = call.body
    name = (
        body.__name__.removesuffix("Schema") if isinstance(body, type) and issubclass(body, Schema) else body
    )
    return {"$ref": f"{REF}{name}"}


def _answers(call: Call) -> dict[str, Any]:
    if call.status == 204:
        return {"204": {"description": "It is done"}}
    answer: dict[str, Any] = {"description": _comes(call), "content": {call.media: _content(call)}}
    if call.cached:
        answer["headers"] = {
            "ETag": {"schema": {"type": "string"}, "description": "What this answer is known by"}
        }
    if not call.repeatable:
        return {
            str(call.status): answer,
            **({"304": {"description": "It has not changed"}} if call.cached else {}),
        }
    answer["headers"] = {
        "Preference-Applied": {"schema": {"const": "return=minimal"}, "description": "It is the short answer"}
    }
    would = {**answer["content"], PROBLEM: {"schema": {"$ref": f"{REF}Problem"}}}
    return {
        "200": {
            **answer,
            "description": "What it would do; nothing is recorded. With `quiet`, also why it would be refused",
            "content": would,
        },
        str(call.status): answer,
    }


def _comes(call: Call) -> str:
    return SAYS if call.media == "text/event-stream" else "It is done" if call.status == 201 else "The answer"


def _content(call: Call) -> dict[str, Any]:
    if call.media == "text/event-stream":
        return {"schema": {"type": "string"}, **events()}
    if not call.answer:
        return {"schema": {"type": "string"}}
    schema = {"$ref": f"{REF}{call.answer}"}
    return {"schema": {"anyOf": [schema, {"$ref": f"{REF}Short"}]} if call.repeatable else schema}


def _refused(route: Route) -> dict[str, Any]:
    content = {PROBLEM: {"schema": {"$ref": f"{REF}Problem"}}}
    found: dict[str, Any] = {}
    for status, codes in refusals(route).items():
        said = "; ".join(f"`{code}`: {TITLES[code]}" for code in codes)
        found[str(status)] = {"description": said, "x-codes": codes, "content": content}
        if status == 429:
            found["429"]["headers"] = {
                "Retry-After": {
                    "schema": {"type": "integer"},
                    "description": "Seconds until it may be tried again",
                }
            }
    return found
