// The last moves: each line tells all of its clauses that it has room for, and none by half.

import { fillParts, h, unbroken } from "../../dom.js";
import { say } from "../../messages.js";
import { CLAUSE, isNewDice, isQuiet } from "../log/entry.js";
import { inLog } from "../log/entry-line.js";
import { endWithClause } from "../log/whole.js";
import { ofTheMoment } from "./moment.js";
/** @import { Entry, TableDocument } from "../../types.js" */

const LINES = 12; // if there is room
const LINES_ON_A_PAGE = 6; // where the board is a page to scroll
// Its full stop goes with the sentence after it: what is cut there ends with dots alone
const SENTENCE = /(?=\. \p{Lu})/u;

/**
 * Those before the one that is told large.
 * @param {TableDocument} doc
 * @param {boolean} onPage
 * @param {Entry | null} [shown]
 * @returns {import("../../dom.js").Part}
 */
export function lastMovesPart(doc, onPage, shown = ofTheMoment(doc)) {
  const others = (doc.recent ?? []).filter((entry) => entry !== shown && !isNewDice(entry));
  const loud = others.filter((entry) => !isQuiet(entry)); // of an auction that is over, how it ended
  const newest = (loud.length ? loud : others).reverse().slice(0, onPage ? LINES_ON_A_PAGE : LINES);
  const lines = (list = h("ol", { class: "lines" })) => {
    fillParts(
      list,
      newest.map((entry) => ({ key: entry.revision, shows: entry, make: () => lineOf(entry) })),
    );
    return list;
  };
  const make = (panel = h("section", { class: "panel last-moves" })) => {
    fillParts(panel, [
      { key: "title", make: () => h("h2", {}, say("board.last")) },
      { key: "lines", shows: newest, make: lines },
    ]);
    return panel;
  };
  return { key: "last", shows: newest, make };
}

/** @param {Entry} entry */
export function lineOf(entry) {
  const words = unbroken(inLog(entry)) ?? say("entry.sealed");
  return h("li", { "data-undone": Boolean(entry.undone) }, inClauses(words, entry.undone));
}

/** @param {string} words */
export function inClauses(words, undone = false) {
  const clauses = words.split(CLAUSE).flatMap((clause, at) => `${at ? CLAUSE : ""}${clause}`.split(SENTENCE))
    .map((part) => h("span", {}, part));
  return h(undone ? "s" : "span", {}, clauses);
}

/** @param {Element} place */
export function endWithClauses(place) {
  for (const words of place.querySelectorAll(".lines > li > *")) endWithClause(words);
}
