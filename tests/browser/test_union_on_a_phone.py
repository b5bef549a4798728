"""Union Pacific's forms on phones: what stands beside Confirm, and what it says."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.measures import TARGET_PX, cut, sideways, top
from tests.browser.pages import LAPTOP, PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import ALL, played
from tests.browser.test_low_phones import LOW, NARROW, in_sight
from tests.browser.test_union_pacific import invested, revealed
from tests.server import Client, Server, new_party, thorough

LOW_TARGET_PX = 44
"""Where a phone is at most 600 px high."""
ENDS = """one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const { left, right } = (one.matches(".figure") ? words : one).getBoundingClientRect();
  return { left, right };
}"""
"""Where a part begins and ends, from the left; of a number its digits."""


@thorough
@pytest.mark.parametrize(("phone", "finger"), [(NARROW, LOW_TARGET_PX), (LOW, TARGET_PX)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_all_eleven_companies_of_a_first_investment_stand_above_the_bar(
    phone: dict[str, Any], finger: int, language: str, browser: Browser, client: Client
) -> None:
    """Before one is chosen and afterwards, with what it is worth and how many shares there are of it."""
    party = new_party(client, ["Ada", "Bo", "Chen"], game="union-pacific")
    ada = seated(browser, party, 1, **{**phone, **STILL, "locale": language})
    companies = ada.form.locator("choice-field .chip")
    expect(companies).to_have_count(11)
    settled(ada.page)
    in_sight(ada, companies)
    assert all(one["height"] >= finger - 0.5 for one in map(Locator.bounding_box, companies.all()) if one)
    ada.press(companies.last)
    ada.previewed()
    in_sight(ada, companies)
    assert not cut(ada.page)
    assert not sideways(ada.page)
    no_faults(ada)


@thorough
@pytest.mark.parametrize(("phone", "finger"), [(NARROW, LOW_TARGET_PX), (LOW, TARGET_PX)])
@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ("Build track", "Invest")),
        ("de", ("Strecke bauen", "Aktien auslegen")),
    ],
)
def test_all_companies_to_build_for_and_to_invest_in_stand_above_the_bar(
    phone: dict[str, Any],
    finger: int,
    language: str,
    names: tuple[str, str],
    browser: Browser,
    client: Client,
) -> None:
    """Those with most trains left are the last, and built most; what is seldom told of a build has room, too."""
    party = played(client, "union-pacific/up-places", 8)
    screen = seated(
        browser, party, party.document()["turn"]["seat"], **{**phone, **STILL, "locale": language}
    )
    for form, parts, number in (
        (names[0], ":is(field-group > choice-field:first-child .chip, .folded > summary)", 11),
        (names[1], ".share-count", 11),
    ):
        if screen.page.locator("offer-form .back").is_visible():
            screen.press(screen.page.locator("offer-form .back"))
        screen.open(form)
        all_of_them = screen.form.locator(parts)
        expect(all_of_them).to_have_count(number)
        settled(screen.page)
        in_sight(screen, all_of_them)
        heights = all_of_them.evaluate_all("all => all.map((one) => one.offsetHeight)")
        assert min(heights) >= finger, (form, heights)
        screen.press(all_of_them.nth(9))
        screen.previewed()
        in_sight(screen, all_of_them)
        assert not cut(screen.page)
        assert not sideways(screen.page)
    no_faults(screen)


@thorough
@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ("Build track", "Invest")),
        ("de", ("Strecke bauen", "Aktien auslegen")),
    ],
)
def test_building_and_investing_are_a_tap_apart(
    width: int, language: str, names: tuple[str, str], browser: Browser, client: Client
) -> None:
    """The other stands beside Confirm, in one row with the way back."""
    party = played(client, "union-pacific/up-places", 8)
    size = {"viewport": {"width": width, "height": 740}, "locale": language}
    phone = seated(browser, party, party.document()["turn"]["seat"], **{**PHONE, **size}, **STILL)
    phone.open(names[0])
    for this, other in (names, names[::-1]):
        expect(phone.form.locator("h2")).to_have_text(this)
        keys = phone.page.locator(".confirm-bar button").locator("visible=true")
        expect(keys.nth(1)).to_have_text(re.compile(other))
        rows = keys.evaluate_all("keys => keys.map((key) => Math.round(key.getBoundingClientRect().top))")
        assert len(rows) == 3
        assert len(set(rows)) == 1
        assert keys.evaluate_all("keys => keys.every((key) => key.scrollWidth <= key.clientWidth)")
        assert keys.evaluate_all("([, { offsetWidth: w }, confirm]) => w < confirm.offsetWidth")
        phone.press(keys.nth(1))
    no_faults(phone)


@thorough
@pytest.mark.parametrize(
    ("language", "none", "usual", "confirm"),
    [
        ("en", "None", "Confirm", "No dividend card"),
        ("de", "Keine", "Bestätigen", "Keine Dividendenkarte"),
    ],
)
def test_a_draw_begins_with_no_dividend_card_and_says_so(
    language: str, none: str, usual: str, confirm: str, browser: Browser, client: Client
) -> None:
    """No 0 that somebody may overlook, and the button itself says that there was none, in one tap."""
    party = invested(client, "WW", "MS", "MS")
    party.made(1, "build", company="WW")
    phone = seated(browser, party, 1, **{**PHONE, **STILL, "locale": language})
    keys = phone.form.locator("count-field label.chip")
    expect(keys).to_have_text([none, "1", "2", "3", "4"])
    assert keys.locator(".chip-label").evaluate_all(
        "all => all.every((one) => one.scrollWidth <= one.clientWidth)"
    )
    expect(keys.first.locator("input")).to_be_checked()
    for key, said in ((keys.nth(1), usual), (keys.first, confirm)):
        phone.press(key)
        expect(phone.form.locator(".confirm")).to_have_text(said)
    phone.until(phone.confirm(words=confirm))
    assert party.document()["recent"][-1]["move"]["dividend_cards"] == 0
    no_faults(phone)


@thorough
@pytest.mark.parametrize("phone", [NARROW, LOW])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_doubt_and_all_five_sums_stand_above_confirm(
    phone: dict[str, object], language: str, browser: Browser, client: Client
) -> None:
    """Of two dividends at once, too, and of the last one, which ends the game; its own place asks for no more room."""
    names = ["Bo", "Maximiliane", "Constantin", "Dave", "Ed"]
    party = new_party(client, names, game="union-pacific", options={"first_player": 1})
    revealed(party, "WW", "MS", "MRR", "KCC", "EPRG")
    party.made(1, "build", company="WW", dividend_cards=1)
    for seat, shares in ((2, {"MS": 4}), (3, {"UMR": 2}), (4, {"DM": 2}), (5, {"ESL": 2})):
        party.made(seat, "invest", shares=shares)
    party.made(1, "build", company="WW")
    screen = seated(browser, party, 1, **{**phone, **STILL, "locale": language})
    doubt = {"en": "ery early: check the deck", "de": "ehr früh: Stapel prüfen"}[language]
    brief, begins = screen.form.locator(".brief"), set()
    names_and_sums = r"^Bo.\+.*\s· Max\w*\.?.\+.*\s· Con\w*\.?.\+.*\s· Dave.\+.*\s· Ed.\+\D*\d+"
    for cards in ("1", "2", "3"):
        screen.press(screen.form.locator("count-field label.chip", has_text=cards))
        screen.previewed()
        fewer = r"|^Bo.\+.*\s· Max\..\+.*\s· ….3.\w+" if cards == "3" and phone is NARROW else ""
        expect(brief.locator(".sums")).to_have_text(re.compile(names_and_sums + fewer))
        expect(brief).to_contain_text(doubt)
        assert brief.evaluate("one => one.scrollHeight <= one.clientHeight")
        begins.add(top(brief))
    assert len(begins) == 1
    no_faults(screen)


@thorough
@pytest.mark.parametrize("phone", [NARROW, LOW])
def test_what_was_misread_is_doubted_above_confirm_and_nothing_moves_under_the_finger(
    phone: dict[str, Any], browser: Browser, own_server: Server
) -> None:
    """The places that are asked for come below the number of cards: it stays where it was tapped."""
    names = ["Ada", "Bo", "Chen"]
    party = new_party(own_server.client(), names, game="union-pacific", options={"first_player": 1})
    revealed(party, "UP", "MS", "MS").made(1, "build", company="WW")
    screen = seated(browser, party, 1, **phone, **STILL)
    keys, cells = screen.form.locator("count-field label.chip"), screen.form.get_by_role("spinbutton")
    before = keys.evaluate_all("all => all.map((one) => one.getBoundingClientRect().y)")
    for cards, places in ((2, 5), (3, 10)):
        screen.press(keys.nth(cards))
        expect(cells).to_have_count(places)
        expect(screen.form.locator(".brief")).not_to_have_attribute("data-state", "busy")
        settled(screen.page)
        assert keys.evaluate_all("all => all.map((one) => one.getBoundingClientRect().y)") == before
    in_sight(screen, cells.nth(0))
    for cell, pays in zip(cells.all(), (8, 6, 4, 3, 2, 7, 6, 5, 3, 2), strict=True):
        cell.fill(str(pays))
    doubt = "Check the UP’s 3rd dividend"
    brief = screen.form.locator(".brief")
    expect(brief).to_have_text(re.compile(rf"^Ada.\+\$\d+M\s· Bo.\+\$\d+M\s· Chen?.\+\$\d+M{doubt}"))
    assert brief.evaluate("one => one.scrollHeight <= one.clientHeight")
    no_faults(screen)


@thorough
def test_where_something_is_to_be_checked_all_sums_have_room_beside_it(
    browser: Browser, client: Client
) -> None:
    """Above *Confirm* of a build there is a line more then."""
    names = ["Bo", "Maximiliane", "Constantin", "Dave", "Ed"]
    party = new_party(client, names, game="union-pacific", options={"first_player": 1})
    revealed(party, "WW", "MS", "MRR", "KCC", "EPRG")
    screen = seated(browser, party, 1, **NARROW, **STILL)
    screen.open("Build track")
    screen.press(screen.form.locator("choice-field .chip").first)
    screen.press(screen.form.locator(".folded summary"))
    screen.choose("1", "Dividend cards")
    brief = screen.form.locator(".brief")
    sums = r"^Bo.\+\$4M\s· Max\S*.\+\$3M\s· Con\S*.\+\$3M\s· Dave.\+\$3M\s· Ed.\+\$4M"
    expect(brief).to_have_text(re.compile(sums + "Very early: check the deck"))
    assert brief.evaluate("one => one.scrollHeight <= one.clientHeight")
    no_faults(screen)


@thorough
@pytest.mark.parametrize("phone", [NARROW, LOW])
def test_that_a_draw_ends_the_game_stands_above_confirm(
    phone: dict[str, object], browser: Browser, client: Client
) -> None:
    party = played(client, "union-pacific/end-fourth-dividend", ALL)
    assert client.post(f"{party.at}/undo", {}, party.host).status == 201
    party.made(1, "build", company="WW")
    screen = seated(browser, party, 1, **{**phone, **STILL})
    screen.choose("1", "Dividend cards")
    expect(screen.form.locator(".brief")).to_contain_text("The game is over")
    assert screen.form.locator(".brief").evaluate("one => one.scrollHeight <= one.clientHeight")
    no_faults(screen)


@thorough
def test_a_row_that_was_misread_stands_in_the_form_once_more(browser: Browser, client: Client) -> None:
    """The 74 of a slip of the finger stays known after an undo: before it pays again, it can be put right, and what is
    typed over a number takes its place."""
    party = invested(client, "UP", "MS", "MS")
    party.made(1, "build", company="WW", dividend_cards=1)
    party.made(2, "build", company="WW")
    slip = {"up_dividends": {"2": {"1": 8, "2": 6, "3": 74, "4": 3, "5": 2}}}
    read = {"type": "draw_share", "seat": 2, "dividend_cards": 1, "facts": slip}
    tried = client.post(f"{party.at}/moves?dry_run=true", read, party.host)
    headline, remark = tried.json["entry"]["headline"], tried.json["entry"]["remark"]
    assert headline.startswith("Very early: check the deck; check the UP's 2nd dividend; ")
    assert "check the UP's 2nd dividend: a lower place is paid more than a higher one" in headline
    assert remark == "Check the UP's 2nd dividend; very early: check the deck"
    party.made(2, "draw_share", dividend_cards=1, facts=slip)
    assert client.post(f"{party.at}/undo", {}, party.host).status == 201
    phone = seated(browser, party, 2, **PHONE, **STILL)
    expect(phone.form.locator("row-cell")).to_have_count(0)
    phone.choose("1", "Dividend cards")
    row = phone.form.get_by_role(
        "group", name="Check the 2nd dividend of the UP, in $M: a lower place is paid"
    )
    places = row.get_by_role("spinbutton")
    assert places.evaluate_all("all => all.map((one) => one.value)") == ["8", "6", "74", "3", "2"]
    wrong = row.locator("[aria-invalid=true]")
    places.nth(2).fill("400")
    expect(wrong).to_have_value("400")  # a place pays 99 at most
    phone.press(places.nth(2))
    phone.page.keyboard.type("4")
    expect(wrong).to_have_count(0)
    expect(places.nth(2)).to_have_value("4")
    phone.confirm()
    known = party.document()["recent"][-1]["move"]["facts"]["up_dividends"]["2"]
    assert known["3"] == 4
    no_faults(phone)


@thorough
def test_whoever_is_waited_for_is_not_a_few_letters(browser: Browser, client: Client) -> None:
    """Of four players their lamps stand in the band, and the sentence below names them; of two their names."""
    party = new_party(client, ["Ada", "Bartholomew", "Chen", "Dmitri", "Josephine"], game="union-pacific")
    party.made(1, "reveal", company="WW")
    phone = seated(browser, party, 1, **{**PHONE, "viewport": {"width": 320, "height": 640}}, **STILL)
    lamps, names = phone.page.locator(".turn .lamp"), phone.page.locator(".turn .name")
    expect(lamps).to_have_count(4)
    assert lamps.evaluate_all("all => all.every((one) => one.checkVisibility())")
    assert names.evaluate_all("all => all.every((one) => getComputedStyle(one).clipPath !== 'none')")
    expect(
        phone.page.get_by_text("First investments: Bartholomew, Chen, Dmitri and Josephine")
    ).to_be_visible()
    party.made(2, "reveal", company="WW")
    party.made(3, "reveal", company="MS")
    expect(names).to_have_text(["Dmitri", "Josephine"])
    assert names.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")
    no_faults(phone)


@thorough
def test_the_number_of_a_share_keeps_off_its_key(browser: Browser, client: Client) -> None:
    """Also beside the widest badge on the narrowest phone."""
    party = invested(client, "WW", "MS", "MS")
    phone = seated(browser, party, 1, **{**PHONE, "viewport": {"width": 320, "height": 640}}, **STILL)
    phone.open("Invest")
    row = phone.form.locator(".share-count[data-value=EPRG]")
    phone.press(row.locator(".key").last)
    badge, number, key = (
        row.locator(part).evaluate(ENDS) for part in ("railroad-badge", ".figure", "button >> nth=0")
    )
    sign = 10
    assert badge["right"] <= number["left"] - sign
    assert number["right"] + 2 < key["left"]


@pytest.mark.parametrize("device", [{**PHONE, "viewport": {"width": 320, "height": 568}}, LAPTOP])
@thorough
def test_what_is_said_of_a_share_of_ones_own_has_two_lines(
    device: dict[str, Any], browser: Browser, client: Client
) -> None:
    """What it is worth and how many are one's own in the first, so all tiles are of one height."""
    screen = seated(browser, invested(client, "WW", "MS", "MS"), 1, **device, **STILL)
    screen.open("Invest")
    words = screen.form.locator(".share-words")
    expect(words.filter(has_text="mine")).to_have_count(1)
    heights = words.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert len(heights) == 11
    assert max(heights) < 48
    no_faults(screen)


