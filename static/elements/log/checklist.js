// What hands must do on the real board after a move, to tick off. Ticks belong to this screen only.

import { h, unbroken } from "../../dom.js";
import { say } from "../../messages.js";
/** @import { Entry, TableDocument } from "../../types.js" */

const LISTS = 5; // so many lists back a line may stay
const MOVES = 2; // after so many nobody does it any more
const LINES = 4; // and so many lines in all, for the newest list comes first
const BESIDE = new Set(["undo", "amend", "correct", "note"]); // no next move: what the last asks still holds

/**
 * @param {string} code
 * @param {number} revision
 */
const place = (code, revision) => `companion.ticks.${code}.${revision}`;
/**
 * @param {string} code
 * @param {number} revision
 */
const ticked = (code, revision) => JSON.parse(sessionStorage.getItem(place(code, revision)) ?? "[]");

/**
 * @param {string} code
 * @param {number} revision
 */
function tick(code, revision, at, on) {
  const others = ticked(code, revision).filter((one) => one !== at);
  sessionStorage.setItem(place(code, revision), JSON.stringify(on ? [...others, at] : others));
}

export class HandsChecklist extends HTMLElement {
  code = "";
  /** @type {Entry} */
  entry = null;
  earlier = [];
  asks = ""; // the sentence of its move, where another one is told beside it

  connectedCallback() {
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say("hands.title"));
    this.dataset.move = this.entry.move?.type;
    this.replaceChildren(
      h("h2", {}, say("hands.title")),
      this.asks && h("p", { class: "hint" }, unbroken(this.asks)),
      h("ul", { class: "checklist" }, this.#lines(linesOf(this.entry))),
      ...(this.earlier.length
        ? [
          h("h3", { class: "hint" }, say("hands.earlier")),
          h("ul", { class: "checklist earlier" }, this.#lines(this.earlier)),
        ]
        : []),
    );
  }

  /** One line, or several that say the same, ticked with one tap. */
  #line(lines) {
    const each = (on) => lines.forEach(({ revision, at }) => tick(this.code, revision, at, on));
    const box = h("input", { type: "checkbox", on: { change: () => each(box.checked) } });
    box.checked = lines.every(({ revision, at }) => ticked(this.code, revision).includes(at));
    const times = lines.length > 1 && h("b", {}, `\u00a0× ${lines.length}`);
    return h("li", {}, h("label", {}, box, h("span", {}, unbroken(lines[0].text), times)));
  }

  #lines(lines) {
    return linesByText(lines).map((some) => this.#line(some));
  }
}

customElements.define("hands-checklist", HandsChecklist);

/**
 * What is only told, such as a payment the companion has made, is nothing to tick off.
 * @param {Partial<Pick<Entry, "revision" | "instructions">>} entry
 */
export function linesOf({ revision, instructions }) {
  return (instructions ?? []).map(({ text, told, pieces = [] }, at) => ({ revision, at, text, told, pieces }))
    .filter(({ told }) => !told);
}

/** Lines that say the same, such as cubes in hexes that have no name. */
export function linesByText(lines) {
  const texts = [...new Set(lines.map(({ text }) => text))];
  return texts.map((words) => lines.filter(({ text }) => text === words));
}

/** @param {TableDocument} doc */
const lists = (doc) =>
  (doc.recent ?? []).filter((entry, at, all) =>
    !entry.undone && linesOf(entry).length && !isRedone(entry, all.slice(at + 1)) &&
    !all.some((one) => one.revision === entry.amended && linesOf(one).length) // it is said anew
  ).reverse();

/**
 * An undo that was itself taken back: nothing is to be taken back on the board either.
 * @param {Entry} entry
 * @param {Entry[]} later
 */
function isRedone({ move }, later) {
  let open = +(move?.type === "undo");
  return open > 0 && later.some(({ move }) => {
    if (move?.type === "undo") open++;
    if (move?.type === "redo") open--;
    return !open;
  });
}

/**
 * The table as a player's own phone reminds of it: a line is for whoever's piece or share it is; where it
 * says nobody, or nobody has a phone at that seat, for who made the move, or the one that was amended.
 * Whoever moved its piece on since has a line of their own: this one goes.
 * @param {TableDocument} doc
 * @param {number} seat
 */
