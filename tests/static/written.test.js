// Sentences as they are shown: where one town ends and the next begins, and on the TV a true apostrophe.

import { deepStrictEqual as same, strictEqual as is } from "node:assert";
import { inPrint, printed, withApostrophes } from "../../static/elements/board/wording.js";
import { asWritten } from "../../static/elements/board/written.js";

const LINK = "Kansas\u00a0City\u202f–\u2009Atchison";

/** @param {any} more */
const table = (more) => /** @type {any} */ ({ seats: [{ seat: 1, name: "O'Brien" }], ...more });
/** @param {any} more */
const shown = (more) => /** @type {any} */ (printed(table(more)));
const sale = {
  summary: "Ed offers $1 for the MP's Kansas City-Atchison",
  move: { from: "Atchison", to: "Kansas City" },
};

Deno.test("a link stands in one piece before its dash, and in data as it is", () => {
  const doc = table({ recent: [sale], turn: { prompt: "Ed: sell Kansas City-Atchison?" } });
  const { recent: [entry], turn } = /** @type {any} */ (printed(doc));
  is(entry.summary, `Ed offers $1 for the MP’s ${LINK}`);
  same(entry.move, sale.move);
  is(turn.prompt, `Ed: sell ${LINK}?`);
  is(doc.recent[0].summary, sale.summary);
  is(asWritten(/** @type {any} */ (printed(doc))).recent[0].summary, `Ed offers $1 for the MP’s ${LINK}`);
});

Deno.test("of a move of several links each, a longer way, and what a list has", () => {
  const segments = [{ from: "Troy", to: "Paris" }, { from: "Paris", to: "Cuba" }];
  const items = [
    { text: "Acme-Kansas City", railroad: "KP", figure: "link." },
    { text: "Iola-Rome-Ames, Ames-Iola (2)", railroad: "MP", figure: "link." },
  ];
  const entry = { summary: "KP builds Troy-Paris-Cuba, Paris-Cuba", move: { segments } };
  const doc = shown({ recent: [entry], panels: [{ items }] });
  is(doc.recent[0].summary, "KP builds Troy\u202f–\u2009Paris\u202f–\u2009Cuba, Paris\u202f–\u2009Cuba");
  const [one, two] = doc.panels[0].items;
  is(one.text, "Acme\u202f–\u2009Kansas\u00a0City");
  is(two.text, "Iola\u202f–\u2009Rome\u202f–\u2009Ames, Ames\u202f–\u2009Iola (2)");
});

Deno.test("a town with a hyphen, a railroad of towns, and a note stay as they are", () => {
  const told = { summary: "KP builds Winston-Salem-Troy", move: { from: "Winston-Salem", to: "Troy" } };
  is(shown({ recent: [told] }).recent[0].summary, "KP builds Winston-Salem\u202f–\u2009Troy");
  const way = {
    summary: "the Missouri-Kansas-Texas; Winston-Salem",
    move: { from: "Missouri", to: "Kansas" },
  };
  const doc = table({ recent: [way] });
  is(printed(doc).recent, doc.recent);
  const note = { summary: "note", move: { text: "Missouri-Kansas" } };
  is(inPrint(note, { recent: [/** @type {any} */ (way)] }), note);
});

Deno.test("an apostrophe between letters and after a plural is curved, another is not", () => {
  is(withApostrophes("the KP's, O'Brien's and Jess' cube: 'so'"), "the KP’s, O’Brien’s and Jess’ cube: 'so'");
  is(asWritten(table({})).seats[0].name, "O’Brien");
});

Deno.test("on a phone a player's name stays as it was typed, in a sentence too", () => {
  const doc = shown({ turn: { prompt: "O'Brien: build the KP's link" } });
  is(doc.turn.prompt, "O'Brien: build the KP’s link");
  is(doc.seats[0].name, "O'Brien");
});
