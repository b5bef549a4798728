"""Texas & Pacific on four phones and a TV: General Dividends, the opening of the TP, and a railroad that goes west.

Every figure that is expected here was worked out by hand from the rulebook; the sums stand beside them. A hex costs $2
times the railroads in it; a ranch adds $1 to the income, a city or gray hex what is printed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.amending import amending, log_of
from tests.browser.pages import (
    DARK,
    PATIENCE_MS,
    PHONE,
    STILL,
    TV,
    Screen,
    figure,
    no_faults,
    sit_down,
)
from tests.browser.pictures import seated
from tests.browser.played import ALL, played_at
from tests.server import Client, Party, Server, new_party, thorough

PLAYERS = ["Ed", "Dave", "Pete", "Ann"]
RAILROADS = ("GHH", "KATY", "MP", "SP", "TP")


@dataclass(slots=True)
class Table:
    """Four phones, a TV, and the host's key for what would only take time."""

    phones: tuple[Screen, ...]
    tv: Screen
    party: Party

    def aloud(self, type_: str, **fields: Any) -> int:
        """The host makes a move for whoever is to act. Its revision."""
        return int(self.party.made(0, type_, **fields)["revision"])

    def cash(self, revision: int, *dollars: int) -> None:
        """Everybody's phone shows their own money, and the TV everybody's."""
        for screen in (*self.phones, self.tv):
            screen.until(revision)
        assert tuple(phone.cash for phone in self.phones) == dollars
        players = self.tv.grid("players")
        assert tuple(figure(players[name]["Cash"]) for name in PLAYERS) == dollars

    def column(self, revision: int, name: str) -> list[str]:
        """A column of the TV's railroads."""
        self.tv.until(revision)
        grid = self.tv.grid("railroads")
        return [grid[railroad][name] for railroad in RAILROADS]

    def decisions(self) -> list[str]:
        """On which box of the TV's Decision Tracks each cube stands."""
        cubes = self.tv.page.locator("track-panel[data-panel^=decision-] .marker:not(.ghost)")
        return [str(cube.evaluate("cube => cube.closest('.space').dataset.at")) for cube in cubes.all()]


@pytest.fixture
def table(browser: Browser, own_server: Server) -> Table:
    """Everybody has sat down. How long the Decision Tracks are, nobody has told this server."""
    party = new_party(own_server.client(), PLAYERS, claim=False, game="texas-pacific")
    place = f"http://127.0.0.1:{own_server.port}/t/{party.code}"
    phones = tuple(
        sit_down(browser, f"{place}#j={party.join}", name, **more)
        for name, more in zip(PLAYERS, ({}, {**DARK, **STILL}, STILL, STILL), strict=True)
    )
    tv = Screen(browser, "tv", **TV, **STILL)
    tv.page.goto(f"{place}/board#j={party.join}")
    return Table(phones, tv, party)


def row(phone: Screen, number: int = 1) -> Locator:
    """One of the hexes in the form."""
    return phone.form.locator("rows-field .row").nth(number - 1)


def put(phone: Screen, kind: str, railroads: int = 0) -> None:
    """Tap the key of a kind of hex, of so many railroads there; 0: it has but one key."""
    name = f"{kind}, Railroads in hex, with yours: {railroads}" if railroads else re.compile(f"^{kind}")
    phone.press(phone.form.locator(".pad").get_by_role("button", name=name))


def pick(phone: Screen, within: Locator, label: str, field: str) -> None:
    """Tap a choice in one hex."""
    group = within.get_by_role("group", name=re.compile(f"^{re.escape(field)}"))
    phone.press(group.locator("label.chip", has=phone.page.get_by_text(label, exact=True)).first)


def initial_auctions(table: Table) -> None:
    """Four players, $30 each. Ed opens for the GHH, at least $3, and has it for $5."""
    ed, dave, _, _ = table.phones
    ed.bid(3)
    dave.bid(4)
    table.aloud("auction_result", winner=1, amount=5)
    table.aloud("auction_result", winner=2, amount=10)  # KATY
    table.aloud("auction_result", winner=3, amount=10)  # MP
    revision = table.aloud("auction_result", winner=4, amount=12)  # SP
    table.cash(revision, 25, 20, 20, 18)
    assert table.column(revision, "Treasury") == ["$5", "$10", "$10", "$12", "$0"]
    assert table.column(revision, "Note")[4] == "not open yet"
    assert table.tv.income_track == {"GHH": 3, "KATY": 4, "MP": 5, "SP": 6}


