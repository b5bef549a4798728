"""Own shares in the head of a narrow phone: however many there are, each is named."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.measures import bottom, right, top
from tests.browser.pages import PATIENCE_MS, no_faults
from tests.browser.played import played
from tests.browser.test_narrow_phones import CUT, HALF, phone_of
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


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("width", "height", "held"),
    [(360, 740, "WW×3, MS×2, BNL, UP"), (320, 568, "WW×3, MS×2, UP"), (320, 568, "UP")],
)
def test_the_next_dividend_is_in_sight_beside_shares_of_the_up(
    width: int, height: int, held: str, language: str, browser: Browser, client: Client
) -> None:
    """What the UP pays is not known yet: a place in words, on a line of its own where shares leave no room."""
    party = new_party(client, game="union-pacific", options={"first_player": 1})
    for seat in (1, 2, 3):
        party.made(seat, "reveal", company="UP")
    for each in held.split(", ")[:-1]:
        company, _, number = each.partition("×")
        party.made(
            0, "correct", set=[{"of": "seat:1", "name": f"shares.{company}", "value": int(number or 1)}]
        )
    party.made(0, "correct", set=[{"of": "bank", "name": "dividends_paid", "value": 1}])
    size = {"width": width, "height": height}
    phone = phone_of(browser, party, 1, viewport=size, locale=language)
    own, shares, figure = (phone.page.locator(one) for one in (".own", ".own-shares", ".own-figure"))
    expect(shares).to_have_text(held)
    expect(figure).to_have_text(re.compile("UP 1st place$" if language == "en" else r"UP 1\. Platz$"))
    for part in (shares, figure):
        assert top(own) - 1 <= top(part)
        assert bottom(part) <= bottom(own) + 1
        assert right(part) <= right(own)
    no_faults(phone)


@thorough
def test_a_railroad_and_ranches_are_named_whole_beside_a_dividend(browser: Browser, client: Client) -> None:
    """What a player of Texas & Pacific holds, in German, on the smallest phone."""
    party = played(client, "texas-pacific/begun-in-the-middle", 1)
    held = (("ranches", 3), ("shares.KATY", 1), ("shares.SP", 2), ("shares.MP", 1))
    party.made(0, "correct", set=[{"of": "seat:2", "name": name, "value": value} for name, value in held])
    phone = phone_of(browser, party, 2, viewport={"width": 320, "height": 568}, locale="de")
    own, shares, figure = (phone.page.locator(one) for one in (".own", ".own-shares", ".own-figure"))
    expect(shares).to_have_text(re.compile("3 Ranches$"))
    expect(figure.first).to_have_text(re.compile("^Dividende"))
    for part in (shares, figure.first):
        assert not part.evaluate(CUT)
        assert top(own) - 1 <= top(part)
        assert bottom(part) <= bottom(own) + 1
        assert right(part) <= right(own)
    no_faults(phone)


def lines(part: Locator) -> int:
    return round(
        float(part.evaluate("one => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)"))
    )
