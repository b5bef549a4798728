"""The host taps a number, changes it and says why; everybody sees it, and the log marks it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.amending import log_of
from tests.browser.measures import TARGET_PX, bottom, left, right, too_small, top, violations
from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled, sit_host
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.test_large_forms import LOW
from tests.browser.test_large_letters import KEYS_TOO_SMALL, misfits, reader
from tests.browser.test_large_words import LANGUAGES
from tests.playing import begun
from tests.server import Client, Party, Server, new_party, thorough

SMALL: dict[str, Any] = {"viewport": {"width": 320, "height": 640}}
LINES_OF = re.compile("Lines of this card|Zeilen dieser Karte")


def large_host(browser: Browser, server: Server, party: Party, language: str) -> Screen:
    """The check page of a host who reads large letters."""
    phone = reader(browser, viewport=LOW, locale=language)
    phone.has_kept({party.code: {"host": party.host, "join": party.join, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/check")
    settled(phone.page)
    return phone


def field(screen: Screen, name: str) -> Locator:
    return screen.page.locator(f'[data-dialog="correct"] [data-field="{name}"]')


@thorough
def test_a_treasury_is_corrected(browser: Browser, server: Server, client: Client) -> None:
    """$12 in the treasury of the SP, $15 on the table: the difference of $3 comes from the bank."""
    party = played(client, "southern-pacific/whole-evening")
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
    assert next(railroad["treasury"] for railroad in now["railroads"] if railroad["id"] == "SP") == 15
    assert now["bank"]["balance"] == bank - 3
    laptop.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/log")
    expect(laptop.page.locator(".log .summary").first).to_contain_text("three dollars lay under the board")
    expect(laptop.page.locator(".log li").first.locator(".stamp")).to_have_text("corrected")
    no_faults(laptop)


@thorough
def test_cash_and_shares_by_the_keyboard(browser: Browser, server: Server, client: Client) -> None:
    """Without a pointer: the button below opens the same dialog, which says what is not possible."""
    party = played(client, "southern-pacific/whole-evening")
    laptop = sit_host(browser, server.port, party)
    laptop.press(laptop.page.get_by_role("tab", name="Players"))
    cash = laptop.page.get_by_role("button", name="Correct: Ed, Cash, $27", exact=True)
    expect(cash).to_be_visible(timeout=PATIENCE_MS)  # and not by the key of these words
    laptop.page.locator('[data-open="correct"]').focus()
    laptop.page.keyboard.press("Enter")
    expect(field(laptop, "of")).to_have_value("seat:1")  # cash, of whom it is
    expect(field(laptop, "name")).to_have_value("cash")
    expect(field(laptop, "other")).to_have_accessible_description("Pays or gets the difference.")
    field(laptop, "of").select_option("seat:2")
    field(laptop, "name").select_option("shares.SP")
    field(laptop, "value").fill("4")
    said = laptop.page.locator('[data-dialog="correct"] offer-preview .fault')
    expect(said).to_be_visible(timeout=PATIENCE_MS)
    expect(laptop.page.locator('[data-deed="correct"]')).to_be_disabled()
    field(laptop, "name").select_option("cash")
    expect(laptop.page.get_by_text("Now: $40")).to_be_visible()
    field(laptop, "value").fill("41")
    expect(laptop.page.locator('[data-deed="correct"]')).to_be_enabled(timeout=PATIENCE_MS)
    field(laptop, "value").press("Enter")
    laptop.until(party.document()["revision"])
    expect(laptop.page.locator('[data-dialog="correct"]')).to_have_count(0, timeout=PATIENCE_MS)
    assert party.document()["seats"][1]["cash"] == 41


def board_of(browser: Browser, server: Server, party: Party, **device: Any) -> Screen:
    """The board with the host's key."""
    laptop = sit_host(browser, server.port, party, at="/board", **device)
    expect(laptop.page.locator("[data-figure][role]").first).to_be_visible(timeout=PATIENCE_MS)
    return laptop


