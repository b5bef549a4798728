"""Private notes: one seat's own, kept with its key, told to nobody else, and in nothing that is shown or exported."""

from __future__ import annotations

import secrets
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from tests.server import Client, Party, Reply, Server, new_party

SECRET = "The MKT at $17 at most; Pete is bluffing 🚂\n\tthen west"


def at(party: Party, seat: int) -> str:
    return f"{party.at}/seats/{seat}/private-notes"


def read(party: Party, seat: int, key: str | None) -> Reply:
    return party.client.get(at(party, seat), key)


def write(party: Party, seat: int, text: Any, key: str | None) -> Reply:
    return party.client.call("PUT", at(party, seat), {"text": text}, key)


def test_what_is_written_is_there_again(party: Party) -> None:
    own = party.seats[2]
    assert read(party, 2, own).json == {"text": ""}
    assert write(party, 2, SECRET, own).json == {"text": SECRET}
    assert read(party, 2, own).json == {"text": SECRET}
    assert write(party, 2, "otherwise", own).json == {"text": "otherwise"}
    assert read(party, 2, own).json == {"text": "otherwise"}
    assert write(party, 2, "", own).json == {"text": ""}
    assert read(party, 2, own).json == {"text": ""}


def test_nobody_else_may(party: Party) -> None:
    """Neither the host nor another seat may, and each seat has its own."""
    write(party, 2, SECRET, party.seats[2])
    write(party, 1, "mine", party.seats[1])
    refused = (403, "not-your-seat")
    for key in (party.host, party.seats[1], party.join):
        assert read(party, 2, key).was == refused
        assert write(party, 2, "gone", key).was == refused
    stranger = secrets.token_urlsafe(24)
    unknown: tuple[tuple[str | None, tuple[int, str]], ...] = (
        (None, (401, "key-needed")),
        (stranger, (401, "key-unknown")),
    )
    for whose, was in unknown:
        assert read(party, 2, whose).was == was
        assert write(party, 2, "gone", whose).was == was
    for nobody in (0, 4, 99):
        assert read(party, nobody, party.seats[2]).was == (404, "no-such-seat")
        assert write(party, nobody, "x", party.seats[2]).was == (404, "no-such-seat")
    assert read(party, 2, party.seats[2]).json == {"text": SECRET}
    assert read(party, 1, party.seats[1]).json == {"text": "mine"}


def test_not_even_where_anybody_acts_for_anybody(client: Client) -> None:
    party = new_party(client, options={"act_for": "anyone"})
    write(party, 2, SECRET, party.seats[2])
    assert read(party, 2, party.seats[1]).was == (403, "not-your-seat")


@pytest.mark.parametrize(
    "text",
    ["x" * 4_001, None, 5, ["x"], {"text": "x"}, "before\0after", True],
    ids=lambda text: repr(text)[:9],
)
def test_what_cannot_be_kept_changes_nothing(party: Party, text: Any) -> None:
    own = party.seats[2]
    write(party, 2, SECRET, own)
    assert write(party, 2, text, own).was == (422, "invalid")
    assert read(party, 2, own).json == {"text": SECRET}


def test_words_of_every_kind_are_kept_to_the_letter(party: Party) -> None:
    own = party.seats[2]
    for text in (
        "x" * 4_000,
        "日" * 4_000,
        "<b>&amp;</b>",
        "'; DROP TABLE seat; --",
        " \n ",
        "\u200f\u202eabc",
    ):
        assert write(party, 2, text, own).status == 200
        assert read(party, 2, own).json == {"text": text}


def test_bodies_that_are_none(party: Party) -> None:
    own = party.seats[2]
    for body in ({}, {"text": "x", "seat": 2}, {"words": "x"}):
        assert party.client.call("PUT", at(party, 2), body, own).was == (422, "invalid")
    assert party.client.call("PUT", at(party, 2), None, own).was == (400, "malformed")
    assert read(party, 2, own).json == {"text": ""}


