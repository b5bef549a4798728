"""Long names and many players on a TV: everywhere one can read who is meant, and no room is left empty."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom
from tests.browser.pages import PATIENCE_MS, STILL, TV, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.test_large_forms import renamed
from tests.browser.test_union_pacific import revealed
from tests.scanning import scanned
from tests.server import Client, Party, new_party, thorough

NAMES = ["Maximiliane von Hohenstein", "Bartholomew F.", "Anastasia", "Ed", "Giovanni", "Pete"]
SMALL: Mapping[str, Any] = {"viewport": {"width": 1280, "height": 720}}
BANK: Mapping[str, Any] = {"game": "bank", "options": {"box": "prairie-railroads", "starting_cash": 40}}
HEADS = """
() => [...document.querySelectorAll(".board thead .seat-mark")].map((mark) => {
  const { left, right } = mark.getBoundingClientRect();
  const name = mark.querySelector(".name");
  const tight = mark.closest("[data-tight]");
  return { left, right, told: tight ? mark.dataset.short : name.textContent,
    cut: !tight && name.scrollWidth > name.clientWidth };
})
"""
APART_PX = 4
DISCS = """
() => [...document.querySelectorAll(".track .disc > .letters")]
  .map((letters) => [letters.textContent, letters.scrollWidth > letters.clientWidth + 1])
"""
RIMS_PX = """
() => [...document.querySelectorAll(".board tbody th .lamp")].map((lamp) =>
  lamp.getBoundingClientRect().left - lamp.closest(".grid-scroll").getBoundingClientRect().left)
"""
RIM_PX = 3
BELOW_PX = (
    "() => innerHeight - document.querySelector('.board-wide').lastChild.getBoundingClientRect().bottom"
)
MARGIN_PX = 20
STRUCK = """
() => {
  const heads = [...document.querySelectorAll("[data-panel=railroads] thead th")];
  const first = heads.find((one) => one.matches(".held"));
  const { width, height, content, left: beside } = getComputedStyle(first, "::before");
  const { top } = first.getBoundingClientRect();
  const left = first.getBoundingClientRect().left + parseFloat(beside);
  const [right, bottom] = [left + parseFloat(width), top + parseFloat(height)];
  const struck = heads.filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()].some((line) => line.width && line.left < right && line.right > left &&
      line.top < bottom - 1 && line.bottom > top);
  });
  return [content, struck.map((one) => one.innerText)];
}
"""
"""What is framed, and the heads it is written across."""
LISTED = """
() => {
  const screen = document.querySelector("board-screen");
  const doc = structuredClone(screen.table.doc);
  const items = doc.seats.map(({ seat }) => ({ seat, text: "has told at some length what comes next" }));
  for (let at = 0; at < 5; at += 1) doc.panels.push({ kind: "list", name: `list ${at}`, title: "A list", items });
  screen.draw(doc);
  const names = [...document.querySelectorAll(".board .plain-list .seat-mark .name")].map((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return [name.textContent, range.getClientRects().length, name.clientWidth];
  });
  return names;
}
"""
PLACES = """
() => [...document.querySelectorAll("[data-panel=railroads] :is(thead tr > *, tbody tr)")]
  .map((one) => one.getBoundingClientRect()).map(({ right, bottom }) => [right, bottom])
"""
FRAMED = """
(corner) => {
  const first = corner.parentElement.querySelector(":not(.held) + .held");
  const { height, fontSize } = getComputedStyle(first, "::before");
  const lamps = [...corner.closest("tr").querySelectorAll(".lamp")].map((one) => one.getBoundingClientRect().top);
  const end = corner.closest(".sheet").getBoundingClientRect().top + parseFloat(height);
  return [parseFloat(height) / parseFloat(fontSize), end - Math.min(...lamps)];
}
"""
"""In how many lines it says what is framed, and how far that reaches into the players' lamps, in px."""
LINES_OF = """
(one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}
"""
TOPS = "all => all.map((one) => one.getBoundingClientRect().top)"
BEFORE_THE_TIE = 42
"""So many moves of five players' evening: the pass that is next sells Alexandra a share of the CRIP, as Maximiliane
has."""


def on_tv(browser: Browser, party: Party, **device: Any) -> Screen:
    tv = Screen(browser, "TV", **device)
    tv.page.goto(f"http://127.0.0.1:{party.client.port}/t/{party.code}/board")
    settled(tv.page)
    return tv


