"""What the host does in the log to amend an old entry."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Locator, expect

from tests.browser.measures import too_small, violations
from tests.browser.pages import PATIENCE_MS, Screen, no_faults, sit_host
from tests.server import Party, Server


def log_of(browser: Browser, server: Server, party: Party, **device: Any) -> Screen:
    """The host at the log."""
    return sit_host(browser, server.port, party, at="/log", **device)


def line(log: Screen, revision: int) -> Locator:
    return log.page.locator(f".log > li[data-revision='{revision}']")


def amending(log: Screen, revision: int) -> Locator:
    """An entry opened to be amended."""
    entry = line(log, revision)
    if not entry.locator("[data-amend]").is_visible():
        log.press(entry.locator("summary").first)
    log.press(entry.locator("[data-amend]"))
    dialog = log.page.locator("dialog[data-dialog=amend]")
    expect(dialog.locator("select[data-field=seat]").first).to_be_attached(timeout=PATIENCE_MS)
    return dialog


def inserting(log: Screen, revision: int, what: str) -> Locator:
    """A move that is to come before an entry."""
    dialog = amending(log, revision)
    log.press(dialog.get_by_label("Insert a move before"))
    kind = dialog.locator("select[data-field=type]").locator("visible=true")
    kind.select_option(label=next(text for text in kind.locator("option").all_inner_texts() if what in text))
    return dialog


def confirm(log: Screen, dialog: Locator) -> None:
    deed = dialog.locator(".primary")
    expect(deed).to_be_enabled(timeout=PATIENCE_MS)
    assert log.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    before = log.revision
    log.press(deed)
    expect(dialog).to_have_count(0, timeout=PATIENCE_MS)
    log.until(before + 1)


def everybody_can(log: Screen, dialog: Locator) -> None:
    """Nothing is too small or too wide, and axe finds nothing."""
    assert not too_small(log.page) + violations(log.page)
    assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth")


def leave(log: Screen, dialog: Locator) -> None:
    """Leave without amending."""
    if dialog.count():
        log.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    no_faults(log)


def change(dialog: Locator, of: str, name: str) -> Locator:
    """A figure that would change, old and new."""
    row = dialog.locator(".affects > li").filter(has=dialog.page.get_by_text(of, exact=True))
    return row.locator(f'[data-figure="{name}"]')


def would(dialog: Locator, of: str, name: str, before: str, after: str) -> None:
    figure = change(dialog, of, name)
    expect(figure.locator(".before")).to_have_text(before, timeout=PATIENCE_MS)
    expect(figure.locator(".after")).to_have_text(after)


def place(log: Screen, dialog: Locator, field: str, name: str) -> None:
    """Choose another place instead of the present one."""
    box = dialog.locator(f"place-field[data-field={field}]").locator("visible=true").first
    change = box.locator(".taken button")
    if change.count():
        log.press(change)
    search = box.locator("input.search")
    if search.count():
        search.fill(name)
        search.press("Enter")
    else:
        log.press(box.locator(".chip", has=log.page.get_by_text(name, exact=True)))
