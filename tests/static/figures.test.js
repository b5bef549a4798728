// The statistics: what stands in a row is of that game alone.

import { deepStrictEqual as same } from "node:assert";
import { browser, catalogue } from "./browser.js";

browser("en");
catalogue();
const { moreWords } = await import("../../static/messages.js");
await moreWords();
const { lasting, outstanding, placeWords, scoreRows } = await import("../../static/elements/page/figures.js");

const PRAIRIE = { game: "prairie-railroads", evenings: 1 };
const played = (name, place, mean, { game } = PRAIRIE) => ({
  name,
  games: 1,
  placings: Array.from({ length: place }, (_, at) => Number(at + 1 === place)),
  scores: [{ game, mean, games: 1 }],
});
const shown = (players, game) => scoreRows(players, game).map(({ name, place }) => [name, place]);

Deno.test("of a game's only evening a score has its place; who shares it stands in the order of places", () => {
  const evening = [played("Pete", 2, 60), played("Ed", 1, 60), played("Dave", 3, 9)];
  same(shown(evening, PRAIRIE), [["Ed", 1], ["Pete", 2], ["Dave", 3]]);
});

Deno.test("of two evenings of other people there are no places: two would be first", () => {
  const both = [played("Ed", 1, 60), played("Pete", 2, 50), played("Ann", 1, 60), played("Bea", 2, 20)];
  same(shown(both, { ...PRAIRIE, evenings: 2 }), [["Ed", 0], ["Ann", 0], ["Pete", 0], ["Bea", 0]]);
});

Deno.test("an evening of another game takes no place from this one, but from who played both", () => {
  const other = { game: "union-pacific", evenings: 1 };
  const all = [played("Ed", 1, 60), played("Pete", 2, 50), played("Ann", 1, 8, other)];
  same(shown(all, PRAIRIE), [["Ed", 1], ["Pete", 2]]);
  same(shown(all, other), [["Ann", 1]]);
  all[1] = {
    ...all[1],
    games: 2,
    placings: [1, 1],
    scores: [...all[1].scores, { ...all[2].scores[0], mean: 2 }],
  };
  same(shown(all, PRAIRIE), [["Ed", 0], ["Pete", 0]], "in which of them he came second, nobody knows");
});

Deno.test("a place is named, however many shared the table", () => {
  same([1, 4, 5, 12].map(placeWords), ["1st place", "4th place", "5th place", "12th place"]);
});

Deno.test("less than a minute is no time that anybody has played", () => {
  same([0, 59, 60, 3900].map(lasting), ["–", "–", "1 min", "1 h 5 min"]);
});

Deno.test("the longest and the shortest are told of two evenings, and in minutes", () => {
  const game = { game: "g", evenings: 2 };
  const told = (longest, shortest) =>
    outstanding([
      { game: "g", record: "longest", ...longest },
      { game: "g", record: "shortest", ...shortest },
      { game: "g", record: "closest", code: "A", value: 0 },
      { game: null, record: "streak", code: null, value: 2 },
    ], game).map(({ record }) => record);
  same(told({ code: "A", value: 90 }, { code: "B", value: 60 }), ["longest", "shortest", "closest"]);
  same(told({ code: "A", value: 90 }, { code: "A", value: 90 }), ["closest"], "the other's is not known");
  same(told({ code: "A", value: 90 }, { code: "B", value: 3 }), ["longest", "closest"]);
});
