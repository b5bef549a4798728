"""The bank's longer forms on a phone: what has room above Confirm, and what is read beside it."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, left, right, top
from tests.browser.pages import LAPTOP, PHONE, STILL, no_faults, settled
from tests.browser.pictures import LONG_NAMES, seated
from tests.browser.test_bank import by_host, chip
from tests.server import Party, Server, new_party, thorough

APP = "Rolled by the app"
SMALLEST = {"viewport": {"width": 320, "height": 568}}


def held_by_four(server: Server) -> Party:
    """Five players, of whom four hold a certificate of the CRIP."""
    party = new_party(server.client(), LONG_NAMES, game="bank", options={"box": "prairie-railroads"})
    for seat in (1, 2, 4, 5):
        sold = {"from": "railroad:CRIP", "to": f"seat:{seat}"}
        by_host(party, "trade", seat=seat, company="CRIP", count=1, price=8, **sold)
    return party


@thorough
def test_for_who_holds_a_certificate_that_treasury_pays_and_is_paid_with_one_tap(
    browser: Browser, server: Server
) -> None:
    """The CRIP, sold four times for $8, pays $5 to the bank and gets $9 from it; of companies of which one holds
    nothing there is no such button."""
    party = held_by_four(server)
    phone = seated(browser, party, 4, **PHONE, **STILL)
    assert phone.page.locator(".tile[data-tile$=' bank']").count() == 1
    phone.press(phone.page.locator("[data-tile='railroad:CRIP bank']"))
    expect(phone.form.locator(".payer")).to_have_text(re.compile(r"From\s*CRIP\s*\$32"))
    phone.amount(5)
    phone.confirm(words="Confirm $5")
    railroads = party.document()["railroads"]
    assert next(one["treasury"] for one in railroads if one["id"] == "CRIP") == 27
    phone.press(phone.page.locator("[data-tile='bank railroad:CRIP']"))
    phone.amount(9)
    phone.confirm(words="Confirm $9")
    railroads = party.document()["railroads"]
    assert next(one["treasury"] for one in railroads if one["id"] == "CRIP") == 36
    no_faults(phone)


@thorough
def test_a_price_stands_on_confirm_where_it_is_paid_at_once(browser: Browser, server: Server) -> None:
    """Bought from the company's treasury for $12; a request to another player pays nothing yet."""
    phone = seated(browser, held_by_four(server), 3, **PHONE, **STILL)
    phone.open("Buy or sell certificates")
    phone.press(chip(phone, "company", "CRIP"))
    phone.press(chip(phone, "from", "railroad:CRIP"))
    settled(phone.page)
    phone.amount(12)
    expect(phone.form.locator(".confirm")).to_have_text("Confirm $12")
    phone.press(phone.form.get_by_role("button", name="Change").last)
    phone.press(chip(phone, "from", "seat:4"))
    phone.previewed()
    expect(phone.form.locator(".confirm")).to_have_text("Confirm")
    no_faults(phone)


@thorough
def test_dice_that_the_app_may_roll_have_no_empty_bar_below(browser: Browser, server: Server) -> None:
    """The way back stands at the title, until a die is entered: then beside Confirm, and no die has moved."""
    phone = seated(browser, held_by_four(server), 3, **{**PHONE, **STILL, **SMALLEST})
    phone.open("Roll the dice")
    back, roll, face = (phone.form.locator(one) for one in (".back", ".roll", ".face[value='4']"))
    settled(phone.page)
    assert bottom(back) <= top(roll)
    assert left(phone.form.locator("h2")) > right(back)
    assert bottom(phone.form) - bottom(face.last) < 48
    before = top(face.first)
    phone.press(face.first)
    expect(phone.form.locator(".brief")).to_have_text("Still needed: Die 2")
    assert top(face.first) == before
    assert top(back) == top(phone.form.locator(".confirm"))
    no_faults(phone)


