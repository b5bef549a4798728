// Railroads that may still come, in the lines of a TV's table that are kept for them.

import { fillParts, h } from "../../dom.js";
import { cellParts } from "../panels/panel.js";
import { isSold } from "../panels/lines.js";
/** @import { Cell, PanelDocument, TableDocument } from "../../types.js" */

/**
 * The list that names railroads without a line in this table, as long as the table has room for more.
 * @param {PanelDocument[]} panels
 * @param {PanelDocument | undefined} table
 * @param {number} lines for how many there is room
 * @returns {PanelDocument | null}
 */
export function listOfComing(panels, table, lines) {
  if (!table?.rows.length || table.rows.length >= lines || !table.rows[0].head.railroad) return null;
  return panels.find(({ kind, items }) =>
    kind === "list" && items.every(({ railroad }) => railroad) && items.some((item) => isNew(table, item))
  ) ?? null;
}

/**
 * Those of the list that have room below the last line of the table.
 * @param {PanelDocument} table
 * @param {PanelDocument | null} list
 * @param {number} lines
 * @returns {Cell[]}
 */
export function coming(table, list, lines) {
  const items = list?.items.filter((item) => isNew(table, item)) ?? [];
  return items.slice(0, lines - table.rows.length);
}

/**
 * A badge and words in each line, over all columns.
 * @param {TableDocument} doc
 * @param {HTMLTableElement} sheet
 * @param {Cell[]} items
 */
export function drawComing(doc, sheet, items) {
  const columns = sheet.tHead.rows[0].cells.length - 1;
  const old = sheet.querySelector(".coming");
  if (!items.length) return old?.remove();
  const lines = old ?? h("tbody", { class: "coming" });
  fillParts(
    lines,
    items.map((item) => ({
      key: item.railroad,
      shows: [item, isSold(doc, item), columns],
      make: () => line(doc, item, columns),
    })),
  );
  if (!old) sheet.append(lines);
  return undefined;
}

function line(doc, item, columns) {
  const { railroad, text } = item;
  return h(
    "tr",
    { "data-sold": isSold(doc, item) },
    h("th", { scope: "row" }, cellParts(doc, { railroad })),
    h("td", { colspan: columns }, h("span", { class: "cell" }, cellParts(doc, { text }))),
  );
}

/**
 * @param {PanelDocument} table
 * @param {Cell} item
 */
const isNew = ({ rows }, item) => !rows.some(({ head }) => head.railroad === item.railroad);

/**
 * Railroads by their badges, such as those that may come.
 * @param {PanelDocument} panel
 */
export function listsRailroads({ kind, items }) {
  return kind === "list" && items.length > 1 && items.every(({ railroad }) => railroad);
}
