"""The settlement through the real page: ranking and formulas, charts, paper, and what is kept of an evening."""

from __future__ import annotations

import csv
import io
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from companion.games import GAMES
from tests.api.test_evenings_http import HttpPlayer
from tests.browser.pages import DARK, LAPTOP, PATIENCE_MS, PHONE, TV, Screen, figure, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.evening_reader import play_evening
from tests.playing import begun, finished, nearly_finished
from tests.scanning import scanned
from tests.server import ROOT, Client, Party, new_party, thorough
from tests.timing import slowly

CHARTS = ["worth", "cash", "income", "treasury"]
DAYLIGHT = "() => [...document.querySelectorAll('.chart img')].every(one => !one.currentSrc.includes('dark'))"
SAVED = {"Save as a table (CSV)": ".csv", "Save the result": ".json", "Save the whole game": ".json"}
LOADED = "pictures => pictures.every(one => one.complete && one.naturalWidth > 0)"


def opened(browser: Browser, party: Party, seat: int = 1, charts: int = 4, **device: Any) -> Screen:
    """A screen of that seat (0: the host's) at the settlement; all its charts are there."""
    screen = Screen(browser, f"seat {seat}", **device)
    port = party.client.port
    key = {"host": party.host} if seat == 0 else {"seat": {"number": seat, "key": party.seats[seat]}}
    screen.has_kept({party.code: {"join": party.join, **key}})
    screen.page.goto(f"http://127.0.0.1:{port}/t/{party.code}/settlement")
    expect(screen.page.locator(".chart")).to_have_count(charts, timeout=PATIENCE_MS)
    pictures = screen.page.locator(".chart img")
    for picture in pictures.all():
        if picture.is_visible():  # a phone shows one at a time
            picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True, timeout=PATIENCE_MS)
    assert pictures.evaluate_all(LOADED)
    return screen


def shown(screen: Screen) -> list[str]:
    """The addresses of the charts that are shown."""
    return [
        str(url)
        for url in screen.page.locator(".chart img").evaluate_all("all => all.map(one => one.currentSrc)")
    ]


LOOKS: list[tuple[Any, Any]] = [(LAPTOP, DARK), (PHONE, {}), (PHONE, DARK), (LAPTOP, {})]


@thorough
@pytest.mark.parametrize(("device", "theme"), LOOKS)
def test_charts_as_the_page_is(browser: Browser, party: Party, device: Any, theme: Any) -> None:
    finished(party)
    screen = opened(browser, party, **device, **theme)
    for name, url in zip(CHARTS, shown(screen), strict=True):
        assert f"/charts/{name}.svg" in url
        assert ("theme=dark" in url) == bool(theme)
        assert ("narrow" in url) == (device is PHONE)
    assert int(screen.page.evaluate("document.documentElement.scrollWidth")) <= device["viewport"]["width"]
    alt = screen.page.locator("[data-chart=cash] img").get_attribute("alt") or ""
    for name in ("Ed", "Dave", "Pete"):
        assert f"{name} $40" in alt  # 80 - 20 - 20, and not what is paid for shares at the end
    no_faults(screen)


@thorough
@pytest.mark.parametrize(("device", "players"), [(LAPTOP, 3), (PHONE, 1)])
def test_only_the_charts_that_are_looked_at_are_fetched(
    browser: Browser, party: Party, device: Any, players: int
) -> None:
    """Of the players a laptop has all unfolded, a phone the winner alone."""
    finished(party)
    screen = Screen(browser, "settlement", **device)
    fetched: list[str] = []
    screen.page.on("response", lambda answer: fetched.append(answer.url))
    screen.page.goto(f"http://127.0.0.1:{party.client.port}/t/{party.code}/settlement")
    expect(screen.page.locator(".chart")).to_have_count(len(CHARTS), timeout=PATIENCE_MS)
    settled(screen.page)
    drawn = [url for url in fetched if "/charts/" in url]
    assert sum("/charts/seats/" in url for url in drawn) == players
    assert len(drawn) - players == len(CHARTS) == len(shown(screen))
    no_faults(screen)


@thorough
def test_charts_follow_the_browsers_own_light(browser: Browser, party: Party) -> None:
    finished(party)
    screen = opened(browser, party, **LAPTOP)
    screen.press(screen.page.get_by_role("button", name="Settings"))
    screen.page.get_by_label("Dark").check()
    picture = screen.page.locator("[data-chart=worth] img")
    expect(picture).to_have_js_property("complete", True, timeout=PATIENCE_MS)
    screen.page.wait_for_function(
        "() => document.querySelector('.chart img').currentSrc.includes('theme=dark')"
    )
    no_faults(screen)


