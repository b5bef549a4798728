"""The evenings that are over, at home and on the page of the statistics."""

from __future__ import annotations

import re
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import DARK, LAPTOP, PATIENCE_MS, PHONE, Screen, no_faults, settled
from tests.browser.played import ALL
from tests.browser.played import played as one_played
from tests.indoors import Indoors
from tests.playing import begun, finished
from tests.server import Client, Party, Server, new_party, thorough
from tests.timing import read_in, taking

LONG = ["<b>Maximiliane</b> von Hohenstein", "Ed", "Ĝustafo Ĉielarko"]
NOW = datetime.now(UTC)
NO_SIDEWAYS = "document.documentElement.scrollWidth <= innerWidth"
LOOKS: list[Any] = [{**PHONE, **DARK}, PHONE, {**LAPTOP, **DARK}, LAPTOP]


@pytest.fixture
def evenings(own_server: Server) -> list[Party]:
    return played(own_server)


def played(server: Server) -> list[Party]:
    """Three that are over, and took their time, and one that goes on."""
    client = server.client()
    if not EXPORTS:
        with tempfile.TemporaryDirectory() as folder:
            room = Indoors(Path(folder))
            EXPORTS.extend(_over(room, names) for names in (None, None, LONG))
            room.service.store.close()
    times = ([0, 3, 8], [0, 5, 9], [0, 2, 4])
    over = [read_in(client, taking(export, minutes)) for export, minutes in zip(EXPORTS, times, strict=True)]
    return [*over, begun(new_party(client))]


EXPORTS: list[Any] = []
"""Three games that are over; played once for all tests."""


def _over(client: Client, names: list[str] | None) -> Any:
    """A game that is over, as it is exported."""
    party = finished(new_party(client, names))
    return client.get(f"{party.at}/export", party.host).json


def opened(browser: Browser, server: Server, path: str, *parties: Party, **device: Any) -> Screen:
    """A phone that has sat at seat 2 of these tables, or was the host of the first."""
    screen = Screen(browser, "looking back", **device)
    home = f"http://127.0.0.1:{server.port}"
    kept = {
        party.code: {
            "seat": {"number": 2, "key": party.seats[2]},
            "join": party.join,
            "game": "Prairie Railroads",
            "players": ["Ed", "Dave", "Pete"],
            "status": "playing",
            "at": NOW.isoformat(),
        }
        for party in parties
    }
    screen.has_kept(kept)
    screen.page.goto(home + path)
    settled(screen.page)
    return screen


@thorough
def test_two_evenings_that_read_alike_have_a_time(browser: Browser, server: Server) -> None:
    """The same game, people and day: the hour of each stands there too; of a third, another day, it does not."""
    screen = Screen(browser, "alike", **PHONE)
    known = {"join": "k" * 32, "game": "Prairie Railroads", "players": ["Ed", "Dave"], "status": "playing"}
    times = {
        "AAAA1111": "2026-05-01T12:10:00Z",
        "BBBB2222": "2026-05-01T12:40:00Z",
        "CCCC3333": "2026-05-03T12:00:00Z",
    }
    screen.has_kept({code: {**known, "at": at} for code, at in times.items()})
    screen.page.goto(f"http://127.0.0.1:{server.port}/")
    lines = [screen.page.locator(f"[data-table={code}] .hint").first for code in times]
    expect(lines[0]).to_have_text(re.compile(r"1 May 2026, \d\d:10$"), timeout=PATIENCE_MS)
    expect(lines[1]).to_have_text(re.compile(r"1 May 2026, \d\d:40$"))
    expect(lines[2]).to_have_text(re.compile(r"3 May 2026$"))
    no_faults(screen)


@thorough
@thorough
def test_many_tables_do_not_push_away_the_field_to_join(browser: Browser, server: Server) -> None:
    """The three newest are in sight; the others are a tap away."""
    phone = Screen(browser, "phone", **PHONE)
    tables = {
        f"TABLE00{n}": {"host": "k", "game": f"Game {n}", "players": ["Ada"], "at": f"2026-01-0{n}T20:00:00Z"}
        for n in range(1, 6)
    }
    phone.has_kept(tables)
    phone.page.goto(f"http://127.0.0.1:{server.port}/")
    names = phone.page.locator(".known-tables .game-name:visible")
    expect(names).to_have_text(["Game 5", "Game 4", "Game 3"], timeout=PATIENCE_MS)
    phone.page.locator("summary", has_text="2 older tables").tap()
    expect(names).to_have_text(["Game 5", "Game 4", "Game 3", "Game 2", "Game 1"])


