"""openapi.yaml says what the server does: every route, every move, every field."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from flask import Flask
from openapi_spec_validator import validate

from api.app import create_app
from api.openapi import CALLS, openapi_yaml
from api.settings import Settings
from companion.games import GAMES
from companion.service import Service
from companion.store.sql import SqlStore
from companion.vocabulary.moves import COMMON, Field
from tests.server import ROOT, Client, Party


@pytest.fixture(scope="module")
def contract() -> Any:
    return yaml.safe_load((ROOT / "openapi.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    store = SqlStore(f"sqlite:///{tmp_path_factory.mktemp('contract')}/companion.sqlite")
    return create_app(Service(store), Settings())


def test_the_committed_file_is_the_generated_one() -> None:
    """If not: `make openapi`."""
    assert (ROOT / "openapi.yaml").read_text("utf-8") == openapi_yaml()


def test_it_is_what_the_server_hands_out(client: Client) -> None:
    assert client.call("GET", "!openapi.yaml").body.decode() == openapi_yaml()


def test_it_is_valid(contract: Any) -> None:
    validate(contract)


def _as_written(rule: str) -> str:
    """Flask's `<int:number>` as the contract writes it: `{number}`."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.removeprefix("/api/v1"))


def test_every_route_is_in_it_and_nothing_else(app: Flask, contract: Any) -> None:
    routes = {
        (method.lower(), _as_written(rule.rule))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == {(method, path) for method, path, *_ in CALLS}
    written = {
        (method, path)
        for path, item in contract["paths"].items()
        for method in item
        if method != "parameters"
    }
    assert written == routes


def test_every_call_says_who_may_and_what_may_go_wrong(contract: Any) -> None:
    for path, item in contract["paths"].items():
        for method, call in item.items():
            assert call["x-role"], (method, path)
            assert call["summary"]
            assert {"400", "401", "403", "404", "409", "413", "415", "422", "429", "503", "507"} <= set(
                call["responses"]
            )
            named = {part[1:-1] for part in path.split("/") if part.startswith("{")}
            assert named == {
                parameter["name"] for parameter in call["parameters"] if parameter["in"] == "path"
            }


def test_every_move_of_every_game_with_its_fields(contract: Any) -> None:
    schemas = contract["components"]["schemas"]
    for rules in GAMES:
        prefix = "".join(part.title() for part in rules.box.slug.split("-"))
        listed = {ref["$ref"].rsplit("/", 1)[-1] for ref in schemas[f"{prefix}Move"]["oneOf"]}
        # What several games share stands there once.
        own = {cls for cls in rules.play.moves if cls.__module__.startswith("companion.games")}
        names = {
            cls: f"{prefix if cls in own else 'Common'}{cls.__name__}" for cls in (*rules.play.moves, *COMMON)
        }
        assert listed == set(names.values())
        for cls, name in names.items():
            described = schemas[name]
            assert described["properties"]["type"] == {"const": cls.TYPE.name}
            assert described["additionalProperties"] is False
            envelope = {"type", "seat", "facts", "expected_revision"}
            assert set(described["properties"]) == envelope | {field.name for field in cls.TYPE.fields}
            required = {"type"} | {field.name for field in cls.TYPE.fields if field.required}
            assert set(described["required"]) - {"facts"} == required
            for field in cls.TYPE.fields:
                _limits(field, described["properties"][field.name])


def _limits(field: Field, described: Any) -> None:
    if field.kind == "shares" and field.among:
        assert described["propertyNames"] == {"enum": list(field.among)}
        assert described["additionalProperties"]["maximum"] == field.most
    elif field.among:
        assert described["enum"] == list(field.among) or None in described["enum"]
    if field.kind in ("money", "count"):
        assert described.get("minimum") == field.least
        assert described.get("maximum") == field.most
    kinds = {"money": "integer", "count": "integer", "seat": "integer", "flag": "boolean", "text": "string"}
    if field.kind in kinds:
        assert kinds[field.kind] in described["type"]


def test_every_game_says_the_same_of_itself(client: Client) -> None:
    for rules in GAMES:
        answer = client.get(f"/games/{rules.box.slug}").json
        assert {move["type"] for move in answer["moves"]} == {
            cls.TYPE.name for cls in (*rules.play.moves, *COMMON)
        }
        assert {ruling["name"] for ruling in answer["rulings"]} == {
            ruling.name for ruling in rules.box.rulings
        }
        for ruling in answer["rulings"]:
            assert ruling["default"] in [choice["value"] for choice in ruling["choices"]]
    assert [game["slug"] for game in client.get("/games").json["items"]] == [
        rules.box.slug for rules in GAMES
    ]
    assert client.get("/games/chess").was == client.get("/atlases/chess").was == (404, "no-such-game")


def test_answers_are_as_described(client: Client, party: Party) -> None:
    """The document's members are those of the contract."""
    document = party.document(party.host)
    members = (
        "code game version revision status round step bank seats railroads turn auction offers end rulings"
    )
    assert set(members.split()) | {"options", "requests", "panels", "recent"} <= set(document)
    assert set(document["bank"]) == {"balance", "paper_total", "short"}
    assert {"seat", "name", "colour", "claimed", "connected", "cash", "shares"} <= set(document["seats"][0])
    entry = party.made(1, "bid", amount=1)["entry"]
    assert {"revision", "at", "by", "move", "postings", "instructions", "summary"} <= set(entry)
    assert entry["by"] == "seat:1"
    assert entry["at"].endswith("Z")
    for path in ("!healthz", "!readyz"):
        assert client.call("GET", path).status == 200


def test_headers_of_every_page(client: Client, party: Party) -> None:
    for path in ("!", "!docs", "!openapi.yaml", "!static/app.js", "!nowhere", party.at, f"{party.at}/none"):
        headers = client.call("GET", path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers
    docs = client.call("GET", "!docs").body.decode()
    assert "http" not in docs.replace("https://json-schema.org", ""), "nothing is loaded from elsewhere"


def test_more_tables_than_a_page(client: Client) -> None:
    """Page by page every table comes once, also those of the same moment."""
    body = {"game": "prairie-railroads", "players": ["A", "B", "C"]}
    made = {client.post("/tables", body).json["code"] for _ in range(30)}
    seen: list[str] = []
    before = ""
    while not made <= set(seen):
        page = client.call("GET", f"/tables?limit=7{before}").json
        seen += [item["code"] for item in page["items"]]
        if made <= set(seen):
            break
        before = "&before=" + page["next"].replace(" ", "%20")
    assert len(seen) == len(set(seen))


def test_where_a_body_is_required_nothing_is_refused(contract: Any, party: Party) -> None:
    """And where it is not, nothing at all is as good as an empty object."""
    before = party.document(party.host)["version"]
    asked: dict[bool, set[str]] = {True: set(), False: set()}
    for path, item in contract["paths"].items():
        for method, call in item.items():
            if "requestBody" not in call or "request_id" in path:
                continue
            required = call["requestBody"].get("required", False)
            at = path.format(code=party.code, number=2, slug="prairie-railroads")
            key = party.join if at.endswith(("claim", "request")) else party.host
            found = party.client.call(method.upper(), at, key=party.seats[1] if "limit" in at else key)
            asked[required].add(path)
            assert (found.was == (400, "malformed")) is required, (method, path, found.body)
    of_tables = {f"/tables/{{code}}/{end}" for end in ("undo", "redo", "seats/{number}/handover")}
    assert asked[False] == of_tables | {"/demonstrations"}
    assert len(asked[True]) > 10
    assert party.document(party.host)["version"] == before + 1, "the handover, and nothing else"
