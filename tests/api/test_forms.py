"""What a form begins with: where a railroad goes on building, and what is seldom wanted below the rest."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.played import played
from tests.playing import begun
from tests.server import Client, Party, new_party


def offer(party: Party, type_: str) -> Any:
    return next(item for item in party.document(party.host)["offers"] if item["type"] == type_)


def test_a_railroad_goes_on_from_the_city_it_reached_last(party: Party) -> None:
    begun(party)
    party.made(3, "play_card", card="CT", source="hand")
    party.made(3, "roll_growth", dice=[1, 2])
    fields = offer(party, "build_track")["fields"]
    ends = {field["when"]["railroad"]: field["fields"] for field in fields if field["name"] == "segments"}
    # Pete's railroads: the KP has Leavenworth-Lawrence, the MP Fort Scott-Chanute
    starts = {railroad: some[0]["default"] for railroad, some in ends.items()}
    assert (starts["KP"], starts["MP"]) == ("Lawrence", "Chanute")
    # one's own railroads, those of others, and right below them what opens the others
    assert [field["name"] for field in fields[:4]] == ["railroad", "railroad", "blocked", "segments"]


def test_where_a_link_begins_is_chosen_where_there_is_a_choice(client: Client) -> None:
    """Southern Pacific: of a first link it is the home city; from then on the track has two ends at least. Where a link
    is built already stands with the city at its other end."""
    body = {
        "game": "southern-pacific",
        "players": ["Ed", "Dave", "Pete"],
        "options": {"first_bidder": 1, "teach": False},
    }
    made = client.post("/tables", body).json
    party = Party(client, made["code"], made["host_key"], made["join_key"])
    starts = (
        ("Beaumont", "Houston"),
        ("Marshall", "Longview"),
        ("Paris", "Sherman"),
        ("McAlester", "Sherman"),
        ("Fayetteville", "Rogers"),
        ("Galveston", "Alvin"),
    )
    for start, end in starts:
        party.made(0, "auction_result", winner=1, amount=1)
        party.made(0, "build_link", **{"from": start, "to": end})
    party.made(0, "correct", set=[{"of": "railroad:SP", "name": "treasury", "value": 20}])
    start, end = offer(party, "build_link")["fields"]
    assert "default" not in start
    assert [choice["value"] for choice in start["choices"]] == ["Beaumont", "Houston"]
    party.made(0, "build_link", **{"from": "Beaumont", "to": "Cleveland"})
    start, end = offer(party, "build_link")["fields"]
    assert "default" not in start
    built = {choice["value"]: choice["built"] for choice in end["choices"] if "built" in choice}
    assert built == {"Beaumont": ["Houston", "Cleveland"], "Houston": ["Beaumont"], "Cleveland": ["Beaumont"]}


def test_what_is_still_needed_names_what_is_meant(client: Client) -> None:
    """Alone beside *Confirm* a bare *From* or *To* would name nothing, least of all in German."""
    party = new_party(client, ["Ada", "Ed", "Jo"], game="prairie-railroads")
    party.made(0, "auction_result", winner=1, amount=5)
    ends = {field["name"]: field.get("wanted") for field in offer(party, "build_start")["fields"]}
    assert ends == {"from": "From which city", "to": "To which city"}
    west = played(client, "prairie-railroads/western-builds-cost-15-to-40", 16)
    cities = [field["wanted"] for field in offer(west, "western_build")["fields"] if field["name"] == "city"]
    assert set(cities) == {"Next to which city"}
    sold = played(client, "southern-pacific/building", 17)
    sold.made(3, "build_link", **{"from": "Longview", "to": "Houston"})
    link = {field["name"]: field.get("wanted") for field in offer(sold, "buy_link")["fields"]}
    assert link["seller"] == "Which railroad sells"
    assert link["from"] == "From which city"
    bank = new_party(
        client, ["Ada", "Ed"], game="bank", options={"box": "prairie-railroads", "starting_cash": 40}
    )
    reply = client.get(bank.at, bank.host, accept_language="de")
    asked = {
        item["type"]: {field["name"]: field.get("wanted") for field in item["fields"]}
        for item in reply.json["offers"]
        if item["type"] in ("pay", "request_money", "end_game")
    }
    assert asked["pay"]["to"] == "Wer das Geld bekommt"
    assert asked["request_money"]["from"] == "Wer zahlt"
    assert asked["end_game"]["values"] == "Wert einer Aktie"


@pytest.mark.parametrize(
    ("game", "comes"),
    [
        ("texas-pacific", "{who} gets the GHH certificate for free"),
        ("prairie-railroads", "{who} gets the CRIP share for free"),
        ("southern-pacific", "{who} gets the SP share for free"),
    ],
)
def test_the_last_who_may_bid_reads_what_a_pass_does(game: str, comes: str, client: Client) -> None:
    """Where nobody has bid, whoever opened gets what is sold for nothing; before, a pass is but one of several."""
    party = new_party(client, ["Ann", "Ed", "Dave"], game=game)
    first = party.document(party.host)["turn"]["seat"]
    opener = ["Ann", "Ed", "Dave"][first - 1]
    told = f"Pass: {opener} gets it free"
    for _ in range(2):
        assert offer(party, "bid").get("help") != told
        party.made(party.document(party.host)["turn"]["seat"], "pass")
    assert offer(party, "bid")["help"] == told
    passed = party.made(party.document(party.host)["turn"]["seat"], "pass")
    assert comes.format(who=opener) in passed["entry"]["summary"]


def test_whoever_gets_it_free_reads_you_on_a_phone_of_their_own(client: Client) -> None:
    """Who opens the auction of a Common share of Gulf, Mobile & Ohio; a host who plays for others reads the name."""
    party = new_party(client, ["Ann", "Ed", "Dave"], game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=9)
    party.made(2, "expand", rural=1, cities=["Charleston", "Savannah"])
    party.made(2, "auction_common", railroad="SC")
    for key, told in (
        (party.seats[2], "Pass: you get it free if all do"),
        (party.host, "Pass: Ed gets it free if all do"),
    ):
        offers = party.document(key)["offers"]
        assert [one["help"] for one in offers if one["type"] == "bid"] == [told]


def test_of_a_share_that_stays_unsold_the_last_pass_says_so(party: Party) -> None:
    """Prairie Railroads, Offer Stock: only an initial auction gives anything for nothing."""
    begun(party)
    party.made(3, "play_card", card="OS", source="hand")
    party.made(3, "offer_share", railroad="CRIP", **{"from": "treasury"})
    for seat in (3, 1):
        party.made(seat, "pass")
    assert offer(party, "bid")["help"] == "Pass: it stays unsold"
