"""An evening of Gulf, Mobile & Ohio through the real pages, from the South Carolina's Charter to the last pass.

Every figure that is expected here was worked out by hand from the rulebook; the sums stand beside them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games import GAMES
from tests.api.test_evenings_http import HttpPlayer
from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, TV, Screen, figure, no_faults
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.room import Evening, gathered, start
from tests.evening_reader import play_evening
from tests.server import ROOT, Client, Party, Server, new_party, thorough

PHONE_WIDTH = 360


@dataclass(slots=True)
class Table:
    """The room, and what its TV shows."""

    room: Evening

    def points(self, revision: int, ed: int, dave: int, pete: int) -> None:
        """Victory points on the TV."""
        self.room.tv.until(revision)
        players = self.room.tv.grid("players")
        assert [figure(players[name]["VP"]) for name in ("Ed", "Dave", "Pete")] == [ed, dave, pete]

    def railroads(self, revision: int, wanted: Mapping[str, tuple[str, str, str, int]]) -> None:
        """President, who has the Common, colour and cubes of every chartered railroad on the TV."""
        self.room.tv.until(revision)
        grid = self.room.tv.grid("railroads")
        shown = {
            name: (row["President"], row["Common"], row["Colour"], figure(row["Cubes"]))
            for name, row in grid.items()
        }
        assert shown == wanted

    def ends(self, revision: int) -> list[str]:
        """How near each ending is, on the TV."""
        self.room.tv.until(revision)
        ends = self.room.tv.page.locator('.panel[aria-label="The end"] [role=meter]').all()
        return [str(end.get_attribute("aria-valuetext")) for end in ends]


def the_sc_is_built(
    client: Client, players: list[str] | None = None, winner: int = 2, price: int = 9, to: str = "Savannah"
) -> Party:
    """A table at which the SC has its Charter and its first cubes: Charleston, that city and a rural hex."""
    party = new_party(client, players, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=winner, amount=price)
    party.made(winner, "expand", rural=1, cities=["Charleston", to])
    return party


def cities(phone: Screen, *names: str, of: str = "cities") -> None:
    """Write the cities that are reached, one after another."""
    field = phone.form.locator(f"places-field[data-field={of}]").locator("visible=true")
    for name in names:
        search = field.locator("input.search")
        if search.count():
            search.fill(name)
        chip = field.locator(".chip", has=phone.page.get_by_text(name, exact=True))
        new = field.get_by_role("button", name=f"New: {name}", exact=True)
        phone.press(chip.or_(new).first)


def rural(phone: Screen, number: int) -> None:
    """Tap how many rural hexes get a cube."""
    field = phone.form.locator("count-field[data-field=rural]").locator("visible=true")
    phone.press(
        field.locator("label.chip", has=phone.page.get_by_text(str(number or "None"), exact=True)).first
    )


def only_one_rural(phone: Screen) -> None:
    """$9 pay three cubes, two of them in cities: the third can only be in a rural hex, and nobody is asked."""
    expect(phone.form.locator("places-field[data-field=cities]")).to_be_visible()
    expect(phone.form.locator("[data-field=rural]").locator("visible=true")).to_have_count(0)


@pytest.fixture
def table(browser: Browser, own_server: Server) -> Table:
    """Everybody has sat down."""
    room = gathered(browser, own_server, "Gulf, Mobile & Ohio", first_bidder="Ed", asks="Start player")
    return Table(room)


def the_south_carolina(table: Table) -> None:
    """Ed must put the SC up; Dave gets it for $12 and builds to Augusta."""
    room, ed, dave = table.room, table.room.ed, table.room.dave
    start(room)
    room.without_laptop()
    ed.open("Charter a Railroad")
    ed.choose("South Carolina", "Railroad")
    ed.confirm()
    ed.bid(5)
    revision = room.aloud("auction_result", winner=2, amount=12)
    room.cash(revision, ed=40, dave=28, pete=40)
    dave.open("Build the SC")
    rural(dave, 1)
    expect(dave.form.locator(".brief")).to_have_text("Cities: 1 more needed")  # Charleston stands there
    cities(dave, "Augusta")
    dave.previewed()
    built, scored = "Charleston, Augusta and 1 rural hex", "charter 1, Charleston 1, Augusta 1"
    expect(dave.form.locator(".brief")).to_have_text(f"3 VP for $9, $3 unspent: {built}; VP: {scored}")
    assert int(dave.page.evaluate("document.documentElement.scrollWidth")) <= PHONE_WIDTH
    revision = dave.confirm()
    # 3 cubes for $9, the other $3 to the bank. 1 for the Charter, 2 cities.
    room.cash(revision, ed=40, dave=28, pete=40)
    table.points(revision, ed=0, dave=3, pete=0)
    table.railroads(revision, {"SC": ("Dave", "unsold", "green", 3)})
    assert table.ends(revision) == ["1 of 6 colours", "0 of 3 passes"]


def a_cancelled_charter(table: Table) -> None:
    """To the left of Ed is Dave: the CEN for $8 comes to nothing, and is his pass."""
    room = table.room
    ed, dave, pete = room.ed, room.dave, room.pete
    dave.until(ed.revision)
    dave.open("Charter a Railroad")
    dave.choose("Central", "Railroad")
    dave.confirm()
    room.tv.sees("Cancelled below $9 · $3 a cube, green")
    dave.drop_out()
    pete.bid(8)
    room.tv.sees("Cancelled below $9 · $3 a cube, green")
    revision = ed.drop_out()
    room.cash(revision, ed=40, dave=28, pete=40)
    room.tv.sees(re.compile("CEN.s Charter is cancelled: Pete.s .8 is below .9"))
    room.tv.sees(re.compile("counts as Dave.s pass"))
    table.railroads(revision, {"SC": ("Dave", "unsold", "green", 3)})
    assert table.ends(revision) == ["1 of 6 colours", "1 of 3 passes"]


def a_common_share(table: Table) -> None:
    """Pete has the SC's Common for $10, with track to Atlanta."""
    room, pete = table.room, table.room.pete
    pete.open("Auction a Common Share")
    pete.choose("South Carolina", "Railroad")
    pete.confirm()
    room.aloud("auction_result", winner=3, amount=10)
    pete.open("Expand the SC")
    rural(pete, 1)
    cities(pete, "Atlanta")
    revision = pete.confirm()
    # Atlanta 2; 2 cubes $6, $4 to the bank. The WP may start in Atlanta.
    room.cash(revision, ed=40, dave=28, pete=30)
    table.points(revision, ed=0, dave=3, pete=2)
    table.railroads(revision, {"SC": ("Dave", "Pete", "green", 5)})
    charters = room.tv.page.locator("[data-panel=railroads] .coming")
    expect(charters).to_contain_text("Montgomery or Atlanta", timeout=PATIENCE_MS)
    assert table.ends(revision) == ["1 of 6 colours", "0 of 3 passes"]


