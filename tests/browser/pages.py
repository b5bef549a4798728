"""What people do on our pages: tap, choose, write, read a figure. Everything goes through what they see."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Response,
    sync_playwright,
)

from tests.browser.scripts import (
    KEPT_BEFORE,
    READ_GRID,
    READ_TRACK,
    REMEMBER_WHAT_COMES_SOON,
    RESTS,
    TAKES_NO_TAP,
    TELL_VIOLATIONS,
    WORDLESS,
)
from tests.browser.which import ARGUMENTS, need
from tests.server import ROOT, Party

LAPTOP: Mapping[str, Any] = {"viewport": {"width": 1280, "height": 800}}
TV: Mapping[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
PHONE: Mapping[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
DARK: Mapping[str, Any] = {"color_scheme": "dark"}
STILL: Mapping[str, Any] = {"reduced_motion": "reduce"}
"""For somebody who would rather not have things move; then motion need not be painted either."""
PATIENCE_MS = 30_000
LONGEST_WAIT_MS = 8_000
"""A page asks again after this time at the latest."""
REFUSED = "Failed to load resource: the server responded"
"""The browser's own line about an answer of 400 and more; `_answered` looks at those."""
KEYS = [
    key
    for folder in ("messages", "messages/more")
    for key in json.loads((ROOT / "static" / folder / "en.json").read_text("utf-8"))
]
"""Of all messages."""
SOON_MS, BRIEF_MS = 500, 1_000
"""What a page delays by less is waited for, such as the lock of a fresh form, and motion that ends within it."""
LOOK_MS = 40
"""How often a page is looked at: looking at every frame would make it draw frames."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of this machine.

    :raises NoBrowserError: there is none.
    """
    found = need()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def figure(text: str) -> int:
    """The number somebody reads: "$1,204" is 1204."""
    found = re.search(r"[−-]?[\d,]+", text)
    assert found, f"no number in {text!r}"
    return int(found[0].replace("−", "-").replace(",", ""))


def asks_for(request: Request, path: str) -> bool:
    """Does its address end like that, whatever the query?"""
    return request.url.partition("?")[0].endswith(path)


@dataclass
class Traffic:
    """What a page has asked for: everything so far, and what has not come yet. Its stream never ends and is left
    out."""

    asked: int = 0
    coming: set[Request] = field(default_factory=set)

    def begin(self, request: Request) -> None:
        if not asks_for(request, "/stream"):
            self.asked += 1
            self.coming.add(request)

    def end(self, request: Request) -> None:
        self.coming.discard(request)


TRAFFIC: WeakKeyDictionary[Page, Traffic] = WeakKeyDictionary()


def settled(page: Page) -> None:
    """Wait until this page rests: all it has asked for has come and is drawn, fonts too; motion is over, no form is
    locked any more, and nothing is put off for a moment. It does not wait for what the table has not sent yet: see
    `Screen.until`."""
    page.wait_for_selector("body[data-screen]")
    traffic, late = TRAFFIC[page], time.monotonic() + PATIENCE_MS / 1_000
    while True:
        asked, coming = traffic.asked, len(traffic.coming)
        page.evaluate(RESTS, [BRIEF_MS, PATIENCE_MS, LOOK_MS])
        if not coming and not traffic.coming and traffic.asked == asked:
            return
        assert time.monotonic() < late, f"not answered: {[item.url for item in traffic.coming]}"


OPEN: list[Screen] = []
"""Every open screen; what they showed is kept when a test fails."""