@thorough
def test_who_pays_whom_and_the_whole_keypad_have_room_on_the_narrowest_phone(
    browser: Browser, server: Server
) -> None:
    """Bartholomew pays Maximiliane: both are called in full, and what was paid before has one row below."""
    phone = seated(browser, held_by_four(server), 2, **{**PHONE, **STILL, **SMALLEST})
    tile = phone.page.locator("[data-tile='seat:1']")
    for amount in (9, 12, 2, 7, 3):
        phone.press(tile)
        phone.amount(amount)
        phone.confirm(words=f"Confirm ${amount}")
    phone.press(tile)
    settled(phone.page)
    assert phone.form.locator(".payer .name").evaluate("one => one.scrollWidth <= one.clientWidth")
    chosen = phone.form.locator("[data-field=to] .chip:has(:checked) .chip-label")
    expect(chosen).to_have_text("Maximiliane")
    assert chosen.evaluate("one => one.getClientRects().length") == 1
    assert bottom(phone.form.locator("[data-key=digit]").last) <= top(phone.form.locator(".confirm-bar"))
    row = phone.form.locator("[data-field=to] .chip").locator("visible=true")
    expect(row).to_have_text(["Maximiliane", "Change", "Another"])
    assert len({top(one) for one in row.all()[1:]}) == 1
    assert top(row.nth(1)) < bottom(row.first)
    before = phone.form.locator(".key.limit")
    expect(before).to_have_text(["Last$3", "Earlier$7", "Earlier$2", "Earlier$12"])
    assert len({top(one) for one in before.all()}) == 1
    assert before.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")
    no_faults(phone)


@thorough
def test_the_first_keys_are_in_sight_on_the_narrowest_phone(browser: Browser, server: Server) -> None:
    """Badges stand three to a row, and why others pay nothing beside the one that does. By how many a total is
    divided is read beside Confirm."""
    phone = seated(browser, held_by_four(server), 3, **{**PHONE, **STILL, **SMALLEST})
    bar = phone.form.locator(".confirm-bar")
    phone.open("Buy or sell certificates")
    settled(phone.page)
    badges = phone.form.locator("[data-field=company] .chip")
    assert len({top(one) for one in badges.all()}) == 2
    assert bottom(badges.last) <= top(bar)
    phone.tap("Back to the other moves", within=phone.form)
    phone.open("Dividend from a total")
    settled(phone.page)
    assert top(phone.form.locator("[data-key=digit]").first) < top(bar)
    phone.press(chip(phone, "payer", "bank"))
    phone.amount(101)
    phone.press(chip(phone, "divisor", "sold"))
    phone.press(chip(phone, "rounding", "up"))
    expect(bar.locator(".confirm")).to_have_text("Confirm $104")
    brief = bar.locator(".brief")
    expect(brief).to_have_text("Maximiliane +$26 · Bartholomew +$26 · Ed +$26 · Giovanni +$26")
    words = "The bank pays $101 ÷ 4 = $26 (rounded up) per CRIP; $104 in all"
    expect(phone.form.locator("offer-preview .summary")).to_have_text(words)
    assert brief.evaluate("one => one.scrollHeight <= one.clientHeight")
    no_faults(phone)


def test_what_is_missing_is_said_without_moving_confirm(browser: Browser, server: Server) -> None:
    phone = seated(browser, held_by_four(server), 3, **PHONE, **STILL)
    phone.press(phone.page.locator("offer-list .tile", has_text="Bank").first)
    confirm = phone.form.locator(".confirm")
    before = confirm.bounding_box()
    expect(phone.page.locator("offer-form:not([data-fresh])")).to_be_visible()
    confirm.dispatch_event("click")
    expect(phone.form.locator("[data-field=amount] .fault")).to_have_text("This is still needed.")
    assert confirm.bounding_box() == before
    no_faults(phone)


@thorough
def test_who_pays_is_asked_in_one_place(browser: Browser, server: Server) -> None:
    """Beside the title; what is folded away is called by what stands nowhere else."""
    phone = seated(browser, held_by_four(server), 3, **PHONE, **STILL)
    phone.press(phone.page.locator("offer-list .tile", has_text="Bank").first)
    expect(phone.form.locator(".payer")).to_contain_text("From")
    expect(phone.form.locator("field-group > .folded > summary")).to_have_text("More: What for …")
    no_faults(phone)


