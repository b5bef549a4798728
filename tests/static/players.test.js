// What payments bring each player, and how long hands are reminded of what they do.

import { deepStrictEqual as same, strictEqual as is } from "node:assert";
import { browser, catalogue } from "./browser.js";

browser("en");
catalogue();
const { perPlayer, perPlayerWords } = await import("../../static/elements/log/entry.js");
const { forHandsOf, isDue, lastWork, leftUndone, linesOf } = await import(
  "../../static/elements/log/checklist.js"
);

const doc = { code: "AB", seats: [{ seat: 1 }, { seat: 2 }, { seat: 3 }], recent: [] };
const pays = (from, to, amount, more = {}) => ({ from, to, amount, why: "", ...more });

Deno.test("a dividend is added up per player, in the order of the seats", () => {
  const postings = [pays("bank", "seat:2", 3), pays("bank", "seat:1", 2), pays("bank", "seat:2", 1)];
  same(perPlayer(doc, postings), [[1, 2], [2, 4]]);
});

Deno.test("who pays is told too; certificates are no money, and who comes out even is left out", () => {
  const postings = [
    pays("seat:3", "railroad:KP", 8),
    pays("bank", "seat:1", 1, { what: "shares" }),
    pays("bank", "seat:2", 5),
    pays("seat:2", "bank", 5),
  ];
  same(perPlayer(doc, postings), [[3, -8]]);
  same(perPlayer(doc, undefined), []);
});

Deno.test("a preview of a dividend tells what each gets of it, as the news do, whatever else they paid", () => {
  const named = { ...doc, seats: ["Ada", "Ed", "Bo"].map((name, at) => ({ seat: at + 1, name })) };
  const told = (postings) => perPlayerWords(named, postings).join(", ").replaceAll("\u00a0", " ");
  const price = pays("seat:2", "railroad:TP", 8);
  const dividend = [pays("bank", "seat:1", 10), pays("bank", "seat:2", 6)];
  is(told([price, ...dividend]), "Ada +$10, Ed +$6");
  is(told([pays("seat:3", "railroad:TP", 8), ...dividend]), "Ada +$10, Ed +$6, Bo −$8", "Bo gets none of it");
  is(
    told([pays("seat:2", "seat:1", 4), pays("seat:1", "seat:3", 1)]),
    "Ada +$3, Ed −$4, Bo +$1",
    "no dividend",
  );
  is(
    told([pays("bank", "seat:2", 5), pays("seat:2", "seat:1", 8)]),
    "Ada +$8, Ed −$3",
    "one alone gets something",
  );
  is(told([price]), "", "one player alone");
});

Deno.test("hands are reminded until all is ticked, and two moves long", () => {
  const entry = {
    revision: 5,
    instructions: [{ text: "one" }, { text: "two" }, { text: "paid", told: true }],
  };
  const after = (...revisions) => ({ ...doc, recent: revisions.map((revision) => ({ revision })) });
  is(isDue(after(5), entry), true);
  is(isDue(after(5, 6), entry), true);
  is(isDue(after(5, 6, 7), entry), false);
  is(isDue({ ...doc, recent: [{ revision: 6, undone: true }, { revision: 7 }] }, entry), true);
  const undo = (revision) => ({ revision, move: { type: "undo" } });
  const [sixth, seventh] = [{ revision: 6, undone: true }, { revision: 8, undone: true }];
  const undoneTwice = [sixth, undo(7), seventh, undo(9)];
  is(
    isDue({ ...doc, recent: undoneTwice }, entry),
    true,
    "what is taken back, and taking it back, is no move",
  );
  const redone = [{ revision: 6 }, undo(7), { revision: 8, move: { type: "redo" } }];
  is(isDue({ ...doc, recent: redone }, entry), true, "and what is redone is one");
  sessionStorage.setItem("companion.ticks.AB.5", "[0,1]");
  is(isDue(after(5), entry), true, "what is ticked does not leave under the finger");
  is(isDue(after(5, 6), entry), false);
});

