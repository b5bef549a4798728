"""Who goes first may be drawn by lot: everybody reads it, it stands in the first line, and can be checked."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Any

import pytest

from companion.service import fairness
from companion.words.errors import RuleError
from tests.server import NAMES, Client, first_seat

GAMES = ("prairie-railroads", "southern-pacific", "texas-pacific", "gulf-mobile-ohio", "union-pacific")
DRAWN = next(iter(first_seat("prairie-railroads")))
WRONG_FIRST_LINES: tuple[dict[str, Any], ...] = (
    {"seats": 1_000},
    {"seats": None},
    {"dice": None},
    {"options": {}},
)


def begun_with(client: Client, game: str, **options: Any) -> tuple[dict[str, Any], str]:
    body = {"game": game, "players": NAMES, "options": {"teach": False, **options}}
    made = client.post("/tables", body)
    assert made.status == 201, made.body
    return client.get(f"/tables/{made.json['code']}").json, made.json["host_key"]


def summary(table: dict[str, Any]) -> str:
    return str(table["recent"][0]["summary"])


@pytest.mark.parametrize("game", GAMES)
def test_whoever_was_drawn_is_named(client: Client, game: str) -> None:
    option = next(iter(first_seat(game)))
    table, _ = begun_with(client, game)
    drawn = table["options"][option]
    assert drawn in (1, 2, 3)
    assert summary(table) == f"The game begins; drawn by lot: {NAMES[drawn - 1]} goes first"
    said, _ = begun_with(client, game, **first_seat(game))
    assert summary(said) == "The game begins", "the table itself has said who begins"


def test_a_game_begun_in_the_middle_was_not_opened_by_who_was_drawn(client: Client) -> None:
    cash = [{"of": "seat:1", "name": "cash", "value": 43}]
    body = {"game": "prairie-railroads", "players": NAMES, "position": {"figures": cash}}
    made = client.post("/tables", body)
    assert made.status == 201, made.body
    assert summary(client.get(f"/tables/{made.json['code']}").json) == "The game begins"


def test_it_is_exported_and_read_in_again(client: Client) -> None:
    table, key = begun_with(client, "southern-pacific")
    export = client.get(f"/tables/{table['code']}/export", key).json
    assert export["lines"][0]["body"]["drawn"] == DRAWN
    again = client.post("/tables/import", export).json
    assert summary(client.get(f"/tables/{again['code']}").json) == summary(table)


@pytest.mark.parametrize("nonsense", ["undo", "nobody", 1, ["first_bidder"], {}, True])
def test_what_cannot_have_been_drawn_is_refused(client: Client, nonsense: object) -> None:
    table, key = begun_with(client, "southern-pacific")
    export = client.get(f"/tables/{table['code']}/export", key).json
    export["lines"][0]["body"]["drawn"] = nonsense
    refused = client.post("/tables/import", export)
    assert (refused.status, refused.code) == (422, "invalid")


@pytest.mark.parametrize("value", ["roll", None, 9])
def test_what_was_drawn_is_a_seat(client: Client, value: object) -> None:
    table, key = begun_with(client, "southern-pacific")
    export = client.get(f"/tables/{table['code']}/export", key).json
    export["lines"][0]["body"]["options"][DRAWN] = value
    refused = client.post("/tables/import", export)
    assert (refused.status, refused.code) == (422, "invalid")
    del export["lines"][0]["body"]["options"][DRAWN]
    assert client.post("/tables/import", export).status == 422


def test_the_lot_is_checked_against_the_seed_once_that_is_published() -> None:
    """The first byte of HMAC-SHA-256(seed, "DICE:first_bidder") below 255 decides, modulo the number of seats."""
    seed = bytes(range(32))
    draw = next(
        byte for byte in hmac.digest(seed, b"DICE:first_bidder", "sha256") if byte < 255
    )  # 255 is the largest multiple of three
    right = draw % 3 + 1
    commitment = sha256(seed).hexdigest()
    seeds = [{"dice_id": "DICE", "seed": seed.hex(), "commitment": commitment, "since": 1}]
    for seat in (1, 2, 3):
        body: dict[str, Any] = {"seats": 3, "options": {"first_bidder": seat}, "drawn": "first_bidder"}
        first: dict[str, Any] = {
            "revision": 1,
            "kind": "begin",
            "body": {**body, "dice": {"id": "DICE", "commitment": commitment}},
        }
        raw = {"game": "prairie-railroads", "dice": {"seeds": seeds, "rolls": []}, "lines": [first]}
        _, lot = fairness.checked(raw)
        assert (str(lot.what), lot.right) == (f"line 1: seat {seat} goes first", seat == right)
        for broken in WRONG_FIRST_LINES:
            wrong = {**raw, "lines": [{**first, "body": {**first["body"], **broken}}]}
            with pytest.raises(RuleError):
                list(fairness.checked(wrong))
        del first["body"]["drawn"]  # an older journal does not say so
        assert len(list(fairness.checked(raw))) == 1
        del first["body"]["dice"]
        assert len(list(fairness.checked({**raw, "lines": []}))) == 1
