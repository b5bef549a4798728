"""Who reads the log while the others play on: what they have opened stays open, under their eyes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.amending import amending, everybody_can, line, log_of
from tests.browser.measures import bottom, top
from tests.browser.pages import PATIENCE_MS, PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.playing import begun
from tests.server import Client, Server, new_party, thorough

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
    expect(first).to_be_visible()
    settled(reader.page)
    first.evaluate("one => one.scrollIntoView({block: 'center'})")
    stood = first.evaluate(TOP)
    party.made(3, "play_card", card="PD", source="hand")
    expect(line(reader, last + 1)).to_be_attached(timeout=PATIENCE_MS)
    assert opened.locator("details").get_attribute("open") is not None
    assert first.evaluate(TOP) == pytest.approx(stood, abs=2)
    no_faults(reader)


@thorough
@pytest.mark.parametrize("high", [400, 568])
def test_of_an_entry_higher_than_the_room_its_top_stands_below_the_head(
    high: int, browser: Browser, client: Client
) -> None:
    """Its own buttons do not lie behind it. A dividend of five players."""
    party = played(client, "prairie-railroads/five-players")
    dividends = (one["revision"] for one in party.document()["recent"] if one["move"].get("card") == "PD")
    low = {**PHONE, "viewport": {"width": 320, "height": high}}
    reader = seated(browser, party, 2, **low, **STILL)
    reader.press(reader.page.get_by_role("tab", name="Log"))
    entry = line(reader, next(dividends)).locator("details")
    reader.press(entry.locator("summary"))
    expect(entry.locator(".actions")).to_be_visible()
    settled(reader.page)
    head = bottom(reader.page.locator(".seat-top"))
    assert bottom(entry) - top(entry) > high - head
    assert head - 1 <= top(entry)
    assert bottom(entry.locator(".actions")) <= high
    no_faults(reader)


@thorough
def test_a_pass_that_ended_an_auction_leads_to_the_bid_of_its_price(browser: Browser, server: Server) -> None:
    """Ed bids $8, Dave and Pete pass: only the last pass ended the auction, and its price stands with the bid, which
    one tap opens to be amended. Nobody tells the host that they would be out of it."""
    party = new_party(server.client())
    bid = int(party.made(1, "bid", amount=8)["revision"])
    idle = int(party.made(2, "pass")["revision"])
    last = int(party.made(3, "pass")["revision"])
    log = log_of(browser, server, party, **PHONE, **STILL)
    dialog = amending(log, idle)
    expect(dialog.locator(".amend-price")).to_have_count(0)
    log.page.keyboard.press("Escape")
    dialog = amending(log, last)
    expect(dialog).to_contain_text(f"The price was bid in entry {bid}")
    expect(dialog).not_to_contain_text("out of this auction")
    everybody_can(log, dialog)
    log.press(dialog.get_by_role("button", name=f"Entry {bid}", exact=True))
    expect(dialog.get_by_role("heading", level=2)).to_have_text(f"Amend entry {bid}", timeout=PATIENCE_MS)
    expect(dialog.locator("[data-field=amount] input").locator("visible=true")).to_have_value("$8")
    expect(dialog).to_have_count(1)
    everybody_can(log, dialog)
    log.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(line(log, bid).locator("> details")).to_have_attribute("open", "")
    expect(line(log, bid).locator("summary")).to_be_in_viewport()
    no_faults(log)
