"""openapi.yaml says what the server does: every route, every move, every field."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from api.app import create_app
from api.calls import routes
from api.described.answers import ANSWERS
from api.examples import DAY
from api.openapi import openapi_yaml
from api.settings import Settings
from companion.games import GAMES
from companion.service import Service
from companion.store.sql import SqlStore
from companion.vocabulary.common_moves import COMMON
from companion.vocabulary.moves import Field
from tests import described
from tests.server import ROOT, Client, Party, thorough


@pytest.fixture(scope="module")
def contract() -> Any:
    return described.contract()


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    store = SqlStore(f"sqlite:///{tmp_path_factory.mktemp('contract')}/companion.sqlite")
    return create_app(Service(store), Settings())


def test_the_committed_file_is_the_generated_one() -> None:
    """If not: `make openapi`."""
    assert (ROOT / "openapi.yaml").read_text("utf-8") == openapi_yaml()


def test_no_date_of_its_writing_stands_in_it() -> None:
    """Else the file would be another one on the first of a month. The patterns of numbers have no such form."""
    assert set(re.findall(r"\b20\d\d-\d\d", (ROOT / "openapi.yaml").read_text("utf-8"))) == {DAY[:7]}


def test_it_is_what_the_server_hands_out(client: Client) -> None:
    assert client.call("GET", "!openapi.yaml").body == (ROOT / "openapi.yaml").read_bytes()


@thorough
def test_it_is_valid(contract: Any) -> None:
    """Except the examples, which another test checks."""
    validate(_bare(contract))


def _bare(node: Any) -> Any:
    if isinstance(node, list):
        return [_bare(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {name: _bare(item) for name, item in node.items() if name != "example"}


def _as_written(rule: str) -> str:
    """Flask's `<int:number>` as the contract writes it: `{number}`."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.removeprefix("/api/v1"))


