"""Sums on a narrow phone, with long names: names become brief, and sentences begin later, before a figure is cut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.test_bank_kept import host_at
from tests.playing import begun
from tests.server import Client, Party, new_party, thorough

NAMES = ["Bartholomew", "Maximiliane", "Katarzyna", "Christopher", "Anastasia"]
NARROW = {**PHONE, "viewport": {"width": 320, "height": 568}}
WIDER = {**PHONE, "viewport": {"width": 390, "height": 844}}
TOLD = """
(bar, headline) => bar.offer({ ...bar.table.doc.recent.at(-1), move: { type: "pass" }, headline, postings: [] })
"""
"""One's own move, which may be undone, is told in these words."""
NEWS = """
async (news, words) => {
  const { newsParts } = await import(new URL("elements/log/entry.js", document.querySelector("script[src*=app]").src));
  news.replaceChildren(newsParts(words));
}
"""


def seen(words: Locator) -> str:
    """What the eye reads of it."""
    assert words.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), "it is cut"
    shown = words.locator("[data-part]:not([data-unseen])").all_inner_texts()
    return "".join(shown).replace("\u00a0", " ")


def five_holders(client: Client) -> Party:
    """Everybody has a certificate of the SP."""
    party = new_party(client, NAMES, game="bank", options={"box": "southern-pacific"})
    for seat in range(1, 6):
        to = {"from": "railroad:SP", "to": f"seat:{seat}"}
        party.made(seat, "trade", company="SP", count=1, **to)
    return party


@thorough
@pytest.mark.parametrize("device", [NARROW, WIDER])
def test_above_confirm_stand_the_sums_of_all_five(
    device: dict[str, Any], browser: Browser, client: Client
) -> None:
    """One's own first, with whole names in the bar's three lines, as in the rows below. No line begins with a dot."""
    names = [NAMES[1], NAMES[0], *NAMES[2:]]
    phone = seated(browser, five_holders(client), 2, **device, **STILL)
    phone.open("Dividend per certificate")
    phone.choose("SP")
    phone.choose("Bank")
    phone.amount(125)
    phone.previewed()
    sums = "\u00a0· ".join(f"{name} +$125" for name in names)
    brief = phone.form.locator(".brief")
    expect(brief.locator(".sums")).to_have_text(sums)
    assert brief.locator(".sums").text_content() == sums.replace(" +", "\u00a0+")
    assert brief.evaluate("one => one.scrollHeight <= one.clientHeight")
    expect(phone.form.locator(".paid-out .name")).to_have_text(names)
    no_faults(phone)


@thorough
def test_in_the_news_of_a_low_phone_the_price_is_whole(browser: Browser, client: Client) -> None:
    """Whose turn it is has two lines of them, and less beside Undo."""
    party = new_party(client, NAMES, game="gulf-mobile-ohio", options={"start_player": 1})
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=12)
    phone = seated(browser, party, 2, **NARROW, **STILL)
    news = phone.page.locator(".news")
    expect(news).to_contain_text("Maximiliane wins the SC’s Charter for $12")
    assert seen(news) == "Maximiliane wins the SC’s Charter for $12; the SC is green"
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_in_the_news_of_a_build_its_points_and_price_are_whole(
    language: str, browser: Browser, client: Client
) -> None:
    """Two lines on the phone of whoever is next; where the cubes lie the board shows."""
    party = new_party(client, NAMES[:3], game="gulf-mobile-ohio", options={"start_player": 1})
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=1, amount=12)
    party.made(1, "expand", rural=2, cities=["Charleston", "Columbus"])
    phone = seated(browser, party, 2, **{**NARROW, **STILL, "locale": language})
    words = {"en": "scores 3 VP for $12", "de": "bekommt 3 VP mit Steinen für $12"}[language]
    expect(phone.page.locator(".news")).to_contain_text(words)
    settled(phone.page)
    assert words in seen(phone.page.locator(".news"))
    no_faults(phone)


@thorough
@pytest.mark.parametrize(
    ("headline", "whole"),
    [
        (
            "Maximiliane wins the SC’s Charter for $12; the SC is green; Bartholomew and Katarzyna go on",
            "Maximiliane wins the SC’s Charter for $12; the SC is green",
        ),
        pytest.param(
            "Row 24: Iola grows; ATSF income $2 → $3",
            "Row 24: Iola grows; ATSF income $2 → $3",
            marks=thorough,
        ),
        pytest.param("Maximiliane pays $2", "Maximiliane pays $2", marks=thorough),
        (
            "SC builds to Charleston, Columbus and a rural hex; Maximiliane scores 3 VP for $12; $1 unspent",
            "Max. scores 3 VP for $12; $1 unspent",
        ),
    ],
)
def test_beside_undo_the_figure_is_whole(headline: str, whole: str, browser: Browser, client: Client) -> None:
    """Prairie Railroads: whose turn goes on has one line."""
    party = begun(new_party(client, [NAMES[0], NAMES[1], NAMES[2]]))
    phone = seated(browser, party, party.document()["turn"]["seat"], **NARROW, **STILL)
    phone.open("Play an action card")
    phone.choose("Construct Track")
    phone.confirm()
    expect(phone.page.locator("undo-bar .undo")).to_be_visible(timeout=PATIENCE_MS)
    phone.page.locator("undo-bar").evaluate(TOLD, headline)
    words = phone.page.locator(".undo-words")
    assert seen(words) == whole
    settled(phone.page)
    no_faults(phone)


