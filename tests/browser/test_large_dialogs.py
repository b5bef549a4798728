"""Letters twice as large: a question over a page opens at its title, as wide as the phone, with its keys whole."""

from __future__ import annotations

from itertools import pairwise

from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.browser.measures import bottom, left, right, top
from tests.browser.pages import PATIENCE_MS, Screen, no_faults, settled
from tests.browser.played import played
from tests.browser.test_large_forms import BROKEN
from tests.browser.test_large_letters import KEYS_TOO_SMALL, misfits, reader
from tests.browser.test_large_words import LANGUAGES, SIZES
from tests.server import Client, Server, thorough

MOST_BESIDE = 16
"""So much of the page, in px, is left at the sides of a dialog."""
TO_HERE = {"en": "Undo to here", "de": "Bis hierher zurücknehmen"}


def opens_at_its_title(phone: Screen, dialog: Locator, width: int) -> None:
    """Its title is in sight, all its words and keys are whole, the keys one below the other."""
    dialog.wait_for()
    wide = misfits(phone, "a question")
    assert not wide, "\n".join(wide)
    assert top(dialog) <= top(dialog.locator("h2")), "its title is scrolled away"
    assert right(dialog) - left(dialog) >= width - MOST_BESIDE
    assert dialog.locator("li, .actions, p").evaluate_all(BROKEN) == []
    keys = dialog.locator(".actions > *")
    assert keys.evaluate_all(KEYS_TOO_SMALL) == []
    for above, below in pairwise(keys.all()):
        assert bottom(above) <= top(below)


@thorough
@SIZES
@LANGUAGES
def test_an_undo_of_more_than_one_entry_opens_at_its_title(
    browser: Browser, server: Server, client: Client, language: str, size: ViewportSize
) -> None:
    """What would vanish stands between its title and its keys."""
    party = played(client, "prairie-railroads/five-players", 17)
    phone = reader(browser, viewport=size, locale=language)
    phone.has_kept({party.code: {"host": party.host, "join": party.join, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/log")
    settled(phone.page)
    line = phone.page.locator(".log > li").nth(3)
    phone.press(line.locator("summary"))
    phone.press(line.get_by_role("button", name=TO_HERE[language]))
    dialog = phone.page.locator("dialog[open]")
    expect(dialog.locator(".vanishing > li")).to_have_count(3, timeout=PATIENCE_MS)
    opens_at_its_title(phone, dialog, size["width"])
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
def test_hosting_a_table_here_opens_at_its_title(
    browser: Browser, server: Server, client: Client, language: str, size: ViewportSize
) -> None:
    """On the computer of the companion, which may host a table whose host's device is gone."""
    party = played(client, "prairie-railroads/five-players", 17)
    phone = reader(browser, viewport=size, locale=language)
    phone.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}")
    settled(phone.page)
    fold = phone.page.locator(".host-here")
    phone.press(fold.locator("summary"))
    phone.press(fold.locator("button"))
    opens_at_its_title(phone, phone.page.locator("dialog[open]"), size["width"])
    no_faults(phone)
