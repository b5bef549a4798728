"""One's own move taken back where it was made: its form is filled in again, and the key is there to be hit."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.amending import confirm
from tests.browser.measures import bottom, left, right, top
from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.test_bank import by_host, tile
from tests.limits import put
from tests.playing import begun, nearly_finished
from tests.server import Client, Party, Server, new_party, thorough


@thorough
@pytest.mark.parametrize(("wide", "high"), [(320, 568), (360, 740)])
def test_a_slip_is_put_right_by_one_digit(browser: Browser, server: Server, wide: int, high: int) -> None:
    """$5 to Dave were to be $7: Undo opens the form with both, and the next digit is the amount."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    size = {"viewport": {"width": wide, "height": high}}
    ed = seated(browser, party, 1, **{**PHONE, **STILL, **size})
    settled(ed.page)
    tile(ed, "Dave")
    ed.amount(5)
    ed.until(ed.confirm())
    settled(ed.page)
    place, below = ed.page.locator("undo-bar .undo").bounding_box(), ed.page.locator("offer-list")
    assert place
    assert place["height"] >= 44
    ed.tap("Undo")
    expect(ed.form.locator(".amount")).to_have_value("$5")
    expect(ed.form.locator("[data-field=to]")).to_contain_text("Dave")
    assert ed.cash == 80
    expect(ed.form.locator(".brief")).to_have_text("Ed pays Dave $5")
    expect(ed.form.locator(".confirm")).to_have_text("Confirm $5")
    expect(ed.form.locator(".confirm")).to_be_in_viewport(ratio=1)
    ed.tap("7", ed.form.get_by_role("group", name="Keypad"), exact=True)
    expect(ed.form.locator(".amount")).to_have_value("$7")
    ed.until(ed.confirm())
    assert ed.cash == 73
    settled(ed.page)
    before = top(below)
    ed.page.evaluate("document.querySelector('undo-bar').hide()")
    assert top(below) == before, "what stands below the key does not move when it goes"
    no_faults(ed)


@thorough
def test_of_two_forms_for_one_move_that_one_is_filled_in_again(browser: Browser, server: Server) -> None:
    """A dividend for each certificate is none from a total; and no form comes over one that was opened since."""
    party = new_party(server.client(), game="bank", options={"box": "prairie-railroads"})
    by_host(party, "trade", seat=1, company="KP", count=2, price=0, **{"from": "railroad:KP", "to": "seat:1"})
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.open("Dividend from a total")
    ed.press(ed.form.locator("[data-field=payer] label.chip[data-value='\"bank\"']"))
    ed.amount(5)
    for field, value in (("divisor", "sold"), ("rounding", "up")):
        ed.press(ed.form.locator(f"[data-field={field}] label.chip[data-value='\"{value}\"']"))
    ed.until(ed.confirm())
    ed.tap("Undo")
    expect(ed.form.locator("form")).to_have_attribute("aria-label", "Dividend from a total")
    expect(ed.form.locator("[data-field=total] .amount")).to_have_value("$5")
    expect(ed.form.locator(".confirm")).to_have_text("Confirm $6")  # $3 for each of two
    no_faults(ed)


@thorough
def test_a_bid_taken_back_waits_on_confirm(browser: Browser, client: Client) -> None:
    """The first share of Prairie Railroads: $9 were to be bid, not $19."""
    party = new_party(client, options={"first_bidder": 1})
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.amount(19)
    ed.until(ed.confirm())
    ed.tap("Undo")
    expect(ed.form.locator(".amount")).to_have_value("$19")
    expect(ed.form.locator(".confirm")).to_have_text("Confirm $19")
    ed.tap("9", ed.form.get_by_role("group", name="Keypad"), exact=True)
    expect(ed.form.locator(".confirm")).to_have_text("Confirm $9")
    no_faults(ed)


@thorough
def test_a_pass_taken_back_leads_to_the_bid_that_was_typed(browser: Browser, client: Client) -> None:
    """$17 were to be bid, and the thumb was on *Pass*: one tap back, and Confirm."""
    party = new_party(client, options={"first_bidder": 1})
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.amount(17)
    ed.until(ed.confirm(words="Pass"))
    expect(ed.form).to_have_count(0)
    ed.tap("Undo")
    expect(ed.form.locator(".amount")).to_have_value("$17")
    ed.confirm(words="Confirm $17")
    assert party.document()["auction"]["high_bid"] == 17
    no_faults(ed)


