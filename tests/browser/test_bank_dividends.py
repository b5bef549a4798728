"""Dividends of the bank on a phone: nothing is taken that nobody chose, and Confirm tells what one comes to."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Error, Route, expect

from tests.browser.measures import bottom, left, right, top
from tests.browser.pages import PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.test_bank import chip
from tests.browser.test_bank_forms import held_by_four
from tests.server import Server, new_party, thorough


@thorough
def test_what_a_dividend_comes_to_stands_on_confirm_until_something_else_is_answered(
    browser: Browser, server: Server
) -> None:
    """Of $23 among four $6 each, rounded up; $5 each from the treasury, rounded down."""
    party = held_by_four(server)
    phone = seated(browser, party, 1, **PHONE, **STILL)
    phone.open("Dividend from a total")
    phone.press(chip(phone, "company", "CRIP"))
    phone.amount(23)
    brief, confirm = phone.form.locator(".brief"), phone.form.locator(".confirm")
    expect(brief).to_have_text("Still needed: Paid by")  # in some games the bank, in others the treasury
    phone.press(chip(phone, "payer", "bank"))
    expect(brief).to_have_text("Still needed: Divide by certificates")  # nor has anybody said how
    phone.press(chip(phone, "divisor", "sold"))
    expect(brief).to_have_text("Still needed: Rounded")
    phone.press(chip(phone, "rounding", "up"))
    expect(confirm).to_have_text("Confirm $24")
    expect(brief).to_have_text("Maximiliane +$6 · Bartholomew +$6 · Ed +$6 · Giovanni +$6")
    words = "The bank pays $23 ÷ 4 = $6 (rounded up) per CRIP; $24 in all"
    expect(phone.form.locator("offer-preview .summary")).to_have_text(words)
    # what is no longer so is not said, however long what would happen takes to come
    slow: list[Route] = []
    phone.page.route(
        re.compile("dry_run"), lambda route: slow.append(route)
    )  # a list's own method is refused
    phone.press(chip(phone, "rounding", "down"))
    phone.press(chip(phone, "payer", "treasury"))
    expect(confirm).to_have_text("Confirm")
    phone.page.unroute(re.compile("dry_run"))
    for route in slow:
        with suppress(Error):  # one that another answer has followed is not waited for any more
            route.continue_()
    expect(confirm).to_have_text("Confirm $20")
    before = party.document()["seats"]
    phone.confirm(words="Confirm $20")
    paid = [now["cash"] - was["cash"] for now, was in zip(party.document()["seats"], before, strict=True)]
    assert paid == [5, 5, 0, 5, 5]
    no_faults(phone)


@thorough
def test_a_total_is_divided_as_it_was_last_at_this_table(browser: Browser, server: Server) -> None:
    """And rounded; who pays is asked anew, and another table begins without."""
    phone = seated(browser, held_by_four(server), 1, **PHONE, **STILL)
    phone.open("Dividend from a total")
    for field, value in (
        ("company", "CRIP"),
        ("payer", "treasury"),
        ("divisor", "sold"),
        ("rounding", "down"),
    ):
        phone.press(chip(phone, field, value))
    phone.amount(23)
    phone.confirm(words="Confirm $20")
    phone.open("Dividend from a total")
    expect(phone.form.locator("[data-field=divisor] :checked, [data-field=rounding] :checked")).to_have_count(
        2
    )
    phone.press(chip(phone, "company", "CRIP"))
    phone.amount(23)
    expect(phone.form.locator(".brief")).to_have_text("Still needed: Paid by")
    phone.press(chip(phone, "payer", "bank"))
    expect(phone.form.locator(".confirm")).to_have_text("Confirm $20")
    no_faults(phone)


@thorough
def test_a_treasury_that_pays_is_not_asked_to_pay_itself(browser: Browser, server: Server) -> None:
    """Where the bank pays it may be ticked, in a frame as wide as all else; what was ticked is not sent later."""
    phone = seated(browser, held_by_four(server), 3, **PHONE, **STILL)
    phone.open("Dividend per certificate")
    phone.press(chip(phone, "company", "CRIP"))
    fold = phone.form.locator("field-group > .folded")
    expect(fold).to_be_hidden()
    phone.press(chip(phone, "payer", "bank"))
    phone.press(fold.locator("> summary"))
    tick = phone.form.locator("[data-field=treasury_too] label")
    phone.press(tick)
    expect(tick.locator("input")).to_be_checked()
    assert left(tick) >= left(fold)
    assert right(tick) <= right(fold)
    phone.amount(5)
    expect(phone.form.locator(".confirm")).to_have_text(
        "Confirm $25"
    )  # one of five has stayed in the treasury
    phone.press(chip(phone, "payer", "treasury"))
    expect(fold).to_be_hidden()
    expect(phone.form.locator(".confirm")).to_have_text("Confirm $20")
    with phone.page.expect_request(lambda one: one.method == "POST" and one.url.endswith("/moves")) as sent:
        phone.confirm(words="Confirm $20")
    assert "treasury_too" not in (sent.value.post_data_json or {})
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("wide", "high"), [(320, 568), (360, 640)])
def test_what_each_of_four_is_paid_leaves_every_digit_in_sight(
    wide: int, high: int, language: str, browser: Browser, server: Server
) -> None:
    """The bar, which then says it in three lines, is as high before; no key has moved."""
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    phone = seated(browser, held_by_four(server), 3, **{**PHONE, **STILL, **size})
    phone.open({"en": "Dividend per certificate", "de": "Dividende pro Aktie"}[language])
    phone.press(chip(phone, "company", "CRIP"))
    phone.press(phone.form.locator("[data-key=digit][value='3']"))
    settled(phone.page)
    brief, digits = phone.form.locator(".brief"), phone.form.locator("[data-key=digit]")
    high_before, stood = brief.evaluate("one => one.offsetHeight"), [top(digit) for digit in digits.all()]
    phone.press(chip(phone, "payer", "bank"))
    expect(phone.form.locator(".brief .sums")).to_contain_text("Ed +$3")
    settled(phone.page)
    assert brief.evaluate("one => one.offsetHeight") == high_before
    assert [top(digit) for digit in digits.all()] == stood
    assert max(bottom(digit) for digit in digits.all()) <= top(phone.form.locator(".confirm-bar"))
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("wide", "high"), [(320, 568), (360, 640)])
def test_a_tap_on_the_pale_confirm_leads_to_what_is_missing(
    wide: int, high: int, language: str, browser: Browser, server: Server
) -> None:
    """The row below the bar comes whole above it, with the red words; Confirm stays under the finger."""
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    phone = seated(browser, held_by_four(server), 1, **{**PHONE, **STILL, **size})
    phone.open({"en": "Dividend from a total", "de": "Dividende aus einer Summe"}[language])
    for field, value in (("company", "CRIP"), ("payer", "bank")):
        phone.press(chip(phone, field, value))
        settled(phone.page)
    for digit in "61":
        phone.press(phone.form.locator(f"[data-key=digit][value='{digit}']"))
    bar, confirm = phone.form.locator(".confirm-bar"), phone.form.locator(".confirm")
    row = phone.form.locator("[data-field=divisor]")
    # as far up as the page goes while every digit can be reached
    phone.page.evaluate(
        "by => scrollBy(0, by)", bottom(phone.form.locator("[data-key=digit]").last) - top(bar)
    )
    settled(phone.page)
    assert bottom(row) > top(bar)
    stood, frame = top(confirm), confirm.bounding_box()
    assert frame
    phone.page.touchscreen.tap(frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
    expect(row.locator(".fault")).to_be_visible()
    phone.page.wait_for_function(
        "([row, bar]) => row.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top",
        arg=[row.element_handle(), bar.element_handle()],
    )
    settled(phone.page)
    head = phone.page.locator(".seat-top")
    assert top(row) >= bottom(head)
    assert top(confirm) == stood
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_held_sideways_who_pays_is_in_sight_while_nobody_holds_a_certificate(
    language: str, browser: Browser, server: Server
) -> None:
    """The bank may pay a treasury for its own: companies that have no holder do not fill the form."""
    names = ["Ada", "Jo", "Bartholomew"]
    party = new_party(server.client(), names, game="bank", options={"box": "prairie-railroads"})
    viewport = {"width": 568, "height": 320}
    phone = seated(browser, party, 1, **{**PHONE, **STILL, "viewport": viewport, "locale": language})
    phone.open("Dividende pro Aktie" if language == "de" else "Dividend per certificate")
    badges = phone.form.locator("[data-field=company] railroad-badge").locator("visible=true")
    expect(badges).to_have_count(6)
    settled(phone.page)
    assert len({round(top(badge)) for badge in badges.all()}) == 2
    assert top(phone.form.locator("[data-field=payer]").locator("visible=true")) < 300
    no_faults(phone)
