"""Taking a seat: whose phone it is, a second phone, a lost one, and one that is handed over."""

from __future__ import annotations

import secrets
import sqlite3

import pytest

from tests.server import Client, Party, Server, new_party


@pytest.fixture
def lobby(client: Client) -> Party:
    return new_party(client, claim=False)


def fresh() -> str:
    return secrets.token_urlsafe(24)


def test_a_claim_and_the_same_again(lobby: Party, client: Client) -> None:
    key = fresh()
    for _ in range(3):
        found = client.post(f"{lobby.at}/seats/2/claim", {"key": key}, lobby.join)
        assert found.status == 200
        assert found.json["seat"] == 2
        assert found.json["table"]["you"] == {"role": "seat", "seat": 2}
    second = client.post(f"{lobby.at}/seats/2/claim", {"key": key}, key)
    assert second.status == 200, "the answer was lost, and the join key is gone from the address bar"
    assert [seat["claimed"] for seat in lobby.document()["seats"]] == [False, True, False]


def test_a_repeated_claim_is_no_change(lobby: Party, client: Client) -> None:
    key = lobby.claim(2)
    version = lobby.document()["version"]
    client.post(f"{lobby.at}/seats/2/claim", {"key": key}, lobby.join)
    assert lobby.document()["version"] == version


def test_taken(lobby: Party, client: Client) -> None:
    mine = lobby.claim(2)
    found = client.post(f"{lobby.at}/seats/2/claim", {"key": fresh()}, lobby.join)
    assert found.was == (409, "seat-taken")
    assert "Dave" in found.json["detail"]
    assert client.get(lobby.at, mine).json["you"]["seat"] == 2
    # not even the host takes it away without saying so
    assert client.post(f"{lobby.at}/seats/2/claim", {"key": fresh()}, lobby.host).was == (409, "seat-taken")


def test_a_phone_sits_on_one_seat(lobby: Party, client: Client) -> None:
    mine = lobby.claim(2)
    assert client.post(f"{lobby.at}/seats/3/claim", {"key": mine}, lobby.join).was == (422, "invalid")
    assert client.post(f"{lobby.at}/seats/3/claim", {"key": fresh()}, mine).was == (403, "not-your-seat")


@pytest.mark.parametrize("taken", ["host", "join"])
def test_no_seat_with_a_key_that_means_something_else(taken: str, lobby: Party, client: Client) -> None:
    key = lobby.host if taken == "host" else lobby.join
    found = client.post(f"{lobby.at}/seats/1/claim", {"key": key}, lobby.join)
    assert found.was == (422, "invalid")
    assert lobby.document(key)["you"]["role"] == taken


def test_release(lobby: Party, client: Client, server: Server) -> None:
    mine = lobby.claim(2)
    stream = server.stream(lobby, mine)
    stream.next()
    found = client.post(f"{lobby.at}/seats/2/release", None, lobby.host)
    assert found.status == 200
    assert stream.ended()
    assert client.get(lobby.at, mine).was == (401, "key-unknown")
    assert lobby.move(2, "note", text="x").was == (401, "key-unknown")
    assert client.get(f"{lobby.at}/stream", mine).was == (401, "key-unknown")
    assert not lobby.document()["seats"][1]["claimed"]
    lobby.claim(2)
    assert client.get(lobby.at, mine).was == (401, "key-unknown")


def test_handover(lobby: Party, client: Client, server: Server) -> None:
    old = lobby.claim(2)
    found = client.post(f"{lobby.at}/seats/2/handover", None, lobby.host).json
    key = found["handover_key"]
    assert found["url"].endswith(f"/t/{lobby.code}#s=2&h={key}")
    assert found["qr_svg"].startswith("<svg")
    assert client.get(lobby.at, old).status == 200, "the old phone plays on until the new one is there"
    # it is for this seat, for claiming, and for nothing else
    assert client.post(f"{lobby.at}/seats/1/claim", {"key": fresh()}, key).was == (401, "key-unknown")
    assert client.post(f"{lobby.at}/moves", {"type": "note", "text": "x"}, key).was == (401, "key-unknown")
    assert client.get(lobby.at, key).was == (401, "key-unknown")

    stream, other = server.stream(lobby, old), server.stream(lobby, lobby.join)
    stream.next(), other.next()
    new = fresh()
    assert client.post(f"{lobby.at}/seats/2/claim", {"key": new}, key).status == 200
    assert stream.ended()
    assert client.get(lobby.at, old).was == (401, "key-unknown")
    assert client.get(lobby.at, new).json["you"] == {"role": "seat", "seat": 2}
    assert other.until(lambda document: document["seats"][1]["claimed"])
    other.close()
    # the answer was lost: the same again, though the handover key is used up
    assert client.post(f"{lobby.at}/seats/2/claim", {"key": new}, key).status == 200
    assert client.post(f"{lobby.at}/seats/2/claim", {"key": fresh()}, key).was == (401, "key-unknown")


