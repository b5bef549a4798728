"""Check the board: the whole position of every game, as it should stand on the table, to tick off and to print."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.pages import PATIENCE_MS, PHONE, Screen
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.server import Client, Party, Server, new_party, thorough

READ = """
() => Object.fromEntries([...document.querySelectorAll("[data-section]")].map((section) => [
  section.dataset.section,
  [...section.querySelectorAll("[data-line]")].map((line) => [
    line.dataset.line,
    line.querySelector(".check-value")?.textContent.replaceAll(/[\u00a0\u2009\u202f]/g, " ") ?? "",
  ]),
]))
"""


def opened(browser: Browser, server: Server, party: Party, language: str = "en") -> Screen:
    screen = Screen(browser, "check", **{**PHONE, "locale": language})
    screen.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/check")
    expect(screen.page.locator("[data-section]").first).to_be_visible(timeout=PATIENCE_MS)
    return screen


def unfold(screen: Screen, sheet: Locator) -> None:
    screen.press(sheet.get_by_role("button", name="Lines of this card"))


def lines(page: Page) -> dict[str, list[list[str]]]:
    """What each sheet says: label and value, line by line."""
    found: dict[str, list[list[str]]] = page.evaluate(READ)
    return found


# What the evenings themselves say, or what follows from their lines by hand.
PRAIRIE = {
    "railroad:ATSF": {
        "Treasury": "$0",
        "Income": "$13",
        "Cubes left": "28",
        "Track": "Atchison – Topeka, Topeka – Emporia, Emporia – Salina",
        "Held by": "Ed 1, Pete 1",
    },
    "seat:1": {
        "Cash": "$133",
        "Holds": "CRIP 1, ATSF 1, KP 1, MP 1",
        "Cards": "Construct Track 7, Offer Stock 6, Pay Dividends 1",
    },
    "panel:growth": {"Garden City (row 25)": "", "34 orange cubes left": ""},
}
SOUTHERN = {
    "railroad:TP": {"Treasury": "$8", "Income": "$13", "President": "Pete", "Cubes left": "11"},
    "railroad:SP": {"Track Links": "Beaumont – Cleveland", "Home": "Beaumont"},
    "seat:1": {"Cash": "$27"},
}
GULF = {
    "railroad:VC": {
        "Cities": "Richmond, Petersburg, Lynchburg, Danville",
        "Cubes placed": "6",
        "President": "Dave",
        "Charter side up": "$3",
    },
    "unsold": {"GM&O, M&C, CEN": "Unsold 2 of 2, Charter side up $5"},
    "seat:2": {"Victory points": "9", "Charters": "VC, N&P", "Common shares": "VC"},
    "panel:cubes": {"green": "17 of 32"},
    "panel:cities": {"Augusta (green)": ""},
}
TEXAS = {
    "railroad:SP": {"Treasury": "$10", "Income": "$10", "Hexes built": "6", "Unsold": "3 of 6"},
    "table": {
        "Round": "5 of 8",
        "Decision Track: Track": "1",
        "Turn": "Pete: choose Track, Ranch or Stock, or only slide a cube",
    },
}
UNION = {
    "railroad:MRR": {"Shares not on the table": "6 of 6"},
    "railroad:WW": {"Trains on the board": "5", "Trains left": "2", "Held by": "Ed 1 (leads)"},
    "seat:1": {"Cash": "$5M"},
}


@pytest.mark.parametrize(
    ("evening", "stands"),
    [
        ("prairie-railroads/whole-evening", PRAIRIE),
        pytest.param("southern-pacific/whole-evening", SOUTHERN, marks=thorough),
        pytest.param("gulf-mobile-ohio/common-shares", GULF, marks=thorough),
        pytest.param("texas-pacific/corrections", TEXAS, marks=thorough),
        pytest.param("union-pacific/corrections", UNION, marks=thorough),
    ],
    ids=["prairie-railroads", "southern-pacific", "gulf-mobile-ohio", "texas-pacific", "union-pacific"],
)
def test_the_whole_position(
    browser: Browser, server: Server, client: Client, evening: str, stands: dict[str, dict[str, str]]
) -> None:
    """Every railroad and every player has a sheet, and what is on it is what is on the table."""
    party = played(client, evening)
    screen = opened(browser, server, party)
    found = lines(screen.page)
    missing = [
        (name, line) for name, of in stands.items() for line in of.items() if [*line] not in found[name]
    ]
    assert not missing, found
    document = party.document()
    together = ", ".join(label for label, _ in found.get("unsold", ())).split(", ")
    for railroad in document["railroads"]:
        # one whose shares are still in the stack has nothing on the table
        stood = f"railroad:{railroad['id']}" in found or railroad["id"] in together
        assert stood == (railroad["shares_unsold"] is not None)
    for seat in document["seats"]:
        assert f"seat:{seat['seat']}" in found
    told = {label for name, of in found.items() if name.startswith("seat:") for label, _ in of}
    assert not told >= {"Charters", "Common shares", "Holds"}, (
        "a share is asked for by its kind, and only once"
    )
    worked_out = [panel["title"] for panel in document["panels"] if panel.get("computed")]
    # what is worked out or printed, such as the Union Pacific's table, is not checked
    assert bool(worked_out) == (document["game"] in ("union-pacific", "gulf-mobile-ohio"))
    assert not [label for of in found.values() for label, _ in of if label in worked_out]
    said = " ".join(f"{label} {value}" for of in found.values() for label, value in of)
    assert not [word for word in ("undefined", "[object", "NaN", "null") if word in said]
    assert screen.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert not screen.faults


@thorough
def test_players_come_first_and_what_nobody_has_is_one_tick(
    browser: Browser, server: Server, client: Client
) -> None:
    """After the table what the players hold, then the railroads; those without an owner share a card and its tick."""
    party = played(client, "gulf-mobile-ohio/five-players")
    screen = opened(browser, server, party)
    order = [name.partition(":")[0] for name in lines(screen.page)]
    assert [*dict.fromkeys(order)] == ["table", "seat", "railroad", "unsold", "panel"]
    card = screen.page.locator('[data-section="unsold"]')
    expect(card).to_contain_text("VC, N&P, GM&O, M&C, CEN, NO&J")
    expect(card).to_contain_text("Unsold")
    expect(card.locator("input")).to_have_count(1)
    assert not screen.faults


@thorough
def test_on_a_phone_a_card_is_read_as_one_text_and_ticked_or_unfolded(
    browser: Browser, server: Server, client: Client
) -> None:
    """The whole position is half as long as line by line; who unfolds a card finds it so when the others play on."""
    party = played(client, "southern-pacific/whole-evening")
    screen = opened(browser, server, party)
    page = screen.page
    seat, table = page.locator('[data-section="seat:1"]'), page.locator('[data-section="table"]')
    expect(seat.locator(".check-brief")).to_contain_text("Cash $27")
    expect(seat.locator(".checklist")).to_be_hidden()
    expect(table.locator(".checklist")).to_be_visible()
    folded = page.evaluate("document.documentElement.scrollHeight")
    keys = page.locator("check-sheet .check-unfold[aria-expanded=false]")
    unfolded = keys.evaluate_all("all => (all.forEach(one => one.click()), all.length)")
    assert unfolded == 9  # three players, six railroads
    assert folded < 0.65 * page.evaluate("document.documentElement.scrollHeight")
    expect(page.locator(".check-brief:visible")).to_have_count(0)
    screen.press(page.locator('[data-section="seat:2"]').get_by_role("button", name="Lines of this card"))
    said = {"type": "correct", "set": [{"of": "seat:1", "name": "cash", "value": 30}]}
    assert client.post(f"{party.at}/moves", said, party.host).status == 201
    expect(seat.locator('[data-line="Cash"] .check-value')).to_have_text("$30")
    expect(seat.locator('[data-line="Cash"]')).to_be_visible()
    expect(page.locator('[data-section="seat:2"] .check-brief')).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator('[data-section="seat:2"] .checklist')).to_be_visible()
    expect(page.locator(".check-brief:visible")).to_have_count(0)
    assert not screen.faults


@thorough
def test_a_card_is_ticked_at_once_and_folds_on_a_phone(
    browser: Browser, server: Server, client: Client
) -> None:
    """All of it by its own tick, or line by line, unfolded: then what lies below stays under the finger. What lies on
    no table has no tick; what is folded is unfolded again."""
    party = played(client, "prairie-railroads/whole-evening", 20)
    screen = opened(browser, server, party)
    page = screen.page
    turn = page.locator('[data-section="table"] [data-line="Turn"]')
    expect(turn).to_be_visible()
    expect(turn.locator("input")).to_have_count(0)
    first, second = (page.locator(f'[data-section="railroad:{railroad}"]') for railroad in ("CRIP", "ATSF"))
    count = page.locator(".check-count")
    screen.press(first.get_by_label("All of this card"))
    ticks = first.locator(".checklist input")
    of = ticks.count()
    expect(count).to_have_text(re.compile(rf"^{of} of "))
    expect(ticks.first).to_be_hidden()
    screen.press(first.get_by_role("button", name="Lines of this card"))
    expect(ticks.first).to_be_visible()
    unfold(screen, second)
    lines_of = second.locator(".checklist input").all()
    for tick in lines_of[:-1]:
        screen.press(tick)
    below = page.locator('[data-section="railroad:KP"]')
    last = "one => Math.round(one.getBoundingClientRect().top)"
    lines_of[-1].evaluate("tick => tick.scrollIntoView({ block: 'center' })")
    before = below.evaluate(last)
    screen.press(lines_of[-1])
    expect(lines_of[-1]).to_be_hidden()
    assert abs(below.evaluate(last) - before) <= 1
    page.reload()
    expect(second.get_by_label("All of this card")).to_be_checked(timeout=PATIENCE_MS)
    expect(second.locator(".checklist input").first).to_be_hidden()
    screen.tap("Clear the ticks")
    expect(second.locator(".check-brief")).to_be_visible()
    expect(count).to_have_text(re.compile("^0 of "))
    assert not screen.faults


@thorough
def test_ticks_stay_until_the_figure_changes(browser: Browser, server: Server, client: Client) -> None:
    """After an interruption one goes on where one was; what has changed meanwhile is to be checked again."""
    party = played(client, "southern-pacific/whole-evening")
    screen = opened(browser, server, party)
    page = screen.page
    cash = page.locator('[data-section="seat:1"] [data-line="Cash"] input')
    home = page.locator('[data-section="railroad:SP"] [data-line="Home"] input')
    for section, tick in (("seat:1", cash), ("railroad:SP", home)):
        unfold(screen, page.locator(f'[data-section="{section}"]'))
        screen.press(tick)
    page.reload()
    expect(cash).to_be_checked(timeout=PATIENCE_MS)
    said = {"type": "correct", "set": [{"of": "seat:1", "name": "cash", "value": 30}]}
    assert client.post(f"{party.at}/moves", said, party.host).status == 201
    expect(page.locator('[data-section="seat:1"] [data-line="Cash"] .check-value')).to_have_text("$30")
    expect(cash).not_to_be_checked()
    expect(home).to_be_checked()
    assert not screen.faults


@thorough
def test_what_only_the_table_knows_is_written_down(browser: Browser, server: Server, client: Client) -> None:
    """A player writes down where the cubes are; everybody finds it there, and paper has empty lines for the rest."""
    party = played(client, "gulf-mobile-ohio/common-shares")
    board = opened(browser, server, party)  # nobody's phone: it reads, and cannot write
    sc = board.page.locator('[data-packing="rural:SC"]')
    expect(sc).to_contain_text("1 green cube: where?", timeout=PATIENCE_MS)
    expect(board.page.locator("packing-lines textarea:visible")).to_have_count(0)

    phone = Screen(browser, "phone", **PHONE)
    phone.page.goto(f"http://127.0.0.1:{server.port}/tools")
    kept = {party.code: {"seat": {"number": 1, "key": party.key(1)}, "started": True}}
    phone.page.evaluate("(kept) => localStorage.setItem('companion.tables', JSON.stringify(kept))", kept)
    phone.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/check")
    mine = phone.page.locator('[data-packing="rural:SC"]')
    other = phone.page.locator('[data-packing="rural:VC"] textarea')
    expect(mine.get_by_role("button", name="Save note")).to_be_disabled(timeout=PATIENCE_MS)
    mine.locator("textarea").fill("west of Augusta", timeout=PATIENCE_MS)
    other.fill("half a senten")
    phone.press(mine.get_by_role("button"))
    expect(mine.locator(".packing-by")).to_contain_text("Ed · no.", timeout=PATIENCE_MS)
    expect(mine.get_by_role("button")).to_be_disabled()
    expect(phone.page.locator('[data-packing="rural:VC"] button')).to_be_enabled()
    expect(other).to_have_value("half a senten")  # what is being written stays
    expect(sc.locator(".packing-written")).to_have_text("west of Augusta", timeout=PATIENCE_MS)

    board.page.emulate_media(media="print")
    expect(sc.locator(".packing-written")).to_be_visible()
    blank = "(line) => parseFloat(getComputedStyle(line, '::after').height) || 0"
    assert sc.evaluate(blank) == 0
    assert board.page.locator('[data-packing="rural:W&W"]').evaluate(blank) > 30  # px: two lines to write on
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert not board.faults
    assert not phone.faults


BROKEN = """
() => [...document.querySelectorAll(".check-part, .check-segment")].flatMap((value) => {
  const text = value.firstChild, range = document.createRange();
  const pair = value.matches(".check-segment") && value.textContent.split("–").length === 2;
  const words = pair ? /.+/g : /[^ \u2009-]+/g;
  return [...text.data.matchAll(words)].filter((word) => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(String);
})
"""


@thorough
@pytest.mark.parametrize(
    "evening",
    ["prairie-railroads/whole-evening", "southern-pacific/whole-evening"],
)
def test_no_word_is_broken_and_the_count_stays(
    browser: Browser, server: Server, client: Client, evening: str
) -> None:
    """A long value has a line of its own, as has each segment, whole where it is of two cities; how much is checked
    stays at a phone's top."""
    screen = opened(browser, server, played(client, evening))
    assert screen.page.evaluate(BROKEN) == []
    assert screen.page.evaluate("document.documentElement.scrollWidth") <= 360
    screen.page.locator("[data-section]").last.scroll_into_view_if_needed()
    expect(screen.page.locator(".check-count")).to_be_in_viewport()
    assert not screen.faults


UNBROKEN = """
() => [...document.querySelectorAll(".check-part")].filter((part) => part.textContent.includes("-"))
  .map((part) => [part.textContent, part.getClientRects().length, getComputedStyle(part).textIndent])
"""


@thorough
def test_a_player_with_two_names_is_no_link(browser: Browser, server: Server, client: Client) -> None:
    """Whose turn it is stands there as it is said, and no name is broken; where there is no board none is checked."""
    names = ["Annemarie-Sophie", "Ed", "Pete"]
    board = opened(browser, server, new_party(client, names))
    expect(board.page.get_by_role("heading", name="Check the board")).to_be_visible()
    turn = board.page.locator('[data-line="Turn"] .check-value')
    expect(turn).to_contain_text("Annemarie-Sophie")
    expect(board.page.locator(".check-segment")).to_have_count(0)
    assert board.page.evaluate(UNBROKEN) == [["Annemarie-Sophie:", 1, "0px"]]
    party = new_party(client, names, game="bank", options={"box": "prairie-railroads"})
    bank = opened(browser, server, party)
    expect(bank.page.get_by_role("heading", name="Check the table")).to_be_visible()
    assert ["Treasury", "$0"] in lines(bank.page)["railroad:KP"]
    assert not board.faults + bank.faults


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_on_paper_values_stand_in_one_line_and_all_cards_on_one_sheet(
    browser: Browser, client: Client, language: str
) -> None:
    """Southern Pacific with four, printed by the host, who could correct all but the home. A sheet of Letter
    has 189.9 by 255 mm between its margins."""
    party = played(client, "southern-pacific/bull-market-first-tie", 10_000)
    sheet = {"viewport": {"width": 717, "height": 400}}
    page = seated(browser, party, 0, "/check", **sheet, locale=language).page
    expect(page.locator(".check-correct").first).to_be_visible(timeout=PATIENCE_MS)
    page.emulate_media(media="print")
    values = page.locator(".checklist > :not([data-long], [data-below], [data-plain]) .check-value")
    places = [value.bounding_box() for value in values.all()]
    assert len(places) > 40
    assert len({round(place["x"]) for place in places if place}) == 2  # columns of cards
    sections = page.locator(".check-section")
    assert sections.count() == 11  # the table, four players, six railroads
    below = page.locator(".check-sections").bounding_box()
    assert below
    assert below["y"] + below["height"] <= 963
