"""A round of Southern Pacific, and the beginning of the next, through the real pages. What a phone has done once comes
from the laptop's key the next times, and every screen hears of it.

Every figure that is expected here was worked out by hand from the rulebook; the sums stand beside them. A city pays
each railroad that connects to it $3, $2 or $1, as one, two, three or more do; a home city is connected from the start.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, TV, figure, no_faults
from tests.browser.pictures import seated
from tests.browser.played import played_at
from tests.browser.room import Evening, gathered, start
from tests.server import Client, Server, new_party, thorough

RAILROADS = ("SP", "TP", "MP", "MKT", "SLSF", "GHH")


@dataclass(slots=True)
class Table:
    """The room, and what its TV shows."""

    room: Evening

    def board_shows(self, revision: int, treasury: Mapping[str, int], income: Mapping[str, int]) -> None:
        """Treasuries and incomes on the TV, and six cubes on its Income display."""
        self.room.tv_shows(revision, treasury, income)
        assert set(self.room.tv.income_track) == set(RAILROADS)

    def column(self, revision: int, name: str) -> list[str]:
        """A column of the TV's railroads, in Railroad Order."""
        self.room.tv.until(revision)
        grid = self.room.tv.grid("railroads")
        return [grid[railroad][name] for railroad in RAILROADS]

    def meters(self, revision: int) -> tuple[dict[str, int], dict[str, str]]:
        """Cubes left by railroad, and how near each ending is, on the TV."""
        tv = self.room.tv
        tv.until(revision)
        cubes = tv.page.locator("bars-panel[data-panel=cubes]")
        left = zip(
            cubes.locator("dt .letters").all_text_contents(),
            cubes.locator("dd .figure").all_text_contents(),
            strict=True,
        )
        ends = tv.page.locator('.panel[aria-label="The end"] [role=meter]').all()
        return (
            {name: figure(number) for name, number in left},
            {str(end.get_attribute("aria-label")): str(end.get_attribute("aria-valuetext")) for end in ends},
        )


@pytest.fixture
def table(browser: Browser, own_server: Server) -> Table:
    """Everybody has sat down. Nobody has ever told this server where a home is."""
    return Table(gathered(browser, own_server, "Southern Pacific", first_bidder="Ed"))


def auctions(table: Table) -> None:
    """The six President's shares, $33 each to begin with; each with a free first link."""
    start(table.room)
    table.room.without_laptop()
    _two_and_a_home(table)
    _four_aloud(table)


def _two_and_a_home(table: Table) -> None:
    """The SP and the TP, whose home nobody has told yet."""
    room, ed, dave = table.room, table.room.ed, table.room.dave
    # SP opened by Ed from his phone at 3, and sold to him for 8. Ed 33 - 8 = 25.
    ed.bid(3)
    room.aloud("auction_result", winner=1, amount=8)
    ed.open("Build the SP’s first link")
    expect(ed.form.locator(".brief")).to_have_text("Still needed: To which city", timeout=PATIENCE_MS)
    ed.place("To", "Houston")  # from Beaumont, which stands in the rulebook
    revision = ed.confirm()
    # Beaumont 3 + Houston 3.
    table.board_shows(revision, {"SP": 8, "TP": 0}, {"SP": 6, "TP": 3})
    room.cash(revision, ed=25, dave=33, pete=33)
    # TP: Dave for 9. Dave 33 - 9 = 24. Where its home is, the first link tells.
    room.aloud("auction_result", winner=2, amount=9)
    dave.open("Build the TP’s first link")
    expect(dave.form.locator(".brief")).to_have_text("Still needed: Home city", timeout=PATIENCE_MS)
    dave.place("Home city", "Marshall")
    dave.place("To", "Longview")
    revision = dave.confirm()
    table.board_shows(revision, {"SP": 8, "TP": 9}, {"SP": 6, "TP": 6})


