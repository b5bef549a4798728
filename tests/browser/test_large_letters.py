"""Letters twice as large on the narrowest phone: nothing is scrolled sideways, nothing is cut."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.browser.measures import WIDER, bottom, cut, left, right, sideways, top
from tests.browser.pages import PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import LONG_NAMES, auctions, finish, table
from tests.browser.played import played
from tests.browser.test_everyone import NARROW, PARTS, at, seated
from tests.server import Client, Server, new_party, thorough

TWICE = {"standard": 32, "fixed": 26}
"""The browser setting of somebody who reads letters of twice the usual size."""
"""The parts of an evening that `make test` looks at; the rest is for `make test-full`."""
STOPS = {
    "prairie-railroads/whole-evening": (3, 14, 40),
    "southern-pacific/whole-evening": (15, 45),
    "texas-pacific/six-players": (8, 14, 40),
    "gulf-mobile-ohio/five-players": (7, 12),
    "union-pacific/up-places": (9,),
}
"""Moments of evenings at which there is a form to fill in."""
OVER = (
    "prairie-railroads/example-mp-final-payoff",
    "southern-pacific/end-tie",
    "gulf-mobile-ohio/five-players",
    "texas-pacific/end-eight-rounds",
    "union-pacific/end-fourth-dividend",
    "bank/worked-table",
)
FINGER_PX = 44
LINES = """
one => { const words = document.createRange(); words.selectNodeContents(one); return words.getClientRects().length; }
"""

ENLARGE = """
addEventListener("DOMContentLoaded", () => { document.documentElement.style.fontSize = "32px"; });
"""
KEYS_TOO_SMALL = """keys => keys.filter((key) => {
  const words = document.createRange();
  words.selectNodeContents(key);
  const inner = words.getBoundingClientRect(), outer = key.getBoundingClientRect();
  return inner.left < outer.left || inner.right > outer.right;
}).map((key) => key.textContent)"""
"""Keys that their own words run out of."""

WIDEST_CODE = """() => {
  const codes = [...document.querySelectorAll(".code-letters, .table-list .game-name")];
  for (const code of codes.filter((one) => /^[A-Z0-9]{8}$/.test(one.textContent)))
    code.textContent = "W".repeat(code.textContent.length);
  for (const day of document.querySelectorAll(".day")) day.textContent = "September 25, 2026";
}"""
"""A code is of any letters and digits: the one whose letters are widest has to fit as well, and so has any day."""


def reader(browser: Browser, **device: Any) -> Screen:
    """A phone of somebody who reads large letters."""
    phone = Screen(browser, "phone", **{**PHONE, "viewport": NARROW, **STILL, **device})
    phone.context.new_cdp_session(phone.page).send("Page.setFontSizes", {"fontSizes": TWICE})
    return phone


def enlarged(browser: Browser) -> Screen:
    """A phone whose page itself is set in letters twice as large: no question of a stylesheet about `em` tells."""
    phone = Screen(browser, "phone", **{**PHONE, "viewport": NARROW, **STILL})
    phone.context.add_init_script(ENLARGE)
    return phone


def misfits_of(phone: Screen) -> list[str]:
    return [*sideways(phone.page), *phone.page.evaluate(WIDER), *cut(phone.page)]


def misfits(phone: Screen, name: str) -> list[str]:
    settled(phone.page)
    phone.page.evaluate(WIDEST_CODE)
    letters = phone.page.evaluate("getComputedStyle(document.documentElement).fontSize")
    assert letters == "32px", f"{name}: the letters are not large"
    return [f"{name}: {item}" for item in misfits_of(phone)]


def unfold(folds: Locator) -> None:
    for fold in folds.all():
        if fold.is_visible():
            fold.click()


@pytest.mark.parametrize("part", PARTS)
@thorough
def test_every_screen_with_large_letters(browser: Browser, server: Server, client: Client, part: str) -> None:
    phone = reader(browser)
    found = [item for name in PARTS[part](client, server, phone.page) for item in misfits(phone, name)]
    assert not found, "\n".join(found)


@pytest.mark.thorough
@pytest.mark.parametrize("evening", STOPS)
def test_every_form_with_large_letters(
    browser: Browser, server: Server, client: Client, evening: str
) -> None:
    phone, found = reader(browser), []
    offers = phone.page.locator("offer-list .offer")
    for moves in STOPS[evening]:
        party = played(client, evening, moves)
        seat = seated(party, party.document()["turn"]["seat"])
        at(phone.page, server, f"/t/{party.code}", party, **seat)
        found += misfits(phone, f"{moves}")
        for number in range(offers.count()):
            at(phone.page, server, f"/t/{party.code}", party, **seat)
            unfold(phone.page.locator("offer-list details:not([open]) > summary"))
            offer = offers.nth(number)
            if offer.is_visible() and offer.is_enabled():
                words = offer.inner_text()
                phone.press(offer)
                found += misfits(phone, f"{moves}, {words}")
    assert not found, "\n".join(found)


@pytest.mark.thorough
def test_what_lies_over_a_page_with_large_letters(browser: Browser, server: Server, client: Client) -> None:
    """Dialogs, sheets, an open line of the log, help, the evening again, and forms of the office."""
    phone, found = reader(browser), []
    page = phone.page
    party = played(client, "prairie-railroads/whole-evening", 60)
    code, host = f"/t/{party.code}", {"host": party.host, "join": party.join, "started": True}
    at(page, server, code, party, **seated(party, 1))
    for sheet in ("Players", "Table", "Log"):
        phone.press(page.get_by_role("tab", name=sheet))
        found += misfits(phone, sheet)
    phone.tap("Settings")
    found += misfits(phone, "settings")
    page.keyboard.press("Escape")
    phone.press(page.locator(".help-key").first)
    found += misfits(phone, "help")
    at(page, server, f"{code}/log", party, **host)
    phone.press(page.locator(".entry > summary").nth(1))
    found += misfits(phone, "log")
    phone.tap("Amend")
    found += misfits(phone, "amend")
    for path in (f"{code}/again", "/help/prairie-railroads", "/tools/union-pacific", "/tools/texas-pacific"):
        at(page, server, path, party, **host)
        found += misfits(phone, path)
    at(page, server, "/")
    for game in page.locator("[data-game]").all():
        name = game.inner_text()
        at(page, server, "/")
        phone.press(game)
        unfold(page.locator("new-table details:not([open]) > summary"))
        found += misfits(phone, name)
    assert not found, "\n".join(found)


@thorough
def test_long_names_of_people_who_have_played_here_fit(browser: Browser, own_server: Server) -> None:
    """On the home page, and as chips in the form of a new table."""
    party = table(own_server.client(), LONG_NAMES)
    auctions(party)
    finish(party)
    phone = reader(browser)
    known = {"host": party.host, "join": party.join, "started": True}
    at(phone.page, own_server, f"/t/{party.code}/log", party, **known)
    at(phone.page, own_server, "/")
    expect(phone.page.locator(".table-list li")).to_contain_text(
        "Konstantinopolitanskaya", timeout=PATIENCE_MS
    )
    assert misfits(phone, "home") == []
    phone.press(phone.page.locator("[data-game]").first)
    expect(phone.page.get_by_text("Played here before:")).to_be_visible(timeout=PATIENCE_MS)
    phone.press(phone.page.locator(".known-people button:not([data-name])"))  # those beyond two rows
    expect(phone.page.locator(".known-people button")).to_have_count(5)
    assert misfits(phone, "new table") == []


@pytest.mark.parametrize("game", ["texas-pacific", pytest.param("prairie-railroads", marks=thorough)])
def test_long_german_words_of_a_board_with_large_letters(browser: Browser, server: Server, game: str) -> None:
    """What is still missing, and the headings of its tables, such as *Entscheidungsleisten*."""
    phone = reader(browser, locale="de-DE")
    at(phone.page, server, f"/atlas/{game}")
    assert misfits(phone, game) == []
    wide = "tables => tables.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert phone.page.locator(".atlas-scroll").evaluate_all(wide) == 0, "a table has no room for its columns"


@thorough
def test_evenings_together_with_large_letters(browser: Browser, own_server: Server) -> None:
    """What brought most and what least stands beside its sum, its game and its day."""
    for evening in OVER:
        assert played(own_server.client(), evening).document()["status"] == "finished"
    phone = reader(browser)
    at(phone.page, own_server, "/statistics")
    expect(phone.page.locator(".statistics .day").first).to_be_visible(timeout=PATIENCE_MS)
    assert misfits(phone, "statistics") == []


@thorough
def test_the_first_choice_of_the_first_page_is_in_sight(browser: Browser, own_server: Server) -> None:
    """On a low phone both ways in are: the field to join in the upper third, the first game whole below it; with large
    letters the field, below a name that is whole."""
    address = f"http://127.0.0.1:{own_server.port}/"
    low = Screen(browser, "low phone", **{**PHONE, "viewport": {"width": 360, "height": 640}, **STILL})
    for phone, choice, share in (
        (low, ".joining .digits", 0.35), (low, ".game-card", 0.7), (reader(browser), ".joining .digits", 0.75),
    ):  # fmt: skip
        phone.page.goto(address)
        settled(phone.page)
        expect(phone.page.locator("evening-shelf")).to_be_hidden()  # nobody has played here yet
        found = phone.page.locator(choice).first
        high: int = phone.page.evaluate("innerHeight")
        assert found.evaluate("one => one.getBoundingClientRect().bottom") < share * high
        assert phone.page.locator("h1").evaluate(LINES) == 1
        no_faults(phone)


@thorough
def test_what_a_dividend_would_pay_with_large_letters(browser: Browser, client: Client) -> None:
    """Rows, and the payments below them, of five long names."""
    party = table(client, LONG_NAMES)
    auctions(party)
    seat = int(party.document()["turn"]["seat"])
    phone = reader(browser)
    phone.has_kept({party.code: {"seat": {"number": seat, "key": party.seats[seat]}, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}")
    phone.choose("Pay Dividends")
    expect(phone.form.locator(".paid-out > li")).to_have_count(5, timeout=PATIENCE_MS)
    phone.press(phone.form.locator("offer-preview summary", has_text="Payments"))
    assert not misfits(phone, "a dividend")
    no_faults(phone)


LARGE = {"standard": reader, "page": enlarged}
"""Who sets letters twice as large: the browser for all pages, or the page itself."""


def paying(browser: Browser, client: Client, how: str) -> Screen:
    """Whom the bank alone shall pay is chosen; the amount is still to come."""
    party = new_party(client, ["Ann", "Ben", "Clea"], game="bank")
    phone = LARGE[how](browser)
    phone.has_kept({party.code: {"seat": {"number": 1, "key": party.seats[1]}, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}")
    phone.press(phone.page.locator("offer-list .tile", has_text="Clea"))
    expect(phone.form.locator(".keypad")).to_be_visible(timeout=PATIENCE_MS)
    return phone


@pytest.mark.parametrize("how", [pytest.param("standard", marks=thorough), "page"])
def test_a_payment_with_large_letters(browser: Browser, client: Client, how: str) -> None:
    """Names are whole, no key is too small for what it says, and who pays lies over nothing."""
    phone = paying(browser, client, how)
    assert misfits(phone, "a payment") == []
    assert phone.form.locator(".key").evaluate_all(KEYS_TOO_SMALL) == []
    chosen = phone.form.locator("[data-field=to] .chip:has(:checked) .chip-label")
    expect(chosen).to_have_text("Clea")
    assert chosen.evaluate(LINES) == 1
    payer, key = phone.form.locator(".payer"), phone.form.locator(".offer-title .help-key")
    assert bottom(payer) <= top(key) or right(payer) <= left(key)
    no_faults(phone)


@pytest.mark.parametrize("how", LARGE)
@thorough
def test_a_new_table_with_large_letters(browser: Browser, server: Server, how: str) -> None:
    """The box, and the names: what stands in an empty field is read whole."""
    phone = LARGE[how](browser)
    at(phone.page, server, "/")
    phone.press(phone.page.locator('[data-game="bank"]'))
    assert misfits(phone, "new table") == []
    field = phone.page.locator(".seating input:not([type=color])").first
    field.fill("Player 10")
    assert field.evaluate("one => one.scrollWidth <= one.clientWidth"), "a name is cut"
    no_faults(phone)


@pytest.mark.parametrize("how", LARGE)
@thorough
def test_tools_and_statistics_with_large_letters(browser: Browser, own_server: Server, how: str) -> None:
    for evening in OVER:
        assert played(own_server.client(), evening).document()["status"] == "finished"
    phone = LARGE[how](browser)
    at(phone.page, own_server, "/tools/prairie-railroads")
    found = misfits(phone, "tools")
    at(phone.page, own_server, "/statistics")
    expect(phone.page.locator(".statistics .day").first).to_be_visible(timeout=PATIENCE_MS)
    assert [*found, *misfits(phone, "statistics")] == []
    no_faults(phone)


@pytest.mark.parametrize("how", LARGE)
@thorough
def test_the_stamp_of_a_correction_with_large_letters(browser: Browser, client: Client, how: str) -> None:
    party = new_party(client, ["Ann", "Ben", "Clea"], game="bank")
    party.made(0, "correct", set=[{"of": "seat:1", "name": "cash", "value": 1_400}])
    phone = LARGE[how](browser)
    phone.has_kept({party.code: {"host": party.host, "join": party.join, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}/log")
    expect(phone.page.locator(".stamp")).to_have_text("corrected", timeout=PATIENCE_MS)
    assert misfits(phone, "log") == []
    no_faults(phone)


def _timed(route: Route) -> None:
    """As it is told of evenings that were played at a table: everybody has thought for more than an hour."""
    reply = route.fetch()
    told = reply.json()
    for player in told["players"]:
        player["at_turn"] = 4_500
    route.fulfill(response=reply, json=told)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("evenings", [OVER[:1], OVER], ids=["one", "several"])
@thorough
def test_the_heads_of_the_statistics_are_whole_words(
    browser: Browser, own_server: Server, evenings: tuple[str, ...], language: str
) -> None:
    """On the narrowest phone, also beside the time: each word in one line, and so are places of a single evening."""
    for evening in evenings:
        assert played(own_server.client(), evening).document()["status"] == "finished"
    phone = Screen(browser, "phone", **{**PHONE, "viewport": NARROW, **STILL, "locale": language})
    phone.page.route(re.compile("/api/.*statistics"), _timed)
    at(phone.page, own_server, "/statistics")
    expect(phone.page.locator(".people thead th")).to_have_count(4, timeout=PATIENCE_MS)
    heads = phone.page.locator(".people :is(thead th, td > .hint)")
    assert [one.inner_text() for one in heads.all() if one.evaluate(LINES) > 1] == []
    assert misfits_of(phone) == []
    no_faults(phone)


@thorough
@pytest.mark.parametrize(
    ("evening", "moves"),
    [
        ("prairie-railroads/five-players", 3),
        pytest.param("prairie-railroads/five-players", 34, marks=thorough),
        pytest.param("southern-pacific/whole-evening", 45, marks=thorough),
        pytest.param("texas-pacific/six-players", 14, marks=thorough),
    ],
)
def test_what_one_can_do_begins_on_the_first_screen(
    browser: Browser, client: Client, evening: str, moves: int
) -> None:
    """What is not of the moment, such as who comes then, leaves it the room."""
    party = played(client, evening, moves)
    seat = int(party.document()["turn"]["seat"])
    phone = reader(browser, viewport={"width": 320, "height": 568})
    phone.has_kept({party.code: {"seat": {"number": seat, "key": party.seats[seat]}, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}")
    assert misfits(phone, evening) == []
    assert top(phone.page.locator("offer-list")) < 568 - FINGER_PX
    name = phone.page.locator(".seat-name .name")
    assert bottom(name) - top(name) < 2 * TWICE["standard"], "one line"
    no_faults(phone)


@thorough
def test_one_phone_for_all_with_large_letters(browser: Browser, client: Client) -> None:
    """Who is played for is one line; a tap lays out the others."""
    party = new_party(client, ["Maximilian", "Ed", "Jo"], claim=False, options={"act_for": "anyone"})
    phone = reader(browser, viewport={"width": 320, "height": 568})
    phone.has_kept({party.code: {"host": party.host, "join": party.join, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}")
    fold = phone.page.locator("seat-picker button")
    expect(fold).to_have_text("MaximilianChange", timeout=PATIENCE_MS)
    assert misfits(phone, "one phone") == []
    assert fold.locator(".name").evaluate(LINES) == 1
    assert top(phone.page.locator("offer-list")) < 568 - FINGER_PX
    phone.press(fold)
    expect(phone.page.locator("seat-picker button")).to_have_count(3)
    assert misfits(phone, "all") == []
    phone.press(phone.page.locator("seat-picker button[data-seat='2']"))
    expect(fold).to_have_text("EdChange")
    no_faults(phone)
