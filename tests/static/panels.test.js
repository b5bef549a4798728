// The two panels every table needs, added where the game sends none of that name.

import { deepStrictEqual as same } from "node:assert";
import { browser, catalogue } from "./browser.js";

browser("en");
catalogue();
const { loadMessages } = await import("../../static/messages.js");
await loadMessages();
const { allPanels } = await import("../../static/elements/panels/standard-panels.js");
const { shortNames } = await import("../../static/elements/panels/badges.js");

const doc = { seats: [{ seat: 1, name: "Ed", cash: 5 }], railroads: [{ id: "SC" }] };
const names = (panels) => allPanels({ ...doc, panels }).map(({ name }) => name);

Deno.test("a table that sends none has railroads and players", () => {
  same(names([]), ["railroads", "players"]);
});

Deno.test("where there is no railroad, none are shown", () => {
  same(allPanels({ ...doc, railroads: [] }).map(({ name }) => name), ["players"]);
});

Deno.test("a game's own stands alone, also while it has no row", () => {
  const own = { kind: "grid", name: "railroads", title: "Railroads", columns: [], rows: [] };
  same(names([{ kind: "track", name: "score" }, own]), ["players", "score", "railroads"]);
});

Deno.test("a long name is told from the others by a few letters", () => {
  const short = (...names) => names.map((name) => shortNames(names).get(name));
  same(short("Maximiliane von Hohenstein", "Ed", "Clara"), ["Max", "Ed", "Clara"]);
  same(short("Maximiliane", "Maxwell", "Max"), ["Maxi", "Maxw", "Max"]);
  same(short("Jo Ann", "Jo Lee"), ["Jo A", "Jo L"]);
  same(short("Giovanni", "Giovanni"), ["Gio", "Gio"]);
  same(short("Anna", "Annabel"), ["Anna", "Annab"]);
});
