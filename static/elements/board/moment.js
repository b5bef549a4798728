// What has just happened, large: dice as they fell, what everybody was paid, the sentence of the move.

import { h, unbroken } from "../../dom.js";
import { fallenDice } from "../../fields/dice.js";
import { money, say } from "../../messages.js";
import { CLAUSE, isCall, isNewDice, perAccount } from "../log/entry.js";
import { treasuriesPaid } from "../log/paid-out.js";
import { railroadBadge, seatMark, seatName, signs } from "../panels/badges.js";
/** @import { Entry, TableDocument } from "../../types.js" */

const LATELY = 2; // what several were paid is still read after one more move, whose figures are marked
const ALOUD = "auction_result";
const UNDO = "undo";
const AMEND = "amend";
const LEFT_BY = ["treasury", "income", "value"]; // what a second sentence says that a move leaves
const NOTE = "note";
const PUTS_RIGHT = new Set(["amend", "correct"]);
const REDO = "redo";
const CHANGES = new Set([...PUTS_RIGHT, UNDO]); // figures, by no move: nobody sees why
const LONG = 110; // letters of a sentence that is set smaller
const SHORT = 60; // … or larger, where nothing else is shown
const FORMULA = /(\S+ [÷×] .+? = \S+)/; // "$61 ÷ 5, rounded up = $13"
const SUMS = 2; // an entry of so many postings has a headline without its sums

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

/** @param {Entry} entry */
const diceOf = ({ move }) => (Array.isArray(move?.dice) ? move.dice : []);

/** What players pay they get back, as when a sale is cancelled: there are no sums to tell. */
function isGivenBack(postings) {
  const sums = [...perAccount(postings)].filter(([account]) => account.startsWith("seat:"));
  return sums.length > 0 && sums.every(([, sum]) => sum === 0);
}

/**
 * What is said of an entry: what matters most first. Of sums no word where each has a row of its own; nor may
 * any be lost where none has.
 * @param {Entry} entry
 * @param {[number, number][]} paid
 */
export function saidOf({ summary, headline, postings = [] }, paid) {
  const brief = paid.length > 0 || postings.length < SUMS || isGivenBack(postings);
  return (headline && brief ? headline : summary) ?? "";
}

/**
 * A sentence as it is told large, and what else there is, smaller.
 * @param {string} said
 * @returns {[string, string]}
 */
export function clauses(said) {
  const end = said.indexOf(CLAUSE);
  return end < 0 ? [said, ""] : [said.slice(0, end), said.slice(end + CLAUSE.length)];
}

/**
 * Of what is undone the move alone: what its figures came to is no longer so.
 * @param {string} said
 */
export function moveAlone(said) {
  const figures = LEFT_BY.map((name) => say(`figure.${name}`)).join("|");
  return said.replace(new RegExp(`\\. (?:${figures}) .*`), "");
}

/**
 * What an amended entry said before, which its headline leaves out: "before: Ed wins the CRIP share for $1".
 * @param {Entry} entry
 */
export function saidBefore({ move, headline = "", summary = "" }) {
  const now = headline.slice(headline.indexOf(": ") + 2);
  const at = move?.type === AMEND && headline ? summary.indexOf(now + CLAUSE) : -1;
  return at < 0 ? "" : clauses(summary.slice(at + now.length + CLAUSE.length))[0];
}

/**
 * Who is paid, for a list of it: one alone where what is said large does not say who.
 * @param {TableDocument} doc
 * @param {Entry} entry
 */
function listOf(doc, entry) {
  const paid = paidOut(entry);
  const [first] = clauses(saidOf(entry, paid));
  const told = paid.length === 1 && first.includes(seatName(doc, paid[0][0]));
  return told ? [] : paid;
}

/**
 * Which shares players lay down together, as [seat, railroad]: the first investments. Nothing where one alone
 * does.
 * @param {Entry} entry
 * @returns {[number, string][]}
 */
export function laidDown({ movements = [], move }) {
  if (PUTS_RIGHT.has(move?.type)) return [];
  /** @type {[number, string][]} */
  const laid = movements.flatMap(({ what, to }) => {
    const [, railroad] = /^share:(.+)/.exec(what) ?? [];
    const [, seat] = /^seat:(\d+)$/.exec(to) ?? [];
    return railroad && seat ? [[Number(seat), railroad]] : [];
  });
  return new Set(laid.map(([seat]) => seat)).size > 1 ? laid : [];
}

/**
 * The entry to be shown large: a dividend of lately, else the newest, for what a roll asks is answered by the
 * move after it. A new seed is nobody's move: a table that was brought here begins with one.
 * @param {TableDocument} doc
 * @returns {Entry | undefined}
 */
export function ofTheMoment(doc) {
  const standing = (doc.recent ?? []).filter((entry) => !entry.undone && !isNewDice(entry));
  const newest = standing.at(-1);
  if (CHANGES.has(newest?.move?.type)) return newest; // a dividend from before would be paid out again
  if (newest && paidOut(newest).length > 0) return newest; // that is the last that anybody was paid
  if (newest?.move?.type === REDO) { // what was paid once more has its rows again
    const again = standing.findLast(({ move }) => ![UNDO, REDO].includes(move?.type));
    return again && paidOut(again).length > 1 ? again : newest;
  }
  return standing.slice(-LATELY).findLast((entry) => paidOut(entry).length > 1) ?? newest;
}

