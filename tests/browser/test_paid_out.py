"""What a phone tells of the last move: in full to whoever waits; in rows, with a tap, what dividends pay."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom, cut, top
from tests.browser.pages import PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.server import Client, new_party, thorough

EVENING = "texas-pacific/general-dividends"
LOW = {**PHONE, "viewport": {"width": 360, "height": 640}}
WHOLE = "one => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth"
NARROW = {**PHONE, "viewport": {"width": 320, "height": 568}}


@pytest.mark.parametrize(
    "phone", [NARROW, pytest.param(LOW, marks=thorough), pytest.param(PHONE, marks=thorough)]
)
def test_whoever_waits_sees_what_each_is_paid_and_oneself_for_what(
    browser: Browser, client: Client, phone: dict[str, Any]
) -> None:
    """One's own row is the first; the sums are those of the evening, by hand."""
    party = played(client, EVENING)
    dave = seated(browser, party, 2, **phone, **STILL)
    news = dave.page.locator(".news")
    expect(news).to_contain_text(re.compile("Dave.\\+\\$3.*Ed.\\+\\$11.*Pete.\\+\\$12"))
    assert not news.locator("[data-cut]").count()
    dave.press(news)
    rows = news.locator(".paid-out > li")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("Dave+$3")
    expect(rows.nth(0).locator(".paid-for > li")).to_have_text(["KATY$2", "ranches: $1 × 1 = $1"])
    expect(rows.nth(1)).to_have_text("Ed+$11")
    expect(rows.nth(2)).to_have_text("Pete+$12")
    no_faults(dave)


@thorough
@pytest.mark.parametrize("phone", [NARROW, LOW])
def test_whose_turn_it_is_taps_the_news_for_them_and_nothing_moves(
    browser: Browser, client: Client, phone: dict[str, Any]
) -> None:
    pete = seated(browser, played(client, EVENING), 3, **phone, **STILL)
    first = pete.page.locator("[data-offer]").first
    expect(pete.page.locator(".paid-out")).to_have_count(0)
    before = top(first)
    pete.press(pete.page.locator(".news"))
    rows = pete.page.locator(".news .paid-out > li")
    expect(rows.locator(".figure:not(.paid-for *)")).to_have_text(["+$12", "+$11", "+$3"])
    expect(rows.locator(".paid-for > li")).to_have_text(["MP$5", "TP$2", "ranches: $1 × 5 = $5"])
    settled(pete.page)
    assert top(first) == before
    assert bottom(rows.last) > before  # it lies over what stands below
    pete.press(pete.page.locator(".news"))
    expect(rows.first).to_be_hidden()
    no_faults(pete)


@thorough
def test_several_certificates_are_multiplied(browser: Browser, client: Client) -> None:
    """The rulebook's example, $16 on three certificates, of which Dave has two: here a row of his own."""
    dave = seated(browser, played(client, "texas-pacific/example-general-dividend"), 2, **LOW, **STILL)
    dave.press(dave.page.locator(".news"))
    mine = dave.page.locator(".paid-out > li").first
    expect(mine.locator(".paid-for > li")).to_have_text(["KATY2 × $6 = $12"])
    no_faults(dave)


@thorough
def test_what_is_paid_for_a_place_is_not_multiplied(browser: Browser, client: Client) -> None:
    """$12M for having the most shares of the Union Pacific, five of them: that is not $12M a share."""
    ann = seated(browser, played(client, "union-pacific/begun-before-a-dividend", 3), 1, **LOW, **STILL)
    ann.press(ann.page.locator(".news"))
    expect(ann.page.locator(".paid-for > li")).to_have_text(["UP$12M"])
    no_faults(ann)


@thorough
@pytest.mark.parametrize("phone", [NARROW, PHONE])
def test_whoever_waits_reads_the_news_whole_and_who_is_to_decide(
    browser: Browser, client: Client, phone: dict[str, Any]
) -> None:
    """A phone on which nothing is to be entered has room for what SP's going west has done."""
    party = played(client, "texas-pacific/go-west", 6)
    pete = seated(browser, party, 3, **phone, **STILL)
    news, prompt = pete.page.locator(".news"), pete.page.locator(".prompt")
    expect(news).to_contain_text("SP builds into Albuquerque for $2; SP income $11")
    assert news.locator("[data-cut]").count() == 0
    assert news.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    assert bottom(news) <= bottom(pete.page.locator(".news-line"))
    assert cut(pete.page) == []
    expect(prompt).to_contain_text("Dave: choose Track or Stock")
    no_faults(pete)