@thorough
@pytest.mark.parametrize("device", [TV, SMALL], ids=["1080", "720"])
def test_six_at_a_bank(browser: Browser, client: Client, device: Mapping[str, Any]) -> None:
    """The tables have all the room there is."""
    tv = on_tv(browser, new_party(client, NAMES, **BANK), **device)
    assert min(tv.page.evaluate(RIMS_PX)) >= RIM_PX
    assert tv.page.locator("board-screen[data-long]").count() == 0
    assert tv.page.evaluate(BELOW_PX) <= MARGIN_PX
    no_faults(tv)


@thorough
@pytest.mark.parametrize("device", [TV, SMALL], ids=["1080", "720"])
def test_six_at_the_heads_of_columns(browser: Browser, client: Client, device: Mapping[str, Any]) -> None:
    """A short name is there in full and a long one begins to be; no column runs into the next."""
    tv = on_tv(browser, new_party(client, NAMES, game="union-pacific"), **device)
    heads = tv.page.evaluate(HEADS)
    assert [NAMES[at].startswith(head["told"].rstrip(".")) for at, head in enumerate(heads)] == [True] * len(
        NAMES
    )
    assert all(head["told"] for head in heads)
    assert not [head["told"] for head in heads if head["cut"] and len(head["told"]) < len("Anastasia")]
    assert all(one["right"] <= other["left"] for one, other in pairwise(heads))
    no_faults(tv)


@pytest.mark.parametrize("device", [TV, SMALL], ids=["1080", "720"])
@thorough
def test_whose_disc_it_is(browser: Browser, client: Client, device: Mapping[str, Any]) -> None:
    """As many letters as tell a name from the others, and none of them cut off."""
    tv = on_tv(browser, new_party(client, NAMES[:5], game="gulf-mobile-ohio"), **device)
    discs = tv.page.evaluate(DISCS)
    assert dict(discs) == dict.fromkeys(("Max", "Bar", "Ana", "Ed", "Gio"), False)


@thorough
def test_a_name_in_a_list_stands_on_one_line(browser: Browser, client: Client) -> None:
    tv = on_tv(browser, new_party(client, NAMES, **BANK), **TV)
    names = tv.page.evaluate(LISTED)
    assert len(names) == 6 * len(NAMES)
    assert not [name for name, lines, width in names if lines > 1 or not width]


@thorough
def test_a_second_controller_moves_nothing(browser: Browser, client: Client) -> None:
    party = played(client, "prairie-railroads/five-players", BEFORE_THE_TIE)
    tv = on_tv(browser, party, **TV, **STILL)
    control = tv.page.locator("[data-panel=railroads] tbody tr", has_text="CRIP").locator("td").last
    assert control.inner_text() == "Maximiliane"
    places = tv.page.evaluate(PLACES)
    tv.until(party.made(0, "pass")["revision"])
    settled(tv.page)
    assert control.locator(".unseen").text_content() == "Alexandra and Maximiliane"
    assert control.locator(".name").all_inner_texts() == ["Ale", "Max"]
    for (right, low), (now_right, now_low) in zip(places, tv.page.evaluate(PLACES), strict=True):
        assert abs(now_right - right) <= 1
        assert abs(now_low - low) <= 1
    no_faults(tv)


@thorough
def test_names_move_no_column(browser: Browser, client: Client) -> None:
    """Before the first share is sold nobody controls a railroad; later there are the longest names."""
    rights = []
    for moves in (4, BEFORE_THE_TIE):
        tv = on_tv(browser, played(client, "prairie-railroads/five-players", moves), **TV, **STILL)
        rights.append([right for right, _ in tv.page.evaluate(PLACES)])
        no_faults(tv)
        tv.close()
    assert rights[0] == pytest.approx(rights[1], abs=2)


@thorough
def test_before_the_first_payment_the_bank_says_how_to_come_in(browser: Browser, client: Client) -> None:
    """It is open from the start; a long name is whole beside its seat's *free*."""
    names = ["Bernadette", "Max", "Annemarie-Sophie", "Jo"]
    party = new_party(client, names, claim=False, **BANK)
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    way = tv.page.locator(".way-in-large")
    expect(way.locator("img")).to_be_visible(timeout=PATIENCE_MS)
    expect(way).to_contain_text(re.compile(rf":{client.port} and type \d{{3}}\s\d{{3}}"))
    expect(way.locator("li")).to_have_text([f"{name}free" for name in names])
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"
    assert tv.page.locator(".way-in-seats .seat-mark, .board-wide .seat-mark").evaluate_all(cut) == []
    party.claim(2)
    party.made(2, "pay", **{"from": "seat:2", "to": ["seat:1"], "amount": 3})
    expect(tv.page.locator(".board-foot .join-picture")).to_be_visible(timeout=PATIENCE_MS)
    expect(way).to_have_count(0)
    no_faults(tv)


