"""Letters twice as large on a narrow phone: the first moves of each game, from its opening bid to its first build."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.browser.measures import bottom, left, right, top
from tests.browser.pages import PATIENCE_MS, Screen, no_faults, settled
from tests.browser.pictures import FACTS
from tests.browser.played import played
from tests.browser.test_large_forms import BROKEN, over
from tests.browser.test_large_letters import KEYS_TOO_SMALL, misfits
from tests.browser.test_large_words import LANGUAGES, SIZES, beside, large
from tests.browser.test_sideways import off_the_frame
from tests.browser.test_union_pacific import invested
from tests.playing import begun
from tests.server import Client, Party, new_party, thorough

NAMES = ["Bartholomew", "Jo", "Maximiliane", "Ed"]
FINGER_PX = 44


def told(brief: Locator) -> bool:
    """All of it, above Confirm."""
    return bool(brief.evaluate("one => one.scrollHeight <= one.clientHeight + 1"))


def uncut(phone: Screen, name: str) -> None:
    settled(phone.page)
    wide = misfits(phone, name)
    assert not wide, "\n".join(wide)
    no_faults(phone)


def before_the_roll(client: Client) -> tuple[Party, int]:
    """Prairie Railroads after the initial auctions, and who plays a card."""
    party = begun(new_party(client, NAMES, facts=FACTS))
    return party, int(party.document()["turn"]["seat"])


@thorough
@SIZES
@LANGUAGES
def test_the_first_charter_is_whole(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Gulf, Mobile & Ohio: where the only railroad begins stands beside its badge, why there are no others below; what
    Confirm does is told to its end."""
    phone = large(browser, new_party(client, NAMES, game="gulf-mobile-ohio"), 1, size, language)
    key, others = phone.form.locator(".chip").first, phone.form.locator(".folded > summary")
    expect(phone.form.locator(".brief")).to_contain_text("Bartholomew", timeout=PATIENCE_MS)
    uncut(phone, "charter")
    assert key.locator(".hint").evaluate_all(BROKEN) == []
    assert beside(key.locator("railroad-badge"), key.locator(".hint"))
    assert bottom(key) <= top(others)
    assert bottom(others) <= top(phone.form.locator(".confirm-bar"))
    assert told(phone.form.locator(".brief"))


