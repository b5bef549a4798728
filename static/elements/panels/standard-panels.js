// The railroads and the players as panels, made from what every table document has, for tables that send
// none.

import { say } from "../../messages.js";
/** @import { PanelDocument, TableDocument } from "../../types.js" */

const DOLLAR = "$";

/**
 * The document's panels, with the two that every table needs among them; where there is no railroad, as at a
 * table of money alone, the players'.
 * @param {TableDocument} doc
 * @returns {PanelDocument[]}
 */
export function allPanels(doc) {
  const panels = doc.panels ?? [];
  const there = (name) => panels.some((panel) => panel.name === name);
  return [
    ...(there("railroads") || doc.railroads.length === 0 ? [] : [railroadsPanel(doc)]),
    ...(there("players") ? [] : [playersPanel(doc)]),
    ...panels,
  ];
}

/**
 * @param {TableDocument} doc
 * @returns {PanelDocument}
 */
function railroadsPanel(doc) {
  const columns = [
    ...["treasury", "income", "value"].map((name) => ({ text: say(`figure.${name}`), figure: name })),
    { text: say("figure.unsold"), figure: "shares_unsold" },
    { text: say("figure.dividend") },
  ];
  const rows = doc.railroads.map((railroad) => ({
    head: { railroad: railroad.id },
    cells: [
      { number: railroad.treasury, unit: DOLLAR },
      { number: railroad.income },
      { number: railroad.value, unit: DOLLAR },
      { number: railroad.shares_unsold },
      { number: railroad.dividend_now, unit: DOLLAR },
    ],
  }));
  return { kind: "grid", name: "railroads", title: say("panel.railroads"), columns, rows };
}

/**
 * @param {TableDocument} doc
 * @returns {PanelDocument}
 */
function playersPanel(doc) {
  const held = doc.railroads.filter(({ id }) => doc.seats.some(({ shares }) => shares?.[id]));
  const columns = [
    { text: say("figure.cash"), figure: "cash" },
    ...held.map(({ id }) => ({ railroad: id })),
    { text: say("figure.worth") },
  ];
  const rows = doc.seats.map((seat) => ({
    head: { seat: seat.seat },
    cells: [
      { number: seat.cash, unit: DOLLAR },
      ...held.map(({ id }) => (seat.shares?.[id] ? { number: seat.shares[id] } : {})),
      { number: seat.worth, unit: DOLLAR },
    ],
  }));
  return { kind: "grid", name: "players", title: say("panel.players"), columns, rows };
}
