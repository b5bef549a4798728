"""The bank alone on the phone of a host who plays: a form that is open stays, and what is filled in, whatever comes."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, expect

from tests.browser.measures import top
from tests.browser.pages import PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.test_bank import by_host, question, tile
from tests.server import Party, Server, new_party, thorough

NAMES = ["Maximiliane", "Katarzyna", "Bartholomew", "Christopher"]
TALL = {**PHONE, **STILL, "viewport": {"width": 390, "height": 844}}
TILES = "offer-list .tiled > .tiles:has([data-tile=bank]) > .tile"
"""Whom one may pay but players."""


def host_at(browser: Browser, party: Party, seat: int, **device: object) -> Screen:
    """The phone of a host who sits there; all others have one of their own."""
    phone = Screen(browser, "host", **{**TALL, **device})
    sits = {"number": seat, "key": party.seats[seat]}
    phone.has_kept({party.code: {"join": party.join, "started": True, "host": party.host, "seat": sits}})
    phone.page.goto(f"http://127.0.0.1:{party.client.port}/t/{party.code}")
    settled(phone.page)
    return phone


def paying(browser: Browser, server: Server) -> tuple[Party, Screen, Locator]:
    """Katarzyna is host and about to pay $7; her keypad."""
    party = new_party(server.client(), NAMES, game="bank", options={"box": "prairie-railroads"})
    phone = host_at(browser, party, 2)
    tile(phone, "Bartholomew")
    phone.amount(7)
    settled(phone.page)
    return party, phone, phone.form.get_by_role("group", name="Keypad")


def stands(phone: Screen, keypad: Locator, there: float) -> None:
    """The form of the payment, with what is typed, where it stood."""
    settled(phone.page)
    expect(phone.form.locator(".amount")).to_have_value("$7")
    assert abs(top(keypad) - there) <= 1


@thorough
def test_a_form_stands_where_it_stood_also_when_the_page_is_loaded_anew(
    browser: Browser, server: Server
) -> None:
    """An auction opens, the companion is restarted as another edition, and it is one's turn to bid."""
    party, phone, keypad = paying(browser, server)
    there = top(keypad)
    phone.until(by_host(party, "auction", seat=1, company="KP", style="ascending"))
    stands(phone, keypad, there)
    phone.page.reload()
    stands(phone, keypad, there)
    phone.until(by_host(party, "bid", seat=1, amount=3))
    stands(phone, keypad, there)
    no_faults(phone)


@thorough
def test_a_page_that_cannot_be_scrolled_back_keeps_the_form_all_the_same(
    browser: Browser, server: Server
) -> None:
    party, phone, keypad = paying(browser, server)
    phone.until(by_host(party, "auction", seat=1, company="KP", style="ascending"))
    phone.page.evaluate("scrollTo(0, 0)")
    there = top(keypad)
    phone.until(by_host(party, "bid", seat=1, amount=3))  # what is told of an auction is lower now
    stands(phone, keypad, there)
    no_faults(phone)


@thorough
def test_a_yes_over_a_form_moves_nothing(browser: Browser, server: Server) -> None:
    party, phone, keypad = paying(browser, server)
    assert phone.page.evaluate("scrollY") > 0
    phone.until(by_host(party, "request_money", seat=1, amount=4, **{"from": "seat:2"}))
    phone.press(phone.page.locator(".seat-head .turn .asked"))
    card = question(phone, "Maximiliane asks for $4")
    there = top(keypad)
    phone.press(card.get_by_role("button", name="Accept"))
    expect(card).to_have_count(0)
    assert phone.cash == 66
    stands(phone, keypad, there)
    no_faults(phone)


@thorough
def test_whoever_bids_meanwhile_goes_on_with_what_was_filled_in(browser: Browser, server: Server) -> None:
    party, phone, keypad = paying(browser, server)
    there = top(keypad)
    by_host(party, "auction", seat=1, company="KP", style="ascending")
    phone.until(by_host(party, "bid", seat=1, amount=3))
    phone.press(phone.page.locator(".seat-head [data-bid]"))
    phone.amount(5)
    phone.confirm()
    stands(phone, keypad, there)
    for seat in (3, 4, 1):
        phone.until(by_host(party, "pass", seat=seat))
    stands(phone, keypad, there)
    assert party.document(party.host)["seats"][1]["cash"] == 65
    no_faults(phone)


