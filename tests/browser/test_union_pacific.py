"""Union Pacific from the first investments to the end, through the real pages.

Every figure that is expected here was worked out by hand from the rulebook; the sums stand beside them. What the Union
Pacific pays stands on the board and not in the rulebook: the figures told here are for the test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.measures import bottom
from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, TV, Screen, figure, no_faults
from tests.browser.pictures import seated
from tests.browser.played import ALL, played, played_at
from tests.browser.room import Evening, gathered, start
from tests.server import Client, Party, Server, new_party, thorough

THIRD = 5
"""Moves of an evening of two, before the imaginary third player's shares are counted."""
LATER_ROWS = {"3": [6, 5, 4, 3, 2], "4": [8, 6, 4, 3, 2]}


def revealed(party: Party, *companies: str) -> Party:
    """The same table, after the first investments: a company for each seat."""
    for seat, company in enumerate(companies, 1):
        party.made(seat, "reveal", company=company)
    return party


def invested(client: Client, *companies: str) -> Party:
    """A table after those first investments, where the first seat begins."""
    return revealed(new_party(client, game="union-pacific", options={"first_player": 1}), *companies)


@dataclass(slots=True)
class Table:
    """The room, and what its TV shows."""

    room: Evening

    def shares(self, revision: int, company: str, held: Mapping[str, int]) -> None:
        """A company's shares on the table, as the TV shows them by player."""
        self.room.tv.until(revision)
        row = self.room.tv.grid("railroads")[company]
        assert {name: figure(row[name]) for name in held} == dict(held), row

    def bars(self, revision: int) -> dict[str, str]:
        """Each company's value and trains on the TV, such as "$2M 1"."""
        self.room.tv.until(revision)
        panel = self.room.tv.page.locator("bars-panel[data-panel=trains]")
        heads, figures = panel.locator("dt").all(), panel.locator("dd .figure").all_text_contents()
        return {
            str(head.locator(".letters").text_content()): " ".join(
                (str(head.locator(".cell-text").text_content()), shown.split()[-1])
            )
            for head, shown in zip(heads, figures, strict=True)
        }


@pytest.fixture
def table(browser: Browser, own_server: Server) -> Table:
    """Everybody has sat down. Nobody has ever told this server what the Union Pacific pays."""
    room = gathered(browser, own_server, "Union Pacific", first_bidder="Ed", asks="First player")
    return Table(room)


def first_investments(table: Table) -> None:
    """Each on their own phone; nobody else's page knows what it was before Pete, the last, has chosen."""
    room = table.room
    start(room)
    chosen = (
        (room.ed, "Wyoming & Western", "WW"),
        (room.dave, "Wyoming & Western", "WW"),
        (room.pete, "Union Pacific", "UP"),
    )
    for screen, name, letters in chosen:
        screen.open("Choose your first investment")
        screen.choose(name, "Company")
        revision = screen.confirm()
        if screen is not room.pete:
            said = f"{screen.name} has chosen"
            room.tv.until(revision)
            room.tv.sees(said)
            for other in (s for s in room.screens if s is not screen):
                other.until(revision)
                entries = other.table["recent"]
                assert entries[-1]["sealed"] is True, other.name
                assert f'"{letters}"' not in json.dumps([entries[-1], other.table["seats"]]), other.name
            assert screen.table["recent"][-1]["move"]["company"] == letters
    room.without_laptop()
    table.shares(revision, "WW", {"Ed": 1, "Dave": 1})
    table.shares(revision, "UP", {"Pete": 1})


def a_train_and_an_investment(table: Table) -> None:
    """Ed builds, then draws; Dave lays down two more shares of the WW."""
    ed, dave = table.room.ed, table.room.dave
    ed.open("Build track")
    ed.choose("Miami Southern", "Company")
    ed.confirm()
    ed.open("Draw a share")
    revision = ed.confirm(words="No dividend card")
    bars = table.bars(revision)
    assert bars["MS"] == "$3M 2"
    assert bars["WW"] == "$2M 1"
    dave.until(revision)
    dave.open("Invest")
    row = dave.form.locator(".share-count[data-value=WW]")
    more = row.get_by_role("button", name="More")
    dave.press(more)
    dave.press(more)
    expect(row.locator("output")).to_have_text("2", timeout=PATIENCE_MS)
    expect(row.locator(".share-words")).to_have_text(re.compile(r"\$2M\s·\smine\s14\sleft$"))
    expect(dave.form.locator("shares-field > .label")).to_have_text("Shares about 4 in your hand")
    # four cards are in his hand, and no fifth
    dave.press(more)
    dave.press(more)
    expect(more).to_be_disabled()
    less = row.get_by_role("button", name="One fewer")
    dave.press(less)
    dave.press(less)
    expect(more).to_be_enabled()
    expect(row.locator("output")).to_have_text("2", timeout=PATIENCE_MS)
    assert int(dave.page.evaluate("document.documentElement.scrollWidth")) <= 360
    dave.previewed()  # each figure as the game's own table calls it
    unsold = dave.form.locator("[data-figure=shares_unsold] .affect-name")
    expect(unsold).to_have_text(["Not invested"])
    revision = dave.confirm()
    table.shares(revision, "WW", {"Ed": 1, "Dave": 3})


