"""Large screens: names to sit down by, how to come in late where a TV has no mouse and no keys, the end all at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.measures import bottom, cut, top
from tests.browser.pages import LAPTOP, PATIENCE_MS, STILL, TV, Screen, no_faults, settled, sit_host
from tests.browser.pictures import seated
from tests.browser.played import ALL, played
from tests.browser.test_bank import by_host
from tests.playing import finished, nearly_finished
from tests.server import Client, Party, Server, new_party, thorough

LETTERS = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
INSIDE = """
line => {
  const [own, head] = [line, line.closest(".board-head")].map((one) => one.getBoundingClientRect());
  const next = document.querySelector(".board-turn > *").getBoundingClientRect();
  return own.bottom < head.bottom - 4 && own.right < next.left && line.scrollWidth <= line.clientWidth;
}
"""
"""Whole, above the golden line, and before what is asked."""
GAP_PX = 16
LINES_A_FIGURE = 36
"""A TV of 1080 lines has figures of 30 px."""
SLOW_MS = 5_000
READ_MS, LITTLE_MS = 5_000, 1_000
"""So long who has won waits for a chart."""
DRAWN = "([one]) => one.complete && one.naturalWidth > 0 && getComputedStyle(one).visibility === 'visible'"


@thorough
@pytest.mark.parametrize("high", [1080, 720])
def test_who_comes_late_reads_what_to_type_on_the_tv(browser: Browser, client: Client, high: int) -> None:
    """Where every seat is taken, too; a screen that only watches says the table's code. At the end neither."""
    party = played(client, "prairie-railroads/whole-evening", 60)
    size = {"viewport": {"width": high * 16 // 9, "height": high}, **STILL}
    tv = seated(browser, party, 0, "/board", **size)
    line = tv.page.locator(".board-head .board-follow")
    pin = str(party.document(party.host)["join_pin"])
    expect(line).to_have_text(f"On a phone: 127.0.0.1:{client.port}{pin[:3]}\u00a0{pin[3:]}")
    settled(tv.page)
    assert line.evaluate(INSIDE)
    assert min(line.locator("strong").evaluate_all(LETTERS)) >= high / LINES_A_FIGURE
    assert client.post("/join", {"pin": pin}).json["code"] == party.code
    watcher = Screen(browser, "watcher", **size)
    watcher.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}/board")
    told = watcher.page.locator(".board-follow strong")
    expect(told).to_have_text([f"127.0.0.1:{client.port}", party.code], timeout=PATIENCE_MS)
    no_faults(tv, watcher)


@thorough
def test_before_the_first_move_a_tv_says_how_to_come_in(browser: Browser, client: Client) -> None:
    """With a key a QR and the six digits; a screen that only watches knows neither. Then the auction has the place."""
    party = new_party(client, ["Ada", "Ed", "Jo"], claim=False)
    party.claim(2)
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    way = tv.page.locator(".way-in-large")
    expect(way.locator("img")).to_be_visible(timeout=PATIENCE_MS)
    told = rf"Scan to join.*No camera\? Open 127\.0\.0\.1:{client.port} and type \d{{3}}\s\d{{3}}"
    expect(way).to_contain_text(re.compile(told, re.DOTALL))
    expect(way.locator("li").filter(has_text="free")).to_have_text(["Adafree", "Jofree"])
    prompt = tv.page.locator(".board-prompt")
    expect(prompt).to_have_text("Still to join: Ada and Jo")  # nobody's turn yet, whoever opens
    expect(tv.page.locator("tr[data-asked]")).to_have_count(0)
    watcher = Screen(browser, "watcher", **TV, **STILL)
    watcher.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}/board")
    words = watcher.page.locator(".way-in-large")
    expect(words.locator(".address")).to_have_text(f"127.0.0.1:{client.port}", timeout=PATIENCE_MS)
    expect(words).not_to_contain_text(re.compile(r"\d{3}\s\d{3}"))
    assert words.locator("img").count() == 0
    party.made(0, "bid", amount=1)  # those who sit begin
    expect(tv.page.locator(".board auction-box")).to_be_visible(timeout=PATIENCE_MS)
    expect(tv.page.locator(".board-foot .join-picture")).to_be_visible()
    expect(way).to_have_count(0)
    expect(prompt).to_have_text(str(party.document()["turn"]["prompt"]))
    no_faults(tv, watcher)


@thorough
def test_before_the_first_move_and_at_the_end_the_head_says_no_way_in(browser: Browser, party: Party) -> None:
    """Before it, the way in stands there large already."""
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    nearly_finished(party)
    line = tv.page.locator(".board-follow")
    expect(line).to_be_visible(timeout=PATIENCE_MS)
    party.made(3, "deck_empty")
    tv.page.locator(".ending").wait_for()
    expect(line).to_have_count(0)
    no_faults(tv)


