"""Each player on the settlement page: their place, and their chart."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.measures import bottom, left, right, top
from tests.browser.pages import (
    BRIEF_MS,
    DARK,
    LAPTOP,
    LOOK_MS,
    PATIENCE_MS,
    PHONE,
    STILL,
    TV,
    Screen,
    no_faults,
    settled,
)
from tests.browser.pictures import seated
from tests.browser.played import played
from tests.browser.scripts import RESTS
from tests.playing import finished
from tests.server import Client, Party, new_party, thorough
from tests.timing import slowly

DIVIDENDS = ("1st dividend", "2nd dividend", "3rd dividend", "4th dividend")
WITH_CHART_BESIDE_PX = 1440
BLANK_PX = """
all => all.map(one => {
  const { paddingTop, paddingBottom } = getComputedStyle(one);
  return one.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom) - one.firstChild.offsetHeight;
})
"""
"""What is empty in a frame, below what it shows."""
BLANK_MOST_PX = 4


@thorough
def test_each_players_chart_is_fetched_when_it_is_unfolded(browser: Browser, party: Party) -> None:
    """On Ed's phone his own stands open; the treasuries are not said to have nothing."""
    finished(party)
    screen = Screen(browser, "Ed", **PHONE, **DARK)
    page = screen.page
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(urlsplit(request.url).path))
    home = f"http://127.0.0.1:{party.client.port}"
    screen.has_kept({party.code: {"join": party.join, "seat": {"number": 1, "key": party.seats[1]}}})
    page.goto(f"{home}/t/{party.code}/settlement")
    own = page.locator("[data-chart-of='1'] img")
    expect(own).to_have_attribute(
        "alt", re.compile(r"^Ed: .*Cash \$40$"), timeout=PATIENCE_MS
    )  # 80 - 20 - 20
    assert page.locator("[data-chart=treasury] img").get_attribute("alt") == (
        "Treasuries over the evening; final: all paid out"
    )
    settled(page)
    assert [path[-12:] for path in fetched if "/seats/" in path and path.endswith("money.svg")] == [
        "/1/money.svg"
    ]
    screen.press(page.locator("[data-chart-of='3'] summary"))
    other = page.locator("[data-chart-of='3'] img")
    expect(other).to_have_js_property("complete", True, timeout=PATIENCE_MS)
    assert "theme=dark" in str(other.evaluate("one => one.currentSrc"))
    no_faults(screen)
    screen.close()
    wide = seated(browser, party, 0, "/settlement", **LAPTOP)  # there all of them stand open
    expect(wide.page.locator("[data-chart-of][open]")).to_have_count(3, timeout=PATIENCE_MS)
    edges = wide.page.locator(".result > :not(.saves)").evaluate_all(
        "all => all.filter(one => one.offsetHeight).map(one => Math.round(one.getBoundingClientRect().left))"
    )
    assert len(edges) > 3
    assert len(set(edges)) == 1, edges  # result, what is kept and how it went, from the head down
    no_faults(wide)


@thorough
def test_on_a_large_screen_they_fill_the_room_below_both_columns(browser: Browser, party: Party) -> None:
    """How it went stands beside the places; each player's own below both, so that no half of a page is empty."""
    finished(party)
    wide = seated(
        browser, party, 0, "/settlement", **{**LAPTOP, **STILL, "viewport": {"width": 1920, "height": 1080}}
    )
    own = wide.page.locator(".players-charts")
    expect(own.locator("[data-chart-of]")).to_have_count(3, timeout=PATIENCE_MS)
    settled(wide.page)
    places, how = wide.page.locator(".ranking"), wide.page.locator(".charts")
    assert left(how) > right(places)
    assert left(own) == left(places)
    assert right(own) == right(how)
    assert top(own) > max(bottom(how), bottom(wide.page.locator(".keep")))
    no_faults(wide)


@thorough
@pytest.mark.parametrize("evening", ["end-fourth-dividend", pytest.param("up-places", marks=thorough)])
def test_of_dividends_alone_the_winner_stands_beside_the_chart(
    browser: Browser, client: Client, evening: str
) -> None:
    """Little is drawn of them: the others stand two and two below the winner and the chart; what is kept has the place
    of who is missing in the last row, or one of its own. No frame is higher than what it shows."""
    party = played(client, f"union-pacific/{evening}")
    wide = seated(browser, party, 0, "/settlement", **TV, **STILL)
    expect(wide.page.locator(".result .chart")).to_have_count(1, timeout=PATIENCE_MS)
    settled(wide.page)
    places, how = wide.page.locator(".ranking > li").all(), wide.page.locator(".charts")
    keep = wide.page.locator(".keep")
    assert left(how) > right(places[0])
    rows = [(places[0], how), *zip(places[1::2], [*places[2::2], keep], strict=False)]
    assert [round(top(one)) for one, _ in rows] == [round(top(other)) for _, other in rows]
    assert max(wide.page.locator(".ranking > li").evaluate_all(BLANK_PX)) <= BLANK_MOST_PX
    assert len(places) % 2 == 0 or top(keep) > bottom(places[-1])
    no_faults(wide)


