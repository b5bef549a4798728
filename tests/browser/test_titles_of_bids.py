"""What is bid for stands beside the key that rubs out, and never beneath it: on the narrowest phone, in German."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, top
from tests.browser.pages import PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.test_large_letters import LINES
from tests.server import Client, Party, new_party, thorough

NAMES = ["Bartholomew", "Maximiliane", "Ada"]
NARROW = {**PHONE, **STILL, "viewport": {"width": 320, "height": 568}, "locale": "de"}
COVERED = """line => {
    const words = document.createRange();
    words.selectNodeContents(line.querySelector(".words"));
    const parts = [...line.nextElementSibling.querySelectorAll(".key"), line.querySelector(".amount")]
        .filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect());
    return [...words.getClientRects()].some((word) => parts.some((part) =>
        word.right > part.left && word.left < part.right && word.bottom > part.top && word.top < part.bottom));
}"""
"""Does a word of the title lie under a key or the amount?"""

SHORT_OF_ROOM = """name => {
    const words = document.createRange();
    words.selectNodeContents(name);
    return words.getBoundingClientRect().width > name.getBoundingClientRect().width + 0.01;
}"""
"""By however little: an ellipsis then takes two letters."""


def bidding_at(client: Client, game: str, *moves: tuple[int, str, dict[str, object]]) -> tuple[Party, int]:
    party = new_party(client, NAMES, game=game)
    for seat, move, fields in moves:
        party.made(seat, move, **fields)
    return party, party.document()["auction"]["to_act"]


def in_the_open(screen: Screen) -> None:
    """No word of the title is covered, and the amount stands in one row with it."""
    settled(screen.page)
    line = screen.page.locator(".amount-line").locator("visible=true")
    assert not line.evaluate(COVERED), line.inner_text()
    assert bottom(line) - top(line) <= 64, "three lines"
    words = line.locator(".words")
    assert words.evaluate("one => one.scrollWidth <= one.clientWidth")


@thorough
def test_names_are_whole_beside_a_bid_for_whoever_waits(browser: Browser, client: Client) -> None:
    """Bartholomew has bid $10 and Maximiliane is to bid; nobody has opened a form."""
    party, _ = bidding_at(client, "southern-pacific", (1, "bid", {"amount": 10}))
    ada = seated(browser, party, 3, **NARROW)
    names = ada.page.locator(".bidders .name")
    expect(names).to_have_text(["Bartholomew", "Maximiliane", "Ada"])
    settled(ada.page)
    assert not [one.inner_text() for one in names.all() if one.evaluate(SHORT_OF_ROOM)]
    no_faults(ada)


CHARTER = ((1, "charter", {"railroad": "SC"}),)
COMMON = (
    *((1, "charter", {"railroad": "SC"}), (1, "auction_result", {"winner": 1, "amount": 18})),
    (1, "expand", {"rural": 3, "cities": ["Charleston", "Augusta"]}),
    (2, "auction_common", {"railroad": "SC"}),
)


@thorough
@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("prairie-railroads", ()),
        ("southern-pacific", ()),
        ("texas-pacific", ()),
        ("gulf-mobile-ohio", CHARTER),
        ("gulf-mobile-ohio", COMMON),
    ],
)
def test_the_title_of_a_bid_lies_under_no_key(
    game: str, moves: tuple[tuple[int, str, dict[str, object]], ...], browser: Browser, client: Client
) -> None:
    party, seat = bidding_at(client, game, *moves)
    phone = seated(browser, party, seat, **NARROW)
    in_the_open(phone)
    auto = phone.page.locator("[data-limit=open]")
    if auto.count():
        phone.press(auto)
        expect(phone.page.locator(".limit-form .words")).to_have_text("Automatisch bis")
        in_the_open(phone)
    no_faults(phone)


@thorough
@pytest.mark.parametrize("wide", [320, 360])
@pytest.mark.parametrize("moves", [CHARTER, COMMON])
def test_the_title_of_a_bid_takes_two_lines(
    moves: tuple[tuple[int, str, dict[str, object]], ...], wide: int, browser: Browser, client: Client
) -> None:
    party, seat = bidding_at(client, "gulf-mobile-ohio", *moves)
    phone = seated(browser, party, seat, **{**NARROW, "viewport": {"width": wide, "height": 568}})
    words = phone.page.locator(".amount-line .words").locator("visible=true")
    expect(words).to_have_text(re.compile(r"^Gebot: SC-"))
    settled(phone.page)
    assert words.evaluate(LINES) <= 2
    no_faults(phone)
