"""The letters of a TV: smaller when something long comes, and as large as before when it is gone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import STILL, TV, Screen, no_faults, settled
from tests.browser.pictures import auctions, seated, table
from tests.browser.played import played
from tests.server import Client, new_party, thorough

CUT = """
() => {
  const [lines, line] = [".lines", ".lines > li"].map((one) => document.querySelector(one).getBoundingClientRect());
  return line.height < 1 || line.top < lines.top - 1 || line.bottom > lines.bottom + 1;
}
"""
"""The newest of the last moves is not whole."""
NAMES = ["Ada", "Ed", "Jo", "Pete", "Max"]
ALMOST = 0.9
"""Nothing jumps for a tenth."""
PATIENCE = 6
"""Nor for what comes back after a move or two."""
DREW_ANEW = """
(long) => {
  const screen = document.querySelector("board-screen");
  const doc = structuredClone(screen.table.doc);
  for (const panel of doc.panels) for (const row of panel.rows ?? []) row.head.hint = long || undefined;
  screen.draw(doc);
}
"""
"""Gives every railroad and player these words to show."""
PX = """
Math.min(...[...document.querySelectorAll(".board-wide td .figure")]
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))
"""


TALL = """
async () => {
  const tall = { ascentOverride: "107%", descentOverride: "30%" };
  const face = new FontFace("Segoe UI", 'local("Liberation Sans"), local("Arial")', tall);
  document.fonts.add(await face.load());
  dispatchEvent(new Event("resize"));
}
"""
"""Letters as tall as those of Windows, or Noto Sans: taller than the lines they stand in."""
BEYOND_THEIR_ROWS = """
() => [...document.querySelectorAll(".held strong .figure")].filter((one) => {
  const [frame, row] = [one, one.closest("tr")].map((each) => each.getBoundingClientRect());
  return frame.top < row.top - 1 || frame.bottom > row.bottom + 1;
}).length
"""
"""How many frames cross the rules of their table."""
LINES_OF_WHAT_IS_FRAMED = """
(corner) => {
  const player = corner.parentElement.querySelector(":not(.held) + .held:has(.seat-mark)");
  const { height, fontSize } = player ? getComputedStyle(player, "::before") : getComputedStyle(corner, "::after");
  return parseFloat(height) / parseFloat(fontSize);
}
"""
HEADS = "[data-panel=players] thead .number :is(.cell-text, .hint):visible"
SIZES = "all => all.map((one) => getComputedStyle(one).fontSize)"
TOLD = "all => all.map((one) => one.innerText)"
AT_LENGTH = """
([dividend, undone]) => {
  const screen = document.querySelector("board-screen");
  const doc = structuredClone(screen.table.doc);
  Object.assign(doc.recent.at(-4), { summary: dividend });
  Object.assign(doc.recent.at(-5), { summary: undone, undone: true });
  screen.draw(doc);
}
"""
"""What two of the last moves say."""
TALL_MOMENT = (
    "CEN baut: Savannah, Lakota Hollow und 1 Landfeld; Wilhelmina bekommt 4 VP mit Steinen für $9"
    " (Gründung 1, Savannah 1, Grün 1, Lakota Hollow 1)"
)
LAST = "Wilhelmina bekommt die Präsidentenaktie der Central of Georgia für $12"
BELOW = """
([moment, last]) => {
  const screen = document.querySelector("board-screen");
  const doc = { ...structuredClone(screen.table.doc), auction: null };
  const told = { move: { type: "expand" }, headline: undefined, postings: [], movements: [], undone: false };
  Object.assign(doc.recent.at(-1), told, { summary: moment });
  Object.assign(doc.recent.at(-2), told, { summary: last });
  screen.draw(doc);
}
"""
DOTS = "all => all.map((one) => getComputedStyle(one, '::after').content)"


def letters(tv: Screen) -> float:
    settled(tv.page)
    return float(tv.page.evaluate(PX))


@thorough
def test_letters_grow_again_when_what_was_long_is_gone(browser: Browser, client: Client) -> None:
    party = table(client, NAMES)
    auctions(party)
    tv = seated(browser, party, 0, "/board", **TV)
    first = letters(tv)
    tv.page.evaluate(DREW_ANEW, "told at some length " * 3)
    assert letters(tv) < ALMOST * first
    assert tv.page.locator("board-screen[data-long]").count() == 0
    small = letters(tv)
    for _ in range(PATIENCE - 1):
        tv.page.evaluate(DREW_ANEW, "")
    assert letters(tv) == small
    tv.page.evaluate(DREW_ANEW, "")
    assert letters(tv) > ALMOST * first
    no_faults(tv)


@thorough
def test_a_board_that_had_to_be_scrolled_fits_again(browser: Browser, client: Client) -> None:
    party = table(client, NAMES)
    auctions(party)
    tv = seated(browser, party, 0, "/board", **TV)
    first = letters(tv)
    long = tv.page.locator("board-screen[data-long]")
    tv.page.evaluate(DREW_ANEW, "told at length, and then once more at length. " * 8)
    assert long.count() == 1
    tv.page.evaluate(DREW_ANEW, "")
    assert long.count() == 0
    assert letters(tv) > ALMOST * first
    no_faults(tv)


@thorough
@pytest.mark.parametrize("high", [pytest.param(1080, marks=thorough), 720])
def test_what_is_told_at_length_leaves_the_last_moves_a_line(
    high: int, browser: Browser, client: Client
) -> None:
    """Two dividends that are done again, with all they have changed."""
    party = new_party(client, ["Ada", "Bartholomew", "Chen", "Dmitri"], game="union-pacific")
    for seat, company in enumerate(("BNL", "UP", "EPRG", "SFRB"), 1):
        party.made(seat, "reveal", company=company)
    mover = party.document()["turn"]["seat"]
    party.made(mover, "build", company="KCC")
    places = {str(place): pays for place, pays in enumerate((8, 6, 4, 2, 1), 1)}
    party.made(mover, "draw_share", dividend_cards=2, facts={"up_dividends": {"2": places}})
    for way in ("undo", "redo"):
        assert client.post(f"{party.at}/{way}", None, party.host).status == 201
    tv = seated(browser, party, 0, "/board", viewport={"width": high * 16 // 9, "height": high}, **STILL)
    settled(tv.page)
    assert not tv.page.evaluate(CUT)
    no_faults(tv)


@thorough
def test_where_a_dividend_has_the_stage_the_last_moves_take_turns(browser: Browser, client: Client) -> None:
    """With what hands do, instead of an end that stands below every page."""
    party = new_party(client, ["Ada", "Bartholomew", "Chen"], game="union-pacific")
    for seat, company in enumerate(("BNL", "UP", "EPRG"), 1):
        party.made(seat, "reveal", company=company)
    mover = party.document()["turn"]["seat"]
    party.made(mover, "build", company="KCC")
    places = {str(place): pays for place, pays in enumerate((8, 6, 4, 2, 1), 1)}
    party.made(mover, "draw_share", dividend_cards=1, facts={"up_dividends": {"2": places}})
    tv = seated(browser, party, 0, "/board", viewport={"width": 1280, "height": 720}, **STILL)
    corner = tv.page.locator(".turning")
    expect(corner.locator("h2").first).to_have_text("On the board")
    corner.get_by_role("button", name="Next page").click()
    expect(corner.locator("h2").first).to_have_text("Last moves")
    expect(corner.locator(".lines > li").first).to_contain_text("builds for KCC")
    expect(corner.locator(".turning-foot")).to_contain_text("The 4th dividend")
    for title in ("Trains placed and value", "UP by place", "The 2nd dividend, if paid now", "On the board"):
        corner.get_by_role("button", name="Next page").click()
        expect(corner.locator("h2").first).to_have_text(title)
    assert not tv.page.evaluate(CUT)
    no_faults(tv)


@thorough
def test_lines_say_all_they_have_room_for_in_tall_letters_too(browser: Browser, client: Client) -> None:
    """What hangs a hair below its line is not cut: of a correction the TV says what was corrected."""
    party = played(client, "union-pacific/corrections", 22)
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    tv.page.evaluate(TALL)
    settled(tv.page)
    lines = tv.page.locator(".lines > li > *").evaluate_all(TOLD)
    assert [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines[:3]] == [
        "Correction; dividends paid 0 → 2",
        "Correction; shares of the MS from Dave to the MS: 1",
        "Correction; $4M from Ed to Dave",
    ]
    no_faults(tv)


@thorough
def test_a_line_that_is_cut_ends_with_dots_alone(browser: Browser, client: Client) -> None:
    """No full stop stands before them, and none are within a word or behind other dots."""
    party = played(client, "southern-pacific/whole-evening", 60)
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    dividend = "MKT collects $8, pays Dave $12 and pays Bartholomew and Josephine of the MKT $12"
    built = "MKT builds to Wilmington, Weldon, Raleigh, Goldsboro, Florence, St. Louis and St. Paul"
    tv.page.evaluate(AT_LENGTH, [f"{dividend}. Treasury $0; MKT income 3; what else there is of it", built])
    settled(tv.page)
    lines = tv.page.locator(".lines > li > *")
    told = lines.evaluate_all(TOLD)
    assert told[1] == dividend
    assert re.match(rf"{re.escape(told[2])}[, ]", built), "whole words"
    assert lines.evaluate_all(DOTS)[:3] == ["none", '" …"', '" …"']
    assert lines.evaluate_all("all => all.every((one) => one.scrollHeight <= one.clientHeight * 1.1)")
    no_faults(tv)


@pytest.mark.parametrize(
    ("evening", "moves", "high"),
    [
        ("southern-pacific/whole-evening", 60, 720),
        pytest.param("union-pacific/corrections", 22, 1080, marks=thorough),
    ],
)
@thorough
def test_a_frame_keeps_within_its_row_and_what_it_says_takes_a_line(
    browser: Browser, client: Client, evening: str, moves: int, high: int
) -> None:
    """In tall letters too; the title stands above it, and the rows have the room."""
    party = played(client, evening, moves)
    tv = seated(browser, party, 0, "/board", viewport={"width": high * 16 // 9, "height": high}, **STILL)
    tv.page.evaluate(TALL)
    settled(tv.page)
    framed = tv.page.locator(".corner[data-framed]:not([data-framed=''])")
    assert framed.evaluate(LINES_OF_WHAT_IS_FRAMED) < 2
    assert tv.page.evaluate(BEYOND_THEIR_ROWS) == 0
    no_faults(tv)


@thorough
def test_heads_are_as_large_as_one_another(browser: Browser, client: Client) -> None:
    """Prairie Railroads: what stands for *Construct Track* where that has no room is no smaller than *Cash*."""
    tv = seated(browser, played(client, "prairie-railroads/whole-evening", 50), 0, "/board", **TV, **STILL)
    settled(tv.page)
    assert len(set(tv.page.locator(HEADS).evaluate_all(SIZES))) == 1
    no_faults(tv)


@thorough
@pytest.mark.parametrize("high", [1080, 720])
def test_below_a_tall_moment_the_newest_of_the_last_moves_is_told_to_its_end(
    browser: Browser, client: Client, high: int
) -> None:
    """Gulf, Mobile & Ohio in German: in two lines, with the railroad and the price; the moment is whole, too."""
    party = played(client, "gulf-mobile-ohio/common-shares")
    size = {"viewport": {"width": high * 16 // 9, "height": high}, "locale": "de"}
    tv = seated(browser, party, 0, "/board", **size, **STILL)
    tv.page.evaluate(BELOW, [TALL_MOMENT, LAST])
    settled(tv.page)
    line = tv.page.locator(".board-stage .lines > li").first
    expect(line).to_have_text(LAST)
    expect(line.locator("[data-cut]")).to_have_count(0)
    shown = line.locator("> span").evaluate("one => [one.scrollHeight, one.clientHeight + 1]")
    assert shown[0] <= shown[1]
    assert not tv.page.evaluate(CUT)
    assert tv.page.locator(".moment").evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    no_faults(tv)


@thorough
@pytest.mark.parametrize("high", [1080, 720])
def test_titles_of_tracks_in_a_row_are_as_large_as_that_of_a_long_one(
    browser: Browser, client: Client, high: int
) -> None:
    """Texas & Pacific, in German: *Entscheidungsleiste: Ranch* was smaller than those beside it."""
    party = played(client, "texas-pacific/ranches", 18)
    size = {"viewport": {"width": high * 16 // 9, "height": high}, "locale": "de"}
    tv = seated(browser, party, 0, "/board", **size, **STILL)
    settled(tv.page)
    titles = tv.page.locator(".board-wide track-panel > h2")
    expect(titles).to_have_count(4)
    assert set(titles.evaluate_all(SIZES)) == {f"{high / 36:g}px"}
    no_faults(tv)
