"""Letters twice as large on a phone: what one does in a turn, from its menu to what may be undone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.browser.measures import bottom, left, right, top
from tests.browser.pages import PATIENCE_MS, Screen, no_faults, settled
from tests.browser.played import played
from tests.browser.test_bank import by_host
from tests.browser.test_large_forms import BROKEN, LOW
from tests.browser.test_large_letters import KEYS_TOO_SMALL, LINES, misfits
from tests.browser.test_large_openings import uncut
from tests.browser.test_large_words import HIGH, LANGUAGES, SIZES, bank, large
from tests.browser.test_sideways import drawing
from tests.browser.test_texas_hexes import BOXES, sold
from tests.server import Client, thorough

WIDE: ViewportSize = {"width": 390, "height": 844}
COVERED = """key => {
  const { top, right, width, height, paddingLeft, paddingTop, boxSizing } = getComputedStyle(key, "::after");
  const frame = key.getBoundingClientRect(), words = document.createRange();
  const more = (padding) => boxSizing === "border-box" ? 0 : 2 * parseFloat(padding);
  const from = { y: frame.top + parseFloat(top), right: frame.right - parseFloat(right) };
  const badge = {
    left: from.right - parseFloat(width) - more(paddingLeft),
    right: from.right,
    top: from.y,
    bottom: from.y + parseFloat(height) + more(paddingTop),
  };
  words.selectNodeContents(key);
  const texts = [...words.getClientRects()].filter((text) =>
    text.left < badge.right && text.right > badge.left && text.top < badge.bottom && text.bottom > badge.top
  );
  return badge.right > badge.left ? texts.length : -1;
}"""
"""How many words of a key the badge lies over that tells how often it was tapped; -1: there is none."""


def touched(phone: Screen, key: Locator) -> None:
    """Where it is: nothing is scrolled for it."""
    box = key.bounding_box()
    assert box
    phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(key).to_have_attribute("data-times", "×1", timeout=PATIENCE_MS)
    settled(phone.page)


@thorough
@pytest.mark.parametrize("size", [LOW, HIGH, WIDE], ids=["low", "high", "wide"])
@LANGUAGES
def test_keys_of_hexes_stay_where_they_are_tapped(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Texas & Pacific: also where the lines that come below them are in sight; and how often each was tapped lies over
    nothing it says."""
    party = sold(client, facts=BOXES)
    party.made(0, "decide_track", railroad="GHH", hexes=[{"kind": "plain", "rank": 1}])
    phone = large(browser, party, 2, size, language)
    phone.press(phone.page.locator("[data-offer=decide_track]"))
    keys, bar = phone.form.locator(".pad .key"), phone.form.locator(".confirm-bar")
    expect(keys).to_have_count(11, timeout=PATIENCE_MS)
    settled(phone.page)
    phone.page.evaluate("by => scrollBy(0, by)", bottom(keys.last) + 8 - top(bar))
    settled(phone.page)
    for key in (keys.nth(6), keys.nth(5), keys.nth(4)):
        stood = top(key)
        touched(phone, key)
        assert top(key) == stood
        assert key.evaluate(COVERED) == 0
    for income in phone.form.locator(".pad-name > .hint").all():
        assert income.evaluate(LINES) == 1
    uncut(phone, "hexes")


@thorough
@SIZES
@LANGUAGES
@pytest.mark.parametrize(
    ("evening", "moves"), [("texas-pacific/six-players", 14), ("southern-pacific/whole-evening", 26)]
)
def test_the_moves_of_a_turn_are_in_sight_together(
    browser: Browser, client: Client, evening: str, moves: int, language: str, size: ViewportSize
) -> None:
    """Three are whole in sight; badges below one keep within their keys, and what a move tells ends without dots."""
    party = played(client, evening, moves)
    phone = large(browser, party, int(party.document()["turn"]["seat"]), size, language)
    menu = phone.page.locator("offer-list .offer:not(.tile):has(> .hint)").locator("visible=true")
    expect(menu.nth(3)).to_be_attached(timeout=PATIENCE_MS)
    uncut(phone, "menu")
    in_sight = [key for key in menu.all() if bottom(key) <= size["height"]]
    assert len(in_sight) >= 3
    for told in menu.locator(".hint").all():
        assert told.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), "no dots"
    for label in menu.locator(".offer-label").all():
        assert label.evaluate(LINES) == 1
    for tile in phone.page.locator("offer-list .tile").all():
        badge = tile.locator("railroad-badge")
        assert left(tile) + 1 <= left(badge)
        assert right(badge) <= right(tile) - 1
        assert badge.evaluate_all(BROKEN) == []
    words = menu.first.locator(".hint").inner_text()
    phone.press(menu.first)
    expect(phone.form.get_by_text(words)).to_be_visible(timeout=PATIENCE_MS)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_share_that_is_drawn_is_told_without_dots_below_all_numbers(
    browser: Browser, client: Client, language: str
) -> None:
    """That no dividend card came stands on Confirm: the bracket that says it, too, gives way as a whole."""
    phone = large(browser, drawing(client), 1, LOW, language)
    phone.previewed()
    brief, confirm = phone.form.locator(".brief"), phone.form.locator(".confirm")
    expect(confirm).to_contain_text({"en": "No dividend card", "de": "Keine Dividendenkarte"}[language])
    expect(brief).to_contain_text({"en": "drew a share", "de": "eine Aktie gezogen"}[language])
    assert brief.evaluate("one => one.scrollHeight <= one.clientHeight"), "no dots"
    keys = phone.form.locator("count-field .chip")
    expect(keys).to_have_count(5)
    assert bottom(keys.last) <= top(phone.form.locator(".confirm-bar"))
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
def test_what_companies_and_the_bank_pay_each_other_has_a_line_each(
    browser: Browser, client: Client, size: ViewportSize, language: str
) -> None:
    """The bank alone, for who holds shares of two companies: nothing runs out of its key nor out of the page."""
    party = bank(client)
    for company in ("KP", "ATSF"):
        sold = {"from": f"railroad:{company}", "to": "seat:3"}
        by_host(party, "trade", seat=3, company=company, count=1, price=8, **sold)
    phone = large(browser, party, 3, size, language)
    keys = phone.page.locator(".tile:is([data-tile$=' bank'], [data-tile^='bank '])")
    expect(keys).to_have_count(4, timeout=PATIENCE_MS)
    assert misfits(phone, "the bank") == []
    assert keys.evaluate_all(KEYS_TOO_SMALL) == []
    assert phone.page.locator("[data-tile=take] .name").evaluate_all(BROKEN) == []
    for above, below in zip(keys.all(), keys.all()[1:], strict=False):
        assert bottom(above) <= top(below)
    no_faults(phone)
