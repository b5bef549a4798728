"""An evening's room: a laptop, three phones that join by the QR code, and a TV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.pages import DARK, LAPTOP, PATIENCE_MS, STILL, TV, Screen, figure, sit_down
from tests.scanning import scanned
from tests.server import Party, Server

NAMES = ("Ed", "Dave", "Pete")


@dataclass(slots=True)
class Evening:
    """The screens in the room."""

    laptop: Screen
    ed: Screen
    dave: Screen
    pete: Screen
    tv: Screen
    party: Party
    """A client with the laptop's key, for what need not be done on the pages."""

    def aloud(self, type_: str, **fields: Any) -> int:
        """The host makes a move for whoever is to act, over the API; the screens hear of it. Its revision."""
        return int(self.party.made(0, type_, **fields)["revision"])

    @property
    def screens(self) -> tuple[Screen, ...]:
        return self.laptop, self.ed, self.dave, self.pete, self.tv

    def without_laptop(self) -> None:
        """Shut its lid: what nobody looks at need not be drawn at every move."""
        self.laptop.close()

    def tv_shows(self, revision: int, treasury: Mapping[str, int], income: Mapping[str, int]) -> None:
        """The TV has heard of that move and shows these figures; railroads left out may show anything."""
        self.tv.until(revision)
        grid = self.tv.grid("railroads")
        assert {name: figure(grid[name]["Treasury"]) for name in treasury} == treasury
        assert {name: figure(grid[name]["Income"]) for name in income} == income
        track = self.tv.income_track
        assert {name: track[name] for name in income} == income

    def cash(self, revision: int, ed: int, dave: int, pete: int) -> None:
        """Everybody's phone shows their own money, and the TV shows everybody's."""
        for screen in (self.ed, self.dave, self.pete, self.tv):
            screen.until(revision)
        assert (self.ed.cash, self.dave.cash, self.pete.cash) == (ed, dave, pete)
        players = self.tv.grid("players")
        assert [figure(players[name]["Cash"]) for name in NAMES] == [ed, dave, pete]


def new_table(
    laptop: Screen,
    address: str,
    game: str,
    first_bidder: str,
    asks: str = "First bidder",
    names: Sequence[str] = NAMES,
) -> None:
    """The laptop's first minute: pick the game, type the names, say who begins, create. `asks`: the option's name."""
    laptop.page.goto(address)
    laptop.press(laptop.page.locator(".game-card", has_text=game))
    for number, name in enumerate(names, 1):
        field = laptop.page.get_by_role("textbox", name=f"Player {number}", exact=True)
        if number > 1 and not field.count():
            laptop.tap("Add a player")
        field.fill(name)
    bidder = laptop.page.get_by_role("group", name=asks)
    laptop.press(bidder.locator("label", has_text=first_bidder))
    laptop.tap("Create the table")
    expect(laptop.page.locator("lobby-screen .join-picture img")).to_be_visible(timeout=PATIENCE_MS)


def read_qr(laptop: Screen) -> str:
    """What a phone's camera sees on the laptop."""
    shot = laptop.page.locator(".join-picture").screenshot()
    return scanned(shot)


def gathered(
    browser: Browser, server: Server, game: str, first_bidder: str, asks: str = "First bidder"
) -> Evening:
    """A new table on the laptop; everybody has sat down. Things move on Ed's phone alone."""
    laptop = Screen(browser, "laptop", **LAPTOP, **STILL)
    new_table(laptop, f"http://127.0.0.1:{server.port}/", game, first_bidder, asks)
    link = read_qr(laptop)
    assert link.startswith(f"http://127.0.0.1:{server.port}/t/")
    phones = zip(NAMES, ({}, {**DARK, **STILL}, STILL), strict=True)
    ed, dave, pete = (sit_down(browser, link, name, **more) for name, more in phones)
    tv = Screen(browser, "tv", **TV, **STILL)
    place, _, key = link.partition("#")
    tv.page.goto(f"{place}/board#{key}")
    return Evening(laptop, ed, dave, pete, tv, host_of(laptop, server))


def start(evening: Evening) -> None:
    """The laptop sees everybody, and begins."""
    laptop = evening.laptop
    for name in NAMES:
        seat = laptop.page.locator(".lobby-seats li", has=laptop.page.get_by_text(name, exact=True))
        expect(seat).to_have_attribute("data-state", "here", timeout=PATIENCE_MS)
    laptop.tap("Start", exact=True)
    expect(laptop.page.locator("seat-screen")).to_be_visible(timeout=PATIENCE_MS)
    assert "#" not in evening.ed.page.url, "the key has left the address"


def host_of(laptop: Screen, server: Server) -> Party:
    """The table that the laptop has just made."""
    kept = laptop.page.evaluate("JSON.parse(localStorage.getItem('companion.tables'))")
    code, keys = next((code, keys) for code, keys in kept.items() if code in laptop.page.url)
    return Party(server.client(), code, keys["host"], keys["join"])
