"""A city of Prairie Railroads that the companion does not know yet, built to on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, top
from tests.browser.pages import no_faults, settled
from tests.browser.test_prairie_on_a_phone import with_three_cities
from tests.server import Client, thorough


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("wide", "high"), [(320, 568), (360, 640), (360, 740), (390, 844)])
@pytest.mark.parametrize("city", ["Alma", "Wabaunsee"])
def test_nothing_moves_when_it_is_told_what_a_new_city_earns(
    browser: Browser, client: Client, city: str, wide: int, high: int, language: str
) -> None:
    """Where the line may go on stands below it, for $15: a second tap must not find a city of it under the finger."""
    phone = with_three_cities(browser, client, viewport={"width": wide, "height": high}, locale=language)
    phone.press(phone.form.locator("[data-field=railroad] .chip", has_text="CRIP"))
    to = phone.form.locator("[data-field=to]")
    to.locator("input.search:visible").fill(city)
    phone.press(to.locator(".chip.new:visible"))
    income = phone.page.locator("facts-field [value='2']")
    expect(income).to_be_visible()
    settled(phone.page)
    onward = phone.form.locator(".strip > .label")
    assert bottom(onward) <= top(phone.form.locator(".confirm-bar"))
    before = phone.page.evaluate("scrollY"), top(income), top(onward)
    phone.press(income)
    phone.previewed()
    settled(phone.page)
    assert (phone.page.evaluate("scrollY"), top(income), top(onward)) == before
    no_faults(phone)
