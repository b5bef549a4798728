"""What a page is asked in its own language: to tell what it refuses, to say when it rests, to read out its figures."""

from __future__ import annotations

TELL_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""
"""From the beginning on: what the content policy forbids is a complaint of the browser."""
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
"""From the beginning on: `comingSoon` holds what is put off for less than so many ms."""
RESTS = """
async ([brief, patience, look]) => {
  const idle = () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)));
  const moves = (one) => one.playState === "running" && one.effect.getComputedTiming().endTime < brief;
  const late = performance.now() + patience;
  for (;;) {
    await idle();
    const left = [
      document.readyState !== "complete" && document.readyState,
      document.fonts.status !== "loaded" && "fonts",
      window.comingSoon.size && `${window.comingSoon.size} timers`,
      ...document.getAnimations().filter(moves).map((one) => one.animationName ?? one.transitionProperty ?? "motion"),
    ].filter(Boolean);
    if (!left.length) return;
    if (performance.now() > late) throw new Error(`the page does not come to rest: ${left}`);
    await new Promise((done) => setTimeout(done, look));
  }
}
"""
"""Comes back when the page rests: motion shorter than `brief` ms is over. Looked at every `look`, for `patience` ms."""
TAKES_A_TAP = """
(one, [look, patience]) => new Promise((done, fail) => {
  const late = performance.now() + patience;
  const again = () => {
    if (!one.isConnected || !one.disabled) done();
    else if (performance.now() > late) fail(new Error(`still disabled: ${one.textContent}`));
    else setTimeout(again, look);
  };
  again();
})
"""
"""Comes back when the button takes a tap; looked at every `look` ms, for `patience` ms."""
READ_GRID = """
(name) => {
  const words = (node) => [...node.querySelectorAll(".letters, .name, .cell-text, .figure")]
    .map((part) => part.textContent).join(" ");
  const panel = document.querySelector(`grid-panel[data-panel="${name}"]`);
  const heads = [...panel.querySelectorAll("thead th")].map(words);
  return Object.fromEntries([...panel.querySelectorAll("tbody tr")].map((row) => [
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
"""What a browser kept of tables, before its first page: a page opened for that alone would take a sixth of the
time that the screen takes. Later pages find what became of it."""
