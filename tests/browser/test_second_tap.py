"""The second tap of a finger is on nothing that has come under it since the first."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import Browser, FloatRect, Page, Route, expect

from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import LONG_NAMES, seated, table
from tests.browser.played import played
from tests.browser.test_standing import CONFIRM, KEYPAD, phone, stand, stood, to_act
from tests.server import Client, Party, new_party, thorough

COVERS = """
() => new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) {
      if (!node.matches?.("[data-cover]")) continue;
      const { left, top, right, bottom } = node.getBoundingClientRect();
      document.body.dataset.covered = [left, top, right, bottom].join();
    }
  }
}).observe(document.body, { childList: true })
"""
"""Writes down where something is covered against a second tap."""

TWICE = """
([clientX, clientY]) => {
  const tap = () => new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY });
  const there = () => document.elementFromPoint(clientX, clientY);
  const second = tap();
  there().dispatchEvent(tap());
  window.late = () => document.querySelector("offer-form label.chip").dispatchEvent(second);
}
"""
"""A tap, and one made at the same moment that is heard, by a choice then, when `late` is called."""
TAP_ONCE_MORE = """
([clientX, clientY, what]) => {
  const there = () => document.elementsFromPoint(clientX, clientY).some((part) => part.closest(what));
  const look = () => {
    if (!there()) return requestAnimationFrame(look);
    setTimeout(() => requestAnimationFrame(() => {
      const tap = new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY });
      document.elementFromPoint(clientX, clientY).dispatchEvent(tap);
      document.body.dataset.tapped = "";
    }));
  };
  look();
}
"""
"""A tap there as soon as it has been seen: sooner than any finger's."""
PASS = ".confirm-bar .quick[data-offer=pass]"
TAPPED_WHEN_IT_COMES = """
(name) => new MutationObserver((_, watch) => {
  const key = document.querySelector(name);
  if (!key) return;
  watch.disconnect();
  document.body.dataset.tapped = key.disabled;
  key.click();
}).observe(document.body, { childList: true, subtree: true })
"""
"""Taps what has that name as soon as it is there, and writes down whether it takes no tap yet."""
THERE = "([x, y, what]) => document.elementsFromPoint(x, y).some((part) => part.closest(what))"
UNDER = "([x, y, what]) => document.elementFromPoint(x, y).closest(what) !== null"


def middle(box: Mapping[str, float] | FloatRect) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def clock(page: Page) -> float:
    return float(page.evaluate("performance.now()"))


@pytest.fixture
def bidding(client: Client) -> Party:
    """Five players with long names, and the first share under the hammer."""
    return table(client, LONG_NAMES)


@pytest.mark.parametrize(("high", "language"), [(640, "de"), pytest.param(740, "en", marks=thorough)])
def test_a_pass_beside_a_bid_is_one_tap_and_a_second_makes_no_other(
    browser: Browser, bidding: Party, high: int, language: str
) -> None:
    """Whatever has been typed of the bid: far more than anybody has. The key says that it is sent, and nothing beside
    it moves; *Undo* brings the bid back."""
    seat = to_act(bidding)
    screen = seated(browser, bidding, seat, **phone(high, language), **STILL)
    passes, confirm = screen.page.locator(PASS), screen.page.locator(CONFIRM)
    screen.press(screen.page.locator(f"{KEYPAD} [value='9']").first)
    screen.press(screen.page.locator(f"{KEYPAD} [value='9']").first)
    expect(screen.form.locator(".amount")).to_have_value(re.compile("99"))
    expect(passes).to_be_enabled()
    settled(screen.page)
    before = stand(screen, PASS, CONFIRM, KEYPAD)
    x, y = middle(before[PASS])
    held: list[Route] = []
    screen.page.route(re.compile("/moves$"), lambda route: held.append(route))
    since = screen.revision
    for _ in range(2):
        screen.page.touchscreen.tap(x, y)
    expect(screen.page.locator("[data-instead]")).to_have_count(1)
    for key in (passes, confirm):
        expect(key).to_be_disabled()
    said = passes.evaluate("key => getComputedStyle(key, '::after').content")
    assert said == {"en": '"Sending …"', "de": '"Wird gesendet …"'}[language]
    stood(before, stand(screen, PASS, CONFIRM, KEYPAD))
    assert [route.request.post_data_json for route in held] == [
        {"type": "pass", "seat": seat, "expected_revision": since}
    ]
    held[0].continue_()
    screen.until(since + 1)
    expect(screen.form).to_have_count(0)
    assert bidding.document()["auction"]["passed"] == [seat]
    screen.press(screen.page.locator("undo-bar .undo"))
    expect(passes).to_be_enabled()
    assert bidding.document()["auction"]["passed"] == []
    no_faults(screen)


