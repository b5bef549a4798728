"""The keys of the bank's forms on a phone: a marker far away, what is auctioned besides companies, who pays."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import WORDS_ROOM, bottom, left, right, top
from tests.browser.pages import PHONE, STILL, no_faults, settled
from tests.browser.pictures import LONG_NAMES, seated
from tests.browser.test_bank import by_host, chip
from tests.server import Server, new_party, thorough

SMALLEST = {"viewport": {"width": 320, "height": 568}}
OFF_FRAME_PX = 2
BOX_OF_WORDS = """(one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getBoundingClientRect().toJSON();
}"""

LETTER_PX = "(one) => parseFloat(getComputedStyle(one).fontSize)"


@thorough
def test_a_marker_far_away_takes_two_taps(browser: Browser, server: Server) -> None:
    """From $20 to $40, and never beyond the end of its track."""
    party = new_party(server.client(), LONG_NAMES[:3], game="bank", options={"box": "prairie-railroads"})
    marker = {"seat": 2, "track": "income", "of": "railroad:KP"}
    by_host(party, "set_track", **marker, value=20)
    phone = seated(browser, party, 1, **PHONE, **STILL)
    phone.open("Move a marker")
    phone.press(chip(phone, "of", "railroad:KP"))
    steps = phone.form.locator(".steps:visible button")
    expect(steps).to_have_text(["−5", "−1", "+1", "+5", "+10"])
    for _ in range(2):
        phone.press(steps.last)
    phone.confirm()
    kp = next(one for one in party.document()["railroads"] if one["id"] == "KP")
    assert kp["income"] == 40
    phone.open("Move a marker")
    phone.press(chip(phone, "of", "railroad:KP"))
    for _ in range(9):
        if steps.first.is_enabled():
            phone.press(steps.first)
    expect(phone.form.locator("input.count:visible")).to_have_value("0")
    expect(steps.first).to_be_disabled()
    no_faults(phone)


@thorough
def test_something_else_keeps_off_its_frame_on_the_narrowest_phone(browser: Browser, server: Server) -> None:
    party = new_party(server.client(), LONG_NAMES[:3], game="bank", options={"box": "prairie-railroads"})
    phone = seated(browser, party, 1, **{**PHONE, **STILL, **SMALLEST})
    phone.open("Auction")
    settled(phone.page)
    other = phone.form.locator("[data-field=company] .chip", has_text="Something else")
    style = phone.form.locator("[data-field=style] .chip").first
    assert left(other.locator("input")) == left(style.locator("input"))
    no_faults(phone)


@thorough
@pytest.mark.parametrize(("language", "payer"), [("en", "Ed"), ("de", "Ed"), ("en", "Bartholomew")])
def test_whence_a_payment_comes_is_said_on_the_narrowest_phone(
    language: str, payer: str, browser: Browser, server: Server
) -> None:
    """Beside a name of eleven letters, too; it keeps off whom it is for, and "Clear" off its key's frame."""
    names = [payer, "Dave", "Pete"]
    party = new_party(server.client(), names, game="bank", options={"box": "prairie-railroads"})
    phone = seated(browser, party, 1, **{**PHONE, **STILL, **SMALLEST, "locale": language})
    phone.press(phone.page.locator("[data-tile='seat:2']"))
    settled(phone.page)
    box_of_payer = phone.form.locator(".payer")
    says = box_of_payer.locator(":scope > :first-child")
    expect(says).to_have_text({"en": "From", "de": "Von"}[language])
    words, box = says.evaluate(BOX_OF_WORDS), says.bounding_box()
    assert box
    assert box["y"] <= words["y"] < words["y"] + words["height"] <= box["y"] + box["height"] + 1
    assert right(says) <= left(box_of_payer.locator(".name"))
    assert bottom(box_of_payer) + 4 <= top(phone.form.locator("[data-field=to] .chip:has(:checked)"))
    assert phone.form.locator(".key.small").evaluate(WORDS_ROOM) > OFF_FRAME_PX
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_on_the_narrowest_phone_who_pays_has_a_line(browser: Browser, server: Server, language: str) -> None:
    """In German *Zahlen* and a name behind it, without *Von*, read as if that were who is paid."""
    names = ["Maximiliane", "Bartholomew", "Friederike", "Jo"]
    party = new_party(server.client(), names, game="bank", options={"box": "prairie-railroads"})
    phone = seated(browser, party, 1, **{**PHONE, **STILL, **SMALLEST, "locale": language})
    phone.press(phone.page.get_by_role("button", name=names[1]).first)
    payer = phone.form.locator(".payer")
    expect(payer).to_have_text(re.compile(r"(From|Von)\s*Maximiliane\s*\$70"))
    parts = [payer.locator(part) for part in ("> span:first-child", ".lamp", ".name", ".figure")]
    for before, behind in pairwise(parts):
        assert left(payer) < left(before) < right(before) <= left(behind)
        assert bottom(before) < bottom(payer)
    assert right(parts[-1]) < right(payer)
    no_faults(phone)


@thorough
@pytest.mark.parametrize("payee", ["Bartholomew", "Bartholomäus", "Ed"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_whom_one_pays_is_not_broken_beside_change_and_another(
    browser: Browser, server: Server, language: str, payee: str
) -> None:
    names = ["Jo", payee, "Friederike"]
    party = new_party(server.client(), names, game="bank", options={"box": "texas-pacific"})
    phone = seated(browser, party, 1, **{**PHONE, **STILL, "locale": language})
    phone.press(phone.page.get_by_role("button", name=payee).first)
    chosen = phone.form.locator("[data-field=to] .chip:has(:checked)")
    expect(chosen).to_contain_text(payee)
    settled(phone.page)
    words, letter = chosen.locator(".chip-label").evaluate(BOX_OF_WORDS), chosen.evaluate(LETTER_PX)
    assert words["height"] < 2 * letter
    assert words["x"] + words["width"] < right(chosen)
    no_faults(phone)