def _four_aloud(table: Table) -> None:
    # MP: Pete for 7, MKT: Dave for 6, SLSF: Pete for 5, GHH: Ed for 4.
    for winner, amount, start_, end in (
        (3, 7, "Paris", "Sherman"),
        (2, 6, "McAlester", "Sherman"),
        (3, 5, "Fayetteville", "Rogers"),
        (1, 4, "Galveston", "Houston"),
    ):
        table.room.aloud("auction_result", winner=winner, amount=amount)
        revision = table.room.aloud("build_link", **{"from": start_, "to": end})
    # Houston pays 2 to SP and GHH, Sherman 2 to MP and MKT; every other city 3 to its one railroad.
    table.board_shows(
        revision,
        dict(zip(RAILROADS, (8, 9, 7, 6, 5, 4), strict=True)),
        dict(zip(RAILROADS, (5, 6, 5, 5, 6, 5), strict=True)),
    )
    # Ed 25 - 4, Dave 24 - 6, Pete 33 - 7 - 5.
    table.room.cash(revision, ed=21, dave=18, pete=21)
    assert table.column(revision, "President") == ["Ed", "Dave", "Pete", "Dave", "Pete", "Ed"]
    assert table.column(revision, "Links") == ["1"] * 6
    cubes, ends = table.meters(revision)
    assert cubes == dict.fromkeys(RAILROADS, 14)  # 16, one on the Income display, one on the first link
    assert list(ends.values()) == ["1 of 15 used (SP)", "6 of 30 sold"]


def link_and_dividend(table: Table) -> None:
    """Ed operates the SP: one link, then $4 a share."""
    room, ed = table.room, table.room.ed
    ed.open("Build a link")
    ed.place("From", "Beaumont")
    ed.place("To", "Cleveland")
    revision = ed.confirm()
    # Treasury 8 - 5; Beaumont 3 + Houston 2 + Cleveland 3.
    table.board_shows(revision, {"SP": 3}, {"SP": 8})
    ed.open("Pay Dividends")
    ed.amount(4)
    revision = ed.confirm()
    # 3 + 8 - 4 x 1 share; Ed 21 + 4.
    table.board_shows(revision, {"SP": 7}, {"SP": 8})
    room.cash(revision, ed=25, dave=18, pete=21)


def stock(table: Table) -> None:
    """Dave operates the TP: Pete buys a share and both have one."""
    room, dave = table.room, table.room.dave
    dave.open("Offer a share")
    dave.confirm()
    dave.bid(3)
    revision = room.aloud("auction_result", winner=3, amount=5)
    # 9 + 5; Pete 21 - 5. One share each changes nothing.
    table.board_shows(revision, {"TP": 14}, {"TP": 6})
    room.cash(revision, ed=25, dave=18, pete=16)
    assert table.column(revision, "President")[1] == "Dave"
    revision = room.aloud("build_link", **{"from": "Longview", "to": "Paris"})
    # Treasury 14 - 5; Marshall 3 + Longview 3 + Paris 2, the MP's home; MP: Paris 2 + Sherman 2.
    table.board_shows(revision, {"TP": 9, "MP": 7}, {"TP": 8, "MP": 4})


def a_link_sold(table: Table) -> None:
    """Pete sells Dave a link of the MP, and the TP pays."""
    room, dave, pete = table.room, table.room.dave, table.room.pete
    # One railroad has one link to sell: what is left to say is the price.
    dave.open("Buy a link")
    dave.amount(4)
    dave.confirm(words="Make the offer")
    pete.until(dave.revision)
    expect(pete.form).to_contain_text("Sell Paris\u202f–\u2009Sherman to the TP for $4", timeout=PATIENCE_MS)
    pete.previewed()
    railroads = pete.form.locator(".affects").first
    expect(railroads).to_have_text(re.compile("Treasury.*Income.*Cubes left.*Treasury"))
    expect(railroads).not_to_contain_text("object")
    expect(railroads.locator('[data-figure="treasury"] .figure').first).to_have_text("$9")
    expect(railroads.locator('[data-figure="cubes_left"] .figure').first).to_have_text(re.compile(r"^\d+$"))
    assert int(pete.page.evaluate("document.documentElement.scrollWidth")) <= 360
    revision = pete.confirm(words="Sell")  # one tap
    # TP 9 - 4, Marshall 3 + Longview 3 + Paris 2 + Sherman 2, the MKT's too; MP 7 + 4, Paris 2.
    table.board_shows(revision, {"TP": 5, "MP": 11}, {"TP": 10, "MP": 2, "MKT": 5})
    assert table.column(revision, "Links") == ["2", "3", "0", "1", "1", "1"]
    cubes, ends = table.meters(revision)
    # the MP has its cube back
    assert cubes == dict(zip(RAILROADS, (13, 12, 15, 14, 14, 14), strict=True))
    assert list(ends.values()) == ["3 of 15 used (TP)", "7 of 30 sold"]
    revision = room.aloud("pay_dividend", per_share=3)
    # TP 5 + 10 - 2 x 3; Dave 18 + 3, Pete 16 + 3.
    table.board_shows(revision, {"TP": 9}, {"TP": 10})
    room.cash(revision, ed=25, dave=21, pete=19)