@thorough
@pytest.mark.parametrize("moves", [43, 71, 76, 96])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("opens", [seated, host_at])
def test_the_news_of_a_dividend_say_what_all_five_got(
    opens: Callable[..., Screen], language: str, moves: int, browser: Browser, client: Client
) -> None:
    """Whoever is next has two lines, a host who plays, too: the name of who has paid is brief where they need it."""
    party = played(client, "prairie-railroads/five-players", moves)
    payer = party.document()["turn"]["seat"]
    phone = opens(browser, party, payer % 5 + 1, **{**NARROW, **STILL, "locale": language})
    party.made(payer, "play_card", card="PD", source="hand")
    news = phone.page.locator(".news")
    expect(news).to_contain_text("Pay Dividends")
    settled(phone.page)
    told = seen(news)
    assert told.count("+$") == 5, told
    assert "Pay Dividends; " in told
    no_faults(phone)


@thorough
def test_where_all_sums_have_no_room_behind_what_was_played_they_stand_alone(
    browser: Browser, client: Client
) -> None:
    """Five sums of three digits; all is still read aloud, and stands there after a tap."""
    party = new_party(client, NAMES, game="prairie-railroads")
    phone = seated(browser, party, 1, **NARROW, **STILL)
    paid = ", ".join(f"{name}\u00a0+$125" for name in NAMES)
    words = f"Dividend 4 of 8: Maximiliane plays Pay Dividends; {paid}"
    news = phone.page.locator(".news")
    news.evaluate(NEWS, words)
    expect(news.locator("[data-cut]")).to_be_visible()
    assert seen(news) == "Bar. +$125, Max. +$125, Kat. +$125, Chr. +$125, Ana. +$125"
    no_faults(phone)


@thorough
def test_the_log_says_who_got_a_dividend_of_one_holder(browser: Browser, client: Client) -> None:
    """Southern Pacific: Pete alone has a share of the SP, and is paid $1: said once."""
    pete = seated(browser, played(client, "southern-pacific/dividends", 29), 3, "/log", **NARROW, **STILL)
    entry = pete.page.locator(".log > li", has_text="collects")
    expect(entry).to_contain_text("SP collects $6, pays Pete $1. Treasury $5")
    no_faults(pete)


@thorough
@pytest.mark.parametrize(("size", "language"), [((360, 640), "en"), ((320, 568), "de")])
def test_news_that_are_fitted_once_more_lose_no_beginning(
    size: tuple[int, int], language: str, browser: Browser, client: Client
) -> None:
    """As when a bar comes or goes: what stood aside the first time is there again, and no comma leads."""
    party = new_party(client, NAMES[:3], game="gulf-mobile-ohio", options={"start_player": 1})
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=1, amount=12)
    party.made(1, "expand", rural=1, cities=["Charleston", "Florence"])
    viewport = {"width": size[0], "height": size[1]}
    phone = seated(browser, party, 2, **{**PHONE, **STILL, "viewport": viewport, "locale": language})
    words = {"en": "scores 3 VP for $9", "de": "bekommt 3 VP mit Steinen für $9"}[language]
    news = phone.page.locator(".news")
    expect(news).to_contain_text(words)
    for wide in (size[0] + 40, size[0]):
        phone.page.set_viewport_size({"width": wide, "height": size[1]})
        settled(phone.page)
    assert words in seen(news)
    assert seen(news)[0] not in ",;"
    no_faults(phone)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_news_of_a_correction_say_that_it_is_one(language: str, browser: Browser, client: Client) -> None:
    """Its reason gives way to the figures: without a word they would read as if they had been paid."""
    party = new_party(client, NAMES)
    phone = seated(
        browser,
        party,
        party.document()["turn"]["seat"],
        **{**PHONE, **STILL, "viewport": {"width": 320, "height": 568}, "locale": language},
    )
    figures = [{"of": f"seat:{seat}", "name": "cash", "value": 39 + seat} for seat in (1, 2, 3)]
    note = "Counted wrongly, at the last dividend"
    phone.until(party.made(0, "correct", set=figures, note=note)["revision"])
    settled(phone.page)
    told = seen(phone.page.locator(".news"))
    assert told.startswith({"en": "Correction; ", "de": "Korrektur; "}[language])
    assert "→ $40" in told
    assert "→ $41" in told
    no_faults(phone)
