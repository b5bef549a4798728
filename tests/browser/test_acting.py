"""Acting on a phone: secret limits, players passed for lack of cash, dice that have fallen, a damaged table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.pages import (
    LAPTOP,
    PATIENCE_MS,
    PHONE,
    STILL,
    Screen,
    no_faults,
    settled,
    sit_down,
    sit_host,
)
from tests.browser.pictures import seated
from tests.playing import STARTS, begun
from tests.server import PARTIES, Client, Party, Server, new_party, thorough


def set_limit(screen: Screen, dollars: int) -> None:
    screen.press(screen.page.locator("[data-limit=open]"))
    form = screen.page.locator(".limit-form")
    for digit in str(dollars):
        screen.press(form.locator(f'[data-key=digit][value="{digit}"]'))
    screen.press(form.locator("[data-limit=set]"))
    expect(form).to_have_count(0, timeout=PATIENCE_MS)


@thorough
def test_a_limit_bids_for_its_player_and_nobody_else_sees_it(browser: Browser, table: Party) -> None:
    ed, dave, pete = (sit_down(browser, table.link, name) for name in ("Ed", "Dave", "Pete"))
    set_limit(dave, 12)
    expect(dave.page.locator(".limit-words")).to_contain_text("up to $12", timeout=PATIENCE_MS)
    ed.bid(5)
    pete.until(table.document()["revision"])
    # Dave's limit bids a dollar more, at once; it is Pete's turn.
    expect(pete.page.locator(".high-bid .figure")).to_have_text("$6", timeout=PATIENCE_MS)
    expect(pete.form).to_be_visible(timeout=PATIENCE_MS)
    for screen in (ed, pete):
        assert "limit" not in screen.table["you"]
        assert "$12" not in screen.page.locator("main").inner_text()
    log = seated(browser, table, 0, "/log", **PHONE, **STILL)
    expect(log.page.locator(".log > li", has_text="Dave bids $6")).not_to_contain_text("auto-bid")
    log.close()
    dave.page.reload()
    expect(dave.page.locator(".limit-words")).to_contain_text("up to $12", timeout=PATIENCE_MS)
    dave.press(dave.page.locator("[data-limit=remove]"))
    expect(dave.page.locator(".limit-words")).to_be_empty(timeout=PATIENCE_MS)
    pete.bid(9)
    ed.drop_out()
    expect(dave.form).to_be_visible(timeout=PATIENCE_MS)  # he decides for himself again
    no_faults(ed, dave, pete)


@thorough
def test_who_has_an_auto_bid_does_not_see_their_turn_flash_up(browser: Browser, table: Party) -> None:
    """What the companion bids for them is there a moment later, most often before it is seen."""
    for seat in (1, 2, 3):
        table.claim(seat)
    dave = seated(browser, table, 2, **PHONE, **STILL)
    set_limit(dave, 40)
    turn_of = """(seat) => {
      const screen = document.querySelector("seat-screen"), { table } = screen, { doc } = table;
      table.doc = { ...doc, auction: { ...doc.auction, to_act: seat } };
      table.dispatchEvent(new Event("table"));
      table.doc = doc;
      return screen.dataset.turn;
    }"""
    assert dave.page.evaluate(turn_of, 2) == "other"
    dave.until(table.made(1, "bid", amount=5)["revision"])
    expect(dave.page.locator(".high-bid .figure")).to_have_text("$6")
    expect(dave.form).to_have_count(0)
    dave.press(dave.page.locator("[data-limit=remove]"))
    expect(dave.page.locator(".limit-words")).to_be_empty()
    assert dave.page.evaluate(turn_of, 2) == "mine"  # they decide for themselves again
    no_faults(dave)


@thorough
def test_what_was_bid_up_to_is_not_bid_for_the_next_share(browser: Browser, client: Client) -> None:
    """Ed's limit is what was the least bid; with it he wins, and opens the next auction from its own minimum. Nor do
    digits that he typed and never sent stand there again."""
    party = new_party(client, ["Ed", "Dave", "Pete"], game="texas-pacific")
    for type_, fields in (("bid", {"amount": 3}), ("bid", {"amount": 6}), ("pass", {})):
        party.made(0, type_, **fields)
    ed = seated(browser, party, 1, **PHONE, **STILL)
    amount = ed.form.locator("input.amount")
    expect(amount).to_have_value("$7", timeout=PATIENCE_MS)
    set_limit(ed, 7)
    ed.until(party.made(0, "pass")["revision"])
    expect(amount).to_have_value("$4", timeout=PATIENCE_MS)
    ed.amount(9)
    ed.until(party.made(0, "auction_result", winner=1, amount=4)["revision"])
    expect(amount).to_have_value("$5", timeout=PATIENCE_MS)
    no_faults(ed)


@thorough
def test_a_limit_that_was_not_sent_is_of_its_own_auction(browser: Browser, client: Client) -> None:
    """What is typed there and not sent does not stand in the next one."""
    party = new_party(client, ["Ed", "Dave", "Pete"], game="texas-pacific")
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.until(party.made(1, "bid", amount=3)["revision"])
    ed.press(ed.page.locator("[data-limit=open]"))
    form = ed.page.locator(".limit-form")
    ed.press(form.locator('[data-key=digit][value="9"]'))
    expect(form.locator("input")).to_have_value("$9")
    ed.until(party.made(0, "auction_result", winner=2, amount=4)["revision"])
    expect(form).to_have_count(0)
    opener = party.document()["auction"]["to_act"]
    if opener == 1:
        ed.until(party.made(1, "bid", amount=4)["revision"])
    ed.press(ed.page.locator("[data-limit=open]"))
    expect(form.locator("input")).not_to_have_value("$9")
    no_faults(ed)


def test_on_ones_own_turn_one_keypad_stands_there_at_a_time(browser: Browser, client: Client) -> None:
    """The limit's says what it is for; the bid is there again, as it was, when that is left."""
    party = new_party(client, ["Ed", "Dave", "Pete"], game="texas-pacific")
    seat = int(party.document()["auction"]["to_act"])
    ed = seated(browser, party, seat, **PHONE, **STILL)
    ed.amount(9)
    ed.press(ed.page.locator("[data-limit=open]"))
    keypads = ed.page.locator(".keypad").locator("visible=true")
    expect(keypads).to_have_count(1)
    expect(ed.page.locator(".limit-form .label")).to_have_text("Auto-bid up to")
    ed.press(ed.page.locator(".limit-form").get_by_role("button", name="Cancel"))
    expect(ed.form.locator("input.amount")).to_have_value("$9")
    expect(keypads).to_have_count(1)
    no_faults(ed)


