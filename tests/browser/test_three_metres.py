"""The board across a room: in evenings of every game nothing is cut, nothing scrolls, no panel leaves its place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.client.bots import Bot
from tests.browser.pages import STILL, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.test_bank import by_host
from tests.browser.test_union_pacific import revealed
from tests.indoors import Indoors
from tests.phoning import phoning
from tests.server import Client, Party, first_seat, new_party, thorough

NAMES = [
    "Maximiliane von Hohenstein-Krähwinkel",
    "Bartholomew Featherstonehaugh III.",
    "Christopherson",
    "Ed",
    "Giovanni Battista della Francesca",
    "Wilhelmina Oppenheimer",
]
LONGEST = 2_000
WITH_AN_END = ["union-pacific", "texas-pacific", "prairie-railroads", "southern-pacific", "gulf-mobile-ohio"]
LOOKS = 12
"""How many moments of an evening are looked at, the first and the last included."""
SHOW = """
([doc, before]) => {
  const screen = document.querySelector("board-screen");
  screen.table.before = before;
  Object.defineProperty(screen.table, "doc", { value: doc, configurable: true, writable: true });
  screen.draw(doc);
}
"""
CLEAR = """
(all) => all.every((one) => one.getBoundingClientRect().top >= one.closest(".sheet").getBoundingClientRect().top +
  parseFloat(getComputedStyle(one.closest(".sheet").querySelector(":not(.held) + .held"), "::before").height))
"""
FOUND = """
(least) => {
  const found = [];
  const sees = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1) found.push("scrolls");
  for (const one of document.querySelectorAll("board-screen *")) {
    const { width, right, bottom } = one.getBoundingClientRect();
    if (!sees(one) || one.closest("svg, .unseen") || width < 2 || !one.textContent.trim()) continue;
    const { overflowX, overflowY, fontSize } = getComputedStyle(one);
    const words = `${one.className} ${one.textContent.slice(0, 20)}`;
    const hides = overflowX !== "visible" || overflowY !== "visible";
    const more = one.scrollWidth > one.clientWidth + 4 || one.scrollHeight > one.clientHeight + 4;
    if (hides && more && !one.closest(".lines") && !one.matches(".turning-page")) found.push(`cut: ${words}`);
    if (!one.closest(".lines, .turning-page") && (right > innerWidth + 1 || bottom > innerHeight + 1)) {
      found.push(`beyond: ${words}`);
    }
    if (one.matches(":is(.board-wide td, .moment, .high-bid, .ending-ranks, .nearest-end) .figure") &&
      parseFloat(fontSize) < least - 0.1) found.push(`small: ${words} ${fontSize}`);
  }
  const placeOf = (one) => document.querySelector(one)?.getBoundingClientRect();
  const [lines, newest] = [placeOf(".lines"), placeOf(".lines > li")];
  if (newest && (newest.right > lines.right + 1 || newest.bottom > lines.bottom + 1)) found.push("no last move");
  return found;
}
"""
ENDS = """
() => {
  const screen = document.querySelector("board-screen");
  const { doc } = screen.table;
  return doc.end.flatMap((end) => {
    screen.draw({ ...doc, end: [{ ...end, progress: end.of - 1, met: false }] });
    const line = document.querySelector(".nearest-end p");
    const lines = line.getBoundingClientRect().height / parseFloat(getComputedStyle(line).fontSize);
    return lines > 1.5 ? [[...line.children].map((one) => one.textContent).join(" / ")] : [];
  });
}
"""
"""The ends of a game that take two lines when they are near."""
THREE_SHARES = """
() => {
  const screen = document.querySelector("board-screen");
  const doc = structuredClone(screen.table.doc);
  const players = doc.panels.find(({ name }) => name === "players");
  const [one, two, three] = doc.railroads.map(({ id }) => id);
  for (const cell of players.rows[0].cells.slice(-2)) cell.text = [one, two, three].join(", ");
  screen.draw(doc);
}
"""
"""Somebody has three railroads in each of the last two columns."""
NOTICE = """
() => [...document.querySelectorAll("bank-notice > span")].map((one) => parseFloat(getComputedStyle(one).fontSize))
"""
PLACES = """
() => JSON.stringify([...document.querySelectorAll(".board-wide .panel, .board-stage, .board-corner")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.dataset.panel ?? one.className, Math.round(x), Math.round(y), Math.round(width), Math.round(height)];
}))
"""
CUBES = """
() => Math.min(Infinity, ...[...document.querySelectorAll(".track:not([data-short]) .marker .letters")]
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))
"""
NUMBERS = CUBES.replace(".marker .letters", ".space-number:not([data-word])")
LINES_A_CUBE = 48
"""Four letters on a cube that stands in one of twenty spaces: 22.5 px of 1080."""
OVER_THE_BAR = """
() => document.querySelector(".again-bar").getBoundingClientRect().top -
  document.querySelector("board-screen").getBoundingClientRect().bottom
