"""The calculators on a phone: where a result will stand, and what is folded until somebody asks for it."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.pages import PHONE, Screen
from tests.server import Server, thorough


def _page(browser: Browser, server: Server, at: str) -> Page:
    page = Screen(browser, "tools", **PHONE).page
    page.goto(f"http://127.0.0.1:{server.port}{at}")
    return page


BELOW = "sheet => sheet.querySelector('.note').getBoundingClientRect().top + scrollY"


@thorough
def test_a_result_has_its_place_from_the_beginning(browser: Browser, server: Server) -> None:
    """Pay Dividends: a fifth of $13, rounded up, is $3. A dash stands there until then, and nothing below it moves."""
    page = _page(browser, server, "/tools/prairie-railroads")
    sheet = page.locator("tool-sheet[data-tool=dividend]")
    answer, income = sheet.locator(".tool-answer"), sheet.locator("[data-field=income] input")
    expect(answer).to_have_text("Result–")
    before = sheet.evaluate(BELOW)
    income.fill("13")
    expect(answer).to_contain_text("$3")
    assert sheet.evaluate(BELOW) == before
    income.fill("")
    expect(answer).to_have_text("Result–")


@thorough
def test_what_need_not_be_filled_in_is_folded_on_a_phone(browser: Browser, server: Server) -> None:
    """Ten companies and three players: shares and special cases are a tap away, and the page is no roll of paper."""
    page = _page(browser, server, "/tools/union-pacific")
    sheet = page.locator("tool-sheet[data-tool=settlement]")
    expect(sheet.locator("[data-field=companies] > ol > li")).to_have_count(10)
    assert page.evaluate("document.documentElement.scrollHeight") < 3_000
    expect(sheet.get_by_label("Tie for the most cash")).to_be_hidden()
    sheet.get_by_text("Special cases").tap()
    expect(sheet.get_by_label("Tie for the most cash")).to_be_visible()
    row = page.locator("tool-sheet[data-tool=up-dividend] [data-field=places] input")
    assert len({one.evaluate("one => one.getBoundingClientRect().top") for one in row.all()}) == 1
