"""`companion bench taps`: recorded evenings through the real pages, on phones of 360 × 740, counting the taps.

Every move that has a form is entered by the seat that made it, by taps alone; what has none (corrections, undo,
notes) is sent by the host and not counted. A move that the evening expects to be refused is only asked for.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import secrets
import statistics
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.server import HOST, Server
from companion.games import GAMES
from tests.browser.which import find
from tests.evening_reader import RefusedError, play_evening

EVENINGS = Path(__file__).parent.parent / "tests" / "evenings"
USUAL = (
    "prairie-railroads/whole-evening",
    "southern-pacific/whole-evening",
)
MEDIAN_TAPS, MOST_TAPS = 3, 6
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
class Calls:
    """The host's line to the server, for whatever no page is needed for."""

    port: int

    def ask(self, method: str, path: str, key: str | None, body: Any = None) -> tuple[int, Any]:
        """Status and JSON of an answer."""
        line = http.client.HTTPConnection(HOST, self.port, timeout=20)
        head = {"Content-Type": "application/json"} if body is not None else {}
        if key:
            head["Authorization"] = f"Bearer {key}"
        line.request(method, f"/api/v1{path}", json.dumps(body) if body is not None else None, head)
        answer = line.getresponse()
        found = json.loads(answer.read() or b"null")
        line.close()
        return answer.status, found


@dataclass(slots=True)
class Phones:
    """Plays an evening (evening_reader.Player) on one phone for each seat."""

    browser: Any
    calls: Calls
    counts: list[Count] = field(default_factory=list)
    at: str = ""
    game: str = ""
    host: str = ""
    keys: dict[int, str] = field(default_factory=dict)
    pages: dict[int, Any] = field(default_factory=dict)

    def begin(self, setup: Mapping[str, Any]) -> None:
        """A new table; everybody sits down."""
        self.leave()
        given = {**setup, "options": {"teach": False, **setup.get("options", {})}}
        made = self._accepted(*self.calls.ask("POST", "/tables", None, given))
        code, self.host, self.game = made["code"], made["host_key"], str(setup["game"])
        self.at = f"/tables/{code}"
        for seat in range(1, len(setup["players"]) + 1):
            self.keys[seat] = secrets.token_urlsafe(24)
            claim = {"key": self.keys[seat]}
            self._accepted(*self.calls.ask("POST", f"{self.at}/seats/{seat}/claim", made["join_key"], claim))
            self.pages[seat] = self._phone(code, seat)

    def _phone(self, code: str, seat: int) -> Any:
        page = self.browser.new_context(**_PHONE).new_page()
        page.set_default_timeout(_PATIENCE_MS)
        address = f"http://{HOST}:{self.calls.port}"
        page.goto(f"{address}/static/icon.svg")
        kept = {code: {"seat": {"number": seat, "key": self.keys[seat]}}}
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
        key = self.host if not seat or body.get("seat", seat) != seat else self.keys[seat]
        dry = self._accepted(*self.calls.ask("POST", f"{self.at}/moves?dry_run=true", key, body))
        acting = int(dry["entry"]["move"].get("seat") or 0)
        before = self.document()
        offered = any(offer["type"] == body["type"] and offer["seat"] == acting for offer in before["offers"])
        if body["type"] in _UNCOUNTED or not offered:
            self._accepted(*self.calls.ask("POST", f"{self.at}/moves", key, body))
            return
        self._tapped(acting, body, int(before["revision"]))

    def _tapped(self, seat: int, body: Mapping[str, Any], revision: int) -> None:
        from bench.thumb import Thumb

        page = self.pages[seat]
        page.bring_to_front()
        page.wait_for_function(_HEARD, arg=revision)
        thumb = Thumb(page)
        thumb.enter(_written(body))
        page.wait_for_function(_HEARD, arg=revision + 1)
        self.counts.append(Count(self.game, str(body["type"]), thumb.taps, thumb.typed, body))
        last = self.document()["recent"][-1]["move"]
        for name, value in body.items():
            if name not in ("facts", "seat") and value is not None and not _alike(last.get(name), value):
                raise AssertionError(f"entered {last}, not {dict(body)}")

    def rewind(self, seat: int, verb: str, body: Mapping[str, Any]) -> None:
        """Undo and redo have keys of their own on the pages; they are not counted here.

        :raises RefusedError:
        """
        self._accepted(*self.calls.ask("POST", f"{self.at}/{verb}", self.host, dict(body)))

    def document(self) -> Any:
        """The table as the host sees it."""
        return self._accepted(*self.calls.ask("GET", self.at, self.host))

    def settlement(self) -> Any:
        return self._accepted(*self.calls.ask("GET", f"{self.at}/settlement", self.host))

    def hands(self) -> list[str]:
        """What the last entry gave hands to do."""
        return [instruction["text"] for instruction in self.document()["recent"][-1]["instructions"]]

    def _accepted(self, status: int, said: Any) -> Any:
        if status >= 400:
            raise RefusedError(said["code"], said["detail"])
        return said


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
            phones = Phones(browser, Calls(server.port))
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