Deno.test("what a later entry takes back, or moves on, is no work of anybody's phone any more", () => {
  const line = (text, seat, ...pieces) => ({ text, seat, pieces });
  const seats = [{ seat: 1, claimed: true }, { seat: 2, claimed: true }];
  const put = { revision: 5, by: "seat:1", instructions: [line("put", 1, "share"), line("cube", 1, "cube")] };
  const back = { revision: 7, by: "seat:2", instructions: [line("back", 2, "share")] };
  const work = (seat, ...recent) =>
    forHandsOf({ ...doc, seats, recent }, seat).recent.flatMap(linesOf).map(({ text }) => text);
  same(work(1, put), ["put", "cube"]);
  same(work(1, put, { revision: 6, instructions: [] }, back), ["cube"]);
  same(work(2, put, back), ["back"]);
  same(work(1, put, { ...back, undone: true }), ["put", "cube"], "what was undone takes nothing back");
  const both = { ...back, instructions: [line("all", 2, "share", "cube")] };
  same(work(1, put, both), []);
  same(work(1, { ...put, instructions: [line("all", 1, "share", "cube")] }, back), ["all"]);
});

Deno.test("what the host amends is all told to whoever made that move, and not its half once more", () => {
  const seats = [{ seat: 1, claimed: true }, { seat: 2, claimed: true }];
  const line = (text, ...pieces) => ({ text, pieces });
  const row = { revision: 5, by: "seat:2", amended: 6, instructions: [line("Coffeyville", "cube")] };
  const amend = {
    revision: 6,
    by: "host",
    move: { type: "amend", revision: 5 },
    instructions: [line("back: Chanute", "cube"), line("Coffeyville", "cube"), line("MP 7 → 5")],
  };
  const work = (seat, ...recent) => {
    const { instructions } = lastWork(forHandsOf({ ...doc, seats, recent }, seat)) ?? {};
    return instructions?.map(({ text }) => text);
  };
  same(work(2, row, amend), ["back: Chanute", "Coffeyville", "MP 7 → 5"]);
  same(work(1, row, amend), undefined);
  same(work(2, { ...row, amended: undefined }), ["Coffeyville"]);
  same(work(2, row, { ...amend, instructions: [] }), ["Coffeyville"], "of a sum nothing is said anew");
});

Deno.test("what one has to do after several moves in a row stays until all are done", () => {
  const line = (text) => ({ text, seat: 1 });
  const entry = (revision, by, ...texts) => ({ revision, by, instructions: texts.map(line) });
  const seats = [{ seat: 1, claimed: true }, { seat: 2, claimed: true }];
  const left = (...recent) => {
    const [newest, ...older] = forHandsOf({ ...doc, code: "NONE", seats, recent }, 1).recent.toReversed();
    return leftUndone({ ...doc, code: "NONE", recent, hands: true }, [newest, ...older]).map(({ text }) =>
      text
    );
  };
  const [card, dice, build] = [
    entry(5, "seat:1", "card"),
    entry(6, "seat:1", "cube"),
    entry(7, "seat:1", "track"),
  ];
  same(left(card, dice, build), ["card", "cube"]);
  same(left(card, entry(6, "seat:2", "bid"), build), []);
  same(left(card, { ...entry(6, "seat:2"), undone: true }, build), ["card"]);
  const entered = (seat, one) => ({ ...one, by: "host", move: { seat } });
  same(left(entered(1, card), entered(2, entry(6, "host")), entered(1, build)), [], "whoever enters it");
});

Deno.test("an undo that was redone leaves nothing to be taken back", () => {
  const seats = [{ seat: 1, claimed: true }];
  const entry = (revision, type) => ({
    revision,
    by: "seat:1",
    move: { type },
    instructions: [{ text: `${type} ${revision}`, seat: 1 }],
  });
  const work = (...types) => {
    const recent = types.map((type, at) => entry(at + 1, type));
    return lastWork(forHandsOf({ ...doc, seats, recent }, 1))?.instructions[0].text;
  };
  is(work("build", "undo"), "undo 2");
  is(work("undo", "undo", "redo"), "redo 3");
  const silent = (...types) => {
    const recent = types.map((type, at) => ({
      ...entry(at + 1, type),
      ...(type === "redo" && { instructions: [] }),
    }));
    return lastWork(forHandsOf({ ...doc, seats, recent }, 1))?.instructions[0].text;
  };
  is(silent("build", "undo", "redo"), "build 1");
  is(silent("undo", "undo", "redo"), "undo 1");
  is(silent("undo", "undo", "redo", "redo"), undefined);
});
