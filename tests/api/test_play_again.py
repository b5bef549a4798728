"""The same people play again: a new table like the old one, which leads there whoever has a key of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import finished
from tests.server import Client, Party, Server, new_party


@pytest.fixture
def over(client: Client) -> Party:
    """A game that is over, with an option and a ruling of its own, and a colour that a player has chosen."""
    party = new_party(client, options={"undo": "anyone"}, rulings={"free_growth": "may_decline"})
    colour = {"seats": [{"seat": 2, "colour": "#123456"}]}
    assert client.call("PATCH", party.at, colour, party.host).status == 200
    return finished(party)


def again(party: Party, key: str | None) -> Any:
    found = party.client.post(f"{party.at}/play-again", {}, key)
    assert found.status == 201, found.body
    return found.json


def test_it_is_like_the_old_one_and_begins_anew(over: Party) -> None:
    made, old = again(over, over.host), over.document()
    mine = made["table"]
    assert {name: mine[name] for name in ("game", "rulings")} == {
        name: old[name] for name in ("game", "rulings")
    }
    assert mine["options"]["undo"] == "anyone"
    assert [(seat["name"], seat["colour"]) for seat in mine["seats"]] == [
        (seat["name"], seat["colour"]) for seat in old["seats"]
    ]
    assert mine["seats"][1]["colour"] == "#123456"
    assert (mine["status"], mine["revision"]) == ("setup", 1)
    assert not any(seat["claimed"] for seat in mine["seats"])
    assert made["code"] != over.code
    assert made["join_key"] != over.join


def test_the_old_table_leads_there_whoever_has_a_key(over: Party, client: Client) -> None:
    assert "next_table" not in over.document(over.key(1))
    before = over.document()["version"]
    made = again(over, over.host)
    assert over.document()["version"] > before, "or no phone would hear of it"
    for key in (over.host, over.key(1), over.join):
        assert over.document(key)["next_table"] == made["code"]
        way = client.get(f"{over.at}/next-table", key)
        assert way.status == 200
        assert (way.json["code"], way.json["join_key"]) == (made["code"], made["join_key"])
        assert way.json["join_url"] == made["join_url"]
    sat = client.post(f"/tables/{made['code']}/seats/2/claim", {"key": "k" * 24}, way.json["join_key"])
    assert sat.status == 200


def test_nobody_else(over: Party, client: Client) -> None:
    """Whoever only knows the code looks on at the new table as at the old one, and gets no further; an export says
    nothing."""
    made = again(over, over.host)
    assert over.document()["next_table"] == made["code"]
    assert client.get(f"{over.at}/next-table").was == (401, "key-needed")
    assert client.get(f"{over.at}/next-table", "somebody-else-s-key").was == (401, "key-unknown")
    for path in ("export", "moves", "result.json"):
        for key in (None, over.host):
            found = client.get(f"{over.at}/{path}", key)
            assert found.status == 200
            assert made["code"] not in found.body.decode()
    copy = client.post(f"{over.at}/copy", {}, over.host).json
    assert "next_table" not in copy["table"]


def test_who_leads(over: Party) -> None:
    """Everybody may play again with the same people; only the host takes the others along."""
    for key in (over.key(1), None):
        made = again(over, key)
        assert made["table"]["you"]["role"] == "host"
        assert "next_table" not in over.document(over.host)
    first, second = again(over, over.host), again(over, over.host)
    assert first["code"] != second["code"]
    assert over.document(over.join)["next_table"] == second["code"], "the last one"


def test_other_options(over: Party, client: Client) -> None:
    other = {"options": {"first_bidder": 3, "undo": "own"}}
    made = client.post(f"{over.at}/play-again", other, over.host).json["table"]
    assert (made["options"]["first_bidder"], made["options"]["undo"]) == (3, "own")
    assert made["auction"]["opener"] == 3
    wrong = {"options": {"first_bidder": 4}}
    assert client.post(f"{over.at}/play-again", wrong, over.host).was == (422, "invalid")


def test_the_same_call_again_gets_the_same_table(over: Party, client: Client) -> None:
    """The answer was lost: the page that made the key is the host of the table that is there by now."""
    body = {"key": "a-host-key-that-the-page-has-made"}
    first = client.post(f"{over.at}/play-again", body, over.host)
    second = client.post(f"{over.at}/play-again", body, over.host)
    assert (first.status, second.status) == (201, 201)
    assert second.json["code"] == first.json["code"]
    assert second.json["table"]["you"]["role"] == "host"
    renamed = {"seats": [{"seat": 1, "name": "Edmund"}]}
    assert client.call("PATCH", f"/tables/{first.json['code']}", renamed, body["key"]).status == 200
    other = client.post(f"{over.at}/play-again", {"key": "another-key-that-a-page-has-made"}, over.host)
    assert other.json["code"] != first.json["code"]
    assert client.post(f"{over.at}/play-again", {"key": "short"}, over.host).was == (422, "invalid")


def test_a_new_qr_there_keeps_out_who_comes_from_here(over: Party, client: Client) -> None:
    made = again(over, over.host)
    fresh = client.call("PATCH", f"/tables/{made['code']}", {"new_join": True}, made["host_key"])
    assert fresh.status == 200
    assert client.get(f"{over.at}/next-table", over.key(1)).was == (409, "not-now")


def test_a_seat_that_was_freed_here_has_no_way_in_there(over: Party, client: Client) -> None:
    again(over, over.host)
    old = over.key(2)
    assert client.post(f"{over.at}/seats/2/release", {}, over.host).status == 200
    assert client.get(f"{over.at}/next-table", old).was == (401, "key-unknown")


def test_not_while_the_game_goes_on(party: Party, client: Client) -> None:
    assert client.post(f"{party.at}/play-again", {}, party.host).was == (409, "not-now")
    assert client.get(f"{party.at}/next-table", party.host).was == (404, "no-such-table")


def test_a_new_table_that_is_gone(over: Party, client: Client) -> None:
    made = again(over, over.host)
    assert client.call("DELETE", f"/tables/{made['code']}", None, made["host_key"]).status == 204
    assert client.get(f"{over.at}/next-table", over.host).was == (404, "no-such-table")


def test_after_a_restart(own_server: Server) -> None:
    over = finished(new_party(own_server.client()))
    made = again(over, over.host)
    own_server.restart()
    over.client = own_server.client()
    assert over.document(over.join)["next_table"] == made["code"]


def test_phones_hear_of_it_at_once(own_server: Server) -> None:
    over = finished(new_party(own_server.client()))
    stream = own_server.stream(over, over.key(1))
    assert "next_table" not in stream.next()[1]
    made = again(over, over.host)
    assert stream.until(lambda document: "next_table" in document)["next_table"] == made["code"]
    stream.close()


def test_that_the_host_has_started_is_said_while_one_table_goes_on(over: Party, client: Client) -> None:
    """By the host alone; no table begins with it, neither a new one nor the next."""
    started = {"options": {"started": True}}
    assert "started" not in over.document()["options"]
    assert client.call("PATCH", over.at, started, over.key(1)).was == (403, "host-only")
    assert client.call("PATCH", over.at, {"options": {"started": 1}}, over.host).was == (422, "invalid")
    assert client.call("PATCH", over.at, started, over.host).status == 200
    assert over.document()["options"]["started"] is True
    assert "started" not in again(over, over.host)["table"]["options"]
    created = {"game": "prairie-railroads", "players": ["Ed", "Dave", "Pete"], **started}
    assert client.post("/tables", created).was == (422, "invalid")
