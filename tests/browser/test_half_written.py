"""A name that is begun in a form, and not chosen."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.pages import PHONE, STILL, no_faults
from tests.browser.pictures import auctions, seated, table
from tests.server import Client


def test_a_name_half_written_is_not_left_behind(browser: Browser, client: Client) -> None:
    """A second segment is begun and not chosen: Confirm does not build the first one alone."""
    party = table(client, ["Ada", "Edmund", "Josephine"])
    auctions(party)
    party.made(0, "play_card", card="CT", source="hand")
    party.made(0, "roll_growth", dice=[2, 5])
    seat = int(party.document()["turn"]["seat"])
    phone = seated(browser, party, seat, **PHONE, **STILL)
    phone.open("Build track")
    phone.press(phone.form.locator("[data-field=railroad] label.chip:has(input:enabled)").first)
    phone.press(phone.form.locator("[data-field=to] .chip[value]:enabled").first)
    confirm = phone.form.locator(".confirm")
    fold = phone.form.locator(".link-more summary")
    phone.press(fold)
    onward = phone.form.locator("[data-field=onward] input.search")
    onward.fill("Zzy")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    phone.press(fold)
    expect(onward).to_be_visible()  # nobody looks for it in a fold
    before = party.document()["revision"]
    confirm.evaluate("key => key.click()")
    expect(phone.form).to_contain_text("Choose a name, or clear the field.")
    assert party.document()["revision"] == before
    onward.fill("")
    expect(confirm).to_have_attribute("aria-disabled", "false")
    no_faults(phone)
