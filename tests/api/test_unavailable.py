"""What a player would look for among the moves, and why it is not on offer: for whoever may make them alone."""

from __future__ import annotations

from tests.browser.played import played
from tests.server import Client


def test_a_seat_is_told_its_own_the_host_all_and_nobody_else_any(client: Client) -> None:
    """Texas & Pacific: the MP has nothing left, so Pete, who is at turn and holds no other share, cannot build."""
    party = played(client, "texas-pacific/hexes-by-name", 14)
    pete = party.document()["turn"]["seat"]
    other = pete % len(party.seats) + 1
    why = {
        "type": "decide_track",
        "seat": pete,
        "label": "Track",
        "why": "The MP has $0 and a hex costs at least $2",
    }
    for key in (party.seats[pete], party.host):
        document = party.document(key)
        assert document["unavailable"] == [why]
        assert "decide_track" not in {offer["type"] for offer in document["offers"]}
    for stranger in (party.seats[other], party.join, None):
        assert party.document(stranger)["unavailable"] == []


def test_what_is_refused_and_what_is_said_beforehand_are_one(client: Client) -> None:
    """Southern Pacific: an operation in which nothing may be built gives the reason that the move would get."""
    party = played(client, "southern-pacific/sales", 30)
    seat = party.document()["turn"]["seat"]
    barred = {one["type"]: one["why"] for one in party.document(party.seats[seat])["unavailable"]}
    refused = party.move(seat, "build_link", **{"from": "McAlester", "to": "Sherman"})
    assert refused.code == "insufficient-funds"
    assert refused.json["detail"] == barred["build_link"] == "The MKT has $0 and a link costs $5"