@thorough
def test_what_is_unfolded_is_in_sight_above_confirm(browser: Browser, server: Server) -> None:
    phone = seated(browser, held_by_four(server), 3, **{**PHONE, **STILL, **SMALLEST})
    phone.press(phone.page.locator("offer-list .tile", has_text="Bank").first)
    fold = phone.form.locator("field-group > .folded")
    settled(phone.page)
    phone.page.evaluate("by => scrollBy(0, by)", bottom(fold) - top(phone.form.locator(".confirm-bar")))
    phone.press(fold.locator("> summary"))
    in_sight = """one => one.querySelector("input").getBoundingClientRect().bottom <=
        document.querySelector(".confirm-bar").getBoundingClientRect().top"""
    phone.page.wait_for_function(in_sight, arg=fold.element_handle())
    assert top(fold) >= bottom(phone.page.locator(".seat-top")) - 1
    no_faults(phone)


@thorough
def test_what_is_chosen_stays_in_sight_and_can_be_changed(browser: Browser, server: Server) -> None:
    """Of thirteen companies and three sellers the chosen one stays alone, above the whole keypad."""
    phone = seated(browser, held_by_four(server), 3, **PHONE, **STILL)
    phone.open("Buy or sell certificates")
    company, seller = chip(phone, "company", "CRIP"), chip(phone, "from", "seat:4")
    phone.press(company)
    phone.press(seller)
    change = phone.form.get_by_role("button", name="Change")
    expect(change).to_have_count(2)
    expect(chip(phone, "company", "KP")).to_be_hidden()
    settled(phone.page)
    roof, floor = bottom(phone.page.locator(".seat-top")), top(phone.form.locator(".confirm-bar"))
    assert roof <= top(company) < top(seller)
    assert bottom(phone.form.locator(".keypad")) <= floor
    phone.press(change.last)
    expect(change).to_have_count(1)
    phone.press(chip(phone, "from", "railroad:CRIP"))
    expect(seller).to_be_hidden()  # alone again
    phone.amount(12)
    phone.confirm(words="Confirm $12")
    no_faults(phone)


@thorough
def test_whoever_has_chosen_who_pays_is_back_at_the_amount(browser: Browser, server: Server) -> None:
    """Also the second time: the choice lies below the keypad."""
    phone = seated(browser, held_by_four(server), 3, **PHONE, **STILL)
    phone.press(phone.page.locator("offer-list .tile", has_text="Bank").first)
    amount = phone.form.locator("[data-field=amount] input.amount")
    covered = """one => one.getBoundingClientRect().top <
        document.querySelector(".seat-top").getBoundingClientRect().bottom"""
    for payer in ("railroad:CRIP", "railroad:KP"):
        phone.press(phone.form.locator(".payer"))
        phone.page.wait_for_function(covered, arg=amount.element_handle())  # the choice has the page
        phone.press(chip(phone, "from", payer))
        phone.page.wait_for_function(f"one => !({covered})(one)", arg=amount.element_handle())
    no_faults(phone)


@thorough
def test_where_a_marker_stands_is_nobodys_answer(browser: Browser, server: Server) -> None:
    """Somebody else moves it while the form is open: the form goes with it, and Confirm stays off."""
    party = new_party(server.client(), LONG_NAMES[:3], game="bank", options={"box": "prairie-railroads"})
    marker = {"seat": 2, "track": "income", "of": "railroad:KP"}
    by_host(party, "set_track", **marker, value=9)
    phone = seated(browser, party, 1, **PHONE, **STILL)
    phone.open("Move a marker")
    phone.press(chip(phone, "of", "railroad:KP"))
    expect(phone.form.locator(".brief")).to_have_text("Choose another value")
    phone.until(by_host(party, "set_track", **marker, value=4))
    expect(phone.form.locator(".brief")).to_have_text("Choose another value")
    expect(phone.form.locator(".confirm")).to_have_attribute("aria-disabled", "true")
    # one's own number, which somebody else has told the table meanwhile, is not said again of another one
    said = 5
    phone.press(phone.form.locator(".steps:visible button[value='1']"))
    phone.previewed()
    phone.until(by_host(party, "set_track", **marker, value=said))
    expect(phone.form.locator(".confirm")).to_have_attribute("aria-disabled", "true")
    phone.until(by_host(party, "set_track", **marker, value=said + 9))
    expect(phone.form.locator(".brief")).to_have_text("Choose another value")
    expect(phone.form.locator(".confirm")).to_have_attribute("aria-disabled", "true")
    no_faults(phone)


