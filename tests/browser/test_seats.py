"""Seats: by the seat's own code, by a name that is tapped, and what a lobby shows of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, top
from tests.browser.pages import (
    DARK,
    LAPTOP,
    PATIENCE_MS,
    PHONE,
    Screen,
    no_faults,
    settled,
    sit_down,
    sit_host,
)
from tests.browser.pictures import seated
from tests.scanning import scanned
from tests.server import Client, Party, Server, new_party, thorough

ABOVE = "part => part.getBoundingClientRect().top"


def invited(client: Client) -> tuple[Party, str]:
    party = new_party(client, ["Ed", "Dave", "Pete"], claim=False)
    return party, party.link


@thorough
def test_a_seats_own_code_sits_a_new_phone_down(browser: Browser, client: Client, server: Server) -> None:
    party, url = invited(client)
    old = sit_down(browser, url, "Ed")
    laptop = sit_host(browser, server.port, party, at="#lobby")
    laptop.tap("Code for Ed’s seat")
    expect(laptop.page.locator("dialog .join-picture img")).to_be_visible(timeout=PATIENCE_MS)
    handed = client.post(f"{party.at}/seats/1/handover", {}, party.host).json
    new = Screen(browser, "new", **PHONE)
    new.page.goto(handed["url"])
    expect(new.page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    assert "#" not in new.page.url
    new.bid(3)
    expect(old.page.locator("join-screen")).to_be_visible(timeout=PATIENCE_MS)
    late = Screen(browser, "late", **PHONE)
    late.page.goto(handed["url"])
    late.sees("This code has been used")


@thorough
def test_a_host_who_plays_sits_down_at_the_laptop(browser: Browser, client: Client, server: Server) -> None:
    """One tap in the lobby; the host's own seat stays in sight while others are to act. Set-up steps can be ticked,
    and one phone serves all if the host says so."""
    party, url = invited(client)
    laptop = sit_host(browser, server.port, party, at="#lobby")
    page = laptop.page
    page.locator("[data-sit='2']").click()
    own = page.locator(".lobby-seats [data-seat='2']").first
    expect(own).to_have_attribute("data-state", "here", timeout=PATIENCE_MS)
    expect(page.locator("[data-sit]:visible")).to_have_count(0)
    page.locator(".lobby-steps summary").click()
    step = page.locator(".lobby-steps input").first
    step.check()
    sit_down(browser, url, "Ed")
    expect(page.locator(".lobby-seats [data-state='here']")).to_have_count(2, timeout=PATIENCE_MS)
    expect(step).to_be_checked()
    laptop.tap("Start", exact=True)
    picked = page.locator("seat-picker [aria-pressed=true]")
    expect(picked).to_have_attribute("data-seat", "2", timeout=PATIENCE_MS)
    assert client.get(party.at).json["turn"]["seat"] == 1
    page.go_back()
    page.locator("[data-together]").check()
    expect(page.locator("[data-together]")).to_be_checked()
    laptop.tap("Start", exact=True)
    expect(picked).to_have_attribute("data-seat", "1", timeout=PATIENCE_MS)
    assert client.get(party.at).json["options"]["act_for"] == "anyone"
    no_faults(laptop)


@thorough
def test_a_long_name_that_is_taken_has_its_line(browser: Browser, client: Client, server: Server) -> None:
    """Asking for the seat from a new phone stands below it: no word of the name is broken."""
    party = new_party(client, ["Ed", "Bartholomew Featherstonehaugh", "Pete"], claim=False)
    party.claim(2)
    new = Screen(browser, "new", **PHONE)
    new.page.goto(party.link)
    key = new.page.locator("[data-request-seat]")
    expect(key).to_be_visible(timeout=PATIENCE_MS)
    settled(new.page)
    name = new.page.locator(".join-taken .offer").bounding_box()
    asks = key.bounding_box()
    assert name
    assert asks
    assert asks["y"] >= name["y"] + name["height"]
    no_faults(new)


@thorough
def test_the_lobby_shows_the_address_that_was_chosen(browser: Browser, client: Client) -> None:
    party, _ = invited(client)
    ways = client.get(f"{party.at}/addresses", party.host).json["items"]
    lobby = seated(browser, party, 0, "#lobby")
    shown = lobby.page.locator(".addresses button")
    if len(ways) < 2:
        expect(lobby.page.locator(".addresses")).to_be_hidden()
        return
    expect(shown).to_have_count(len(ways), timeout=PATIENCE_MS)
    lobby.press(shown.nth(1))
    expect(shown.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(lobby.page.locator(".address")).to_have_text(ways[1]["url"].partition("//")[2])


@thorough
def test_start_is_in_reach_on_the_hosts_phone(browser: Browser, client: Client) -> None:
    """However many seats there are; what can be done with one is said in words."""
    party = new_party(client, ["Josephine", "Edmund", "Ada", "Bartholomew", "Liu"])
    phone = seated(browser, party, 0, "#lobby", **PHONE)
    expect(phone.page.get_by_role("button", name="Start", exact=True)).to_be_in_viewport(ratio=1)
    expect(phone.page.locator(".lobby-seats li").nth(1)).to_be_in_viewport(ratio=1)
    keys = phone.page.locator(".lobby-seats li").first.locator(".key")
    assert keys.all_inner_texts() == ["Seat QR", "Sign out"]
    steps = phone.page.locator(".lobby-steps")
    expect(steps.locator("summary")).to_contain_text("0 of 4 done")
    phone.press(steps.get_by_role("checkbox").first)
    expect(steps.locator("summary")).to_contain_text("1 of 4 done")
    no_faults(phone)


@thorough
@pytest.mark.parametrize("device", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_board_is_set_up_before_the_start(
    browser: Browser, client: Client, device: Mapping[str, Any]
) -> None:
    """The steps stand above Start; those that are ticked there are not told once more after it."""
    party = new_party(client, ["Ada", "Edmund", "Liu"])
    host = seated(browser, party, 0, "#lobby", **device)
    page = host.page
    steps, start = page.locator(".lobby-steps"), page.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_in_viewport(ratio=1)
    if device is LAPTOP:  # folded there, so that Start lies over none of them
        host.press(steps.locator("summary"))
        settled(page)  # and all of them are in sight at once, the code for the phones too
        assert page.locator(".join-picture").evaluate(ABOVE) >= 0
    else:
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
    below, button = steps.bounding_box(), start.bounding_box()
    assert below is not None
    assert button is not None
    assert below["y"] + below["height"] <= button["y"]
    ticks = steps.get_by_role("checkbox").all()
    for tick in ticks[1:]:
        host.press(tick)
    host.press(start)
    work = page.locator("hands-checklist input")
    expect(work).to_have_count(len(ticks), timeout=PATIENCE_MS)  # one is still to be done
    page.go_back()
    if device is LAPTOP:
        host.press(steps.locator("summary"))
    host.press(steps.get_by_role("checkbox").first)
    host.press(start)
    expect(page.locator("offer-list")).to_be_visible(timeout=PATIENCE_MS)
    settled(page)
    expect(work).to_have_count(0)
    no_faults(host)


@thorough
def test_free_seats_come_first_and_none_moves_when_somebody_sits_down(
    browser: Browser, client: Client, server: Server
) -> None:
    """Who sat there when the page came stands below; who sits down later stays in place, and the others' buttons are
    the same as before, for a finger may be on one. Who has come by the address alone reads who is missing, with
    nothing to tap."""
    _, url = invited(client)
    sit_down(browser, url, "Ed").close()
    phone = Screen(browser, "phone", **PHONE)
    phone.page.goto(url)
    names = phone.page.locator(".join-names .name")
    expect(names).to_have_text(["Dave", "Pete", "Ed"], timeout=PATIENCE_MS)
    settled(phone.page)
    places = "names => names.map((name) => Math.round(name.getBoundingClientRect().top / 8))"
    before = names.evaluate_all(places)
    free = phone.page.get_by_role("button", name="Pete").element_handle()
    sit_down(browser, url, "Dave").close()
    expect(phone.page.get_by_role("button", name="This is me, on a new phone")).to_have_count(
        2, timeout=PATIENCE_MS
    )
    expect(names).to_have_text(["Dave", "Pete", "Ed"])
    assert names.evaluate_all(places)[1:] == before[1:]
    assert free.evaluate("(button) => button.isConnected")
    reader = Screen(browser, "reader", **PHONE)
    reader.page.goto(url.partition("#")[0])
    expect(reader.page.locator("free-names")).to_have_text("Free: Pete", timeout=PATIENCE_MS)
    expect(reader.page.get_by_role("button")).to_have_count(1)
    no_faults(phone, reader)


@thorough
@pytest.mark.parametrize("high", [720, 800])
def test_a_bid_at_a_small_laptop_is_in_sight(
    browser: Browser, client: Client, server: Server, high: int
) -> None:
    """The host acts for whoever is to act: amount, keypad and Confirm lie one below another and do not overlap."""
    party = new_party(client, ["Ed", "Dave", "Pete", "Ann", "Ben"])
    laptop = sit_host(browser, server.port, party, viewport={"width": 1280, "height": high})
    bar = laptop.page.locator(".confirm-bar")
    expect(bar).to_be_visible(timeout=PATIENCE_MS)
    settled(laptop.page)
    keypad, below = laptop.page.locator(".keypad").bounding_box(), bar.bounding_box()
    assert keypad is not None
    assert below is not None
    assert keypad["y"] + keypad["height"] <= below["y"]
    confirm = bar.get_by_role("button", name="Confirm $1").bounding_box()
    assert confirm is not None
    assert confirm["y"] + confirm["height"] <= high


def playing_host(browser: Browser, party: Party) -> Screen:
    """The host's laptop, at which they sit as Dave."""
    laptop = sit_host(browser, party.client.port, party, at="#lobby")
    laptop.page.locator("[data-sit='2']").click()
    own = laptop.page.locator(".lobby-seats [data-seat='2']").first
    expect(own).to_have_attribute("data-state", "here", timeout=PATIENCE_MS)
    laptop.tap("Start", exact=True)
    return laptop