def confirmed(screen: Screen, party: Party) -> None:
    """Confirm as soon as it is shown what would happen."""
    deed = screen.page.locator('[data-deed="correct"]')
    expect(deed).to_be_enabled(timeout=PATIENCE_MS)
    deed.click()
    expect(screen.page.locator('[data-dialog="correct"]')).to_have_count(0, timeout=PATIENCE_MS)
    screen.until(party.document()["revision"])


@thorough
def test_from_the_track(browser: Browser, server: Server, client: Client) -> None:
    """Two cubes stand at 8, that of the GHH below, on the table at 10: a tap under it is near enough, 48 px across."""
    party = played(client, "southern-pacific/whole-evening")
    laptop = board_of(browser, server, party, viewport={"width": 1920, "height": 1080})
    cube = laptop.page.locator('track-panel [data-marker="GHH"]')
    box = cube.bounding_box()
    assert box
    assert box["height"] < TARGET_PX, "then nothing is to be reached around it"
    laptop.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + TARGET_PX / 2 - 1)
    expect(field(laptop, "of")).to_have_value("railroad:GHH", timeout=PATIENCE_MS)
    expect(field(laptop, "name")).to_have_value("income")
    expect(field(laptop, "value")).to_be_focused()
    laptop.page.keyboard.type("10")
    confirmed(laptop, party)
    assert (
        next(railroad["income"] for railroad in party.document()["railroads"] if railroad["id"] == "GHH")
        == 10
    )
    expect(laptop.page.locator('track-panel [data-at="10"] [data-marker="GHH"]')).to_be_visible()
    expect(cube.last).to_be_focused()
    no_faults(laptop)


@thorough
def test_from_a_bar_without_a_pointer(browser: Browser, server: Server, client: Client) -> None:
    """The Tab key stops once at each panel; the arrows lead to the figure, Enter opens it, and it is named."""
    party = played(client, "southern-pacific/whole-evening")
    laptop = board_of(browser, server, party)
    assert not violations(laptop.page)
    bars = laptop.page.get_by_role("region", name="Cubes left")
    for _ in range(laptop.page.locator(".turning-page").count()):
        if bars.is_visible():
            break
        laptop.press(laptop.page.get_by_role("button", name="Next page"))
    assert bars.locator('[tabindex="0"]').count() == 1
    bars.locator('[tabindex="0"]').focus()
    laptop.page.keyboard.press("ArrowRight")
    expect(bars.get_by_role("button", name="Correct: Cubes left, TP, 11")).to_be_focused()
    laptop.page.keyboard.press("Enter")
    expect(field(laptop, "of")).to_have_value("railroad:TP", timeout=PATIENCE_MS)
    expect(field(laptop, "name")).to_have_value("cubes_left")
    field(laptop, "value").fill("10")
    confirmed(laptop, party)
    assert (
        next(railroad["cubes_left"] for railroad in party.document()["railroads"] if railroad["id"] == "TP")
        == 10
    )
    expect(bars.get_by_role("button", name="Correct: Cubes left, TP, 10")).to_be_focused()
    no_faults(laptop)