def tell_row(screen: Screen, nth: str, pays: tuple[int, ...]) -> None:
    """What the Union Pacific's table says of one dividend: typed along one line, Enter after each."""
    row = screen.form.get_by_role("group", name=f"{nth} dividend of the UP, in $M")
    places = row.get_by_role("spinbutton")
    expect(places).to_have_count(len(pays), timeout=PATIENCE_MS)
    assert len(set(places.evaluate_all("all => all.map((one) => one.offsetTop)"))) == 1
    places.first.click()
    for place, amount in zip(places.all(), pays, strict=True):
        expect(place).to_be_focused()
        screen.page.keyboard.type(str(amount))
        screen.page.keyboard.press("Enter")


def cards(screen: Screen, number: str) -> None:
    """Who has drawn already says so with the build; else the draw asks for it."""
    screen.press(screen.form.locator("summary", has_text="More"))
    screen.choose(number, "Dividend cards")


def a_double_dividend(table: Table) -> None:
    """Pete turns up two cards: two dividends in a row, and the Union Pacific's row is asked for."""
    room, pete = table.room, table.room.pete
    pete.open("Build track")
    pete.choose("El Paso & Rio Grande", "Company")
    cards(pete, "2")
    tell_row(pete, "2nd", (4, 3, 2, 1, 0))
    pete.previewed()
    shown = pete.form.locator("offer-preview")
    expect(shown).to_contain_text(
        "1st dividend: WW $2M; 2nd place $1M: Dave $2M: 1st with 3 shares; Ed $1M: 2nd"
    )
    expect(shown).to_contain_text("2nd dividend: UP: Pete $4M: 1st with 1 share")
    revision = pete.confirm()
    # Twice: WW 2 to Dave and 1 to Ed. The second time the UP pays its first place, 4.
    room.cash(revision, ed=2, dave=4, pete=4)
    expect(room.tv.page.locator(".turning-foot")).to_contain_text("2 of 4")
    assert table.bars(revision)["EPRG"] == "$4M 3"


def the_end(table: Table) -> None:
    """The third dividend and the fourth; the settlement has each of them, company by company."""
    room, ed, dave = table.room, table.room.ed, table.room.dave
    table.room.aloud("learn", facts={"up_dividends": LATER_ROWS})
    ed.open("Build track")
    ed.choose("Wyoming & Western", "Company")
    cards(ed, "1")
    revision = ed.confirm()
    # WW 3: 3 and 1. UP 6.
    room.cash(revision, ed=3, dave=7, pete=10)
    dave.until(revision)
    dave.open("Build track")
    dave.choose("Wyoming & Western", "Company")
    cards(dave, "1")
    revision = dave.confirm()
    # WW 4: 4 and 2. UP 8.
    room.cash(revision, ed=5, dave=11, pete=18)
    room.tv.sees("Pete wins")
    ed.page.get_by_role("link", name="Settlement").first.click()
    pete = ed.page.locator("settlement-screen [data-seat='3']").first
    expect(pete).to_contain_text("$18M", timeout=PATIENCE_MS)
    expect(pete).to_contain_text("4th dividend")
    expect(pete).to_contain_text("UP: 1st place pays $8M (1 share)")


@thorough
def test_from_the_first_investments_to_the_end(table: Table) -> None:
    first_investments(table)
    a_train_and_an_investment(table)
    a_double_dividend(table)
    the_end(table)
    no_faults(*table.room.screens)


def nobody_elses(screen: Screen, own: int | None) -> None:
    """Nothing that the page was sent is a sum of somebody else's money."""
    document = screen.table
    for seat in document["seats"]:
        assert (seat["cash"] is None) == (seat["seat"] != own), (screen.name, seat)
        assert seat["worth"] == seat["cash"], (screen.name, seat)
    assert document["bank"]["balance"] is None, screen.name


