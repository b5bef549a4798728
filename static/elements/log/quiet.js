// A bid or a pass that moved nothing: what something was sold for is found between them.

/** @import { Entry } from "../../types.js" */

const AUCTION = new Set(["bid", "pass"]);

/**
 * A bid or a pass, whatever has come of it.
 * @param {Entry} entry
 */
export const isCall = ({ move }) => AUCTION.has(move?.type);

/** @param {Entry} entry */
export const isQuiet = (entry) => isCall(entry) && !entry.postings?.length && !entry.instructions?.length;
