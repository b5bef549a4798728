"""Two phones at one table, one German and one English: the same move, each in its own words, and no word too wide."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import WIDER
from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled, sit_host
from tests.playing import begun
from tests.server import FULL, Party, Server, new_party, thorough

GERMAN: dict[str, Any] = {"locale": "de-AT"}
NARROW: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}
CUT = """
() => [...document.querySelectorAll("button, .label, h1, h2, h3")]
  .filter((node) => node.getClientRects().length && getComputedStyle(node).overflowX !== "visible"
    && node.scrollWidth > node.clientWidth + 1)
  .map((node) => `${node.localName}.${node.className}: ${node.textContent.slice(0, 60)}`)
"""
FETCHED = """
() => performance.getEntriesByType("resource").map((one) => one.name).filter((name) => name.includes("/messages/"))
"""


def _language(screen: Screen) -> str:
    return str(screen.page.evaluate("document.documentElement.lang"))


def _fits(screen: Screen) -> None:
    """Nothing stands out of the page at the right, and no button's words are cut off."""
    assert screen.page.evaluate(WIDER) == []
    assert screen.page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    assert screen.page.evaluate(CUT) == []


def _seated(browser: Browser, server: Server, party: Party, name: str, screen: str, **device: Any) -> Screen:
    found = Screen(browser, screen, **{**PHONE, **device})
    found.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}#j={party.join}")
    if screen.startswith("german"):
        _fits(found)
    found.tap(name)
    expect(found.page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    return found


@pytest.fixture
def party(client: Any) -> Party:
    return new_party(client, claim=False)


@thorough
def test_two_phones_two_languages(browser: Browser, server: Server, party: Party) -> None:
    ed = _seated(browser, server, party, "Ed", "english")
    dave = _seated(browser, server, party, "Dave", "german", **GERMAN)
    pete = _seated(browser, server, party, "Pete", "german-320", **{**NARROW, **GERMAN})
    assert (_language(ed), _language(dave), _language(pete)) == ("en", "de", "de")
    ed.bid(3)
    for screen in (dave, pete):
        screen.until(2)
    pete.sees("Ed bietet $3 für CRIP")
    ed.sees("Ed bids $3 for CRIP")
    dave.sees("Beim Zuschlag bleiben dir $")
    _fits(dave)
    # The form and its confirmation, in German.
    dave.page.get_by_role("form", name="Auf CRIP bieten").wait_for()
    dave.tap("Bestätigen")
    dave.until(3)
    pete.until(3)
    pete.sees("Beim Zuschlag bleiben dir $")
    _fits(pete)
    ed.until(3)
    ed.sees("Dave bids $4 for CRIP")
    fetched = set(dave.page.evaluate(FETCHED))
    assert {name.rsplit("/", 1)[1] for name in fetched} == {"de.json"}, "one language's words are enough"
    no_faults(ed, dave, pete)


@thorough
def test_german_fits(browser: Browser, server: Server, client: Any) -> None:
    """Every page of a table through the moves of a turn, on the narrowest phone; `make test-full` takes another too."""
    party = begun(new_party(client))
    base = f"http://127.0.0.1:{server.port}"
    seats = {"german-320": NARROW, **({"german": {}} if FULL else {})}
    screens = [
        sit_host(browser, server.port, party, name, **{**PHONE, **STILL, **device, **GERMAN})
        for name, device in seats.items()
    ]

    def shown(place: str, ready: str) -> None:
        for screen in screens:
            screen.page.goto(f"{base}/t/{party.code}{place}")
            expect(screen.page.locator(ready)).to_be_visible(timeout=PATIENCE_MS)
            settled(screen.page)
            _fits(screen)

    def heard_of(move: Any) -> None:
        for screen in screens:
            screen.until(move["revision"])
            settled(screen.page)
            _fits(screen)

    heard_of(party.document())
    heard_of(party.made(3, "play_card", card="OS", source="hand"))
    heard_of(party.made(3, "offer_share", **{"from": "treasury"}, railroad="KP"))
    party.made(0, "auction_result", winner=1, amount=12)
    heard_of(party.made(1, "play_card", card="CT", source="hand"))
    known = {"growth": {"11": {"primary": "Abilene"}}}
    heard_of(party.made(1, "roll_growth", dice=[1, 1], facts=known))
    shown("#lobby", "lobby-screen")
    shown("/board", "board-screen")
    shown("/log", "log-screen")
    shown("/settlement", "settlement-screen")
    for screen in screens:
        screen.page.goto(f"{base}/")
        screen.press(screen.page.locator(".game-card").first)
        expect(screen.page.locator("new-table form")).to_be_visible(timeout=PATIENCE_MS)
        _fits(screen)
    no_faults(*screens)


def test_a_language_is_chosen(browser: Browser, server: Server) -> None:
    """In the settings, whatever the browser likes; it stays so, and every call goes out in it."""
    screen = Screen(browser, "laptop", **LAPTOP)
    screen.page.goto(f"http://127.0.0.1:{server.port}/")
    screen.sees("New table")
    choice = screen.page.locator("[data-choice=language]")
    screen.tap("Settings")
    with screen.page.expect_navigation():
        screen.press(choice.locator("label", has_text="Deutsch"))
    screen.sees("Neuer Tisch")
    assert _language(screen) == "de"
    screen.press(screen.page.locator(".game-card[data-game=bank]"))
    # So the server was asked for German, though the browser likes English.
    expect(screen.page.get_by_text("Wer zurücknehmen darf").first).to_be_attached(timeout=PATIENCE_MS)
    expect(screen.page.locator("box-choice .chip").first).to_have_text("Nur Geld", timeout=PATIENCE_MS)
    screen.tap("Einstellungen")
    with screen.page.expect_navigation():
        screen.press(choice.locator("label", has_text="Wie im Browser"))
    screen.sees("New table")
    no_faults(screen)
