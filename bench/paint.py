"""`companion bench page`: the pages in a real browser that is slowed down to a mid-range phone on a home Wi-Fi.

The first load of a seat's page, until a form can be used, and of the board on a TV, until the table is shown, with
nothing kept in the browser. Then moves that come by the stream: from the arrival of the document's last piece to the
frame in which the page has come to rest.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from bench.evenings import PRAIRIE, evenings
from bench.figures import playing, running
from bench.server import HOST
from bench.tables import Table
from tests.browser.which import need

SLOWER, REVISION, REPEATS, MOVES = 4, 45, 5, 12
WIFI = {"latency": 40, "downloadThroughput": 625_000, "uploadThroughput": 625_000, "offline": False}
"""Milliseconds, and bytes a second: 5 Mbit/s."""
_REST_MS = 600
"""A page that has not changed for so long has come to rest."""
_PATIENCE_MS = 60_000
_WATCH = """
(() => {
  const seen = (window.benchSeen = { heard: 0, painted: 0, marks: {} });
  const read = ReadableStreamDefaultReader.prototype.read;
  ReadableStreamDefaultReader.prototype.read = async function (...given) {
    const piece = await read.apply(this, given);
    if (piece.value?.length > 64) seen.heard = performance.now();
    return piece;
  };
  const painted = () => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      seen.painted = performance.now();
      for (const [name, what] of MARKS) {
        if (!(name in seen.marks) && document.querySelector(what)) seen.marks[name] = seen.painted;
      }
    };
    channel.port2.postMessage(0);
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(painted).observe(document, all);
})();
"""


@dataclass(frozen=True, slots=True)
class Screen:
    """A kind of screen: its size, and when it shows the table and can be used."""

    name: str
    context: Mapping[str, Any]
    marks: Mapping[str, str]


PHONE = Screen(
    "phone",
    {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True},
    {"form usable": "offer-form:not([data-fresh]) form, .offer"},
)
TV = Screen("TV", {"viewport": {"width": 1920, "height": 1080}}, {"table shown": "board-screen grid-panel *"})


@contextmanager
def _shown(browser: Any, screen: Screen, table: Table, seat: int) -> Iterator[Any]:
    """A page with nothing kept, slowed down, on its way to the table."""
    context = browser.new_context(**screen.context)
    page = context.new_page()
    page.set_default_timeout(_PATIENCE_MS)
    address = f"http://{HOST}:{table.port}"
    page.goto(f"{address}/static/icon.svg")
    if screen is PHONE:
        kept = {table.code: {"seat": {"number": seat, "key": table.keys[seat]}}}
        page.evaluate("kept => localStorage.setItem('companion.tables', JSON.stringify(kept))", kept)
    page.add_init_script(_WATCH.replace("MARKS", json.dumps(list(screen.marks.items()))))
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.clearBrowserCache")
    wire.send("Network.emulateNetworkConditions", WIFI)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"{address}/t/{table.code}" + ("" if screen is PHONE else "/board"))
    yield page
    context.close()


def _rested(page: Any) -> dict[str, Any]:
    """What was seen, when nothing has changed for a while."""
    rest = "least => benchSeen.painted && performance.now() - Math.max(benchSeen.painted, benchSeen.heard) > least"
    page.wait_for_function(rest, arg=_REST_MS, polling=100)
    seen: dict[str, Any] = page.evaluate("benchSeen")
    return seen


def _loads(browser: Any, screen: Screen, table: Table, seat: int, repeats: int) -> dict[str, list[float]]:
    """Milliseconds from the beginning of the load, by mark."""
    found: dict[str, list[float]] = {name: [] for name in screen.marks}
    for _ in range(repeats):
        with _shown(browser, screen, table, seat) as page:
            for what in screen.marks.values():
                page.locator(what).first.wait_for(state="attached")
            seen = _rested(page)["marks"]
        for name in found:
            found[name].append(seen[name])
    return found


def _moves(browser: Any, screen: Screen, table: Table, seat: int) -> list[float]:
    """Milliseconds from hearing of a move to the last frame that it changed."""
    found = []
    with _shown(browser, screen, table, seat) as page:
        page.locator(next(iter(screen.marks.values()))).first.wait_for(state="attached")
        _rested(page)
        for _ in range(MOVES):
            page.evaluate("benchSeen.heard = benchSeen.painted = 0")
            table.play(1)
            page.wait_for_function("() => benchSeen.heard > 0", polling=50)
            seen = _rested(page)
            found.append(seen["painted"] - seen["heard"])
    return found


def _turn(table: Table) -> int:
    seat = table.host.read().turn.seat
    assert seat is not None
    return seat


def main(arguments: Sequence[str], where: Mapping[str, Any]) -> int:
    """Measure both screens and print a JSON line for each number."""
    from playwright.sync_api import sync_playwright

    options = _options(arguments)
    with running() as (_, companion), sync_playwright() as playwright:
        table = playing(companion, evenings()[PRAIRIE], 1, REVISION)[0]
        seat = _turn(table)
        args = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=need(), args=args)
        slowed = {"slower": SLOWER, "chromium": browser.version}
        for screen in (PHONE, TV):
            found = {
                f"first load, {name}": times
                for name, times in _loads(browser, screen, table, seat, options.repeats).items()
            }
            found["a move painted"] = _moves(browser, screen, table, seat)
            seat = _turn(table)
            for line in _lines(screen, found):
                print(json.dumps({**line, **where, **slowed}), flush=True)
        browser.close()
    return 0


def _lines(screen: Screen, found: Mapping[str, Sequence[float]]) -> Iterator[dict[str, Any]]:
    for name, times in found.items():
        spread = {
            "median": round(statistics.median(times)),
            "min": round(min(times)),
            "max": round(max(times)),
        }
        yield {"name": f"{screen.name}: {name}", **spread, "unit": "ms", "repeats": len(times)}


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("companion bench page", description="Measure the pages in a browser.")
    parser.add_argument("--repeats", type=int, default=REPEATS, help="first loads")
    return parser.parse_args(list(arguments))
