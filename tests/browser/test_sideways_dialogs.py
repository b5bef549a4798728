"""A phone held sideways: what the host puts right has the height of the window, its keys stand beside it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.amending import amending, log_of
from tests.browser.measures import bottom, left, right, sideways, top
from tests.browser.pages import PATIENCE_MS, PHONE, STILL, no_faults, settled, sit_host
from tests.browser.played import played
from tests.browser.test_correcting import field
from tests.browser.test_sideways import BOTH_LANGUAGES, LEAST
from tests.server import Client, Server, thorough

HIGHER: ViewportSize = {"width": 667, "height": 375}
HELD = pytest.mark.parametrize("size", [LEAST, HIGHER], ids=["least", "higher"])
FORM_PX = 160
"""So much of an amendment's form at least is in sight, where the window is 320 px high."""


@thorough
@HELD
@BOTH_LANGUAGES
def test_the_value_of_a_correction_is_in_sight(
    browser: Browser, server: Server, client: Client, language: str, size: ViewportSize
) -> None:
    """Whose it is and which figure it is in one row; the value that has the focus, and Confirm beside it."""
    party = played(client, "southern-pacific/whole-evening")
    device = {**PHONE, **STILL, "viewport": size, "locale": language}
    phone = sit_host(browser, server.port, party, at="/check", **device)
    phone.press(phone.page.locator(".check-section [data-figure=cash]").locator("visible=true").first)
    owner, item, value = (field(phone, name) for name in ("of", "name", "value"))
    expect(value).to_be_focused(timeout=PATIENCE_MS)
    assert top(owner) == top(item)
    assert right(owner) < left(item)
    bar = phone.page.locator('[data-dialog="correct"] .dialog-bar')
    for part in (owner, item, value, *bar.locator(".actions > *").all()):
        assert top(part) >= 0
        assert bottom(part) <= size["height"]
    assert right(value) <= left(bar)
    deed = phone.page.locator('[data-deed="correct"]')
    stood = top(deed)
    value.fill("30")
    expect(deed).to_be_enabled(timeout=PATIENCE_MS)
    assert top(deed) == stood
    assert not sideways(phone.page)
    no_faults(phone)


@thorough
@HELD
@BOTH_LANGUAGES
def test_an_amendment_has_the_height_of_the_window(
    browser: Browser, server: Server, client: Client, language: str, size: ViewportSize
) -> None:
    """Its keys stand beside the form and stay there as it tells what would change."""
    party = played(client, "prairie-railroads/five-players", 17)
    log = log_of(browser, server, party, **{**PHONE, **STILL, "viewport": size, "locale": language})
    dialog = amending(log, 16)
    settled(log.page)
    bar, form = dialog.locator(".dialog-bar"), dialog.locator(".amend-fields")
    assert right(form) <= left(bar)
    assert size["height"] - top(form) >= FORM_PX
    who, what = dialog.locator(".who-what > select").locator("visible=true").all()
    assert top(who) == top(what)
    deed = bar.locator(".primary")
    stood = top(deed)
    log.press(dialog.locator(".keypad .key").locator("visible=true").nth(1))
    expect(dialog.locator(".amend-verdict:enabled")).to_be_visible(timeout=PATIENCE_MS)
    assert top(deed) == stood
    assert top(deed) >= 0
    assert bottom(bar.locator(".actions")) <= size["height"]
    assert not sideways(log.page)
    no_faults(log)
