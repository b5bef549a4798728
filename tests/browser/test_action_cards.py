"""Prairie Railroads' action cards: a row each on every phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, cut, top
from tests.browser.pages import PHONE, STILL, no_faults
from tests.browser.pictures import seated
from tests.playing import begun
from tests.server import Client, new_party, thorough

ONE_LINE_PX = 32


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(320, 568), (360, 640), (360, 740), (390, 844), (430, 932)])
def test_each_action_card_has_one_row_with_how_many_are_in_hand(
    size: tuple[int, int], language: str, browser: Browser, client: Client
) -> None:
    """Beside one another the three broke title and number into four lines."""
    party = begun(new_party(client))
    seat = party.document()["turn"]["seat"]
    window = {"viewport": {"width": size[0], "height": size[1]}, "locale": language}
    phone = seated(browser, party, seat, **{**PHONE, **STILL, **window})
    cards = phone.form.locator("[data-field=card]:visible .chip")
    expect(cards).to_have_count(3)
    for at in range(3):
        title, hint = cards.nth(at).locator(".chip-label"), cards.nth(at).locator(".hint")
        assert abs(bottom(title) - bottom(hint)) <= 2
        assert bottom(hint) - top(hint) <= ONE_LINE_PX
        assert top(cards.nth(at)) < top(title) < bottom(cards.nth(at))
        assert at == 0 or bottom(cards.nth(at - 1)) <= top(cards.nth(at))
    assert not cut(phone.page)
    no_faults(phone)
