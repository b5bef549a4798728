"""What a phone of 360 px has room for: whole names, all of one's shares, a form from its title on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.measures import bottom, right, top
from tests.browser.pages import PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.playing import STARTS, begun, nearly_finished
from tests.server import Client, Party, Server, new_party, thorough

LONG = ["Ada Kleinschmidt", "Bartholomäus", "Zoë"]
LOW = {"viewport": {"width": 360, "height": 640}}
CUT = "one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1"
HALF = "one => { const at = one.getBoundingClientRect(), line = one.parentElement.getBoundingClientRect();\
    return at.top < line.bottom - 1 && (at.right > line.right + 1 || at.bottom > line.bottom + 1); }"


def all_of_them(client: Client) -> Party:
    """Seat 1 has a share of every railroad."""
    party = new_party(client, players=LONG)
    for _, start, end, cities in STARTS:
        party.made(0, "auction_result", winner=1, amount=1)
        facts = {"facts": {"cities": cities}} if cities else {}
        party.made(1, "build_start", **{"from": start, "to": end}, **facts)
    return party


def phone_of(browser: Browser, party: Party, seat: int, **device: object) -> Screen:
    return seated(browser, party, seat, **{**PHONE, **STILL, **device})


@thorough
@pytest.mark.parametrize("device", [{}, LOW], ids=["high", "low"])
def test_a_form_that_is_opened_begins_below_the_head(
    browser: Browser, client: Client, device: dict[str, object]
) -> None:
    party = new_party(client, players=LONG)
    phone = phone_of(browser, party, party.document()["turn"]["seat"], **device)
    for offer in ("Enter the result", "Pass", "Bid"):  # beside a bid a pass would be made at once
        phone.open(offer)
        settled(phone.page)
        assert top(phone.form) >= bottom(phone.page.locator(".seat-top")) - 1, offer
    no_faults(phone)


@thorough
def test_a_form_that_is_in_sight_whole_moves_nothing(browser: Browser, client: Client) -> None:
    party = new_party(client, players=LONG)
    phone = phone_of(browser, party, party.document()["turn"]["seat"])
    phone.open("Enter the result")
    phone.open("Pass")
    expect(phone.form.locator(".offer-fields .hint")).to_have_text("You’ll be out of this auction.")
    settled(phone.page)
    assert phone.page.evaluate("scrollY") == 0
    no_faults(phone)


@thorough
def test_the_name_of_what_is_sold_is_read_to_its_end(browser: Browser, client: Client) -> None:
    party = new_party(client, players=LONG)
    phone = phone_of(browser, party, party.document()["turn"]["seat"])
    name = phone.page.locator(".lot-title > span")
    expect(name).to_have_text("Chicago, Rock Island & Pacific")
    assert not name.evaluate(CUT)
    cash = next(
        row["cash"] for row in party.document()["seats"] if row["seat"] == party.document()["turn"]["seat"]
    )
    expect(phone.form.locator(".confirm")).to_have_text("Confirm $1")
    expect(phone.form.locator(".brief")).to_have_text(
        f"If you win: ${cash - 1} leftThe price goes into its treasury"
    )
    no_faults(phone)


@pytest.mark.parametrize("language", [pytest.param("en-US", marks=thorough), "de-DE"])
def test_whoever_is_waited_for_is_named_in_full_and_who_comes_then(
    browser: Browser, client: Client, language: str
) -> None:
    names = ["Ada Kleinschmidt", "Bartholomäus von Hohenstein", "Zoë von und zu Stein"]
    party = begun(new_party(client, players=names))
    seat = int(party.document()["turn"]["seat"])
    phone = phone_of(browser, party, (seat + 1) % 3 + 1, locale=language)
    name = phone.page.locator(".turn .name")
    expect(name).to_have_text(names[seat - 1].split()[0])  # as friends do
    assert not name.evaluate(CUT)
    assert not phone.page.locator(".turn .then").evaluate(CUT)
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", [pytest.param("en-US", marks=thorough), "de-DE"])
def test_a_share_of_every_railroad_is_named(browser: Browser, client: Client, language: str) -> None:
    phone = phone_of(browser, all_of_them(client), 1, locale=language)
    shares = phone.page.locator(".own-shares")
    expect(shares).to_have_text("CRIP, ATSF, KP, MKT, SLSF, MP")
    assert not shares.evaluate(CUT)
    assert not [one.inner_text() for one in phone.page.locator(".own > span").all() if one.evaluate(HALF)]
    no_faults(phone)


@thorough
def test_while_a_roll_can_be_taken_back_its_dice_stand_before_the_sentence(
    browser: Browser, client: Client
) -> None:
    party = begun(new_party(client, players=LONG))
    seat = int(party.document()["turn"]["seat"])
    party.made(seat, "play_card", card="CT", source="hand")
    phone = phone_of(browser, party, seat)
    phone.dice(2, 6)
    phone.confirm()
    expect(undo := phone.page.locator("undo-bar .undo")).to_be_visible(timeout=PATIENCE_MS)
    words = phone.page.locator(".undo-words")
    expect(words).to_have_text(re.compile(r"[Rr]ow \d\d"))
    assert words.evaluate("one => one.scrollHeight <= one.clientHeight"), "it is cut"
    assert right(undo) > PHONE["viewport"]["width"] - 16, "the bar has the whole width"
    expect(phone.page.locator("undo-bar .now-dice .fallen")).to_be_visible()
    expect(dice := phone.page.locator(".news-line > .now-dice .fallen")).to_be_hidden()
    phone.page.evaluate("document.querySelector('undo-bar').hide()")
    expect(dice).to_be_visible()
    # the row's two cities stand apart from one another
    first, second = (phone.page.locator("facts-field > place-field").nth(at) for at in range(2))
    assert top(second) - bottom(first) >= 8  # each is waited for
    no_faults(phone)


@thorough
def test_in_the_log_the_words_have_the_room(browser: Browser, client: Client) -> None:
    """The number stands below the time, and the red margin runs through nothing that opens."""
    party = begun(new_party(client, players=LONG))
    phone = seated(browser, party, 1, "/log", **PHONE, **STILL)
    entry = phone.page.locator(".log .entry").first
    phone.press(entry.locator("summary"))
    assert top(entry.locator(".entry-number")) >= bottom(entry.locator("time")) - 1
    ruled = "one => getComputedStyle(one).backgroundImage !== 'none'"
    assert entry.locator("summary").evaluate(ruled)
    assert not phone.page.locator(".log > li").first.evaluate(ruled)
    no_faults(phone)


@thorough
def test_who_wins_alone_is_told_so(browser: Browser, client: Client) -> None:
    party = nearly_finished(new_party(client, players=LONG))
    party.made(0, "correct", set=[{"of": "seat:1", "name": "cash", "value": 70}])
    party.made(3, "deck_empty")
    for seat, words in ((1, "You win"), (2, "Ada Kleinschmidt wins")):
        phone = phone_of(browser, party, seat)
        expect(phone.page.locator(".finished h2")).to_have_text(words, timeout=PATIENCE_MS)
        expect(phone.page.locator(".chart")).to_have_count(0)  # the settlement has them, a tap away
        no_faults(phone)
    laptop = seated(browser, party, 0, viewport={"width": 1366, "height": 768})
    chart = laptop.page.locator(".finished [data-chart=worth] img")
    expect(chart).to_be_in_viewport(timeout=PATIENCE_MS)
    expect(chart).to_have_attribute("alt", re.compile(r"Ada Kleinschmidt \$\d+"))
    no_faults(laptop)


@thorough
def test_a_lot_without_a_bid_takes_one_line_on_a_low_phone(browser: Browser, client: Client) -> None:
    party = new_party(client, players=[*LONG, "Dorothea Schwarzenberger", "Emmanuel Kwabena Osei"])
    phone = phone_of(browser, party, party.document()["turn"]["seat"], **LOW, locale="de-DE")
    lot, words = phone.page.locator(".lot"), phone.page.locator(".high-seat .hint")
    expect(words).to_be_visible()
    assert top(lot) - 1 <= top(words)
    assert bottom(words) <= bottom(lot) + 1
    no_faults(phone)


@thorough
def test_five_players_and_the_keypad_stand_above_confirm(browser: Browser, client: Client) -> None:
    """Enter the result: players in two columns, each with its money on one line."""
    names = ["Josephine", "Edmund", "Ada", "Bartholomew", "Liu"]
    party = new_party(client, players=names, game="bank", options={"box": "prairie-railroads"})
    party.made(1, "auction", company="KP", style="ascending")
    for device in ({}, {"viewport": {"width": 320, "height": 740}}):
        phone = phone_of(browser, party, 1, **device)
        phone.open("Enter the result")
        settled(phone.page)
        tiles = phone.form.locator("seat-field .chip").all()
        assert {tile.evaluate("one => one.clientHeight") for tile in tiles} == {46}
        assert not [tile.inner_text() for tile in tiles if tile.evaluate(CUT)]
        # A player is chosen by the frame around their token: a button beside it would look like another one.
        assert [tile.locator(".lamp").count() for tile in tiles[: len(names)]] == [1] * len(names)
        assert not [tile for tile in tiles if float(tile.locator("input").evaluate(OPACITY))]
        phone.press(tiles[0])
        settled(phone.page)
        assert bottom(phone.form.locator(".keypad")) <= top(phone.form.locator(".confirm-bar")) + 1
        no_faults(phone)


OPACITY = "one => getComputedStyle(one).opacity"


@thorough
def test_a_price_aloud_goes_no_further_than_the_winners_money(browser: Browser, client: Client) -> None:
    """Who alone can have won stands beside the label, in one line with it; what is too much steps back."""
    party = new_party(client, players=["Ed", "Dave", "Pete"], game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "bid", amount=34)
    phone = phone_of(browser, party, 2)
    phone.open("Enter the result")
    label = phone.form.locator("seat-field > .label")
    name = phone.form.locator("seat-field .chip:has(input:enabled) .chip-label")
    assert abs(top(label) + bottom(label) - top(name) - bottom(name)) <= 2
    assert phone.form.locator(".step[data-beyond]").count() == 1
    phone.press(phone.form.locator(".step[data-beyond]"))
    expect(phone.form.locator(".amount")).to_have_value("$40")
    no_faults(phone)


@thorough
def test_a_colour_is_chosen_by_its_cube(browser: Browser, client: Client) -> None:
    """Green or yellow, as they lie there; the yellow one carries no green dot."""
    party = new_party(client, players=["Ed", "Dave", "Pete"], game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=1, amount=18)
    party.made(1, "expand", rural=3, cities=["Charleston", "Augusta"])
    party.made(2, "charter", railroad="VC")
    party.made(2, "auction_result", winner=2, amount=9)
    phone = phone_of(browser, party, 2)
    chips = phone.form.locator(".chip")
    colours = chips.locator(".cube").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert len(set(colours)) == len(colours) == chips.count()
    assert not [one for one in chips.locator("input").all() if float(one.evaluate(OPACITY))]
    no_faults(phone)


@pytest.mark.parametrize("wide", [360, pytest.param(320, marks=thorough)])
@thorough
def test_railroads_stand_two_a_row_and_the_cities_above_confirm(
    browser: Browser, client: Client, wide: int
) -> None:
    """Their names are for the ear: who has chosen one sees where to build from and to, and it stays where it is."""
    party = begun(new_party(client, players=LONG))
    party.made(3, "play_card", card="CT", source="hand")
    party.made(3, "roll_growth", dice=[1, 2])
    party.made(3, "learn", facts={"growth": {"12": {"primary": "Lawrence", "secondary": None}}})
    phone = phone_of(browser, party, 3, viewport={"width": wide, "height": 740})
    railroads = phone.form.locator("[data-field=railroad] .choices").first.locator(".chip")
    expect(railroads).to_have_count(2)
    first, second = railroads.all()
    assert top(first) == top(second)
    expect(first.get_by_role("radio")).to_have_accessible_name("KP Kansas Pacific treasury $20")
    phone.press(first)
    settled(phone.page)
    for end in ("from", "to"):
        field = phone.form.locator(f"[data-field={end}]")
        assert bottom(phone.page.locator(".seat-top")) < top(field)
        assert top(field.locator("input, .chip").first) + 48 < top(phone.form.locator(".confirm-bar"))
    no_faults(phone)


@thorough
def test_dashes_stand_where_figures_will(browser: Browser, client: Client) -> None:
    """Before anything pays, the table sends dashes as words; and a host's low phone has all names and the keypad."""
    party = new_party(client, players=[*LONG, "Dorothea Schwarzenberger", "Emmanuel Kwabena Osei"])
    phone = phone_of(browser, party, 0, **LOW)
    dividends = phone.page.locator("[data-panel=railroads] tbody td", has_text="Dividend").all()
    assert {one.get_attribute("class") for one in dividends} == {"number"}
    controls = phone.page.locator("[data-panel=railroads] tbody td", has_text="Control").all()
    assert {one.get_attribute("class") for one in controls} == {None}
    picker = phone.page.get_by_role("group", name="Playing as")
    assert picker.evaluate("it => getComputedStyle(it, '::before').content") == "none", "names have the line"
    names = " ".join(picker.locator(".name").all_inner_texts()).replace("\u00ad", "")
    assert names == "Ada Bartholomäus Zoë Dorothea Emmanuel"
    assert not picker.evaluate("it => it.scrollWidth > it.clientWidth")
    assert bottom(phone.form.locator(".keypad")) <= top(phone.form.locator(".confirm-bar"))
    no_faults(phone)


