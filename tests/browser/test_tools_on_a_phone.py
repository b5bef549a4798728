"""The calculators: where a result will stand, what a phone folds until it is asked for, what a laptop has in a line."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, Screen, settled
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
    expect(answer).to_have_text("Result–Enter: Income")
    before = sheet.evaluate(BELOW)
    income.fill("13")
    expect(answer).to_contain_text("$3")
    assert sheet.evaluate(BELOW) == before
    income.fill("")
    expect(answer).to_have_text("Result–Enter: Income")


@thorough
def test_what_need_not_be_filled_in_is_folded_on_a_phone(browser: Browser, server: Server) -> None:
    """Ten companies and three players: shares and special cases are a tap away, and the page is no roll of paper."""
    page = _page(browser, server, "/tools/union-pacific")
    sheet = page.locator("tool-sheet[data-tool=settlement]")
    expect(sheet.locator("[data-field=companies] > ol > li")).to_have_count(10)
    assert page.evaluate("document.documentElement.scrollHeight") < 3_050
    expect(sheet.get_by_label("Tie for the most cash")).to_be_hidden()
    sheet.get_by_text("Special cases").tap()
    expect(sheet.get_by_label("Tie for the most cash")).to_be_visible()
    row = page.locator("tool-sheet[data-tool=up-dividend] [data-field=places] input")
    assert len({one.evaluate("one => one.getBoundingClientRect().top") for one in row.all()}) == 1


TOPS = "all => new Set(all.map((one) => Math.round(one.getBoundingClientRect().bottom))).size"


@thorough
def test_a_player_is_one_line_on_a_laptop(browser: Browser, server: Server) -> None:
    """Eleven companies: what a figure is stands above the first line alone, and the fields stand below one another."""
    page = Screen(browser, "tools", **LAPTOP).page
    page.goto(f"http://127.0.0.1:{server.port}/tools/union-pacific")
    lines = page.locator("tool-sheet[data-tool=settlement] [data-field=players] li")
    expect(lines).to_have_count(3)
    places = []
    for line in (lines.first, lines.last):
        assert line.locator("input").evaluate_all(TOPS) == 1
        places.append(line.locator("input").evaluate_all("all => all.map((one) => one.offsetLeft)"))
    assert places[0] == places[1]
    assert lines.last.locator("label").first.evaluate("one => one.offsetWidth") <= 1
    assert lines.first.locator(".ledger-shares").evaluate(HEADED) == ["Shares", 11, True]
    expect(lines.last.get_by_label("Name")).to_have_attribute("placeholder", "Seat 3")
    for folded in ("The UP’s dividend table", "Special cases"):
        expect(page.locator("details:not([open]) > summary", has_text=folded)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


HEADED = """group => {
  const [head, ...tags] = [".shares-head", "railroad-badge"].flatMap((one) => [...group.querySelectorAll(one)]);
  const boxes = [...group.querySelectorAll("input")].map((one) => one.getBoundingClientRect());
  const apart = tags.map((tag) => tag.getBoundingClientRect()).every(({ left, right, bottom }, at) =>
    boxes[at].top - bottom >= 4 && Math.abs((left + right - boxes[at].left - boxes[at].right) / 2) < 2
  );
  return [head.textContent, tags.length, apart && head.getBoundingClientRect().width > boxes[0].width * 10];
}"""
"""What stands above the shares of a line; of how many railroads; whether each tag stands over the middle of its box,
not on it, and the head over all of them."""
ENDS = """desk => [...desk.querySelectorAll(".tool-columns > div")].map((column) =>
  [column.children.length, Math.round(column.lastElementChild.getBoundingClientRect().bottom)])"""


@thorough
@pytest.mark.parametrize(
    ("game", "sheets"),
    [("gulf-mobile-ohio", [2, 2]), ("prairie-railroads", [1, 2]), ("southern-pacific", [1, 1])],
)
def test_calculators_stand_in_columns_of_one_length(
    browser: Browser, server: Server, game: str, sheets: list[int]
) -> None:
    page = Screen(browser, "tools", **LAPTOP).page
    page.goto(f"http://127.0.0.1:{server.port}/tools/{game}")
    expect(page.locator("tool-sheet").first).to_be_visible()
    columns = page.locator(".tool-desk").evaluate(ENDS)
    assert [count for count, _ in columns] == sheets
    assert len({end for _, end in columns}) == 1, columns


def test_the_boxes_of_players_stand_below_one_another(browser: Browser, server: Server) -> None:
    """Also where the head of a tick, which the first row alone shows, is longer than the tick."""
    screen = Screen(browser, "columns", **LAPTOP)
    screen.page.goto(f"http://127.0.0.1:{server.port}/tools/southern-pacific")
    lines = screen.page.locator("[data-tool=settlement] [data-field=players] li")
    expect(lines).to_have_count(3, timeout=PATIENCE_MS)
    settled(screen.page)
    ticks = screen.page.locator("[data-tool=settlement] [data-field=players] [data-field=card] input")
    assert len({box["x"] for tick in ticks.all() if (box := tick.bounding_box())}) == 1


@thorough
def test_who_has_no_name_is_called_by_the_line(browser: Browser, server: Server) -> None:
    """The first line stays blank: what the others are called is what their boxes say."""
    page = _page(browser, server, "/tools/gulf-mobile-ohio")
    sheet = page.locator("tool-sheet[data-tool=settlement]")
    for line, points in ((1, "7"), (2, "9")):
        sheet.locator("[data-field=players] li").nth(line).get_by_label("Victory points").fill(points)
    expect(sheet.locator(".tool-ranking .name")).to_have_text(["Seat 3", "Seat 2"])
    expect(sheet.locator(".tool-ranking > li").first).to_have_text("1Seat 39 VP")


SIZES = """one => [one.getBoundingClientRect().width < 25, one.closest("label").offsetWidth >= 44]"""


@thorough
def test_what_a_phone_asks_can_be_read(browser: Browser, server: Server) -> None:
    """A ticked box has its words beside it, is no larger than elsewhere, and a finger has room; a choice is not cut."""
    page = _page(browser, server, "/tools/gulf-mobile-ohio")
    box = page.get_by_label("Just chartered").bounding_box()
    words = page.get_by_text("Just chartered").bounding_box()
    assert box
    assert words
    assert box["x"] + box["width"] <= words["x"] <= box["x"] + box["width"] + 16
    page = _page(browser, server, "/tools/southern-pacific")
    ticks = page.locator("[data-field=card] input")
    expect(ticks).to_have_count(3)
    assert {tuple(one.evaluate(SIZES)) for one in ticks.all()} == {(True, True)}
    choice = page.get_by_label("Tie for the most cash")
    expect(choice).to_have_value("holder_first")
    assert choice.evaluate("""one => {
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = getComputedStyle(one).font;
      return Math.max(...[...one.options].map(({ label }) => pen.measureText(label).width)) + 40 < one.clientWidth;
    }""")


@thorough
def test_certificates_are_asked_for_as_they_count(browser: Browser, server: Server) -> None:
    """End of Game: by railroad once a railroad pays, until then in all; a line that is added looks as the others."""
    sheet = _page(browser, server, "/tools/texas-pacific").locator("[data-tool=settlement]")
    expect(sheet.locator(".tool-answer")).to_have_text("Result–Enter: Cash")
    by_railroad, in_all = (
        sheet.get_by_label("Certificates by railroad, "),
        sheet.get_by_label("Certificates in all"),
    )
    expect(by_railroad.first).to_be_hidden()
    in_all.first.fill("3")
    income = sheet.locator("[data-field=railroads] input").first
    income.fill("9")
    expect(income).to_be_focused()
    sheet.get_by_text("Add a player").tap()
    expect(by_railroad.last).to_be_visible()
    expect(in_all.last).to_be_hidden()
    by_railroad.first.fill("2")
    sheet.get_by_label("Cash").first.fill("10")
    expect(sheet.locator(".tool-ranking .total").first).to_have_text("$20")  # $9 ÷ 2, rounded up, twice
    income.fill("")
    expect(in_all.first).to_be_visible()
    expect(by_railroad.first).to_be_visible()  # a figure stands there
    expect(by_railroad.last).to_be_hidden()


def test_a_roll_for_all_stands_below_the_apps_own(browser: Browser, server: Server) -> None:
    """What it rolled lies between them; both ways to let the app roll come before the faces to tap in. Another line of
    a payoff is a player."""
    page = _page(browser, server, "/tools/prairie-railroads")
    sheet = page.locator("tool-sheet", has=page.locator("dice-field"))
    expect(sheet.locator(".roll + .tool-answer + .roll-for-all")).to_contain_text(
        "all phones see the same roll"
    )
    expect(page.locator("[data-tool=settlement] button", has_text="Add a player")).to_have_count(1)


@thorough
def test_the_calculators_of_the_game_that_was_played_last_come_first(
    browser: Browser, server: Server
) -> None:
    """On a device that has played nothing, the first game's; a box's name behind that of the bank is no other game."""
    for kept, shown in (
        ({}, "Prairie Railroads"),
        (
            {"OLD": ("The bank alone", "2026-01-01"), "NEW": ("Texas & Pacific", "2026-02-01")},
            "Texas & Pacific",
        ),
        ({"NEW": ("The bank alone (1830)", "2026-02-01")}, "The bank alone"),
    ):
        screen = Screen(browser, "tools", **PHONE)
        screen.has_kept({code: {"game": game, "at": at} for code, (game, at) in kept.items()})
        screen.page.goto(f"http://127.0.0.1:{server.port}/tools")
        expect(screen.page.locator(".other-games summary")).to_contain_text(shown, timeout=PATIENCE_MS)
        screen.close()
