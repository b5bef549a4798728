"""Everybody can use it: axe finds nothing on any screen, keys reach everything, letters may be twice as large.

Both games, mid-auction, on turn, waiting, finished; light and dark; 360 and 320 px wide.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from companion.evenings import play_evening
from companion.games import GAMES
from tests.api.test_evenings_http import HttpPlayer
from tests.browser.pages import DARK, LAPTOP, PATIENCE_MS, PHONE, TV, WIDER
from tests.server import FULL, Client, Party, Server, new_party

EVENINGS = Path(__file__).parent.parent / "evenings"
SLUGS = ("prairie-railroads", "southern-pacific")
OTHERS = (
    ("texas-pacific", "six-players", 14),
    ("gulf-mobile-ohio", "five-players", 12),
    ("union-pacific", "up-places", 9),
)
"""The other games, each in the middle of an evening with many players."""
LONG = [
    "Bartholomew-Alexander",
    "Maximiliane von Hohenstein",
    "Wolfeschlegelstein",
    "Ed",
    "Anastasia-Josephine",
]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
TARGET_PX = 48
LETTER_PX = 16
"""The least a finger needs, half a pixel forgiven, and the least an eye needs."""
SMALL_TARGETS = """
(least) => [...document.querySelectorAll("button, a[href], summary, input, select, textarea, [role=tab]")]
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .map((one) => (one.matches("[type=checkbox], [type=radio]") ? one.closest("label") ?? one : one))
  .map((one) => ({ one, box: one.getBoundingClientRect() }))
  .filter(({ one, box }) => box.width && box.height && !one.closest("p, dd, .formula"))
  .filter(({ box }) => Math.min(box.height, box.width) < least - 0.5)
  .map(({ one, box }) => [one.tagName, one.className, one.textContent.trim().slice(0, 30),
    Math.round(box.width), Math.round(box.height)].join(" "))
"""
SMALL_LETTERS = """
(least) => [...document.querySelectorAll("body *")]
  .filter((one) => [...one.childNodes].some((part) => part.nodeType === 3 && part.textContent.trim()))
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 2 && !one.closest("svg"))
  .map((one) => ({ one, size: parseFloat(getComputedStyle(one).fontSize) }))
  .filter(({ size }) => size < least - 0.05)
  .map(({ one, size }) => [one.tagName, one.className, one.textContent.trim().slice(0, 30), size].join(" "))
