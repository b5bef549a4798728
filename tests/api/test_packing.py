"""Packing up over HTTP: everybody reads, whoever has a key writes, and no phone becomes stale by it."""

from __future__ import annotations

from typing import Any

from tests.described import contract
from tests.playing import begun
from tests.server import Client, Party, new_party


def deck(party: Party, **headers: str) -> dict[str, Any]:
    items: list[dict[str, Any]]
    items = party.client.get(f"{party.at}/packing", **headers).json["items"]
    return next(item for item in items if item["name"] == "deck")


def test_a_note_about_it_stands_there(party: Party) -> None:
    begun(party)
    assert deck(party)["note"] is None
    before = party.document()["revision"]
    entry = party.made(2, "note", about="deck", text="31 cards, in the bag")["entry"]
    assert entry["summary"] == "Dave, Draw deck and Used cards: 31 cards, in the bag"
    note = deck(party)["note"]
    assert note is not None
    found = {name: note[name] for name in ("text", "seat", "by", "revision")}
    assert found == {"text": "31 cards, in the bag", "seat": 2, "by": "seat:2", "revision": before + 1}
    # whoever looked at the table before the note may still act
    party.made(3, "play_card", card="OS", source="hand", expected_revision=before)


def test_who_may_and_about_what(party: Party) -> None:
    said = {"type": "note", "about": "deck", "text": "31 cards"}
    assert party.client.post(f"{party.at}/moves", said).was == (401, "key-needed")
    refused = party.client.post(f"{party.at}/moves", {**said, "about": "the weather"}, party.host)
    assert refused.was == (422, "invalid")
    assert refused.json["errors"]["about"]
    assert party.client.post(f"{party.at}/moves", {**said, "text": "x" * 501}, party.host).was == (
        422,
        "invalid",
    )
    assert deck(party)["note"] is None


def test_it_is_said_in_the_reader_s_language(party: Party) -> None:
    assert deck(party, Accept_Language="de")["label"] == "Nachziehstapel und Used cards"


def lines(party: Party, key: str | None = None, **headers: str) -> dict[tuple[str, str], dict[str, Any]]:
    """What there is to check, by section and by the name of a figure or the words of a label."""
    sections = party.client.get(f"{party.at}/packing", key, **headers).json["sections"]
    return {
        (section["name"], line.get("name") or line["label"].get("text")): line
        for section in sections
        for line in section["lines"]
    }


def test_the_position_to_check_is_composed_here(party: Party) -> None:
    """A page need not know which panel repeats what; a correction finds its figure."""
    begun(party)
    found = lines(party)
    assert found["seat:1", "cash"] == {
        "name": "cash",
        "values": [{"number": party.document()["seats"][0]["cash"], "unit": "$"}],
        "of": "seat:1",
        "figure": "cash",
    }
    correction = {"type": "correct", "set": [{"of": "seat:1", "name": "cash", "value": 71}]}
    assert party.client.post(f"{party.at}/moves", correction, party.host).status == 201
    assert lines(party)["seat:1", "cash"]["values"] == [{"number": 71, "unit": "$"}]
    assert ("railroad:CRIP", "Track cubes left") not in found  # the railroad's own line says it
    english, german = ({label for _, label in lines(party, Accept_Language=item)} for item in ("en", "de"))
    assert "Pay Dividends cards" in english - german


def test_hidden_money_is_on_its_own_phone_only(client: Client) -> None:
    party = new_party(client, game="union-pacific", rulings={"cash_visibility": "hidden"})
    assert lines(party, party.host)["seat:1", "cash"]["values"] == [{"hidden": True}]
    assert lines(party, party.seats[1])["seat:2", "cash"]["values"] == [{"hidden": True}]
    assert "number" in lines(party, party.seats[1])["seat:1", "cash"]["values"][0]
    assert ("table", "bank") not in lines(party, party.host)


def test_every_game_answers_as_described(client: Client) -> None:
    wanted = set(contract()["components"]["schemas"]["Unseen"]["required"])
    for game in client.get("/games").json["items"]:
        items = client.get(f"{new_party(client, game=game['slug']).at}/packing").json["items"]
        assert items[-1]["name"] == "rest"
        assert all(set(item) == wanted for item in items)


def test_what_was_only_counted_at_the_end_lies_in_no_purse(client: Client) -> None:
    """The bank alone: the certificates lie there, and the money that they were worth is still the bank's."""
    options = {"box": "prairie-railroads", "starting_cash": 80, "bank_limit": 1000}
    party = new_party(client, game="bank", options=options)
    party.made(1, "trade", company="KP", count=2, price=10, **{"from": "railroad:KP", "to": "seat:1"})
    before = lines(party)
    party.made(0, "end_game", values={"KP": 9})
    after = lines(party)
    assert party.document()["seats"][0]["cash"] == 70 + 18
    for line in (("seat:1", "cash"), ("table", "bank"), ("seat:1", "shares"), ("railroad:KP", "holders")):
        assert after[line]["values"] == before[line]["values"], line
    assert after["seat:1", "cash"]["values"] == [{"number": 70, "unit": "$"}]