def test_a_newer_handover_ends_the_older(lobby: Party, client: Client) -> None:
    first, second = (
        client.post(f"{lobby.at}/seats/2/handover", None, lobby.host).json["handover_key"] for _ in "12"
    )
    assert client.post(f"{lobby.at}/seats/2/claim", {"key": fresh()}, first).was == (401, "key-unknown")
    assert client.post(f"{lobby.at}/seats/2/claim", {"key": fresh()}, second).status == 200


def test_a_release_ends_the_handover(lobby: Party, client: Client) -> None:
    key = client.post(f"{lobby.at}/seats/2/handover", None, lobby.host).json["handover_key"]
    client.post(f"{lobby.at}/seats/2/release", None, lobby.host)
    assert client.post(f"{lobby.at}/seats/2/claim", {"key": fresh()}, key).was == (401, "key-unknown")


def test_presence(lobby: Party, client: Client, server: Server) -> None:
    key = lobby.claim(2)
    watching = server.stream(lobby)
    watching.next()
    first, second = server.stream(lobby, key), server.stream(lobby, key)
    watching.until(lambda document: document["seats"][1]["connected"])
    first.next(), second.next()
    first.close()
    lobby.made(0, "note", text="one of two phones is gone")
    assert watching.until(lambda document: document["revision"] == 2)["seats"][1]["connected"]
    second.close()
    gone = watching.until(lambda document: not document["seats"][1]["connected"])
    assert gone["seats"][1]["claimed"]
    assert client.get(lobby.at).json["version"] == gone["version"]
    watching.close()


def test_a_new_epoch_ends_the_old_qr(own_server: Server) -> None:
    """The join key is computed from the epoch that stands in the database, and stored nowhere."""
    party = new_party(own_server.client(), claim=False)
    own_server.kill()
    with sqlite3.connect(own_server.folder / "companion.sqlite") as database:
        database.execute("UPDATE game_table SET join_epoch = 2")
        kept = "\n".join(database.iterdump())
    database.close()
    for key in (party.host, party.join):
        assert key not in kept
    own_server.start()
    client = own_server.client()
    assert client.post(f"{party.at}/seats/1/claim", {"key": fresh()}, party.join).was == (401, "key-unknown")
    url = client.get(party.at, party.host).json["join_url"]
    join = url.partition("#j=")[2]
    assert join != party.join
    assert client.post(f"{party.at}/seats/1/claim", {"key": fresh()}, join).status == 200


def test_claims_outlive_a_restart_and_an_undo(own_server: Server) -> None:
    party = new_party(own_server.client())
    party.made(1, "bid", amount=1)
    party.client.post(f"{party.at}/undo", {"to": 1}, party.host)
    own_server.restart()
    party.client = own_server.client()
    for seat, key in party.seats.items():
        assert party.document(key)["you"] == {"role": "seat", "seat": seat}
    assert all(seat["claimed"] and not seat["connected"] for seat in party.document()["seats"])


def test_other_names_and_colours(party: Party, client: Client) -> None:
    change = {"seats": [{"seat": 2, "name": "  Dora   the <b>Great</b> ", "colour": "#123abc"}]}
    found = client.call("PATCH", party.at, change, party.host)
    assert found.json["seats"][1]["name"] == "Dora the <b>Great</b>"
    assert found.json["seats"][1]["colour"] == "#123abc"
    party.made(1, "bid", amount=1)
    assert party.document()["turn"]["prompt"].startswith("Dora the <b>Great</b>")
    offers = client.get(party.at, party.host).body
    assert b"Dora the <b>Great</b>" in offers
    assert b"Dave" not in client.get(party.at, party.seats[2]).body, (
        "nothing that is kept rendered has the old name"
    )
    assert client.call("PATCH", party.at, {"options": {"undo": "anyone"}}, party.host).status == 200
    assert client.post(f"{party.at}/undo", None, party.seats[3]).status == 201


def test_forgotten_for_good(party: Party, client: Client, server: Server) -> None:
    stream = server.stream(party, party.seats[1])
    stream.next()
    assert client.call("DELETE", party.at, key=party.host).status == 204
    assert stream.ended()
    assert client.get(party.at).was == (404, "no-such-table")
    assert client.post(f"{party.at}/moves", {"type": "note", "text": "x"}, party.host).was == (
        404,
        "no-such-table",
    )
