// An entry of the journal as a line of the log: who entered it, when, what became of it; opened, what it did.

import { h, roof, unbroken } from "../../dom.js";
import { clock, money, say, sayOr } from "../../messages.js";
import { pace } from "../../settings.js";
import { seatName } from "../panels/badges.js";
import { CLAUSE, entryBody, gotBy, isCall, perPlayer, perPlayerLine } from "./entry.js";
import { REWINDS } from "./may-undo.js";
import { SEVERAL, sumsOf } from "./paid-out.js";
/** @import { Entry, TableDocument } from "../../types.js" */

const CORRECT = "correct"; // a move of every game: the host has put something right
const HOSTS = new Set([CORRECT, "position"]); // nobody else enters them
const ROLLED = { app: "entry.rolled.app", table: "entry.rolled.table" };
const WORD_GOES_ON = /^[\p{L}\d]/u;

/**
 * Who entered it, in words.
 * @param {TableDocument} doc
 */
export function enteredBy(doc, by) {
  const [kind, seat] = String(by ?? "").split(":");
  return kind === "seat" ? seatName(doc, Number(seat)) : sayOr(`by.${kind}`, kind);
}

/**
 * Does the sentence begin with who it is, and not with somebody whose name goes on?
 * @param {TableDocument} doc
 * @param {string | undefined} summary
 */
const begins = ({ seats }, summary, who) =>
  summary?.toLowerCase().startsWith(who.toLowerCase()) && !WORD_GOES_ON.test(summary.slice(who.length)) &&
  !seats.some(({ name }) => name.length > who.length && name.startsWith(who) && summary.startsWith(name));

/**
 * That it was an auto-bid the page says to its own player alone, and not of what somebody else has won by its
 * pass.
 * @param {TableDocument} doc
 * @param {Entry} entry
 */
export const isUnsaid = (doc, { by, move, summary }) =>
  by === "limit" && (move?.seat !== doc.you?.seat || !begins(doc, summary, seatName(doc, move.seat)));

/**
 * Whose own move it is: their own phone has entered it, or the host what no seat does. Where there are no
 * turns, it is told all the same: nobody was to act.
 * @param {TableDocument} doc
 * @param {Entry} entry
 */
function isOwn({ money_requests: bank }, entry) {
  const { by, move } = entry;
  if (by === "host") return !move?.seat || HOSTS.has(move.type);
  return by === `seat:${move?.seat}` && (!bank || isCall(entry));
}

/**
 * Who entered it, where the sentence does not begin with them, nor says after a colon whose move it is; what
 * the app has written down is nobody's.
 * @param {TableDocument} doc
 * @param {Entry} entry
 */
function author(doc, entry) {
  const { by } = entry;
  const who = enteredBy(doc, by);
  if (by === "app" || isUnsaid(doc, entry) || begins(doc, inLog(entry), who)) return null;
  // "Dividend 1 of 8: Ed plays …"
  if (isOwn(doc, entry) && inLog(entry)?.includes(`: ${who} `)) return null;
  return say("entry.by", { who });
}

/**
 * Open a line of the log and bring it into sight.
 * @param {number} revision
 */
export function showEntry(revision) {
  const line = document.querySelector(`.log > li[data-revision="${revision}"] > details`);
  if (!line) return;
  /** @type {HTMLDetailsElement} */ (line).open = true;
  line.scrollIntoView({ block: "center" });
  line.querySelector("summary").focus({ preventScroll: true });
}

/**
 * Of a line that is opened low on a page the rest comes into sight, too, as soon as it is there.
 * @param {MouseEvent} event
 */
function showRest({ currentTarget }) {
  const line = /** @type {HTMLElement} */ (currentTarget).parentElement;
  const open = () => {
    if (roof()) line.style.scrollMarginTop = `${roof()}px`; // of what is higher than the room its top is seen
    if (line.matches("[open]")) line.scrollIntoView({ block: "nearest", behavior: pace() });
  };
  line.addEventListener("toggle", open, { once: true });
}

/**
 * What became of an entry: a correction, undone, amended or struck.
 * @param {Entry} entry
 */
function stamps({ move, undone, amended }) {
  const found = move?.type === CORRECT ? [say("entry.corrected")] : [];
  if (amended) return [...found, say(undone ? "entry.struck" : "entry.amended", { revision: amended })];
  return undone ? [...found, say("entry.undone")] : found;
}

/**
 * What an entry says in a log. Of a move that is undone, or done again, that all it changed is meant, for
 * else a line of that reads as news. Undefined of one that is sealed.
 * @param {Entry} entry
 */
export const inLog = ({ move, headline, summary }) => (REWINDS.has(move?.type) ? headline : null) ?? summary;

/**
 * The move itself, and below it on smaller lines what came of it and what is remarked upon.
 * @param {string} words
 */
function lineByLine(words) {
  const [first, ...others] = words.split(CLAUSE);
  return [first, ...others.flatMap((one) => below(one, "hint"))];
}

/** On a line of its own, whose end tells the eye what is read out. */
const below = (words, kind) =>
  words ? [h("span", { class: "unseen" }, CLAUSE), h("span", { class: kind }, words)] : [];

/** Whose dice fell; undefined: none did. */
const rolled = ({ move }) => ROLLED[move?.source] && say(ROLLED[move.source]);

/**
 * What it paid each, where its sentence does not say so; of one alone, where it does not name who that is.
 * @param {TableDocument} doc
 * @param {Entry} entry
 */
function sums(doc, entry) {
  const { move, summary = "" } = entry;
  const told = (/** @type {number[]} */ [seat, sum]) =>
    summary.includes(`${seatName(doc, seat)} ${money(sum)}`);
  const paid = perPlayer(doc, gotBy(entry));
  if (REWINDS.has(move?.type) || paid.every(told)) return [];
  const isNamed = paid.some(([seat]) => summary.includes(seatName(doc, seat)));
  return sumsOf(doc, entry, isNamed ? SEVERAL : 1);
}

/**
 * One line of the log. Opens to show what the entry did; undone lines stay, struck through.
 * @param {TableDocument} doc
 * @param {Entry} entry
 */
export function entryLine(doc, entry, ...actions) {
  const paid = sums(doc, entry);
  const said = [
    ...lineByLine(unbroken(inLog(entry)) ?? say("entry.sealed")),
    ...below(paid.join("\u00a0· "), "sums"), // no line begins with a dot
  ];
  const summary = h("span", { class: "summary" }, said);
  const who = author(doc, entry);
  const isAbove = !isOwn(doc, entry); // who entered it, which is told once
  const by = [rolled(entry), !isAbove && who].filter(Boolean).join("\u00a0· ");
  const head = [
    h("time", { datetime: entry.at, class: "hint" }, clock(entry.at)),
    h(
      "span",
      { class: "said" },
      entry.undone ? h("s", {}, summary) : summary,
      stamps(entry).flatMap((words) => [" ", h("span", { class: "stamp" }, words)]),
      " ",
      who && isAbove && h("span", { class: "hint by" }, who),
    ),
    h("span", { class: "hint entry-number" }, say("entry.number", { revision: entry.revision })),
  ];
  const line = h(
    "details",
    { class: "entry" },
    h("summary", { on: { click: showRest } }, head),
    // What can be done with it first: a payoff goes on for screens.
    h(
      "div",
      { class: "entry-body" },
      by && h("p", { class: "hint" }, by),
      actions,
      !paid.length && perPlayerLine(doc, entry.postings),
      entryBody(doc, entry),
    ),
  );
  return h("li", { "data-revision": entry.revision, "data-undone": Boolean(entry.undone) }, line);
}
