"""The bank alone, in a real browser: what one is asked, and auctions, while something else is being entered."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.browser.measures import COLOURS, cut, top, violations
from tests.browser.pages import LAPTOP, PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.test_bank import back, by_host, paying_dave, question, two_phones
from tests.browser.test_narrow_phones import CUT
from tests.server import Server, new_party, thorough

LONG = ["Josephine", "Bartholomew", "Maximiliane"]


@thorough
def test_what_one_is_asked_is_called_out_and_an_answer_stays_the_answer_to_its_own(
    browser: Browser, server: Server
) -> None:
    """Two of one's own in sight; what one is asked lies as a card over the place of a form, which moves nothing."""
    party, ed, dave = two_phones(browser, server)
    for amount in (2, 2, 5):
        revision = by_host(party, "request_money", seat=1, amount=amount, **{"from": "seat:2"})
    ed.until(revision)
    settled(ed.page)
    before = (tiles := ed.page.locator("offer-list .tile").last).bounding_box()
    revision = by_host(party, "request_money", seat=2, amount=9, **{"from": "seat:1"})
    ed.until(revision)
    dave.until(revision)
    expect(question(ed, "Dave asks for $9").locator("p")).to_have_text("Dave asks for $9Cash $80 → $71")
    expect(question(ed, "Dave asks for $9")).to_be_in_viewport(ratio=1)
    expect(ed.page.locator(".seat-head .turn .asked")).to_have_count(0)
    assert tiles.bounding_box() == before, "nothing moves"
    rows = ed.page.locator("offer-list .offers .answers p")
    expect(rows).to_have_text([f"Asked Dave for ${amount}" for amount in (2, 2, 5)])
    expect(rows.locator("visible=true")).to_have_count(2)

    dave.page.reload()  # else it is chance which of them came together
    dave.press(dave.page.locator("offer-list .further summary"))
    row = question(dave, "Ed asks for $5")
    expect(row.get_by_role("button")).to_have_text(["Decline", "Accept"])
    dave.press(row.get_by_role("button", name="Accept"))
    ed.until(revision + 1)
    ed.press(question(ed, "Asked Dave for $2").first.get_by_role("button", name="Take back"))
    dave.until(revision + 2)
    ed.until(revision + 2)
    assert (ed.cash, dave.cash) == (85, 75)
    no_faults(ed, dave)


