"""What is filled in for one railroad is of no other, and what somebody else has made meanwhile is filled in no more."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, top
from tests.browser.pages import PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.test_gulf_mobile_ohio import rural, the_sc_is_built
from tests.browser.test_texas_hexes import BOXES, sold
from tests.browser.test_texas_pacific import put
from tests.server import Client, Party, thorough

KEPT = "code => sessionStorage.getItem(`companion.draft.${code}`)"


def half_built(browser: Browser, client: Client) -> tuple[Party, Screen]:
    """Ed has won the CEN for $12, and tapped two rural hexes on his phone."""
    party = the_sc_is_built(client, to="Augusta")
    party.made(0, "charter", railroad="CEN")
    party.made(0, "auction_result", winner=1, amount=12)
    phone = seated(browser, party, 1, **PHONE, **STILL)
    rural(phone, 2)
    assert phone.page.evaluate(KEPT, party.code)
    return party, phone


def test_a_build_of_one_railroad_is_not_that_of_another(browser: Browser, client: Client) -> None:
    """The host takes its auction back, and the W&W is sold instead."""
    party, phone = half_built(browser, client)
    for _ in range(2):
        assert client.post(f"{party.at}/undo", {}, party.host).status == 201
    party.made(0, "charter", railroad="W&W")
    party.made(0, "auction_result", winner=1, amount=12)
    expect(phone.form.get_by_role("heading", name="W&W")).to_be_visible(timeout=PATIENCE_MS)
    settled(phone.page)
    expect(phone.form.locator("[data-field=rural] input:checked")).to_have_count(0)
    rural(phone, 1)
    expect(phone.form.locator("places-field[data-field=cities]")).to_contain_text("Wilmingtonhome")
    no_faults(phone)


@thorough
def test_what_the_host_has_entered_is_filled_in_no_more(browser: Browser, client: Client) -> None:
    party, phone = half_built(browser, client)
    party.made(0, "expand", rural=2, cities=["Savannah", "Atlanta"])
    expect(phone.form).to_have_count(0, timeout=PATIENCE_MS)
    assert phone.page.evaluate(KEPT, party.code) is None
    no_faults(phone)


def half_told(browser: Browser, client: Client) -> tuple[Party, Screen]:
    """Ed has slid the Ranch cube; Dave has tapped the key of a plain hex."""
    party = sold(client, facts=BOXES)
    party.made(1, "decide_nothing", track="ranch")
    dave = seated(browser, party, 2, **PHONE, **STILL)
    dave.open("Track")
    put(dave, "Plain")
    settled(dave.page)
    return party, dave


@thorough
def test_what_was_filled_in_is_there_again_after_the_move_before_it_was_put_right(
    browser: Browser, client: Client
) -> None:
    """Ed takes his move back and makes another: Dave goes on where he was, and one tap confirms."""
    party, dave = half_told(browser, client)
    assert client.post(f"{party.at}/undo", {}, party.seats[1]).status == 201
    expect(dave.form).to_have_count(0, timeout=PATIENCE_MS)
    party.made(1, "decide_nothing", track="track")
    expect(dave.form.locator(".row-words b")).to_have_text("Plain", timeout=PATIENCE_MS)
    settled(dave.page)
    expect(dave.form.locator(".confirm")).to_be_in_viewport()
    dave.confirm()
    expect(dave.form).to_have_count(0)
    made = party.document()["recent"][-1]["move"]
    assert (made["railroad"], [one["kind"] for one in made["hexes"]]) == ("KATY", ["plain"])
    no_faults(dave)


@thorough
def test_what_was_filled_in_is_gone_when_another_move_was_made_for_its_player(
    browser: Browser, client: Client
) -> None:
    """The host slides a cube for Dave: at his next turn nothing is open."""
    party, dave = half_told(browser, client)
    assert client.post(f"{party.at}/undo", {}, party.seats[1]).status == 201
    party.made(1, "decide_nothing", track="ranch")
    expect(dave.form.locator(".row-words b")).to_have_text("Plain", timeout=PATIENCE_MS)
    party.made(0, "decide_nothing", track="ranch")
    expect(dave.form).to_have_count(0, timeout=PATIENCE_MS)
    for seat in (3, 4, 1):
        party.made(seat, "decide_nothing", track="track")
    expect(dave.page.get_by_role("button", name="Track").first).to_be_visible(timeout=PATIENCE_MS)
    settled(dave.page)
    expect(dave.form).to_have_count(0)
    no_faults(dave)


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=thorough)])
def test_a_move_taken_back_has_its_keypad_in_sight(browser: Browser, client: Client, language: str) -> None:
    """Texas & Pacific, *Stock*: of the railroads the one that was put up stands there, as when its bid was typed."""
    party = played(client, "texas-pacific/stock", 4)
    device = {**PHONE, **STILL, "viewport": {"width": 320, "height": 640}, "locale": language}
    phone = seated(browser, party, 1, **device)
    phone.open("Stock")
    phone.press(phone.form.locator(".chip:visible", has=phone.page.locator("railroad-badge")).first)
    phone.press(phone.form.locator('[data-key=digit][value="4"]'))
    phone.previewed()
    phone.press(phone.form.locator(".confirm"))
    phone.press(phone.page.locator(".undo"))
    railroads = phone.form.locator(
        "[data-field=railroad] .chip:visible", has=phone.page.locator("railroad-badge")
    )
    expect(railroads).to_have_count(1, timeout=PATIENCE_MS)
    settled(phone.page)
    assert bottom(phone.form.locator(".keypad")) <= top(phone.form.locator(".confirm-bar"))
    expect(phone.form.locator(".confirm")).to_contain_text("$4")
    no_faults(phone)
