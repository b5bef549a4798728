"""The tools and the atlas, for people without a table, in a real browser."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.pages import LAPTOP, PHONE
from tests.server import Server


def _page(browser: Browser, server: Server, at: str, **viewport: object) -> Page:
    page = browser.new_context(**viewport).new_page()  # type: ignore[arg-type]
    page.goto(f"http://127.0.0.1:{server.port}{at}")
    return page


def test_a_final_payoff_is_filled_in_like_a_ledger(browser: Browser, server: Server) -> None:
    """Final Railroad Stock Payoffs: MP, income 55, value 85, four sold: Ed's three shares bring 105."""
    page = _page(browser, server, "/tools/prairie-railroads", **LAPTOP)
    sheet = page.locator("tool-sheet[data-tool=settlement]")
    line = sheet.locator("[data-field=railroads] li").filter(has_text="MP")
    for field, figure in (("value", "85"), ("income", "55"), ("sold", "4")):
        line.locator(f"[data-field={field}] input").fill(figure)
    player = sheet.locator("[data-field=players] li").first
    player.locator("[data-field=name] input").fill("Ed")
    player.locator("[data-field=cash] input").fill("12")
    player.get_by_label("Missouri Pacific").fill("3")
    expect(sheet.locator(".tool-answer")).to_contain_text("ceil((85 + 55) / 4) = 35")
    expect(sheet.locator(".tool-ranking li")).to_contain_text("$117")
    player.get_by_label("Missouri Pacific").fill("5")
    expect(sheet.get_by_role("alert")).to_contain_text("The players hold 5 shares of the MP, but 4 are sold")


def test_growth_dice_on_a_phone(browser: Browser, server: Server) -> None:
    page = _page(browser, server, "/tools", **PHONE)
    sheet = page.locator("tool-sheet[data-tool=growth]")
    sheet.get_by_role("button", name="Roll").tap()
    expect(sheet.locator(".rolled-dice .die")).to_have_count(2)
    sheet.get_by_label("1st die: 1").or_(
        sheet.locator(".faces").nth(0).get_by_role("button").nth(0)
    ).first.tap()
    sheet.locator(".faces").nth(1).get_by_role("button").nth(1).tap()
    expect(sheet.locator(".rolled-row")).to_have_text("Row 12")
    expect(sheet.locator(".rolled-cities")).to_contain_text("Pratt")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_other_game_is_one_tap_away(browser: Browser, server: Server) -> None:
    page = _page(browser, server, "/tools", **PHONE)
    page.get_by_role("link", name="Southern Pacific").tap()
    expect(page.locator("tool-sheet")).to_have_count(2)
    page.go_back()
    expect(page.locator("tool-sheet")).to_have_count(4)


def test_the_atlas_shows_what_is_known_and_what_is_missing(browser: Browser, server: Server) -> None:
    page = _page(browser, server, "/atlas/prairie-railroads", **PHONE)
    expect(page.get_by_role("heading", name="Still missing")).to_be_visible()
    chart = page.locator("details").filter(has_text="Growth Chart")
    expect(chart.get_by_role("row").filter(has_text="12").first).to_contain_text("Ransom")
    expect(chart.locator("tbody tr")).to_have_count(36)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    assert download.value.suggested_filename == "prairie-railroads.yaml"
    unknown = _page(browser, server, "/atlas/monopoly", **PHONE)
    expect(unknown.get_by_role("alert")).to_contain_text("monopoly")
