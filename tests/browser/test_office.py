"""The tools and the atlas, for people without a table, in a real browser."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, Screen
from tests.server import FULL, Server, new_party, thorough, times


def _page(browser: Browser, server: Server, at: str, **viewport: Any) -> Page:
    page = Screen(browser, "office", **viewport).page
    page.goto(f"http://127.0.0.1:{server.port}{at}")
    return page


def test_a_final_payoff_is_filled_in_like_a_ledger(browser: Browser, server: Server) -> None:
    """Final Railroad Stock Payoffs: MP, income 55, value 85, four sold: Ed's three shares bring 105."""
    page = _page(browser, server, "/tools/prairie-railroads", **LAPTOP)
    sheet = page.locator("tool-sheet[data-tool=settlement]")
    line = sheet.locator("[data-field=railroads] li").filter(has_text="MP")
    for field, figure in (("value", "85"), ("income", "55"), ("sold", "4")):
        line.locator(f"[data-field={field}] input").fill(figure)
    player = sheet.locator("[data-field=players] li").first
    player.locator("[data-field=name] input").fill("Ed")
    player.locator("[data-field=cash] input").fill("12")
    player.get_by_label("Missouri Pacific").fill("3")
    expect(sheet.locator(".tool-answer")).to_contain_text("($85 + $55) ÷ 4 = $35 per share")
    expect(sheet.locator(".tool-ranking > li")).to_contain_text("$117")
    assert "false" not in page.locator(".tool-desk").inner_text()
    expect(sheet.locator(".payoff-lines li")).to_contain_text("3 shares of 4 sold")
    player.get_by_label("Missouri Pacific").fill("5")
    expect(sheet.get_by_role("alert")).to_contain_text("The players hold 5 shares of the MP, but 4 are sold")


@thorough
def test_growth_dice_on_a_phone(browser: Browser, server: Server) -> None:
    page = _page(browser, server, "/tools/prairie-railroads", **PHONE)
    sheet = page.locator("tool-sheet[data-tool=growth]")
    sheet.get_by_role("button", name="Roll in the app").tap()
    expect(sheet.locator(".rolled-dice .die")).to_have_count(2)
    said = sheet.locator(".faces").evaluate_all(
        "rows => rows.map((row) => getComputedStyle(row, '::before').content)"
    )
    assert [words.split(" / ")[0] for words in said] == ['"Die 1"', '"Die 2"']
    sheet.get_by_label("1st die: 1").or_(
        sheet.locator(".faces").nth(0).get_by_role("button").nth(0)
    ).first.tap()
    sheet.locator(".faces").nth(1).get_by_role("button").nth(1).tap()
    expect(sheet.locator(".rolled-row")).to_have_text("Row 12")
    expect(sheet.locator(".rolled-cities")).to_contain_text("Pratt")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@thorough
def test_a_roll_that_every_phone_sees(browser: Browser, server: Server) -> None:
    """The laptop commits to it and shows the code; a phone rolls; both show the same dice, the laptop without a tap;
    then the phone rolls again, and the laptop follows."""
    laptop = _page(browser, server, "/tools/prairie-railroads", **LAPTOP)
    laptop.get_by_role("button", name="Roll for everyone to see").click()
    laptop.wait_for_url(re.compile(r"/tools/rolls/\w{10}$"))
    expect(laptop.locator(".roll-code")).to_be_visible()
    committed = laptop.locator(".roll-proof dd").first.text_content() or ""
    phone = _page(browser, server, laptop.url.removeprefix(f"http://127.0.0.1:{server.port}"), **PHONE)
    expect(phone.locator(".roll-proof dd").first).to_have_text(committed)
    expect(phone.locator(".roll-code")).to_be_visible()
    phone.get_by_role("button", name="Roll the dice").tap()
    expect(phone.locator(".rolled-dice .die")).to_have_count(2)
    row = phone.locator(".rolled-row").inner_text()
    expect(laptop.locator(".rolled-row")).to_have_text(row)
    expect(laptop.locator(".roll-proof dd").nth(1)).to_have_text(re.compile("^[0-9a-f]{64}$"))
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.get_by_role("button", name="Roll again").tap()
    expect(phone.get_by_role("button", name="Roll the dice")).to_be_visible()
    expect(laptop.get_by_role("button", name="Roll the dice")).to_be_visible()
    assert laptop.url == phone.url


