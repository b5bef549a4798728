"""The host plays again: phones go along with a tap, the TV by itself, and everybody sits where they sat."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import WATCH_SHIFTS, bottom, left, right
from tests.browser.pages import DARK, LAPTOP, PATIENCE_MS, PHONE, STILL, TV, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.playing import finished
from tests.server import Client, Party, Server, new_party, thorough

NAMES = ["Ed", "<b>Maximiliane</b> von Hohenstein", "Pete"]


@pytest.fixture
def over(client: Client) -> Party:
    return finished(new_party(client, NAMES))


def at(browser: Browser, party: Party, page: str, join: str | None = None, **device: Any) -> Screen:
    """A screen without a seat. join: the key it has come in by, if it has not only been given the address."""
    screen = Screen(browser, "watching", **device)
    screen.has_kept({party.code: {"join": join}} if join else {})
    screen.page.goto(f"http://127.0.0.1:{party.client.port}/t/{party.code}/{page}")
    return screen


def new_code(screen: Screen, party: Party, page: str = "") -> str:
    screen.page.wait_for_url(re.compile(rf"/t/(?!{party.code})\w+{page}$"), timeout=PATIENCE_MS)
    found = re.search(r"/t/(\w+)", screen.page.url)
    assert found
    return found[1]


def play_again(host: Screen, who_begins: str = "Roll for it") -> None:
    host.tap("Play again")
    host.press(host.page.get_by_role("dialog").get_by_role("button", name=who_begins))


@thorough
def test_everybody_goes_along(browser: Browser, over: Party) -> None:
    laptop = seated(browser, over, 0, "/settlement", **LAPTOP)
    phone, other = seated(browser, over, 1, **PHONE), seated(browser, over, 2, "/settlement", **PHONE, **DARK)
    tv, other_tv = at(browser, over, "board", over.join, **TV), at(browser, over, "board", **TV)
    for board in (tv, other_tv):
        expect(board.page.locator(".ending")).to_be_visible(timeout=PATIENCE_MS)
    expect(phone.page.locator("next-game")).to_have_count(0)
    for one in (phone, other):
        settled(one.page)
        one.page.evaluate(WATCH_SHIFTS)
    play_again(laptop, "Pete")
    code = new_code(laptop, over)
    for board in (tv, other_tv):
        assert new_code(board, over, "/board") == code
    for one, seat in ((phone, 1), (other, 2)):
        name = NAMES[seat - 1]
        expect(one.page.locator("next-game")).to_contain_text("The next game is ready.")
        assert one.page.evaluate("window.shifts") == [], "nothing moves when it comes"
        settled(one.page)
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        one.tap(f"Join as {name}")
        assert new_code(one, over) == code
        expect(one.page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    made = over.client.get(f"/tables/{code}").json
    assert [seat["claimed"] for seat in made["seats"]] == [True, True, False]
    assert made["auction"]["opener"] == 3, "as the host has said"
    for board in (tv, other_tv):
        expect(board.page.locator(".way-in-large")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(laptop, phone, other, tv, other_tv)


@thorough
@pytest.mark.parametrize("width", [pytest.param(320, marks=thorough), 360])
def test_the_way_along_is_told_in_one_line(width: int, browser: Browser, client: Client) -> None:
    """Above a button whose name leaves it no room beside it."""
    party = finished(new_party(client, ["Bartholomew", "Ed", "Pete"]))
    assert client.post(f"{party.at}/play-again", {}, party.host).status == 201
    phone = seated(browser, party, 1, **{**PHONE, "viewport": {"width": width, "height": 640}}, **STILL)
    words, key = phone.page.locator("next-game > p").first, phone.page.locator("next-game > button")
    expect(key).to_have_text("Join as Bartholomew")
    settled(phone.page)
    lines = "one => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)"
    assert words.evaluate(lines) < 1.5
    phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last, foot = (
        phone.page.locator(part).evaluate("one => one.getBoundingClientRect().toJSON()")
        for part in (".pages > :last-child", "next-game")
    )
    assert last["bottom"] <= foot["top"], "the last line of the page can be read"
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_on_a_tv_it_lies_over_the_head_alone(
    size: tuple[int, int], language: str, browser: Browser, client: Client
) -> None:
    """Between the name of the game and the menu, in one line: who has won stays to be seen."""
    party = finished(new_party(client, ["Bartholomew", "Ed", "Pete"]))
    assert client.post(f"{party.at}/play-again", {}, party.host).status == 201
    wide, high = size
    tv = seated(
        browser, party, 0, "/board", viewport={"width": wide, "height": high}, locale=language, **STILL
    )
    told = tv.page.locator("board-screen > next-game")
    expect(told).to_be_visible(timeout=PATIENCE_MS)
    settled(tv.page)
    assert bottom(told) <= bottom(tv.page.locator(".board-head"))
    assert left(told) >= right(tv.page.locator(".board-game"))
    assert right(told) <= left(tv.page.locator(".board-menu"))
    words, key = told.locator("p").first, told.locator("button")
    assert words.evaluate("one => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)") < 1.5
    assert right(words) <= left(key)
    assert bottom(key) <= bottom(told)
    no_faults(tv)


@thorough
def test_a_host_who_plays_sits_there_too(browser: Browser, over: Party) -> None:
    laptop = Screen(browser, "host", **LAPTOP)
    mine = {"number": 3, "key": over.seats[3]}
    laptop.has_kept({over.code: {"host": over.host, "join": over.join, "seat": mine}})
    laptop.page.goto(f"http://127.0.0.1:{over.client.port}/t/{over.code}/settlement")
    laptop.tap("Play again")
    laptop.press(laptop.page.get_by_role("dialog").get_by_role("button", name="Cancel"))
    play_again(laptop)
    code = new_code(laptop, over)
    expect(laptop.page.locator("lobby-screen")).to_be_visible(timeout=PATIENCE_MS)
    assert [seat["claimed"] for seat in over.client.get(f"/tables/{code}").json["seats"]] == [
        False,
        False,
        True,
    ]
    no_faults(laptop)


@thorough
def test_who_looks_back_later_stays(browser: Browser, over: Party) -> None:
    """The old board goes along only at the moment itself; a phone whose seat is taken chooses another."""
    made = over.client.post(f"{over.at}/play-again", {}, over.host).json
    tv = at(browser, over, "board", over.join, **TV)
    expect(tv.page.locator("next-game")).to_be_visible(timeout=PATIENCE_MS)
    expect(tv.page.locator(".ending")).to_be_visible(timeout=PATIENCE_MS)
    assert tv.page.url.endswith(f"/t/{over.code}/board")
    laptop = Screen(browser, "host", **LAPTOP)
    mine = {"host": over.host, "join": over.join}
    laptop.has_kept({over.code: mine, made["code"]: {"host": made["host_key"]}})
    laptop.page.goto(f"http://127.0.0.1:{over.client.port}/t/{over.code}/settlement")
    expect(laptop.page.locator("next-game")).to_be_visible(timeout=PATIENCE_MS)
    expect(laptop.page.get_by_role("link", name="Picture to share")).to_be_visible()
    expect(laptop.page.get_by_role("button", name="Play again")).to_have_count(0)  # or the table falls apart
    past = at(browser, over, "again", **LAPTOP)
    expect(past.page.locator(".board-wide")).to_be_visible(timeout=PATIENCE_MS)
    expect(past.page.locator("next-game")).to_have_count(1)  # this page's; the board on it has none
    claim = {"key": "somebody-else-who-sat-down-there"}
    taken = over.client.post(f"/tables/{made['code']}/seats/1/claim", claim, made["join_key"])
    assert taken.status == 200
    phone = seated(browser, over, 1, **PHONE)
    phone.tap("Join as Ed")
    assert new_code(phone, over) == made["code"]
    expect(phone.page.locator("join-screen")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(tv, laptop, past, phone)


@thorough
def test_a_new_table_that_is_gone(browser: Browser, over: Party) -> None:
    made = over.client.post(f"{over.at}/play-again", {}, over.host).json
    phone = seated(browser, over, 1, **PHONE)
    deleted = over.client.call("DELETE", f"/tables/{made['code']}", None, made["host_key"])
    assert deleted.status == 204
    phone.press(phone.page.locator("next-game button"))
    expect(phone.page.locator("next-game .fault")).to_contain_text(f"There is no table {made['code']}")
    assert phone.page.url.endswith(f"/t/{over.code}")


@thorough
def test_a_window_beside_the_hosts_says_where_phones_come_in(browser: Browser, tmp_path: Path) -> None:
    """It has no key, and its own address would lead nobody else there."""
    server = Server(tmp_path, "--public-url", "http://train-night.local:8000").start()
    try:
        party = new_party(server.client(), claim=False)
        tv = Screen(browser, "tv", **TV, **STILL)
        tv.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/board")
        address = tv.page.locator(".way-in-large .address")
        expect(address).to_have_text("train-night.local:8000", timeout=PATIENCE_MS)
        no_faults(tv)
    finally:
        server.kill()
