"""One phone that is passed around the table: who is to have it, and whose moves it shows."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, sideways, top
from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import LONG_NAMES, seated
from tests.browser.test_large_letters import LINES
from tests.server import Client, Party, new_party, thorough

NAMES = ["Ed", "Bartholomew", "Pete"]
LONGEST_MS, FINGER_PX = 10_500, 44
"""What may be undone is offered for less than this; a finger needs that much."""
STEP, KEY, PICKED = "pass-on", "pass-on .primary", "seat-picker [aria-pressed=true]"
KEYS_AT = """
([x, y]) => document.elementsFromPoint(x, y).filter((one) => one.closest("pass-on button, .primary")).length
"""
"""How many keys of what is shown now lie there."""
SAYS_BESIDE = """
(bar) => {
  const { content, display } = getComputedStyle(bar, "::before");
  return display !== "none" && content !== "none";
}
"""
WHOLE = (
    "all => all.every(one => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth)"
)


def phone(wide: int = 360, high: int = 740) -> dict[str, Any]:
    return {**PHONE, **STILL, "viewport": {"width": wide, "height": high}}


def bids(screen: Screen, amount: int) -> None:
    """From a form that is there already."""
    screen.amount(amount)
    screen.confirm()
    settled(screen.page)


def both(screen: Screen, party: Party, seat: int) -> None:
    """The host has that seat's key, too: they play."""
    kept = {"host": party.host, "join": party.join, "started": True}
    screen.has_kept({party.code: {**kept, "seat": {"number": seat, "key": party.seats[seat]}}})
    screen.page.goto(f"http://127.0.0.1:{party.client.port}/t/{party.code}")
    settled(screen.page)


@pytest.mark.parametrize(("wide", "high"), [(360, 640), pytest.param(320, 568, marks=thorough)])
def test_the_next_player_has_the_phone_before_their_moves_come(
    browser: Browser, client: Client, wide: int, high: int
) -> None:
    """It says to whom it is to be passed, and what has just happened, where nothing else does; no key lies where
    Confirm was, and the one that goes on lies right above it."""
    party = new_party(client, NAMES, claim=False)
    screen = seated(browser, party, 0, clock=True, **phone(wide, high))
    expect(screen.page.locator(STEP)).to_have_count(0)
    confirm = screen.form.locator(".confirm").bounding_box()
    assert confirm
    x, y = confirm["x"] + confirm["width"] / 2, confirm["y"] + confirm["height"] / 2
    bids(screen, 5)
    expect(screen.page.locator(f"{STEP} h2")).to_have_text("Pass the phone to Bartholomew")
    expect(screen.page.locator("undo-bar")).to_contain_text("Ed bids $5 for CRIP")
    told = screen.page.locator(f"{STEP} .what-was")
    expect(told).to_have_text("Ed bids $5 for CRIP")
    expect(told).to_be_hidden()
    expect(screen.form).to_be_hidden()
    assert screen.page.evaluate(KEYS_AT, [x, y]) == 0
    key = screen.page.locator(KEY)
    expect(key).to_have_text("I’m Bartholomew")
    settled(screen.page)
    assert confirm["y"] - 12 <= bottom(key) < confirm["y"]
    assert top(screen.page.locator(".now-work")) > confirm["y"] + confirm["height"]
    screen.later(LONGEST_MS)
    expect(told).to_be_visible()
    assert confirm["y"] - 12 <= bottom(key) < confirm["y"], "what comes moves nothing"
    screen.press(key)
    expect(screen.page.locator(STEP)).to_have_count(0)
    expect(screen.form).to_be_visible()
    assert screen.form.locator(".confirm").bounding_box() == confirm
    bids(screen, 6)
    expect(key).to_have_text("I’m Pete")
    no_faults(screen)


@thorough
@pytest.mark.parametrize(("wide", "high"), [(360, 640), (320, 568)])
def test_what_may_be_undone_covers_no_name(browser: Browser, client: Client, wide: int, high: int) -> None:
    """Nor does it move them: the next of five looks for theirs."""
    party = new_party(
        client, ["Bartholomew", "Maximiliane", "Katarzyna", "Christopher", "Anastasia"], claim=False
    )
    screen = seated(browser, party, 0, **phone(wide, high))
    names = screen.page.locator("seat-picker")
    stood = names.bounding_box()
    assert bottom(screen.form.locator(".confirm")) <= high
    bids(screen, 5)
    undo = screen.page.locator("undo-bar .undo")
    box = undo.bounding_box()
    assert box
    assert box["height"] >= FINGER_PX
    assert bottom(screen.page.locator("undo-bar")) <= top(names)
    assert names.bounding_box() == stood
    screen.press(undo)
    expect(screen.page.locator(STEP)).to_have_count(0, timeout=PATIENCE_MS)
    no_faults(screen)


