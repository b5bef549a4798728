"""Letters twice as large on a narrow phone: names and prompts word by word, what is sold, amounts and their keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.browser.measures import bottom, left, right, top
from tests.browser.pages import PATIENCE_MS, Screen, no_faults, settled
from tests.browser.played import ALL, played
from tests.browser.test_large_forms import BROKEN, LOW, over, renamed
from tests.browser.test_large_letters import KEYS_TOO_SMALL, misfits, reader
from tests.browser.test_union_pacific import invested
from tests.server import Client, Party, new_party, thorough

HIGH: ViewportSize = {"width": 360, "height": 740}
SIZES = pytest.mark.parametrize("size", [LOW, HIGH], ids=["low", "high"])
LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])
NAMES = ["Ada", "Jo", "Bartholomew", "Friederike"]


def large(browser: Browser, party: Party, seat: int, size: ViewportSize, language: str) -> Screen:
    phone = reader(browser, viewport=size, locale=language)
    phone.has_kept({party.code: {"seat": {"number": seat, "key": party.seats[seat]}, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{party.client.port}/t/{party.code}")
    settled(phone.page)
    return phone


def beside(one: Locator, other: Locator) -> bool:
    """Do they stand in one row, one at the left of the other?"""
    return top(one) < bottom(other) and top(other) < bottom(one) and right(one) <= left(other)


def bank(client: Client) -> Party:
    return new_party(client, NAMES, game="bank", options={"box": "prairie-railroads"})


@thorough
@SIZES
@LANGUAGES
@pytest.mark.parametrize(
    ("evening", "moves"),
    [
        ("bank", 0),
        ("prairie-railroads/whole-evening", 14),
        ("southern-pacific/whole-evening", 25),
        ("texas-pacific/six-players", 14),
        ("gulf-mobile-ohio/five-players", 12),
        ("union-pacific/up-places", 9),
    ],
)
def test_a_player_s_name_is_whole_beside_or_above_what_they_have(
    browser: Browser, client: Client, evening: str, moves: int, language: str, size: ViewportSize
) -> None:
    """No name is broken within a word, what they have lies over none and stays within the panel."""
    party = renamed(played(client, evening, moves)) if moves else bank(client)
    phone = large(browser, party, 1, size, language)
    phone.press(phone.page.get_by_role("tab", name="Spieler" if language == "de" else "Players"))
    panel = phone.page.locator("[data-panel=players]")
    expect(panel).to_be_visible(timeout=PATIENCE_MS)
    wide = misfits(phone, "players")
    assert not wide, "\n".join(wide)
    for row in panel.locator("tbody > tr").all():
        name = row.locator("th .name")
        assert name.evaluate_all(BROKEN) == []
        for part in row.locator(".column-name, .cell").locator("visible=true").all():
            assert not over(name, part)
            assert left(panel) <= left(part)
            assert right(part) <= right(panel)
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
def test_what_one_is_to_do_has_all_the_width(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Word by word, below the badge of whom it is about and the way to the rules, which share a row."""
    party = played(client, "southern-pacific/whole-evening", 26)
    phone = large(browser, party, 1, size, language)
    prompt = phone.page.locator(".now-what .prompt")
    expect(prompt).to_contain_text("$8", timeout=PATIENCE_MS)
    wide = misfits(phone, "operate")
    assert not wide, "\n".join(wide)
    assert prompt.evaluate_all(BROKEN) == []
    badge, rules = prompt.locator("railroad-badge"), prompt.locator(".help-key")
    assert top(rules) < bottom(badge)
    assert top(badge) < bottom(rules)
    assert right(prompt) - right(rules) <= 1
    assert left(badge) - left(prompt) <= 1
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
def test_the_keypad_of_a_payment_is_in_sight(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Who pays stands between the title and the way to the rules; whom else one pays stands beside who is paid,
    each name whole; and all keys are above the bar, in which Confirm stands beside the way back."""
    phone = large(browser, bank(client), 1, size, language)
    phone.press(phone.page.locator("offer-list .offer", has_text="Jo").first)
    keys = phone.form.locator(".keypad .key").locator("visible=true")
    expect(keys).to_have_count(15, timeout=PATIENCE_MS)
    settled(phone.page)
    wide = misfits(phone, "pay")
    assert not wide, "\n".join(wide)
    bar, to = phone.form.locator(".confirm-bar"), phone.form.locator("[data-field=to]")
    assert keys.evaluate_all(KEYS_TOO_SMALL) == []
    assert min(top(key) for key in keys.all()) >= 0
    assert max(bottom(key) for key in keys.all()) <= top(bar)
    assert bottom(bar) <= size["height"] + 1
    assert beside(phone.form.locator(".payer"), phone.form.locator(".offer-title .help-sign"))
    paid = to.locator(".chip", has_text="Jo")
    for other in to.locator(".others").all():
        assert beside(paid, other)
    assert beside(bar.locator(".back"), bar.locator(".confirm"))
    phone.press(to.locator(".others").first)
    expect(to.locator(".chip", has_text="Bartholomew")).to_be_visible()
    wide = misfits(phone, "whom to pay")
    assert not wide, "\n".join(wide)
    assert to.locator(".lamp + .chip-words").locator("visible=true").evaluate_all(BROKEN) == []
    for badge in to.locator("railroad-badge").all():
        chip = badge.locator("xpath=..")
        assert left(chip) < left(badge)
        assert right(badge) < right(chip)
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
def test_an_auction_is_told_word_by_word(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Whoever bids sees that it is the high bid and whose, and each row of keys is whole above the bar."""
    party = new_party(client, ["Bartholomew", "Jo", "Maximiliane", "Ed"], game="southern-pacific")
    party.made(1, "bid", amount=3)
    jo, waits = (large(browser, party, seat, size, language) for seat in (2, 3))
    for phone in (jo, waits):
        lot = phone.page.locator("auction-box .lot")
        expect(lot.locator(".high-seat .name")).to_have_text("Bartholomew")
        expect(lot.locator(".high-bid .overline")).to_be_visible()
        told = lot.locator(".overline, .lot-title > span, .figure, .name").locator("visible=true")
        assert told.evaluate_all(BROKEN) == []
        wide = misfits(phone, "an auction")
        assert not wide, "\n".join(wide)
    keys = jo.form.locator(".keypad .key").locator("visible=true")
    assert max(bottom(key) for key in keys.all()) <= top(jo.form.locator(".confirm-bar"))
    assert waits.page.locator("railroad-badge").first.is_visible()
    no_faults(jo, waits)


@thorough
@SIZES
@LANGUAGES
@pytest.mark.parametrize(
    ("evening", "moves", "offer"),
    [
        ("union-pacific/up-places", 9, 0),
        ("union-pacific/up-places", 9, 1),
        ("southern-pacific/whole-evening", 45, 0),
    ],
    ids=["build", "invest", "offer"],
)
def test_confirm_has_a_row_below_two_other_keys(
    browser: Browser, client: Client, evening: str, moves: int, offer: int, language: str, size: ViewportSize
) -> None:
    """The way back and what may be done instead stand beside one another above it; every word is within its key."""
    party = played(client, evening, moves)
    phone = large(browser, party, int(party.document()["turn"]["seat"]), size, language)
    phone.press(phone.page.locator("offer-list .offer").nth(offer))
    bar = phone.form.locator(".confirm-bar")
    back, quick, confirm = (bar.locator(one) for one in (".back", ".quick", ".confirm"))
    expect(quick).to_be_visible(timeout=PATIENCE_MS)
    wide = misfits(phone, "three keys")
    assert not wide, "\n".join(wide)
    assert beside(back, quick)
    assert max(bottom(back), bottom(quick)) <= top(confirm)
    assert bar.locator(".confirm, .offer-label").evaluate_all(KEYS_TOO_SMALL) == []
    assert bar.locator(".confirm, .offer-label").evaluate_all(BROKEN) == []
    assert bottom(bar) <= size["height"] + 1
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
def test_what_may_be_undone_is_told_in_words(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """From who did it, in up to three lines beside the key; it lies over the news: turn, cash and all below stay."""
    party = renamed(played(client, "union-pacific/up-places", 9))
    seat = int(party.document()["turn"]["seat"])
    party.claim(seat)
    phone = large(browser, party, seat, size, language)
    phone.press(phone.page.locator("offer-list .offer").first)
    phone.press(phone.form.locator(".chip").first)
    phone.previewed()
    phone.press(phone.form.locator(".confirm"))
    words, undo, line = (phone.page.locator(one) for one in (".undo-words", "undo-bar .undo", ".news-line"))
    expect(words).to_contain_text("$3M", timeout=PATIENCE_MS)
    wide = [one for one in misfits(phone, "undo") if "p.brief" not in one]  # all of it stands below Confirm
    assert not wide, "\n".join(wide)
    assert words.locator("[data-part]").first.evaluate("part => !part.matches('[data-unseen]')")
    assert re.match("Friederike (baut für|builds for) WW. (Wert|Value) ", words.inner_text())
    assert words.evaluate_all(BROKEN) == []
    assert undo.evaluate_all(KEYS_TOO_SMALL) == []
    assert bottom(undo) - top(undo) >= 44
    assert top(line) <= top(phone.page.locator("undo-bar"))
    before = top(phone.form)
    phone.page.locator("undo-bar").evaluate("bar => bar.hide()")
    settled(phone.page)
    assert top(phone.form) == pytest.approx(before, abs=0.5)
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
def test_an_auction_one_has_begun_may_be_undone_below_one_s_turn(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """The words lie over neither cash nor turn nor a key of the bid that comes next."""
    party = new_party(client, NAMES, game="gulf-mobile-ohio")
    phone = large(browser, party, 1, size, language)
    phone.press(phone.page.locator(".chip", has_text="South Carolina").first)
    phone.previewed()
    phone.press(phone.form.locator(".confirm"))
    bar, words = phone.page.locator("undo-bar"), phone.page.locator(".undo-words")
    keys = phone.form.locator(".keypad .key").locator("visible=true")
    expect(words).to_contain_text("SC", timeout=PATIENCE_MS)
    expect(keys.first).to_be_visible(timeout=PATIENCE_MS)
    wide = misfits(phone, "undo")
    assert not wide, "\n".join(wide)
    assert words.evaluate_all(BROKEN) == []
    for part in (phone.page.locator(".turn"), phone.page.locator(".seat-head .cash")):
        assert not over(bar, part)
    assert bottom(bar) <= min(top(key) for key in keys.all())
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
def test_a_dividend_that_is_read_has_room_for_a_slip(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Three digits in a place, each word of how many cards were turned up and of Confirm are whole."""
    party = invested(client, "UP", "MS", "MS")
    party.made(1, "build", company="WW", dividend_cards=1)
    party.made(2, "build", company="WW")
    phone = large(browser, party, 2, size, language)
    cards = phone.form.locator("count-field .chip")
    expect(cards.first).to_be_visible(timeout=PATIENCE_MS)
    settled(phone.page)
    assert cards.evaluate_all(KEYS_TOO_SMALL) == []
    confirm = phone.form.locator(".confirm")
    assert confirm.evaluate_all(KEYS_TOO_SMALL) == []
    assert confirm.evaluate_all(BROKEN) == []
    phone.press(cards.nth(1))
    place = phone.form.locator("row-cell .count").first
    expect(place).to_be_visible(timeout=PATIENCE_MS)
    place.fill("400")
    assert place.evaluate("one => one.scrollWidth <= one.clientWidth")
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
@pytest.mark.parametrize("number", [1, 2])
def test_a_dividend_that_is_asked_for_comes_into_sight(
    browser: Browser, client: Client, number: int, language: str, size: ViewportSize
) -> None:
    """Its first row, with its heading, above Confirm; what is wrong with a place is told there to its end."""
    party = invested(client, "UP", "MS", "MS")
    party.made(1, "build", company="WW", dividend_cards=1)
    party.made(2, "build", company="WW")
    phone = large(browser, party, 2, size, language)
    phone.press(phone.form.locator("count-field .chip").nth(number))
    row = phone.form.locator("[role=group]:has(> .row-cells)").first
    expect(row).to_be_visible(timeout=PATIENCE_MS)
    bar = phone.form.locator(".confirm-bar")
    led = "([row, bar]) => row.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top"
    phone.page.wait_for_function(led, arg=[row.element_handle(), bar.element_handle()])
    settled(phone.page)
    assert top(row) >= 0
    for place in phone.form.locator("row-cell .count").all():
        place.fill("100")
    brief = phone.form.locator(".brief[data-state=refused]")
    expect(brief).to_contain_text("99", timeout=PATIENCE_MS)
    assert brief.evaluate("one => one.scrollHeight <= one.clientHeight")
    last = phone.form.locator("row-cell .count").last
    last.blur()
    last.focus()
    settled(phone.page)
    assert bottom(last) <= top(bar)
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
def test_what_each_of_many_companies_is_worth_stands_beside_its_badge(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Four of them are in sight above the bar of a build."""
    phone = large(browser, invested(client, "WW", "MS", "MS"), 1, size, language)
    phone.press(phone.page.locator("[data-offer=build]").first)
    chips = phone.form.locator("choice-field .chip:has(railroad-badge)")
    expect(chips.first).to_be_visible(timeout=PATIENCE_MS)
    settled(phone.page)
    wide = misfits(phone, "build")
    assert not wide, "\n".join(wide)
    for chip in chips.all():
        assert beside(chip.locator("railroad-badge"), chip.locator(".chip-words"))
        assert chip.locator(".hint").evaluate_all(BROKEN) == []
    assert bottom(chips.nth(3)) <= top(phone.form.locator(".confirm-bar"))
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
def test_at_the_end_every_name_is_whole(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Above its sum, or what decides between equals."""
    phone = large(browser, renamed(played(client, "prairie-railroads/whole-evening", ALL)), 1, size, language)
    rows = phone.page.locator(".in-order > li")
    expect(rows.first.locator(".name")).to_be_visible(timeout=PATIENCE_MS)
    wide = misfits(phone, "end")
    assert not wide, "\n".join(wide)
    for row in rows.all():
        assert row.locator(".name").evaluate_all(BROKEN) == []
        assert not over(row.locator(".name"), row.locator(".number"))
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
@pytest.mark.parametrize("by_host", [False, True], ids=["own", "host"])
def test_what_was_taken_back_reads_so(
    browser: Browser, client: Client, by_host: bool, language: str, size: ViewportSize
) -> None:
    """On a phone that waits, and with less room on that of whose turn it is: never as the value it led to."""
    party = renamed(played(client, "union-pacific/up-places", 9))
    seat = int(party.document()["turn"]["seat"])
    party.claim(seat)
    party.made(seat, "build", company="WW")
    phone = large(browser, party, seat if by_host else 1, size, language)
    key = party.host if by_host else party.seats[seat]
    assert client.post(f"{party.at}/undo", {}, key).status == 201
    news = phone.page.locator(".news")
    taken = {"en": "(took back|Taken back|Undone)", "de": "[zZ]urückgenommen"}[language]
    built = {"en": "builds for WW", "de": "baut für WW"}[language]
    expect(news).to_have_text(re.compile(taken), timeout=PATIENCE_MS)
    settled(phone.page)
    seen = "".join(news.locator("[data-part]:not([data-unseen])").all_inner_texts()).replace("\u00a0", " ")
    assert re.search(f"{taken}: Fri(ederike|.) {built}", seen), seen
    assert "→" not in seen or seen.endswith("$2M → $3M")
    assert "…" not in seen
    assert news.evaluate("one => one.scrollHeight <= 1.1 * one.clientHeight")
    no_faults(phone)


@thorough
@LANGUAGES
@pytest.mark.parametrize(
    ("evening", "moves", "whole"),
    [
        ("gulf-mobile-ohio/five-players", 18, r"Kat\..* W&W (for|für) \$4"),
        ("prairie-railroads/whole-evening", 46, r"MP (builds|baut) Chanute.* … (for|für) \$15"),
    ],
)
def test_news_of_a_price_keep_who_and_what_it_is_for(
    browser: Browser, client: Client, evening: str, moves: int, whole: str, language: str
) -> None:
    """Of a share the railroad, of a link where it begins: other words between them give way."""
    party = renamed(played(client, evening, moves))
    seat = int(party.document()["turn"]["seat"])
    party.claim(seat)
    phone = large(browser, party, seat, HIGH, language)
    news = phone.page.locator(".news")
    expect(news.locator("[data-cut]")).to_be_visible(timeout=PATIENCE_MS)
    seen = "".join(news.locator("[data-part]:not([data-unseen])").all_inner_texts())
    assert re.fullmatch(whole, re.sub(r"\s", " ", seen)), seen
    assert news.evaluate("one => one.scrollHeight <= 1.1 * one.clientHeight")
    no_faults(phone)