@thorough
def test_of_many_questions_only_those_without_an_answer_are_counted(browser: Browser, server: Server) -> None:
    """And what is folded away goes with the last of them, but nothing below it moves."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    for amount in (2, 3, 4, 5):
        by_host(party, "request_money", seat=2, amount=amount, **{"from": "seat:1"})
    ed = seated(browser, party, 1, **PHONE, **STILL)
    further = ed.page.locator("offer-list .further")
    expect(further.locator("summary")).to_have_text("2 more requests")
    ed.until(by_host(party, "decline_request", seat=2, request=4))
    expect(further.locator("summary")).to_have_text("1 more request")
    tiles = ed.page.locator("offer-list .tile").last
    before = tiles.bounding_box()
    ed.until(by_host(party, "decline_request", seat=2, request=3))
    expect(further).to_be_hidden()
    expect(question(ed, "Dave asks for $2")).to_be_visible()
    assert tiles.bounding_box() == before
    no_faults(ed)


@thorough
def test_what_one_is_asked_while_a_form_is_open_is_seen_and_nothing_moves(
    browser: Browser, server: Server
) -> None:
    party, ed, keypad = paying_dave(browser, server, 12)
    before = keypad.bounding_box()
    ed.until(by_host(party, "request_money", seat=2, amount=9, **{"from": "seat:1"}))
    expect(question(ed, "Dave asks for $9")).to_have_count(0)
    asked = ed.page.locator(".seat-head .turn .asked")
    expect(asked).to_have_text("Dave asks for $9")
    ed.until(by_host(party, "request_money", seat=3, amount=2, **{"from": "seat:1"}))
    expect(asked).to_have_text("Dave asks for $9 (1 of 2)")
    assert keypad.bounding_box() == before
    ed.press(asked)
    expect(question(ed, "Dave asks for $9").get_by_role("button", name="Accept")).to_be_in_viewport()
    expect(ed.form.locator(".brief")).to_have_text("Ed pays Dave $12")
    assert keypad.bounding_box() == before
    # once it is closed both lie over all that may be done, and need not be called out
    ed.tap("Answer later")
    back(ed)
    expect(ed.page.locator("offer-list > .questions .answers p")).to_have_text(
        ["Dave asks for $9Cash $80 → $71", "Pete asks for $2Cash $80 → $78"]
    )
    expect(asked).to_have_count(0)
    no_faults(ed)


@thorough
def test_an_auction_that_begins_moves_nothing_of_a_form_that_is_being_filled_in(
    browser: Browser, server: Server
) -> None:
    party, ed, keypad = paying_dave(browser, server, 3)
    before = top(keypad)
    ed.until(by_host(party, "auction", seat=3, company="KP", style="ascending"))
    expect(ed.page.locator("auction-box")).to_be_attached()
    assert abs(top(keypad) - before) <= 1
    expect(ed.form.locator(".amount")).to_have_value("$3")
    no_faults(ed)


@thorough
def test_a_laptop_has_the_same_card(browser: Browser, server: Server) -> None:
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    laptop = seated(browser, party, 1, **LAPTOP, **STILL)
    revision = by_host(party, "request_money", seat=1, amount=2, **{"from": "seat:3"})
    laptop.until(revision)
    expect(question(laptop, "Asked Pete for $2")).to_be_visible()
    laptop.until(by_host(party, "accept_request", seat=3, request=1))
    expect(laptop.page.locator("offer-list .answers[data-answered] .outcome")).to_have_text("Accepted")
    laptop.until(by_host(party, "request_money", seat=2, amount=9, **{"from": "seat:1"}))
    card = question(laptop, "Dave asks for $9")
    expect(card).to_contain_text("Cash $82 → $73")
    laptop.press(card.get_by_role("button", name="Accept"))
    expect(card).to_have_count(0)
    assert laptop.cash == 73
    # the answer to one's own goes with it
    expect(laptop.page.locator("offer-list .answers")).to_have_count(0)
    no_faults(laptop)


@thorough
def test_an_answer_that_cannot_be_says_why(browser: Browser, server: Server) -> None:
    """Nothing moves, the question stays, and so does a form that is being filled in."""
    party, ed, _ = paying_dave(browser, server, 3)
    ed.until(by_host(party, "request_money", seat=2, amount=90, **{"from": "seat:1"}))
    ed.press(ed.page.locator(".seat-head .turn .asked"))
    row = question(ed, "Dave asks for $90")
    expect(row.get_by_role("button", name="Accept")).to_be_disabled()
    expect(row.locator(".has")).to_have_text("You have only $80. Decline, or accept once you have $90.")
    expect(row.get_by_role("button", name="Decline")).to_be_enabled()
    expect(ed.form.locator(".amount")).to_have_value("$3")
    no_faults(ed)


@thorough
def test_an_answer_moves_nothing_for_who_has_asked(browser: Browser, server: Server) -> None:
    """Nor does it leave a gap once they have turned to something else; nor does a tab come between two others."""
    party, ed, _ = two_phones(browser, server)
    tabs = ["Players", "Companies", "Table", "Log"]
    expect(ed.page.get_by_role("tab")).to_have_text(tabs)
    ed.until(by_host(party, "request_money", seat=1, amount=5, **{"from": "seat:2"}))
    expect(question(ed, "Asked Dave for $5")).to_be_visible()
    expect(ed.page.get_by_role("tab")).to_have_text(tabs)
    below = ed.page.locator("offer-list .offer", has_text="Ask for money")
    before = below.bounding_box()
    ed.until(by_host(party, "accept_request", seat=2, request=1))
    row = ed.page.locator(".answers[data-answered]")
    expect(row.get_by_text("Asked Dave for $5")).to_be_visible()
    expect(row.locator(".outcome")).to_have_text("Accepted")  # all else the news have said
    expect(row.locator("button")).to_be_hidden()
    expect(row).not_to_contain_text("pays")
    settled(ed.page)
    assert below.bounding_box() == before
    ed.open("Ask for money")
    ed.tap("Back to the other moves", within=ed.form)
    expect(question(ed, "Asked Dave for $5")).to_have_count(0)
    no_faults(ed)


def test_a_double_tap_answers_one_question(browser: Browser, server: Server) -> None:
    """The second of one's own comes under the finger when the first is taken back."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    for amount in (2, 4):
        by_host(party, "request_money", seat=1, amount=amount, **{"from": "seat:2"})
    ed = seated(browser, party, 1, **PHONE, **STILL)
    key = question(ed, "Asked Dave for $2").get_by_role("button", name="Take back")
    box = key.bounding_box()
    assert box
    ed.press(key)
    ed.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(question(ed, "Asked Dave for $2")).to_have_count(0)
    expect(question(ed, "Asked Dave for $4").get_by_role("button")).to_be_enabled()
    assert len(party.document()["money_requests"]) == 1
    no_faults(ed)


