// Keys above a list: which lists have them, and which choices are said by one tap.

import { deepStrictEqual as same } from "node:assert";
import { browser } from "./browser.js";

browser();
const { lineOf, padOf } = await import("../../static/fields/pad.js");

const kind = {
  name: "kind",
  kind: "choice",
  choices: ["plain", "city", "gray", "sea"].map((value) => ({
    value,
    label: value,
    disabled: value === "sea",
  })),
};
const rank = { name: "rank", kind: "count", min: 1, max: 3 };
const income = { name: "income", label: "Income", kind: "count", min: 1, max: 2, when: { kind: "city" } };
const far = { ...income, min: 0, when: { kind: "gray" } };
const name = { name: "name", kind: "place", required: false, when: { kind: ["plain", "city", "gray"] } };
const known = { ...income, min: 2, when: { kind: "city", name: ["Dallas"] } };
const fields = [
  kind,
  name,
  { ...rank, min: 2, when: { kind: "city", name: "Dallas" } },
  rank,
  known,
  income,
  far,
];
const rowsOf = (keys) => keys.map(({ row }) => row);

Deno.test("a list whose lines begin with a choice and ask for a number has keys for both", () => {
  same(padOf({ fields })?.number, rank);
  same(
    [{ fields, said: true }, { fields: [rank, kind] }, { fields: [kind] }, {}].map(padOf),
    Array(4).fill(null),
  );
});

Deno.test("more numbers than a phone has room for are no keys", () => {
  same([5, 6].map((max) => padOf({ fields: [kind, { ...rank, max }] }) !== null), [true, false]);
});

Deno.test("what a choice asks for besides is in the key where few answers are possible, else it begins a row", () => {
  const { lines, openers } = padOf({ fields });
  same(rowsOf(lines), [{ kind: "plain" }, { kind: "city", income: 1 }, { kind: "city", income: 2 }]);
  same(lines.map(({ hint }) => hint), ["", "Income 1", "Income 2"]);
  same(rowsOf(openers), [{ kind: "city" }, { kind: "gray" }]); // a city also by its name
});

Deno.test("where fewer are possible for one choice, its line knows it", () => {
  const pad = padOf({
    fields: [...fields.slice(0, 3), { ...rank, max: 1, when: { kind: "plain" } }, ...fields.slice(3)],
  });
  same(pad.lines.map(({ most }) => most), [1, 3, 3]);
});

Deno.test("a choice that asks for two things more, or for something else than a number, begins a row", () => {
  for (const other of [{ name: "side", kind: "count", min: 1, max: 2 }, { name: "side", kind: "choice" }]) {
    const { openers } = padOf({ fields: [kind, rank, { ...other, when: { kind: "city" } }, income] });
    same(rowsOf(openers), [{ kind: "city" }]);
  }
});

Deno.test("where nothing is called by a name, no key begins a row", () => {
  same(padOf({ fields: [kind, rank, income] }).openers, []);
});

Deno.test("a row that one key has said is known by its line", () => {
  const pad = padOf({ fields });
  const rows = [{ kind: "city", income: 2, rank: 1 }, { kind: "city", rank: 1 }, { kind: "plain" }, {
    kind: "gray",
    income: 0,
    rank: 1,
  }];
  same(rows.map((row) => lineOf(pad, row)?.hint), ["Income 2", undefined, undefined, undefined]);
});
