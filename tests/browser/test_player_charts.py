"""Each player's chart on the settlement page."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect

from tests.browser.pages import DARK, LAPTOP, PATIENCE_MS, PHONE, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.playing import finished
from tests.server import Party, thorough


@thorough
def test_each_players_chart_is_fetched_when_it_is_unfolded(browser: Browser, party: Party) -> None:
    """On Ed's phone his own stands open; the treasuries are not said to have nothing."""
    finished(party)
    screen = Screen(browser, "Ed", **PHONE, **DARK)
    page = screen.page
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(urlsplit(request.url).path))
    home = f"http://127.0.0.1:{party.client.port}"
    screen.has_kept({party.code: {"join": party.join, "seat": {"number": 1, "key": party.seats[1]}}})
    page.goto(f"{home}/t/{party.code}/settlement")
    own = page.locator("[data-chart-of='1'] img")
    expect(own).to_have_attribute(
        "alt", re.compile(r"^Ed: .*Cash \$40$"), timeout=PATIENCE_MS
    )  # 80 - 20 - 20
    assert page.locator("[data-chart=treasury] img").get_attribute("alt") == (
        "Railroad treasuries over the evening; final: all paid out"
    )
    settled(page)
    assert [path[-12:] for path in fetched if "/seats/" in path and path.endswith("money.svg")] == [
        "/1/money.svg"
    ]
    screen.press(page.locator("[data-chart-of='3'] summary"))
    other = page.locator("[data-chart-of='3'] img")
    expect(other).to_have_js_property("complete", True, timeout=PATIENCE_MS)
    assert "theme=dark" in str(other.evaluate("one => one.currentSrc"))
    no_faults(screen)
    screen.close()
    wide = seated(browser, party, 0, "/settlement", **LAPTOP)  # there all of them stand open
    expect(wide.page.locator("[data-chart-of][open]")).to_have_count(3, timeout=PATIENCE_MS)
    no_faults(wide)
