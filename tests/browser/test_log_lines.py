"""Lines of the log: what each was paid, who entered what for somebody else, and what opens below the fold."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.measures import bottom, sideways, top
from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.server import Client, new_party, thorough

NARROW = {**PHONE, "viewport": {"width": 320, "height": 568}}
FIRST_WORDS_END = """said => {
  const words = document.createRange();
  words.selectNode(said.firstChild);
  return words.getBoundingClientRect().bottom;
}"""


def line(screen: Screen, revision: int) -> Locator:
    return screen.page.locator(f".log > li[data-revision='{revision}']")


@thorough
@pytest.mark.parametrize("phone", [NARROW, LAPTOP])
def test_a_dividend_says_in_its_line_what_each_was_paid(
    browser: Browser, client: Client, phone: dict[str, Any]
) -> None:
    """The rulebook's example: KATY twice 6; GHH 3, SP 6; KATY 6, MP 5, two ranches. Opened, it is not said again."""
    party = played(client, "texas-pacific/example-general-dividend")
    ed = seated(browser, party, 1, "/log", **phone, **STILL)
    entry = line(ed, 8)
    expect(entry.locator("summary .sums")).to_have_text("Ed +$9 · Dave +$12 · Pete +$13")
    assert not sideways(ed.page)
    ed.press(entry.locator("summary"))
    expect(entry.locator(".ledger").first).to_be_visible()
    expect(entry.locator(".per-player")).to_have_count(0)
    expect(entry.get_by_text("no. 8")).to_have_count(1)
    no_faults(ed)


@thorough
def test_sums_that_a_sentence_has_are_not_added(browser: Browser, client: Client) -> None:
    """A pays $2 a certificate; and Ed pays several, each the same."""
    pete = seated(browser, played(client, "bank/several-at-once"), 3, "/log", **NARROW, **STILL)
    expect(line(pete, 12)).to_contain_text("Dave $4 for 2, Pete $2 for 1")
    expect(line(pete, 2)).to_contain_text("Ed pays Dave, Pete and the A $10 each")
    expect(pete.page.locator(".log .sums")).to_have_count(0)
    no_faults(pete)


@thorough
def test_ones_own_move_says_when_it_is_opened_who_entered_it(browser: Browser, client: Client) -> None:
    """Pete builds for the GHH himself; what the host corrects nobody else could."""
    ed = seated(browser, played(client, "southern-pacific/dividends", 13), 1, "/log", **NARROW, **STILL)
    own, corrected = line(ed, 13), line(ed, 14)
    expect(own.locator("summary")).to_contain_text("GHH builds")
    expect(ed.page.locator(".log summary .by")).to_have_count(0)
    ed.press(own.locator("summary"))
    expect(own.locator(".entry-body")).to_contain_text("Entered by Pete")
    expect(corrected.locator(".stamp")).to_have_text("corrected")
    no_faults(ed)


@thorough
def test_where_there_are_no_turns_a_line_says_who_entered_it(browser: Browser, client: Client) -> None:
    """Dave has entered that the bank pays Ed; of Ed's own payment the sentence tells."""
    pete = seated(browser, played(client, "bank/several-at-once"), 3, "/log", **LAPTOP, **STILL)
    expect(line(pete, 3).locator("summary")).to_contain_text("The bank pays Ed $30 Entered by Dave")
    expect(line(pete, 3).get_by_text("Entered by Dave")).to_have_count(1)
    expect(line(pete, 2).locator(".by")).to_have_count(0)
    no_faults(pete)


@thorough
def test_what_opens_below_the_fold_comes_into_sight(browser: Browser, client: Client) -> None:
    """A dividend whose line is the last in the window: what each railroad paid would stand below it."""
    screen = seated(browser, played(client, "prairie-railroads/whole-evening"), 1, "/log", **LAPTOP, **STILL)
    entry = line(screen, 48)
    height = LAPTOP["viewport"]["height"]
    entry.evaluate("one => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight)")
    assert bottom(entry) == pytest.approx(height, abs=1)
    screen.press(entry.locator("summary"))
    settled(screen.page)
    expect(entry.locator(".ledger")).to_be_visible()
    assert bottom(entry) <= height + 1
    assert top(entry) >= 0
    # closed again nothing moves
    before = top(entry)
    screen.press(entry.locator("summary"))
    settled(screen.page)
    assert top(entry) == before
    no_faults(screen)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_on_paper_a_line_is_as_high_as_its_words(browser: Browser, client: Client, language: str) -> None:
    """A sheet of Letter is 717 px wide between its margins; a line of 9 pt, 12 px, is no more than 20 px high."""
    sheet = {"viewport": {"width": 717, "height": 964}, "locale": language}
    party = played(client, "southern-pacific/whole-evening", 10_000)
    page = seated(browser, party, 0, "/log", **sheet).page
    button = page.get_by_role("button", name="Drucken" if language == "de" else "Print")
    expect(button).to_be_visible(timeout=PATIENCE_MS)
    lines = page.locator(".log > li")
    expect(lines).not_to_have_count(0, timeout=PATIENCE_MS)
    page.emulate_media(media="print")
    for gone in (button, page.locator(".log-again"), page.locator(".back-to-play"), page.locator("undo-bar")):
        expect(gone).to_be_hidden()
    highs = lines.evaluate_all("all => all.map((one) => one.offsetHeight)")
    passes = lines.evaluate_all(
        "all => all.filter((one) => one.hasAttribute('data-quiet')).map((one) => one.offsetHeight)"
    )
    assert max(passes) <= 20
    assert sum(highs) / len(highs) <= 30, "with what came of a move on lines below it"
    assert not sideways(page)


@thorough
def test_a_stamp_slants_over_no_words(browser: Browser, client: Client) -> None:
    """A bid the host entered for Dave and corrected: his name above the stamp, who entered it below."""
    party = new_party(client, ["Ed", "Dave", "Pete"], game="southern-pacific")
    for bid in (3, 5, 8):
        party.made(0, "bid", amount=bid)
    amended = client.post(
        f"{party.at}/amend", {"revision": 3, "move": {"type": "bid", "amount": 6}}, party.host
    )
    assert amended.status == 201, amended.body
    pete = seated(browser, party, 3, "/log", **{**NARROW, **STILL, "locale": "de"})
    settled(pete.page)
    stamped = pete.page.locator(".entry summary:has(.stamp):has(.by)")
    assert stamped.count()
    for entry in stamped.all():
        stamp = entry.locator(".stamp")
        assert bottom(stamp) <= top(entry.locator(".by"))
        assert top(stamp) >= entry.locator(".said").evaluate(FIRST_WORDS_END)
    no_faults(pete)
