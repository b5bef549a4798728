// What was taken back stands in its form again: a slip is put right by one tap more.

import { named } from "./drafts.js";
/** @import { OfferList } from "./offer-list.js" */

const FALLEN = "dice"; // fall anew

/**
 * Not while something else is being filled in, nor where there is nothing to fill in. A pass leads back to
 * the bid beside which it was made.
 * @param {OfferList} list
 * @param {Record<string, any>} move
 */
export function refill(list, move) {
  if (list.filling) return;
  const offers = named(list.table.doc, move.seat);
  const { type, draft } = list.passed ?? {};
  if (type === move.type && offers.some(({ name }) => name === draft?.offer)) {
    list.refill({ ...draft, again: true });
    return;
  }
  const filled = offers.map((one) => ({
    ...one,
    answers: answersIn(one.offer, move),
  }));
  const most = Math.max(0, ...filled.map(({ answers }) => Object.keys(answers).length));
  const found = most && filled.find(({ answers }) => Object.keys(answers).length === most);
  if (found) list.refill({ offer: found.name, answers: found.answers, again: true });
}

/** What of a move stands in the fields of an offer; of another move nothing. */
function answersIn({ type, sends = {}, fields = [] }, move) {
  const isOther = type !== move.type || Object.keys(sends).some((name) => sends[name] !== move[name]);
  if (isOther || fields.some(({ kind }) => kind === FALLEN)) return {};
  const asked = new Set(fields.map(({ name }) => name));
  const isSaid = ([name, value]) => asked.has(name) && value !== null && value !== "";
  return Object.fromEntries(Object.entries(move).filter(isSaid));
}
