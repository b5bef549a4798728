"""An entry's headline, to be read beside a list of who was paid: the summary without the sums of that list."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.played import played
from tests.server import Client, Party

PAYING = {
    "gulf-mobile-ohio/five-players": (
        19,
        "Dividends are paid; Dan scores 1 VP for $3: W&W builds to Columbia; VP: Columbia 1",
    ),
    "union-pacific/dividend-cases-large": (
        7,
        "1st dividend; Ed builds for MS. Value $2M → $3M; a dividend card turned up",
    ),
    "bank/gulf-with-the-bank": (7, "The bank pays $3 per GM&O certificate"),
    "bank/several-at-once": (10, "A: $31 ÷ 4, rounded down = $7 per certificate"),
}
"""An evening, after how many moves a dividend has been paid, and its headline: who is no player stands in no list."""
LEADING = {
    "texas-pacific/general-dividends": (
        13,
        "General Dividends: $26; Pete wins the TP share for $3",
    ),
    "gulf-mobile-ohio/cancelled-charters": (
        3,
        "The SC's Charter is cancelled (a pass for Ed); Ed gets $12 back; SC can't reach two cities: a mountain",
    ),
    "prairie-railroads/auction-initial-no-money-left": (
        3,
        "Dave wins the ATSF share for $80; Pete cannot bid and is out",
    ),
    "southern-pacific/sales": (24, "Dave declines $0 for McAlester-Sherman"),
    "southern-pacific/dividends": (14, "SP collects $6, pays $3 per share, treasury $1"),
    "bank/income-again": (2, "Income of the KP noted: $8"),
    "bank/southern-pacific-with-the-bank": (
        6,
        "Dave wins the certificate of the SP for $9; the price goes to the SP",
    ),
    "prairie-railroads/undo-of-a-row": (14, "Ed rolls row 44"),
    "southern-pacific/whole-evening": (
        36,
        "TP buys Paris-Sherman from MP for $4; TP income $8 → $10; MP income $4 → $2; Pete agrees",
    ),
}
"""An evening, after how many moves it is told what matters more than what brought it about, and the headline."""


def last_move(party: Party, language: str = "en") -> dict[str, Any]:
    found = party.client.get(f"{party.at}/moves", party.host, accept_language=language).json["items"]
    return next(entry for entry in reversed(found) if entry["move"]["type"] != "seed")


@pytest.mark.parametrize("evening", PAYING)
def test_a_dividend_has_a_headline_without_its_sums(client: Client, evening: str) -> None:
    moves, headline = PAYING[evening]
    entry = last_move(played(client, evening, moves))
    assert entry["headline"] == headline
    assert len(entry["summary"]) > len(headline)


@pytest.mark.parametrize("evening", LEADING)
def test_a_headline_begins_with_what_matters_most(client: Client, evening: str) -> None:
    moves, headline = LEADING[evening]
    assert last_move(played(client, evening, moves))["headline"] == headline


def test_a_headline_in_german(client: Client) -> None:
    moves, _ = PAYING["gulf-mobile-ohio/five-players"]
    entry = last_move(played(client, "gulf-mobile-ohio/five-players", moves), "de")
    assert entry["headline"].startswith("Dividenden werden gezahlt; Dan bekommt 1 VP für")


def test_an_entry_that_names_no_sums_has_none(client: Client) -> None:
    entry = last_move(played(client, "gulf-mobile-ohio/five-players", 1))
    assert entry["summary"]
    assert "headline" not in entry