def test_a_pass_takes_no_tap_before_its_form_has_been_in_sight(browser: Browser, bidding: Party) -> None:
    """A bid brings up the form of the next, who taps at once where *Pass* comes: only what is tapped later counts."""
    first = to_act(bidding)
    second = first % len(LONG_NAMES) + 1
    screen = seated(browser, bidding, second, **PHONE, **STILL)
    screen.page.evaluate(TAPPED_WHEN_IT_COMES, PASS)
    screen.until(bidding.made(first, "bid", amount=3)["revision"])
    expect(screen.page.locator("body[data-tapped]")).to_have_attribute("data-tapped", "true")
    expect(screen.page.locator(PASS)).to_be_enabled()
    assert bidding.document()["auction"]["passed"] == []
    screen.press(screen.page.locator(PASS))
    expect(screen.form).to_have_count(0)
    assert bidding.document()["auction"]["passed"] == [second]
    no_faults(screen)


def test_a_pass_that_is_refused_is_told_as_a_bid_is(browser: Browser, bidding: Party) -> None:
    """The bid beside it can still be made."""
    screen = seated(browser, bidding, to_act(bidding), **PHONE, **STILL)
    said = {"title": "No", "status": 422, "code": "not-now", "detail": "Not now"}
    screen.page.route(
        re.compile("/moves$"),
        lambda route: route.fulfill(status=422, json=said, content_type="application/problem+json"),
        times=1,
    )
    screen.press(screen.page.locator(PASS))
    expect(screen.form.locator(".brief")).to_contain_text("Not now")
    expect(screen.page.locator(PASS)).to_be_enabled()
    screen.press(screen.page.locator(CONFIRM))
    expect(screen.form).to_have_count(0)
    assert bidding.document()["auction"]["high_bid"] == 1


@thorough
def test_a_pass_of_the_list_opens_its_own_form(browser: Browser, bidding: Party) -> None:
    """While another is open, beside which it does not stand."""
    screen = seated(browser, bidding, to_act(bidding), **PHONE, **STILL)
    screen.open("Enter the result")
    screen.open("Pass")
    expect(screen.form.locator(".offer-fields .hint")).to_have_text("You’ll be out of this auction.")
    assert bidding.document()["auction"]["passed"] == []
    screen.confirm(words="Pass")
    no_faults(screen)


@thorough
def test_a_pass_is_made_by_the_keyboard(browser: Browser, bidding: Party) -> None:
    """A laptop's: Enter on its key, which comes before Confirm."""
    seat = to_act(bidding)
    screen = seated(browser, bidding, seat, **LAPTOP, **STILL)
    expect(screen.page.locator(PASS)).to_be_enabled()
    screen.page.locator(PASS).focus()
    screen.page.keyboard.press("Enter")
    expect(screen.form).to_have_count(0)
    assert bidding.document()["auction"]["passed"] == [seat]
    no_faults(screen)


def test_what_comes_under_a_finger_is_covered_for_a_moment(browser: Browser, client: Client) -> None:
    """Gulf, Mobile & Ohio: where the badge of the W&W was stands Confirm when its form has opened. A key tapped again
    and again is never covered."""
    party = played(client, "gulf-mobile-ohio/five-players", 9)
    screen = seated(browser, party, party.document()["turn"]["seat"], **PHONE, **STILL)
    badge = screen.page.locator(".begun .tile", has_text="W&W").bounding_box()
    assert badge
    x, y = badge["x"] + badge["width"] / 2, badge["y"] + 3  # its upper edge
    screen.page.evaluate(COVERS)
    screen.page.touchscreen.tap(x, y)
    covered = screen.page.locator("body[data-covered]")
    expect(covered).to_have_count(1, timeout=PATIENCE_MS)
    left, top, right, bottom = map(float, str(covered.get_attribute("data-covered")).split(","))
    assert left < x < right
    assert top < y < bottom
    expect(screen.page.locator("[data-cover]")).to_have_count(0)
    screen.confirm()
    bid = seated(browser, party, to_act(party), **PHONE, **STILL)
    bid.page.evaluate(COVERS)
    for _ in range(2):
        bid.press(bid.page.locator(f"{KEYPAD} [value='1']").first)
    settled(bid.page)
    expect(bid.page.locator("body[data-covered]")).to_have_count(0)
    no_faults(screen, bid)


def test_two_keys_side_by_side_are_both_typed(browser: Browser, bidding: Party) -> None:
    """However fast, and however near to each other a thumb hits them."""
    screen = seated(browser, bidding, to_act(bidding), **PHONE, **STILL)
    amount, keys = screen.form.locator("input.amount"), screen.page.locator(f"{KEYPAD} [data-key=digit]")
    one = keys.and_(screen.page.locator("[value='1']")).bounding_box()
    two = keys.and_(screen.page.locator("[value='2']")).bounding_box()
    assert one
    assert two
    y = one["y"] + one["height"] / 2
    for x in (one["x"] + one["width"] - 3, two["x"] + 3):
        screen.page.touchscreen.tap(x, y)
    expect(amount).to_have_value("$12")
    no_faults(screen)


