"""What is known of a printed board, on a phone: what is missing comes first, and every entry can be read."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, Screen, no_faults, sit_host
from tests.server import Server, new_party, thorough


def _board(browser: Browser, server: Server, game: str) -> Page:
    page = Screen(browser, "board data", **PHONE).page
    page.goto(f"http://127.0.0.1:{server.port}/atlas/{game}")
    return page


WIDTHS = "all => all.map((one) => one.offsetWidth)"
WHOLE = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.value)"


@thorough
def test_what_is_missing_comes_first_and_can_be_read(browser: Browser, own_server: Server) -> None:
    """Nine of the 23 railroads stand in the rulebook of Gulf, Mobile & Ohio: names are whole, and only what a group
    has added can be taken away."""
    page = _board(browser, own_server, "gulf-mobile-ohio")
    railroads = page.locator("atlas-editor").first
    expect(railroads.locator("summary")).to_have_text("Railroads9 of 23")
    assert railroads.locator("input[type=text]").evaluate_all(WHOLE) == []
    expect(page.locator(".away button:visible")).to_have_count(0)
    railroads.locator("tr[data-fresh] [data-title]").fill("A&B")
    expect(page.get_by_role("button", name="Remove row")).to_be_visible()
    for words in ("Atlanta & Birmingham", "Atlanta"):
        page.keyboard.press("Enter")
        page.keyboard.insert_text(words)
    page.keyboard.press("Enter")
    expect(railroads.locator("summary")).to_contain_text("10 of 23")
    expect(page.locator(".away button:visible")).to_have_attribute("aria-label", "Delete A&B")


@thorough
def test_what_need_not_be_filled_in_has_a_grey_dash(browser: Browser, server: Server) -> None:
    """Texas & Pacific: nobody builds into a start city; what the rulebook says of the UP's table is one line."""
    page = _board(browser, server, "texas-pacific")
    hexes = page.locator("atlas-editor").first
    expect(hexes.locator("summary")).to_contain_text("8 rows · 3 still blank")
    expect(page.locator(".lacks li").first).to_have_text("Hexes by name: Albuquerque, Dallas and El Paso")
    page.get_by_role("button", name="Hexes by name").tap()
    expect(hexes.get_by_label("Albuquerque: Income printed")).to_be_focused()
    expect(hexes.get_by_label("Wichita: Income printed")).to_have_attribute("placeholder", "–")
    expect(hexes.get_by_label("Dallas: Income printed")).to_have_attribute("placeholder", "")
    lacks = hexes.locator("[data-lacks]").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert lacks == [f"{name}: Income printed" for name in ("Albuquerque", "Dallas", "El Paso")]
    page = _board(browser, server, "union-pacific")
    fifth = page.locator("atlas-editor").first.get_by_label("2nd: 5th place")
    expect(fifth).to_be_in_viewport(ratio=1)
    places = page.locator("atlas-editor [data-row='2'] input[inputmode=numeric]")
    wide = places.evaluate_all(WIDTHS)
    assert len(wide) == 5, wide
    assert max(wide) - min(wide) <= 6, wide  # the last takes no room of the others
    assert min(wide) >= 36, wide


