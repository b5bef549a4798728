// What a browser would rather not have: motion, which its device or its owner turns off.

import { deepStrictEqual as same } from "node:assert";
import { browser } from "./browser.js";

browser();
const { moving, pace, setSetting } = await import("../../static/settings.js");

Deno.test("a page scrolls at once where nothing is to move", () => {
  same([moving(), pace()], [true, "smooth"]);
  setSetting("motion", false);
  same([moving(), pace()], [false, "instant"]);
  setSetting("motion", true);
  globalThis.matchMedia = (query) => ({ matches: query === "(prefers-reduced-motion: reduce)" });
  same([moving(), pace()], [false, "instant"]);
});
