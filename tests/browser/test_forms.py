"""What a form says of itself: why Confirm waits, what cannot be chosen, and each sentence once."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played, played_at
from tests.playing import begun
from tests.server import Client, new_party, thorough

NARROW = {"viewport": {"width": 320, "height": 740}}
BOXES = {track: {"boxes": 5} for track in ("track", "ranch", "stock")}
DASH = "\u202f–\u2009"
SEEN = "(one) => one.getBoundingClientRect().height > 2"


@thorough
def test_a_proposed_amount_says_why_confirm_waits(browser: Browser, client: Client) -> None:
    """Southern Pacific, Pay Dividends: the most stands there, and nobody has said so."""
    party = played(client, "southern-pacific/dividends", 30)
    phone = seated(browser, party, party.document()["turn"]["seat"], **PHONE, **STILL)
    phone.open("Pay Dividends")
    phone.previewed()
    brief, most = phone.form.locator(".brief"), phone.form.get_by_role("button", name="Max")
    expect(phone.form.get_by_role("heading", name="Pay Dividends")).to_be_visible()
    expect(phone.form.locator("input.amount")).to_have_value("Use $0")  # a button, not an amount
    expect(brief).to_have_text("Tap “Use $0” or enter another.")
    expect(phone.form.locator(".offer-outcome .overline")).to_have_text("At $0")
    expect(most).to_have_attribute("aria-pressed", "false")
    expect(phone.form.locator(".sentence")).to_contain_text("pays no dividend")
    phone.press(most)
    expect(most).to_have_attribute("aria-pressed", "true")
    expect(brief).to_contain_text("pays no dividend", timeout=PATIENCE_MS)
    expect(phone.form.locator("input.amount")).to_have_value("$0")
    expect(phone.form.locator(".confirm")).to_have_attribute("aria-disabled", "false")
    no_faults(phone)


@thorough
def test_the_terms_of_a_sale_are_told_once(browser: Browser, client: Client) -> None:
    """By the heading; in the bar stands what else changes, the income of who is asked first."""
    party = played(client, "southern-pacific/sales", 20)
    phone = seated(browser, party, party.document()["turn"]["seat"], **PHONE, **STILL)
    phone.previewed()
    settled(phone.page)
    expect(phone.page.get_by_text("Sell McAlester\u202f–\u2009Sherman to the MP for $0")).to_have_count(1)
    expect(phone.form.locator(".brief")).to_have_text("Incomes MKT $4 → $2, MP $7 → $10, SLSF $1 → $2")
    expect(phone.form).not_to_contain_text("MP buys")
    no_faults(phone)


@thorough
def test_why_an_amount_will_not_do_stands_in_the_bar(browser: Browser, client: Client) -> None:
    """Nobody is told that a bid is still needed of which they see that it is too high."""
    phone = seated(browser, new_party(client), 1, **PHONE, **STILL)
    phone.amount(95)
    expect(phone.form.locator(".label .fault")).to_have_text("At most $80.", timeout=PATIENCE_MS)
    expect(phone.form.locator(".brief")).to_contain_text("At most $80.")
    no_faults(phone)


def test_no_other_move_is_easier_to_hit_than_confirm(browser: Browser, client: Client) -> None:
    """Southern Pacific: a sale comes up with its refusal beside it."""
    party = played(client, "southern-pacific/sales", 20)
    phone = seated(browser, party, party.document()["turn"]["seat"], **{**PHONE, **NARROW}, **STILL)
    keys = phone.page.locator(".confirm-bar button").locator("visible=true")
    expect(keys).to_have_text(["Decline", "Sell"])
    widths = keys.evaluate_all("keys => keys.map((key) => key.offsetWidth)")
    assert widths[0] <= widths[1]
    no_faults(phone)


@thorough
def test_a_link_that_is_taken_leads_to_one_beside_it_in_a_tap(browser: Browser, client: Client) -> None:
    """Southern Pacific: nobody has to type the number of a parallel link."""
    party = played(client, "southern-pacific/building", 13)
    phone = seated(browser, party, party.document()["turn"]["seat"], **PHONE, **STILL)
    phone.open("Build a link")
    form = phone.form
    ends = form.locator("place-field").all()
    phone.press(ends[0].get_by_role("button", name="Beaumont"))
    ends[1].locator(".search").fill("Houston")  # where one looks first stand those to which a link is free
    phone.press(ends[1].get_by_role("button", name=re.compile("Houston")))
    phone.press(form.get_by_role("button", name="Build a parallel link: Houston (2)"))
    expect(ends[1].locator(".taken .chip-label")).to_have_text("Houston (2)")
    expect(form.locator(".confirm")).to_be_enabled()
    phone.previewed()
    expect(form.locator(".brief")).to_contain_text("Houston (2)")
    no_faults(phone)


@thorough
def test_one_city_is_not_both_of_a_row(browser: Browser, client: Client) -> None:
    """Prairie Railroads: what has been taken as a row's primary city is not offered as its secondary one."""
    party = played(client, "prairie-railroads/growth-unknown-row-learned", 14)
    phone = seated(browser, party, 3, **PHONE, **STILL)
    primary, secondary = (
        phone.form.locator(f"[data-field='growth.34.{column}']") for column in ("primary", "secondary")
    )
    expect(secondary.locator("[value=Chanute]")).to_have_count(1)
    phone.press(primary.locator("[value=Chanute]"))
    expect(primary.locator(".taken")).to_contain_text("Chanute")
    expect(secondary.locator("[value=Chanute]")).to_have_count(0)
    phone.press(primary.get_by_role("button", name="Change"))
    expect(secondary.locator("[value=Chanute]")).to_have_count(1)
    no_faults(phone)


