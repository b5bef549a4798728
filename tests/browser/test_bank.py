"""The bank alone on two phones: tile, amount, send; several at once; a request that the other confirms; a dividend."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.measures import top
from tests.browser.pages import (
    DARK,
    PATIENCE_MS,
    PHONE,
    STILL,
    TV,
    Screen,
    no_faults,
    settled,
    sit_down,
)
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.server import Client, Party, Server, new_party, thorough


def tile(screen: Screen, whom: str) -> None:
    """Whom it is for: the first of three taps, or of four where a company is still folded away."""
    whom_to = screen.page.locator("offer-list .tile[data-offer=pay]:not([data-tile=take])", has_text=whom)
    rest = screen.page.locator("offer-list .tiled .tile", has_text=re.compile(r"^\d+ more$"))
    whom_to.or_(rest).first.wait_for()
    if not whom_to.count():
        screen.press(rest)
    screen.press(whom_to)


def by_host(party: Party, type_: str, **fields: object) -> int:
    """A move of a seat's that sits at a phone, entered at the laptop; its revision."""
    found = party.client.post(f"{party.at}/moves", {"type": type_, **fields}, party.host)
    assert found.status == 201, found.body
    return int(found.json["entry"]["revision"])


def paying_dave(browser: Browser, server: Server, amount: int) -> tuple[Party, Screen, Locator]:
    """A table of the box of Prairie Railroads, Ed about to pay Dave so much, and his keypad."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    ed = seated(browser, party, 1, **PHONE, **STILL)
    tile(ed, "Dave")
    ed.amount(amount)
    return party, ed, ed.form.get_by_role("group", name="Keypad")


def question(screen: Screen, what: str) -> Locator:
    """The row of a request, with the answers that one may give."""
    return screen.page.locator("offer-list").get_by_role("group", name=what, exact=True)


def two_phones(browser: Browser, server: Server) -> tuple[Party, Screen, Screen]:
    """A table of the bank alone, and Ed and Dave at it."""
    party = new_party(server.client(), claim=False, game="bank", options={"box": "prairie-railroads"})
    link = f"http://127.0.0.1:{server.port}/t/{party.code}#j={party.join}"
    ed = sit_down(browser, link, "Ed", **STILL)
    dave = sit_down(browser, link, "Dave", **DARK, **STILL)
    assert (ed.cash, dave.cash) == (80, 80)
    return party, ed, dave


@thorough
def test_two_phones_pay_each_other(browser: Browser, server: Server) -> None:
    _, ed, dave = two_phones(browser, server)
    expect(ed.page.get_by_text("The bank is open").locator("visible=true")).to_have_count(1)

    # tile, amount, send: three taps
    tile(ed, "Dave")
    ed.tap("5", ed.form.get_by_role("group", name="Keypad"), exact=True)
    revision = ed.confirm()
    dave.until(revision)
    assert (ed.cash, dave.cash) == (75, 85)

    # an amount of before has a key of its own; the treasury is a tile like any other
    tile(ed, "KP")
    ed.amount(20)
    ed.confirm()
    tile(ed, "Dave")
    ed.tap("Earlier", ed.form)
    revision = ed.confirm()
    dave.until(revision)
    assert (ed.cash, dave.cash) == (50, 90)

    # as much to several at once; until one asks for the others, the whole keypad is in sight
    tile(dave, "Ed")
    expect(dave.form.get_by_role("group", name="Keypad").get_by_role("button").last).to_be_in_viewport(
        ratio=1
    )
    expect(dave.form.locator("[data-field=to] label.chip").locator("visible=true")).to_have_text(["Ed"])
    dave.tap("Another", dave.form.locator("[data-field=to]"))
    dave.choose("Pete", "To")
    dave.amount(10)
    revision = dave.confirm()
    ed.until(revision)
    assert (ed.cash, dave.cash) == (60, 70)

    no_faults(ed, dave)


@thorough
def test_a_wrong_payee_is_put_right_with_change(browser: Browser, server: Server) -> None:
    """Nobody pays both; whoever wants to taps *Another*."""
    _, ed, dave = two_phones(browser, server)
    to = dave.form.locator("[data-field=to]")
    tile(dave, "Ed")
    dave.tap("Change", to)
    expect(to.locator("input:checked")).to_have_count(0)
    expect(to.locator("input").first).to_be_focused()  # whoever has no finger goes on from there
    dave.choose("Pete", "To")
    dave.amount(1)
    expect(dave.form.locator(".brief")).to_have_text("Dave pays Pete $1")
    no_faults(ed, dave)


@thorough
def test_what_the_other_confirms_and_a_dividend(browser: Browser, server: Server) -> None:
    party, ed, dave = two_phones(browser, server)
    # asked for, and answered by the other with one tap
    ed.open("Ask for money")
    ed.choose("Dave", "From")
    ed.amount(7)
    revision = ed.confirm()
    dave.until(revision)
    dave.press(question(dave, "Ed asks for $7").get_by_role("button", name="Accept"))
    dave.until(revision + 1)
    ed.until(revision + 1)
    revision += 1
    assert (ed.cash, dave.cash) == (87, 73)

    # a dividend says its formula before it is paid: ceil(61 / 5) = 13 a certificate
    party.claim(3)
    party.made(0, "trade", company="KP", count=1, **{"from": "railroad:KP", "to": "seat:1"})
    ed.until(revision + 1)
    ed.open("Dividend from a total")
    ed.press(ed.form.locator("label.chip", has=ed.page.locator("[data-railroad=KP]")).first)
    ed.press(chip(ed, "payer", "bank"))
    ed.amount(61)
    ed.choose("Other", "Divide by")
    ed.press(
        ed.form.locator("[data-field=number], count-field").get_by_role("button", name="5", exact=True).first
    )
    ed.choose("Up", "Rounded")
    ed.previewed()
    expect(ed.form.locator("offer-preview")).to_contain_text("$61 ÷ 5, rounded up = $13", timeout=PATIENCE_MS)
    ed.confirm()
    assert ed.cash == 100
    settled(ed.page)
    no_faults(ed, dave)


@thorough
def test_who_pays_is_told_anew_after_a_look_at_the_log(browser: Browser, server: Server) -> None:
    party, ed, _ = paying_dave(browser, server, 3)
    back(ed)
    ed.page.get_by_role("link", name="Log").last.click()
    ed.page.get_by_role("navigation").get_by_role("link", name="Play").click()
    tile(ed, "Dave")
    payer = ed.form.locator(".payer .figure")
    has = party.document()["seats"][0]["cash"]
    expect(payer).to_have_text(f"${has}")
    ed.until(by_host(party, "pay", seat=2, **{"from": "seat:2", "to": ["seat:1"], "amount": 7}))
    expect(payer).to_have_text(f"${has + 7}")
    no_faults(ed)


@thorough
def test_what_comes_from_the_bank_takes_one_tap_and_its_amount(browser: Browser, server: Server) -> None:
    party, ed, _ = two_phones(browser, server)
    ed.press(ed.page.locator("[data-tile=take]"))
    payer = ed.form.locator(".offer-title")
    expect(payer).to_have_text(re.compile("^Pay ?From ?Bank"))
    expect(payer.get_by_text("From")).to_have_css("position", "static")  # seen on a narrow phone, too
    ed.tap("Change", ed.form)
    to = ed.form.locator("[data-field=to] .chip").locator("visible=true")
    expect(to.first).to_have_text("Ed")
    expect(to.first.locator(".lamp")).to_be_visible()
    expect(to.filter(has_text="The bank")).to_have_count(0)
    ed.amount(7)
    expect(ed.form.locator(".brief")).to_have_text("The bank pays Ed $7")
    revision = ed.confirm()
    assert ed.cash == 87
    ed.until(revision)
    tile(ed, "Dave")
    expect(payer).to_have_text(re.compile(r"^Pay ?From ?Ed ?\$87"))
    ed.until(by_host(party, "pay", amount=3, to=["seat:1"], **{"from": "bank"}))
    expect(payer).to_contain_text("$90")
    no_faults(ed)


@thorough
def test_on_the_narrowest_phone_nothing_runs_together(browser: Browser, server: Server) -> None:
    """Whom to pay takes little room, and the row of who leads has its name, bid and money apart."""
    names = ["Bartholomew", "Maximiliane", "Josephine", "Ed"]
    party = new_party(server.client(), names, game="bank", options={"box": "prairie-railroads"})
    phone = seated(browser, party, 1, **{**PHONE, **STILL, "viewport": {"width": 320, "height": 640}})
    whole = """all => all.every((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size === 1;
    })"""
    assert (shown := phone.page.locator("offer-list .tile .name")).evaluate_all(whole)
    expect(phone.page.locator("offer-list .folded")).to_have_count(0)  # an auction is nothing rare
    for shut in phone.page.locator(".offer[data-offer=dividend]").all():
        expect(shut).to_contain_text("Nobody holds a certificate yet.")
        expect(shut).to_have_attribute("data-barred", "")
    tile(phone, "Josephine")
    assert shown.evaluate_all(whole)
    bar = phone.page.locator(".confirm-bar").bounding_box()
    to = phone.form.locator("[data-field=to]").bounding_box()
    assert bar
    assert to
    assert to["y"] + to["height"] <= bar["y"]
    back(phone)
    by_host(party, "auction", seat=2, company="KP", style="ascending", opener=1)
    phone.until(by_host(party, "bid", seat=1, amount=7))
    row = phone.page.locator("auction-box .bidders li").first
    name = row.locator(".name")
    expect(name).to_have_text("Bartholomew")
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth")
    parts = [part.bounding_box() for part in row.locator(":scope > :visible").all()]
    edges = [(part["x"], part["x"] + part["width"]) for part in parts if part]
    assert all(end <= begin for (_, end), (begin, _) in itertools.pairwise(edges)), edges
    frame = phone.page.locator("auction-box").bounding_box()
    assert frame
    assert edges[-1][1] <= frame["x"] + frame["width"]
    no_faults(phone)


@thorough
def test_an_auction_asks_before_it_complains(browser: Browser, server: Server) -> None:
    """For a company or something else, and for what only then; nobody is asked whether to ask themselves."""
    _, ed, _ = two_phones(browser, server)
    ed.open("Auction")
    brief = ed.form.locator(".brief")
    expect(brief).to_have_text("Still needed: Company")
    expect(ed.form.locator(".fault")).to_have_count(0)
    ed.choose("Something else", "Company")
    expect(brief).to_have_text("Still needed: What")
    ed.form.get_by_label("What", exact=True).fill("An old lamp")
    ed.previewed()
    expect(brief).to_have_text("Ed auctions An old lamp")
    ed.press(ed.form.get_by_role("button", name="Back to the other moves"))
    ed.open("Ask for money")
    expect(ed.form.locator("[data-field=from]")).to_have_text(re.compile("^From ?Dave ?Pete$"))
    no_faults(ed)


def back(screen: Screen) -> None:
    screen.press(screen.form.get_by_role("button", name="Back to the other moves"))


def chip(screen: Screen, name: str, value: str) -> Locator:
    """A choice of a field, among those of its name the one that applies."""
    return screen.form.locator(f"[data-field={name}]:not([hidden]) label.chip[data-value='\"{value}\"']")


@thorough
def test_a_marker_is_told_where_it_stands_and_begins_there(browser: Browser, server: Server) -> None:
    party, ed, _ = two_phones(browser, server)
    ed.until(by_host(party, "set_track", seat=1, track="income", of="railroad:KP", value=9))
    ed.open("Move a marker")
    expect(ed.form.locator(".brief")).to_have_text("Still needed: Whose marker")
    kp = chip(ed, "of", "railroad:KP")
    expect(kp.locator("railroad-badge")).to_be_visible()
    expect(kp.locator(".hint")).to_have_text("$9")
    ed.press(kp)
    value = ed.form.locator("[data-field=value]:not([hidden])")
    expect(value.locator(".label")).to_have_text("Income in $")
    expect(value.locator(".stands")).to_have_text("9 →")
    expect(value.locator(".count")).to_have_value("9")
    steps = value.locator("button")
    expect(steps).to_have_text(["−5", "−1", "+1", "+5", "+10"])
    expect(ed.form.locator(".brief")).to_have_text("Choose another value")
    expect(value).to_have_attribute("data-stays", "")
    ed.press(steps.nth(1))
    expect(value).not_to_have_attribute("data-stays", "")
    expect(value.locator(".stands")).to_have_text("9 →")
    ed.previewed()
    expect(ed.form.locator(".brief")).to_contain_text("8")
    no_faults(ed)


@thorough
def test_forms_know_who_has_certificates(browser: Browser, server: Server) -> None:
    """What a price costs is said before it is confirmed; nothing is divided among nobody; no limit of 99,999."""
    party, ed, _ = two_phones(browser, server)
    bought = {"company": "KP", "count": 1, "price": 12, "from": "railroad:KP", "to": "seat:1"}
    ed.until(by_host(party, "trade", seat=1, **bought))
    ed.open("Buy or sell certificates")
    expect(ed.form.locator("[data-field=count] .stepper")).to_have_count(0)
    ed.press(chip(ed, "company", "KP"))
    sellers = ed.form.locator("[data-field=from]:not([hidden]) .hint")
    expect(sellers).to_have_text(["4 in the treasury", "holds 1"])
    expect(ed.form.locator(".brief")).to_have_text("Still needed: Seller")  # not the treasury unasked
    ed.press(chip(ed, "from", "railroad:KP"))
    expect(ed.form.locator(".brief")).to_have_text("Still needed: Total price")
    expect(ed.form.get_by_role("button", name="Confirm")).to_have_attribute("aria-disabled", "true")
    expect(ed.form.locator("[data-field=from]:not([hidden]) .label")).to_have_text("Seller")
    number = ed.form.locator("[data-field=count]:not([hidden]) .chip")
    expect(number.locator("visible=true")).to_have_text(["1", "2", "3", "4"])
    ed.press(chip(ed, "from", "seat:1"))
    expect(number.locator("visible=true")).to_have_count(0)  # it is the only one
    expect(ed.form.locator(".brief")).to_have_text("Still needed: Buyer")
    back(ed)
    ed.open("Dividend from a total")
    paid = ed.form.locator("[data-field=company]:not([hidden]) > .group > .choices .hint:not(.why-not)")
    expect(paid).to_have_text(["Ed 1"])
    back(ed)
    ed.open("Auction")
    expect(ed.form.get_by_role("button", name="Max")).to_have_count(0)
    no_faults(ed)


@thorough
@pytest.mark.parametrize("sits", [True, pytest.param(False, marks=thorough)])
def test_one_phone_for_all_is_settled_anew_as_long_as_nobody_has_come(
    sits: bool, browser: Browser, server: Server
) -> None:
    """Its rules depend on who may act for whom: a table of the same people, box and money takes its place, where the
    host sits as before."""
    options = {"box": "prairie-railroads", "starting_cash": 33}
    party = new_party(
        server.client(), ["Maximilian-Alexander", "Bo"], claim=False, game="bank", options=options
    )
    before = party.document()["options"]
    lobby = seated(browser, party, 0, "#lobby", **PHONE, **STILL)
    if sits:
        lobby.press(lobby.page.locator(".lobby-seats .sit").nth(1))
        expect(lobby.page.locator(".lobby-seats li").nth(1)).to_contain_text("here")
    expect(lobby.page.locator("[data-together]")).to_be_hidden()
    lobby.press(lobby.page.get_by_role("button", name="One phone for all: new table"))
    lobby.page.wait_for_url(re.compile(rf"/t/(?!{party.code})\w{{8}}#lobby"))
    expect(lobby.page.locator(".together")).to_have_text("One phone for allAnyone may play for anyone.")
    found = lobby.table
    assert [(seat["name"], seat["cash"], seat["claimed"]) for seat in found["seats"]] == [
        ("Maximilian-Alexander", 33, False),
        ("Bo", 33, sits),
    ]
    assert found["options"] == before | {"act_for": "anyone"}
    assert party.client.get(party.at, party.host).status == 404, "nobody needs the other one"
    no_faults(lobby)


@thorough
def test_who_acts_for_whom_stays_once_somebody_has_come(browser: Browser, server: Server) -> None:
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    seated(browser, party, 1, **PHONE, **STILL)
    lobby = seated(browser, party, 0, "#lobby", **PHONE, **STILL)
    expect(lobby.page.locator(".together")).to_have_text(
        "Everyone plays for themselves."
        "To share one phone, create a new table with the option “Who may act for whom: Anyone for anyone”."
    )
    no_faults(lobby)


@pytest.mark.parametrize(
    ("evening", "moves", "had"),
    [("several-at-once", 9, "$110"), pytest.param("prairie-with-the-bank", 4, "$60", marks=thorough)],
)
def test_a_board_shows_what_somebody_had_before(
    browser: Browser, client: Client, evening: str, moves: int, had: str
) -> None:
    """Cash stands in larger letters than its column is as wide as: what it was has room all the same, in 30 px."""
    party = played(client, f"bank/{evening}", moves)
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    party.made(1, "pay", **{"from": "bank", "to": ["seat:1"], "amount": 5})
    was = tv.page.locator("[data-panel=players] .was")
    expect(was).to_contain_text(had)
    settled(tv.page)
    words = was.locator(".before")
    assert top(words) == pytest.approx(top(was), abs=1), "without room it wraps to a line that is not seen"
    assert float(words.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= 30
    no_faults(tv)
