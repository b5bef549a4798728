"""A short evening in Firefox and in the WebKit of Debian: a laptop, two phones, one of them by lamplight, and a TV. The
third player moves elsewhere. Only `make test-full` plays it; if an engine is missing, the test says what to install.

Every figure that is expected here was worked out by hand from the rulebook; the sums stand beside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import SHOTS
from tests.browser.engines import Engine, Firefox, NoEngineError, WebKit, engine
from tests.browser.pages import figure
from tests.browser.windows import SHOWN, Screen
from tests.server import Party, Server, thorough

pytestmark = thorough
PHONE, LAPTOP, TV = (360, 740), (1280, 800), (1920, 1080)
LAMPLIGHT = "dark"
LIGHT = """
(theme) => {
  localStorage.setItem("companion.settings", JSON.stringify({ theme }));
  dispatchEvent(new StorageEvent("storage", { key: "companion.settings" }));
}
"""
"""Chooses the theme of the device, as from another of its tabs."""
ENDED_STREAMS = """
() => performance.getEntriesByType("resource").filter(({ name }) => /\\/stream(\\?|$)/.test(name)).length
"""
"""A browser reports only what has come in full: it leaves out a stream that is still open."""
DRAWN = """
(selector) => {
  const shown = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  return shown.length && shown.every((one) => one.complete && one.naturalWidth > 0);
}
"""
"""Have these pictures come?"""
WORDED = """
async (doc) => {
  const page = [...document.scripts].find(({ src }) => src.endsWith("/app.js")).src;
  return (await import(new URL("elements/board/wording.js", page))).printed(doc);
}
"""
ALONE_KNOWN_TO_THE_HOUR = ("seats", "seconds", "screens")
"""What changes without a move: who is here."""


class Room:
    """A laptop, Ed's phone by day, Dave's by lamplight, a TV; Pete has none."""

    def __init__(self, engine: Engine, server: Server) -> None:
        self.address = f"http://127.0.0.1:{server.port}"
        sizes = {"laptop": LAPTOP, "ed": PHONE, "dave": PHONE, "tv": TV}
        kind = type(engine).__name__.lower()
        self.screens = {name: Screen(f"{kind}-{name}", engine.window(*size)) for name, size in sizes.items()}
        self.laptop, self.ed, self.dave, self.tv = self.screens.values()
        self.party: Party
        self.ended: dict[Screen, int]
        self.server = server

    def gather(self) -> None:
        """The laptop makes a table; the phones come in by the link that its QR holds, Pete over the API."""
        laptop = self.laptop
        laptop.window.goto(self.address)
        laptop.press(".game-card", "Prairie Railroads")
        for number, name in enumerate(("Ed", "Dave", "Pete"), 1):
            if not laptop.window.ask(f"() => {LABELLED.format(number=number)} !== undefined"):
                laptop.tap("Add a player")
            laptop.until(f"() => {{ {LABELLED.format(number=number)}?.focus(); return true; }}")
            laptop.window.write(name)
        laptop.keep("home")
        laptop.press("fieldset label, [role=group] label", "Dave")
        laptop.tap("Create the table")
        laptop.until("() => document.querySelector('lobby-screen .join-picture img')?.complete")
        kept = laptop.window.ask("() => JSON.parse(localStorage.getItem('companion.tables'))")
        [(code, keys)] = kept.items()
        self.party = Party(self.server.client(), code, keys["host"], keys["join"])
        self.party.claim(3)
        for name, phone in (("Ed", self.ed), ("Dave", self.dave)):
            phone.window.goto(f"{self.address}/t/{code}#j={keys['join']}")
            phone.tap(name)
            phone.sees("seat-screen h1, seat-screen .seat-head", name)
        self.tv.window.goto(f"{self.address}/t/{code}/board#j={keys['join']}")
        self.tv.until("() => document.querySelector('board-screen') !== null")
        laptop.keep("lobby")
        laptop.tap("Start")
        laptop.sees("seat-screen", "CRIP")
        self.ended = {screen: screen.window.ask(ENDED_STREAMS) for screen in self.screens.values()}

    def aloud(self, type_: str, **fields: Any) -> int:
        """The host's key makes a move for whoever is to act."""
        return int(self.party.made(0, type_, **fields)["revision"])

    def cash(self, revision: int, ed: int, dave: int, pete: int) -> None:
        """Everybody sees their own money, and the TV everybody's; what came in patches is what the table answers in
        full."""
        for screen in self.screens.values():
            screen.heard(revision)
        grid = self.tv.grid("players")
        assert [figure(grid[name]["Cash"]) for name in ("Ed", "Dave", "Pete")] == [ed, dave, pete]
        for screen, money in ((self.ed, ed), (self.dave, dave)):
            shown = screen.window.ask(
                "() => document.querySelector('.seat-head .cash .figure')?.textContent ?? ''"
            )
            assert figure(shown) == money
        self.as_asked_for()

    def as_asked_for(self) -> None:
        """What each page holds after all its patches is what the table answers to whoever asks for it whole, as a page
        words it."""
        for screen, key in self.keys.items():
            shown, asked = screen.window.ask(SHOWN), screen.window.ask(WORDED, self.party.document(key))
            for document in (shown, asked):
                for name in ALONE_KNOWN_TO_THE_HOUR:
                    document.pop(name, None)
            assert shown == asked, screen.name

    @property
    def keys(self) -> dict[Screen, str]:
        kept = "() => Object.values(JSON.parse(localStorage.getItem('companion.tables')))[0]"
        ed, dave = (phone.window.ask(kept)["seat"]["key"] for phone in (self.ed, self.dave))
        return {self.ed: ed, self.dave: dave, self.laptop: self.party.host}

    def no_faults(self) -> None:
        """No error in any console, and nobody's stream has ended since the game began."""
        for screen in self.screens.values():
            assert screen.window.complaints() == [], screen.name
            assert screen.window.ask(ENDED_STREAMS) == self.ended[screen], screen.name