export function forHandsOf(doc, seat) {
  const hasPhone = (other) => doc.seats.some((one) => one.seat === other && one.claimed);
  const maker = ({ revision, by }) => doc.recent.find(({ amended }) => amended === revision)?.by ?? by;
  const whose = (entry, line) => (hasPhone(line.seat) ? `seat:${line.seat}` : maker(entry));
  const recent = doc.recent?.map((entry, at, all) => ({
    ...entry,
    instructions: entry.instructions?.map((line) =>
      whose(entry, line) === `seat:${seat}` && !isIdle(line, all.slice(at + 1))
        ? { ...line, text: (line.seat === seat && line.own) || line.text }
        : { ...line, told: true }
    ),
  }));
  return { ...doc, recent, hands: true };
}

/**
 * The newest standing entry that leaves something for hands to do.
 * @param {TableDocument} doc
 */
export const lastWork = (doc) => lists(doc)[0];

/**
 * Whether hands need still be reminded of it: until all of it is ticked, or two moves have been made since.
 * What is ticked off stays until the next move, so that nothing leaves under the finger; but for the set-up
 * that was ticked in the lobby.
 * @param {TableDocument} doc
 * @param {Entry} entry
 */
export function isDue(doc, entry) {
  const since = (doc.recent ?? []).filter(({ revision, undone }) => revision > entry.revision && !undone);
  const done = ticked(doc.code, entry.revision);
  return (!since.length && entry.revision > 1) ||
    (since.filter(isNextMove).length < MOVES && linesOf(entry).some(({ at }) => !done.includes(at)));
}

/** @param {Partial<Entry>} entry */
const isBeside = ({ move }) => BESIDE.has(move?.type);

/**
 * Somebody has gone on with the game.
 * @param {Entry} entry
 */
export const isNextMove = (entry) => !isBeside(entry) && entry.move?.type !== "redo" && entry.by !== "app";

/**
 * The work of an entry, as a part of where it stands. told: the entry whose sentence stands beside it.
 * @param {TableDocument} doc
 * @param {Entry} entry
 * @param {Partial<Entry>} told
 */
export function checklistPart(doc, entry, told = entry) {
  const { revision, instructions } = entry;
  const asks = told.revision === revision ? "" : entry.summary;
  const earlier = leftUndone(doc, lists(doc).slice(0, LISTS + 1));
  const make = () => Object.assign(new HandsChecklist(), { code: doc.code, entry, earlier, asks });
  return { key: "work", shows: [revision, instructions, earlier, asks], make };
}

/**
 * Lines of earlier lists that nobody has ticked, oldest first: the next player was quick. From the first list
 * on in which something is ticked, so nothing where nobody ticks; but all of them on the phone of whoever has
 * made several moves in a row, such as dice and a build, and all that the last move asks where something was
 * undone or put right since. Not of a piece that has gone elsewhere since.
 * @param {TableDocument & { hands?: boolean }} doc
 * @param {Entry[]} entries
 */
export function leftUndone(doc, [newest, ...older]) {
  const others = doc.hands ? lastOfOthers(doc, newest) : Infinity;
  const first = older.findLastIndex(({ revision }) => revision > others || ticked(doc.code, revision).length);
  const last = newest && isBeside(newest) ? older.findIndex((one) => !isBeside(one)) : -1;
  const holds = older[last]?.move?.type === "begin" ? -1 : last; // the board is laid out by then
  const left = [];
  const since = [newest];
  let most = LINES;
  for (const [at, entry] of older.slice(0, Math.max(first, holds) + 1).entries()) {
    const done = ticked(doc.code, entry.revision);
    left.unshift(...linesOf(entry).filter((one) => !isIdle(one, since) && !done.includes(one.at)));
    if (at <= holds) most = Math.max(LINES, left.length);
    since.push(entry);
  }
  return left.slice(-most);
}

/**
 * The last entry of somebody else's move before this one, whoever has entered it; 0: there is none.
 * @param {TableDocument} doc
 * @param {Entry} newest
 */
function lastOfOthers({ recent }, newest) {
  const whose = ({ move, by }) => move?.seat ?? by;
  const isOther = (one) => one.revision < newest.revision && whose(one) !== whose(newest) && !one.undone;
  return recent.findLast(isOther)?.revision ?? 0;
}

/**
 * Whether all its pieces have gone elsewhere with these entries.
 * @param {{ pieces?: string[] }} line
 * @param {Entry[]} later
 */
const isIdle = ({ pieces }, later) =>
  pieces?.length > 0 &&
  pieces.every((piece) =>
    later.some((entry) => !entry.undone && linesOf(entry).some((line) => line.pieces.includes(piece)))
  );
