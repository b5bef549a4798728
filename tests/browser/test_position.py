"""A game that is already on, entered on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, PHONE, Screen, no_faults
from tests.server import Client, Server, thorough

NAMES = ("Ed", "Dave", "Pete")


@thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_game_that_is_already_on_is_entered_on_a_phone(
    browser: Browser, client: Client, server: Server, scheme: str
) -> None:
    phone = Screen(browser, f"middle {scheme}", **{**PHONE, "color_scheme": scheme})
    page = phone.page
    page.goto(f"http://127.0.0.1:{server.port}/")
    _begin(phone)
    first = page.get_by_text("First bidder")
    expect(first).to_be_visible(timeout=PATIENCE_MS)
    page.get_by_text("Rulings").click()
    page.get_by_text("A $0 bid is allowed").click()
    page.locator("[data-already]").check()
    form = page.locator("position-form")
    expect(form.locator('[data-section="table"]')).to_be_visible(timeout=PATIENCE_MS)
    expect(first).to_be_hidden(timeout=PATIENCE_MS)  # whose turn it is, is a figure
    form.locator('[data-figure="table|turn"]').select_option(label="Pete")
    _open(phone, "seat:1")
    form.locator('[data-figure="seat:1|cash"]').fill("43")
    form.locator('[data-figure="bank|balance"]').fill("9")
    expect(form.locator(".position-wrong")).to_contain_text("does not add up", timeout=PATIENCE_MS)
    expect(form.locator('[data-figure="bank|balance"]')).to_have_attribute("aria-invalid", "true")
    form.locator('[data-figure="bank|balance"]').fill("")
    expect(form.locator(".position-wrong li")).to_have_count(0, timeout=PATIENCE_MS)
    _open(phone, "railroad:KP")
    _misspelt(phone)
    form.locator('[data-figure="railroad:KP|treasury"]').fill("13")
    expect(form.locator('[data-figure="railroad:KP|cubes_left"]')).to_have_attribute(
        "placeholder", "29", timeout=PATIENCE_MS
    )
    expect(form.locator(".position-blank summary")).to_contain_text(re.compile(r"\d+"))
    page.reload()
    expect(page.locator('[data-figure="seat:1|cash"]')).to_have_value("43", timeout=PATIENCE_MS)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url(re.compile(r"/t/"), timeout=PATIENCE_MS)
    _is_as_it_was_said(phone, client)
    no_faults(phone)


def _is_as_it_was_said(phone: Screen, client: Client) -> None:
    code = re.search(r"/t/([A-Z0-9-]+)", phone.page.url)
    assert code is not None
    table = client.get(f"/tables/{code[1]}").json
    assert (table["revision"], table["turn"]["seat"]) == (2, 3)
    assert table["rulings"]["initial_zero_bid"] == "bid"
    assert next(seat["cash"] for seat in table["seats"] if seat["name"] == "Ed") == 43
    assert next(each["treasury"] for each in table["railroads"] if each["id"] == "KP") == 13


def _begin(phone: Screen) -> None:
    phone.page.locator('[data-game="prairie-railroads"]').click()
    inputs = phone.page.locator(".seating input:not([type=color])")
    for at, name in enumerate(NAMES):
        inputs.nth(at).fill(name)


def _misspelt(phone: Screen) -> None:
    """A city that is almost a known one is asked about, even after a reload; then it is spelled correctly."""
    form = phone.page.locator("position-form")
    links, wrong = form.locator('[data-figure="railroad:KP|segment."]'), form.locator(".position-wrong")
    links.fill("Leavenworth-Lawrence, Lawrance-Topeka")
    links.blur()
    expect(wrong).to_contain_text("Did you mean Lawrence?", timeout=PATIENCE_MS)
    expect(links).to_have_attribute("aria-invalid", "true")
    phone.page.reload()
    expect(wrong).to_contain_text("Did you mean Lawrence?", timeout=PATIENCE_MS)
    _open(phone, "railroad:KP")
    links.fill("Leavenworth-Lawrence, Lawrence-Topeka")


def _open(phone: Screen, section: str) -> None:
    phone.page.locator(f'[data-section="{section}"] > summary').click()