@thorough
@pytest.mark.parametrize("wide", [1280, 1366])
def test_a_low_laptop_calls_the_lot_by_its_whole_name(browser: Browser, client: Client, wide: int) -> None:
    party = new_party(
        client, ["Bartholomäus Featherstone", "Alexandra Bartholomew", "Christopher Wellington"]
    )
    party.made(0, "bid", amount=3)
    seat = party.document(party.host)["turn"]["seat"]
    laptop = seated(browser, party, seat, viewport={"width": wide, "height": 720}, **STILL)
    name = laptop.page.locator(".lot-title > span")
    expect(name).to_have_text("Chicago, Rock Island & Pacific")
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth")


@thorough
def test_once_a_game_is_over_no_room_is_kept_for_news(browser: Browser, client: Client) -> None:
    phone = seated(browser, played(client, "prairie-railroads/whole-evening"), 1, **PHONE)
    expect(phone.page.locator(".now")).to_be_visible()
    expect(phone.page.locator(".news-line")).to_be_hidden()


def office(browser: Browser, server: Server, at: str) -> Page:
    page = Screen(browser, "low phone", **{**PHONE, **LOW, **STILL}).page
    page.goto(f"http://127.0.0.1:{server.port}{at}")
    return page


@thorough
def test_a_phone_begins_with_what_is_filled_in(browser: Browser, server: Server) -> None:
    """On a low phone the first figure of a board can be typed without scrolling; a calculator asks for what it needs,
    each figure beside the others, and has the rest folded."""
    board = office(browser, server, "/atlas/prairie-railroads")
    expect(board.locator("atlas-editor input").first).to_be_in_viewport(ratio=1)
    board.get_by_text("Game: Prairie Railroads").tap()
    expect(board.get_by_role("link", name="Union Pacific")).to_be_visible()
    guide = office(browser, server, "/help/prairie-railroads")
    expect(guide.get_by_role("heading", name="Set-up")).to_be_in_viewport(ratio=1)
    expect(guide.get_by_role("link", name="Union Pacific")).to_be_hidden()
    tools = office(browser, server, "/tools/prairie-railroads")
    sheet = tools.locator("tool-sheet[data-tool=settlement]")
    lines = sheet.locator("[data-field=railroads] li")
    expect(lines).to_have_count(6)
    for line in (lines.first, lines.last):
        tops = line.locator("input").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
        assert len(set(tops)) == 1
    expect(lines.last.get_by_label("Income")).to_be_visible()
    name = sheet.locator("[data-field=players] input").first
    expect(name).to_be_hidden()
    sheet.get_by_text("Players, in clockwise order").first.tap()
    expect(name).to_be_visible()


