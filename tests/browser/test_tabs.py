"""The tables below a phone's own moves, each behind a tab: all tabs are read without scrolling."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, right, top
from tests.browser.pages import PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.test_union_pacific import invested
from tests.server import Client, thorough

TABS = {
    "en": ["Shares", "Players", "UP by place", "Table", "Log"],
    "de": ["Aktien", "Spieler", "UP-Plätze", "Tisch", "Protokoll"],
}


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_five_tabs_are_whole_on_the_smallest_phone(language: str, browser: Browser, client: Client) -> None:
    """Each in one line, the last to its last letter."""
    party = invested(client, "UP", "MS", "MS")
    size = {"viewport": {"width": 320, "height": 568}, "locale": language}
    phone = seated(browser, party, 3, **{**PHONE, **STILL, **size})
    strip = phone.page.locator(".tabs")
    settled(phone.page)
    tabs = strip.get_by_role("tab")
    expect(tabs).to_have_text(TABS[language])
    assert strip.evaluate("one => one.scrollWidth <= one.clientWidth")
    for tab in tabs.all():
        assert right(tab) <= right(strip)
        assert bottom(tab) - top(tab) <= 56, "two lines"
    no_faults(phone)
