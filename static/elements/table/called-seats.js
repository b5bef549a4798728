// Players as friends call them, where a phone has no room for long names.

import { h } from "../../dom.js";
import { calledNames } from "../board/called.js";
import { seatMark, seatName } from "../panels/badges.js";
/** @import { TableDocument } from "../../types.js" */

/**
 * @param {TableDocument} doc
 * @param {number} seat
 */
export function calledName(doc, seat) {
  const name = seatName(doc, seat);
  return calledNames(doc.seats.map((one) => one.name)).get(name) ?? name;
}

/**
 * The whole name behind such a lamp; where it has no room, as friends say it.
 * @param {TableDocument} doc
 * @param {number} seat
 */
export function ownMark(doc, seat) {
  const mark = seatMark(doc, seat);
  const name = /** @type {HTMLElement} */ (mark.querySelector(".name"));
  name.dataset.called = calledName(doc, seat);
  name.replaceChildren(h("span", { class: "whole" }, seatName(doc, seat)));
  return mark;
}

/**
 * That name behind a lamp of the player's colour.
 * @param {TableDocument} doc
 * @param {number} seat
 */
export function calledMark(doc, seat) {
  const mark = seatMark(doc, seat);
  mark.querySelector(".name").textContent = calledName(doc, seat);
  return mark;
}
