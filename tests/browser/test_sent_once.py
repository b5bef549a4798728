"""A move that was on its way when the page was left is never made twice, nor is it lost."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Route, expect

from tests.browser.pages import PATIENCE_MS, settled
from tests.browser.test_bank import by_host
from tests.browser.test_bank_kept import paying
from tests.server import Party, Server, thorough


def payments(party: Party) -> list[Any]:
    items = party.client.get(f"{party.at}/moves?limit=200", party.host).json["items"]
    return [entry for entry in items if entry["move"]["type"] == "pay"]


@thorough
def test_what_was_paid_while_the_page_was_left_is_not_filled_in_again(
    browser: Browser, server: Server
) -> None:
    """The answer had come, and the page was gone before it could close the form."""
    party, phone, _ = paying(browser, server)
    phone.page.route("**/moves", lambda route: (route.fetch(), route.abort()))
    phone.press(phone.form.get_by_role("button", name="Confirm"))
    expect(phone.form.locator(".confirm")).to_be_disabled()
    expect(phone.page.locator("connection-banner")).to_contain_text("waiting", timeout=PATIENCE_MS)
    phone.page.unroute("**/moves")
    phone.page.evaluate("code => sessionStorage.removeItem(`companion.attempt.${code}`)", party.code)
    phone.page.reload()
    expect(phone.page.locator("[data-offer=pay]").first).to_be_visible(timeout=PATIENCE_MS)
    settled(phone.page)
    expect(phone.form).to_have_count(0)
    assert [entry["move"]["amount"] for entry in payments(party)] == [7]


def test_what_is_on_its_way_after_a_reload_cannot_be_sent_again_and_says_why_it_is_refused(
    browser: Browser, server: Server
) -> None:
    party, phone, _ = paying(browser, server)
    held: list[Route] = []
    phone.page.route("**/moves", lambda route: route.abort())
    phone.press(phone.form.get_by_role("button", name="Confirm"))
    expect(phone.page.locator("connection-banner")).to_contain_text("waiting", timeout=PATIENCE_MS)
    phone.page.unroute("**/moves")
    phone.page.route("**/moves", lambda route: held.append(route) if not held else route.continue_())
    phone.page.reload()
    confirm = phone.form.locator(".confirm")
    expect(confirm).to_have_text("Sending …", timeout=PATIENCE_MS)
    expect(confirm).to_be_disabled()
    cash = next(seat["cash"] for seat in party.document()["seats"] if seat["seat"] == 2)
    by_host(party, "pay", **{"from": "seat:2", "to": ["bank"], "amount": cash})
    for route in held:
        route.continue_()
    expect(phone.form).to_contain_text("Katarzyna has $0", timeout=PATIENCE_MS)
    expect(phone.form.locator(".amount")).to_have_value("$7")
    assert [entry["move"]["amount"] for entry in payments(party)] == [cash]
