// The page's own words, out of one catalogue. What the table says (labels, prompts, summaries) comes from the server.

const LANGUAGE = "en";
const EVERY_PLACE = /\{(\w+)\}/g;
const MINUS = "\u2212";

let words = {};
const plural = new Intl.PluralRules(LANGUAGE);

export async function loadMessages() {
  const answer = await fetch(new URL(`./messages/${LANGUAGE}.json`, import.meta.url));
  words = await answer.json();
}

/** One message with its facts in place. With `count`, the form for that number (`key.one`, `key.other`). */
export function say(key, facts = {}) {
  const counted = "count" in facts ? words[`${key}.${plural.select(facts.count)}`] : undefined;
  const template = counted ?? words[key] ?? key;
  return template.replace(EVERY_PLACE, (_, name) => String(facts[name] ?? ""));
}

/** A message if the catalogue has it, else what is given. */
export function sayOr(key, otherwise) {
  return words[key] ?? otherwise;
}

/** Whole dollars, with a true minus. */
export function money(amount) {
  return withUnit(amount, say("unit.money"));
}

/** A number with the unit the server names: `$` stands before it, any other after it. */
export function withUnit(number, unit = "") {
  if (number === null || number === undefined) return say("unit.unknown");
  const sign = number < 0 ? MINUS : "";
  const digits = Math.abs(number).toLocaleString(LANGUAGE);
  if (!unit) return sign + digits;
  return unit === say("unit.money") ? `${sign}${unit}${digits}` : `${sign}${digits}\u00a0${unit}`;
}

/** A moment as the table's clock shows it: 20:01. */
export function clock(moment) {
  return new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

export function day(moment) {
  return new Date(moment).toLocaleDateString(LANGUAGE, { day: "numeric", month: "long", year: "numeric" });
}
