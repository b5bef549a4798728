"""What is filled in for one railroad is of no other, and what somebody else has made meanwhile is filled in no more."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.test_gulf_mobile_ohio import rural, the_sc_is_built
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
