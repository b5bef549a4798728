// What charts end with, in words.

import { strictEqual as is } from "node:assert";
import { browser } from "./browser.js";

browser("en");
const { cashBeforePayoff, pricedAtEnd } = await import("../../static/elements/settlement/charts.js");

Deno.test("cash is what the settlement counts as cash, before it pays", () => {
  const of = cashBeforePayoff({ seats: [{ seat: 2, cash: 65 }, { seat: 1, cash: 0 }], railroads: [{}] });
  is(of({ seat: 2, cash: 94 }), 65);
  is(of({ seat: 1, cash: 12 }), 0);
});

Deno.test("where no shares are paid for, or points count, it is what lies there", () => {
  is(cashBeforePayoff({ seats: [{ seat: 1, cash: 31 }], railroads: [] })({ seat: 1, cash: 86 }), 86);
  is(cashBeforePayoff({ seats: [{ seat: 1, cash: null }], railroads: [] })({ seat: 1, cash: 31 }), 31);
  is(cashBeforePayoff({ seats: [{ seat: 1, cash: 40 }], railroads: [{}] })({ seat: 1, cash: null }), null);
});

Deno.test("what a certificate is worth was said at the end, or is reckoned", () => {
  is(pricedAtEnd({ railroads: [{ per_share: 8, formula: "$8" }, { per_share: 12, formula: "$12" }] }), true);
  is(pricedAtEnd({ railroads: [{ per_share: 12, formula: "($15 + $8) ÷ 2 = $12 per share" }] }), false);
  is(pricedAtEnd({ railroads: [{ per_share: null, formula: "" }] }), false);
  is(pricedAtEnd({ railroads: [] }), false);
});
