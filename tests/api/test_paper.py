"""Paper money beside the companion, over HTTP: which notes are handed over, and that it can begin and end at any
time."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import begun
from tests.server import Client, Party, Reply, new_party


@pytest.fixture
def paper(client: Client) -> Party:
    return new_party(client, options={"paper_money": True})


def notes(entry: dict[str, Any]) -> list[str]:
    return [
        instruction["text"] for instruction in entry["instructions"] if instruction["kind"] == "hand_over"
    ]


def change(party: Party, **options: Any) -> Reply:
    return party.client.call("PATCH", party.at, {"options": options}, party.host)


def test_starting_money_is_counted_out(paper: Party) -> None:
    (first,) = paper.document()["recent"]
    assert notes(first) == [
        f"Bank: $80 to {name} ($25 + 4 × $10 + 2 × $5 + 5 × $1)" for name in ("Ed", "Dave", "Pete")
    ]


def test_a_move_its_dry_run_and_the_log_say_the_same_notes(paper: Party) -> None:
    body = {"type": "auction_result", "winner": 1, "amount": 16}
    would = paper.client.post(f"{paper.at}/moves?dry_run=true", body, paper.host)
    made = paper.client.post(f"{paper.at}/moves", body, paper.host)
    said = ["Ed: $16 to the CRIP ($10 + $5 + $1)"]
    assert notes(would.json["entry"]) == notes(made.json["entry"]) == said
    assert notes(made.json["table"]["recent"][-1]) == said
    assert notes(paper.client.get(f"{paper.at}/moves").json["items"][-1]) == said
    (handed,) = [
        instruction
        for instruction in made.json["entry"]["instructions"]
        if instruction["kind"] == "hand_over"
    ]
    assert (handed["from"], handed["to"], handed["amount"]) == ("seat:1", "railroad:CRIP", 16)
    assert handed["notes"] == {"10": 1, "5": 1, "1": 1}


def test_undo_redo_and_amend_move_the_notes_back_and_on(paper: Party) -> None:
    paper.made(0, "auction_result", winner=1, amount=16)
    at = paper.document()["revision"]
    undo = paper.client.post(f"{paper.at}/undo", {}, paper.host)
    assert notes(undo.json["entry"]) == ["CRIP: $16 to Ed ($10 + $5 + $1)"]
    redo = paper.client.post(f"{paper.at}/redo", {}, paper.host)
    assert notes(redo.json["entry"]) == ["Ed: $16 to the CRIP ($10 + $5 + $1)"]
    facts = {"revision": at, "move": {"type": "auction_result", "winner": 1, "amount": 20}}
    would = paper.client.post(f"{paper.at}/amend?dry_run=true", facts, paper.host)
    made = paper.client.post(f"{paper.at}/amend", facts, paper.host)
    # $16 come back and $20 go: $4 more
    assert notes(would.json["entry"]) == notes(made.json["entry"]) == ["Ed: $4 to the CRIP (4 × $1)"]
    assert notes(paper.document()["recent"][-1]) == ["Ed: $4 to the CRIP (4 × $1)"]


def test_a_correction_says_what_everybody_has_already(paper: Party) -> None:
    corrected = paper.made(0, "correct", set=[{"of": "seat:1", "name": "cash", "value": 77}])
    assert notes(corrected["entry"]) == []
    undo = paper.client.post(f"{paper.at}/undo", {}, paper.host)
    assert notes(undo.json["entry"]) == []
    assert paper.document()["seats"][0]["cash"] == 80


def test_several_postings_of_one_hand_are_one_sum(client: Client) -> None:
    paper = begun(new_party(client, options={"paper_money": True}))
    paper.made(3, "play_card", card="PD", source="hand")
    paid = paper.document()["recent"][-1]
    assert len(notes(paid)) == 3  # one line a player, of two railroads each
    assert {
        instruction["to"] for instruction in paid["instructions"] if instruction["kind"] == "hand_over"
    } == {
        "seat:1",
        "seat:2",
        "seat:3",
    }


def test_it_begins_and_ends_at_any_time(party: Party) -> None:
    party.made(0, "auction_result", winner=1, amount=16)
    assert notes(party.document()["recent"][-1]) == []
    version = party.document()["version"]
    assert change(party, paper_money=True).status == 200
    assert notes(party.document()["recent"][-1]) == ["Ed: $16 to the CRIP ($10 + $5 + $1)"]
    assert party.document()["version"] > version
    assert party.document()["options"]["paper_money"] is True
    assert change(party, paper_money=False).status == 200
    assert notes(party.document()["recent"][-1]) == []
    assert change(party, paper_money="yes").status == 422
    assert party.document()["options"]["paper_money"] is False


def test_where_the_notes_are_not_listed_the_amounts_are_said(client: Client) -> None:
    paper = new_party(client, game="gulf-mobile-ohio", options={"paper_money": True, "start_player": 1})
    assert notes(paper.document()["recent"][0])[0] == "Bank: $40 to Ed"


def test_the_games_say_their_notes(client: Client) -> None:
    said = {
        item["slug"]: client.get(f"/games/{item['slug']}").json["notes"]
        for item in client.get("/games").json["items"]
    }
    assert said["union-pacific"] == {"1": 60, "5": 50, "10": 40}
    assert said["gulf-mobile-ohio"] == {}