def test_a_roll_that_is_gone(browser: Browser, server: Server) -> None:
    page = _page(browser, server, "/tools/rolls/0123456789", **PHONE)
    expect(page.get_by_role("alert")).to_contain_text("That roll no longer exists")
    expect(page.get_by_role("link", name="New roll")).to_have_attribute("href", "/tools")


@thorough
def test_who_gets_what_of_a_dividend(browser: Browser, server: Server) -> None:
    """Dividend payments: $7M to the first, half of it to two who tie for second, rounded down twice."""
    page = _page(browser, server, "/tools/union-pacific", **PHONE)
    sheet = page.locator("tool-sheet[data-tool=dividend]")
    sheet.locator("[data-field=value] input").fill("7")
    for seat, shares in enumerate(("3", "1", "1")):
        line = sheet.locator("[data-field=players] li").nth(seat)
        line.locator("[data-field=shares] input").fill(shares)
    expect(sheet.locator(".tool-answer")).to_contain_text("$7M ÷ 2, rounded down = $3M")
    expect(sheet.locator(".tool-ranking .total")).to_have_text(["$7M", "$1M", "$1M"])
    expect(sheet.get_by_text("rounded down").first).to_be_hidden()  # it is folded
    expect(sheet.get_by_role("alert")).to_have_count(0)


@thorough
def test_a_tie_asks_who_has_the_card(browser: Browser, server: Server) -> None:
    """Ending/Winning the Game, Southern Pacific: the Bull Market card breaks a tie."""
    page = _page(browser, server, "/tools/southern-pacific", **PHONE)
    sheet = page.locator("tool-sheet[data-tool=settlement]")
    for seat, cash in enumerate(("40", "12", "40")):
        sheet.locator("[data-field=players] li").nth(seat).locator("[data-field=cash] input").fill(cash)
    expect(sheet.get_by_role("alert")).to_contain_text("who has the Bull Market card?")
    expect(sheet.locator(".tool-ranking")).to_have_count(0)
    sheet.locator("[data-field=players] li").nth(1).locator("[data-field=card] input").check()
    # the second player holds it: the third is the next clockwise
    expect(sheet.locator(".tool-ranking .rank")).to_have_text(["1", "2", "3"])
    expect(sheet.locator(".tool-ranking .name")).to_have_text(["Seat 3", "Seat 1", "Seat 2"])
    expect(sheet.get_by_role("alert")).to_have_count(0)


def _fill(line: Locator, **figures: str) -> None:
    """Entries of a line, by the names of their fields."""
    for field, figure in figures.items():
        line.locator(f"[data-field={field}] input").fill(figure)


