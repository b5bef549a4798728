// The lines of the last moves: each tells all of its clauses that it has room for, and none by half.

import { h, unbroken } from "../../dom.js";
import { say } from "../../messages.js";
import { CLAUSE } from "../log/entry.js";
import { inLog } from "../log/entry-line.js";
import { endWithClause } from "../log/whole.js";
/** @import { Entry } from "../../types.js" */

/** @param {Entry} entry */
export function lineOf(entry) {
  const words = unbroken(inLog(entry)) ?? say("entry.sealed");
  return h("li", { "data-undone": Boolean(entry.undone) }, inClauses(words, entry.undone));
}

/** @param {string} words */
export function inClauses(words, undone = false) {
  const clauses = words.split(CLAUSE).map((clause, at) => h("span", {}, at ? CLAUSE : "", clause));
  return h(undone ? "s" : "span", {}, clauses);
}

/** @param {Element} place */
export function endWithClauses(place) {
  for (const words of place.querySelectorAll(".lines > li > *")) endWithClause(words);
}
