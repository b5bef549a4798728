"""A new table without names: what is missing is marked, and its reason touches nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.server import Server, thorough

TOPS = "all => all.map((one) => one.getBoundingClientRect().top + scrollY)"
CLEAR = """words => {
  const letters = document.createRange();
  letters.selectNodeContents(words);
  const text = letters.getBoundingClientRect();
  const name = words.closest("li").querySelector("input:not([type=color])");
  const box = name.getBoundingClientRect();
  const within = text.left > box.left && text.right < box.right && text.top > box.top && text.bottom < box.bottom;
  const others = [...document.querySelectorAll(".seating :is(input, button)")].filter((one) => one.checkVisibility())
    .filter((one) => one !== name || !within).map((one) => one.getBoundingClientRect());
  return others.every((one) => one.right <= text.left || text.right <= one.left || one.bottom <= text.top
    || text.bottom <= one.top);
}"""
"""Whether what is said is off all boxes and keys, or whole within its own box."""


@thorough
@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize(("wide", "high"), [(1280, 800), (800, 1200), (390, 844), (320, 568)])
def test_every_name_that_is_missing_is_marked_and_the_words_touch_nothing(
    browser: Browser, server: Server, locale: str, wide: int, high: int
) -> None:
    """No name was typed: the reason stands once, at the first, off every edge; the boxes stay where they are."""
    device = PHONE if wide < 600 else {}
    size = {"viewport": {"width": wide, "height": high}}
    screen = Screen(browser, "new table", **{**device, **STILL, **size, "locale": locale})
    page = screen.page
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.locator('[data-game="southern-pacific"]').click()
    names = page.locator(".seating input:not([type=color])")
    expect(names).to_have_count(3, timeout=PATIENCE_MS)
    settled(page)
    tops = names.evaluate_all(TOPS)
    create = page.locator("new-table button[type=submit]")
    create.click()
    expect(page.locator(".seating [aria-invalid=true]")).to_have_count(3)
    reason = page.locator(".seating .fault")
    expect(reason).to_have_text(["Enter a name." if locale == "en" else "Gib einen Namen ein."])
    expect(names.first).to_be_focused()
    assert names.evaluate_all(TOPS) == tops
    assert reason.evaluate(CLEAR)
    long = "Bartholomew Featherstonehaugh of Ely"
    for at, name in enumerate([long, "Gregory", long]):
        names.nth(at).fill(name)
    expect(page.locator(".seating [aria-invalid]")).to_have_count(0)
    create.click()
    expect(reason).to_have_text(["This name is taken." if locale == "en" else "So heißt schon jemand."])
    assert reason.evaluate(CLEAR)
    no_faults(screen)