"""
NAMES_OVER_BIDS = """
() => [...document.querySelectorAll(".bidders li")].filter((line) => {
  const words = document.createRange();
  words.selectNodeContents(line.querySelector(".name"));
  const { right } = words.getBoundingClientRect();
  return [...line.querySelectorAll(".figure")].some((one) => one.getBoundingClientRect().left < right);
}).map((line) => line.textContent)
"""
"""The bidders whose names reach into a figure of theirs."""
CROSSED = """
() => {
  const path = document.querySelector(".arrows path");
  const frame = document.querySelector(".arrows").getBoundingClientRect();
  const cubes = [...document.querySelectorAll(".track .marker")].map((cube) =>
    [cube.dataset.marker, cube.getBoundingClientRect()]);
  const length = path.getTotalLength() - 4 * 9; // the head, and a little more
  const points = Array.from({ length: 100 }, (_, at) => path.getPointAtLength(5 + at * (length - 5) / 100))
    .map(({ x, y }) => [x + frame.x, y + frame.y]);
  return cubes.filter(([, { left, right, top, bottom }]) =>
    points.some(([x, y]) => x > left + 1 && x < right - 1 && y > top + 1 && y < bottom - 1)).map(([name]) => name);
}
"""
"""The cubes and outlines that the arrow runs through."""
LUCK = {"gulf-mobile-ohio": "b"}
"""An evening of eleven railroads: of its twenty-three as many come as at most tables."""
LINES_A_FIGURE = 36
"""A TV of 1080 lines has figures of 30 px."""


@cache
def evening(game: str, seats: int) -> tuple[list[Any], Any]:
    """The table at every moment of an evening that bots play, and its export; it is played in this process alone."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        room = Indoors(Path(folder))
        host = phoning(room).create(game, NAMES[:seats], options={"teach": False, **first_seat(game)})
        bots = {seat: Bot(f"{game} {seat}{LUCK.get(game, '')}") for seat in range(1, seats + 1)}
        found = []
        for _ in range(LONGEST):
            found.append(room.get(f"/tables/{host.code}", host.key).json)
            table = host.read()
            if table.finished:
                break
            seat = table.turn.seats[0]
            bots[seat].play(
                [offer for offer in table.offers if offer.seat == seat], lambda body: host.move(**body)
            )
        export = room.get(f"/tables/{host.code}/export", host.key).json
        room.service.store.close()
    return found[:-1], export


def again(client: Client, export: Any) -> Party:
    """That evening, at a table of this server."""
    found = client.post("/tables/import", export).json
    return Party(client, found["code"], found["host_key"], found["join_key"])