LABELLED = (
    "[...document.querySelectorAll('input')].find((one) => one.labels?.[0]?.textContent.trim() === 'Player {number}' "
    "|| one.ariaLabel === 'Player {number}')"
)


@pytest.fixture(params=[Firefox, WebKit])
def room(request: pytest.FixtureRequest, own_server: Server, tmp_path: Path) -> Iterator[Room]:
    """Everybody sits at a table, in that engine; without it the test fails and says what to install. The server knows
    nothing of the board yet."""
    try:
        with engine(request.param, tmp_path) as found:
            room = Room(found, own_server)
            try:
                yield room
            finally:
                SHOTS.mkdir(exist_ok=True)
                for screen in room.screens.values():
                    (SHOTS / f"{screen.name}-last.png").write_bytes(screen.window.picture())
    except NoEngineError as missing:
        pytest.fail(str(missing), pytrace=False)


def auctions(room: Room) -> None:
    """The CRIP from the phones, the ATSF aloud with its build on Ed's, the others over the API; $80 each."""
    ed, dave = room.ed, room.dave
    # CRIP: Dave 10, Pete 12, Ed out, Dave 15, Pete out. Dave 80 - 15 = 65.
    dave.open("Bid")
    dave.amount(10)
    dave.keep("auction")
    dave.confirm()
    room.party.made(3, "bid", amount=12)
    ed.open("Bid")
    room.tv.keep("auction")
    ed.confirm(previewed=False, words="Pass")
    dave.open("Bid")
    dave.amount(15)
    dave.confirm()
    room.party.made(3, "pass")
    dave.open("Build")
    dave.place("to", "Marysville")  # known from the rulebook: 2
    room.cash(dave.confirm(), ed=80, dave=65, pete=80)
    # ATSF: Ed for 20. Ed 80 - 20 = 60.
    ed.heard(room.aloud("auction_result", winner=1, amount=20))
    ed.open("Build")  # Atchison-Topeka is the only one
    ed.tap("2", "offer-form facts-field", exact=True)
    ed.confirm()
    # KP: Pete for 18; MKT: Pete for 10. Pete 80 - 18 - 10 = 52.
    room.aloud("auction_result", winner=3, amount=18)
    known = {"cities": {"Lawrence": {"income": 2}}}
    room.aloud("build_start", **{"from": "Leavenworth", "to": "Lawrence"}, facts=known)
    room.aloud("auction_result", winner=3, amount=10)
    known = {"cities": {"Ottawa": {"income": 1}}}
    room.aloud("build_start", **{"from": "Paola", "to": "Ottawa"}, facts=known)
    # SLSF: Dave for 22, 65 - 22 = 43. MP: Ed for 16, 60 - 16 = 44.
    room.aloud("auction_result", winner=2, amount=22)
    room.aloud("build_start", **{"from": "Columbus", "to": "Coffeyville"})
    room.aloud("auction_result", winner=1, amount=16)
    known = {"cities": {"Chanute": {"income": 2}}}
    revision = room.aloud("build_start", **{"from": "Fort Scott", "to": "Chanute"}, facts=known)
    room.cash(revision, ed=44, dave=43, pete=52)


def dice_and_a_segment(room: Room) -> None:
    """Ed builds: his dice show a row nobody knows, which he reads out; then the ATSF goes to Emporia."""
    ed = room.ed
    ed.open("Play an action card")
    ed.choose("Construct Track")
    ed.confirm()
    ed.open("Roll for growth")
    for die, face in ((1, 2), (2, 5)):
        ed.tap(f"Die {die}: {face}", "offer-form")
    ed.keep("dice")
    ed.confirm()
    ed.open("Look up row 25")
    ed.place("growth.25.primary", "Topeka")
    ed.place("growth.25.secondary", "Garden City", new=True)
    ed.keep("row")
    ed.confirm()
    ed.open("Build track")
    ed.choose("ATSF")
    ed.place("from", "Topeka")
    ed.place("to", "Emporia", new=True)
    ed.tap("2", "offer-form facts-field", exact=True)
    ed.keep("build")
    revision = ed.confirm()
    # Topeka 2 → 3: Atchison-Topeka 0 + 3, Topeka-Emporia 3 + 2, 8 in all; treasury 20 - 5 = 15; value 2 × 5.
    room.tv.heard(revision)
    atsf = room.tv.grid("railroads")["ATSF"]
    assert [figure(atsf[name]) for name in ("Treasury", "Income", "Value")] == [15, 8, 10]


