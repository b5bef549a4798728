"""A box of one's own, written on a phone."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, Screen, no_faults
from tests.browser.test_boxes import CARD, KEEP, NAME, choose, new_bank, row, says
from tests.server import Client, Server, thorough


@thorough
def test_on_a_phone_what_is_seldom_wanted_is_folded_and_says_what_it_holds(
    browser: Browser, server: Server
) -> None:
    """Two companies and the starting money have two screens; what is wrong in a fold opens it."""
    phone = Screen(browser, "phone", **{**PHONE, **STILL, "viewport": {"width": 360, "height": 740}})
    new_bank(phone, server)
    choose(phone, "A box of your own")
    form = phone.page.locator("box-form")
    says(form, "Name of the box", NAME)
    says(form, "Starting money per player", "150")
    for number, letters in enumerate(("iron", "coal")):
        mine = row(phone, "companies", number, Letters=letters, Name=f"{letters} mine")
        expect(mine.locator("summary")).to_have_text("Colour · Treasury\u00a00 · Certificates\u00a05")
    folds = phone.page.locator(".box-form > .box-fields > .folded > summary")
    expect(folds).to_have_text(
        ["How amounts are written: $20", "Total printed money: not set", "Tracks: none"]
    )
    assert form.evaluate("one => one.offsetHeight") < 2 * 740
    phone.press(folds.first)
    says(form, "After the amount", " Mk")
    expect(folds.first).to_have_text("How amounts are written: $20 Mk")
    mine = phone.page.locator("[data-field=companies] .box-row").first
    phone.press(mine.locator("summary"))
    says(mine, "Certificates", "900")
    phone.press(mine.locator("summary"))
    expect(mine.get_by_label("Certificates")).to_be_hidden()
    expect(mine.locator("summary")).to_contain_text("Certificates\u00a0900")
    phone.tap("Create the table")
    expect(mine.get_by_label("Certificates")).to_have_attribute("aria-invalid", "true", timeout=PATIENCE_MS)
    expect(mine.get_by_label("Certificates")).to_be_in_viewport()
    phone.faults.clear()
    no_faults(phone)


@thorough
def test_a_box_that_was_saved_on_a_phone_is_in_sight(
    browser: Browser, server: Server, client: Client
) -> None:
    """Its card takes the place of a form that was longer than a screen."""
    phone = Screen(browser, "phone", **{**PHONE, **STILL, "viewport": {"width": 360, "height": 640}})
    new_bank(phone, server)
    choose(phone, "A box of your own")
    says(phone.page.locator("box-form"), "Name of the box", "Lead Mines")
    mine = row(phone, "companies", 0, Letters="LEAD", Name="Lead Mine")
    phone.press(mine.locator("summary"))
    says(mine, "Certificates", "3")
    phone.press(phone.page.locator(KEEP))
    card = phone.page.locator(CARD)
    expect(card).to_contain_text("Lead Mine", timeout=PATIENCE_MS)
    expect(card).to_be_in_viewport(ratio=1)
    assert client.call("DELETE", "/boxes/lead-mines").status == 204
    no_faults(phone)


@thorough
def test_money_that_no_box_says_is_asked_for_in_one_place(browser: Browser, server: Server) -> None:
    """Prairie Railroads says it for three to five players, not for two."""
    phone = Screen(browser, "phone", **PHONE, **STILL)
    new_bank(phone, server)
    choose(phone, "Prairie Railroads")
    card = phone.page.locator(f"{CARD} .box-money")
    expect(card).to_have_text("– each to start")
    phone.tap("Create the table")
    wanted = phone.page.locator("[data-field=starting_cash] .fault")
    expect(wanted).to_have_text("How much money does each player start with?", timeout=PATIENCE_MS)
    expect(card).to_have_text("– each to start")
    high = card.evaluate("one => one.offsetHeight")
    phone.page.locator("[data-field=starting_cash] input.amount").fill("40")
    expect(card).to_have_text("$40 each to start")
    assert card.evaluate("one => one.offsetHeight") == high
    phone.faults.clear()
    no_faults(phone)
