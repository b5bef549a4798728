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
    expect(chart.get_by_label("12: Secondary")).to_have_value("Ransom")
    expect(chart.locator("tbody tr")).to_have_count(36)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    assert download.value.suggested_filename == "prairie-railroads.yaml"
    unknown = _page(browser, server, "/atlas/monopoly", **PHONE)
    expect(unknown.get_by_role("alert")).to_contain_text("monopoly")


def test_the_growth_chart_is_typed_as_somebody_reads_it_out(browser: Browser, own_server: Server) -> None:
    """Each row takes its letters, and Enter twice: nothing else is pressed from the first row to the last."""
    page = _page(browser, own_server, "/atlas/prairie-railroads", **LAPTOP)
    page.get_by_label("11: Primary").focus()
    for first in range(1, 7):
        for second in range(1, 7):
            if (first, second) == (1, 2):
                page.keyboard.press("Enter")
                page.keyboard.press("Enter")
                continue
            page.keyboard.type(f"Town of {'abcdef'[first - 1] * 3} {'uvwxyz'[second - 1] * 4}")
            page.keyboard.press("Enter")
            page.keyboard.type("-")
            page.keyboard.press("Enter")
            insist = page.get_by_role("button", name="It is another one")
            page.wait_for_timeout(30)
            if insist.count():
                insist.first.click()
                page.get_by_label(f"{first}{second}: Secondary").focus()
                page.keyboard.press("Enter")
    expect(page.locator("details").filter(has_text="Growth Chart").locator("summary")).to_contain_text(
        "36 of 36"
    )
    client = own_server.client()
    growth = client.get("/atlases/prairie-railroads").json["facts"]["growth"]
    assert len(growth) == 36
    assert growth["66"]["secondary"] is None
    lacks = client.get("/games/prairie-railroads").json["atlas"]["lacks"]
    assert not any("growth chart" in words for words in lacks)


def test_a_new_city_and_a_slip(browser: Browser, own_server: Server) -> None:
    page = _page(browser, own_server, "/atlas/prairie-railroads", **LAPTOP)
    cities = page.locator("atlas-editor").filter(has_text="Cities and towns")
    fresh = cities.locator("tr[data-fresh]")
    fresh.get_by_label("City", exact=True).fill("Marisville")
    fresh.get_by_label("Income printed").fill("2")
    page.keyboard.press("Enter")
    expect(cities.get_by_role("alert")).to_contain_text("Did you mean Marysville?")
    cities.get_by_role("button", name="It is another one").click()
    expect(cities.locator("tr[data-fresh]")).to_have_count(1)
    expect(cities.locator("tr[data-row=Marisville]")).to_be_visible()
    client = own_server.client()
    assert client.get("/atlases/prairie-railroads").json["facts"]["cities"]["Marisville"] == {
        "income": 2,
        "start": False,
    }
    page.reload()
    page.get_by_role("button", name="Forget Marisville").click()
    expect(page.locator("tr[data-row=Marisville]")).to_have_count(0)
    assert "Marisville" not in client.get("/atlases/prairie-railroads").json["facts"]["cities"]


def test_rows_have_words_and_not_keys(browser: Browser, server: Server) -> None:
    page = _page(browser, server, "/atlas/texas-pacific", **LAPTOP)
    tracks = page.locator("atlas-editor").filter(has_text="Slides from Start to End")
    expect(tracks.locator("th[scope=row]")).to_have_text(["Track", "Ranch", "Stock"])
    expect(tracks.locator("th[scope=col]").first).to_have_text("Decision Track")
    expect(tracks.get_by_label("Ranch: Slides from Start to End")).to_be_visible()
