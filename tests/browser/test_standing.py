"""Nothing moves under a finger: what is tapped stays where it is while previews, refusals, bids and turns arrive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.pages import PATIENCE_MS, PHONE, Screen, no_faults, settled
from tests.browser.pictures import LONG_NAMES, auctions, bids, seated, table
from tests.browser.played import played
from tests.server import Client, Party, thorough

Boxes = Mapping[str, Mapping[str, float]]

USUAL = ((640, "de"),)
"""The longer words on the lower phone."""
PHONES = [
    pytest.param(high, language, id=f"{high}-{language}", marks=() if (high, language) in USUAL else thorough)
    for high in (640, 740)
    for language in ("en", "de")
]
ASKED = "**/moves?dry_run=true&quiet=true"
CONFIRM, KEYPAD = ".confirm-bar .confirm", "offer-form .keypad"
COVERED = """
(names) => names.filter((name) => [...document.querySelectorAll(name)].some((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const points = [[left + 4, top + 4], [right - 4, bottom - 4], [(left + right) / 2, (top + bottom) / 2]];
  return !points.every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
}))
"""
"""Which of these are out of sight, or covered by something."""
CUT_SHORT = """
() => [...document.querySelectorAll(".bidders .seat-mark, .bidders .name")]
  .filter((one) => !getComputedStyle(one).clipPath.startsWith("inset") && one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent)
