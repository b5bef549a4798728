// Sentences as the TV writes them: where one town ends and the next begins, and a true apostrophe.

import { strictEqual as is } from "node:assert";
import { asWritten, withApostrophes } from "../../static/elements/board/written.js";

const LINK = "Kansas\u00a0City\u202f–\u2009Atchison";

/** @param {any} more */
const table = (more) => /** @type {any} */ ({ seats: [{ seat: 1, name: "O'Brien" }], ...more });
const sale = {
  summary: "Ed offers $1 for the MP's Kansas City-Atchison",
  move: { from: "Atchison", to: "Kansas City" },
};

Deno.test("a link stands in one piece before its dash, and in data as it is", () => {
  const doc = table({ recent: [sale], turn: { prompt: "Ed: sell Kansas City-Atchison?" } });
  const shown = asWritten(doc);
  is(shown.recent[0].summary, `Ed offers $1 for the MP’s ${LINK}`);
  is(shown.recent[0].move.to, "Kansas City");
  is(shown.turn.prompt, `Ed: sell ${LINK}?`);
  is(doc.recent[0].summary, sale.summary);
});

Deno.test("of a move of several links each, and what a list has", () => {
  const segments = [{ from: "Troy", to: "Paris" }, { from: "Paris", to: "Cuba" }];
  const items = [{ text: "Acme-Kansas City", railroad: "KP", figure: "link." }];
  const doc = table({
    recent: [{ summary: "KP builds Troy-Paris, Paris-Cuba", move: { segments } }],
    panels: [{ items }],
  });
  is(asWritten(doc).recent[0].summary, "KP builds Troy\u202f–\u2009Paris, Paris\u202f–\u2009Cuba");
  is(asWritten(doc).panels[0].items[0].text, "Acme\u202f–\u2009Kansas\u00a0City");
});

Deno.test("a town with a hyphen, and a longer way, stay as they are", () => {
  const told = { summary: "KP builds Winston-Salem-Troy", move: { from: "Winston-Salem", to: "Troy" } };
  is(asWritten(table({ recent: [told] })).recent[0].summary, "KP builds Winston-Salem\u202f–\u2009Troy");
  const way = {
    summary: "the Missouri-Kansas-Texas; Winston-Salem",
    move: { from: "Missouri", to: "Kansas" },
  };
  is(asWritten(table({ recent: [way] })).recent[0].summary, way.summary);
});

Deno.test("an apostrophe between letters and after a plural is curved, another is not", () => {
  is(withApostrophes("the KP's, O'Brien's and Jess' cube: 'so'"), "the KP’s, O’Brien’s and Jess’ cube: 'so'");
  is(asWritten(table({})).seats[0].name, "O’Brien");
});
