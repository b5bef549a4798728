"""A new table: mistakes are shown where they are, and people who have played here are a tap away."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.measures import WATCH_SHIFTS
from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.server import Server, thorough

TWO_LINES_PX = 90
RING_PX = 6  # around what has the focus


def _new(browser: Browser, server: Server, name: str = "new table") -> Screen:
    screen = Screen(browser, name, **PHONE)
    screen.page.goto(f"http://127.0.0.1:{server.port}/")
    screen.page.locator('[data-game="prairie-railroads"]').click()
    expect(screen.page.locator(".seating input:not([type=color])").first).to_be_visible(timeout=PATIENCE_MS)
    return screen


def test_a_game_without_a_board_has_no_board_data(browser: Browser, server: Server) -> None:
    """The bank alone is none of the games: its card says what it is for."""
    screen = Screen(browser, "home", **PHONE)
    screen.page.goto(f"http://127.0.0.1:{server.port}/")
    atlas = screen.page.locator("a[href='/atlas/prairie-railroads']")
    expect(atlas).to_have_count(1, timeout=PATIENCE_MS)
    expect(screen.page.locator("a[href^='/atlas/']")).to_have_count(5)
    expect(screen.page.locator("a[href='/atlas/bank']")).to_have_count(0)
    expect(screen.page.locator("[data-game=bank]")).to_contain_text("Money for any game, 1 to 12 players")


@pytest.mark.parametrize(
    "device", [pytest.param(PHONE, id="phone"), pytest.param(LAPTOP, id="laptop", marks=thorough)]
)
def test_nothing_is_pushed_down_while_the_home_page_comes(
    browser: Browser, server: Server, device: Mapping[str, Any]
) -> None:
    """What stands below the cards of the games is not drawn before these have come."""
    screen = Screen(browser, "home", **device)
    page = screen.page
    page.add_init_script(f"({WATCH_SHIFTS})()")
    held: list[Route] = []
    page.route(re.compile("/api/v1/games$"), lambda route: held.append(route))
    with page.expect_request(re.compile("/api/v1/games$")):
        page.goto(f"http://127.0.0.1:{server.port}/")
    page.locator(".all-games h2").wait_for()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    below = page.locator(".how, .pages").locator("visible=true")
    expect(below).to_have_count(0)
    held[0].continue_()
    expect(page.locator(".game")).to_have_count(6, timeout=PATIENCE_MS)
    settled(page)
    expect(below).to_have_count(2)
    assert page.evaluate("window.shifts") == []
    no_faults(screen)


INSIDE = """
card => {
  const around = card.getBoundingClientRect();
  return [...card.querySelectorAll("a")].map((link) => {
    const { left, right, top, bottom, width, height } = link.getBoundingClientRect();
    return {
      inside: left > around.left && right < around.right && top > around.top && bottom < around.bottom,
      target: Math.min(width, height) >= 44,
      top,
    };
  });
}
"""


@thorough
def test_a_game_is_one_card_with_its_links(browser: Browser, own_server: Server) -> None:
    """Guide and board data stand in their game's card, edged and in one line, each as large as a thumb; six games have
    room below the title of a low laptop; railroads without a colour of their own are drawn in ink."""
    for device in (PHONE, {"viewport": {"width": 1280, "height": 720}}):
        screen = Screen(browser, "home", **device)
        page = screen.page
        page.goto(f"http://127.0.0.1:{own_server.port}/")
        expect(page.locator(".game")).to_have_count(6, timeout=PATIENCE_MS)
        settled(page)
        for card in page.locator(".game").all():
            assert card.evaluate("card => getComputedStyle(card).borderTopStyle") == "solid"
            links = card.evaluate(INSIDE)
            assert all(link["inside"] and link["target"] for link in links), links
            assert len({link["top"] for link in links}) == 1
        no_faults(screen)
    masthead = page.locator(".masthead").bounding_box()
    assert masthead
    assert masthead["height"] <= 180
    expect(page.locator(".game").last).to_be_in_viewport(ratio=1)
    ink = "card => getComputedStyle(card.querySelector('.locomotive .solid')).fill"
    for game, one in (("gulf-mobile-ohio", True), ("prairie-railroads", False)):
        card = page.locator(".game", has=page.locator(f"[data-game={game}]"))
        cars = card.locator(".car").evaluate_all(
            "cars => cars.map((car) => getComputedStyle(car).backgroundColor)"
        )
        assert (set(cars) == {card.evaluate(ink)}) is one


def test_all_games_fit_a_phone_and_the_form_of_the_one_that_is_tapped_comes_into_sight(
    browser: Browser, server: Server
) -> None:
    """The form is a screen of its own, with its button in reach, until another game is wanted."""
    screen = Screen(browser, "home", **PHONE)
    page = screen.page
    page.goto(f"http://127.0.0.1:{server.port}/")
    expect(page.locator(".game")).to_have_count(6, timeout=PATIENCE_MS)
    games = page.locator(".game-cards").bounding_box()
    assert games
    assert games["height"] < 740
    screen.press(page.locator('[data-game="prairie-railroads"]'))
    settled(page)
    expect(page.get_by_role("heading", name="New table: Prairie Railroads")).to_be_in_viewport(ratio=1)
    expect(page.locator(".seating input:not([type=color])").first).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Create the table")).to_be_in_viewport(ratio=1)
    expect(page.locator(".game:visible, .how:visible, .lead:visible")).to_have_count(0)
    screen.tap("Change game")
    expect(page.locator(".game:visible")).to_have_count(6)
    expect(page.locator('[data-game="prairie-railroads"]')).to_be_focused()
    expect(page.locator("new-table")).to_have_count(0)
    no_faults(screen)


@thorough
def test_the_arrows_of_every_name_stand_in_its_row(browser: Browser, server: Server) -> None:
    """On a phone all rows are one line, and none grows while its name is typed; who has no name yet is called alike
    where the first bidder is chosen."""
    screen = _new(browser, server)
    page = screen.page
    heights = "lines => lines.map((line) => line.getBoundingClientRect().height)"
    before = page.locator(".seating > li").evaluate_all(heights)
    names = page.get_by_role("textbox", name=re.compile(r"^Player \d$"))
    names.nth(1).fill("Bartholomew")
    assert page.locator(".seating > li").evaluate_all(heights) == before
    assert len(set(before)) == 1
    assert before[0] < TWO_LINES_PX
    expect(page.locator(".seating .key:visible")).to_have_count(6)
    names.nth(2).fill("Anna-Maria Featherstone")
    assert names.nth(2).evaluate("box => box.scrollWidth <= box.clientWidth")
    screen.tap("Move player 2 up")
    expect(names.nth(0)).to_have_value("Bartholomew")
    expect(page.get_by_role("radio")).to_have_count(4)
    words = page.locator(".chip-label:visible").all_inner_texts()
    assert words == ["Roll for it", "Bartholomew", "Player 2", "Anna-Maria Featherstone"]
    no_faults(screen)


@thorough
def test_the_key_for_another_player_stays_under_the_finger(browser: Browser, server: Server) -> None:
    """So that two taps add two chairs."""
    screen = _new(browser, server)
    add = screen.page.get_by_role("button", name="Add a player")
    chairs = screen.page.locator(".seating > li")
    count = chairs.count()
    add.scroll_into_view_if_needed()
    box = add.bounding_box()
    assert box
    for more in (1, 2):
        screen.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(chairs).to_have_count(count + more)
    no_faults(screen)


TOPS = "all => all.map((one) => one.getBoundingClientRect().top + scrollY)"


def _blamed(page: Page, at: int, words: str) -> None:
    """One name has the focus and the words, and no other has any."""
    name = page.locator(".seating input:not([type=color])").nth(at)
    expect(page.locator(".seating [aria-invalid]")).to_have_count(1)
    expect(name).to_have_accessible_description(words)
    expect(name).to_be_focused()


def test_what_is_wrong_stands_at_its_field(browser: Browser, server: Server) -> None:
    """The first name that is missing or taken gets the focus, and no row moves; then what only the server can tell."""
    screen = _new(browser, server)
    page = screen.page
    names = page.locator(".seating input:not([type=color])")
    names.nth(0).fill("Ann")
    names.nth(2).fill("ann ")
    tops = names.evaluate_all(TOPS)
    screen.tap("Create the table")
    _blamed(page, 1, "Enter a name.")
    assert names.evaluate_all(TOPS) == tops
    names.nth(1).fill("Ben")
    expect(names.nth(1)).not_to_have_attribute("aria-invalid", "true")
    screen.tap("Create the table")
    _blamed(page, 2, "This name is taken.")
    assert names.evaluate_all(TOPS) == tops
    away = page.locator(".seating .key:last-of-type")
    assert len({one.evaluate("key => key.getBoundingClientRect().x") for one in away.all()}) == 1
    screen.tap("Add a player")
    expect(names).to_have_count(4)
    expect(page.locator(".seating [aria-invalid]")).to_have_count(0)
    screen.press(page.get_by_role("button", name="Remove player 4"))
    names.nth(2).fill("Cleo")
    faults = page.locator("new-table .fault:visible")
    expect(faults).to_have_count(0)
    wrong: dict[str, object] = {"status": 422, "code": "invalid", "title": "t", "detail": "d", "type": "x"}
    wrong["errors"] = {"rulings.initial_zero_bid": ["No such choice"]}
    page.route("**/api/v1/tables", lambda route: route.fulfill(status=422, json=wrong))
    screen.tap("Create the table")
    place = page.locator('[data-field="initial_zero_bid"]')
    expect(place.locator(".fault")).to_have_text("No such choice", timeout=PATIENCE_MS)
    expect(place.get_by_role("group")).to_have_accessible_description("No such choice")
    expect(faults).to_have_count(1)
    screen.faults.clear()
    no_faults(screen)


@thorough
def test_a_game_under_way_is_in_sight_on_a_laptop(browser: Browser, server: Server) -> None:
    """It stands above what is folded: the button, which stays in reach, does not lie over it, even where so many have
    played that their names fill two rows."""
    screen = Screen(browser, "laptop", viewport={"width": 1280, "height": 800}, **STILL)
    names = [f"Josephine {letter}" for letter in "ABCDEFGHIJ"]
    screen.has_kept({"ABCDEFGH": {"host": "nobody's", "players": names}})
    # not those of the evenings that other tests have played here
    nobody = re.compile(r"/api/v1/evenings\b")
    screen.page.route(nobody, lambda route: route.fulfill(json={"items": []}))
    screen.page.goto(f"http://127.0.0.1:{server.port}/")
    screen.press(screen.page.locator('[data-game="prairie-railroads"]'))
    expect(screen.page.locator(".known-people button")).to_have_count(10, timeout=PATIENCE_MS)
    settled(screen.page)
    screen.page.evaluate("scrollTo(0, 0)")
    screen.page.locator("[data-already]").check()  # a click is refused where something lies over it
    assert screen.page.evaluate("scrollY") == 0
    no_faults(screen)


ONE_AFTER_ANOTHER = """
sections => {
  const boxes = sections.map((section) => section.getBoundingClientRect());
  return boxes.slice(1).every(({ top }, at) => top >= boxes[at].bottom);
}
"""


@thorough
def test_figures_of_a_game_under_way_are_whole_and_say_whose_they_are(
    browser: Browser, server: Server
) -> None:
    """No sheet lies over the one above it, whose turn it is has its own line, and the bank's money is the bank's."""
    screen = Screen(browser, "under way", **PHONE)
    page = screen.page
    page.goto(f"http://127.0.0.1:{server.port}/")
    screen.press(page.locator('[data-game="texas-pacific"]'))
    page.locator("[data-already]").check()
    form = page.locator("position-form")
    expect(form.get_by_label("Bank", exact=True)).to_be_visible(timeout=PATIENCE_MS)
    settled(page)
    assert form.locator(".position-section").evaluate_all(ONE_AFTER_ANOTHER)
    turn = form.locator('[data-figure="table|turn"]').bounding_box()
    fields = form.locator(".position-fields").first.bounding_box()
    assert turn
    assert fields
    assert turn["width"] == fields["width"]
    no_faults(screen)


@thorough
def test_cards_of_the_draw_deck_are_called_by_their_names(browser: Browser, server: Server) -> None:
    """Each is counted with one control."""
    screen = _new(browser, server)
    screen.page.locator("summary").filter(has_text="Options").click()
    deck = screen.page.locator("counts-field")
    expect(deck.locator("count-field .label")).to_have_text(
        ["Construct Track", "Offer Stock", "Pay Dividends"]
    )
    assert deck.locator(".near").evaluate_all("rows => rows.every((row) => row.offsetHeight === 0)")
    no_faults(screen)


@thorough
def test_a_guest_joins_under_a_heading_of_its_own(browser: Browser, server: Server) -> None:
    """What stands in the box before the code is typed cannot be taken for one; the ring around it has room."""
    screen = Screen(browser, "guest", **PHONE)
    page = screen.page
    page.goto(f"http://127.0.0.1:{server.port}/")
    expect(page.get_by_role("heading", name="Join a table")).to_be_visible(timeout=PATIENCE_MS)
    box = page.get_by_label("Six digits")
    expect(box).to_have_attribute("placeholder", "––– –––")
    settled(page)
    field, key = box.bounding_box(), page.get_by_role("button", name="Join", exact=True).bounding_box()
    label = page.locator(".by-digits .label").bounding_box()
    assert field
    assert key
    assert label
    assert key["x"] - field["x"] - field["width"] >= RING_PX
    assert field["y"] - label["y"] - label["height"] >= RING_PX
    no_faults(screen)


@thorough
def test_a_chair_that_enter_has_put_there_is_not_missed(browser: Browser, server: Server) -> None:
    """Whoever writes the last name ends it as all others; one that was asked for with its button waits for a name."""
    screen = _new(browser, server)
    names = screen.page.locator(".seating input:not([type=color])")
    names.first.focus()
    for name in ("Ann", "Bo", "Cy", "Di"):
        screen.page.keyboard.type(name)
        screen.page.keyboard.press("Enter")
    expect(names).to_have_count(5)
    screen.tap("Create the table")
    expect(screen.page.locator(".lobby-seats li")).to_have_count(4, timeout=PATIENCE_MS)
    no_faults(screen)


@thorough
def test_enter_goes_on_to_the_next_name_and_creates_no_table(browser: Browser, server: Server) -> None:
    """From the last name to another one, while the game takes more; an empty one brings no other."""
    screen = _new(browser, server)
    page = screen.page
    names = page.locator(".seating input:not([type=color])")
    seats = names.count()
    names.first.focus()
    for number in range(1, 9):
        page.keyboard.type(f"Name {number}")
        page.keyboard.press("Enter")
        if number < seats:
            expect(names.nth(number)).to_be_focused()
            expect(names).to_have_count(seats)
        elif names.count() > number:
            expect(names.nth(number)).to_be_focused()
            page.keyboard.press("Enter")
            expect(names).to_have_count(number + 1)
        else:
            break
    expect(names).to_have_count(5)
    expect(names.last).to_have_value("Name 5")
    expect(page.locator(".setup-head")).to_be_visible()
    assert page.url.endswith(f":{server.port}/")
    no_faults(screen)


@thorough
@pytest.mark.parametrize("width", [320, 360])
def test_who_has_played_here_takes_two_rows(width: int, browser: Browser, server: Server) -> None:
    """The others come by a tap, and whoever sits already is pressed among them, too."""
    screen = Screen(browser, "known", **{**PHONE, "viewport": {"width": width, "height": 740}}, **STILL)
    names = [f"Josephine {letter}" for letter in "ABCDEFGHIJ"]
    screen.has_kept({"ABCDEFGH": {"host": "nobody's", "players": names}})
    nobody = re.compile(r"/api/v1/evenings\b")
    screen.page.route(nobody, lambda route: route.fulfill(json={"items": []}))
    screen.page.goto(f"http://127.0.0.1:{server.port}/")
    screen.press(screen.page.locator('[data-game="prairie-railroads"]'))
    chips = screen.page.locator(".known-people [data-name]")
    more = screen.page.locator(".known-people button:not([data-name])")
    expect(more).to_have_text(re.compile(r"^\d more$"), timeout=PATIENCE_MS)
    settled(screen.page)
    keys = screen.page.locator(".known-people button")
    assert len({key["y"] for one in keys.all() if (key := one.bounding_box())}) == 2
    assert chips.count() + int(more.inner_text().split()[0]) == 10
    screen.page.locator(".seating input:not([type=color])").first.fill("Josephine J")
    screen.press(more)
    expect(chips).to_have_count(10)
    expect(more).to_have_count(0)
    expect(screen.page.locator('[data-name="Josephine J"]')).to_have_attribute("aria-pressed", "true")
    no_faults(screen)


@thorough
def test_of_six_who_begins_nobody_has_a_row_alone(browser: Browser, server: Server) -> None:
    """With *Roll for it* they are seven: four and three, all as wide."""
    screen = Screen(browser, "new table", **LAPTOP)
    screen.page.goto(f"http://127.0.0.1:{server.port}/")
    screen.page.locator('[data-game="union-pacific"]').click()
    names = screen.page.locator(".seating input:not([type=color])")
    expect(names.first).to_be_visible(timeout=PATIENCE_MS)
    while names.count() < 6:
        screen.tap("Add a player")
    for at, name in enumerate(["Bartholomew", "Maximiliane", "Edmund", "Ada", "Christopherson", "Jo"]):
        names.nth(at).fill(name)
    chips = screen.page.locator("choice-field .chip:visible")
    expect(chips).to_have_count(7)
    boxes = chips.evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")
    tops = [round(box["top"]) for box in boxes]
    assert [tops.count(top) for top in sorted(set(tops))] == [4, 3]
    assert max(box["width"] for box in boxes) - min(box["width"] for box in boxes) < 1
    no_faults(screen)
