"""/docs shows the whole contract: every call, every schema, and no link that leads nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from api.reference.words import example, kind, limits
from tests import described
from tests.server import Client, thorough

HEAVIEST = 250_000
"""Bytes of a page, before it is compressed."""
LINK = re.compile(r'(?:href|src)="([^"]*)"')


def read(client: Client, path: str) -> str:
    found = client.call("GET", f"!{path}")
    assert (found.status, found.headers["content-type"]) == (200, "text/html; charset=utf-8"), path
    assert len(found.body) < HEAVIEST, path
    return found.body.decode()


@pytest.fixture(scope="module")
def contract() -> Any:
    return described.contract()


def section(page: str, name: str) -> str:
    """What a page says of one call, without its marks."""
    found = re.search(rf'<section id="{name}".*?</section>', page, re.DOTALL)
    assert found, name
    return unescape(re.sub(r"<[^>]*>", "", found[0]))


def test_every_call_with_all_that_the_contract_says_of_it(client: Client, contract: Any) -> None:
    contents = read(client, "docs")
    pages = {tag["name"]: read(client, f"docs/{tag['name'].lower()}") for tag in contract["tags"]}
    for path, item in contract["paths"].items():
        for method, call in item.items():
            (tag,) = call["tags"]
            name = call["operationId"]
            assert f'href="/docs/{tag.lower()}#{name}"' in contents
            said = section(pages[tag], name)
            assert f"{method.upper()} /api/v1{path}" in said
            for words in (call["summary"], call["description"]):
                assert words.replace("`", "") in said, name
            for parameter in call["parameters"]:
                assert parameter["description"].replace("`", "") in said, (name, parameter["name"])
            _examples(call, said)
            for status, answer in call["responses"].items():
                assert all(f"{status} {code} " in said for code in answer.get("x-codes", ())), (name, status)


def _examples(call: Any, said: str) -> None:
    """The examples as people read them; line breaks do not matter."""
    bodies = [call.get("requestBody", {}), *call["responses"].values()]
    for body in bodies:
        for content in body.get("content", {}).values():
            if "example" in content:
                assert example(content["example"]).rstrip("\n") in said


@thorough
def test_every_shape_with_its_members(client: Client, contract: Any) -> None:
    contents = read(client, "docs")
    for name, schema in contract["components"]["schemas"].items():
        assert f'href="/docs/shapes/{name}"' in contents
        page = read(client, f"docs/shapes/{name}")
        said = unescape(re.sub(r"<[^>]*>", "", page))
        for member, item in schema.get("properties", {}).items():
            assert f"<code>{member.replace('&', '&amp;')}</code>" in page, (name, member)
            assert item.get("description", "").replace("`", "") in said, (name, member)
            assert limits(item) in said
        for one in schema.get("oneOf", ()):
            assert str(kind(one)) in page


@thorough
def test_no_link_leads_nowhere_and_none_elsewhere(client: Client) -> None:
    seen: dict[str, str] = {}
    todo = {"/docs"}
    while todo:
        path = todo.pop()
        seen[path] = read(client, path[1:])
        for target in map(unescape, LINK.findall(seen[path])):
            address = target.partition("#")[0]
            assert not address or address.startswith("/"), f"{path} loads {target}"
            if address.startswith("/docs") and address not in seen:
                todo.add(address)
    others = {
        target.partition("#")[0]
        for page in seen.values()
        for target in LINK.findall(page)
        if target.startswith("/") and not target.startswith("/docs")
    }
    for address in others:
        assert client.call("GET", f"!{address[1:]}").status == 200, address
    for path, page in seen.items():
        for target in LINK.findall(page):
            address, _, anchor = target.partition("#")
            assert not anchor or f'id="{anchor}"' in seen[address or path], (path, target)
        assert "<script" not in page
        assert " style=" not in page
    assert len(seen) > 250


def test_what_is_not_there(client: Client) -> None:
    for path in ("docs/chess", "docs/shapes/Chess", "docs/shapes/../../openapi.yaml", "docs/shapes/"):
        assert client.call("GET", f"!{path}").status == 404, path


def test_kinds_in_words() -> None:
    ref = {"$ref": "#/components/schemas/Turn"}
    link = '<a href="/docs/shapes/Turn">Turn</a>'
    for node, words in (
        ({"type": "integer"}, "whole number"),
        ({"type": ["string", "null"]}, "text or null"),
        ({"type": "string", "format": "password"}, "text (password)"),
        ({"type": "array", "items": ref}, f"list of {link}"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "by name: whole number"),
        ({"anyOf": [ref, {"type": "null"}]}, f"{link} or null"),
        ({"enum": ["a", 1]}, "<code>&#34;a&#34;</code> or <code>1</code>"),
        ({"const": "<b>"}, "<code>&#34;&lt;b&gt;&#34;</code>"),
        ({}, "anything"),
    ):
        assert str(kind(node)) == words
    assert limits({"minimum": 1, "maximum": 5}) == "1 to 5"
    assert limits({"minimum": 0}) == "at least 0"
    assert limits({"maxLength": 60}) == "at most 60 letters"
    assert limits({"minItems": 2, "maxItems": 2}) == "2 to 2 of them"
    assert limits({}) == ""


def test_no_example_ends_within_a_value(contract: Any) -> None:
    def cut(node: Any) -> Iterator[str]:
        if isinstance(node, str) and node.endswith("…"):
            yield node
        for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            yield from cut(each)

    found = list(cut(contract["paths"]))
    assert len(found) > 5
    for words in found:
        assert words.count('"') % 2 == 0, words
        assert words[-2] in '">,', words
