"""Ruling `cash_visibility`, hidden: everybody sees their own money, and nobody any sum of it, until the end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server import Client, Party, Server, Stream, new_party

HIDDEN = {"cash_visibility": "hidden"}


@pytest.fixture
def party(client: Client) -> Party:
    """Two dividends are paid: Ed, alone in the WW, got 3 + 1 twice; Dave and Pete, tied in the MS, 1 each time."""
    one = new_party(client, game="union-pacific", rulings=HIDDEN)
    for seat, company in enumerate(("WW", "MS", "MS"), 1):
        one.made(seat, "reveal", company=company)
    one.made(1, "build", company="WW", dividend_cards=2)
    return one


def cash(document: Any) -> list[Any]:
    assert [seat["worth"] for seat in document["seats"]] == [seat["cash"] for seat in document["seats"]]
    return [seat["cash"] for seat in document["seats"]]


def test_everybody_sees_their_own(party: Party) -> None:
    for seat, seen in ((1, [8, None, None]), (2, [None, 2, None]), (3, [None, None, 2])):
        document = party.document(party.seats[seat])
        assert cash(document) == seen
        assert document["bank"] == {"balance": None, "paper_total": 710, "short": False}
    for key in (None, party.join, party.host):
        assert cash(party.document(key)) == [None, None, None]
        assert party.document(key)["bank"]["balance"] is None


def test_postings_are_public(party: Party) -> None:
    entry = party.client.get(f"{party.at}/moves").json["items"][-1]
    assert [(posting["to"], posting["amount"]) for posting in entry["postings"]] == [
        ("seat:1", 4),
        ("seat:2", 1),
        ("seat:3", 1),
    ] * 2


def test_no_panel_shows_any(party: Party) -> None:
    panels = {panel["name"]: panel for panel in party.document(party.seats[1])["panels"]}
    assert [column["text"] for column in panels["players"]["columns"]] == ["Shares", "Leads"]


def test_neither_settlement_nor_charts_nor_export(party: Party) -> None:
    client = party.client
    settlement = client.get(f"{party.at}/settlement", party.seats[1]).json
    assert settlement == {
        "projected": True,
        "hidden": True,
        "unit": "$",
        "seats": None,
        "railroads": None,
        "tie_break": None,
    }
    for chart in ("cash", "worth"):
        for key in (None, party.seats[1], party.host):
            assert client.get(f"{party.at}/charts/{chart}.svg", key).was == (409, "not-now")
    for seat in (1, 2):  # not even one's own: anybody can open a picture
        assert client.get(f"{party.at}/charts/seats/{seat}/money.svg", party.seats[1]).was == (409, "not-now")
    assert client.get(f"{party.at}/export", party.host).was == (409, "not-now")
    assert client.get(f"{party.at}/export", party.seats[1]).was == (403, "host-only")
    assert client.get(f"{party.at}/export").was == (401, "key-needed")


def test_what_changes_is_told_to_whom_it_belongs(party: Party) -> None:
    body = {"type": "build", "company": "MS", "dividend_cards": 1, "facts": None}
    for dry in ("?dry_run=true", ""):
        answer = party.client.post(f"{party.at}/moves{dry}", body, party.seats[2]).json
        figures = [
            (affect["of"], affect["name"], affect["from"], affect["to"])
            for affect in answer["entry"]["affects"]
        ]
        # (3 + 1) / 2 in the MS, which has two trains now.
        assert ("seat:2", "cash", 2, 4) in figures
        assert {of for of, name, *_ in figures if name in ("cash", "worth")} == {"seat:2"}
        assert cash(answer["table"]) == [None, 4, None]


def test_a_dry_run_of_the_end_shows_no_more_than_now(party: Party) -> None:
    body = {"type": "build", "company": "MS", "dividend_cards": 2, "seat": 2}
    for seat in (2, 0):
        answer = party.client.post(f"{party.at}/moves?dry_run=true", body, party.key(seat)).json
        assert answer["table"]["status"] == "finished"
        mine = [None, 6, None] if seat else [None] * 3
        assert cash(answer["table"]) == mine
        assert answer["table"]["bank"]["balance"] is None
        panels = {panel["name"]: panel for panel in answer["table"]["panels"]}
        assert [column["text"] for column in panels["players"]["columns"]] == ["Shares", "Leads"]
        shown = {affect["of"] for affect in answer["entry"]["affects"] if affect["name"] in ("cash", "worth")}
        assert shown == ({"seat:2"} if seat else set())


def test_the_end_shows_all(party: Party) -> None:
    client = party.client
    made = party.made(2, "build", company="MS", dividend_cards=2)
    # WW 4 again, twice; the MS has two trains: (3 + 1) / 2, twice.
    for document in (made["table"], party.document(), party.document(party.seats[3])):
        assert cash(document) == [16, 6, 6]
        assert document["bank"]["balance"] == 710 - 28
    settlement = client.get(f"{party.at}/settlement").json
    assert [(seat["seat"], seat["total"]) for seat in settlement["seats"]] == [(1, 16), (2, 6), (3, 6)]
    assert client.get(f"{party.at}/charts/cash.svg").status == 200
    assert told(client, party)
    assert client.get(f"{party.at}/export").status == 200
    client.post(f"{party.at}/undo", {}, party.host)
    assert cash(party.document(party.seats[1])) == [8, None, None]
    assert client.get(f"{party.at}/charts/cash.svg").was == (409, "not-now")
    assert not told(client, party), "nor is it an evening that is over any more"


def told(client: Client, party: Party) -> bool:
    """Is the table among the evenings? The laptop sees them all."""
    items = client.get("/evenings?game=union-pacific").json["items"]
    return party.code in {item["code"] for item in items}


def test_the_streams_show_to_each_their_own(server: Server, party: Party) -> None:
    keys = {0: party.host, 1: party.seats[1], 2: party.seats[2], 3: None}
    streams = {who: Stream(server.port, party.at, key) for who, key in keys.items()}
    try:
        party.made(2, "pass_turn", reason="")
        seen = {
            who: cash(stream.until(lambda item: item["turn"]["seat"] == 3)) for who, stream in streams.items()
        }
    finally:
        for stream in streams.values():
            stream.close()
    assert seen == {0: [None] * 3, 1: [8, None, None], 2: [None, 2, None], 3: [None] * 3}


def test_open_money_is_open(client: Client) -> None:
    party = new_party(client, game="union-pacific")
    for seat, company in enumerate(("WW", "MS", "MS"), 1):
        party.made(seat, "reveal", company=company)
    party.made(1, "build", company="WW", dividend_cards=1)
    assert cash(party.document()) == [4, 1, 1]
    assert client.get(f"{party.at}/settlement").json["seats"][0]["total"] == 4
    assert client.get(f"{party.at}/export", party.host).status == 200


def test_the_imaginary_player_is_nobodys_seat(client: Client) -> None:
    party = new_party(client, ["Ed", "Dave"], game="union-pacific")
    claim = client.post(f"{party.at}/seats/3/claim", {"key": "k" * 32}, party.join)
    assert claim.was == (404, "no-such-seat")
    for seat, company in enumerate(("WW", "MS"), 1):
        party.made(seat, "reveal", company=company)
    party.made(1, "build", company="WW", dividend_cards=3)
    refused = client.post(f"{party.at}/moves", {"type": "third_player", "shares": {}, "seat": 3}, party.host)
    assert refused.was == (422, "invalid")
    made = party.made(2, "third_player", shares={"WW": 3})
    third = made["table"]["seats"][2]
    assert third["name"] == "Imaginary player"
    assert (third["seat"], third["claimed"], third["cash"], third["imaginary"]) == (3, False, 3, True)
    assert "Imaginary player" in made["entry"]["summary"]
    assert client.post(f"{party.at}/seats/3/claim", {"key": "k" * 32}, party.join).was == (
        404,
        "no-such-seat",
    )
    result = client.get(f"{party.at}/result.json").json
    assert [player["name"] for player in result["players"]] == ["Ed", "Dave", "Imaginary player"]


def test_the_game_says_how_money_is_written(client: Client) -> None:
    assert client.get("/games/union-pacific").json["money"] == {"prefix": "$", "suffix": "M"}
    assert client.get("/games/prairie-railroads").json["money"] == {"prefix": "$", "suffix": ""}
    assert new_party(client, game="union-pacific").document()["money"] == {"prefix": "$", "suffix": "M"}


def test_trying_a_correction_tells_nothing(party: Party) -> None:
    """A dry run reveals nothing that is hidden, not even whether it is enough; a correction that is made is public."""
    tried = [{"set": [{"of": "seat:1", "name": "cash", "value": value}]} for value in (0, 9)]
    tried += [{"postings": [{"from": "seat:1", "to": "bank", "amount": amount}]} for amount in (8, 9)]
    would = [
        party.client.post(f"{party.at}/moves?dry_run=true", {"type": "correct", **item}, party.host)
        for item in tried
    ]
    assert [item.status for item in would] == [200] * 4
    shown = [[item.json["entry"][name] for name in ("summary", "postings", "affects")] for item in would]
    assert shown == [shown[0]] * 4
    assert "8" not in str(shown)
    wrong = {
        "type": "correct",
        "set": [{"of": "seat:1", "name": "luck", "value": 1}],
        "postings": tried[2]["postings"],
    }
    assert party.client.post(f"{party.at}/moves?dry_run=true", wrong, party.host).was == (422, "invalid")
    for dry in ("?dry_run=true", ""):
        put_in = {"revision": 5, "before": True, "move": {"type": "correct", **tried[1]}}
        assert party.client.post(f"{party.at}/amend{dry}", put_in, party.host).was == (409, "not-now")
    made = party.made(0, "correct", **tried[1])["entry"]
    assert [(posting["to"], posting["amount"]) for posting in made["postings"]] == [("seat:1", 1)]
    assert cash(party.document(party.seats[1])) == [9, None, None]


def test_a_made_correction_tells_the_difference_alone(party: Party) -> None:
    """Ed has 8. Nobody learns that, neither by taking 9 from him nor by saying that he has 9."""
    taken = party.made(0, "correct", postings=[{"from": "seat:1", "to": "bank", "amount": 9}])
    assert taken["entry"]["summary"] == "Correction; $9M from Ed to the bank"
    assert cash(taken["table"]) == [None, None, None]
    assert cash(party.document(party.seats[1])) == [-1, None, None]
    assert cash(party.document(party.seats[2])) == [None, 2, None]
    row = {"of": "seat:1", "name": "cash", "value": 9}
    for words in ("Correction; Ed: $10M more", "Correction; Ed: no change"):
        entry = party.made(0, "correct", set=[row])["entry"]
        assert entry["summary"] == words
        assert entry["move"]["set"] == [{**row, "value": None}]
        assert party.document(party.seats[1])["recent"][-1]["move"] == entry["move"]
        assert cash(party.document(party.seats[1])) == [9, None, None]
    assert (
        party.made(0, "correct", set=[{**row, "value": 2}])["entry"]["summary"] == "Correction; Ed: $7M less"
    )
    # At the end everything is told: (3 + 1) twice more for Ed.
    table = party.made(2, "build", company="MS", dividend_cards=2)["table"]
    assert cash(table) == [10, 6, 6]
    said = [item["move"]["set"][0]["value"] for item in table["recent"] if item["move"].get("set")]
    assert said == [9, 9, 2]