def knows(screen: Screen) -> list[int | None]:
    """Everybody's cash, as far as the page has been told."""
    settled(screen.page)
    return [seat["cash"] for seat in screen.table["seats"]]


def dave_has(party: Party, millions: int) -> None:
    party.made(
        0, "correct", set=[{"of": "seat:2", "name": "cash", "value": millions}], note="as on the table"
    )


@thorough
def test_a_host_who_plays_sees_their_own_hidden_money_alone(browser: Browser, client: Client) -> None:
    """With their seat's key, and where nobody else looks on: not on the board, not while they act for somebody else,
    not where one phone is for all. Their own moves are their seat's."""
    party = new_party(client, game="union-pacific", rulings={"cash_visibility": "hidden"}, claim=False)
    dave_has(party, 8)
    laptop = playing_host(browser, party)
    cash = laptop.page.locator(".seat-head .cash .figure")
    expect(cash).to_have_text("$8M", timeout=PATIENCE_MS)
    assert knows(laptop) == [None, 8, None]
    laptop.press(laptop.page.locator("seat-picker button[data-seat='1']"))
    expect(cash).to_have_text("–", timeout=PATIENCE_MS)
    assert knows(laptop) == [None, None, None]
    laptop.press(laptop.page.locator("seat-picker button[data-seat='2']"))
    expect(cash).to_have_text("$8M", timeout=PATIENCE_MS)
    dave_has(party, 14)
    expect(cash).to_have_text(re.compile(r"\$14M$"), timeout=PATIENCE_MS)
    laptop.press(laptop.page.get_by_role("link", name="Board"))
    expect(laptop.page.locator("board-screen")).to_be_visible(timeout=PATIENCE_MS)
    assert knows(laptop) == [None, None, None]
    expect(laptop.page.locator("board-screen")).not_to_contain_text("$14M")
    laptop.page.go_back()
    expect(cash).to_have_text("$14M", timeout=PATIENCE_MS)
    laptop.open("Choose your first investment")
    laptop.press(laptop.form.locator("label.chip").first)
    laptop.confirm()
    assert client.get(f"{party.at}/moves", party.host).json["items"][-1]["by"] == "seat:2"
    client.call("PATCH", party.at, {"options": {"act_for": "anyone"}}, party.host)
    expect(cash).to_have_text("–", timeout=PATIENCE_MS)
    assert knows(laptop) == [None, None, None]
    no_faults(laptop)