@thorough
@SIZES
@LANGUAGES
def test_a_bid_of_two_digits_moves_nothing(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    party = new_party(client, NAMES, game="southern-pacific")
    phone = large(browser, party, 1, size, language)
    confirm = phone.form.locator(".confirm")
    expect(confirm).to_contain_text("$0", timeout=PATIENCE_MS)
    settled(phone.page)
    stood = (top(confirm), bottom(confirm))
    phone.press(phone.form.locator(".keypad .key", has_text="+10"))
    expect(confirm).to_contain_text("$10", timeout=PATIENCE_MS)
    uncut(phone, "bid")
    assert (top(confirm), bottom(confirm)) == stood
    assert confirm.evaluate_all(KEYS_TOO_SMALL) == []
    assert phone.form.locator(".aside").locator("visible=true").evaluate_all(BROKEN) == []


@thorough
@SIZES
@LANGUAGES
def test_a_railroad_that_is_chosen_lies_over_nothing(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Texas & Pacific: its least bid and unsold shares stand beside its badge, and what changes it above both."""
    party = played(client, "texas-pacific/six-players", 14)
    phone = large(browser, party, int(party.document()["turn"]["seat"]), size, language)
    phone.press(phone.page.locator("[data-offer=decide_stock]").first)
    keys = phone.form.locator("[data-field=railroad] .chip:not(.others)")
    expect(keys).to_have_count(5, timeout=PATIENCE_MS)
    settled(phone.page)
    for key in keys.all():
        assert beside(key.locator("railroad-badge"), key.locator(".hint"))
    phone.press(keys.first)
    uncut(phone, "stock")
    chosen, change = keys.first, phone.form.locator("[data-field=railroad] .others")
    assert chosen.locator(".hint").evaluate_all(BROKEN) == []
    assert right(chosen.locator(".hint > span")) <= right(chosen)
    assert not over(chosen, change)
    assert bottom(change) - top(change) >= FINGER_PX


@thorough
@SIZES
@LANGUAGES
def test_keys_of_hexes_hold_what_they_say(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Texas & Pacific: a city's income, too; and a box to tick stands before its words."""
    party = played(client, "texas-pacific/six-players", 14)
    phone = large(browser, party, int(party.document()["turn"]["seat"]), size, language)
    phone.press(phone.page.locator("[data-offer=decide_track]").first)
    keys = phone.form.locator(".pad .key:has(.hint)")
    expect(keys.first).to_be_visible(timeout=PATIENCE_MS)
    uncut(phone, "track")
    for key in keys.all():
        off_the_frame(key, key.locator(".hint"))
    ticks = phone.form.locator(".chip.flag").locator("visible=true")
    for tick in ticks.all():
        assert beside(tick.locator("input"), tick.locator(".chip-words"))


@thorough
@SIZES
@LANGUAGES
def test_words_of_action_cards_are_whole(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Prairie Railroads: *Nachziehstapel* is one word, the circle stands before each."""
    party, seat = before_the_roll(client)
    phone = large(browser, party, seat, size, language)
    cards = phone.form.locator("choice-field .chip").locator("visible=true")
    expect(cards).to_have_count(5, timeout=PATIENCE_MS)
    uncut(phone, "cards")
    assert cards.locator(".chip-words").evaluate_all(BROKEN) == []
    for card in cards.all():
        assert beside(card.locator("input"), card.locator(".chip-words"))


@thorough
@SIZES
@LANGUAGES
def test_no_face_of_a_die_lies_over_another_and_what_grew_is_whole(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    party, seat = before_the_roll(client)
    party.made(seat, "play_card", card="CT", source="hand")
    phone = large(browser, party, seat, size, language)
    faces = phone.form.locator(".face").locator("visible=true")
    expect(faces).to_have_count(12, timeout=PATIENCE_MS)
    uncut(phone, "dice")
    for one, other in itertools.combinations(faces.locator("svg").all(), 2):
        assert not over(one, other)
    assert min(right(face) - left(face) for face in faces.all()) >= FINGER_PX
    phone.until(party.made(seat, "roll_growth", dice=[1, 2])["revision"])
    news = phone.page.locator(".news-line > .news")
    expect(news).to_contain_text("Pratt", timeout=PATIENCE_MS)
    settled(phone.page)
    assert told(news)
    assert not over(news, phone.page.locator(".now-dice"))


@thorough
@SIZES
@LANGUAGES
def test_what_is_wrong_with_shares_laid_out_is_told_to_its_end(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Union Pacific: three companies."""
    party = played(client, "union-pacific/up-places", 9)
    phone = large(browser, party, int(party.document()["turn"]["seat"]), size, language)
    phone.press(phone.page.locator("[data-offer=invest]").first)
    for number in range(3):
        phone.press(phone.form.locator(".share-count.tapped").nth(number))
    brief = phone.form.locator(".brief[data-state=refused]")
    expect(brief).to_be_visible(timeout=PATIENCE_MS)
    uncut(phone, "invest")
    assert told(brief)


@thorough
@SIZES
@LANGUAGES
def test_what_the_union_pacific_pays_is_asked_to_the_end(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Whether cards were turned up or none; no word for a number of them is at the frame of its key."""
    party = invested(client, "UP", "MS", "MS")
    party.made(1, "build", company="WW", dividend_cards=1)
    party.made(2, "build", company="WW")
    phone = large(browser, party, 2, size, language)
    cards, brief = phone.form.locator("count-field .chip"), phone.form.locator(".brief")
    expect(brief).to_contain_text("WW", timeout=PATIENCE_MS)
    uncut(phone, "none")
    assert told(brief)
    off_the_frame(cards.first, cards.first.locator(".chip-label"))
    phone.press(cards.nth(1))
    expect(brief).to_contain_text("Union", timeout=PATIENCE_MS)
    uncut(phone, "one")
    assert told(brief)


@thorough
@SIZES
@LANGUAGES
def test_a_number_may_be_told_later(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Union Pacific: how many dividend cards were turned up, as one builds."""
    party = invested(client, "UP", "MS", "MS")
    party.made(1, "build", company="WW", dividend_cards=1)
    phone = large(browser, party, 2, size, language)
    phone.press(phone.page.locator("[data-offer=build]").first)
    phone.press(phone.form.locator(".chip").first)
    settled(phone.page)  # what it would do is told below, and may move the line
    phone.press(phone.form.locator("summary").last)
    keys = phone.form.locator("count-field .chip").locator("visible=true")
    expect(keys).to_have_count(5, timeout=PATIENCE_MS)
    settled(phone.page)
    for key in keys.all():
        off_the_frame(key, key.locator(".chip-label"))


@thorough
@SIZES
@LANGUAGES
def test_the_bar_below_a_first_link_stays_as_high_as_it_is(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Southern Pacific: whatever it tells, of what is missing and of what the link brings, to its end."""
    phone = large(browser, played(client, "southern-pacific/whole-evening", 7), 2, size, language)
    bar, brief = phone.form.locator(".confirm-bar"), phone.form.locator(".brief")
    expect(phone.form.locator(".place .chip").nth(1)).to_be_visible(timeout=PATIENCE_MS)
    settled(phone.page)
    high = bottom(bar) - top(bar)
    for field in ("from", "to"):
        phone.press(phone.form.locator(f"[data-field={field}] .chip:not(.others)").first)
        settled(phone.page)
        assert bottom(bar) - top(bar) == pytest.approx(high, abs=0.5)
        assert told(brief)
    no_faults(phone)