@thorough
@pytest.mark.parametrize("theme", [DARK, {}])
def test_on_paper(browser: Browser, party: Party, theme: Any) -> None:
    """Black on white, with charts and without buttons, on one or two sheets; by lamplight too."""
    finished(party)
    screen = opened(browser, party, **LAPTOP, **theme)
    page = screen.page
    for paper in ("A4", "Letter"):
        sheets = page.pdf(format=paper)
        assert 1 <= len(re.findall(rb"/Type /Page\b", sheets)) <= 2, paper
    page.emulate_media(media="print")
    for gone in ("button", ".keep a", ".pages"):
        for item in page.locator(gone).all():
            expect(item).to_be_hidden()
    page.wait_for_function(DAYLIGHT)
    colours = page.evaluate(
        "['body', '.ranking > li'].map(one => getComputedStyle(document.querySelector(one)).backgroundColor)"
    )
    assert set(colours) == {"rgb(255, 255, 255)"}
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(0, 0, 0)"
    expect(page.locator(".chart img").first).to_be_visible()


@thorough
@pytest.mark.parametrize("theme", [DARK, {}])
def test_time_at_turn_is_told_and_on_paper(browser: Browser, party: Party, theme: Any) -> None:
    """An evening that took its time has a fifth chart and a line for everybody, in the order of the seats."""
    finished(party)
    slow = slowly(party, [5 * n for n in range(15)])
    screen = opened(browser, slow, charts=5, **PHONE, **theme)
    page = screen.page
    turns = page.locator(".turns")
    expect(turns.locator("tr")).to_have_count(3)
    assert turns.locator("td").all_inner_texts() == ["20 min", "20 min", "25 min"]
    expect(turns).to_contain_text("10 minutes at most")
    assert int(page.evaluate("document.documentElement.scrollWidth")) <= 360
    alt = page.locator("[data-chart=turn] img").get_attribute("alt") or ""
    assert alt.endswith("Ed 20 min, Dave 20 min, Pete 25 min")
    sheets = page.pdf(format="A4")
    assert 1 <= len(re.findall(rb"/Type /Page\b", sheets)) <= 2
    page.emulate_media(media="print")
    expect(turns).to_be_visible()
    no_faults(screen)


@thorough
def test_figures_stand_together_and_charts_beside_or_below_them(browser: Browser, party: Party) -> None:
    """On a TV what is to be read stands in one column, the charts in the other; on a phone the charts come last."""
    finished(party)
    slow = slowly(party, [5 * n for n in range(15)])
    screen = opened(browser, slow, charts=5, **TV)
    page = screen.page
    expect(page.locator(".turns tr")).to_have_count(3)

    def place(of: str) -> Any:
        return page.locator(of).bounding_box()

    read = (".ranking", ".per-share", ".keep", ".turns")
    boxes = [place(each) for each in read]
    charts = place(".charts")
    assert {box["x"] for box in boxes} == {boxes[0]["x"]}
    assert boxes[0]["x"] < charts["x"]
    for upper, lower in pairwise(boxes):
        assert 0 < lower["y"] - upper["y"] - upper["height"] < 60
    page.set_viewport_size(PHONE["viewport"])
    turns = place(".turns")
    assert turns["y"] + turns["height"] < place(".charts")["y"]
    no_faults(screen)


@thorough
def test_whoever_plays_at_once_sees_no_times(browser: Browser, party: Party) -> None:
    finished(party)
    screen = opened(browser, party, **PHONE)
    expect(screen.page.locator(".turns")).to_be_hidden()
    assert screen.page.locator(".turns > *").count() == 0
    no_faults(screen)


