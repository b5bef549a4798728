// Who and what is meant: railroads as enamel badges, players by their colour and name, accounts of the
// ledger.

import { h, same } from "../../dom.js";
import { say, sayOr } from "../../messages.js";
import { calledNames } from "../board/wording.js";
/** @import { TableDocument } from "../../types.js" */

export const PATTERNS = [
  "plain",
  "slant",
  "dots",
  "bars",
  "cross",
  "pales",
  "chevron",
  "grid",
  "counter",
  "rings",
];
const MOST_LETTERS = 7; // on a badge
const PEN_PX = 100;
const LEAST_EM = 2.2; // four narrow letters: shorter names are written no larger
const FRAME_EM = 1; // of a badge on a track: its pattern, and the enamel around the letters
const LONG_LETTERS = 5; // a name of more is cut where only a few letters have room
const FEW_LETTERS = 3;
const DARK_INK = "#16120c";
const LIGHT_INK = "#ffffff";

/** A railroad's letters on its enamel, with the pattern of its place in the list: never only a colour. */
export class RailroadBadge extends HTMLElement {
  railroad = null;
  position = 0;

  connectedCallback() {
    const { id, name, colour } = this.railroad;
    this.dataset.railroad = id;
    this.dataset.pattern = PATTERNS[this.position % PATTERNS.length];
    this.title = name ?? id;
    this.style.setProperty("--enamel", colour ?? "#444444");
    this.style.setProperty("--enamel-ink", inkOn(colour));
    this.replaceChildren(
      h("span", { class: "pattern", "aria-hidden": "true" }),
      h("span", { class: "letters" }, badgeLetters(id)),
    );
  }
}

customElements.define("railroad-badge", RailroadBadge);

/** What stands on a badge: of a name as long as a town's, how its words begin. */
export function badgeLetters(id) {
  const words = id.split(/[\s-]+/);
  if (id.length <= MOST_LETTERS) return id;
  return words.length > 1 ? words.map(([first]) => first).join("") : `${id.slice(0, MOST_LETTERS - 1)}…`;
}

/** @param {TableDocument} doc */
export function railroadBadge(doc, id) {
  const position = doc?.railroads?.findIndex((railroad) => railroad.id === id) ?? -1;
  const badge = new RailroadBadge();
  badge.railroad = doc?.railroads?.[position] ?? { id };
  badge.position = Math.max(position, 0);
  return badge;
}

/** How wide letters are, in em: asked for once, for asking makes a browser work out all styles. */
const widths = new Map();

/** How many em the widest of these badges takes: fonts differ by a third, and letters must not be cut off. */
export function badgeEm(ids) {
  return Math.max(LEAST_EM, ...lettersEm(ids)) + FRAME_EM;
}

/** How many em the letters alone take, of each of these badges. */
export function lettersEm(ids) {
  ids = ids.map(badgeLetters);
  const unknown = ids.filter((id) => !widths.has(id));
  if (unknown.length) {
    const pen = document.createElement("canvas").getContext("2d");
    const family = getComputedStyle(document.documentElement).getPropertyValue("--enamel-letters");
    pen.font = `700 ${PEN_PX}px ${family}`;
    for (const id of unknown) widths.set(id, pen.measureText(id).width / PEN_PX);
  }
  return ids.map((id) => widths.get(id));
}

/** How the railroads and players of a document are known: names and colours. */
const signsOf = new WeakMap();
let newest = null;

/**
 * The names and colours that are meant by badges and lamps; the same object as long as none has changed.
 * @param {TableDocument} doc
 */
export function signs(doc) {
  if (!signsOf.has(doc)) {
    const found = [
      doc.railroads?.map(({ id, name, colour }) => [id, name, colour]),
      doc.seats?.map(({ seat, name, colour }) => [seat, name, colour]),
    ];
    if (!same(found, newest)) newest = found;
    signsOf.set(doc, newest);
  }
  return signsOf.get(doc);
}

