// What an entry of the journal did: who paid whom and why, what rose or fell, what hands do.

import { h, icon, unbroken } from "../../dom.js";
import { money, say, sayOr, withUnit } from "../../messages.js";
import { account, seatName } from "../panels/badges.js";
/** @import { Affect, Entry, Instruction, Posting, TableDocument } from "../../types.js" */

/** Before each clause, and each of what is told one after the other, such as what each is paid. */
const PART = /(?=[,;] (?![^()]*\)))|(?= \()/; // what stands in brackets goes as a whole
export const CLAUSE = "; "; // between what is told of one move, in every language
export const MUCH = 80; // letters of news: more than two lines of a phone hold
const CALLS = ["bid", "pass"]; // in an auction
const MANY = 2; // what one player pays or gets, the payment itself says

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
          h(
            "span",
            { class: "from-to" },
            icon("arrow"),
            h("span", { class: "unseen" }, say("entry.pays")),
            account(doc, posting.to),
          ),
        ),
        h("span", { class: "figure" }, money(posting.amount)),
        posting.why && h("span", { class: "hint" }, posting.why),
      )
    ),
  );
}

/**
 * What all payments bring each account or cost it, in dollars.
 * @param {Posting[]} postings
 * @returns {Map<string, number>}
 */
export function perAccount(postings) {
  const sums = new Map();
  const add = (account, amount) => sums.set(account, (sums.get(account) ?? 0) + amount);
  for (const { from, to, amount, what } of postings) {
    if (what !== undefined) continue; // no money
    add(from, -amount);
    add(to, amount);
  }
  return sums;
}

/**
 * The same of the players, in their order: [[seat, amount]], where it is not 0.
 * @param {TableDocument} doc
 * @param {Posting[]} postings
 */
export function perPlayer(doc, postings = []) {
  const sums = perAccount(postings);
  return doc.seats.map(({ seat }) => [seat, sums.get(`seat:${seat}`)]).filter(([, sum]) => sum);
}

/**
 * The same in one line, "Ada +$2, Edmund +$3".
 * @param {TableDocument} doc
 * @param {Posting[]} postings
 */
export function perPlayerLine(doc, postings) {
  const words = perPlayerWords(doc, postings);
  return words.length > 0 && h("p", { class: "per-player" }, words.join(", "));
}

/** @param {string} account */
export const isSeat = (account) => account.startsWith("seat:");

/**
 * Where several are paid from elsewhere, without what these pay themselves: a price that is paid with the
 * move does not lessen what somebody gets of a dividend.
 * @param {Posting[]} [postings]
 */
function withoutPrices(postings = []) {
  const paid = new Set(postings.filter(({ from, to }) => isSeat(to) && !isSeat(from)).map(({ to }) => to));
  return postings.filter(({ from }) => paid.size < MANY || !paid.has(from));
}

/**
 * What players get of an entry.
 * @param {Entry | null} entry
 */
export const gotBy = (entry) => withoutPrices(entry?.postings).filter(({ to }) => isSeat(to));

/**
 * One's own first; none where there is no more than one payment to add up.
 * @param {TableDocument} doc
 * @param {Posting[]} [postings]
 */
export function perPlayerWords(doc, postings) {
  const own = (seat) => Number(seat === doc.you?.seat);
  const sums = perPlayer(doc, withoutPrices(postings)).sort(([one], [other]) => own(other) - own(one));
  if (sums.length < MANY) return [];
  return sums.map(([seat, sum]) => `${seatName(doc, seat)}\u00a0${sum > 0 ? "+" : ""}${money(sum)}`);
}

/**
 * That the dice are new from there is nobody's move.
 * @param {Entry} entry
 */
export const isNewDice = ({ move }) => move?.type === "seed";

/**
 * The newest entry that is news. One's own says that it is done; of others' none that only asks or answers
 * beside an auction.
 * @param {TableDocument} doc
 * @param {(entry: Entry) => boolean} isMine
 */
