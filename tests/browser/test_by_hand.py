"""Five people with long names and a host play a game to its end by the screens alone; nobody helps over the API."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from companion.games import GAMES
from tests.browser.by_hand import Fingers, sees_the_end
from tests.browser.measures import sideways
from tests.browser.pages import DARK, LAPTOP, STILL, TV, Screen, no_faults, sit_down
from tests.browser.room import host_of, new_table, read_qr
from tests.evening_reader import play_evening, steps
from tests.server import Server, thorough

EVENINGS = Path(__file__).parent.parent / "evenings"
SMALL = {"viewport": {"width": 360, "height": 640}}


IN_SIGHT = "one => { const { top, bottom } = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }"


def fits(screen: Screen, move: str) -> None:
    """Nothing is wider than the phone; a bidder has Confirm in sight without scrolling."""
    assert not sideways(screen.page), (screen.name, move)
    if move == "bid":
        assert screen.form.get_by_role("button", name="Confirm").evaluate(IN_SIGHT), screen.name


def players_of(evening: Path) -> list[str]:
    first = next(steps(evening)).words
    return [word for word in first[first.index("players") + 1 :] if "=" not in word]


@thorough
def test_prairie_railroads_to_its_end(browser: Browser, own_server: Server) -> None:
    evening = EVENINGS / "prairie-railroads" / "five-players.evening"
    names = players_of(evening)
    laptop = Screen(browser, "laptop", **LAPTOP, **STILL)
    new_table(laptop, f"http://127.0.0.1:{own_server.port}/", "Prairie Railroads", names[2], names=names)
    link = read_qr(laptop)
    looks = zip(names, ({}, DARK, SMALL, {**SMALL, **DARK}, {}), strict=True)
    phones = {
        seat: sit_down(browser, link, name, **STILL, **look) for seat, (name, look) in enumerate(looks, 1)
    }
    tv = Screen(browser, "tv", **TV, **STILL)
    place, _, key = link.partition("#")
    tv.page.goto(f"{place}/board#{key}")
    laptop.tap("Start", exact=True)
    fingers = Fingers(host_of(laptop, own_server), phones, fits)
    play_evening(evening, fingers, GAMES)
    for phone in phones.values():
        phone.until(fingers.revision)
        sees_the_end(phone, "Alexandra Bartholomew wins")
    tv.sees("Alexandra wins")
    no_faults(laptop, tv, *phones.values())
