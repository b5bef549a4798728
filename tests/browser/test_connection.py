"""Three bars in a phone's head say whether it hears the table; nothing moves when the line drops."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, STILL, Screen, settled
from tests.browser.pictures import LONG_NAMES, auctions, bids, seated, table
from tests.server import Client, Party, thorough

NARROW: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}
SIGN_PX = 16
"""The width of the three bars, and of the dot that was there before them."""
PLACES = """
() => Object.fromEntries([".seat-name", ".cash", "connection-sign", ".turn", ".news", "auction-box, .auction",
    "offer-form", "offer-form .confirm", "offer-form input.amount"]
  .map((what) => [what, document.querySelector(what)])
  .filter(([, one]) => one)
  .map(([what, one]) => [what, one.getBoundingClientRect()])
  .map(([what, { x, y, width, height }]) => [what, [x, y, width, height].map(Math.round)]))
"""
"""The places of everything that a finger may be about to tap."""
BARS = """
() => {
  const sign = document.querySelector("connection-sign");
  const bars = [...sign.querySelectorAll(".bar")].map((bar) => Number(getComputedStyle(bar).opacity));
  return { bars, struck: sign.querySelector(".struck").getClientRects().length > 0 };
}
"""


@pytest.fixture
def bidding(client: Client) -> Party:
    party = table(client, LONG_NAMES)
    auctions(party, 4)
    bids(party, 3)
    return party


def gone_and_back(browser: Browser, party: Party, words: tuple[str, str], **device: Any) -> Screen:
    """The bidder's network goes and comes back; `words`: what a screen reader says of it."""
    there, lost = words
    bidder = int(party.document()["turn"]["seat"])
    phone = seated(browser, party, bidder, **{**NARROW, **STILL, **device})
    sign = phone.page.locator("connection-sign")
    expect(sign).to_have_attribute("aria-label", there)
    assert phone.page.evaluate(BARS) == {"bars": [1, 1, 1], "struck": False}
    before = phone.page.evaluate(PLACES)
    assert len(before) >= 7
    assert before["connection-sign"][2] == SIGN_PX
    assert before["connection-sign"][0] - before[".cash"][0] - before[".cash"][2] < SIGN_PX
    phone.context.set_offline(True)
    expect(sign).to_have_attribute("aria-label", lost, timeout=PATIENCE_MS)
    settled(phone.page)
    told = phone.page.evaluate(BARS)
    assert told["struck"], "not by colour alone"
    assert max(told["bars"]) < 0.5
    expect(phone.page.locator("connection-banner p")).to_be_visible()
    assert phone.page.evaluate(PLACES) == before
    phone.context.set_offline(False)
    expect(sign).to_have_attribute("aria-label", there, timeout=PATIENCE_MS)
    settled(phone.page)
    assert phone.page.evaluate(PLACES) == before
    return phone


def test_the_bars_are_full_and_struck_out_when_the_network_is_cut(browser: Browser, bidding: Party) -> None:
    gone_and_back(browser, bidding, ("Connected", "No connection, trying again"))


@thorough
def test_they_say_so_in_german(browser: Browser, bidding: Party) -> None:
    words = "Verbunden", "Keine Verbindung, neuer Versuch läuft"
    gone_and_back(browser, bidding, words, locale="de-DE")
