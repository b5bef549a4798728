"""Short ways to the places in a game of Prairie Railroads where the tests of the border want to be."""

from __future__ import annotations

import hmac
import itertools
from typing import Any

from tests.server import Client, Party, new_party

STARTS: tuple[tuple[int, str, str, dict[str, Any]], ...] = (
    (1, "Troy", "Marysville", {}),
    (2, "Atchison", "Topeka", {"Topeka": {"income": 2}}),
    (3, "Leavenworth", "Lawrence", {"Lawrence": {"income": 2}}),
    (1, "Paola", "Ottawa", {"Ottawa": {"income": 1}}),
    (2, "Columbus", "Coffeyville", {}),
    (3, "Fort Scott", "Chanute", {"Chanute": {"income": 2}}),
)
"""Who buys each railroad for $20, and where it begins to build."""
ROWS = {f"{a}{b}": {"primary": "Marysville", "secondary": None} for a in range(1, 7) for b in range(1, 7)}


def begun(party: Party, starts: tuple[tuple[int, str, str, dict[str, Any]], ...] = STARTS) -> Party:
    """All six initial auctions are over; seat 3 begins. starts: those that are still to be held."""
    for seat, start, end, cities in starts:
        party.made(0, "auction_result", winner=seat, amount=20)
        facts = {"facts": {"cities": cities}} if cities else {}
        party.made(seat, "build_start", **{"from": start, "to": end}, **facts)
    return party


def nearly_finished(party: Party) -> Party:
    """Seat 3 has no card left: `deck_empty` is all it takes."""
    begun(party)
    figures = [{"of": "seat:3", "name": f"cards.{card}", "value": 0} for card in ("CT", "OS", "PD")]
    party.made(0, "correct", set=figures)
    return party


def finished(party: Party) -> Party:
    nearly_finished(party).made(3, "deck_empty")
    assert party.document()["status"] == "finished"
    return party


def party_with_rows(client: Client) -> Party:
    """A table whose growth rows are all known, so that nothing is asked after a roll."""
    return new_party(client, facts={"growth": ROWS}, rulings={"free_growth": "may_decline"})


def roll_and_pass(party: Party) -> Any:
    """The seat whose turn it is plays Construct Track, the app rolls, and nothing is built. The roll's entry."""
    seat = party.document()["turn"]["seat"]
    party.made(seat, "play_card", card="CT", source="hand")
    rolled = party.made(seat, "roll_growth")["entry"]
    while (document := party.document(party.host))["turn"]["seat"] == seat:
        if document["step"] == "growth_choice":
            party.made(seat, "choose_growth", city=None)
        else:
            party.made(seat, "no_build", reason="for the test")
    return rolled


def rolled_by_hand(seed: bytes, message: str) -> list[int]:
    """A roll as docs/api.md describes it: bytes of the HMAC from 252 on are skipped."""
    drawn = hmac.digest(seed, message.encode(), "sha256")
    return [byte % 6 + 1 for byte in drawn if byte < 252][:2]


def plain(document: Any) -> Any:
    """A table document without what may differ while the table is the same."""
    return {name: value for name, value in document.items() if name != "version"}


def some_number() -> str:
    """Never the same word twice in one run."""
    return f"n{next(_numbers)}"


_numbers = itertools.count(1)
