"""A companion is upgraded in the middle of an evening: the pages that are open load themselves anew, and nothing is
lost or done twice."""

from __future__ import annotations

import contextlib
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, TV, Screen, settled, sit_down, sit_host
from tests.browser.test_shell import KEPT, WAIT_FOR_HOME
from tests.browser.test_waking import half_built, made, still_half_built, to_build
from tests.server import ROOT, Command, Party, thorough

NEWER = "export const arrived = true;\n"
"""What only the newer edition has: its log does not fit what the older one has loaded."""

SHELVES = "caches.keys().then((names) => names.map((name) => name.replace('companion-shell-', '')))"
WAIT_FOR_ANOTHER = f"""
async (older) => {{
  for (let names = [older]; names.includes(older) || !names.length; names = await {SHELVES}) {{
    await new Promise(requestAnimationFrame);
  }}
}}
"""
"""Waits until the store of that edition is gone, and another is there."""


def edition(folder: Path, name: str) -> Path:
    """The program with pages that say which ones they are, in a folder of its own."""
    place = folder / name
    place.mkdir()
    for part in ("companion", "api", "openapi.yaml"):
        (place / part).symlink_to(ROOT / part)
    static = shutil.copytree(ROOT / "static", place / "static")
    with (static / "app.js").open("a", encoding="utf-8") as file:
        file.write(f'document.documentElement.dataset.edition = "{name}";\n')
    if name == "newer":
        with (static / "dom.js").open("a", encoding="utf-8") as file:
            file.write(NEWER)
        log = static / "screens" / "log.js"
        log.write_text(
            f'import {{ arrived }} from "../dom.js";\nvoid arrived;\n{log.read_text("utf-8")}', "utf-8"
        )
    return place


class Upgraded:
    """A companion that is replaced by a newer one over the same database."""

    def __init__(self, folder: Path) -> None:
        command = (sys.executable, "-m", "companion.cli")
        self.older = Command(folder, *command, place=edition(folder, "older"))
        self.newer = Command(folder, *command, place=edition(folder, "newer"))
        self.newer.port = self.older.port

    def gone(self, party: Party) -> None:
        """The older one has ended."""
        self.older.kill()
        party.client.close()

    def back(self) -> None:
        """The newer one has begun."""
        self.newer.start()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Upgraded]:
    found = Upgraded(tmp_path)
    try:
        found.older.start()
        yield found
    finally:
        found.older.kill()
        found.newer.kill()


@pytest.fixture
def party(house: Upgraded) -> Iterator[Party]:
    """It is Pete's turn to build."""
    with contextlib.closing(house.older.client()) as client:
        yield to_build(client)


def is_of(screen: Screen, name: str) -> None:
    expect(screen.page.locator("html")).to_have_attribute("data-edition", name, timeout=PATIENCE_MS)


@thorough
def test_the_pages_of_an_upgraded_companion_renew_themselves(
    browser: Browser, house: Upgraded, party: Party
) -> None:
    """A form stays half filled in, on the phone and on no other; what it makes is made once."""
    tv = sit_host(browser, house.older.port, party, at="/board", **TV)
    pete = sit_down(browser, party.link, "Pete")
    half_built(pete)
    is_of(pete, "older")
    house.gone(party)
    house.back()
    for screen in (pete, tv):
        is_of(screen, "newer")
        settled(screen.page)
    still_half_built(pete)
    assert len(made(party, "build_track")) == 0
    tv.until(pete.confirm())
    assert len(made(party, "build_track")) == 1
    assert pete.table["you"]["seat"] == 3


@thorough
def test_a_move_that_meets_an_upgrade_is_made_once(browser: Browser, house: Upgraded, party: Party) -> None:
    """The page waits for the answer before it reloads."""
    pete = sit_down(browser, party.link, "Pete")
    half_built(pete)
    house.gone(party)
    pete.press(pete.form.get_by_role("button", name="Confirm"))
    pete.sees(re.compile("Your move is waiting for the connection"))
    house.back()
    is_of(pete, "newer")
    settled(pete.page)
    expect(pete.form).to_be_hidden(timeout=PATIENCE_MS)
    assert len(made(party, "build_track")) == 1


@thorough
def test_what_does_not_go_together_is_loaded_anew(browser: Browser, house: Upgraded, party: Party) -> None:
    """A screen of the newer edition is wanted before the page has heard of it."""
    pete = sit_down(browser, party.link, "Pete")
    house.gone(party)
    pete.page.route("**/stream*", lambda route: route.abort())
    house.back()
    pete.press(pete.page.get_by_role("link", name="Log"))
    is_of(pete, "newer")
    expect(pete.page.locator("log-screen")).to_be_visible(timeout=PATIENCE_MS)


@thorough
def test_nobody_is_interrupted(browser: Browser, house: Upgraded, party: Party) -> None:
    """A dialog that is open stays; when it is closed, the page renews itself."""
    pete = sit_down(browser, party.link, "Pete", clock=True)
    pete.press(pete.page.locator("[data-open=settings]").first)
    dialog = pete.page.locator("dialog[open]")
    expect(dialog).to_be_visible(timeout=PATIENCE_MS)
    house.gone(party)
    house.back()
    with pete.page.expect_response(
        lambda answer: answer.url.endswith(party.code) and "/api/" not in answer.url
    ):
        pete.later(10_000)
    pete.later(60_000)
    expect(dialog).to_be_visible()
    is_of(pete, "older")
    pete.page.keyboard.press("Escape")
    pete.later(1_000)
    is_of(pete, "newer")


@thorough
def test_a_shell_is_exchanged_as_a_whole(browser: Browser, house: Upgraded, party: Party) -> None:
    """On the home screen: no page mixes two editions, and what opens without the server is the newer one."""
    home = f"http://127.0.0.1:{house.older.port}"
    phone = Screen(browser, "phone", **PHONE, **STILL)
    page = phone.page
    page.goto(f"{home}/healthz")
    page.evaluate("localStorage.setItem('companion.shell', 'on')")
    page.goto(f"{home}/t/{party.code}#j={party.join}")
    page.evaluate(WAIT_FOR_HOME)
    (older,) = page.evaluate(SHELVES)
    house.gone(party)
    house.back()
    is_of(phone, "newer")
    page.evaluate(WAIT_FOR_ANOTHER, older)
    (newer,) = page.evaluate(SHELVES)
    assert newer != older
    assert all(path == "/" or path.startswith(f"/static/~{newer}/") for path in page.evaluate(KEPT))
    house.newer.kill()
    page.goto(f"{home}/t/{party.code}")
    expect(page.locator(".waiting-page")).to_be_visible(timeout=PATIENCE_MS)
    is_of(phone, "newer")