@thorough
def test_at_the_end_the_first_chart_comes_with_the_podium(browser: Browser, party: Party) -> None:
    """Until it is drawn the board stands there as the last move has left it, but not for long."""
    tv = seated(browser, nearly_finished(party), 0, "/board", clock=True, **TV, **STILL)
    tv.stand_still()
    coming: list[Route] = []
    tv.page.route(re.compile(r"/charts/worth\.svg"), lambda route: coming.append(route))
    with tv.page.expect_request(re.compile(r"/charts/worth\.svg")):
        party.made(3, "deck_empty")
    expect(tv.page.locator(".board-prompt")).to_have_text("The game is over")
    expect(tv.page.locator(".board-wide")).to_be_visible()
    expect(tv.page.locator(".ending")).to_have_count(0)
    with tv.page.expect_event("requestfinished", lambda request: "/charts/worth.svg" in request.url):
        for route in coming:
            route.continue_()
    for _ in range(READ_MS // LITTLE_MS):  # it is drawn meanwhile
        tv.later(LITTLE_MS)
    tv.page.locator(".ending").wait_for()
    assert tv.page.locator(".ending-charts [data-open] img").evaluate_all(DRAWN)
    assert not cut(tv.page)
    no_faults(tv)


@thorough
def test_what_the_last_move_paid_is_read_before_the_winner_comes(browser: Browser, client: Client) -> None:
    """Prairie Railroads: the eighth Pay Dividends. Whoever opens the page later reads no last move."""
    party = played(client, "prairie-railroads/five-players", ALL)
    assert client.post(f"{party.at}/undo", {}, party.host).status == 201
    tv = seated(browser, party, 0, "/board", clock=True, **TV, **STILL)
    tv.stand_still()
    with tv.page.expect_response(re.compile(r"/charts/worth\.svg")):
        assert client.post(f"{party.at}/redo", {}, party.host).status == 201
    expect(tv.page.locator(".board-prompt")).to_have_text("The game is over")
    tv.later(READ_MS - LITTLE_MS)
    expect(tv.page.locator(".moment")).to_be_visible()
    expect(tv.page.locator(".ending")).to_have_count(0)
    tv.later(LITTLE_MS)
    tv.page.locator(".ending").wait_for()
    no_faults(tv)


@thorough
def test_who_has_won_does_not_wait_for_a_slow_chart(browser: Browser, party: Party) -> None:
    tv = seated(browser, nearly_finished(party), 0, "/board", clock=True, **TV, **STILL)
    tv.stand_still()
    tv.page.route(re.compile(r"/charts/worth\.svg"), lambda _: None)  # never answered
    with tv.page.expect_request(re.compile(r"/charts/worth\.svg")):
        party.made(3, "deck_empty")
    tv.later(SLOW_MS)
    expect(tv.page.locator(".podium > li")).to_have_count(3)
    no_faults(tv)


@thorough
def test_a_chart_that_cannot_be_had_is_left_out(browser: Browser, party: Party) -> None:
    """Who has won is told all the same, and the next chart stands in its place."""
    tv = Screen(browser, "TV", **TV, **STILL)
    tv.page.route(re.compile(r"/charts/worth\.svg"), lambda route: route.fulfill(body="no picture"))
    finished(party)
    tv.page.goto(f"http://127.0.0.1:{party.client.port}/t/{party.code}/board")
    tv.page.locator(".podium").wait_for()
    expect(tv.page.locator(".ending-charts [data-page=worth]")).to_have_count(0)
    expect(tv.page.locator(".ending-charts [data-open] img")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(tv)


@thorough
@pytest.mark.parametrize("size", [LAPTOP, TV])
def test_the_names_to_sit_down_by_stand_side_by_side(
    browser: Browser, client: Client, size: dict[str, Any]
) -> None:
    """Six of them need not be scrolled, nor what leads to the board."""
    names = ["Ada", "Edmund", "Josephine", "Bartholomew", "Maximiliane", "Liu"]
    party = new_party(client, names, claim=False, game="texas-pacific")
    party.claim(2)
    screen = Screen(browser, "laptop", **size, **STILL)
    screen.page.goto(party.link)
    screen.page.locator(".join-names > *").nth(5).wait_for()
    boxes = screen.page.locator(".join-names > *").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => [x, y])"
    )
    assert len({x for x, _ in boxes}) == 2
    assert len({y for _, y in boxes}) == 3
    expect(screen.page.get_by_role("link", name="Just watch the board")).to_be_in_viewport(ratio=1)
    assert not cut(screen.page)
    no_faults(screen)


@thorough
def test_once_the_host_has_started_the_head_says_what_the_game_wants(
    browser: Browser, client: Client, server: Server
) -> None:
    """Kurt and Lou have no device, and never will: the host plays for them."""
    party = new_party(client, ["Ada", "Bo", "Kurt", "Lou"], claim=False, game="union-pacific")
    for seat in (1, 2):
        party.claim(seat)
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    prompt = tv.page.locator(".board-prompt")
    expect(prompt).to_have_text("Still to join: Kurt and Lou", timeout=PATIENCE_MS)
    laptop = sit_host(browser, server.port, party, at="#lobby")
    laptop.tap("Start", exact=True)
    expect(prompt).to_have_text("First investments: Ada, Bo, Kurt and Lou to choose", timeout=PATIENCE_MS)
    expect(tv.page.locator(".board-foot .join-picture")).to_be_visible()  # whoever comes all the same
    expect(tv.page.locator("tr[data-asked]")).to_have_count(4)
    assert prompt.evaluate("one => one.scrollWidth <= one.clientWidth")
    no_faults(tv, laptop)


