// What each has bid in the auction that is on, as the last entries tell it.

import { deepStrictEqual as same } from "node:assert";
import { browser, catalogue } from "./browser.js";

browser("en");
catalogue();
const { bidsOf } = await import("../../static/elements/panels/own-affairs.js");

const bid = (seat, amount, more = {}) => ({ move: { type: "bid", seat, amount }, ...more });
const pass = (seat, more = {}) => ({ move: { type: "pass", seat }, ...more });
const pays = { postings: [{ from: "seat:1", to: "bank", amount: 9 }] };
const auction = { high_bid: null, high_seat: null, passed: [], cannot_bid: [] };
const bids = (told, ...recent) => Object.fromEntries(bidsOf({ auction: { ...auction, ...told }, recent }));

Deno.test("the last bid of each, also of whoever has passed since", () => {
  const recent = [bid(1, 9), bid(2, 10), bid(3, 11), bid(1, 12), pass(2)];
  same(bids({ high_bid: 12, high_seat: 1, passed: [2] }, ...recent), { 1: 12, 2: 10, 3: 11 });
});

Deno.test("what was undone has not been bid, and what is no call says nothing", () => {
  const note = { move: { type: "note", text: "Ed is late" } };
  const recent = [bid(1, 9), bid(2, 11, { undone: true }), note, bid(2, 10)];
  same(bids({ high_bid: 10, high_seat: 2 }, ...recent), { 1: 9, 2: 10 });
});

Deno.test("a bid of the auction before stays there: it was sold, told aloud, or nobody wanted more", () => {
  const now = { high_bid: 12, high_seat: 2 };
  same(bids(now, bid(1, 9), pass(2, pays), bid(2, 12)), { 2: 12 });
  same(bids(now, bid(3, 5), bid(1, 9, pays), bid(2, 12)), { 2: 12 });
  const aloud = { move: { type: "auction_result", winner: null } };
  same(bids(now, bid(3, 5), aloud, bid(2, 12)), { 2: 12 });
  same(bids(now, bid(3, 5), pass(1), bid(2, 12)), { 2: 12 }); // seat 1 is in here
  same(bids({ ...now, passed: [1] }, bid(3, 5), pass(1), pass(1), bid(2, 12)), { 2: 12 });
  same(bids({ ...now, passed: [1], cannot_bid: [1] }, bid(3, 5), pass(1), bid(2, 12)), { 2: 12 });
  same(bids(now, bid(3, 14), bid(2, 12)), { 2: 12 });
});

Deno.test("before the first bid nobody has bid, and without an auction neither", () => {
  same(bids({ passed: [1] }, bid(1, 0), pass(1)), {});
  same([...bidsOf({ auction: null, recent: [bid(1, 9)] })], []);
});

Deno.test("who has put it up with a bid has bid, and with that it has begun", () => {
  const put = { move: { type: "decide_stock", seat: 1, railroad: "KATY", amount: 5 } };
  const told = { high_bid: 6, high_seat: 2, railroad: "KATY" };
  same(bids(told, bid(3, 4), put, bid(2, 6)), { 1: 5, 2: 6 });
  same(bids({ ...told, high_bid: 5, high_seat: 1 }, bid(3, 4), put), { 1: 5 });
});
