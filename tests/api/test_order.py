"""What is checked first: when several things are wrong at once, the contract says which one is named.

401, 403, 404, 409 `table-finished`, idempotency, 409 `stale-revision`, 409 `not-now`, 422 `invalid`,
`facts-needed`, `insufficient-funds`, `rule`.
"""

from __future__ import annotations

import json
import secrets
import socket
from typing import Any

import pytest

from tests.playing import begun, finished, plain, some_number
from tests.server import Client, Party, Server

UNKNOWN = secrets.token_urlsafe(24)
NONSENSE = {"type": "fly", "seat": 99, "expected_revision": -1}
ACTING = ("/moves", "/undo", "/redo", "/amend", "/seats/1/release", "/seats/1/handover")


def test_a_key_is_needed_before_anything_else(party: Party, client: Client) -> None:
    for code in (party.code, "00000000", "x", "%00", "%ff"):
        for path in (*ACTING, "/seats/9/claim"):
            found = client.call("POST", f"/tables/{code}{path}", raw=b"{nonsense", Content_Type="text/x")
            assert found.was == (401, "key-needed"), path


@pytest.mark.parametrize(
    "code", ["00000000", "x", "%00", "%ff", "%F0%9F%9A%82", "a" * 5_000, "..%2F..%2Fetc"]
)
def test_no_such_table(code: str, party: Party, client: Client) -> None:
    for path in ACTING:
        assert client.post(f"/tables/{code}{path}", NONSENSE, party.host).status == 404
    for path in ("", "/moves", "/stream", "/dice", "/settlement"):
        found = client.get(f"/tables/{code}{path}")
        assert found.status == 404
        assert len(found.body) < 1_000


def test_a_code_is_read_as_people_write_it(party: Party, client: Client) -> None:
    written = f"{party.code[:4]}-{party.code[4:]}".lower().replace("0", "o").replace("1", "l")
    assert client.get(f"/tables/{written}").json["code"] == party.code


def test_then_whose_key_it_is(party: Party, client: Client) -> None:
    finished(party)
    for path in (*ACTING, "/seats/9/claim", "/seats/9/release"):
        assert client.post(party.at + path, NONSENSE, UNKNOWN).was == (401, "key-unknown"), path
    for path in ("/seats/9/release", "/seats/9/handover"):
        assert client.post(party.at + path, None, party.seats[1]).was == (403, "host-only")
        assert client.post(party.at + path, None, party.host).was == (404, "no-such-seat")
    claim = f"{party.at}/seats/9/claim"
    assert client.post(claim, NONSENSE, party.seats[1]).was == (403, "not-your-seat")
    assert client.post(claim, NONSENSE, party.join).was == (404, "no-such-seat")
    assert client.post(f"{party.at}/moves", {**NONSENSE, "seat": 2}, party.seats[1]).was == (
        403,
        "not-your-seat",
    )
    assert client.post(f"{party.at}/moves", {"type": "correct", "set": 1}, party.seats[1]).was == (
        403,
        "host-only",
    )


def test_then_whether_the_game_is_over(party: Party) -> None:
    idempotency_key = some_number()
    party.move(1, "bid", amount=1, idempotency_key=idempotency_key)
    finished(party)
    revision = party.document()["revision"]
    for fields in ({}, {"expected_revision": 1}, {"amount": "x"}):
        for type_ in ("bid", "note", "correct", "learn"):
            assert party.move(0, type_, **fields).was == (409, "table-finished"), type_
    assert party.move(1, "bid", amount=2, idempotency_key=idempotency_key).was == (409, "table-finished")
    assert party.document()["revision"] == revision


def test_then_the_idempotency_key(party: Party) -> None:
    idempotency_key = some_number()
    assert party.move(1, "bid", amount=5, idempotency_key=idempotency_key).status == 201
    for fields in ({"amount": 6}, {"amount": "x"}, {"expected_revision": 1}, {}):
        assert party.move(1, "bid", idempotency_key=idempotency_key, **fields).was == (
            422,
            "idempotency-key-reused",
        )
    for bad in ("", "x" * 201):
        assert party.move(1, "bid", amount=6, idempotency_key=bad, expected_revision=1).was == (
            422,
            "invalid",
        )


def test_then_the_revision(party: Party) -> None:
    party.made(1, "bid", amount=5)
    before = plain(party.document(party.host))
    for fields in ({"amount": 6}, {"amount": "x"}, {}):
        for seat in (1, 2):
            for other in (1, 99, -1, 0, 2**62):
                found = party.move(seat, "bid", expected_revision=other, **fields)
                assert found.was == (409, "stale-revision"), (fields, seat, other)
    stale = party.client.post(f"{party.at}/undo", {"expected_revision": 1}, party.host)
    assert stale.was == (409, "stale-revision")
    assert plain(party.document(party.host)) == before


