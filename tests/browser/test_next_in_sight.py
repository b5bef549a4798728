"""What is tapped next in a form is in sight on a low phone, so nothing has to move after a tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator

from tests.browser.measures import bottom, top
from tests.browser.pages import PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import FACTS, NAMES, seated
from tests.browser.test_bank import chip
from tests.browser.test_bank_forms import held_by_four
from tests.browser.test_gulf_mobile_ohio import the_sc_is_built
from tests.browser.test_standing import stand, stood
from tests.playing import begun
from tests.server import Client, Party, Server, new_party, thorough

SMALLEST, LOW = (320, 568), (360, 640)


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
@pytest.mark.parametrize("size", [SMALLEST, pytest.param(LOW, marks=thorough)])
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


@pytest.mark.parametrize("size", [pytest.param(LOW, marks=thorough), SMALLEST])
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
@pytest.mark.parametrize("size", [pytest.param(LOW, marks=thorough), SMALLEST])
def test_rural_hexes_that_are_chosen_move_no_city(
    browser: Browser, client: Client, size: tuple[int, int]
) -> None:
    party = new_party(client, players=NAMES, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=12)
    phone = phone_of(browser, party, 2, size)
    phone.open("Build the SC")
    settled(phone.page)
    stay = ("count-field[data-field=rural]", "places-field[data-field=cities]")
    before = stand(phone, *stay)
    phone.press(phone.form.locator("[data-field=rural] .chip").nth(1))
    assert in_sight(phone, first_place(phone, "cities"))
    stood(before, stand(phone, *stay))
    no_faults(phone)


def test_cities_of_a_presidential_expansion_stand_above_the_bar(browser: Browser, client: Client) -> None:
    phone = phone_of(browser, the_sc_is_built(client, price=12, to="Augusta"), 2, SMALLEST)
    phone.open("Presidential Expansion")
    assert in_sight(phone, first_place(phone, "cities"))
    no_faults(phone)
