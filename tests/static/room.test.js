// How much of a TV each panel takes.

import { strictEqual as is } from "node:assert";
import { browser } from "./browser.js";

browser("en");
const { rowsOf, withoutRemarks } = await import("../../static/elements/board/room.js");

const grid = (last, ...cells) => /** @type {any} */ ({
  columns: [{ text: "Built" }, last],
  rows: cells.map((cell) => ({ cells: [{ number: 1 }, cell] })),
});

Deno.test("a last column in which no word stands is left out, until one does", () => {
  is(withoutRemarks(grid({ text: "Note" }, { text: "" }, {})).columns.length, 1);
  is(withoutRemarks(grid({ text: "Note" }, { text: "" }, {})).rows[1].cells.length, 1);
  is(withoutRemarks(grid({ text: "Note" }, { text: "gone west" }, {})).columns.length, 2);
});

Deno.test("once a word has stood there the column stays, at that table", () => {
  const silent = grid({ text: "Note" }, { text: "" });
  is(withoutRemarks(silent, "TP1").columns.length, 1);
  withoutRemarks(grid({ text: "Note" }, { text: "not open yet" }), "TP1");
  is(withoutRemarks(silent, "TP1").columns.length, 2);
  is(withoutRemarks(silent, "TP2").columns.length, 1);
});

Deno.test("shares, figures and names keep their column", () => {
  is(withoutRemarks(grid({ railroad: "KP" }, { text: "" })).columns.length, 2);
  is(withoutRemarks(grid({ text: "Cash" }, { number: null })).columns.length, 2);
  is(withoutRemarks(grid({ text: "Control" }, { seat: null })).columns.length, 2);
  is(withoutRemarks(grid({ text: "Note" })).columns.length, 2);
});

Deno.test("a table keeps its room while all its rows fit, also where more may come than it reckoned with", () => {
  const doc = (count) => /** @type {any} */ ({ seats: [], railroads: Array(count).fill({}) });
  const rows = (count) => /** @type {any} */ ({
    kind: "grid",
    rows: Array(count).fill({ head: { railroad: "A" } }),
  });
  is(rowsOf(doc(9), rows(0)), 11);
  is(rowsOf(doc(11), rows(8), 10), 10);
  is(rowsOf(doc(11), rows(11), 10), 11);
});
