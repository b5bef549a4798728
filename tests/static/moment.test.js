// What a board shows large of what has happened.

import { strictEqual as is } from "node:assert";
import { browser } from "./browser.js";

browser("en");
const {
  besidePart,
  clauses,
  laidDown,
  movedSince,
  ofTheMoment,
  paidOut,
  saidBefore,
  saidOf,
  moveAlone,
} = await import(
  "../../static/elements/board/moment.js"
);
const { treasuriesPaid } = await import("../../static/elements/log/paid-out.js");

const entry = (revision, type, more = {}) => ({ revision, move: { type }, undone: false, ...more });
const shown = (...recent) => ofTheMoment({ recent })?.revision;

Deno.test("the newest entry is shown, but not what was undone, nor the seed of a table that was brought here", () => {
  is(shown(), undefined);
  is(shown(entry(4, "bid"), entry(5, "pass")), 5);
  is(shown(entry(4, "bid"), entry(5, "pass", { undone: true })), 4);
  is(shown(entry(4, "bid"), entry(5, "seed")), 4);
});

Deno.test("money for several stays through the move after it; dice go, for that answers what they ask", () => {
  const dice = { ...entry(4, "roll_growth"), move: { type: "roll_growth", dice: [1, 2] } };
  const paid = [1, 2].map((seat) => ({ from: "bank", to: `seat:${seat}`, amount: 5 }));
  const dividend = entry(4, "pay_dividend", { postings: paid });
  is(shown(entry(3, "pass"), dice), 4);
  is(shown(dice, entry(5, "learn")), 5);
  is(shown(dividend, entry(5, "pass")), 4);
  is(shown(dividend, entry(5, "pass"), entry(6, "pass")), 6);
  is(shown(dividend, entry(5, "decide_track", { postings: paid.slice(1) })), 5);
});

Deno.test("a dividend that still stands there is followed by what has been moved since", () => {
  const dividend = entry(4, "pay_dividend", {
    postings: [1, 2].map((seat) => ({ from: "bank", to: `seat:${seat}`, amount: 5 })),
  });
  const since = (...recent) => movedSince({ recent })?.revision;
  is(since(dividend), undefined);
  is(since(dividend, entry(5, "build")), 5);
  is(since(dividend, entry(5, "build", { undone: true }), entry(6, "seed")), undefined);
  is(since(entry(3, "pass"), entry(5, "build")), undefined);
});

Deno.test("beside an auction stands what was done, not what is bid or asked", () => {
  const beside = (...recent) => besidePart({ recent })?.shows.revision;
  const roll = { ...entry(4, "roll"), move: { type: "roll", dice: [3, 1] } };
  const paid = entry(5, "pay", { postings: [{ from: "seat:1", to: "bank", amount: 2 }] });
  is(beside(), undefined);
  is(beside(roll), 4);
  is(beside(roll, paid), 5);
  is(beside(roll, { ...paid, undone: true }), 4);
  is(beside(roll, entry(6, "bid")), undefined);
  is(
    beside(roll, entry(6, "pass", { postings: paid.postings })),
    undefined,
    "the sale before is no business of this one",
  );
  is(beside(roll, entry(6, "auction_result", { postings: paid.postings })), undefined);
  is(beside(roll, entry(6, "request_money")), undefined);
});

Deno.test("who is paid most comes first, then as they sit", () => {
  const paid = [[4, 3], [3, 5], [1, 2], [1, 1]].map(([seat, amount]) => ({
    from: "bank",
    to: `seat:${seat}`,
    amount,
  }));
  is(JSON.stringify(paidOut(entry(4, "expand", { postings: paid }))), "[[3,5],[1,3],[4,3]]");
});

const pays = [1, 2].map((seat) => ({ from: "bank", to: `seat:${seat}`, amount: 5 }));

Deno.test("what is taken back is told itself: a dividend from before would be paid out again", () => {
  const paid = ["seat:1", "seat:2"].map((to) => ({ from: "bank", to, amount: 5 }));
  const dividend = entry(4, "pay_dividend", { postings: paid });
  const gone = entry(5, "build", { undone: true });
  is(ofTheMoment({ recent: [dividend, gone, entry(6, "undo")] }).revision, 6);
  is(ofTheMoment({ recent: [dividend, gone, entry(6, "undo"), entry(7, "build")] }).revision, 7);
});

Deno.test("a dividend that is restored has its rows again, another move is told by who restored it", () => {
  const paid = ["seat:1", "seat:2"].map((to) => ({ from: "bank", to, amount: 5 }));
  const dividend = entry(4, "pay_dividend", { postings: paid });
  is(shown(dividend, entry(5, "undo"), entry(6, "redo")), 4);
  is(shown(dividend, entry(5, "build"), entry(6, "undo"), entry(7, "redo")), 7);
  is(shown(entry(3, "redo")), 3);
});

Deno.test("where sums stand in rows, the headline is said; else none of them is lost", () => {
  const words = { summary: "Ed gets $5, Dave $2", headline: "a dividend" };
  const dividend = entry(4, "pay_dividend", { ...words, postings: pays });
  is(saidOf(dividend, [[1, 5], [2, 2]]), "a dividend");
  is(saidOf(dividend, [[1, 5]]), "a dividend");
  is(saidOf(dividend, []), "Ed gets $5, Dave $2", "nobody is told what others get");
  const back = {
    postings: [["seat:1", "railroad:WP", 9], ["railroad:WP", "seat:1", 9]].map(([from, to, amount]) => ({
      from,
      to,
      amount,
    })),
  };
  is(
    saidOf({ summary: "Ed wins the WP for $9", headline: "The WP is cancelled", ...back }, []),
    "The WP is cancelled",
  );
  is(saidOf(entry(5, "pay", { summary: "Ed pays" }), [[1, 5], [2, 2]]), "Ed pays");
});

