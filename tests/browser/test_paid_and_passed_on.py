"""One phone for all: who is paid what by the last move, before the phone is passed on and beside Undo."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, no_faults, settled
from tests.browser.pictures import FACTS, auctions, seated
from tests.server import Client, new_party, thorough

NAMES = ["Maximiliane", "Ann", "Bartholomew", "Christopher"]
LOW = {**PHONE, "viewport": {"width": 360, "height": 640}}
NARROW = {**PHONE, "viewport": {"width": 320, "height": 568}}


@thorough
@pytest.mark.parametrize("device", [LOW, NARROW])
def test_a_dividend_has_a_row_for_each_and_beside_undo_whole_sums(
    device: dict[str, Any], browser: Browser, client: Client
) -> None:
    """One's own first: the bar has no room for all that the move did, and shows it with a tap."""
    party = new_party(client, NAMES, game="union-pacific", options={"first_player": 1}, claim=False)
    for seat, company in enumerate(("WW", "MRR", "KCC", "ESL"), start=1):
        reveal = {"type": "reveal", "seat": seat, "company": company}
        assert client.post(f"{party.at}/moves", reveal, party.host).status == 201
    phone = seated(browser, party, 0, **device, **STILL)
    phone.open("Build track")
    phone.choose("WW")
    phone.press(phone.form.locator("summary", has_text="More"))
    phone.choose("1", "Dividend cards")
    phone.confirm()
    card = phone.page.locator("pass-on")
    rows = card.locator(".paid-out > li")
    expect(rows.locator(".name")).to_have_text(NAMES, timeout=PATIENCE_MS)
    # value of the WW by two trains, all others by one: the one investor gets both amounts
    expect(rows.locator(".figure")).to_have_text(["+$4M", "+$3M", "+$3M", "+$3M"])
    expect(card.locator(".what-was")).not_to_contain_text("+$")
    words = phone.page.locator(".undo-words")
    settled(phone.page)
    seen = words.locator("[data-part]:not([data-unseen])", has_text="+$").all_inner_texts()
    assert [one.split("+")[1].strip() for one in seen] == ["$4M", "$3M", "$3M", "$3M"], seen
    assert words.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    stands = card.bounding_box()
    words.click()
    expect(words.locator("[data-unseen]")).to_have_count(0)
    expect(words).to_contain_text("Bartholomew +$3M".replace(" +", "\u00a0+"))
    assert words.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    assert card.bounding_box() == stands
    no_faults(phone)


@thorough
@pytest.mark.parametrize("device", [NARROW, LOW])
def test_the_key_of_who_is_next_is_in_sight_below_five_rows(
    device: dict[str, Any], browser: Browser, client: Client
) -> None:
    """Prairie Railroads: Pay Dividends pays five; their names take two rows of the narrowest phone."""
    names = ["Maximilian", "Wilhelmina", "Bo", "Christopher", "Anna"]
    party = new_party(client, names, claim=False, facts=FACTS, options={"act_for": "anyone"})
    party.seats = dict.fromkeys(range(1, 6), party.host)
    auctions(party)
    phone = seated(browser, party, 0, **device, **STILL)
    phone.open("Play an action card")
    phone.press(phone.form.get_by_text("Pay Dividends").first)
    phone.press(phone.form.locator("[data-field=source] .chip").first)
    phone.confirm()
    expect(phone.page.locator("pass-on .paid-out > li")).to_have_count(5, timeout=PATIENCE_MS)
    settled(phone.page)
    expect(phone.page.locator("pass-on .primary")).to_be_in_viewport(ratio=1)
    no_faults(phone)