@thorough
@pytest.mark.parametrize("undo", ["own", "anyone"])
def test_an_auto_bid_that_answers_at_once_leaves_the_way_back(
    browser: Browser, client: Client, undo: str
) -> None:
    """What has answered stands beside it; who may take both back does so with one tap, others read who can."""
    party = new_party(client, options={"first_bidder": 1, "undo": undo})
    assert put(party, 2, 30).status == 200
    ed = seated(browser, party, 1, **PHONE, **STILL)
    ed.amount(5)
    ed.confirm()
    ed.until(3)
    bar = ed.page.locator("undo-bar")
    expect(bar).to_contain_text("Ed bids $5 for CRIP; Dave bids $6 for CRIP")
    if undo == "own":
        expect(bar).to_contain_text("The host can undo or amend this.")
        expect(bar.get_by_role("button")).to_have_count(0)
    else:
        ed.tap("Undo", bar)
        expect(ed.form.locator(".amount")).to_have_value("$5")
        assert party.document()["auction"]["high_bid"] is None
    no_faults(ed)


FIRST_LINE = """words => {
  words.textContent = "Dave offers a share of the Texas & Pacific. ".repeat(9);
  const letters = document.createRange();
  letters.selectNodeContents(words);
  return letters.getClientRects()[0].top;
}"""
"""Where more words than have room begin."""


@thorough
@pytest.mark.parametrize(("wide", "high"), [(320, 568), (360, 640)])
def test_on_a_low_phone_it_has_room_of_its_own(
    browser: Browser, client: Client, wide: int, high: int
) -> None:
    """Dave offers a share of the TP and bids first: what is sold stands below the bar, and does not move. Two lines
    stand below the sand."""
    size = {"viewport": {"width": wide, "height": high}}
    dave = seated(
        browser, played(client, "southern-pacific/whole-evening", 28), 2, **{**PHONE, **STILL, **size}
    )
    dave.open("Offer a share")
    dave.confirm()
    bar, lot = dave.page.locator("undo-bar"), dave.page.locator("auction-box")
    expect(bar.locator(".undo")).to_be_visible()
    settled(dave.page)
    before = top(lot)
    assert bottom(bar) < before
    assert bar.locator(".undo-words").evaluate(FIRST_LINE) >= bottom(bar.locator(".sand"))
    assert bottom(bar) < top(lot) == before
    bar.evaluate("one => one.hide()")
    assert top(lot) == before
    assert bottom(dave.form.locator(".confirm")) <= high
    no_faults(dave)


@thorough
@pytest.mark.parametrize(
    "device",
    [
        {**PHONE, "viewport": {"width": 320, "height": 568}},
        {**PHONE, "viewport": {"width": 360, "height": 640}},
        LAPTOP,
    ],
)
def test_at_the_end_it_does_not_touch_the_crown(
    browser: Browser, client: Client, device: dict[str, Any]
) -> None:
    party = nearly_finished(new_party(client))
    pete = seated(browser, party, 3, **device, **STILL)
    pete.open("The Draw deck is empty")
    pete.confirm()
    bar, crown = pete.page.locator("undo-bar"), pete.page.locator(".finished > .crown")
    expect(bar.locator(".undo")).to_be_visible()
    expect(crown).to_be_visible()
    settled(pete.page)
    assert bottom(bar) + 4 <= top(crown)
    undo = bar.locator(".undo")
    assert bottom(undo) + 4 <= top(crown) or left(undo) >= right(crown) + 4
    no_faults(pete)