def dividends(table: Table) -> None:
    """Ed charters the VC, and its Common pays."""
    room, ed, dave = table.room, table.room.ed, table.room.dave
    # Ed: the VC for $9, aloud. Green 32 - 6 = 26 are as many as yellow.
    ed.open("Charter a Railroad")
    ed.choose("Virginia Central", "Railroad")
    ed.confirm()
    ed.open("Enter the result")
    ed.choose("Ed", "Winner")
    ed.amount(9)
    ed.confirm()
    ed.open("Choose the VC’s colour")
    ed.choose("yellow", "Colour")
    ed.confirm()
    ed.open("Build the VC")
    only_one_rural(ed)
    cities(ed, "Petersburg")
    revision = ed.confirm()
    # 1 for the Charter, 1 for the + of the VC, 2 cities.
    room.cash(revision, ed=31, dave=28, pete=30)
    table.points(revision, ed=4, dave=3, pete=2)
    # Dave puts the VC's Common up and has it for nothing: the marker reaches the 2.
    dave.open("Auction a Common Share")
    dave.choose("Virginia Central", "Railroad")
    dave.confirm()
    dave.bid(0)
    room.aloud("pass")
    revision = room.aloud("pass")
    # $3 for each of the four: both Commons are sold.
    room.cash(revision, ed=34, dave=34, pete=33)
    table.railroads(revision, {"SC": ("Dave", "Pete", "green", 5), "VC": ("Ed", "Dave", "yellow", 3)})
    assert table.ends(revision) == ["2 of 6 colours", "0 of 3 passes"]


