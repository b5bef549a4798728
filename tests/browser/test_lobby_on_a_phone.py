"""The lobby on a host's phone: what is ticked there moves nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.measures import bottom, left, right, sideways, top
from tests.browser.pages import PATIENCE_MS, PHONE, no_faults, settled, sit_host
from tests.browser.test_large_forms import BROKEN
from tests.browser.test_large_letters import misfits, reader
from tests.browser.test_large_words import LANGUAGES, SIZES
from tests.browser.test_standing import stand, stood
from tests.server import Client, Server, new_party, thorough

ALONE = {
    "en": (
        "Nobody else needs to join: tap Start.",
        "Each move is entered here. Then the app says whom to pass the phone to.",
        "on this phone",
    ),
    "de": (
        "Niemand sonst muss beitreten: „Los geht’s“ genügt.",
        "Jede Aktion wird hier eingegeben. Danach steht hier, wer das Handy bekommt.",
        "an diesem Handy",
    ),
}


@thorough
@pytest.mark.parametrize(
    ("wide", "high", "language"),
    [
        (360, 740, "en"),
        (360, 640, "de"),
        (320, 568, "en"),
    ],
)
def test_with_one_phone_for_all_the_lobby_asks_nobody_in(
    browser: Browser, client: Client, server: Server, wide: int, high: int, language: str
) -> None:
    """The tick is in sight above the seats of five. With it the ways in vanish, a line says why, and nothing moves;
    on a page that is opened so their room is gone, too, and the tick stays where it is when they come again."""
    party = new_party(client, ["Ada", "Bartholomew", "Josephine", "Pete", "Ed"], claim=False)
    device = {**PHONE, "viewport": {"width": wide, "height": high}, "locale": language}
    host = sit_host(browser, server.port, party, at="#lobby", **device)
    ways = host.page.locator(".lobby-qr, .lobby-scan > :first-child, .way-in, .sit, [data-deed=hand-over]")
    expect(ways.first).to_be_visible(timeout=PATIENCE_MS)
    stay = ["[data-together]", "[data-seat='1'] .name", "[data-seat='5'] .name", ".lobby-steps", ".start"]
    before = stand(host, *stay)
    host.press(host.page.locator("[data-together]"))
    reason, how, where = ALONE[language]
    alone = host.page.locator(".lobby-alone")
    expect(alone).to_have_text([reason, how])
    for words in alone.all():
        expect(words).to_be_in_viewport(ratio=1)
    expect(host.page.locator(".lobby-seats .state")).to_have_text([where] * 5)
    assert bottom(alone.last) <= top(host.page.locator(".together")), "in the room of the ways in"
    for way in ways.all():
        expect(way).to_be_hidden()
    later = host.page.locator(".start + .hint")
    expect(later).to_be_hidden()  # that players may still join
    settled(host.page)
    stood(before, stand(host, *stay))
    host.page.reload()
    expect(host.page.locator(".together .hint")).to_have_text(reason, timeout=PATIENCE_MS)
    settled(host.page)
    assert top(host.page.locator(".together")) < high / 4
    under = top(host.page.locator("[data-together]"))
    host.press(host.page.locator("[data-together]"))
    expect(ways.last).to_be_visible()
    expect(later).to_be_visible()
    settled(host.page)
    assert abs(top(host.page.locator("[data-together]")) - under) <= 1
    no_faults(host)


LINES = """
one => { const words = document.createRange(); words.selectNodeContents(one); return words.getClientRects().length; }
"""


@thorough
@pytest.mark.parametrize("language", ["en", "de"])
def test_on_the_narrowest_phone_no_name_is_broken_and_four_are_above_start(
    browser: Browser, client: Client, server: Server, language: str
) -> None:
    """Nor does what is said of a seat take two lines; with one phone for all it does not either."""
    party = new_party(client, ["Bartholomew", "Maximiliane", "Ann", "Friederike"], claim=False)
    device = {**PHONE, "viewport": {"width": 320, "height": 568}, "locale": language}
    host = sit_host(browser, server.port, party, at="#lobby", **device)
    told = host.page.locator(".lobby-seats :is(.name, .state)")
    expect(told).to_have_count(8, timeout=PATIENCE_MS)
    for tick in (False, True):
        if tick:
            host.press(host.page.locator("[data-together]"))
            expect(told.last).to_have_text(ALONE[language][2])
        settled(host.page)
        assert [one.inner_text() for one in told.all() if one.evaluate(LINES) > 1] == []
        assert bottom(told.last) <= top(host.page.locator(".start"))
    assert not sideways(host.page)
    no_faults(host)


@thorough
@SIZES
@LANGUAGES
@pytest.mark.parametrize("claimed", [False, True], ids=["free", "taken"])
@pytest.mark.parametrize("players", [3, 6])
def test_with_large_letters_names_are_whole_above_what_one_does_with_a_seat(
    browser: Browser, client: Client, size: ViewportSize, language: str, claimed: bool, players: int
) -> None:
    """Each has one line of the page; *Sit here*, or what signs somebody out, and the seat's QR stand below it, each
    within the page and off the other."""
    names = ["Bartholomew", "Maximiliane", "Ann", "Friederike", "Josephine", "Ed"][:players]
    party = new_party(client, names, claim=claimed, game="texas-pacific")
    host = reader(browser, viewport=size, locale=language)
    host.has_kept({party.code: {"host": party.host, "join": party.join, "started": True}})
    host.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}#lobby")
    rows = host.page.locator(".lobby-seats li")
    expect(rows).to_have_count(players, timeout=PATIENCE_MS)
    assert misfits(host, "lobby") == []
    for row in rows.all():
        name, state = row.locator(".name"), row.locator(".state")
        expect(name).to_be_visible()
        assert name.evaluate(LINES) == 1
        deed, code = (
            row.locator("[data-deed=sign-out]" if claimed else ".sit"),
            row.locator("[data-deed=hand-over]"),
        )
        for key in (deed, code):
            expect(key).to_be_visible()
            assert bottom(name) <= top(state) < bottom(state) <= top(key)
        assert left(deed) >= 0
        assert right(deed) <= left(code)
        assert right(code) <= size["width"]
    assert host.page.locator(".lobby-steps .checklist label > span").evaluate_all(BROKEN) == []
    no_faults(host)
