"""A line of a journal is damaged by hand: the table is shown up to that line and does not guess further; all others
go on."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

import pytest

from tests.server import Party, Server, new_party, some

DAMAGES: tuple[tuple[str, str, str], ...] = (
    ("no JSON", "UPDATE line SET body = '{broken' WHERE code = :code AND revision = 3", "3"),
    ("no object", "UPDATE line SET body = '[]' WHERE code = :code AND revision = 3", "3"),
    ("empty", "UPDATE line SET body = '' WHERE code = :code AND revision = 3", "3"),
    ("bytes", "UPDATE line SET body = x'ff00fe' WHERE code = :code AND revision = 3", "3"),
    (
        "another amount",
        "UPDATE line SET body = replace(body, '9', '8') WHERE code = :code AND revision = 4",
        "4",
    ),
    (
        "another move",
        "UPDATE line SET body = replace(body, 'bid', 'fly') WHERE code = :code AND revision = 3",
        "3",
    ),
    ("another kind", "UPDATE line SET kind = 'redo' WHERE code = :code AND revision = 3", "3"),
    ("unknown kind", "UPDATE line SET kind = 'dance' WHERE code = :code AND revision = 3", "3"),
    ("another digest", "UPDATE line SET digest = 'f00' WHERE code = :code AND revision = 4", "4"),
    ("a line is missing", "DELETE FROM line WHERE code = :code AND revision = 3", "3"),
)
FIRST: tuple[tuple[str, str], ...] = (
    ("first: no JSON", "UPDATE line SET body = '{' WHERE code = :code AND revision = 1"),
    (
        "first: another game",
        "UPDATE line SET body = replace(body, 'prairie', 'tundra') WHERE code = :code AND revision = 1",
    ),
    ("first: is missing", "DELETE FROM line WHERE code = :code AND revision = 1"),
    ("no line at all", "DELETE FROM line WHERE code = :code"),
)


def spoilt(server: Server, *what: tuple[str, str]) -> list[Party]:
    """Tables with three bids each, whose journals were then changed while the server was away."""
    client = server.client()
    parties = []
    for _ in what:
        party = new_party(client)
        for seat, amount in ((1, 5), (2, 7), (3, 9)):
            party.made(seat, "bid", amount=amount)
        parties.append(party)
    server.kill()
    with sqlite3.connect(server.folder / "companion.sqlite") as database:
        for party, (_, change) in zip(parties, what, strict=True):
            assert database.execute(change, {"code": party.code}).rowcount > 0
    database.close()
    server.start()
    for party in parties:
        party.client = server.client()
    return parties


def test_shown_up_to_the_last_good_line(own_server: Server) -> None:
    parties = spoilt(own_server, *((name, change) for name, change, _ in DAMAGES))
    for party, (name, _, line) in zip(parties, DAMAGES, strict=True):
        document = party.document(party.host)
        assert document["revision"] == int(line) - 1, name
        assert document["damaged"]["revision"] == int(line), name
        assert f"Line {line}" in document["damaged"]["text"]
        assert document["auction"]["high_bid"] == {"3": 5, "4": 7}[line], name
        _refuses(party, int(line), name)
        assert len(party.client.get(f"{party.at}/moves").json["items"]) == int(line) - 1
        for path in ("/settlement", "/dice", "/qr.svg"):
            assert party.client.get(party.at + path, party.host).status == 200, name
        exported = party.client.get(f"{party.at}/export", party.host).json
        rescued = party.client.post("/tables/import", exported)
        assert rescued.status == 201, "the good lines can be taken to a new table"
    _others_go_on(own_server)


def _refuses(party: Party, line: int, name: str) -> None:
    calls: tuple[tuple[str, Any], ...] = (
        ("/moves", {"type": "bid", "amount": 20}),
        ("/moves?dry_run=true", {"type": "bid", "amount": 20}),
        ("/moves", {"type": "note", "text": "x"}),
        ("/undo", None),
        ("/redo", None),
    )
    for path, body in calls:
        found = party.client.post(party.at + path, body, party.host, idempotency_key="k")
        assert found.was == (409, "journal-damaged"), (name, path, found.body)
        assert found.json["revision"] == line
    assert party.client.post(f"{party.at}/moves", {}, "no such key").was == (401, "key-unknown")


def test_the_first_line(own_server: Server) -> None:
    """Without it there is no table to show; still an answer in words."""
    for party, (name, _) in zip(spoilt(own_server, *FIRST), FIRST, strict=True):
        for found in (party.client.get(party.at), party.move(0, "note", text="x")):
            assert found.was == (409, "journal-damaged"), (name, found.body)
            assert found.json["revision"] == 1
    _others_go_on(own_server)


def test_a_stream_of_it(own_server: Server) -> None:
    (party,) = spoilt(own_server, DAMAGES[0][:2])
    stream = own_server.stream(party, party.seats[1])
    assert stream.next()[1]["damaged"]["revision"] == 3
    stream.close()


@pytest.mark.parametrize("change", ["text", "digest"])
def test_a_line_that_was_undone(change: str, own_server: Server) -> None:
    """Nothing depends on it any more, but it is shown: it must not break the page."""
    party = new_party(own_server.client())
    party.made(1, "bid", amount=5)
    party.client.post(f"{party.at}/undo", None, party.host)
    own_server.kill()
    with sqlite3.connect(own_server.folder / "companion.sqlite") as database:
        if change == "text":
            database.execute("UPDATE line SET body = replace(body, 'bid', 'fly') WHERE revision = 2")
        else:
            database.execute("UPDATE line SET digest = 'f00' WHERE revision = 2")
    database.close()
    own_server.start()
    party.client = own_server.client()
    document = party.document(party.host)
    assert document["status"] == "setup"
    assert document["damaged"]["revision"] == 2
    assert party.client.get(f"{party.at}/moves").status == 200


@pytest.mark.parametrize(
    "change",
    some(
        [
            "body = replace(body, 'nine', 'five') WHERE revision = 3",
            "at = replace(at, '20', '19') WHERE revision = 3",
            "by = 'seat:2' WHERE revision = 3",
            "digest = '' WHERE revision = 3",
            "format = 1 WHERE revision = 3",
        ]
    ),
)
def test_words_in_the_middle_that_no_figure_follows_from(change: str, own_server: Server) -> None:
    """A note that was rewritten later: each line's digest covers all lines before it."""
    party = new_party(own_server.client())
    party.made(1, "bid", amount=5)
    party.made(0, "note", text="Ed owes nine")
    party.made(2, "bid", amount=7)
    party.made(3, "pass")
    own_server.kill()
    with sqlite3.connect(own_server.folder / "companion.sqlite") as database:
        assert database.execute(f"UPDATE line SET {change}").rowcount == 1
    database.close()
    own_server.start()
    party.client = own_server.client()
    document = party.document(party.host)
    assert document["damaged"]["revision"] == 3
    assert document["revision"] == 2


def _others_go_on(server: Server) -> None:
    client = server.client()
    party = new_party(client)
    assert party.move(1, "bid", amount=3).status == 201
    assert client.get("/tables").status == 200
    assert json.loads(client.call("GET", "!readyz").body)["status"] == "ready"
