"""What people do in a window of any engine: tap what they see, write, read a figure."""

from __future__ import annotations

from typing import Any

from tests.browser.conftest import SHOTS
from tests.browser.engines import Window
from tests.browser.measures import WIDER
from tests.browser.pages import LOOK_MS
from tests.browser.scripts import READ_GRID

ENOUGH_MS, TRIES, STANDS = 20_000, 3, 5
"""How long a page may take; how often typing is tried; for how many looks a target must have stood still."""
UNTIL = """
(look, patience, ...given) => new Promise((done, fail) => {
  const late = performance.now() + patience;
  const again = () => {
    const found = (SCRIPT)(...given);
    if (found) done(found);
    else if (performance.now() > late) fail(new Error(`in vain: ${given}`));
    else setTimeout(again, look);
  };
  again();
})
"""
"""What a function returns, as soon as it returns something."""
WHERE = """
(selector, words, exact, looks) => {
  const said = (one) => (one.getAttribute("aria-label") ?? one.textContent).trim();
  const meant = (one) => (exact ? said(one) === words : said(one).startsWith(words));
  const one = [...document.querySelectorAll(selector)]
    .find((one) => one.checkVisibility() && meant(one) && !one.disabled);
  if (!one) return null;
  const middle = () => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const free = ([x, y]) => one.contains(document.elementFromPoint(x, y));
  if (!free(middle())) one.scrollIntoView({ block: "center", behavior: "instant" });
  const at = middle();
  one.stood = String(at) === String(one.stoodAt) ? (one.stood ?? 0) + 1 : 0;
  one.stoodAt = at;
  return free(at) && one.stood >= looks ? at : null;
}
"""
"""Where to tap what begins with these words, as soon as it stands still, takes a tap, and nothing lies over it."""
SEES = "(selector, words) => document.querySelector(selector)?.textContent.includes(words)"
HEARD = """
(revision) => (document.getElementById("screen").firstChild?.table?.doc?.revision ?? -1) >= revision
"""
SHOWN = "() => document.getElementById('screen').firstChild.table.doc"


class Screen:
    """A window, and what people do there."""

    def __init__(self, name: str, window: Window) -> None:
        self.name, self.window = name, window

    def until(self, script: str, *given: Any) -> Any:
        """What the page says to that, as soon as it says something."""
        return self.window.ask(UNTIL.replace("SCRIPT", script), LOOK_MS, ENOUGH_MS, *given)

    def heard(self, revision: int) -> None:
        """This page has heard of a move."""
        self.until(HEARD, revision, self.name)

    def sees(self, selector: str, words: str) -> None:
        self.until(SEES, selector, words)

    @property
    def revision(self) -> int:
        return int(self.window.ask(SHOWN)["revision"])

    def press(self, selector: str, words: str = "", exact: bool = False) -> None:
        """Tap the element whose words begin so."""
        self.window.touch(*self.until(WHERE, selector, words, exact, STANDS))

    def tap(self, words: str, within: str = "", exact: bool = False) -> None:
        self.press(f"{within} button", words, exact)

    def fill(self, selector: str, text: str) -> None:
        """Tap the field, and type; once more where the field was made anew meanwhile."""
        for _ in range(TRIES):
            self.press(selector)
            self.window.write(text)
            if self.window.ask("(field) => document.querySelector(field)?.value", selector) == text:
                return
        raise AssertionError(f"{text!r} cannot be written into {selector}")

    def open(self, offer: str) -> None:
        """A move by how its label begins; the only one is open already."""
        self.until(
            "(words) => [...document.querySelectorAll('offer-form h2, offer-list .offer-label')]"
            ".some((one) => one.textContent.trim().startsWith(words))"
            " || document.querySelector(`offer-form form[aria-label^='${words}']`) !== null",
            offer,
        )
        opened = f"offer-form form[aria-label^='{offer}']"
        if not self.window.ask("(selector) => Boolean(document.querySelector(selector))", opened):
            self.press("offer-list .offer", offer)

    def choose(self, words: str) -> None:
        """Tap a choice by how its words begin; a railroad's are its letters, its name may have no room."""
        self.press("offer-form label.chip", words)

    def amount(self, dollars: int) -> None:
        self.tap("Clear", "offer-form .keypad")
        for digit in str(dollars):
            self.tap(digit, "offer-form .keypad", exact=True)

    def place(self, field: str, name: str, new: bool = False) -> None:
        """Tap a place; among many, type its name first. new: nobody has named it yet."""
        within = f"offer-form place-field[data-field='{field}']"
        self.until("(field) => document.querySelector(`${field} .chip`) !== null", within)
        if self.window.ask("(field) => document.querySelector(`${field} input.search`) !== null", within):
            self.fill(f"{within} input.search", name)
        self.press(f"{within} .chip", f"New: {name}" if new else name)

    def confirm(self, previewed: bool = True, words: str = "Confirm") -> int:
        """Tap Confirm, or what stands there instead; the revision it made."""
        if previewed:
            self.until("() => document.querySelector('offer-form offer-preview')?.dataset.state === 'shown'")
        revision = self.revision + 1
        self.tap(words, "offer-form")
        self.heard(revision)
        return revision

    def grid(self, name: str) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = self.window.ask(READ_GRID, name)
        return found

    def keep(self, moment: str) -> None:
        """A picture of it, for whoever wants to look."""
        SHOTS.mkdir(exist_ok=True)
        (SHOTS / f"{self.name}-{moment}.png").write_bytes(self.window.picture())
        assert self.window.ask(WIDER) == [], f"{self.name}: {moment}"
