// Sentences as large type wants them: with a true apostrophe, and everybody called as friends call them. It
// is how they are shown; data and journals are as they are.

import { withApostrophes, withCalledNames } from "./wording.js";
/** @import { TableDocument } from "../../types.js" */

const SENTENCES = ["text", "summary", "headline", "prompt", "hint", "condition", "label"];

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
  const said = (value, name = "") => {
    if (typeof value === "string") return SENTENCES.includes(name) ? withApostrophes(value) : value;
    if (Array.isArray(value)) return value.map((one) => said(one, name));
    if (!value || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, said(one, name)]));
  };
  const { turn, panels, recent, end } = doc;
  const seats = doc.seats.map((seat) => ({ ...seat, name: withApostrophes(seat.name) }));
  return { ...doc, seats, ...said({ turn, panels, recent, end }) };
}
