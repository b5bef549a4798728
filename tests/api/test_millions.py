"""A game that counts in millions: charts and refusals write its money as the pages do."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from tests.server import Client, Party, new_party

SVG = "{http://www.w3.org/2000/svg}"


def drawing_of(party: Party, name: str, query: str = "") -> tuple[str, list[str]]:
    """A chart's description, and all words that are drawn in it."""
    found = party.client.get(f"{party.at}/charts/{name}.svg{query}")
    assert found.status == 200, found.body
    svg = ET.fromstring(found.body)
    return svg.findtext(f"{SVG}desc") or "", [item.text or "" for item in svg.iter(f"{SVG}text")]


def two_players(client: Client) -> Party:
    """Two dividends are paid; the WW has two trains, so its sole investor Ed has got 3 + 1 twice, and Dave, with the
    MS of one train, 2 + 1 twice. The third card waits for the imaginary player."""
    party = new_party(client, ["Ed", "Dave"], game="union-pacific")
    for seat, company in enumerate(("WW", "MS"), 1):
        party.made(seat, "reveal", company=company)
    party.made(1, "build", company="WW", dividend_cards=3)
    return party


def test_charts_write_millions(client: Client) -> None:
    party = two_players(client)
    for name in ("cash", "worth"):
        words, drawn = drawing_of(party, name)
        assert "Ed: from $0M to $8M, at most $8M" in words
        assert "Dave: from $0M to $6M, at most $6M" in words
        amounts = [item for item in drawn if item.startswith("$")]
        assert amounts
        assert all(re.fullmatch(r"\$(0|\d+M)", amount) for amount in amounts), amounts
        assert "von $0M bis $8M" in drawing_of(party, name, "?language=de")[0]


def test_the_imaginary_player_has_a_line_from_the_last_payment_on(client: Client) -> None:
    party = two_players(client)
    assert "Imaginary" not in drawing_of(party, "cash")[0]
    # WW: value 3, three shares against Ed's one, so 3 to the third and 1 to Ed; MS: 2 + 1 to Dave.
    party.made(2, "third_player", shares={"WW": 3})
    for name in ("cash", "worth"):
        words, drawn = drawing_of(party, name)
        assert "Imaginary player: from $3M to $3M" in words
        assert "Ed: from $0M to $9M" in words
        assert any(item.startswith("Imaginary") for item in drawn)
    party.client.post(f"{party.at}/undo", {}, party.host)
    assert "Imaginary" not in drawing_of(party, "cash")[0]


def test_a_refusal_writes_millions(client: Client) -> None:
    party = two_players(client)
    body = {"type": "correct", "postings": [{"from": "seat:1", "to": "bank", "amount": 50}]}
    refused = client.post(f"{party.at}/moves", body, party.host)
    assert refused.was == (422, "insufficient-funds"), refused.body
    assert "$50M is too much: Ed has $8M" in refused.json["detail"]