@thorough
def test_hidden_money(browser: Browser, own_server: Server) -> None:
    """Ruling `cash_visibility`: Ed's own phone shows his money; a rival's phone and the board show nobody else's.

    Ed alone has the WW with two trains: 3 + 1, twice. No card and no value is $8M. The others tie for the MS: 3 / 2,
    rounded down, twice. What is paid is public.
    """
    party = new_party(own_server.client(), game="union-pacific", rulings={"cash_visibility": "hidden"})
    ed, dave = (seated(browser, party, seat, **PHONE) for seat in (1, 2))
    for phone in (ed, dave):
        phone.page.touchscreen.tap(5, 5)  # a page may vibrate once somebody has touched it
    tv = Screen(browser, "tv", **TV)
    tv.page.goto(f"http://127.0.0.1:{own_server.port}/t/{party.code}/board#{party.join}")
    revealed(party, "WW", "MS", "MS")
    made = party.made(1, "build", company="WW", dividend_cards=2)
    for screen, own in ((ed, 1), (dave, 2), (tv, None)):
        screen.until(made["table"]["revision"])
        nobody_elses(screen, own)
    ed.sees("$8M")
    expect(tv.page.locator(".moment-paid li")).to_have_text(["Ed+$8M", "Dave+$2M", "Pete+$2M"])
    for screen in (dave, tv):
        screen.sees("WW")
        # the one place where it stands besides is the sentence of the dividend
        told = screen.page.locator(".moment, .news, [data-panel=log], .last-moves").all_inner_texts()
        assert screen.page.locator("body").inner_text().count("$8M") == "".join(told).count("$8M"), (
            screen.name
        )
    no_faults(ed, dave, tv)


@thorough
def test_two_rows_of_the_up_are_typed_in_one_go(browser: Browser, client: Client) -> None:
    """The last two dividends at once: Enter leads from the end of one row to the next. 12 and 16 to the only shares."""
    party = invested(client, "UP", "MS", "MS")
    party.made(0, "correct", set=[{"of": "table", "name": "dividends_paid", "value": 2}])
    party.made(1, "build", company="MS")
    phone = seated(browser, party, 1, **PHONE, **STILL)
    phone.choose("2", "Dividend cards")
    phone.form.get_by_role("group", name="3rd dividend").get_by_role("spinbutton").first.click()
    for amount in (12, 9, 6, 3, 2, 16, 12, 8, 4, 2):
        phone.page.keyboard.type(str(amount))
        phone.page.keyboard.press("Enter")
    phone.previewed()
    expect(phone.form.locator(".brief")).to_contain_text("The game is over")
    phone.confirm()
    assert phone.cash == 28
    no_faults(phone)


@thorough
def test_first_investments_stand_large_in_a_row_each(browser: Browser, client: Client) -> None:
    party = invested(client, "WW", "MS", "MS")
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    expect(tv.page.locator(".moment-paid li")).to_have_text(["EdWW", "DaveMS", "PeteMS"])
    expect(tv.page.locator(".moment-more")).to_have_text("Ed begins")
    no_faults(tv)


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=thorough)])
def test_all_eleven_companies_of_the_first_investment_are_in_sight(
    language: str, browser: Browser, client: Client
) -> None:
    """The last of them, too, ends above the bar with Confirm."""
    party = new_party(client, game="union-pacific", options={"first_player": 1})
    phone = seated(browser, party, 1, **{**PHONE, **STILL, "locale": language})
    last = phone.form.locator("label.chip").last
    expect(last).to_contain_text("UP", timeout=PATIENCE_MS)
    foot, bar = (found.bounding_box() for found in (last, phone.page.locator(".confirm-bar")))
    assert foot is not None
    assert bar is not None
    assert foot["y"] + foot["height"] <= bar["y"]
    no_faults(phone)


@thorough
def test_a_settlement_as_of_now_says_that_dividends_are_still_to_come(
    browser: Browser, client: Client
) -> None:
    """The game ends with a dividend, and no sum of now has it; once it is over all of them are in."""
    words = "Dividends still to come are not included."
    for evening, move, seen in (("up-places", 8, True), ("end-fourth-dividend", None, False)):
        party = played(client, f"union-pacific/{evening}", *([move] if move else []))
        phone = seated(browser, party, 1, "/settlement", **PHONE, **STILL)
        expect(phone.page.locator(".ranking")).to_be_visible()
        expect(phone.page.locator(".result-head .hint", has_text=words)).to_have_count(int(seen))
        no_faults(phone)


