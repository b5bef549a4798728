"""A whole evening through the real pages: a laptop, three phones and a TV, from the QR code to the winner. What the
phones have done once comes from the laptop's key the next times, and every screen hears of it.

Every figure that is expected here was worked out by hand from the rulebook; the sums stand beside them.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, Screen, figure, no_faults
from tests.browser.room import Evening, gathered, start
from tests.server import Server

RAILROADS = ("CRIP", "ATSF", "KP", "MKT", "SLSF", "MP")


@pytest.fixture
def evening(browser: Browser, server: Server) -> Evening:
    """Everybody has sat down."""
    return gathered(browser, server, "Prairie Railroads", first_bidder="Dave")


def auctions(evening: Evening) -> None:
    """The six initial auctions, $80 each to begin with (Setting Up The Game)."""
    start(evening)
    two_with_bids(evening)
    two_for_pete(evening)
    two_by_others(evening)


def two_with_bids(evening: Evening) -> None:
    """The CRIP bid for, the ATSF aloud."""
    ed, dave, pete = evening.ed, evening.dave, evening.pete
    # CRIP from the phones, opened by Dave: 10, 12, Ed drops out, 15, Pete drops out. Dave 80 - 15 = 65.
    dave.bid(10)
    pete.bid(12)
    ed.drop_out()
    dave.bid(15)
    pete.drop_out()
    dave.open("Build the CRIP’s first segment")
    dave.place("To", "Marysville")  # known from the rulebook: 2
    revision = dave.confirm()
    evening.tv_shows(revision, {"CRIP": 15, "ATSF": 0}, {"CRIP": 2})
    evening.cash(revision, ed=80, dave=65, pete=80)
    # ATSF aloud: Ed for 20, entered once by Dave, who opened. Ed 80 - 20 = 60.
    dave.open("Enter the result")
    dave.choose("Ed", "Winner")
    dave.amount(20)
    dave.confirm()
    ed.open("Build the ATSF’s first segment")  # Atchison-Topeka is the only one
    ed.tell("Topeka", 2)
    revision = ed.confirm()
    evening.tv_shows(revision, {"CRIP": 15, "ATSF": 20}, {"CRIP": 2, "ATSF": 2})


def two_for_pete(evening: Evening) -> None:
    """The KP, which nobody else wants, and the MKT."""
    # KP: Ed and Dave drop out before any bid, Pete takes it for 18. Pete 80 - 18 = 62.
    for type_, fields in (("pass", {}), ("pass", {}), ("bid", {"amount": 18})):
        evening.aloud(type_, **fields)
    known = {"cities": {"Lawrence": {"income": 2}}}
    evening.aloud("build_start", **{"from": "Leavenworth", "to": "Lawrence"}, facts=known)
    # MKT: Pete for 10. Pete 62 - 10 = 52.
    evening.aloud("auction_result", winner=3, amount=10)
    known = {"cities": {"Ottawa": {"income": 1}}}
    revision = evening.aloud("build_start", **{"from": "Paola", "to": "Ottawa"}, facts=known)
    evening.tv_shows(revision, {"KP": 18, "MKT": 10}, {"KP": 2, "MKT": 1})
    evening.cash(revision, ed=60, dave=65, pete=52)


def two_by_others(evening: Evening) -> None:
    """The SLSF, entered at the laptop, and the MP."""
    laptop, ed, dave = evening.laptop, evening.ed, evening.dave
    # SLSF aloud, entered at the laptop for Dave at 22. Dave 65 - 22 = 43.
    laptop.until(dave.revision)
    laptop.open("Enter the result")
    laptop.choose("Dave", "Winner")
    laptop.amount(22)
    laptop.confirm()
    evening.without_laptop()
    dave.open("Build the SLSF’s first segment")
    dave.segment("Columbus", "Coffeyville")  # known: 2
    dave.confirm()
    # MP: Ed for 16. Ed 60 - 16 = 44.
    evening.aloud("auction_result", winner=1, amount=16)
    ed.open("Build the MP’s first segment")
    ed.segment("Fort Scott", "Chanute")
    ed.tell("Chanute", 2)
    revision = ed.confirm()
    evening.tv_shows(
        revision,
        dict(zip(RAILROADS, (15, 20, 18, 10, 22, 16), strict=True)),
        dict(zip(RAILROADS, (2, 2, 2, 1, 2, 2), strict=True)),
    )
    evening.cash(revision, ed=44, dave=43, pete=52)


def play_card(screen: Screen, card: str, source: str = "Your hand") -> int:
    screen.open("Play an action card")
    if source != "Your hand":
        screen.choose(source, "From")
    screen.choose(card)
    return screen.confirm()


def read_out_row(screen: Screen, primary: str, secondary: str | None = None) -> None:
    """What is printed in the row that was rolled."""
    expect(screen.page.get_by_role("form", name="Look up row")).to_be_visible(timeout=PATIENCE_MS)
    screen.tell("Primary city", primary)
    if secondary:
        screen.tell("Secondary city", secondary)
    screen.confirm()


def real_dice_and_a_segment(evening: Evening) -> None:
    """Ed has the MP, so he begins. His dice show a row nobody knows; then the ATSF builds."""
    ed = evening.ed
    play_card(ed, "Construct Track")
    ed.open("Roll for growth")
    ed.dice(2, 5)
    ed.confirm()
    read_out_row(ed, "Topeka", "Garden City")
    # Topeka 2 → 3: ATSF Atchison-Topeka 0 + 3 = 3.
    evening.tv_shows(ed.revision, {"ATSF": 20}, {"ATSF": 3})
    ed.open("Build track")
    ed.choose("Atchison, Topeka & Santa Fe", "Railroad")
    ed.segment("Topeka", "Emporia")
    ed.tell("Emporia", 2)
    revision = ed.confirm()
    # ATSF: 3 and Topeka-Emporia 3 + 2 = 8; two segments, value 10; treasury 20 - 5 = 15.
    evening.tv_shows(revision, {"ATSF": 15, "MP": 16}, {"ATSF": 8, "MP": 2})
    assert evening.tv.grid("railroads")["ATSF"]["Value"] == "$10"


def two_auctions(evening: Evening) -> None:
    """Dave offers his own CRIP share, then Pete one of the ATSF's, both sold from the phones."""
    ed, dave, pete = evening.ed, evening.dave, evening.pete
    play_card(dave, "Offer Stock")
    dave.open("Offer a share")
    dave.choose("Your own", "Whose share")
    dave.choose("Chicago, Rock Island & Pacific", "Railroad")
    dave.confirm()
    # The seller may not bid, the next seat opens: Pete 4, Ed 6, Pete out.
    pete.bid(4)
    assert not dave.form.is_visible()
    ed.bid(6)
    revision = pete.drop_out()
    # The money is Dave's: 43 + 6 = 49; Ed 44 - 6 = 38; the CRIP's treasury stays.
    evening.cash(revision, ed=38, dave=49, pete=52)
    evening.tv_shows(revision, {"CRIP": 15}, {"CRIP": 2})
    players = evening.tv.grid("players")
    assert (players["Ed"]["CRIP"], players["Dave"]["CRIP"]) == ("1", "")
    play_card(pete, "Offer Stock")
    pete.open("Offer a share")
    pete.choose("Atchison, Topeka & Santa Fe", "Railroad")
    pete.confirm()
    # Pete opens his own offer: 5, and has it for 9.
    pete.bid(5)
    revision = evening.aloud("auction_result", winner=3, amount=9)
    # Pete 52 - 9 = 43; ATSF 15 + 9 = 24.
    evening.cash(revision, ed=38, dave=49, pete=43)
    evening.tv_shows(revision, {"ATSF": 24}, {"ATSF": 8})


