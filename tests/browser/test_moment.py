"""What a TV tells large: the newest of what has happened, and a dividend of lately for one more move."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, STILL, TV, no_faults
from tests.browser.pictures import seated
from tests.playing import begun
from tests.server import Client, new_party


def test_what_is_put_right_is_told_before_the_dividend_of_lately(browser: Browser, client: Client) -> None:
    """Figures change at once: else nobody in the room would know why."""
    party = begun(new_party(client))
    party.made(3, "play_card", card="PD", source="hand")
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    said = tv.page.locator(".moment-words")
    expect(said).to_contain_text("ividend", timeout=PATIENCE_MS)
    party.made(0, "correct", set=[{"of": "railroad:KP", "name": "income", "value": 4}], note="it was four")
    expect(said).to_have_text("Correction: it was four", timeout=PATIENCE_MS)
    no_faults(tv)
