"""A phone held sideways: on one's own turn the first question stands in sight with its choices, and Confirm beside
it; whoever waits sees their own affairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.browser.measures import bottom, cut, left, right, sideways, top
from tests.browser.pages import PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import auctions, seated, table
from tests.browser.played import played
from tests.browser.test_gulf_mobile_ohio import the_sc_is_built
from tests.browser.test_next_in_sight import to_be_built
from tests.browser.test_texas_hexes import sold
from tests.browser.test_union_pacific import revealed
from tests.server import Client, Party, new_party, thorough

WIDE: ViewportSize = {"width": 640, "height": 360}
LEAST: ViewportSize = {"width": 568, "height": 320}
SIZES = [WIDE, LEAST]
EVERY_SIZE = pytest.mark.parametrize("size", SIZES)
BOTH_LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])
NAMES = ["Ed", "Bartholomew", "Maximiliane"]
"""The last one begins."""
FINGER_PX = 44
HEAD_PX = 48
"""Name, money and turn in one line."""
FOR_EIGHT = 24
"""Dollars that pay for eight cubes."""
FORM_PX = 180
"""So much of a form at least, where the window is 360 px high."""
CHOICES = {
    "prairie-railroads": ("prairie-railroads/whole-evening", 26),
    "southern-pacific": ("southern-pacific/whole-evening", 34),
    "texas-pacific": ("texas-pacific/six-players", 14),
    "gulf-mobile-ohio": ("gulf-mobile-ohio/connections", 7),
    "union-pacific": ("union-pacific/up-places", 8),
    "bank": ("bank/prairie-with-the-bank", 4),
}
"""Moments at which somebody chooses what to do."""
BIDS = {"five": ("prairie-railroads/five-players", 11), "three": ("southern-pacific/whole-evening", 32)}
"""Auctions of that many players in which somebody is to bid."""
PLACES = ":is(.offers, .tiles, .begun) > .offer, offer-form .chip"
"""What may be chosen first: a move, alone or with what it may begin with, or an answer of the form that came up."""
FORMS = {
    "southern-pacific": ("Build a link", "[data-field=from] .chip"),
    "texas-pacific": ("Track", "facts-field :is(.key, .chip)"),
    "union-pacific": ("Build track", "choice-field:first-child .chip"),
}


def held(browser: Browser, party: Party, seat: int | None = None, **device: Any) -> Screen:
    """Of whoever is to act, unless a seat is named."""
    doc = party.document()
    acts = (doc["auction"] or {}).get("to_act") or doc["turn"]["seat"]
    return seated(browser, party, seat or acts or 1, **{**PHONE, **STILL, "viewport": WIDE, **device})


def auctioned(client: Client, names: Sequence[str] = NAMES) -> Party:
    """Prairie Railroads after the initial auctions."""
    party = table(client, [*names])
    auctions(party)
    return party


def in_window(screen: Screen, parts: Locator) -> None:
    """All of them, below the head and above the window's end, and large enough for a finger."""
    head, size = bottom(screen.page.locator(".seat-top")), screen.page.viewport_size
    assert parts.count()
    assert size
    for part in parts.all():
        assert head <= top(part) + 1, part.inner_text()
        assert bottom(part) <= size["height"] + 1, part.inner_text()
        assert bottom(part) - top(part) >= FINGER_PX - 0.5
        assert right(part) - left(part) >= FINGER_PX - 0.5


def fits(screen: Screen) -> None:
    assert bottom(screen.page.locator(".seat-head")) <= HEAD_PX
    assert not sideways(screen.page)
    no_faults(screen)


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
@pytest.mark.parametrize("game", CHOICES)
def test_what_one_may_do_stands_in_sight(
    browser: Browser, client: Client, game: str, size: Mapping[str, int], language: str
) -> None:
    """The first two at least; in a window of 360 px half of it is for them."""
    screen = held(browser, played(client, *CHOICES[game]), viewport=size, locale=language)
    offers = screen.page.locator(PLACES).locator("visible=true")
    in_window(screen, offers.nth(0))
    in_window(screen, offers.nth(1))
    assert size["height"] - top(offers.first) >= (FORM_PX if size is WIDE else FORM_PX - 40)
    fits(screen)


