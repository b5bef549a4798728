"""Texas & Pacific on a phone: its forms keep their keys in sight and do not say what is not so."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.pages import PHONE, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.test_texas_hexes import sold
from tests.server import Client, thorough


def top(part: Locator) -> float:
    return float(part.evaluate("one => one.getBoundingClientRect().top"))


def bottom(part: Locator) -> float:
    return float(part.evaluate("one => one.getBoundingClientRect().bottom"))


def lengths(boxes: int) -> dict[str, dict[str, dict[str, int]]]:
    """How long the Decision Tracks are: nobody is asked."""
    return {"decision_boxes": {track: {"boxes": boxes} for track in ("track", "ranch", "stock")}}


@pytest.mark.parametrize(
    ("wide", "language"),
    [(320, "en"), *(pytest.param(*one, marks=thorough) for one in ((360, "en"), (320, "de"), (360, "de")))],
)
def test_the_whole_keypad_of_a_certificate_stands_above_confirm(
    browser: Browser, client: Client, wide: int, language: str
) -> None:
    """Its railroad chosen by its badge; what is said above contradicts no minimum, and the badge needs no label."""
    low = {**PHONE, "viewport": {"width": wide, "height": 640}, "locale": language}
    party = sold(client, facts=lengths(1 if wide == 360 else 4))  # on End: a longer sentence
    ed = seated(browser, party, 1, **low, **STILL)
    ed.press(ed.page.locator(".begun .tile").last)
    settled(ed.page)
    keypad, bar = ed.form.locator(".keypad"), ed.form.locator(".confirm-bar")
    assert top(ed.form) >= bottom(ed.page.locator(".seat-top")) - 1
    assert bottom(keypad) <= top(bar)
    expect(ed.form.locator(".offer-fields > .hint")).not_to_contain_text("$")
    expect(ed.form.locator("[data-field=railroad] .chip:has(:checked)")).to_contain_text("$3")
    chip = ed.form.locator("[data-field=railroad] .chip:has(:checked)")
    chip.evaluate("one => one.closest('choice-field').blame('No')")  # a refusal has its label
    expect(ed.form.locator("[data-field=railroad] .fault")).to_be_visible()
    no_faults(ed)