def bull_market(table: Table) -> None:
    """Only the MKT pays; Pete has the least then, and buys in the Bull Market."""
    room, ed, pete = table.room, table.room.ed, table.room.pete
    table.room.aloud("end_operation")  # MP
    table.room.aloud("pay_dividend", per_share=2)  # MKT: 6 + 5 - 2
    table.room.aloud("end_operation")  # SLSF
    revision = table.room.aloud("end_operation")  # GHH
    table.board_shows(revision, {"MP": 11, "MKT": 9, "SLSF": 5, "GHH": 4}, {"MP": 2, "MKT": 5})
    room.cash(revision, ed=25, dave=23, pete=19)
    expect(room.tv.page.locator(".turning-foot .held-card")).to_have_text("Pete")
    expect(room.tv.page.locator("card-panel[data-panel=bull]")).to_contain_text("Breaks ties")
    # Once around from Pete's left: Ed 2, Dave nothing, Pete 3.
    pete.open("Offer a share")
    pete.choose("Southern Pacific", "Railroad")
    pete.confirm()
    ed.bid(2)
    room.aloud("pass")
    revision = pete.bid(3)
    # SP 7 + 3; Pete 19 - 3. One share each: Ed stays president.
    table.board_shows(revision, {"SP": 10}, {"SP": 8})
    room.cash(revision, ed=25, dave=23, pete=16)
    ed.open("Offer nothing")
    ed.confirm(words="Offer nothing")
    revision = room.aloud("bull_pass")
    room.tv.until(revision)
    room.tv.sees("round 2 begins")
    assert room.tv.table["round"] == 2
    assert table.column(revision, "President") == ["Ed", "Dave", "Pete", "Dave", "Pete", "Ed"]
    assert list(table.meters(revision)[1].values()) == ["3 of 15 used (TP)", "8 of 30 sold"]


def the_president_changes(table: Table) -> None:
    """Round 2: Dave offers a TP share, Pete's second; he is president at once and operates on."""
    room, ed, dave, pete = table.room, table.room.ed, table.room.dave, table.room.pete
    ed.open("End without a dividend")
    ed.confirm(words="End, no dividend")
    room.aloud("offer_share")
    revision = room.aloud("auction_result", winner=3, amount=6)
    # TP 9 + 6; Pete 16 - 6, with two shares to Dave's one.
    table.board_shows(revision, {"TP": 15}, {"TP": 10})
    room.cash(revision, ed=25, dave=23, pete=10)
    assert table.column(revision, "President") == ["Ed", "Pete", "Pete", "Dave", "Pete", "Ed"]
    expect(room.tv.page.locator("card-panel[data-panel=operation]")).to_contain_text("Pete")
    expect(dave.page.locator("offer-list .offer, offer-list form")).to_have_count(0)
    pete.open("Build a link")
    pete.place("From", "Sherman")
    pete.place("To", "Dallas")
    revision = pete.confirm()
    # 15 - 5; Dallas adds 3.
    table.board_shows(revision, {"TP": 10}, {"TP": 13})
    revision = room.aloud("pay_dividend", per_share=5)
    # 10 + 13 - 3 x 5; Pete 10 + 10, Dave 23 + 5.
    table.board_shows(revision, {"TP": 8}, {"TP": 13})
    room.cash(revision, ed=25, dave=28, pete=20)
    assert table.column(revision, "Links") == ["2", "4", "0", "1", "1", "1"]
    expect(room.tv.page.locator("list-panel[data-panel=links]")).to_contain_text(
        "Marshall\u202f–\u2009Longview\u202f–\u2009Paris\u202f–\u2009Sherman\u202f–\u2009Dallas"
    )