def app_dice_and_a_double_segment(evening: Evening) -> None:
    """Ed lets the app roll; whatever grows lies where nobody builds. The MP builds two in a row."""
    ed = evening.ed
    play_card(ed, "Construct Track")
    ed.open("Roll for growth")
    before = ed.revision
    ed.tap("Roll in the app", ed.form)
    ed.until(before + 1)
    if ed.table["step"] == "growth_facts":  # row 12 (Pratt) and by now row 25 are known, the others are not
        read_out_row(ed, "Dighton")
    ed.open("Build track")
    ed.choose("Missouri Pacific", "Railroad")
    heads = ed.form.locator("links-field:not([hidden]) legend")
    ed.segment("Chanute", "Iola")
    expect(heads).to_have_class(["unseen"])  # of one segment only a reader is told what it is
    ed.onward("Humboldt")
    expect(heads).to_have_class(["", ""])
    ed.tell("Iola", 1)
    ed.tell("Humboldt", 1)
    revision = ed.confirm()
    # MP: Fort Scott-Chanute 0 + 2, Chanute-Iola 2 + 1, Iola-Humboldt 1 + 1 = 7; treasury 16 - 15 = 1.
    evening.tv_shows(revision, {"MP": 1, "ATSF": 24}, {"MP": 7, "ATSF": 8})


def undone_and_done_again(evening: Evening) -> None:
    """Dave plays Pay Dividends, takes it back with one tap, and plays it after all."""
    dave = evening.dave
    # A share pays income / 5, rounded up: CRIP 1, ATSF ceil(8 / 5) = 2, KP 1, MKT 1, SLSF 1, MP ceil(7 / 5) = 2.
    # Ed CRIP, ATSF, MP: 1 + 2 + 2 = 5; Dave SLSF: 1; Pete ATSF, KP, MKT: 2 + 1 + 1 = 4.
    revision = play_card(dave, "Pay Dividends")
    evening.cash(revision, ed=43, dave=50, pete=47)
    dave.tap("Undo", dave.page.locator("undo-bar"))
    dave.until(revision + 1)
    evening.cash(revision + 1, ed=38, dave=49, pete=43)
    revision = play_card(dave, "Pay Dividends")
    evening.cash(revision, ed=43, dave=50, pete=47)