@thorough
@pytest.mark.parametrize(
    ("language", "form", "told"),
    [("en", "Invest", "At most 4."), ("de", "Aktien auslegen", "Höchstens 4.")],
)
def test_one_share_too_many_is_told_and_moves_nothing(
    language: str, form: str, told: str, browser: Browser, client: Client
) -> None:
    """Four cards are in hand after the first investment: with the fifth tap it stands above them why no more can be."""
    party = invested(client, "WW", "MS", "MS")
    size = {"viewport": {"width": 320, "height": 640}, "locale": language}
    phone = seated(browser, party, 1, **{**PHONE, **size}, **STILL)
    phone.open(form)
    row = phone.form.locator(".share-count[data-value=KCC]")
    for _ in range(4):
        phone.press(row.locator(".key").last)
    label, stands = phone.form.locator("shares-field > .label"), "one => one.getBoundingClientRect().top"
    expect(label.locator(".fault")).to_have_count(0)
    before = row.evaluate(stands)
    row.locator(".key").last.tap(force=True)
    expect(label.locator(".fault")).to_have_text(told)
    expect(label.locator(".help")).to_be_visible()
    expect(row.locator(".figure")).to_have_text("4")
    assert row.evaluate(stands) == before
    phone.press(row.locator(".key").first)
    expect(label.locator(".fault")).to_have_count(0)
    no_faults(phone)