@thorough
def test_a_figure_alone_stands_below_the_letters_of_its_row(browser: Browser, server: Server) -> None:
    """What counts at the end is no column that waits behind a key; the names beside it are whole. A growth chart's two
    names are equally wide, and how a blank is finished is told once."""
    phone = Screen(browser, "board data", **{**PHONE, "viewport": {"width": 320, "height": 640}})
    page = phone.page
    page.goto(f"http://127.0.0.1:{server.port}/atlas/gulf-mobile-ohio")
    bonus, name = (page.get_by_label(f"GM&O: {what}") for what in ("+ beside the name", "Name"))
    expect(bonus).to_be_visible(timeout=PATIENCE_MS)
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth && one.clientWidth > 160")
    cell = bonus.locator("..")
    assert cell.evaluate("one => getComputedStyle(one, '::before').content") == '"+"'
    new = page.locator("[data-facts=railroads] [data-fresh]")
    names = new.locator("td > [data-main]")
    wide = names.evaluate_all(WIDTHS)
    new.get_by_label("Letters").fill("M&O")
    letters, cross = new.locator("th").bounding_box(), new.get_by_role("button").bounding_box()
    card = new.bounding_box()
    assert letters
    assert cross
    assert card
    assert cross["x"] >= letters["x"] + letters["width"]
    assert cross["x"] + cross["width"] <= card["x"] + card["width"]
    assert names.evaluate_all(WIDTHS) == wide  # the cross has a place before it is there
    page.goto(f"http://127.0.0.1:{server.port}/atlas/prairie-railroads")
    row = page.locator("[data-row='11'] td")
    expect(row).to_have_count(2, timeout=PATIENCE_MS)
    first, second = row.evaluate_all("all => all.map((one) => one.clientWidth)")
    assert abs(first - second) <= 8
    expect(page.locator("main > .hint")).to_contain_text("Nothing printed? Type a dash.")
    no_faults(phone)


@thorough
def test_a_complaint_is_read_whole_on_the_narrowest_phone(browser: Browser, server: Server) -> None:
    """No figure is pushed out of sight by a long name, and what is wrong with one stands within its card."""
    phone = Screen(browser, "board data", **{**PHONE, "viewport": {"width": 320, "height": 640}})
    page = phone.page
    page.goto(f"http://127.0.0.1:{server.port}/atlas/texas-pacific")
    income = page.get_by_label("Dallas: Income printed")
    income.fill("some", timeout=PATIENCE_MS)
    income.press("Enter")
    wrong = page.locator(".complains [role=alert]")
    expect(wrong).to_be_visible(timeout=PATIENCE_MS)
    card, words = page.locator(".atlas-scroll").first.bounding_box(), wrong.bounding_box()
    assert card
    assert words
    assert words["x"] + words["width"] <= card["x"] + card["width"]
    wider = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert page.locator(".atlas-scroll").evaluate_all(wider) == 0
    phone.faults = [fault for fault in phone.faults if "422" not in fault]
    no_faults(phone)


def test_names_are_whole_on_a_laptop(browser: Browser, server: Server) -> None:
    """Heads of figures take two lines before a name is cut."""
    laptop = Screen(browser, "board data", **LAPTOP)
    laptop.page.goto(f"http://127.0.0.1:{server.port}/atlas/gulf-mobile-ohio")
    names = laptop.page.locator("[data-facts=railroads] input[type=text]")
    expect(names.first).to_be_visible(timeout=PATIENCE_MS)
    assert names.evaluate_all(WHOLE) == []
    no_faults(laptop)


@thorough
def test_a_trial_leaves_nothing_on_the_board_of_the_next_game(browser: Browser, own_server: Server) -> None:
    """Whoever deletes a table at the server's own machine may forget what it filled in, by one tick."""
    client = own_server.client()
    told = {"cities": {"Topeka": {"income": 7}, "Hays": {"income": 2}}}
    party = new_party(client, claim=False, options={"teach": True}, facts=told)
    laptop = sit_host(browser, own_server.port, party, at="#lobby", **PHONE, **STILL)
    laptop.press(laptop.page.get_by_role("button", name="This table", exact=True))
    dialog = laptop.page.locator('[data-dialog="table"]')
    dialog.get_by_text("More", exact=True).press("Enter")  # no tap: the next is no second one
    laptop.press(dialog.get_by_role("button", name="Delete this table"))
    sure = laptop.page.get_by_role("dialog", name="Delete this table for good?")
    tick = sure.get_by_role("checkbox", name="It was only a trial: forget the 2 entries of board data")
    expect(tick).not_to_be_checked()
    laptop.press(tick)
    laptop.press(sure.get_by_role("button", name="Delete this table"))
    laptop.page.wait_for_url(f"http://127.0.0.1:{own_server.port}/")
    cities = client.get("/atlases/prairie-railroads").json["facts"]["cities"]
    assert "Hays" not in cities
    assert "income" not in cities.get("Topeka", {})
    no_faults(laptop)
