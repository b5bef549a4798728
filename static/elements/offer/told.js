// What is read of a move above its Confirm, besides what its own sentence says. Fetched with the first move
// that touches a treasury.

import { money, moreWords, say } from "../../messages.js";
import { CLAUSE, gotBy } from "../log/entry.js";
import { changes, opened } from "./offer-preview.js";
/** @import { Offer } from "../../types.js" */

/**
 * What it has left is said, and returned what it pays in all.
 * @param {any} entry as it would be; it is changed
 * @param {Offer} offer
 * @param {string} railroad which operates
 */
export async function tellRailroad(entry, offer, railroad) {
  await tellTreasury(entry, offer, railroad);
  return paidBy(entry, railroad);
}

/**
 * What the railroad that operates has left is said, too: that is what its next move can spend. Of a
 * proposal whose heading has said its terms all else that changes is told, first the seller's treasury.
 * @param {any} entry as it would be; it is changed
 * @param {Offer} offer
 * @param {string} railroad which operates
 */
async function tellTreasury(entry, { terms }, railroad) {
  const purse = entry.affects?.find(({ of, name }) => of === `railroad:${railroad}` && name === "treasury");
  if (terms) return withoutTerms(entry, railroad, purse);
  const words = entry.headline ?? entry.summary;
  const isSaid = words.toLowerCase().includes(say("figure.treasury").toLowerCase());
  if (!purse || isSaid || !changes(words)) return; // figures stand beside figures
  await moreWords();
  const left = say("preview.treasury", { from: money(purse.from), to: money(purse.to) });
  entry.headline = `${words}${CLAUSE}${left}`;
}

/**
 * What that railroad pays its shareholders, all together, in the game's money: Confirm tells that, and not
 * what one share gets.
 * @param {any} entry as it would be
 * @param {string} railroad
 */
const paidBy = (entry, railroad) =>
  gotBy(entry).reduce((sum, { from, amount }) => sum + (from === `railroad:${railroad}` ? amount : 0), 0);

function withoutTerms(entry, seller, purse) {
  const told = entry.headline?.split(CLAUSE).slice(1).filter(changes) ?? [];
  if (purse) {
    told.unshift(`${seller}: ${say("figure.treasury")} ${money(purse.from)} → ${money(purse.to)}`);
  }
  if (told.length) Object.assign(entry, { headline: opened(told.join(CLAUSE)), postings: [] });
}
