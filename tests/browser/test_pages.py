"""The helpers of pages.py: a test that waits in vain says for what."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser import pages
from tests.browser.pages import Screen


def test_a_button_that_takes_no_tap_is_not_waited_for_without_end(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen(browser, "phone")
    screen.page.set_content("<button disabled>Confirm</button>")
    monkeypatch.setattr(pages, "PATIENCE_MS", 2 * pages.LOOK_MS)
    with pytest.raises(AssertionError, match="takes no tap: Confirm"):
        screen.tap("Confirm")


def test_a_button_is_tapped_as_soon_as_it_takes_a_tap(browser: Browser) -> None:
    screen = Screen(browser, "phone")
    screen.page.set_content("<button disabled onclick=\"this.textContent = 'Done'\">Confirm</button>")
    screen.page.evaluate("setTimeout(() => document.querySelector('button').disabled = false, 100)")
    screen.tap("Confirm")
    assert screen.page.locator("button").inner_text() == "Done"


def test_no_page_is_scrolled_because_a_button_takes_no_tap_yet(browser: Browser) -> None:
    """What a test measures afterwards is measured from where a finger would have it."""
    screen = Screen(browser, "phone")
    tall = "<p style='height: 90vh'></p>"
    screen.page.set_content(f"{tall}<button disabled>Confirm</button>{tall}{tall}")
    screen.page.evaluate("setTimeout(() => document.querySelector('button').disabled = false, 900)")
    screen.tap("Confirm")
    assert screen.page.evaluate("scrollY") == 0