@thorough
def test_a_turn_to_bid_moves_nothing_of_a_form_and_is_called_out(browser: Browser, server: Server) -> None:
    """Whoever is paying just then pays; a tap on the band opens the bid instead."""
    party, ed, keypad = paying_dave(browser, server, 3)
    by_host(party, "auction", seat=2, company="KP", style="ascending", opener=2)
    by_host(party, "bid", seat=2, amount=4)
    before = top(keypad)
    ed.until(by_host(party, "pass", seat=3))
    called = ed.page.locator(".seat-head .turn .asked")
    expect(called).to_have_text("Your turn: Bid for KP")
    assert abs(top(keypad) - before) <= 1
    expect(ed.form.locator(".confirm")).to_have_text("Confirm $3")
    ed.press(called)
    expect(ed.page.locator("offer-form form")).to_have_attribute("data-offer", "bid")
    expect(called).to_have_count(0)
    for part in ("auction-box", ".confirm-bar .quick", ".confirm-bar .confirm"):
        expect(ed.page.locator(part)).to_be_in_viewport(ratio=1)
    no_faults(ed)


@thorough
def test_whoever_is_to_bid_is_told_what_they_are_asked(browser: Browser, server: Server) -> None:
    """Beside their turn, and first of what is folded away; nothing of the bid moves, and all of it is in sight."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    ed = seated(browser, party, 1, **{**PHONE, "viewport": {"width": 360, "height": 640}}, **STILL)
    ed.until(by_host(party, "auction", seat=2, company="KP", style="ascending", opener=1))
    fold = ed.page.locator("offer-list .offers .folded > summary")
    expect(fold).to_contain_text("More: Pay · ")
    parts = [ed.form.get_by_role("group", name="Keypad"), ed.page.locator(".confirm-bar"), fold]
    limit = ed.page.locator("bid-limit")
    settled(ed.page)
    before = [part.bounding_box() for part in (*parts, limit)]
    ed.until(by_host(party, "request_money", seat=2, amount=9, **{"from": "seat:1"}))
    asked = ed.page.locator(".seat-head .turn .asked")
    expect(asked).to_have_text("Dave asks for $9")
    expect(fold).to_contain_text("More: Pay · ")
    assert [part.bounding_box() for part in (*parts, limit)] == before
    for part in (*parts[:2], ed.page.locator(".turn > span").first):
        expect(part).to_be_in_viewport(ratio=1)
    turn, badge = ed.page.locator(".turn > span").first.bounding_box(), asked.bounding_box()
    assert turn
    assert badge
    assert turn["x"] + turn["width"] <= badge["x"], "that it is their turn is still read"
    ed.press(asked)
    expect(question(ed, "Dave asks for $9").get_by_role("button", name="Accept")).to_be_in_viewport()
    ed.press(question(ed, "Dave asks for $9").get_by_role("button", name="Accept"))
    expect(asked).to_have_count(0)
    expect(ed.page.locator("offer-form form")).to_have_attribute("data-offer", "bid")
    no_faults(ed)


@thorough
def test_a_host_who_plays_for_others_reads_what_is_asked(browser: Browser, server: Server) -> None:
    """In the letters of its own plate, not in those of the dark band in which it lies."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    host = seated(browser, party, 0, **LAPTOP, **STILL)
    by_host(party, "auction", seat=1, company="KP", style="ascending", opener=1)
    host.until(by_host(party, "request_money", seat=2, amount=9, **{"from": "seat:1"}))
    asked = host.page.locator(".seat-head .turn .asked")
    expect(asked.locator("span").first).to_have_text("Dave asks for $9")
    letters = "one => getComputedStyle(one).color"
    assert asked.locator("span").first.evaluate(letters) == asked.evaluate(letters)
    assert not violations(host.page, COLOURS)
    no_faults(host)