@thorough
def test_where_a_link_begins_nothing_moves_when_its_other_end_is_chosen(
    browser: Browser, client: Client
) -> None:
    """The town at the other end stays in its place, and cannot be both."""
    party = played(client, "southern-pacific/katy", 26)
    phone = seated(browser, party, 2, **PHONE, **STILL)
    phone.open("Build a link")
    begins = phone.form.locator("place-field[data-field=from] .chip")
    places = "all => all.map((one) => [one.textContent, one.offsetLeft, one.offsetTop])"
    before = begins.evaluate_all(places)
    expect(begins.locator("visible=true")).not_to_have_count(1)
    other = begins.and_(phone.page.locator("[aria-pressed=false]")).first
    ends = phone.form.locator("place-field[data-field=to]")
    ends.locator(".search").fill(str(other.text_content()))
    phone.press(ends.locator(".chip", has_text=str(other.text_content())).first)
    settled(phone.page)
    expect(other).to_be_disabled()
    assert begins.evaluate_all(places) == before
    no_faults(phone)


@thorough
def test_a_link_among_a_few_is_one_tap(browser: Browser, client: Client) -> None:
    """Southern Pacific, Buy Track, with the keypad in sight; what cannot be bought is told link by link. Beaumont pays
    $2 beside its home, Houston $1 more once the SP has left it; Nacogdoche pays $3."""
    party = played(client, "southern-pacific/building", 17)
    for from_, to in (("Longview", "Houston"), ("Houston", "Cleveland")):
        party.made(3, "build_link", **{"from": from_, "to": to})
    money = {"type": "correct", "set": [{"of": "railroad:TP", "name": "treasury", "value": 7}]}
    assert client.post(f"{party.at}/moves", money, party.host).status == 201
    phone = seated(browser, party, 3, **PHONE, **STILL)
    phone.open("Buy a link")
    form, links = phone.form, phone.form.locator("place-field").locator("visible=true")
    expect(links.locator(".label")).to_have_text(["Link"])
    chips = links.locator(".chip")
    expect(chips).to_have_text([f"Beaumont{DASH}Houston +$3", f"Cleveland{DASH}Nacogdoche +$3"])
    expect(links.locator("li b")).to_have_text(f"Beaumont{DASH}Cleveland")
    expect(form.locator(".brief")).to_have_text("Still needed: Link")
    settled(phone.page)  # as long as the keypad has no room yet, a choice is folded away
    for chip in (chips.last, chips.first):
        phone.press(chip)
        expect(chip).to_have_attribute("aria-pressed", "true")
        expect(links.locator(".chip[aria-pressed=true]")).to_have_count(1)
    settled(phone.page)
    keypad, bar = (form.locator(part).bounding_box() for part in (".keypad", ".confirm-bar"))
    assert keypad
    assert bar
    assert keypad["y"] + keypad["height"] <= bar["y"]
    phone.amount(0)
    phone.previewed()
    expect(form.locator(".brief")).to_contain_text(f"TP buys Beaumont{DASH}Houston from SP for $0")
    no_faults(phone)