@thorough
def test_four_long_names_leave_the_qr_its_room(browser: Browser, client: Client) -> None:
    """Above the list of what is to be laid out everybody is called as friends do, two to a line."""
    names = ["Wilhelmina Oppenheimer", "Bartholomew", "Christopher-John", "Priscilla Featherstone"]
    party = new_party(client, names, claim=False, game="southern-pacific")
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    picture = tv.page.locator(".way-in-large .join-picture")
    expect(picture.locator("img")).to_have_js_property("complete", True, timeout=PATIENCE_MS)
    settled(tv.page)
    assert scanned(picture.screenshot()) == party.link
    expect(tv.page.locator(".way-in-seats li")).to_have_text(
        ["Wilhelminafree", "Bartholomewfree", "Christopherfree", "Priscillafree"]
    )
    no_faults(tv)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_railroads_at_the_heads_of_columns_stand_apart(
    browser: Browser, client: Client, language: str
) -> None:
    """From one another and from the word beside them."""
    party = played(client, "prairie-railroads/five-players", 50)
    tv = seated(browser, party, 0, "/board", **SMALL, **STILL, locale=language)
    players = tv.page.locator("[data-panel=players][data-tight] thead th")
    edges = players.evaluate_all("""
    all => all.map((head) => head.querySelector("railroad-badge, .cell-text")).filter(Boolean)
      .map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])
    """)
    assert len(edges) > 6, "six railroads, and money"
    assert min(right[0] - left[1] for left, right in pairwise(edges)) >= APART_PX
    no_faults(tv)


@thorough
@pytest.mark.parametrize("device", [TV, SMALL], ids=["1080", "720"])
def test_what_is_framed_moves_no_row(browser: Browser, client: Client, device: Mapping[str, Any]) -> None:
    """Union Pacific with six, in German: in one line above the players, from the first share on."""
    names = ["Bartholomew", "Maximiliane", "Ed", "Konstantin", "Wilhelmina", "Jo"]
    party = new_party(client, names, game="union-pacific")
    for seat in range(1, 6):
        party.made(seat, "reveal", company="WW")
    tv = seated(browser, party, 0, "/board", **device, **STILL, locale="de")
    before = [bottom for _, bottom in tv.page.evaluate(PLACES)]
    tv.until(party.made(6, "reveal", company="KCC")["revision"])
    settled(tv.page)
    corner = tv.page.locator("[data-panel=railroads] .corner")
    expect(corner).to_have_attribute("data-framed", re.compile(r"umrahmt: führt / gleichauf"))
    assert [bottom for _, bottom in tv.page.evaluate(PLACES)] == before
    lines, over = corner.evaluate(FRAMED)
    assert lines < 2
    assert over <= 1
    no_faults(tv)


@thorough
@pytest.mark.parametrize("device", [TV, SMALL], ids=["1080", "720"])
def test_who_comes_moves_nothing(browser: Browser, client: Client, device: Mapping[str, Any]) -> None:
    """A tick takes no more room than *free*."""
    party = new_party(client, NAMES[1:6], claim=False, game="southern-pacific")
    tv = seated(browser, party, 0, "/board", **device, **STILL)
    expect(tv.page.locator(".way-in-large img")).to_have_js_property("complete", True, timeout=PATIENCE_MS)
    settled(tv.page)
    before = tv.page.locator(".board-corner, .way-in-seats li").evaluate_all(TOPS)
    for seat in (1, 3, 5):
        party.claim(seat)
    expect(tv.page.locator(".way-in-seats .icon")).to_have_count(3)
    settled(tv.page)
    assert tv.page.locator(".board-corner, .way-in-seats li").evaluate_all(TOPS) == before
    no_faults(tv)


