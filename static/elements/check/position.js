// A line to check against the real table, in words: the table says what there is, and here it is only called.

import { say, sayOr, withUnit } from "../../messages.js";
import { seatName } from "../panels/badges.js";
/** @import { CheckCell, CheckLine, TableDocument } from "../../types.js" */

const UNBROKEN = "\u00a0";
const SHORT = 12; // letters: from its number no short word is parted

/**
 * What a line is called: by the panel it comes from, or by the name of a figure of the table document.
 * @param {TableDocument} doc
 * @param {CheckLine} line
 */
export function labelOf(doc, { name, label }) {
  if (label) return wordsOf(doc, label);
  return sayOr(`check.${name}`, sayOr(`figure.${name}`, sayOr(`account.${name}`, name.replaceAll("_", " "))));
}

/**
 * What stands there; "" where there is nothing but the line itself.
 * @param {TableDocument} doc
 * @param {CheckLine} line
 */
export function valueOf(doc, { values }) {
  return values.map((value) => columned(doc, value)).join(", ");
}

/**
 * In a row that is nobody's each value stands in a column of its own.
 * @param {TableDocument} doc
 * @param {CheckCell} value
 */
function columned(doc, { column, ...value }) {
  const words = wordsOf(doc, value);
  return column ? `${wordsOf(doc, column)} ${words}`.trim() : words;
}

/**
 * @param {TableDocument} doc
 * @param {CheckCell} shown
 */
function wordsOf(doc, { text, word, railroad, seat, number, unit, of, yes, hidden, hint }) {
  const counted = number === undefined
    ? ""
    : of
    ? say("meter.of", { progress: number, of })
    : withUnit(number, unit);
  const parts = [
    railroad,
    seat && seatName(doc, seat),
    text,
    word && sayOr(`value.${word}`, word),
    counted,
    yes && say("check.yes"),
    hidden && say("check.hidden"),
  ];
  const words = parts.filter(Boolean).join(text?.length > SHORT ? " " : UNBROKEN);
  return hint ? `${words} (${hint})` : words;
}
