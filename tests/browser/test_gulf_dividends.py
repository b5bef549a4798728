"""What a phone tells of a Common share of Gulf, Mobile & Ohio whose sale pays dividends."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.test_gulf_mobile_ohio import the_sc_is_built
from tests.browser.test_gulf_on_a_phone import WHOLE_FACTS
from tests.server import Client, Party, thorough


def dividends_come(client: Client) -> Party:
    """Bartholomew, in the second place, is to bid for the Common share whose sale pays dividends."""
    party = the_sc_is_built(client, ["Konstantin", "Bartholomew", "Maximiliane", "Ed"], winner=3)
    party.made(2, "auction_common", railroad="SC")
    party.made(2, "auction_result", winner=4, amount=0)
    party.made(3, "charter", railroad="W&W")
    party.made(3, "auction_result", winner=1, amount=9)
    party.made(1, "expand", rural=1, cities=["Wilmington", "Weldon"])
    party.made(4, "pass_turn")
    party.made(1, "pass_turn")
    party.made(2, "auction_common", railroad="W&W")
    return party


@thorough
@pytest.mark.parametrize(
    ("wide", "high", "language", "left_over"),
    [
        (320, 568, "en", "1 rural hex, $4 unspent"),
        (360, 640, "en", "1 rural hex, $4 unspent"),
        (360, 640, "de", "1 Landfeld, $4 übrig"),
    ],
)
def test_what_is_left_of_a_bid_stands_beside_dividends(
    browser: Browser, client: Client, wide: int, high: int, language: str, left_over: str
) -> None:
    """Whole above *Confirm*, as what each of the four gets is: for $7 two cubes of $3 could be placed."""
    party = dividends_come(client)
    party.made(2, "auction_result", winner=2, amount=7)
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    phone = seated(browser, party, 2, **{**PHONE, **STILL, **size})
    phone.press(phone.form.locator("[data-field=rural] .chip").locator("visible=true").nth(1))
    phone.previewed()
    brief = phone.form.locator(".brief")
    expect(brief).to_contain_text(left_over)
    expect(brief.locator(".sums")).to_contain_text(re.compile(r"\$3.*\$3.*\$3.*\$3"))
    assert brief.evaluate("one => one.scrollHeight <= one.clientHeight")
    no_faults(phone)


@thorough
@pytest.mark.parametrize(
    ("wide", "high", "language", "pays"),
    [
        (320, 568, "en", "W&W: dividends now, $3 per share"),
        (360, 640, "en", "W&W: dividends now, $3 per share"),
        (320, 568, "de", "W&W: jetzt Dividende, $3 je Aktie"),
        (360, 640, "de", "W&W: jetzt Dividende, $3 je Aktie"),
    ],
)
def test_whoever_bids_reads_that_a_sale_pays_dividends(
    browser: Browser, client: Client, wide: int, high: int, language: str, pays: str
) -> None:
    """Which share it is stands in the title; with the keypad, *Pass* and *Confirm* all is in sight."""
    party = dividends_come(client)
    party.made(2, "bid", amount=6)
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    phone = seated(browser, party, 3, **{**PHONE, **STILL, **size})
    phone.press(phone.form.locator('[data-key=digit][value="7"]'))
    phone.previewed()
    settled(phone.page)
    shown = phone.form.locator(".brief .aside").evaluate(WHOLE_FACTS)
    assert [tuple(fact) for fact in shown] == [(pays, True)]
    for part in (
        ".brief",
        ".confirm",
        ".quick",
        "[data-key=digit][value='1']",
        "[data-key=digit][value='0']",
    ):
        expect(phone.form.locator(part).first).to_be_in_viewport(ratio=1)
    no_faults(phone)