@thorough
def test_what_building_folds_away_has_room_and_says_none_in_words(browser: Browser, client: Client) -> None:
    """Beside no answer a 0 would be a riddle; no label touches the field above it."""
    party = invested(client, "WW", "MS", "MS")
    phone = seated(browser, party, 1, **{**PHONE, "viewport": {"width": 320, "height": 1100}}, **STILL)
    phone.open("Build track")
    more = phone.form.locator(".folded")
    phone.press(more.locator("summary"))
    expect(more.locator("count-field label.chip")).to_have_text(["None", "1", "2", "3", "4", "Later"])
    expect(more.locator("count-field .help")).to_have_text("Later: you are asked when you draw a share.")
    boxes = more.locator(":scope > [data-field]").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) == 4
    assert all(below["top"] >= above["bottom"] + 8 for above, below in pairwise(boxes))
    no_faults(phone)


@thorough
@pytest.mark.parametrize("device", [LAPTOP, PHONE])
def test_what_several_companies_paid_at_one_dividend_is_one_line(
    device: dict[str, Any], browser: Browser, client: Client
) -> None:
    """A tap unfolds it. Of four dividends there are more lines than a laptop shows at once."""
    party = invested(client, "WW", "MS", "MS")
    party.made(1, "invest", shares={"DM": 1})
    party.made(2, "build", company="WW", dividend_cards=4)
    screen = seated(browser, party, 1, "/settlement", **device, **STILL)
    folds = screen.page.locator(".payoff .fold")
    folds.first.wait_for(state="attached")
    assert set(folds.evaluate_all("all => all.map((one) => one.getAttribute('aria-expanded'))")) == {"false"}
    no_faults(screen)