/**
 * The enamel of what a line is about, as CSS properties: its own colour, a railroad's, a player's, or none.
 * @param {TableDocument} doc
 * @param {Record<string, any>} [told]
 */
export function enamelOf(doc, { railroad, seat, colour: its } = {}) {
  const colour = its ??
    (railroad ? doc?.railroads?.find(({ id }) => id === railroad)?.colour : seatOf(doc, seat)?.colour);
  return colour ? { "--enamel": colour } : {};
}

/** @param {TableDocument} doc */
export function seatOf(doc, number) {
  return doc?.seats?.find((seat) => seat.seat === number);
}

/** @param {TableDocument} doc */
export function seatName(doc, number) {
  return seatOf(doc, number)?.name ?? say("seat.imaginary"); // who comes when two have played
}

/**
 * How names are written where there is room for a few letters: a long one by as many of its first as tell it
 * from the others, but for those that are called the same.
 * @param {string[]} names
 * @returns {Map<string, string>}
 */
export function shortNames(names) {
  const others = (name) => names.filter((other) => other !== name);
  const short = (name) => {
    const letters = [...name];
    let length = letters.length > LONG_LETTERS ? FEW_LETTERS : letters.length;
    while (
      length < letters.length &&
      others(name).some((other) => other.startsWith(letters.slice(0, length).join("")))
    ) length += 1;
    return letters.slice(0, length).join("").trimEnd();
  };
  return new Map(names.map((name) => [name, short(name)]));
}

/**
 * A player's name behind a lamp of their colour.
 * @param {TableDocument} doc
 */
export function seatMark(doc, number) {
  const seat = seatOf(doc, number);
  return h(
    "span",
    { class: "seat-mark", "data-seat": number, vars: { "--lamp": seat?.colour ?? "gray" } },
    h("span", { class: "lamp", "aria-hidden": "true" }),
    h("span", { class: "name" }, seatName(doc, number)),
  );
}

/**
 * A player as friends call them, where a phone has no room for long names.
 * @param {TableDocument} doc
 * @param {number} seat
 */
export function calledName(doc, seat) {
  const name = seatName(doc, seat);
  return calledNames(doc.seats.map((one) => one.name)).get(name) ?? name;
}

/**
 * The whole name behind such a lamp; where it has no room, as friends say it.
 * @param {TableDocument} doc
 * @param {number} seat
 */
export function ownMark(doc, seat) {
  const mark = seatMark(doc, seat);
  const name = /** @type {HTMLElement} */ (mark.querySelector(".name"));
  name.dataset.called = calledName(doc, seat);
  name.replaceChildren(h("span", { class: "whole" }, seatName(doc, seat)));
  return mark;
}

/**
 * That name behind a lamp of the player's colour.
 * @param {TableDocument} doc
 * @param {number} seat
 */
export function calledMark(doc, seat) {
  const mark = seatMark(doc, seat);
  mark.querySelector(".name").textContent = calledName(doc, seat);
  return mark;
}

/**
 * The badge that goes with a value, if it names a railroad of this table; else null.
 * @param {TableDocument} doc
 */
export function figureOf(doc, value) {
  if (typeof value === "string" && doc?.railroads?.some(({ id }) => id === value)) {
    return railroadBadge(doc, value);
  }
  return null;
}

/**
 * An account of the ledger: bank, seat:3, railroad:KP.
 * @param {TableDocument} doc
 */
export function account(doc, name) {
  const [kind, id] = String(name).split(":");
  if (kind === "seat") return seatMark(doc, Number(id));
  if (kind === "railroad") return railroadBadge(doc, id);
  return h("span", { class: "account" }, sayOr(`account.${kind}`, name));
}

/** Black or white, whichever reads better on the colour (WCAG relative luminance). */
export function inkOn(colour) {
  const digits = /^#([0-9a-f]{6})$/i.exec(colour ?? "")?.[1];
  if (!digits) return LIGHT_INK;
  const light = [0, 2, 4]
    .map((start) => parseInt(digits.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? DARK_INK : LIGHT_INK;
}
