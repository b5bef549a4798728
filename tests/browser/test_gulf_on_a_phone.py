"""What a phone tells a player of Gulf, Mobile & Ohio: of bids, of Charters, of cities just named."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, PHONE, no_faults
from tests.browser.pictures import seated
from tests.browser.test_gulf_mobile_ohio import cities, rural
from tests.server import Client, new_party


def test_the_auction_is_in_sight_once_a_limit_stands(browser: Browser, client: Client) -> None:
    """On the smallest phone its form fills the page, and the auction is above it."""
    party = new_party(client, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    dave = seated(browser, party, 2, **{**PHONE, "viewport": {"width": 320, "height": 568}})
    dave.press(dave.page.locator("[data-limit=open]"))
    for digit in "15":
        dave.press(dave.page.locator(f'.limit-form [data-key=digit][value="{digit}"]'))
    dave.press(dave.page.locator("[data-limit=set]"))
    expect(dave.page.locator(".limit-words")).to_contain_text("$15", timeout=PATIENCE_MS)
    expect(dave.page.locator("auction-box")).to_be_in_viewport(ratio=1)
    no_faults(dave)


def test_bids_that_were_outbid_stay_on_a_phone(browser: Browser, client: Client) -> None:
    """One's own as well as others', whoever is to act."""
    party = new_party(client, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    ed = seated(browser, party, 1, **PHONE)
    bids = ed.page.locator("auction-box .bid").locator("visible=true")
    for seat, amount in enumerate((9, 10, 11), 1):
        party.made(seat, "bid", amount=amount)
        expect(ed.page.locator("auction-box .high-bid")).to_contain_text(f"${amount}")
    party.made(1, "bid", amount=12)
    expect(bids).to_have_text(["bid $12", "bid $10", "bid $11"])
    no_faults(ed)


def test_the_owner_of_a_charter_reads_so(browser: Browser, client: Client) -> None:
    """Whoever has a Common share alone presides over nothing."""
    party = new_party(client, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=12)
    party.made(2, "expand", rural=1, cities=["Charleston", "Augusta"])
    party.made(2, "auction_common", railroad="SC")
    party.made(2, "auction_result", winner=3, amount=0)
    for seat, words in ((2, "President: SC"), (3, "SC")):
        phone = seated(browser, party, seat, **PHONE)
        expect(phone.page.locator(".own-shares")).to_have_text(words)
        no_faults(phone)


def test_a_city_just_named_is_a_start_city_to_choose(browser: Browser, client: Client) -> None:
    """The railroad that starts in it is told in the same form, a moment later."""
    party = new_party(client, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=12)
    dave = seated(browser, party, 2, **PHONE)
    dave.open("Build the SC")
    rural(dave, 1)
    cities(dave, "Lakota Valley")
    dave.press(dave.form.get_by_role("button", name="Add one"))
    chips = dave.form.locator("rows-field places-field button.chip .chip-label")
    expect(chips.nth(0)).to_have_text("Charleston")
    expect(chips.nth(1)).to_have_text("Lakota Valley")
    # whoever thinks of another city only now finds it there, too, and what was chosen stays
    dave.press(chips.nth(1))
    cities(dave, "Sleepy Hollow")
    expect(chips.nth(0)).to_have_text("Charleston")
    expect(chips.nth(1)).to_have_text("Sleepy Hollow")
    taken = dave.form.locator("rows-field places-field .taken .chip-label")
    expect(taken).to_have_text(["Lakota Valley"])
    no_faults(dave)
