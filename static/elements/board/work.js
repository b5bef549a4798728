// What hands must do on the board, as a TV tells it.

import { say } from "../../messages.js";
import { checklistPart, isNextMove, lastWork, linesByText, linesOf } from "../log/checklist.js";
import { isQuiet } from "../log/entry.js";
import { clauses, ofTheMoment } from "./moment.js";
/** @import { Entry, TableDocument } from "../../types.js" */

const LONG_WORK = 6; // more to do than that is turned over, in the usual letters

/**
 * What there is to do; in a moment of before, or when all is over, it is done.
 * @param {TableDocument} doc
 */
export const workOf = (doc) => (doc.status === "finished" || "at" in doc ? null : lastWork(doc));

/** @param {Entry | null} work */
export const isLong = (work) => linesByText(linesOf(work ?? {})).length > LONG_WORK;

/**
 * What hands must do; of which move, in a line, where another one is told beside it.
 * @param {TableDocument} doc
 * @param {Entry} work
 */
export function workPart(doc, work) {
  const [first] = clauses(work.headline ?? work.summary);
  const since = (doc.recent ?? []).filter(({ revision, undone }) => revision > work.revision && !undone);
  // of the move before, which may read like the one that is told, or be of the railroad that is sold
  const summary = since.some((entry) => isNextMove(entry) && !isQuiet(entry))
    ? say("board.before", { first })
    : first;
  const told = isSetUp(work) ? work : doc.auction ? {} : ofTheMoment(doc); // before play it is plain
  return checklistPart(doc, { ...work, summary }, told);
}

/** Whether nothing has been played yet: laying out the board is the business of the moment. */
export const isSetUp = (/** @type {Entry | undefined} */ entry) => entry?.move?.type === "begin";