export function newest({ recent, auction, offers }, isMine) {
  const beside = (move) =>
    move?.request || offers.some(({ anytime, type }) => anytime && type === move?.type);
  const last = recent?.findLast((entry) => {
    const { move, postings } = entry;
    const quiet = auction && !postings?.length && !move?.dice && beside(move) && !isMine(entry);
    return !quiet && !isNewDice(entry);
  });
  return !last || last.undone ? null : last;
}

/**
 * An entry as news: what matters most, what each player gets of it, where money lies open, then all else.
 * @param {TableDocument} doc
 * @param {Entry | null} entry
 */
export function newsOf(doc, entry) {
  const [first, ...rest] = (entry?.headline ?? entry?.summary ?? "").split(CLAUSE);
  const got = gotBy(entry);
  const paid = perPlayer(doc, got).filter(([, sum]) => sum > 0);
  const sums = paid.length >= MANY ? perPlayerWords(doc, got) : []; // public where money is hidden, too
  return [first, sums.join(", "), ...rest].filter(Boolean).join(CLAUSE);
}

/**
 * What has happened, and apart what follows from it, which is the first to be cut. What is cut ends with
 * something whole.
 * @param {string} words
 */
export function newsParts(words) {
  const [first, ...rest] = words.split(CLAUSE);
  const told = h("span", {}, inParts(first));
  if (rest.length) {
    const kind = words.length > MUCH ? "what-follows much" : "what-follows";
    // no colon ends what is cut
    told.append(
      h("span", { class: kind }, inParts((CLAUSE + rest.join(CLAUSE)).replaceAll(": ", ":\u00a0"))),
    );
  }
  requestAnimationFrame(() => keepWhole(told));
  return told;
}

/** @param {string} words */
export const partsOf = (words) => unbroken(words).split(PART);

/** @param {string} words */
export const inParts = (words) => partsOf(words).map((part) => h("span", { "data-part": true }, part));

/**
 * Whenever its box has another size; all of it is read aloud, and a tap shows it.
 * @param {HTMLElement} told
 */
function keepWhole(told) {
  const watch = new ResizeObserver(([{ target: box }]) => {
    if (told.parentElement !== box) return watch.disconnect();
    if (box.matches("[data-whole]")) return;
    if (!told.matches("[data-cut]") && box.scrollHeight <= box.clientHeight + 1) return;
    const fit = ({ endWhole }) => endWhole(told, box);
    import("./whole.js").then(fit, () => {}); // dots end it in any case
  });
  if (told.parentElement) watch.observe(told.parentElement);
}

/**
 * Figures before and after: the railroads' at once, the players' folded away.
 * @param {TableDocument} doc
 * @param {Affect[]} all
 */
function affectList(doc, all = []) {
  const affects = all.filter(({ repeated }) => !repeated);
  if (!affects.length) return null;
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
    return name === "president" ? seatName(doc, value) : withUnit(value, unit); // that is a seat's number
  };
  return h(
    "span",
    { class: "affect", "data-figure": name },
    h("span", { class: "affect-name" }, called(doc, name)),
    h(
      "span",
      { class: "from-to" },
      h("span", { class: "figure before" }, shown(from)),
      icon("arrow"),
      h("span", { class: "figure after" }, shown(to)),
    ),
  );
}

/** A figure as the game's own table calls it, else by the usual word; of a city what it earns. */
function called(doc, name) {
  const [, city] = /^income\.(.+)/.exec(name) ?? [];
  if (city) return `${city}: ${say("figure.income")}`;
  const columns = doc.panels?.flatMap(({ columns }) => columns ?? []) ?? [];
  const own = columns.find(({ figure, text }) => figure === name && text);
  return own?.text ?? sayOr(`figure.${name}`, name.replaceAll(/[._]/g, " "));
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
    instructions.map(({ text }) => h("li", {}, unbroken(text))),
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
 * A bid or a pass, whatever has come of it.
 * @param {Entry} entry
 */
export const isCall = ({ move }) => CALLS.includes(move?.type);

/**
 * A bid or a pass that moved nothing: what something was sold for is found between them.
 * @param {Entry} entry
 */
export const isQuiet = (entry) => isCall(entry) && !entry.postings?.length && !entry.instructions?.length;
