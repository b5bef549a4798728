"""The game of docs/new-game.md, built from the page and installed, is played through the real pages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, TV, figure, no_faults
from tests.browser.pictures import seated
from tests.new_game import SLUG, found_in
from tests.server import ROOT, Command, Server, new_party, thorough


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that has the page's game beside its own."""
    words = (sys.executable, "-m", "companion.cli")
    site = found_in(tmp_path / "site")
    one = Command(tmp_path, *words, place=ROOT, PYTHONPATH=str(site), COMPANION_GAMES="")
    try:
        yield one.start()
    finally:
        one.kill()


@thorough
def test_it_is_played_from_the_first_share_to_the_settlement(browser: Browser, server: Server) -> None:
    """Ed puts up a share on his phone and buys it, while a German TV looks on. What he has at the end is worked out by
    hand: $18 − $5 + 5 × $2 = $23, and his share counts $2."""
    client = server.client()
    client.described = False
    party = new_party(client, game=SLUG, options={"first": 1})
    tv = seated(browser, party, 0, "/board", **TV, **STILL, locale="de-DE")
    ed = seated(browser, party, 1, **PHONE, **STILL)

    ed.open("Put up a share")
    ed.choose("Hill Line", "Railroad")
    ed.confirm()
    tv.until(ed.bid(5))
    for _ in (2, 3):
        bought = int(party.made(0, "pass")["revision"])
    tv.until(bought)
    ed.until(bought)
    assert figure(tv.grid("railroads")["HL"]["Kasse"]) == 5
    tv.sees("Dave bietet eine Aktie an, baut oder tut nichts")
    assert ed.cash == 13

    while party.document()["status"] != "finished":
        party.made(0, "rest")
    cash = {seat["name"]: seat["cash"] for seat in party.document()["seats"]}
    assert cash == {"Ed": 23, "Dave": 18, "Pete": 18}
    ed.page.goto(f"http://127.0.0.1:{server.port}/t/{party.code}/settlement")
    first = ed.page.locator(".ranking > li").first
    expect(first).to_contain_text("Ed", timeout=PATIENCE_MS)
    expect(first).to_contain_text("$25")
    no_faults(ed, tv)
