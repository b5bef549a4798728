"""A sum that has just changed, with what it was beside it: in one box, and read wherever it stands."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.measures import COLOURS, bottom, left, right, top, violations
from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated, table
from tests.browser.played import played
from tests.browser.test_large_forms import renamed
from tests.server import Client, new_party, thorough

NAMES = ["Ada", "Edmund", "Jo"]
BASELINE = """one => {
  const mark = document.createElement("span");
  mark.style.display = "inline-block";
  one.append(mark);
  const { bottom } = mark.getBoundingClientRect();
  mark.remove();
  return bottom;
}"""
ENDED = """one => {
  for (const animation of one.getAnimations()) animation.finish();
  return getComputedStyle(one).color;
}"""
OUTLINE = "one => getComputedStyle(one).outlineStyle"
ON_DEED = "rgb(249, 242, 225)"
"""What stands on it: `--on-deed`."""


@thorough
@pytest.mark.parametrize(("wide", "high"), [(360, 740), (320, 568)])
def test_a_changed_sum_is_one_box_with_what_it_was(
    browser: Browser, client: Client, wide: int, high: int
) -> None:
    party = table(client, NAMES)
    size = {"viewport": {"width": wide, "height": high}}
    phone = seated(browser, party, 1, **{**PHONE, **size}, **STILL)
    party.made(0, "auction_result", winner=1, amount=14)
    cash = phone.page.locator(".cash")
    expect(cash.locator(".was")).to_have_text(re.compile(r"\$80"), timeout=PATIENCE_MS)
    settled(phone.page)
    was, changed = cash.locator(".was"), cash.locator(".changed")
    assert (top(was), bottom(was)) == pytest.approx((top(changed), bottom(changed)), abs=0.5)
    lines = [cash.locator(part).evaluate(BASELINE) for part in (".before", ".figure")]
    assert lines[0] == pytest.approx(lines[1], abs=0.5)
    no_faults(phone)


@thorough
def test_a_changed_sum_is_read_in_the_green_heading(browser: Browser, client: Client) -> None:
    """Of whoever acts for all, on a laptop; afterwards it has the heading's colour again."""
    party = new_party(client, NAMES, claim=False, options={"first_bidder": 1})
    laptop = seated(browser, party, 0, **LAPTOP, **STILL)
    party.made(0, "auction_result", winner=1, amount=14)
    changed = laptop.page.locator(".seat-head .changed")
    expect(changed).to_contain_text("$66", timeout=PATIENCE_MS)
    settled(laptop.page)
    assert not violations(laptop.page, COLOURS)
    assert changed.evaluate(ENDED) == ON_DEED
    no_faults(laptop)


@thorough
def test_where_nobody_can_hold_shares_the_money_stands_at_the_right(browser: Browser, client: Client) -> None:
    party = new_party(client, NAMES, game="bank", claim=False)
    laptop = seated(browser, party, 0, **LAPTOP, **STILL)
    assert laptop.page.locator(".own").count() == 0
    assert right(laptop.page.locator(".cash")) > LAPTOP["viewport"]["width"] * 0.8
    no_faults(laptop)


@thorough
@pytest.mark.parametrize("page", ["", "/board"])
def test_a_president_s_frame_stays_once_shares_have_changed(
    browser: Browser, client: Client, page: str
) -> None:
    """And the number stands below the others of its column, when what it was is gone."""
    party = played(client, "southern-pacific/whole-evening", 25)
    screen = seated(browser, party, 0, page, viewport={"width": 1440, "height": 900}, **STILL)
    held = screen.page.locator(f"{'.board-wide ' if page else ''}[data-panel=players] .held")
    ed = held.locator("[data-of='seat:1'][data-figure='shares.SP']")
    stood = middle(ed.locator(".figure"))
    assert ed.locator(".figure").evaluate(OUTLINE) == "solid"
    party.made(0, "correct", set=[{"of": "seat:1", "name": "shares.SP", "value": 2}])
    expect(ed.locator(".changed")).to_contain_text("2", timeout=PATIENCE_MS)
    settled(screen.page)
    for part in (".was", ".figure"):
        ed.locator(part).evaluate(ENDED)
    assert ed.locator(".figure").evaluate(OUTLINE) == "solid"
    assert middle(ed.locator(".figure")) == pytest.approx(stood, abs=2)
    no_faults(screen)


def middle(one: Locator) -> float:
    return (left(one) + right(one)) / 2


@pytest.mark.parametrize("language", [pytest.param("en", marks=thorough), "de"])
def test_confirm_stays_when_the_first_digit_of_a_dividend_comes(
    browser: Browser, client: Client, language: str
) -> None:
    """What each is paid has its room before a digit is typed."""
    party = played(client, "southern-pacific/whole-evening", 47)
    phone = seated(
        browser, renamed(party, ["Ed", "Dave", "Bartholomew"]), 1, **{**PHONE, **STILL, "locale": language}
    )
    phone.open({"en": "Pay Dividends", "de": "Dividende zahlen"}[language])
    settled(phone.page)
    confirm = phone.form.locator(".confirm")
    before = top(confirm)
    phone.form.locator(".keypad .key", has_text="5").last.click()
    expect(phone.form.locator(".brief .sums")).to_contain_text("+$5", timeout=PATIENCE_MS)
    settled(phone.page)
    assert top(confirm) == before
    no_faults(phone)
