// Who is offered an undo: nobody whom the table would refuse.

import { deepStrictEqual as same, strictEqual as is } from "node:assert";
import { browser } from "./browser.js";

browser("en");
const { mayUndo, stands, withWaiting } = await import("../../static/elements/log/may-undo.js");

const entry = (revision, type, more = {}) => /** @type {any} */ ({
  revision,
  by: "seat:1",
  move: { type, ...more },
});
const begin = { ...entry(1, "begin", { source: "app" }), by: "app" };
const card = entry(2, "play_card");
const rolled = entry(3, "roll_growth", { source: "app", dice: [1, 2] });
const tapped = entry(3, "roll_growth", { source: "table", dice: [1, 2] });
const told = entry(4, "learn");
const may = (you, entries, undo = "own") => mayUndo(/** @type {any} */ ({ you, options: { undo } }), entries);
const [HOST, ONE, TWO, TV] = [{ role: "host" }, { role: "seat", seat: 1 }, { role: "seat", seat: 2 }, null];

Deno.test("what the app has rolled is the host's to undo, at a table that lets anybody undo as well", () => {
  is(may(HOST, [rolled]), true);
  is(may(ONE, [rolled]), false);
  is(may(ONE, [rolled], "anyone"), false);
  is(may(ONE, [tapped]), true);
  is(may(TWO, [tapped]), false);
  is(may(TWO, [tapped], "anyone"), true);
  is(may(TV, [tapped]), false);
});

Deno.test("a fact that a roll has waited for takes the roll with it", () => {
  same(withWaiting(told, [begin, card, rolled, told]), [told, rolled]);
  same(withWaiting(told, [begin, card, tapped, told]), [told], "one's own, so it may be taken back too");
  same(withWaiting(card, [begin, card]), [card]);
  same(
    withWaiting(entry(2, "learn"), [begin]),
    [entry(2, "learn")],
    "what began the table waits for nothing",
  );
});

Deno.test("what is undone, and what undid it, stands no more", () => {
  is(stands({ ...card, undone: true }), false);
  is(stands(entry(5, "undo")), false);
  is(stands(card), true);
});
