"""A chart of one player: cash, what the shares are worth, dividends received so far."""

from __future__ import annotations

import re

from tests.playing import begun, finished
from tests.server import Client, Party, new_party


def told(party: Party, seat: int, query: str = "") -> dict[str, tuple[int, int, int]]:
    """The first, the last and the highest figure of each line, as the picture's description says."""
    found = party.client.get(f"{party.at}/charts/seats/{seat}/money.svg{query}")
    assert found.status == 200, found.body
    words = re.findall(r"(\w+): from \$(\d+)M? to \$(\d+)M?, at most \$(\d+)M?", found.body.decode())
    return {name: (int(first), int(last), int(most)) for name, first, last, most in words}


def test_cash_shares_and_no_dividend_yet(party: Party) -> None:
    """Ed pays twice $20 of $80. His CRIP is worth ($5 + $2) ÷ 1, his MKT ($5 + $1) ÷ 1."""
    begun(party)
    assert told(party, 1) == {"Cash": (80, 40, 80), "Shares": (0, 13, 13)}
    assert "Bargeld" in party.client.get(f"{party.at}/charts/seats/1/money.svg?language=de").body.decode()


def test_what_shares_pay_in_the_end_is_no_cash_and_no_dividend(party: Party) -> None:
    """$40 and $7 + $6 are $53 in the end: each stands in its own line."""
    finished(party)
    assert told(party, 1, "?theme=dark&narrow=true") == {"Cash": (80, 40, 80), "Shares": (0, 13, 13)}


def test_dividends_add_up(client: Client) -> None:
    """Ed, alone in the WW, is paid 3 + 1 twice; Dave and Pete, tied in the MS, 1 each time. At the end Ed has the
    same twice more, and the MS with two trains pays (3 + 1) / 2 twice. Shares are worth nothing there."""
    party = new_party(client, game="union-pacific", rulings={"cash_visibility": "open"})
    for seat, company in enumerate(("WW", "MS", "MS"), 1):
        party.made(seat, "reveal", company=company)
    party.made(1, "build", company="WW", dividend_cards=2)
    assert told(party, 1) == {"Cash": (0, 8, 8), "Dividends": (0, 8, 8)}
    assert told(party, 2) == {"Cash": (0, 2, 2), "Dividends": (0, 2, 2)}
    party.made(2, "build", company="MS", dividend_cards=2)
    assert told(party, 1) == {"Cash": (0, 16, 16), "Dividends": (0, 16, 16)}
    assert told(party, 3) == {"Cash": (0, 6, 6), "Dividends": (0, 6, 6)}


def test_points_are_no_money(client: Client) -> None:
    """The SC's Charter brings Dave 3 points; of his $40 he pays $12."""
    party = new_party(client, game="gulf-mobile-ohio")
    party.made(0, "charter", railroad="SC")
    party.made(0, "auction_result", winner=2, amount=12)
    party.made(0, "expand", rural=1, cities=["Charleston", "Augusta"])
    assert told(party, 2) == {"Cash": (40, 28, 40)}


def test_who_is_not_there(party: Party) -> None:
    assert party.client.get(f"{party.at}/charts/seats/4/money.svg").was == (404, "no-such-seat")
    assert party.client.get(f"{party.at}/charts/seats/0/money.svg").was == (404, "no-such-seat")
    assert party.client.get(f"{party.at}/charts/seats/1/money.svg?theme=sepia").was == (422, "invalid")


def test_a_name_is_words_and_fits(client: Client) -> None:
    long = "Bartholomew <Featherstonehaugh> & Heirs"
    party = new_party(client, [long, "Dave", "Pete"])
    svg = party.client.get(f"{party.at}/charts/seats/1/money.svg?narrow=true").body.decode()
    assert "<Featherstonehaugh" not in svg
    title, whole = re.findall(r"<title[^>]*>(.*?)</title><desc[^>]*>([^.]*)", svg)[0]
    assert title.endswith("…")
    assert whole == "Bartholomew &lt;Featherstonehaugh&gt; &amp; Heirs"


def test_all_players_have_one_scale(party: Party) -> None:
    """Whoever has least is drawn as high as whoever has most, and as wide."""
    begun(party)
    party.made(0, "correct", postings=[{"from": "bank", "to": "seat:2", "amount": 900}], note="rich")
    scales = []
    for seat in (1, 2, 3):
        svg = party.client.get(f"{party.at}/charts/seats/{seat}/money.svg").body.decode()
        axes = re.findall(r"<text ([^>]*)>(\$?\d+)</text>", svg)
        scales.append([one for one in axes if "700" not in one[0]])
    assert len(scales[0]) > 4
    assert scales[0] == scales[1] == scales[2]