@thorough
def test_the_one_link_there_is_to_buy_is_chosen_from_either_end(browser: Browser, client: Client) -> None:
    """Southern Pacific: the table begins where the buyer is, which is not where the link's name begins."""
    party = played(client, "southern-pacific/building", 17)
    party.made(3, "build_link", **{"from": "Longview", "to": "Houston"})
    phone = seated(browser, party, 3, **PHONE, **STILL)
    phone.open("Buy a link")
    links = phone.form.locator("place-field").locator("visible=true")
    expect(links.locator(".chip")).to_have_text([f"Beaumont{DASH}Houston +$3"])
    expect(links.locator(".chip")).to_have_attribute("aria-pressed", "true")
    no_faults(phone)


@thorough
def test_what_cannot_be_chosen_is_a_line_below_what_can(browser: Browser, client: Client) -> None:
    """Texas & Pacific: no Stock Decision without a bid; and places come by their names alone."""
    party = played(client, "texas-pacific/money-and-decisions", 12)
    phone = seated(browser, party, party.document()["turn"]["seat"], **PHONE, **STILL)
    phone.open("Only slide a cube")
    stock = phone.form.locator("label.chip", has_text="Stock")
    below = phone.form.locator("label.chip", has_text="Ranch").bounding_box()
    box = stock.bounding_box()
    assert box
    assert below
    assert box["y"] > below["y"] + below["height"]
    assert not stock.locator("input").is_visible()
    expect(stock).to_contain_text("The Stock cube slides only with an opening bid")
    ranches = played(client, "texas-pacific/ranches", 12)
    other = seated(browser, ranches, ranches.document()["turn"]["seat"], **PHONE, **STILL)
    other.open("Ranch")
    gone = other.form.locator(".barred")
    expect(gone.get_by_text("its ranch is built already").first).to_be_hidden()
    other.form.locator("input.search").fill(gone.locator("b").last.text_content() or "")
    expect(gone).to_have_attribute("open", "")
    no_faults(phone, other)


@thorough
def test_what_may_go_wrong_can_be_chosen_all_the_same(browser: Browser, client: Client) -> None:
    """Gulf, Mobile & Ohio: green is in Macon already; it looks like a choice, with its warning on a line of its own."""
    party = played(client, "gulf-mobile-ohio/new-railroads", 8)
    phone = seated(browser, party, party.document()["turn"]["seat"], **PHONE, **STILL)
    green = phone.form.locator("label.chip", has_text="green")
    expect(green.locator("input")).to_be_visible()
    label, warning = (green.locator(part).bounding_box() for part in (".chip-label", ".beware"))
    assert label
    assert warning
    assert warning["y"] >= label["y"] + label["height"]
    phone.press(green)
    expect(green.locator("input")).to_be_checked()
    no_faults(phone)


@thorough
def test_whoever_controls_a_railroad_builds_with_it(browser: Browser, client: Client) -> None:
    """Prairie Railroads: nobody else is said to have decided, whoever controls the last of the railroads."""
    party = begun(new_party(client))
    for seat in (3, 1):
        party.made(seat, "play_card", card="CT", source="hand")
        party.made(seat, "roll_growth", dice=[1, 2])
        if seat == 3:
            party.made(3, "build_track", railroad="KP", segments=[{"from": "Lawrence", "to": "Topeka"}])
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.choose("Chicago, Rock Island & Pacific", "Railroad")
    ed.segment("Marysville", "Topeka")
    ed.until(ed.confirm())
    assert "decided_by" not in party.document()["recent"][-1]["move"]
    no_faults(ed)


@thorough
def test_a_tab_that_stands_low_comes_up(browser: Browser, client: Client) -> None:
    """Under the head, so that there is something to be seen of what it names."""
    party = played(client, "prairie-railroads/whole-evening", 60)
    phone = seated(browser, party, party.document()["turn"]["seat"], **PHONE, **STILL)
    tabs, head = phone.page.locator(".tabs"), phone.page.locator(".seat-top").bounding_box()
    tabs.evaluate("(one) => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight)")
    phone.press(phone.page.get_by_role("tab", name="Players"))
    settled(phone.page)
    box = tabs.bounding_box()
    assert head
    assert box
    assert abs(box["y"] - head["height"]) < 2
    no_faults(phone)


