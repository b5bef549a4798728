// Numbers, money and messages as the reader's language writes them.

import { strictEqual as is } from "node:assert";
import { browser, catalogue } from "./browser.js";

browser("de en");
catalogue();
const words = await import("../../static/messages.js");
await Promise.all([words.loadMessages(), words.moreWords()]);
const { listed } = await import("../../static/longhand.js");
const { labelOf, valueOf } = await import("../../static/elements/check/position.js");

const BLANK = "\u00a0"; // that no line ends at
const doc = { seats: [{ seat: 1, name: "Ed" }, { seat: 2, name: "Änne" }], railroads: [] };

Deno.test("the reader's language is the first it likes that there is", () => {
  is(words.language, "de");
  is(document.documentElement.lang, "de");
});

Deno.test("a message has its facts in place, and the form for its number", () => {
  is(words.say("check.count", { done: 2, of: 9 }), "2 von 9 geprüft");
  const forms = [0, 1, 2].map((count) => words.say("amend.differing", { count }));
  is(forms[0].replace("0", "2"), forms[2]);
  is(forms[1] === forms[2].replace("2", "1"), false);
});

Deno.test("names are listed as a sentence does", () => {
  is(listed(["Ed"]), "Ed");
  is(listed(["Ed", "Änne"]), "Ed und Änne");
  is(listed(["Ed", "Änne", "Jo"]), "Ed, Änne und Jo");
});

Deno.test("a message that there is none of says its key, a fact that is missing nothing", () => {
  is(words.say("no.such.message"), "no.such.message");
  is(words.sayOr("no.such.message", "otherwise"), "otherwise");
  is(words.say("check.count", { of: 9 }).includes("undefined"), false);
});

Deno.test("money is written as the game writes it, with a true minus", () => {
  words.writeMoney({ prefix: "$", suffix: "" });
  is(words.money(1234), "$1.234");
  is(words.money(-5), "−$5");
  words.writeMoney({ prefix: "$", suffix: "M" });
  is(words.money(7), "$7M");
  words.writeMoney(undefined);
  is(words.money(7), "$7M");
  words.writeMoney({ prefix: "$", suffix: "" });
});

Deno.test("a number stands before its unit, and is a dash where nobody knows it", () => {
  is(words.withUnit(0), "0");
  is(words.withUnit(3, "VP"), `3${BLANK}VP`);
  is(words.withUnit(null), "–");
  is(words.withUnit(undefined, "$"), "–");
});

Deno.test("the clock shows twenty-four hours", () => {
  is(/^\d\d:\d\d$/.test(words.clock("2026-01-01T20:01:00Z")), true);
});

Deno.test("a line to check is called as its panel calls it, or by the name of its figure", () => {
  is(labelOf(doc, { name: "treasury", values: [] }), "Kasse");
  is(labelOf(doc, { name: "holders", values: [] }), "Im Besitz von");
  is(labelOf(doc, { name: "odd_name", values: [] }), "odd name");
  is(labelOf(doc, { label: { text: "CT", hint: "Construct Track" }, values: [] }), "CT (Construct Track)");
});

Deno.test("what stands on a line is said in the words of its cells", () => {
  is(valueOf(doc, { values: [] }), "");
  is(valueOf(doc, { values: [{ number: 0, unit: "$" }] }), "$0");
  is(valueOf(doc, { values: [{ number: 2, of: 6 }] }), "2 von 6");
  is(
    valueOf(doc, { values: [{ seat: 1, number: 1, hint: "first" }, { seat: 2, number: 3 }] }),
    "Ed\u00a01 (first), Änne\u00a03",
  );
  is(valueOf(doc, { values: [{ word: "green" }, { yes: true }] }), "Grün, ja");
  is(valueOf(doc, { values: [{ number: 4, column: { text: "CT" } }] }), "CT 4");
});
