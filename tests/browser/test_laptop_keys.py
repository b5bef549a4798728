"""A laptop's keyboard does what its keys say, wherever the focus is: digits are the bid's, Enter confirms."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.pages import LAPTOP, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.server import Client, Party, new_party, thorough


def bidding(browser: Browser, client: Client) -> tuple[Party, Screen]:
    """The first bid of an evening, on the laptop of whoever is asked."""
    party = new_party(client, ["Ed", "Dave", "Pete"], game="texas-pacific")
    laptop = seated(browser, party, int(party.document()["auction"]["to_act"]), **LAPTOP)
    settled(laptop.page)
    return party, laptop


@thorough
def test_digits_are_those_of_the_bid(browser: Browser, client: Client) -> None:
    """The first of them as well, before anything was clicked."""
    _, laptop = bidding(browser, client)
    laptop.page.keyboard.type("128")
    laptop.page.keyboard.press("Backspace")
    expect(laptop.form.locator("input.amount")).to_have_value("$12")
    no_faults(laptop)


@thorough
def test_enter_goes_to_confirm_and_another_confirms(browser: Browser, client: Client) -> None:
    """One that is held down confirms nothing: it repeats itself."""
    party, laptop = bidding(browser, client)
    revision = party.document()["revision"]
    laptop.page.keyboard.type("12")
    laptop.page.keyboard.down("Enter")
    expect(laptop.form.locator(".confirm")).to_be_focused()
    assert laptop.form.locator(".confirm").evaluate("one => one.matches(':focus-visible')")
    laptop.page.keyboard.down("Enter")
    laptop.page.keyboard.up("Enter")
    assert party.document()["revision"] == revision
    laptop.page.keyboard.press("Enter")
    expect(laptop.form).to_have_count(0)
    assert party.document()["auction"]["high_bid"] == 12
    no_faults(laptop)


@thorough
def test_enter_does_not_repeat_a_key_that_was_clicked(browser: Browser, client: Client) -> None:
    """Whoever goes by Tab presses the key they are at."""
    _, laptop = bidding(browser, client)
    amount = laptop.form.locator("input.amount")
    laptop.form.locator('[data-key="step"][value="5"]').click()
    expect(amount).to_have_value("$8")  # the least is $3
    laptop.page.keyboard.press("Enter")
    expect(laptop.form.locator(".confirm")).to_be_focused()
    assert laptop.form.locator(".confirm").evaluate("one => one.matches(':focus-visible')")
    expect(amount).to_have_value("$8")
    laptop.form.locator('[data-key="step"][value="5"]').click()
    laptop.page.keyboard.press("Tab")
    laptop.page.keyboard.press("Shift+Tab")
    laptop.page.keyboard.press("Enter")
    expect(amount).to_have_value("$18")
    no_faults(laptop)