@thorough
def test_players_on_a_phone_have_their_money_beside_the_name(browser: Browser, client: Client) -> None:
    party = played(client, "southern-pacific/whole-evening", 70)
    phone = seated(browser, party, 1, **PHONE, **STILL)
    phone.press(phone.page.get_by_role("tab", name="Players"))
    settled(phone.page)
    rows = phone.page.locator("[data-panel=players] tbody tr")
    assert rows.count() == 3
    for number in range(3):
        name, money = (rows.nth(number).locator(part).bounding_box() for part in ("th", "td[data-brief]"))
        shares = [one.bounding_box() for one in rows.nth(number).locator("td.held:not([data-empty])").all()]
        assert name
        assert money
        assert abs(name["y"] + name["height"] / 2 - money["y"] - money["height"] / 2) < 8
        assert all(one and one["y"] >= name["y"] + name["height"] - 1 for one in shares)
    no_faults(phone)


@thorough
def test_what_sets_the_price_is_asked_unless_it_can_only_be_one(browser: Browser, client: Client) -> None:
    """Texas & Pacific: one key for each number of railroads in the hex; with one on the map the kind says it all."""
    party = played(client, "texas-pacific/building", 9)
    phone = seated(browser, party, party.document()["turn"]["seat"], **PHONE, **STILL)
    phone.open("Track")
    expect(phone.form.locator(".pad-line", has_text="Plain").get_by_role("button")).to_have_text(
        ["1 $2", "2 $4", "3 $6"]
    )
    alone = played(client, "texas-pacific/general-dividends", 8)
    other = seated(browser, alone, alone.document()["turn"]["seat"], **PHONE, **STILL)
    other.open("Track")
    other.tap("Plain", within=other.form.locator(".pad"))
    told = other.form.locator(".brief")
    expect(told).to_contain_text("builds into a plain hex for $2", timeout=PATIENCE_MS)
    no_faults(phone, other)


@thorough
def test_no_hex_is_built_by_naming_the_railroad_alone(browser: Browser, client: Client) -> None:
    """How many hexes there may be is said, and a second is a tap away. Several have numbers. The last line of the bar
    leads to what is missing in the hex it names."""
    names, boxes = ["Ed", "Dave", "Pete", "Ann"], {"decision_boxes": BOXES}
    party = new_party(client, names, game="texas-pacific", facts=boxes)
    for winner, amount in ((1, 9), (1, 10), (1, 10), (4, 12)):
        party.made(0, "auction_result", winner=winner, amount=amount)
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.open("Track")
    ed.choose("Missouri-Kansas-Texas", "Railroad")
    brief = ed.form.locator(".brief")
    expect(brief).to_have_text("Still needed: Hexes for the KATY")
    keys = ed.form.locator(".pad")
    expect(keys.locator("p")).to_have_text(
        "Railroads in hex, with yours: 1 ($2)"
    )  # no other can be there yet
    ed.tap("Plain", within=keys)
    expect(brief).to_have_text("KATY builds into a plain hex for $2", timeout=PATIENCE_MS)
    ed.tap("City by name", within=keys)
    expect(brief).to_have_text("Still needed: Income (no. 2)")
    ed.page.evaluate("scrollTo(0, 0)")
    ed.press(brief)
    income = ed.form.locator("rows-field .row").nth(1).get_by_role("group", name="Income")
    expect(income.locator("label.chip").first).to_be_in_viewport()
    ed.page.evaluate("scrollTo(0, 0)")
    ed.form.locator(".confirm").dispatch_event("click")
    expect(income.locator("..").locator(".fault")).to_have_text("This is still needed.")
    expect(brief).to_have_text("Still needed: Income (no. 2)")
    no_faults(ed)


