"""What is recorded of every request: an id, a line of the log if wanted, with nothing in it that opens a door, and
figures."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from api.answered import request_id
from api.app import create_app
from api.bridge import MOST_HEAD
from api.settings import Settings
from companion.cli import main
from companion.service import Service
from companion.store.sql import SqlStore
from tests.ports import free_port
from tests.server import Party, Server, checked_end, new_party

MOVES = "/api/v1/tables/{code}/moves"


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Server]:
    """A server that logs and counts."""
    one = Server(tmp_path, "--log", "requests", "--metrics")
    try:
        yield one.start()
    finally:
        one.kill()


def lines(server: Server, party: Party) -> list[dict[str, Any]]:
    """What it had logged when it ended; no key is in it."""
    checked_end(server, [party])
    return [json.loads(line) for line in server.log.splitlines() if line.startswith("{")]


def test_a_line_a_request_without_a_key(watched: Server) -> None:
    client = watched.client()
    party = new_party(client)
    key = party.seats[1]
    party.made(1, "bid", amount=5)
    refused = party.move(1, "bid", amount=6)
    client.call("GET", f"!{key}?key={key}")
    client.call("GET", f"/tables/{key}/moves?after={key}", None, key)
    client.call("POST", f"{party.at}/moves", {"type": key}, party.join)
    client.exchange(key, "/api/v1/games", None, {})
    large = client.exchange("GET", "/api/v1/games", None, {"X-Large": "x" * MOST_HEAD})
    client.call("GET", "!readyz")
    found = lines(watched, party)
    (bid,) = (line for line in found if line["status"] == 201 and line["route"] == MOVES)
    assert (bid["method"], bid["table"]) == ("POST", party.code)
    assert bid["bytes"] > 100
    assert bid["ms"] > 0
    assert "code" not in bid
    by_id = {line["request"]: line for line in found}
    assert len(by_id) == len(found), "each is known by an id of its own"
    for problem, route in ((refused, MOVES), (large, "")):
        line = by_id[problem.json["request"]]
        assert (line["status"], line["code"]) == problem.was
        assert line["route"] == route
        assert problem.headers["x-request-id"] == problem.json["request"]
    assert {line["method"] for line in found} == {"GET", "POST", "other"}
    assert "table" not in next(line for line in found if line.get("code") == "no-such-table")


def test_figures_for_prometheus(watched: Server) -> None:
    client = watched.client()
    party = new_party(client)
    stream = watched.stream(party)
    stream.next()
    party.made(1, "bid", amount=5)
    party.move(1, "bid", amount=6)
    client.post(f"{party.at}/undo", None, party.host)
    found = client.call("GET", "!metrics")
    assert found.headers["content-type"].startswith("text/plain; version=0.0.4")
    metrics = {
        (sample.name.removeprefix("companion_"), *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(found.body.decode())
        for sample in family.samples
    }
    stream.close()
    assert metrics["requests_total", MOVES, "201", "POST"] == 1
    assert metrics["requests_total", MOVES, "409", "POST"] == 1
    assert metrics["request_seconds_count", MOVES] == 2
    assert metrics["request_seconds_bucket", "+Inf", MOVES] == 2
    assert 0 < metrics["request_seconds_sum", MOVES] < 120
    assert (metrics["lines_total", "move"], metrics["lines_total", "undo"]) == (1, 1)
    assert (metrics["streams",], metrics["tables_loaded",]) == (1, 1)
    assert metrics["store_faults_total", "store-unavailable"] == 0
    assert party.code.encode() not in found.body


def test_nothing_of_it_unless_it_is_asked_for(own_server: Server) -> None:
    client = own_server.client()
    party = new_party(client)
    assert client.call("GET", "!metrics").was == (404, "not-found")
    assert not lines(own_server, party)


def test_figures_are_the_admins(tmp_path: Path) -> None:
    one = Server(tmp_path, "--metrics", "--behind-proxy", COMPANION_ADMIN_KEY="the-key-of-the-admin").start()
    try:
        client = one.client()
        assert client.call("GET", "!metrics").was == (401, "key-needed")
        assert client.call("GET", "!metrics", None, "the-key-of-the-admin").status == 200
        one.kill(signal.SIGTERM)
    finally:
        one.kill()


@pytest.mark.parametrize("proxied", [True, False])
def test_a_proxy_may_say_what_a_request_is_known_by(proxied: bool, tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path}/companion.sqlite")
    phone = create_app(Service(store), Settings(limits=False, behind_proxy=proxied)).test_client()
    for path in ("/api/v1/games/chess", "/nothing"):
        found = phone.get(path, headers={"X-Request-Id": "0123456789abcdef"})
        assert (found.headers["X-Request-Id"] == "0123456789abcdef") is proxied
        assert found.json is not None
        assert found.json["request"] == found.headers["X-Request-Id"]
    assert "X-Request-Id" not in phone.get("/healthz").headers


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("f" * 32, True), ("2f1e-0a", False), ("6c1b0a3e-5a4f-4f4e-9d5c-0a1b2c3d4e5f", True), ("f" * 41, False),
        ("abcdefgh", False), ("0123456789\n", False), ("", False), ("0" * 30 + "ab", False),
    ],
)  # fmt: skip
def test_an_id_that_is_short_and_plain_is_taken(given: str, taken: bool) -> None:
    """But no key, not even one of hexadecimal digits."""
    found = request_id(given, f"Bearer {'0' * 30}ab")
    assert (found == given) is taken
    assert len(found) >= 8


def test_what_is_not_logged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--log", "everything"])
    assert "everything is not logged" in capsys.readouterr().err


def test_without_what_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.delitem(sys.modules, "api.metrics", raising=False)
    serve = ["serve", "--no-browser", "--metrics", "--port", str(free_port())]
    assert main([*serve, "--database", f"sqlite:///{tmp_path}/companion.sqlite"]) == 1
    assert "install prometheus-client (the extra metrics)" in capsys.readouterr().err
