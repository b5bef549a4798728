"""Prairie Railroads' forms on the narrowest and lowest phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, cut, top
from tests.browser.pages import PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import CITIES, FACTS, LONG_NAMES, NAMES, auctions, seated
from tests.browser.played import played
from tests.playing import begun
from tests.server import Client, new_party, thorough

LOW_PX, LOWEST_PX = 640, 568
UNDER_HEAD_PX = 160
TWO_LINES_PX = 80
LONGER = ["Alexandra", "Bartholomäus", "Maximiliane", "Konstantin", "Josephine"]


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


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("wide", "high"), [(320, LOWEST_PX), (360, LOW_PX)])
@pytest.mark.parametrize("names", [NAMES, LONGER])
def test_all_action_cards_are_in_sight_with_one_phone_for_all(
    names: list[str], wide: int, high: int, language: str, browser: Browser, client: Client
) -> None:
    """The row of players takes the room of one, with short names and with long ones."""
    party = new_party(client, names, claim=False, options={"act_for": "anyone"}, facts=FACTS)
    party.seats = dict.fromkeys(range(1, len(names) + 1), party.host)
    auctions(party)
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    phone = seated(browser, party, 0, **{**PHONE, **STILL, **size})
    cards = phone.form.locator("[data-field=card]:visible .chip")
    expect(cards).to_have_count(3)
    hand, deck = (phone.form.locator("[data-field=source] .chip").nth(at) for at in (0, 1))
    assert top(hand) == top(deck)
    bar = phone.page.locator(".confirm-bar")
    assert bottom(cards.last) <= top(bar)
    stood = top(bar), top(cards.first)
    phone.press(cards.last)
    phone.previewed()
    assert (top(bar), top(cards.first)) == stood
    assert not cut(phone.page)
    heights = phone.form.locator(".chip").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert min(heights) >= (44 if high == LOWEST_PX else 48)
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(("wide", "high"), [(320, LOWEST_PX), (360, LOW_PX), (360, 740)])
def test_all_action_cards_are_in_sight_before_the_one_that_ends_the_game(
    wide: int, high: int, last: bool, language: str, browser: Browser, client: Client
) -> None:
    """Seven Pay Dividends cards have been played: that the next one ends the game stands above the cards."""
    party = played(client, "prairie-railroads/end-eighth-dividend-from-hand", 13 if last else 12)
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    phone = seated(browser, party, 3, **{**PHONE, **STILL, **size})
    expect(phone.form.locator(".offer-fields > .hint")).to_have_count(int(last))
    cards, bar = phone.form.locator("[data-field=card]:visible .chip"), phone.form.locator(".confirm-bar")
    expect(cards).to_have_count(3)
    assert bottom(cards.last) <= top(bar)
    if high < 740:
        hand, deck = (phone.form.locator("[data-field=source] .chip").nth(at) for at in (0, 1))
        assert top(hand) == top(deck)
    stood = top(bar), top(cards.first)
    phone.press(cards.last)
    phone.previewed()
    assert (top(bar), top(cards.first)) == stood
    assert not cut(phone.page)
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("high", [LOW_PX, 740])
def test_both_cities_of_a_row_are_in_sight(
    high: int, language: str, browser: Browser, client: Client
) -> None:
    """The names of the first stand three a row; the box for the second below them is whole."""
    party = played(client, "prairie-railroads/growth-unknown-row-learned", 14)
    size = {"viewport": {"width": 360, "height": high}, "locale": language}
    phone = seated(browser, party, 3, **{**PHONE, **STILL, **size})
    first, second = (
        phone.form.locator(f"[data-field='growth.34.{column}']") for column in ("primary", "secondary")
    )
    names = first.locator(".chip").locator("visible=true")
    assert top(names.nth(0)) == top(names.nth(2)) < top(names.nth(3))
    assert bottom(second.locator(".search")) <= top(phone.form.locator(".confirm-bar"))
    assert not cut(phone.page)
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("wide", "high"), [(345, 740), (360, LOW_PX), (360, 740), (389, 740)])
def test_a_chosen_city_of_a_row_is_one_line_below_its_label(
    wide: int, high: int, language: str, browser: Browser, client: Client
) -> None:
    """No letter stands below another, and the box for the second city comes no lower than it was."""
    party = played(client, "prairie-railroads/growth-unknown-row-learned", 14)
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    phone = seated(browser, party, 3, **{**PHONE, **STILL, **size})
    first = phone.form.locator("[data-field='growth.34.primary']")
    box = phone.form.locator("[data-field='growth.34.secondary'] .search")
    before = top(box)
    phone.press(first.locator(".chip", has_text="Concordia"))
    taken = first.locator(".taken", has_text="Concordia")
    assert bottom(first.locator(".label")) <= top(taken)
    assert taken.evaluate("one => one.offsetHeight") <= TWO_LINES_PX
    assert top(box) <= before
    assert bottom(box) <= top(phone.form.locator(".confirm-bar"))
    no_faults(phone)


BOX_CUTS = """box => {
  const words = document.createElement("span"), style = getComputedStyle(box);
  const { fontFamily, fontSize, fontWeight } = style;
  Object.assign(words.style, { fontFamily, fontSize, fontWeight, position: "absolute", whiteSpace: "nowrap" });
  words.textContent = box.placeholder;
  document.body.append(words);
  const needed = words.getBoundingClientRect().width;
  words.remove();
  return needed > box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
}"""
"""A box has no room for what it says of itself."""


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_on_the_narrowest_phone_the_box_of_a_rows_city_is_whole(
    language: str, browser: Browser, client: Client
) -> None:
    """Where the label leaves it no room, it stands below; three rows of names are above the bar all the same."""
    party = played(client, "prairie-railroads/growth-unknown-row-learned", 14)
    size = {"viewport": {"width": 320, "height": LOWEST_PX}, "locale": language}
    phone = seated(browser, party, 3, **{**PHONE, **STILL, **size})
    first = phone.form.locator("[data-field='growth.34.primary']")
    box = first.locator(".search")
    expect(box).to_be_visible()
    settled(phone.page)
    assert not box.evaluate(BOX_CUTS)
    assert bottom(first.locator(".chip").nth(5)) <= top(phone.form.locator(".confirm-bar"))
    no_faults(phone)


@thorough
@pytest.mark.parametrize(("wide", "high"), [(360, 640), (320, 568)])
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


@thorough
@pytest.mark.parametrize("high", [640, 740])
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
    parallel = phone.form.locator(".asks .chip")
    phone.segment("Lawrence", "Columbus")
    expect(parallel.locator("visible=true")).to_have_count(0)
    phone.onward("Coffeyville")
    expect(parallel.locator("visible=true")).to_have_count(1)
    phone.tap("Remove segment 2", phone.form)
    phone.segment("Lawrence", "Leavenworth")
    expect(phone.form.locator(".brief")).to_contain_text("has built")
    expect(phone.form.locator(".asks")).to_contain_text("Is there another?")
    expect(parallel.locator("input")).not_to_be_checked()  # the app does not know whether there is
    phone.press(parallel.filter(has_text="Leavenworth (2)"))
    phone.previewed()
    expect(phone.form.locator(".brief")).to_contain_text("Leavenworth (2) for $5")
    no_faults(phone)


PHONES = [(320, 568), pytest.param(360, 640, marks=thorough), pytest.param(360, 740, marks=thorough)]
TURNS = (
    ("KP", "Lawrence", "Topeka"),
    ("CRIP", "Marysville", "Topeka"),
    ("ATSF", "Topeka", "Emporia"),
    ("MP", "Chanute", "Iola"),
)


def with_three_cities(browser: Browser, client: Client, by: int = 1, **device: object) -> Screen:
    """The first builds again: the CRIP reaches Troy, Marysville and Topeka, and has money for two segments."""
    incomes = {**CITIES, "Marysville": 2, "Coffeyville": 2}
    cities = {city: {"income": income} for city, income in incomes.items()}
    party = begun(new_party(client, players=NAMES, facts={**FACTS, "cities": cities}))
    for die, (railroad, start, end) in enumerate(TURNS, 1):
        party.made(0, "play_card", card="CT", source="hand")
        party.made(0, "roll_growth", dice=[5, die])
        party.made(0, "build_track", railroad=railroad, segments=[{"from": start, "to": end}])
    party.made(0, "play_card", card="CT", source="hand")
    party.made(0, "roll_growth", dice=[6, 3])
    party.made(0, "correct", set=[{"of": "railroad:CRIP", "name": "treasury", "value": 40}])
    return seated(browser, party, by, **{**PHONE, **STILL, **device})


@thorough
@pytest.mark.parametrize(("wide", "high"), PHONES)
@pytest.mark.parametrize("by", [1, 0])
def test_where_a_segment_begins_is_one_row(
    browser: Browser, client: Client, wide: int, high: int, by: int
) -> None:
    """However many cities the railroad touches, so that nothing moves when it is tapped: not the page, nor its key."""
    phone = with_three_cities(browser, client, by, viewport={"width": wide, "height": high})
    key = phone.form.locator("[data-field=railroad] .chip", has_text="CRIP")
    assert bottom(phone.form.locator(".offer-fields > .hint")) <= top(key) + 1, "what it costs is covered"
    before = phone.page.evaluate("scrollY"), top(key)
    phone.press(key)
    settled(phone.page)
    assert (phone.page.evaluate("scrollY"), top(key)) == before
    start = phone.form.locator("[data-field=from]")
    row = [start.locator(".label"), start.locator(".chip", has_text="Topeka"), start.locator(".others")]
    middles = [(top(part) + bottom(part)) / 2 for part in row]
    assert max(middles) - min(middles) <= 2, middles
    assert bottom(phone.form.locator("[data-field=to] .chip").first) <= top(
        phone.page.locator(".confirm-bar")
    )
    phone.press(row[-1])
    expect(start.locator(".chip:visible")).to_have_count(3)
    no_faults(phone)


@thorough
@pytest.mark.parametrize(("wide", "high"), PHONES)
@pytest.mark.parametrize("by", [1, 0])
def test_whether_there_is_another_segment_is_asked_in_sight(
    browser: Browser, client: Client, wide: int, high: int, by: int
) -> None:
    """Where the first is somebody's: that is said in the bar, and above it stands what one can do about it."""
    phone = with_three_cities(browser, client, by, viewport={"width": wide, "height": high})
    phone.press(phone.form.locator("[data-field=railroad] .chip", has_text="CRIP"))
    phone.place("To", "Emporia")
    expect(phone.form.locator(".brief")).to_contain_text("The ATSF has built")
    settled(phone.page)
    asked, bar = phone.form.locator(".asks"), phone.page.locator(".confirm-bar")
    assert bottom(phone.page.locator(".seat-top")) <= top(asked)
    assert bottom(asked) <= top(bar)
    expect(asked).not_to_contain_text("optional")
    expect(phone.form.locator(".strip")).to_have_count(0)
    phone.press(asked.locator(".chip", has_text="Emporia (2)"))
    phone.previewed()
    expect(phone.form.locator(".brief")).to_contain_text("Emporia (2) for $5")
    no_faults(phone)


