"""The join code is read off the screens it is shown on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import LAPTOP, PATIENCE_MS, STILL, TV, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.room import host_of, new_table, read_qr
from tests.scanning import scanned
from tests.server import Client, Server, new_party, thorough

LINES_A_FIGURE = 36
"""A TV of 1080 lines has figures of 30 px."""
SMALLER_TV = {**TV, "viewport": {"width": 1280, "height": 720}}


@thorough
def test_the_code_is_read_off_the_laptop_and_off_the_tv(browser: Browser, server: Server) -> None:
    """In the lobby it is as large as it can be, and on the TV before the first move; then it is in a corner there, for
    latecomers."""
    laptop = Screen(browser, "laptop", **LAPTOP, **STILL)
    new_table(laptop, f"http://127.0.0.1:{server.port}/", "Southern Pacific", "Ed")
    link = read_qr(laptop)
    place, _, key = link.partition("#")
    tvs = []
    for name, device in (("tv", TV), ("smaller tv", SMALLER_TV)):
        tv = Screen(browser, name, **device, **STILL)
        tv.page.goto(f"{place}/board#{key}")
        large = tv.page.locator(".way-in-large .join-picture")
        expect(large.locator("img")).to_have_js_property("complete", True, timeout=PATIENCE_MS)
        settled(tv.page)
        assert scanned(large.screenshot()) == link
        tvs.append(tv)
    host_of(laptop, server).made(0, "bid", amount=1)
    for tv in tvs:
        corner = tv.page.locator(".board-foot .join-picture")
        expect(corner.locator("img")).to_have_js_property("complete", True, timeout=PATIENCE_MS)
        settled(tv.page)
        assert scanned(corner.screenshot()) == link
    no_faults(laptop, *tvs)


INSIDE_ITS_PANEL = """
(picture) => {
  const [own, around] = [picture, picture.closest(".panel")].map((one) => one.getBoundingClientRect());
  const seats = document.querySelector(".way-in-seats").getBoundingClientRect();
  return own.top > around.top && own.bottom <= seats.top && Math.abs(own.width - own.height) < 1;
}
"""


@thorough
@pytest.mark.parametrize("count", [5, pytest.param(6, marks=thorough)])
def test_of_many_players_the_code_stays_inside_its_panel(
    browser: Browser, client: Client, count: int
) -> None:
    """It gives way to the lines of those who are awaited, and can still be scanned."""
    names = ["Katarzyna", "Maximilian", "Bo", "Josephine", "Al", "Wilhelmina"][:count]
    party = new_party(client, names, game="union-pacific", claim=False)
    for device in (TV, SMALLER_TV):
        tv = seated(browser, party, 0, "/board", **device, **STILL)
        large = tv.page.locator(".way-in-large .join-picture")
        expect(large.locator("img")).to_have_js_property("complete", True, timeout=PATIENCE_MS)
        settled(tv.page)
        assert large.evaluate(INSIDE_ITS_PANEL)
        assert scanned(large.screenshot()) == party.link
        no_faults(tv)
        tv.close()


SHOWN = """
(panel) => {
  const inside = (one, { top, right, bottom } = one.getBoundingClientRect(), own = panel.getBoundingClientRect()) =>
    top > own.top && right < own.right && bottom < own.bottom;
  return {
    share: panel.querySelector("img").getBoundingClientRect().height / innerHeight,
    outside: [...panel.querySelectorAll("*")].filter((one) => !inside(one)).length,
    least: Math.min(...[...panel.querySelectorAll("p, strong, .name, .hint")]
      .map((one) => parseFloat(getComputedStyle(one).fontSize))) / innerHeight,
    cut: [...document.querySelectorAll(".way-in-seats .seat-mark, .turning-page[data-open] li")]
      .filter((one) => one.scrollWidth > one.clientWidth + 1).length,
  };
}
"""
LONG_NAMES = [
    "Maximiliane von Hohenstein",
    "Bartholomew F.",
    "Anastasia-Konstantina",
    "Ed",
    "Giovanni",
    "Christopher",
]
LONGEST_ADDRESS = "all => all.forEach((one) => { one.textContent = '192.168.178.132:18080' })"


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("game", "count"),
    [
        ("texas-pacific", 6),
        ("texas-pacific", 2),
        ("southern-pacific", 5),
        ("prairie-railroads", 5),
        ("gulf-mobile-ohio", 5),
        ("union-pacific", 6),
        ("bank", 6),
    ],
)
def test_before_start_the_code_takes_a_third_of_the_height(
    browser: Browser, client: Client, game: str, count: int, language: str
) -> None:
    """A phone three metres away reads it; beside and below it nothing is cut, and letters are as large as figures."""
    options = {"options": {"box": "prairie-railroads", "starting_cash": 40}} if game == "bank" else {}
    party = new_party(client, LONG_NAMES[:count], game=game, claim=False, **options)
    for device in (TV, SMALLER_TV):
        tv = seated(browser, party, 0, "/board", **device, **STILL, locale=language)
        panel = tv.page.locator(".way-in-large")
        expect(panel.locator("img")).to_have_js_property("complete", True, timeout=PATIENCE_MS)
        panel.locator(".address").evaluate_all(LONGEST_ADDRESS)
        settled(tv.page)
        shown = panel.evaluate(SHOWN)
        assert shown["share"] > 1 / 3
        assert shown["least"] >= 1 / LINES_A_FIGURE
        assert (shown["outside"], shown["cut"]) == (0, 0)
        assert scanned(panel.locator("img").screenshot()) == party.link
        no_faults(tv)
        tv.close()


@thorough
def test_what_is_noted_of_the_board_before_start_leaves_the_code_large(
    browser: Browser, client: Client
) -> None:
    """Nobody has come and nobody has moved: a home town that is printed there is no move."""
    party = new_party(client, ["Ada", "Ed", "Jo"], game="southern-pacific", claim=False)
    party.made(0, "learn", facts={"homes": {"TP": "Dallas"}})
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    large = tv.page.locator(".way-in-large .join-picture")
    expect(large.locator("img")).to_have_js_property("complete", True, timeout=PATIENCE_MS)
    expect(tv.page.locator(".board-foot")).to_be_hidden()
    settled(tv.page)
    box = large.bounding_box()
    assert box
    assert box["height"] > 1080 / 3
    assert scanned(large.screenshot()) == party.link
    party.made(0, "bid", amount=1)
    expect(large).to_have_count(0, timeout=PATIENCE_MS)
    no_faults(tv)


@thorough
def test_a_tv_that_has_only_the_address_takes_the_digits(browser: Browser, client: Client) -> None:
    """Then it shows the QR; nobody who sits down meanwhile takes away what is written."""
    party = new_party(client, ["Ada", "Ed", "Jo"], claim=False)
    tv = Screen(browser, "tv", **SMALLER_TV, **STILL)
    tv.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}/board")
    way = tv.page.locator(".way-in-large")
    digits = way.get_by_label(re.compile("six digits"))
    digits.fill("123")
    party.claim(3)
    expect(way.locator("li").filter(has_text="free")).to_have_text(["Adafree", "Edfree"], timeout=PATIENCE_MS)
    expect(digits).to_have_value("123")
    digits.fill(party.document(party.host)["join_pin"])
    way.get_by_role("button", name="Show").click()
    large = way.locator(".join-picture")
    expect(large.locator("img")).to_have_js_property("complete", True, timeout=PATIENCE_MS)
    settled(tv.page)
    assert scanned(large.screenshot()) == party.link
    no_faults(tv)


@thorough
def test_the_way_in_stands_until_the_first_move_where_all_are_seated(
    browser: Browser, client: Client
) -> None:
    """Whoever comes late has the QR and the digits; an auction that opens a game has its place at once."""
    party = new_party(client, game="bank", options={"starting_cash": 30})
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    way = tv.page.locator(".way-in-large")
    expect(way.locator("img")).to_be_visible(timeout=PATIENCE_MS)
    expect(way.locator("[data-pin]")).to_have_text(re.compile(r"^\d{3}\s\d{3}$"))
    expect(tv.page.locator(".moment")).to_have_count(0)
    place = "one => Object.values(one.getBoundingClientRect().toJSON()).map(Math.round)"
    players = tv.page.locator("[data-panel=players]")
    before = players.evaluate(place)
    party.made(1, "pay", amount=5, to=["seat:1"], **{"from": "bank"})
    expect(tv.page.locator(".moment")).to_be_visible(timeout=PATIENCE_MS)
    expect(way).to_have_count(0)
    assert players.evaluate(place) == before
    opened = seated(browser, new_party(client), 0, "/board", **TV, **STILL)
    expect(opened.page.locator(".board auction-box")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(tv, opened)