def long_accounts(route: Route) -> None:
    """Of four dividends in three companies each, as many as in a long evening."""
    reply = route.fetch()
    settlement = reply.json()
    for seat in settlement["seats"]:
        sums = [*[0] * 11, seat["total"]]
        named = [(label, railroad) for label in DIVIDENDS for railroad in ("WW", "MS", "EPRG")]
        told = [{"label": label, "railroad": railroad, "formula": "1st"} for label, railroad in named]
        seat["lines"] = [{**line, "amount": amount} for line, amount in zip(told, sums, strict=True)]
    route.fulfill(response=reply, json=settlement)


@thorough
@pytest.mark.parametrize("size", [(1280, 800), (1440, 900), (1920, 1080)])
def test_long_accounts_of_six(browser: Browser, client: Client, size: tuple[int, int]) -> None:
    """The winner's is unfolded, and all other places are in sight below it, and beside one another."""
    width, height = size
    party = played(client, "union-pacific/up-places")
    wide = seated(browser, party, 0, "/log", **STILL, viewport={"width": width, "height": height})
    wide.page.route("**/api/v1/**/settlement*", long_accounts)
    wide.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}/settlement")
    expect(wide.page.locator(".result .chart")).to_have_count(1, timeout=PATIENCE_MS)
    settled(wide.page)
    places = wide.page.locator(".ranking > li")
    assert places.locator("details").evaluate_all("all => all.map(one => one.open)") == [True, *[False] * 5]
    assert max(places.evaluate_all(BLANK_PX)) <= BLANK_MOST_PX
    assert bottom(places.last) <= height
    if width >= WITH_CHART_BESIDE_PX:
        assert bottom(places.nth(1)) < top(places.nth(2))
        assert abs(bottom(places.nth(1)) - bottom(wide.page.locator(".charts"))) < 50
    no_faults(wide)


@thorough
@pytest.mark.parametrize("size", [(1280, 800), (1440, 900), (1920, 1080)])
def test_long_accounts_of_six_who_took_their_time(
    browser: Browser, client: Client, size: tuple[int, int]
) -> None:
    """With the chart of turn time, too: the winner's is unfolded and the others follow, all in sight on a laptop and
    on a TV; where both charts stand beside them these end no lower."""
    width, height = size
    quick = played(client, "union-pacific/up-places")
    party = slowly(quick, [5 * n for n in range(quick.document()["revision"])])
    wide = seated(browser, party, 0, "/log", **STILL, viewport={"width": width, "height": height})
    wide.page.route("**/api/v1/**/settlement*", long_accounts)
    wide.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}/settlement")
    charts = wide.page.locator(".charts .chart")
    expect(charts).to_have_count(2, timeout=PATIENCE_MS)
    expect(charts.nth(1)).to_have_attribute("data-chart", "turn")
    settled(wide.page)
    places = wide.page.locator(".ranking > li")
    assert places.locator("details").evaluate_all("all => all.map(one => one.open)") == [True, *[False] * 5]
    assert max(places.evaluate_all(BLANK_PX)) <= BLANK_MOST_PX
    if width < WITH_CHART_BESIDE_PX or height >= TV["viewport"]["height"]:
        assert bottom(places.last) <= height
    if width >= WITH_CHART_BESIDE_PX:
        assert left(charts.nth(1)) > right(places.last)
        assert top(places.last) < bottom(charts.nth(1)) <= bottom(places.last)
    no_faults(wide)


CHARTS = "**/charts/*.svg*"


def charts_held(page: Page) -> list[Route]:
    """Charts that are asked for and not answered yet."""
    held: list[Route] = []
    page.route(CHARTS, lambda route: held.append(route))
    return held


@thorough
def test_the_frame_of_a_chart_comes_with_it(browser: Browser, party: Party) -> None:
    """Until it is drawn no empty frame stands there, but its place is kept: nothing moves when it comes."""
    finished(party)
    for at, device in (("/board", TV), ("/settlement", LAPTOP)):
        screen = Screen(browser, at[1:], **device, **STILL)
        page = screen.page
        held = charts_held(page)
        screen.has_kept({party.code: {"host": party.host, "join": party.join, "started": True}})
        page.goto(f"http://127.0.0.1:{party.client.port}/t/{party.code}{at}")
        frame = page.locator(".ending-charts" if device is TV else "[data-chart=worth]")
        expect(frame).to_have_count(1, timeout=PATIENCE_MS)
        page.evaluate(RESTS, [BRIEF_MS, PATIENCE_MS, LOOK_MS])
        assert held
        expect(frame).to_be_hidden()
        place = frame.evaluate("one => Object.values(one.getBoundingClientRect().toJSON())")
        for route in held:
            route.continue_()
        page.unroute(CHARTS)
        expect(frame).to_be_visible(timeout=PATIENCE_MS)
        settled(page)
        assert frame.evaluate("one => Object.values(one.getBoundingClientRect().toJSON())") == place
        no_faults(screen)
        screen.close()


@thorough
def test_who_is_first_together_stands_side_by_side_before_the_end_too(
    browser: Browser, client: Client
) -> None:
    """Before the first move all have as much."""
    party = new_party(client, ["Ada", "Bo", "Chen", "Dan"])
    laptop = seated(browser, party, 0, "/settlement", **LAPTOP, **STILL)
    firsts = laptop.page.locator(".ranking > li")
    expect(firsts).to_have_count(4)
    tops = [top(one) for one in firsts.all()]
    assert tops[0] == tops[1] < tops[2] == tops[3]
    no_faults(laptop)