@thorough
def test_whoever_pays_everybody_reads_their_own_move_first(browser: Browser, client: Client) -> None:
    """The bar of a Decision that brings General Dividends says that it ends the game, and what is built, in short."""
    facts = {"decision_boxes": {track: {"boxes": 1} for track in BOXES}}
    party = new_party(client, ["Ed", "Dave", "Pete", "Ann"], game="texas-pacific", facts=facts)
    for winner, amount in ((1, 9), (2, 10), (3, 10), (4, 12)):
        party.made(0, "auction_result", winner=winner, amount=amount)
    party.made(0, "decide_nothing", track="ranch")
    party.made(0, "correct", set=[{"of": "table", "name": "round", "value": 8}])
    dave = seated(browser, party, 2, **PHONE, **STILL)
    dave.open("Track")
    dave.tap("Plain", within=dave.form.locator(".pad"))
    paid = "Dave +$4 · Ed +$3 · Pete +$5 · Ann +$6"
    built = "The game is over; KATY builds a plain hex, $2; General Dividends: $18 in all; 8 rounds played"
    expect(dave.form.locator(".brief")).to_have_text(paid + built, timeout=PATIENCE_MS)  # 18: 3 + 4 + 5 + 6
    no_faults(dave)


@thorough
def test_a_second_tap_of_the_same_finger_meets_the_same_railroad(browser: Browser, client: Client) -> None:
    """The price comes into sight after that: it would stand under the finger, and be taken for entered."""
    party = new_party(client, ["Ed", "Dave", "Pete"], game="texas-pacific", facts={"decision_boxes": BOXES})
    for winner, amount in ((1, 9), (2, 10), (3, 10), (1, 12)):
        party.made(0, "auction_result", winner=winner, amount=amount)
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.open("Stock")
    chip = ed.form.locator("label.chip", has_text="Missouri-Kansas-Texas")
    moved = """async (chip) => {
      chip.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      const before = chip.getBoundingClientRect().top;
      chip.click();
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return chip.getBoundingClientRect().top - before;
    }"""
    assert chip.evaluate(moved) == 0
    expect(ed.form.locator("input.amount")).to_be_in_viewport(ratio=1, timeout=PATIENCE_MS)
    expect(ed.form.locator("input.amount")).to_have_attribute("data-pencilled", "")
    no_faults(ed)


def test_what_cannot_be_done_says_why(browser: Browser, client: Client) -> None:
    """Texas & Pacific: what a player would look for among the moves and does not find stands below them."""
    party = played(client, "texas-pacific/hexes-by-name", 14)
    phone = seated(browser, party, party.document()["turn"]["seat"], **PHONE, **STILL)
    expect(phone.page.locator("[data-offer='decide_track']")).to_have_count(0)
    barred = phone.page.locator("offer-list p.hint", has_text="Track")
    expect(barred).to_have_text("Track – The MP has $0 and a hex costs at least $2")
    no_faults(phone)


@thorough
def test_a_step_counts_from_nothing_while_an_amount_is_only_proposed(
    browser: Browser, client: Client
) -> None:
    """The most is proposed, and +1 means $1, not one more than can be paid."""
    party = played_at(client, "southern-pacific/katy", 26)
    phone = seated(browser, party, 2, **PHONE, **STILL)
    phone.open("Pay Dividends")
    expect(phone.form.locator(".amount[data-pencilled]")).to_be_visible(timeout=PATIENCE_MS)
    one = phone.form.locator(".step[value='1']")
    expect(one).not_to_have_attribute("data-beyond", "")
    phone.press(one)
    expect(phone.form.locator(".amount")).to_have_value("$1")
    phone.press(one)
    expect(phone.form.locator(".amount")).to_have_value("$2")
    no_faults(phone)


@thorough
def test_the_bar_says_what_a_sale_does_to_both(browser: Browser, client: Client) -> None:
    """On the narrowest phone, too, the seller first: that is who is asked."""
    party = played_at(client, "southern-pacific/katy", 26)
    party.made(2, "buy_link", seller="MP", price=9, **{"from": "McAlester", "to": "Sherman"})
    ed = seated(browser, party, 1, **{**PHONE, **NARROW}, **STILL)
    ed.previewed()
    expect(ed.form.locator(".brief")).to_have_text("MP: Treasury $0 → $9; incomes MP $8 → $5, MKT $8 → $11")
    bought = ed.form.locator(".affects > li", has_text="MKT")
    expect(bought.locator("[data-figure=income] .figure")).to_have_text(["$8", "$11"])
    no_faults(ed)
