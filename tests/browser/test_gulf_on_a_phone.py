"""What a phone tells a player of Gulf, Mobile & Ohio: of bids, of Charters, of cities just named."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, left, right, top
from tests.browser.pages import PATIENCE_MS, PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import ALL, played
from tests.browser.test_gulf_mobile_ohio import cities, rural, the_sc_is_built
from tests.browser.test_standing import CONFIRM, stand
from tests.server import Client, new_party, thorough

NAMES = ["Bartholomew", "Maximiliane", "Josephine", "Ed", "Konstantin"]


@thorough
def test_the_auction_is_in_sight_once_a_limit_stands(browser: Browser, client: Client) -> None:
    """On the smallest phone its form fills the page, and the auction is above it."""
    party = new_party(client, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    dave = seated(browser, party, 2, **{**PHONE, "viewport": {"width": 320, "height": 568}})
    dave.press(dave.page.locator("[data-limit=open]"))
    for digit in "15":
        dave.press(dave.page.locator(f'.limit-form [data-key=digit][value="{digit}"]'))
    dave.press(dave.page.locator("[data-limit=set]"))
    expect(dave.page.locator(".limit-words")).to_contain_text("$15", timeout=PATIENCE_MS)
    expect(dave.page.locator("auction-box")).to_be_in_viewport(ratio=1)
    no_faults(dave)


WHOLE_FACTS = """
(aside) => {
  const { top, bottom } = aside.getBoundingClientRect();
  return [...aside.children].filter((fact) => fact.getBoundingClientRect().top < bottom - 1)
    .map((fact) => [fact.textContent, fact.getBoundingClientRect().bottom <= bottom + 1]);
}
"""


@thorough
def test_what_stands_below_a_bid_ends_on_something_whole(browser: Browser, client: Client) -> None:
    """On the narrowest phone, too."""
    party = new_party(client, ["Katarzyna", "Maximilian", "Bo", "Josephine", "Al"], game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    facts: list[tuple[str, bool]] = [("Cancelled below $9", True), ("$3 a cube, green", True)]
    for wide, high, some in ((320, 568, facts[:1]), (414, 736, facts)):
        size = {"viewport": {"width": wide, "height": high}}
        phone = seated(browser, party, 1, **{**PHONE, **STILL, **size})
        phone.press(phone.form.locator('[data-key=digit][value="9"]'))
        phone.previewed()
        settled(phone.page)
        shown = phone.form.locator(".brief .aside").evaluate(WHOLE_FACTS)
        assert [tuple(fact) for fact in shown] == some
        no_faults(phone)


@thorough
def test_bids_that_were_outbid_stay_on_a_phone(browser: Browser, client: Client) -> None:
    """One's own as well as others', whoever is to act; also on a phone that has just come."""
    party = new_party(client, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    ed = seated(browser, party, 1, **PHONE)
    bids = ed.page.locator("auction-box .bid").locator("visible=true")
    for seat, amount in enumerate((9, 10, 11), 1):
        party.made(seat, "bid", amount=amount)
        expect(ed.page.locator("auction-box .high-bid")).to_contain_text(f"${amount}")
    party.made(1, "bid", amount=12)
    said = ["bid $12", "bid $10", "bid $11"]
    expect(bids).to_have_text(said)
    ed.page.reload()
    expect(bids).to_have_text(said)
    no_faults(ed)


@thorough
@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Pass: you get it free if all do"), ("de", "Alle passen: gratis an dich")],
)
@pytest.mark.parametrize(("wide", "high"), [(320, 568), (360, 640)])
def test_who_opens_a_common_share_reads_whole_what_a_pass_brings(
    wide: int, high: int, language: str, told: str, browser: Browser, client: Client
) -> None:
    """Whatever amount stands in the form: it is said of Pass."""
    party = the_sc_is_built(client)
    party.made(2, "auction_common", railroad="SC")
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    phone = seated(browser, party, 2, **{**PHONE, **STILL, **size})
    for digit in ("", "4"):
        if digit:
            phone.press(phone.form.locator(f'[data-key=digit][value="{digit}"]'))
        phone.previewed()
        settled(phone.page)
        first = phone.form.locator(".brief .aside > *").first
        expect(first).to_have_text(told)
        assert all(whole for _, whole in phone.form.locator(".brief .aside").evaluate(WHOLE_FACTS))
        assert first.evaluate("fact => fact.scrollWidth <= fact.parentElement.clientWidth")
    no_faults(phone)


@thorough
def test_who_has_passed_after_a_bid_of_nothing_reads_so(browser: Browser, client: Client) -> None:
    """A bid of $0 says no more than a pass; of $2 it says how far one went."""
    party = the_sc_is_built(client)
    party.made(2, "auction_common", railroad="SC")
    party.made(2, "bid", amount=0)
    ed = seated(browser, party, 1, **PHONE)
    rows = ed.page.locator("auction-box .bidders > li")
    for seat, amount in ((3, 2), (1, 3)):
        party.made(seat, "bid", amount=amount)
    expect(rows.nth(1)).to_contain_text("bid $0")
    party.made(2, "pass")
    told = rows.nth(1).locator(".bid, .state").locator("visible=true")
    expect(told).to_have_text(["passed"])
    expect(rows.nth(2)).to_contain_text("bid $2")
    no_faults(ed)


@thorough
def test_the_owner_of_a_charter_reads_so(browser: Browser, client: Client) -> None:
    """Whoever has a Common share alone presides over nothing."""
    party = the_sc_is_built(client, price=12, to="Augusta")
    party.made(2, "auction_common", railroad="SC")
    party.made(2, "auction_result", winner=3, amount=0)
    for seat, words in ((2, "President: SC"), (3, "SC")):
        phone = seated(browser, party, seat, **PHONE)
        expect(phone.page.locator(".own-shares")).to_have_text(words)
        no_faults(phone)


@thorough
def test_whoever_waits_after_a_turn_has_what_is_seldom_wanted_folded_away(
    browser: Browser, client: Client
) -> None:
    """What has drawn the badges of a turn leaves nothing on the page of one who waits."""
    phone = seated(browser, the_sc_is_built(client), 2, **PHONE)
    expect(phone.page.locator(".begun .tile").first).to_be_visible(timeout=PATIENCE_MS)
    phone.open("Pass")
    phone.confirm(words="Pass for this turn")
    expect(phone.page.locator("offer-list > .offers > details > summary")).to_have_text(
        "More: Add a new railroad"
    )
    expect(phone.page.locator("offer-list .offer").locator("visible=true")).to_have_count(0)
    no_faults(phone)


@thorough
def test_no_colon_ends_what_is_cut_of_the_news(browser: Browser, client: Client) -> None:
    """What it announces is cut off with it."""
    party = the_sc_is_built(client)
    phone = seated(browser, party, 2, **PHONE)
    points = "; Dave scores 3 VP for $9 (charter 1, Charleston 1, "
    expect(phone.page.locator(".news .what-follows")).to_contain_text(points)
    party.made(2, "note", text="a break; because: pizza")
    expect(phone.page.locator(".news .what-follows")).to_have_text("; because:\u00a0pizza")
    no_faults(phone)


@thorough
def test_a_city_just_named_is_a_start_city_to_choose(browser: Browser, client: Client) -> None:
    """The railroad that starts in it is told in the same form, a moment later."""
    party = new_party(client, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=12)
    dave = seated(browser, party, 2, **PHONE)
    dave.open("Build the SC")
    rural(dave, 1)
    cities(dave, "Lakota Valley")
    dave.press(dave.form.get_by_role("button", name="Add one"))
    chips = dave.form.locator("rows-field places-field button.chip .chip-label")
    expect(chips.nth(0)).to_have_text("Charleston")
    expect(chips.nth(1)).to_have_text("Lakota Valley")
    # whoever thinks of another city only now finds it there, too, and what was chosen stays
    dave.press(chips.nth(1))
    cities(dave, "Sleepy Hollow")
    for at, name in enumerate(("Charleston", "Lakota Valley", "Sleepy Hollow")):
        expect(chips.nth(at)).to_have_text(name)
    taken = dave.form.locator("rows-field places-field [aria-pressed=true] .chip-label")
    expect(taken).to_have_text(["Lakota Valley"])
    # another railroad may be added, which is no next step: beside Confirm it would read as one
    expect(dave.form.locator(".confirm-bar .another")).to_have_count(0)
    no_faults(dave)


@thorough
def test_an_auction_names_the_share_and_leaves_every_name_whole(browser: Browser, client: Client) -> None:
    """Whoever waits needs no "you" behind the name that stands above."""
    names = ["Ada", "Bartholomew", "Josephine", "Ed", "Maximiliane"]
    party = the_sc_is_built(client, names, winner=5)
    party.made(2, "auction_common", railroad="SC")
    ada = seated(browser, party, 2, **PHONE)
    expect(ada.form.locator("form")).to_have_accessible_name("Bid for SC Common")
    no_faults(ada)
    party.made(2, "bid", amount=1)
    party.made(3, "bid", amount=2)
    party.made(4, "bid", amount=3)
    party.made(5, "bid", amount=4)
    waits = seated(browser, party, 5, **PHONE)
    expect(waits.page.locator(".lot-facts > *").first).to_have_text("Common · $3 per share once sold")
    own = waits.page.locator("auction-box [data-state=leads] .name")
    expect(own).to_have_text("Maximiliane")
    assert own.evaluate("name => name.scrollWidth <= name.clientWidth")
    no_faults(waits)


@thorough
def test_where_a_railroad_starts_stands_below_every_badge(browser: Browser, client: Client) -> None:
    """Also with a point for its +; and of one whose shares nobody has read that it is not known."""
    party = the_sc_is_built(client)
    party.made(2, "make_available", railroad="PS")
    dave = seated(browser, party, 2, **PHONE)
    dave.open("Charter a Railroad")
    chips = dave.form.locator("choice-field .chip")
    expect(chips.filter(has_text="start city not entered")).to_have_count(1)
    below = """chips => chips.every((chip) => chip.querySelector(".hint").getBoundingClientRect().top >=
        chip.querySelector("railroad-badge").getBoundingClientRect().bottom)"""
    assert chips.evaluate_all(below)
    # a pass is none of what stands beside Confirm
    expect(dave.form.get_by_role("button", name="Pass")).to_have_count(0)
    no_faults(dave)


@thorough
def test_nothing_is_built_with_a_price_only_by_a_move_of_its_own(browser: Browser, client: Client) -> None:
    """A form that has come up loses no money by one tap; and what one has typed stands among the cities once."""
    party = new_party(client, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=9)
    ed = seated(browser, party, 2, **PHONE)
    # it starts in one city alone
    expect(ed.form.locator(".taken .chip-label")).to_have_text("Charleston")
    expect(ed.form.locator(".taken button")).to_have_count(0)
    party.made(2, "expand", rural=1, cities=["Charleston", "Augusta"])
    party.made(2, "auction_common", railroad="SC")
    party.made(2, "auction_result", winner=2, amount=7)
    needed = "Still needed: City or rural hex"
    expect(ed.form.locator(".brief")).to_have_text(needed, timeout=PATIENCE_MS)
    ed.form.locator("places-field input.search").locator("visible=true").fill("Atlan")
    expect(
        ed.form.locator("places-field .chip-label", has_text="Atlanta").locator("visible=true")
    ).to_have_count(1)
    # the form has come up by itself, under one heading, and what else may be done is in sight beside Confirm
    expect(ed.page.locator(".now-what .prompt")).to_have_count(0)
    none = ed.form.get_by_role("button", name="Place no cube")
    expect(none).to_be_in_viewport(ratio=1)
    settled(ed.page)
    before = stand(ed, CONFIRM)[CONFIRM]
    ed.press(none)
    expect(ed.form.locator(".offer-title h2")).to_have_text("Place no cube")
    settled(ed.page)
    after = stand(ed, CONFIRM)[CONFIRM]  # the thumb is there
    assert (after["y"], after["height"]) == pytest.approx((before["y"], before["height"]), abs=1)
    assert top(ed.form) - bottom(ed.page.locator(".news-line")) <= 24  # no blank above it
    ed.previewed()
    expect(ed.form.locator(".brief")).to_contain_text("SC places no cube; unspent $7 goes to the bank")
    ed.confirm()
    no_faults(ed)


@thorough
def test_cities_stay_whatever_number_of_rural_hexes_they_come_with(browser: Browser, client: Client) -> None:
    """Without a rural hex one of them is needed, with one it need not be."""
    party = the_sc_is_built(client, price=25, to="Augusta")
    dave = seated(browser, party, 2, **PHONE)
    dave.open("Presidential Expansion")
    needed = "Still needed: City or rural hex"
    expect(dave.form.locator(".brief")).to_have_text(needed, timeout=PATIENCE_MS)
    cities(dave, "Atlanta")
    taken = dave.form.locator("places-field [aria-pressed=true] .chip-label").locator("visible=true")
    expect(taken).to_have_text(["Atlanta"])
    dave.previewed()
    rural(dave, 2)
    expect(taken).to_have_text(["Atlanta"])
    search = dave.form.locator("places-field input.search").locator("visible=true")
    search.fill("Greenville")
    dave.press(dave.form.get_by_role("button", name="New: Greenville", exact=True))
    rural(dave, 0)
    expect(taken).to_have_text(["Greenville", "Atlanta"])  # what was just typed is in sight
    dave.previewed()
    dave.press(taken.first)
    dave.press(taken.first)
    expect(dave.form.locator(".brief")).to_have_text(needed, timeout=PATIENCE_MS)
    rural(dave, 1)
    expect(taken).to_have_count(0)
    dave.previewed()
    no_faults(dave)


@thorough
@pytest.mark.parametrize(("wide", "high"), [(320, 568), (360, 640), (360, 740)])
def test_the_word_for_no_rural_hex_keeps_off_the_frame_of_its_key(
    wide: int, high: int, browser: Browser, client: Client
) -> None:
    """$12 are four cubes: the five keys for how many are one row, in German, too."""
    party = the_sc_is_built(client, price=28, to="Augusta")
    size = {"viewport": {"width": wide, "height": high}, "locale": "de"}
    dave = seated(browser, party, 2, **{**PHONE, **STILL, **size})
    dave.open("Ausbau des Präsidenten")
    settled(dave.page)
    keys = dave.form.locator("[data-field=rural] .chip")
    expect(keys.locator(".chip-label")).to_have_text(["Keine", "1", "2", "3", "4"])
    assert len({top(key) for key in keys.all()}) == 1
    # the label is as wide as its word
    word = keys.first.locator(".chip-label")
    assert left(word) - left(keys.first) >= 6
    assert right(keys.first) - right(word) >= 6
    no_faults(dave)


@thorough
def test_letters_of_a_badge_are_capitals(browser: Browser, client: Client) -> None:
    """However they are typed: they stand beside SC and VC on every screen."""
    party = the_sc_is_built(client)
    phone = seated(browser, party, 2, **PHONE)
    phone.open("Add a new railroad")
    phone.form.get_by_label("Letters").fill("ga")
    phone.form.get_by_label(re.compile("^Name")).fill("Georgia")
    phone.form.locator("[data-field=start_cities] .search").fill("Macon")
    phone.press(phone.form.locator("[data-field=start_cities] .chip", has_text="Macon").first)
    phone.confirm()
    assert any(railroad["id"] == "GA" for railroad in party.document()["railroads"])
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("wide", [320, 360])
def test_what_points_come_of_has_all_the_width_of_an_account(
    browser: Browser, client: Client, wide: int, language: str
) -> None:
    """In the end: below the plate and the points, and no number stands apart from *VP*."""
    party = played(client, "gulf-mobile-ohio/five-players", ALL)
    size = {"viewport": {"width": wide, "height": 740}, "locale": language}
    phone = seated(browser, party, 1, "/settlement", **{**PHONE, **STILL, **size})
    line = phone.page.locator("[data-winner] .payoff tbody tr").first
    formula = line.locator(".formula")
    expect(formula).to_contain_text(re.compile(r"1\sVP.*\d\sVP"))
    assert top(formula) >= bottom(line.locator("railroad-badge"))
    assert left(formula) <= left(line.locator("railroad-badge"))
    assert right(formula) >= right(line.locator(".number"))
    no_faults(phone)


@thorough
@pytest.mark.parametrize(
    ("wide", "high", "language"),
    [(320, 568, "de"), (360, 640, "de"), (320, 568, "en"), (640, 360, "de")],
)
def test_the_keypad_stays_where_it_is_below_the_least_bid(
    browser: Browser, client: Client, wide: int, high: int, language: str
) -> None:
    """What is wrong has the room of the heading, of three lines in German; the second digit is where it was."""
    party = new_party(client, NAMES, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "bid", amount=11)
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    phone = seated(browser, party, 2, **{**PHONE, **STILL, **size})
    keys = [phone.form.locator(f"[data-key=digit][value='{digit}']") for digit in "16"]
    settled(phone.page)
    stood = [top(key) for key in keys]
    phone.press(keys[0])
    expect(phone.form.locator(".amount-line .fault")).to_be_visible()
    settled(phone.page)
    assert [top(key) for key in keys] == stood
    phone.press(keys[1])
    expect(phone.form.locator(".amount")).to_have_value("$16")
    settled(phone.page)
    assert [top(key) for key in keys] == stood
    no_faults(phone)
