// Players who are named in a column of a board: whoever they come to be, the columns keep their places, and
// the rows their height.

import { h } from "../../dom.js";
import { calledName, inkOn, railroadBadge, seatMark, seatName, seatOf, shortNames } from "./badges.js";
/** @import { Cell, TableDocument } from "../../types.js" */

const BADGES = 3; // so many railroads have room side by side
const PAIR = 2; // more who are named together have smaller letters

/** Does a cell name players: nobody yet, one, or several? */
export const isOfNames = (cell) => Boolean(cell && ("seat" in cell || cell.seats));

/** What column `at` has of them. */
export function namesIn(rows, at) {
  const cells = rows.map(({ cells }) => cells[at]);
  return { names: cells.some(isOfNames), shared: cells.some((cell) => cell?.seats) };
}

/**
 * A player's lamp and name, also as friends say it and in few letters, for where there is no room.
 * @param {TableDocument} doc
 * @param {number} seat
 */
export function named(doc, seat) {
  const mark = seatMark(doc, seat);
  Object.assign(mark.dataset, { called: calledName(doc, seat), short: shortName(doc, seat) });
  return mark;
}

/**
 * A cell that names several: of players one by the name, more by few letters of each; few railroads by their
 * badges, more by smaller ones, in all rows alike. Read aloud, whole. Null if it names none.
 * @param {TableDocument} doc
 * @param {Cell} cell
 */
export function together(doc, { seats, text }) {
  if (!seats?.length) {
    const ids = String(text ?? "").split(", ");
    const known = ids.every((one) => doc.railroads.some(({ id }) => id === one));
    if (!known) return null;
    const badges = ids.map((id) => railroadBadge(doc, id));
    return [h("span", { class: "plates", "data-many": ids.length > BADGES }, badges)];
  }
  if (seats.length === 1) return [named(doc, seats[0])];
  return [h("span", { class: "unseen" }, text), marks(doc, seats)];
}

/**
 * A line that nobody sees: in a column of names as wide as the widest of all, or as two who are named
 * together.
 * @param {TableDocument} doc
 * @param {{ names: boolean, shared: boolean }[]} columns
 */
export function roomForNames(doc, columns) {
  if (!columns.some(({ names }) => names)) return null;
  const all = doc.seats.map(({ seat }) => seat);
  const pairs = all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other]));
  const room = ({ names, shared }) => [
    names && all.map((seat) => named(doc, seat)),
    shared && pairs.map((pair) => marks(doc, pair)),
  ];
  const places = columns.map((column) => h("td", {}, h("span", { class: "room-for-names" }, room(column))));
  return h("tfoot", { "aria-hidden": "true" }, h("tr", {}, h("td", {}), places));
}

/**
 * Several as discs of their colours, each with the first of its name: for a table that has no room for their
 * names.
 * @param {TableDocument} doc
 * @param {number[]} seats
 */
export function tokens(doc, seats) {
  const names = doc.seats.map(({ name }) => name);
  const disc = (seat) => {
    const name = seatName(doc, seat);
    const { colour } = seatOf(doc, seat) ?? {};
    const vars = { "--lamp": colour ?? "gray", "--on-lamp": inkOn(colour) };
    return h("span", { class: "token", vars }, lettersOf(names, name));
  };
  return h("span", { class: "tokens", "aria-hidden": "true" }, seats.map(disc));
}

/**
 * The first letter of a name; of names that begin alike, two.
 * @param {string[]} names
 * @param {string} name
 */
export function lettersOf(names, name) {
  const [first] = name;
  return [...name].slice(0, names.filter(([other]) => other === first).length > 1 ? 2 : 1).join("");
}

/** Several as lamps with few letters each. */
function marks(doc, seats) {
  const mark = (seat) => {
    const short = named(doc, seat);
    short.querySelector(".name").replaceChildren(shortName(doc, seat));
    return short;
  };
  const many = String(Math.max(1, seats.length / PAIR));
  return h("span", { class: "together", "aria-hidden": "true", vars: { "--many": many } }, seats.map(mark));
}

function shortName(doc, seat) {
  return shortNames(doc.seats.map(({ name }) => name)).get(seatName(doc, seat)) ?? "";
}
