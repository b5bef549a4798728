"""Union Pacific's forms on phones: where a tap leads, and what comes under the finger."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.test_low_phones import LOW, NARROW, in_sight
from tests.browser.test_union_pacific import invested
from tests.server import Client, new_party, thorough


@thorough
@pytest.mark.parametrize("phone", [NARROW, LOW])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("number", [1, 2])
def test_a_row_that_is_to_be_checked_comes_into_sight(
    phone: dict[str, Any], language: str, number: int, browser: Browser, client: Client
) -> None:
    """Its heading takes two lines or three and says why: below it all five places stand above Confirm."""
    party = invested(client, "UP", "MS", "MS")
    party.made(1, "build", company="WW", dividend_cards=1)
    party.made(2, "build", company="WW")
    slip = {"up_dividends": {"2": {"1": 8, "2": 6, "3": 74, "4": 3, "5": 2}}}
    party.made(2, "draw_share", dividend_cards=1, facts=slip)
    assert client.post(f"{party.at}/undo", {}, party.host).status == 201
    screen = seated(browser, party, 2, **{**phone, **STILL, "locale": language})
    screen.press(screen.form.locator("count-field label.chip").nth(number))
    rows = screen.form.locator("[role=group]:has(> .row-cells)")
    expect(rows).to_have_count(number)
    led = "([row, bar]) => row.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top"
    parts = [rows.last.element_handle(), screen.form.locator(".confirm-bar").element_handle()]
    screen.page.wait_for_function(led, arg=parts)
    settled(screen.page)
    in_sight(screen, rows)
    no_faults(screen)


@thorough
@pytest.mark.parametrize("phone", [NARROW, LOW, PHONE])
def test_a_second_tap_on_the_edge_of_a_company_takes_a_second_share(
    phone: dict[str, Any], browser: Browser, client: Client
) -> None:
    """There the key for less has come under the finger; once the finger has rested, it takes one back."""
    screen = seated(browser, invested(client, "WW", "MS", "MS"), 1, **phone, **STILL)
    screen.open("Invest")
    settled(screen.page)
    row = screen.form.locator(".share-count[data-value=KCC]")

    def tapped() -> None:
        box = row.bounding_box()
        assert box
        screen.page.touchscreen.tap(box["x"] + box["width"] - 20, box["y"] + box["height"] / 2)

    for taken in ("1", "2"):
        tapped()
        expect(row.locator(".figure")).to_have_text(taken)
    expect(row).not_to_have_attribute("data-resting", "")
    settled(screen.page)
    tapped()
    expect(row.locator(".figure")).to_have_text("1")
    no_faults(screen)


@thorough
@pytest.mark.parametrize("phone", [NARROW, LOW, PHONE])
@pytest.mark.parametrize(
    ("language", "form", "told"),
    [
        ("en", "Invest", "Konstantin invests 1 MS and 1 UP"),
        ("de", "Aktien auslegen", "Konstantin legt 1 MS und 1 UP aus"),
    ],
)
def test_what_was_invested_in_two_companies_is_told_before_what_it_may_bring(
    phone: dict[str, Any], language: str, form: str, told: str, browser: Browser, client: Client
) -> None:
    """Above Confirm both companies are whole on the smallest phone; so they are beside Undo, where the
    next dividend of the first stood."""
    names = ["Konstantin", "Bartholomew", "Maximiliane", "Jo"]
    party = new_party(client, names, game="union-pacific", options={"first_player": 1})
    for seat, company in enumerate(("MRR", "MS", "UP", "KCC"), 1):
        party.made(seat, "reveal", company=company)
    screen = seated(browser, party, 1, **{**phone, **STILL, "locale": language})
    screen.open(form)
    for company in ("MS", "UP"):
        screen.press(screen.form.locator(f".share-count[data-value={company}] .key").last)
    screen.previewed()
    brief = screen.form.locator(".brief")
    if phone is NARROW:  # elsewhere there is room for what it may bring, which the form does not say
        expect(brief).to_contain_text(told)
    assert brief.evaluate("one => one.scrollHeight <= one.clientHeight")
    screen.press(screen.form.locator(".confirm"))
    words = screen.page.locator("undo-bar .undo-words")
    expect(words).to_contain_text(told)
    settled(screen.page)
    seen = words.locator("[data-part]:not([data-unseen])")
    expect(seen.first).to_have_text(told)
    assert words.evaluate("one => one.scrollHeight <= 1.1 * one.clientHeight")
    no_faults(screen)
