"""Prairie Railroads on a phone: a row of the income chart that is looked up has two cities, one below the other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.measures import bottom, top
from tests.browser.pages import PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.test_second_tap import middle
from tests.server import Client, thorough

FADE_PX = 8
"""What stands nearer to the bar fades."""


def looking_up(browser: Browser, client: Client, size: tuple[int, int], language: str) -> Screen:
    party = played(client, "prairie-railroads/growth-unknown-row-learned", 14)
    viewport = {"width": size[0], "height": size[1]}
    return seated(browser, party, 3, **{**PHONE, **STILL, "viewport": viewport, "locale": language})


@thorough
@pytest.mark.parametrize("size", [(320, 568), (360, 640)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_double_tap_on_a_city_takes_no_second_one(
    size: tuple[int, int], language: str, browser: Browser, client: Client
) -> None:
    """Names of the second come where the first's were. What watches taps is there before the first tap."""
    phone = looking_up(browser, client, size, language)
    held: list[Route] = []
    phone.page.route(re.compile(r"/taps\.js"), lambda route: held.append(route))
    first, second = (
        phone.form.locator(f"[data-field='growth.34.{one}']") for one in ("primary", "secondary")
    )
    name = first.locator(".chip").nth(4 if size[0] == 320 else 3).bounding_box()
    assert name
    phone.page.touchscreen.tap(*middle(name))
    expect(first.locator(".taken")).to_be_visible()
    phone.page.touchscreen.tap(*middle(name))
    expect(second.locator(".taken")).to_have_count(0)
    expect(second.locator("input:focus")).to_have_count(0)
    for route in held:
        route.continue_()
    settled(phone.page)
    no_faults(phone)


@thorough
@pytest.mark.parametrize("size", [(320, 568), (320, 640), (360, 640), (360, 740), (390, 740)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_key_of_a_city_is_cut(
    size: tuple[int, int], language: str, browser: Browser, client: Client
) -> None:
    """With the key for the others they are whole rows of two, and of three: of the second city, too, where three stand
    in a row."""
    phone = looking_up(browser, client, size, language)
    bar = phone.form.locator(".confirm-bar")
    first, second = (
        phone.form.locator(f"[data-field='growth.34.{one}']") for one in ("primary", "secondary")
    )
    keys = first.locator(".chip").locator("visible=true")
    expect(keys).to_have_count(6)
    assert bottom(keys.last) <= top(bar)
    phone.press(keys.first)
    expect(second.locator(".chip").locator("visible=true")).to_have_count(6)
    settled(phone.page)
    if size[0] > 320:
        assert bottom(second.locator(".chip").last) + FADE_PX <= top(bar)
    no_faults(phone)
