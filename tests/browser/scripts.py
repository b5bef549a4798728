"""JavaScript for a page: to report what it refuses, to say when it rests, to read out its figures."""

from __future__ import annotations

TELL_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""
"""Runs from the beginning: what the content policy forbids becomes a complaint of the browser."""
REMEMBER_WHAT_COMES_SOON = """
(soon) => {
  const coming = new Set();
  const { setTimeout, clearTimeout } = window;
  window.setTimeout = (act, wait = 0, ...more) => {
    const id = setTimeout((...given) => { coming.delete(id); act(...given); }, wait, ...more);
    if (wait < soon) coming.add(id);
    return id;
  };
  window.clearTimeout = (id) => { coming.delete(id); clearTimeout(id); };
  Object.defineProperty(window, "comingSoon", { value: coming });
}
"""
"""Runs from the beginning: `comingSoon` holds what is delayed by less than so many ms."""
RESTS = """
async ([brief, patience, look]) => {
  // A page of which nothing is to be drawn may be given no frame for ever.
  const idle = () => new Promise((done) => {
    requestAnimationFrame(() => requestIdleCallback(done));
    setTimeout(done, brief);
  });
  const moves = (one) => one.playState === "running" && one.effect.getComputedTiming().endTime < brief;
  const late = performance.now() + patience;
  for (;;) {
    const waiting = window.comingSoon.size; // what they begin is to be seen only after them
    await idle();
    const { scrollX, scrollY } = window;
    await idle();
    const left = [
      (window.scrollX !== scrollX || window.scrollY !== scrollY) && "scrolling",
      document.readyState !== "complete" && document.readyState,
      document.querySelector("[data-cover]") && "a cover against a second tap",
      document.fonts.status !== "loaded" && "fonts",
      (waiting || window.comingSoon.size) && `${waiting || window.comingSoon.size} timers`,
      ...document.getAnimations().filter(moves).map((one) => one.animationName ?? one.transitionProperty ?? "motion"),
    ].filter(Boolean);
    if (!left.length) return;
    if (performance.now() > late) throw new Error(`the page does not come to rest: ${left}`);
    await new Promise((done) => setTimeout(done, look));
  }
}
"""
"""Returns when the page rests, has done scrolling and motion shorter than `brief` ms is over. It looks every `look`
ms, for `patience` ms."""
TAKES_NO_TAP = """
(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return one.isConnected && (one.disabled || one.ariaDisabled === "true" || there?.matches("[data-cover]"));
}
"""
"""Does that button take no tap yet, or is it covered for a moment?"""
READ_GRID = """
(name) => {
  const words = (node) => [...node.querySelectorAll(".letters, .name, .cell-text, .figure")]
    .map((part) => part.textContent).join(" ");
  const panel = document.querySelector(`grid-panel[data-panel="${name}"]`);
  const heads = [...panel.querySelectorAll("thead th")].map(words);
  return Object.fromEntries([...panel.querySelectorAll("tbody:not(.coming) tr")].map((row) => [
    words(row.querySelector("th")),
    Object.fromEntries(
      [...row.querySelectorAll("td")].map((cell, at) => [heads[at], words(cell.querySelector(".cell"))])),
  ]));
}
"""
"""A table of figures by its panel's name: {row: {column: text}}."""
READ_TRACK = """
() => Object.fromEntries(
  [...document.querySelector("track-panel").querySelectorAll(".marker:not(.ghost)")].map((marker) =>
  [marker.textContent, Number(marker.closest(".space").dataset.at)]))
"""
"""Where each railroad's cube stands: {railroad: space}."""

KEPT_BEFORE = """
(tables) => {
  if (!location.protocol.startsWith("http") || localStorage.getItem("kept before")) return;
  localStorage.setItem("kept before", "yes");
  localStorage.setItem("companion.tables", tables);
}
"""
"""What the browser has stored about tables, set before its first page: opening a page just for that would take a
sixth of the screen's time. Later pages find what has become of it."""
WORDLESS = """
(keys) => {
  const known = new Set(keys), found = new Set();
  const look = (text) => text.match(/[a-z]+(\\.[a-z_-]+)+/g)?.forEach((part) => known.has(part) && found.add(part));
  for (const part of document.querySelectorAll("[aria-label]")) look(part.getAttribute("aria-label"));
  const words = document.body?.innerText ?? "";
  look(words);
  return [...found, ...(words.match(/\\b(undefined|NaN)\\b|\\[object |^\\s*(false|true|null)\\s*$/gm) ?? [])];
}
"""
"""Which of these keys of the catalogues stand on the page where their words should, and what a script has written that
had no words."""