@thorough
def test_a_round_and_a_president_who_changes(table: Table) -> None:
    auctions(table)
    link_and_dividend(table)
    stock(table)
    a_link_sold(table)
    bull_market(table)
    the_president_changes(table)
    no_faults(*table.room.screens)


@thorough
def test_a_tv_says_who_has_the_card_whatever_else_it_shows(browser: Browser, client: Client) -> None:
    """The line is there before anybody has the card: what stands above it keeps its place."""
    party = played_at(client, "southern-pacific/whole-evening", 40)
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    line = tv.page.locator(".turning-foot .held-card")
    expect(line).to_have_text("Nobody has it yet")
    expect(tv.page.get_by_text("Nobody has it yet")).to_have_count(1)  # no page of its own says it as well
    before = tv.page.locator(".turning-pages").bounding_box()
    while (now := party.document())["step"] != "bull_market":
        party.made(0, "end_operation" if now["step"] == "operation" else "pass")
    tv.until(now["revision"])
    (holder,) = (seat["name"] for seat in now["seats"] if seat["bull_market_card"])
    expect(line).to_have_text(holder)
    expect(line).to_have_attribute("data-title", "Bull Market card")
    assert tv.page.locator(".turning-pages").bounding_box() == before
    no_faults(tv)


@thorough
def test_what_hands_must_do_after_a_sale_is_told_as_that_of_before_while_the_next_goes_on(
    browser: Browser, client: Client
) -> None:
    """Two shares of the same railroad, one after the other."""
    party = played_at(client, "southern-pacific/whole-evening", 40)
    while party.document()["step"] != "bull_market":
        party.made(0, "end_operation" if party.document()["step"] == "operation" else "pass")
    party.made(0, "bull_offer", railroad="SP")
    winner = party.document()["auction"]["to_act"]
    sold = party.made(0, "auction_result", winner=winner, amount=1)["entry"]["summary"].split(";")[0]
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    party.made(0, "bull_offer", railroad="SP")
    tv.until(int(party.document()["revision"]))
    asks = tv.page.locator('.turning-page[data-page="work"] hands-checklist > .hint')
    expect(asks).to_have_text(f"From before: {sold}")
    no_faults(tv)


@thorough
def test_the_terms_of_a_sale_are_told_once(browser: Browser, client: Client) -> None:
    """The heading says what is sold to whom and for how much; below it stands what comes of that."""
    party = played_at(client, "southern-pacific/katy", 26)
    party.made(2, "buy_link", seller="MP", price=9, **{"from": "McAlester", "to": "Sherman"})
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.previewed()
    form = ed.form
    expect(form.locator("h2")).to_have_text("Sell Sherman\u202f–\u2009McAlester to the MKT for $9")
    # MP: 0 + 9, Paris 3 + Sherman 2 = 5; MKT: McAlester 3, Oklahoma City 3, Acme 3, Sherman 2 = 11. Ed's comes first.
    words = "MP: Treasury $0 → $9; incomes MP $8 → $5, MKT $8 → $11"
    expect(form.locator(".brief")).to_have_text(words)
    expect(form.locator("offer-preview")).to_have_attribute("data-told", "whole")
    expect(form.get_by_text("for $9")).to_have_count(1)
    expect(form.locator(".ledger")).to_have_count(0)
    treasuries = form.locator("[data-figure=treasury] .from-to").all_text_contents()
    assert sorted(treasuries) == ["$0$9", "$14$5"]
    no_faults(ed)