"""
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


class _EnoughError(Exception):
    """As far as the evening is wanted."""


class Opening(HttpPlayer):
    """Plays the first moves of an evening."""

    def __init__(self, client: Client, moves: int) -> None:
        super().__init__(client)
        self.left = moves

    def move(self, seat: int, body: Mapping[str, Any]) -> None:
        if not self.left:
            raise _EnoughError
        super().move(seat, body)
        self.left -= 1


_EXPORTS: dict[tuple[str, int], Any] = {}


def played(client: Client, slug: str, moves: int = 10_000, evening: str = "whole-evening") -> Party:
    """A table as it is after the first moves of a whole evening. Played once; then it is read in again."""
    known = _EXPORTS.get((slug, moves))
    if known is None:
        player = Opening(client, moves)
        with contextlib.suppress(_EnoughError):
            play_evening(EVENINGS / slug / f"{evening}.evening", player, GAMES)
        party = player.party
        known = _EXPORTS[slug, moves] = client.get(f"{party.at}/export", party.host).json
    found = client.post("/tables/import", known)
    assert found.status == 201, found.body
    party = Party(client, found.json["code"], found.json["host_key"], found.json["join_key"])
    for seat in range(1, len(known["players"]) + 1):
        party.claim(seat)
    return party


def at(page: Page, server: Server, path: str, party: Party | None = None, **kept: Any) -> None:
    """Open a page, with the keys this browser has of a table."""
    home = f"http://127.0.0.1:{server.port}"
    if party is not None:
        page.goto(f"{home}/static/icon.svg")
        page.evaluate(
            "kept => localStorage.setItem('companion.tables', JSON.stringify(kept))", {party.code: kept}
        )
    page.goto(home + path)
    page.wait_for_selector("body[data-screen]")
    page.wait_for_timeout(700)
    # What sticks to the foot of the window covers no key once the form is read to its end.
    page.evaluate("document.querySelector('offer-form')?.scrollIntoView({ block: 'end' })")


def seated(party: Party, seat: int) -> dict[str, Any]:
    """What a phone at that seat keeps."""
    return {"seat": {"number": seat, "key": party.seats[seat]}}


def screens(client: Client, server: Server, page: Page) -> Iterator[str]:
    """Every screen, one after the other; yields its name."""
    at(page, server, "/")
    yield "home"
    page.locator("[data-game]").first.click()
    expect(page.locator("new-table form")).to_be_visible(timeout=PATIENCE_MS)
    for fold in page.locator("new-table details").all():
        fold.locator("summary").first.click()
    yield "new table"
    for path in (
        "/tools/prairie-railroads",
        "/tools/southern-pacific",
        "/atlas/prairie-railroads",
        "/t/00000000",
    ):
        at(page, server, path)
        yield path
    for slug in SLUGS:
        first = {"game": slug, "options": {"first_bidder": 1, "teach": False}}
        party = new_party(client, LONG, claim=False, **first)
        party.claim(2)
        code = f"/t/{party.code}"
        at(page, server, code, party, host=party.host, join=party.join)
        yield f"{slug} lobby"
        at(page, server, code, party, join=party.join)
        yield f"{slug} join"
        party.claim(1)
        at(page, server, code, party, **seated(party, 1))
        yield f"{slug} opening a bid"
        at(page, server, code, party, **seated(party, 2))
        yield f"{slug} waiting in an auction"
        at(page, server, f"{code}/board", party, join=party.join)
        yield f"{slug} board mid-auction"
        party = played(client, slug, 30)
        code = f"/t/{party.code}"
        turn = party.document()["turn"]["seat"]
        at(page, server, code, party, **seated(party, turn))
        yield f"{slug} on turn"
        at(page, server, code, party, host=party.host, join=party.join, started=True)
        yield f"{slug} host"
        for place in ("board", "check", "log", "settlement"):
            at(page, server, f"{code}/{place}", party, **seated(party, turn))
            yield f"{slug} {place}"
        party = played(client, slug)
        for place in ("", "/board", "/settlement"):
            at(page, server, f"/t/{party.code}{place}", party, **seated(party, 1))
            yield f"{slug} finished{place}"
    for slug, evening, moves in OTHERS:
        party = played(client, slug, moves, evening)
        for place in ("", "/board"):
            at(
                page,
                server,
                f"/t/{party.code}{place}",
                party,
                **seated(party, party.document()["turn"]["seat"]),
            )
            yield f"{slug}{place}"


DEVICES = ("phone", "phone-dark", "tv", *(("laptop-dark", "tv-dark") if FULL else ()))


@pytest.mark.parametrize("device", DEVICES)
def test_axe_finds_nothing(browser: Browser, server: Server, client: Client, device: str) -> None:
    """WCAG 2.2 AA, and what axe calls best practice."""
    looks = {
        "phone": PHONE,
        "phone-dark": {**PHONE, **DARK},
        "tv": TV,
        "laptop-dark": {**LAPTOP, **DARK},
        "tv-dark": {**TV, **DARK},
    }[device]
    context = browser.new_context(
        **looks, reduced_motion="reduce"
    )  # half-faded letters have half the contrast
    page = context.new_page()
    found = [
        f"{name}: {violation['id']} ({violation['impact']}) {violation['help']}\n    "
        + "\n    ".join(
            node["html"][:160] + " | " + node["failureSummary"][:200] for node in violation["nodes"][:4]
        )
        for name in screens(client, server, page)
        for violation in Axe().run(page, options=RULES).response["violations"]
    ]
    context.close()
    assert not found, "\n".join(found)


def test_fingers_and_eyes(browser: Browser, server: Server, client: Client) -> None:
    """No target under 48 px, no letter under 16 px, nothing wider than the phone; at 320 px neither."""
    context = browser.new_context(
        **{**PHONE, "viewport": {"width": 320, "height": 640}}, reduced_motion="reduce"
    )
    page = context.new_page()
    found = []
    for name in screens(client, server, page):
        found += [f"{name}: target {one}" for one in page.evaluate(SMALL_TARGETS, TARGET_PX)]
        found += [f"{name}: letters {one}" for one in page.evaluate(SMALL_LETTERS, LETTER_PX)]
        found += [f"{name}: stands out {one}" for one in page.evaluate(WIDER)]
    context.close()
    assert not found, "\n".join(dict.fromkeys(found))


def test_letters_twice_as_large(browser: Browser, server: Server, client: Client) -> None:
    """200% zoom of a laptop's window is a window half as wide: nothing is to be scrolled sideways."""
    context = browser.new_context(viewport={"width": 640, "height": 400}, device_scale_factor=2)
    page = context.new_page()
    found = []
    for name in screens(client, server, page):
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > 640:
            found.append(f"{name}: {wide} px wide")
    context.close()
    assert not found, "\n".join(found)


def _tab_to(page: Page, selector: str, most: int = 80) -> None:
    """Press Tab until the focus is on it, as somebody without a mouse does."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            outlined = page.evaluate(OUTLINED)
            assert outlined, f"the focus on {selector} cannot be seen"
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_by_keyboard_alone(browser: Browser, server: Server, client: Client) -> None:
    """Take a seat, bid $7, pass: without a mouse or a finger."""
    party = new_party(client, ["Ed", "Dave", "Pete"], claim=False)
    context = browser.new_context(**LAPTOP)
    page = context.new_page()
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
    expect(page.get_by_text("bids $7").first).to_be_visible(timeout=PATIENCE_MS)
    assert party.document()["auction"]["high_bid"] == 7
    context.close()


def test_what_happens_is_announced(browser: Browser, server: Server, client: Client) -> None:
    """Somebody who listens hears others' bids and their own turn: live regions, and polite ones."""
    party = new_party(client, ["Ed", "Dave", "Pete"])
    context = browser.new_context(**PHONE)
    page = context.new_page()
    at(page, server, f"/t/{party.code}", party, **seated(party, 2))
    page.evaluate(LISTEN)
    party.made(1, "bid", amount=7)
    page.wait_for_function("() => window.heard.some((words) => words.includes('$7'))")
    page.wait_for_function("() => window.heard.some((words) => /your turn/i.test(words))")
    context.close()