@thorough
def test_where_a_chart_is_being_drawn_its_place_says_so(
    browser: Browser, party: Party, server: Server
) -> None:
    """On the laptop, between the way to the settlement and what ended the game; when it comes nothing moves."""
    drawn = re.compile(r"/charts/worth\.svg")
    coming: list[Route] = []
    laptop = sit_host(browser, server.port, nearly_finished(party))
    laptop.page.route(drawn, lambda route: coming.append(route))
    with laptop.page.expect_request(drawn):
        party.made(3, "deck_empty")
    words, ends = laptop.page.locator(".in-lines > .hint"), laptop.page.locator(".now-ends")
    expect(words).to_have_text("Players’ worth: being drawn")
    expect(laptop.page.locator(".in-order .number")).to_have_count(3)
    before = top(ends)
    assert top(words) - bottom(laptop.page.locator(".finished .as-button")) < GAP_PX
    assert before - bottom(words) < 2 * GAP_PX
    for route in coming:
        route.continue_()
    expect(words).to_have_count(0, timeout=PATIENCE_MS)
    expect(laptop.page.locator(".in-lines img")).to_be_visible()
    assert top(ends) == before
    no_faults(laptop)


@thorough
@pytest.mark.parametrize("high", [1080, 720])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_share_that_is_framed_moves_no_row(
    browser: Browser, client: Client, language: str, high: int
) -> None:
    """What is framed is said in the head, which has its line before anybody presides; only where somebody may."""
    party = new_party(
        client, ["Al", "Bo", "Cy", "Maximiliane"], game="southern-pacific", options={"first_bidder": 1}
    )
    size = {"viewport": {"width": high * 16 // 9, "height": high}, **STILL, "locale": language}
    tv = seated(browser, party, 0, "/board", **size)
    rows, title = (
        tv.page.locator("[data-panel=players] tbody th"),
        tv.page.locator("[data-panel=players] .corner"),
    )
    expect(rows).to_have_count(4)
    settled(tv.page)
    before = [row.bounding_box() for row in rows.all()]
    party.made(0, "auction_result", winner=1, amount=9)
    tv.until(int(party.made(0, "build_link", **{"from": "Beaumont", "to": "Houston"})["revision"]))
    framed = {"en": "framed: president", "de": "umrahmt: Präsident"}[language]
    expect(title).to_have_attribute("data-framed", framed)
    settled(tv.page)
    assert [row.bounding_box() for row in rows.all()] == before
    other = seated(browser, new_party(client, game="prairie-railroads"), 0, "/board", **size)
    settled(other.page)
    assert other.page.locator(".panel[data-presidents]").count() == 0
    no_faults(tv, other)


@thorough
@pytest.mark.parametrize("high", [1080, 720])
@pytest.mark.parametrize("language", ["en", "de"])
def test_with_the_bank_alone_the_code_for_who_comes_late_fills_its_place(
    browser: Browser, client: Client, language: str, high: int
) -> None:
    """No pages take turns there. It is about a third of the height, and what it is for stands whole below."""
    options = {"box": "prairie-railroads", "starting_cash": 60}
    party = new_party(client, ["Ann", "Ben", "Cem"], claim=False, game="bank", options=options)
    party.claim(1)
    by_host(party, "pay", **{"from": "seat:1", "to": "seat:2", "amount": 5})
    size = {"viewport": {"width": high * 16 // 9, "height": high}, **STILL, "locale": language}
    tv = seated(browser, party, 0, "/board", **size)
    code, words = tv.page.locator(".board-foot .join-picture"), tv.page.locator(".board-foot p")
    expect(code).to_be_visible()
    settled(tv.page)
    assert code.evaluate("one => one.offsetHeight") >= 0.32 * high
    place = tv.page.locator(".board-corner")
    assert top(place) + 4 < top(code)
    assert bottom(words) + 4 < bottom(place)
    assert not cut(tv.page)
    no_faults(tv)


@thorough
@pytest.mark.parametrize(("language", "words"), [("en", "First investments"), ("de", "Erste Aktien")])
def test_the_first_investments_are_nobodys_in_particular(
    browser: Browser, client: Client, language: str, words: str
) -> None:
    """A list of all three stands below its heading, which names none of them."""
    party = new_party(client, game="union-pacific", options={"first_player": 1})
    tv = seated(browser, party, 0, "/board", **{**TV, **STILL, "locale": language})
    for seat, company in ((1, "WW"), (2, "KCC"), (3, "KCC")):
        last = party.made(seat, "reveal", company=company)
    tv.until(int(last["revision"]))
    expect(tv.page.locator(".moment-words")).to_have_text(words)
    expect(tv.page.locator(".moment-paid li")).to_have_count(3)
    no_faults(tv)
