"""The bank's longer forms on a phone: who gets what of a dividend is in sight, and a company moves no key."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, expect

from tests.browser.pages import PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import LONG_NAMES, seated
from tests.browser.test_bank import by_host, chip
from tests.server import Party, Server, new_party, thorough


def held_by_four(server: Server) -> Party:
    """Five players, of whom four hold a certificate of the CRIP, and its first two one and two of the KP."""
    party = new_party(server.client(), LONG_NAMES, game="bank", options={"box": "prairie-railroads"})
    for seat, company, count in (
        (1, "CRIP", 1),
        (2, "CRIP", 1),
        (4, "CRIP", 1),
        (5, "CRIP", 1),
        (1, "KP", 2),
    ):
        from_ = {"from": f"railroad:{company}", "to": f"seat:{seat}"}
        by_host(party, "trade", seat=seat, company=company, count=count, price=8, **from_)
    return party


def above_the_bar(screen: Screen, part: Locator) -> bool:
    """Is all of it in sight, without scrolling, between the head and Confirm?"""
    bar, head = screen.page.locator(".confirm-bar").bounding_box(), screen.page.locator(".seat-head .turn")
    its, roof = part.bounding_box(), head.bounding_box()
    assert bar
    assert its
    assert roof
    return its["y"] >= roof["y"] + roof["height"] and its["y"] + its["height"] <= bar["y"]


def test_who_gets_what_of_a_dividend_is_in_sight_before_it_is_confirmed(
    browser: Browser, server: Server
) -> None:
    """And what Confirm says is what is paid: of $23 among four, rounded up, $24."""
    party = held_by_four(server)
    phone = seated(browser, party, 1, **PHONE, **STILL)
    phone.open("Dividend from a total")
    phone.press(chip(phone, "company", "CRIP"))
    paid = phone.form.locator(".paid-out li")
    expect(paid).to_have_text(["Maximiliane× 1–", "Bartholomew× 1–", "Ed× 1–", "Giovanni× 1–"])
    phone.amount(23)
    each = [f"{name}× 1$6" for name in ("Maximiliane", "Bartholomew", "Ed", "Giovanni")]
    expect(paid).to_have_text([*each, "Over the total$1"])
    confirm = phone.form.locator(".confirm")
    expect(confirm).to_have_text("Confirm $24")
    for part in ("company", "total", "divisor", "rounding", "payer"):
        assert above_the_bar(phone, phone.form.locator(f"[data-field={part}]:not([hidden])")), part
    assert above_the_bar(phone, phone.form.locator(".paid-out"))
    # who pays is one tap, and what is not paid out is told
    phone.press(chip(phone, "rounding", "down"))
    phone.press(chip(phone, "payer", "treasury"))
    expect(paid.last).to_have_text("Not paid out$3")
    expect(paid.nth(4)).to_have_text("CRIP$32 →$12")
    expect(confirm).to_have_text("Confirm $20")
    # nobody holds one: the company keeps its place, and a tap says why
    phone.form.locator("[data-field=company]:not([hidden]) .chip:has([data-railroad=MP])").dispatch_event(
        "click"
    )
    expect(phone.form.locator(".brief")).to_have_text("Nobody holds a certificate of the MP")
    before = party.document()["seats"]
    phone.confirm()
    paid_out = [now["cash"] - was["cash"] for now, was in zip(party.document()["seats"], before, strict=True)]
    assert paid_out == [5, 5, 0, 5, 5]
    no_faults(phone)


@thorough
def test_a_dividend_per_certificate_says_its_sum_on_confirm(browser: Browser, server: Server) -> None:
    phone = seated(browser, held_by_four(server), 2, **PHONE, **STILL)
    phone.open("Dividend per certificate")
    phone.press(chip(phone, "company", "KP"))
    phone.amount(7)
    expect(phone.form.locator(".paid-out li")).to_have_text(["Maximiliane× 2$14"])
    expect(phone.form.locator(".confirm")).to_have_text("Confirm $14")
    assert above_the_bar(phone, phone.form.locator(".paid-out"))
    # what stands there is of this amount and no other
    phone.amount(9)
    expect(phone.form.locator(".paid-out li")).to_have_text(["Maximiliane× 2$18"])
    no_faults(phone)


def test_a_company_that_is_chosen_moves_nothing_of_a_trade(browser: Browser, server: Server) -> None:
    """Whom one may buy from and how many have their room before; the keys stay where they are, above Confirm."""
    phone = seated(browser, held_by_four(server), 3, **PHONE, **STILL)
    phone.open("Buy or sell certificates")
    settled(phone.page)
    expect(phone.form.locator(".room")).to_contain_text("SellerStill needed: “Company”")
    keys = phone.form.locator("money-field")
    before = keys.bounding_box()
    assert above_the_bar(phone, keys)
    for company in ("CRIP", "KP", "ATSF"):  # five sellers; two, and three to buy; the treasury alone
        phone.press(chip(phone, "company", company))
        settled(phone.page)
        expect(phone.form.locator("[data-field=from]:not([hidden])")).to_be_visible()
        assert keys.bounding_box() == before, company
    expect(phone.form.locator(".room")).to_be_hidden()
    phone.amount(12)
    expect(phone.form.locator(".confirm")).to_have_text("Confirm $12")
    phone.confirm()
    assert phone.cash == 48
    no_faults(phone)
