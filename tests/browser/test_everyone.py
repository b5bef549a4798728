"""Everybody can use it: axe finds nothing on any screen, keys reach everything, letters may be twice as large.

Two games mid-auction, on turn, waiting, finished, the others in the middle; light and dark; 360 and 320 px wide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.measures import COLOURS, sideways, too_small, violations
from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, TV, Screen, settled
from tests.browser.played import played
from tests.server import FULL, Client, Party, Server, new_party, some, thorough

SLUGS = ("prairie-railroads", "southern-pacific")
OTHERS = (
    ("texas-pacific/six-players", 14),
    ("gulf-mobile-ohio/five-players", 12),
    ("union-pacific/up-places", 9),
)
"""Evenings with many players, and how many moves of them are made."""
LONG = [
    "Bartholomew-Alexander",
    "Maximiliane von Hohenstein",
    "Wolfeschlegelstein",
    "Ed",
    "Anastasia-Josephine",
]
NARROW: ViewportSize = {"width": 320, "height": 640}
HALF: ViewportSize = {"width": 640, "height": 400}
"""The narrowest phone, and a laptop's window at 200% zoom, which makes it half as wide."""
OUTLINED = """
() => [document.activeElement, document.activeElement.closest("label")].filter(Boolean)
  .map(getComputedStyle).some((style) => style.outlineStyle !== "none" || style.boxShadow !== "none")
"""
LISTEN = """
() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
      const region = element?.closest("[aria-live=polite], [role=status]");
      if (region?.textContent.trim()) window.heard.push(region.textContent.trim());
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
"""


def at(page: Page, server: Server, path: str, party: Party | None = None, **kept: Any) -> None:
    """Open a page with this browser's keys of a table."""
    home = f"http://127.0.0.1:{server.port}"
    if party is not None:
        if not page.url.startswith(home):
            page.goto(f"{home}/healthz")  # the place keys are kept for, with nothing to draw
        page.evaluate(
            "kept => localStorage.setItem('companion.tables', JSON.stringify(kept))", {party.code: kept}
        )
    page.goto(home + path)
    settled(page)
    # The bar at the foot of the window covers no key once the form is scrolled to its end.
    page.evaluate("document.querySelector('offer-form')?.scrollIntoView({ block: 'end' })")


def seated(party: Party, seat: int) -> dict[str, Any]:
    """What a phone at that seat keeps."""
    return {"seat": {"number": seat, "key": party.seats[seat]}}


def office(client: Client, server: Server, page: Page) -> Iterator[str]:
    """What can be done without a table."""
    at(page, server, "/")
    yield "home"
    page.locator("[data-game]").first.click()
    expect(page.locator("new-table form")).to_be_visible(timeout=PATIENCE_MS)
    for fold in page.locator("new-table details").all():
        fold.locator("summary").first.click()
    settled(page)
    yield "new table"
    for path in (
        "/tools/prairie-railroads",
        "/tools/southern-pacific",
        "/statistics",
        "/atlas/prairie-railroads",
        "/t/00000000",
    ):
        at(page, server, path)
        yield path


def beginning(slug: str, client: Client, server: Server, page: Page) -> Iterator[str]:
    """From the empty table to the first auction."""
    party = new_party(client, LONG, claim=False, game=slug, options={"first_bidder": 1, "teach": False})
    party.claim(2)
    code = f"/t/{party.code}"
    at(page, server, code, party, host=party.host, join=party.join)
    # Start stays in reach above the others until it has come to its own place, where it covers nothing.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    yield "lobby"
    at(page, server, code, party, join=party.join)
    yield "join"
    party.claim(1)
    at(page, server, code, party, **seated(party, 1))
    yield "opening a bid"
    at(page, server, code, party, **seated(party, 2))
    yield "waiting in an auction"
    at(page, server, f"{code}/board", party, join=party.join)
    yield "board mid-auction"


def middle(slug: str, client: Client, server: Server, page: Page) -> Iterator[str]:
    party = played(client, f"{slug}/whole-evening", 30)
    code = f"/t/{party.code}"
    turn = party.document()["turn"]["seat"]
    at(page, server, code, party, **seated(party, turn))
    yield "on turn"
    at(page, server, code, party, host=party.host, join=party.join, started=True)
    yield "host"
    for place in ("board", "check", "log", "settlement"):
        at(page, server, f"{code}/{place}", party, **seated(party, turn))
        yield place


def end(slug: str, client: Client, server: Server, page: Page) -> Iterator[str]:
    party = played(client, f"{slug}/whole-evening")
    for place in ("", "/board", "/settlement"):
        at(page, server, f"/t/{party.code}{place}", party, **seated(party, 1))
        yield f"finished{place}"


