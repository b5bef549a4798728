// Who may undo what, so that nobody is offered an undo that the table would refuse.

/** @import { Entry, TableDocument } from "../../types.js" */

/** By whom an auto-bid is: whose it is stands in the move. */
export const LIMIT = "limit";
export const REWINDS = new Set(["undo", "redo"]);

/**
 * The host may undo anything, a seat what it made itself, everybody where the table has said so; what the
 * app has rolled only the host.
 * @param {TableDocument} doc
 * @param {Entry[]} entries
 */
export function mayUndo(doc, entries) {
  const { role, seat } = doc.you ?? {};
  if (role === "host") return true;
  if (role !== "seat" || entries.some(isRolled)) return false;
  const isOwn = ({ by, move }) => by === `seat:${seat}` || (by === LIMIT && move?.seat === seat);
  return doc.options?.undo === "anyone" || entries.every(isOwn);
}

/** @param {Entry} entry */
export const stands = ({ undone, move }) => !undone && !REWINDS.has(move?.type);

/**
 * What goes with the last entry: a roll that waited for the fact it tells.
 * @param {Entry} entry
 * @param {Entry[]} standing
 */
export function withWaiting(entry, standing) {
  const before = standing.findLast(({ revision }) => revision < entry.revision);
  return entry.move?.type === "learn" && before && isRolled(before) ? [entry, before] : [entry];
}

/** @param {Entry} entry */
const isRolled = ({ move }) => move?.source === "app" && move.type !== "begin";