@thorough
def test_who_has_no_seat_is_not_told_that_the_table_is_set_up(browser: Browser, server: Server) -> None:
    """A phone that has only asked for a seat, or scanned a code, resumes nothing: it joins."""
    screen = Screen(browser, "seatless", **PHONE)
    known = {"join": "k" * 32, "game": "Prairie Railroads", "players": ["Ed", "Dave"], "status": "setup"}
    asked = {"id": "1", "seat": 1, "pin": "22"}
    screen.has_kept(
        {"AAAA1111": {**known, "asked": asked}, "BBBB2222": known, "CCCC3333": {**known, "host": "h" * 32}}
    )
    screen.page.goto(f"http://127.0.0.1:{server.port}/")
    for code, words, deed in (
        ("AAAA1111", "you asked for a seat", "Join"),
        ("BBBB2222", "no seat taken yet", "Join"),
        ("CCCC3333", "being set up", "Resume"),
    ):
        line = screen.page.locator(f"[data-table={code}]")
        expect(line.locator(".hint").first).to_have_text(words, timeout=PATIENCE_MS)
        expect(line.get_by_role("link")).to_have_text(deed)
    no_faults(screen)


def test_the_first_page_lists_evenings(browser: Browser, own_server: Server, evenings: list[Party]) -> None:
    """Unfinished ones are resumed; of finished ones the settlement is opened, or another is begun."""
    first, _, third, running = evenings
    screen = opened(browser, own_server, "/", third, running, **PHONE)
    lines = screen.page.locator(".table-list li")
    expect(lines).to_have_count(4, timeout=PATIENCE_MS)
    heads = screen.page.locator("main h2:visible")
    expect(heads).to_have_text(["Your tables", "Join a table", "New table", "Past evenings", "How it works"])
    older = screen.page.locator(".past details")
    expect(older).to_have_text(re.compile("^1 older evening"))
    over = screen.page.locator(f"[data-table='{third.code}']")
    expect(over).to_be_hidden()
    older.locator("summary").press("Enter")
    going = screen.page.locator(f"[data-table='{running.code}']")
    expect(going.get_by_role("link", name="Resume")).to_be_visible()
    expect(going).to_contain_text(re.compile(r"today \d\d:\d\d"))  # two with the same people are told apart
    expect(over).to_contain_text("won")
    expect(over).to_contain_text(LONG[0])
    expect(over.get_by_role("link", name="Resume")).to_have_count(0)
    expect(over.get_by_role("button", name="Remove")).to_be_visible()
    expect(
        screen.page.locator(f"[data-table='{first.code}']").get_by_role("button", name="Remove")
    ).to_have_count(0)
    expect(over).to_contain_text(" and ")  # who has won, as a sentence lists them
    for line, deed in ((going, going.get_by_role("link")), (over, over.get_by_role("link", name="Result"))):
        away, key = line.get_by_role("button", name="Remove").bounding_box(), deed.bounding_box()
        assert away
        assert key
        assert away["y"] == key["y"], "what takes it off the list stands among the keys, not beside a date"
    assert screen.page.evaluate(NO_SIDEWAYS)
    over.get_by_role("link", name="Result").click()
    expect(screen.page.locator(".result-head")).to_be_visible(timeout=PATIENCE_MS)
    assert screen.page.url.endswith(f"/t/{third.code}/settlement")
    no_faults(screen)


@thorough
def test_a_table_is_taken_off_the_list_of_this_device_alone(
    browser: Browser, own_server: Server, evenings: list[Party]
) -> None:
    running = evenings[3]
    screen = opened(browser, own_server, "/", evenings[2], running, **PHONE)
    lines = screen.page.locator(".table-list li")
    going = screen.page.locator(f"[data-table='{running.code}']")
    screen.press(going.get_by_role("button", name="Remove from list"))
    dialog = screen.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Only this device forgets the table")
    expect(dialog).not_to_contain_text("host")  # whose device it is not
    screen.press(dialog.get_by_role("button", name="Cancel"))
    expect(lines).to_have_count(4)
    screen.press(going.get_by_role("button", name="Remove from list"))
    screen.press(dialog.get_by_role("button", name="Remove from list"))
    expect(lines).to_have_count(3)
    assert running.document()["status"] == "playing"
    no_faults(screen)