def others(client: Client, server: Server, page: Page) -> Iterator[str]:
    """The other games, each in the middle of an evening with many players."""
    for evening, moves in OTHERS if FULL else OTHERS[:1]:
        party = played(client, evening, moves)
        turn = seated(party, party.document()["turn"]["seat"])
        for place in ("", "/board"):
            at(page, server, f"/t/{party.code}{place}", party, **turn)
            yield f"{evening}{place}"


Screens = Callable[[Client, Server, Page], Iterator[str]]
PARTS: dict[str, Screens] = {
    f"{slug} {part.__name__}": partial(part, slug) for slug in SLUGS for part in (beginning, middle, end)
} | {"office": office, "others": others}
LOOKS: dict[str, Mapping[str, Any]] = {"phone": PHONE, "tv": TV, "laptop": LAPTOP}
USUAL = ("others", "phone")
"""What `make test` looks at: an evening of many players, on a phone."""
LOOKED_AT = [
    pytest.param(part, look, id=f"{part}-{look}", marks=() if (part, look) == USUAL else thorough)
    for part in PARTS
    for look in LOOKS
]


@pytest.mark.parametrize(("part", "look"), LOOKED_AT)
def test_every_screen(browser: Browser, server: Server, client: Client, part: str, look: str) -> None:
    """WCAG 2.2 AA and what axe calls best practice, by day and by lamplight; on a phone of 320 px as well nothing too
    small for fingers and eyes, and nothing wider than it; on a window half as wide nothing is scrolled sideways."""
    # Half-faded letters have half the contrast.
    screen = Screen(browser, look, **LOOKS[look], reduced_motion="reduce")
    page, found = screen.page, []
    for name in PARTS[part](client, server, page):
        found += [f"{name}: {violation}" for violation in violations(page)]
        if FULL or (look == "phone" and some([name], 3)):
            page.emulate_media(color_scheme="dark")
            settled(page)
            found += [f"{name} by lamplight: {violation}" for violation in violations(page, COLOURS)]
            page.emulate_media(color_scheme="light")
        page.set_viewport_size(NARROW if look == "phone" else HALF)
        settled(page)
        found += [f"{name}: {item}" for item in (too_small(page) if look == "phone" else sideways(page))]
        page.set_viewport_size(LOOKS[look]["viewport"])
    assert not found, "\n".join(dict.fromkeys(found))


def _tab_to(page: Page, selector: str, most: int = 80) -> None:
    """Press Tab until the focus is on it, as somebody without a mouse does."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            outlined = page.evaluate(OUTLINED)
            assert outlined, f"the focus on {selector} cannot be seen"
            return
    raise AssertionError(f"Tab does not reach {selector}")


@thorough
def test_by_keyboard_alone(browser: Browser, server: Server, client: Client) -> None:
    """Take a seat, bid $7, pass: without a mouse or a finger."""
    party = new_party(client, ["Ed", "Dave", "Pete"], claim=False)
    laptop = Screen(browser, "laptop", **LAPTOP)
    page = laptop.page
    page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}#j={party.join}")
    expect(page.locator("join-screen")).to_be_visible(timeout=PATIENCE_MS)
    _tab_to(page, "join-screen button")
    page.keyboard.press("Enter")
    expect(page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    form, button = page.locator('form[data-offer="bid"]'), page.locator('button[data-offer="bid"]')
    expect(form.or_(button).first).to_be_visible(timeout=PATIENCE_MS)
    if not form.count():
        _tab_to(page, 'button[data-offer="bid"]')
        page.keyboard.press("Enter")
    _tab_to(page, 'form[data-offer="bid"] :is(button, input)')
    page.keyboard.type("7")
    expect(page.locator('form[data-offer="bid"] .confirm')).to_be_enabled(timeout=PATIENCE_MS)
    _tab_to(page, 'form[data-offer="bid"] .confirm')
    page.keyboard.press("Enter")
    laptop.until(2)
    assert party.document()["auction"]["high_bid"] == 7


def test_what_happens_is_announced(browser: Browser, server: Server, client: Client) -> None:
    """Somebody with a screen reader hears others' bids and their own turn, by polite live regions."""
    party = new_party(client, ["Ed", "Dave", "Pete"])
    page = Screen(browser, "phone", **PHONE).page
    at(page, server, f"/t/{party.code}", party, **seated(party, 2))
    page.evaluate(LISTEN)
    party.made(1, "bid", amount=7)
    page.wait_for_function("() => window.heard.some((words) => words.includes('$7'))")
    page.wait_for_function("() => window.heard.some((words) => /your turn/i.test(words))")
