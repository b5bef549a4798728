"""The bank alone from across the room, and its end: large screens, who has won, what is left to check."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import cut
from tests.browser.pages import (
    LAPTOP,
    PATIENCE_MS,
    PHONE,
    STILL,
    TV,
    no_faults,
    settled,
    sit_host,
)
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.test_bank import by_host
from tests.scanning import scanned
from tests.server import Server, new_party, thorough

TOPS = "all => all.map((one) => one.getBoundingClientRect().top)"
PLACED = """
() => [...document.querySelectorAll(".board-stage, .board-corner")]
  .map((one) => one.getBoundingClientRect().top)
"""
NEAR_PX = 30
"""A line of a TV's letters."""


@thorough
def test_the_tables_of_a_tv_have_one_size_and_cash_a_larger_one(browser: Browser, server: Server) -> None:
    """Six badges at the heads of columns hold the players' letters back; the companies' are not half as large again."""
    names = ["Josephine", "Edmund", "Ada", "Bartholomew", "Liu"]
    party = new_party(
        server.client(), names, game="bank", options={"box": "prairie-railroads", "starting_cash": 60}
    )
    tv = sit_host(browser, server.port, party, at="/board", **TV, **STILL)
    settled(tv.page)
    sizes = tv.page.evaluate(
        """() => Object.fromEntries(["players", "railroads"].map((name) => {
          const size = (of) => parseFloat(getComputedStyle(of).fontSize);
          const panel = document.querySelector(`.board-wide [data-panel=${name}]`);
          return [name, [size(panel.querySelector(".sheet")), size(panel.querySelector("td strong"))]];
        }))"""
    )
    (players, cash), (companies, _) = sizes["players"], sizes["railroads"]
    assert players == companies >= 30
    assert cash > 1.2 * players
    no_faults(tv)


