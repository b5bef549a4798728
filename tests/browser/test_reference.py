"""The contract on a phone and a laptop, by day and by lamplight: nothing is wider than the screen, nothing comes from
another site, and a link to a call leads to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Request, expect

from tests.browser.conftest import SHOTS
from tests.browser.measures import COLOURS, LETTER_PX, RULES, SMALL_LETTERS, TARGET_PX, violations
from tests.browser.pages import DARK, LAPTOP, PATIENCE_MS, PHONE, Screen, no_faults
from tests.server import Server, thorough

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
OUTSIDE = """
() => [...document.querySelectorAll("main *, nav *")].filter((one) => {
  const { left, right, width } = one.getBoundingClientRect();
  return width && (left < -1 || right > innerWidth + 1);
}).map((one) => one.outerHTML.slice(0, 120))
"""
LOW = """
(least) => [...document.querySelectorAll("nav a, .names a, summary, .calls dt a")].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return width && height < least - 0.5;
}).map((one) => one.outerHTML.slice(0, 120))
"""
"""What a finger cannot meet: links in a list, and what is unfolded."""
PAGES = ("/docs", "/docs/tables", "/docs/moves", "/docs/watching", "/docs/shapes/PrairieRailroadsTable")


@pytest.mark.parametrize(
    ("name", "device"),
    [
        ("phone", PHONE),
        ("phone-by-lamplight", {**PHONE, **DARK}),
        ("laptop", LAPTOP),
        ("laptop-by-lamplight", {**LAPTOP, **DARK}),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
@thorough
def test_it_reads_on(browser: Browser, server: Server, name: str, device: Mapping[str, Any]) -> None:
    reader = Screen(browser, name, **device)
    page = reader.page
    elsewhere: list[str] = []
    here = f"http://127.0.0.1:{server.port}"

    def asked(request: Request) -> None:
        if not request.url.startswith(here):
            elsewhere.append(request.url)

    page.on("request", asked)
    SHOTS.mkdir(exist_ok=True)
    for path in PAGES:
        page.goto(f"{here}{path}")
        page.screenshot(path=SHOTS / f"docs{path.removeprefix('/docs').replace('/', '-')}-{name}.png")
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert page.evaluate(WIDER) == 0, path
        assert page.evaluate(OUTSIDE) == [], path
        if reader.fingers:
            assert page.evaluate(LOW, TARGET_PX) == [], path
            assert page.evaluate(SMALL_LETTERS, LETTER_PX) == [], path
            assert violations(page, COLOURS if "color_scheme" in device else RULES) == [], path
    assert elsewhere == []
    no_faults(reader)


def test_a_call_is_found_and_can_be_pointed_at(browser: Browser, server: Server) -> None:
    reader = Screen(browser, "phone", **PHONE)
    page = reader.page
    page.goto(f"http://127.0.0.1:{server.port}/docs")
    reader.press(page.get_by_role("link", name="makeMove", exact=True))
    page.wait_for_url("**/docs/moves#makeMove")
    call = page.locator("section#makeMove")
    expect(call).to_be_in_viewport(timeout=PATIENCE_MS)
    expect(call.get_by_text("POST /api/v1/tables/{code}/moves")).to_be_visible()
    expect(call.locator("pre").first).to_be_hidden()
    reader.press(call.locator("summary", has_text="Example").first)
    expect(call.locator("pre").first).to_be_visible()
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / "docs-call-phone.png")
    reader.press(call.get_by_role("link", name="Move", exact=True).first)
    page.wait_for_url("**/docs/shapes/Move")
    no_faults(reader)
