"""Letters twice as large on a narrow phone: places that are chosen are told word by word, the next choice in sight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.browser.measures import bottom, top
from tests.browser.pages import PATIENCE_MS, Screen, no_faults, settled
from tests.browser.pictures import FACTS
from tests.browser.played import played, played_at
from tests.browser.test_large_forms import BROKEN, LETTER_PX, renamed
from tests.browser.test_large_letters import KEYS_TOO_SMALL, misfits
from tests.browser.test_large_words import LANGUAGES, SIZES, beside, large
from tests.browser.test_prairie_on_a_phone import BOX_CUTS
from tests.browser.test_union_pacific import invested
from tests.playing import begun
from tests.server import Client, new_party, thorough

SHARES = "CRIP, ATSF, KP, MKT, SLSF, MP"
CITY = ("city", "Stadt")
TOLD = ".place .chip-label, .taken, .chip .hint, .own-shares"


def word_by_word(phone: Screen, name: str) -> None:
    wide = [one for one in misfits(phone, name) if "div.news:" not in one]  # beside the dice
    assert not wide, "\n".join(wide)
    assert phone.page.locator(TOLD).locator("visible=true").evaluate_all(BROKEN) == []
    keys = phone.form.locator(".place .chip, .taken, .others").locator("visible=true")
    assert keys.evaluate_all(KEYS_TOO_SMALL) == []


def whole(one: Locator) -> bool:
    return bool(one.evaluate("one => one.scrollHeight <= one.clientHeight"))


@pytest.fixture
def builder(browser: Browser, client: Client, size: ViewportSize, language: str) -> Screen:
    """Whoever builds for the KP, from Leavenworth or Lawrence, or for the MP; they have shares of all six."""
    party = begun(new_party(client, ["Josephine", "Ada", "Maximiliane", "Ed", "Jo"], facts=FACTS))
    seat = int(party.document()["turn"]["seat"])
    party.made(seat, "play_card", card="CT", source="hand")
    party.made(seat, "roll_growth", dice=[1, 2])
    phone = large(browser, party, seat, size, language)
    phone.page.locator(".own-shares").evaluate("(one, words) => { one.textContent = words; }", SHARES)
    return phone


@thorough
@SIZES
@LANGUAGES
def test_what_a_build_asks_first_is_in_sight(builder: Screen) -> None:
    """Six shares take two lines, so both railroads that may build are whole above the bar as the form opens."""
    badges = builder.form.locator("[data-field=railroad] .choices:not(details *) > .chip")
    expect(badges).to_have_count(2, timeout=PATIENCE_MS)
    word_by_word(builder, "railroads")
    shares = builder.page.locator(".own-shares")
    assert bottom(shares) - top(shares) <= 2 * LETTER_PX + 1
    assert builder.page.evaluate("scrollY") == 0
    assert bottom(badges.last) <= top(builder.form.locator(".confirm-bar"))
    no_faults(builder)


@thorough
@SIZES
@LANGUAGES
def test_a_link_is_built_in_sight(builder: Screen, language: str) -> None:
    """What is chosen has one line with *Change*, the box of the next city all that it says; Confirm's bar, which stays,
    tells what is missing, and then what is done and its cost."""
    form, bar, brief = builder.form, builder.form.locator(".confirm-bar"), builder.form.locator(".brief")
    german = language == "de"
    settled(builder.page)
    stood = top(bar)
    builder.press(form.locator("[data-field=railroad] .chip").first)
    settled(builder.page)
    builder.press(form.locator("[data-field=from] .chip", has_text="Lawrence"))
    word_by_word(builder, "from")
    city = form.locator("[data-field=to] .chip").first
    assert not form.locator("[data-field=to] .search").evaluate(BOX_CUTS)
    assert bottom(city) <= top(bar) == stood
    for chosen in ("[data-field=railroad] .chip:has(:checked)", "[data-field=from] .chip[aria-pressed=true]"):
        change = form.locator(chosen).locator("xpath=following-sibling::button[contains(@class, 'others')]")
        assert beside(form.locator(chosen), change)
    expect(brief).to_have_text(
        f"{'Es fehlt noch: In welche' if german else 'Still needed: To which'} {CITY[german]}"
    )
    assert whole(brief)
    builder.press(city)
    builder.previewed()
    word_by_word(builder, "to")
    assert top(bar) == stood
    expect(brief).to_contain_text(
        re.compile(rf"Lawrence.+Atchison.{'für' if german else 'for'}.\$5.+\$2.→.\$4")
    )
    assert whole(brief)
    taken = form.locator("[data-field=to] .taken")
    assert beside(taken.locator(".chip-label"), taken.locator(".quiet"))
    no_faults(builder)


@thorough
@SIZES
@LANGUAGES
def test_words_of_a_link_to_buy_keep_within_the_form(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Southern Pacific: why there is no other link, too."""
    phone = large(browser, played_at(client, "southern-pacific/katy", 26), 2, size, language)
    phone.press(phone.page.locator("[data-offer=buy_link]").first)
    expect(phone.form.locator(".place .chip")).to_be_visible(timeout=PATIENCE_MS)
    word_by_word(phone, "a link to buy")
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
def test_where_a_first_link_leads_is_in_sight(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Southern Pacific: where it begins stands beside its label, what is missing is told to its end."""
    phone = large(browser, played(client, "southern-pacific/building", 1), 3, size, language)
    box, bar = phone.form.locator("[data-field=to] .search"), phone.form.locator(".confirm-bar")
    expect(box).to_be_visible(timeout=PATIENCE_MS)
    settled(phone.page)
    assert beside(
        phone.form.locator("[data-field=from] > .label"), phone.form.locator("[data-field=from] .chip")
    )
    assert not box.evaluate(BOX_CUTS)
    assert bottom(box) <= top(bar)
    assert whole(phone.form.locator(".brief"))
    phone.press(phone.form.locator("[data-field=to] .chip").first)
    word_by_word(phone, "where it leads")
    no_faults(phone)


@thorough
@SIZES
@LANGUAGES
def test_five_companies_to_invest_in_are_in_sight(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """Union Pacific: one that is tapped still tells its value and how many are left, in as much room; nothing moves."""
    phone = large(browser, invested(client, "WW", "MS", "MS"), 1, size, language)
    phone.press(phone.page.locator("[data-offer=invest]").first)
    rows, bar = phone.form.locator(".share-count.tapped"), phone.form.locator(".confirm-bar")
    expect(rows).to_have_count(11, timeout=PATIENCE_MS)
    word_by_word(phone, "invest")
    assert bottom(rows.nth(4)) <= top(bar)
    asked = phone.form.locator("shares-field > .label")
    assert bottom(asked) - top(asked) <= 1.5 * LETTER_PX  # one line, with how many one has
    stood = [top(row) for row in rows.all()]
    for number in range(2):  # one's own has more to tell
        phone.press(rows.nth(number))
    phone.previewed()
    word_by_word(phone, "invested")
    assert [top(row) for row in rows.all()] == pytest.approx(stood, abs=0.5)
    for row in rows.all()[:2]:
        badge, words, figure = (row.locator(one) for one in ("railroad-badge", ".share-words", ".figure"))
        expect(words).to_contain_text("$2M")
        assert beside(badge, words)
        assert beside(words, figure)
        assert beside(figure, row.locator(".key").first)


@thorough
@SIZES
@LANGUAGES
@pytest.mark.parametrize(
    ("evening", "moves"),
    [
        ("southern-pacific/whole-evening", 45),
        ("prairie-railroads/whole-evening", 60),
        ("gulf-mobile-ohio/five-players", 20),
    ],
)
def test_what_the_table_says_in_words_is_whole(
    browser: Browser, client: Client, language: str, size: ViewportSize, evening: str, moves: int
) -> None:
    """Who has a card, and what it is for: no name is broken, nor any other word but by a hyphen."""
    party = renamed(played(client, evening, moves), ["Bartholomew", "Maximilian", "Konstantin", "Bo", "Jo"])
    phone = large(browser, party, 1, size, language)
    phone.press(phone.page.get_by_role("tab", name={"en": "Table", "de": "Tisch"}[language]))
    settled(phone.page)
    wide = misfits(phone, "table")
    assert not wide, "\n".join(wide)
    told = phone.page.locator(":is(list-panel .plain-list, card-panel .card):visible")
    assert told.count()
    assert told.evaluate_all(BROKEN) == []
    no_faults(phone)
