// What one move has paid each player: a line for each, one's own first and by what it was paid for.

import { h, stylesheets } from "../../dom.js";
import { money } from "../../messages.js";
import { calledMark, figureOf } from "../panels/badges.js";
import { gotBy, perAccount, perPlayer } from "./entry.js";
/** @import { Entry, Posting, TableDocument } from "../../types.js" */

const NAMED = /^([^:]+): (.+)$/; // "SP: $10 ÷ 2 = $5 per certificate × 2 = $10"
const TIMES = /× (\d+) = \D*\d+\D*$/; // of several certificates
const SUM = /× \d+$/; // "ranches: $1 × 5"
const SEVERAL = 2;

/**
 * It stands at the end of that place, in the stead of what stood there; no entry, no rows.
 * @param {HTMLElement} place
 * @param {TableDocument} doc
 * @param {Entry | null} entry
 */
export async function payOut(place, doc, entry) {
  await stylesheets("paid-out");
  const was = place.querySelector(".paid-out");
  const rows = entry && paidOut(doc, entry);
  if (was && rows && was.textContent === rows.textContent) return;
  was?.remove();
  if (rows) place.append(rows);
}

/**
 * Nothing where only one is paid, once.
 * @param {TableDocument} doc
 * @param {Entry} entry
 */
function paidOut(doc, entry) {
  const got = gotBy(entry);
  const mine = `seat:${doc.you?.seat}`;
  const own = got.filter(({ to, what }) => to === mine && what === undefined);
  const all = perPlayer(doc, got).filter(([, sum]) => sum > 0);
  if (Math.max(all.length, own.length) < SEVERAL) return null;
  const others = all.filter(([seat]) => seat !== doc.you?.seat);
  return h(
    "ul",
    { class: "paid-out" },
    own.length > 0 && ownRow(doc, own, perAccount(own).get(mine)),
    others.map(([seat, sum]) => row(doc, seat, sum)),
  );
}

const row = (doc, seat, sum, ...more) =>
  h("li", {}, calledMark(doc, seat), h("span", { class: "figure" }, `+${money(sum)}`), more);

/**
 * @param {TableDocument} doc
 * @param {Posting[]} postings
 */
function ownRow(doc, postings, sum) {
  return row(
    doc,
    doc.you.seat,
    sum,
    h("ul", { class: "paid-for" }, postings.map((one) => h("li", {}, paidFor(doc, one)))),
  );
}

/**
 * A railroad's badge and "2 × $5 = $10", or the sum alone where nothing says that it is so many times the
 * same; of all else why it was paid.
 * @param {TableDocument} doc
 * @param {Posting} posting
 */
function paidFor(doc, { amount, why }) {
  const [, what, how] = NAMED.exec(why ?? "") ?? [];
  const badge = figureOf(doc, what);
  const sum = h("b", {}, money(amount));
  if (!badge) return h("span", {}, SUM.test(why) ? [`${why} = `, sum] : [sum, ` ${why ?? ""}`]);
  const [, number] = TIMES.exec(how) ?? [];
  const each = amount / Number(number);
  return [badge, Number.isInteger(each) ? h("span", {}, `${number} × ${money(each)} = `, sum) : sum];
}
