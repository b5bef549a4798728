"""Every answer is checked against the contract: does it have that status, with that code, and all that is described?

`openapi.yaml` says which answer a call has, the schemas of `api/described` read it.
"""

from __future__ import annotations

import gzip
import json
import os
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import yaml
from marshmallow import ValidationError, fields

from api.described.answers import ANSWERS

CONTRACT = Path(__file__).parent.parent / "openapi.yaml"
PROBLEM = "application/problem+json"
ASIDE = ("HEAD", "OPTIONS")
GZIP = b"\x1f\x8b"
NOWHERE = {"not-found": 404, "not-allowed": 405}
"""What is answered where there is no such call."""


FULL = os.environ.get("COMPANION_TEST_FULL") == "1"
FIRST, ONE_IN = 2, 8
ANSWERS_OF = Counter[tuple[str | None, str, str, int]]()
"""How often a test has had such an answer."""


@cache
def contract() -> Any:
    """The contract as it is committed."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(CONTRACT.read_text("utf-8"), loader)


@cache
def operation(method: str, path: str) -> Any:
    """The call at that path; None if there is none."""
    parts = path.strip("/").split("/")
    for template, item in contract()["paths"].items():
        wanted = template.strip("/").split("/")
        if len(wanted) == len(parts) and method in item and all(map(_fits, wanted, parts)):
            return item[method]
    return None


def _fits(wanted: str, part: str) -> bool:
    if wanted in ("{number}", "{revision}"):
        return part.isdecimal()
    # A word with an address of its own is no code.
    return wanted == part or (wanted.startswith("{") and not (wanted == "{code}" and part == "import"))


def as_described(method: str, path: str, status: int, headers: Mapping[str, str], body: bytes) -> None:
    """Is that an answer of the contract? path: below `/api/v1`, with or without a query; elsewhere anything will do."""
    if not path.startswith("/") or method in ASIDE:
        return
    if headers.get("content-encoding") == "gzip" and body.startswith(GZIP):
        body = gzip.decompress(body)
    _as_described(method, path, status, headers.get("content-type", ""), body)


def looked_at(method: str, path: str, status: int) -> bool:
    """In a test that asks the same again and again: the first of its answers, and then one in so many; all of them in
    `make test-full`."""
    # A call is known by its words: what differs from table to table are codes and numbers.
    words = "/".join(part for part in path.partition("?")[0].split("/") if part.islower())
    kind = (os.environ.get("PYTEST_CURRENT_TEST"), method, words, status)
    ANSWERS_OF[kind] += 1
    return FULL or ANSWERS_OF[kind] <= FIRST or ANSWERS_OF[kind] % ONE_IN == 0


def _as_described(method: str, path: str, status: int, media: str, body: bytes) -> None:
    call = operation(method.lower(), path.partition("?")[0])
    where = f"{method} {path}: {status}"
    kind = media.partition(";")[0]
    if kind == PROBLEM:
        problem = json.loads(body)
        reads("Problem", problem, where)
        if status == 200:  # of a dry run that is `quiet`
            assert call is not None
            assert PROBLEM in call["responses"]["200"]["content"], where
            status = problem["status"]
        assert (problem["type"], problem["status"]) == (f"/problems/{problem['code']}", status), (
            f"{where} {problem}"
        )
        assert problem["detail"], problem
        codes = call["responses"].get(str(status), {}).get("x-codes", []) if call else []
        assert problem["code"] in codes or NOWHERE.get(problem["code"]) == status, (
            f"{where} {problem['code']}"
        )
        return
    assert call is not None, f"{where} is answered, and is not in the contract"
    answers = call["responses"]
    assert str(status) in answers, f"{where} is not in the contract"
    content: Mapping[str, Any] = answers[str(status)].get("content", {})
    if not content:
        assert not body, f"{where} has a body"
        return
    assert kind in content, f"{where} is {kind}"
    if kind == "application/json":
        document = json.loads(body)
        reads(_name(content[kind]["schema"], document), document, where)


def _name(schema: Mapping[str, Any], document: Any) -> str:
    """Of two answers the short one has no table."""
    names = [str(one["$ref"]).rsplit("/", 1)[-1] for one in schema.get("anyOf", [schema])]
    return names[0] if len(names) == 1 or "table" in document else names[1]


def event_as_described(name: str, data: Any) -> None:
    """Is that an event of the contract?"""
    told = contract()["paths"]["/tables/{code}/stream"]["get"]["responses"]["200"]["content"]
    event = told["text/event-stream"]["x-events"][name]
    reads(event["data"]["$ref"].rsplit("/", 1)[-1], data, f"event {name}")


_RIGHT: set[tuple[int, bytes]] = set()
"""What each field has found to be right: most of a document was in the one before it."""
_HERE = threading.local()
"""Is an answer being read? Only then; the app reads what it is sent with fields of the same classes."""
_read = fields.Nested._deserialize


def _read_once(self: fields.Nested, value: Any, *more: Any, **named: Any) -> Any:
    if not getattr(_HERE, "reading", False):
        return _read(self, value, *more, **named)
    seen = (id(self), orjson.dumps(value))
    if seen not in _RIGHT:
        _read(self, value, *more, **named)
        _RIGHT.add(seen)
    return value


fields.Nested._deserialize = _read_once  # type: ignore[method-assign]  # marshmallow reads all of it every time


def reads(name: str, document: Any, where: str) -> None:
    """:raises AssertionError: naming every member that is not as described."""
    _HERE.reading = True
    try:
        ANSWERS[name].deserialize(document)
    except ValidationError as error:
        raise AssertionError(f"{where} is no {name}: {'; '.join(_said(error.messages))}") from None
    finally:
        _HERE.reading = False


def _said(messages: Any, before: str = "") -> Iterator[str]:
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            yield from _said(inner, f"{before}.{name}")
    else:
        yield f"{before} {messages}"
