// What has just happened, large: dice as they fell, what everybody was paid, the sentence of the move.

import { h, unbroken } from "../../dom.js";
import { fallenDice } from "../../fields/dice.js";
import { money, say } from "../../messages.js";
import { seatMark, signs } from "../panels/badges.js";
/** @import { Entry, TableDocument } from "../../types.js" */

const LATELY = 2; // what several were paid is still read after one more move
const LONG = 110; // letters of a sentence that is set smaller
const SHORT = 60; // … or larger, where nothing else is shown

/**
 * What everybody was paid by the bank and the railroads, as [seat, dollars], most first, else by seat.
 * @param {Entry} entry
 * @returns {[number, number][]}
 */
export function paidOut({ postings = [] }) {
  const paid = new Map();
  for (const { from, to, amount, what } of postings) {
    const [kind, seat] = String(to).split(":");
    if (kind !== "seat" || String(from).startsWith("seat:") || what) continue;
    paid.set(Number(seat), (paid.get(Number(seat)) ?? 0) + amount);
  }
  return [...paid].filter(([, amount]) => amount > 0).sort((one, other) =>
    other[1] - one[1] || one[0] - other[0]
  );
}

/** Where money is hidden, nobody is told what others get. */
const paidOpenly = (doc, entry) => doc.seats.some(({ cash }) => cash === null) ? [] : paidOut(entry);
/** @param {Entry} entry */
const diceOf = ({ move }) => (Array.isArray(move?.dice) ? move.dice : []);

/**
 * What is said of an entry. Where several are paid, each sum has a row of its own, and stands there alone.
 * @param {Entry} entry
 * @param {[number, number][]} paid
 */
export const saidOf = ({ summary, headline }, paid) => (paid.length > 1 && headline) || summary;

/**
 * The entry to be shown large: a dividend of lately, else the newest, for what a roll asks is answered by the
 * move after it. A new seed is nobody's move: a table that was brought here begins with one.
 * @param {TableDocument} doc
 * @returns {Entry | undefined}
 */
export function ofTheMoment(doc) {
  const standing = (doc.recent ?? []).filter(({ undone, move }) => !undone && move?.type !== "seed");
  return standing.slice(-LATELY).findLast((entry) => paidOut(entry).length > 1) ?? standing.at(-1);
}

/**
 * Whether several are paid at this moment: that takes all the room there is.
 * @param {TableDocument} doc
 */
export function paysMany(doc) {
  const entry = ofTheMoment(doc);
  return Boolean(entry) && paidOpenly(doc, entry).length > 1;
}

/**
 * As a part of where it stands; null before the first move.
 * @param {TableDocument} doc
 */
export function momentPart(doc) {
  const entry = ofTheMoment(doc);
  return entry ? { key: "moment", shows: [entry, signs(doc)], make: () => moment(doc, entry) } : null;
}

/**
 * @param {TableDocument} doc
 * @param {Entry} entry
 */
function moment(doc, entry) {
  const [dice, paid] = [diceOf(entry), paidOpenly(doc, entry)];
  const summary = unbroken(saidOf(entry, paid)) ?? say("entry.sealed");
  return h(
    "section",
    {
      class: "panel moment",
      "aria-label": say("board.moment"),
      "data-long": summary.length > LONG,
      "data-short": summary.length < SHORT,
    },
    dice.length > 0 && h("p", { class: "moment-dice" }, fallenDice(dice)),
    h("p", { class: "moment-words" }, summary),
    paid.length > 1 &&
      h(
        "ul",
        { class: "moment-paid" },
        paid.map(([seat, amount]) =>
          h("li", {}, seatMark(doc, seat), h("span", { class: "figure" }, `+${money(amount)}`))
        ),
      ),
  );
}