@thorough
def test_again_with_the_same_people(browser: Browser, own_server: Server, evenings: list[Party]) -> None:
    """One tap, and the table is there: seats, colours, options."""
    third = evenings[2]
    changed = {"seats": [{"seat": 2, "colour": "#123456"}], "options": {"undo": "anyone"}}
    assert third.client.call("PATCH", third.at, changed, third.host).status == 200
    screen = opened(browser, own_server, "/", third, **PHONE)
    screen.page.locator(".past details summary").click()
    screen.page.locator(f"[data-table='{third.code}']").get_by_role("button", name="Play again").click()
    screen.tap("Roll for it")
    screen.page.wait_for_url(re.compile(rf"/t/(?!{third.code})\w+$"))
    code = screen.page.url.rpartition("/")[2]
    made = third.client.get(f"/tables/{code}").json
    assert [seat["name"] for seat in made["seats"]] == LONG
    assert made["seats"][1]["colour"] == "#123456"
    assert (made["status"], made["options"]["undo"]) == ("setup", "anyone")
    assert made["options"]["teach"] is False
    expect(screen.page.locator("lobby-screen")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(screen)


@thorough
def test_who_has_played_here_is_a_tap_away(
    browser: Browser, own_server: Server, evenings: list[Party]
) -> None:
    """Those who played last come first, in their colours; a second tap removes them again, and nothing moves."""
    third = evenings[2]
    changed = {"seats": [{"seat": 1, "colour": "#1f5fa8"}]}  # usually the second seat's
    assert third.client.call("PATCH", third.at, changed, third.host).status == 200
    screen = opened(browser, own_server, "/", third, **PHONE)
    screen.page.locator('[data-game="prairie-railroads"]').click()
    chips = screen.page.locator(".known-people button")
    expect(chips.first).to_have_text("Ed", timeout=PATIENCE_MS)  # sits at the table that goes on
    screen.page.locator(".known-people button:not([data-name])").click()  # the others
    people = chips.all_inner_texts()
    assert len(set(people)) == len(people) > 3
    tapped = [people.index(LONG[0]), 0, 1]
    names = screen.page.locator(".seating input:not([type=color])")
    chips.nth(0).click()
    stood = chips.first.evaluate("one => one.offsetTop")
    chips.nth(0).click()
    for at in tapped:
        chips.nth(at).click()
    assert chips.first.evaluate("one => one.offsetTop") == stood
    expect(chips.nth(0)).to_have_attribute("aria-pressed", "true")
    assert [names.nth(at).input_value() for at in (0, 1, 2)] == [people[at] for at in tapped]
    assert screen.page.evaluate(NO_SIDEWAYS)
    screen.page.get_by_role("button", name="Create the table").click()
    expect(screen.page.locator("lobby-screen")).to_be_visible(timeout=PATIENCE_MS)
    made = third.client.get(f"/tables/{screen.page.url.rpartition('/')[2].partition('#')[0]}").json
    colours = [seat["colour"] for seat in made["seats"]]
    assert colours[0] == "#1f5fa8"
    assert len(set(colours)) == 3
    no_faults(screen)


@thorough
@pytest.mark.parametrize("device", LOOKS)
def test_the_statistics(
    browser: Browser, own_server: Server, evenings: list[Party], device: Any, tmp_path: Path
) -> None:
    screen = opened(browser, own_server, "/statistics", **device)
    page = screen.page
    told = evenings[0].client.get("/statistics").json
    people = page.locator("[data-sheet=players] [data-player]")
    expect(people).to_have_count(len(told["players"]), timeout=PATIENCE_MS)
    expect(people.first).to_contain_text(told["players"][0]["name"])
    for sheet in ("scores", "lengths", "pairs", "worst", "records"):
        expect(page.locator(f"[data-sheet={sheet}]")).to_be_visible()
    expect(page.locator("[data-sheet=best]")).to_have_count(0)  # nothing has brought more than it cost
    assert page.evaluate(NO_SIDEWAYS)
    parts = page.locator(".noted a").evaluate_all("links => links.map((link) => link.childNodes.length)")
    assert set(parts) == {1}, "an evening is one link, underlined without a gap"
    assert not page.locator("b").count(), "a name is no markup"
    high = page.locator("[data-player] th", has_text=LONG[2]).evaluate(
        "name => name.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(name).lineHeight)"
    )
    assert high < 1.9, "a name is not broken between the figures"
    page.get_by_label("Player").first.select_option("Ed")
    expect(page.locator("[data-sheet=pairs] li")).to_have_count(
        len([pair for pair in told["head_to_head"] if "Ed" in (pair["one"], pair["other"])])
    )
    assert page.url.endswith("?player=Ed")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Statistics as a table").click()
    saved.value.save_as(tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text("utf-8").startswith("of,game,player,other,figure,value")
    no_faults(screen)


BESIDE = """
(people) => people.map((person) => {
  const [name, ...figures] = [...person.querySelectorAll("th, .number")].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  });
  return figures.every(({ top, bottom }) => Math.abs(top + bottom - name.top - name.bottom) < 4);
})
"""
"""Each in the line of the name."""


@thorough
@pytest.mark.parametrize("wide", [1280, 1920])
def test_with_room_the_figures_stand_beside_the_name(browser: Browser, own_server: Server, wide: int) -> None:
    """Below the line of their heads; and the whole width of the screen is used."""
    one_played(own_server.client(), "gulf-mobile-ohio/five-players", ALL)
    screen = Screen(browser, "wide", viewport={"width": wide, "height": wide * 9 // 16})
    page = screen.page
    page.goto(f"http://127.0.0.1:{own_server.port}/statistics")
    people = page.locator("[data-player]")
    expect(people).to_have_count(5, timeout=PATIENCE_MS)
    settled(page)
    assert all(people.evaluate_all(BESIDE))
    head, first = page.locator(".people thead th").first.bounding_box(), people.first.bounding_box()
    assert head
    assert first
    assert first["y"] >= head["y"] + head["height"]
    room = page.locator(".statistics").bounding_box()
    assert room
    assert room["width"] > 0.8 * wide
    no_faults(screen)


@thorough
def test_a_tablet_that_is_turned_has_the_figures_where_there_is_room(
    browser: Browser, own_server: Server
) -> None:
    one_played(own_server.client(), "gulf-mobile-ohio/five-players", ALL)
    screen = Screen(browser, "tablet", viewport={"width": 600, "height": 960})
    screen.page.goto(f"http://127.0.0.1:{own_server.port}/statistics")
    people = screen.page.locator("[data-player]")
    expect(people).to_have_count(5, timeout=PATIENCE_MS)
    settled(screen.page)
    assert not any(people.evaluate_all(BESIDE))
    for wide, high in ((960, 600), (600, 960)):
        screen.page.set_viewport_size({"width": wide, "height": high})
        settled(screen.page)
        assert all(people.evaluate_all(BESIDE)) == (wide > high)
    no_faults(screen)


@thorough
def test_a_single_evening_is_compared_with_none(browser: Browser, own_server: Server) -> None:
    """It has a highest score, but no closest finish, no average, and a place instead of a bar."""
    finished(new_party(own_server.client()))
    screen = opened(browser, own_server, "/statistics", **PHONE)
    page = screen.page
    expect(page.locator("[data-sheet=records] li")).to_have_count(1, timeout=PATIENCE_MS)
    expect(page.locator("[data-sheet=records]")).to_contain_text("Highest score")
    expect(page.locator("[data-sheet=players] .of-above td").first).to_have_text("1st place")
    expect(page.locator("[data-sheet=scores] .bar-chart")).to_have_count(0)
    wins = page.locator("[data-player] .number:nth-child(3)").all_inner_texts()
    assert wins == sorted(wins, reverse=True), "who has won comes first"
    assert page.evaluate(NO_SIDEWAYS)
    no_faults(screen)


@thorough
def test_what_stands_between_people(browser: Browser, own_server: Server) -> None:
    """Whoever is ahead stands first, a tie is a word, six pairs are seen and the others unfold; who share the highest
    score are marked."""
    one_played(own_server.client(), "texas-pacific/end-ties", ALL)
    one_played(own_server.client(), "gulf-mobile-ohio/five-players", ALL)
    screen = opened(browser, own_server, "/statistics", **PHONE)
    page = screen.page
    expect(page.locator("[data-sheet=scores] h2")).to_have_text("Final scores", timeout=PATIENCE_MS)
    expect(page.locator("[data-sheet=records]")).to_contain_text("Ed, Dave, Pete (tied)")
    tied = page.locator("[data-sheet=scores] .range-row", has_text="$40").locator("> :first-child")
    expect(tied.last).to_have_text("Ed · 3rd place on the tiebreaker")
    expect(page.locator("[data-sheet=scores] .range-row").first).to_contain_text("Ann · 1st place6")
    pairs = page.locator("[data-sheet=pairs] li:visible")
    expect(pairs).to_have_count(6)
    page.get_by_text("Show 7 more").click()
    expect(pairs).to_have_count(13)
    figures = page.locator("[data-sheet=pairs] strong").all_inner_texts()
    assert set(figures) == {"1 : 0", "tied"}
    assert page.evaluate(NO_SIDEWAYS)
    no_faults(screen)


@thorough
def test_somebody_is_removed_by_two_taps(browser: Browser, own_server: Server, evenings: list[Party]) -> None:
    screen = opened(browser, own_server, "/statistics", **PHONE)
    fold = screen.page.locator("[data-removing]")
    screen.press(fold.locator("summary"))
    fold.get_by_label("Who").select_option(LONG[0])
    screen.press(fold.get_by_role("button", name="Remove"))
    people = screen.page.locator("[data-sheet=players] [data-player]")
    expect(people).to_have_count(4, timeout=PATIENCE_MS)
    names = [player["name"] for player in evenings[0].client.get("/statistics").json["players"]]
    assert LONG[0] not in names
    assert evenings[2].document()["seats"][0]["name"] == "N. N. 1"
    no_faults(screen)


@thorough
def test_who_has_sat_nowhere_is_told_so_in_german(browser: Browser, own_server: Server) -> None:
    screen = opened(browser, own_server, "/statistics", **PHONE, locale="de-DE")
    expect(screen.page.locator("main")).to_contain_text("Noch kein Abend zu Ende")
    no_faults(screen)
