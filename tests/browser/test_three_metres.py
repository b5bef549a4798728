"""The board across a room: in evenings of every game nothing is cut, nothing scrolls, no panel leaves its place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.client.bots import Bot
from tests.browser.pages import STILL, Screen, no_faults, settled
from tests.indoors import Indoors
from tests.phoning import phoning
from tests.server import Client, new_party, thorough

NAMES = [
    "Maximiliane von Hohenstein-Krähwinkel",
    "Bartholomew Featherstonehaugh III.",
    "Anastasia-Konstantinopolitanskaya",
    "Ed",
    "Giovanni Battista della Francesca",
    "Wilhelmina Oppenheimer",
]
LONGEST = 2_000
LOOKS = 12
"""So many moments of an evening are looked at, the first and the last of the play among them."""
SHOW = """
([doc, before]) => {
  const screen = document.querySelector("board-screen");
  screen.table.before = before;
  Object.defineProperty(screen.table, "doc", { value: doc, configurable: true, writable: true });
  screen.draw(doc);
}
"""
FOUND = """
(least) => {
  const found = [];
  const sees = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1) found.push("scrolls");
  for (const one of document.querySelectorAll("board-screen *")) {
    const { width, right, bottom } = one.getBoundingClientRect();
    if (!sees(one) || one.closest("svg, .unseen") || width < 2 || !one.textContent.trim()) continue;
    const { overflowX, overflowY, fontSize } = getComputedStyle(one);
    const words = `${one.className} ${one.textContent.slice(0, 20)}`;
    const hides = overflowX !== "visible" || overflowY !== "visible";
    const more = one.scrollWidth > one.clientWidth + 4 || one.scrollHeight > one.clientHeight + 4;
    if (hides && more && !one.matches(".lines, .turning-page")) found.push(`cut: ${words}`);
    if (!one.closest(".lines, .turning-page") && (right > innerWidth + 1 || bottom > innerHeight + 1)) {
      found.push(`beyond: ${words}`);
    }
    if (one.matches(".board-wide td .figure, .moment .figure, .high-bid .figure") &&
      parseFloat(fontSize) < least - 0.1) found.push(`small: ${words} ${fontSize}`);
  }
  return found;
}
"""
PLACES = """
() => JSON.stringify([...document.querySelectorAll(".board-wide .panel, .board-stage, .board-corner")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.dataset.panel ?? one.className, Math.round(x), Math.round(y), Math.round(width), Math.round(height)];
}))
"""
LINES_A_FIGURE = 45
"""A TV of 1080 lines has figures of 30 px, and of 24 where a table of a dozen rows and nine columns is full."""


@cache
def evening(game: str, seats: int) -> list[Any]:
    """The table at every moment of an evening that bots play; nobody has an account of it but this process."""
    with TemporaryDirectory() as folder:
        room = Indoors(Path(folder))
        host = phoning(room).create(game, NAMES[:seats], options={"teach": False})
        bots = {seat: Bot(f"{game} {seat}") for seat in range(1, seats + 1)}
        found = []
        for _ in range(LONGEST):
            found.append(room.get(f"/tables/{host.code}", host.key).json)
            table = host.read()
            if table.finished:
                break
            seat = table.turn.seats[0]
            bots[seat].play(
                [offer for offer in table.offers if offer.seat == seat], lambda body: host.move(**body)
            )
        room.service.store.close()
    return found[:-1]


def some_moments(found: list[Any]) -> list[int]:
    """Evenly spread."""
    return sorted({number * (len(found) - 1) // (LOOKS - 1) for number in range(LOOKS)})


EVENINGS = [
    pytest.param(game, seats, high, id=f"{game}-{seats}-{high}", marks=[] if quick else thorough)
    for game, seats, quick in (
        ("union-pacific", 6, True),
        ("union-pacific", 2, False),
        ("texas-pacific", 6, False),
        ("texas-pacific", 2, False),
        ("prairie-railroads", 5, False),
        ("southern-pacific", 5, False),
        ("gulf-mobile-ohio", 5, False),
    )
    for high in ((1080,) if quick else (1080, 720))
]


@pytest.mark.parametrize(("game", "seats", "high"), EVENINGS)
def test_an_evening_from_three_metres(
    browser: Browser, client: Client, game: str, seats: int, high: int
) -> None:
    docs = evening(game, seats)
    party = new_party(client, game=game)
    device: Mapping[str, Any] = {"viewport": {"width": high * 16 // 9, "height": high}, **STILL}
    tv = Screen(browser, "TV", **device)
    tv.page.goto(f"http://127.0.0.1:{client.port}/t/{party.code}/board")
    settled(tv.page)
    places = set()
    for moment in some_moments(docs):
        tv.page.evaluate(SHOW, [docs[moment], docs[max(0, moment - 1)]])
        settled(tv.page)  # a figure that rolls to its place is beyond it on the way
        assert tv.page.evaluate(FOUND, high / LINES_A_FIGURE) == [], (game, moment)
        places.add(tv.page.evaluate(PLACES))
    assert len(places) == 1
    no_faults(tv)
