"""A game that is already on, entered on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.server import Client, Server, thorough

NAMES = ("Ed", "Dave", "Pete")


@thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_game_that_is_already_on_is_entered_on_a_phone(
    browser: Browser, client: Client, server: Server, scheme: str
) -> None:
    phone = Screen(browser, f"middle {scheme}", **{**PHONE, "color_scheme": scheme})
    page = phone.page
    page.goto(f"http://127.0.0.1:{server.port}/")
    _begin(phone)
    first = page.get_by_text("First bidder")
    expect(first).to_be_visible(timeout=PATIENCE_MS)
    page.get_by_text("Rulings").click()
    page.get_by_text("A $0 bid is allowed").click()
    page.locator("[data-already]").check()
    form = page.locator("position-form")
    expect(form.locator('[data-section="table"]')).to_be_visible(timeout=PATIENCE_MS)
    expect(first).to_be_hidden(timeout=PATIENCE_MS)  # whose turn it is, is a figure
    form.locator('[data-figure="table|turn"]').select_option(label="Pete")
    form.locator('[data-figure="seat:1|cash"]').fill("43")
    form.locator('[data-figure="bank|balance"]').fill("9")
    expect(form.locator(".position-wrong")).to_contain_text("does not add up", timeout=PATIENCE_MS)
    expect(form.locator('[data-figure="bank|balance"]')).to_have_attribute("aria-invalid", "true")
    form.locator('[data-figure="bank|balance"]').fill("")
    expect(form.locator(".position-wrong li")).to_have_count(0, timeout=PATIENCE_MS)
    _open(phone, "railroad:KP")
    _misspelt(phone)
    treasuries = form.locator('[data-section="railroads"] [data-figure$="|treasury"]')
    expect(treasuries).to_have_count(6)  # a row for each, in sight without a fold
    expect(treasuries.nth(2)).to_have_accessible_name("KP, Treasury")
    form.locator('[data-figure="railroad:KP|treasury"]').fill("13")
    expect(form.locator('[data-figure="railroad:KP|cubes_left"]')).to_have_attribute(
        "placeholder", "29", timeout=PATIENCE_MS
    )
    expect(form.locator(".position-blank summary")).to_contain_text(re.compile(r"\d+"))
    page.reload()
    expect(page.locator('[data-figure="seat:1|cash"]')).to_have_value("43", timeout=PATIENCE_MS)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url(re.compile(r"/t/"), timeout=PATIENCE_MS)
    _is_as_it_was_said(phone, client)
    no_faults(phone)


def _is_as_it_was_said(phone: Screen, client: Client) -> None:
    code = re.search(r"/t/([A-Z0-9-]+)", phone.page.url)
    assert code is not None
    table = client.get(f"/tables/{code[1]}").json
    assert (table["revision"], table["turn"]["seat"]) == (2, 3)
    assert table["rulings"]["initial_zero_bid"] == "bid"
    assert next(seat["cash"] for seat in table["seats"] if seat["name"] == "Ed") == 43
    assert next(each["treasury"] for each in table["railroads"] if each["id"] == "KP") == 13


def _begin(phone: Screen, game: str = "prairie-railroads", names: tuple[str, ...] = NAMES) -> None:
    phone.page.locator(f"[data-game='{game}']").click()
    inputs = phone.page.locator(".seating input:not([type=color])")
    for at, name in enumerate(names):
        inputs.nth(at).fill(name)


def _misspelt(phone: Screen) -> None:
    """A city that is almost a known one is asked about, even after a reload; then it is spelled correctly."""
    form = phone.page.locator("position-form")
    links, wrong = form.locator('[data-figure="railroad:KP|segment."]'), form.locator(".position-wrong")
    links.fill("Leavenworth-Lawrence, Lawrance-Topeka")
    links.blur()
    expect(wrong).to_contain_text("Did you mean Lawrence?", timeout=PATIENCE_MS)
    expect(links).to_have_attribute("aria-invalid", "true")
    phone.page.reload()
    expect(wrong).to_contain_text("Did you mean Lawrence?", timeout=PATIENCE_MS)
    _open(phone, "railroad:KP")
    links.fill("Leavenworth-Lawrence, Lawrence-Topeka")


def _open(phone: Screen, section: str) -> None:
    phone.page.locator(f'[data-section="{section}"] > summary').click()


@thorough
@pytest.mark.parametrize("high", [640, 568])
def test_what_cannot_be_created_is_told_where_it_is(browser: Browser, server: Server, high: int) -> None:
    """The first box that is wrong comes into sight with its words, unfolded, and beside *Create* stands how many."""
    phone = Screen(browser, "wrong", **{**PHONE, "viewport": {"width": 360, "height": high}}, **STILL)
    page, form = phone.page, phone.page.locator("position-form")
    page.goto(f"http://127.0.0.1:{server.port}/")
    _begin(phone, "texas-pacific", NAMES[:2])
    page.locator("[data-already]").check()
    box = form.locator('[data-figure="seat:1|shares.GHH"]')
    box.fill("3")
    expect(box).to_have_attribute("aria-invalid", "true", timeout=PATIENCE_MS)
    _open(phone, "players")
    bar = page.locator("new-table form > .actions")
    expect(bar.locator(".fault")).to_be_hidden()
    phone.tap("Create the table")
    expect(bar).to_contain_text("1 thing to put right", timeout=PATIENCE_MS)
    expect(box).to_be_focused()
    settled(page)
    words = form.locator(".figures-grid .fault")
    expect(words).to_have_text("Ed, Shares of the GHH: 3 is too many: the GHH has only 2 left")
    place, below = words.bounding_box(), bar.bounding_box()
    assert place
    assert below
    assert 0 < place["y"] < place["y"] + place["height"] <= below["y"]
    expect(bar.locator(".fault")).to_be_in_viewport(ratio=1)
    expect(form.locator(".position-wrong li")).to_have_count(0)  # said once
    expect(box).to_have_accessible_description(words.inner_text())
    box.fill("2")
    expect(bar.locator(".fault")).to_be_hidden(timeout=PATIENCE_MS)
    expect(words).to_be_hidden()
    assert words.bounding_box()  # its room stays
    phone.faults.clear()  # the browser's own line about the refusal
    no_faults(phone)


@thorough
@pytest.mark.parametrize("wide", [320, pytest.param(360, marks=thorough)])
def test_what_every_player_has_stands_in_one_table(browser: Browser, server: Server, wide: int) -> None:
    """A column for each of five, a row for each figure: boxes of three digits, and whole badges, on the narrowest
    phone; what follows from what is written is faint in the other boxes at once."""
    phone = Screen(browser, "players", **{**PHONE, "viewport": {"width": wide, "height": 640}}, **STILL)
    page, form = phone.page, phone.page.locator("position-form")
    page.goto(f"http://127.0.0.1:{server.port}/")
    _begin(phone)
    for name in ("Maximilian Featherstonehaugh", "Wilhelmine Bartholomew"):
        phone.tap("Add a player")
        page.locator(".seating input:not([type=color])").last.fill(name)
    page.locator("[data-already]").check()
    grid = form.locator('[data-section="players"] .figures-grid')
    expect(grid.locator("thead th")).to_have_text(["Ed", "Dave", "Pete", "Maximilian", "Wilhelmine"])
    cash = grid.get_by_label("Maximilian Featherstonehaugh, Cash")
    cash.fill("143")
    assert cash.evaluate("box => box.scrollWidth <= box.clientWidth")
    # 2,450 in all, of which each of five has been given 60
    bank = form.locator('[data-figure="bank|balance"]')
    expect(bank).to_have_attribute("placeholder", str(2450 - 4 * 60 - 143), timeout=PATIENCE_MS)
    ends = (
        "parts => parts.map((part) => part.getBoundingClientRect()).map(({ left, right }) => [left, right])"
    )
    badges = grid.locator("tbody railroad-badge").evaluate_all(ends)
    boxes = grid.locator("tbody td:nth-child(2) input").evaluate_all(ends)
    assert len(badges) == 6
    assert max(right for _, right in badges) <= min(left for left, _ in boxes)
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    no_faults(phone)


@thorough
def test_what_belongs_to_no_box_is_told_once_and_marks_those_it_means(
    browser: Browser, server: Server
) -> None:
    """Southern Pacific: of whom nobody has shares, nobody is President. A fold says what is in it, and a long name
    in the head of the table is whole."""
    phone = Screen(browser, "fold", **{**PHONE, "viewport": {"width": 320, "height": 568}}, **STILL)
    page, form = phone.page, phone.page.locator("position-form")
    page.goto(f"http://127.0.0.1:{server.port}/")
    _begin(phone, "southern-pacific", ("Ed", "Bartholomew", "Maximiliane"))
    page.locator("[data-already]").check()
    expect(form.locator('[data-section="railroad:SP"] > summary')).to_contain_text("Link")
    box = form.locator('[data-figure="seat:1|cash"]')
    box.fill("10")
    words = "Each railroad needs a President: enter shares of the SP, TP, MP, MKT, SLSF and GHH"
    expect(form.locator(".position-wrong li")).to_have_text([words], timeout=PATIENCE_MS)
    phone.tap("Create the table")
    bar = page.locator("new-table form > .actions")
    expect(bar).to_contain_text("1 thing to put right", timeout=PATIENCE_MS)
    shares = form.locator('[data-figure="seat:1|shares.SP"]')
    expect(shares).to_have_attribute("aria-invalid", "true")
    expect(shares).to_be_focused()
    settled(page)
    expect(shares).to_be_in_viewport(ratio=1)
    expect(form.get_by_text(words)).to_have_count(1)
    head = form.locator(".figures-grid th[scope=col]", has_text="Bartholomew")
    lines = "head => head.firstChild.getClientRects().length === 1 && head.scrollWidth <= head.clientWidth"
    assert head.evaluate(lines)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    phone.faults.clear()  # the browser's own line about the refusal
    no_faults(phone)


@thorough
def test_a_tap_on_how_much_is_wrong_leads_there(browser: Browser, server: Server) -> None:
    """Once the first box is put right, the next one that is wrong may stand far away."""
    phone = Screen(browser, "next", **{**PHONE, "viewport": {"width": 360, "height": 640}}, **STILL)
    page, form = phone.page, phone.page.locator("position-form")
    page.goto(f"http://127.0.0.1:{server.port}/")
    _begin(phone, "texas-pacific", NAMES[:2])
    page.locator("[data-already]").check()
    bank, shares = (
        form.locator('[data-figure="bank|balance"]'),
        form.locator('[data-figure="seat:1|shares.GHH"]'),
    )
    bank.fill("500")
    shares.fill("3")
    expect(shares).to_have_attribute("aria-invalid", "true", timeout=PATIENCE_MS)
    phone.tap("Create the table")
    expect(shares).to_be_focused()
    shares.fill("1")
    expect(bank).to_have_attribute("aria-invalid", "true", timeout=PATIENCE_MS)
    phone.tap("1 thing to put right")
    expect(bank).to_be_focused()
    settled(page)
    expect(bank).to_be_in_viewport(ratio=1)
    words = form.locator(f"#{bank.get_attribute('aria-describedby')}")
    expect(words).to_have_text(re.compile(r"^500 does not add up; the other figures make it \d+$"))
    phone.faults.clear()  # the browser's own line about the refusal
    no_faults(phone)
