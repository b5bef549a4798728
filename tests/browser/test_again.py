"""The evening again: any earlier moment of a table, by slider, step by step, or played."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Request, expect

from tests.browser.measures import cut, sideways, too_small, violations
from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, TV, Screen, asks_for, no_faults, settled
from tests.browser.played import played
from tests.browser.test_everyone import at, seated
from tests.playing import finished
from tests.server import Client, Party, Server, new_party, thorough

EVENING = "prairie-railroads/whole-evening"
SHOWN = "document.querySelector('board-screen')?.table.doc?.at"
SCRUB = """
(values) => {
  const slider = document.querySelector(".again-slider");
  for (const value of values) {
    slider.value = value;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
"""
"""A thumb that passes all these entries before the page can do anything else."""

SOME_COLOURS = 50
"""An empty sheet has one or two."""
BESIDE = """
(places) => [...document.querySelectorAll(places)].flatMap((place) =>
  [...place.querySelectorAll("*")].filter((one) => {
    const [inner, outer] = [one, place].map((box) => box.getBoundingClientRect());
    return inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5;
  }).map((one) => one.textContent))
"""
"""What juts out of its place."""
BAR_PX = "document.querySelector('.again-bar').getBoundingClientRect().height"
AT_LENGTH = """
() => {
  const said = document.querySelector(".again-said");
  const [words, before] = [said.lastElementChild, said.lastElementChild.textContent];
  words.textContent = "Somebody is paid something; ".repeat(12);
  const { height } = document.querySelector(".again-bar").getBoundingClientRect();
  words.textContent = before;
  return height;
}
"""
"""How high the bar is while a long move is told in it."""


def watching(browser: Browser, server: Server, party: Party, entry: int, **device: Any) -> Screen:
    screen = Screen(browser, "again", **device)
    at(screen.page, server, f"/t/{party.code}/again#at={entry}", party, **seated(party, 1))
    there(screen, entry)
    return screen


def there(screen: Screen, entry: int) -> None:
    """Wait until that entry is shown, with its sentence."""
    screen.page.wait_for_function(f"() => {SHOWN} === {entry}", timeout=PATIENCE_MS)
    expect(screen.page.locator(".again-count")).to_have_text(re.compile(rf"^{entry} of "))


def treasuries(of: Any) -> dict[str, Any]:
    return {railroad["id"]: railroad["treasury"] for railroad in of["railroads"]}


def drawn_on(screen: Screen, what: str) -> int:
    """How many colours that element shows on a picture of the whole page."""
    settled(screen.page)
    box = screen.page.locator(what).bounding_box()
    assert box
    page = Image.open(io.BytesIO(screen.page.screenshot(full_page=True))).convert("RGB")
    left, top, width, height = (int(box[side]) for side in ("x", "y", "width", "height"))
    return len(page.crop((left, top, left + width, top + height)).getcolors(width * height) or [])


@thorough
def test_the_end_of_the_evening(browser: Browser, server: Server, client: Client) -> None:
    """The chart is drawn beside the podium; looking back from there asks nobody for anything, and leads out again. On a
    phone every name has its step to itself, and the bar says its news in full above one row of buttons; into a copy
    leads a link beside the slider."""
    party = finished(new_party(client, ["Josephine", "Edmund", "Bartholomew"]))
    last = party.document()["revision"]
    laptop = watching(browser, server, party, last, **LAPTOP, **STILL)
    assert drawn_on(laptop, ".ending-charts [data-open] .chart") > SOME_COLOURS
    assert laptop.page.evaluate(AT_LENGTH) == laptop.page.evaluate(BAR_PX)
    assert laptop.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "one window shows it"
    laptop.page.get_by_role("button", name="One move back").click()
    expect(laptop.page.locator(".board-prompt")).to_have_text(f"After move {last - 1} of {last}")
    laptop.page.get_by_role("button", name="To the beginning").click()
    there(laptop, 1)
    assert not laptop.page.locator(".board-turn .lamp").count(), "nobody is asked for anything"
    way_out = laptop.page.locator(".board-head").get_by_role("link", name="Settlement")
    expect(way_out).to_be_in_viewport(ratio=1)
    expect(way_out).to_have_attribute("href", f"/t/{party.code}/settlement")
    laptop.close()
    phone = watching(browser, server, party, last, **PHONE, **STILL)
    page = phone.page
    page.locator(".podium").wait_for()
    assert not cut(page)
    assert not too_small(page)
    assert page.evaluate(BESIDE, ".podium > li") == []
    keys = page.locator(".again-keys > :not(.again-try):visible")
    assert (
        len({one["y"] for one in keys.evaluate_all("all => all.map(one => one.getBoundingClientRect())")})
        == 1
    )
    no_faults(phone)


@thorough
def test_any_moment_by_hand(browser: Browser, server: Server, client: Client) -> None:
    """From the log to a moment, and on by buttons, keys and the slider; the board is as it was then."""
    party = played(client, EVENING)
    last = party.document()["revision"]
    screen = Screen(browser, "again", **LAPTOP, **STILL)
    page = screen.page
    at(page, server, f"/t/{party.code}/log", party, host=party.host, join=party.join, started=True)
    expect(page.locator(".log-head").get_by_role("link", name="Replay the evening")).to_be_in_viewport()
    line = page.locator(".log > li[data-revision='40']")
    line.locator("summary").first.click()
    line.get_by_role("link", name="See the table at this point").click()
    there(screen, 40)
    for press, entry in (("ArrowRight", 41), ("ArrowLeft", 40), ("PageDown", 50), ("Home", 1), ("End", last)):
        page.keyboard.press(press)
        there(screen, entry)
    page.get_by_role("button", name="One move back").click()
    there(screen, last - 1)
    expect(page.get_by_role("slider", name="Entry")).to_have_attribute(
        "aria-valuetext", re.compile(rf"^Entry {last - 1} of {last}: \S")
    )
    page.evaluate(SCRUB, [20])
    there(screen, 20)
    shown = page.evaluate("document.querySelector('board-screen').table.doc")
    then = client.get(f"{party.at}?at=20").json
    assert treasuries(shown) == treasuries(then) != treasuries(party.document())
    expect(page.locator(".again-said")).to_contain_text(then["recent"][-1]["summary"])
    page.locator("board-screen [data-figure]").first.click()
    assert not page.locator("dialog[open]").count(), "a figure of then cannot be put right"
    page.wait_for_function("() => location.hash === '#at=20'")
    assert not sideways(page)
    no_faults(screen)


@thorough
def test_only_what_is_wanted_is_asked_for(browser: Browser, server: Server, client: Client) -> None:
    """A thumb that passes the whole evening asks only for the first entry it meets and the one it stops at; answers
    that come later than the wanted moment are dropped."""
    party = played(client, EVENING)
    last = party.document()["revision"]
    screen = watching(browser, server, party, last, **LAPTOP, **STILL)
    asked: list[str] = []

    def hear(sent: Request) -> None:
        if asks_for(sent, party.at):
            asked.append(sent.url.rpartition("=")[2])

    screen.page.on("request", hear)
    screen.page.evaluate(SCRUB, [*range(last - 1, 9, -1)])
    there(screen, 10)
    screen.page.evaluate(SCRUB, [30, last])
    there(screen, last)
    with screen.page.expect_response(lambda answer: answer.url.endswith("at=12")):
        screen.page.evaluate(SCRUB, [12])
    there(screen, 12)
    assert asked == [str(last - 1), "10", "30", "12"]
    no_faults(screen)


@thorough
def test_it_is_played_at_a_chosen_pace(browser: Browser, server: Server, client: Client) -> None:
    party = played(client, EVENING, 20)
    last = party.document()["revision"]
    screen = watching(browser, server, party, last - 3, clock=True, **PHONE, **STILL)
    page = screen.page
    page.get_by_label("Speed").select_option("2000")
    screen.stand_still()
    page.get_by_role("button", name="Play").click()
    for entry in (last - 2, last - 1, last):
        screen.later(1_800)
        assert page.evaluate(SHOWN) == entry - 1
        screen.later(200)
        there(screen, entry)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    party.made(party.document()["turn"]["seat"], "note", text="We go on")
    screen.until(last + 1)
    there(screen, last)  # somebody who looks back stays where they are
    page.locator("body").press(" ")
    screen.later(2_100)
    there(screen, last + 1)
    no_faults(screen)


@thorough
def test_a_line_of_play_is_tried_out(browser: Browser, server: Server, client: Client) -> None:
    """From a phone, where the host allows it: a copy of that moment, marked on every page of it, and nothing happens to
    the real table."""
    party = played(client, EVENING, 20)
    before = party.document()
    screen = watching(browser, server, party, 15, **PHONE, **STILL)
    page = screen.page
    expect(page.get_by_role("button", name="Try it out")).to_be_hidden()
    allow = {"options": {"try_out": "anyone"}}
    assert client.call("PATCH", party.at, allow, party.host).status == 200
    page.get_by_role("button", name="Try it out").click()
    expect(page.locator("seat-screen .practice-mark")).to_be_visible(timeout=PATIENCE_MS)
    code = page.url.rpartition("/")[2]
    assert code != party.code
    copy = client.get(f"/tables/{code}").json
    assert treasuries(copy) == treasuries(client.get(f"{party.at}?at=15").json)
    for name in ("Log", "Settlement"):
        page.get_by_role("link", name=name, exact=True).click()
        expect(page.locator(f"{name.lower()}-screen .practice-mark")).to_be_visible(timeout=PATIENCE_MS)
    page.goto(page.url.replace("settlement", "board"))
    expect(page.locator(".board-game")).to_contain_text("Practice copy")
    page.goto(page.url.partition("/t/")[0])
    expect(page.locator(f"[data-table='{code}'] .practice")).to_have_text("Practice copy")
    assert not page.locator(f"[data-table='{party.code}'] .practice").count()
    now = party.document()
    assert [now[name] for name in ("revision", "seats", "turn")] == [
        before[name] for name in ("revision", "seats", "turn")
    ]
    no_faults(screen)


@pytest.mark.parametrize(
    ("device", "evening"),
    [
        pytest.param(PHONE, EVENING, id="phone"),
        pytest.param(PHONE, "texas-pacific/tp-opens", id="phone-many-spaces"),
        pytest.param(TV, EVENING, id="tv"),
    ],
)
@thorough
def test_everybody_can_use_it(
    browser: Browser, server: Server, client: Client, device: Any, evening: str
) -> None:
    screen = watching(browser, server, played(client, evening), 12, **device, **STILL)
    settled(screen.page)
    # what lies under the bar scrolls out from under it; axe takes it for hidden
    screen.page.locator(".again-bar").evaluate("bar => bar.style.position = 'static'")
    assert not violations(screen.page)
    assert not sideways(screen.page)
    assert device is TV or not too_small(screen.page)
    no_faults(screen)


@thorough
def test_the_evening_begins_and_new_dice_are_nobodys_move(
    browser: Browser, server: Server, client: Client
) -> None:
    """An address without an entry is of the first. An evening read in ends with new dice: its bar tells what the
    board tells, and whoever steps on or back steps over them."""
    party = played(client, EVENING, 40)
    last = party.document()["revision"]
    seeds = [entry for entry in party.document()["recent"] if entry["move"]["type"] == "seed"]
    assert [entry["revision"] for entry in seeds] == [last]
    screen = Screen(browser, "again", **PHONE, **STILL)
    at(screen.page, server, f"/t/{party.code}/again", party, **seated(party, 1))
    there(screen, 1)
    screen.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/again#at={last}")
    there(screen, last)
    before = client.get(f"{party.at}?at={last - 1}").json
    expect(screen.page.locator(".again-said")).to_contain_text(before["recent"][-1]["summary"])
    assert screen.page.evaluate(BAR_PX) < 165
    paid = {"from": "bank", "to": "seat:1", "what": "money", "amount": 1}
    party.made(0, "correct", postings=[paid], note="for the test")
    expect(screen.page.locator(".again-count")).to_have_text(f"{last} of {last + 1}", timeout=PATIENCE_MS)
    screen.page.keyboard.press("ArrowLeft")
    there(screen, last - 1)
    screen.page.keyboard.press("ArrowRight")
    there(screen, last + 1)
    screen.page.keyboard.press("ArrowLeft")
    there(screen, last - 1)
    no_faults(screen)