@thorough
def test_ones_own_shares_say_what_they_would_be_paid_now(browser: Browser, client: Client) -> None:
    """EPRG 24 and 12, SFRB 7, then 3 / 2 = $1M each: Ed 31, as above, Dave 13. Once all is paid nothing is to come."""
    party = played_at(client, "union-pacific/dividend-cases-large", 6)
    for seat, dividend, mine in (
        (1, 31, ["3 pays $7M", "5 pays $24M"]),
        (2, 13, ["1 pays $1M", "3 pays $12M"]),
    ):
        phone = seated(browser, party, seat, **PHONE, **STILL)
        expect(phone.page.locator(".own")).to_contain_text(f"Dividend ${dividend}M")
        tiles = phone.page.locator("[data-panel=railroads] td.held[data-brief]:not([data-empty])")
        expect(tiles).to_have_count(2)
        shown = [" ".join(tile.locator(".cell").inner_text().split()) for tile in tiles.all()]
        assert shown == mine
        wraps = "one => one.offsetHeight > 1.5 * one.closest('td').querySelector('.figure').offsetHeight"
        assert not any(tile.locator(".hint").evaluate(wraps) for tile in tiles.all())
        no_faults(phone)
        phone.close()
    over = played(client, "union-pacific/end-fourth-dividend").document()
    (panel,) = (panel for panel in over["panels"] if panel["name"] == "railroads")
    assert not any("brief" in cell for row in panel["rows"] for cell in row["cells"])


def edge(part: Locator, side: str) -> float:
    return float(part.evaluate("(one, side) => one.getBoundingClientRect()[side]", side))


@thorough
def test_figures_stand_below_their_like_and_what_comes_of_a_move_below_it(
    browser: Browser, client: Client
) -> None:
    """Players' sums of one and two digits; a move that turns a dividend card up."""
    party = played(client, "union-pacific/two-players-third-wins")
    phone = seated(browser, party, 1, **{**PHONE, **STILL, "viewport": {"width": 320, "height": 640}})
    phone.press(phone.page.get_by_role("tab", name="Players"))
    rows = phone.page.locator("grid-panel[data-panel=players][data-cards] tbody tr")
    expect(rows).to_have_count(3)
    edges = [[round(edge(figure, "right")) for figure in row.locator(".figure").all()] for row in rows.all()]
    assert edges == [edges[0]] * 3, edges
    phone.press(phone.page.get_by_role("tab", name="Log"))
    said = phone.page.locator(".log .summary").filter(has_text="3rd dividend:").first
    below = said.locator(".hint").filter(has_text="3rd dividend:")
    assert edge(below, "left") == edge(said, "left")
    assert edge(below, "top") > edge(said, "top") + 10
    no_faults(phone)


@thorough
def test_what_the_imaginary_player_has_is_typed(browser: Browser, client: Client) -> None:
    """Nothing is armed before something was counted; what would come of it is told with every key."""
    party = played(client, "union-pacific/two-players-third-loses", THIRD)
    phone = seated(browser, party, 1, **PHONE, **STILL)
    expect(phone.form.locator(".confirm")).to_have_attribute("aria-disabled", "true", timeout=PATIENCE_MS)
    train = phone.form.locator(".share-count", has_text="Wyoming").locator("input")
    train.focus()
    train.press_sequentially("3")  # it is not left: what stands there counts
    phone.previewed()
    expect(phone.form.locator(".confirm")).to_have_attribute("aria-disabled", "false")
    expect(phone.form.locator("offer-preview")).to_contain_text("Imaginary player")
    expect(phone.form.locator("offer-preview")).not_to_contain_text("Seat 3")
    assert (train.input_value(), phone.form.locator(".share-count output").count()) == ("3", 0)
    no_faults(phone)


@thorough
@pytest.mark.parametrize("device", [LAPTOP, TV])
def test_a_long_settlement_has_every_place_in_the_first_screen(
    browser: Browser, client: Client, device: Any
) -> None:
    """Of the winner's account the dividends stand, each folded; on paper every line."""
    party = played(client, "union-pacific/dividend-cases-large", ALL)
    screen = seated(browser, party, 0, "/settlement", **device)
    page = screen.page
    places = page.locator(".ranking > li")
    expect(places).to_have_count(3, timeout=PATIENCE_MS)
    assert bottom(places.last) < device["viewport"]["height"]
    lines = places.first.locator(".group > tr + tr")
    expect(lines.locator("visible=true")).to_have_count(0)
    page.emulate_media(media="print")
    expect(lines.locator("visible=true")).to_have_count(lines.count())
    assert lines.count() == 5
    no_faults(screen)
