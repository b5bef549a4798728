"""Requests of the bank alone on a phone, one after the other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import top
from tests.browser.pages import PATIENCE_MS, PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.test_bank import by_host, question
from tests.server import Server, new_party, thorough

ACCEPT = ".questions[data-asked] .answer.primary"
TAPPED_LATER = """
([name, after]) => new MutationObserver((_, watch) => {
  const key = document.querySelector(name);
  if (!key) return;
  watch.disconnect();
  setTimeout(() => {
    const { left, top, width, height } = document.querySelector(name).getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    document.body.dataset.tapped = there.closest("button")?.disabled;
    there.click();
  }, after);
}).observe(document.body, { childList: true, subtree: true })
"""
"""Taps where that comes so many ms later, and writes down whether it takes no tap yet."""


@thorough
@pytest.mark.parametrize("wide", [360, pytest.param(320, marks=thorough)])
def test_the_next_request_stands_where_one_was_declined(browser: Browser, server: Server, wide: int) -> None:
    """Over the same place, without a tap on the band; what lies below does not move."""
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
    """Whoever has scrolled on sees nothing of the card."""
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


@thorough
def test_a_card_that_is_answered_leaves_no_gap(browser: Browser, server: Server) -> None:
    """The next question comes up in its place; after the last, all is as it was before the first."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    ed = seated(browser, party, 1, **PHONE, **STILL)
    settled(ed.page)
    bare = top(tiles := ed.page.locator("offer-list .tile").last)
    for amount in (2, 3, 4):
        revision = by_host(party, "request_money", seat=2, amount=amount, **{"from": "seat:1"})
    ed.until(revision)
    first = ed.page.locator("offer-list > .questions > .answers").first
    there = top(first)
    for amount in (2, 3, 4):
        expect(first).to_have_accessible_name(f"Dave asks for ${amount}")
        assert top(first) == there
        ed.press(first.get_by_role("button", name="Decline"))
        expect(question(ed, f"Dave asks for ${amount}")).to_have_count(0)
    settled(ed.page)
    expect(ed.page.locator("offer-list .answers")).to_have_count(0)
    assert abs(top(tiles) - bare) <= 1
    ed.tap("Undo")
    expect(question(ed, "Dave asks for $4")).to_be_in_viewport(ratio=1)
    assert abs(top(tiles) - bare) <= 1
    no_faults(ed)


@thorough
def test_a_card_is_put_away_and_called_again(browser: Browser, server: Server) -> None:
    """With a finger's breadth: whoever has something else to do first answers later."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    ed = seated(browser, party, 1, **{**PHONE, **STILL, "viewport": {"width": 320, "height": 568}})
    ed.until(by_host(party, "request_money", seat=2, amount=9, **{"from": "seat:1"}))
    card = question(ed, "Dave asks for $9")
    for key in card.get_by_role("button").all():
        box = key.bounding_box()
        assert box
        assert box["height"] >= 48
        assert box["width"] >= 48
    ed.tap("Answer later")
    expect(card).to_have_count(0)
    band = ed.page.locator(".seat-head .turn .asked")
    expect(band).to_have_text("Dave asks for $9")
    box = band.bounding_box()
    assert box
    ed.page.touchscreen.tap(box["x"] + 60, box["y"] + box["height"] + 4)  # a finger's breadth, past its edge
    expect(card).to_be_in_viewport(ratio=1)
    expect(band).to_have_count(0)
    no_faults(ed)


@thorough
def test_what_others_pay_is_called_by_who_gets_it(browser: Browser, server: Server) -> None:
    """Of a company nobody has yet, the bank pays alone."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    ed = seated(browser, party, 1, **{**PHONE, **STILL, "viewport": {"width": 320, "height": 568}})
    heads = ed.page.locator("offer-list .tiled > .overline")
    expect(heads).to_have_text(["Pay", "Take from the bank"])
    ed.until(
        by_host(
            party, "trade", seat=1, company="KP", count=1, price=0, **{"from": "railroad:KP", "to": "seat:1"}
        )
    )
    expect(heads).to_have_text(["Pay", "Take from the bank", "Between your companies and the bank"])
    between = ed.page.locator("offer-list .tiled > .passes").last.get_by_role("button")
    expect(between).to_have_text(["KP → Bank", "Bank → KP"])
    no_faults(ed)


@thorough
def test_a_tap_meant_for_what_a_question_came_over_accepts_nothing(browser: Browser, server: Server) -> None:
    """*Accept* comes where a company was to be paid: a finger on its way there pays nobody. The next tap does."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    narrow = {**PHONE, **STILL, "viewport": {"width": 320, "height": 568}}
    ed, jo = (seated(browser, party, seat, **narrow) for seat in (1, 3))
    ed.page.evaluate(TAPPED_LATER, [ACCEPT, 800])
    jo.open("Ask for money")
    jo.choose("Ed", "From")
    jo.amount(7)
    revision = jo.confirm()
    ed.until(revision)
    tapped = ed.page.locator("body[data-tapped]")
    expect(tapped).to_have_attribute("data-tapped", "true", timeout=PATIENCE_MS)
    assert (ed.revision, len(party.document()["money_requests"])) == (revision, 1)
    assert ed.cash == 80
    expect(ed.page.locator(ACCEPT)).to_be_enabled()
    ed.press(ed.page.locator(ACCEPT))
    jo.until(revision + 1)
    ed.until(revision + 1)
    assert (ed.cash, jo.cash) == (73, 87)
    no_faults(ed, jo)
