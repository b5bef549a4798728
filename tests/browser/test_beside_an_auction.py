"""On a TV nothing that is done or asked beside an auction moves a bidder, or makes a name smaller."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import Screen, no_faults, settled
from tests.browser.pictures import seated
from tests.browser.test_bank import by_host
from tests.browser.test_three_metres import FOUND, LINES_A_FIGURE, NAMES, PLACES, a_tv
from tests.server import Client, new_party, thorough

BIDDERS = """
() => [...document.querySelectorAll(".lot > *, .bidders li, .bidders .name, auction-box, .board-corner")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height, getComputedStyle(one).fontSize].join(" ");
})
"""


def smallest_name(tv: Screen) -> float:
    sizes: list[float] = tv.page.locator(".bidders .name").evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    return min(sizes)


@thorough
@pytest.mark.parametrize("high", [1080, 720])
@pytest.mark.parametrize("late", [True, False], ids=["one-may-come", "all-are-here"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_bank_alone_goes_on_beside_an_auction(
    browser: Browser, client: Client, language: str, late: bool, high: int
) -> None:
    """Six bid. Dice, what several are paid, three questions, and the next bid: below the auction, never over it."""
    party = new_party(
        client, NAMES, claim=not late, game="bank", options={"box": "southern-pacific", "starting_cash": 90}
    )
    by_host(party, "auction", seat=1, company="SP", style="ascending", opener=1)
    for seat, amount in enumerate((11, 12, 13, 14, 15), 1):
        by_host(party, "bid", seat=seat, amount=amount)
    tv = seated(browser, party, 0, "/board", **a_tv(high), locale=language)
    expect(tv.page.locator(".bidders li")).to_have_count(6)
    settled(tv.page)
    before = tv.page.evaluate(BIDDERS)
    assert smallest_name(tv) >= high / LINES_A_FIGURE - 0.1
    corner = tv.page.locator(".board-corner").bounding_box()
    news = tv.page.locator(".turning-page[data-open] .beside-auction")
    tv.until(by_host(party, "roll", seat=1, dice=[3, 6]))
    settled(tv.page)
    expect(news.locator(".die")).to_have_count(2)
    assert tv.page.evaluate(BIDDERS) == before
    waiting = tv.page.locator('.turning-page[data-open] [data-panel="money_requests"] li')
    for count, seat in enumerate((1, 3, 4), 1):
        tv.until(by_host(party, "request_money", seat=seat, amount=seat, **{"from": "seat:2"}))
        settled(tv.page)
        expect(waiting).to_have_count(count)
        assert tv.page.evaluate(FOUND, high / LINES_A_FIGURE) == []
        assert tv.page.evaluate(BIDDERS) == before
    tv.until(by_host(party, "pay", to=["seat:2"], amount=7, **{"from": "bank"}))
    settled(tv.page)
    expect(news).to_contain_text("$7")
    assert tv.page.evaluate(FOUND, high / LINES_A_FIGURE) == []
    tv.until(by_host(party, "bid", seat=6, amount=16))
    settled(tv.page)
    expect(waiting).to_have_count(3)
    assert tv.page.locator(".board-corner").bounding_box() == corner
    assert smallest_name(tv) >= high / LINES_A_FIGURE - 0.1
    no_faults(tv)


@thorough
@pytest.mark.parametrize("seats", [2, 5])
def test_the_first_share_that_is_sold_moves_no_panel(browser: Browser, client: Client, seats: int) -> None:
    """Texas & Pacific: also while the long list of what to lay out stands there."""
    party = new_party(client, NAMES[:seats], game="texas-pacific")
    tv = seated(browser, party, 0, "/board", **a_tv(1080))
    expect(tv.page.locator(".bidders li")).to_have_count(seats)
    settled(tv.page)
    before = tv.page.evaluate(PLACES)
    assert tv.page.evaluate(FOUND, 1080 / LINES_A_FIGURE) == []
    tv.until(party.made(0, "auction_result", winner=1, amount=10)["revision"])
    settled(tv.page)
    assert tv.page.evaluate(PLACES) == before
    no_faults(tv)
