"""Where players sit down: every name is whole and in sight, on a phone held sideways and with large letters, too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, left, right, top
from tests.browser.pages import PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled, sit_host
from tests.browser.test_large_letters import LINES, reader
from tests.server import Client, new_party, thorough

FIVE = ["Bartholomew", "Maximiliane", "Ada", "Edmund", "Christopher"]
FINGER_PX = 48
LOW_FINGER_PX = 44
"""On a phone at most 600 px high."""


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("wide", "high"), [(568, 320), (667, 375), (844, 390)])
def test_sideways_nobody_looks_for_their_name(
    wide: int, high: int, language: str, browser: Browser, client: Client
) -> None:
    party = new_party(client, FIVE, game="southern-pacific", claim=False)
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    phone = Screen(browser, "Ada", **{**PHONE, **STILL, **size})
    phone.page.goto(party.link)
    names = phone.page.locator(".join-names > .offer")
    expect(names).to_have_count(5, timeout=PATIENCE_MS)
    settled(phone.page)
    assert bottom(names.last) <= high
    assert [name.evaluate(LINES) for name in names.locator(".name").all()] == [1] * 5
    before = bottom(names.last)
    for seat in (1, 2):
        party.claim(seat)
    expect(phone.page.locator(".join-taken")).to_have_count(2, timeout=PATIENCE_MS)
    settled(phone.page)
    assert bottom(phone.page.locator(".join-names > *").last) == before, "nothing moves while others sit down"
    assert [name.evaluate(LINES) for name in phone.page.locator(".join-taken .name").all()] == [1] * 2
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("wide", "high", "count"), [(360, 640, 5), (360, 640, 6), (320, 568, 5), (390, 740, 6)]
)
def test_upright_five_and_six_see_all_names_at_once(
    wide: int, high: int, count: int, language: str, browser: Browser, client: Client
) -> None:
    """As large as a finger needs; nothing moves while others sit down."""
    party = new_party(client, [*FIVE, "Josephine"][:count], game="union-pacific", claim=False)
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    phone = Screen(browser, "Ada", **{**PHONE, **STILL, **size})
    phone.page.goto(party.link)
    names = phone.page.locator(".join-names > *")
    expect(names).to_have_count(count, timeout=PATIENCE_MS)
    settled(phone.page)
    before = [(top(name), bottom(name)) for name in names.all()]
    assert before[-1][1] <= high
    assert min(low - up for up, low in before) >= FINGER_PX
    for seat in (1, 2):
        party.claim(seat)
    keys = phone.page.locator(".join-taken .quiet")
    expect(keys).to_have_count(2, timeout=PATIENCE_MS)
    settled(phone.page)
    assert [(top(name), bottom(name)) for name in names.all()] == before
    for key, name in zip(keys.all(), phone.page.locator(".join-taken .name").all(), strict=True):
        assert bottom(key) - top(key) >= FINGER_PX
        assert bottom(name) <= top(key) + 1
    no_faults(phone)


@thorough
@pytest.mark.parametrize("width", [320, 360])
def test_twice_as_large_no_name_is_broken(width: int, browser: Browser, client: Client) -> None:
    party = new_party(client, FIVE, game="texas-pacific", claim=False)
    phone = reader(browser, viewport={"width": width, "height": 640})
    phone.page.goto(party.link)
    names = phone.page.locator(".join-names > .offer .name")
    expect(names).to_have_count(5, timeout=PATIENCE_MS)
    settled(phone.page)
    assert [name.evaluate(LINES) for name in names.all()] == [1] * 5
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("wide", "high"), [(568, 320), (640, 360), (740, 360), (844, 390)])
def test_sideways_the_host_s_lobby_shows_the_whole_code_beside_who_sits_where(
    wide: int, high: int, language: str, browser: Browser, client: Client
) -> None:
    """The digits and *Start* stand beside it, too; it stays in sight while one looks for the last seat."""
    party = new_party(client, FIVE, game="southern-pacific", claim=False)
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    host = sit_host(browser, client.port, party, at="#lobby", **{**PHONE, **STILL, **size})
    host.page.add_init_script("navigator.share = async () => {}")  # as a real phone may
    host.page.reload()
    expect(host.page.locator("[data-deed=share]")).to_be_visible(timeout=PATIENCE_MS)
    code, digits = host.page.locator(".join-picture"), host.page.locator(".way-in .code-letters")
    start = host.page.locator(".start")
    settled(host.page)
    assert max(bottom(code), bottom(digits), bottom(start)) <= high
    assert min(left(digits), left(start)) > right(code)
    names = host.page.locator(".lobby-seats .name")
    assert [name.evaluate(LINES) for name in names.all()] == [1] * 5
    seats = host.page.locator(".lobby-seats li")
    for part in seats.nth(1).locator("> *").locator("visible=true").all():
        assert bottom(part) <= top(start), "who has come is in sight"
    for key in host.page.locator(".lobby-words").get_by_role("button").locator("visible=true").all():
        assert bottom(key) - top(key) >= LOW_FINGER_PX - 0.5, key.inner_text()
    names.last.scroll_into_view_if_needed()
    assert top(code) >= 0
    assert bottom(code) <= high
    no_faults(host)
