// Days, written out.

import { strictEqual as same } from "node:assert";
import { browser, catalogue } from "./browser.js";

browser("en");
catalogue();
const { loadMessages, moreWords } = await import("../../static/messages.js");
await loadMessages();
await moreWords();
const { day, ordinal } = await import("../../static/longhand.js");

Deno.test("a day is written as on the picture to share, its month after it", () => {
  same(day("2026-11-28T12:00:00.000Z"), "28 November 2026");
});

Deno.test("a place is an ordinal", () => {
  same([1, 2, 3, 4, 6].map(ordinal).join(" "), "1st 2nd 3rd 4th 6th");
});