@thorough
def test_the_only_tap_of_a_pass_names_no_sum(browser: Browser, server: Server) -> None:
    """It ends the auction, and another pays: nothing more is asked."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    by_host(party, "auction", seat=2, company="KP", style="ascending", opener=2)
    by_host(party, "bid", seat=2, amount=4)
    by_host(party, "pass", seat=3)
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.open("Bid")
    expect(ed.form.locator(".quick .offer-label")).to_have_text("Pass")
    ed.confirm(words="Pass")
    expect(ed.page.locator("auction-box .lot")).to_have_count(0)
    assert {one["seat"]: one["cash"] for one in party.document()["seats"]}[2] == 76  # Dave paid 4 of 80
    no_faults(ed)


@thorough
def test_a_phone_reloaded_during_an_auction_finds_what_it_is_asked(browser: Browser, server: Server) -> None:
    party, ed, _ = paying_dave(browser, server, 3)
    by_host(party, "auction", seat=3, company="KP", style="ascending", opener=3)
    ed.until(by_host(party, "request_money", seat=2, amount=9, **{"from": "seat:1"}))
    ed.page.reload()
    asked = ed.page.locator(".seat-head .turn .asked")
    band, beside = ed.page.locator(".seat-head .turn").bounding_box(), asked.bounding_box()
    assert band
    assert beside
    assert beside["width"] == band["width"], "no name stands beside it that could be taken for who asks"
    expect(asked).to_have_text("Dave asks for $9")
    expect(ed.page.locator("auction-box [data-state=to-act]")).to_contain_text("Pete")
    expect(ed.form).to_be_in_viewport()  # where it stood
    ed.press(asked)
    expect(question(ed, "Dave asks for $9").get_by_role("button", name="Accept")).to_be_in_viewport()
    no_faults(ed)


@thorough
def test_how_much_is_asked_is_read_on_the_narrowest_phone(browser: Browser, server: Server) -> None:
    party = new_party(server.client(), LONG, game="bank", options={"box": "prairie-railroads"})
    by_host(party, "auction", seat=3, company="KP", style="ascending", opener=3)
    by_host(party, "request_money", seat=2, amount=9, **{"from": "seat:1"})
    phone = seated(browser, party, 1, **{**PHONE, "viewport": {"width": 320, "height": 568}}, **STILL)
    asked = phone.page.locator(".seat-head .turn .asked")
    expect(asked).to_have_text("Bartholomew asks for $9")
    assert not asked.locator("span").first.evaluate(CUT)
    no_faults(phone)


@thorough
def test_more_than_one_has_is_said_before_it_is_accepted(browser: Browser, server: Server) -> None:
    """With what may be done about it, and no longer once there is enough; nothing moves when the question goes."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads", "starting_cash": 5})
    ed = seated(browser, party, 1, **PHONE, **STILL)
    tiles = ed.page.locator("offer-list .tile").last
    before = tiles.bounding_box()
    ed.until(by_host(party, "request_money", seat=2, amount=9, **{"from": "seat:1"}))
    row = question(ed, "Dave asks for $9")
    expect(row).to_be_in_viewport(ratio=1)
    expect(row.locator(".has")).to_have_text("You have only $5. Decline, or accept once you have $9.")
    expect(row.get_by_role("button", name="Accept")).to_be_disabled()
    ed.until(by_host(party, "pay", amount=4, to=["seat:1"], **{"from": "bank"}))
    expect(row.locator(".has")).to_have_text("Cash $9 → $0")
    expect(row.get_by_role("button", name="Accept")).to_be_enabled()
    ed.until(by_host(party, "decline_request", seat=2, request=1))
    expect(row).to_have_count(0)
    assert tiles.bounding_box() == before
    no_faults(ed)