@thorough
def test_who_has_taken_the_phone_does_not_wait_for_their_form(browser: Browser, client: Client) -> None:
    """Where a form comes under the last player's finger it takes no tap for a second; here for half of that."""
    party = new_party(client, NAMES, claim=False)
    screen = seated(browser, party, 0, clock=True, **phone())
    screen.stand_still()
    screen.page.locator("offer-list").dispatch_event("pointerdown")
    party.made(0, "bid", amount=1)
    screen.press(screen.page.locator(KEY))
    expect(screen.form).to_have_attribute("data-fresh", "came")
    screen.later(500)
    expect(screen.form).not_to_have_attribute("data-fresh", re.compile("."))
    no_faults(screen)


@thorough
def test_who_goes_on_is_asked_nothing(browser: Browser, client: Client) -> None:
    """Whoever wins the share builds with its railroad, if the phone was theirs already. What was sold aloud is entered
    from the first screen, and says what it is."""
    party = new_party(client, NAMES, claim=False)
    screen = seated(browser, party, 0, **phone(360, 640))
    aloud = screen.page.locator("[data-offer=auction_result]")
    assert bottom(aloud) <= 640
    screen.press(aloud)
    expect(screen.form.locator("h2")).to_have_text("Enter the result: CRIP")
    screen.choose("Ed", "Winner")
    screen.amount(9)
    screen.confirm(previewed=False)
    expect(screen.page.locator("form[data-offer=build_start]")).to_be_visible(timeout=PATIENCE_MS)
    expect(screen.page.locator(STEP)).to_have_count(0)
    no_faults(screen)


@thorough
def test_it_is_not_shown_again_to_whoever_does_not_want_it(browser: Browser, client: Client) -> None:
    """On that phone, from then on; the settings bring it back. A form that comes under the last tap waits a second."""
    party = new_party(client, NAMES, claim=False)
    screen = seated(browser, party, 0, **phone())
    bids(screen, 5)
    screen.tap("Don’t show this again")
    expect(screen.page.locator(STEP)).to_have_count(0)
    bids(screen, 6)
    expect(screen.form).to_be_visible()
    expect(screen.page.locator(STEP)).to_have_count(0)
    screen.page.reload()
    settled(screen.page)
    bids(screen, 7)
    expect(screen.page.locator(STEP)).to_have_count(0)
    screen.press(screen.page.locator("[data-open=settings]"))
    switch = screen.page.get_by_label("Pass the phone")
    expect(switch).not_to_be_checked()
    switch.check()
    screen.tap("Close")
    bids(screen, 8)
    expect(screen.page.locator(KEY)).to_have_text("I’m Bartholomew")
    no_faults(screen)