def deciding(client: Client, moment: str) -> Party:
    """Of Texas & Pacific: how long the tracks are nobody has told; who acts presides over one railroad; over three."""
    if moment == "unknown":
        return played(client, *CHOICES["texas-pacific"])
    if moment == "three":
        return played(client, "texas-pacific/tp-opens", 12)
    party = sold(
        client, facts={"decision_boxes": {track: {"boxes": 4} for track in ("track", "ranch", "stock")}}
    )
    party.made(0, "decide_track", railroad="GHH", hexes=[{"kind": "plain", "rank": 1}])
    return party


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
@pytest.mark.parametrize(("moment", "tiles"), [("unknown", 4), ("one", 4), ("three", 8)])
def test_all_decisions_and_what_they_begin_with_stand_in_sight(
    browser: Browser, client: Client, moment: str, tiles: int, size: Mapping[str, int], language: str
) -> None:
    """Track, Ranch, Stock and a cube that only slides, and below two of these a key for each railroad."""
    screen = held(browser, deciding(client, moment), viewport=size, locale=language)
    choices = screen.page.locator(":is(.offers, .begun, .tiles) > .offer").locator("visible=true")
    badges = screen.page.locator(".tile railroad-badge")
    expect(choices).to_have_count(4 + tiles)
    in_window(screen, choices)
    for badge in badges.all():
        key = badge.locator("xpath=..")
        assert left(badge) - left(key) >= 4
        assert right(key) - right(badge) >= 1
    assert not cut(screen.page)
    fits(screen)


@thorough
@EVERY_SIZE
@pytest.mark.parametrize("game", FORMS)
def test_a_form_begins_with_its_choices_and_has_confirm_beside_it(
    browser: Browser, client: Client, game: str, size: Mapping[str, int]
) -> None:
    opened, choices = FORMS[game]
    texas = game == "texas-pacific"
    screen = held(browser, sold(client) if texas else played(client, *CHOICES[game]), viewport=size)
    screen.open(opened)
    settled(screen.page)
    parts, confirm = screen.form.locator(choices).locator("visible=true"), screen.form.locator(".confirm")
    in_window(screen, parts.nth(0))
    in_window(screen, parts.nth(2))
    in_window(screen, confirm)
    assert left(screen.form.locator(".confirm-bar")) >= right(screen.form.locator(".offer-fields"))
    stood = top(confirm)
    screen.press(parts.first)
    settled(screen.page)
    assert top(confirm) == pytest.approx(stood, abs=1)
    fits(screen)


@thorough
def test_all_companies_of_a_first_investment_stand_in_sight(browser: Browser, client: Client) -> None:
    ada = held(browser, new_party(client, ["Ada", "Bo", "Chen"], game="union-pacific"), seat=1)
    companies = ada.form.locator("choice-field .chip")
    expect(companies).to_have_count(11)
    in_window(ada, companies)
    assert not cut(ada.page)
    fits(ada)


@thorough
def test_a_build_that_came_by_itself_has_its_first_question_and_the_next_in_sight(
    browser: Browser, client: Client
) -> None:
    """180 px of it at rest; a city that is chosen moves Confirm nowhere."""
    party, seat = to_be_built(client)
    screen = held(browser, party, seat=seat)
    rural, confirm = screen.form.locator("[data-field=rural] .chip"), screen.form.locator(".confirm")
    assert WIDE["height"] - top(screen.form) >= FORM_PX
    in_window(screen, rural)
    in_window(screen, confirm)
    screen.press(rural.last)
    settled(screen.page)
    city = screen.form.locator("[data-field=cities] .place .chip").locator("visible=true").first
    in_window(screen, city)
    stood = top(confirm)
    screen.press(city)
    screen.previewed()
    assert top(confirm) == pytest.approx(stood, abs=1)
    fits(screen)