@thorough
def test_whoever_would_become_president_reads_what_the_railroad_has_too(
    browser: Browser, client: Client
) -> None:
    """What the bid leaves is said in the line above."""
    party = played_at(client, "southern-pacific/whole-evening", 40)
    while party.document()["step"] != "operation":
        party.made(0, "pass")
    now = party.document()
    railroad = next(one for one in now["railroads"] if one["id"] == now["turn"]["railroad"])
    rival = next(one for one in now["seats"] if one["seat"] != railroad["president"])
    own = next(one for one in now["seats"] if one["seat"] == railroad["president"])["shares"][railroad["id"]]
    figures = [
        {"of": f"railroad:{railroad['id']}", "name": "treasury", "value": 27},
        {"of": f"seat:{rival['seat']}", "name": f"shares.{railroad['id']}", "value": own},
    ]
    party.made(0, "correct", set=figures)
    party.made(0, "offer_share")
    party.made(0, "bid", amount=0)
    while party.document()["auction"]["to_act"] != rival["seat"]:
        party.made(0, "pass")
    phone = seated(browser, party, rival["seat"], **PHONE, **STILL)
    facts = phone.form.locator(".brief .aside > span")
    income, links = railroad["income"], len(railroad["links"])
    told: list[str | re.Pattern[str]] = [
        "Makes you president",
        "Treasury $27",
        f"Income ${income}",
        f"Links {links}",
        re.compile("Unsold"),
    ]
    expect(facts).to_have_text(told, timeout=PATIENCE_MS)
    line = phone.form.locator(".brief .aside").bounding_box()
    assert line
    for fact in facts.all()[:3]:
        box = fact.bounding_box()
        assert box
        assert box["y"] < line["y"] + line["height"] / 2
        assert box["x"] + box["width"] <= line["x"] + line["width"]
    no_faults(phone)


@thorough
def test_cities_to_choose_stay_within_their_tiles_on_the_narrowest_phone(
    browser: Browser, client: Client
) -> None:
    """Nacogdoches is the longest word of those that the rulebook names."""
    party = new_party(client, game="southern-pacific")
    party.made(0, "auction_result", winner=2, amount=7)
    small = {**PHONE, "viewport": {"width": 320, "height": 640}}
    phone = seated(browser, party, 2, **small, **STILL)
    names = phone.page.locator(".place .chip .chip-label")
    expect(names.filter(has_text="Nacogdoches")).to_be_visible(timeout=PATIENCE_MS)
    beyond = """(all) => all.map((one) =>
        one.closest(".chip").getBoundingClientRect().right - one.getBoundingClientRect().left - one.scrollWidth)"""
    assert min(names.evaluate_all(beyond)) >= 2
    no_faults(phone)


@thorough
def test_yes_and_no_are_one_tap_each(browser: Browser, client: Client) -> None:
    """Ed is asked for a link; Decline stands beside Sell, and what it does is done at once."""
    party = played_at(client, "southern-pacific/katy", 26)
    party.made(2, "buy_link", seller="MP", price=9, **{"from": "McAlester", "to": "Sherman"})
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.previewed()
    before = party.document()["revision"]
    ed.press(ed.form.locator("[data-offer=decline_sale]"))
    ed.until(before + 1)
    assert party.document()["revision"] == before + 1
    assert "declines" in party.document()["recent"][-1]["summary"]
    no_faults(ed)


@thorough
def test_where_a_known_link_leads_stands_first(browser: Browser, own_server: Server) -> None:
    """The rulebook names three of them at Beaumont; of all other cities one looks for the name. No other table has
    taught this server one more."""
    party = new_party(own_server.client(), game="southern-pacific")
    party.made(1, "auction_result", winner=1, amount=3)
    ed = seated(browser, party, 1, **PHONE, **STILL)
    cities = ed.form.locator("place-field[data-field=to] .chip .chip-label").locator("visible=true")
    expect(cities).to_have_text(["Cleveland", "Houston", "Nacogdoches", "Acme", "McAlester", "Oklahoma City"])
    no_faults(ed)
