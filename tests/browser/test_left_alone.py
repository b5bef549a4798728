"""A phone that lies on the table: it stays on while the game is on, and says softly that it is still its turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, STILL, Screen, no_faults, settled, sit_down
from tests.server import Party, thorough

A_MINUTE_MS = 60_000
SECOND_MS = 1_000
RESTED_MS = 5_000
"""After this time a page fetches what its first minute does not need."""
OBSERVED = """
window.buzzes = [];
navigator.vibrate = (pattern) => window.buzzes.push(pattern);
window.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  const lock = new EventTarget();
  lock.held = true;
  lock.release = async () => { lock.held = false; lock.dispatchEvent(new Event("release")); };
  window.locks.push(lock);
  return lock;
} } });
"""
"""A phone that can buzz and stay on, and remembers that it did."""
HIDE = """
(state) => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  if (state === "hidden") window.locks.filter((lock) => lock.held).forEach((lock) => lock.release());
  document.dispatchEvent(new Event("visibilitychange"));
}
"""
"""What a browser does when another app comes to the front, and when it is back."""
HELD = "window.locks.filter((lock) => lock.held).length"
NUDGES = "window.buzzes.filter(Array.isArray).length"
USUAL = "Your turn · Prairie Railroads"


def lying(browser: Browser, party: Party, name: str, **device: object) -> Screen:
    """A phone on which no time passes but by `later`."""
    phone = sit_down(browser, party.link, name, clock=True, **device)
    phone.context.add_init_script(OBSERVED)
    phone.page.reload()
    settled(phone.page)
    phone.later(RESTED_MS)
    settled(phone.page)
    phone.stand_still()
    phone.page.touchscreen.tap(5, 5)  # browsers let a page buzz after that, and the minute begins
    return phone


@thorough
def test_it_is_nudged_after_a_minute_and_three_times_at_most(browser: Browser, table: Party) -> None:
    ed = lying(browser, table, "Ed")
    turn, nudged = ed.page.locator(".turn[data-mine]"), ed.page.locator("seat-screen[data-nudged]")
    before = turn.bounding_box()
    ed.later(A_MINUTE_MS - SECOND_MS)
    assert ed.page.evaluate(NUDGES) == nudged.count() == 0
    ed.later(2 * SECOND_MS)
    assert ed.page.evaluate(NUDGES) == nudged.count() == 1
    titles = set()
    for _ in range(2):
        titles.add(ed.page.title())
        ed.later(SECOND_MS)
    assert titles == {USUAL, "● Still your turn"}
    assert turn.bounding_box() == before, "nothing moves for it"
    ed.later(5 * A_MINUTE_MS)
    assert ed.page.evaluate(NUDGES) == 3
    assert ed.page.title() == "● Still your turn"
    ed.page.touchscreen.tap(5, 5)
    assert (nudged.count(), ed.page.title()) == (0, USUAL)
    ed.later(A_MINUTE_MS)
    assert ed.page.evaluate(NUDGES) == 4, "it was left alone again"
    ed.page.clock.resume()  # a page on which no time passes receives nothing
    table.made(0, "bid", amount=3)
    expect(ed.page.locator(".turn[data-mine]")).to_have_count(0, timeout=PATIENCE_MS)
    assert nudged.count() == 0
    ed.later(5 * A_MINUTE_MS)
    assert ed.page.evaluate(NUDGES) == 4
    no_faults(ed)


@pytest.mark.thorough
def test_who_acts_is_not_nudged_nor_who_waits_nor_who_does_not_want_it(
    browser: Browser, table: Party
) -> None:
    ed, dave = lying(browser, table, "Ed", **STILL), lying(browser, table, "Dave")
    dave.later(5 * A_MINUTE_MS)
    assert dave.page.evaluate(NUDGES) == 0
    for _ in range(3):
        ed.later(A_MINUTE_MS - SECOND_MS)
        ed.page.keyboard.press("Shift")
    assert ed.page.evaluate(NUDGES) == 0
    ed.later(A_MINUTE_MS + SECOND_MS)
    for _ in range(3):  # nothing that comes and goes where nothing should move
        assert ed.page.title() == "● Still your turn"
        ed.later(SECOND_MS)
    ed.page.clock.resume()
    ed.tap("Settings")
    ed.press(ed.page.locator("[data-dialog=settings] label", has_text="Nudge"))
    ed.stand_still()
    said = ed.page.evaluate(NUDGES)
    ed.later(5 * A_MINUTE_MS)
    assert ed.page.evaluate(NUDGES) == said
    no_faults(ed, dave)


@thorough
def test_it_stays_on_while_it_is_looked_at_and_the_game_is_on(browser: Browser, table: Party) -> None:
    ed = lying(browser, table, "Ed")
    ed.page.clock.resume()
    assert ed.page.evaluate(HELD) == 1
    ed.page.evaluate(HIDE, "hidden")
    assert ed.page.evaluate(HELD) == 0
    ed.page.evaluate(HIDE, "visible")
    assert ed.page.evaluate(HELD) == 1
    ed.tap("Settings")
    switch = ed.page.locator("[data-dialog=settings] label", has_text="Screen stays on")
    ed.press(switch)
    assert ed.page.evaluate(HELD) == 0
    ed.press(switch)
    ed.tap("Close", ed.page.locator("[data-dialog=settings]"))
    ed.page.wait_for_function(f"{HELD} === 1")
    ed.page.evaluate("document.dispatchEvent(new CustomEvent('go', { detail: location.pathname + '/log' }))")
    expect(ed.page.locator("log-screen")).to_be_visible(timeout=PATIENCE_MS)
    assert ed.page.evaluate(HELD) == 0, "nobody waits for a log"
    ed.page.evaluate(
        "document.dispatchEvent(new CustomEvent('go', { detail: location.pathname.replace('/log', '/board') }))"
    )
    expect(ed.page.locator("board-screen")).to_be_visible(timeout=PATIENCE_MS)
    ed.page.wait_for_function(f"{HELD} === 1")
    no_faults(ed)
