// Days and lists of names, written out in the language of the page.

import { language, say } from "./messages.js";

/** Of the English ones this writes no comma before the last name, nor a month before its day. */
const spoken = () => (language === "en" ? "en-GB" : language);

/**
 * Names as a sentence lists them: "Ann, Bob and Cec".
 * @param {string[]} names
 */
export function listed(names) {
  return new Intl.ListFormat(spoken()).format(names);
}

/**
 * A place in an order: "1st", "1.".
 * @param {number} number
 */
export function ordinal(number) {
  const form = new Intl.PluralRules(language, { type: "ordinal" }).select(number);
  return say(`ordinal.of-${form}`, { number });
}

export function day(moment) {
  return new Date(moment).toLocaleDateString(spoken(), { day: "numeric", month: "long", year: "numeric" });
}
