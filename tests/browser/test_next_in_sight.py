"""What is tapped next in a form is in sight on a low phone, so nothing has to move after a tap."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.browser.measures import bottom, top
from tests.browser.pages import PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import FACTS, NAMES, seated
from tests.browser.test_bank import chip
from tests.browser.test_bank_forms import held_by_four
from tests.browser.test_gulf_mobile_ohio import the_sc_is_built
from tests.browser.test_standing import stand, stood
from tests.browser.test_texas_on_a_phone import ROOM
from tests.playing import begun
from tests.server import Client, Party, Server, new_party, thorough

SMALLEST, LOW = (320, 568), (360, 640)
TOP_OF_RURAL = "document.querySelector('[data-field=rural] .chip').getBoundingClientRect().top"
KEY_AT = """
([x, y]) => document.elementsFromPoint(x, y).some((part) => part.closest("label, button, input, summary"))
"""


def phone_of(browser: Browser, party: Party, seat: int, size: tuple[int, int]) -> Screen:
    wide, high = size
    return seated(browser, party, seat, **{**PHONE, **STILL, "viewport": {"width": wide, "height": high}})


def in_sight(phone: Screen, part: Locator) -> bool:
    """Whole, between the head and the bar."""
    settled(phone.page)
    above, below = phone.page.locator(".seat-top"), phone.form.locator(".confirm-bar")
    return bottom(above) <= top(part) and bottom(part) <= top(below) + 1


def first_place(phone: Screen, field: str) -> Locator:
    return phone.form.locator(f"[data-field={field}] .place > .choices > .chip").locator("visible=true").first


@thorough
@pytest.mark.parametrize("size", [SMALLEST, LOW])
def test_a_deal_grows_downwards(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    """The keypad of the price comes below the sellers, once one of them is chosen, and all of it is in sight."""
    phone = phone_of(browser, held_by_four(server), 3, size)
    phone.open("Buy or sell certificates")
    settled(phone.page)
    assert phone.form.locator(".keypad").locator("visible=true").count() == 0
    title, company = "offer-form h2", "[data-field=company] .chip"
    stay = (title, f"{company} >> nth=0", f"{company} >> nth=5")
    before = stand(phone, *stay)
    phone.press(chip(phone, "company", "CRIP"))
    assert in_sight(phone, phone.form.locator("[data-field=from] .chip").locator("visible=true").first)
    stood(before, stand(phone, *stay))
    phone.press(chip(phone, "from", "railroad:CRIP"))
    assert in_sight(phone, phone.form.locator(".keypad").locator("visible=true"))
    no_faults(phone)


@thorough
def test_who_is_asked_for_money_stays_and_so_does_the_keypad(browser: Browser, server: Server) -> None:
    phone = phone_of(browser, held_by_four(server), 3, SMALLEST)
    phone.open("Ask for money")
    settled(phone.page)
    stay = ("[data-field=from]", "offer-form .keypad")
    before = stand(phone, *stay)
    phone.press(chip(phone, "from", "seat:1"))
    assert in_sight(phone, phone.form.locator(".keypad"))
    stood(before, stand(phone, *stay))
    no_faults(phone)


@thorough
@pytest.mark.parametrize("size", [LOW, SMALLEST])
def test_a_railroad_that_is_chosen_has_its_cities_in_sight(
    browser: Browser, client: Client, size: tuple[int, int]
) -> None:
    party = begun(new_party(client, players=NAMES, facts=FACTS))
    seat = party.document()["turn"]["seat"]
    party.made(seat, "play_card", card="CT", source="hand")
    party.made(seat, "roll_growth", dice=[1, 2])
    phone = phone_of(browser, party, seat, size)
    before = stand(phone, "[data-field=railroad]")
    phone.press(phone.form.locator("[data-field=railroad] .chip:has(input:enabled)").first)
    assert in_sight(phone, first_place(phone, "to"))
    stood(before, stand(phone, "[data-field=railroad]"))
    no_faults(phone)


@thorough
def test_a_key_pressed_before_it_is_led_on_does_no_harm(browser: Browser, server: Server) -> None:
    """What leads there is fetched with the first tap that needs it, and comes late."""
    phone = phone_of(browser, held_by_four(server), 3, SMALLEST)
    phone.open("Buy or sell certificates")
    settled(phone.page)
    held: list[Route] = []
    phone.page.route(re.compile(r"/lead\.js$"), lambda route: held.append(route))
    with phone.page.expect_request(re.compile(r"/lead\.js$")):
        phone.press(chip(phone, "company", "CRIP"))
    phone.page.keyboard.press("Shift")
    held[0].continue_()
    assert in_sight(phone, phone.form.locator("[data-field=from] .chip").locator("visible=true").first)
    no_faults(phone)


def to_be_built(client: Client, railroad: str = "SC") -> tuple[Party, int]:
    """A Charter sold for $12, and the seat that builds; cubes of the SC are in the N&P's home, and few are left."""
    party, seat = new_party(client, players=NAMES, game="gulf-mobile-ohio"), 2
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=12 if railroad == "SC" else 21)
    if railroad != "SC":
        seat = 3
        party.made(2, "expand", rural=5, cities=["Charleston", "Norfolk"])
        party.made(2, "charter", railroad=railroad)
        party.made(2, "auction_result", winner=seat, amount=12)
    return party, seat