"""
"""The bidders whose names lack some of the letters they should have."""
GRANTED_PX = 0.5
"""A line may be drawn between two pixels."""


def phone(high: int, language: str = "en") -> dict[str, Any]:
    return {**PHONE, "viewport": {"width": 360, "height": high}, "locale": language}


def stand(screen: Screen, *names: str) -> Boxes:
    """Where these stand on the glass, and how far the page is scrolled."""
    found: dict[str, Mapping[str, float]] = {"page": {"y": screen.page.evaluate("scrollY")}}
    for name in names:
        box = screen.page.locator(name).bounding_box()
        assert box, f"{name} is not on the page"
        found[name] = {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}
    return found


def stood(before: Boxes, after: Boxes) -> None:
    moved = {
        name: (was, after[name])
        for name, was in before.items()
        if any(abs(was[side] - after[name][side]) > GRANTED_PX for side in was)
    }
    assert not moved


def held(screen: Screen) -> Callable[..., None]:
    """Hold back the answer to a preview until the result is called: with this refusal, or as it is."""
    waiting: list[Route] = []
    screen.page.route(ASKED, lambda route: waiting.append(route))

    def let_go(refusal: str = "") -> None:
        for route in waiting:
            if refusal:
                said = {"title": "No", "status": 422, "code": "not-now", "detail": refusal}
                route.fulfill(status=200, json=said, content_type="application/problem+json")
            else:
                route.continue_()
        waiting.clear()
        screen.page.unroute(ASKED)

    return let_go


@pytest.fixture
def bidding(client: Client) -> Party:
    """Five long names; the second has to beat a bid of $7."""
    party = table(client, LONG_NAMES)
    auctions(party, 4)
    bids(party, 3, 7, None)
    return party


@pytest.fixture
def choosing(client: Client) -> Party:
    """Ada is to play an action card."""
    party = table(client, ["Ada", "Edmund", "Josephine"])
    auctions(party)
    return party


def to_act(party: Party) -> int:
    return int(party.document()["turn"]["seat"])


@pytest.mark.parametrize(("high", "language"), PHONES)
def test_a_bid_is_made_without_scrolling_and_nothing_moves(
    browser: Browser, bidding: Party, high: int, language: str
) -> None:
    screen = seated(browser, bidding, to_act(bidding), **phone(high, language))
    names = (CONFIRM, ".confirm-bar .quick", KEYPAD, "offer-form .amount", "auction-box .high-bid")
    assert screen.page.evaluate(COVERED, list(names)) == []
    before = stand(screen, *names)
    step = screen.form.locator('[data-key=step][value="1"]')
    for _ in range(3):
        screen.press(step)
        settled(screen.page)
        stood(before, stand(screen, *names))
    screen.press(screen.form.locator('[data-key=digit][value="9"]'))  # 9, and then 99: too much
    screen.press(screen.form.locator('[data-key=digit][value="9"]'))
    expect(screen.form.locator(".fault").first).to_contain_text("$38", timeout=PATIENCE_MS)
    settled(screen.page)
    stood(before, stand(screen, *names))
    no_faults(screen)


@thorough
@pytest.mark.parametrize("high", [640, 740])
def test_who_bids_is_called_by_name_when_all_have_bid_and_passed(
    browser: Browser, client: Client, high: int
) -> None:
    """By the full name, or on a low phone by as many letters as tell five players apart."""
    party = table(client, ["Ada", "Edmund", "Josephine", "Max", "Charlotte"])
    bids(party, 7)
    screen = seated(browser, party, to_act(party), **phone(high))
    bids(party, 9, None, 12, None)
    for dollars in (13, 14):
        bids(party, dollars)
        screen = seated(browser, party, to_act(party), **phone(high))
        assert screen.page.locator(".bidders li").count() == len(party.seats)
        assert screen.page.evaluate(CUT_SHORT) == []
    no_faults(screen)


SHORTENED = """
() => [...document.querySelectorAll(".bidders .name")].filter((name) => {
  const letters = document.createRange();
  letters.selectNodeContents(name);
  return letters.getBoundingClientRect().width > name.getBoundingClientRect().width;
}).map((name) => name.textContent)
"""
"""Bidders whose names lack even a hair: an ellipsis takes two letters for it."""


@thorough
def test_a_bidder_of_eleven_letters_is_called_by_all_of_them(browser: Browser, client: Client) -> None:
    """Her money stands beside her name, without a word more."""
    party = table(client, ["Bartholomew", "Maximiliane", "Ed"])
    bids(party, 7)
    screen = seated(browser, party, to_act(party), **phone(740))
    expect(screen.page.locator(".bidders")).to_contain_text("has")
    assert screen.page.evaluate(SHORTENED) == []
    assert screen.page.evaluate(CUT_SHORT) == []


@thorough
@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=thorough)])
def test_five_bidders_are_called_whole_on_the_narrowest_phone(
    browser: Browser, client: Client, language: str
) -> None:
    """Also who leads, beside what was bid."""
    party = table(client, ["Bartholomew", "Maximiliane", "Josephine", "Maximilianus", "Ed"])
    bids(party, 7)
    narrow = {**phone(640, language), "viewport": {"width": 320, "height": 640}}
    screen = seated(browser, party, to_act(party), **narrow)
    expect(screen.page.locator(".high-seat .name")).to_have_text("Bartholomew")
    assert screen.page.evaluate(SHORTENED) == []
    assert screen.page.evaluate(SHORTENED.replace(".bidders", ".high-seat")) == []
    no_faults(screen)


@pytest.mark.parametrize("high", [640, pytest.param(740, marks=thorough)])
def test_confirm_stays_when_the_preview_comes(browser: Browser, choosing: Party, high: int) -> None:
    """The card is tapped, the preview is on its way, the finger too."""
    screen = seated(browser, choosing, to_act(choosing), **phone(high))
    let_go = held(screen)
    screen.open("Play")
    with screen.page.expect_request(ASKED):
        screen.choose("Pay Dividends")
    before = stand(screen, CONFIRM)
    let_go()
    screen.previewed()
    settled(screen.page)
    stood(before, stand(screen, CONFIRM))
    assert screen.page.evaluate(COVERED, [CONFIRM, ".brief"]) == []
    no_faults(screen)


@thorough
def test_confirm_stays_when_the_table_says_no(browser: Browser, choosing: Party) -> None:
    screen = seated(browser, choosing, to_act(choosing), **phone(740))
    let_go = held(screen)
    screen.open("Play")
    with screen.page.expect_request(ASKED):
        screen.choose("Construct Track")
    before = stand(screen, CONFIRM)
    let_go("Not now, for none of many reasons. " * 6)
    screen.page.wait_for_selector("offer-preview[data-state=refused]")
    settled(screen.page)
    # all of it stands below: the bar has room for two lines
    expect(screen.page.locator("offer-preview .fault")).to_be_visible()
    stood(before, stand(screen, CONFIRM))
    screen.faults.clear()


@thorough
def test_the_way_back_lies_neither_on_confirm_nor_moves_it(browser: Browser, choosing: Party) -> None:
    screen = seated(browser, choosing, to_act(choosing), **phone(640))
    screen.open("Play")
    screen.choose("Construct Track")
    screen.confirm()
    expect(screen.page.locator("undo-bar .undo")).to_be_visible(timeout=PATIENCE_MS)
    screen.open("Roll for growth")
    screen.dice(4, 6)
    screen.previewed()
    settled(screen.page)
    names = [CONFIRM, ".brief", "undo-bar .undo"]
    assert screen.page.evaluate(COVERED, names[:2]) == []
    before = stand(screen, *names[:2])
    screen.page.evaluate("document.querySelector('undo-bar').hide()")
    stood(before, stand(screen, *names[:2]))


@thorough
@pytest.mark.parametrize("language", [pytest.param("en", marks=thorough), "de"])
def test_a_limit_is_typed_while_others_bid(browser: Browser, client: Client, language: str) -> None:
    """Names that are cut off, figures with more digits, players who pass: the keypad of the limit stays in place."""
    party = table(client, LONG_NAMES)
    screen = seated(browser, party, 5, **phone(640, language))
    word, aloud = screen.page.locator("[data-limit=open]"), screen.page.locator("offer-list")
    top = "one => one.getBoundingClientRect().top"
    above = word.evaluate(top) < aloud.evaluate(top)
    assert above, "who waits rather leaves word than enters what was bid aloud"
    screen.press(word)
    settled(screen.page)
    names = (".limit-form .keypad", "[data-limit=set]", ".tabs")
    before = stand(screen, *names)
    for amount in (9, 10, None):
        bids(party, amount)
        screen.until(int(party.document()["revision"]))
        settled(screen.page)
        stood(before, stand(screen, *names))
    no_faults(screen)


def test_a_turn_that_comes_begins_at_the_top_and_takes_no_tap_before_it_is_seen(
    browser: Browser, bidding: Party
) -> None:
    waiting = to_act(bidding) % 5 + 1
    screen = seated(browser, bidding, waiting, **phone(640))
    screen.press(screen.page.get_by_role("tab", name="Log"))
    screen.page.evaluate("scrollTo(0, 900)")
    bids(bidding, 8)
    expect(screen.page.locator(CONFIRM)).to_be_attached(timeout=PATIENCE_MS)
    settled(screen.page)
    assert screen.page.evaluate("scrollY") == 0
    assert screen.page.evaluate(COVERED, [CONFIRM, KEYPAD]) == []
    no_faults(screen)


@thorough
def test_a_limit_that_is_being_typed_stays_under_the_finger_when_the_turn_comes(
    browser: Browser, bidding: Party
) -> None:
    """A secret digit never becomes one of a bid that all can see; there is one keypad at a time, that of the bid once
    the limit is done with."""
    waiting = to_act(bidding) % 5 + 1
    screen = seated(browser, bidding, waiting, **phone(740))
    limit, word = screen.page.locator(".limit-form"), screen.page.locator("[data-limit=open]")
    screen.press(word)
    nine = limit.locator('[data-key=digit][value="9"]')
    screen.press(nine)
    settled(screen.page)
    before = nine.bounding_box()
    bids(bidding, 8)
    expect(screen.page.locator(KEYPAD)).to_be_attached(timeout=PATIENCE_MS)
    settled(screen.page)
    assert nine.bounding_box() == before
    expect(screen.page.locator(".seat-head .turn")).to_contain_text("Your turn")
    expect(limit.locator("input")).to_have_value("$9")
    expect(screen.page.locator(KEYPAD)).to_be_hidden()
    screen.press(limit.get_by_role("button", name="Cancel"))
    settled(screen.page)
    assert screen.page.evaluate(COVERED, [CONFIRM, KEYPAD]) == []
    no_faults(screen)


def test_an_amount_that_nobody_entered_is_not_spent(browser: Browser, bidding: Party) -> None:
    """*Enter the result* begins with a price that is only proposed; a tap on it makes it the price."""
    screen = seated(browser, bidding, to_act(bidding), **phone(740))
    screen.open("Enter the result")
    price = screen.form.locator("money-field:not([hidden]) input.amount")
    expect(price).to_have_value("Use $8", timeout=PATIENCE_MS)
    settled(screen.page)
    revision = screen.revision
    screen.page.locator(CONFIRM).tap(force=True)  # it looks as if it could not be tapped
    expect(screen.form.locator(".fault")).to_have_text("Tap “Use $8” or enter another.")
    assert bidding.document()["revision"] == revision
    screen.press(price)
    screen.previewed()
    assert screen.confirm() == revision + 1
    no_faults(screen)


@thorough
def test_a_player_is_added_with_the_first_tap(browser: Browser, choosing: Party) -> None:
    """A finger comes from a name that was just typed: the arrows below it do not move the button away."""
    screen = seated(browser, choosing, 0, **phone(740))
    screen.page.goto(f"http://127.0.0.1:{choosing.client.port}/")
    screen.press(screen.page.locator(".game-card").first)
    names = screen.page.locator(".seating input:not([type=color])")
    before = names.count()
    names.last.fill("Josephine")
    settled(screen.page)
    add = screen.page.get_by_role("button", name="Add a player")
    add.scroll_into_view_if_needed()
    box = add.bounding_box()
    assert box
    screen.page.mouse.move(box["x"] + 30, box["y"] + box["height"] / 2)
    screen.page.mouse.down()
    settled(screen.page)
    assert add.bounding_box() == box
    screen.page.mouse.up()
    expect(names).to_have_count(before + 1, timeout=PATIENCE_MS)
    no_faults(screen)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_tab_is_in_sight(browser: Browser, client: Client, language: str) -> None:
    """Union Pacific has five of them, with long words."""
    screen = seated(browser, played(client, "union-pacific/up-places", 8), 1, **phone(740, language))
    tabs = screen.page.get_by_role("tab").all()
    assert len(tabs) == 5
    for tab in tabs:
        box = tab.bounding_box()
        assert box
        assert (box["x"], box["x"] + box["width"]) == (max(box["x"], 0), min(box["x"] + box["width"], 360))
    no_faults(screen)
