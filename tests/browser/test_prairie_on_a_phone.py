"""Prairie Railroads' forms on the narrowest and lowest phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, top
from tests.browser.pages import PHONE, STILL, no_faults, settled
from tests.browser.pictures import FACTS, LONG_NAMES, auctions, seated
from tests.playing import begun
from tests.server import Client, new_party, thorough

LOW_PX = 640


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


@pytest.mark.parametrize(("wide", "high"), [(360, 640), pytest.param(320, 568, marks=thorough)])
def test_both_dice_and_confirm_are_in_sight(browser: Browser, client: Client, wide: int, high: int) -> None:
    """On a low phone that plays for five. When one die has its face, the bar comes, and covers none of the other's."""
    party = new_party(client, LONG_NAMES, claim=False, facts=FACTS)
    party.seats = dict.fromkeys(range(1, 6), party.host)
    auctions(party)
    party.made(0, "play_card", card="CT", source="hand")
    screen = seated(browser, party, 0, **{**PHONE, **STILL, "viewport": {"width": wide, "height": high}})
    screen.open("Roll for growth")
    expect(screen.form.locator(".roll.primary")).to_be_visible()
    screen.press(screen.form.locator("[data-die='1'][value='4']"))
    expect(screen.form.locator(".roll.primary")).to_have_count(0)
    settled(screen.page)
    bar, head = screen.page.locator(".confirm-bar"), screen.page.locator(".seat-top")
    expect(screen.form.locator(".confirm")).to_be_in_viewport(ratio=1)
    for face in screen.form.locator(".face").all():
        assert top(face) >= bottom(head)
        assert bottom(face) <= top(bar)
    if high == LOW_PX:
        assert screen.page.evaluate("scrollY") == 0, "side by side they have room"
    no_faults(screen)
