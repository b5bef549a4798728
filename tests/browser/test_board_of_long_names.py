"""On a TV long names are recognised, no bare lamps; whole formulas, and last moves where they have room."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.measures import bottom
from tests.browser.pages import STILL, TV, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.server import Client, new_party, thorough

NAMES = ["Bartholomew", "Maximiliane", "Katarzyna", "Christopher", "Anastasia", "Wilhelmina"]
SMALL = {"viewport": {"width": 1280, "height": 720}}
FREE = 0.25
"""So much of the height at most is empty below the last part of what is of the moment."""


@thorough
@pytest.mark.parametrize("device", [TV, SMALL], ids=["1080", "720"])
def test_heads_of_columns_begin_with_five_letters_of_a_name(
    device: dict[str, object], browser: Browser, client: Client
) -> None:
    """And while several are to choose, the sentence names them: no lamps without names stand before it."""
    party = new_party(client, NAMES, game="union-pacific")
    party.made(1, "reveal", company="WW")
    tv = seated(browser, party, 0, "/board", **device, **STILL)
    heads = tv.page.locator("[data-tight] thead .seat-mark")
    told = heads.evaluate_all("all => all.map((one) => one.dataset.short)")
    assert told == ["Barth.", "Maxim.", "Katar.", "Chris.", "Anast.", "Wilhe."]
    expect(tv.page.locator(".board-turn")).to_contain_text("Maximiliane, Katarzyna")
    expect(tv.page.locator(".board-turn .lamp")).to_have_count(0)
    no_faults(tv)


@thorough
@pytest.mark.parametrize(
    ("evening", "moves", "formula", "last"),
    [
        ("bank/several-at-once", 10, "$31 ÷ 4 = $7", 1),
        ("bank/worked-table", 3, "$61 ÷ 5, rounded up = $13", 3),
    ],
)
def test_a_formula_is_whole_and_the_last_moves_stand_below(
    evening: str, moves: int, formula: str, last: int, browser: Browser, client: Client
) -> None:
    """A bank has no work for hands: below what is of the moment are the moves before it, in larger letters."""
    tv = seated(browser, played(client, evening, moves), 0, "/board", **TV, **STILL)
    settled(tv.page)
    words = tv.page.locator(".moment-words .formula")
    expect(words).to_have_text(formula)
    assert (
        words.evaluate(
            "one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).fontSize)"
        )
        < 1.5
    )
    assert tv.page.locator(".last-moves .lines > li").count() >= last
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    assert tv.page.locator(".lines > li").first.evaluate(size) >= 30
    end = bottom(tv.page.locator(".board-side > :visible").last)
    assert 1080 - end < FREE * 1080
    no_faults(tv)
