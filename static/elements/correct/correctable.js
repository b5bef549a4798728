// For the host every figure that is tracked is a button: a tap, or Enter, and it is corrected. Fetched for
// the host alone.

import { say } from "../../messages.js";
import { openCorrection } from "./correct-dialog.js";

const TARGET_PX = 48; // what is drawn smaller is found by a tap so near to it
const FIGURE = "[data-of][data-figure]:not(button)";
const GROUP = ".panel, .ranking"; // one stop of the Tab key each; the arrows lead on within
const PLACE = "td, dd, .meter-line, .card, .space"; // a tap anywhere in it means the one figure it shows
const CONTROL = "button, a, input, label, select, summary, textarea";
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** From now on, until the screen is left, the host corrects what this screen shows. */
export function correctable(screen) {
  const { signal, table } = screen;
  const may = () => table.isHost && table.doc.status !== "finished";
  const watch = new MutationObserver(() => dress(screen, may()));
  watch.observe(screen, { childList: true, subtree: true });
  signal.addEventListener("abort", () => watch.disconnect());
  screen.addEventListener("click", (event) => may() && open(screen, tapped(event)), { signal });
  screen.addEventListener("keydown", (event) => may() && pressed(screen, event), { signal });
  dress(screen, may());
}

function open(screen, figure) {
  if (!figure) return;
  const { of, figure: name } = figure.dataset;
  const back = () =>
    screen.querySelector(`[data-of="${CSS.escape(of)}"][data-figure="${CSS.escape(name)}"]`)?.focus();
  openCorrection(screen.table, { of, name, back }).catch((error) => screen.complain(error.message));
}

/** Figures become named buttons, one of each group in reach of the Tab key. */
function dress(screen, on) {
  const seen = new Set();
  for (const figure of screen.querySelectorAll(FIGURE)) {
    if (!on) {
      for (const name of ["role", "tabindex", "aria-label"]) figure.removeAttribute(name);
      continue;
    }
    const group = figure.closest(GROUP) ?? figure;
    if (!figure.hasAttribute("role")) {
      figure.setAttribute("role", "button");
      figure.setAttribute("aria-label", say("correct.figure", { what: called(figure) }));
      // What is drawn of a track is one picture; with buttons in it, it is a group of them.
      figure.closest(".track")?.setAttribute("role", "group");
    }
    figure.tabIndex = seen.has(group) ? -1 : 0;
    seen.add(group);
  }
}

/**
 * What the figure is of and what it is now, as its place says it: row and column, the panel and the head of
 * its bar.
 */
function called(figure) {
  const cell = figure.closest("td");
  const heads = cell ? [cell.parentElement.querySelector("th"), cell.querySelector(".column-name")] : [
    figure.closest(GROUP)?.querySelector("h2"),
    figure.closest("dd")?.previousElementSibling ?? figure.parentElement.querySelector(":scope > .unseen"),
  ];
  const space = figure.closest(".space")?.querySelector(".space-number");
  return [...heads, figure, space].filter(Boolean).map(words).filter(Boolean).join(", ");
}

/** What an element says, but for what it was before. */
function words(element) {
  const copy = element.cloneNode(true);
  for (const gone of copy.querySelectorAll(".was, [aria-hidden]")) gone.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

/**
 * The figure a tap means: what lies under it, else the only one in that place, else the nearest within reach.
 */
function tapped({ target, clientX, clientY }) {
  if (target.closest(CONTROL)) return null;
  const under = target.closest(FIGURE);
  if (under) return under;
  const here = [...(target.closest(PLACE)?.querySelectorAll(FIGURE) ?? [])];
  if (here.length === 1) return here[0];
  const around = [...(target.closest(GROUP)?.querySelectorAll(FIGURE) ?? [])].map((
    figure,
  ) => [figure, away(figure, clientX, clientY)]);
  const [nearest] = around.filter(([, far]) => far !== null).sort(([, one], [, other]) => one - other);
  return nearest?.[0] ?? null;
}

/** How far a point is from a figure, in px; null beyond the room a finger needs. */
function away(figure, x, y) {
  const { left, right, top, bottom } = figure.getBoundingClientRect();
  const reach = (from, to) => Math.max(0, (TARGET_PX - (to - from)) / 2);
  const across = Math.max(left - x, x - right, 0);
  const down = Math.max(top - y, y - bottom, 0);
  return across <= reach(left, right) && down <= reach(top, bottom) ? Math.hypot(across, down) : null;
}

function pressed(screen, event) {
  const figure = event.target.closest?.(`${FIGURE}[role]`);
  if (!figure) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    open(screen, figure);
  } else if (event.key in STEPS) {
    event.preventDefault();
    const all = [...(figure.closest(GROUP)?.querySelectorAll(FIGURE) ?? [figure])];
    const next = all[(all.indexOf(figure) + STEPS[event.key] + all.length) % all.length];
    figure.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
