"""What a tablet and a wide window have room for: forms as wide as their card, lists in columns."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.measures import left, right
from tests.browser.pages import STILL, TV, no_faults
from tests.browser.pictures import LONG_NAMES, auctions, bids, seated, table
from tests.server import Client, Party, thorough

TABLET: dict[str, Any] = {"viewport": {"width": 768, "height": 1024}, "has_touch": True, **STILL}


def bidding(client: Client) -> tuple[Party, int]:
    """Whoever is to bid has a long name and has bid before, as others have; one is out."""
    party = table(client, LONG_NAMES)
    auctions(party, 4)
    bids(party, 3, 7, None, 8, 9, 10, 11)
    return party, int(party.document()["turn"]["seat"])


def edges(found: Locator, edge: Any) -> set[int]:
    return {round(edge(one)) for one in found.all()}


@pytest.mark.parametrize(
    "device", [TABLET, pytest.param({**TV, **STILL}, marks=thorough)], ids=["tablet", "wide"]
)
@thorough
def test_bidders_stand_in_columns(browser: Browser, client: Client, device: dict[str, Any]) -> None:
    party, seat = bidding(client)
    for one in (seat, seat % 5 + 1):
        screen = seated(browser, party, one, **device)
        rows = screen.page.locator(".bidders > li")
        expect(rows).to_have_count(5)
        assert len(edges(rows.locator(".lamp"), left)) == 1
        assert len(edges(rows.locator(".bid"), right)) == 1
        no_faults(screen)


@thorough
def test_a_form_is_as_wide_as_its_card(browser: Browser, client: Client) -> None:
    """What it would do stands below Confirm, as everywhere: nothing is kept free beside the keys."""
    party, seat = bidding(client)
    tablet = seated(browser, party, seat, **TABLET)
    card = tablet.page.locator("offer-form")
    for part in (tablet.form.locator(".keypad"), tablet.form.locator(".confirm")):
        assert right(card) - right(part) < 20
    tablet.open("Enter the result")
    chips = tablet.form.locator(".chip-words")
    expect(chips.first).to_be_visible()
    assert not [one for one in chips.all() if one.evaluate("it => it.scrollWidth > it.clientWidth")]
    no_faults(tablet)


@thorough
def test_in_a_wide_window_the_head_begins_where_the_page_does(browser: Browser, client: Client) -> None:
    """As far as the edges of the screen go the bands alone."""
    party, seat = bidding(client)
    for one in (seat, seat % 5 + 1, 0):
        wide = seated(browser, party, one, **TV, **STILL)
        box, tables = wide.page.locator("auction-box"), wide.page.locator(".seat-rest")
        assert right(tables) < TV["viewport"]["width"] - 200
        assert left(wide.page.locator(".seat-head .lamp").first) == pytest.approx(left(box), abs=5)
        assert right(wide.page.locator(".seat-head connection-sign")) == pytest.approx(right(tables), abs=5)
        assert wide.page.locator(".news").evaluate(
            "it => it.getBoundingClientRect().left + parseFloat(getComputedStyle(it).paddingLeft)"
        ) == pytest.approx(left(box), abs=1)
        no_faults(wide)
