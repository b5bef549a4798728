"""One phone for all: at a table where anybody acts for anybody, one seat's key plays an evening for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from tests.api.test_evenings_http import HttpPlayer
from tests.evening_reader import HOST, play_evening
from tests.playing import begun
from tests.server import Client, Party, Reply, new_party, thorough

EVENINGS = Path(__file__).parent.parent / "evenings"
WHOLE = (
    pytest.param("prairie-railroads/whole-evening", marks=thorough),
    pytest.param("southern-pacific/end-all-shares-held", marks=thorough),
    "texas-pacific/end-eight-rounds",
    pytest.param("gulf-mobile-ohio/end-six-colours", marks=thorough),
    "union-pacific/cash-hidden",
)
"""An evening of each game, from the first move to the settlement."""


class OnePhone(HttpPlayer):
    """Whatever a seat does is sent with the key of seat 1, the only key there is."""

    def begin(self, setup: Mapping[str, Any]) -> None:
        super().begin({**setup, "claim": False, "options": {**setup["options"], "act_for": "anyone"}})
        self.phone = self.party.claim(1)
        self.party.seats = dict.fromkeys(range(1, len(setup["players"]) + 1), self.phone)

    def written(self, seat: int, body: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
        sent, _ = super().written(seat, body)
        return (sent, self.party.host) if seat == HOST else ({"seat": seat, **sent}, self.phone)


@pytest.mark.parametrize("name", WHOLE)
def test_an_evening_of_each_game(name: str, client: Client) -> None:
    player = OnePhone(client)
    play_evening(EVENINGS / f"{name}.evening", player, GAMES)
    assert player.document()["status"] == "finished"
    claimed = [seat["seat"] for seat in player.document()["seats"] if seat["claimed"]]
    assert claimed == [1]


def one_phone(client: Client, **setup: Any) -> Party:
    """A table at which anybody acts for anybody, and Ed's phone alone."""
    party = new_party(client, claim=False, **{**setup, "options": {"act_for": "anyone"}})
    party.claim(1)
    return party


def for_seat(party: Party, seat: Any, type_: str, **fields: Any) -> Reply:
    """What Ed's phone enters for somebody."""
    return party.client.post(f"{party.at}/moves", {"type": type_, "seat": seat, **fields}, party.key(1))


def test_every_offer_is_on_it_and_it_may_take_back_what_it_did(client: Client) -> None:
    party = one_phone(client)
    assert party.document()["options"]["act_for"] == "anyone"
    party.made(1, "bid", amount=5)
    assert {offer["seat"] for offer in party.document(party.key(1))["offers"]} >= {2}
    made = for_seat(party, 2, "bid", amount=6).json
    assert (made["entry"]["by"], made["entry"]["move"]["seat"]) == ("seat:1", 2)
    assert client.post(f"{party.at}/undo", {}, party.key(1)).status == 201


def test_what_it_may_not(client: Client) -> None:
    party = one_phone(client)
    assert for_seat(party, 2, "bid", amount=6).was == (409, "not-now"), "whose turn it is stays a rule"
    for nobody in (9, 0, -1, "2", 2.5):
        assert for_seat(party, nobody, "bid", amount=6).was == (422, "invalid")
    assert for_seat(party, 2, "correct", note="x").was == (403, "host-only")
    assert for_seat(party, 2, "position").was == (403, "host-only")
    assert client.post(f"{party.at}/moves", {"type": "bid", "amount": 5, "seat": 1}, party.join).was == (
        403,
        "not-your-seat",
    )
    assert party.document()["revision"] == 1


def test_what_is_sealed_and_hidden_stays_so(client: Client) -> None:
    """The phone has entered what Dave chose, but is told it no more than anybody else; the same goes for his money."""
    party = one_phone(client, game="union-pacific", rulings={"cash_visibility": "hidden"})
    party.made(1, "reveal", company="WW")
    entered = for_seat(party, 2, "reveal", company="MS").json
    assert entered["entry"]["move"] == {"type": "reveal", "seat": 2, "sealed": True}
    assert "MS" not in str(entered["table"]["recent"][-1])
    assert for_seat(party, 3, "reveal", company="MS").status == 201
    seats = party.document(party.key(1))["seats"]
    assert [seat["cash"] is None for seat in seats] == [False, True, True]


def test_a_limit_is_nobody_elses(client: Client) -> None:
    """Each seat still has its own secret, and the one phone has that of its own seat."""
    party = one_phone(client)
    dave = party.claim(2)
    assert client.call("PUT", f"{party.at}/auction/limit", {"amount": 12}, dave).status == 200
    assert party.document(party.key(1))["you"].get("limit") is None


def test_it_may_be_chosen_while_the_game_goes_on(client: Client) -> None:
    """The battery of Pete's phone is empty: from now on Ed's phone bids for him."""
    party = begun(new_party(client))
    refused = for_seat(party, 3, "play_card", card="PD", source="hand")
    assert refused.was == (403, "not-your-seat")
    change = {"options": {"act_for": "anyone"}}
    assert client.call("PATCH", party.at, change, party.key(1)).was == (403, "host-only")
    assert client.call("PATCH", party.at, change, party.host).status == 200
    assert for_seat(party, 3, "play_card", card="PD", source="hand").status == 201
    assert client.call("PATCH", party.at, {"options": {"act_for": "own"}}, party.host).status == 200
    assert for_seat(party, 3, "note", text="hm").was == (403, "not-your-seat")
    assert client.call("PATCH", party.at, {"options": {"act_for": "me"}}, party.host).was == (422, "invalid")


def test_every_game_has_it_once(client: Client) -> None:
    for rules in GAMES:
        options = client.get(f"/games/{rules.box.slug}").json["options"]
        (found,) = (option for option in options if option["name"] == "act_for")
        assert [choice["value"] for choice in found["choices"]] == ["own", "anyone"]
        assert found.get("later", False) == (rules.box.slug != "bank"), "there the rules go by it"


def test_the_banks_own_is_not_changed_later(client: Client) -> None:
    party = new_party(client, game="bank", options={"box": "prairie-railroads"})
    for value in ("anyone", "own"):
        change = {"options": {"act_for": value}}
        assert client.call("PATCH", party.at, change, party.host).was == (422, "invalid")


def test_it_is_the_same_after_an_import(client: Client) -> None:
    party = one_phone(client)
    party.made(1, "bid", amount=5)
    export = client.get(f"{party.at}/export", party.host).json
    found = client.post("/tables/import", export).json
    again = Party(client, found["code"], found["host_key"], found["join_key"])
    again.claim(1)
    assert for_seat(again, 2, "bid", amount=6).status == 201
