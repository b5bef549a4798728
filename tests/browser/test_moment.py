"""What has just happened: what a TV tells large, and which figures are told to have changed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, TV, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.playing import begun, nearly_finished
from tests.server import Client, new_party, thorough


@thorough
def test_what_is_put_right_is_told_before_the_dividend_of_lately(browser: Browser, client: Client) -> None:
    """Figures change at once: else nobody in the room would know why."""
    party = begun(new_party(client))
    party.made(3, "play_card", card="PD", source="hand")
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    said = tv.page.locator(".moment-words")
    expect(said).to_contain_text("ividend", timeout=PATIENCE_MS)
    party.made(0, "correct", set=[{"of": "railroad:KP", "name": "income", "value": 4}], note="it was four")
    expect(said).to_have_text("Correction: it was four", timeout=PATIENCE_MS)
    no_faults(tv)


@thorough
def test_beside_a_dividend_stands_what_was_moved_since_with_its_dice(
    browser: Browser, client: Client
) -> None:
    """The dividend keeps its rows; the marks on the tables are those of the move after it."""
    party = new_party(client, ["Ada", "Ed", "Cal"], game="bank", options={"box": "southern-pacific"})
    for seat in (1, 2):
        party.made(
            seat, "trade", **{"company": "SP", "count": 1, "from": "railroad:SP", "to": f"seat:{seat}"}
        )
    party.made(1, "dividend", company="SP", per_share=4, payer="bank")
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    rows, since = tv.page.locator(".moment-paid li"), tv.page.locator(".moment-since")
    expect(rows).to_have_count(2)
    expect(since).to_have_text(re.compile(r"^\s*$"))
    high = rows.first.bounding_box()
    tv.until(party.made(3, "pay", amount=2, to=["seat:1"], **{"from": "seat:3"})["revision"])
    expect(since).to_have_text("Then: Cal pays Ada $2")
    marked = [tv.page.locator(where).first for where in (".moment-since > .changed", "td .changed > .figure")]
    said, figure = (each.evaluate("each => getComputedStyle(each).backgroundColor") for each in marked)
    assert said == figure, "whose marks they are"
    assert rows.first.bounding_box() == high
    party.made(1, "dividend", company="SP", per_share=4, payer="bank")
    tv.until(party.made(3, "roll", dice=[5, 2])["revision"])
    expect(since).to_have_text("Then: Cal rolls 5 + 2 = 7")
    expect(since.locator(".changed")).to_have_count(0)  # dice alone change no figure
    expect(tv.page.locator(".moment-dice .die")).to_have_count(2)
    no_faults(tv)


@thorough
def test_the_menu_of_a_tv_goes_by_itself(browser: Browser, client: Client) -> None:
    """It covers the tables: Escape, a click elsewhere and the next move put it away."""
    party = begun(new_party(client))
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    menu, pages = tv.page.locator(".board-menu"), tv.page.locator(".pages")
    for put_away in (
        lambda: tv.page.keyboard.press("Escape"),
        lambda: tv.page.locator(".board-game").click(),
        lambda: party.made(3, "play_card", card="PD", source="hand"),
    ):
        menu.click()
        expect(pages).to_be_visible()
        put_away()
        expect(pages).to_be_hidden(timeout=PATIENCE_MS)
    no_faults(tv)


@thorough
def test_at_the_end_no_figure_is_told_to_have_changed_from_that_of_another_column(
    browser: Browser, client: Client
) -> None:
    """The payoff takes the place of the treasury, and the dividend goes: what stays has not changed."""
    party = nearly_finished(new_party(client))
    laptop = seated(browser, party, 0, **LAPTOP, **STILL)
    laptop.until(party.made(3, "deck_empty")["revision"])
    rows = laptop.page.locator("[data-panel=railroads] tbody tr")
    expect(laptop.page.locator("[data-panel=railroads] thead")).to_contain_text("Payoff")
    settled(laptop.page)
    assert rows.count() == 6
    expect(rows.locator(".changed")).to_have_count(0)
    no_faults(laptop)


@thorough
def test_the_row_of_the_railroad_that_acts_is_marked_though_no_figure_changes(
    browser: Browser, client: Client
) -> None:
    """Southern Pacific: without a dividend no income comes in, and the next railroad operates."""
    party = played(client, "southern-pacific/order-of-steps", 13)
    laptop, tv = (
        seated(browser, party, 0, **LAPTOP, **STILL),
        seated(browser, party, 0, "/board", **TV, **STILL),
    )
    marked = [one.page.locator("[data-panel=railroads] tr[data-sold] th") for one in (laptop, tv)]
    for acting in ("SP", "TP", "MP", "MKT"):
        for rows in marked:
            expect(rows).to_have_text([acting])
        body = {"type": "end_operation", "seat": party.document()["turn"]["seat"]}
        assert client.post(f"{party.at}/moves", body, party.host).status == 201
    no_faults(laptop, tv)


@thorough
def test_a_board_says_what_an_amended_sale_was_before(browser: Browser, client: Client) -> None:
    """Entry 2: Ed bought the first share for $20; it was $18."""
    party = begun(new_party(client))
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    sold = party.client.get(f"{party.at}/moves", party.host).json["items"][1]["move"]
    body = {"revision": 2, "move": {**sold, "amount": 18}}
    assert client.post(f"{party.at}/amend", body, party.host).status == 201
    words = "Correction: Ed wins the CRIP share for $18, was $20"
    expect(tv.page.locator(".moment-words")).to_have_text(words, timeout=PATIENCE_MS)
    no_faults(tv)


@thorough
def test_of_what_is_amended_the_board_says_what_it_is_now_and_what_is_undone_is_all_of_it(
    browser: Browser, client: Client
) -> None:
    """Gulf, Mobile & Ohio: an Expansion with five things that came of it. Of an amendment the TV says whose entry it
    was and what that says now; of an undo that all of it is meant, and so does the log."""
    party = played(client, "gulf-mobile-ohio/five-players", 19)
    old = next(entry for entry in reversed(party.client.get(f"{party.at}/moves", party.host).json["items"])
               if entry["move"]["type"] == "expand")  # fmt: skip
    n, built = old["revision"], "W&W builds to Columbia, for $3"
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    body = {"revision": n, "move": old["move"]}
    assert client.post(f"{party.at}/amend", body, party.host).status == 201
    words = tv.page.locator(".moment-words")
    expect(words).to_have_text(f"Dan’s entry {n} amended: {built}", timeout=PATIENCE_MS)
    expect(tv.page.locator(".moment-more")).not_to_contain_text("before:")
    assert client.post(f"{party.at}/undo", {"to": n - 1}, party.host).status == 201
    undone = f"The host took back: {built}"
    log = seated(browser, party, 0, "/log", **PHONE, **STILL)
    summary = log.page.locator(".log > li").first.locator("summary .summary")
    expect(summary).to_contain_text(f"{undone}; Dan scores 1 VP", timeout=PATIENCE_MS)
    expect(tv.page.locator(".moment-words")).to_have_text(undone, timeout=PATIENCE_MS)
    expect(tv.page.locator(".moment-more")).to_have_count(0)  # it would read as if he had scored again
    party.made(4, "note", text="pizza")
    expect(tv.page.locator(".last-moves li").first).to_contain_text(undone, timeout=PATIENCE_MS)
    no_faults(tv, log)


@thorough
@pytest.mark.parametrize("high", [640, pytest.param(740, marks=thorough)])
def test_no_amount_is_cut_beside_undo(browser: Browser, client: Client, high: int) -> None:
    """Whole clauses and whole sums give way: "+$1…" is no sixteen dollars. No dots say that more than words of the
    rules is left out."""
    party = new_party(client, ["Josephine", "Edmund", "Ada", "Christopher", "Dan"], game="bank")
    phone = seated(browser, party, 1, **{**PHONE, "viewport": {"width": 360, "height": high}}, **STILL)
    phone.open("Roll the dice")
    phone.tap("Roll in the app")
    words = phone.page.locator(".undo-words")
    expect(words).to_be_visible(timeout=PATIENCE_MS)
    sums = ", ".join(f"{name} +$1{n}" for n, name in enumerate(["Josephine", "Edmund", "Ada", "Christopher"]))
    told = f"General Dividends: $46 in all; {sums}; the round cube goes on"
    phone.page.evaluate(
        """(headline) => {
          const bar = document.querySelector("undo-bar");
          bar.offer({ ...bar.table.doc.recent.at(-1), move: { type: "pass" }, headline, postings: [] });
        }""",
        told,
    )
    assert words.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), "it is cut"
    shown = words.locator("[data-part]:not([data-unseen])").all_inner_texts()
    assert shown[0] == "General Dividends: $46 in all"
    assert all(any(part.endswith(f"+$1{n}") for part in shown) for n in range(4))  # with brief names
    expect(words).to_have_attribute("data-cut", "names")
    no_faults(phone)


@thorough
def test_news_end_with_something_whole(browser: Browser, client: Client) -> None:
    """What has no room is read aloud all the same, and a tap shows it."""
    party = new_party(client, ["Josephine", "Edmund", "Ada", "Christopher", "Dan"], game="bank")
    numbers = "one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen"
    long = f"what it is for: {numbers}, and once more {numbers}"
    party.made(2, "note", text=f"pizza; {long}, fourteen, fifteen, sixteen and seventeen")
    phone = seated(browser, party, 1, **PHONE, **STILL)
    news = phone.page.locator(".news")
    cut = news.locator("[data-cut]")
    expect(cut).to_have_count(1, timeout=PATIENCE_MS)
    assert news.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), "it is cut"
    expect(news).to_contain_text("seventeen")  # for a screen reader
    gone = news.locator("[data-unseen]")
    assert gone.last.evaluate("one => one.getBoundingClientRect().width") <= 1
    phone.press(news)
    assert gone.last.evaluate("one => one.getBoundingClientRect().width") > 1
    phone.press(news)
    phone.page.set_viewport_size({"width": 2000, "height": 900})
    expect(cut).to_have_count(0)  # there is room again
    no_faults(phone)


@thorough
def test_what_the_app_has_rolled_is_not_offered_to_be_undone(browser: Browser, client: Client) -> None:
    """Only the host may; nor what the roll has waited for, which would take it along."""
    party = begun(new_party(client))
    seat = int(party.document()["turn"]["seat"])
    party.made(seat, "play_card", card="CT", source="hand")
    phone = seated(browser, party, seat, **{**PHONE, "viewport": {"width": 360, "height": 640}}, **STILL)
    words, undo = phone.page.locator(".undo-words"), phone.page.locator("undo-bar .undo")
    phone.tap("Roll in the app")
    expect(words).to_have_text(re.compile(r"[Rr]ow \d\d"), timeout=PATIENCE_MS)
    expect(phone.page.locator("undo-bar .now-dice .fallen")).to_be_visible()
    assert undo.count() == 0
    if party.document()["step"] == "growth_facts":
        phone.place("Primary city of row", "Chanute")
        phone.confirm()
        expect(words).to_have_text(re.compile(r"Row \d\d: Chanute grows"), timeout=PATIENCE_MS)
        assert undo.count() == 0
    no_faults(phone)


@thorough
def test_what_was_moved_since_has_one_colon(browser: Browser, client: Client) -> None:
    """Its own is a dash then."""
    party = new_party(client, ["Ada", "Ed", "Cal"], game="bank", options={"box": "southern-pacific"})
    for seat in (1, 2):
        party.made(
            seat, "trade", **{"company": "SP", "count": 1, "from": "railroad:SP", "to": f"seat:{seat}"}
        )
    party.made(1, "dividend", company="SP", per_share=4, payer="bank")
    tv = seated(browser, party, 0, "/board", **TV, **STILL)
    tv.until(party.made(0, "note", text="Ed: back at nine")["revision"])
    since = tv.page.locator(".moment-since")
    expect(since).to_contain_text("Then: ")
    expect(since).to_contain_text(" – ")
    no_faults(tv)