def build_and_learn(table: Table) -> None:
    """A plain hex is Track, its kind and Confirm; the first slide of each track asks how long it is, once."""
    ed, dave, pete, _ = table.phones
    ed.open("Track")
    put(ed, "Plain")
    expect(ed.form.locator("facts-field .help")).to_have_text("Count on your board; asked only once")
    ed.tell("Slides from Start to End (Track)", 3)
    revision = ed.confirm()
    # GHH 5 - 2; a plain hex adds nothing
    assert table.column(revision, "Treasury")[0] == "$3"
    assert table.tv.income_track["GHH"] == 3
    # KATY into a ranch hex and into Oklahoma City, which stands in the rulebook
    dave.until(revision)
    dave.open("Track")
    # the GHH is on the map already: how many railroads are in a hex sets its price, so it is asked; of a city by its
    # name the table knows
    expect(dave.form.locator(".brief")).to_have_text("Still needed: Hexes for the KATY")
    put(dave, "Ranch", 1)
    put(dave, "City by name")
    name = row(dave, 2).locator("place-field").locator("visible=true")
    dave.press(name.locator(".chip", has=dave.page.get_by_text("Oklahoma City", exact=True)))
    dave.previewed()
    expect(dave.form).to_contain_text("KATY builds into 2 hexes for $4")
    revision = dave.confirm()
    # 10 - 4; 4 + 1 + 2
    assert table.column(revision, "Treasury")[1] == "$6"
    assert table.tv.income_track["KATY"] == 7
    # a ranch: the one known hex with track
    pete.until(revision)
    pete.open("Ranch")
    pete.tell("Slides from Start to End (Ranch)", 2)
    revision = pete.confirm(words="Build a ranch")
    table.tv.until(revision)
    assert table.decisions() == ["2", "1", "0"]
    expect(table.tv.page.locator("meter-panel[data-panel=ranches]")).to_contain_text("21")


def stock(table: Table) -> None:
    """Ann puts up a KATY certificate: 7 / (1 + 1) = 3.5, at least $4."""
    ann = table.phones[3]
    ann.open("Stock")
    ann.choose("Missouri-Kansas-Texas", "Railroad")
    ann.press(ann.form.locator("input.amount"))  # the least stands there: she means it
    ann.tell("Slides from Start to End (Stock)", 4)
    ann.confirm()
    revision = table.aloud("auction_result", winner=1, amount=5)
    table.cash(revision, 20, 20, 20, 18)
    # KATY 6 + 5; 7 / 2 = 4 a certificate
    assert table.column(revision, "Treasury")[1] == "$11"
    assert table.column(revision, "Dividend")[1] == "$4"


def general_dividends(table: Table) -> None:
    """Ed builds a gray hex with the KATY: the Track cube stands in End; Dave's nothing brings the Ranch cube there."""
    ed, dave, _, _ = table.phones
    ed.open("Track")
    ed.choose("Missouri-Kansas-Texas", "Railroad")
    put(ed, "Gray")
    pick(ed, row(ed), "1", "Railroads in hex")
    pick(ed, row(ed), "1", "Income")
    revision = ed.confirm()
    assert table.column(revision, "Treasury")[1] == "$9"
    assert table.tv.income_track["KATY"] == 8
    table.tv.until(revision)
    end = table.tv.page.locator("track-panel[data-panel=decision-track] .space").last
    expect(end).to_contain_text("End")
    expect(end.locator(".marker:not(.ghost)")).to_have_count(1)
    dave.until(revision)
    dave.open("Only slide a cube")
    dave.choose("Ranch", "Cube to slide")
    revision = dave.confirm(words="Only slide the cube")
    # GHH 3 for Ed; KATY 8 / 2 = 4 for Ed and Dave; MP 5 for Pete and $1 for his ranch; SP 6 for Ann
    table.cash(revision, 27, 24, 26, 24)
    assert table.tv.table["round"] == 2
    assert table.decisions() == ["0", "0", "0"]