@thorough
def test_on_a_phone_the_accounts_of_others_are_folded(browser: Browser, party: Party) -> None:
    """The winner's and one's own are open; each is a tap away, and paper has them all. Laptops have room."""
    nearly_finished(party)
    apart = [
        {"from": "bank", "to": f"seat:{seat}", "amount": amount} for seat, amount in ((3, 200), (2, 100))
    ]
    party.made(0, "correct", postings=apart, note="so that nobody shares a place")
    party.made(3, "deck_empty")
    phone = opened(browser, party, 1, **PHONE)
    accounts = phone.page.locator(".ranking details")
    assert [one.get_attribute("open") is not None for one in accounts.all()] == [True, False, True]
    phone.press(accounts.nth(1).locator("summary"))
    expect(accounts.nth(1).locator(".payoff")).to_be_visible()
    phone.press(accounts.nth(0).locator("summary"))
    phone.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(phone.page.locator(".ranking .payoff").locator("visible=true")).to_have_count(3)
    shared = phone.page.get_by_role("link", name="Picture to share")
    box, last = shared.bounding_box(), phone.page.locator(".ranking > li").last.bounding_box()
    assert box
    assert last
    assert box["y"] > last["y"] + last["height"], "first who has won: what is shared of it comes below"
    no_faults(phone)

    laptop = opened(browser, party, 0, **LAPTOP)
    expect(laptop.page.locator(".ranking .payoff").locator("visible=true")).to_have_count(3)
    expect(phone.page.get_by_role("button", name="Play again")).to_have_count(0)
    laptop.tap("Play again")
    laptop.tap("Roll for it")
    expect(laptop.page.locator("lobby-screen")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(laptop)


@thorough
def test_a_tie_and_why(browser: Browser, client: Client) -> None:
    player = HttpPlayer(client)
    play_evening(ROOT / "tests/evenings/southern-pacific/end-tie.evening", player, GAMES)
    screen = opened(browser, player.party, charts=2, **PHONE)  # cash alone counts
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("Ed wins")
    tie = screen.page.locator(".tie-break")
    expect(tie).to_contain_text("Ed, Dave and Pete have the same cash")
    expect(tie).to_contain_text("Bull Market card")
    totals = screen.page.locator(".ranking .total").all_inner_texts()
    assert [figure(total) for total in totals] == [33, 33, 33]
    expect(screen.page.locator(".ranking .payoff")).to_have_count(0)  # a total of one line is that line
    beside = screen.page.locator(".ranking .worth .hint")  # the card is Pete's
    expect(beside).to_have_text(["1 seat clockwise", "2 seats clockwise", "holds the card"])
    no_faults(screen)


@thorough
@pytest.mark.parametrize("width", [1280, 1920])
def test_no_sum_stands_far_from_its_name(browser: Browser, client: Client, width: int) -> None:
    """Nor is cash alone added up while the game goes on: the sum is its one line."""
    party = played(client, "southern-pacific/whole-evening")
    device = {**LAPTOP, "viewport": {"width": width, "height": 800}}
    screen = opened(browser, party, charts=3, **device)
    for place in screen.page.locator(".ranking > li").all():
        name, total = place.locator("h2").bounding_box(), place.locator(".total").bounding_box()
        assert name
        assert total
        assert total["x"] - name["x"] < 640
    expect(screen.page.locator(".ranking .payoff")).to_have_count(0)
    no_faults(screen)


@thorough
def test_a_chart_alone_in_its_row_fills_it(browser: Browser, party: Party) -> None:
    """With the letters of those above it: the last of three. Players' own are compared: all are as wide."""
    finished(party)
    screen = opened(browser, party, **LAPTOP)
    assert "broad" not in "".join(shown(screen))
    screen.page.route("**/charts/treasury.svg*", lambda route: route.fulfill(body="no picture"))
    screen.page.reload()
    expect(screen.page.locator(".chart")).to_have_count(3, timeout=PATIENCE_MS)
    settled(screen.page)
    last = screen.page.locator(".charts > [data-alone] img")
    expect(last).to_have_count(1)
    expect(last).to_have_js_property("naturalWidth", 1330)
    assert "broad=true" in shown(screen)[-1]
    boxes = screen.page.locator(".charts > figure img").evaluate_all(
        "all => all.map(one => [one.getBoundingClientRect().width, one.getBoundingClientRect().height])"
    )
    assert boxes[-1][0] > 1150
    assert abs(boxes[-1][1] - boxes[0][1]) < 12
    players = screen.page.locator(".players-chart")
    expect(players.last.locator("img")).to_have_js_property("naturalWidth", 640)
    assert len(set(players.evaluate_all("all => all.map(one => one.offsetWidth)"))) == 1
    no_faults(screen)


@thorough
@pytest.mark.parametrize("width", [320, 360])
def test_no_word_of_a_name_is_broken(browser: Browser, client: Client, width: int) -> None:
    """Two share the win: each name stands in one line, and no notice says once more that they do."""
    party = new_party(client, ["Josephine", "Bartholomew", "Wilhelmina"])
    finished(party)
    screen = opened(browser, party, **{**PHONE, "viewport": {"width": width, "height": 640}})
    names = screen.page.locator(".ranking h2 .name")
    lines = "all => all.map(one => one.offsetHeight / parseFloat(getComputedStyle(one).fontSize))"
    assert max(names.evaluate_all(lines)) < 1.6
    expect(screen.page.locator(".ranking .worth .hint")).to_have_text(["tied", "tied"])
    expect(screen.page.locator(".tie-break")).to_have_count(0)
    assert int(screen.page.evaluate("document.documentElement.scrollWidth")) <= width
    no_faults(screen)


@thorough
def test_what_is_not_final_says_so(browser: Browser, party: Party) -> None:
    begun(party)
    screen = opened(browser, party, **PHONE)
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("If the game ended now")
    expect(screen.page.locator(".stamp")).to_have_text("Not final")
    expect(screen.page.locator("[data-winner]")).to_have_count(0)
    expect(screen.page.locator("[data-save], [data-open-play]")).to_have_count(0)
    # Somebody goes on, and the page follows.
    party.made(0, "correct", postings=[{"from": "bank", "to": "seat:2", "amount": 500}], note="for the test")
    expect(screen.page.locator(".ranking .total").first).to_contain_text("$5", timeout=PATIENCE_MS)
    expect(screen.page.locator("[data-chart=cash] img")).to_have_attribute("alt", re.compile(r"Dave \$540"))
    screen.press(screen.page.locator(".result-head").get_by_role("link", name="Play"))  # back to the game
    expect(screen.page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(screen)


@thorough
def test_the_host_saves_a_running_game(browser: Browser, party: Party) -> None:
    begun(party)
    screen = opened(browser, party, seat=0, **LAPTOP)
    with screen.page.expect_download() as saved:
        screen.press(screen.page.get_by_role("button", name="Save the whole game"))
    document = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert len(document["lines"]) == 13
    assert not document["finished"]
    no_faults(screen)


def test_what_remains_of_the_evening(browser: Browser, party: Party) -> None:
    finished(party)
    screen = opened(browser, party, **LAPTOP)
    expect(screen.page.locator(".result-head")).to_contain_text("final payoff wins. Ties are shared")
    expect(screen.page.get_by_role("link", name="Replay the evening")).to_have_count(1)
    expect(screen.page.locator(".saves a")).to_have_count(len(SAVED))
    screen.press(screen.page.locator(".saves > summary"))
    for label, ending in SAVED.items():
        with screen.page.expect_download() as saved:
            screen.press(screen.page.get_by_role("link", name=label))
        assert saved.value.suggested_filename.endswith(ending)
        text = Path(saved.value.path()).read_text("utf-8")
        if ending == ".csv":
            totals = {
                row["name"]: row["amount"]
                for row in csv.DictReader(io.StringIO(text))
                if row["line"] == "total"
            }
            settled = party.client.get(f"{party.at}/settlement").json
            assert totals == {seat["name"]: str(seat["total"]) for seat in settled["seats"]}
    screen.press(screen.page.get_by_role("button", name="Send to BG Stats"))
    link = screen.page.locator("[data-play]")
    expect(link).to_be_visible(timeout=PATIENCE_MS)
    address = str(link.get_attribute("href"))
    play = json.loads(parse_qs(urlsplit(address).query)["data"][0])
    assert [player["name"] for player in play["players"] if player["winner"]]
    qr = screen.page.locator(".play-qr")
    expect(qr).to_have_js_property("complete", True)
    assert scanned(qr.screenshot()) == address
    screen.page.keyboard.press("Escape")
    expect(screen.page.locator("dialog")).to_have_count(0)
    no_faults(screen)


@thorough
def test_a_phone_shows_one_chart_at_a_time(browser: Browser, party: Party) -> None:
    """The other is a tap away; what each share pays is folded, the winner's lines say it already."""
    finished(party)
    phone = opened(browser, party, **PHONE)
    charts = {name: phone.page.locator(f".charts > [data-chart={name}]") for name in CHARTS}
    for name in CHARTS:
        phone.press(phone.page.locator(f"[data-shows={name}]"))
        assert [one for one, chart in charts.items() if chart.is_visible()] == [name]
    expect(phone.page.locator(".per-share table")).to_be_hidden()
    phone.press(phone.page.locator(".per-share summary"))
    expect(phone.page.locator(".per-share table")).to_be_visible()
    phone.page.set_viewport_size(LAPTOP["viewport"])
    assert all(chart.is_visible() for chart in charts.values())
    no_faults(phone)


@thorough
def test_a_log_says_in_a_line_what_has_ended_it(browser: Browser, party: Party) -> None:
    finished(party)
    met = [end["condition"] for end in party.document(party.host)["end"] if end["met"]]
    screen = seated(browser, party, 0, "/log", **LAPTOP)
    line = screen.page.locator(".ends-here")
    expect(line).to_have_text(f"What ended the game: {' · '.join(met)}", timeout=PATIENCE_MS)
    expect(line.locator(".meter-bar")).to_have_count(0)
    no_faults(screen)


def test_a_log_names_who_entered_a_line_for_somebody_else(browser: Browser, party: Party) -> None:
    """The newest first: the host entered what Ed was to say; nobody began the game."""
    party.made(0, "auction_result", winner=1, amount=20)
    party.made(1, "build_start", **{"from": "Troy", "to": "Marysville"})
    party.made(1, "note", text="as it was")
    screen = seated(browser, party, 0, "/log", **PHONE)
    lines = screen.page.locator(".log > li")
    expect(lines).to_have_count(4, timeout=PATIENCE_MS)
    shown = "all => all.map(one => one.querySelector('.by')?.textContent)"
    assert lines.evaluate_all(shown) == [None, None, "Entered by the host", None]
    screen.press(screen.page.locator(".way-back"))
    expect(screen.page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(screen)
