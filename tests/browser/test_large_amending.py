"""Letters twice as large on a narrow phone: an old entry is amended, with what it was and the keys in sight."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.amending import amending
from tests.browser.measures import bottom, left, right, top
from tests.browser.pages import PATIENCE_MS, no_faults, settled
from tests.browser.played import played
from tests.browser.test_large_forms import BROKEN, renamed
from tests.browser.test_large_letters import KEYS_TOO_SMALL, misfits, reader
from tests.browser.test_large_words import LANGUAGES, SIZES
from tests.server import Client, Server, thorough

LONG = ["Bartholomew", "Friederike", "Maximilian", "Konstantin", "Bo"]
MOST_OF_A_WINDOW = 0.25
"""So much of its height the bar takes at most."""
ALL_ITS_WIDTH = 200
"""Of a page 320 px wide a field has so much at least."""


@thorough
@SIZES
@LANGUAGES
def test_an_amendment_with_large_letters(
    browser: Browser, server: Server, client: Client, language: str, size: ViewportSize
) -> None:
    """Changed, struck or another before it stand below one another, each word whole; who and what above the bar."""
    party = played(client, "prairie-railroads/five-players", 17)
    phone = reader(browser, viewport=size, locale=language)
    phone.has_kept({party.code: {"host": party.host, "join": party.join, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/log")
    settled(phone.page)
    dialog = amending(phone, 16)
    wide = misfits(phone, "amend")
    assert not wide, "\n".join(wide)
    bar, ways = dialog.locator(".dialog-bar"), dialog.locator(".amend-ways > .chip")
    assert ways.count() == 3
    assert ways.locator(".chip-label").evaluate_all(BROKEN) == []
    for above, below in pairwise(ways.all()):
        assert bottom(above) <= top(below)
    for chosen in dialog.locator(".who-what > select").locator("visible=true").all():
        assert right(chosen) - left(chosen) >= ALL_ITS_WIDTH
        assert bottom(chosen) <= top(bar)
    leave, deed = dialog.locator(".actions > *").all()
    assert (top(leave), bottom(leave)) == (top(deed), bottom(deed))
    assert right(leave) <= left(deed)
    assert bottom(bar) - top(bar) <= MOST_OF_A_WINDOW * size["height"]
    assert dialog.locator(".actions > *, .amend-ways > .chip").evaluate_all(KEYS_TOO_SMALL) == []
    phone.press(ways.nth(1))
    settled(phone.page)
    wide = misfits(phone, "struck")
    assert not wide, "\n".join(wide)
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
@pytest.mark.parametrize(
    ("evening", "moves"), [("southern-pacific/whole-evening", 45), ("prairie-railroads/five-players", 40)]
)
def test_an_opened_line_of_the_log_with_large_letters(
    browser: Browser, client: Client, language: str, size: ViewportSize, evening: str, moves: int
) -> None:
    """Who pays whom, and what hands do: no name in it is broken, nor any other word but by a hyphen."""
    party = renamed(played(client, evening, moves), LONG)
    phone = reader(browser, viewport=size, locale=language)
    phone.has_kept({party.code: {"host": party.host, "join": party.join, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}/log")
    settled(phone.page)
    phone.page.locator(".entry").evaluate_all("lines => lines.forEach((line) => line.open = true)")
    wide = misfits(phone, "log")
    assert not wide, "\n".join(wide)
    assert phone.page.locator(".entry-body :is(.ledger, .affects)").count()
    assert phone.page.locator(".entry-body").evaluate_all(BROKEN) == []
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
def test_what_an_amendment_changes_with_large_letters(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Whose cash differs, and what hands do: no name is broken, nor any other word but by a hyphen."""
    party = renamed(played(client, "prairie-railroads/amending-a-price", 21), LONG)
    phone = reader(browser, viewport=size, locale=language)
    phone.has_kept({party.code: {"host": party.host, "join": party.join, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}/log")
    settled(phone.page)
    dialog = amending(phone, 16)
    phone.press(dialog.locator(".keypad").get_by_role("button", name="5", exact=True))
    changes = dialog.locator("offer-preview :is(.affects, .instructions)")
    expect(changes.first).to_be_attached(timeout=PATIENCE_MS)
    settled(phone.page)
    wide = misfits(phone, "amended")
    assert not wide, "\n".join(wide)
    assert changes.evaluate_all(BROKEN) == []
    no_faults(phone)
