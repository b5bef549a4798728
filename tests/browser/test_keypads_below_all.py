"""Bids on the phone of whoever plays for all: the whole keypad is in sight, and each one's money once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, top
from tests.browser.pages import PHONE, STILL, no_faults
from tests.browser.pictures import seated
from tests.server import Client, new_party, thorough

NAMES = ["Bartholomew", "Maximiliane", "Ada", "Edmund", "Christopher"]


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("wide", "high"),
    [(320, 568), (360, 640), (360, 701), (360, 740), (360, 780), (360, 800), (375, 812), (390, 844)],
)
def test_below_five_players_the_whole_keypad_of_a_bid_is_in_sight(
    wide: int, high: int, language: str, browser: Browser, client: Client
) -> None:
    """With the key that rubs out; what each has stands on their key alone."""
    options = {"act_for": "anyone"}
    party = new_party(client, NAMES, claim=False, game="southern-pacific", options=options)
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    phone = seated(browser, party, 0, **{**PHONE, **STILL, **size})
    keys = phone.form.locator(".keypad .key").locator("visible=true")
    expect(keys.locator(".icon")).to_have_count(1)
    bar = top(phone.form.locator(".confirm-bar"))
    assert max(bottom(key) for key in keys.all()) <= bar
    expect(phone.page.locator(".bidders")).to_be_hidden()
    no_faults(phone)
