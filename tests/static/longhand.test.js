// Days, written out.

import { strictEqual as same } from "node:assert";
import { browser, catalogue } from "./browser.js";

browser("en");
catalogue();
const { day } = await import("../../static/longhand.js");

Deno.test("a day is written as on the picture to share, its month after it", () => {
  same(day("2026-11-28T12:00:00.000Z"), "28 November 2026");
});
