// A bid or a pass that moved nothing: what something was sold for is found between them.

/** @import { Entry, TableDocument } from "../../types.js" */

const AUCTION = new Set(["bid", "pass"]);

/**
 * A bid or a pass, whatever has come of it.
 * @param {Entry} entry
 */
export const isCall = ({ move }) => AUCTION.has(move?.type);

/** @param {Entry} entry */
export const isQuiet = (entry) => isCall(entry) && !entry.postings?.length && !entry.instructions?.length;

/**
 * The last bid of each, by seat, from the last entries: whoever is in has called within them. An auction
 * before this one ends with a call that moves something, or with the pass of somebody who is in here or has
 * passed here as well.
 * @param {TableDocument} doc
 * @returns {Map<number, number>}
 */
export function bidsOf({ auction, recent }) {
  const { high_bid: high, high_seat: leads, passed, cannot_bid: unable = [] } = auction ?? {};
  const bids = new Map(Number.isInteger(high) ? [[leads, high]] : []);
  const out = new Set(passed?.filter((seat) => !unable.includes(seat)));
  let least = high ?? -1; // nobody has bid: every bid is of an auction before
  for (const entry of [...(auction && recent || [])].reverse()) {
    const { type, seat, amount } = entry.move ?? {};
    if (entry.undone || (!isCall(entry) && type !== "auction_result")) continue;
    if (!isQuiet(entry) || (type === "pass" ? !out.delete(seat) : amount > least)) break;
    if (type === "bid") least = amount;
    if (type === "bid" && !bids.has(seat)) bids.set(seat, amount);
  }
  return bids;
}
