"""Union Pacific's forms on phones: what stands beside Confirm, and what it says."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PHONE, STILL, no_faults
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.test_union_pacific import invested
from tests.server import Client, thorough


@pytest.mark.parametrize("width", [320, pytest.param(360, marks=thorough)])
@pytest.mark.parametrize(
    ("language", "names"), [("en", ("Build track", "Invest")), ("de", ("Strecke bauen", "Aktien auslegen"))]
)
def test_building_and_investing_are_a_tap_apart(
    width: int, language: str, names: tuple[str, str], browser: Browser, client: Client
) -> None:
    """The other stands beside Confirm, in one row with the way back."""
    party = played(client, "union-pacific/up-places", 8)
    size = {"viewport": {"width": width, "height": 740}, "locale": language}
    phone = seated(browser, party, party.document()["turn"]["seat"], **{**PHONE, **size}, **STILL)
    phone.open(names[0])
    for this, other in (names, names[::-1]):
        expect(phone.form.locator("h2")).to_have_text(this)
        keys = phone.page.locator(".confirm-bar button").locator("visible=true")
        expect(keys.nth(1)).to_have_text(re.compile(other))
        rows = keys.evaluate_all("keys => keys.map((key) => Math.round(key.getBoundingClientRect().top))")
        assert len(rows) == 3
        assert len(set(rows)) == 1
        assert keys.evaluate_all("keys => keys.every((key) => key.scrollWidth <= key.clientWidth)")
        assert keys.evaluate_all("([, { offsetWidth: w }, confirm]) => w < confirm.offsetWidth")
        phone.press(keys.nth(1))
    no_faults(phone)


@pytest.mark.parametrize(
    ("language", "none", "usual", "confirm"),
    [
        ("en", "None", "Confirm", "No dividend card"),
        pytest.param("de", "Keine", "Bestätigen", "Keine Dividendenkarte", marks=thorough),
    ],
)
def test_a_draw_begins_with_no_dividend_card_and_says_so(
    language: str, none: str, usual: str, confirm: str, browser: Browser, client: Client
) -> None:
    """No 0 that somebody may overlook, and the button itself says that there was none, in one tap."""
    party = invested(client, "WW", "MS", "MS")
    party.made(1, "build", company="WW")
    phone = seated(browser, party, 1, **{**PHONE, **STILL, "locale": language})
    keys = phone.form.locator("count-field label.chip")
    expect(keys).to_have_text([none, "1", "2", "3", "4"])
    assert keys.locator(".chip-label").evaluate_all(
        "all => all.every((one) => one.scrollWidth <= one.clientWidth)"
    )
    expect(keys.first.locator("input")).to_be_checked()
    for key, said in ((keys.nth(1), usual), (keys.first, confirm)):
        phone.press(key)
        expect(phone.form.locator(".confirm")).to_have_text(said)
    phone.until(phone.confirm(words=confirm))
    assert party.document()["recent"][-1]["move"]["dividend_cards"] == 0
    no_faults(phone)
