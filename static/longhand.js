// Days and lists of names, written out in the language of the page.

import { language } from "./messages.js";

/**
 * Names as a sentence lists them: "Ann, Bob and Cec".
 * @param {string[]} names
 */
export function listed(names) {
  // of the English ones this writes no comma before the last, as the table's own sentences do
  return new Intl.ListFormat(language === "en" ? "en-GB" : language).format(names);
}

export function day(moment) {
  return new Date(moment).toLocaleDateString(language, { day: "numeric", month: "long", year: "numeric" });
}
