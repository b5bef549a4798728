// A bid or a pass that moved nothing: what something was sold for is found between them.

/** @import { Entry } from "../../types.js" */

const AUCTION = new Set(["bid", "pass"]);

/** @param {Entry} entry */
export const isQuiet = ({ move, postings, instructions }) =>
  AUCTION.has(move?.type) && !postings?.length && !instructions?.length;
