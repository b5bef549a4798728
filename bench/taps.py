"""`companion bench taps`: recorded evenings through the real pages, on phones of 360 × 740, counting the taps.

Every move that has a form is entered by the seat that made it, by taps alone; what has none (corrections, undo,
notes) is sent by the host and not counted, nor is what the evening lets the host enter for others. A move that the
evening expects to be refused is only asked for.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import statistics
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.server import HOST, Server
from companion.client import Companion, Table
from companion.client import RefusedError as Refused
from companion.games import GAMES
from tests.browser.which import find
from tests.evening_reader import RefusedError, play_evening

EVENINGS = Path(__file__).parent.parent / "tests" / "evenings"
USUAL = (
    "prairie-railroads/whole-evening",
    "southern-pacific/whole-evening",
    "texas-pacific/initial-auctions",
    "texas-pacific/stock",
    "texas-pacific/tp-opens",
    "texas-pacific/money-and-decisions",
    "gulf-mobile-ohio/example-west-point",
    "gulf-mobile-ohio/first-charter",
    "gulf-mobile-ohio/cancelled-charters",
    "union-pacific/up-places",
    "union-pacific/end-fourth-dividend",
    "union-pacific/three-cards-at-once",
    "bank/southern-pacific-whole-evening",
)
"""Of the first two games and of the bank a whole evening; of the others some that are tests of their rules, most kinds
of moves among them."""
MEDIAN_TAPS, MOST_TAPS = 2, 6
_PHONE: Mapping[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
_PATIENCE_MS = 15_000
_UNCOUNTED = ("correct", "note")


@dataclass(frozen=True, slots=True)
class Count:
    """One move: its type, the taps it took, the names that had to be typed."""

    game: str
    type: str
    taps: int
    typed: int
    body: Mapping[str, Any]


@dataclass(slots=True)
class Phones:
    """Plays an evening (evening_reader.Player) on one phone for each seat."""

    browser: Any
    companion: Companion
    counts: list[Count] = field(default_factory=list)
    host: Table = field(init=False)
    game: str = ""
    seats: dict[int, Table] = field(default_factory=dict)
    pages: dict[int, Any] = field(default_factory=dict)

    def begin(self, setup: Mapping[str, Any]) -> None:
        """A new table; everybody sits down."""
        self.leave()
        given = {**setup, "options": {"teach": False, **setup.get("options", {})}}
        self.host, self.game = self.companion.create(**given), str(setup["game"])
        for seat in range(1, len(setup["players"]) + 1):
            self.seats[seat] = self.host.claim(seat)
            self.pages[seat] = self._phone(seat)

    def _phone(self, seat: int) -> Any:
        page = self.browser.new_context(**_PHONE).new_page()
        page.set_default_timeout(_PATIENCE_MS)
        address, code = self.companion.asking.address, self.host.code
        page.goto(f"{address}/static/icon.svg")
        kept = {code: {"seat": {"number": seat, "key": self.seats[seat].key}}}
        page.evaluate("kept => localStorage.setItem('companion.tables', JSON.stringify(kept))", kept)
        page.goto(f"{address}/t/{code}")
        page.locator("seat-screen").wait_for()
        return page

    def leave(self) -> None:
        """Everybody stands up."""
        for page in self.pages.values():
            page.context.close()
        self.pages.clear()

    def move(self, seat: int, body: Mapping[str, Any]) -> None:
        """A move by taps, if it would be accepted.

        :raises RefusedError:
        """
        table = self.host if not seat or body.get("seat", seat) != seat else self.seats[seat]
        with _refused():
            dry = table.try_move(**body)
            acting = int(dry.entry.move.get("seat") or 0)
            before = self.host.read()
            offered = any(offer.type == body["type"] and offer.seat == acting for offer in before.offers)
            if not seat or body["type"] in _UNCOUNTED or not offered:
                table.move(**body)
                return
        self._tapped(acting, body, before.revision)

    def _tapped(self, seat: int, body: Mapping[str, Any], revision: int) -> None:
        from bench.thumb import Thumb

        page = self.pages[seat]
        page.bring_to_front()
        page.wait_for_function(_HEARD, arg=revision)
        thumb = Thumb(page)
        thumb.enter(_written(body))
        page.wait_for_function(_HEARD, arg=revision + 1)
        self.counts.append(Count(self.game, str(body["type"]), thumb.taps, thumb.typed, body))
        last = self.host.read().recent[-1].move
        if last.get("sealed"):
            return
        for name, value in body.items():
            if name not in ("facts", "seat") and value is not None and not _alike(last.get(name), value):
                raise AssertionError(f"entered {last}, not {dict(body)}")

    def rewind(self, seat: int, verb: str, body: Mapping[str, Any]) -> None:
        """Undo and redo have keys of their own on the pages; they are not counted here.

        :raises RefusedError:
        """
        with _refused():
            match verb:
                case "undo":
                    self.host.undo(**body)
                case "redo":
                    self.host.redo(**body)
                case _:
                    self.host.amend(**body)

    def document(self) -> Mapping[str, Any]:
        """The table as the host sees it."""
        return self.host.read().raw

    def settlement(self) -> Mapping[str, Any]:
        return self.host.settlement()

    def hands(self) -> list[str]:
        """What the last entry gave hands to do."""
        return [str(instruction["text"]) for instruction in self.host.read().recent[-1].instructions]


@contextlib.contextmanager
def _refused() -> Iterator[None]:
    """A no, in the evening's own words."""
    try:
        yield
    except Refused as error:
        raise RefusedError(error.code, error.detail) from error