@thorough
@pytest.mark.parametrize("phone", [NARROW, PHONE])
def test_before_confirm_stands_what_each_would_be_paid_and_below_it_for_what(
    browser: Browser, client: Client, phone: dict[str, Any]
) -> None:
    """The rulebook's example: two of KATY's certificates at $6; GHH $3 and SP $6; KATY $6, MP $5, two ranches."""
    dave = seated(browser, played(client, "texas-pacific/example-general-dividend", 6), 2, **phone, **STILL)
    dave.open("Only slide a cube")
    confirm = dave.form.locator(".confirm")
    settled(dave.page)
    brief = dave.form.locator(".brief")
    expect(brief).to_have_text("Dave +$12 · Ed +$9 · Pete +$13Dave only slides the Ranch cube")
    assert bottom(brief) <= top(confirm)
    assert brief.evaluate("one => one.scrollHeight <= one.clientHeight")
    rows = dave.form.locator(".paid-out > li")
    expect(rows.locator(".figure:not(.paid-for *)")).to_have_text(["+$12", "+$9", "+$13"])
    expect(rows.nth(0).locator(".paid-for > li")).to_have_text(["KATY2 × $6 = $12"])
    expect(rows.nth(1).locator(".paid-for > li")).to_have_text(["GHH$3", "SP$6"])
    expect(rows.nth(2).locator(".paid-for > li")).to_have_text(["KATY$6", "MP$5", "ranches: $1 × 2 = $2"])
    # how each is reckoned is a tap away
    ledger = dave.form.locator("offer-preview details .ledger")
    expect(ledger).to_be_hidden()
    dave.press(dave.form.locator("offer-preview summary", has_text="Payments"))
    expect(ledger.locator("li").nth(1)).to_contain_text("$16 [4 +12 corrected] ÷ 3, rounded up = $6")
    no_faults(dave)


@thorough
def test_a_treasury_that_is_paid_with_the_players_has_a_row_and_a_share_is_not_told_twice(
    browser: Browser, client: Client
) -> None:
    """A pays $2 on two certificates of Dave's, one of Pete's, one of the B&B's."""
    pete = seated(browser, played(client, "bank/several-at-once", 10), 3, **PHONE, **STILL)
    pete.open("Dividend per certificate")
    pete.choose("Treasury")
    pete.amount(2)
    pete.previewed()
    told = "Pete +$2 · Dave +$4 · B&B +$2A pays $2 per certificate; $8 in all"
    expect(pete.form.locator(".brief")).to_have_text(told)
    rows = pete.form.locator(".paid-out > li")
    expect(rows).to_have_text(["Pete+$2", "Dave+$4A2 × $2 = $4", "B&B+$2"])
    expect(pete.form.locator("offer-preview .ledger:not(details *)")).to_have_count(0)
    no_faults(pete)


@thorough
@pytest.mark.parametrize("phone", [NARROW, LOW, PHONE])
def test_nothing_moves_below_the_news_and_the_prompt_of_who_waits(
    browser: Browser, client: Client, phone: dict[str, Any]
) -> None:
    """News of one line or three, a prompt of one line or two, an auction that others hold: Ed's page stands still. Dave
    builds, proposes to buy a link from Pete, and has a share under the hammer."""
    begins, tabs = set(), set()
    for moves, asks in ((34, "operate the TP"), (35, "sell Paris"), (32, None)):
        ed = seated(browser, played(client, "southern-pacific/whole-evening", moves), 1, **phone, **STILL)
        if asks:
            expect(ed.page.locator(".prompt.waiting")).to_contain_text(asks)
            tabs.add(round(top(ed.page.locator("[role=tablist]"))))
        settled(ed.page)
        begins.add(round(bottom(ed.page.locator(".news-line"))))
        ed.close()
    assert (len(begins), len(tabs)) == (1, 1), (begins, tabs)


@thorough
@pytest.mark.parametrize("phone", [NARROW, LOW])
def test_whom_the_table_waits_for_is_said_whole(
    browser: Browser, client: Client, phone: dict[str, Any]
) -> None:
    """Who else is to choose a first investment, what the Bull Market lets them do, and who comes then."""
    names = ["Bartholomew Featherstonehaugh III.", "Maximiliane von Hohenstein", "Anastasia-Marie K.", "Ed"]
    union = new_party(client, names, game="union-pacific")
    union.made(4, "reveal", company="WW")
    opening = new_party(client, names, game="southern-pacific")
    bull = played(client, "southern-pacific/whole-evening", 41)
    for party, seat, where, words in (
        (union, 4, ".prompt", "First investments: Bartholomew, Maximiliane and Anastasia to choose"),
        (bull, 1, ".prompt", "Pete: offer a share or nothing (Bull Market)"),
        (opening, 4, ".turn .then", "then Maximiliane"),
    ):
        phone_of = seated(browser, party, seat, **phone, **STILL)
        expect(phone_of.page.locator(where)).to_have_text(words)
        settled(phone_of.page)
        assert phone_of.page.locator(f"{where} :is([data-cut], [data-unseen])").count() == 0
        assert phone_of.page.locator(where).evaluate(WHOLE)
        no_faults(phone_of)
