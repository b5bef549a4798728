// Rows of a table where there is no room for all of it: each shows what a glance wants, and all after a tap.

import { button } from "../../dom.js";
import { say } from "../../messages.js";
import { namesIn } from "./names.js";
import { isNumber } from "./panel.js";
/** @import { Cell, PanelDocument, TableDocument } from "../../types.js" */

const SHORT_LETTERS = 8; // longer words get the room of two numbers
const NAME_LETTERS = 12; // still longer ones are no name that somebody is called by
const WIDE_LETTERS = 9; // more at a head take two lines rather than room
const MANY = 9; // so many rows, as sheets, show still less until they are tapped
const FEW = 3; // so many columns of figures a phone shows of each row, and one's own shares

/**
 * What a row is tapped on, to show all of it or little.
 * @param {HTMLElement} sheet
 * @param {string} name
 */
export function unfolds(sheet, name) {
  const fold = button("", () => {
    fold.setAttribute("aria-expanded", String(sheet.toggleAttribute("data-open")));
  }, { class: "unfold", "aria-label": name, "aria-expanded": String(sheet.hasAttribute("data-open")) });
  return fold;
}

/** What a number in a frame says, for where there is no room for the word beside it. */
export function explain(element) {
  const cells = element.panel.rows.flatMap(({ cells }) => cells);
  const hint = [...new Set(cells.flatMap((cell) => cell?.strong && cell.hint || []))].sort().join(" / ");
  for (const place of element.querySelectorAll("h2, .corner, thead :not(.held) + .held")) {
    place.dataset.framed = hint ? say("panel.framed", { hint }) : "";
  }
}

/**
 * Which railroad is under the hammer, or acts.
 * @param {TableDocument} doc
 */
export const soldIn = ({ auction, turn }) => (auction ?? turn)?.railroad;

/**
 * Is the row about that one?
 * @param {TableDocument} doc
 * @param {Cell} head
 */
export const isSold = (doc, { railroad }) => Boolean(railroad) && railroad === soldIn(doc);

/**
 * Are there so many rows that each is a tile with its first figure? Railroads are lines where a name comes
 * first.
 * @param {PanelDocument} panel
 * @param {Record<string, any>} [first] what its first column is like
 */
export const inTiles = ({ rows }, first) => rows.length >= MANY && (first?.numeric || !rows[0].head.railroad);

/** A dash stands for it. */
export const isNothing = (cell) => !cell || (!cell.text && !isNumber(cell) && !cell.railroad && !cell.seat);

/** It says no more than that. */
const isDash = (cell) => isNothing(cell) || cell.text === "–";

/**
 * A table's columns and what they are like; `mine`: the head of one more. `glance` 1: shown on the narrowest
 * phones, 2: on a phone, 3: where there is more room. `over`: nothing comes into an empty one any more.
 * @param {PanelDocument} panel
 * @param {number | null} you
 * @param {Cell | null} mine
 * @param {boolean} over
 */
export function shownOf({ columns, rows }, you, mine, over) {
  let figures = 0;
  const own = (column) => Boolean(column.seat && column.seat === you);
  const all = columns.map((column, at) => {
    const numeric = isOfNumbers(column, rows, at);
    const gone = over && !column.seat && !column.railroad && rows.every(({ cells }) => isDash(cells[at]));
    const held = column.seat || rows.some(({ cells }) => cells[at]?.railroad); // by whom: after a tap
    const glance = !numeric || gone ? null : own(column) ? 1 : held ? 3 : glanceAt(figures += 1);
    const wordy = rows.some(({ cells }) =>
      Boolean(cells[at]?.seat) || (cells[at]?.text ?? "").length > SHORT_LETTERS
    );
    // smaller letters on a board
    const long = rows.some(({ cells }) => (cells[at]?.text ?? "").length > NAME_LETTERS);
    // a glance is enough for these
    const brief = at === 0 || own(column);
    return { column, ...namesIn(rows, at), wordy, long, numeric, glance, brief, gone };
  });
  return mine ? [...all, { column: mine, ...MINE }] : all;
}

/** @param {number} figures that come before it, and this one */
const glanceAt = (figures) => figures < FEW ? 1 : figures > FEW ? 3 : 2;

/**
 * How a column's head and its cells look.
 * @param {Record<string, any>} column
 */
export const looks = ({ numeric, brief, glance, mine, gone, column = {} }) => ({
  hidden: gone,
  class: !numeric ? null : column.railroad || column.seat ? "number held" : "number",
  "data-brief": brief,
  "data-glance": glance,
  "data-mine": mine,
  "data-wide": column.text?.length > WIDE_LETTERS,
});

const MINE = { wordy: false, long: false, numeric: true, glance: 1, mine: true };

/**
 * A railroad's column holds shares, also while nobody has one. A column of dashes waits for figures if they
 * have a unit, else for names; one of figures that are called something waits for words.
 * @param {Cell} column
 */
function isOfNumbers(column, rows, at) {
  return Boolean(column.railroad) || rows.some((row) => isNumber(row.cells[at])) ||
    rows.every(({ cells }) =>
      isNothing(cells[at]) ? !cells[at]?.figure : isDash(cells[at]) && cells[at].unit
    );
}
