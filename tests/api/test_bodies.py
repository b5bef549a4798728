"""Everything that may be sent instead of what should be: refused in words, nothing changed, never a 500."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.test_export import redigested
from tests.playing import plain
from tests.server import API, PARTIES, Client, Party, Server, new_party, some

DEEP = b"[" * 900 + b"]" * 900
MALFORMED = (
    b"{",
    b"nonsense",
    b"[1]",
    b'"x"',
    b"null",
    b"true",
    b"12",
    b'{"type":"note"',
    b"\xff\xfe",
    b"\xef\xbb\xbf{}",
)
UNREADABLE = (
    b'{"type":"note","text":NaN}',
    b'{"type":"note","text":Infinity}',
    b'{"type":"note","text":"\\ud800"}',
    b'{"type":"note","text":"\xed\xa0\x80"}',
    b'{"type":"note","text":"\x00"}',
    b'{"type":' + DEEP + b"}",
    b'{"type":"note","text":' + DEEP + b"}",
    b'{"type":"note","text":"x","facts":{"cities":' + DEEP + b"}}",
    b'{"a":' * 900 + b"1" + b"}" * 900,
)
CALLS = ("/moves", "/undo", "/redo", "/seats/1/claim")


@pytest.fixture(scope="module")
def one_table(server: Server) -> Party:
    """Nothing changes there, so one table serves for all refusals."""
    party = new_party(server.client())
    PARTIES.append(party)
    party.made(1, "bid", amount=3)
    return party


@pytest.fixture
def held(one_table: Party) -> Iterator[Party]:
    """A table, and afterwards the proof that nothing has changed."""
    before = plain(one_table.document(one_table.host))
    yield one_table
    assert plain(one_table.document(one_table.host)) == before


@pytest.mark.parametrize(
    ("raw", "path"),
    some([(raw, path) for raw in (*MALFORMED, *UNREADABLE) for path in CALLS], 5),
    ids=lambda given: given if isinstance(given, str) else repr(given[:30]),
)
def test_no_json_object(raw: bytes, path: str, held: Party, client: Client) -> None:
    key = held.join if path.endswith("claim") else held.host
    found = client.call("POST", held.at + path, key=key, raw=raw, idempotency_key="w")
    assert found.was == (400, "malformed"), found.body
    assert client.call("PATCH", held.at, key=held.host, raw=raw).was == (400, "malformed")


@pytest.mark.parametrize("raw", [*MALFORMED, *UNREADABLE], ids=lambda raw: repr(raw[:30]))
def test_no_new_table_from_nonsense(raw: bytes, client: Client) -> None:
    for path in ("/tables", "/tables/import"):
        assert client.call("POST", path, raw=raw).was == (400, "malformed")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_other_content_types(kind: str, held: Party, client: Client) -> None:
    for path in CALLS:
        found = client.post(held.at + path, {"type": "note", "text": "x"}, held.host, Content_Type=kind)
        assert found.was == (415, "not-json")


def test_json_with_a_charset_is_json(party: Party, client: Client) -> None:
    kind = "application/json; charset=utf-8"
    found = client.post(f"{party.at}/moves", {"type": "note", "text": "é"}, party.host, Content_Type=kind)
    assert found.status == 201


def test_a_large_body(held: Party, server: Server) -> None:
    """64 KiB are read, but not one byte more, whoever asks; an import may have 4 MiB."""
    for size, was in ((64 * 1024, (422, "invalid")), (64 * 1024 + 1, (413, "too-large"))):
        fill = b'{"type":"note","text":"' + b"x" * (size - 25) + b'"}'
        assert len(fill) == size
        assert server.client().call("POST", f"{held.at}/moves", key=held.host, raw=fill).was == was
    fill = b'{"lines":"' + b"x" * (4 * 1024 * 1024 - 12) + b'"}'
    assert server.client().call("POST", "/tables/import", raw=fill).was == (422, "invalid")
    with contextlib.suppress(OSError):  # it is not read to its end: whoever still sends may find the line cut
        assert server.client().call("POST", "/tables/import", raw=fill + b" ").was == (413, "too-large")


def test_a_large_body_in_pieces(held: Party, server: Server) -> None:
    """Without a length in the head, the count is taken while it arrives."""
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        head = (
            f"POST {API}{held.at}/moves HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {held.host}\r\n"
        )
        line.sendall(f"{head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
        for _ in range(70):
            line.sendall(b"400\r\n" + b"x" * 1024 + b"\r\n")
        line.sendall(b"0\r\n\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 413")


HUGE = 10**30
WRONG: tuple[dict[str, Any], ...] = (
    {},
    {"type": None},
    {"type": 1},
    {"type": ["bid"]},
    {"type": {"a": 1}},
    {"type": "fly"},
    {"type": "bid; drop table line"},
    {"type": "x" * 50_000},
    {"type": "begin"},
    {"type": "undo", "to": 1},
    {"type": "bid"},
    {"type": "bid", "amount": None},
    {"type": "bid", "amount": True},
    {"type": "bid", "amount": "12"},
    {"type": "bid", "amount": 4.0},
    {"type": "bid", "amount": 4.5},
    {"type": "bid", "amount": -4},
    {"type": "bid", "amount": HUGE},
    {"type": "bid", "amount": 2**63},
    {"type": "bid", "amount": [4]},
    {"type": "bid", "amount": {"$gt": 0}},
    {"type": "bid", "amount": 4, "tip": 1},
    {"type": "bid", "amount": 4, "source": "app"},
    {"type": "bid", "amount": 4, "k": 0},
    {"type": "bid", "amount": 4, "seat": True},
    {"type": "bid", "amount": 4, "seat": "2"},
    {"type": "bid", "amount": 4, "seat": 2.0},
    {"type": "bid", "amount": 4, "seat": 0},
    {"type": "bid", "amount": 4, "seat": -1},
    {"type": "bid", "amount": 4, "seat": 4},
    {"type": "bid", "amount": 4, "seat": HUGE},
    {"type": "bid", "amount": 4, "seat": 2**63},
    {"type": "bid", "amount": 4, "expected_revision": True},
    {"type": "bid", "amount": 4, "expected_revision": "2"},
    {"type": "bid", "amount": 4, "expected_revision": 2.0},
    {"type": "bid", "amount": 4, "facts": 1},
    {"type": "bid", "amount": 4, "facts": {"moon": {}}},
    {"type": "bid", "amount": 4, "facts": {"cities": {"A": {"income": HUGE}}}},
    {"type": "bid", "amount": 4, "facts": {"cities": {"A": {"income": True}}}},
    {"type": "bid", "amount": 4, "facts": {"cities": {"A" * 5_000: {"income": 1}}}},
    {"type": "bid", "amount": 4, "facts": {"cities": {"\x00": {"income": 1}}}},
    {"type": "bid", "amount": 4, "facts": {"cities": []}},
    {"type": "auction_result", "winner": "Ed", "amount": 4},
    {"type": "auction_result", "winner": HUGE, "amount": 4},
    {"type": "note"},
    {"type": "note", "text": None},
    {"type": "note", "text": 5},
    {"type": "note", "text": "x" * 501},
    {"type": "learn"},
    {"type": "learn", "facts": None},
    {"type": "learn", "facts": {}},
    {"type": "correct"},
    {"type": "correct", "set": [{}]},
    {"type": "correct", "set": [None]},
    {"type": "correct", "set": {"of": "seat:1"}},
    {"type": "correct", "set": [{"of": "seat:1", "name": "cash", "value": -1}]},
    {"type": "correct", "set": [{"of": "seat:1", "name": "cash", "value": HUGE}]},
    {"type": "correct", "set": [{"of": "seat:1", "name": "__class__", "value": 1}]},
    {"type": "correct", "set": [{"of": "seat:99", "name": "cash", "value": 1}]},
    {"type": "correct", "set": [{"of": "\x00", "name": "\x00", "value": 1}]},
    {"type": "correct", "postings": [{"from": "bank", "to": "bank", "amount": 1}]},
    {"type": "correct", "postings": [{"from": "bank", "to": "seat:1", "amount": 1, "what": "gold"}]},
    {"type": "correct", "postings": [{"from": "bank", "to": "seat:1", "amount": 0}]},
    {"type": "correct", "postings": [{"from": "bank", "to": "seat:1", "amount": 1}] * 100},
)


@pytest.mark.parametrize("body", WRONG, ids=lambda body: json.dumps(body)[:70])
@pytest.mark.parametrize("dry", ["", "?dry_run=true"], ids=["real", "dry"])
def test_wrong_moves(body: dict[str, Any], dry: str, held: Party, client: Client) -> None:
    found = client.post(f"{held.at}/moves{dry}", body, held.host, idempotency_key="once")
    assert found.was == (422, "invalid"), found.body
    assert len(found.body) < 4_000, "an answer does not echo what was sent at length"


@pytest.mark.parametrize("to", [0, -1, 2**63, HUGE, 99, True, "1", 1.0, None, [], {}])
def test_wrong_undo(to: Any, held: Party, client: Client) -> None:
    """A number that an entry could have is only not there yet."""
    found = client.post(f"{held.at}/undo", {"to": to}, held.host)
    assert found.was == ((409, "not-now") if to in (99, 2**63) else (422, "invalid"))
    assert client.post(f"{held.at}/redo", {"to": 1}, held.host).was == (422, "invalid")


SETUP: tuple[dict[str, Any], ...] = (
    {},
    {"game": "chess"},
    {"game": None},
    {"game": ["prairie-railroads"]},
    {"players": None},
    {"players": []},
    {"players": ["A", "B"]},
    {"players": ["A"] * 6},
    {"players": ["A", "B", "a"]},
    {"players": ["A", "B", ""]},
    {"players": ["A", "B", "   "]},
    {"players": ["A", "B", "C" * 41]},
    {"players": ["A", "B", 3]},
    {"players": ["A", "B", None]},
    {"players": ["A", "B", "C\x00"]},
    {"players": ["A", "B", "C\u202eD"]},
    {"players": ["A"] * 10_000},
    {"options": []},
    {"options": {"speed": 1}},
    {"options": {"first_bidder": 4}},
    {"options": {"first_bidder": True}},
    {"options": {"first_bidder": "Ed"}},
    {"options": {"undo": "nobody"}},
    {"options": {"undo": {}}},
    {"options": {"teach": 1}},
    {"options": {"draw_deck": {"CT": 1}}},
    {"options": {"draw_deck": {"CT": -1, "OS": 0, "PD": 0}}},
    {"options": {"draw_deck": {"CT": HUGE, "OS": 0, "PD": 0}}},
    {"options": {"draw_deck": {"CT": True, "OS": 0, "PD": 0}}},
    {"options": {"draw_deck": [1, 2, 3]}},
    {"rulings": {"gravity": "off"}},
    {"rulings": {"free_growth": "perhaps"}},
    {"rulings": {"free_growth": ["must"]}},
    {"facts": {"cities": {"Sedan": {"income": "two"}}}},
    {"facts": []},
    {"secret": 1},
)


@pytest.mark.parametrize("wrong", SETUP, ids=lambda wrong: json.dumps(wrong)[:70])
def test_wrong_tables(wrong: dict[str, Any], client: Client) -> None:
    before = client.get("/tables?limit=1").json
    body = {"game": "prairie-railroads", "players": ["Ed", "Dave", "Pete"], **wrong} if wrong else {}
    found = client.post("/tables", body)
    was = (404, "no-such-game") if wrong.get("game") == "chess" else (422, "invalid")
    assert found.was == was, found.body
    assert client.get("/tables?limit=1").json == before


@pytest.mark.parametrize(
    "body",
    [
        {"players": ["A", "B"]},
        {"players": ["A", "B", "B"]},
        {"seats": [{"seat": 1, "colour": "red"}]},
        {"seats": [{"seat": 1, "colour": "#12345\n"}]},
        {"seats": [{"seat": 1, "name": "Dave"}]},
        {"seats": [{"seat": True}]},
        {"options": {"first_bidder": 2}},
        {"options": {"undo": "nobody"}},
        {"options": None},
        {"host": "me"},
    ],
)
def test_wrong_changes(body: Any, held: Party, client: Client) -> None:
    assert client.call("PATCH", held.at, body, held.host).was == (422, "invalid")


def test_a_change_of_a_seat_that_is_not_there(held: Party, client: Client) -> None:
    body = {"seats": [{"seat": 4, "name": "X"}]}
    assert client.call("PATCH", held.at, body, held.host).was == (404, "no-such-seat")


@pytest.mark.parametrize(
    "key",
    ["", "short", "x" * 201, "with blanks in the key", "schlüssel" * 3, "a\tb" * 9, "\x00" * 20, 1, None],
)
def test_wrong_claims(key: Any, client: Client) -> None:
    party = new_party(client, claim=False)
    assert client.post(f"{party.at}/seats/1/claim", {"key": key}, party.join).was == (422, "invalid")
    assert not party.document()["seats"][0]["claimed"]


@pytest.mark.parametrize(
    "name", ["<b>Ed</b>", "{who}", "{0.__class__}", "Ed & Søn", "名前", "'; --", "%s", "Zoë 🚂"]
)
def test_text_is_text(name: str, client: Client) -> None:
    """Names and notes are never markup and never templates."""
    party = new_party(client, [name, "Dave", "Pete"])
    party.made(1, "bid", amount=1)
    made = party.made(1, "note", text=f"{name} {{amount}} <script>")
    assert made["entry"]["summary"] == f"{name}: {name} {{amount}} <script>"
    set_ = [{"of": "seat:1", "name": "cash", "value": 50}]
    made = party.made(0, "correct", set=set_, note=name)
    assert name in made["entry"]["summary"]
    why = [{"from": "bank", "to": "seat:1", "amount": 1, "why": "{n} <i>"}]
    made = party.made(0, "correct", postings=why)
    assert made["entry"]["postings"][0]["why"] == "{n} <i>"
    assert party.document()["seats"][0]["name"] == name
    assert client.get(party.at).headers["content-type"] == "application/json"


UNSEEN = (
    "a\x00b",
    "a\x1bb",
    "a\u202eb",
    "a\u2066b",
    "a\u200bb",
    "\ufeffab",
    "a\u2060b",
    "a\u00adb",
    "a\x7fb",
)
"""Controls, marks of direction, blanks without width."""
JOINED = ("a\u200db", "\u200d", "👨\u200d", "👨\u200d\u200d👩", "ab\u200c", "a\U000e0067b")
"""Joiners that join nothing."""


@pytest.mark.parametrize("sign", UNSEEN + JOINED, ids=ascii)
def test_what_nobody_can_see_is_in_no_note_and_no_name(sign: str, held: Party, client: Client) -> None:
    at, key = held.at, held.host
    row = [{"from": "bank", "to": "seat:1", "amount": 1, "why": sign}]
    for sent in (
        {"type": "note", "text": sign},
        {"type": "note", "text": "x", "about": sign},
        {"type": "correct", "set": [{"of": "seat:1", "name": "cash", "value": 9}], "note": sign},
        {"type": "correct", "postings": row},
        {"type": "learn", "facts": {"cities": {sign: {"income": 1}}}},
    ):
        for call in ("moves", "moves?dry_run=true"):
            assert client.post(f"{at}/{call}", sent, key).was == (422, "invalid"), sent
        amend = {"revision": 2, "move": sent, "before": True}
        assert client.post(f"{at}/amend", amend, key).was == (422, "invalid"), sent
    wrong = client.call("PATCH", at, {"seats": [{"seat": 1, "name": sign}]}, key)
    assert wrong.was == (422, "invalid")
    assert "invisible character" in wrong.json["detail"]
    wrong = client.post("/tables", {"game": "prairie-railroads", "players": [sign, "B", "C"]})
    assert "invisible character" in wrong.json["detail"]
    assert (
        "invisible character"
        in client.post(f"{at}/moves", {"type": "note", "text": sign}, key).json["detail"]
    )


FAMILY, ENGLAND = (
    "👨\u200d👩\u200d👧\u200d👦",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
)
COUPLE = "👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏿"


@pytest.mark.parametrize(
    "name",
    [
        FAMILY,
        f"Ed {FAMILY}",
        FAMILY * 40,
        COUPLE * 40,
        ENGLAND,
        "❤\ufe0f\u200d🔥",
        "می\u200cخواهم",
        "é" * 40,
        "e\u0301" * 40,
    ],
    ids=ascii,
)
def test_a_joined_emoji_is_one_letter(name: str, client: Client) -> None:
    party = new_party(client, [name, "Dave", "Pete"])
    assert party.document()["seats"][0]["name"] == name
    assert name in party.made(1, "note", text=f"{name}\nsecond line")["entry"]["summary"]
    too_long = client.post("/tables", {"game": "prairie-railroads", "players": [FAMILY * 41, "B", "C"]})
    assert too_long.was == (422, "invalid")
    assert "1 to 40 letters" in too_long.json["detail"]


def test_a_saved_game_is_read_as_it_was_written(party: Party, client: Client) -> None:
    """An evening from the time when such signs were accepted still opens."""
    party.made(1, "note", text="well")
    game = client.get(f"{party.at}/export", party.host).json
    game["lines"][-1]["body"]["text"] = "w\u200bell\x00"
    assert client.post("/tables/import", redigested(game)).status == 201