@thorough
@pytest.mark.parametrize(("wide", "high"), PHONES)
def test_that_there_may_be_a_second_segment_is_in_sight_with_its_price(
    browser: Browser, client: Client, wide: int, high: int
) -> None:
    """Once the first is said, and once it is told what its city earns."""
    phone = with_three_cities(browser, client, viewport={"width": wide, "height": high})
    onward, bar = phone.form.locator(".strip > .label"), phone.page.locator(".confirm-bar")
    phone.press(phone.form.locator("[data-field=railroad] .chip", has_text="CRIP"))
    phone.place("To", "Sedan")
    income = phone.page.locator("facts-field [value='2']")
    settled(phone.page)
    phone.press(income)
    phone.previewed()
    settled(phone.page)
    expect(onward).to_contain_text("Continue from Sedan")
    expect(onward).to_contain_text("$15 for both")
    assert bottom(phone.page.locator(".seat-top")) <= top(onward)
    assert bottom(onward) <= top(bar)
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("wide", "high"), [(320, 568), (360, 640)])
def test_after_a_parallel_segment_no_row_is_cut_by_the_fade(
    browser: Browser, client: Client, wide: int, high: int, language: str
) -> None:
    """That there may be a second is in sight; on the less low phone the first cities it may lead to are, too."""
    viewport = {"width": wide, "height": high}
    phone = with_three_cities(browser, client, viewport=viewport, locale=language)
    phone.press(phone.form.locator("[data-field=railroad] .chip", has_text="CRIP"))
    to = phone.form.locator("[data-field=to]")
    to.locator("input.search:visible").fill("Emporia")
    phone.press(to.locator(".chip:visible", has_text="Emporia").first)
    phone.press(phone.form.locator(".asks .chip", has_text="Emporia (2)"))
    phone.previewed()
    settled(phone.page)
    bar, onward = phone.page.locator(".confirm-bar"), phone.form.locator(".strip > .label")
    fade = float(bar.evaluate("bar => parseFloat(getComputedStyle(bar, '::before').height)"))
    row = onward if high < LOW_PX else phone.form.locator(".strip .chip").first
    assert bottom(row) <= top(bar) - fade
    no_faults(phone)


@thorough
@pytest.mark.parametrize(
    ("wide", "high"),
    [(360, 640), (360, 740), (320, 568)],
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
