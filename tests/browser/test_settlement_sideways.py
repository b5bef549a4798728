"""The settlement on a phone held sideways: what it is leaves room for the first ranks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, left, right, sideways, top
from tests.browser.pages import PATIENCE_MS, PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.test_sideways import BOTH_LANGUAGES, CHOICES
from tests.server import Client, thorough


@thorough
@BOTH_LANGUAGES
@pytest.mark.parametrize(("wide", "high"), [(568, 320), (640, 360), (740, 360)])
@pytest.mark.parametrize("game", ["union-pacific", "texas-pacific", "prairie-railroads"])
def test_as_of_now_the_first_ranks_are_in_sight(
    wide: int, high: int, game: str, language: str, browser: Browser, client: Client
) -> None:
    """Whose it is, what it comes to, and the head of the account are whole; that it is not final stands beside
    the headline."""
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    phone = seated(browser, played(client, *CHOICES[game]), 1, "/settlement", **{**PHONE, **STILL, **size})
    page = phone.page
    ranks = page.locator(".ranking .rank-head")
    expect(ranks.first).to_be_visible(timeout=PATIENCE_MS)
    settled(page)
    assert bottom(ranks.first) <= high
    assert top(ranks.first) <= high * 2 / 3
    head, stamp = page.locator(".result-head h1"), page.locator(".stamp.projected")
    assert right(head) <= left(stamp)
    assert top(stamp) < bottom(head)
    assert right(page.locator(".way-back")) - left(page.locator(".way-back")) >= 44
    assert bottom(page.locator(".way-back")) - top(page.locator(".way-back")) >= 43.5
    assert not sideways(page)
    no_faults(phone)
