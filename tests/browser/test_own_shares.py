"""Own shares in the head of a narrow phone: however many there are, each is named."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.measures import bottom, right
from tests.browser.pages import PATIENCE_MS, no_faults
from tests.browser.test_narrow_phones import HALF, phone_of
from tests.server import Client, new_party, thorough

HELD = "WW, MRR×2, KCC, ESL×2, UMR, SFRB×2, DM, MS×2, BNL, EPRG, UP"


@thorough
@pytest.mark.parametrize("width", [pytest.param(320, marks=thorough), 360])
def test_a_low_phone_names_the_shares_of_every_company(width: int, browser: Browser, client: Client) -> None:
    """More than a line has room for, beside the dividend: they take a second one, and nothing is cut."""
    party = new_party(client, game="union-pacific", options={"first_player": 1})
    for seat in (1, 2, 3):
        party.made(seat, "reveal", company="UP")
    phone = phone_of(browser, party, 1, viewport={"width": width, "height": 640})
    own, shares = phone.page.locator(".own"), phone.page.locator(".own-shares")
    expect(shares).to_have_text("UP")
    assert lines(own) == 1
    for each in HELD.split(", ")[:-1]:
        company, _, number = each.partition("×")
        party.made(
            0, "correct", set=[{"of": "seat:1", "name": f"shares.{company}", "value": int(number or 1)}]
        )
    expect(shares).to_have_text(HELD, timeout=PATIENCE_MS)
    assert lines(own) == 2
    assert bottom(shares) <= bottom(own) + 1
    assert right(shares) <= right(own)
    assert not phone.page.locator(".own-figure").first.evaluate(HALF)
    no_faults(phone)


def lines(part: Locator) -> int:
    return round(
        float(part.evaluate("one => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)"))
    )
