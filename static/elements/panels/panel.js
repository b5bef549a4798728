// What every panel is: a title, and a body drawn from the table's document; and what a cell of it shows: a
// badge, a name, words, a number with its unit, with what it was if that has changed. No panel knows a game.

import { h } from "../../dom.js";
import { say, withUnit } from "../../messages.js";
import { railroadBadge, seatMark, signs } from "./badges.js";
/** @import { Cell, PanelDocument, TableDocument } from "../../types.js" */

/** A panel with its title. `was` is the same panel before the last move. */
export class Panel extends HTMLElement {
  /** @type {PanelDocument} */
  panel = null;
  /** @type {TableDocument} */
  doc = null;
  /** @type {PanelDocument} */
  was = null;
  /** Whoever shows it measures it: there is room for its figures alone. */
  fitted = false;
  #body = null;

  connectedCallback() {
    this.draw();
  }

  /**
   * From now on it shows this. What only other names, colours or a title could change is kept.
   * @param {TableDocument} doc
   * @param {PanelDocument} panel
   * @param {PanelDocument | null} was
   */
  update(doc, panel, was) {
    const words = (one) => one.title + one.hint;
    const renewable = this.#body && words(panel) === words(this.panel) && signs(doc) === signs(this.doc);
    Object.assign(this, { doc, panel, was });
    if (!this.isConnected) return;
    if (renewable) this.renew();
    else this.draw();
  }

  /**
   * What stands under the title: each kind of panel draws its own.
   * @returns {Node | undefined}
   */
  body() {
    return undefined;
  }

  draw() {
    this.classList.add("panel");
    this.dataset.panel = this.panel.name;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", this.panel.title);
    this.#body = this.body() ?? document.createTextNode("");
    const { title, hint } = this.panel;
    this.replaceChildren(h("h2", {}, title), this.#body);
    if (hint && !this.fitted) this.append(h("p", { class: "hint" }, hint));
  }

  /** Its figures have changed, and no more: larger kinds touch only those. */
  renew() {
    const body = this.body() ?? document.createTextNode("");
    this.#body.replaceWith(body);
    this.#body = body;
  }
}

/**
 * `was` is the same cell before the last move, if there was one.
 * @param {TableDocument} doc
 * @param {Cell} cell
 */
export function cellParts(doc, cell, was) {
  if (!cell) return [];
  const parts = [];
  if (cell.railroad) parts.push(railroadBadge(doc, cell.railroad));
  if (cell.seat) parts.push(seatMark(doc, cell.seat));
  if (cell.text) parts.push(h("span", { class: "cell-text" }, cell.text));
  if (cell.number !== undefined && cell.number !== null) {
    parts.push(figure(cell.number, cell.unit, was?.number));
  }
  if (cell.hint) parts.push(h("span", { class: "hint" }, cell.hint));
  // read aloud, they are words of their own
  const spaced = parts.flatMap((part, at) => (at ? [" ", part] : [part]));
  return cell.strong ? [h("strong", {}, spaced)] : spaced;
}

/**
 * A number; if it has just changed, with what it was beside it: "8 → 11", over the room around it, so that
 * nothing moves.
 * @param {string} unit
 */
export function figure(number, unit, was) {
  const now = h("span", { class: "figure" }, withUnit(number, unit));
  if (was === undefined || was === null || was === number) return now;
  const before = h(
    "s",
    { class: "was" },
    h("span", { class: "unseen" }, say("figure.was")),
    h("span", { class: "before" }, withUnit(was, unit)),
    " ",
  );
  return h("span", { class: "changed", "data-way": number > was ? "up" : "down" }, before, now);
}

/**
 * Whose account a railroad's or a seat's figures belong to.
 * @param {{ railroad?: string, seat?: number }} [whose]
 */
export function accountOf({ railroad, seat } = {}) {
  return railroad ? `railroad:${railroad}` : seat ? `seat:${seat}` : null;
}

/** The element says which tracked figure it shows; nothing where it shows what follows from others. */
export function standsFor(element, of, name) {
  if (element && of && name) Object.assign(element.dataset, { of, figure: name });
  return element;
}

/**
 * Which figure a cell of a table of figures shows, as [of, name]: its own, a player's shares, or its
 * column's.
 * @param {Cell} cell
 */
export function figureOfCell(head, column, cell) {
  if (head.seat && column.railroad) return [accountOf(head), `shares.${column.railroad}`];
  if (head.railroad && column.seat) return [accountOf(column), `shares.${head.railroad}`];
  if (cell?.figure) return [cell.account ?? accountOf(head), cell.figure];
  return isNumber(cell) || cell?.seat ? [accountOf(head), column.figure] : [];
}

/** @param {Cell} cell */
export function isNumber(cell) {
  return cell?.number !== undefined && cell?.number !== null;
}

/** What a number was before the last move, if it has changed. */
export function before(now, was) {
  return was && isNumber(was) && was.number !== now?.number ? was.number : undefined;
}

/**
 * A bar of `progress` of `of`, told alone where it goes beyond. `stands`: which figure that is, and whose;
 * `counts`: what is counted, such as "shares", only read aloud where the name has said it.
 */
export function meterBar(progress, of, name, stands = [], counts = "") {
  const number = of && progress <= of ? say("meter.of", { progress, of }) : String(progress);
  const words = `${number} ${counts}`.trim();
  const seen = counts.split(" ").every((word) => name.includes(word)) ? number : words;
  return h(
    "div",
    { class: "meter-line" },
    h(
      "div",
      {
        class: "meter-bar",
        role: "meter",
        "aria-label": name,
        "aria-valuenow": progress,
        "aria-valuemin": 0,
        "aria-valuemax": of,
        "aria-valuetext": words,
        vars: {
          "--share": String(of ? Math.min(progress / of, 1) : 0),
          "--steps": String(of && of <= 12 ? of : 1),
        },
      },
      h("span", { class: "fill" }),
    ),
    standsFor(h("span", { class: "figure" }, seen), ...stands),
  );
}
