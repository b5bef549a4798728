// How a player's total adds up on the settlement.

import { deepStrictEqual as same, strictEqual as is } from "node:assert";
import { browser, catalogue } from "./browser.js";

browser("en");
catalogue();
const { loadMessages, moreWords } = await import("../../static/messages.js");
await loadMessages();
await moreWords();
const { grouped, isShort, told } = await import("../../static/elements/settlement/account.js");
const { cashAlone, dividendsAlone } = await import("../../static/elements/settlement/charts.js");

const line = (railroad, label, amount) => ({ railroad, label, formula: "long", amount });
const words = (lines) => lines.map(({ label, formula, amount }) => [label, formula, amount]);

Deno.test("what a share pays stands once for all: an account says how many times", () => {
  const settled = { railroads: [{ railroad: "KP", per_share: 8 }, { railroad: "MP", per_share: null }] };
  const lines = [line("KP", "2 KP shares", 16), line("MP", "1 MP share", 3)];
  same(words(told({ seat: 1, cash: 0, lines }, settled)), [
    ["Cash", undefined, 0],
    ["2 KP shares", "2 × $8", 16],
    ["1 MP share", "long", 3],
  ]);
  same(told({ seat: 1, cash: 0, lines: [line("KP", "1 KP share", 8)] }, settled)[1].formula, undefined);
});

Deno.test("what was paid during the game is part of the cash: the rest is other cash, if there is any", () => {
  const lines = [line("WW", "1st dividend", 3)];
  same(words(told({ seat: 1, cash: 0, lines }, { railroads: [] })), [["1st dividend", "long", 3]]);
  same(words(told({ seat: 1, cash: 2, lines }, { railroads: [] }))[0], ["Other cash", undefined, 2]);
  const entered = { railroads: [], entered: true };
  same(words(told({ seat: 1, cash: 2, lines }, entered))[0], ["Cash on entry", undefined, 2]);
  same(words(told({ seat: 1, cash: 5, lines: [] }, { railroads: [], projected: true })), [[
    "Cash",
    undefined,
    5,
  ]]);
});

Deno.test("lines that are called alike are one, and so are then all of companies", () => {
  const [one, two, three] = [line("WW", "1st", 3), line("MS", "1st", 1), line("WW", "2nd", 4)];
  const other = { label: "Other cash", amount: 2 };
  same(grouped([other, one, two, three], { railroads: [] }), [other, [one, two], [three]]);
  same(grouped([one, three], { railroads: [] }), [one, three]);
  same(grouped([one, two], { railroads: [{}] }), [one, two]);
});

Deno.test("cash alone is the result where nothing comes on top of it", () => {
  const doc = { seats: [{ seat: 1, cash: 30 }, { seat: 2, cash: 20 }] };
  const seats = [{ seat: 1, cash: 30, total: 30 }, { seat: 2, cash: 20, total: 20 }];
  same(cashAlone(doc, { seats }), true);
  const paid = [{ seat: 1, cash: 5, total: 30 }, { seat: 2, cash: 0, total: 20 }]; // in dividends during play
  same(cashAlone(doc, { seats: paid, railroads: [] }), true);
  same(cashAlone(doc, { seats: paid, railroads: [{}] }), false);
  same(cashAlone(doc, { seats: [seats[0], { ...seats[1], total: 25 }] }), false);
  same(
    cashAlone({ seats: [{ seat: 1, cash: null }] }, { seats: [{ seat: 1, cash: null, total: 4 }] }),
    false,
  );
});

Deno.test("a player's chart would say nothing more where dividends are all the cash there is", () => {
  const doc = { seats: [{ seat: 1, cash: 7 }] };
  const seat = { seat: 1, cash: 0, total: 7, lines: [line("WW", "1st", 3), line("MS", "1st", 4)] };
  same(dividendsAlone(doc, { seats: [seat], railroads: [] }), true);
  same(dividendsAlone(doc, { seats: [{ ...seat, lines: [] }], railroads: [] }), false);
  same(dividendsAlone(doc, { seats: [seat], railroads: [{}] }), false);
});

Deno.test("an account is short as long as its lines and their heads are eight", () => {
  const paid = (dividend) => ["MS", "UP"].map((railroad) => line(railroad, `dividend ${dividend}`, 2));
  const settled = { railroads: [] };
  const lines = [1, 2, 3].flatMap(paid);
  is(isShort(lines.slice(0, 4), settled), true, "two dividends with their heads");
  is(isShort(lines, settled), false, "six lines and three heads");
  const shares = Array.from({ length: 8 }, (_, at) => line(`R${at}`, `${at} shares`, 2));
  is(isShort(shares, { railroads: [{}] }), true);
  is(isShort([...shares, line("R9", "1 share", 2)], { railroads: [{}] }), false);
});
