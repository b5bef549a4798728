"""A screen asks for all it needs at once, and a move redraws no more than it changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.pages import PATIENCE_MS, PHONE, TV, Screen, no_faults, settled
from tests.browser.pictures import auctions, construct, seated, table
from tests.server import Client, Party, thorough

ANNOUNCED = re.compile(r'\s*<link rel="(?:modulepreload|preload)" href="[^"]*\.(?:js|css)"[^>]*>')
MODULE = re.compile(r"/static/~\w+/(.+\.js)$")
WHEN_WANTED = re.compile(r"fields/\w+\.js")
"""The fields of offers: fetched once the first document is there."""
LOOKS: list[tuple[str, Mapping[str, Any]]] = [("", PHONE), ("/board", TV)]
MOST_MADE = 0.35
"""The share of a screen that may be made anew by a move that pays, builds and passes the turn on."""
NOBODY_TAPPED = "Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } })"
"""To the browser, a test that looks at a page is somebody who taps it."""
WATCH = """
() => {
  window.made = new Set();
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node.nodeType !== 1) continue;
        for (const one of [node, ...node.querySelectorAll("*")]) window.made.add(one);
      }
    }
  }).observe(document.getElementById("screen"), { childList: true, subtree: true });
}
"""
MADE = """
() => {
  const made = [...window.made].filter((node) => node.isConnected).length;
  window.made.clear();
  return made / document.getElementById("screen").querySelectorAll("*").length;
}
"""
WORDS = """
() => [...document.querySelectorAll(".panel, hands-checklist, .seat-head, .board-head")].map((panel) => {
  const copy = panel.cloneNode(true);
  for (const gone of copy.querySelectorAll(".was, .ghost, .arrows")) gone.remove();
  return [panel.dataset.panel ?? panel.className, copy.textContent.replace(/\\s+/g, " ").trim()];
})
"""
"""Everything on a screen except the old figures before the last move: a page that has just been opened knows none."""


@pytest.fixture
def party(client: Client) -> Party:
    one = table(client, ["Ada", "Edmund", "Josephine"])
    auctions(one)
    return one


ANY = re.compile(".")


def modules_of(page: Page, address: str) -> list[str]:
    """The modules a page asks for until it rests, in that order."""
    asked: list[str] = []
    page.on("request", lambda request: asked.extend(MODULE.findall(request.url)))
    page.goto(address)
    settled(page)
    return asked


def unannounced(route: Route) -> None:
    """The page without its list of what it needs: the browser finds out by itself."""
    came = route.fetch()
    bare, left_out = ANNOUNCED.subn("", came.text())
    assert left_out
    route.fulfill(response=came, body=bare)


def announced(client: Client, path: str) -> list[str]:
    text = client.call("GET", f"!{path}").body.decode()
    return re.findall(r'<link rel="modulepreload" href="/static/~\w+/([^"]+)">', text)


@thorough
@pytest.mark.parametrize(
    ("page", "device"),
    [("", PHONE), ("/board", TV), ("/log", PHONE)],
    ids=["seat", "TV", "log"],
)
def test_a_screen_asks_at_once_for_all_it_begins_with(
    browser: Browser, party: Party, page: str, device: dict[str, Any]
) -> None:
    path = f"t/{party.code}{page}"
    address = f"http://127.0.0.1:{party.client.port}/{path}"
    phone = seated(browser, party, 1, page, **device)
    named = announced(party.client, path)
    asked = modules_of(phone.tab(), address)
    late = [name for name in asked[len(named) :] if not WHEN_WANTED.fullmatch(name)]
    assert sorted(asked[: len(named)]) == sorted(named)
    assert not late, "asked for only when another had come"
    alone = phone.tab()
    alone.route(address, unannounced)
    found = {name for name in modules_of(alone, address) if not WHEN_WANTED.fullmatch(name) or name in named}
    assert found >= {"app.js", "screens/table-screen.js"}
    assert found == set(named) - ({"screens/join.js"} if not page else set())


@thorough
def test_a_form_that_comes_with_the_page_takes_a_tap_at_once(browser: Browser, client: Client) -> None:
    """One that appears while somebody looks takes none for a moment: the tap may have been meant for what was there
    before."""
    party = table(client, ["Ada", "Edmund", "Josephine"])
    party.made(0, "auction_result", winner=1, amount=5)
    phone = seated(browser, party, 1, clock=True, **PHONE)
    phone.context.add_init_script(NOBODY_TAPPED)
    phone.stand_still()
    phone.page.reload()
    expect(phone.form).to_be_visible(timeout=PATIENCE_MS)
    expect(phone.form).not_to_have_attribute("data-fresh", ANY)
    party.made(1, "build_start", **{"from": "Troy", "to": "Marysville"})
    amount = party.document()["auction"]["minimum"]
    party.made(0, "bid", amount=amount)
    while party.document()["auction"]["to_act"] != 1:
        amount += 1
        party.made(0, "bid", amount=amount)
    expect(phone.page.locator("form[data-offer=bid]")).to_be_visible(timeout=PATIENCE_MS)
    expect(phone.form).to_have_attribute("data-fresh", "came")
    phone.later(500)
    expect(phone.form).not_to_have_attribute("data-fresh", ANY)


@thorough
def test_a_tap_on_a_phone_that_is_handed_on_is_no_move_of_the_next_player(
    browser: Browser, client: Client
) -> None:
    """Where one screen acts for all, the next bid stands where the last did: it takes a second to be meant."""
    party = table(client, ["Ada", "Edmund", "Josephine"])
    host = seated(browser, party, 0, clock=True, **PHONE)
    host.stand_still()
    expect(host.page.locator("form[data-offer=bid]")).to_be_visible(timeout=PATIENCE_MS)
    party.made(0, "bid", amount=1)
    expect(host.form).to_have_attribute("data-fresh", "came", timeout=PATIENCE_MS)
    host.later(900)
    expect(host.form).to_have_attribute("data-fresh", "came")
    host.later(200)
    expect(host.form).not_to_have_attribute("data-fresh", ANY)


@pytest.mark.parametrize(
    ("page", "device"), [("", PHONE), pytest.param("/board", TV, marks=thorough)], ids=["phone", "TV"]
)
def test_a_move_touches_only_what_it_changes(
    browser: Browser, party: Party, page: str, device: dict[str, Any]
) -> None:
    screen = seated(browser, party, 1, page, **device)
    screen.page.evaluate(WATCH)
    kept = screen.page.query_selector("grid-panel tbody tr:last-child")
    assert kept
    for cities in (("MP", "Chanute", "Iola"), ("CRIP", "Marysville", "Cuba")):
        party.made(0, "play_card", card="CT", source="hand")
        party.made(0, "roll_growth", dice=[2, 5])
        screen.until(int(party.document()["revision"]))
        settled(screen.page)
        screen.page.evaluate(MADE)
        railroad, start, end = cities
        party.made(0, "build_track", railroad=railroad, segments=[{"from": start, "to": end}])
        screen.until(int(party.document()["revision"]))
        settled(screen.page)
        assert 0 < screen.page.evaluate(MADE) < MOST_MADE
    assert kept.evaluate("row => row.isConnected"), "a row of figures is the row it was"
    no_faults(screen)


@thorough
@pytest.mark.parametrize(("page", "device"), LOOKS)
def test_what_is_drawn_piece_by_piece_is_what_is_drawn_at_once(
    browser: Browser, party: Party, page: str, device: dict[str, Any]
) -> None:
    looking = seated(browser, party, 1, page, **device)
    address = looking.page.url

    def as_afresh(screen: Screen) -> None:
        screen.until(int(party.document()["revision"]))
        settled(screen.page)
        fresh = screen.tab()
        fresh.goto(address)
        settled(fresh)
        assert screen.page.evaluate(WORDS) == fresh.evaluate(WORDS)
        fresh.close()

    construct(party, [2, 5], "MP", "Chanute", "Iola")
    as_afresh(looking)
    party.client.post(f"{party.at}/undo", {}, party.host)
    as_afresh(looking)
    party.client.post(f"{party.at}/redo", {}, party.host)
    party.made(0, "play_card", card="OS", source="hand")
    as_afresh(looking)
    change = {"seats": [{"seat": 2, "name": "Eadmund"}]}
    assert party.client.call("PATCH", party.at, change, party.host).status == 200
    looking.sees("Eadmund")
    as_afresh(looking)
    no_faults(looking)
