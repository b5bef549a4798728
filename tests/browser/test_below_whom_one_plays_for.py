"""Forms on the phone of a host who plays for others, who stand above."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, left, right, top
from tests.browser.pages import PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import FACTS, seated
from tests.playing import begun
from tests.server import Client, Party, new_party, thorough

NAMES = ["Bartholomew", "Maximiliane", "Ada", "Edmund", "Christopher", "Wilhelmina"]


def host_of(browser: Browser, party: Party, seat: int, size: tuple[int, int], language: str) -> Screen:
    """Sits at that seat, if it is one, and plays for the others."""
    kept = {"join": party.join, "started": True, "host": party.host}
    if seat:
        kept["seat"] = {"number": seat, "key": party.seats.get(seat) or party.claim(seat)}
    viewport = {"width": size[0], "height": size[1]}
    screen = Screen(browser, "host", **{**PHONE, **STILL, "viewport": viewport, "locale": language})
    screen.has_kept({party.code: kept})
    screen.page.goto(f"http://127.0.0.1:{party.client.port}/t/{party.code}")
    settled(screen.page)
    expect(screen.page.locator("seat-picker .seat-pick").first).to_be_visible()
    return screen


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("players", "size"),
    [
        *((players, (360, 640)) for players in (2, 3, 4, 5, 6)),
        *((6, size) for size in ((360, 740), (390, 844))),
        *((3, size) for size in ((375, 812), (390, 844))),
    ],
)
def test_all_eleven_companies_stand_above_the_bar(
    players: int, size: tuple[int, int], language: str, browser: Browser, client: Client
) -> None:
    """Of the first share; the last of them is the UP."""
    party = new_party(client, NAMES[:players], game="union-pacific", claim=False)
    host = host_of(browser, party, 1, size, language)
    companies, bar = host.form.locator(".choices .chip"), host.form.locator(".confirm-bar")
    expect(companies).to_have_count(11)
    assert bottom(companies.last) <= top(bar)
    assert bottom(host.form.locator(".help-sign").first) <= top(companies.first)
    host.press(companies.last)
    host.previewed()
    assert bottom(companies.last) <= top(bar)
    no_faults(host)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(360, 740), (390, 844)])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_card_that_is_played_stands_above_the_bar(
    players: int, size: tuple[int, int], language: str, browser: Browser, client: Client
) -> None:
    """The bar grows by a line where it tells what each is paid and that the game is over."""
    party = begun(new_party(client, NAMES[:players], facts=FACTS))
    for seat in range(2, players + 1):
        assert client.post(f"{party.at}/seats/{seat}/release", {}, party.host).status == 200
    host = host_of(browser, party, 1, size, language)
    card, bar = host.form.locator("[data-field=card] .chip").last, host.form.locator(".confirm-bar")
    host.press(host.form.locator("[data-field=source] .chip").first)
    host.press(card)
    host.previewed()
    settled(host.page)
    assert bottom(card) <= top(bar)
    no_faults(host)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("names", [NAMES[:3], [NAMES[1], NAMES[0], "Ed"]])
def test_one_phone_for_all_names_whose_turn_it_is_who_is_next_and_what_is_auctioned(
    names: list[str], language: str, browser: Browser, client: Client
) -> None:
    """On the narrowest, beside Undo, too."""
    party = new_party(client, names, game="gulf-mobile-ohio", options={"act_for": "anyone"}, claim=False)
    size = {"viewport": {"width": 320, "height": 568}, "locale": language}
    phone = seated(browser, party, 0, **{**PHONE, **STILL, **size})
    turn, then = phone.page.locator(".turn > span:first-child"), phone.page.locator(".turn .then")
    says = {
        "en": (f"{names[0]}’s turn", f"then {names[1]}"),
        "de": (f"{names[0]} ist dran", f"dann {names[1]}"),
    }
    for part, words in zip((turn, then), says[language], strict=True):
        expect(part).to_have_text(words)
        assert part.evaluate("one => one.scrollWidth <= one.clientWidth || !one.clientWidth")
    assert right(turn) < left(then)
    phone.press(phone.page.locator("[data-offer=charter]").first)
    phone.previewed()
    phone.press(phone.form.locator(".confirm"))
    told = phone.page.locator("undo-bar .undo-words")
    expect(told).to_be_visible()
    settled(phone.page)
    ends = {"en": "auctions the SC’s Charter", "de": "bietet die SC-Präsidentenaktie an"}
    expect(told).to_have_text(re.compile(f"{ends[language]}$"))
    assert told.evaluate("one => one.scrollHeight <= 1.1 * one.clientHeight")
    assert told.evaluate("one => getComputedStyle(one, '::after').content") == "none"
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("names", [NAMES[:3], [*NAMES[:2], "Josephine"]], ids=["beside", "above"])
def test_the_first_row_of_cities_is_whole_below_whom_the_lowest_phone_plays_for(
    names: list[str], language: str, browser: Browser, client: Client
) -> None:
    """Its points, too; the next row looks out below it, and nothing moves once it is told how many rural hexes."""
    party = new_party(client, names, game="gulf-mobile-ohio", options={"act_for": "anyone"}, claim=False)
    party.made(0, "charter", railroad="SC")
    party.made(0, "auction_result", winner=1, amount=12)
    size = {"viewport": {"width": 320, "height": 568}, "locale": language}
    phone = seated(browser, party, 0, **{**PHONE, **STILL, **size})
    settled(phone.page)
    chips, bar = phone.form.locator("[data-field=cities] .choices .chip"), phone.form.locator(".confirm-bar")
    fade = float(bar.evaluate("one => parseFloat(getComputedStyle(one, '::before').height)"))
    assert bottom(chips.nth(1)) <= top(bar) - fade
    assert top(chips.nth(2)) < top(bar) - fade
    stood = top(chips.first)
    phone.press(phone.form.locator("[data-field=rural] label.chip").locator("visible=true").nth(1))
    settled(phone.page)
    assert top(chips.first) == stood
    no_faults(phone)