@thorough
def test_nothing_of_before_comes_into_an_auction(browser: Browser, server: Server) -> None:
    """No price of something else is proposed for a bid, and no word about the bank takes the keypad's room."""
    party = new_party(server.client(), LONG_NAMES[:3], game="bank", options={"box": "prairie-railroads"})
    more = party.document()["bank"]["balance"] + 38
    by_host(
        party, "correct", postings=[{"from": "bank", "to": "seat:2", "amount": more}], note="for the test"
    )
    phone = seated(browser, party, 1, **PHONE, **STILL)
    notice = phone.page.locator("bank-notice")
    last = phone.form.locator(".key.limit", has_text="Last")
    expect(notice).to_contain_text("$38")
    tile = phone.page.locator("offer-list .tile").first
    phone.press(tile)
    phone.amount(7)
    phone.confirm()
    phone.press(tile)
    expect(last).to_have_text(re.compile(r"\$7$"))
    phone.tap("Back to the other moves", within=phone.form)
    phone.until(by_host(party, "auction", seat=1, company="KP", style="ascending"))
    expect(phone.form.locator("[data-key=digit]").first).to_be_visible()
    expect(last).to_have_count(0)
    expect(notice).to_be_hidden()
    no_faults(phone)


@thorough
def test_what_is_folded_away_is_called_by_what_comes_first_in_it(browser: Browser, server: Server) -> None:
    """The buyer, unless one sells and the buyer is asked for above."""
    phone = seated(browser, held_by_four(server), 4, **{**PHONE, **STILL, **SMALLEST})
    phone.open("Buy or sell certificates")
    phone.press(chip(phone, "company", "CRIP"))
    phone.press(chip(phone, "from", "railroad:CRIP"))
    settled(phone.page)
    fold = phone.form.locator("field-group > .folded")
    expect(fold.locator("> summary")).to_have_text("More: Buyer …")
    inside = fold.locator("> [data-field]:not([hidden])")
    phone.press(fold.locator("> summary"))
    names = inside.evaluate_all("all => all.map(({ dataset }) => dataset.field)")
    assert names == ["to", "paid_to"]
    phone.press(phone.form.get_by_role("button", name="Change").last)
    phone.press(chip(phone, "from", "seat:4"))
    expect(fold.locator("> summary")).to_have_text("More: Paid to")
    no_faults(phone)


@thorough
def test_an_auction_begins_with_the_badge_of_its_company(browser: Browser, server: Server) -> None:
    """Two taps; its own button stays for anything else. Nobody pays yet, so no payer stands beside the title."""
    party = held_by_four(server)
    phone = seated(browser, party, 1, **PHONE, **STILL)
    badges = phone.page.locator("[data-offer=auction].tile")
    expect(badges).to_have_count(6)
    phone.press(badges.and_(phone.page.locator("[data-tile=KP]")))
    expect(phone.form.locator(".offer-title").locator("visible=true")).to_have_text(re.compile("^Auction"))
    expect(phone.form.locator(".offer-title")).not_to_contain_text(LONG_NAMES[0])
    phone.confirm()
    expect(phone.page.locator("auction-box")).to_contain_text("Kansas Pacific")
    no_faults(phone)


@thorough
def test_on_a_laptop_an_amount_ends_where_its_keypad_ends(browser: Browser, server: Server) -> None:
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    laptop = seated(browser, party, 1, **LAPTOP, **STILL)
    laptop.press(laptop.page.locator("offer-list .tile[data-offer=pay]", has_text="Dave"))
    right = "one => one.getBoundingClientRect().right"
    amount, keypad = (laptop.form.locator(part).first.evaluate(right) for part in (".amount", ".keypad"))
    assert abs(amount - keypad) <= 1
    no_faults(laptop)


