"""What games are called: titles stay as they are, and what is no title is said in every language's own words."""

from __future__ import annotations

from companion.games import GAMES
from tests.boxes import put
from tests.browser.played import ALL, played_at
from tests.server import Client, new_party

GERMAN = {"Accept_Language": "de"}


def test_only_the_bank_has_another_name_in_german(client: Client) -> None:
    english, german = (client.get("/games", **asked).json["items"] for asked in ({}, GERMAN))
    changed = [
        (one["name"], other["name"]) for one, other in zip(english, german, strict=True) if one != other
    ]
    assert changed == [("The bank alone", "Nur die Bank")]
    assert len(english) >= len(GAMES)


def test_every_page_calls_it_so(client: Client) -> None:
    party = new_party(client, ["Ed", "Dave"], game="bank")
    assert party.document()["game_name"] == "The bank alone"
    german = {
        "table": client.get(party.at, party.host, **GERMAN).json["game_name"],
        "game": client.get("/games/bank", **GERMAN).json["name"],
        "help": client.get("/games/bank/help", **GERMAN).json["name"],
        "board": client.get("/atlases/bank", **GERMAN).json["name"],
    }
    assert set(german.values()) == {"Nur die Bank"}, german


def test_a_table_says_whose_box_it_plays_with(client: Client) -> None:
    party = new_party(client, ["Ed", "Dave"], game="bank", options={"box": {"name": "Moonshine", "cash": 9}})
    assert party.document()["game_name"] == "The bank alone: Moonshine"
    german = client.get(party.at, party.host, **GERMAN).json["game_name"]
    assert german == "Nur die Bank: Moonshine"


def test_an_evening_that_is_over_is_called_so(client: Client) -> None:
    # Played here and not imported: of an evening that stands at two tables of this server, the earlier one is shown.
    party = played_at(client, "bank/prairie-with-the-bank", ALL)
    found = client.get("/evenings?game=bank", party.host, **GERMAN).json["items"]
    assert [one["game"]["name"] for one in found if one["code"] == party.code] == [
        "Nur die Bank: Prairie Railroads"
    ]
    told = client.get("/statistics", party.host, **GERMAN).json["games"]
    names = [one["name"] for one in told]  # other tables of this server may be over too
    assert any(name.startswith("Nur die Bank") for name in names)
    assert not any(name.startswith("The bank alone") for name in names)


def test_an_evening_with_a_box_of_ones_own_is_called_by_it(client: Client) -> None:
    names = ["Friday's Ed", "Dave"]  # whose statistics are of this evening alone
    party = new_party(client, names, game="bank", options={"box": {"name": "18Friday", "cash": 9}})
    party.made(0, "end_game")
    found = client.get("/evenings?game=bank", party.host, **GERMAN).json["items"]
    assert [one["game"]["name"] for one in found if one["code"] == party.code] == ["Nur die Bank: 18Friday"]
    (told,) = client.get("/statistics?player=Friday%27s%20Ed", party.host).json["games"]
    assert told["name"] == "The bank alone: 18Friday"


def test_a_box_is_not_named_like_the_bank(client: Client) -> None:
    refused = put(client, "bank", **GERMAN)
    assert refused.was == (422, "invalid")
    assert "Nur die Bank" in refused.body.decode()
