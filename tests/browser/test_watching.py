"""*Watch a demo game*: one tap on the home screen, and the board view plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import sideways, too_small
from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.server import Server, thorough


@thorough
@pytest.mark.parametrize("device", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_an_evening_is_watched(browser: Browser, own_server: Server, device: Mapping[str, Any]) -> None:
    home = f"http://127.0.0.1:{own_server.port}/"
    screen = Screen(browser, "guest", **device, **STILL)
    screen.page.goto(home)
    expect(screen.page.get_by_role("button", name="Watch a demo game")).to_be_visible(timeout=PATIENCE_MS)
    settled(screen.page)
    assert not too_small(screen.page) + sideways(screen.page)
    screen.tap("Watch a demo game")
    expect(screen.page.locator(".board-game")).to_contain_text("Demonstration", timeout=PATIENCE_MS)
    screen.until(2)
    expect(screen.page.locator(".board-foot")).to_be_hidden()
    watched = screen.page.url
    screen.page.goto(home)
    screen.tap("Watch a demo game")
    expect(screen.page).to_have_url(watched, timeout=PATIENCE_MS)
    screen.page.goto(home)
    expect(screen.page.locator(".known-tables")).to_be_hidden()
    no_faults(screen)
