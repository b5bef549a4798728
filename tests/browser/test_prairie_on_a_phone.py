"""Prairie Railroads' forms on the narrowest and lowest phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, top
from tests.browser.pages import PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import FACTS, LONG_NAMES, NAMES, auctions, seated
from tests.playing import begun
from tests.server import Client, new_party, thorough

LOW_PX = 640
UNDER_HEAD_PX = 160


def building(browser: Browser, client: Client, **device: object) -> Screen:
    """Josephine builds: the KP from Leavenworth or Lawrence, or the MP."""
    party = begun(new_party(client, players=NAMES, facts=FACTS))
    seat = party.document()["turn"]["seat"]
    party.made(seat, "play_card", card="CT", source="hand")
    party.made(seat, "roll_growth", dice=[1, 2])
    return seated(browser, party, seat, **{**PHONE, **STILL, **device})


def test_all_action_cards_are_in_sight(browser: Browser, client: Client) -> None:
    """Whence the card comes takes one line, so the last of the three is not below the bar."""
    party = begun(new_party(client))
    seat = party.document()["turn"]["seat"]
    phone = seated(browser, party, seat, **{**PHONE, "viewport": {"width": 320, "height": 640}}, **STILL)
    cards = phone.form.locator("[data-field=card]:visible .chip")
    expect(cards).to_have_count(3)
    hand, deck = (phone.form.locator("[data-field=source] .chip").nth(at) for at in (0, 1))
    assert top(hand) == top(deck)
    assert bottom(cards.last) <= top(phone.page.locator(".confirm-bar"))
    no_faults(phone)


@pytest.mark.parametrize(("wide", "high"), [(360, 640), pytest.param(320, 568, marks=thorough)])
def test_both_dice_and_confirm_are_in_sight(browser: Browser, client: Client, wide: int, high: int) -> None:
    """On a low phone that plays for five. When one die has its face, the bar comes, and covers none of the other's."""
    party = new_party(client, LONG_NAMES, claim=False, facts=FACTS)
    party.seats = dict.fromkeys(range(1, 6), party.host)
    auctions(party)
    party.made(0, "play_card", card="CT", source="hand")
    screen = seated(browser, party, 0, **{**PHONE, **STILL, "viewport": {"width": wide, "height": high}})
    screen.open("Roll for growth")
    expect(screen.form.locator(".roll.primary")).to_be_visible()
    screen.press(screen.form.locator("[data-die='1'][value='4']"))
    expect(screen.form.locator(".roll.primary")).to_have_count(0)
    settled(screen.page)
    bar, head = screen.page.locator(".confirm-bar"), screen.page.locator(".seat-top")
    expect(screen.form.locator(".confirm")).to_be_in_viewport(ratio=1)
    for face in screen.form.locator(".face").all():
        assert top(face) >= bottom(head)
        assert bottom(face) <= top(bar)
    if high == LOW_PX:
        assert screen.page.evaluate("scrollY") == 0, "side by side they have room"
    no_faults(screen)


@pytest.mark.parametrize("high", [640, pytest.param(740, marks=thorough)])
def test_that_none_of_ones_own_can_build_is_out_of_the_way_once_one_is_chosen(
    browser: Browser, client: Client, high: int
) -> None:
    """It is found among those that cannot be chosen, and a tap on it leaves it under the finger."""
    phone = building(browser, client, viewport={"width": 360, "height": high})
    tick = phone.form.locator("[data-field=blocked] label")
    before = top(tick)
    for _ in range(2):
        phone.press(tick)
        assert abs(top(tick) - before) <= 1
    phone.press(phone.form.locator("[data-field=railroad] .chip:has(input:enabled)").first)
    expect(tick).to_be_hidden()
    phone.press(phone.form.locator("[data-field=railroad] summary").locator("visible=true"))
    tick.evaluate("(one, below) => scrollBy(0, one.getBoundingClientRect().top - below)", UNDER_HEAD_PX)
    settled(phone.page)
    before = top(tick)
    phone.press(tick)
    assert abs(top(tick) - before) <= 1
    expect(phone.form.locator("[data-field=railroad] .chip:has(input:enabled):visible")).to_have_count(4)
    expect(tick).to_be_visible()  # with the others there it can be taken back
    phone.press(tick)
    phone.press(phone.form.locator("[data-field=railroad] summary").locator("visible=true"))
    expect(tick).to_be_hidden()
    no_faults(phone)


@thorough
def test_a_parallel_segment_is_asked_for_only_beside_one_that_is_built(
    browser: Browser, client: Client
) -> None:
    """The KP has built Leavenworth-Lawrence, the SLSF Columbus-Coffeyville. The other end is found by its name."""
    phone = building(browser, client)
    phone.press(phone.form.locator("[data-field=railroad] .chip:has(input:enabled)").first)
    ends = phone.form.locator("[data-field=to] .chip:visible")
    phone.press(ends.filter(has_text="more"))
    expect(ends.filter(has_text="Salina")).to_have_count(1)
    expect(ends.filter(has_text="Leavenworth")).to_have_count(0)
    parallel = phone.form.locator("count-field[data-field=number]")
    phone.segment("Lawrence", "Columbus")
    expect(parallel.locator("visible=true")).to_have_count(0)
    phone.onward("Coffeyville")
    expect(parallel.locator("visible=true")).to_have_count(1)
    phone.tap("Remove segment 2", phone.form)
    phone.segment("Lawrence", "Leavenworth")
    expect(phone.form.locator(".brief")).to_contain_text("has built")
    phone.press(parallel.locator("visible=true").locator(".chip", has_text="2"))
    phone.previewed()
    expect(phone.form.locator(".brief")).to_contain_text("Leavenworth (2) for $5")
    no_faults(phone)


@pytest.mark.parametrize(
    ("wide", "high"),
    [(360, 640), pytest.param(360, 740, marks=thorough), pytest.param(320, 568, marks=thorough)],
)
def test_where_a_segment_may_go_on_stands_above_the_box_for_its_name(
    browser: Browser, client: Client, wide: int, high: int
) -> None:
    """Once the first segment is said, cities are in sight above the bar; while one types they still are, and the box
    stays where it is."""
    phone = building(browser, client, viewport={"width": wide, "height": high})
    phone.press(phone.form.locator("[data-field=railroad] .chip:has(input:enabled)").first)
    phone.segment("Lawrence", "Topeka")
    onward, bar = phone.form.locator("[data-field=onward]"), phone.form.locator(".confirm-bar")
    city = onward.locator(".chip").first
    box = onward.locator("input.search")
    expect(onward).to_be_visible()
    settled(phone.page)
    if high >= LOW_PX:
        assert bottom(city) <= top(bar)
    box.tap()
    there = top(box)
    for name in ("S", "Sal"):
        box.fill(name)
        expect(city).to_contain_text("Sal")
        assert top(box) == there
        assert bottom(phone.page.locator(".seat-top")) <= top(city)
        assert bottom(city) < there <= bottom(box) <= top(bar)
    phone.press(city)
    phone.previewed()
    expect(phone.form.locator(".brief")).to_contain_text("Salina")
    no_faults(phone)
