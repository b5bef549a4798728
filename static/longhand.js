// Days and lists of names, written out in the language of the page.

import { language } from "./messages.js";

/** Of the English ones this writes no comma before the last name, nor a month before its day. */
const spoken = () => (language === "en" ? "en-GB" : language);

/**
 * Names as a sentence lists them: "Ann, Bob and Cec".
 * @param {string[]} names
 */
export function listed(names) {
  return new Intl.ListFormat(spoken()).format(names);
}

export function day(moment) {
  return new Date(moment).toLocaleDateString(spoken(), { day: "numeric", month: "long", year: "numeric" });
}
