"""What somebody who waits reads below the play stays where it stands, whatever others do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.measures import WATCH_SHIFTS, bottom, top
from tests.browser.pages import PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.server import Client, Party, thorough

EVENING = "southern-pacific/whole-evening"
BEFORE_AN_AUCTION = 28
"""Moves; the TP's treasury share is next, Dave's to offer."""
NARROW = {**PHONE, "viewport": {"width": 320, "height": 568}}
LOW = {**PHONE, "viewport": {"width": 360, "height": 640}}
PHONES = [NARROW, pytest.param(LOW, marks=thorough), pytest.param(PHONE, marks=thorough)]
WORST = "() => Math.max(0, ...window.shifts.map(({ value }) => value))"
JUMP = 0.2
"""Of a list thrown down by an auction's height; a tab that makes room for a line counts half as much."""


def reads_the_log(browser: Browser, party: Party, phone: Mapping[str, Any]) -> Screen:
    """Ed waits."""
    ed = seated(browser, party, 1, **phone, **STILL)
    ed.press(ed.page.locator("[data-sheet=log]"))
    expect(ed.page.locator(".log > li").first).to_be_visible()
    settled(ed.page)
    return ed


def line(screen: Screen, number: int) -> Locator:
    """The log's line of that entry."""
    return screen.page.locator(f".log > li[data-revision='{number}']")


def made(party: Party, screen: Screen, seat: int, move: str, **fields: Any) -> None:
    """A move, and the screen has come to rest after it."""
    screen.until(party.made(seat, move, **fields)["revision"])
    settled(screen.page)


@thorough
@pytest.mark.parametrize("phone", PHONES)
def test_an_auction_moves_no_line_of_the_log(browser: Browser, client: Client, phone: dict[str, Any]) -> None:
    """It opens, bids come in; when it is one's own turn the page begins at its top."""
    party = played(client, EVENING, BEFORE_AN_AUCTION)
    ed = reads_the_log(browser, party, phone)
    read = line(ed, BEFORE_AN_AUCTION)
    before = top(read)
    assert before < phone["viewport"]["height"]
    ed.page.evaluate(WATCH_SHIFTS)
    made(party, ed, 2, "offer_share")
    expect(ed.page.locator("auction-box")).to_have_count(1)
    expect(line(ed, BEFORE_AN_AUCTION + 3)).to_be_visible()
    assert top(read) == pytest.approx(before, abs=1)
    assert ed.page.evaluate(WORST) < JUMP
    made(party, ed, 2, "bid", amount=3)
    assert top(read) == pytest.approx(before, abs=1)
    made(party, ed, 3, "bid", amount=5)
    assert ed.page.evaluate("scrollY") == 0
    expect(ed.form).to_be_visible()
    no_faults(ed)


@thorough
def test_the_end_of_an_auction_moves_no_line_either(browser: Browser, client: Client) -> None:
    """Ed has passed, and reads how it goes on."""
    party = played(client, EVENING, BEFORE_AN_AUCTION + 4)
    ed = reads_the_log(browser, party, PHONE)
    read = line(ed, BEFORE_AN_AUCTION)
    before = top(read)
    made(party, ed, 2, "pass")
    expect(ed.page.locator("auction-box")).to_have_count(0)
    assert top(read) == pytest.approx(before, abs=1)
    no_faults(ed)


@thorough
@pytest.mark.parametrize("phone", PHONES)
def test_lines_that_come_above_what_is_read_are_counted(
    browser: Browser, client: Client, phone: dict[str, Any]
) -> None:
    """A tap leads to the newest."""
    party = played(client, EVENING, BEFORE_AN_AUCTION)
    ed = reads_the_log(browser, party, phone)
    ed.page.evaluate("() => scrollBy(0, 500)")
    settled(ed.page)
    sign = ed.page.locator(".log-news")
    expect(sign).to_be_hidden()
    made(party, ed, 2, "offer_share")
    made(party, ed, 2, "bid", amount=3)
    expect(sign).to_have_text("↑ 2 new")
    assert top(sign) >= bottom(ed.page.locator(".seat-top"))
    ed.press(sign)
    settled(ed.page)
    expect(sign).to_be_hidden()
    assert top(line(ed, ed.revision)) >= bottom(ed.page.locator(".seat-top"))
    no_faults(ed)


@thorough
def test_ones_own_turn_leads_away_from_the_lines_and_their_count(browser: Browser, client: Client) -> None:
    party = played(client, EVENING, BEFORE_AN_AUCTION)
    ed = reads_the_log(browser, party, PHONE)
    ed.page.evaluate("() => scrollBy(0, 500)")
    settled(ed.page)
    sign = ed.page.locator(".log-news")
    made(party, ed, 2, "offer_share")
    made(party, ed, 2, "bid", amount=3)
    expect(sign).to_have_text("↑ 2 new")
    while party.document()["auction"]["to_act"] != 1:
        made(party, ed, party.document()["auction"]["to_act"], "pass")
    expect(ed.form).to_be_visible()
    expect(sign).to_be_hidden()
    no_faults(ed)


@thorough
def test_whoever_has_chosen_nothing_sees_the_auction(browser: Browser, client: Client) -> None:
    """The first sheet is there by itself: who looks at the top of the page has not asked for it."""
    party = played(client, EVENING, BEFORE_AN_AUCTION)
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.press(ed.page.locator(".news"))
    made(party, ed, 2, "offer_share")
    assert ed.page.evaluate("scrollY") == 0
    expect(ed.page.locator("auction-box")).to_be_in_viewport()
    no_faults(ed)


@thorough
def test_a_tab_that_stands_half_under_the_head_comes_out_when_it_is_tapped(
    browser: Browser, client: Client
) -> None:
    """A phone held sideways has little room below its head."""
    sideways = {**PHONE, "viewport": {"width": 640, "height": 360}}
    ed = reads_the_log(browser, played(client, EVENING, BEFORE_AN_AUCTION), sideways)
    tabs, head = ed.page.locator("table-sheets .tabs"), ed.page.locator(".seat-top")
    ed.page.evaluate("by => scrollBy(0, by)", top(tabs) - bottom(head) + 20)
    settled(ed.page)
    assert top(tabs) < bottom(head) - 10
    place = ed.page.locator("[data-sheet=players]").bounding_box()
    assert place
    ed.page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] - 8)
    expect(ed.page.locator("[data-sheet=players]")).to_have_attribute("aria-selected", "true")
    settled(ed.page)
    assert abs(top(tabs) - bottom(head)) < 2
    no_faults(ed)