@thorough
@pytest.mark.parametrize(
    ("size", "railroad"),
    [
        (SMALLEST, "N&P"),  # what its home brings takes a second line
        (SMALLEST, "SC"),
        (LOW, "SC"),
    ],
)
def test_rural_hexes_that_are_chosen_move_no_city(
    browser: Browser, client: Client, size: tuple[int, int], railroad: str
) -> None:
    party, seat = to_be_built(client, railroad)
    phone = phone_of(browser, party, seat, size)
    phone.open(f"Build the {railroad}")
    settled(phone.page)
    stay = ("count-field[data-field=rural]", "places-field[data-field=cities]")
    before = stand(phone, *stay)
    phone.press(phone.form.locator("[data-field=rural] .chip").nth(1))
    assert in_sight(phone, first_place(phone, "cities"))
    stood(before, stand(phone, *stay))
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_two_rows_of_cities_and_what_their_box_says_are_whole_on_the_smallest_phone(
    browser: Browser, client: Client, language: str
) -> None:
    """Also of a Common share, where its label grows longer while none is needed any more."""
    wide, high = SMALLEST
    device = {**PHONE, **STILL, "viewport": {"width": wide, "height": high}, "locale": language}
    (chartered, builder), common = to_be_built(client), the_sc_is_built(client, price=12, to="Augusta")
    common.made(2, "auction_common", railroad="SC")
    common.made(2, "auction_result", winner=3, amount=9)
    for party, seat in ((chartered, builder), (common, 3)):
        phone = seated(browser, party, seat, **device)
        city = ".place .chip >> visible=true >> nth=0"
        box = phone.form.locator(".search").locator("visible=true")
        assert in_sight(phone, phone.form.locator(".place .chip").locator("visible=true").nth(3))
        before = stand(phone, city)
        phone.press(phone.form.locator("[data-field=rural] .chip").last)
        assert box.evaluate(ROOM) >= 0
        stood(before, stand(phone, city))
        no_faults(phone)


@thorough
def test_a_page_that_must_scroll_brings_no_other_key_under_the_finger(
    browser: Browser, client: Client
) -> None:
    """A phone so low that no city has room above the bar."""
    party, seat = to_be_built(client)
    phone = phone_of(browser, party, seat, (320, 440))
    phone.open("Build the SC")
    settled(phone.page)
    two = phone.form.locator("[data-field=rural] .chip").nth(1)
    phone.press(two)
    spot = two.bounding_box()
    assert spot
    middle = [spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2]
    phone.page.wait_for_function(f"y => {TOP_OF_RURAL} < y", arg=spot["y"] - 20)
    settled(phone.page)
    assert not phone.page.evaluate(KEY_AT, middle)
    no_faults(phone)


@thorough
def test_cities_of_a_presidential_expansion_stand_above_the_bar(browser: Browser, client: Client) -> None:
    phone = phone_of(browser, the_sc_is_built(client, price=12, to="Augusta"), 2, SMALLEST)
    phone.open("Presidential Expansion")
    assert in_sight(phone, first_place(phone, "cities"))
    no_faults(phone)


@thorough
@pytest.mark.parametrize("plays", [True, False])
def test_a_host_has_the_first_cities_of_a_build_whole(browser: Browser, client: Client, plays: bool) -> None:
    """Above the form stands whom the phone plays for."""
    party, seat = to_be_built(client)
    kept = {"join": party.join, "started": True, "host": party.host}
    if plays:
        kept["seat"] = {"number": seat, "key": party.seats[seat]}
    for high in (640, 740):
        host = Screen(browser, "host", **{**PHONE, **STILL, "viewport": {"width": 360, "height": high}})
        host.has_kept({party.code: kept})
        host.page.goto(f"http://127.0.0.1:{party.client.port}/t/{party.code}")
        host.open("Build the SC")
        settled(host.page)
        expect(host.page.locator("seat-picker")).to_be_visible()
        assert in_sight(host, host.form.locator(".place .chip").locator("visible=true").nth(1))
        no_faults(host)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [SMALLEST, LOW])
def test_the_first_face_of_real_dice_moves_nothing(
    size: tuple[int, int], language: str, browser: Browser, client: Client
) -> None:
    """Both dice stand whole above the bar that comes with it."""
    party = begun(new_party(client, players=NAMES, facts=FACTS))
    seat = party.document()["turn"]["seat"]
    party.made(seat, "play_card", card="CT", source="hand")
    viewport = {"width": size[0], "height": size[1]}
    phone = seated(browser, party, seat, **{**PHONE, **STILL, "viewport": viewport, "locale": language})
    first, last = "[data-die='1'][value='1']", "[data-die='2'][value='6']"
    settled(phone.page)
    before = stand(phone, first, last)
    phone.press(phone.form.locator(first))
    expect(phone.form.locator(".confirm")).to_be_visible()
    assert in_sight(phone, phone.form.locator(last))
    stood(before, stand(phone, first, last))
    no_faults(phone)