def test_then_whether_that_step_is_on(party: Party) -> None:
    party.made(1, "bid", amount=5)
    for seat, type_ in (
        (1, "bid"),
        (3, "bid"),
        (1, "pass"),
        (2, "build_track"),
        (2, "play_card"),
        (2, "deck_empty"),
    ):
        for fields in ({}, {"amount": "x"}, {"railroad": "??"}, {"unknown": 1}):
            assert party.move(seat, type_, **fields).was == (409, "not-now"), (seat, type_, fields)


def test_then_the_schema(party: Party) -> None:
    party.made(1, "bid", amount=5)
    assert party.move(2, "bid", amount="x").was == (422, "invalid")
    assert party.move(2, "bid", amount=1_000, unknown=1).was == (422, "invalid")


def test_then_facts_money_and_rules(party: Party) -> None:
    """A segment from where the KP is not, to a city whose income nobody has told, out of an empty treasury."""
    begun(party)
    party.made(3, "play_card", card="CT", source="hand")
    party.made(3, "roll_growth", dice=[1, 2])

    def built(treasury: int, **facts: Any) -> tuple[int, str]:
        party.made(0, "correct", set=[{"of": "railroad:KP", "name": "treasury", "value": treasury}])
        segments = [{"from": "Marysville", "to": "Oskaloosa"}]
        return party.move(3, "build_track", railroad="KP", segments=segments, **facts).was

    told = {"facts": {"cities": {"Oskaloosa": {"income": 1}}}}
    assert built(0) == (422, "facts-needed")
    assert built(0, **told) == (422, "insufficient-funds"), "a segment costs $5"
    assert built(20, **told) == (422, "rule")


def test_a_note_makes_nobody_stale(party: Party) -> None:
    revision = party.made(1, "bid", amount=1)["revision"]
    party.made(3, "note", text="well")
    party.made(0, "note", text="well")
    assert party.move(2, "bid", amount=2, expected_revision=revision).status == 201
    assert party.move(3, "bid", amount=3, expected_revision=revision).was == (409, "stale-revision")


# --- the rest of HTTP ------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["x", "-", "1.5", "1e3", "", "9" * 5_000, "%00", "null"])
def test_bad_query_values(value: str, party: Party, client: Client) -> None:
    for query in (f"after={value}", f"limit={value}"):
        assert client.get(f"{party.at}/moves?{query}").was == (422, "invalid"), query
    assert client.get(f"/tables?limit={value}").was == (422, "invalid")
    assert client.get(f"/tables?before={value}").status == 200


@pytest.mark.parametrize("value", ["null", "", "2", "nonsense", "tru"])
def test_a_yes_or_no_is_one(value: str, party: Party, client: Client) -> None:
    """A trial run that is misspelt must not become a move."""
    before = plain(party.document(party.host))
    note = {"type": "note", "text": "well"}
    assert client.post(f"{party.at}/moves?dry_run={value}", note, party.host).was == (422, "invalid")
    assert client.post(f"{party.at}/undo?dry_run={value}", None, party.host).was == (422, "invalid")
    assert client.get(f"{party.at}/charts/cash.svg?narrow={value}").was == (422, "invalid")
    assert plain(party.document(party.host)) == before
    for no in ("false", "False", "0", "no"):
        assert client.get(f"{party.at}/charts/cash.svg?narrow={no}").status == 200


def test_nothing_is_kept_on_the_way(party: Party, client: Client) -> None:
    """Some answers hold a key, and whatever is said of a table is out of date after the next move."""
    party.made(1, "bid", amount=1)
    for path in ("/moves", "/settlement", "/dice", "/figures", "/export", "/packing", "/moves/2/offers"):
        found = client.get(party.at + path, party.host)
        assert (found.status, found.headers["cache-control"]) == (200, "no-store"), path
    assert client.get("/tables").headers["cache-control"] == "no-store"
    game = client.get(f"{party.at}/export", party.host).json
    body = {"game": "prairie-railroads", "players": ["A", "B", "C"]}
    for path, sent in (("/tables", body), ("/tables/import", game), (f"{party.at}/host", None)):
        found = client.post(path, sent)
        assert "host_key" in found.json
        assert found.headers["cache-control"] == "no-store", path
    assert client.get(f"{party.at}/export").headers["cache-control"] == "no-store", "a refusal neither"


def test_pages_of_the_journal(party: Party, client: Client) -> None:
    for n in range(7):
        party.made(0, "note", text=str(n))
    found: list[Any] = []
    after: int | None = 0
    while after is not None:
        page = client.get(f"{party.at}/moves?after={after}&limit=3").json
        found, after = found + page["items"], page["next"]
    assert [item["revision"] for item in found] == list(range(1, 9))
    assert client.get(f"{party.at}/moves?after={2**70}").json == {"items": [], "next": None}
    assert client.get(f"{party.at}/moves?limit=0&after=-5").json["items"][0]["revision"] == 1