@thorough
def test_the_host_goes_on_for_whoever_is_next(browser: Browser, server: Server, client: Client) -> None:
    """The form for a link needs kinds of fields that no form had before: they are fetched while another seat is
    chosen."""
    party = new_party(client, game="southern-pacific", claim=False)
    laptop = sit_host(browser, server.port, party)
    laptop.open("Enter the result")
    laptop.choose("Dave", "Winner")
    laptop.amount(9)
    laptop.confirm(previewed=False)
    expect(laptop.page.locator("form[data-offer=build_link]")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(laptop)


@thorough
def test_a_limit_beyond_ones_cash_is_refused_in_place(browser: Browser, table: Party) -> None:
    ed = sit_down(browser, table.link, "Ed")
    ed.press(ed.page.locator("[data-limit=open]"))
    form = ed.page.locator(".limit-form")
    for digit in "95":
        ed.press(form.locator(f'[data-key=digit][value="{digit}"]'))
    expect(form.locator(".fault")).to_have_text("At most $80.", timeout=PATIENCE_MS)


@thorough
def test_who_cannot_bid_any_more_is_passed_and_it_says_so(browser: Browser, table: Party) -> None:
    table.claim(1)
    set_ = [{"of": "seat:2", "name": "cash", "value": 4}]
    table.made(0, "correct", set=set_, note="Dave has $4")
    pete = sit_down(browser, table.link, "Pete")
    table.made(1, "bid", amount=7)
    dave = pete.page.locator(".bidders li", has_text="Dave")
    expect(dave).to_contain_text("can’t bid", timeout=PATIENCE_MS)
    expect(dave).to_have_attribute("data-state", "passed")
    expect(pete.page.locator(".bidders li[data-state=leads]")).to_contain_text("$80")


@thorough
def test_digits_of_a_limit_stay_while_others_bid(browser: Browser, table: Party) -> None:
    """Half of it is less than the least bid by now: the other half makes it whole."""
    for seat in (1, 2, 3):
        table.claim(seat)
    dave = seated(browser, table, 2, **PHONE, **STILL)
    dave.press(dave.page.locator("[data-limit=open]"))
    form = dave.page.locator(".limit-form")
    dave.press(form.locator('[data-key=digit][value="1"]'))
    dave.until(table.made(1, "bid", amount=3)["revision"])
    expect(form).to_contain_text("At least $4")
    dave.press(form.locator('[data-key=digit][value="5"]'))
    expect(form.locator(".amount")).to_have_value("$15")
    no_faults(dave)


def test_dice_lie_on_every_phone_as_they_fell(browser: Browser, table: Party) -> None:
    for seat in (1, 2):
        table.claim(seat)
    table.claim(3)
    begun(table)
    table.client.post(f"{table.at}/seats/1/release", {}, table.host)
    ed = sit_down(browser, table.link, "Ed")
    table.made(3, "play_card", card="CT", source="hand")
    table.made(3, "roll_growth", dice=[1, 2])
    expect(ed.page.get_by_role("img", name="Dice: 1, 2")).to_be_visible(timeout=PATIENCE_MS)
    assert ed.page.locator(".now-dice circle").count() == 3
    no_faults(ed)


@thorough
def test_dice_that_come_late_are_no_longer_those_of_the_last_move(browser: Browser, table: Party) -> None:
    """What draws them is fetched with the first roll: meanwhile somebody may have moved."""
    for seat in (1, 2, 3):
        table.claim(seat)
    begun(table)
    ed = seated(browser, table, 2, **PHONE, **STILL)
    waiting: list[Route] = []
    ed.page.route("**/fields/dice.js", lambda route: waiting.append(route))
    table.made(0, "play_card", card="CT", source="hand")
    with ed.page.expect_request("**/fields/dice.js"):
        table.made(0, "roll_growth", dice=[1, 2])
    ed.until(table.made(0, "no_build", reason="no legal build")["revision"])
    (asked,) = waiting
    asked.continue_()
    ed.page.evaluate("url => import(url).then(() => {})", asked.request.url)
    settled(ed.page)
    expect(ed.page.locator(".now-dice > *")).to_have_count(0)
    no_faults(ed)


def test_the_end_is_in_sight_on_a_phone(browser: Browser, table: Party) -> None:
    ed = sit_down(browser, table.link, "Ed")
    ends = ed.page.get_by_role("region", name="The end").get_by_role("meter")
    expect(ends.first).to_be_visible(timeout=PATIENCE_MS)
    lines = ed.page.get_by_role("region", name="The end").locator("li p")
    assert [line.locator("> *").all_inner_texts() for line in lines.all()] == [
        ["The eighth Pay Dividends card", "0 of 8 played"],
        ["Draw deck and a hand empty", "not yet"],
    ]


@thorough
def test_turn_and_money_are_said_aloud(browser: Browser, table: Party) -> None:
    ed, dave = (sit_down(browser, table.link, name) for name in ("Ed", "Dave"))
    ed.bid(5)
    said = dave.page.locator("p.unseen[role=status]").first
    expect(said).to_contain_text("It is your turn.", timeout=PATIENCE_MS)
    expect(dave.page).to_have_title(re.compile("^Your turn"))
    table.made(0, "auction_result", winner=2, amount=6)
    expect(said).to_contain_text("Dave: build the CRIP’s first segment", timeout=PATIENCE_MS)
    expect(said).to_contain_text("Your cash: $80, now $74.")


@thorough
def test_sold_aloud_begins_with_a_price_that_the_winner_may_have_paid(browser: Browser, table: Party) -> None:
    ed, dave = (sit_down(browser, table.link, name) for name in ("Ed", "Dave"))
    ed.bid(10)
    ed.open("Enter the result")
    price = ed.form.locator("money-field:not([hidden]) input.amount")
    ed.choose("Dave", "Winner")
    expect(price).to_have_value("Use $11", timeout=PATIENCE_MS)
    ed.choose("Ed", "Winner")
    expect(price).to_have_value("Use $10", timeout=PATIENCE_MS)
    ed.choose("Dave", "Winner")
    ed.amount(14)
    dave.bid(15)
    # what stood there cannot have been the price any more
    expect(price).to_have_value("Use $15", timeout=PATIENCE_MS)
    ed.press(price)  # nobody has entered it
    ed.confirm()
    expect(dave.page.locator("body")).to_contain_text("CRIP’s first segment", timeout=PATIENCE_MS)
    assert dave.cash == 65
    no_faults(ed, dave)


@thorough
def test_the_host_enters_whoever_has_won_aloud(browser: Browser, table: Party) -> None:
    """Ed has bid $10 from his phone; Dave is to act, and Pete says $14 aloud."""
    for seat in (1, 2, 3):
        table.claim(seat)
    table.made(1, "bid", amount=10)
    host = seated(browser, table, 0)
    host.open("Enter the result")
    host.choose("Pete", "Winner")
    host.amount(14)
    host.confirm()
    expect(host.page.locator("body")).to_contain_text("CRIP’s first segment", timeout=PATIENCE_MS)
    assert table.document()["recent"][-1]["summary"].startswith("Pete wins the CRIP share for $14")
    no_faults(host)


@thorough
def test_who_builds_for_another_says_that_they_were_chosen(browser: Browser, table: Party) -> None:
    """No railroad that Pete controls has the money. He may choose the CRIP, which is Ed's, or one of Dave's."""
    for seat in (1, 2, 3):
        table.claim(seat)
    begun(table)
    poor = [{"of": f"railroad:{name}", "name": "treasury", "value": 0} for name in ("KP", "MP", "MKT")]
    table.made(0, "correct", set=poor, note="for the test")
    table.made(0, "play_card", card="CT", source="hand")
    table.made(0, "roll_growth", dice=[1, 2])
    table.client.post(f"{table.at}/seats/1/release", {}, table.host)
    ed = sit_down(browser, table.link, "Ed")
    ed.open("Build track")
    asked = ed.form.get_by_role("group", name="Railroad Pete chose")
    expect(asked.get_by_role("radio", checked=True)).to_have_count(0, timeout=PATIENCE_MS)
    ed.choose("Chicago, Rock Island & Pacific", "Railroad Pete chose")
    ed.segment("Marysville", "Cuba")
    ed.previewed()
    expect(ed.form).to_contain_text("Pete lets Ed build with the CRIP")
    ed.confirm()
    no_faults(ed)


@thorough
def test_one_phone_for_the_whole_table(browser: Browser, client: Client) -> None:
    """Ed's phone alone: it follows the turn, is passed on, acts for whoever is asked, and plays to the end."""
    party = new_party(client, claim=False, options={"act_for": "anyone"})
    PARTIES.append(party)
    phone = sit_down(browser, party.link, "Ed")
    picker = phone.page.locator("seat-picker")
    expect(picker.locator("button")).to_have_count(3, timeout=PATIENCE_MS)
    expect(phone.page.locator("p.turn")).to_contain_text("Your turn", timeout=PATIENCE_MS)
    expect(phone.page.locator("bid-limit")).to_be_visible()
    phone.bid(5)
    expect(phone.page.locator(".seat-name h1")).to_have_text("Dave", timeout=PATIENCE_MS)
    phone.tap("I’m Dave")
    expect(phone.page.locator("bid-limit")).to_be_hidden()  # a secret is its own seat's
    phone.bid(6)
    expect(phone.page.locator(".seat-name h1")).to_have_text("Pete", timeout=PATIENCE_MS)
    phone.tap("I’m Pete")
    phone.drop_out()
    phone.tap("I’m Ed")
    phone.drop_out()
    phone.tap("I’m Dave")
    expect(phone.page.locator(".seat-name h1")).to_have_text("Dave", timeout=PATIENCE_MS)
    phone.segment("Troy", "Marysville")
    phone.confirm()
    assert int(phone.page.evaluate("document.documentElement.scrollWidth")) <= 360
    party.seats = dict.fromkeys((1, 2, 3), party.host)
    begun(party, STARTS[1:])
    figures = [{"of": "seat:3", "name": f"cards.{card}", "value": 0} for card in ("CT", "OS", "PD")]
    phone.until(party.made(0, "correct", set=figures)["revision"])
    expect(phone.page.locator(".seat-name h1")).to_have_text("Pete", timeout=PATIENCE_MS)
    phone.tap("I’m Pete")
    phone.open("The Draw deck is empty")
    phone.confirm()
    expect(phone.page.locator(".finished")).to_be_visible(timeout=PATIENCE_MS)
    no_faults(phone)


def test_at_such_a_table_a_phone_shows_its_own_seat_where_several_are_asked(
    browser: Browser, client: Client
) -> None:
    """All reveal at once: each phone begins with its own player, and the others are one tap away."""
    party = new_party(client, claim=False, game="union-pacific", options={"act_for": "anyone"})
    PARTIES.append(party)
    dave = sit_down(browser, party.link, "Dave")
    expect(dave.page.locator(".seat-name h1")).to_have_text("Dave", timeout=PATIENCE_MS)
    dave.press(dave.page.locator("seat-picker button[data-seat='3']"))
    expect(dave.page.locator(".seat-name h1")).to_have_text("Pete", timeout=PATIENCE_MS)
    no_faults(dave)


@thorough
@pytest.mark.parametrize("third", ["Ada", "Konstantinopolitan"])
def test_five_on_a_hosts_laptop_have_whole_names(browser: Browser, client: Client, third: str) -> None:
    """In one line, and none becomes wider or narrower by what is said of it."""
    party = new_party(client, ["Josephine", "Edmund", third, "Bartholomew", "Maximiliane"])
    laptop = seated(browser, party, 0, **LAPTOP)
    picks = laptop.page.locator("seat-picker > .seat-pick")
    expect(picks).to_have_count(5, timeout=PATIENCE_MS)
    boxes = "all => all.map(one => [one.offsetLeft, one.offsetTop, one.offsetWidth, one.offsetHeight])"
    before = picks.evaluate_all(boxes)
    assert len({top for _, top, *_ in before}) == 1
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
    assert not laptop.page.locator("seat-picker .name").evaluate_all(cut)
    laptop.bid(13)
    expect(picks.first).to_contain_text("bid $13", timeout=PATIENCE_MS)
    assert picks.evaluate_all(boxes) == before
    assert not picks.evaluate_all(cut)
    no_faults(laptop)


def test_whoever_reads_the_log_is_told_that_it_is_their_turn(browser: Browser, client: Client) -> None:
    """At the top wherever they have scrolled to; nothing moves for it, and a tap leads back to play."""
    party = new_party(client)
    first = party.document()["turn"]["seat"]
    reads = first % 3 + 1
    log = seated(browser, party, reads, "/log", **PHONE, **STILL)
    way, title = log.page.locator(".back-to-play a"), log.page.locator("h1")
    expect(way).to_have_text("Play")
    before = title.bounding_box()
    log.until(party.made(first, "bid", amount=3)["revision"])
    expect(way).to_have_text("Your turn")
    assert title.bounding_box() == before
    expect(log.page).to_have_title(re.compile("^Your turn"))
    log.page.evaluate("document.body.style.minHeight = '3000px'; scrollTo(0, 900)")
    log.press(way)
    expect(log.page.locator("seat-screen")).to_be_visible()
    no_faults(log)