def a_dividend_undone(room: Room) -> None:
    """Dave pays dividends, takes it back, pays them after all."""
    dave = room.dave
    # A share: income / 5, up: ATSF 2, the others 1. Ed ATSF, MP: 3; Dave CRIP, SLSF: 2; Pete KP, MKT: 2.
    dave.open("Play an action card")
    dave.choose("Pay Dividends")
    revision = dave.confirm()
    room.cash(revision, ed=47, dave=45, pete=54)
    dave.keep("dividend")
    room.tv.keep("dividend")
    dave.tap("Undo", "undo-bar")
    dave.heard(revision + 1)
    room.cash(revision + 1, ed=44, dave=43, pete=52)
    dave.open("Play an action card")
    dave.choose("Pay Dividends")
    room.cash(dave.confirm(), ed=47, dave=45, pete=54)


def to_the_settlement(room: Room) -> None:
    """Seven more of them, five from the hands and two drawn; the eighth pays nothing, and the game is over."""
    for source in ("hand",) * 5 + ("deck",) * 2:
        revision = room.aloud("play_card", card="PD", source=source)
    room.ed.heard(revision)
    room.ed.press("a", "See the settlement")
    # Ed 44 + 7 × 3 = 65, and ATSF 10 + 8, MP 5 + 2: 90. Pete 52 + 7 × 2 = 66, and KP 5 + 2, MKT 5 + 1: 79.
    # Dave 43 + 7 × 2 = 57, and CRIP 5 + 2, SLSF 5 + 2: 71.
    room.ed.sees("h1", "Ed wins")
    totals = room.ed.window.ask(
        "() => [...document.querySelectorAll('.ranking > li')]"
        ".map((one) => [one.querySelector('h2').textContent.trim(), one.querySelector('.total').textContent])"
    )
    assert [(name, figure(total)) for name, total in totals] == [("Ed", 90), ("Pete", 79), ("Dave", 71)]
    room.ed.keep("settlement")
    room.tv.heard(revision)
    room.tv.until(DRAWN, ".ending-charts img")
    room.tv.keep("end")


def by_lamplight(room: Room) -> None:
    """Dave's phone and, at the end, the TV use the dark theme: each token has its other colour."""
    for screen in (room.dave, room.tv):
        paper = "() => getComputedStyle(document.body).backgroundColor"
        day = screen.window.ask(paper)
        screen.window.ask(LIGHT, LAMPLIGHT)
        assert screen.window.ask(paper) != day
        screen.keep("lamplight")


def test_a_short_evening_in_another_engine(room: Room) -> None:
    room.gather()
    auctions(room)
    dice_and_a_segment(room)
    a_dividend_undone(room)
    by_lamplight(room)
    to_the_settlement(room)
    room.no_faults()


@pytest.mark.parametrize("kind", [Firefox, WebKit])
def test_who_lacks_an_engine_is_told_what_to_install(
    kind: type[Engine], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoEngineError, match="install Debian's"), engine(kind, tmp_path):
        pass


@pytest.mark.parametrize("kind", [Firefox, WebKit])
def test_a_page_that_complains_is_heard(kind: type[Engine], server: Server, tmp_path: Path) -> None:
    with engine(kind, tmp_path) as found:
        window = found.window(*PHONE)
        window.goto(f"http://127.0.0.1:{server.port}/")
        window.ask("() => { console.error('a complaint'); setTimeout(() => { throw Error('a fault'); }); }")
        window.ask("() => new Promise((done) => setTimeout(done))")
        assert [words for words in ("a complaint", "a fault") if words not in str(window.complaints())] == []


RUNS_IN_A_CIRCLE = """
() => new Promise((done) => {
  const grows = document.body.appendChild(document.createElement("div"));
  let times = 0;
  new ResizeObserver(() => {
    times += 1;
    if (times < 9) grows.style.height = `${times}px`;
    else done();
  }).observe(grows);
})
"""


def test_firefox_tells_of_an_observer_that_runs_in_a_circle(server: Server, tmp_path: Path) -> None:
    with engine(Firefox, tmp_path) as found:
        window = found.window(*PHONE)
        window.goto(f"http://127.0.0.1:{server.port}/")
        assert window.complaints() == []
        window.ask(RUNS_IN_A_CIRCLE)
        assert "ResizeObserver" in str(window.complaints())
