"""The Python client meets what it does not know: it goes on, or says so plainly. And its stream."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from itertools import islice
from typing import Any

import pytest

from companion.client import (
    Companion,
    Document,
    NotAllowedError,
    NotRecordedError,
    RefusedError,
    TooOftenError,
    UnreadableError,
)
from companion.client.patching import PatchError, patched
from tests.scripted import REFUSED, OverError, Said, asked, scripted
from tests.server import Server

SETUP: Mapping[str, Any] = {"options": {"first_bidder": 1, "teach": False}}
NAMES = ("Ed", "Dave", "Pete")


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (429, "too-many", TooOftenError),
        (503, "store-unavailable", NotRecordedError),
        (507, "store-full", NotRecordedError),
        (409, "journal-damaged", RefusedError),
        (418, "of-another-year", RefusedError),
    ],
)
def test_a_code_that_nobody_has_heard_of_says_what_it_says(
    status: int, code: str, kind: type[RefusedError]
) -> None:
    body = {"code": code, "status": status, "detail": "The kettle boils.", "new": [1]}
    one = scripted(Said(json.dumps(body), status, {"Retry-After": "90"}))
    with pytest.raises(kind) as no:
        one.table("K7QW2M9X").read()
    assert type(no.value) is kind
    assert str(no.value) == f"{code}: The kettle boils."
    assert (no.value.retry_after, no.value.said["new"]) == (90, [1])


@pytest.mark.parametrize(
    "said",
    [
        Said("<h1>Welcome to your router</h1>"),
        Said("<h1>Not found</h1>", 404),
        Said("", 302, {"Location": "https://elsewhere.example/"}),
        Said('"yes"'),
        Said('{"code": "K7QW2M9X", "seats": []}'),
    ],
)
def test_what_is_no_companion_is_said_so(said: Said) -> None:
    with pytest.raises(UnreadableError):
        scripted(said).table("K7QW2M9X").read()


def document(version: int, **more: Any) -> dict[str, Any]:
    """As little as every companion says of a table."""
    least = {
        "code": "K7QW2M9X",
        "game": "chess",
        "version": version,
        "revision": version,
        "status": "playing",
    }
    return {**least, "seats": [], "turn": {}, **more}


def test_members_that_nobody_has_heard_of_stay_where_they_are() -> None:
    offer = {"type": "castle", "seat": 1, "label": "Castle", "fields": [], "since": "2030"}
    found = scripted(Said(json.dumps(document(1, offers=[offer], weather="fine")))).table("K7QW2M9X").read()
    assert (found.raw["weather"], found.offers[0].raw["since"]) == ("fine", "2030")


# --- the stream --------------------------------------------------------------------------------------


def event(kind: str, number: int, data: Any) -> str:
    return f"id: {number}\nevent: {kind}\ndata: {json.dumps(data)}\n\n"


def patch(since: int, version: int, *operations: Any) -> str:
    number = {"op": "replace", "path": "/version", "value": version}
    return event("patch", version, {"since": since, "patch": [number, *operations]})


def heard(*said: Said) -> tuple[list[Document], Companion]:
    """Everything that comes until the stream falls silent."""
    one, found = scripted(*said), list[Document]()
    with contextlib.suppress(OverError):
        found.extend(one.table("K7QW2M9X").stream())
    return found, one


def test_the_stream_is_the_table_through_a_restart(own_server: Server) -> None:
    host = Companion(f"http://127.0.0.1:{own_server.port}").create("prairie-railroads", NAMES, **SETUP)
    ed = host.claim(1)
    with contextlib.closing(ed.stream()) as stream:
        assert next(stream) == ed.read()
        for amount in (1, 2):
            host.move("bid", amount=amount)
            assert next(stream).raw == ed.read().raw
            host.undo()
            assert next(stream).raw == ed.read().raw
        own_server.restart()
        host.move("auction_result", winner=1, amount=9)
        assert next(document for document in stream if document.revision == 6).raw == ed.read().raw
        host.release(1)
        with pytest.raises(NotAllowedError):
            list(islice(stream, 5))


def test_what_is_another_is_applied_to_what_came_before() -> None:
    first = event("table", 1, document(1, recent=[]))
    more = patch(1, 2, {"op": "add", "path": "/weather", "value": "fine"})
    found, one = heard(Said(": still here\n\nretry: 10\n\n" + first + more.replace("\n", "\r\n")))
    assert [one.raw.get("weather") for one in found] == [None, "fine"]
    assert "patches=true" in str(asked(one)[0].url)


@pytest.mark.parametrize(
    "strange",
    [
        event("weather", 2, {"wind": 3}),
        "event: weather\n\n",
        "mood: good\ndata\n\n",
        ": a comment\n\n",
    ],
)
def test_an_event_that_nobody_has_heard_of_is_passed_over(strange: str) -> None:
    found, _ = heard(Said(event("table", 1, document(1)) + strange + patch(1, 3)))
    assert [one.version for one in found] == [1, 3]


@pytest.mark.parametrize(
    "unfit",
    [
        patch(7, 8),
        patch(1, 2, {"op": "conjure", "path": "/rabbit"}),
        patch(1, 2, {"op": "remove", "path": "/rabbit"}),
        event("patch", 2, {"since": 1}),
        event("patch", 2, [1]),
        "event: patch\ndata: {\n\n",
        "event: table\ndata: {\n\n",
    ],
)
def test_after_a_gap_the_whole_table_is_asked_for(unfit: str) -> None:
    whole = event("table", 3, document(3))
    found, one = heard(Said(event("table", 1, document(1)) + unfit + patch(1, 9)), REFUSED, Said(whole))
    assert [one.version for one in found] == [1, 3]
    assert asked(one)[-1].headers["Last-Event-ID"] == "1"


def test_the_same_table_is_not_said_twice() -> None:
    twice = Said(event("table", 4, document(4)))
    found, _ = heard(twice, twice, Said(event("table", 4, document(4, weather="fine"))))
    assert [one.raw.get("weather") for one in found] == [None, "fine"]


@pytest.mark.parametrize(
    ("was", "operation", "becomes"),
    [
        ({"a": 1}, {"op": "add", "path": "/b", "value": None}, {"a": 1, "b": None}),
        ({"a": [1, 3]}, {"op": "add", "path": "/a/1", "value": 2}, {"a": [1, 2, 3]}),
        ({"a": [1]}, {"op": "add", "path": "/a/-", "value": 2}, {"a": [1, 2]}),
        ({"a": [1, 2]}, {"op": "remove", "path": "/a/0"}, {"a": [2]}),
        ({"a/b": {"~": 1}}, {"op": "replace", "path": "/a~1b/~0", "value": 2}, {"a/b": {"~": 2}}),
        ({"a": 1, "b": {}}, {"op": "move", "from": "/a", "path": "/b/c"}, {"b": {"c": 1}}),
        ({"a": [1]}, {"op": "copy", "from": "/a", "path": "/b"}, {"a": [1], "b": [1]}),
        ({"a": 1}, {"op": "replace", "path": "", "value": []}, []),
        ({"a": {"b": 1}}, {"op": "test", "path": "/a", "value": {"b": 1}}, {"a": {"b": 1}}),
    ],
)
def test_a_patch(was: Any, operation: Any, becomes: Any) -> None:
    """RFC 6902, and RFC 6901 for its paths."""
    before = json.dumps(was)
    assert patched(was, [operation]) == becomes
    assert json.dumps(was) == before


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "replace", "path": "/b", "value": 1},
        {"op": "add", "path": "/b/c", "value": 1},
        {"op": "add", "path": "/a/4", "value": 1},
        {"op": "add", "path": "/a/01", "value": 1},
        {"op": "remove", "path": "/a/-"},
        {"op": "remove", "path": ""},
        {"op": "replace", "path": "a", "value": 1},
        {"op": "replace", "path": "/a"},
        {"op": "test", "path": "/a/0", "value": True},
        {"op": "move", "from": "/a", "path": "/a/0"},
        {"op": "swap", "path": "/a"},
        {"path": "/a"},
        "add",
    ],
)
def test_a_patch_that_does_not_fit(operation: Any) -> None:
    was = {"a": [1, 2]}
    with pytest.raises(PatchError):
        patched(was, [{"op": "add", "path": "/c", "value": 1}, operation])
    assert was == {"a": [1, 2]}
