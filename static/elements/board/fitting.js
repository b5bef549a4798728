// Panels that keep their place, with letters that fit it: large ones where there is room, at worst small
// ones.

import { same } from "../../dom.js";
import { shortNames } from "../panels/badges.js";
import { briefNames } from "../panels/brief-names.js";

const USUAL = { "--most": "1", "--squeeze": "1" };
/**
 * What a panel may be asked for, one after the other: larger letters, the usual, heads in letters, brief
 * names, names of few letters, smaller letters.
 */
const STEPS = [
  ...[1.7, 1.5, 1.3, 1.15].map((size) => ({ "--most": String(size), "--squeeze": "1" })),
  USUAL,
  USUAL,
  ...[1, 1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58].map((size) => ({
    "--most": "1",
    "--squeeze": String(size),
  })),
];
const BRIEF = 5; // from this step on a head that may stand in letters does
const TIGHT = 6; // from this step on names are brief
const FEW = 7; // ... and of few letters
const PATIENCE = 6; // so often in a row there was room for larger ones before they come

/** @param {Element} box */
export function within(box) {
  return box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
}

/**
 * Whether all that stands in a frame keeps its distance from it, above and below.
 * @param {Element} box
 */
export function framed(box) {
  const { top, bottom } = box.getBoundingClientRect();
  const { paddingTop, paddingBottom } = getComputedStyle(box);
  const [first, last] = [box.firstElementChild, box.lastElementChild].map((one) =>
    one.getBoundingClientRect()
  );
  return first.top >= top + parseFloat(paddingTop) - 1 &&
    last.bottom <= bottom - parseFloat(paddingBottom) + 1;
}

export class Fitting {
  #known = new Map();
  #shape = null;

  /**
   * Let each of these panels fit its place; whether all of them do. Tables that stand one below another have
   * one size of letters, as long as that is the usual one or larger. `shape`: where that is another one, what
   * was found before does not hold any more.
   * @param {HTMLElement[]} panels
   */
  fit(panels, shape) {
    if (!same(shape, this.#shape)) this.#known.clear();
    this.#shape = shape;
    const all = panels.map((panel) => this.#fitOne(panel)).every(Boolean);
    const tables = panels.filter((panel) => panel.querySelector(".sheet"));
    const stepOf = (panel) => this.#known.get(panel.dataset.panel).step;
    const shared = Math.min(Math.max(0, ...tables.map(stepOf)), STEPS.indexOf(USUAL));
    for (const table of tables) if (stepOf(table) < shared) set(table, shared);
    return all;
  }

  #fitOne(panel) {
    const known = this.#known.get(panel.dataset.panel) ?? { step: 0, roomy: 0, failed: false, brief: false };
    const larger = known.step > BRIEF ? BRIEF : 0; // heads in words may never have had room
    known.roomy = known.step > 0 && fits(panel, larger) ? known.roomy + 1 : 0;
    const least = known.failed || known.roomy >= PATIENCE ? 0 : known.step;
    const step = STEPS.findIndex((_, at) => at >= least && fits(panel, at));
    known.step = step < 0 ? STEPS.length - 1 : step;
    known.failed = step < 0;
    this.#known.set(panel.dataset.panel, known);
    set(panel, known.step);
    if (known.step >= TIGHT && !known.brief) known.brief = !calledInFull(panel);
    return step >= 0;
  }
}

function set(panel, step) {
  panel.toggleAttribute("data-brief", step >= BRIEF);
  panel.toggleAttribute("data-tight", step >= TIGHT);
  panel.removeAttribute("data-whole");
  callHeads(panel, step < FEW ? briefNames : shortNames);
  for (const [name, value] of Object.entries(STEPS[step])) panel.style.setProperty(name, value);
}

/**
 * Lower lines may have been all that was wanted: names are brief only where whole ones have no room.
 * @param {HTMLElement} panel
 */
const calledInFull = (panel) =>
  panel.toggleAttribute("data-whole", true) && tableFits(panel) ||
  panel.toggleAttribute("data-whole", false);

/**
 * How players are called at the heads of columns where there is no room for whole names.
 * @param {HTMLElement} panel
 * @param {(names: string[]) => Map<string, string>} shortened
 */
function callHeads(panel, shortened) {
  const heads = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll("thead .seat-mark")]);
  const names = shortened(heads.map(({ dataset }) => dataset.called));
  for (const { dataset } of heads) dataset.short = names.get(dataset.called);
}

function fits(panel, step) {
  set(panel, step);
  return tableFits(panel) && trackFits(panel) && (!panel.matches("list-panel") || within(panel));
}

/** What moves on its way to its place is not measured, so not by what there is to scroll. */
function tableFits(panel) {
  const table = panel.querySelector(".sheet");
  if (!table) return true;
  const frame = table.parentElement;
  const { paddingLeft, paddingRight } = getComputedStyle(frame);
  const wide = frame.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return table.offsetWidth <= wide + 1 && table.offsetHeight <= frame.clientHeight + 1;
}

function trackFits(panel) {
  const track = panel.querySelector(".track");
  const line = track?.querySelector(".five:last-of-type");
  return !line || line.offsetTop + line.offsetHeight <= track.clientHeight + 1;
}