@thorough
def test_news_on_a_low_phone_end_with_something_whole(browser: Browser, client: Client) -> None:
    """Above a form, too, two lines have the room of what may be undone, and no amount is cut."""
    party = played(client, "prairie-railroads/five-players", 88)
    for size in (LOW, {}):
        phone = seated(browser, party, party.document()["turn"]["seat"], **{**PHONE, **size, **STILL})
        news = phone.page.locator(".news")
        expect(news).to_have_text(re.compile("^Row 33: Topeka grows; incomes ATSF \\$2.→.\\$3, KP"))
        expect(news.locator("[data-cut]")).to_have_count(0)
        parts = news.locator("[data-part]:not([data-unseen])")
        expect(parts.last).to_have_text(re.compile("KP \\$6.→.\\$7$"))
        no_faults(phone)


PRESIDENT = """async () => {
    const base = document.querySelector("script[type=module]").src;
    const { affected } = await import(new URL("elements/log/entry.js", base));
    const { doc } = document.querySelector("seat-screen").table;
    const change = { of: "railroad:KP", name: "president", from: 2, to: 1 };
    document.querySelector(".preview-words").replaceChildren(affected(doc, [change]));
}"""
"""What will happen: a railroad has another president."""


@thorough
@pytest.mark.parametrize("wide", [pytest.param(360, marks=thorough), 320])
def test_whoever_becomes_president_is_named_within_the_card(
    browser: Browser, client: Client, wide: int
) -> None:
    party = new_party(client, players=LONG)
    phone = phone_of(
        browser, party, party.document()["turn"]["seat"], viewport={"width": wide, "height": 740}
    )
    phone.open("Bid")
    phone.page.evaluate(PRESIDENT)
    card = phone.form.bounding_box()
    assert card
    expect(phone.form.locator(".affect .after")).to_have_text("Ada Kleinschmidt")
    for part in phone.form.locator(".affect > *").all():
        assert right(part) <= card["x"] + card["width"], part.text_content()