def test_a_hosts_laptop_says_who_is_to_act_and_what_for(browser: Browser, client: Client) -> None:
    """In one line, with shares and money; of everybody else the seats say what they have bid, or who has passed."""
    party = new_party(client, ["Ed", "Dave", "Pete"])
    laptop = seated(browser, party, 0, **LAPTOP)
    page = laptop.page
    told = page.locator(".turn > .unseen")
    expect(told).to_have_text(party.document(party.host)["turn"]["prompt"], timeout=PATIENCE_MS)
    assert told.inner_text().startswith("Ed")
    box = told.bounding_box()
    assert box is not None
    assert box["width"] > 100, "it stands in the bar, for all to see"
    expect(page.locator(".seat-head .cash")).to_be_in_viewport(ratio=1)
    expect(page.locator(".seat-head .cash")).to_have_text("Cash$80")
    expect(page.locator(".seat-head .own")).to_be_visible()
    states = page.locator("seat-picker .hint")
    expect(states).to_have_text(["to act", "", ""])
    laptop.bid(3)
    expect(states).to_have_text(["bid $3", "to act", ""], timeout=PATIENCE_MS)
    party.made(2, "pass")
    expect(states).to_have_text(["bid $3", "passed", "to act"], timeout=PATIENCE_MS)
    no_faults(laptop)


