// The two panels every table needs, added where the game sends none of that name.

import { deepStrictEqual as same } from "node:assert";
import { browser, catalogue } from "./browser.js";

browser("en");
catalogue();
const { loadMessages } = await import("../../static/messages.js");
await loadMessages();
const { allPanels } = await import("../../static/elements/panels/standard-panels.js");
const { inTiles, shownOf } = await import("../../static/elements/panels/lines.js");
const { lettersOf } = await import("../../static/elements/panels/names.js");
const { isTied } = await import("../../static/elements/settlement/outcome.js");
const { badgeLetters, shortNames } = await import("../../static/elements/panels/badges.js");

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

Deno.test("a railroad that is called by its town has a badge as short as others", () => {
  same(["SC", "GM&O", "NWC&StL", "Morgan Mound", "Fort Smith-Paris", "Savannah"].map(badgeLetters), [
    "SC",
    "GM&O",
    "NWC&StL",
    "MM",
    "FSP",
    "Savann…",
  ]);
});

Deno.test("many rows are tiles with their first figure; railroads whose first column is a name stay lines", () => {
  const rows = (number, head) => Array.from({ length: number }, () => ({ head, cells: [] }));
  const railroads = (number) => ({ rows: rows(number, { railroad: "SC" }) });
  same([8, 9].map((number) => inTiles(railroads(number), { numeric: true })), [false, true]);
  same(inTiles(railroads(12), { numeric: false }), false);
  same(inTiles({ rows: rows(12, { seat: 1 }) }, { numeric: false }), true);
  same(inTiles({ rows: [] }, undefined), false);
});

Deno.test("on a disc stands one letter, of names that begin alike two", () => {
  const names = ["Ada", "Anna", "Edmund", "J"];
  same(names.map((name) => lettersOf(names, name)), ["Ad", "An", "E", "J"]);
});

Deno.test("once it is over, a column with nothing but dashes is gone; a player's stays", () => {
  const columns = [{ text: "Built" }, { text: "Min. bid" }, { text: "Note" }, { seat: 1 }];
  const rows = [{ head: {}, cells: [{ number: 0 }, { text: "–", unit: "$" }, { text: "" }, null] }];
  const gone = (over) => shownOf({ columns, rows }, null, null, over).map((column) => column.gone);
  same(gone(true), [false, true, true, false]);
  same(gone(false), [false, false, false, false]);
});

Deno.test("whoever has the same place as another is tied", () => {
  const seats = [{ rank: 1 }, { rank: 2 }, { rank: 2 }];
  same(seats.map((one) => isTied(seats, one)), [false, true, true]);
});