WORDS = """() => [...document.querySelectorAll(".space-number")].map((words) => {
    const range = document.createRange();
    range.selectNodeContents(words);
    return words.parentElement.clientWidth - range.getBoundingClientRect().width;
})"""
"""How much room each space of a track leaves beside what is printed on it."""


@thorough
def test_words_on_a_track_keep_within_their_spaces(browser: Browser, client: Client) -> None:
    """Ten spaces in one line, "Start" and "End" among them."""
    phone = phone_of(browser, played(client, "texas-pacific/aloud-above-the-standing-bid", 3), 1)
    phone.press(phone.page.get_by_role("tab", name="Table"))
    settled(phone.page)
    room = phone.page.evaluate(WORDS)
    assert phone.page.locator(".space-number[data-word]").all_inner_texts() == ["Start", "End"] * 3
    assert min(room) >= 1


@thorough
def test_a_board_on_a_phone_draws_no_rule_of_a_table(browser: Browser, client: Client) -> None:
    """Where players are cards, what counts no shares stands in a line of its own."""
    phone = phone_of(browser, all_of_them(client), 1)
    phone.page.goto(f"{phone.page.url.split('#')[0]}/board")
    players = phone.page.locator("[data-panel=players][data-cards]")
    expect(players).to_be_visible()
    cells = players.locator("tbody td")
    assert {cell.evaluate("it => getComputedStyle(it).boxShadow") for cell in cells.all()} == {"none"}
    no_faults(phone)