def drawing(client: Client) -> Party:
    """Union Pacific: whoever has built may have turned up dividend cards."""
    party = new_party(client, [*reversed(NAMES)], game="union-pacific", options={"first_player": 1})
    revealed(party, "WW", "MS", "MRR")
    party.made(1, "build", company="WW")
    return party


UNCUT = "one => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth"
WORDS = """one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return words.getBoundingClientRect().toJSON();
}"""
FRAME_PX = 5
"""From a key's edge to the line within it."""


def off_the_frame(key: Locator, label: Locator | None = None) -> None:
    """None of its words is cut or on the line within it; the label is what they stand in, where it is smaller."""
    words = (label or key).evaluate(WORDS)
    assert words["left"] - left(key) > FRAME_PX, key.inner_text()
    assert right(key) - words["right"] > FRAME_PX, key.inner_text()


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
def test_what_confirm_does_is_told_to_its_end_beside_the_form(
    browser: Browser, client: Client, size: Mapping[str, int], language: str
) -> None:
    """All three sums, with whole names, and what is odd about them; Confirm stays where it is."""
    screen = held(browser, drawing(client), viewport=size, locale=language)
    brief, confirm = screen.form.locator(".brief"), screen.form.locator(".confirm")
    screen.previewed()
    expect(brief).to_contain_text({"en": "(no dividend card)", "de": "(keine Dividendenkarte)"}[language])
    assert brief.evaluate(UNCUT)
    off_the_frame(confirm)
    stood = top(confirm)
    screen.press(screen.form.locator("count-field label.chip").nth(1))
    screen.previewed()
    sums = brief.locator(".sums")
    for name in NAMES:
        expect(sums).to_contain_text(f"{name}\u00a0+")
    expect(brief).to_contain_text({"en": "1st dividend", "de": "1. Dividende"}[language])
    assert brief.evaluate(UNCUT)
    assert top(confirm) == pytest.approx(stood, abs=1)
    in_window(screen, confirm)
    fits(screen)


@thorough
@EVERY_SIZE
def test_german_words_keep_off_the_frames_of_their_keys(
    browser: Browser, client: Client, size: Mapping[str, int]
) -> None:
    """Nine keys for the rural hexes of $24, and Confirm beside the way back."""
    party = the_sc_is_built(client, ["Ada", "Bo", "Chen"], price=16)
    assert party.document()["seats"][1]["cash"] == FOR_EIGHT
    screen = held(browser, party, viewport=size, locale="de")
    screen.open("Ausbau des Präsidenten")
    settled(screen.page)
    keys = screen.form.locator("[data-field=rural] .chip")
    expect(keys).to_have_count(9)
    off_the_frame(keys.first, keys.first.locator(".chip-label"))
    off_the_frame(screen.form.locator(".confirm"))
    fits(screen)