@thorough
def test_a_thumb_that_keeps_tapping_confirms_once(browser: Browser, bidding: Party) -> None:
    """One phone for all: the next player's form comes under it, and takes no tap before the thumb has rested."""
    bidding.seats = dict.fromkeys(range(1, 6), bidding.host)
    screen = seated(browser, bidding, 0, **phone(740, "en"), **STILL)
    expect(screen.page.locator(CONFIRM)).to_be_enabled()
    settled(screen.page)
    x, y = middle(stand(screen, CONFIRM)[CONFIRM])
    before = screen.revision
    for _ in range(12):
        screen.page.touchscreen.tap(x, y)
        screen.page.wait_for_function("since => performance.now() > since + 200", arg=clock(screen.page))
    assert bidding.document(bidding.host)["revision"] == before + 1
    screen.page.wait_for_function("since => performance.now() > since + 650", arg=clock(screen.page))
    screen.page.touchscreen.tap(x, y)
    screen.until(before + 2)
    no_faults(screen)


@thorough
def test_whoever_charters_passes_by_no_second_tap(browser: Browser, client: Client) -> None:
    """Held sideways *Pass* of the auction lies where *Confirm* was: a tap of nearly a second later was meant for
    that."""
    party = played(client, "gulf-mobile-ohio/five-players", 9)
    sideways = {**PHONE, **STILL, "viewport": {"width": 568, "height": 320}}
    screen = seated(browser, party, party.document()["turn"]["seat"], **sideways)
    screen.press(screen.page.locator(".begun .tile", has_text="W&W"))
    settled(screen.page)
    screen.page.evaluate(
        "y => scrollBy(0, document.querySelector('.confirm').getBoundingClientRect().y - y)", 225
    )
    x, y = middle(stand(screen, CONFIRM)[CONFIRM])
    before, since = screen.revision, clock(screen.page)
    screen.page.touchscreen.tap(x, y)
    screen.until(before + 1)
    screen.page.wait_for_function("since => performance.now() > since + 900", arg=since)
    assert screen.page.evaluate(THERE, [x, y, PASS])
    late = clock(screen.page) - since
    screen.page.touchscreen.tap(x, y)
    settled(screen.page)
    assert party.document()["auction"]["passed"] == [], f"{late} ms later"
    screen.page.wait_for_function("since => performance.now() > since + 1300", arg=clock(screen.page))
    screen.page.touchscreen.tap(x, y)
    screen.until(before + 2)
    assert party.document()["auction"]["passed"] != []
    no_faults(screen)


@thorough
def test_what_comes_late_is_covered_when_it_comes(browser: Browser, client: Client) -> None:
    """The companion takes longer for its answer than a second tap does; whoever taps Confirm again, for nothing seems
    to happen, does not tap what comes in its place."""
    party = played(client, "gulf-mobile-ohio/five-players", 9)
    screen = seated(browser, party, party.document()["turn"]["seat"], **PHONE, **STILL)
    screen.press(screen.page.locator(".begun .tile", has_text="W&W"))
    settled(screen.page)
    expect(screen.page.locator("[data-cover]")).to_have_count(0)
    confirm = screen.form.locator(".confirm:not([aria-disabled=true])").bounding_box()
    assert confirm
    x, y = (
        confirm["x"] + confirm["width"] - 20,
        confirm["y"] + confirm["height"] - 6,
    )  # the amount comes there
    screen.page.evaluate(COVERS)
    held: list[Route] = []
    screen.page.route(re.compile("/moves$"), lambda route: held.append(route))
    before = screen.revision
    screen.page.touchscreen.tap(x, y)
    screen.page.wait_for_function("since => performance.now() > since + 700", arg=clock(screen.page))
    held[0].continue_()
    screen.until(before + 1)
    expect(screen.page.locator("body[data-covered]")).to_have_count(1, timeout=PATIENCE_MS)
    expect(screen.page.locator("[data-cover]")).to_have_count(0)
    no_faults(screen)


@thorough
def test_a_second_tap_that_a_busy_page_takes_late_does_nothing(browser: Browser, client: Client) -> None:
    """It was made before its first had opened a form, and is heard when the form is there."""
    party = played(client, "union-pacific/up-places", 12)
    screen = seated(browser, party, party.document()["turn"]["seat"], **PHONE, **STILL)
    screen.press(screen.page.locator(".turn"))
    settled(screen.page)  # from now on taps are watched
    key = screen.page.locator("offer-list .offer", has_text="Build track").bounding_box()
    assert key
    at = [key["x"] + key["width"] / 2, key["y"] + key["height"] / 2]
    screen.page.evaluate(TWICE, at)
    expect(screen.form).to_be_visible()
    settled(screen.page)
    expect(screen.page.locator("[data-cover]")).to_have_count(0)
    before = screen.form.locator("input:checked").count()
    screen.page.evaluate("late()")
    assert screen.form.locator("input:checked").count() == before
    screen.press(screen.form.locator("label.chip").first)
    expect(screen.form.locator("label.chip").first.locator("input")).to_be_checked()
    no_faults(screen)


