"""Railroads on a phone: a line for each, and all of its figures after a tap. On a laptop below the players, where they
are still to come."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import sideways, too_small
from tests.browser.pages import LAPTOP, PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.server import Client, new_party, thorough

TARGET_PX = 44
SEEN = """
row => [...row.children].filter((cell) => cell.checkVisibility()).map((cell) => cell.lastElementChild.innerText.trim())
"""
"""What stands in a line, but for its badge."""

APART_PX = 6
GAPS = """
panel => {
  const words = (place) => {
    const range = document.createRange();
    range.selectNodeContents(place);
    return range.getBoundingClientRect();
  };
  const rows = [...panel.querySelectorAll("tr")].map((row) =>
    [...row.children].filter((cell) => cell.checkVisibility() && !cell.matches(".corner")));
  return rows.flatMap((cells) => cells.slice(1).map((cell, at) => {
    const before = cells[at].querySelector("railroad-badge")?.getBoundingClientRect() ?? words(cells[at]);
    const after = cell.querySelector(".cell") ?? cell;
    return after.textContent.trim() ? words(after).left - before.right : Infinity;
  }));
}
"""
"""How far what stands in a line, or at the head of them, keeps off what stands before it."""


@thorough
@pytest.mark.parametrize("wide", [320, 360])
@pytest.mark.parametrize(
    ("evening", "moves"),
    [
        ("southern-pacific/whole-evening", 80),
        ("texas-pacific/six-players", 24),
        ("prairie-railroads/five-players", 120),
        ("gulf-mobile-ohio/five-players", 40),
        ("bank/southern-pacific-whole-evening", 90),
    ],
)
def test_the_heads_of_columns_stand_apart(
    evening: str, moves: int, wide: int, browser: Browser, client: Client
) -> None:
    """In German they are the longest: each is one line, and no badge touches the first figure."""
    narrow = {**PHONE, **STILL, "viewport": {"width": wide, "height": 640}, "locale": "de"}
    phone = seated(browser, played(client, evening, moves), 1, **narrow)
    phone.press(phone.page.get_by_role("tab", name=re.compile("Bahnen|Gesellschaften")))
    settled(phone.page)
    panel = phone.page.locator("[data-panel=railroads]")
    assert min(panel.evaluate(GAPS)) >= APART_PX
    heads = panel.locator("thead th:visible")
    assert len(set(heads.evaluate_all("all => all.map((one) => one.offsetHeight)"))) == 1, "no head breaks"
    assert not too_small(phone.page) + sideways(phone.page)
    no_faults(phone)


@thorough
def test_all_railroads_stand_on_one_screen_with_the_news(browser: Browser, client: Client) -> None:
    """Five players, long names, after the first round: $2 of income is a dividend of $1 a share."""
    party = played(client, "prairie-railroads/five-players", 33)
    phone = seated(browser, party, 5, **{**PHONE, **STILL, "locale": "de-DE"})
    rows = phone.page.locator("[data-panel=railroads] tbody tr")
    boxes = [row.bounding_box() for row in rows.all()]
    assert len(boxes) == 6
    for box in boxes:
        assert box
        assert box["height"] >= TARGET_PX
        assert box["y"] + box["height"] <= PHONE["viewport"]["height"]
    expect(phone.page.locator(".news")).to_be_in_viewport()
    title = phone.page.locator("[data-panel=railroads] > h2").bounding_box()
    assert title
    assert boxes[0]
    assert (boxes[0]["x"], boxes[0]["width"]) == (title["x"], title["width"]), "as in every other card"
    assert rows.first.evaluate(SEEN)[1:] == ["$20", "$2", "$1", "1"]
    second = rows.nth(1)
    few = second.locator("td:visible").count()
    heads = phone.page.locator("[data-panel=railroads] thead th:visible")
    wide = heads.evaluate_all("all => all.map((one) => one.offsetWidth)")
    assert len(set(heads.evaluate_all("all => all.map((one) => one.offsetHeight)"))) == 1, "no head breaks"
    phone.press(second.locator(".unfold"))
    assert heads.evaluate_all("all => all.map((one) => one.offsetWidth)") == wide
    expect(second.locator(".unfold")).to_have_attribute("aria-expanded", "true")
    expect(second.locator("td", has_text="Maximiliane")).to_be_visible()
    assert few == 3
    assert second.locator("td:visible").count() == 7
    phone.page.set_viewport_size({"width": 320, "height": 640})
    assert rows.first.evaluate(SEEN)[1:] == ["$20", "$2", "1"], "on the narrowest phones one figure less"
    assert not too_small(phone.page) + sideways(phone.page)
    no_faults(phone)


@thorough
def test_a_number_is_asked_for_once_and_stands_with_what_asks_for_it(
    browser: Browser, client: Client
) -> None:
    party = played(client, "prairie-railroads/five-players", 34)  # its dice are rolled: it builds
    phone = seated(browser, party, party.document(party.host)["turn"]["seat"], **{**PHONE, **STILL})
    phone.press(phone.form.locator("label", has=phone.page.locator("[data-railroad=MP]")))
    phone.segment("Chanute", "Nowhere")
    income = phone.form.locator("facts-field count-field")
    expect(income.locator(".key:visible")).to_have_text(["0", "1", "2", "3", "4+"])
    phone.tap("4+", income)
    expect(income.get_by_role("spinbutton")).to_have_value("4")
    order = "all => all.map((one) => one.localName)"
    parts = phone.form.locator("links-field, facts-field, flag-field.rare").locator("visible=true")
    assert parts.evaluate_all(order) == ["links-field", "facts-field"], "a railroad of one's own is chosen"
    no_faults(phone)


@thorough
def test_at_the_end_lines_fit_too(browser: Browser, client: Client) -> None:
    """What a share was paid stands first; nobody's German phone is wider for it."""
    party = played(client, "prairie-railroads/five-players", 999)
    phone = seated(browser, party, 2, **{**PHONE, **STILL, "locale": "de-DE"})
    expect(phone.page.locator("[data-panel=railroads] thead th").first).to_have_text("Auszahlung")
    assert not sideways(phone.page)
    no_faults(phone)


@thorough
def test_a_laptop_shows_points_above_railroads_that_come_and_charters_below(
    browser: Browser, client: Client
) -> None:
    """Everybody's points are in sight, and no line of theirs moves when a railroad comes."""
    party = new_party(client, game="gulf-mobile-ohio")
    laptop = seated(browser, party, 0, **LAPTOP, **STILL)
    panels = laptop.page.locator("table-sheets .sheet-page > *").locator("visible=true")
    titles = panels.locator("h2")
    expect(laptop.page.get_by_role("tab").first).to_have_text("Overview")
    expect(titles).to_have_text(["Players", "Charters available"])
    points = laptop.page.locator("table-sheets tr", has_text="Pete")
    before = points.bounding_box()
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=9)
    party.made(2, "expand", rural=1, cities=["Charleston", "Savannah"])
    laptop.until(int(party.document()["revision"]))
    expect(titles).to_have_text(["Players", "Railroads", "Charters available"])
    expect(laptop.page.locator("table-sheets tr", has_text="unsold")).to_have_count(1)
    assert points.bounding_box() == before
    no_faults(laptop)
