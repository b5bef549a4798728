// Sentences as large type wants them: a link whose two towns are told apart, a true apostrophe. It is how
// they are shown; data and journals have the hyphen.

import { withCalledNames } from "./called.js";
/** @import { TableDocument } from "../../types.js" */

const SENTENCES = ["text", "summary", "headline", "prompt", "hint", "condition", "label"];
const ASIDE = "\u202f–\u2009"; // a line may break after the dash, and nowhere else
const LETTER = /[\p{L}\p{N}]/u;

/**
 * The links that a document surely tells of: a move goes from one town to another, a list has what is built.
 * @param {TableDocument} doc
 * @returns {Map<string, string>} as they are shown
 */
export function linksOf({ recent, panels }) {
  const found = new Map();
  const add = (from, to) => found.set(`${from}-${to}`, [from, to].map(whole).join(ASIDE));
  const look = (value) => {
    if (!value || typeof value !== "object") return;
    const { from, to } = value;
    if (typeof from === "string" && typeof to === "string") [add(from, to), add(to, from)];
    Object.values(value).forEach(look);
  };
  (recent ?? []).forEach(({ move }) => look(move));
  for (const { items } of panels ?? []) {
    for (const { text, railroad, figure } of items ?? []) {
      const towns = String(text).split("-");
      if (railroad && String(figure).endsWith(".") && towns.length === 2) add(towns[0], towns[1]);
    }
  }
  return found;
}

const whole = (/** @type {string} */ town) => town.replaceAll(" ", "\u00a0");

/**
 * A sentence with its links so; what only begins or ends like one, such as a longer way, stays.
 * @param {string} words
 * @param {[string, string][]} links the longest first
 */
export function withLinks(words, links) {
  for (const [link, shown] of words.includes("-") ? links : []) {
    words = words.split(link).reduce((before, after) =>
      before + (joins(before.at(-1)) || joins(after[0]) ? link : shown) + after
    );
  }
  return words;
}

const joins = (character = "") => character === "-" || LETTER.test(character);

/** @param {string} words */
export const withApostrophes = (words) =>
  words.replace(/(\p{L})'(?=\p{L})/gu, "$1’").replace(/([sxz])'(?= )/g, "$1’");

const drawn = new WeakMap();

/**
 * The document as a TV writes it, with everybody called as friends call them.
 * @param {TableDocument | null} told
 * @returns {TableDocument | null}
 */
export function asWritten(told) {
  if (!told) return told;
  if (!drawn.has(told)) drawn.set(told, rewritten(withCalledNames(told)));
  return drawn.get(told);
}

/** @param {TableDocument} doc */
function rewritten(doc) {
  const links = [...linksOf(doc)].sort(([one], [other]) => other.length - one.length);
  const written = (words) => withApostrophes(withLinks(words, links));
  const said = (value, name = "") => {
    if (typeof value === "string") return SENTENCES.includes(name) ? written(value) : value;
    if (Array.isArray(value)) return value.map((one) => said(one, name));
    if (!value || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, said(one, name)]));
  };
  const { turn, panels, recent, end } = doc;
  const seats = doc.seats.map((seat) => ({ ...seat, name: withApostrophes(seat.name) }));
  return { ...doc, seats, ...said({ turn, panels, recent, end }) };
}