def a_tv(high: int) -> Mapping[str, Any]:
    return {"viewport": {"width": high * 16 // 9, "height": high}, **STILL}


def some_moments(found: list[Any]) -> list[int]:
    """Evenly spread."""
    return sorted({number * (len(found) - 1) // (LOOKS - 1) for number in range(LOOKS)})


EVENINGS = [
    pytest.param(
        game, seats, high, id=f"{game}-{seats}-{high}", marks=[] if quick and high == 1080 else thorough
    )
    for game, seats, quick in (
        ("union-pacific", 6, False),
        ("union-pacific", 2, True),
        ("texas-pacific", 6, False),
        ("texas-pacific", 2, False),
        ("prairie-railroads", 5, False),
        ("southern-pacific", 5, False),
        ("gulf-mobile-ohio", 5, False),
    )
    for high in (1080, 720)
]


@pytest.mark.parametrize(("game", "seats", "high"), EVENINGS)
def test_an_evening_from_three_metres(
    browser: Browser, client: Client, game: str, seats: int, high: int
) -> None:
    docs, export = evening(game, seats)
    party = new_party(client, game=game)
    tv = Screen(browser, "TV", **a_tv(high))
    tv.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}/board")
    settled(tv.page)
    places = set()
    for moment in some_moments(docs):
        tv.page.evaluate(SHOW, [docs[moment], docs[max(0, moment - 1)]])
        settled(tv.page)  # a figure that rolls to its place is beyond it on the way
        assert tv.page.evaluate(FOUND, high / LINES_A_FIGURE) == [], (game, moment)
        assert tv.page.evaluate(CUBES) >= high / LINES_A_CUBE, (game, moment)
        assert tv.page.evaluate(NUMBERS) >= high / LINES_A_FIGURE, (game, moment)
        if moment:  # before the first move laying out the board has the room of the last moves
            places.add(tv.page.evaluate(PLACES))
    assert len(places) == 1
    tv.page.goto(f"http://127.0.0.1:{client.port}/t/{again(client, export).code}/board")
    tv.page.wait_for_selector(".ending-charts [data-open] img")
    settled(tv.page)
    assert tv.page.evaluate(FOUND, high / LINES_A_FIGURE) == []
    room = tv.page.locator(".ending-charts .turning-pages").bounding_box()
    chart = tv.page.locator(".ending-charts [data-open] img").bounding_box()
    assert room
    assert chart
    assert chart["height"] > 0.9 * room["height"] > 0.5 * high
    no_faults(tv)


@pytest.mark.parametrize(
    ("game", "seats", "high"),
    [
        pytest.param("bank", 12, 1080, id="bank-12-1080"),
        *(
            pytest.param(game, seats, high, id=f"{game}-{seats}-{high}", marks=thorough)
            for high in (1080, 720)
            for game, seats in (
                ("union-pacific", 6),
                ("texas-pacific", 6),
                ("gulf-mobile-ohio", 5),
                ("bank", 6),
                ("bank", 8),
            )
        ),
    ],
)
def test_a_beginning_from_three_metres(
    browser: Browser, client: Client, game: str, seats: int, high: int
) -> None:
    """Nobody has sat down: the way to join has the place of what is of the moment."""
    box = {"box": "prairie-railroads", "starting_cash": 60} if game == "bank" else {}
    names = [*NAMES, "Anna Berger", "Anna Maier", "Josephine", "Theodor", "Katharina", "Fritz"][:seats]
    party = new_party(client, names, claim=False, game=game, options=box)
    tv = seated(browser, party, 0, "/board", **a_tv(high))
    assert tv.page.evaluate(FOUND, high / LINES_A_FIGURE) == []
    assert tv.page.locator(":is(.way-in-large, .board-foot) .join-picture:visible").is_visible()
    no_faults(tv)


@thorough
def test_five_bidders_are_read_while_the_board_is_laid_out(browser: Browser, client: Client) -> None:
    """Texas & Pacific has a long list of what to lay out; it is turned over once more."""
    party = new_party(client, NAMES[:5], game="texas-pacific")
    tv = seated(browser, party, 0, "/board", **a_tv(1080))
    expect(tv.page.locator(".bidders li")).to_have_count(5)
    sizes = tv.page.locator(".bidders .figure").evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 1080 / LINES_A_FIGURE
    no_faults(tv)


@thorough
@pytest.mark.parametrize("high", [1080, 720])
def test_what_each_of_six_bidders_has_is_read_as_other_figures_are(
    browser: Browser, client: Client, high: int
) -> None:
    """Texas & Pacific: names may be smaller. So are bids read that were raised."""
    party = new_party(client, NAMES, game="texas-pacific")
    for amount in (3, 4, 5):
        party.made(0, "bid", amount=amount)
    tv = seated(browser, party, 0, "/board", **a_tv(high))
    expect(tv.page.locator(".bidders li")).to_have_count(6)
    settled(tv.page)
    sizes = tv.page.locator(".bidders .figure").evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert len(sizes) == 9, "three bids, and what six have"
    assert min(sizes) >= high / LINES_A_FIGURE - 0.1
    assert tv.page.evaluate(NAMES_OVER_BIDS) == []
    assert tv.page.evaluate(FOUND, high / LINES_A_FIGURE) == []
    no_faults(tv)


@thorough
@pytest.mark.parametrize("high", [1080, 720])
def test_a_bidders_name_does_not_run_into_the_bid(browser: Browser, client: Client, high: int) -> None:
    """However long it is, and with a bid of three digits beside it: smaller letters before a cut."""
    party = new_party(
        client, NAMES[:5], game="bank", options={"box": "southern-pacific", "starting_cash": 400}
    )
    by_host(party, "auction", seat=1, company="SP", style="ascending", opener=1)
    for seat, amount in enumerate((101, 202, 303, 304, 305), 1):
        by_host(party, "bid", seat=seat, amount=amount)
    tv = seated(browser, party, 0, "/board", **a_tv(high))
    expect(tv.page.locator(".bidders li")).to_have_count(5)
    settled(tv.page)
    assert tv.page.evaluate(NAMES_OVER_BIDS) == []
    no_faults(tv)


@thorough
@pytest.mark.parametrize(
    ("start", "end"),
    [(4, 13), (3, 8), (8, 3), (6, 1)],
)
def test_an_arrow_leads_over_the_cubes_between(
    browser: Browser, client: Client, start: int, end: int
) -> None:
    """Three cubes stand at $5, near an end of its way or in the middle: it crosses none of them, and ends on top of
    the one that is at $1, $3, $8 or $13 already."""
    party = new_party(client, game="southern-pacific")
    incomes = {"TP": 5, "MP": 5, "MKT": 5, "SLSF": end, "GHH": 19, "SP": start}
    said = [{"of": f"railroad:{name}", "name": "income", "value": at} for name, at in incomes.items()]
    party.made(0, "correct", set=said, note="for the test")
    tv = seated(browser, party, 0, "/board", **a_tv(1080))
    moved = [{"of": "railroad:SP", "name": "income", "value": end}]
    tv.until(party.made(0, "correct", set=moved, note="for the test")["revision"])
    settled(tv.page)
    assert tv.page.evaluate(CROSSED) == []
    no_faults(tv)


@thorough
def test_three_railroads_side_by_side_have_badges(browser: Browser, client: Client) -> None:
    """In two columns too, and the figures beside them stay as large as they are."""
    tv = seated(browser, new_party(client, game="gulf-mobile-ohio"), 0, "/board", **a_tv(1080))
    tv.page.evaluate(THREE_SHARES)
    settled(tv.page)
    assert tv.page.locator("[data-panel=players] tbody railroad-badge").count() == 6
    assert tv.page.evaluate(FOUND, 1080 / LINES_A_FIGURE) == []
    no_faults(tv)


@thorough
@pytest.mark.parametrize("high", [1080, 720])
def test_a_bank_without_printed_money_is_told_across_the_room(
    browser: Browser, client: Client, high: int
) -> None:
    """In letters as large as the others, and the board below it still has room for all of its own."""
    party = new_party(client, game="southern-pacific")
    balance = party.document()["bank"]["balance"]
    more = [{"from": "bank", "to": "seat:1", "amount": balance + 38}]
    party.made(0, "correct", postings=more, note="for the test")
    tv = seated(browser, party, 0, "/board", **a_tv(high))
    tv.page.wait_for_selector("bank-notice:not([hidden]) span")
    settled(tv.page)
    sizes = tv.page.evaluate(NOTICE)
    assert min(sizes) >= high / LINES_A_FIGURE - 0.1
    assert tv.page.evaluate(FOUND, high / LINES_A_FIGURE) == []
    no_faults(tv)


@thorough
@pytest.mark.parametrize("locale", ["en", "de-DE"])
def test_how_near_the_end_is_fits_one_line(browser: Browser, client: Client, locale: str) -> None:
    """What brings the end, and its count beside it."""
    found: list[str] = []
    for game in WITH_AN_END:
        tv = seated(browser, new_party(client, game=game), 0, "/board", **a_tv(1080), locale=locale)
        found += tv.page.evaluate(ENDS)
        tv.close()
    assert found == []


@pytest.mark.thorough
@pytest.mark.parametrize("high", [1080, 720])
def test_the_evening_again_has_room_for_its_bar(browser: Browser, client: Client, high: int) -> None:
    """The board is as much smaller as the bar is high: nothing of it is cut, and nothing lies behind the bar."""
    _, export = evening("texas-pacific", 6)
    tv = seated(browser, again(client, export), 0, "/again#at=60", **a_tv(high))
    tv.page.wait_for_selector(".board-stage > *")
    settled(tv.page)
    found = tv.page.evaluate(FOUND, high / LINES_A_FIGURE * 0.8)
    assert [line for line in found if line != "scrolls"] == [], "below it are the links"
    assert -1 <= tv.page.evaluate(OVER_THE_BAR) <= 1
    no_faults(tv)


@thorough
def test_what_is_framed_is_told_above_the_names_of_six_and_touches_none(
    browser: Browser, client: Client
) -> None:
    """Its line ends where the highest letter of a name may begin, at the latest."""
    party = revealed(new_party(client, NAMES, game="union-pacific"), "WW", "MRR", "KCC", "ESL", "UMR", "DM")
    tv = seated(browser, party, 0, "/board", **a_tv(720), locale="de")
    names = tv.page.locator("[data-panel=railroads] thead .held .name")
    expect(names).to_have_count(6)
    assert names.evaluate_all(CLEAR)
