// An entry of the journal as a line of the log: who entered it, when, what became of it; opened, what it did.

import { h, unbroken } from "../../dom.js";
import { clock, say, sayOr } from "../../messages.js";
import { seatName } from "../panels/badges.js";
import { CLAUSE, entryBody, isCall, perPlayerLine } from "./entry.js";
import { REWINDS } from "./may-undo.js";
/** @import { Entry, TableDocument } from "../../types.js" */

const CORRECT = "correct"; // a move of every game: the host has put something right
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
  summary?.startsWith(who) && !WORD_GOES_ON.test(summary.slice(who.length)) &&
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
 * The same where the sentence does not begin with who did it; what the app has written down is nobody's, and
 * whoever only passed has not entered what somebody else won by it.
 * @param {TableDocument} doc
 * @param {Entry} entry
 */
function author(doc, entry) {
  const { by, move, summary } = entry;
  if (isUnsaid(doc, entry) || (isCall(entry) && by === `seat:${move?.seat}`)) return null;
  const who = enteredBy(doc, by);
  return !begins(doc, summary, who) && by !== "app" &&
    h("span", { class: "hint by" }, say("entry.by", { who }));
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
  const [first, ...below] = words.split(CLAUSE);
  const apart = () => h("span", { class: "unseen" }, CLAUSE); // the line's end says it to the eye
  return [first, below.flatMap((one) => [apart(), h("span", { class: "hint" }, one)])];
}

/** Whose dice fell; undefined: none did. */
const rolled = ({ move }) => ROLLED[move?.source] && say(ROLLED[move.source]);

/**
 * One line of the log. Opens to show what the entry did; undone lines stay, struck through.
 * @param {TableDocument} doc
 * @param {Entry} entry
 */
export function entryLine(doc, entry, ...actions) {
  const body = entryBody(doc, entry);
  const number = say("entry.number", { revision: entry.revision });
  const summary = h("span", { class: "summary" }, lineByLine(unbroken(inLog(entry)) ?? say("entry.sealed")));
  const head = [
    h("time", { datetime: entry.at, class: "hint" }, clock(entry.at)),
    h(
      "span",
      { class: "said" },
      entry.undone ? h("s", {}, summary) : summary,
      stamps(entry).flatMap((words) => [" ", h("span", { class: "stamp" }, words)]),
      " ",
      author(doc, entry),
    ),
    h("span", { class: "hint entry-number" }, number),
  ];
  const who = !isUnsaid(doc, entry) && say("entry.by", { who: enteredBy(doc, entry.by) });
  const by = h("p", { class: "hint" }, [rolled(entry), who, number].filter(Boolean).join(" · "));
  const line = h(
    "details",
    { class: "entry" },
    h("summary", {}, head),
    // What can be done with it first: a payoff goes on for screens.
    h("div", { class: "entry-body" }, by, actions, perPlayerLine(doc, entry.postings), body),
  );
  return h("li", { "data-revision": entry.revision, "data-undone": Boolean(entry.undone) }, line);
}
