"""Private notes on a phone: out of the way, saved as one types, kept through a reload and a lost connection."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, expect

from tests.browser.pages import DARK, PATIENCE_MS, Screen, no_faults, settled, sit_down, sit_host
from tests.server import Client, Party, thorough

SECRET = "MKT up to $17\nPete bluffs"


def opened(screen: Screen) -> Locator:
    """The place to write, as soon as it takes words."""
    notes = screen.page.locator(".own-notes")
    if not notes.locator("textarea").is_visible():
        screen.press(notes.locator("summary"))
    paper = notes.locator("textarea")
    expect(paper).to_be_enabled(timeout=PATIENCE_MS)
    return paper


def said(screen: Screen) -> Locator:
    return screen.page.locator("private-notes [role=status]")


def unsaved(screen: Screen) -> str | None:
    found: str | None = screen.page.evaluate(
        "Object.values(JSON.parse(localStorage.getItem('companion.tables')))[0].seat?.notes ?? null"
    )
    return found


def test_saved_as_one_types_and_there_after_a_reload(browser: Browser, table: Party) -> None:
    dave = sit_down(browser, table.link, "Dave", **DARK)
    paper = opened(dave)
    paper.fill(SECRET)
    expect(said(dave)).to_have_text("Saved", timeout=PATIENCE_MS)
    assert unsaved(dave) is None
    assert int(dave.page.evaluate("document.documentElement.scrollWidth")) <= 360
    table.claim(1)
    dave.until(table.made(1, "bid", amount=5)["revision"])
    expect(paper).to_have_value(SECRET)  # a move leaves what is being written alone
    dave.page.reload()
    expect(opened(dave)).to_have_value(SECRET, timeout=PATIENCE_MS)
    no_faults(dave)


@thorough
def test_a_lost_line_loses_nothing(browser: Browser, table: Party) -> None:
    """What is written without a network stays on the phone, even after a reload, and reaches the table as soon as
    that is back."""
    dave = sit_down(browser, table.link, "Dave")
    paper = opened(dave)
    dave.page.route("**/private-notes", lambda route: route.abort())
    paper.fill(SECRET)
    expect(said(dave)).to_contain_text("Kept on this phone", timeout=PATIENCE_MS)
    assert unsaved(dave) == SECRET
    dave.page.unroute("**/private-notes")
    dave.page.reload()  # and nobody opens them
    expect(dave.page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    dave.page.wait_for_function(
        "() => !('notes' in Object.values(JSON.parse(localStorage.getItem('companion.tables')))[0].seat)"
    )
    expect(opened(dave)).to_have_value(SECRET, timeout=PATIENCE_MS)


@thorough
def test_gone_when_the_seat_goes_to_another_phone(browser: Browser, table: Party) -> None:
    dave = sit_down(browser, table.link, "Dave")
    opened(dave).fill(SECRET)
    expect(said(dave)).to_have_text("Saved", timeout=PATIENCE_MS)
    table.client.post(f"{table.at}/seats/2/release", {}, table.host)
    other = sit_down(browser, table.link, "Dave")
    expect(opened(other)).to_have_value("", timeout=PATIENCE_MS)
    assert SECRET not in other.page.content()
    no_faults(other)


@thorough
def test_the_laptop_has_none(browser: Browser, client: Client, table: Party) -> None:
    laptop = sit_host(browser, client.port, table)
    settled(laptop.page)
    expect(laptop.page.locator(".own-notes")).to_be_hidden()
    no_faults(laptop)