@thorough
def test_from_the_check_page(browser: Browser, server: Server, client: Client) -> None:
    """Ed has $27, on the table $30, and Pete has them too little; the link of the SP belongs to the MKT, which is
    written with a letter missing. In German, in the dark, at 320 px."""
    party = played(client, "southern-pacific/whole-evening")
    bank, link = party.document()["bank"]["balance"], "Beaumont-Cleveland"
    phone = sit_host(browser, server.port, party, at="/check", **SMALL, locale="de-DE", color_scheme="dark")
    phone.press(phone.page.get_by_role("button", name="Zeilen dieser Karte: Ed"))
    phone.press(phone.page.get_by_role("button", name="Korrigieren: Ed, Bargeld, $27"))
    expect(field(phone, "of")).to_have_value("seat:1", timeout=PATIENCE_MS)
    field(phone, "value").fill("30")
    field(phone, "other").select_option("seat:3")
    settled(phone.page)  # what was found out appears gently
    assert not violations(phone.page) + too_small(phone.page)
    deed = phone.page.locator('[data-deed="correct"]')
    expect(deed).to_be_enabled(timeout=PATIENCE_MS)
    expect(deed).to_be_in_viewport(ratio=1)
    # Meanwhile he gets one from the bank, so that $2 are missing, not $3: nothing happens before that is shown.
    party.made(0, "correct", set=[{"of": "seat:1", "name": "cash", "value": 28}])
    phone.until(party.document()["revision"])
    deed.click()
    expect(phone.page.locator('[data-dialog="correct"] .notice')).to_be_visible(timeout=PATIENCE_MS)
    confirmed(phone, party)
    # The refusal before: it may be heard of late.
    phone.faults = [fault for fault in phone.faults if "409" not in fault]
    assert [seat["cash"] for seat in party.document()["seats"]] == [30, 40, 29]
    assert party.document()["bank"]["balance"] == bank - 1
    _link_of_the_mkt(phone, link)
    confirmed(phone, party)
    links = {
        railroad["id"]: [link["label"] for link in railroad["links"]]
        for railroad in party.document()["railroads"]
    }
    assert (link in links["MKT"], link in links["SP"]) == (True, False)
    no_faults(phone)


def _link_of_the_mkt(phone: Screen, link: str) -> None:
    """A link of the SP's given to the MKT, written with a letter missing."""
    sheet = phone.page.locator('[data-section="railroad:SP"]')
    phone.press(sheet.get_by_role("button", name="Zeilen dieser Karte"))
    sheet.locator('button[data-figure="link."]').press("Enter")  # a finger would take its time
    expect(field(phone, "of")).to_have_value("railroad:SP", timeout=PATIENCE_MS)
    field(phone, "of").select_option("railroad:MKT")
    expect(field(phone, "name")).to_have_value("link.")
    field(phone, "which").fill(link.removesuffix("d"))
    phone.page.locator("offer-preview .chip").first.click(timeout=PATIENCE_MS)
    expect(field(phone, "which")).to_have_value(link)


@thorough
@pytest.mark.parametrize(
    ("language", "lines", "wanted", "paid"),
    [
        ("en", "Lines of this card: Ed", "Enter: Actual value", "$3 from Pete to Ed"),
        ("de", "Zeilen dieser Karte: Ed", "Bitte angeben: Tats\u00e4chlich", "Pete → Ed: $3"),
    ],
)
def test_what_will_change_is_told_above_confirm(
    language: str, lines: str, wanted: str, paid: str, browser: Browser, server: Server, client: Client
) -> None:
    """On the smallest phone, whole, from what is missing to who pays; no field is covered, and nothing moves."""
    party = played(client, "southern-pacific/whole-evening")
    size: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 568}}
    phone = sit_host(browser, server.port, party, at="/check", **size, **STILL, locale=language)
    phone.press(phone.page.get_by_role("button", name=lines))
    phone.press(phone.page.locator(".check-section [data-figure=cash]").first)
    bar, brief = (phone.page.locator(f'[data-dialog="correct"] {one}') for one in (".dialog-bar", ".brief"))
    deed = phone.page.locator('[data-deed="correct"]')
    expect(brief).to_have_text(wanted, timeout=PATIENCE_MS)
    high = bottom(bar) - top(bar)
    for told in ("Ed: $27 \u2192 $30", paid):
        if told == paid:
            field(phone, "other").select_option("seat:3")
        else:
            field(phone, "value").fill("30")
        expect(brief).to_have_text(told, timeout=PATIENCE_MS)
        expect(deed).to_be_enabled(timeout=PATIENCE_MS)
        settled(phone.page)
        expect(brief).to_be_in_viewport(ratio=1)
        expect(deed).to_be_in_viewport(ratio=1)
        assert brief.evaluate("one => one.scrollHeight <= one.clientHeight")
        assert bottom(bar) - top(bar) == pytest.approx(high, abs=0.5)
        assert bottom(field(phone, "note")) <= top(bar)
    no_faults(phone)


