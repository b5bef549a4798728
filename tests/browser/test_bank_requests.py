"""Requests of the bank alone on a phone, one after the other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import top
from tests.browser.pages import PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.test_bank import by_host, question
from tests.server import Server, new_party, thorough


@pytest.mark.parametrize("wide", [360, pytest.param(320, marks=thorough)])
def test_the_next_request_stands_where_one_was_declined(browser: Browser, server: Server, wide: int) -> None:
    """In its empty row, without a tap on the band; what stands below does not move."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    by_host(party, "request_money", seat=1, amount=4, **{"from": "seat:2"})
    phone = seated(browser, party, 2, **{**PHONE, **STILL, "viewport": {"width": wide, "height": 640}})
    first = question(phone, "Ed asks for $4")
    there = top(first)
    tiles = phone.page.locator("offer-list .tiled").first
    before = top(tiles)
    phone.press(first.get_by_role("button", name="Decline"))
    expect(first).to_have_count(0)
    phone.until(by_host(party, "request_money", seat=3, amount=12, **{"from": "seat:2"}))
    settled(phone.page)
    second = question(phone, "Pete asks for $12")
    expect(second).to_be_visible()
    assert top(second) == there
    assert top(tiles) == before
    no_faults(phone)


@thorough
def test_the_band_calls_out_what_would_stand_out_of_sight(browser: Browser, server: Server) -> None:
    """Whoever has scrolled on sees nothing of the empty row."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    by_host(party, "request_money", seat=1, amount=4, **{"from": "seat:2"})
    phone = seated(browser, party, 2, **PHONE, **STILL)
    first = question(phone, "Ed asks for $4")
    phone.press(first.get_by_role("button", name="Decline"))
    expect(first).to_have_count(0)
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    settled(phone.page)
    phone.until(by_host(party, "request_money", seat=3, amount=12, **{"from": "seat:2"}))
    expect(phone.page.locator(".seat-head .turn .asked")).to_contain_text("Pete asks for $12")
    no_faults(phone)