@thorough
def test_how_dice_are_rolled_is_said_once(browser: Browser, server: Server) -> None:
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    phone = seated(browser, party, 1, **PHONE, **STILL)
    phone.open("Roll the dice")
    settled(phone.page)
    expect(phone.form.get_by_text("Or tap in real dice").locator("visible=true")).to_have_count(1)
    no_faults(phone)


@thorough
def test_an_entry_of_the_log_tells_whose_dice_fell(browser: Browser, server: Server) -> None:
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    told = (
        (by_host(party, "roll", seat=1, dice=[3, 6]), "Rolled by hand"),
        (by_host(party, "roll", seat=1), APP),
    )
    phone = seated(browser, party, 1, "/log", **PHONE, **STILL)
    for revision, words in told:
        line = phone.page.locator(f".log > li[data-revision='{revision}']")
        phone.press(line.locator("summary").first)
        expect(line.locator(".entry-body")).to_contain_text(words)
        expect(line.get_by_text("Entered by the host")).to_have_count(1)
    no_faults(phone)


@thorough
def test_the_tab_of_the_table_says_what_will_stand_there(browser: Browser, server: Server) -> None:
    """It is there from the start, before anybody asks for anything."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    phone = seated(browser, party, 1, **PHONE, **STILL)
    phone.press(phone.page.get_by_role("tab", name="Table"))
    expect(phone.page.get_by_text("Requests appear here.")).to_be_visible()
    asked = {"seat": 2, "from": "seat:3", "amount": 3}
    by_host(party, "request_money", **asked)
    expect(phone.page.get_by_text("Requests appear here.")).to_have_count(0)
    expect(phone.page.get_by_role("tabpanel")).to_contain_text("Waiting for an answer")
    no_faults(phone)


@thorough
def test_without_a_minimum_no_bid_of_nothing_is_ready(browser: Browser, server: Server) -> None:
    """It is for whoever taps 0; with a minimum the least bid stands on Confirm."""
    party = held_by_four(server)
    party.made(1, "auction", company="KP", style="ascending")
    phone = seated(browser, party, 1, **PHONE, **STILL)
    confirm = phone.form.locator(".confirm")
    expect(phone.page.locator("offer-form:not([data-fresh])")).to_be_visible()
    expect(phone.form.locator("input.amount")).to_have_value("")
    expect(confirm).to_have_text("Confirm")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    before = top(confirm)
    phone.press(phone.form.locator("[data-key=digit][value='0']"))
    expect(confirm).to_have_text("Confirm $0")
    expect(confirm).to_have_attribute("aria-disabled", "false")
    assert top(confirm) == before
    phone.confirm(words="Confirm $0")
    other = seated(browser, party, 2, **PHONE, **STILL)
    expect(other.form.locator(".confirm")).to_have_text("Confirm $1")
    no_faults(phone, other)


@thorough
def test_whoever_waits_for_a_bid_reads_every_name_whole(browser: Browser, server: Server) -> None:
    """On narrow phones what one has gives way to who it is; on the turn stands the colour of its row."""
    names = ["Maximiliane-Josephine", "Bartholomew", "Ada"]
    options = {"box": "prairie-railroads", "starting_cash": 420}
    party = new_party(server.client(), names, game="bank", options=options)
    party.made(1, "auction", company="KP", style="ascending")
    for seat, amount in ((1, 30), (2, 31), (3, 45)):
        party.made(seat, "bid", amount=amount)
    for width in (320, 360):
        phone = seated(browser, party, 3, **{**PHONE, "viewport": {"width": width, "height": 640}}, **STILL)
        rows = phone.page.locator(".bidders .name")
        expect(rows).to_have_text(["Maximiliane", "Bartholomew", "Ada"])
        assert rows.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)"), width
        expect(phone.page.locator(".bidders [data-state=to-act] .state")).to_have_text("to bid")
        no_faults(phone)
        phone.close()
