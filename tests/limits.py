"""Secret limits as tests set them, and the lines that follow."""

from __future__ import annotations

from typing import Any

from tests.server import Party, Reply


def put(party: Party, seat: int, amount: Any) -> Reply:
    return party.client.call("PUT", f"{party.at}/auction/limit", {"amount": amount}, party.key(seat))


def limit(party: Party, seat: int, amount: int) -> Any:
    found = put(party, seat, amount)
    assert found.status == 200, found.body
    return found.json


def remove(party: Party, seat: int) -> Reply:
    return party.client.call("DELETE", f"{party.at}/auction/limit", key=party.key(seat))


def own(party: Party, seat: int) -> int | None:
    kept: int | None = party.document(party.key(seat))["you"].get("limit")
    return kept


def lines(party: Party, after: int = 1) -> list[str]:
    """`1:5 limit`: seat 1 bids 5, by its limit; `2- seat:2` passes."""
    found = []
    for entry in party.client.get(f"{party.at}/moves?after={after}").json["items"]:
        move = entry["move"]
        called = f":{move['amount']}" if move["type"] == "bid" else {"pass": "-"}.get(move["type"])
        found.append(f"{move.get('seat', '')}{called or ' ' + move['type']} {entry['by']}")
    return found