def go_west(table: Table) -> None:
    """The KATY has a gray hex: it goes west with nothing built. Pete and Ann slide cubes first."""
    ed = table.phones[0]
    table.aloud("decide_nothing", track="track")
    revision = table.aloud("decide_nothing", track="ranch")
    ed.until(revision)
    ed.open("Track")
    ed.choose("Missouri-Kansas-Texas", "Railroad")
    ed.press(ed.form.locator("label.chip.flag", has_text="Then go west"))
    ed.previewed()
    expect(ed.form).to_contain_text("$8 ÷ 2 = $4 per certificate")
    revision = ed.confirm()
    # 4 each for Ed and Dave; the $9 go to the bank
    table.cash(revision, 31, 28, 26, 24)
    assert table.column(revision, "Treasury")[1] == "$0"
    assert table.column(revision, "Note")[1] == "gone west"


def the_tp_opens(table: Table) -> None:
    """Five ranches have been built; Dave's is the sixth. The TP opens before anybody is paid."""
    dave = table.phones[1]
    figures = [
        {"of": "seat:3", "name": "ranches", "value": 5},
        {"of": "table", "name": "reached_ranches", "value": 1},
    ]
    revision = table.aloud("correct", set=figures)
    dave.until(revision)
    dave.open("Ranch")
    revision = dave.confirm(words="Build a ranch")
    table.tv.until(revision)
    assert table.tv.income_track["TP"] == 2
    dave.drop_out()
    revision = table.aloud("auction_result", winner=3, amount=4)
    # the Ranch cube stood in End with Dave's; the Track cube is at 2 of 3: no dividends yet
    table.cash(revision, 31, 28, 22, 24)
    assert table.column(revision, "Treasury")[4] == "$4"
    assert table.column(revision, "Note")[4] == ""
    assert table.tv.table["turn"]["seat"] == 3


@thorough
def test_dividends_the_tp_and_going_west(table: Table) -> None:
    initial_auctions(table)
    build_and_learn(table)
    stock(table)
    general_dividends(table)
    go_west(table)
    the_tp_opens(table)
    no_faults(*table.phones, table.tv)


@thorough
def test_a_line_that_told_no_length_is_amended_without_one(browser: Browser, server: Server) -> None:
    """Whoever said only that the cube is not on End need not count the boxes now."""
    party = new_party(server.client(), PLAYERS, game="texas-pacific")
    for winner, amount in ((1, 9), (2, 10), (3, 10), (4, 12)):
        party.made(0, "auction_result", winner=winner, amount=amount)
    party.made(0, "decide_track", railroad="GHH", hexes=[{"kind": "plain", "rank": 1}], at_end=False)
    line = party.document()["revision"]
    log = log_of(browser, server, party, **PHONE)
    dialog = amending(log, line)
    pick(log, dialog.locator("rows-field .row"), "Ranch", "Kind of hex")
    expect(dialog.locator("facts-field")).to_contain_text("Slides from Start to End (Track)")
    expect(dialog.locator(".primary")).to_be_enabled(timeout=PATIENCE_MS)
    no_faults(log)


@thorough
def test_whoever_acts_for_the_last_time_reads_it(browser: Browser, client: Client) -> None:
    """What ends the game soon stands above what can be done, not only far below."""
    party = played_at(client, "texas-pacific/end-certificates-sold", 8)
    phone = seated(browser, party, 2, **PHONE, **STILL)
    words = "4 railroads are sold out: the game ends with the next General Dividends"
    expect(phone.page.locator(".near-end")).to_have_text(words, timeout=PATIENCE_MS)
    ending, prompt = (phone.page.locator(one).bounding_box() for one in (".near-end", ".prompt"))
    assert ending
    assert prompt
    assert ending["y"] < prompt["y"]
    no_faults(phone)
    phone.close()
    early = seated(browser, played_at(client, "texas-pacific/end-certificates-sold", 6), 2, **PHONE, **STILL)
    expect(early.page.locator(".turn")).to_be_visible(timeout=PATIENCE_MS)
    expect(early.page.locator(".near-end")).to_have_count(0)


@thorough
@pytest.mark.parametrize(("built", "says"), [(15, "15 of 15"), (16, "16")])
def test_ranches_beyond_the_end_are_counted(browser: Browser, client: Client, built: int, says: str) -> None:
    """The game ends with the next General Dividends: until then more may be built than end it."""
    party = played_at(client, "texas-pacific/tp-opens", ALL)
    for seat, number in ((1, 8), (2, built - 8)):
        figure = {"of": f"seat:{seat}", "name": "ranches", "value": number}
        party.made(0, "correct", set=[figure])
    reader = seated(browser, party, 1, "/log", **PHONE, **STILL)
    line = reader.page.locator(".ends > li", has_text="15 ranches are built")
    expect(line.locator(".figure")).to_have_text(says)
    no_faults(reader)
