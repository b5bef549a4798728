"""A move that was taken back in the log stands in its form again: one wrong letter costs no whole entry."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled, sit_host
from tests.browser.pictures import seated
from tests.browser.test_gulf_mobile_ohio import cities, rural, the_sc_is_built
from tests.server import Client, Party, Server, new_party, thorough

LOW_PHONE = {**PHONE, **STILL, "viewport": {"width": 360, "height": 640}}
KEPT = "([code, what]) => sessionStorage.getItem(`companion.draft.${code}`)?.includes(what)"
BUILT = "Savannah, Peters and 2 rural hexes"


def won_the_cen(client: Client) -> Party:
    """Ed has won the CEN for $12: four cubes at $3, one of them in Savannah."""
    party = the_sc_is_built(client, to="Augusta")
    party.made(0, "charter", railroad="CEN")
    party.made(0, "auction_result", winner=1, amount=12)
    return party


def undone(log: Screen, within: Locator, what: str = "Peters") -> None:
    """The newest entry is opened, and taken back."""
    newest = within.locator(".log > li").first
    expect(newest).to_contain_text(what, timeout=PATIENCE_MS)
    log.press(newest.locator("summary").first)
    log.press(newest.get_by_role("button", name="Undo this"))
    log.press(log.page.get_by_role("dialog").locator(".primary"))


def filled_in(phone: Screen) -> None:
    """Both hexes and the wrong name stand there, which a tap and another name put right; nothing is built."""
    form = phone.form
    checked = form.locator("[data-field=rural] label.chip", has=phone.page.locator("input:checked"))
    expect(checked).to_have_text("2", timeout=PATIENCE_MS)
    expect(form.locator("places-field[data-field=cities]")).to_contain_text("Peters")
    expect(form.locator(".brief")).to_contain_text(BUILT)
    settled(phone.page)
    peters = form.locator(
        "places-field[data-field=cities] .chip", has=phone.page.get_by_text("Peters", exact=True)
    )
    phone.press(peters)
    cities(phone, "Petersburg")
    expect(form.locator(".brief")).to_contain_text("Savannah, Petersburg and 2 rural hexes")


@thorough
@pytest.mark.parametrize("at", ["table", "log"])
def test_a_build_to_a_wrong_name_is_put_right(browser: Browser, client: Client, at: str) -> None:
    """Of the log below the moves, and of the one on a page of its own."""
    party = won_the_cen(client)
    phone = seated(browser, party, 1, **LOW_PHONE)
    rural(phone, 2)
    cities(phone, "Peters")
    revision = phone.confirm()
    if at == "table":
        phone.press(phone.page.locator("[data-sheet=log]"))
        undone(phone, phone.page.locator("table-sheets"))
    else:
        phone.page.goto(phone.page.url.split("#")[0] + "/log")
        undone(phone, phone.page.locator("log-screen"))
        expect(phone.page.locator(".log > li").first).to_contain_text("took back", timeout=PATIENCE_MS)
        phone.page.wait_for_function(KEPT, arg=[party.code, "Peters"])
        phone.press(phone.page.locator(".way-back"))
    filled_in(phone)
    assert party.document()["revision"] == revision + 1
    no_faults(phone)


@thorough
def test_a_host_who_acts_for_all_finds_it_filled_in_too(
    browser: Browser, server: Server, client: Client
) -> None:
    party = won_the_cen(client)
    host = sit_host(browser, server.port, party, **LOW_PHONE)
    rural(host, 2)
    cities(host, "Peters")
    host.confirm()
    host.press(host.page.locator("[data-sheet=log]"))
    undone(host, host.page.locator("table-sheets"))
    filled_in(host)
    no_faults(host)


@thorough
def test_what_comes_back_from_the_log_begins_at_the_top(browser: Browser, client: Client) -> None:
    """Not as far down as the form was that one left for the log."""
    party = new_party(client)
    seat = party.document()["turn"]["seat"]
    party.made(seat, "auction_result", winner=seat, amount=7)
    phone = seated(browser, party, seat, **LOW_PHONE)
    phone.press(phone.form.locator(".label").first)  # a page that was tapped remembers where its form stood
    phone.page.mouse.wheel(0, 200)
    phone.page.wait_for_function("() => scrollY > 100")
    phone.page.goto(phone.page.url.split("#")[0] + "/log")
    undone(phone, phone.page.locator("log-screen"), "$7")
    expect(phone.page.locator(".log > li").first).to_contain_text("took back", timeout=PATIENCE_MS)
    phone.page.wait_for_function(KEPT, arg=[party.code, "7"])
    phone.press(phone.page.locator(".way-back"))
    expect(phone.form.locator("input.amount")).to_have_value("$7", timeout=PATIENCE_MS)
    settled(phone.page)
    assert phone.page.evaluate("scrollY") == 0
    no_faults(phone)