@thorough
def test_with_large_letters_it_has_room(browser: Browser, client: Client) -> None:
    """On the narrowest phone, for the longest name."""
    party = new_party(client, LONG_NAMES, claim=False)
    screen = seated(browser, party, 0, **phone(320, 640))
    screen.page.locator("offer-list").dispatch_event("pointerdown")
    screen.until(party.made(0, "bid", amount=1)["revision"])
    screen.context.new_cdp_session(screen.page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    expect(screen.page.locator(KEY)).to_be_visible()
    settled(screen.page)
    assert sideways(screen.page) == []
    no_faults(screen)


@thorough
def test_who_undoes_has_the_phone_again(browser: Browser, client: Client) -> None:
    """Until the next player has taken it the move is the last one's; after that the phone goes back."""
    party = new_party(client, NAMES, claim=False)
    screen = seated(browser, party, 0, **phone())
    bids(screen, 5)
    screen.press(screen.page.locator("undo-bar .undo"))
    expect(screen.page.locator(STEP)).to_have_count(0, timeout=PATIENCE_MS)
    expect(screen.form).to_be_visible()
    bids(screen, 6)
    screen.press(screen.page.locator(KEY))
    screen.press(screen.form.locator("[data-key=digit][value='9']"))
    client.post(f"{party.at}/undo", {}, party.host)
    expect(screen.page.locator(KEY)).to_have_text("I’m Ed", timeout=PATIENCE_MS)
    screen.press(screen.page.locator("seat-picker button[data-seat='1']"))
    expect(screen.form).to_be_visible()
    no_faults(screen)


@thorough
@pytest.mark.parametrize("case", ["a phone of their own", "a laptop", "only looks"])
def test_where_nothing_is_passed_nobody_is_asked(browser: Browser, client: Client, case: str) -> None:
    """The next player has a phone; a laptop stays where it is; and a host who looks on has passed nothing."""
    party = new_party(client, NAMES, claim=False)
    if case == "a phone of their own":
        party.claim(2)
    device = {**LAPTOP, **STILL} if case == "a laptop" else phone()
    screen = seated(browser, party, 0, **device)
    if case == "only looks":
        screen.until(party.made(0, "bid", amount=5)["revision"])
    else:
        bids(screen, 5)
    expect(screen.page.locator("seat-picker button[data-seat='2']")).to_have_attribute("aria-pressed", "true")
    settled(screen.page)
    expect(screen.page.locator(STEP)).to_have_count(0)
    no_faults(screen)


def lent(browser: Browser, client: Client) -> Screen:
    """Ed plays as the host, Bartholomew has a phone, and it is for Pete to bid, who has none."""
    party = new_party(client, NAMES, claim=False)
    party.claim(1)
    party.claim(2)
    screen = Screen(browser, "host", **phone())
    both(screen, party, 1)
    bids(screen, 3)
    expect(screen.page.locator(PICKED)).to_have_attribute("data-seat", "1")
    screen.until(party.made(2, "bid", amount=4)["revision"])
    expect(screen.page.locator(PICKED)).to_have_attribute("data-seat", "3")
    return screen


@thorough
def test_a_host_who_plays_follows_to_whoever_has_no_device(browser: Browser, client: Client) -> None:
    """Else they stay at their own seat, and come back to it."""
    screen = lent(browser, client)
    screen.press(screen.page.locator(KEY))
    bids(screen, 5)
    expect(screen.page.locator(PICKED)).to_have_attribute("data-seat", "1")
    expect(screen.page.locator(KEY)).to_have_text("I’m Ed")
    no_faults(screen)


@thorough
def test_a_host_who_enters_for_somebody_has_kept_their_phone(browser: Browser, client: Client) -> None:
    """They tap the name instead of *I’m Pete*: it never left their hand, and their own form is there again."""
    screen = lent(browser, client)
    expect(screen.page.locator(KEY)).to_have_text("I’m Pete")
    screen.press(screen.page.locator("seat-picker button[data-seat='3']"))
    bids(screen, 5)
    expect(screen.page.locator(PICKED)).to_have_attribute("data-seat", "1")
    expect(screen.form).to_be_visible()
    expect(screen.page.locator(STEP)).to_have_count(0)
    no_faults(screen)


@thorough
@pytest.mark.parametrize("wide", [320, 360, 390])
@pytest.mark.parametrize(
    "names",
    [
        ["Maximilian", "Bartholomew", "Jo"],
        ["Ada", "Maximilian", "Josephine", "Ed"],
        ["Ed", "Wilhelmina", "Jo", "Pete", "Ann"],
        ["Maximiliane", "Bartholomew", "Featherstone", "Ed", "Jo"],
        LONG_NAMES,
    ],
    ids=" ".join,
)
def test_the_names_of_all_stand_whole(browser: Browser, client: Client, wide: int, names: list[str]) -> None:
    """As friends call them, each in one line: side by side, or where that has no room in two rows; Confirm of a bid is
    in sight."""
    party = new_party(client, names, claim=False)
    screen = seated(browser, party, 0, **phone(wide, 568 if wide == 320 else 640))
    called = screen.page.locator(".seat-pick .name")
    expect(called).to_have_count(len(names))
    assert called.evaluate_all(WHOLE)
    assert called.evaluate_all(f"all => all.map({LINES})") == [1] * len(names)
    boxes = [pick.bounding_box() for pick in screen.page.locator(".seat-pick").all()]
    rows = {(box["y"], box["height"]) for box in boxes if box}
    assert len(rows) <= (2 if len(names) > 3 else 1)
    assert len({high for _, high in rows}) == 1, "all are alike"
    expect(screen.form.locator(".confirm")).to_be_in_viewport(ratio=1)
    assert sideways(screen.page) == []
    no_faults(screen)


@pytest.mark.parametrize("names", [["Ed", "Dave", "Pete"], ["Ed", "Dave", "Pete", "Jo"]], ids=len)
@thorough
def test_who_is_played_for_is_said_once(browser: Browser, client: Client, names: list[str]) -> None:
    """Beside the names, where they leave room, or above the name of whom it is, and not in both places."""
    party = new_party(client, names, game="bank", claim=False, options={"act_for": "anyone"})
    screen = seated(browser, party, 0, **phone(390, 844))
    above = screen.page.locator(".seat-name .overline").is_visible()
    assert screen.page.locator("seat-picker").evaluate(SAYS_BESIDE) != above
    no_faults(screen)
