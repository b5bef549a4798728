// A cell of a panel: a badge, a name, words, a number with its unit; what has changed shows what it was.

import { h } from "../../dom.js";
import { say, withUnit } from "../../messages.js";
import { railroadBadge, seatMark } from "./badges.js";
/** @import { Cell, TableDocument } from "../../types.js" */

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
