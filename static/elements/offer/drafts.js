// The form being filled in, kept per table so that it survives a reload or a browser that drops sleeping
// tabs.

import { isUnanswered } from "../../client.js";
/** @import { Offer, TableDocument } from "../../types.js" */

const ALOUD = "auction_result";
const OF_A_LOT = ["bid", ALOUD]; // what is filled in there is of no other

/** @param {string} code */
const place = (code) => `companion.draft.${code}`;

/**
 * The offers of a seat, each with a name that stays while it is offered: what is filled in for one railroad,
 * or of one lot, is of no other. Whoever has won aloud, the host enters it, whichever seat speaks: as the
 * opener does, whose offers nobody else is told.
 * @param {Partial<TableDocument>} doc
 * @param {number | null} seat
 */
export function named({ offers = [], auction, turn }, seat) {
  const seen = {};
  const aloud = offers.find((offer) => offer.type === ALOUD && offer.seat === auction?.opener);
  return offers
    .filter((offer) => (offer.seat ?? seat) === seat)
    .map((offer) => (offer.type === ALOUD && aloud) || offer)
    .map((offer) => {
      const { share, opener } = OF_A_LOT.includes(offer.type) && auction || {};
      const railroad = offer.anytime ? null : turn?.railroad;
      const sent = Object.values(offer.sends ?? {});
      const name = [offer.type, offer.seat, ...sent, share, opener, railroad].join(":");
      seen[name] = (seen[name] ?? 0) + 1;
      return { name: `${name}:${seen[name]}`, offer };
    });
}

/**
 * {offer, revision, answers, facts, insisted, sent}, or null. revision: of the table when its form was
 * opened; sent: it is on its way to the table.
 * @param {string} code
 */
export function readDraft(code) {
  try {
    return JSON.parse(sessionStorage.getItem(place(code)));
  } catch {
    return null;
  }
}

/** @param {string} code */
export function writeDraft(code, draft) {
  sessionStorage.setItem(place(code), JSON.stringify(draft));
}

/** @param {string} code */
export function clearDraft(code) {
  sessionStorage.removeItem(place(code));
}

/**
 * What was sent, and has been answered since, is filled in no more: a page that was left in that very moment
 * could not clear it.
 * @param {string} code
 */
export function forgetAnswered(code) {
  if (readDraft(code)?.sent && !isUnanswered(code)) clearDraft(code);
}

/**
 * What somebody else has made meanwhile, such as the host for this seat, is filled in no more.
 * @param {{ code: string, doc: TableDocument }} table
 * @param {{ name: string, offer: Offer }[]} offers
 */
export function forgetMade({ code, doc }, offers) {
  const draft = readDraft(code);
  if (!draft?.revision || offers.find(({ name }) => name === draft.offer)?.offer.anytime) return;
  const isIt = ({ move }) => move && draft.offer.startsWith(`${move.type}:${move.seat}:`);
  if (doc.recent.some((entry) => entry.revision > draft.revision && isIt(entry))) clearDraft(code);
}