@thorough
@LANGUAGES
def test_a_correction_with_large_letters(
    browser: Browser, server: Server, client: Client, language: str
) -> None:
    """Twice as large on the smallest phone: what is chosen is read whole, and the value stands above the bar."""
    party = played(client, "southern-pacific/whole-evening")
    phone = large_host(browser, server, party, language)
    phone.press(phone.page.locator('[data-section="seat:1"]').get_by_role("button", name=LINES_OF))
    phone.press(phone.page.locator(".check-section [data-figure=cash]").locator("visible=true").first)
    bar, value = phone.page.locator('[data-dialog="correct"] .dialog-bar'), field(phone, "value")
    expect(value).to_be_visible(timeout=PATIENCE_MS)
    value.fill("30")
    expect(phone.page.locator('[data-deed="correct"]')).to_be_enabled(timeout=PATIENCE_MS)
    wide = misfits(phone, "correct")
    assert not wide, "\n".join(wide)
    for name in ("of", "name", "value"):
        assert right(field(phone, name)) - left(field(phone, name)) >= 200
    assert bottom(value) <= top(bar)
    assert phone.page.locator(".actions > *").evaluate_all(KEYS_TOO_SMALL) == []
    no_faults(phone)


@thorough
def test_nobody_else_corrects(browser: Browser, server: Server, client: Client) -> None:
    """A board without the host's key shows figures, and nothing opens."""
    party = played(client, "southern-pacific/whole-evening")
    board = Screen(browser, "board", viewport={"width": 1280, "height": 800})
    board.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/board")
    board.page.locator("grid-panel td .cell .figure").first.click(timeout=PATIENCE_MS)
    board.page.locator("track-panel .marker").first.click()
    settled(board.page)
    assert (
        board.page.locator('[data-dialog="correct"], [data-open="correct"], [data-figure][role]').count() == 0
    )
    assert board.page.locator('track-panel [role="img"]').count() == 1
    board.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/check")
    expect(board.page.locator(".check-section").first).to_be_visible(timeout=PATIENCE_MS)
    assert board.page.locator(".check-correct").count() == 0


@thorough
def test_a_correction_begins_with_whom_the_screen_shows(
    browser: Browser, server: Server, client: Client
) -> None:
    party = begun(new_party(client))
    phone = seated(browser, party, 0, **PHONE, **STILL)
    phone.press(phone.page.locator("seat-picker .seat-pick").nth(1))
    phone.press(phone.page.get_by_role("button", name="Correct a figure"))
    expect(field(phone, "of")).to_have_value("seat:2", timeout=PATIENCE_MS)
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_laptop_what_amending_does_begins_above_the_bar(
    language: str, browser: Browser, server: Server, client: Client
) -> None:
    """Its first sentence is whole, below a keypad, and nothing moves when it comes."""
    party = played(client, "prairie-railroads/five-players", 60)
    log = log_of(browser, server, party, **{**LAPTOP, **STILL, "locale": language})
    entry = log.page.locator(".log > li[data-revision='4']")
    log.press(entry.locator("summary").first)
    log.press(entry.locator("[data-amend]"))
    dialog = log.page.locator("dialog[data-dialog=amend]")
    keys, bar = dialog.locator(".keypad .key").locator("visible=true"), dialog.locator(".dialog-bar")
    stood = top(keys.first), top(bar)
    log.press(keys.nth(1))
    told = dialog.locator(".summary").last
    expect(told).to_contain_text("$10")
    settled(log.page)
    assert bottom(told) <= top(bar)
    assert (top(keys.first), top(bar)) == stood
    verdict = dialog.locator(".amend-verdict > span")
    assert verdict.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    no_faults(log)
