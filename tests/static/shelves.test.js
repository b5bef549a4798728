// What this browser keeps: the form being filled in, and what it may do at which table; how an evening is told.

import { deepStrictEqual as same, match, notStrictEqual as other } from "node:assert";
import { browser, catalogue } from "./browser.js";

browser();
catalogue();
const { loadMessages, moreWords } = await import("../../static/messages.js");
await Promise.all([loadMessages(), moreWords()]);
const { told } = await import("../../static/elements/page/shelf.js");
const { clearDraft, readDraft, writeDraft } = await import("../../static/elements/offer/drafts.js");
const { freshKey, recall, remember } = await import("../../static/keys.js");
const { forgetTable, knownTables } = await import("../../static/known-tables.js");
const { keepLastAmount, lastAmounts } = await import("../../static/fields/money.js");
const { checklistPart, leftUndone } = await import("../../static/elements/log/checklist.js");

Deno.test("a draft is there again after a reload, for its own table", () => {
  const draft = { offer: "bid", answers: { amount: 7 }, facts: {}, insisted: {} };
  writeDraft("AAAA", draft);
  same(readDraft("AAAA"), draft);
  same(readDraft("BBBB"), null);
  clearDraft("AAAA");
  same(readDraft("AAAA"), null);
});

Deno.test("a draft that something has spoilt is none", () => {
  sessionStorage.setItem("companion.draft.AAAA", "{half");
  same(readDraft("AAAA"), null);
});

Deno.test("what is known of a table is added to, not replaced", () => {
  localStorage.clear();
  remember("AAAA", { join: "j" });
  remember("AAAA", { seat: { number: 2, key: "k" } });
  same(recall("AAAA"), { join: "j", seat: { number: 2, key: "k" } });
  same(recall("BBBB"), {});
  forgetTable("AAAA");
  same(recall("AAAA"), {});
});

Deno.test("the table somebody sat at last comes first; one that has never been seen comes last", () => {
  localStorage.clear();
  remember("OLD", { at: "2026-01-01T20:00:00Z" });
  remember("NEVER", { join: "j" });
  remember("NEW", { at: "2026-02-01T20:00:00Z" });
  same(knownTables().map(({ code }) => code), ["NEW", "OLD", "NEVER"]);
});

Deno.test("a key is 192 bits in letters that may stand in an address", () => {
  match(freshKey(), /^[\w-]{32}$/);
  other(freshKey(), freshKey());
});

Deno.test("a shelf that is full or forbidden stops nobody", () => {
  const shelf = localStorage.setItem;
  localStorage.setItem = () => {
    throw new Error("full");
  };
  remember("AAAA", { join: "j" });
  localStorage.setItem = shelf;
});

Deno.test("what was entered last is of this table, and of an amount of that kind", () => {
  sessionStorage.clear();
  for (const amount of [9, 5, 9]) keepLastAmount("AAAAamount", amount);
  same(lastAmounts("AAAAamount"), [9, 5]);
  same(lastAmounts("AAAAprice"), []);
  same(lastAmounts("BBBBamount"), [], "another table");
});

const entry = (revision, ...texts) => ({
  revision,
  instructions: texts.map((text) => ({ text, pieces: [text] })),
});
const done = (revision, ...at) =>
  sessionStorage.setItem(`companion.ticks.AAAA.${revision}`, JSON.stringify(at));
const left = (...newestFirst) => leftUndone({ code: "AAAA" }, newestFirst).map(({ text }) => text);

Deno.test("what nobody has ticked stays on the list, if somebody ticks at all", () => {
  sessionStorage.clear();
  const entries = [entry(5, "cube"), entry(4, "share", "disc"), entry(3, "train")];
  same(left(...entries), []);
  done(4, 0);
  same(left(...entries), ["disc"]);
  done(3, 0);
  same(left(...entries), ["disc"]);
});

Deno.test("what the last move asks holds after an undo, an amendment, a correction, though nobody ticks", () => {
  sessionStorage.clear();
  const move = { ...entry(5, "income cube", "KATY", "MP", "SP", "round"), move: { type: "pass" } };
  const beside = (revision, type, ...texts) => ({ ...entry(revision, ...texts), move: { type } });
  const before = entry(4, "share");
  const all = ["income cube", "KATY", "MP", "SP", "round"];
  for (const type of ["undo", "amend", "correct"]) same(left(beside(7, type, "track"), move, before), all);
  same(left(beside(9, "undo", "disc"), beside(7, "correct", "track"), move, before), [...all, "track"]);
  same(left(beside(7, "undo", "KATY"), move), all.filter((text) => text !== "KATY"), "it has gone elsewhere");
  same(left({ ...entry(7, "track"), move: { type: "build" } }, move, before), [], "a move puts it away");
  const amend = beside(7, "amend", "disc");
  const { shows } = checklistPart({ code: "AAAA", recent: [{ ...move, amended: 7 }, amend] }, amend);
  same(shows[2], [], "the amendment says how it stands now");
  same(left(beside(2, "undo", "share"), { ...entry(1, "box"), move: { type: "begin" } }), []);
  done(5, 0, 1);
  same(left(beside(7, "undo", "track"), move, before), ["MP", "SP", "round"]);
});

Deno.test("a piece that has gone elsewhere since is not put where it was", () => {
  sessionStorage.clear();
  done(4, 1);
  same(left(entry(5, "cube"), entry(4, "cube", "share", "disc")), ["disc"]);
});

Deno.test("two evenings of today that ended alike are told apart by the hour; of another day the day is told", () => {
  const of = (finished_at) => {
    const [ed, pete] = [{ name: "Ed" }, { name: "Pete" }];
    return told({ game: { name: "Texas & Pacific" }, winners: ["Ed"], players: [ed, pete], finished_at })
      .words[0];
  };
  const at = (hour) => new Date(new Date().setHours(hour, 10)).toISOString();
  match(of(at(20)), /^Ed won · today .*10/);
  other(of(at(20)), of(at(22)));
  match(of("2026-05-01T12:10:00Z"), /^Ed won · 1 May 2026$/);
});