@thorough
def test_all_seats_of_the_lobby_are_in_sight(browser: Browser, client: Client, server: Server) -> None:
    """Five of them above *Start*, on a low phone of 320 px."""
    party = new_party(client, ["Ada", "Bartholomew", "Josephine", "Pete", "Ed"], claim=False)
    host = sit_host(browser, server.port, party, at="#lobby", viewport={"width": 320, "height": 568})
    name = host.page.locator("[data-seat='5'] .name")
    expect(name).to_have_text("Ed", timeout=PATIENCE_MS)
    settled(host.page)
    place, start = name.bounding_box(), host.page.locator(".start").bounding_box()
    assert place
    assert start
    assert place["y"] + place["height"] < start["y"]
    free = host.page.locator("[data-seat='5'] .sit")
    assert free.evaluate("one => one.getBoundingClientRect().bottom") <= start["y"]
    assert free.evaluate("one => getComputedStyle(one).whiteSpace") == "nowrap"
    expect(host.page.locator(".start")).to_contain_text("Set up the board: 0 of 4 done")
    assert bottom(host.page.locator(".together")) <= top(host.page.locator(".lobby-seats"))
    for tick in host.page.locator(".lobby-steps input").all():
        tick.check()
    expect(host.page.locator(".start")).to_have_text("Start")
    no_faults(host)


@thorough
@pytest.mark.parametrize(("wide", "high"), [(320, 568), (360, 740)])
def test_nobody_who_sits_down_moves_the_others(
    browser: Browser, client: Client, server: Server, wide: int, high: int
) -> None:
    """Neither a guest, nor the host, after whom nobody else sits down on that screen."""
    party = new_party(client, ["Ada", "Ed", "Maximiliane Wolkenstein", "Jo", "Pete"], claim=False)
    host = sit_host(
        browser, server.port, party, at="#lobby", **{**PHONE, "viewport": {"width": wide, "height": high}}
    )
    places = "lines => lines.map((line) => [line.offsetTop, line.offsetHeight])"
    lines = host.page.locator(".lobby-seats li")
    before = lines.evaluate_all(places)
    assert len(before) == 5
    party.claim(2)
    expect(lines.nth(1)).not_to_have_attribute("data-state", "free", timeout=PATIENCE_MS)
    settled(host.page)
    assert lines.evaluate_all(places) == before
    host.tap("Sit here, in Ada’s seat, on this screen")
    expect(lines.first).to_have_attribute("data-state", "here", timeout=PATIENCE_MS)
    settled(host.page)
    assert lines.evaluate_all(places) == before
    no_faults(host)


@thorough
@pytest.mark.parametrize("colours", [{}, DARK])
def test_the_code_is_enlarged_by_a_tap(
    browser: Browser, client: Client, server: Server, colours: dict[str, object]
) -> None:
    """Black on white, whatever the colours, with the digits beneath; a tap or Escape puts it away."""
    party, url = invited(client)
    host = sit_host(browser, server.port, party, at="#lobby", **{**PHONE, **colours})
    page = host.page
    small = page.get_by_role("button", name="Enlarge")
    width = small.locator("img").evaluate("one => one.clientWidth")
    small.focus()
    page.keyboard.press("Enter")
    large = page.locator("dialog.large-code")
    expect(large.locator("img")).to_have_js_property("complete", True, timeout=PATIENCE_MS)
    settled(page)
    assert large.locator("img").evaluate("one => one.clientWidth") > 2 * width
    assert large.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(255, 255, 255)"
    assert scanned(page.screenshot()) == url
    digits = party.document(party.host)["join_pin"]
    expect(large.locator("[data-pin]")).to_have_text(f"{digits[:3]}\u00a0{digits[3:]}")
    assert large.evaluate("one => one.scrollWidth <= innerWidth && one.scrollHeight <= innerHeight")
    page.keyboard.press("Escape")
    expect(large).to_have_count(0)
    expect(small).to_be_focused()
    small.tap()
    large.locator(".code").tap()
    expect(large).to_have_count(0)
    no_faults(host)