class Screen:
    """A browser window on our pages. It remembers every complaint of the browser."""

    def __init__(self, browser: Browser, name: str, clock: bool = False, **device: Any) -> None:
        """`clock`: its clock can be turned on, see `later`."""
        self.name = name
        self.fingers = bool(device.get("has_touch"))
        self.context: BrowserContext = browser.new_context(**device)
        if clock:
            self.context.clock.install()
        self.context.add_init_script(TELL_VIOLATIONS)
        self.context.add_init_script(f"({REMEMBER_WHAT_COMES_SOON})({SOON_MS})")
        self.faults: list[str] = []
        self.page = self.tab()
        OPEN.append(self)

    def tab(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        TRAFFIC[page] = traffic = Traffic()
        page.on("request", traffic.begin)
        page.on("requestfinished", traffic.end)
        page.on("requestfailed", traffic.end)
        page.on("pageerror", lambda error: self.faults.append(f"{self.name}: {error}"))
        page.on("console", self._complained)
        page.on("response", self._answered)
        return page

    def _answered(self, answer: Response) -> None:
        """An answer that says no is a fault. A preview of what would be refused is answered as any other."""
        if answer.status < 400:
            return
        try:
            problem = answer.json() if "json" in answer.headers.get("content-type", "") else {}
        except Error:  # the page has asked anew meanwhile and does not want this one any more
            return
        self.faults.append(f"{self.name}: {answer.status} {answer.url} {problem.get('detail')}")

    def _complained(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not said.text.startswith(REFUSED):
            self.faults.append(f"{self.name}: {said.text}")

    def has_kept(self, tables: Mapping[str, Any]) -> None:
        """What this browser has kept of tables before its first page begins: its keys."""
        self.context.add_init_script(f"({KEPT_BEFORE})({json.dumps(json.dumps(tables))})")

    def close(self) -> None:
        OPEN.remove(self)
        self.context.close()

    # --- looking -------------------------------------------------------------------------------------

    @property
    def table(self) -> dict[str, Any]:
        """The document this page is drawn from."""
        found: dict[str, Any] = self.page.evaluate("document.getElementById('screen').firstChild.table.doc")
        return found

    @property
    def revision(self) -> int:
        return int(self.page.evaluate("document.querySelector('#screen > *')?.table?.doc?.revision ?? 0"))

    def until(self, revision: int, patience: float = PATIENCE_MS) -> None:
        """Wait until this page has heard of a move."""
        self.page.wait_for_function(
            "wanted => document.getElementById('screen').firstChild?.table?.doc?.revision >= wanted",
            arg=revision,
            polling=LOOK_MS,
            timeout=patience,
        )

    def sees(self, words: str | re.Pattern[str]) -> None:
        self.page.get_by_text(words).first.wait_for()

    def grid(self, name: str) -> dict[str, dict[str, str]]:
        """A table of figures as it stands on the page: {row: {column: text}}."""
        found: dict[str, dict[str, str]] = self.page.evaluate(READ_GRID, name)
        return found

    @property
    def income_track(self) -> dict[str, int]:
        """Where each railroad's cube stands on the income track."""
        found: dict[str, int] = self.page.evaluate(READ_TRACK)
        return found

    @property
    def cash(self) -> int:
        return figure(self.page.locator(".seat-head .cash .figure").inner_text())

    @property
    def form(self) -> Locator:
        return self.page.locator("offer-form")

    # --- time ----------------------------------------------------------------------------------------

    def later(self, milliseconds: int) -> None:
        """Turn the page's clock forward: what it would do within that time it does at once."""
        self.page.clock.run_for(milliseconds)

    def stand_still(self) -> None:
        """No time passes for the page any more but by `later`."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1_000 + 1)

    def in_vain(self, path: str, times: int) -> None:
        """Let time pass until the page has asked for that so often without an answer."""
        for _ in range(times):
            with self.page.expect_event("requestfailed", lambda item: asks_for(item, path)):
                self.later(LONGEST_WAIT_MS)

    # --- doing ---------------------------------------------------------------------------------------

    def tap(self, name: str | re.Pattern[str], within: Locator | None = None, exact: bool = False) -> None:
        self.press((within or self.page).get_by_role("button", name=name, exact=exact).first)

    def press(self, what: Locator) -> None:
        """Tap it once it takes a tap: Playwright itself would look again half a second later, and scroll the page.

        :raises AssertionError: it takes none, for longer than anybody would wait."""
        late = time.monotonic() + PATIENCE_MS / 1_000
        while what.evaluate(TAKES_NO_TAP):
            assert time.monotonic() < late, f"takes no tap: {what.inner_text()}"
            time.sleep(LOOK_MS / 1_000)
        what.tap() if self.fingers else what.click()

    def open(self, offer: str) -> None:
        """Tap one of the moves on offer, by how its label begins; the only one is open already. A page writes a link
        with a dash."""
        label = re.escape(offer).replace(r"\-", "(?:-|\u202f–\u2009)").replace(r"\ ", r"\s")
        begins = re.compile(f"^{label}")
        form = self.page.get_by_role("form", name=begins)
        button = self.page.locator(
            "offer-list .offer", has=self.page.locator(".offer-label", has_text=begins)
        )
        form.or_(button).first.wait_for(state="attached")
        if form.count():
            return
        if not button.is_visible():
            self.press(self.page.locator("offer-list summary", has_text="More"))
        self.press(button)
        form.wait_for()

    def choose(self, label: str, field: str = "") -> None:
        """Tap a choice by its words."""
        within = (
            self.form.get_by_role("group", name=re.compile(f"^{re.escape(field)}")) if field else self.form
        )
        self.press(
            within.locator("label.chip", has=self.page.get_by_text(label, exact=True))
            .locator("visible=true")
            .first
        )

    def amount(self, dollars: int) -> None:
        """Type an amount on the page's own keypad."""
        keypad = self.form.get_by_role("group", name="Keypad")
        keypad.locator("xpath=preceding-sibling::*//input").fill("")
        for digit in str(dollars):
            self.tap(digit, keypad, exact=True)

    def dice(self, *faces: int) -> None:
        """Tap in what the table's own dice show."""
        for die, face in enumerate(faces, 1):
            self.tap(f"Die {die}: {face}", self.form)

    def place(self, label: str, name: str) -> None:
        """A place on the board: tap it, or write its name."""
        field = self.form.locator(
            "place-field", has=self.page.get_by_role("group", name=re.compile(f"^{label}"))
        )
        field = field.locator("visible=true").last
        if field.locator(".taken").count():
            if field.locator(".taken .chip-label").inner_text() == name:
                return
            self.press(field.get_by_role("button", name="Change"))
        search = field.locator("input.search")
        chip = field.locator(".chip", has=self.page.get_by_text(name, exact=True))
        if search.count():
            search.fill(name)
            chip = chip.or_(field.get_by_role("button", name=f"New: {name}", exact=True))
        self.press(chip.first)

    def onward(self, name: str) -> None:
        """The next link of a row: where it leads to."""
        field = self.form.locator("[data-field=onward]").locator("visible=true")
        field.locator("input.search").fill(name)
        chip = field.locator(".chip", has=self.page.get_by_text(name, exact=True))
        self.press(chip.or_(field.get_by_role("button", name=f"New: {name}", exact=True)).first)

    def segment(self, start: str, end: str) -> None:
        self.place("From", start)
        self.place("To", end)

    def tell(self, label: str, value: str | int) -> None:
        """Answer what the companion asks about the printed board."""
        facts = self.page.locator("facts-field").locator("visible=true").last
        facts.get_by_text(label).first.wait_for()
        field = facts.locator(":scope > *", has=self.page.get_by_text(label)).last
        if isinstance(value, int):
            self._number(field, value)
        else:
            box = field.locator("input").first
            box.fill(value)
            new = field.get_by_role("button", name=re.compile(rf"^(New: )?{re.escape(value)}"))
            if new.count():
                self.press(new.first)

    def _number(self, field: Locator, value: int) -> None:
        """Its own key, or the one of all larger numbers, which leads to a box."""
        key = field.get_by_role("button", name=str(value), exact=True).locator("visible=true")
        if key.count():
            self.press(key.first)
            return
        self.press(field.get_by_role("button", name=re.compile(r"^\d+\+$")))
        box = field.get_by_role("spinbutton")
        box.fill(str(value))
        box.press("Tab")

    def read(self) -> None:
        """It is a fault where something has no words, such as the key of a message in their stead."""
        self.faults += [f"{self.name}: {key}" for key in self.page.evaluate(WORDLESS, KEYS)]

    def previewed(self) -> None:
        """The page has shown what will happen."""
        self.form.locator("offer-preview[data-state=shown]").wait_for(state="attached")

    def confirm(self, previewed: bool = True, words: str = "Confirm") -> int:
        """Tap Confirm, or what stands there instead, and wait until the move is made. Its revision."""
        if previewed:
            self.previewed()
        self.read()
        before = self.revision
        self.press(self.form.get_by_role("button", name=words))
        self.until(before + 1)
        return self.revision

    def bid(self, dollars: int) -> int:
        self.open("Bid")
        self.amount(dollars)
        return self.confirm()

    def drop_out(self) -> int:
        self.open("Bid")  # the key stands beside Confirm
        return self.confirm(previewed=False, words="Pass")


def sit_down(browser: Browser, link: str, name: str, **device: Any) -> Screen:
    """A phone scans the QR and takes its seat."""
    screen = Screen(browser, name, **{**PHONE, **device})
    screen.page.goto(link)
    screen.tap(name)
    screen.page.locator("seat-screen").wait_for()
    return screen


def sit_host(
    browser: Browser, port: int, party: Party, name: str = "laptop", at: str = "", **device: Any
) -> Screen:
    """The laptop that made the table; `at`: where it is looked at there, such as "/log"."""
    screen = Screen(browser, name, **{**LAPTOP, **device})
    screen.has_kept({party.code: {"host": party.host, "join": party.join, "started": True}})
    screen.page.goto(f"http://127.0.0.1:{port}/t/{party.code}{at}")
    if not at:
        screen.page.locator("seat-screen").wait_for()
    settled(screen.page)  # a figure can be tapped when what corrects it has come
    return screen


def no_faults(*screens: Screen) -> None:
    """No page has complained in its console, nor of the content policy; and nothing is without words."""
    for screen in screens:
        if not screen.page.is_closed():
            screen.read()
    faults = [fault for screen in screens for fault in screen.faults]
    assert not faults, "\n".join(faults)