@thorough
def test_the_way_back_leads_to_where_one_was(browser: Browser, client: Client) -> None:
    """A form that has come into sight has scrolled the page; behind it the same badges stand under the same finger."""
    party = played(client, "gulf-mobile-ohio/five-players", 9)
    screen = seated(browser, party, party.document()["turn"]["seat"], **PHONE, **STILL)
    badge = screen.page.locator(".begun .tile", has_text="W&W")
    before = badge.bounding_box()
    screen.press(badge)
    settled(screen.page)
    assert screen.page.evaluate("scrollY") > 0
    screen.press(screen.form.locator(".back"))
    settled(screen.page)
    assert badge.bounding_box() == before
    no_faults(screen)


@pytest.mark.parametrize("wide", [360, pytest.param(320, marks=thorough)])
def test_a_double_tap_on_join_takes_no_seat(browser: Browser, client: Client, wide: int) -> None:
    """The names come under the finger: they are covered for a moment there, and nothing has moved."""
    party = new_party(client, ["Ed", "Dave", "Pete"], claim=False)
    phone = Screen(browser, "phone", **{**PHONE, "viewport": {"width": wide, "height": 640}}, **STILL)
    page = phone.page
    page.goto(party.link.partition("#")[0])
    page.get_by_label("six digits").fill(party.document(party.host)["join_pin"])
    settled(page)
    join = page.get_by_role("button", name="Join", exact=True).bounding_box()
    assert join
    at = [join["x"] + join["width"] / 2, join["y"] + join["height"] / 2]
    page.evaluate(TAP_ONCE_MORE, [*at, "[data-seat]"])
    page.touchscreen.tap(*at)
    expect(page.locator("body[data-tapped]")).to_have_count(1, timeout=PATIENCE_MS)
    expect(page.locator("[data-cover]")).to_have_count(0)
    settled(page)
    page.wait_for_function("since => performance.now() > since + 650", arg=clock(page))  # the finger rests
    assert page.evaluate(UNDER, [*at, "[data-seat]"])
    assert not any(seat["claimed"] for seat in party.document(party.host)["seats"])
    page.touchscreen.tap(*at)
    expect(page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(phone)


@thorough
@pytest.mark.parametrize("size", [(1366, 768), (1280, 800)])
@pytest.mark.parametrize("apart", [0, 150, 500, 900])
def test_no_second_click_of_a_host_bids_for_a_seat_that_nobody_has_taken(
    browser: Browser, client: Client, size: tuple[int, int], apart: int
) -> None:
    """Confirm of whoever is next, whom the laptop plays for, stands under the mouse that has just bid. Only a click
    made later is one of theirs."""
    party = new_party(client, ["Bartholomew", "Maximiliane", "Ada"], game="southern-pacific", claim=False)
    viewport = {"width": size[0], "height": size[1]}
    host = Screen(browser, "host", **{**LAPTOP, **STILL, "viewport": viewport})
    seat = {"number": 1, "key": party.claim(1)}
    host.has_kept({party.code: {"join": party.join, "started": True, "host": party.host, "seat": seat}})
    host.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}")
    confirm, plays_for = host.page.locator(CONFIRM), host.page.locator(".seat-name .overline")
    expect(confirm).to_be_enabled()
    settled(host.page)
    expect(plays_for).to_have_count(0)
    expect(host.form).to_contain_text("If you win: $33 left")
    x, y = middle(stand(host, CONFIRM)[CONFIRM])
    before = host.revision
    if apart:
        host.page.mouse.click(x, y)
        host.page.wait_for_function("until => performance.now() > until", arg=clock(host.page) + apart)
        host.page.mouse.click(x, y)
    else:
        host.page.mouse.dblclick(x, y)
    host.until(before + 1)
    expect(plays_for).to_have_text("Playing as")
    expect(plays_for).to_be_visible()
    expect(host.form).to_contain_text("If Maximiliane wins: $32 left")
    assert host.page.evaluate(THERE, [x, y, CONFIRM])
    settled(host.page)
    assert party.document(party.host)["revision"] == before + 1
    expect(confirm).to_be_enabled()
    host.page.wait_for_function("until => performance.now() > until", arg=clock(host.page) + 1300)
    host.page.mouse.click(x, y)
    host.until(before + 2)
    no_faults(host)
