"""A track on a phone: with letters twice as large, and held sideways, every badge and number is whole."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.test_large_forms import BROKEN, renamed
from tests.browser.test_large_words import LANGUAGES, SIZES, large
from tests.server import Client, thorough

TRACKS = pytest.mark.parametrize(
    ("evening", "moves"),
    [
        ("southern-pacific/whole-evening", 25),
        ("prairie-railroads/whole-evening", 60),
        ("gulf-mobile-ohio/five-players", 40),
        ("texas-pacific/six-players", 40),
    ],
    ids=["southern", "prairie", "gulf", "texas"],
)
CUT = """track => [...track.querySelectorAll(".marker :not(.wooden) > .letters, .space-number")].filter((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const inner = words.getBoundingClientRect();
  const outers = [one.closest(".space"), one.closest("railroad-badge, .disc")].filter(Boolean);
  const lines = new Set([...words.getClientRects()].map(({ bottom }) => bottom)).size;
  return lines > 1 || one.scrollWidth > one.clientWidth + 1 || outers.some((outer) => {
    const { left, right } = outer.getBoundingClientRect();
    return inner.left < left - 1 || inner.right > right + 1;
  });
}).map((one) => one.textContent)"""
"""Letters and numbers that run out of their badge or their space, or take two lines."""


def all_whole(phone: Screen, page: Page, language: str) -> None:
    phone.press(page.get_by_role("tab", name="Tisch" if language == "de" else "Table"))
    expect(page.locator("track-panel .marker").first).to_be_visible(timeout=PATIENCE_MS)
    settled(page)
    for track in page.locator("track-panel").locator("visible=true").all():
        assert track.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
@TRACKS
def test_letters_twice_as_large(
    browser: Browser, client: Client, evening: str, moves: int, language: str, size: ViewportSize
) -> None:
    phone = large(browser, renamed(played(client, evening, moves)), 1, size, language)
    all_whole(phone, phone.page, language)


@thorough
@LANGUAGES
@TRACKS
@pytest.mark.parametrize("width", [568, 667, 844, 932])
def test_held_sideways(
    browser: Browser, client: Client, evening: str, moves: int, language: str, width: int
) -> None:
    party = renamed(played(client, evening, moves))
    device = {**PHONE, **STILL, "viewport": {"width": width, "height": 390}, "locale": language}
    phone = seated(browser, party, 1, **device)
    all_whole(phone, phone.page, language)


@thorough
@SIZES
@TRACKS
def test_headings_and_names_are_not_broken_by_large_letters(
    browser: Browser, client: Client, evening: str, moves: int, size: ViewportSize
) -> None:
    """In German, whose words are long; a name of eleven letters is whole in a cell of a table."""
    party = renamed(played(client, evening, moves))
    phone = large(browser, party, 1, size, "de")
    expect(phone.page.locator("[data-panel=railroads]")).to_be_visible(timeout=PATIENCE_MS)
    names = phone.page.locator("[data-panel=railroads] td .seat-mark .name")
    names.evaluate_all("all => all.forEach((one) => { one.textContent = 'Bartholomew'; })")
    assert names.evaluate_all(BROKEN) == []
    phone.press(phone.page.get_by_role("tab", name="Tisch"))
    headings = phone.page.locator("track-panel > h2")
    expect(headings.first).to_be_visible(timeout=PATIENCE_MS)
    assert headings.evaluate_all(BROKEN) == []
    no_faults(phone)