Deno.test("what matters most is said first where no sums are left out", () => {
  const end = entry(4, "end_operation", {
    summary: "no dividend; Bull Market",
    headline: "Bull Market; no dividend",
  });
  is(saidOf(end, []), "Bull Market; no dividend");
});

Deno.test("of what is undone the figures are left out that it came to, and no town whose name has a point", async () => {
  const { loadMessages } = await import("../../static/messages.js");
  await loadMessages();
  is(
    moveAlone("Undone: TP collects $6, pays $2 per share ($2). Treasury $4"),
    "Undone: TP collects $6, pays $2 per share ($2)",
  );
  is(moveAlone("Bob took back: Bob builds for MS. Value $3M → $4M"), "Bob took back: Bob builds for MS");
  is(moveAlone("Undone: MP builds St. Louis-Iola for $5"), "Undone: MP builds St. Louis-Iola for $5");
});

Deno.test("an amended entry tells what it said before, its first clause", () => {
  const now = "Ed wins the KP share for $10; Ed begins";
  const amended = entry(9, "amend", {
    headline: `Ed's entry 4 amended: ${now}`,
    summary: `Entry 4 amended: ${now}; before: Dave wins the KP share for $1; Dave begins`,
  });
  is(saidBefore(amended), "before: Dave wins the KP share for $1");
  is(saidBefore(entry(9, "amend", { headline: "Entry 4 struck: a", summary: "Entry 4 struck: a" })), "");
  is(saidBefore(entry(9, "pass", { headline: "a; b", summary: "a; b; c" })), "");
});

Deno.test("the first clause is large, the others follow", () => {
  is(clauses("KP builds; KP income 2; Ed scores").join(" | "), "KP builds | KP income 2; Ed scores");
  is(clauses("KP builds").join(" | "), "KP builds | ");
});

Deno.test("news of a dividend tell what each got of it, whatever else they paid", async () => {
  const { newsOf } = await import("../../static/elements/log/entry.js");
  const doc = { seats: [{ seat: 1, name: "Ada", cash: 5 }, { seat: 2, name: "Ed", cash: 7 }] };
  const postings = [
    { from: "seat:2", to: "railroad:TP", amount: 8 },
    { from: "bank", to: "seat:1", amount: 10 },
    { from: "bank", to: "seat:2", amount: 6 },
  ];
  const told = newsOf(doc, { headline: "General Dividends: $16; Ed wins the TP share for $8", postings });
  is(told.replaceAll("\u00a0", " "), "General Dividends: $16; Ada +$10, Ed +$6; Ed wins the TP share for $8");
});

Deno.test("what stands in brackets gives way as a whole, or not at all", async () => {
  const { partsOf } = await import("../../static/elements/log/entry.js");
  const parts = partsOf("Gus scores 3 VP for $12 (charter 1, blue 1, green 1); $3 unspent, to the bank");
  is(parts.join("|"), "Gus scores 3 VP for $12| (charter 1, blue 1, green 1)|; $3 unspent|, to the bank");
});

Deno.test("shares that several lay down together have a row each", () => {
  const share = (railroad, seat) => ({
    what: `share:${railroad}`,
    from: `railroad:${railroad}`,
    to: `seat:${seat}`,
  });
  const reveal = entry(4, "reveal", { movements: [share("WW", 1), share("KCC", 2), share("KCC", 3)] });
  is(JSON.stringify(laidDown(reveal)), '[[1,"WW"],[2,"KCC"],[3,"KCC"]]');
  is(laidDown(entry(5, "invest", { movements: [share("WW", 1), share("MS", 1)] })).length, 0, "one alone");
  is(laidDown(entry(6, "correct", { movements: reveal.movements })).length, 0, "a correction");
  is(laidDown(entry(7, "build", { movements: [{ what: "cubes:WW", from: "box", to: "board" }] })).length, 0);
});

Deno.test("what all get of a dividend stands together, one's own first, and then what brought it about", async () => {
  const { newsOf } = await import("../../static/elements/log/entry.js");
  const seats = ["Ada", "Ed", "Cid", "Bo"].map((name, at) => ({ seat: at + 1, name, cash: 5 }));
  const postings = seats.map(({ seat }) => ({ from: "bank", to: `seat:${seat}`, amount: seat }));
  const told = (headline, you = { seat: 2 }) =>
    newsOf({ seats, you }, { headline, postings }).replaceAll("\u00a0", " ");
  is(
    told("Dividends; Bo wins the TP share"),
    "Dividends; Ed +$2, Ada +$1, Cid +$3, Bo +$4; Bo wins the TP share",
  );
  is( // a laptop at the head of the table
    told("Dividends; Bo wins the TP share", null),
    "Dividends; Ada +$1, Ed +$2, Cid +$3, Bo +$4; Bo wins the TP share",
  );
  is(told("TP pays $1 per share"), "TP pays $1 per share; Ed +$2, Ada +$1, Cid +$3, Bo +$4");
});

Deno.test("treasuries stand among those a dividend pays; what a railroad takes in or pays back does not", () => {
  const told = (...all) =>
    JSON.stringify(treasuriesPaid({ postings: all.map(([from, to, amount]) => ({ from, to, amount })) }));
  is(told(["bank", "seat:1", 4], ["bank", "railroad:GHH", 4], ["bank", "seat:2", 4]), '[["GHH",4]]');
  is(told(["bank", "railroad:SP", 6], ["railroad:SP", "seat:1", 3]), "[]", "income, and what is paid of it");
  is(told(["seat:1", "railroad:SP", 9]), "[]", "a price");
});