@thorough
def test_whoever_is_to_bid_has_pass_beside_confirm_whatever_is_asked_meanwhile(
    browser: Browser, server: Server
) -> None:
    """And the erase key above it on a phone of 740 lines; the other one reads for whom all wait, and who sells."""
    party, ed, dave = two_phones(browser, server)
    by_host(party, "request_money", seat=1, amount=4, **{"from": "seat:2"})
    by_host(party, "request_money", seat=2, amount=9, **{"from": "seat:1"})
    revision = by_host(
        party, "auction", seat=2, company="KP", style="once_around", opener=1, pays_to="seat:3"
    )
    ed.until(revision)
    expect(ed.page.locator(".confirm-bar button")).to_have_text([re.compile("^Pass"), "Confirm"])
    expect(ed.page.locator("offer-list .answers").locator("visible=true")).to_have_count(0)
    erase = ed.form.get_by_role("button", name="Erase").bounding_box()
    bar = ed.page.locator(".confirm-bar").bounding_box()
    assert erase
    assert bar
    assert erase["y"] + erase["height"] <= bar["y"]
    dave.until(revision)
    expect(dave.page.locator(".turn")).to_contain_text("Waiting for")
    expect(dave.page.locator(".turn .seat-mark")).to_have_attribute("data-seat", "1")
    expect(dave.page.locator("auction-box .lot-facts")).to_have_text("The price goes to Pete")
    # what is asked beside it is news for nobody, as what is paid is
    revision = by_host(party, "request_money", seat=3, amount=2, **{"from": "seat:1"})
    revision = by_host(party, "decline_request", seat=1, request=3)
    for phone in (ed, dave):
        phone.until(revision)
        news = "Dave auctions KP, once around; the price goes to Pete"
        expect(phone.page.locator(".news")).to_have_text(news)
    revision = by_host(party, "pay", seat=3, amount=1, to=["seat:1"])
    dave.until(revision)
    expect(dave.page.locator(".news")).to_have_text("Pete pays Ed $1")
    no_faults(ed, dave)


@thorough
def test_nobody_agrees_to_a_trade_for_which_there_is_too_little(browser: Browser, server: Server) -> None:
    """Certificates are sold meanwhile, and bought again: the yes goes off, says why, and comes back."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    by_host(party, "trade", seat=1, company="KP", count=1, price=0, **{"from": "railroad:KP", "to": "seat:1"})
    party.made(2, "trade", company="KP", count=1, price=9, **{"from": "seat:1", "to": "seat:2"})
    ed = seated(browser, party, 1, **PHONE, **STILL)
    accept = ed.page.locator("offer-list .answers").get_by_role("button", name="Accept")
    has = ed.page.locator("offer-list .answers .has")
    expect(accept).to_be_enabled()
    back = {"company": "KP", "count": 1, "price": 0, "from": "seat:1", "to": "railroad:KP"}
    ed.until(by_host(party, "trade", seat=1, **back))
    words = "You have 0 of the 1 KP certificates. Decline, or accept once you have them."
    expect(has).to_have_text(words)
    expect(accept).to_be_disabled()
    ed.until(by_host(party, "trade", seat=1, **{**back, "from": "railroad:KP", "to": "seat:1"}))
    expect(has).to_have_text("Cash $80 → $89 · KP 1 → 0")
    expect(accept).to_be_enabled()
    no_faults(ed)


@thorough
def test_what_a_deal_would_cost_is_read_in_the_band(browser: Browser, server: Server) -> None:
    """Of a long name, too, while the phone is at something else."""
    names = ["Ed", "Dave", "Anne-Sophie Lindenberg"]
    party = new_party(server.client(), names, game="bank", options={"box": "southern-pacific"})
    by_host(party, "trade", seat=2, company="SP", count=1, price=8, **{"from": "railroad:SP", "to": "seat:2"})
    dave = seated(browser, party, 2, **{**PHONE, **STILL, "viewport": {"width": 320, "height": 568}})
    dave.press(dave.page.locator("offer-list .tile", has_text="Bank").first)
    party.made(3, "trade", company="SP", count=1, price=28, **{"from": "seat:2", "to": "seat:3"})
    words = "Anne-Sophie Lindenberg asks to buy 1 SP certificate for $28"
    expect(dave.page.locator(".seat-head .turn .asked span")).to_have_text(words)
    assert not [one for one in cut(dave.page) if words in one]
