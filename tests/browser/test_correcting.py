"""The host taps a number, changes it and says why; everybody sees it, and the log marks it."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, expect

from tests.browser.pages import PATIENCE_MS, Screen, no_faults, sit_host
from tests.browser.test_check import played
from tests.server import Client, Server


def field(screen: Screen, name: str) -> Locator:
    return screen.page.locator(f'[data-dialog="correct"] [data-field="{name}"]')


def test_a_treasury_is_corrected(browser: Browser, server: Server, client: Client) -> None:
    """$12 in the treasury of the SP, $15 on the table: three more come out of the bank."""
    party = played(client, "southern-pacific/whole-evening.evening")
    bank = party.document()["bank"]["balance"]
    laptop = sit_host(browser, server.port, party)
    row = laptop.page.locator(
        'grid-panel[data-panel="railroads"] tr', has=laptop.page.get_by_title("Southern Pacific")
    )
    row.locator("td .cell .figure", has_text="$12").click()
    expect(field(laptop, "of")).to_have_value("railroad:SP", timeout=PATIENCE_MS)
    expect(field(laptop, "name")).to_have_value("treasury")
    deed = laptop.page.locator('[data-deed="correct"]')
    expect(deed).to_be_disabled()
    field(laptop, "value").fill("15")
    field(laptop, "note").fill("three dollars lay under the board")
    expect(deed).to_be_enabled(timeout=PATIENCE_MS)
    expect(laptop.page.locator('[data-dialog="correct"] offer-preview .ledger')).to_contain_text("$3")
    before = laptop.revision
    assert party.document()["revision"] == before, "so far it was only shown"
    deed.click()
    laptop.until(before + 1)
    expect(laptop.page.locator('[data-dialog="correct"]')).to_have_count(0)
    now = party.document()
    assert next(one["treasury"] for one in now["railroads"] if one["id"] == "SP") == 15
    assert now["bank"]["balance"] == bank - 3
    laptop.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/log")
    expect(laptop.page.locator(".log .summary").first).to_contain_text("three dollars lay under the board")
    no_faults(laptop)


def test_cash_and_shares_by_the_keyboard(browser: Browser, server: Server, client: Client) -> None:
    """Without a pointer: the button below opens the same, and says what cannot be."""
    party = played(client, "southern-pacific/whole-evening.evening")
    laptop = sit_host(browser, server.port, party)
    laptop.page.locator('[data-open="correct"]').focus()
    laptop.page.keyboard.press("Enter")
    field(laptop, "of").select_option("seat:2")
    field(laptop, "name").select_option("shares.SP")
    field(laptop, "value").fill("4")
    said = laptop.page.locator('[data-dialog="correct"] offer-preview .fault')
    expect(said).to_be_visible(timeout=PATIENCE_MS)
    expect(laptop.page.locator('[data-deed="correct"]')).to_be_disabled()
    field(laptop, "name").select_option("cash")
    expect(laptop.page.get_by_text("Now: 40")).to_be_visible()
    field(laptop, "value").fill("41")
    expect(laptop.page.locator('[data-deed="correct"]')).to_be_enabled(timeout=PATIENCE_MS)
    field(laptop, "value").press("Enter")
    laptop.until(party.document()["revision"])
    expect(laptop.page.locator('[data-dialog="correct"]')).to_have_count(0, timeout=PATIENCE_MS)
    assert party.document()["seats"][1]["cash"] == 41


def test_nobody_else_corrects(browser: Browser, server: Server, client: Client) -> None:
    """A board without the host's key shows figures, and nothing opens."""
    party = played(client, "southern-pacific/whole-evening.evening")
    board = Screen(browser, "board", viewport={"width": 1280, "height": 800})
    board.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/board")
    board.page.locator("grid-panel td .cell .figure").first.click(timeout=PATIENCE_MS)
    board.page.wait_for_timeout(500)
    assert board.page.locator('[data-dialog="correct"], [data-open="correct"]').count() == 0
