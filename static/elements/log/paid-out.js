// What one move has paid each player: a line for each, one's own first and by what it was paid for; last the
// treasuries that are paid with them.

import { h, stylesheets } from "../../dom.js";
import { money, moreWords, say } from "../../messages.js";
import { calledMark, calledName, figureOf, railroadBadge } from "../panels/badges.js";
import { briefNames, inNames, LETTERS } from "../panels/brief-names.js";
import { gotBy, isSeat, perPlayer } from "./entry.js";
/** @import { Entry, Posting, TableDocument } from "../../types.js" */

const NAMED = /^([^:]+): (.+)$/; // "SP: $10 ÷ 2 = $5 per certificate × 2 = $10"
const TIMES = /× (\d+) = \D*\d+\D*$/; // of several certificates
const SUM = /× \d+$/; // "ranches: $1 × 5"
/** Who is paid is told in a list from so many. */
export const SEVERAL = 2;
const RAILROAD = "railroad:";

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
 * In a preview the rows stand in the stead of the line of sums, and say of everybody what it is paid for; the
 * payments themselves, with how they are reckoned, are folded away.
 * @param {HTMLElement} words
 * @param {TableDocument} doc
 * @param {Entry} entry
 * @returns {Promise<string[][]>} the same in a line, sum by sum, as it may stand where there is less and less
 * room: with few letters of names, then with fewer sums, and how many more; none where only one is paid
 */
export async function payOutIn(words, doc, entry) {
  const asked = words.firstChild;
  await Promise.all([stylesheets("paid-out"), moreWords()]);
  if (words.firstChild !== asked) return []; // they are told of another move meanwhile
  const rows = !isAmongPlayers(entry) && paidOut(doc, entry, true);
  if (!rows) return [];
  words.querySelector(".per-player")?.remove();
  words.querySelector(".summary").after(rows);
  foldAway(words.querySelector(".ledger"), entry);
  const sums = sumsOf(doc, entry);
  const names = doc.seats.map(({ seat }) => inOnePiece(calledName(doc, seat)));
  const briefly = LETTERS.map((least) => sums.map(inNames(briefNames(names, least))));
  const shortest = briefly.at(-1);
  const fewer = sums.slice(1).map((_, at) => [
    ...shortest.slice(0, -1 - at),
    inOnePiece(`… ${say("place.all", { count: at + 1 })}`),
  ]);
  return [sums, ...briefly, ...fewer];
}

/**
 * Whatever the rows do not tell stays in sight.
 * @param {Element} ledger
 * @param {Entry} entry
 */
function foldAway(ledger, entry) {
  const inRows = new Set([...gotBy(entry), ...toTreasuries(entry)]);
  const told = [...ledger.children].filter((_, at) => inRows.has(entry.postings[at]));
  const label = ledger.getAttribute("aria-label");
  const list = h("ul", { class: ledger.className, "aria-label": label }, told);
  ledger.after(h("details", { class: "folded" }, h("summary", {}, label), list));
  if (!ledger.children.length) ledger.remove();
}

/**
 * Whether it is players alone who pay players: their own sentence says so.
 * @param {Entry} entry
 */
const isAmongPlayers = (entry) => gotBy(entry).every(({ from }) => isSeat(from));

/**
 * "Ada +$6", "Bo +$4", "B&B +$2", each in one piece, one's own first; none where fewer players are paid.
 * @param {TableDocument} doc
 * @param {Entry} entry
 * @param {number} [least] players
 * @returns {string[]}
 */
export function sumsOf(doc, entry, least = SEVERAL) {
  const paid = inOrder(doc, gotBy(entry));
  if (paid.length < least || isAmongPlayers(entry)) return [];
  return [
    ...paid.map(([seat, sum]) => [calledName(doc, seat), sum]),
    ...treasuriesPaid(entry),
  ].map(([name, sum]) => inOnePiece(`${name} +${money(sum)}`));
}

/** @param {string} words */
const inOnePiece = (words) => words.replaceAll(" ", "\u00a0");

/**
 * The treasuries that are paid with the players, as [railroad, dollars]: for certificates of their own.
 * @param {Entry} entry
 * @returns {[string, number][]}
 */
export const treasuriesPaid = (entry) =>
  toTreasuries(entry).map(({ to, amount }) => [String(to).slice(RAILROAD.length), amount]);

/** @param {Entry} entry */
function toTreasuries({ postings = [] }) {
  const payers = new Set(postings.filter(({ to, what }) => isSeat(to) && !what).map(({ from }) => from));
  return postings.filter(({ from, to, what }) =>
    !what && !isSeat(from) && payers.has(from) && String(to).startsWith(RAILROAD)
  );
}

/**
 * Who is paid how much, as [seat, dollars]: the viewer, then the others in their order.
 * @param {TableDocument} doc
 * @param {Posting[]} got
 */
function inOrder(doc, got) {
  const own = (seat) => Number(seat === doc.you?.seat);
  return perPlayer(doc, got).filter(([, sum]) => sum > 0).sort(([one], [other]) => own(other) - own(one));
}

/**
 * Nothing where only one is paid, once.
 * @param {TableDocument} doc
 * @param {Entry} entry
 * @param {boolean} [inFull] of everybody what it is paid for, not only of the viewer
 */
function paidOut(doc, entry, inFull = false) {
  const got = gotBy(entry).filter(({ what }) => what === undefined);
  const of = (seat) => got.filter(({ to }) => to === `seat:${seat}`);
  const mine = doc.you?.seat;
  const paid = inOrder(doc, got);
  if (Math.max(paid.length, of(mine).length) < SEVERAL) return null;
  const one = inFull && new Set(got.map(({ why }) => NAMED.exec(why ?? "")?.[1])).size === 1;
  const told = (posting) => !one || TIMES.test(posting.why); // of one railroad a share's part is told already
  const parts = (seat) => (inFull || seat === mine ? of(seat).filter(told) : []);
  return h(
    "ul",
    { class: "paid-out" },
    paid.map(([seat, sum]) => row(calledMark(doc, seat), sum, paidFor(doc, parts(seat)))),
    treasuriesPaid(entry).map(([id, sum]) => row(railroadBadge(doc, id), sum)),
  );
}

const row = (who, sum, ...more) => h("li", {}, who, h("span", { class: "figure" }, `+${money(sum)}`), more);

/**
 * @param {TableDocument} doc
 * @param {Posting[]} postings
 */
const paidFor = (doc, postings) =>
  postings.length > 0 && h("ul", { class: "paid-for" }, postings.map((one) => h("li", {}, partOf(doc, one))));

/**
 * A railroad's badge and "2 × $5 = $10", or the sum alone where nothing says that it is so many times the
 * same; of all else why it was paid.
 * @param {TableDocument} doc
 * @param {Posting} posting
 */
function partOf(doc, { amount, why }) {
  const [, what, how] = NAMED.exec(why ?? "") ?? [];
  const badge = figureOf(doc, what);
  const sum = h("b", {}, money(amount));
  if (!badge) return h("span", {}, SUM.test(why) ? [`${why} = `, sum] : [sum, ` ${why ?? ""}`]);
  const [, number] = TIMES.exec(how) ?? [];
  const each = amount / Number(number);
  return [badge, Number.isInteger(each) ? h("span", {}, `${number} × ${money(each)} = `, sum) : sum];
}
