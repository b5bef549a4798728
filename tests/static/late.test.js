// A table that is told twice how it stands: what was asked for before something newer came does not undo that.

import { strictEqual as is } from "node:assert";
import { browser } from "./browser.js";

browser();
globalThis.addEventListener ??= () => {};
const { Table } = await import("../../static/table.js");

const doc = (version, revision) => ({ version, revision, seats: [], money: null, status: "playing" });

/** A table that has asked how it stands, and what answers it. */
function asking(now) {
  const table = new Table("ABCD2345");
  table.doc = now;
  let answer;
  globalThis.fetch = () => new Promise((done) => (answer = done));
  const asked = table.refresh();
  return { table, answered: (told) => (answer(new Response(JSON.stringify(told))), asked) };
}

Deno.test("an answer that was overtaken is dropped", async () => {
  const { table, answered } = asking(doc(4, 1));
  table.adopt(doc(6, 2)); // by the stream
  await answered(doc(5, 1));
  is(table.doc.version, 6);
});

Deno.test("else it is the truth, even if it is older: the laptop was set back", async () => {
  const { table, answered } = asking(doc(6, 2));
  await answered(doc(3, 1));
  is(table.doc.version, 3);
});
