"""Letters twice as large: an auction on one screen, bars of two lines, settlements and names without broken words."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.browser.measures import bottom, left, right, top
from tests.browser.pages import PATIENCE_MS, PHONE, Screen, no_faults, settled
from tests.browser.played import played
from tests.browser.test_gulf_mobile_ohio import cities, rural
from tests.browser.test_large_letters import KEYS_TOO_SMALL, LINES, misfits, reader
from tests.server import Client, Party, new_party, thorough

LOW: ViewportSize = {"width": 320, "height": 568}
NAMES = ["Maximilian", "Friederike", "Bo", "Katarzyna"]
LETTER_PX, ELEVEN = 32, 11
SIZES = pytest.mark.parametrize("size", [LOW, {"width": 360, "height": 740}], ids=["low", "high"])
BROKEN = """
parts => parts.flatMap((part) => {
  const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), broken = [];
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    for (const word of text.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word[0]);
    }
  }
  return broken;
})
"""
"""Words that go on in another line."""


def seated(browser: Browser, party: Party, seat: int, path: str = "") -> Screen:
    phone = reader(browser, viewport=LOW)
    phone.has_kept({party.code: {"seat": {"number": seat, "key": party.seats[seat]}, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{party.client.port}/t/{party.code}{path}")
    settled(phone.page)
    return phone


def renamed(party: Party, names: Sequence[str] = (*NAMES, "Jo", "Al")) -> Party:
    """The same evening, played by people with longer names."""
    export = party.client.get(f"{party.at}/export", party.host).json
    text = json.dumps(export)
    for old, new in zip(export["players"], names, strict=False):
        text = re.sub(rf"\b{old}\b", new, text)
    found = party.client.post("/tables/import", json.loads(text)).json
    again = Party(party.client, found["code"], found["host_key"], found["join_key"])
    again.claim(1)
    return again


def over(one: Locator, other: Locator) -> bool:
    """Does one cover some of the other?"""
    return (
        left(one) < right(other) - 1
        and left(other) < right(one) - 1
        and top(one) < bottom(other) - 1
        and top(other) < bottom(one) - 1
    )


@thorough
@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=thorough)])
def test_an_auction_fits_on_the_smallest_phone(browser: Browser, client: Client, language: str) -> None:
    """As it comes: all keys are above the bar, in which Pass and Confirm have one row; nothing lies over words."""
    party = new_party(client, NAMES, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    phone = reader(browser, viewport=LOW, locale=language)
    phone.has_kept({party.code: {"seat": {"number": 1, "key": party.seats[1]}, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}")
    phone.previewed()
    wide = misfits(phone, "auction")
    assert not wide, "\n".join(wide)
    bar, keys = phone.form.locator(".confirm-bar"), phone.form.locator(".key").locator("visible=true")
    assert keys.count() == 16
    assert max(bottom(key) for key in keys.all()) <= top(bar)
    assert keys.evaluate_all(KEYS_TOO_SMALL) == []
    quick, confirm = phone.form.locator(".quick"), phone.form.locator(".confirm")
    assert top(quick) == pytest.approx(top(confirm), abs=1)
    assert bottom(confirm) <= LOW["height"]
    for one, other in ((keys.last, phone.form.locator(".label")), (phone.form.locator(".help-key"), confirm)):
        assert not over(one, other)
    expect(phone.page.locator(".own [data-points]")).to_be_visible()
    expect(phone.form.locator(".preview-words > .aside")).to_contain_text("$9")
    no_faults(phone)


@thorough
def test_a_build_leaves_its_choices_in_sight(browser: Browser, client: Client) -> None:
    """The bar has two lines above Confirm, all of it stands below; what may be undone has two lines as well."""
    party = new_party(client, NAMES, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=12)
    phone = seated(browser, party, 2)
    cities(phone, "Savannah")
    rural(phone, 2)
    phone.previewed()
    settled(phone.page)
    brief = phone.form.locator(".brief")
    expect(brief).to_have_text("3 VP for $12")
    assert bottom(brief) - top(brief) <= 2.5 * LETTER_PX + 1
    expect(phone.form.locator(".preview-words .summary")).to_contain_text("Savannah")
    phone.confirm()
    words = phone.page.locator(".undo-words")
    expect(words).to_contain_text("SC builds", timeout=PATIENCE_MS)
    settled(phone.page)
    assert bottom(words) - top(words) <= 2.6 * LETTER_PX
    assert bottom(phone.page.locator("undo-bar")) < LOW["height"] / 2
    no_faults(phone)


@thorough
@pytest.mark.parametrize(
    "evening",
    [
        "gulf-mobile-ohio/five-players",
        pytest.param("texas-pacific/end-eight-rounds", marks=thorough),
        pytest.param("southern-pacific/end-tie", marks=thorough),
        pytest.param("prairie-railroads/example-mp-final-payoff", marks=thorough),
        pytest.param("union-pacific/end-fourth-dividend", marks=thorough),
        pytest.param("bank/worked-table", marks=thorough),
    ],
)
def test_no_word_of_a_settlement_is_broken(browser: Browser, client: Client, evening: str) -> None:
    phone = seated(browser, renamed(played(client, evening)), 1, "/settlement")
    expect(phone.page.locator(".ranking > li").first).to_be_visible(timeout=PATIENCE_MS)
    phone.page.locator(".ranking details").evaluate_all("folds => folds.forEach((fold) => fold.open = true)")
    assert misfits(phone, evening) == []
    assert phone.page.locator(".ranking").evaluate_all(BROKEN) == []
    for head in phone.page.locator("summary.rank-head").all():
        assert right(head) - right(head.locator(".total")) >= LETTER_PX / 2, (
            "the mark that unfolds has no room"
        )
    no_faults(phone)


@thorough
@SIZES
@pytest.mark.parametrize("language", ["en", "de"])
def test_who_has_won_fits_on_a_hosts_phone(
    browser: Browser, client: Client, language: str, size: ViewportSize
) -> None:
    """A name of eleven letters is whole, and one of any length pushes nothing out of the page."""
    for name in ("Bartholomew", "Konstantinopolitanskaya"):
        party = renamed(played(client, "gulf-mobile-ohio/five-players"), [name, *NAMES])
        phone = reader(browser, viewport=size, locale=language)
        phone.has_kept({party.code: {"host": party.host, "join": party.join, "started": True}})
        phone.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}")
        title = phone.page.locator(".finished > h2")
        expect(title).to_contain_text(name, timeout=PATIENCE_MS)
        assert misfits(phone, name) == []
        assert len(name) > ELEVEN or title.evaluate_all(BROKEN) == []
        for one in (title, phone.page.locator(".in-order > li").first):
            assert left(one) == pytest.approx(size["width"] - right(one), abs=1), "it leans to a side"
        no_faults(phone)


@thorough
def test_no_name_is_broken_where_one_joins(browser: Browser, client: Client) -> None:
    party = new_party(
        client, ["Maximilian-Alexander", "Friederike", "Bo"], claim=False, game="gulf-mobile-ohio"
    )
    party.claim(2)
    phone = reader(browser, viewport=LOW)
    phone.page.goto(party.link)
    expect(phone.page.locator(".join-names .name")).to_have_count(3, timeout=PATIENCE_MS)
    assert misfits(phone, "join") == []
    names = phone.page.locator(".join-names .name")
    assert names.evaluate_all(BROKEN) == []
    assert names.last.evaluate(LINES) == 1
    no_faults(phone)


def tablet(browser: Browser, party: Party) -> Screen:
    upright = {**PHONE, "viewport": {"width": 820, "height": 1180}}
    screen = Screen(browser, "tablet", **upright, reduced_motion="reduce")
    screen.has_kept({party.code: {"host": party.host, "join": party.join, "started": True}})
    screen.page.goto(f"http://127.0.0.1:{party.client.port}/t/{party.code}/board")
    settled(screen.page)
    return screen


@thorough
def test_the_board_on_a_tablet_held_upright(browser: Browser, client: Client) -> None:
    """Its tables are called so once, how to follow on a phone stands beside the game, and an arrow on a short
    track strikes through no number."""
    party = played(client, "texas-pacific/six-players", 14)
    board = tablet(browser, party)
    for name in ("Railroads", "Players"):
        heads = board.page.locator(".board-wide").get_by_text(name, exact=True)
        assert sum(one.evaluate("it => it.getBoundingClientRect().width > 2") for one in heads.all()) == 1
    follow = board.page.locator(".board-follow")
    assert top(follow) < bottom(board.page.locator(".board-game"))
    assert right(follow) <= 820
    party.made(int(party.document()["turn"]["seat"]), "decide_nothing", track="ranch", at_end=False)
    arrow = board.page.locator("track-panel .arrows path")
    arrow.wait_for(state="attached")
    settled(board.page)
    numbers = board.page.locator(".track[data-short]:has(.arrows) .space-number")
    assert numbers.count() > 2
    assert max(bottom(number) for number in numbers.all()) <= top(arrow)
    no_faults(board)


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_asked_first_is_in_sight_as_a_form_opens(
    browser: Browser, client: Client, language: str
) -> None:
    """Build and Expand: the label and the keys of rural hexes stand above the bar, each key whole; what one has
    takes two lines, a changed sum is in one box, and the news of a build tell its points."""
    party = new_party(client, NAMES, game="gulf-mobile-ohio")
    party.made(1, "charter", railroad="SC")
    party.made(1, "auction_result", winner=2, amount=12)
    phone = reader(browser, viewport=LOW, locale=language)
    phone.has_kept({party.code: {"seat": {"number": 2, "key": party.seats[2]}, "started": True}})
    phone.page.goto(f"http://127.0.0.1:{party.client.port}/t/{party.code}")

    def asks() -> None:
        wide = misfits(phone, "form")
        assert not wide, "\n".join(wide)
        rural_hexes, bar = phone.form.locator("[data-field=rural]").first, phone.form.locator(".confirm-bar")
        for part in (rural_hexes.locator(".label"), *rural_hexes.locator(".chip").all()):
            assert bottom(phone.page.locator(".seat-top")) <= top(part)
            assert bottom(part) <= top(bar)
        assert rural_hexes.locator(".chip-label").evaluate_all(BROKEN) == []
        assert not over(
            phone.form.locator(".offer-title .help-key .help-sign"), rural_hexes.locator(".chip").last
        )
        assert bottom(bar) <= LOW["height"] + 1
        own = phone.page.locator(".seat-head .own")
        own.locator(".own-shares").evaluate("one => (one.textContent = 'President: SC · holds VC')")
        assert bottom(own) - top(own) <= 2 * LETTER_PX

    asks()
    phone.until(party.made(2, "expand", rural=1, cities=["Charleston", "Savannah"])["revision"])
    expect(phone.page.locator(".news [data-part]:not([data-unseen])").first).to_contain_text(
        "3\u00a0VP" if language == "de" else "3", timeout=PATIENCE_MS
    )
    party.made(2, "auction_common", railroad="SC")
    phone.until(party.made(2, "auction_result", winner=2, amount=7)["revision"])
    expect(phone.page.locator(".cash .was")).to_be_hidden()
    expect(phone.form.locator("[data-field=rural]").first).to_be_visible(timeout=PATIENCE_MS)
    asks()
    no_faults(phone)