def the_end(table: Table) -> None:
    """All three pass, and Ed has the most points."""
    room = table.room
    room.pete.until(room.tv.revision)
    room.pete.open("Pass")
    room.pete.confirm(words="Pass for this turn")
    room.aloud("pass_turn")
    revision = room.aloud("pass_turn")
    room.ed.until(revision)
    assert table.ends(revision) == ["2 of 6 colours", "3 of 3 passes"]
    assert room.tv.table["status"] == "finished"
    phone = room.ed
    phone.press(phone.page.locator("a[href$='/settlement']").first)
    result = phone.page.locator("settlement-screen")
    expect(result.locator("h1")).to_have_text("Ed wins", timeout=PATIENCE_MS)
    expect(result.locator(".result-head")).to_contain_text("Most victory points win. Ties are shared")
    totals = result.locator(".ranking .total")
    expect(totals).to_have_text([re.compile(r"^4\sVP$"), re.compile(r"^3\sVP$"), re.compile(r"^2\sVP$")])
    expect(result.locator(".payoff").first).to_contain_text("charter 1 VP, charter bonus 1 VP, cities 2 VP")
    expect(result.locator(".payoff").first).not_to_contain_text("$")


@thorough
def test_from_the_first_charter_to_the_last_pass(table: Table) -> None:
    the_south_carolina(table)
    a_cancelled_charter(table)
    a_common_share(table)
    dividends(table)
    the_end(table)
    no_faults(*table.room.screens)


def off_the_shares(phone: Screen, letters: str) -> None:
    """Somebody takes a railroad's shares from the stack."""
    if not phone.form.count():
        phone.open("Add a new railroad")
    phone.form.locator("text-field[data-field=railroad] input").fill(letters)


@thorough
def test_what_only_the_shares_tell(browser: Browser, own_server: Server) -> None:
    """Letters that are nearly known are asked about; so is a start city, before a Charter is cancelled."""
    party = new_party(own_server.client(), game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=12)
    party.made(2, "expand", rural=1, cities=["Charleston", "Augusta"])
    ed, dave = (seated(browser, party, seat, **PHONE) for seat in (1, 2))
    _letters(dave)
    dave.open("Charter a Railroad")
    dave.choose("GA", "Railroad")
    dave.confirm()
    dave.open("Enter the result")
    dave.choose("Ed", "Winner")
    dave.amount(9)
    revision = dave.confirm()
    # green, of which 28 are left, stands in Augusta
    ed.until(revision)
    _start_cities(ed)
    # there is none: Ed says so
    ed.open("Cancel the Charter")
    revision = ed.confirm()
    dave.until(revision)
    assert (ed.cash, dave.cash) == (40, 28)
    meters = ed.page.get_by_role("region", name="The end").get_by_role("meter")
    assert [end.get_attribute("aria-valuetext") for end in meters.all()] == [
        "1 of 6 colours",
        "1 of 3 passes",
    ]


def _letters(dave: Screen) -> None:
    """The M&C is known, the GM&O is a different railroad, and the GA has Augusta on its shares."""
    off_the_shares(dave, "M C")
    preview = dave.form.locator("offer-preview")
    expect(preview).to_contain_text("M C is not known. Did you mean M&C?", timeout=PATIENCE_MS)
    dave.press(preview.get_by_role("button", name="M&C", exact=False).first)
    expect(preview).to_contain_text("The M&C is already available", timeout=PATIENCE_MS)
    off_the_shares(dave, "G M O")
    expect(preview).to_contain_text("Did you mean GM&O?", timeout=PATIENCE_MS)
    dave.press(preview.locator(".chip.new"))
    dave.confirm()
    expect(dave.form).to_have_count(0)
    off_the_shares(dave, "GA")
    cities(dave, "Augusta", of="start_cities")
    dave.confirm()


def _start_cities(ed: Screen) -> None:
    """No start city is free, and the GA is said to begin in Macon."""
    ed.open("Build the GA")
    expect(ed.form).to_contain_text("Green is already in Augusta: do its shares list another start city?")
    only_one_rural(ed)
    cities(ed, "Macon", "Athens")
    expect(ed.form).to_contain_text("Do the GA’s shares list Macon as a start city too?", timeout=PATIENCE_MS)
    shown = ed.page.locator("facts-field places-field [aria-pressed=true] .chip-label")
    expect(shown).to_have_text(["Augusta", "Macon"])


