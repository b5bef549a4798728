"""The board on a TV: all of it at a glance, and nothing jumps while moves arrive."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from companion.games import GAMES
from tests.api.test_evenings_http import HttpPlayer
from tests.browser.measures import WATCH_SHIFTS
from tests.browser.pages import PATIENCE_MS, PHONE, STILL, TV, Screen, no_faults, settled
from tests.browser.pictures import LONG_NAMES, a_few_turns, auctions, seated, table
from tests.browser.played import played
from tests.evening_reader import play_evening
from tests.server import FULL, Client, Party, new_party, thorough, times

EVENINGS = Path(__file__).parent.parent / "evenings"
WATCHED = times(30, 2)
JUMPY = 0.1 * WATCHED / 30
"""All layout shift over thirty moves together: what web.dev calls good for a single page load."""
READABLE_PX = 18
"""Letters of a figure on a TV of 1080 lines, for eyes three metres away: 18 px of 1080 on a 42 inch screen are 9 mm.
It holds where the only font is as wide as DejaVu; narrower ones become larger."""
UHD: dict[str, Any] = {"viewport": {"width": 3840, "height": 2160}}
SCENE = """
() => {
  const screen = document.getElementById("screen").firstChild;
  const { auction, offers, turn } = screen.table.doc;
  const work = screen.querySelector("hands-checklist")?.entry.revision;
  return JSON.stringify([screen.dataset.turn, Boolean(auction), auction ? null : work, offers.map(({ type }) => type)]);
}
"""
"""What a player looks at: a form that comes or goes is a new scene, and may take the room it needs."""
SHIFTED = """
() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(window.shifts.splice(0)))))
"""
CLIPPED = """
() => [...document.querySelectorAll(
  ".board-wide, .board-wide .grid-scroll, .board-stage, .moment, auction-box")]
  .filter((box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
  .map((box) => box.className + " " + (box.dataset.panel ?? ""))
"""
JOB_PX = "parseFloat(getComputedStyle(document.querySelector('.checklist label')).fontSize)"
JOBS_SEEN = """
() => {
  const page = document.querySelector(".turning-page[data-open]").getBoundingClientRect();
  return [...document.querySelectorAll(".checklist > li")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left >= page.left - 1 && right <= page.right + 1 && top >= page.top - 1 && bottom <= page.bottom + 1;
  }).map((one) => one.innerText.trim());
}
"""
LEFT = "(places) => [...document.querySelectorAll(places)].map((one) => one.getBoundingClientRect().left)"
BOXES = (
    "(places) => [...document.querySelectorAll(places)].map((one) => one.getBoundingClientRect().toJSON())"
)
TWO_MORE = """
(listed) => {
  const screen = document.querySelector("board-screen");
  const doc = structuredClone(screen.table.doc);
  if (!listed) doc.panels = doc.panels.filter(({ kind }) => kind !== "list");
  const { rows } = doc.panels.find(({ name }) => name === "railroads");
  rows.push(...rows.map((row, at) => ({ ...row, head: { railroad: ["N&P", "M&C"][at] } })));
  screen.draw(doc);
}
"""
"""Two more railroads are on the board; are those that may still come listed?"""
TOLD_AT_LENGTH = """
() => {
  const screen = document.querySelector("board-screen");
  const doc = structuredClone(screen.table.doc);
  const last = doc.recent.at(-1);
  last.instructions = [];
  doc.recent = [...doc.recent, { ...last, revision: last.revision + 1, instructions: [], summary: "Ed passes" }];
  doc.recent.at(-3).summary = Array(12).fill("Somebody is paid something").join("; ");
  screen.draw(doc);
}
"""
LONG_ONE = """
() => [...document.querySelectorAll(".last-moves li")].find((one) => one.textContent.startsWith("Somebody")).innerText
"""
CUT_LINES = """
() => [...document.querySelectorAll(".last-moves li > *")].filter((one) => one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent)
"""
LETTERS = "(places) => [...document.querySelectorAll(places)].map((one) => getComputedStyle(one).fontFamily)"
LINES_A_JOB = 36.5
"""What hands do is as large as a figure: 30 px of 1080."""


def letters_px(tv: Screen) -> float:
    return min(
        float(px)
        for px in tv.page.eval_on_selector_all(
            ".board-wide td .figure, .bidders .figure",
            "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))",
        )
    )


@pytest.fixture
def playing(client: Client) -> Party:
    party = table(client, ["Ada", "Edmund", "Josephine"])
    auctions(party)
    a_few_turns(party)
    return party


@pytest.fixture
def bidding(client: Client) -> Party:
    party = table(client, LONG_NAMES)
    auctions(party, 4)
    party.made(0, "bid", amount=3)
    return party


@pytest.fixture
def presiding(client: Client) -> Party:
    """Five long names, each with a railroad: the widest table of players there is."""
    homes = {"MP": "Paris", "TP": "Marshall", "SLSF": "Fayetteville", "GHH": "Galveston"}
    setup = {
        "game": "southern-pacific",
        "players": LONG_NAMES,
        "options": {"first_bidder": 1},
        "facts": {"homes": homes},
    }
    made = client.post("/tables", setup).json
    party = Party(client, made["code"], made["host_key"], made["join_key"])
    for seat in range(1, 6):
        party.claim(seat)
    links = (
        "Beaumont-Houston Marshall-Longview Paris-Sherman McAlester-Tulsa Fayetteville-Rogers Galveston-Alvin"
    )
    for number, link in enumerate(links.split()):
        start, _, end = link.partition("-")
        party.made(0, "auction_result", winner=number % 5 + 1, amount=9 - number)
        party.made(0, "build_link", **{"from": start, "to": end})
    return party


FITTED = [
    pytest.param(which, size, id=f"{which}-{size['viewport']['height']}")
    for which in ("playing", "bidding", "presiding")
    for size in (TV, UHD)
    if FULL or (size is TV and which == "playing")
]


@pytest.mark.parametrize(("which", "size"), FITTED)
def test_all_of_it_fits_one_tv(
    browser: Browser, request: pytest.FixtureRequest, which: str, size: dict[str, Any]
) -> None:
    party: Party = request.getfixturevalue(which)
    tv = seated(browser, party, 0, "/board", **size)
    expect(tv.page.locator("track-panel")).to_be_visible(timeout=PATIENCE_MS)
    assert tv.page.evaluate(CLIPPED) == []
    expect(tv.page.locator("grid-panel[data-cards]")).to_have_count(0)
    high = size["viewport"]["height"]
    assert tv.page.evaluate("document.documentElement.scrollHeight") <= high
    assert letters_px(tv) >= READABLE_PX * high / 1080
    hands = tv.page.locator(".turning-page[data-open]")
    expect(hands).to_have_attribute("data-page", "work")
    expect(tv.page.locator(".turning-foot .ends li")).to_be_in_viewport(ratio=1)  # how near the end is
    no_faults(tv)


@thorough
def test_what_hands_must_do_names_its_move_where_another_is_told(browser: Browser, client: Client) -> None:
    party = new_party(client, game="gulf-mobile-ohio")
    party.made(0, "charter", railroad="SC")
    tv = seated(browser, party, 0, "/board", **TV)
    asks = tv.page.locator('.turning-page[data-page="work"] hands-checklist > .hint')
    expect(asks).to_have_text(
        "Ed auctions the SC’s Charter", timeout=PATIENCE_MS
    )  # the auction stands beside it
    phone = seated(browser, party, 0, **PHONE)
    expect(phone.page.locator("hands-checklist > ul")).to_be_visible(timeout=PATIENCE_MS)
    expect(phone.page.locator("hands-checklist > .hint")).to_have_count(0)
    party.made(0, "bid", amount=int(party.document()["auction"]["least_bid"]))
    tv.until(int(party.document()["revision"]))
    expect(asks).to_have_text("Ed auctions the SC’s Charter")  # it is still that auction
    no_faults(tv, phone)


@thorough
def test_before_the_first_move_laying_out_the_board_has_the_room(browser: Browser, client: Client) -> None:
    party = new_party(client, game="gulf-mobile-ohio")
    tv = seated(browser, party, 0, "/board", **TV)
    jobs = tv.page.locator(".turning-page[data-open] .checklist > li")
    expect(jobs).to_have_count(5, timeout=PATIENCE_MS)
    for job in jobs.all():
        expect(job).to_be_in_viewport(ratio=1)
    expect(tv.page.locator(".last-moves")).to_have_count(0)
    party.made(0, "charter", railroad="SC")
    party.made(0, "bid", amount=12)
    party.made(0, "pass")
    party.made(0, "pass")
    last = tv.page.locator(".last-moves li")  # an auction that is over is told by how it began and ended
    expect(last).to_have_text(["Ed auctions the SC’s Charter", "The game begins"], timeout=PATIENCE_MS)
    no_faults(tv)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_all_that_lays_out_the_board_stands_beside_the_first_auction(
    browser: Browser, client: Client, language: str
) -> None:
    """In letters as large as those of the figures, on a page or two; the auction has a line for everybody."""
    party = new_party(client, ["Ed", "Dave", "Pete", "Ann", "Bob", "Maximiliane"], game="texas-pacific")
    for high in (1080, 720):
        size = {"viewport": {"width": high * 16 // 9, "height": high}, "locale": language}
        tv = seated(browser, party, 0, "/board", **{**TV, **size})
        jobs = tv.page.locator(".turning-page[data-open] .checklist > li")
        expect(jobs).to_have_count(9, timeout=PATIENCE_MS)
        assert tv.page.evaluate(JOB_PX) >= high / LINES_A_JOB
        count, seen = tv.page.locator(".turning-count"), tv.page.evaluate(JOBS_SEEN)
        assert 0 < len(seen) < 9
        expect(count).to_have_text(re.compile("^1 (of|von) [23]$"))
        for _ in range(int(count.inner_text()[-1]) - 1):
            tv.page.locator(".turning-button").last.click()
            seen += tv.page.evaluate(JOBS_SEEN)
        assert seen == jobs.all_inner_texts()
        expect(tv.page.locator(".turning-page[data-open] hands-checklist > .hint")).to_have_count(0)
        for has in tv.page.locator(".bidders .hint.figure").all():
            expect(has).to_be_in_viewport(ratio=1)
        assert len(set(tv.page.evaluate(LEFT, ".bidders > li"))) == 1
        assert tv.page.evaluate(CLIPPED) == []
        no_faults(tv)
        tv.close()


@thorough
def test_a_long_list_is_turned_over(browser: Browser, client: Client) -> None:
    """Its letters are no smaller, and no panel gives way to it."""
    party = new_party(client, game="union-pacific")
    for seat, company in enumerate(("WW", "MRR", "KCC"), 1):
        party.made(seat, "reveal", company=company)
    tv = seated(browser, party, 0, "/board", **TV)
    jobs = tv.page.locator(".turning-page[data-open] .checklist > li")
    expect(jobs).to_have_count(7, timeout=PATIENCE_MS)
    expect(tv.page.locator(".turning-count")).to_have_text(re.compile("^1 of [23]$"))
    assert tv.page.evaluate(JOB_PX) >= 1080 / LINES_A_JOB
    assert tv.page.evaluate(CLIPPED) == []
    no_faults(tv)


@thorough
def test_no_bar_is_alone_on_a_page(browser: Browser, client: Client) -> None:
    """Six railroads' cubes stand on one, closer than five would."""
    tv = seated(browser, new_party(client, game="southern-pacific"), 0, "/board", **TV, **STILL)
    onward = tv.page.locator(".turning-button").last
    while not tv.page.locator('.turning-page[data-open][data-page="cubes"]').count():
        onward.click()
    assert tv.page.locator(".turning-page[data-open] dt").count() == 6
    for bar in tv.page.locator(".turning-page[data-open] dd").all():
        expect(bar).to_be_in_viewport(ratio=1)
    no_faults(tv)


@thorough
def test_a_long_move_hides_none_before_it(browser: Browser, client: Client) -> None:
    """It is shortened by whole clauses; and heads of one table have one kind of letters."""
    party = new_party(client, ["Josephine", "Bartholomew", "Ada", "Edmund"], game="union-pacific")
    for seat, company in enumerate(("WW", "MRR", "KCC", "DM"), 1):
        party.made(seat, "reveal", company=company)
    party.made(1, "build", company="MS", dividend_cards=0)
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    tv.page.evaluate(TOLD_AT_LENGTH)
    settled(tv.page)
    shown = tv.page.evaluate(BOXES, ".last-moves .lines, .last-moves li")
    assert len(shown) > 3
    assert re.fullmatch(
        "Somebody is paid something(; Somebody is paid something)+", tv.page.evaluate(LONG_ONE)
    )
    assert tv.page.evaluate(CUT_LINES) == []
    assert all(line["right"] <= shown[0]["right"] + 1 for line in shown[1:3])
    kinds = tv.page.evaluate(LETTERS, "[data-panel=railroads] thead :is(.cell-text, .seat-mark)")
    assert len(set(kinds)) == 1
    no_faults(tv)


@thorough
def test_what_is_still_to_come_has_its_place(browser: Browser, client: Client) -> None:
    """Of a game whose railroads come one by one: markers keep off one another at the start, players' columns stay where
    they are, and below the railroads stand those that may still come; where none are listed the ledger is ruled on in
    lines as high as those that are there."""
    names = ["Ed", "Dave", "Pete", "Edmund", "Bartholomew"]
    empty = seated(browser, new_party(client, names, game="gulf-mobile-ohio"), 0, "/board", **TV)
    boxes = empty.page.evaluate(BOXES, ".track .disc")
    assert all(one["bottom"] + 2 < next_one["top"] for one, next_one in pairwise(boxes))
    expect(empty.page.locator("[data-panel=railroads] th").first).to_be_hidden()
    some = seated(browser, played(client, "gulf-mobile-ohio/common-shares", 6), 0, "/board", **TV)
    settled(some.page)
    heads = [tv.page.locator("[data-panel=players] thead th").all_inner_texts() for tv in (empty, some)]
    assert heads[0] == heads[1] == ["Cash", "VP", "Charters", "Commons"]
    assert not empty.page.locator("[data-panel=players] thead th.number").nth(2).count(), "but Cash and VP"
    some.page.evaluate(TWO_MORE, True)
    settled(some.page)
    coming = some.page.locator("[data-panel=railroads] .coming tr")
    assert [words.split()[1] for words in coming.all_inner_texts()] == ["home"] * 4
    lines = some.page.evaluate(BOXES, "[data-panel=railroads] tbody tr")
    assert max(line["height"] for line in lines) - min(line["height"] for line in lines) <= 2
    some.page.evaluate(TWO_MORE, False)
    settled(some.page)
    assert coming.count() == 0
    frame, *rows = some.page.evaluate(BOXES, "[data-panel=railroads] :is(.grid-scroll, tbody tr)")
    page = Image.open(io.BytesIO(some.page.screenshot())).convert("L")
    middle, last = int(frame["x"] + frame["width"] / 2), rows[-1]
    below = range(int(last["bottom"]) + 3, int(frame["bottom"]))
    assert len(below) > last["height"], "there is room for one more"
    paper = page.getpixel((middle, below[0]))
    ruled = next(y for y in below if page.getpixel((middle, y)) != paper)
    assert abs(ruled - last["bottom"] - last["height"]) <= 0.15 * last["height"]
    no_faults(empty, some)


class EnoughError(Exception):
    """Enough moves have been watched."""


class Watched(HttpPlayer):
    """Plays an evening; after the first moves a TV and a phone are opened, and watch the following ones."""

    FIRST = 8

    def __init__(self, client: Client, browser: Browser) -> None:
        super().__init__(client)
        self.browser = browser
        self.made = 0
        self.screens: list[Screen] = []
        self.scenes: dict[str, str] = {}
        self.shifts: dict[str, list[Any]] = {"seat 0": [], "seat 1": []}

    def move(self, seat: int, body: Mapping[str, Any]) -> None:
        super().move(seat, body)
        self.made += 1
        if self.made == self.FIRST:
            self.screens = [
                seated(self.browser, self.party, 0, "/board", **TV),
                seated(self.browser, self.party, 1, **PHONE),
            ]
            for screen in self.screens:
                screen.page.evaluate(WATCH_SHIFTS)
        for screen in self.screens:
            screen.until(self.made)
            shifts = screen.page.evaluate(SHIFTED)
            scene = screen.page.evaluate(SCENE)
            if scene == self.scenes.get(screen.name) or screen.name == "seat 0":
                self.shifts[screen.name] += shifts
            self.scenes[screen.name] = scene
        if self.made == self.FIRST + WATCHED:
            raise EnoughError


@pytest.mark.parametrize("game", ["southern-pacific", *(["prairie-railroads"] if FULL else [])])
def test_nothing_jumps_while_moves_arrive(browser: Browser, client: Client, game: str) -> None:
    player = Watched(client, browser)
    with pytest.raises(EnoughError):
        play_evening(EVENINGS / game / "whole-evening.evening", player, GAMES)
    for screen in player.screens:
        shifts = player.shifts[screen.name]
        assert sum(shift["value"] for shift in shifts) <= JUMPY, (
            screen.name,
            sorted(shifts, key=lambda s: -s["value"])[:5],
        )
        no_faults(screen)
