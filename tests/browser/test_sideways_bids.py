"""A phone held sideways, in an auction: keypad, *Pass* and *Confirm* in sight, names and what the railroad earns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, right, top
from tests.browser.pages import PHONE, STILL, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.test_sideways import BIDS, BOTH_LANGUAGES, EVERY_SIZE, LEAST, SIZES, fits, held, in_window
from tests.server import Client, new_party, thorough

JUTS_OUT = "field => field.scrollWidth > field.clientWidth"


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
@pytest.mark.parametrize("auction", BIDS)
def test_a_bid_has_its_keypad_pass_and_confirm(
    browser: Browser, client: Client, auction: str, size: Mapping[str, int], language: str
) -> None:
    """All keys, the auction above them, and nothing moves when an amount is said."""
    screen = held(browser, played(client, *BIDS[auction]), viewport=size, locale=language)
    keys = screen.form.locator(".keypad .key, .confirm, .quick").locator("visible=true")
    assert keys.count() == 18  # ten digits, least and most, three steps, one to rub out, Pass, Confirm
    in_window(screen, keys)
    for part in screen.page.locator(".bidders li, .high-bid .figure").all():
        expect(part).to_be_in_viewport(ratio=1)
    before = [one.bounding_box() for one in keys.all()]
    screen.press(screen.form.locator('[data-key=digit][value="1"]'))
    screen.press(screen.form.locator('[data-key=digit][value="4"]'))
    screen.previewed()
    assert [one.bounding_box() for one in keys.all()] == before
    fits(screen)


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
def test_whoever_bids_reads_all_names_whole(
    browser: Browser, client: Client, size: Mapping[str, int], language: str
) -> None:
    """Five of up to twelve letters, and once more that of whoever leads."""
    screen = held(browser, played(client, *BIDS["five"]), viewport=size, locale=language)
    names = screen.page.locator(":is(.bidders, .high-seat) .name")
    expect(names).to_have_count(6)
    for name in names.all():
        assert not name.evaluate(JUTS_OUT), name.inner_text()
        assert right(name) <= right(name.locator("xpath=ancestor::*[self::li or self::p]")), name.inner_text()
    fits(screen)


WHOLE = """one => {
  const line = one.closest(".lot-facts, .brief");
  const box = one.getBoundingClientRect(), room = line.getBoundingClientRect();
  return getComputedStyle(line).clipPath === "none" && box.right <= room.right + 1 && box.bottom <= room.bottom + 1;
}"""
"""Does that figure stand in the room for it, and not below?"""


@thorough
@pytest.mark.parametrize(
    ("size", "language", "seat"),
    [
        *((size, language, None) for size in SIZES for language in ("en", "de")),
        (LEAST, "en", 0),
        (LEAST, "de", 0),
    ],
)
def test_whoever_bids_reads_what_the_railroad_earns(
    browser: Browser, client: Client, size: Mapping[str, int], language: str, seat: int | None
) -> None:
    """Beside its badge or above Confirm; also a host who bids for somebody. The TP earns $6."""
    party = played(client, *BIDS["three"])
    device: dict[str, Any] = {**PHONE, **STILL, "viewport": size, "locale": language}
    screen = held(browser, party, **device) if seat is None else seated(browser, party, seat, **device)
    settled(screen.page)
    words = "Income $6" if language == "en" else "Einkommen $6"
    seen = screen.page.locator(":is(.lot-facts, .aside) > span").filter(has_text=words)
    assert [one for one in seen.all() if one.evaluate(WHOLE)]
    fits(screen)


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
def test_a_proposed_amount_is_whole(
    browser: Browser, client: Client, size: Mapping[str, int], language: str
) -> None:
    """*Use $15* never reads *Use $1*; nor does one of $100 lose a figure."""
    screen = held(
        browser, played(client, "southern-pacific/katy", 26), seat=2, viewport=size, locale=language
    )
    screen.press(screen.page.locator("[data-offer=pay_dividend]"))
    amount = screen.form.locator(".amount[data-pencilled]")
    expect(amount).to_be_visible()
    settled(screen.page)
    assert not amount.evaluate(JUTS_OUT)
    amount.evaluate("one => { one.value = one.value.replace(/[0-9]+/, '100'); }")
    assert not amount.evaluate(JUTS_OUT)
    in_window(screen, amount)
    fits(screen)


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
@pytest.mark.parametrize("auction", BIDS)
def test_a_host_who_acts_for_others_has_confirm_in_sight(
    browser: Browser, client: Client, auction: str, size: Mapping[str, int], language: str
) -> None:
    """Whom the screen plays for takes one row, of three players with what the row is for before them."""
    party = played(client, *BIDS[auction])
    host = seated(browser, party, 0, **{**PHONE, **STILL, "viewport": size, "locale": language})
    parts = host.page.locator("seat-picker button, .keypad .key, .confirm, .quick").locator("visible=true")
    in_window(host, parts)
    expect(host.page.locator(".high-bid .figure")).to_be_in_viewport(ratio=1)
    assert bottom(host.page.locator("auction-box")) <= top(host.form)
    fits(host)


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
@pytest.mark.parametrize("many", [3, 4])
def test_what_a_first_share_brings_is_told_to_its_end(
    browser: Browser, client: Client, many: int, size: Mapping[str, int], language: str
) -> None:
    """Southern Pacific: *Präsidentenaktie, Strecke gratis*, where *gratis* had no room below what is left."""
    names = ["Bartholomew", "Maximiliane", "Konstantin", "Jo"][:many]
    party = new_party(client, names, game="southern-pacific", options={"first_bidder": 1})
    screen = held(browser, party, viewport=size, locale=language)
    screen.previewed()
    brings = screen.form.locator(".brief .aside > span").first
    expect(brings).to_have_text(
        {"en": "President’s share, with a free link", "de": "Präsidentenaktie, Strecke gratis"}[language]
    )
    assert brings.evaluate(WHOLE)
    assert not brings.evaluate(JUTS_OUT)
    in_window(screen, screen.form.locator(".keypad .key, .confirm, .quick").locator("visible=true"))
    fits(screen)