@thorough
@pytest.mark.parametrize(("high", "language"), [(1080, "de"), (720, "de"), (720, "en")])
def test_what_is_asked_leaves_the_qr_its_room(
    browser: Browser, server: Server, high: int, language: str
) -> None:
    """One question is read whole beside it; the panels above stay where they were."""
    names = ["Bartholomew", "Maximiliane", "Ed", "Konstantin"]
    options = {"box": "prairie-railroads", "starting_cash": 80}
    party = new_party(server.client(), names, claim=False, game="bank", options=options)
    party.claim(2)
    by_host(party, "pay", seat=1, amount=20, **{"from": "seat:1", "to": ["railroad:KP"]})
    device = {"viewport": {"width": high * 16 // 9, "height": high}, "locale": language}
    tv = seated(browser, party, 0, "/board", **device, **STILL)
    foot = tv.page.locator(".board-foot")
    expect(foot.locator("img")).to_have_js_property("complete", True, timeout=PATIENCE_MS)
    before = tv.page.evaluate(PLACED)
    tv.until(by_host(party, "request_money", seat=2, amount=10, why="Wette", **{"from": "seat:1"}))
    settled(tv.page)
    assert tv.page.evaluate(PLACED) == before
    asked = tv.page.locator("[data-panel=money_requests] li")
    expect(asked).to_contain_text("Bartholomew")
    assert scanned(foot.locator(".join-picture").screenshot()) == party.link
    for part in (asked, foot.locator("p")):
        expect(part).to_be_in_viewport(ratio=1)
    assert not cut(tv.page)
    no_faults(tv)


@thorough
def test_who_holds_which_of_many_companies_is_told_where_badges_have_room(
    browser: Browser, server: Server
) -> None:
    """Eleven have no room beside the cash: each has its line, with who holds it, on a laptop below the players."""
    names = ["Josephine", "Edmund", "Ada", "Bartholomew", "Liu"]
    box = {"box": "union-pacific", "starting_cash": 60}
    party = new_party(server.client(), names, game="bank", options=box)
    bought = {"company": "EPRG", "count": 3, "price": 0, "from": "railroad:EPRG", "to": "seat:4"}
    party.made(4, "trade", **bought)
    tv = sit_host(browser, server.port, party, at="/board", **TV, **STILL)
    settled(tv.page)
    badges = tv.page.locator(".board-wide railroad-badge")
    expect(badges).to_have_count(11)
    assert badges.evaluate_all("all => all.every(({lastChild: one}) => one.scrollWidth <= one.clientWidth)")
    held = tv.page.locator("[data-of='seat:4'][data-figure='shares.EPRG']")
    expect(held).to_have_text("3")
    assert held.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 30
    laptop = seated(browser, party, 0, **LAPTOP, **STILL)
    expect(laptop.page.locator("[data-panel=players], [data-panel=railroads]")).to_have_count(2)
    expect(laptop.page.locator("[data-of='seat:4'][data-figure='shares.EPRG']")).to_have_text("3")
    no_faults(tv, laptop)


@thorough
def test_who_ends_the_game_sees_first_what_each_would_have(browser: Browser, server: Server) -> None:
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    bought = {"company": "KP", "count": 2, "price": 10, "from": "railroad:KP", "to": "seat:1"}
    party.made(1, "trade", **bought)
    host = seated(browser, party, 0, **PHONE, **STILL)
    host.open("End the game")
    totals = host.form.locator(".totals li")
    value, rest = (
        host.form.locator("[data-field=values] input"),
        host.form.locator("[data-field=values] .rest"),
    )
    expect(host.form.locator(".brief")).to_have_text("Still needed: Value of a certificate: KP")
    expect(host.page.locator("offer-form:not([data-fresh])")).to_be_visible()
    host.form.get_by_role("button", name="End the game").tap(force=True)
    expect(host.form.locator(".fault")).to_be_visible()
    value.fill("9")
    expect(totals).to_have_text(["Ed$88", "Dave$80", "Pete$80"])
    expect(rest).to_be_hidden()  # there are no others
    value.fill("")
    expect(totals).to_have_count(0)
    expect(rest).to_have_text("Certificates count for nothing")
    host.press(rest)
    expect(value).to_have_value("0")
    expect(totals).to_have_text(["Dave$80", "Pete$80", "Ed$70"])
    host.press(host.form.get_by_role("button", name="End the game"))
    expect(host.form).to_have_count(0)
    assert [seat["cash"] for seat in party.document()["seats"]] == [70, 80, 80]
    no_faults(host)


@thorough
def test_of_several_companies_the_rest_counts_for_nothing(browser: Browser, server: Server) -> None:
    """What nobody holds wants no value."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    for seat, company in ((1, "KP"), (2, "MP"), (3, "MKT")):
        bought = {"company": company, "count": 1, "price": 0, "from": f"railroad:{company}"}
        party.made(seat, "trade", **bought, to=f"seat:{seat}")
    phone = seated(browser, party, 0, **PHONE, **STILL)
    phone.open("End the game")
    values = phone.form.locator("[data-field=values]")
    expect(values.locator(".share-count")).to_have_count(3)
    values.locator("[data-value=MP] input").fill("5")
    values.locator("[data-value=KP]").get_by_role("button", name="One fewer").click()
    expect(phone.form.locator(".brief")).to_contain_text(": MKT")
    confirm = phone.form.locator(".confirm-bar")
    before = confirm.bounding_box()
    phone.press(values.get_by_role("button", name="The others count for nothing"))
    expect(values.locator(".rest")).to_be_hidden()
    assert confirm.bounding_box() == before
    expect(phone.form.locator(".totals li")).to_have_text(["Dave$85", "Ed$80", "Pete$80"])
    no_faults(phone)


@thorough
def test_each_place_at_the_end_is_of_cash_and_certificates(browser: Browser, server: Server) -> None:
    """Two of three have none, and what one is worth was said at the end: there the chart goes up to what wins."""
    tv = seated(browser, played(server.client(), "bank/worked-table"), 0, "/board", **TV, **STILL)
    parts = tv.page.locator(".podium .of-it")
    expect(parts).to_have_text(
        ["Cash$90Certificates$0", "Cash$73Certificates$8", "Cash$70Certificates$0"], timeout=PATIENCE_MS
    )
    expect(tv.page.locator(".ending-charts h2").first).to_have_text("Cash, and certificates at the end")
    settled(tv.page)
    winner = tv.page.locator(".ending-winner").bounding_box()
    tops = tv.page.locator(".podium > li").evaluate_all(TOPS)
    assert winner
    assert tops == sorted(tops)
    assert 0 <= tops[0] - winner["y"] - winner["height"] < NEAR_PX, (
        "the highest step reaches up to who has won"
    )
    no_faults(tv)


@thorough
def test_after_the_end_every_line_to_check_can_be_ticked(browser: Browser, server: Server) -> None:
    """Nothing is to do, nobody can note anything, and a certificate is no share."""
    screen = seated(browser, played(server.client(), "bank/worked-table"), 0, "/check", **STILL)
    lines = screen.page.locator(".check-line")
    # The bank; three players' cash and one certificate; three figures of each company, and who holds the KP.
    number = 1 + 3 + 1 + 6 * 3 + 1
    expect(lines).to_have_count(number, timeout=PATIENCE_MS)
    expect(screen.page.locator(".check-line input")).to_have_count(number)
    expect(screen.page.locator("packing-lines")).to_be_hidden()
    assert "share" not in screen.page.locator("main").inner_text().lower()
    no_faults(screen)


@thorough
def test_who_has_won_is_in_sight_wherever_one_was_reading(browser: Browser, server: Server) -> None:
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads", "starting_cash": 60})
    phone = seated(browser, party, 2, **PHONE, **STILL)
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert phone.page.evaluate("scrollY") > 0
    phone.until(party.made(0, "end_game")["revision"])
    settled(phone.page)
    assert phone.page.evaluate("scrollY") == 0
    no_faults(phone)


@thorough
def test_what_one_was_asked_is_called_out_no_more_when_the_game_is_over(
    browser: Browser, server: Server
) -> None:
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    phone = seated(browser, party, 1, **PHONE, **STILL)
    asked = phone.page.locator("offer-list > .questions .answers > p")
    for request, withdrawn in ((1, True), (2, False)):
        phone.until(by_host(party, "request_money", seat=2, amount=9, **{"from": "seat:1"}))
        expect(asked).to_have_text("Dave asks for $9Cash $80 → $71")
        move = ("decline_request", {"seat": 2, "request": request}) if withdrawn else ("end_game", {})
        phone.until(by_host(party, move[0], **move[1]))
        settled(phone.page)
        expect(asked).to_have_count(0)
        expect(phone.page.locator(".seat-head .turn .asked")).to_have_count(0)
    no_faults(phone)


@thorough
def test_a_sum_of_cash_and_certificates_is_called_a_total(browser: Browser, server: Server) -> None:
    """A name as long as they come keeps off it on the narrowest phone; with no values it is plain cash."""
    names = ["Maximiliane-Josephine von Hohenstein", "Bartholomew"]
    for values, told in (({"KP": 90}, "$510 Total"), ({}, "Cash$330")):
        options = {"box": "prairie-railroads", "starting_cash": 330}
        party = new_party(server.client(), names, game="bank", options=options)
        party.made(1, "trade", company="KP", count=2, price=0, **{"from": "railroad:KP", "to": "seat:1"})
        party.made(0, "end_game", values=values)
        phone = seated(browser, party, 1, **{**PHONE, "viewport": {"width": 320, "height": 568}}, **STILL)
        head = phone.page.locator(".seat-head")
        expect(head.locator(".cash")).to_have_text(told, timeout=PATIENCE_MS)
        name, sum_ = head.locator("h1").bounding_box(), head.locator(".cash").bounding_box()
        assert name
        assert sum_
        assert name["x"] + name["width"] <= sum_["x"]
        no_faults(phone)
        phone.close()


@thorough
@pytest.mark.parametrize(("high", "language"), [(1080, "de"), (720, "de"), (1080, "en")])
def test_a_win_that_is_shared_is_told_in_two_large_lines(
    browser: Browser, server: Server, high: int, language: str
) -> None:
    """In one it would be set as small as the names below it."""
    names = ["Bartholomew", "Maximiliane", "Ed", "Konstantin"]
    options = {"box": "prairie-railroads", "starting_cash": 70}
    party = new_party(server.client(), names, game="bank", options=options)
    for seat in (1, 3):
        by_host(party, "pay", seat=seat, amount=7, **{"from": f"seat:{seat}", "to": ["bank"]})
    party.made(0, "end_game")
    size = {"viewport": {"width": high * 16 // 9, "height": high}, "locale": language}
    tv = seated(browser, party, 0, "/board", **size, **STILL)
    headline = tv.page.locator(".ending-winner h2")
    expect(headline).to_contain_text(re.compile("Maximiliane (und|and) Konstantin"), timeout=PATIENCE_MS)
    settled(tv.page)
    high_px, letter_px = headline.evaluate(
        "one => [one.clientHeight, parseFloat(getComputedStyle(one).fontSize)]"
    )
    assert letter_px >= high / 24, "45 px of 1080"
    assert 2 <= high_px / letter_px < 3
    assert not cut(tv.page)
    no_faults(tv)


@thorough
def test_more_winners_than_a_podium_has_steps_stand_in_rows(browser: Browser, server: Server) -> None:
    names = ["Josephine", "Edmund", "Ada", "Maximiliane von Hohenstein", "Liu"]
    party = new_party(
        server.client(), names, game="bank", options={"box": "prairie-railroads", "starting_cash": 60}
    )
    party.made(0, "end_game")
    for size in ({"width": 1920, "height": 1080}, {"width": 1280, "height": 720}):
        tv = seated(browser, party, 0, "/board", viewport=size, **STILL)
        rows = tv.page.locator(".final > [data-winner]")
        expect(rows).to_have_count(len(names), timeout=PATIENCE_MS)
        expect(tv.page.locator(".podium")).to_have_count(0)
        settled(tv.page)
        frame, last = tv.page.locator(".ending-ranks").bounding_box(), rows.last.bounding_box()
        assert frame
        assert last
        assert last["y"] + last["height"] <= frame["y"] + frame["height"]
        assert rows.evaluate_all("all => all.every(one => one.scrollHeight <= one.clientHeight + 1)")
        no_faults(tv)


@thorough
@pytest.mark.parametrize("cash", [[70, 50, 50, 50, 40], [70, 60, 50, 50, 40], [70, 70, 70, 50, 40]])
def test_where_ties_would_leave_a_step_empty_everybody_has_a_row(
    browser: Browser, server: Server, cash: list[int]
) -> None:
    """Who shares a place stand alike: none on a podium, while another is listed below it."""
    names = ["Josephine", "Edmund", "Ada", "Maximiliane", "Liu"]
    party = new_party(
        server.client(), names, game="bank", options={"box": "prairie-railroads", "starting_cash": 40}
    )
    for seat, amount in enumerate(cash, 1):
        if amount > 40:
            paid = [{"from": "bank", "to": f"seat:{seat}", "amount": amount - 40}]
            party.made(0, "correct", postings=paid, note="for the test")
    party.made(0, "end_game")
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    rows = tv.page.locator(".final > li")
    expect(rows).to_have_count(5, timeout=PATIENCE_MS)
    expect(tv.page.locator(".podium")).to_have_count(0)
    expect(rows.locator(".total")).to_have_text([f"${amount}" for amount in cash])
    settled(tv.page)
    frame, last = tv.page.locator(".ending-ranks").bounding_box(), rows.last.bounding_box()
    assert frame
    assert last
    assert last["y"] + last["height"] <= frame["y"] + frame["height"]
    no_faults(tv)