_HEARD = """revision => (document.getElementById("screen").firstChild?.table?.doc?.revision ?? 0) >= revision
    && !document.querySelector("offer-form[data-sending]")"""


def _written(body: Mapping[str, Any]) -> dict[str, Any]:
    """A second link between two cities is written `A-B (2)` in an evening; the form has a field for its number."""
    written = dict(body)
    if "segments" in written:
        written["segments"] = [_numbered(link) for link in written["segments"]]
    return written


def _numbered(link: Mapping[str, Any]) -> dict[str, Any]:
    name, bracket, number = str(link["to"]).rstrip(")").partition(" (")
    return {**link, "to": name, "number": int(number)} if bracket else dict(link)


def _alike(made: Any, wanted: Any) -> bool:
    """Ends may stand the other way round, and a number of 1 is usually left out."""
    if isinstance(wanted, list) and wanted and isinstance(wanted[0], Mapping):
        return len(made or ()) == len(wanted)
    return bool(made == wanted) or (isinstance(wanted, bool) and not wanted and not made)


def main(arguments: Sequence[str], where: Mapping[str, Any]) -> int:
    """Play and count. Answers 1 if a target is missed."""
    options = _options(arguments)
    counts: list[Count] = []
    with _phones() as phones:
        chromium = {"chromium": phones.browser.version}
        for path in _paths(options.evenings):
            phones.counts = []
            play_evening(path, phones, GAMES)
            counts += phones.counts
            if options.each:
                for count in phones.counts:
                    print(
                        f"# {path.stem}: {count.type} {count.taps} taps, {count.typed} typed: {dict(count.body)}"
                    )
    good = True
    for line in _lines(counts):
        print(json.dumps({**line, **where, **chromium}), flush=True)
        good = good and bool(line.get("good", True))
    return 0 if good else 1


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("companion bench taps", description="Count the taps of whole evenings.")
    parser.add_argument("evenings", nargs="*", default=USUAL, help="GAME/NAME, without .evening")
    parser.add_argument("--each", action="store_true", help="say every single move too")
    return parser.parse_args(list(arguments))


def _paths(names: Sequence[str]) -> list[Path]:
    return [EVENINGS / f"{name}.evening" for name in names]


@contextlib.contextmanager
def _phones() -> Iterator[Phones]:
    from playwright.sync_api import sync_playwright

    found = find()
    if found is None:
        raise OSError("there is no Chromium, Chrome or Edge to play the evenings with")
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        try:
            phones = Phones(browser, Companion(f"http://{HOST}:{server.port}"))
            yield phones
            phones.leave()
        finally:
            browser.close()


def _lines(counts: Sequence[Count]) -> Iterator[dict[str, Any]]:
    """One line a move type of each game, then one for each game's evening."""
    for game in dict.fromkeys(count.game for count in counts):
        mine = [count for count in counts if count.game == game]
        for type_ in dict.fromkeys(item.type for item in mine):
            yield {"name": f"taps: {game}, {type_}", **_summed([item for item in mine if item.type == type_])}
        whole = _summed(mine)
        good = whole["median"] <= MEDIAN_TAPS and whole["max"] <= MOST_TAPS
        yield {"name": f"taps: {game}, all moves", **whole, "good": good}


def _summed(counts: Sequence[Count]) -> dict[str, Any]:
    taps = [count.taps for count in counts]
    return {
        "count": len(taps),
        "median": statistics.median(taps),
        "max": max(taps),
        "typing": sum(count.typed for count in counts),
        "unit": "taps",
    }
