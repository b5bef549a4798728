"""Secret limits: nobody else learns of them, and they outlast races and restarts."""

from __future__ import annotations

import json
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.limits import limit, lines, own, remove
from tests.server import Client, Party, Reply, Server, comes, new_party, thorough, times

# --- a secret ----------------------------------------------------------------------------------------


def everything(party: Party, key: str | None) -> Any:
    """All that a viewer can read, with its ETags; none of it may depend on somebody else's limit."""
    found = []
    paths = ("", "/moves", "/settlement", "/dice", "/export", "/qr.svg")
    for path in paths:
        answer = party.client.get(f"{party.at}{path}", key)
        body = answer.body if answer.status < 400 else _timeless(answer)
        found.append((path, answer.status, answer.headers.get("etag"), body))
    for body in ({"type": "bid", "amount": 9}, {"type": "pass"}, {"type": "note", "text": "x"}):
        answer = party.client.post(f"{party.at}/moves?dry_run=true", {**body, "seat": 1}, key)
        found.append((json.dumps(body), answer.status, None, _timeless(answer)))
    return found


def _timeless(answer: Reply) -> Any:
    said = answer.json
    said.get("entry", {}).pop("at", None)
    said.pop("request", None)
    return said


def test_nobody_else_learns_of_it(party: Party, server: Server) -> None:
    """Not by a document, an ETag, a version, an event, an export or a dry run; not even that there is one."""
    others = {
        "nobody": None,
        "join": party.join,
        "host": party.host,
        "1": party.seats[1],
        "3": party.seats[3],
    }
    streams = {who: server.stream(party, key) for who, key in others.items()}
    mine = server.stream(party, party.seats[2])
    for stream in (*streams.values(), mine):
        stream.next()
    party.made(0, "note", text="all are connected")
    before = {who: everything(party, key) for who, key in others.items()}
    limit(party, 2, 37)
    mine.until(lambda document: document["you"].get("limit") == 37)
    assert {who: everything(party, key) for who, key in others.items()} == before
    limit(party, 2, 38)
    mine.until(lambda document: document["you"].get("limit") == 38)
    remove(party, 2)
    mine.until(lambda document: "limit" not in document["you"])
    limit(party, 2, 39)
    mine.until(lambda document: document["you"].get("limit") == 39)
    assert {who: everything(party, key) for who, key in others.items()} == before
    party.made(0, "note", text="the next thing all of them hear of")
    for who, stream in streams.items():
        assert stream.until(lambda document: document["revision"] >= 3)["revision"] == 3, who
        assert stream.events.empty(), who
    for stream in (*streams.values(), mine):
        stream.close()


def test_ones_own_document_is_another_one(party: Party) -> None:
    key = party.seats[2]
    tag = party.client.get(party.at, key).headers["etag"]
    assert party.client.call("GET", party.at, key=key, If_None_Match=tag).status == 304
    limit(party, 2, 30)
    fresh = party.client.call("GET", party.at, key=key, If_None_Match=tag)
    assert fresh.status == 200
    assert fresh.json["you"]["limit"] == 30
    tag = fresh.headers["etag"]
    assert party.client.call("GET", party.at, key=key, If_None_Match=tag).status == 304


def test_a_dry_run_lets_no_limit_act(party: Party) -> None:
    limit(party, 2, 30)
    would = party.client.post(f"{party.at}/moves?dry_run=true", {"type": "bid", "amount": 3}, party.key(1))
    assert would.json["table"]["auction"]["high_bid"] == 3
    assert would.json["table"]["turn"]["seat"] == 2
    assert lines(party) == []


def test_it_goes_with_the_phone(party: Party, client: Client) -> None:
    """Whoever takes over a seat, even the host, does not find its limit there; nor does it come back with the key."""
    limit(party, 2, 30)
    old = party.seats[2]
    client.post(f"{party.at}/seats/2/release", None, party.host)
    party.claim(2)
    assert own(party, 2) is None
    client.post(f"{party.at}/seats/2/release", None, party.host)
    party.claim(2, old)
    assert own(party, 2) is None
    limit(party, 2, 30)
    key = client.post(f"{party.at}/seats/2/handover", None, party.host).json["handover_key"]
    assert own(party, 2) == 30, "a handover that is not used changes nothing"
    party.join, join = key, party.join
    party.claim(2)
    party.join = join
    assert own(party, 2) is None
    party.made(1, "bid", amount=3)
    assert lines(party) == ["1:3 seat:1"]


def test_an_export_holds_the_bids_and_not_the_limit(party: Party, client: Client) -> None:
    limit(party, 2, 37)
    party.made(1, "bid", amount=3)
    exported = client.get(f"{party.at}/export", party.host)
    assert [line["by"] for line in exported.json["lines"]] == ["app", "seat:1", "limit"]
    assert set(exported.json) == {"export", "game", "lines", "players", "options", "finished", "dice"}
    assert [line["body"].get("amount") for line in exported.json["lines"]] == [None, 3, 4]
    assert client.post("/tables/import", exported.json).status == 201


# --- races and restarts ------------------------------------------------------------------------------


def test_set_at_the_moment_of_a_bid(server: Server) -> None:
    """Whichever comes first: the limit then bids what is needed, once, or is told that it is too low."""
    for _ in range(times(200)):
        party = new_party(server.client())
        gate = threading.Barrier(3)

        def at_once(seat: int, amount: int, party: Party = party, gate: threading.Barrier = gate) -> Reply:
            client = server.client()
            gate.wait(20)
            if seat == 1:
                found = client.post(f"{party.at}/moves", {"type": "bid", "amount": amount}, party.key(1))
            else:
                body = {"amount": amount}
                found = client.call("PUT", f"{party.at}/auction/limit", body, party.key(seat))
            client.close()
            return found

        with ThreadPoolExecutor(3) as pool:
            bid, second, third = pool.map(at_once, (1, 2, 3), (10, 12, 10))
        assert bid.status == 201
        assert second.status == 200
        assert third.was in ((200, ""), (422, "rule"))
        made = lines(party)
        assert made[:2] == ["1:10 seat:1", "2:11 limit"]
        assert own(party, 2) == 12
        assert own(party, 3) is None, "too low before, or passed by now"
        party.client.close()


@thorough
def test_after_a_restart(own_server: Server) -> None:
    party = new_party(own_server.client())
    limit(party, 2, 30)
    limit(party, 3, 20)
    own_server.restart()
    party.client = own_server.client()
    assert (own(party, 2), own(party, 3)) == (30, 20)
    party.made(1, "bid", amount=3)
    assert lines(party) == ["1:3 seat:1", "2:21 limit", "3- limit"]
    own_server.kill()
    own_server.start()
    party.client = own_server.client()
    assert (own(party, 2), own(party, 3)) == (30, None), "who has passed has none any more"
    party.made(1, "pass")
    own_server.restart()
    party.client = own_server.client()
    assert own(party, 2) is None


def test_no_limit_stands_in_the_log(logging_server: Server) -> None:
    """Only that somebody sent something: every request has its line here, and no member of it is what was sent."""
    party = new_party(logging_server.client())
    limit(party, 2, 37)
    comes(lambda: "limit" in logging_server.log)  # the answer may be faster than its line
    logging_server.kill(signal.SIGTERM)
    (line,) = (json.loads(line) for line in logging_server.log.splitlines() if "limit" in line)
    assert line.pop("status") == 200
    assert set(line) == {"time", "request", "method", "route", "ms", "bytes", "table"}
    assert line["route"].endswith("/auction/limit")