def test_nothing_tells_of_them(party: Party) -> None:
    """No version rises, no stream hears of it, and no answer to anybody has a word of them."""
    own = party.seats[2]
    before: dict[str | None, str] = {
        key: party.client.get(party.at, key).headers["etag"] for key in (party.host, own, None)
    }
    write(party, 2, SECRET, own)
    for key, tag in before.items():
        assert party.client.get(party.at, key, If_None_Match=tag).status == 304
    for key in (None, party.join, party.host, *party.seats.values()):
        for path in (
            "",
            "/moves",
            "/settlement",
            "/packing",
            "/dice",
            "/export",
            "/time-at-turn",
            "/figures",
        ):
            assert b"bluffing" not in party.client.get(f"{party.at}{path}", key).body
    assert b"bluffing" not in party.client.get("/tables", party.host).body


def test_in_no_export_and_so_at_no_imported_table(party: Party) -> None:
    write(party, 2, SECRET, party.seats[2])
    export = party.client.get(f"{party.at}/export", party.host).json
    found = party.client.post("/tables/import", export).json
    again = Party(party.client, found["code"], found["host_key"], found["join_key"])
    again.claim(2, party.seats[2])
    assert read(again, 2, party.seats[2]).json == {"text": ""}


def given_back(party: Party) -> str:
    party.client.post(f"{party.at}/seats/2/release", {}, party.host)
    return party.claim(2)


def handed_over(party: Party) -> str:
    handed = party.client.post(f"{party.at}/seats/2/handover", {}, party.host).json
    key = secrets.token_urlsafe(24)
    taken = party.client.post(f"{party.at}/seats/2/claim", {"key": key}, handed["handover_key"])
    assert taken.status == 200
    return key


def asked_for(party: Party) -> str:
    key = secrets.token_urlsafe(24)
    asked = party.client.post(f"{party.at}/seats/2/request", {"key": key}, party.join).json
    approved = party.client.post(f"{party.at}/requests/{asked['id']}", {"approve": True}, party.host)
    assert approved.status == 200
    return key


def own_key_again(party: Party) -> str:
    """Given back, and taken with the very same key."""
    party.client.post(f"{party.at}/seats/2/release", {}, party.host)
    return party.claim(2, party.seats[2])


@pytest.mark.parametrize("change", [given_back, handed_over, asked_for, own_key_again])
def test_gone_with_the_key(party: Party, change: Any) -> None:
    write(party, 1, "mine", party.seats[1])
    write(party, 2, SECRET, party.seats[2])
    old = party.seats[2]
    new = change(party)
    assert read(party, 2, new).json == {"text": ""}
    if new != old:
        assert read(party, 2, old).was == (401, "key-unknown")
        assert write(party, 2, SECRET, old).was == (401, "key-unknown")
    assert read(party, 2, new).json == {"text": ""}
    assert read(party, 1, party.seats[1]).json == {"text": "mine"}


def test_other_changes_leave_them(party: Party) -> None:
    """A repeated claim, another name or colour, a new QR, a code for another phone that nobody uses."""
    write(party, 2, SECRET, party.seats[2])
    party.claim(2, party.seats[2])
    change = {"seats": [{"seat": 2, "name": "David", "colour": "#123456"}], "new_join": True}
    assert party.client.call("PATCH", party.at, change, party.host).status == 200
    party.client.post(f"{party.at}/seats/2/handover", {}, party.host)
    party.client.post(f"{party.at}/seats/3/release", {}, party.host)
    assert read(party, 2, party.seats[2]).json == {"text": SECRET}


def kept(server: Server) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(server.folder / "companion.sqlite")) as database:
        return database.execute("SELECT seat, text FROM private_notes").fetchall()


def test_they_outlive_the_server_and_end_with_the_table(own_server: Server) -> None:
    party = new_party(own_server.client())
    write(party, 2, SECRET, party.seats[2])
    own_server.kill()
    own_server.start()
    again = Party(own_server.client(), party.code, party.host, party.join, party.seats)
    assert read(again, 2, party.seats[2]).json == {"text": SECRET}
    assert kept(own_server) == [(2, SECRET)]
    assert "bluffing" not in own_server.log
    again.client.post(f"{again.at}/seats/2/release", {}, party.host)
    assert kept(own_server) == []
    write(again, 1, SECRET, party.seats[1])
    again.client.call("DELETE", again.at, key=party.host)
    assert kept(own_server) == []
