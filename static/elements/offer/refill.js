// What was taken back stands in its form again: a slip is put right by one tap more.

import { named, readDraft, writeDraft } from "./drafts.js";
import { floorOf } from "./floor.js";
import { foldBefore } from "./lead.js";
import { beginAtTheTop } from "./taps.js";
/** @import { Table } from "../../table.js" */
/** @import { OfferList } from "./offer-list.js" */

const FALLEN = "dice"; // fall anew
const BACK = new Set(["undo", "redo"]);

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
    fillAgain(list, { ...draft, again: true });
    return;
  }
  const filled = filledAgain(offers, move);
  if (filled) fillAgain(list, filled);
}

/**
 * Where the keypad has no room else, of a choice in several rows stays what was chosen, as when it was.
 * @param {OfferList} list
 * @param {Record<string, any>} draft
 */
function fillAgain(list, draft) {
  list.refill(draft);
  requestAnimationFrame(() => {
    const form = /** @type {HTMLElement} */ (list.querySelector("offer-form"));
    const pads = form ? [...form.querySelectorAll(".keypad")] : [];
    const pad = /** @type {HTMLElement | undefined} */ (pads.find((one) => one.checkVisibility()));
    if (pad && pad.getBoundingClientRect().bottom > floorOf(form)) foldBefore(form, pad).catch(() => {});
  });
}

/**
 * The same of a move that was taken back in the log, for whom this page plays: at once where the log stands
 * below the moves, else as soon as one goes there.
 * @param {Table} table
 * @param {Record<string, any>} move
 */
export function refillFromLog(table, move) {
  const { code, doc } = table;
  if (!table.actsForAll && move.seat !== table.ownSeat) return;
  const list = /** @type {OfferList | null} */ (document.querySelector("offer-list"));
  if (list) return void refill(list, move);
  const offers = named(doc, move.seat);
  const begun = readDraft(code);
  const isElse = offers.some(({ name }) => name === begun?.offer) && count(begun.answers) > 0;
  const filled = !isElse && filledAgain(offers, move);
  if (!filled) return;
  writeDraft(code, filled);
  beginAtTheTop();
}

/**
 * What one was filling in when somebody took back the move before it: it stands there again as soon as it is
 * asked for again, unless something has been done for one's seat since.
 * @param {OfferList} list
 */
export function takeUpAgain(list) {
  const { table } = list;
  const look = () => {
    if (!list.isConnected) return table.removeEventListener("table", look);
    const draft = readDraft(table.code);
    if (list.filling || !draft?.revision || draft.sent) return;
    const [type, seat] = draft.offer.split(":");
    const isOffered = list.querySelector(`[data-offer="${type}"]`) &&
      named(table.doc, Number(seat)).some(({ name, offer }) => name === draft.offer && !offer.anytime);
    if (isOffered && !hasMovedSince(table.doc, Number(seat), draft.revision)) {
      fillAgain(list, { ...draft, again: true });
    }
  };
  table.addEventListener("table", look);
}

/** Or too much has been done since to say so. */
function hasMovedSince({ recent, revision }, seat, since) {
  const later = recent.filter((entry) => entry.revision > since);
  return later.length < revision - since ||
    later.some(({ move }) => move?.seat === seat && !BACK.has(move.type));
}

/** As a draft, with what was told of the board; null: there is nothing to fill in. */
function filledAgain(offers, move) {
  const filled = offers.map(({ name, offer }) => ({ name, answers: answersIn(offer, move) }));
  const most = Math.max(0, ...filled.map(({ answers }) => count(answers)));
  const found = most && filled.find(({ answers }) => count(answers) === most);
  return found ? { offer: found.name, answers: found.answers, facts: move.facts ?? {}, again: true } : null;
}

const count = (answers = {}) => Object.keys(answers).length;

/** What of a move stands in the fields of an offer; of another move nothing. */
function answersIn({ type, sends = {}, fields = [] }, move) {
  const isOther = type !== move.type || Object.keys(sends).some((name) => sends[name] !== move[name]);
  if (isOther || fields.some(({ kind }) => kind === FALLEN)) return {};
  const asked = new Set(fields.map(({ name }) => name));
  const isSaid = ([name, value]) => asked.has(name) && value !== null && value !== "";
  return Object.fromEntries(Object.entries(move).filter(isSaid));
}