/**
 * What has been moved since the entry that is shown large: its marks stand on the tables beside it.
 * @param {TableDocument} doc
 * @returns {Entry | undefined}
 */
export function movedSince(doc) {
  const newest = (doc.recent ?? []).findLast((entry) => !entry.undone && !isNewDice(entry));
  return newest === ofTheMoment(doc) ? undefined : newest;
}

/**
 * Whether several are paid at this moment, or lay down shares: that takes all the room there is.
 * @param {TableDocument} doc
 */
export function isOfMany(doc) {
  const entry = ofTheMoment(doc);
  return Boolean(entry) && (paidOut(entry).length > 1 || laidDown(entry).length > 0);
}

/**
 * As a part of where it stands; null before the first move.
 * @param {TableDocument} doc
 */
export function momentPart(doc) {
  const entry = ofTheMoment(doc);
  const since = movedSince(doc);
  const make = () => moment(doc, entry, since);
  return entry ? { key: "moment", shows: [entry, since, signs(doc)], make } : null;
}

/**
 * @param {TableDocument} doc
 * @param {Entry} entry
 * @param {Entry} [since]
 */
function moment(doc, entry, since) {
  const [dice, paid] = [diceOf(entry), listOf(doc, entry)];
  const said = saidOf(entry, paid) || say("entry.sealed");
  const laid = laidDown(entry);
  const gone = entry.move?.type === UNDO;
  const [clause, others] = clauses(gone ? moveAlone(said) : said);
  const first = laid.length ? clause.split(": ")[0] : clause;
  const also = laid.length ? others.split(CLAUSE).at(-1) : others; // each of them has a row
  // what is undone is no longer so, and would read as news
  const rest = gone ? "" : also || saidBefore(entry);
  const alone = !dice.length && paid.length < 2 && !laid.length;
  return h(
    "section",
    {
      class: "panel moment",
      "aria-label": say("board.moment"),
      "data-long": first.length > LONG,
      "data-short": alone && first.length < SHORT,
    },
    dice.length > 0 && h("p", { class: "moment-dice" }, fallenDice(dice)),
    h("p", { class: "moment-words" }, inFormulas(unbroken(first))),
    rest && h("p", { class: "moment-more" }, unbroken(opened(doc, inPairs(rest)))),
    rows(laid.map(([seat, railroad]) => [seatMark(doc, seat), railroadBadge(doc, railroad)])),
    rows([
      ...paid.map(([seat, amount]) => [seatMark(doc, seat), sum(amount)]),
      ...(paid.length ? treasuriesPaid(entry) : []).map((
        [id, amount],
      ) => [railroadBadge(doc, id), sum(amount)]),
    ]),
    // its line is there before there is anything to tell: the rows stay as large as they came
    paid.length > 1 && h("p", { class: "moment-since" }, since ? told(since) : "\u00a0"),
    paid.length > 1 && since && diceOf(since).length > 0 &&
      h("p", { class: "moment-dice" }, fallenDice(diceOf(since))),
  );
}

/**
 * In the colour of the figures it has changed, if it can have changed any.
 * @param {Entry} entry
 */
function told(entry) {
  const { move, postings, instructions } = entry;
  const idle = (move?.dice || move?.type === NOTE) && !postings?.length && !instructions?.length;
  // of two colons the second is a dash
  const words = say("board.then", { what: inAClause(entry).replace(": ", " – ") });
  return h("span", { class: idle ? null : "changed" }, unbroken(words));
}

/** @param {Entry} entry */
const inAClause = (entry) => clauses(entry.headline ?? entry.summary ?? say("entry.sealed"))[0];

/**
 * What was done beside an auction, below it: dice, or money that went elsewhere. The auction has all the room
 * again with the next bid; null where nothing was done beside it.
 * @param {TableDocument} doc
 */
export function besidePart(doc) {
  const entry = (doc.recent ?? []).findLast(({ undone }) => !undone);
  if (!entry || isCall(entry) || entry.move?.type === ALOUD) return null; // the sale before is over
  const dice = diceOf(entry);
  if (!dice.length && !entry.postings?.length) return null; // what is asked stands elsewhere
  const make = () =>
    h(
      "section",
      { class: "panel beside-auction", "aria-label": say("board.moment") },
      dice.length > 0 && fallenDice(dice),
      h("p", {}, unbroken(inAClause(entry))),
    );
  return { key: "beside", shows: entry, make };
}

const sum = (amount) => h("span", { class: "figure" }, `+${money(amount)}`);

/**
 * A row for each player, or treasury.
 * @param {HTMLElement[][]} all
 */
function rows(all) {
  const lines = all.map((parts) => h("li", {}, parts));
  return lines.length > 0 && h("ul", { class: "moment-paid" }, lines);
}

/** In a list such as "(charter 1, Atlanta 2)" a number stays with what it is of. */
const inPairs = (words) => words.replace(/ (\d+)(?=[,)])/g, "\u00a0$1");

/**
 * A line that has room for a formula does not end within it.
 * @param {string} words
 */
const inFormulas = (words) =>
  words.split(FORMULA).map((part, at) => (at % 2 ? h("span", { class: "formula" }, part) : part));

/** With a capital letter, but for a name, which stays as it is written. */
function opened(doc, words) {
  if (doc.seats.some(({ name }) => words.startsWith(name))) return words;
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
