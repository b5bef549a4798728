"""A sum that has just changed, with what it was beside it: in one box, and read wherever it stands."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.measures import COLOURS, right, violations
from tests.browser.pages import LAPTOP, PATIENCE_MS, STILL, no_faults, settled
from tests.browser.pictures import seated
from tests.server import Client, new_party, thorough

NAMES = ["Ada", "Edmund", "Jo"]
ENDED = """one => {
  for (const animation of one.getAnimations()) animation.finish();
  return getComputedStyle(one).color;
}"""
ON_DEED = "rgb(249, 242, 225)"
"""What stands on it: `--on-deed`."""


def test_a_changed_sum_is_read_in_the_green_heading(browser: Browser, client: Client) -> None:
    """Of whoever acts for all, on a laptop; afterwards it has the heading's colour again."""
    party = new_party(client, NAMES, claim=False, options={"first_bidder": 1})
    laptop = seated(browser, party, 0, **LAPTOP, **STILL)
    party.made(0, "auction_result", winner=1, amount=14)
    changed = laptop.page.locator(".seat-head .changed")
    expect(changed).to_contain_text("$66", timeout=PATIENCE_MS)
    settled(laptop.page)
    assert not violations(laptop.page, COLOURS)
    assert changed.evaluate(ENDED) == ON_DEED
    no_faults(laptop)


@thorough
def test_where_nobody_can_hold_shares_the_money_stands_at_the_right(browser: Browser, client: Client) -> None:
    party = new_party(client, NAMES, game="bank", claim=False)
    laptop = seated(browser, party, 0, **LAPTOP, **STILL)
    assert laptop.page.locator(".own").count() == 0
    assert right(laptop.page.locator(".cash")) > LAPTOP["viewport"]["width"] * 0.8
    no_faults(laptop)