def at_the_dice(browser: Browser, client: Client, **device: Any) -> Screen:
    """Construct Track is played, and the table tells its own dice."""
    party = auctioned(client)
    party.made(0, "play_card", card="CT", source="hand")
    return held(browser, party, **device)


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
def test_both_dice_stand_in_sight_and_stay(
    browser: Browser, client: Client, size: Mapping[str, int], language: str
) -> None:
    """A second tap where the first one was would set the same die."""
    screen = at_the_dice(browser, client, viewport=size, locale=language)
    faces, first = screen.form.locator(".face"), screen.form.locator("[data-die='1'][value='1']")
    expect(faces).to_have_count(12)
    in_window(screen, faces)
    before = [one.bounding_box() for one in faces.all()]
    screen.press(first)
    expect(first).to_have_attribute("aria-pressed", "true")
    settled(screen.page)
    in_window(screen, screen.form.locator(".confirm"))
    assert [one.bounding_box() for one in faces.all()] == before
    assert not cut(screen.page)
    fits(screen)


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
@pytest.mark.parametrize("last", [False, True])
def test_all_action_cards_stand_in_sight_and_stay(
    browser: Browser, client: Client, last: bool, size: Mapping[str, int], language: str
) -> None:
    """Also when the next one ends the game, which is said above them."""
    party = played(client, "prairie-railroads/end-eighth-dividend-from-hand", 13 if last else 12)
    screen = held(browser, party, 3, viewport=size, locale=language)
    cards = screen.form.locator("[data-field=card]:visible .chip")
    expect(cards).to_have_count(3)
    in_window(screen, cards)
    before = [one.bounding_box() for one in cards.all()]
    screen.press(cards.last)
    screen.previewed()
    assert [one.bounding_box() for one in cards.all()] == before
    assert not cut(screen.page)
    fits(screen)


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
def test_undo_lies_over_no_form(
    browser: Browser, client: Client, size: Mapping[str, int], language: str
) -> None:
    screen = at_the_dice(browser, client, viewport=size, locale=language)
    for die in (1, 2):
        screen.press(screen.form.locator(f"[data-die='{die}'][value='1']"))
    screen.previewed()
    screen.press(screen.form.locator(".confirm"))
    expect(screen.page.locator(".undo")).to_be_visible()
    settled(screen.page)
    undo = bottom(screen.page.locator("undo-bar"))
    assert undo <= top(screen.form)
    assert undo <= top(screen.form.locator(".help-sign").first)
    fits(screen)


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
def test_no_name_of_whoever_is_waited_for_is_cut(
    browser: Browser, client: Client, size: Mapping[str, int], language: str
) -> None:
    """Of several players their lamps stand in the head, below it their names; of one the name, also with the next."""
    party = new_party(client, ["Bartholomew", "Maximiliane", "Ada", "Ed"], game="union-pacific")
    screen = held(browser, party, 1, viewport=size, locale=language)
    turn, names = screen.page.locator(".turn"), screen.page.locator(".turn .name")
    party.made(1, "reveal", company="WW")
    for seat, others in ((3, 3), (4, 2), (None, 1)):
        expect(turn.locator(".lamp")).to_have_count(others)
        settled(screen.page)
        assert right(turn.locator(".lamp").last) <= right(turn)
        if others > 1:
            expect(screen.page.locator(".prompt.waiting")).to_contain_text("Maximiliane")
            assert names.evaluate_all("all => all.every((one) => getComputedStyle(one).clipPath !== 'none')")
        if seat:
            party.made(seat, "reveal", company="MS")
    for waiting in (screen, held(browser, auctioned(client), 2, viewport=size, locale=language)):
        name = waiting.page.locator(".turn .name").first
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth"), name.inner_text()
        in_head = waiting.page.locator(".turn").evaluate("one => one.scrollHeight <= one.clientHeight")
        assert in_head
        fits(waiting)


@thorough
@BOTH_LANGUAGES
@EVERY_SIZE
def test_whoever_waits_has_their_own_affairs_in_sight(
    browser: Browser, client: Client, size: Mapping[str, int], language: str
) -> None:
    """What one holds stands in the head, the sheets begin below; in an auction all who bid, and one's own limit."""
    gulf = held(browser, played(client, *CHOICES["gulf-mobile-ohio"]), 1, viewport=size, locale=language)
    expect(gulf.page.locator(".own")).to_be_in_viewport(ratio=1)
    in_window(gulf, gulf.page.locator("table-sheets [role=tab]"))
    fits(gulf)
    bidder = held(browser, played(client, *BIDS["five"]), 2, viewport=size, locale=language)
    for part in bidder.page.locator(".bidders li").all():
        expect(part).to_be_in_viewport(ratio=1)
    in_window(bidder, bidder.page.locator("[data-limit=open]"))
    fits(bidder)