@thorough
def test_the_last_dividend_of_all_companies_is_one_page(browser: Browser, server: Server) -> None:
    """WW is worth 2: its only investor gets 2 + 1. EPRG is worth 24: the two who tie share 24 + 12."""
    page = _page(browser, server, "/tools/union-pacific", **PHONE)
    sheet = page.locator("tool-sheet[data-tool=settlement]")
    companies, players = (
        sheet.locator("[data-field=companies] > ol > li"),
        sheet.locator("[data-field=players] li"),
    )
    expect(companies).to_have_count(10)
    _fill(companies.first, trains="1")
    _fill(companies.last, trains="23")
    for at, (cash, shares) in enumerate(
        (("10", {"Wyoming": "1"}), ("12", {"El Paso": "4"}), ("20", {"El Paso": "4"}))
    ):
        _fill(players.nth(at), cash=cash)
        players.nth(at).get_by_text("Shares", exact=True).first.tap()
        for company, number in shares.items():
            players.nth(at).get_by_label(company).fill(number)
    expect(sheet.locator(".tool-ranking .total")).to_have_text(["$38M", "$30M", "$13M"])
    expect(sheet.locator(".payoff-lines").first).to_contain_text(
        "tied for 1st with 4 shares each: ($24M + $12M) ÷ 2"
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@thorough
def test_the_places_of_the_atlas_stand_in_pencil(browser: Browser, own_server: Server) -> None:
    """What is known of the printed table is shown, and counts unless something else is entered."""
    told = {"up_dividends": {"4": {"1": 9, "2": 6, "3": 4, "4": 2, "5": 1}}}
    client = own_server.client()
    assert client.call("PATCH", "/atlases/union-pacific", told).status == 200
    page = _page(browser, own_server, "/tools/union-pacific", **PHONE)
    sheet = page.locator("tool-sheet[data-tool=settlement]")
    places = sheet.locator("[data-field=places] li")
    for place, pays in zip(("first", "second", "third", "fourth", "fifth"), "96421", strict=True):
        known = places.nth(2).locator(f"[data-field={place}] input")
        expect(known).to_have_attribute("placeholder", pays)
        expect(known).to_have_value("")
    expect(places.nth(1).locator("[placeholder]")).to_have_count(0)
    player = sheet.locator("[data-field=players] li").first
    _fill(player, cash="10")
    player.get_by_text("Shares", exact=True).first.tap()
    player.get_by_label("Union Pacific").fill("1")
    expect(sheet.locator(".tool-ranking .total")).to_have_text(["$19M"])
    sheet.get_by_text("The UP’s dividend table").first.tap()
    _fill(places.nth(2), first="8")
    expect(sheet.locator(".tool-ranking .total")).to_have_text(["$18M"])
    (places_field,) = (
        field
        for tool in client.get("/games/union-pacific").json["tools"]
        for field in tool["fields"]
        if "known" in field
    )
    names = ("first", "second", "third", "fourth", "fifth")
    assert places_field["known"] == {"2": {}, "3": {}, "4": dict(zip(names, (9, 6, 4, 2, 1), strict=True))}


@thorough
def test_a_ruling_is_a_choice_of_the_form(browser: Browser, server: Server) -> None:
    """Ruling final_tie, Southern Pacific: whoever holds the card comes first in a tie, or last."""
    page = _page(browser, server, "/tools/southern-pacific", **PHONE)
    sheet = page.locator("tool-sheet[data-tool=settlement]")
    players = sheet.locator("[data-field=players] li")
    for at, cash in enumerate(("40", "40", "1")):
        _fill(players.nth(at), cash=cash)
    players.nth(1).locator("[data-field=card] input").check()
    expect(sheet.locator(".tool-ranking .name").first).to_have_text("Seat 2")
    sheet.get_by_label("Tie for the most cash").select_option("holder_last")
    expect(sheet.locator(".tool-ranking .name").first).to_have_text("Seat 1")
    expect(sheet.locator(".tool-answer")).to_contain_text("nearest clockwise to the Bull Market card")


@thorough
def test_the_other_game_is_two_taps_away(browser: Browser, server: Server) -> None:
    page = _page(browser, server, "/tools/prairie-railroads", **PHONE)
    page.get_by_text("Game: Prairie Railroads").tap()
    page.get_by_role("link", name="Southern Pacific").tap()
    expect(page.locator("tool-sheet")).to_have_count(2)
    page.go_back()
    expect(page.locator("tool-sheet")).to_have_count(4)


def test_the_atlas_shows_what_is_known_and_what_is_missing(browser: Browser, own_server: Server) -> None:
    """As it comes: nobody has taught it anything."""
    page = _page(browser, own_server, "/atlas/prairie-railroads", **PHONE)
    expect(page.get_by_role("heading", name="Still missing")).to_be_visible()
    expect(page.locator(".lacks li").filter(has_text="Growth Chart")).to_contain_text("35 rows")
    chart = page.locator("details").filter(has_text="Growth Chart")
    expect(chart.get_by_label("12: Secondary")).to_have_value("Ransom")
    expect(chart.locator("tbody tr")).to_have_count(36)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    assert download.value.suggested_filename == "prairie-railroads.yaml"
    unknown = _page(browser, own_server, "/atlas/monopoly", **PHONE)
    expect(unknown.get_by_role("alert")).to_contain_text("monopoly")


CITIES = times(30)
"""Typed by keyboard, and as many tapped: `make test-full` fills in a map of sixty."""
LAST_IS_SAVED = """
() => fetch("/api/v1/atlases/prairie-railroads").then((found) => found.json())
  .then(({ facts }) => "secondary" in (facts.growth["66"] ?? {}))
"""


def _cities(number: int, first: str) -> list[str]:
    """So many names that nobody takes for one another."""
    ends = ("ada", "burg", "chester", "dorf")
    return [f"{first * 3}{chr(97 + n % 15) * 4}{chr(122 - n // 15) * 3}{ends[n % 4]}" for n in range(number)]


@thorough
def test_the_growth_chart_is_typed_as_somebody_reads_it_out(browser: Browser, own_server: Server) -> None:
    """Each row takes its letters, and Enter twice; known cells are skipped, and blank rows are listed above."""
    rows = [
        f"{first}{second}" for first in range(1, 7) for second in range(1, 7) if (first, second) != (1, 2)
    ]
    read_out = dict(zip(rows, zip(_cities(35, "P"), _cities(35, "S"), strict=True), strict=True))
    typed = rows if FULL else [*rows[:-2:4], *rows[-2:]]
    client = own_server.client()
    shown = {
        row: dict(zip(("primary", "secondary"), cities, strict=True))
        for row, cities in read_out.items()
        if row not in typed
    }
    assert client.call("PATCH", "/atlases/prairie-railroads", {"growth": shown}).status == 200
    page = _page(browser, own_server, "/atlas/prairie-railroads", **LAPTOP)
    chart = page.locator("atlas-editor").filter(has_text="Growth Chart")
    page.get_by_label("11: Primary").focus()
    entered = 0
    for row in typed:
        primary, secondary = read_out[row]
        if row == "65":
            expect(chart.locator("summary")).to_contain_text("34 of 36")
            expect(page.locator(".lacks li").filter(has_text="Growth Chart")).to_contain_text("65 and 66")
        for name in (primary, "-" if row == "66" else secondary):
            page.keyboard.insert_text(name)
            page.keyboard.press("Enter")
            entered += 1
    assert entered / len(typed) == 2
    expect(chart.locator("summary")).to_have_text(re.compile("36 of 36$"))
    page.wait_for_function(
        LAST_IS_SAVED, timeout=PATIENCE_MS
    )  # it goes by itself, after what was typed before
    board = client.get("/atlases/prairie-railroads").json
    assert len(board["facts"]["growth"]) == 36
    assert board["facts"]["growth"]["66"] == {"primary": _cities(35, "P")[-1], "secondary": None}
    assert not any("growth chart" in words for words in board["lacks"])
    # every city that the chart names is there to be given its income; 7 have none in the rulebook
    cities = page.locator("atlas-editor").filter(has_text="Cities and towns")
    expect(cities.locator("summary")).to_contain_text(f"{35 + 34 + 7} still blank")
    expect(cities.get_by_label(f"{_cities(1, 'P')[0]}: Income printed")).to_have_value("")


@thorough
def test_a_map_of_cities_by_keyboard_and_by_thumb(browser: Browser, own_server: Server) -> None:
    """A name and its income take Enter twice on a keyboard, one tap with a thumb, and nobody waits for an answer."""
    laptop = _page(browser, own_server, "/atlas/prairie-railroads", **LAPTOP)
    fresh = "atlas-editor:first-of-type tr[data-fresh] [data-title]"
    typed, tapped = _cities(CITIES, "K"), _cities(CITIES, "T")
    laptop.locator(fresh).focus()
    for number, name in enumerate(typed):
        for word in (name, str(1 + number % 3)):
            laptop.keyboard.insert_text(word)
            laptop.keyboard.press("Enter")
    phone = _page(browser, own_server, "/atlas/prairie-railroads", **PHONE)
    phone.locator(fresh).tap()
    for number, name in enumerate(tapped):
        phone.keyboard.insert_text(name)
        phone.locator(".atlas-chips").get_by_role("button", name=str(1 + number % 3)).tap()
    expect(phone.locator("atlas-editor:first-of-type tr[data-fresh]")).to_have_count(1)
    expect(phone.locator(f"tr[data-row={tapped[-1]}]")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board = own_server.client().get("/atlases/prairie-railroads").json["facts"]["cities"]
    for names in (typed, tapped):
        assert [board[name] for name in names] == [{"income": 1 + number % 3} for number in range(CITIES)]
    # what the phone has filled in comes to the laptop with its own next line
    laptop.get_by_label("13: Primary").fill(tapped[0])
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_label(f"{tapped[-1]}: Income printed")).to_have_value("3")


@thorough
def test_a_slip_waits_while_the_typing_goes_on(browser: Browser, own_server: Server) -> None:
    page = _page(browser, own_server, "/atlas/prairie-railroads", **LAPTOP)
    cities = page.locator("atlas-editor").filter(has_text="Cities and towns")
    cities.locator("tr[data-fresh] [data-title]").focus()
    for word in ("Marisville", "3", "Hays", "2"):
        page.keyboard.insert_text(word)
        page.keyboard.press("Enter")
    expect(cities.get_by_role("alert")).to_contain_text("Did you mean Marysville?")
    expect(cities.locator("summary")).to_contain_text("1 needs attention")
    expect(cities.locator("tr[data-row=Hays]")).to_be_visible()
    cities.get_by_role("button", name="No, it’s a different place").click()
    expect(cities.locator("tr[data-row=Marisville]")).to_be_visible()
    expect(cities.locator("tr[data-fresh]")).to_have_count(1)
    client = own_server.client()
    board = client.get("/atlases/prairie-railroads").json["facts"]["cities"]
    assert (board["Marisville"], board["Hays"]) == ({"income": 3}, {"income": 2})
    # a name that stands there already, written otherwise, is that line
    cities.locator("tr[data-fresh] [data-title]").focus()
    for word in ("HAYS", "1"):
        page.keyboard.insert_text(word)
        page.keyboard.press("Enter")
    expect(cities.get_by_label("Hays: Income printed")).to_have_value(re.compile("^1$"))
    expect(cities.locator("tr[data-row=Hays]")).to_have_count(1)
    page.get_by_role("button", name="Delete Marisville").click()
    expect(page.locator("tr[data-row=Marisville]")).to_have_count(0)
    assert "Marisville" not in client.get("/atlases/prairie-railroads").json["facts"]["cities"]


@thorough
def test_what_is_typed_without_a_network_is_saved_when_it_is_back(
    browser: Browser, own_server: Server
) -> None:
    page = _page(browser, own_server, "/atlas/prairie-railroads", **LAPTOP)
    cities = page.locator("atlas-editor").filter(has_text="Cities and towns")
    cities.locator("tr[data-fresh] [data-title]").focus()
    page.context.set_offline(True)
    for word in ("Hays", "2", "Larned", "1"):
        page.keyboard.insert_text(word)
        page.keyboard.press("Enter")
    expect(cities.get_by_role("status")).to_contain_text("not saved yet")
    page.context.set_offline(False)
    expect(cities.get_by_role("status")).to_have_text("", timeout=PATIENCE_MS)
    board = own_server.client().get("/atlases/prairie-railroads").json["facts"]["cities"]
    assert (board["Hays"], board["Larned"]) == ({"income": 2}, {"income": 1})


def test_rows_have_words_and_not_keys(browser: Browser, server: Server) -> None:
    page = _page(browser, server, "/atlas/texas-pacific", **LAPTOP)
    tracks = page.locator("atlas-editor").filter(has_text="Boxes after Start")
    expect(tracks.locator("th[scope=row]")).to_have_text(["Track", "Ranch", "Stock"])
    expect(tracks.locator("th[scope=col]").first).to_have_text("Decision Track")
    expect(tracks.get_by_label("Ranch: Boxes after Start")).to_be_visible()


@thorough
def test_a_start_city_stays_one_while_its_row_is_filled_in(browser: Browser, own_server: Server) -> None:
    """The rulebook says that Atchison is a start city, and where; its grid reference is read out."""
    page = _page(browser, own_server, "/atlas/prairie-railroads", **LAPTOP)
    row = page.locator('[data-row="Atchison"]')
    expect(row.get_by_label("Atchison: Start city")).to_be_checked()
    expect(row).to_contain_text("Setting Up The Game")
    grid = row.get_by_label("Atchison: Grid reference")
    with page.expect_response(lambda answer: answer.request.method == "PATCH") as saved:
        grid.fill("B12")
        grid.press("Enter")
    assert saved.value.json()["facts"]["cities"]["Atchison"] == {"start": True, "grid": "B12"}
    expect(row.get_by_label("Atchison: Start city")).to_be_checked()


@thorough
def test_the_admin_takes_back_what_a_table_filled_in(browser: Browser, own_server: Server) -> None:
    client = own_server.client()
    told = {"cities": {"Topeka": {"income": 7}}}
    party = new_party(client, claim=False, options={"teach": True}, facts=told)
    page = _page(browser, own_server, "/atlas/prairie-railroads", **PHONE)
    fold = page.locator("details", has_text="Filled in by tables").locator("summary")
    chevron = "one => getComputedStyle(one, '::before').content"
    assert fold.evaluate(chevron) == '""', "it looks like other folds"
    page.get_by_text("Filled in by tables").click()
    line = page.locator(".former li").filter(has_text=party.code)
    expect(line).to_contain_text("1 entry")
    line.get_by_role("button", name=f"Take back what table {party.code} filled in").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"Take back what table {party.code} filled in?")
    dialog.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("Filled in by tables")).to_have_count(0)
    assert "income" not in client.get("/atlases/prairie-railroads").json["facts"]["cities"].get("Topeka", {})