@thorough
@pytest.mark.parametrize("size", [(1366, 768), (1280, 800), (1440, 960)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_laptop_it_stands_beside_its_words(
    browser: Browser, client: Client, size: tuple[int, int], language: str
) -> None:
    """44 px high, below the sand, which it does not run under; the news are 32. No seat, no word of a tab is below it,
    and nothing moves."""
    party = new_party(client, options={"first_bidder": 1}, claim=False)
    viewport = {"width": size[0], "height": size[1]}
    host = seated(browser, party, 0, **{**LAPTOP, "viewport": viewport, "locale": language})
    seats, tabs = host.page.locator("seat-picker"), host.page.locator(".seat-rest .tabs")
    before = top(seats), top(tabs)
    host.press(host.form.locator(".confirm"))
    undo, words = host.page.locator("undo-bar .undo"), host.page.locator(".undo-words")
    expect(undo).to_be_visible()
    assert bottom(undo) - top(undo) >= 44
    assert 0 <= top(undo) - bottom(host.page.locator("undo-bar .sand")) <= 2
    assert left(undo) - right(words) <= 16
    assert left(undo) >= right(seats)
    assert bottom(undo) <= tabs.evaluate(WORDS_TOP)
    assert (top(seats), top(tabs)) == before
    no_faults(host)


WORDS_TOP = """
tabs => {
  const words = document.createRange();
  words.selectNodeContents(tabs.querySelector("[role=tab]"));
  return words.getBoundingClientRect().top;
}
"""
TOLD = """
(bar, headline) => bar.offer({ ...bar.table.doc.recent.at(-1), move: { type: "pass" }, headline, postings: [] })
"""
"""One's own move, which may be undone, is told in these words."""


@thorough
@pytest.mark.parametrize("wide", [1280, 1440])
@pytest.mark.parametrize(
    "told",
    [
        "Bartholomew wins with $81; the game is over: the host declares it over",
        "SP builds Beaumont-Galveston for $5; incomes SP $5 → $7, GHH $5 → $4; SP treasury $12 → $7",
        "Dividend 1 of 8: Bartholomew plays Pay Dividends: Bartholomew +$1, Maximiliane +$2, Katarzyna +$2, "
        "Christopher +$1, Anastasia +$1",
    ],
)
def test_on_a_laptop_what_was_done_is_whole(browser: Browser, client: Client, told: str, wide: int) -> None:
    """The strip has room at both sides; nothing below it moves for a long sentence."""
    party = new_party(client, options={"first_bidder": 1}, claim=False)
    size = {"viewport": {"width": wide, "height": 800}}
    host = seated(browser, party, 0, **{**LAPTOP, **STILL, **size})
    below = host.page.locator("seat-picker")
    before = top(below)
    host.amount(6)
    host.confirm()
    bar, words = host.page.locator("undo-bar"), host.page.locator(".undo-words")
    expect(bar.locator(".undo")).to_be_visible()
    bar.evaluate(TOLD, told)
    settled(host.page)
    expect(words).not_to_have_attribute("data-cut", re.compile(""))
    expect(words.locator("[data-unseen]")).to_have_count(0)
    assert words.inner_text().replace("\u00a0", " ") == told
    assert words.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    assert top(below) == before
    no_faults(host)


SEEN = (
    """bar => [...bar.querySelectorAll("[data-part]:not([data-unseen])")].map((part) => part.textContent)"""
)


@thorough
@pytest.mark.parametrize("wide", [320, 360])
def test_what_each_is_paid_stands_beside_it_whole(browser: Browser, client: Client, wide: int) -> None:
    """Five are paid: whoever played the card knows that, and sees all sums; a tap shows the rest."""
    party = played(client, "prairie-railroads/five-players", 43)
    size = {"viewport": {"width": wide, "height": 568}}
    phone = seated(browser, party, 4, **{**PHONE, **STILL, **size})
    phone.choose("Pay Dividends")
    phone.confirm()
    words = phone.page.locator("undo-bar .undo-words")
    expect(words).to_be_visible()
    settled(phone.page)
    seen = words.evaluate(SEEN)
    assert [part.rpartition("+")[2] for part in seen] == ["$1", "$2", "$2", "$1", "$1"]
    assert seen[0].startswith("Bar")
    assert words.evaluate("one => one.scrollHeight <= 1.1 * one.clientHeight")
    phone.press(words)
    expect(words).to_contain_text("Dividend 1 of 8: Bartholomäus plays Pay Dividends")
    assert len(words.evaluate(SEEN)) == 6
    words.evaluate("one => (one.style.flex = '0 0 7.5em')")  # as if the sums were longer
    phone.press(words)
    expect(words).to_have_attribute("data-more", re.compile(r"^[1-4] more$"))
    seen = words.evaluate(SEEN)
    assert words.get_attribute("data-more") == f"{5 - len(seen)} more"
    assert words.evaluate("one => one.scrollHeight <= 1.1 * one.clientHeight")
    no_faults(phone)


@thorough
@pytest.mark.parametrize(("wide", "high"), [(320, 568), (360, 640), (360, 740)])
@pytest.mark.parametrize(
    ("headline", "seen"),
    [
        (
            "Bartholomew bekommt die Präsidentenaktie der VC für $14; die Farbe der VC: Grün",
            ["Bar. bekommt die … VC für $14"],
        ),
        (
            "VC baut: Charleston, Savannah und 2 Landfelder; Bartholomew bekommt 3 VP mit Steinen für $12 "
            "(Gründung 1, Charleston 1, Savannah 1)",
            ["Bar. bekommt 3 VP mit Steinen für $12"],
        ),
        ("Maximiliane passt; alle haben in Folge gepasst: Die Partie ist zu Ende", ["Maximiliane passt"]),
    ],
)
def test_in_german_a_price_stays_and_no_dots_follow_what_is_whole(
    browser: Browser, client: Client, headline: str, seen: list[str], wide: int, high: int
) -> None:
    """Words within the sentence give way, not the railroad; what is left out follows from a move one knows, and a tap
    tells it."""
    names = ["Maximiliane", "Bartholomew", "Ed"]
    party = new_party(client, names, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    size = {"viewport": {"width": wide, "height": high}, "locale": "de"}
    phone = seated(browser, party, 1, **{**PHONE, **STILL, **size})
    phone.press(phone.form.locator(".quick").locator("visible=true").first)
    words = phone.page.locator("undo-bar .undo-words")
    expect(words).to_be_visible()
    phone.page.locator("undo-bar").evaluate(TOLD, headline)
    settled(phone.page)
    assert words.evaluate(SEEN) == seen
    assert words.evaluate("one => getComputedStyle(one, '::after').content") == "none"
    assert words.evaluate("one => one.scrollHeight <= 1.1 * one.clientHeight")
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("wide", "high"), [(320, 568), (390, 844)])
def test_a_list_that_is_cut_ends_with_dots(
    browser: Browser, client: Client, language: str, wide: int, high: int
) -> None:
    """Union Pacific: six have chosen, and there is room for the first of them."""
    names = ["Bartholomew", "Maximiliane", "Josephine", "Christopher", "Ed", "Friederike"]
    party = new_party(client, names, game="union-pacific", options={"first_player": 4})
    for seat, company in enumerate(("KCC", "MRR", "ESL", "UP", "EPRG"), 1):
        party.made(seat, "reveal", company=company)
    size = {"viewport": {"width": wide, "height": high}, "locale": language}
    phone = seated(browser, party, 6, **{**PHONE, **STILL, **size})
    phone.choose("SFRB")
    phone.previewed()
    last = {"en": "Friederike chooses last", "de": "Friederike wählt zuletzt"}[language]
    expect(phone.form.locator(".brief")).to_contain_text(last)
    phone.press(phone.form.locator(".confirm"))
    words = phone.page.locator("undo-bar .undo-words")
    expect(words).to_contain_text("SFRB", timeout=PATIENCE_MS)
    settled(phone.page)
    assert words.evaluate(SEEN)[0].startswith(
        {"en": "First investments: Bar", "de": "Erste Aktien: Bar"}[language]
    )
    assert len(words.evaluate(SEEN)) < len(names)
    assert words.evaluate("one => getComputedStyle(one, '::after').content") == '"…"'
    assert words.evaluate("one => one.scrollHeight <= 1.1 * one.clientHeight")
    no_faults(phone)


def waiting_for_a_row(client: Client) -> tuple[Party, str]:
    """The app has rolled for Pete, whose row of the growth chart nobody has read out yet; its number. A few rows are
    known from the rulebook, so it may take another table."""
    while True:
        party = begun(new_party(client))
        party.made(3, "play_card", card="CT", source="hand")
        rolled = party.made(3, "roll_growth")
        if client.get(party.at).json["step"] == "growth_facts":
            return party, "".join(map(str, rolled["entry"]["move"]["dice"]))


@thorough
@pytest.mark.parametrize("seat", [0, 3])
@pytest.mark.parametrize(("wide", "high"), [(320, 568), (360, 740)])
def test_a_row_that_was_read_out_wrongly_is_amended(
    browser: Browser, client: Client, wide: int, high: int, seat: int
) -> None:
    """Taken back it would stay known, and the app's dice would fall the same: the host amends it, and a player is told
    that the host can. Topeka, 2, grows by 1."""
    party, row = waiting_for_a_row(client)
    phone = seated(browser, party, seat, **{**PHONE, **STILL, "viewport": {"width": wide, "height": high}})
    field = f"[data-field='growth.{row}.primary']"
    phone.press(phone.form.locator(field).locator(".chip", has_text="Atchison"))
    phone.confirm()
    bar = phone.page.locator("undo-bar")
    expect(bar).to_contain_text("Atchison grows")
    if seat:
        expect(bar).to_contain_text("The host can undo or amend this.")
        assert bar.get_by_role("button").count() == 0
        return no_faults(phone)
    phone.press(bar.get_by_role("button", name="Amend"))
    dialog = phone.page.get_by_role("dialog")
    phone.press(dialog.locator(field).get_by_role("button", name="Change"))
    dialog.locator(field).locator(".search").fill("Topeka")
    phone.press(dialog.locator(field).locator(".chip", has_text="Topeka"))
    confirm(phone, dialog)
    atsf = next(one for one in client.get(party.at).json["railroads"] if one["id"] == "ATSF")
    assert atsf["income"] == 3
    return no_faults(phone)
