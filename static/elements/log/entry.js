// Entries of the journal: one line each, and what they did: who paid whom and why, what rose or fell, what
// hands do.

import { h, icon } from "../../dom.js";
import { clock, money, say, sayOr, withUnit } from "../../messages.js";
import { account, seatName } from "../panels/badges.js";
/** @import { Affect, Entry, Instruction, Posting, TableDocument } from "../../types.js" */

const CORRECT = "correct"; // a move of every game: the host has put something right
const MANY = 2; // what one player pays or gets, the payment itself says
const PEOPLE = new Set(["president"]); // figures that are the number of a seat

/**
 * Who entered it, in words.
 * @param {TableDocument} doc
 */
export function enteredBy(doc, by) {
  const [kind, seat] = String(by ?? "").split(":");
  return kind === "seat" ? seatName(doc, Number(seat)) : sayOr(`by.${kind}`, kind);
}

/**
 * Payments as a ledger: from, to, why, amount in the right-hand column.
 * @param {TableDocument} doc
 * @param {Posting[]} postings
 */
export function postingList(doc, postings) {
  if (!postings?.length) return null;
  return h(
    "ul",
    { class: "ledger", "aria-label": say("entry.postings") },
    postings.map((posting) =>
      h(
        "li",
        {},
        h(
          "span",
          { class: "parties" },
          account(doc, posting.from),
          icon("arrow"),
          h("span", { class: "unseen" }, say("entry.pays")),
          account(doc, posting.to),
        ),
        h("span", { class: "figure" }, money(posting.amount)),
        posting.why && h("span", { class: "hint" }, posting.why),
      )
    ),
  );
}

/**
 * What all payments together bring each player or cost them: [[seat, amount]], in the order of the seats.
 * @param {TableDocument} doc
 * @param {Posting[]} postings
 */
export function perPlayer(doc, postings = []) {
  const sums = new Map();
  const add = (account, amount) => sums.set(account, (sums.get(account) ?? 0) + amount);
  for (const { from, to, amount, what } of postings) {
    if (what !== undefined) continue; // no money
    add(from, -amount);
    add(to, amount);
  }
  return doc.seats.map(({ seat }) => [seat, sums.get(`seat:${seat}`)]).filter(([, sum]) => sum);
}

/**
 * The same in one line, "Ada +$2, Edmund +$3", where there is more than one payment to add up.
 * @param {TableDocument} doc
 * @param {Posting[]} postings
 */
export function perPlayerLine(doc, postings) {
  const sums = perPlayer(doc, postings);
  if (sums.length < MANY) return null;
  const words = sums.map(([seat, sum]) => `${seatName(doc, seat)} ${sum > 0 ? "+" : ""}${money(sum)}`);
  return h("p", { class: "per-player" }, words.join(", "));
}

/**
 * Figures before and after: the railroads' at once, the players' folded away.
 * @param {TableDocument} doc
 * @param {Affect[]} affects
 */
export function affectList(doc, affects) {
  if (!affects?.length) return null;
  const seats = affects.filter(({ of }) => of.startsWith("seat:"));
  const others = affects.filter((affect) => !seats.includes(affect));
  return [
    others.length > 0 && affected(doc, others),
    seats.length > 0 &&
    h("details", { class: "folded" }, h("summary", {}, say("entry.players-affected")), affected(doc, seats)),
  ];
}

/**
 * Figures before and after, one line for each account.
 * @param {TableDocument} doc
 * @param {Affect[]} affects
 */
export function affected(doc, affects) {
  const whose = [...new Set(affects.map(({ of }) => of))];
  return h(
    "ul",
    { class: "affects", "aria-label": say("entry.affects") },
    whose.map((item) =>
      h(
        "li",
        {},
        account(doc, item),
        h(
          "span",
          { class: "affected" },
          affects.filter(({ of }) => of === item).map((affect) => change(doc, affect)),
        ),
      )
    ),
  );
}

/**
 * @param {TableDocument} doc
 * @param {Affect} affect
 */
function change(doc, { name, from, to, unit }) {
  const shown = (value) => {
    if (!Number.isInteger(value)) return bare(value);
    return PEOPLE.has(name) ? seatName(doc, value) : withUnit(value, unit);
  };
  return h(
    "span",
    { class: "affect", "data-figure": name },
    h("span", { class: "affect-name" }, sayOr(`figure.${name}`, name.replaceAll(/[._]/g, " "))),
    h("span", { class: "figure before" }, shown(from)),
    icon("arrow"),
    h("span", { class: "figure after" }, shown(to)),
  );
}

/** A word, or that nobody knows. */
function bare(value) {
  return value === null || value === undefined ? say("unit.unknown") : sayOr(`value.${value}`, String(value));
}

/**
 * The hands' work as words; `checklist.js` has it to tick off.
 * @param {Instruction[]} instructions
 */
export function instructionList(instructions) {
  if (!instructions?.length) return null;
  return h(
    "ul",
    { class: "instructions", "aria-label": say("entry.instructions") },
    instructions.map(({ text }) => h("li", {}, text)),
  );
}

/**
 * Everything an entry does, for a preview or an opened line.
 * @param {TableDocument} doc
 * @param {Entry} entry
 */
export function entryBody(doc, entry) {
  return [
    postingList(doc, entry.postings),
    affectList(doc, entry.affects),
    instructionList(entry.instructions),
  ].flat().filter(Boolean);
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
 * One line of the log. Opens to show what the entry did; undone lines stay, struck through.
 * @param {TableDocument} doc
 * @param {Entry} entry
 */
export function entryLine(doc, entry, ...actions) {
  const body = entryBody(doc, entry);
  const summary = h("span", { class: "summary" }, entry.summary ?? say("entry.sealed"));
  const head = [
    h("time", { datetime: entry.at, class: "hint" }, clock(entry.at)),
    h(
      "span",
      { class: "said" },
      entry.undone ? h("s", {}, summary) : summary,
      stamps(entry).map((words) => h("span", { class: "stamp" }, words)),
    ),
    h("span", { class: "hint by" }, enteredBy(doc, entry.by)),
    h("span", { class: "hint entry-number" }, say("entry.number", { revision: entry.revision })),
  ];
  const by = h(
    "p",
    { class: "hint" },
    say("entry.by", { who: enteredBy(doc, entry.by), revision: entry.revision }),
  );
  const line = h(
    "details",
    { class: "entry" },
    h("summary", {}, head),
    h("div", { class: "entry-body" }, body, by, actions),
  );
  return h("li", { "data-revision": entry.revision, "data-undone": Boolean(entry.undone) }, line);
}