@thorough
@pytest.mark.parametrize("device", [TV, SMALL], ids=["1080", "720"])
def test_two_who_are_asked_together_have_a_line_each(
    browser: Browser, client: Client, device: Mapping[str, Any]
) -> None:
    """Union Pacific's imaginary third player, in German: neither name is broken, and the head is as high as before."""
    party = new_party(client, NAMES[:2], game="union-pacific", options={"first_player": 1})
    party.made(1, "reveal", company="WW")
    party.made(2, "reveal", company="MS")
    tv = seated(browser, party, 0, "/board", **{**device, **STILL, "locale": "de"})
    high = bottom(tv.page.locator(".board-head"))
    tv.until(party.made(1, "build", company="WW", dividend_cards=3)["revision"])
    settled(tv.page)
    names = tv.page.locator(".board-turn .name")
    expect(names).to_have_count(2)
    assert [name.evaluate(LINES_OF) for name in names.all()] == [1, 1]
    assert bottom(tv.page.locator(".board-head")) == high
    no_faults(tv)


@thorough
@pytest.mark.parametrize("device", [TV, SMALL], ids=["1080", "720"])
def test_the_title_of_what_hands_do_is_one_line(
    browser: Browser, client: Client, device: Mapping[str, Any]
) -> None:
    """Also beside the QR for latecomers, where there is more of a move to come."""
    party = played(client, "southern-pacific/whole-evening", 40)
    for seat in (1, 2, 3):
        assert party.client.post(f"{party.at}/seats/{seat}/release", {}, party.host).status == 200
    tv = seated(browser, party, 0, "/board", **{**device, **STILL, "locale": "de"})
    settled(tv.page)
    title = tv.page.locator(".turning-head h2")
    expect(title).to_have_text("Auf dem Plan")
    assert title.evaluate(LINES_OF) == 1
    assert title.evaluate("one => one.scrollWidth <= one.clientWidth")
    no_faults(tv)


@thorough
def test_what_hands_do_is_read_as_figures_are(browser: Browser, client: Client) -> None:
    """Gulf, Mobile & Ohio, in German: four lines beside the QR for latecomers, where smaller letters left room."""
    party = new_party(client, ["Giovanni", "Ben", "Cem"], game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=1, amount=20)
    assert client.post(f"{party.at}/seats/3/release", {}, party.host).status == 200
    tv = seated(browser, party, 0, "/board", **{**TV, **STILL, "locale": "de"})
    tv.until(party.made(1, "expand", rural=3, cities=["Charleston", "Wilmington"])["revision"])
    settled(tv.page)
    lines = tv.page.locator(".turning-page[data-open] .checklist label")
    expect(lines).to_have_count(4)
    assert lines.first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 1080 / 36 - 0.1
    page = tv.page.locator(".turning-page[data-open]")
    assert page.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    assert bottom(lines.last) <= bottom(page)
    no_faults(tv)


@pytest.mark.parametrize("language", [pytest.param("en"), pytest.param("de", marks=thorough)])
@pytest.mark.parametrize("many", [pytest.param(2, marks=thorough), 3, pytest.param(6, marks=thorough)])
def test_what_is_framed_is_written_across_no_head(
    browser: Browser, client: Client, many: int, language: str
) -> None:
    """Union Pacific: *framed: leads* stood in the first line of *Trains left*."""
    party = new_party(client, NAMES[:many], game="union-pacific")
    revealed(party, *["WW", "MRR", "WW", "ESL", "UMR", "DM"][:many])
    tv = seated(browser, party, 0, "/board", **TV, **STILL, locale=language)
    expect(tv.page.locator("[data-panel=railroads] thead .held .name")).to_have_count(many)
    told, struck = tv.page.evaluate(STRUCK)
    assert told.startswith({"en": '"framed: leads', "de": '"umrahmt: '}[language])
    assert struck == []
    no_faults(tv)


@thorough
def test_in_low_lines_names_are_brief_only_where_whole_ones_have_no_room(
    browser: Browser, client: Client
) -> None:
    """Prairie Railroads with five, in German: *Max* controlled a railroad beside room for all of *Maximiliane*."""
    names = ["Bartholomew", "Maximiliane", "Konstantin", "Bartholomäus", "Jo"]
    party = renamed(played(client, "prairie-railroads/five-players", 40), names)
    tv = seated(browser, party, 0, "/board", **SMALL, **STILL, locale="de")
    settled(tv.page)
    called = tv.page.locator("[data-panel=railroads][data-tight] td .seat-mark .name:visible")
    assert {"Bartholomew", "Maximiliane", "Konstantin", "Jo"} <= set(called.all_inner_texts())
    no_faults(tv)
