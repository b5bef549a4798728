"""A copy to try things out: the same table at that moment, independent from then on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server import Client, Party

SAME = ("game", "bank", "railroads", "turn", "auction", "panels", "rulings", "end", "step")


@pytest.fixture
def bidden(party: Party) -> Party:
    """Two bids, by a seat with a colour of its own."""
    colour = {"seats": [{"seat": 1, "colour": "#123456"}]}
    assert party.client.call("PATCH", party.at, colour, party.host).status == 200
    party.made(1, "bid", amount=3)
    party.made(2, "bid", amount=4)
    return party


def copied(client: Client, party: Party, key: str | None, **body: Any) -> Any:
    found = client.post(f"{party.at}/copy", body, key)
    assert found.status == 201, found.body
    return found.json


def test_it_is_the_table_of_that_moment(bidden: Party, client: Client) -> None:
    made = copied(client, bidden, bidden.host, at=2)
    then = client.get(f"{bidden.at}?at=2", bidden.host).json
    mine = made["table"]
    assert mine["practice"] is mine["options"]["practice"] is True
    assert mine["revision"] == then["revision"] + 1, "and a line with its new dice"
    assert {name: mine[name] for name in SAME} == {name: then[name] for name in SAME}
    assert [seat["cash"] for seat in mine["seats"]] == [seat["cash"] for seat in then["seats"]]
    assert mine["seats"][0]["colour"] == "#123456"
    assert not any(seat["claimed"] for seat in mine["seats"])


def test_neither_touches_the_other(bidden: Party, client: Client) -> None:
    made = copied(client, bidden, bidden.host)
    assert made["table"]["auction"]["high_bid"] == 4
    before = client.get(bidden.at).json
    at, key = f"/tables/{made['code']}", made["host_key"]
    assert client.post(f"{at}/moves", {"type": "bid", "seat": 3, "amount": 9}, key).status == 201
    assert client.get(bidden.at).json == before
    bidden.made(3, "pass")
    assert client.get(at).json["auction"]["high_bid"] == 9
    for foreign in (bidden.host, bidden.key(1)):
        assert client.post(f"{at}/moves", {"type": "pass", "seat": 1}, foreign).was == (401, "key-unknown")
    assert made["join_key"] != bidden.join


def test_its_dice_are_others(bidden: Party, client: Client) -> None:
    made = copied(client, bidden, bidden.host)
    dice = client.get(f"/tables/{made['code']}/dice", made["host_key"]).json["seeds"]
    old = client.get(f"{bidden.at}/dice", bidden.host).json["seeds"]
    assert dice[0]["dice_id"] == old[0]["dice_id"]
    assert dice[1]["dice_id"] != old[0]["dice_id"]


def test_a_secret_limit_stays_where_it_is(bidden: Party, client: Client) -> None:
    assert client.call("PUT", f"{bidden.at}/auction/limit", {"amount": 20}, bidden.key(2)).status == 200
    made = copied(client, bidden, bidden.host)
    at = f"/tables/{made['code']}"
    key = "a-key-of-the-second-seat"
    assert client.post(f"{at}/seats/2/claim", {"key": key}, made["join_key"]).status == 200
    assert "limit" not in client.get(at, key).json["you"]
    bid = {"type": "bid", "seat": 3, "amount": 9}
    assert client.post(f"{at}/moves", bid, made["host_key"]).json["revision"] == made["table"]["revision"] + 1
    assert client.get(at).json["auction"]["high_bid"] == 9


@pytest.mark.parametrize("at", [0, 99, "2", 1.5, True, -1])
def test_a_moment_that_is_none(at: Any, bidden: Party, client: Client) -> None:
    assert client.post(f"{bidden.at}/copy", {"at": at}, bidden.host).was == (422, "invalid")


def test_who_may(bidden: Party, client: Client) -> None:
    for key in (bidden.key(1), bidden.join, None):
        assert client.post(f"{bidden.at}/copy", {}, key).was == (403, "host-only")


def test_a_seat_where_the_host_allows_it(bidden: Party, client: Client) -> None:
    """Nobody else may, and a seat only as long as it is allowed."""
    allow = {"options": {"try_out": "anyone"}}
    assert client.call("PATCH", bidden.at, allow, bidden.host).status == 200
    made = copied(client, bidden, bidden.key(1), at=2)
    assert made["table"]["practice"]
    assert made["table"]["you"]["role"] == "host", "of the copy"
    for key in (bidden.join, None):
        assert client.post(f"{bidden.at}/copy", {}, key).was == (403, "host-only")
    assert client.call("PATCH", bidden.at, {"options": {"try_out": "host"}}, bidden.host).status == 200
    assert client.post(f"{bidden.at}/copy", {}, bidden.key(1)).was == (403, "host-only")


def test_its_charts_say_that_it_is_practice(bidden: Party, client: Client) -> None:
    made = copied(client, bidden, bidden.host)
    for code, marked in ((made["code"], True), (bidden.code, False)):
        svg = client.get(f"/tables/{code}/charts/cash.svg").body.decode()
        assert ("practice" in svg) is marked


def test_nobody_marks_a_table_by_hand(bidden: Party, client: Client) -> None:
    change = {"options": {"practice": True}}
    assert client.call("PATCH", bidden.at, change, bidden.host).was == (422, "invalid")
    made = copied(client, bidden, bidden.host)
    off = client.call("PATCH", f"/tables/{made['code']}", {"options": {"practice": False}}, made["host_key"])
    assert off.was == (422, "invalid")
