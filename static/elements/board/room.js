// How much of a TV each panel takes: for a whole game, so that nothing has to move as it fills.

import { isOfNames } from "../panels/names.js";
/** @import { Cell, PanelDocument, TableDocument } from "../../types.js" */

const TRACK = 6.2; // a track of two lines, as high as so many rows of a table
const SHORT_TRACK = 4;
const TOGETHER = 3; // players on one space; each one more takes so many rows:
const ONE_MORE = 0.35;
const HEAD = 1.7; // the head of a table
const SHORT_SPACES = 12; // a track that ends after so few spaces shares its line, as a named one does
const GROWING = 2; // so many more railroads a table that waits for some has room for, with figures of 30 px
const LONG_LETTERS = 8; // words that are longer have the room of two numbers
const OF_EACH = "."; // so ends the name of a figure that there is of each railroad
const EM = { railroad: 4.4, name: 8.4, number: 3.6, words: 6.8 }; // how wide a place is

/** @param {PanelDocument} panel */
export function isShort({ kind, min, last, labels }) {
  if (kind !== "track" || !Number.isInteger(last)) return false;
  return last - min < SHORT_SPACES || Boolean(labels?.length);
}

/**
 * For how many rows a table needs room, now or later. `known`: for how many it had room before, which is kept
 * while all rows fit: a railroad that may come later moves nothing yet.
 * @param {TableDocument} doc
 * @param {PanelDocument} panel
 * @param {number} [known]
 */
export function rowsOf({ seats, railroads }, { kind, rows = [] }, known = 0) {
  if (kind !== "grid") return 0;
  if (known) return Math.max(known, rows.length);
  const about = rows.every(({ head }) => head.railroad) ? railroads.length : seats.length;
  return Math.max(rows.length, about > rows.length && !rows.length ? about + GROWING : about, 1);
}

/**
 * As a share of the height: a row of a table is one.
 * @param {PanelDocument} panel
 * @param {number} rows
 */
export function roomOf(panel, rows) {
  if (panel.kind === "grid") return rows + HEAD;
  if (isShort(panel)) return SHORT_TRACK;
  const players = (panel.markers ?? []).filter(({ seat }) => seat).length; // they begin on one space
  return TRACK + ONE_MORE * Math.max(0, players - TOGETHER);
}

/**
 * Whether in a table of shares somebody may preside: that is framed, and said in a line of the head, which
 * has its room from the start.
 * @param {TableDocument} doc
 * @param {PanelDocument} panel
 */
export function presides({ panels }, { columns = [] }) {
  const some = ({ columns = [] }) => columns.some(({ figure }) => figure === "president");
  return columns.some(({ railroad }) => railroad) && panels.some(some);
}

/** Tables in whose last column a word has stood: it keeps its place, so that no other column moves. */
const remarked = new Set();

/**
 * A table without its last column, as long as no word has stood in it: the others have its room.
 * @param {PanelDocument} panel
 * @param {string} [code] at which table
 * @returns {PanelDocument}
 */
export function withoutRemarks(panel, code = "") {
  const { columns = [], rows = [] } = panel;
  const last = columns.at(-1);
  const silent = rows.every(({ cells }) => cells.length === columns.length && saysNothing(cells.at(-1)));
  const key = `${code}/${panel.name}`;
  if (rows.length && !silent) remarked.add(key);
  if (!rows.length || remarked.has(key) || last.railroad || last.seat) return panel;
  return {
    ...panel,
    columns: columns.slice(0, -1),
    rows: rows.map((row) => ({ ...row, cells: row.cells.slice(0, -1) })),
  };
}

/**
 * Whether a place has neither words nor a number, and is none for a name or for what somebody holds.
 * @param {Cell} cell
 */
const saysNothing = (cell) =>
  !cell.text && cell.number === undefined && !cell.railroad && !cell.hint && !isOfNames(cell) &&
  !cell.figure?.endsWith(OF_EACH);

/**
 * How wide a table is at least, in em.
 * @param {PanelDocument} panel
 */
export function widthOf({ columns = [], rows = [] }) {
  const head = rows.some(({ head }) => head.seat) ? EM.name : EM.railroad;
  const widths = columns.map(({ text = "" }, at) => {
    const cells = rows.map(({ cells }) => cells[at] ?? {});
    if (cells.some(isOfNames)) return EM.name;
    return cells.some((cell) => (cell.text ?? "").length > LONG_LETTERS) || text.length > 2 * LONG_LETTERS
      ? EM.words
      : EM.number;
  });
  return widths.reduce((sum, width) => sum + width, head);
}
