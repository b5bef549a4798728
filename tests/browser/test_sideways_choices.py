"""A phone held sideways: many companies, moves and players to choose from use its width."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.measures import bottom, cut, left, right, top
from tests.browser.pages import settled
from tests.browser.played import played
from tests.browser.test_gulf_mobile_ohio import the_sc_is_built
from tests.browser.test_sideways import (
    BOTH_LANGUAGES,
    EVERY_SIZE,
    LEAST,
    NAMES,
    UNCUT,
    WIDE,
    auctioned,
    drawing,
    fits,
    held,
    in_window,
    off_the_frame,
)
from tests.server import Client, new_party, thorough

UPRIGHT: ViewportSize = {"width": 320, "height": 568}
MORE = ["Friederike", "Anastasia"]


@thorough
@BOTH_LANGUAGES
@pytest.mark.parametrize("move", ["build", "invest"])
def test_companies_stand_three_to_a_row_on_the_smallest_phone(
    browser: Browser, client: Client, move: str, language: str
) -> None:
    """All of them are in sight, each no higher than its neighbours."""
    party = drawing(client)
    party.made(1, "draw_share", dividend_cards=0)
    screen = held(browser, party, viewport=LEAST, locale=language)
    screen.press(screen.page.locator(f"[data-offer={move}]"))
    keys = screen.form.locator("choice-field .chip:has(railroad-badge), .share-count").locator("visible=true")
    expect(keys.nth(8)).to_be_attached()
    settled(screen.page)
    in_window(screen, keys)
    rows = {round(top(key)) for key in keys.all()}
    assert len(rows) == 4
    assert len({round(bottom(key) - top(key)) for key in keys.all()}) == 1
    assert not cut(screen.page)
    fits(screen)


@thorough
@BOTH_LANGUAGES
def test_all_companies_of_a_first_investment_are_in_sight(
    browser: Browser, client: Client, language: str
) -> None:
    """Eleven; what each is worth keeps within the frame of its key."""
    party = new_party(client, NAMES, game="union-pacific")
    screen = held(browser, party, 1, viewport=LEAST, locale=language)
    keys = screen.form.locator("choice-field .chip")
    expect(keys).to_have_count(11)
    settled(screen.page)
    in_window(screen, keys)
    for key in keys.all():
        assert right(key.locator(".chip-words")) <= right(key) - 2
    fits(screen)


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
def test_what_may_be_done_beside_seven_railroads_stands_in_sight(
    browser: Browser, client: Client, size: Mapping[str, int], language: str
) -> None:
    """Gulf, Mobile & Ohio: a Charter of seven, and a Common Share, an expansion and *Pass* beside them."""
    party = the_sc_is_built(client, ["Ada", "Bo", "Chen"], price=16)
    screen = held(browser, party, viewport=size, locale=language)
    choices = screen.page.locator(":is(.offers:not(.beside), .begun, .tiles) > .offer").locator(
        "visible=true"
    )
    expect(choices).to_have_count(4 + 7)
    in_window(screen, choices)
    fits(screen)


@thorough
@EVERY_SIZE
def test_all_who_may_be_paid_stand_in_one_row(
    browser: Browser, client: Client, size: Mapping[str, int]
) -> None:
    """Two players, each name in one line, and the bank."""
    screen = held(browser, new_party(client, NAMES, game="bank"), 1, viewport=size)
    keys = screen.page.locator(".tiled > .tiles:not(.passes) > .tile")
    expect(keys).to_have_text(["Bartholomew", "Maximiliane", "Bank"])
    assert len({top(key) for key in keys.all()}) == 1
    for name in keys.locator(".name").all():
        assert name.evaluate("one => one.getClientRects().length") == 1
    fits(screen)


@thorough
@BOTH_LANGUAGES
def test_a_phone_that_is_turned_tells_what_has_room_now(
    browser: Browser, client: Client, language: str
) -> None:
    """Above Confirm: upright names of five are brief, beside the form they are whole; and back."""
    screen = held(browser, auctioned(client, [*NAMES, *MORE]), viewport=UPRIGHT, locale=language)
    screen.press(screen.form.locator("[data-field=card] .chip:visible").last)
    screen.previewed()
    brief = screen.form.locator(".brief")
    expect(brief).to_contain_text("Bar.\u00a0+$1")
    upright = brief.inner_text()
    screen.page.set_viewport_size(WIDE)
    for name in [*NAMES, *MORE]:
        expect(brief).to_contain_text(f"{name}\u00a0+")
    assert brief.evaluate(UNCUT)
    fits(screen)
    screen.page.set_viewport_size(UPRIGHT)
    expect(brief).to_have_text(upright)
    assert brief.evaluate(UNCUT)


@thorough
@BOTH_LANGUAGES
def test_six_cities_of_a_first_link_are_in_sight_on_the_smallest_phone(
    browser: Browser, client: Client, language: str
) -> None:
    """Southern Pacific: three to a row below the box, and once one is chosen, where it leads."""
    screen = held(
        browser, played(client, "southern-pacific/whole-evening", 7), viewport=LEAST, locale=language
    )
    cities = screen.form.locator(".place .chip")
    in_window(screen, cities.nth(5))
    assert len({top(city) for city in cities.all()[:6]}) == 2
    assert not cut(screen.page)
    screen.press(cities.nth(1))
    onward = screen.form.locator("[data-field=to] .chip").first
    expect(onward).to_be_visible()
    settled(screen.page)
    in_window(screen, onward)
    assert not cut(screen.page)
    fits(screen)


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
@pytest.mark.parametrize("moves", [34, 37])
def test_the_keypad_of_a_link_to_buy_is_in_sight(
    browser: Browser, client: Client, moves: int, size: Mapping[str, int], language: str
) -> None:
    """Whose it is and where it leads stand side by side above it, and why there are no others."""
    party = played(client, "southern-pacific/whole-evening", moves)
    screen = held(browser, party, viewport=size, locale=language)
    screen.press(screen.page.locator("[data-offer=buy_link]"))
    keys = screen.form.locator(".keypad .key, .confirm").locator("visible=true")
    expect(keys).to_have_count(17)
    settled(screen.page)
    in_window(screen, keys)
    railroad, link = (
        screen.form.locator("[data-field=seller] .chip").first,
        screen.form.locator(".sole .chip"),
    )
    assert top(railroad) == pytest.approx(top(link), abs=1)
    assert not cut(screen.page)
    fits(screen)


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
def test_six_shares_and_what_ones_money_was_are_whole(
    browser: Browser, client: Client, size: Mapping[str, int], language: str
) -> None:
    """What one had before lies over no share and no sum; a sum that has no room is not begun."""
    party = played(client, "prairie-railroads/whole-evening", 40)
    shares = [f"shares.{railroad}" for railroad in ("CRIP", "ATSF", "KP", "MKT", "SLSF", "MP")]
    party.made(0, "correct", set=[{"of": "seat:1", "name": name, "value": 2} for name in shares])
    screen = held(browser, party, 1, viewport=size, locale=language)
    changed = party.made(0, "correct", set=[{"of": "seat:1", "name": "cash", "value": 104}])
    screen.until(changed["revision"])
    was, own = screen.page.locator(".cash .was"), screen.page.locator(".seat-head .own")
    expect(was).to_be_visible()
    assert bottom(was) <= top(own) + 1
    told = own.locator(".own-shares")
    assert "MP×2" in told.inner_text()
    assert right(told) <= right(own)
    assert told.evaluate("one => one.getClientRects().length") == 1
    fits(screen)


@thorough
@BOTH_LANGUAGES
@pytest.mark.parametrize("box", ["prairie-railroads", "union-pacific"])
def test_keys_of_whom_else_one_pays_hold_what_they_say(
    browser: Browser, client: Client, box: str, language: str
) -> None:
    """The bank alone with six players: each badge within its key, and the word beside the digits off its frame."""
    options = {"box": box, "starting_cash": 60}
    party = new_party(client, [*NAMES, *MORE, "Jo"], game="bank", options=options)
    screen = held(browser, party, 1, viewport=LEAST, locale=language)
    screen.press(screen.page.locator("offer-list .tile").first)
    keys = screen.form.locator(".keypad .key, .confirm").locator("visible=true")
    expect(keys).to_have_count(16)
    settled(screen.page)
    in_window(screen, keys)
    off_the_frame(screen.form.locator(".key.small"))
    screen.press(screen.form.locator("[data-field=to] .others").first)
    badges = screen.form.locator("[data-field=to] railroad-badge")
    expect(badges.first).to_be_visible()
    for badge in badges.all():
        key = badge.locator("xpath=..")
        assert left(key) < left(badge)
        assert right(badge) < right(key)
    fits(screen)


@thorough
@BOTH_LANGUAGES
def test_what_a_cube_of_a_charter_costs_is_whole(browser: Browser, client: Client, language: str) -> None:
    """Gulf, Mobile & Ohio: *Stein $3: Grün*, colour and all, above the bid on the smallest phone."""
    party = new_party(client, ["Ada", "Bo", "Chen"], game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    screen = held(browser, party, viewport=LEAST, locale=language)
    facts = screen.page.locator(".lot > .lot-facts")
    expect(facts).to_contain_text({"en": "green", "de": "Grün"}[language])
    for fact in facts.locator("span").all():
        assert bottom(fact) <= bottom(facts) + 1, fact.inner_text()
        assert right(fact) <= right(facts) + 1, fact.inner_text()
    fits(screen)


@thorough
@BOTH_LANGUAGES
@pytest.mark.parametrize("names", [NAMES, [*NAMES, *MORE]], ids=["three", "five"])
def test_what_a_first_share_brings_is_whole_above_pass(
    browser: Browser, client: Client, names: list[str], language: str
) -> None:
    """Southern Pacific: *President's share, with a free link*; both keys below it are in sight, and the keypad. Nothing
    moves when an amount is said."""
    screen = held(browser, new_party(client, names, game="southern-pacific"), viewport=LEAST, locale=language)
    keys = screen.form.locator(".keypad .key, .quick, .confirm").locator("visible=true")
    expect(keys).to_have_count(18)
    settled(screen.page)
    before = [one.bounding_box() for one in keys.all()]
    screen.press(screen.form.locator('[data-key=digit][value="9"]'))
    screen.previewed()
    assert [one.bounding_box() for one in keys.all()] == before
    brief = screen.form.locator(".brief")
    brings = brief.locator(".aside > span").first
    expect(brings).to_contain_text({"en": "free link", "de": "Strecke gratis"}[language])
    assert bottom(brings) <= bottom(brief) + 1
    assert brings.evaluate("one => one.scrollWidth <= one.clientWidth")
    for part in screen.page.locator(".bidders li").all():
        expect(part).to_be_in_viewport(ratio=1)
    in_window(screen, keys)
    fits(screen)


@thorough
@BOTH_LANGUAGES
def test_the_first_cities_of_a_build_are_in_sight_as_it_opens(
    browser: Browser, client: Client, language: str
) -> None:
    """Gulf, Mobile & Ohio: the keys of rural hexes beside their label, the box beside the next, then cities."""
    party = new_party(client, ["Ada", "Bo", "Chen"], game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=12)
    screen = held(browser, party, 2, viewport=LEAST, locale=language)
    cities = screen.form.locator("[data-field=cities] .place .chip")
    expect(cities.nth(2)).to_be_attached()
    settled(screen.page)
    assert screen.page.evaluate("scrollY") == 0
    for parts in (cities.nth(0), cities.nth(2), screen.form.locator("[data-field=rural] .chip")):
        in_window(screen, parts)
    in_window(screen, screen.form.locator("[data-field=cities] .search"))
    assert not cut(screen.page)
    fits(screen)


@thorough
@BOTH_LANGUAGES
@pytest.mark.parametrize("box", ["prairie-railroads", "union-pacific"])
def test_all_whom_one_may_pay_are_in_sight(browser: Browser, client: Client, box: str, language: str) -> None:
    """The bank alone with six players; a word without a lamp keeps off the stripe of its key."""
    party = new_party(client, [*NAMES, *MORE, "Jo"], game="bank", options={"box": box, "starting_cash": 60})
    screen = held(browser, party, 1, viewport=LEAST, locale=language)
    tiles = screen.page.locator(".tiled > .tiles:not(.passes) > .tile").locator("visible=true")
    for tile in tiles.filter(has_not=screen.page.locator(".seat-mark")).all():
        off_the_frame(tile)
    screen.press(tiles.first)
    screen.press(screen.form.locator("[data-field=to] .others").first)
    keys = screen.form.locator("[data-field=to] .chip").locator("visible=true")
    expect(keys).to_have_count({"prairie-railroads": 6 + 6, "union-pacific": 6 + 11}[box])
    settled(screen.page)
    in_window(screen, keys)
    for name in keys.locator(".lamp + .chip-words > .chip-label").all():
        assert name.evaluate("one => one.getClientRects().length") == 1
    fits(screen)
