"""Prairie Railroads' forms on the narrowest phones."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, top
from tests.browser.pages import PHONE, STILL, no_faults
from tests.browser.pictures import seated
from tests.playing import begun
from tests.server import Client, new_party


def test_all_action_cards_are_in_sight(browser: Browser, client: Client) -> None:
    """Whence the card comes takes one line, so the last of the three is not below the bar."""
    party = begun(new_party(client))
    seat = party.document()["turn"]["seat"]
    phone = seated(browser, party, seat, **{**PHONE, "viewport": {"width": 320, "height": 640}}, **STILL)
    cards = phone.form.locator("[data-field=card]:visible .chip")
    expect(cards).to_have_count(3)
    hand, deck = (phone.form.locator("[data-field=source] .chip").nth(at) for at in (0, 1))
    assert top(hand) == top(deck)
    assert bottom(cards.last) <= top(phone.page.locator(".confirm-bar"))
    no_faults(phone)
