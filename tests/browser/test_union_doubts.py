"""Union Pacific on a phone: what is to be checked stands above Confirm."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PHONE, STILL, no_faults
from tests.browser.pictures import seated
from tests.browser.test_low_phones import LOW, NARROW
from tests.browser.test_union_pacific import invested
from tests.server import Client, thorough


@thorough
@pytest.mark.parametrize("phone", [NARROW, LOW, {**PHONE, "viewport": {"width": 360, "height": 740}}])
@pytest.mark.parametrize("language", ["en", "de"])
def test_more_shares_than_were_printed_are_doubted_above_confirm(
    phone: dict[str, object], language: str, browser: Browser, client: Client
) -> None:
    """Of the WW and the MRR there are six each, and all are on the table: a seventh is a slip, alone or beside another
    company whose dividend changes, and of both companies it is told."""
    party = invested(client, "WW", "WW", "KCC")
    for seat, shares in ((1, {"WW": 4}), (2, {"MRR": 4}), (3, {"MRR": 2})):
        party.made(seat, "invest", shares=shares)
    for seat in (1, 2):
        party.made(seat, "pass_turn", reason="by choice")
    pete = seated(browser, party, 3, **{**phone, **STILL, "locale": language})
    pete.press(pete.page.locator("offer-list .offer[data-offer=invest]"))
    brief = pete.form.locator(".brief")
    doubts = {
        "en": ("7 WW, only 6 exist", "7 WW and 7 MRR, only 6 and 6 exist"),
        "de": ("7 WW, es gibt nur 6", "7 WW und 7 MRR, es gibt nur 6 und 6"),
    }
    for at, company in enumerate(("WW", "MS", "MRR")):
        row = pete.form.locator(f".share-count[data-value={company}]")
        if company == "MRR":
            pete.press(pete.form.locator(".share-count[data-value=MS] .key").first)
        pete.press(row.locator(".key").last)
        pete.previewed()
        expect(brief).to_contain_text(doubts[language][at // 2])
        if company != "MRR" or phone is not NARROW:  # of two doubts one line names both
            assert brief.evaluate("one => one.scrollHeight <= one.clientHeight")
    no_faults(pete)
