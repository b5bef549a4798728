"""Who reads the log while the others play on: what they have opened stays open, under their eyes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.amending import line
from tests.browser.pages import PATIENCE_MS, PHONE, STILL, no_faults
from tests.browser.pictures import seated
from tests.playing import begun
from tests.server import Client, new_party

SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}
TOP = "one => one.getBoundingClientRect().top"


@pytest.mark.parametrize(("page", "device"), [("/log", PHONE), ("", SMALL)], ids=["page", "tab"])
def test_what_is_opened_stays_open_while_others_play(
    page: str, device: dict[str, object], browser: Browser, client: Client
) -> None:
    party = begun(new_party(client))
    last = party.document()["revision"]
    reader = seated(browser, party, 2, page, **device, **STILL)
    if not page:
        reader.press(reader.page.get_by_role("tab", name="Log"))
    opened = line(reader, last - 2)
    reader.press(opened.locator("summary"))
    first = opened.locator(".actions > *").first
    first.evaluate("one => one.scrollIntoView({block: 'center'})")
    stood = first.evaluate(TOP)
    party.made(3, "play_card", card="PD", source="hand")
    expect(line(reader, last + 1)).to_be_attached(timeout=PATIENCE_MS)
    assert opened.locator("details").get_attribute("open") is not None
    assert first.evaluate(TOP) == pytest.approx(stood, abs=2)
    no_faults(reader)
