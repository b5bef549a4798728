"""What every page must keep to, measured on the page itself: axe's rules, room for fingers, letters for eyes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

AXE = Axe().axe_script
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The rules that the other theme may break."""
SHORTLY = {"resultTypes": ["violations"], "selectors": False, "preload": False}
"""Nobody reads the selectors, which take a quarter of the time; and none of our rules needs the stylesheets fetched
again."""
TARGET_PX = 48
LETTER_PX = 16
"""The least a finger needs, give or take half a pixel, and the least an eye needs."""
WATCH_SHIFTS = """
() => {
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((entry) => ({
    value: entry.value,
    what: entry.sources.map(({ node }) => node?.className || node?.nodeName).join(" "),
  })))).observe({ type: "layout-shift", buffered: false });
}
"""
"""From now on `window.shifts` tells what has moved on the page, and how much."""
SMALL_TARGETS = """
(least) => [...document.querySelectorAll("button, a[href], summary, input, select, textarea, [role=tab]")]
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .map((one) => (one.matches("[type=checkbox], [type=radio]") ? one.closest("label") ?? one : one))
  .map((one) => ({ one, box: one.getBoundingClientRect() }))
  .filter(({ one, box }) => box.width && box.height && !one.closest("p, dd, .formula"))
  .filter(({ box }) => Math.min(box.height, box.width) < least - 0.5)
  .map(({ one, box }) => [one.tagName, one.className, one.textContent.trim().slice(0, 30),
    Math.round(box.width), Math.round(box.height)].join(" "))
"""
SMALL_LETTERS = """
(least) => [...document.querySelectorAll("body *")]
  .filter((one) => [...one.childNodes].some((part) => part.nodeType === 3 && part.textContent.trim()))
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 2 && !one.closest("svg"))
  .map((one) => ({ one, size: parseFloat(getComputedStyle(one).fontSize) }))
  .filter(({ size }) => size && size < least - 0.05) // of no size at all: not for the eye
  .map(({ one, size }) => [one.tagName, one.className, one.textContent.trim().slice(0, 30), size].join(" "))
"""
WIDER = """
() => {
  const room = document.documentElement.clientWidth;
  const scrolls = (node) =>
    node && (/auto|scroll/.test(getComputedStyle(node).overflowX) || scrolls(node.parentElement));
  return [...document.querySelectorAll("#screen *, dialog *")]
    .filter((node) => node.getClientRects().length && node.getBoundingClientRect().right > room + 1 && !scrolls(node))
    .filter((node) => !node.closest(".turning-page")) // a TV turns to its further columns
    .map((node) => `${node.localName}.${node.className}: ${node.textContent.slice(0, 60)}`);
}
"""
"""What juts out of the page at the right, and cannot be scrolled to."""
CUT = """
() => [...document.querySelectorAll("body *")]
  .filter((one) => one.textContent.trim() && !one.closest("svg, .unseen, .sentence, .marker, .atlas-scroll"))
  .filter((one) => !one.matches(".offer > .hint"))
  .filter((one) => one.clientWidth > 2 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter((one) => {
    const { overflowX, overflowY, display } = getComputedStyle(one);
    return display !== "inline" && (overflowX !== "visible" && one.scrollWidth > one.clientWidth + 2 ||
      /hidden|clip/.test(overflowY) && one.scrollHeight > one.clientHeight + 2);
  })
  .map((one) => `${one.localName}.${one.className}: ${one.textContent.trim().slice(0, 60)}`)
"""
"""What has no room for its words, so that they are cut off or must be scrolled. Allowed are the atlas's tables, cubes
on a track, which are only as large as their space, a sentence for the ear alone that the bar says already, and what a
move in a menu begins to tell: its form does to the end."""


def violations(page: Page, rules: Mapping[str, Any] = RULES) -> list[str]:
    """What axe finds: the rule, and where."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE)
    found = page.evaluate("how => axe.run(how)", {**SHORTLY, **rules})["violations"]
    return [
        f"{item['id']} ({item['impact']}) {item['help']}\n    "
        + "\n    ".join(
            f"{node['html'][:160]} | {node['failureSummary'][:200]}" for node in item["nodes"][:4]
        )
        for item in found
    ]


def too_small(page: Page) -> list[str]:
    """Targets too small for a finger, letters too small for an eye, and what juts out of the page."""
    return [
        *(f"target {item}" for item in page.evaluate(SMALL_TARGETS, TARGET_PX)),
        *(f"letters {item}" for item in page.evaluate(SMALL_LETTERS, LETTER_PX)),
        *(f"stands out {item}" for item in page.evaluate(WIDER)),
    ]


def cut(page: Page) -> list[str]:
    """Words that are cut off, or can be read only by scrolling sideways."""
    return [f"cut {item}" for item in page.evaluate(CUT)]


def sideways(page: Page) -> list[str]:
    """Is the page wider than its window?"""
    root = "document.documentElement"
    wide = page.evaluate(
        f"{root}.scrollWidth - {root}.clientWidth"
    )  # on a phone the window grows with its content
    return [f"{wide} px are to be scrolled to"] if wide > 0 else []


WORDS_ROOM = """key => {
  const words = document.createRange();
  words.selectNodeContents(key);
  const inner = words.getBoundingClientRect(), outer = key.getBoundingClientRect();
  return Math.min(inner.left - outer.left, outer.right - inner.right);
}"""
"""How far the words of a key keep off its frame, px; of both sides the nearer."""


def top(part: Locator) -> float:
    """Where it begins in the window, px; as the others here."""
    return _edge(part, "top")


def right(part: Locator) -> float:
    return _edge(part, "right")


def bottom(part: Locator) -> float:
    return _edge(part, "bottom")


def left(part: Locator) -> float:
    return _edge(part, "left")


def _edge(part: Locator, edge: str) -> float:
    return float(part.evaluate("(one, edge) => one.getBoundingClientRect()[edge]", edge))
