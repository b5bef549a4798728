"""The rows of an auction's bidders."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.pages import PHONE, STILL, no_faults
from tests.browser.pictures import seated
from tests.server import Client, new_party, thorough


@thorough
def test_whoever_is_to_bid_is_told_by_that_alone(browser: Browser, client: Client) -> None:
    """What they bid before has been outbid; of the others it stands."""
    party = new_party(client, ["Ed", "Dave", "Pete"])
    for seat, amount in ((1, 3), (2, 4), (3, 5)):
        party.made(seat, "bid", amount=amount)
    pete = seated(browser, party, 3, **PHONE, **STILL)
    rows = pete.page.locator("auction-box .bidders > li")
    expect(rows.filter(has_text="Ed")).to_have_text("Edto bidhas $80")
    expect(rows.filter(has_text="Dave")).to_contain_text("bid $4")
    no_faults(pete)