def test_every_route_is_in_it_and_nothing_else(app: Flask, contract: Any) -> None:
    there = {
        (method.lower(), _as_written(rule.rule))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert there == {(route.method, route.path) for route in routes(app)}
    written = {
        (method, path)
        for path, item in contract["paths"].items()
        for method in item
        if method != "parameters"
    }
    assert written == there


def test_every_call_says_who_may_and_what_may_go_wrong(contract: Any) -> None:
    for path, item in contract["paths"].items():
        for method, call in item.items():
            assert call["operationId"]
            assert call["summary"].endswith("."), (method, path)
            assert call["description"].startswith("Who may: "), (method, path)
            assert "421" in call["responses"]
            if call["security"] and {} not in call["security"]:
                assert "401" in call["responses"], (method, path)
            if "requestBody" in call:
                assert {"400", "413", "415", "422"} <= set(call["responses"]), (method, path)
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
        assert described.get("anyOf", [described])[0]["enum"] == list(field.among)
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


def test_every_call_has_an_example_of_what_is_sent_and_answered(contract: Any) -> None:
    """They are as described, and no key in them could be a real one."""
    for path, item in contract["paths"].items():
        for method, call in item.items():
            sent = list(call.get("requestBody", {}).get("content", {}).values())
            good = [answer for status, answer in call["responses"].items() if status[0] == "2"]
            answered = [(kind, one) for answer in good for kind, one in answer.get("content", {}).items()]
            for content in sent:
                _is_one(content["schema"], content["example"], contract)
            assert answered or "204" in call["responses"], (method, path)
            for kind, content in answered:
                assert content["example"], (method, path)
                if kind == "application/json":
                    _is_one(content["schema"], content["example"], contract)


def test_a_patch_has_an_example_too(contract: Any) -> None:
    events = contract["paths"]["/tables/{code}/stream"]["get"]["responses"]["200"]["content"]
    patch = events["text/event-stream"]["x-events"]["patch"]
    assert patch["example"]["patch"]
    _is_one(patch["data"], patch["example"], contract)


def _is_one(schema: Any, example: Any, contract: Any) -> None:
    Draft202012Validator({**schema, "components": contract["components"]}).validate(example)


def test_the_shapes_are_those_that_the_tests_hold_answers_against(contract: Any) -> None:
    """Every one of them is closed, but for the few whose members are a game's own or data."""
    schemas = contract["components"]["schemas"]
    for name, schema in schemas.items():
        if "properties" in schema:
            assert schema["additionalProperties"] is False, name
    for item in contract["paths"].values():
        for call in item.values():
            for status, answer in call["responses"].items():
                for content in answer.get("content", {}).values():
                    for schema in content["schema"].get("anyOf", [content["schema"]]):
                        assert schema == {"type": "string"} or schema["$ref"].rsplit("/")[-1] in ANSWERS, (
                            status
                        )


def test_what_is_not_described_is_found(party: Party) -> None:
    """The check that all answers of the tests pass through lets nothing slip."""
    document = party.document(party.host)
    refused = {"content-type": described.PROBLEM}

    def held(**other: Any) -> None:
        found = json.dumps({**document, **other}).encode()
        described.as_described("GET", party.at, 200, {"content-type": "application/json"}, found)

    held()
    seats = document["seats"]
    for other in (
        {"more": 1},
        {"redo": 1},
        {"version": True},
        {"status": "over"},
        {"seats": [{**seats[0], "ranches": 1}, *seats[1:]]},
        {"seats": [{name: value for name, value in seats[0].items() if name != "cash"}, *seats[1:]]},
        {"game": "chess"},
    ):
        with pytest.raises(AssertionError, match="no Table"):
            held(**other)
    for status, code in ((404, "seat-taken"), (409, "no-such-table")):
        problem = {"type": f"/problems/{code}", "title": "", "status": status, "detail": "No.", "code": code}
        problem["request"] = "0"
        with pytest.raises(AssertionError, match=code):
            described.as_described("GET", party.at, status, refused, json.dumps(problem).encode())
    with pytest.raises(AssertionError):
        described.event_as_described("patch", {"since": 1})


def test_headers_of_every_page(client: Client, party: Party) -> None:
    for path in ("!", "!docs", "!openapi.yaml", "!static/app.js", "!nowhere", party.at, f"{party.at}/none"):
        headers = client.call("GET", path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["server"] == "-"
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
        before = f"&before={quote(page['next'] or '')}"
    assert len(seen) == len(set(seen))


def test_where_a_body_is_required_nothing_is_refused(contract: Any, party: Party) -> None:
    """And where it is not, nothing at all is as good as an empty object."""
    before = party.document(party.host)["version"]
    asked: dict[bool, set[str]] = {True: set(), False: set()}
    for path, item in contract["paths"].items():
        for method, call in item.items():
            if (
                "application/json" not in call.get("requestBody", {}).get("content", {})
                or "request_id" in path
            ):
                continue
            required = call["requestBody"].get("required", False)
            at = path.format(code=party.code, number=2, slug="prairie-railroads", name="no-box")
            key = party.join if at.endswith(("claim", "request")) else party.host
            found = party.client.call(method.upper(), at, key=party.seats[1] if "limit" in at else key)
            asked[required].add(path)
            assert (found.was == (400, "malformed")) is required, (method, path, found.body)
    ends = ("undo", "redo", "copy", "play-again", "seats/{number}/handover")
    of_tables = {f"/tables/{{code}}/{end}" for end in ends}
    assert asked[False] == of_tables | {"/demonstrations"}
    assert len(asked[True]) > 10
    assert party.document(party.host)["version"] == before + 1, "the handover, and nothing else"


SHUT_OUT = ("key-needed", "key-unknown", "host-only", "not-your-seat")
NOT_BY_KEY_ALONE = {"exportGame", "answerRequest", "claimSeat", "readPrivateNotes", "writePrivateNotes"}
"""Here the game or the seat, too, decides who may."""


def test_who_may_is_who_is_let_in(contract: Any, party: Party) -> None:
    """Each call lets in exactly the keys it declares; what is sent is nonsense."""
    keys = {"": None, "joinKey": party.join, "seatKey": party.seats[2], "hostKey": party.host}
    asked = 0
    for path, item in contract["paths"].items():
        for method, call in item.items():
            if "{code}" not in path or call["operationId"] in NOT_BY_KEY_ALONE | {
                "forgetTable",
                "watchTable",
            }:
                continue
            schemes = [name for names in call["security"] for name in names or [""]] or list(keys)
            at = path.format(code=party.code, number=3, revision=2, request_id="none")
            for scheme, key in keys.items() if "adminKey" not in schemes else ():
                found = party.client.call(
                    method.upper(), at, {"no": "sense"} if method != "get" else None, key
                )
                asked += 1
                assert (found.code in SHUT_OUT) is (scheme not in schemes), (
                    call["operationId"],
                    scheme,
                    found.was,
                )
    assert asked > 80


def test_what_may_be_entered_may_stand_in_an_entry(contract: Any) -> None:
    """Field by field, of every move of every game, so that no entry is of a kind that the contract does not know."""
    schemas = contract["components"]["schemas"]

    def named(one: Any) -> Any:
        return schemas[one["$ref"].rpartition("/")[2]]

    def kinds(one: Any) -> set[str]:
        found = one.get("type", [])
        return {found} if isinstance(found, str) else set(found)

    entered = schemas["EntryMove"]["properties"]
    games = [named(game) for game in schemas["Move"]["anyOf"]]
    moves = [named(move) for game in games for move in game["oneOf"]]
    fields = [(move, name) for move in moves for name in move["properties"]]
    assert len(fields) > 200
    for move, name in fields:
        if name not in ("type", "expected_revision"):
            assert kinds(move["properties"][name]) <= kinds(entered[name]) | {"null"}, name
