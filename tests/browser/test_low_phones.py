"""Phones of 568 and 640 px: what is wanted next stands above the bar, and nothing wanted is hidden under it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.amending import amending, log_of
from tests.browser.measures import WORDS_ROOM, bottom, cut, sideways, top
from tests.browser.pages import PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.test_bank_kept import host_at
from tests.browser.test_texas_hexes import sold
from tests.browser.test_union_pacific import invested
from tests.server import Client, Server, new_party, thorough

NARROW = {**PHONE, "viewport": {"width": 320, "height": 568}}
LOW = {**PHONE, "viewport": {"width": 360, "height": 640}}
LOWEST = {**PHONE, "viewport": {"width": 320, "height": 400}}
BOTH = [NARROW, pytest.param(LOW, marks=thorough)]
ALL = [*BOTH, pytest.param(PHONE, marks=thorough)]
SOUTHERN = "southern-pacific/whole-evening"
GULF = "gulf-mobile-ohio"
ABOVE_BAR = 4
"""Places to choose from: two rows."""
IN_A_ROW = 2
OFF_FRAME_PX = 6


def in_sight(screen: Screen, parts: Locator) -> None:
    """All of them, below the head and above the bar."""
    head, bar = bottom(screen.page.locator(".seat-top")), top(screen.form.locator(".confirm-bar"))
    assert parts.count()
    for part in parts.all():
        if part.is_visible():
            assert head <= top(part)
            assert bottom(part) <= bar, part.inner_text()


def has_opened(move: str, browser: Browser, client: Client, phone: Mapping[str, Any]) -> Screen:
    """Dave, whose railroad has one link to build or to buy."""
    dave = seated(browser, played(client, SOUTHERN, 34), 2, **phone, **STILL)
    dave.open(move)
    settled(dave.page)
    return dave


def whole(screen: Screen, part: Locator) -> None:
    """It is read without scrolling."""
    size = screen.page.viewport_size
    assert size
    assert bottom(part) <= size["height"]


@thorough
@pytest.mark.parametrize("phone", BOTH)
def test_a_whole_keypad_stands_above_a_bid_and_what_was_bid_aloud_below(
    browser: Browser, client: Client, phone: Mapping[str, Any]
) -> None:
    """Digits are rubbed out beside the amount: 14, 1, nothing."""
    dave = seated(browser, played(client, SOUTHERN, 32), 2, **phone, **STILL)
    in_sight(dave, dave.form.locator(".key"))
    keypad, amount = dave.form.get_by_role("group", name="Keypad"), dave.form.locator(".amount")
    dave.amount(14)
    expect(amount).to_have_value("$14")
    rub = keypad.get_by_role("button", name="Erase the last digit")
    assert bottom(rub) <= top(keypad.locator(".step").first) + 1
    dave.press(rub)
    expect(amount).to_have_value("$1")
    dave.press(rub)
    expect(amount).to_have_value("")
    expect(keypad.get_by_role("button", name="Clear")).to_be_hidden()
    rules, confirm = dave.form.locator(".note .help-key"), dave.form.locator(".confirm")
    if phone is NARROW:
        assert bottom(rules) <= top(confirm) + 1
        whole(dave, dave.page.locator("[data-offer=auction_result] .offer-label"))
    assert not sideways(dave.page)
    no_faults(dave)


@thorough
def test_whoever_waits_has_what_was_bid_aloud_in_sight(browser: Browser, client: Client) -> None:
    ed = seated(browser, played(client, SOUTHERN, 29), 1, **NARROW, **STILL)
    whole(ed, ed.page.locator("[data-offer=auction_result]"))
    no_faults(ed)


@thorough
def test_a_pass_stands_below_all_that_may_be_done(browser: Browser, client: Client) -> None:
    pete = seated(browser, played(client, f"{GULF}/connections", 7), 3, **NARROW, **STILL)
    whole(pete, pete.page.locator("[data-offer=pass_turn]"))
    no_faults(pete)


@thorough
@pytest.mark.parametrize("phone", BOTH)
def test_all_keys_of_hexes_stand_below_the_length_of_the_track(
    browser: Browser, client: Client, phone: Mapping[str, Any]
) -> None:
    """The first Track Decision of an evening asks how long its track is."""
    ed = seated(browser, sold(client), 1, **phone, **STILL)
    ed.open("Track")
    settled(ed.page)
    in_sight(ed, ed.form.locator("facts-field .key, facts-field .chip"))
    in_sight(ed, ed.form.locator(".pad .key"))
    assert not cut(ed.page)
    no_faults(ed)


@thorough
def test_the_length_of_the_ranch_track_stands_above_the_bar(browser: Browser, client: Client) -> None:
    party = sold(client)
    length = {"decision_boxes": {"track": {"boxes": 5}}}
    party.made(
        1, "decide_track", railroad="GHH", hexes=[{"kind": "ranch", "rank": 1}], at_end=False, facts=length
    )
    dave = seated(browser, party, 2, **NARROW, **STILL)
    dave.open("Ranch")
    settled(dave.page)
    in_sight(dave, dave.form.locator("facts-field .key, facts-field .chip"))
    no_faults(dave)


@thorough
@pytest.mark.parametrize("phone", [LOW, PHONE])
@pytest.mark.parametrize("language", ["en", "de"])
def test_an_amount_is_in_sight_below_what_is_asked_of_the_board(
    phone: Mapping[str, Any], language: str, browser: Browser, client: Client
) -> None:
    """The first Stock Decision of an evening: nothing moves once its length is told, and what may be ticked instead
    lies over nothing."""
    ed = seated(browser, sold(client), 1, **{**phone, **STILL, "locale": language})
    ed.press(ed.page.locator(".begun .tile").first)
    settled(ed.page)
    keys = ed.form.locator(".keypad .key")
    in_sight(ed, keys)
    length, digit = ed.form.locator("facts-field .key").nth(2), keys.last
    stood = top(length), top(digit)
    ed.press(length)
    expect(ed.form.locator(".amount")).to_have_value(re.compile(r"\$2"))
    settled(ed.page)
    assert (top(length), top(digit)) == stood
    tick = ed.form.locator(".rare label")
    ed.press(tick)
    expect(length).to_be_hidden()
    settled(ed.page)
    assert bottom(ed.form.locator("choice-field .chip:has(:checked)")) <= top(tick)
    assert bottom(tick) <= top(ed.form.locator(".amount-line"))
    no_faults(ed)


@thorough
@pytest.mark.parametrize("phone", BOTH)
def test_the_price_of_a_link_has_its_whole_keypad(
    browser: Browser, client: Client, phone: Mapping[str, Any]
) -> None:
    dave = has_opened("Buy a link", browser, client, phone)
    in_sight(dave, dave.form.locator(".key"))
    why = dave.form.locator("choice-field summary").first
    badge = dave.form.locator("choice-field .chip").first
    assert top(why) < bottom(badge), "beside the only one"
    no_faults(dave)


@thorough
@pytest.mark.parametrize("phone", ALL)
def test_where_a_link_begins_moves_nothing(
    browser: Browser, client: Client, phone: Mapping[str, Any]
) -> None:
    """The cities it may lead to are in sight, and stay where they are. Of what is left one reads above Confirm."""
    dave = has_opened("Build a link", browser, client, phone)
    longview = dave.form.locator("[data-field=from] .chip", has_text="Longview")
    before = top(longview)
    dave.press(longview)
    settled(dave.page)
    assert top(longview) == before
    towns = dave.form.locator("[data-field=to] .chip")
    for town in towns.all()[:ABOVE_BAR]:
        in_sight(dave, town)
    dave.place("To", "Beaumont")
    dave.previewed()
    expect(dave.form.locator(".brief")).to_have_text("Incomes TP $8 → $10, SP $8 → $7; treasury $9 → $4")
    no_faults(dave)


@thorough
def test_where_a_link_begins_stands_alone_if_what_comes_next_has_no_room(
    browser: Browser, client: Client
) -> None:
    """It stays in sight, also when where the link leads is chosen and it is drawn anew; *Change* shows the others."""
    dave = has_opened("Build a link", browser, client, LOWEST)
    start = dave.form.locator("[data-field=from]")
    chips = start.locator(".chip:not(.others)").locator("visible=true")
    dave.press(chips.filter(has_text="Longview"))
    settled(dave.page)
    expect(chips).to_have_text(["Longview"])
    in_sight(dave, chips)
    in_sight(dave, dave.form.locator("[data-field=to] .chip").nth(1))
    dave.place("To", "Beaumont")
    settled(dave.page)
    expect(chips).to_have_text(["Longview"])
    dave.tap("Change", within=start)
    expect(chips).to_have_text(["Marshall", "Longview", "Paris"])
    dave.press(chips.filter(has_text="Paris"))
    expect(chips).to_have_count(3)
    no_faults(dave)


@thorough
@pytest.mark.parametrize("phone", ALL)
def test_how_many_rural_hexes_leaves_the_cities_in_sight(
    browser: Browser, client: Client, phone: Mapping[str, Any]
) -> None:
    """The first of them, and what is cut below tells that there are more; neither page nor question moves."""
    party = played(client, f"{GULF}/five-players", 12)
    ann = seated(browser, party, party.document()["turn"]["seat"], **phone, **STILL)
    rural = ann.form.locator("count-field[data-field=rural]")
    before = top(rural)
    ann.press(rural.locator("label.chip").nth(1))
    settled(ann.page)
    in_sight(ann, rural.locator(".chip").locator("visible=true").first)
    for city in ann.form.locator("[data-field=cities] .chip").all()[:IN_A_ROW]:
        in_sight(ann, city)
    assert top(rural) == before
    no_faults(ann)


@thorough
@pytest.mark.parametrize("phone", ALL)
def test_a_host_who_bids_sees_as_much_as_a_guest(
    browser: Browser, client: Client, phone: Mapping[str, Any]
) -> None:
    """Of five players, who has passed and what the others have: above the keypad, where a guest has it. Whom the phone
    plays for is further down, and the names to choose from open there."""
    party = played(client, "prairie-railroads/five-players", 11)
    guest = seated(browser, party, 1, **phone, **STILL)
    host = host_at(browser, party, 1, **phone)
    parts = (".bidders li", ".keypad .key", ".confirm-bar .quick", ".confirm")
    for part in parts:
        theirs, own = (screen.page.locator(part) for screen in (guest, host))
        assert own.count() == theirs.count()
        for there, here in zip(theirs.all(), own.all(), strict=True):
            assert here.is_visible() == there.is_visible()
            assert abs(top(here) - top(there)) <= 1
    for part in (".bidders li", ".confirm-bar .quick", ".confirm"):
        for one in host.page.locator(part).all():
            expect(one).to_be_in_viewport(ratio=1)
    assert host.page.locator(".bidders [data-state=passed]").count() == 2
    line = host.page.locator("seat-picker .seat-fold")
    assert top(line) > bottom(host.page.locator("offer-form"))
    host.press(line)
    assert top(host.page.locator("seat-picker .seat-pick").first) > bottom(host.page.locator("offer-form"))
    no_faults(guest, host)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("phone", ALL)
def test_what_is_amended_is_in_sight_with_its_keypad(
    browser: Browser, server: Server, phone: Mapping[str, Any], language: str
) -> None:
    """A bid, a price that was entered with the winner, what a city earns. Nothing moves when the table has said what
    would change."""
    party = played(server.client(), "prairie-railroads/five-players", 17)
    log = log_of(browser, server, party, **{**phone, **STILL, "locale": language})
    for revision, keys in ((11, ".keypad .key"), (16, ".keypad .key"), (15, "facts-field button")):
        dialog = amending(log, revision)
        settled(log.page)
        parts, bar = dialog.locator(keys).locator("visible=true"), top(dialog.locator(".dialog-bar"))
        for key in parts.all():
            assert bottom(key) <= bar, key.inner_text()
            expect(key).to_be_in_viewport(ratio=1)
        assert dialog.evaluate("one => one.scrollTop") == 0
        before = top(parts.first)
        log.press(parts.nth(1))
        expect(dialog.locator(".amend-verdict:enabled")).to_be_visible()
        assert top(parts.first) == before
        assert abs(top(dialog.locator(".dialog-bar")) - bar) <= 1
        assert not sideways(log.page)
        log.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    no_faults(log)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("phone", ALL)
def test_that_both_agreed_stands_above_the_bar_of_a_link_that_is_bought(
    phone: Mapping[str, Any], language: str, browser: Browser, client: Client
) -> None:
    """Ticked it has its frame, over no key; what the line above the button says ends with something whole."""
    device = {**phone, **STILL, "locale": language}
    dave = seated(browser, played(client, SOUTHERN, 34), 2, **device)
    dave.open("Buy a link" if language == "en" else "Strecke kaufen")
    settled(dave.page)
    tick = dave.form.locator(".rare .chip")
    in_sight(dave, tick)
    in_sight(dave, dave.form.locator(".key"))
    dave.press(dave.form.locator('[data-key=digit][value="9"]'))
    dave.press(tick)
    dave.previewed()
    settled(dave.page)
    in_sight(dave, tick)
    assert bottom(dave.form.locator(".keypad")) <= top(tick)
    brief = dave.form.locator(".brief")
    expect(brief).to_contain_text("$9 → $0")
    assert brief.evaluate("one => one.scrollHeight <= one.clientHeight")
    no_faults(dave)


@thorough
def test_what_is_auctioned_is_told_before_how(browser: Browser, client: Client) -> None:
    """In German, too, the narrowest phone has a line for one of them: what the price is for."""
    first = new_party(client, ["Ada", "Josephine", "Bo"], game="southern-pacific")
    bull = played(client, "southern-pacific/aloud-above-the-standing-bid", 23)
    for party, told in ((first, "Präsidentenaktie, Strecke gratis"), (bull, "MKT: Kasse $0")):
        seat = party.document()["auction"]["to_act"]
        phone = seated(browser, party, seat, **{**NARROW, **STILL, "locale": "de-DE"})
        phone.press(phone.form.locator('[data-key=digit][value="9"]'))
        phone.previewed()
        settled(phone.page)
        facts = phone.form.locator(".brief .aside > span")
        expect(facts.first).to_have_text(told)
        assert bottom(facts.first) <= bottom(phone.form.locator(".brief .aside")) + 1
        no_faults(phone)
    expect(facts.last).to_have_text("Ein Gebot je Person")


@thorough
@pytest.mark.parametrize("seat", [0, 1], ids=["one phone for all", "own phone"])
def test_a_bid_of_two_digits_is_confirmed_in_one_line(seat: int, browser: Browser, client: Client) -> None:
    """In German, too: the bar stays as high as it was, and the keypad above it whole."""
    names = ["Bartholomew", "Maximiliane", "Ann", "Friederike"]
    shared = {} if seat else {"act_for": "anyone"}
    party = new_party(client, names, game="southern-pacific", options=shared, claim=bool(seat))
    screen = seated(browser, party, seat, **{**NARROW, **STILL, "locale": "de"})
    keys = [screen.form.locator(f"[data-key=digit][value='{digit}']") for digit in "12"]
    passes = screen.form.locator(".confirm-bar .quick")
    stood = top(passes)
    for key in keys:
        screen.press(key)
        settled(screen.page)
        assert top(passes) == stood
    confirm = screen.form.locator(".confirm")
    expect(confirm).to_have_text("$12 bestätigen")
    assert confirm.evaluate("one => one.scrollWidth <= one.clientWidth")
    in_sight(screen, screen.form.locator(".keypad .key"))
    no_faults(screen)


@thorough
@pytest.mark.parametrize("phone", [NARROW, LOW])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_number_that_is_typed_stands_above_the_bar(
    phone: dict[str, Any], language: str, browser: Browser, client: Client
) -> None:
    """Of two rows of the Union Pacific's table every number, as Enter leads on to it."""
    party = invested(client, "UP", "MS", "MS")
    party.made(1, "build", company="WW", dividend_cards=1)
    party.made(2, "build", company="WW")
    screen = seated(browser, party, 2, **{**phone, **STILL, "locale": language})
    screen.choose("2")
    places = screen.form.locator("row-cell input")
    expect(places).to_have_count(10)
    screen.press(places.first)
    for place in places.all():
        expect(place).to_be_focused()
        settled(screen.page)
        in_sight(screen, place)
        screen.page.keyboard.type("1")
        screen.page.keyboard.press("Enter")
    no_faults(screen)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_to_offer_nothing_keeps_off_the_frame_of_its_key(
    browser: Browser, client: Client, language: str
) -> None:
    """The Bull Market: beside it stand the way back and Confirm."""
    party = played(client, SOUTHERN, 41)
    pete = seated(browser, party, party.document()["turn"]["seat"], **NARROW, **STILL, locale=language)
    pete.press(pete.page.locator("[data-offer=bull_offer]"))
    settled(pete.page)
    assert pete.form.locator(".quick[data-offer=bull_pass]").evaluate(WORDS_ROOM) >= OFF_FRAME_PX
    no_faults(pete)