def test_methods(party: Party, client: Client) -> None:
    before = plain(party.document(party.host))
    for path in ("", "/moves", "/settlement", "/dice"):
        head = client.call("HEAD", party.at + path)
        assert (head.status, head.body) == (200, b"")
    for path in ("", "/moves", "/undo", "/seats/1/claim", "/stream"):
        options = client.call("OPTIONS", party.at + path, key=party.host)
        assert options.status == 200
        assert "access-control-allow-origin" not in options.headers
        for method in ("PUT", "TRACE", "PROPFIND", "BREW"):
            wrong = client.call(method, party.at + path, key=party.host)
            assert wrong.was == (405, "not-allowed"), (method, path)
            assert wrong.headers["allow"]
    assert client.call("DELETE", f"{party.at}/moves", key=party.host).was == (405, "not-allowed")
    assert client.get(f"{party.at}/elsewhere").was == (404, "not-found")
    assert plain(party.document(party.host)) == before


def test_an_import_is_no_table(party: Party, client: Client) -> None:
    """`import` is no table's code: at that address one can import, and nothing else."""
    for method in ("GET", "PUT", "PATCH", "DELETE"):
        for path in ("/tables/import", "/tables/import/"):
            wrong = client.call(method, path, key=party.host)
            assert wrong.was == (405, "not-allowed"), (method, wrong.body)
            assert set(wrong.headers["allow"].split(", ")) == {"POST", "OPTIONS"}
    assert client.get("/tables/imported").was == (404, "no-such-table")


def test_head_of_a_stream_is_over_at_once(party: Party, server: Server) -> None:
    client = server.client()
    assert client.call("HEAD", f"{party.at}/stream", key=party.seats[1]).status == 200
    client.close()
    assert not party.document()["seats"][0]["connected"]


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "a b", "", "[::1", "é"]
)
def test_another_sites_name(host: str, party: Party, client: Client) -> None:
    """No page elsewhere reaches the tables by a name made to point here (DNS rebinding)."""
    for method, path in (("GET", party.at), ("POST", "/tables"), ("GET", "!healthz")):
        found = client.call(method, path, Host=host)
        assert found.was == (421, "unknown-host"), (host, found.body)
        assert b"Pete" not in found.body


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:1", "127.0.0.1:99", "[::1]", "[::1]:8000", "192.168.1.7:8000"]
)
def test_own_names(host: str, client: Client) -> None:
    assert client.call("GET", "!healthz", Host=host).status == 200


RAW = (
    b"\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345",
    b"GET /api/v1/tables/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /static/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /static/%2e%2e/%2e%2e/pyproject.toml HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET //evil.example/%2e%2e HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/v1/tables/\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.0\r\n\r\n",
)


@pytest.mark.parametrize("sent", RAW, ids=lambda sent: repr(sent[:40]))
def test_raw_bytes(sent: bytes, server: Server, client: Client) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 5) as line:
        try:
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
            answer = line.recv(65_536)
        except OSError:  # the line may be cut before all is sent; the server must be there all the same
            answer = b""
    assert b"500" not in answer[:20]
    assert b"root:" not in answer
    assert b"[project]" not in answer
    assert client.call("GET", "!healthz").status == 200


CHUNKED = b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNKED += b"Transfer-Encoding: chunked\r\n\r\n"
CHUNKS = (
    b"zz\r\n{}\r\n0\r\n\r\n",
    b"-1\r\n{}\r\n0\r\n\r\n",
    b"\r\n\r\n",
    b"ffffffffffffffffff\r\n{}",
    b"2\r\n{}XX0\r\n\r\n",
    b"5\r\n{}\r\n0\r\n\r\n",
    b"2\r\n{}\r\n0\r\nX: \x00\r\n\r\n",
    b"2 {}\r\n0\r\n\r\n",
)


@pytest.mark.parametrize("sent", CHUNKS, ids=repr)
@pytest.mark.parametrize("leaves", [True, False], ids=["and leaves", "and waits"])
def test_pieces_that_are_none(sent: bytes, leaves: bool, server: Server, client: Client) -> None:
    """A body in pieces whose sizes are nonsense is refused in words, and the connection is over."""
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        line.sendall(CHUNKED + sent)
        if leaves:
            line.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: line.recv(65_536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 "), answer
    assert b"content-type: application/problem+json" in head.lower()
    assert json.loads(body)["code"] == "malformed"
    assert client.call("GET", "!healthz").status == 200


def test_a_body_that_breaks_off(server: Server, client: Client) -> None:
    for sent in (
        CHUNKED + b"2\r\n{}\r\n",
        CHUNKED,
        CHUNKED.replace(b"Transfer-Encoding: chunked", b"Content-Length: 9") + b"{}",
    ):
        with socket.create_connection(("127.0.0.1", server.port), 20) as line:
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: line.recv(65_536), b""))
        assert answer[:13] in (b"", b"HTTP/1.1 400 "), answer
    assert client.call("GET", "!healthz").status == 200
