// Players as friends call them, where a phone has no room for long names.

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
 * That name behind a lamp of the player's colour.
 * @param {TableDocument} doc
 * @param {number} seat
 */
export function calledMark(doc, seat) {
  const mark = seatMark(doc, seat);
  mark.querySelector(".name").textContent = calledName(doc, seat);
  return mark;
}