@thorough
def test_a_host_whose_players_all_have_phones_has_the_names_once(browser: Browser, server: Server) -> None:
    """To be paid; who the phone plays for stands in a line, and a tap lays out the others."""
    party = new_party(server.client(), NAMES, game="bank", options={"box": "prairie-railroads"})
    phone = host_at(browser, party, 2)
    line = phone.page.locator("seat-picker button")
    expect(line).to_have_text("Playing asKatarzynaChange")
    tile(phone, "Bartholomew")
    expect(phone.form.locator(".payer")).to_contain_text("Katarzyna")
    phone.press(line)
    phone.press(phone.page.locator("seat-picker button[data-seat='3']"))
    expect(line).to_have_text("Playing asBartholomewChange")
    expect(phone.page.locator(".seat-name h1")).to_have_text("Bartholomew")
    no_faults(phone)


@thorough
def test_a_tall_phone_has_room_for_six_companies(browser: Browser, server: Server) -> None:
    """Below whom one may pay, and what else may be done is in sight all the same; eleven are folded there, too."""
    for box, shown in (("prairie-railroads", 7), ("union-pacific", 2)):
        party = new_party(server.client(), NAMES, game="bank", options={"box": box})
        phone = seated(browser, party, 1, **{**TALL, "viewport": {"width": 390, "height": 844}})
        expect(phone.page.locator(TILES)).to_have_count(shown, timeout=PATIENCE_MS)
        settled(phone.page)
        expect(phone.page.locator("offer-list .offer", has_text="Ask for money")).to_be_in_viewport(ratio=1)
        no_faults(phone)


@thorough
def test_companies_that_nobody_uses_are_folded(browser: Browser, server: Server) -> None:
    """On a phone what else may be done is near; while one waits nothing comes among them."""
    party = new_party(server.client(), NAMES, game="bank", options={"box": "prairie-railroads"})
    phone = seated(browser, party, 1, **{**TALL, "viewport": {"width": 320, "height": 568}})
    tiles = phone.page.locator(TILES)
    expect(tiles).to_have_text(["Bank", "6 more"])
    asks = phone.page.locator("offer-list .offer", has_text="Ask for money")
    there = top(asks)
    phone.until(by_host(party, "pay", seat=2, amount=5, to=["railroad:MKT"]))
    deal = {"from": "railroad:SLSF", "to": "seat:2"}
    phone.until(by_host(party, "trade", seat=2, company="SLSF", count=1, price=0, **deal))
    deal = {"from": "railroad:MP", "to": "seat:1"}
    phone.until(by_host(party, "pay", seat=3, amount=1, to=["seat:4"]))
    settled(phone.page)
    expect(tiles).to_have_text(["Bank", "6 more"])
    assert abs(top(asks) - there) <= 1
    phone.until(by_host(party, "trade", seat=1, company="MP", count=1, price=0, **deal))
    phone.page.reload()
    expect(tiles).to_have_text(["Bank", "MKT", "SLSF", "MP", "3 more"])
    phone.press(tiles.last)
    expect(tiles).to_have_text(["Bank", "MKT", "SLSF", "MP", "CRIP", "ATSF", "KP"])
    no_faults(phone)


@thorough
def test_what_a_host_who_plays_takes_back_of_their_own_is_told_as_any_player_s(
    browser: Browser, server: Server
) -> None:
    party, phone, _ = paying(browser, server)
    phone.confirm()
    revision = phone.revision
    phone.press(phone.page.locator("undo-bar .undo"))
    phone.until(revision + 1)
    told = party.document(party.host)["recent"][-1]["headline"]
    assert told == "Katarzyna took back: Katarzyna pays Bartholomew $7"
    no_faults(phone)


@thorough
def test_companies_keep_their_places_whoever_wins_a_share(browser: Browser, server: Server) -> None:
    """A finger has learned where they stand: in the order of the box, also on the phone of whoever holds one."""
    party = new_party(server.client(), NAMES, game="bank", options={"box": "texas-pacific"})
    for company, seat in (("TP", 2), ("MP", 1)):
        bought = {
            "from": f"railroad:{company}",
            "to": f"seat:{seat}",
            "company": company,
            "count": 1,
            "price": 0,
        }
        by_host(party, "trade", seat=seat, **bought)
    phone = host_at(browser, party, 2)
    tiles = phone.page.locator(".tiled .tile[data-tile^='railroad:']")
    expect(tiles.first).to_be_visible()
    paid = [str(tile.get_attribute("data-tile")) for tile in tiles.all()]
    bought_of = [each for each in paid if each in ("railroad:TP", "railroad:MP")]
    assert bought_of == ["railroad:MP", "railroad:TP"]  # not his own first
    no_faults(phone)
