"""On a phone with little width for its letters: whose turn it is, and what the six digits are typed into, whole in
sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, top
from tests.browser.pages import PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.browser.test_large_forms import BROKEN, LOW
from tests.browser.test_large_letters import misfits, reader
from tests.browser.test_large_words import LANGUAGES, SIZES
from tests.browser.test_sideways import LEAST
from tests.playing import begun
from tests.server import Client, Party, Server, new_party, thorough

WHOLE = (
    "words => words.getBoundingClientRect().right <= innerWidth && words.scrollWidth <= words.clientWidth + 1"
)


def _named(client: Client) -> Party:
    """The last one begins."""
    return begun(new_party(client, ["si-Jo", "Maximiliane", "Bartholomew"]))


@thorough
@LANGUAGES
@pytest.mark.parametrize("held", ["upright", "sideways"])
def test_whose_turn_a_host_takes_is_whole(
    browser: Browser, server: Server, client: Client, language: str, held: str
) -> None:
    party = _named(client)
    device: dict[str, Any] = {"locale": language, "viewport": LOW if held == "upright" else LEAST}
    phone = (
        reader(browser, **device)
        if held == "upright"
        else Screen(browser, "phone", **{**PHONE, **STILL, **device})
    )
    phone.has_kept({party.code: {"host": party.host, "join": party.join, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}")
    settled(phone.page)
    words = phone.page.locator(".turn[data-mine] > span:first-child")
    expect(words).to_contain_text("Bartholomew", timeout=PATIENCE_MS)
    assert words.evaluate(WHOLE)
    assert phone.page.locator(".seat-fold .name").evaluate_all(BROKEN) == []
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
def test_six_digits_are_typed_in_sight(
    browser: Browser, server: Server, client: Client, language: str, size: Any
) -> None:
    """The field has the focus, and its key is in sight before and after."""
    party = new_party(client)
    phone = reader(browser, viewport=size, locale=language)
    phone.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}")
    field, key = (phone.page.locator(f"by-digits form {one}") for one in (".digits", "button"))
    expect(field).to_be_focused(timeout=PATIENCE_MS)
    wide = misfits(phone, "digits")
    assert not wide, "\n".join(wide)
    for typed in ("", "357980"):
        field.fill(typed)
        assert top(field) >= 0
        assert bottom(field) <= top(key)
        assert bottom(key) <= size["height"]
    no_faults(phone)


@thorough
@LANGUAGES
def test_what_the_field_of_the_first_page_takes_stands_in_one_line(
    browser: Browser, server: Server, language: str
) -> None:
    phone = Screen(
        browser,
        "phone",
        **{**PHONE, **STILL, "viewport": {"width": 844, "height": 390}, "locale": language},
    )
    phone.page.goto(f"http://127.0.0.1:{server.port}/")
    settled(phone.page)
    label, other = (phone.page.locator(f".joining .keyboards > {one}") for one in (".label", ".quiet"))
    assert label.evaluate(
        "one => one.getBoundingClientRect().height < 2 * parseFloat(getComputedStyle(one).fontSize)"
    )
    assert top(other) < bottom(label)
    no_faults(phone)