def dividends_to_the_eighth(evening: Evening) -> None:
    """A share of the KP from the Draw deck, then seven more Pay Dividends: five from the hands, two drawn."""
    ed, dave, pete = evening.ed, evening.dave, evening.pete
    evening.cash(play_card(pete, "Pay Dividends"), ed=48, dave=51, pete=51)  # the 2nd: 5, 1, 4
    play_card(ed, "Offer Stock", "Draw deck")
    ed.open("Offer a share")
    assert (
        ed.form.locator("label.chip", has_text="Atchison").locator("input").is_disabled()
    )  # 3 unsold, not 4
    ed.choose("Kansas Pacific", "Railroad")
    ed.confirm()
    revision = evening.aloud("auction_result", winner=1, amount=3)
    evening.cash(revision, ed=45, dave=51, pete=51)  # 48 - 3
    evening.tv_shows(revision, {"KP": 21}, {"KP": 2})  # 18 + 3
    # Ed's KP share adds 1: from now on 6, 1 and 4 a card.
    for _ in range(3):  # the 3rd by Dave, the 4th by Pete, the 5th by Ed
        revision = evening.aloud("play_card", card="PD", source="hand")
    evening.cash(revision, ed=63, dave=54, pete=63)
    evening.cash(play_card(dave, "Pay Dividends", "Draw deck"), ed=69, dave=55, pete=67)  # the 6th
    evening.aloud("play_card", card="PD", source="deck")  # the 7th, by Pete
    ed.until(revision + 2)
    play_card(ed, "Pay Dividends")  # the 8th pays nothing: the game is over


FINAL = {
    "CRIP": 7,  # (5 + 2) / 1
    "ATSF": 9,  # (10 + 8) / 2
    "KP": 4,  # (5 + 2) / 2 = 3.5, up
    "MKT": 6,  # (5 + 1) / 1
    "SLSF": 7,  # (5 + 2) / 1
    "MP": 22,  # (15 + 7) / 1
}


def settlement(evening: Evening) -> None:
    """The final payoff, the ranking and the winner, on Pete's phone."""
    pete = evening.pete
    pete.until(evening.ed.revision)
    pete.press(pete.page.get_by_role("link", name="See the settlement"))
    expect(pete.page.get_by_role("heading", level=1)).to_have_text("Ed wins", timeout=PATIENCE_MS)
    ranking = pete.page.locator(".ranking > li")
    expect(ranking).to_have_count(3)
    expected = (
        ("Ed", 75, ("CRIP", "ATSF", "KP", "MP"), 117),  # 75 + 7 + 9 + 4 + 22
        ("Pete", 71, ("ATSF", "KP", "MKT"), 90),  # 71 + 9 + 4 + 6
        ("Dave", 56, ("SLSF",), 63),  # 56 + 7
    )
    for place, (name, cash, shares, total) in enumerate(expected):
        seat = ranking.nth(place)
        assert seat.locator(".rank").inner_text() == str(place + 1)
        assert seat.locator("h2").inner_text() == name
        if not seat.locator("table").is_visible():
            pete.press(seat.locator("summary"))  # neither who has won nor he himself
        amounts = [figure(text) for text in seat.locator("tbody .number").all_inner_texts()]
        assert amounts == [cash, *(FINAL[railroad] for railroad in shares)]
        badges = seat.locator("tbody railroad-badge").all_inner_texts()
        assert badges == list(shares)
        assert figure(seat.locator(".total").inner_text()) == total
    assert [seat.get_attribute("data-winner") is not None for seat in ranking.all()] == [True, False, False]
    pete.press(pete.page.locator(".per-share summary"))
    per_share = pete.page.locator(".per-share tbody .number").all_inner_texts()
    assert [figure(text) for text in per_share] == list(FINAL.values())
    evening.tv.sees("The game is over")
    evening.tv_shows(pete.revision, {}, {"ATSF": 8, "MP": 7})
    paid = evening.tv.grid("railroads")
    assert {name: figure(paid[name]["Payoff"]) for name in FINAL} == FINAL
    paid_out = evening.tv.grid("players")
    assert [figure(paid_out[name]["Total"]) for name in ("Ed", "Dave", "Pete")] == [117, 63, 90]


def test_an_evening_from_the_qr_code_to_the_winner(evening: Evening) -> None:
    auctions(evening)
    real_dice_and_a_segment(evening)
    two_auctions(evening)
    app_dice_and_a_double_segment(evening)
    undone_and_done_again(evening)
    dividends_to_the_eighth(evening)
    settlement(evening)
    no_faults(*evening.screens)