@thorough
def test_keys_for_numbers_stand_in_rows_alike(browser: Browser, client: Client) -> None:
    """Six of them, on a phone that has room for five in a row, are three and three."""
    party = the_sc_is_built(client, price=25, to="Augusta")
    dave = seated(browser, party, 2, **PHONE)
    dave.open("Presidential Expansion")
    keys = dave.form.locator("count-field[data-field=rural] label.chip").locator("visible=true")
    tops = [round(key.bounding_box()["y"]) for key in keys.all()]  # type: ignore[index]  # they are in sight
    # $15 are five cubes: 0 to 5
    assert [tops.count(top) for top in sorted(set(tops))] == [3, 3]
    # nobody is refused before having done anything
    needed = "Still needed: City or rural hex"
    expect(dave.form.locator(".brief")).to_have_text(needed, timeout=PATIENCE_MS)
    # cities stand in two columns
    cities = dave.form.locator("places-field .chip:has(.hint)")
    places = cities.evaluate_all("(all) => all.map((one) => [one.offsetLeft, one.offsetWidth])")
    assert [len(set(each)) for each in zip(*places, strict=True)] == [2, 1]
    # none of them moves when one is taken, and the same tap takes it back; what it is worth stands there still
    where = "(all) => all.map((one) => [one.innerText, one.offsetLeft, one.offsetTop])"
    before = cities.evaluate_all(where)
    city = cities.filter(has_text="VP").nth(1)
    dave.press(city)
    expect(city).to_have_attribute("aria-pressed", "true")
    assert cities.evaluate_all(where) == before
    dave.previewed()
    city.press("Enter")
    expect(city).to_have_attribute("aria-pressed", "false")
    expect(city).to_be_focused()
    city.press("Enter")
    dave.previewed()
    no_faults(dave)


@thorough
def test_a_laptops_table_of_railroads_has_air_with_long_names(
    browser: Browser, client: Client, tmp_path: Path
) -> None:
    """Where two columns name players, both have their whole names, and nothing runs together."""
    names = {
        "Ann": "Bartholomew",
        "Ben": "Josephine",
        "Cleo": "Maximiliane",
        "Dan": "Katharina",
        "Eve": "Liu",
    }
    words = (ROOT / "tests/evenings/gulf-mobile-ohio/five-players.evening").read_text("utf-8")
    for short, long in names.items():
        words = re.sub(rf"\b{short}\b", long, words)
    evening = tmp_path / "long-names.evening"
    evening.write_text(words, "utf-8")
    player = HttpPlayer(client)
    play_evening(evening, player, GAMES)
    laptop = seated(browser, player.party, 0, **LAPTOP, **STILL)
    table = laptop.page.locator("[data-panel=railroads]")
    for look in ("data-few", "data-cards"):
        expect(table).not_to_have_attribute(look, "")
    gaps = table.locator("tr").evaluate_all("""rows => rows.flatMap((row) => {
        const boxes = [...row.querySelectorAll("th, td")].map((place) => {
            const range = new Range();
            range.selectNodeContents(place);
            return range.getBoundingClientRect();
        }).filter((box) => box.width);
        return boxes.slice(1).map((box, at) => box.left - boxes[at].right);
    })""")
    assert gaps
    assert min(gaps) >= 8
    no_faults(laptop)


@thorough
def test_words_of_a_list_begin_below_one_another(browser: Browser, client: Client) -> None:
    """What a railroad is connected to stands in words below its cities, whatever letters its badge has."""
    phone = seated(browser, played(client, "gulf-mobile-ohio/example-west-point"), 1, **PHONE, **STILL)
    phone.press(phone.page.get_by_role("tab", name="Table"))
    words = phone.page.locator("[data-panel=connections] li > :is(.cell-text, .hint)")
    expect(words.nth(1)).to_have_text("connected to yellow, red, blue")
    assert len(set(words.evaluate_all("all => all.map((one) => one.offsetLeft)"))) == 1
    no_faults(phone)


@thorough
def test_charters_stand_large_on_a_tv_until_a_railroad_does(browser: Browser, client: Client) -> None:
    """The place of the railroads is not empty while the first Charter is under the hammer."""
    party = new_party(client, game="gulf-mobile-ohio")
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    charters = tv.page.locator(".board-wide [data-panel=charters]")
    expect(charters.locator("li").first).to_contain_text("Charleston")
    assert charters.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    letters, name = (
        float(tv.page.locator(words).first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)"))
        for words in (".board-wide [data-panel=charters] .cell-text", "[data-panel=players] .name")
    )
    assert letters > name
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=25)
    expect(tv.page.locator(".board-wide [data-panel=railroads]")).to_be_visible(timeout=PATIENCE_MS)
    expect(charters).to_have_count(0)
    no_faults(tv)
