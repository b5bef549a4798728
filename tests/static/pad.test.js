// Keys above a list: which lists have them, and which choices are said by one tap.

import { deepStrictEqual as same } from "node:assert";
import { browser } from "./browser.js";

browser();
const { isWhole, padOf } = await import("../../static/fields/pad.js");

const kind = { name: "kind", kind: "choice", choices: [{ value: "plain" }, { value: "city" }] };
const rank = { name: "rank", kind: "count", min: 1, max: 3 };
const income = { name: "income", kind: "count", min: 1, max: 2, when: { kind: ["city", "gray"] } };
const name = { name: "name", kind: "place", required: false, when: { kind: "plain" } };
const fields = [kind, name, { ...rank, min: 2, when: { kind: "city", name: "Dallas" } }, rank, income];

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

Deno.test("a choice that asks for more begins a line, what may be left out does not", () => {
  same(["plain", "city"].map((one) => isWhole(padOf({ fields }), one)), [true, false]);
});
