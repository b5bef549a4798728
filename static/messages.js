// The page's own words, out of one catalogue: the reader's. What the table says (labels, prompts, summaries)
// comes from the server, in the same language, because every call names it.

import { setting } from "./settings.js";

/** The languages there are catalogues of, as the server has written them into the page; English first. */
export const LANGUAGES = (document.documentElement.dataset.languages ?? "en").split(" ");
const EVERY_PLACE = /\{(\w+)\}/g;
const MINUS = "\u2212";
const MOST_NAMED = 3;

/** The language of this browser: the one chosen in the settings, else the first it likes that there is. */
export const language = preferred();
document.documentElement.lang = language;

let words = {};
let written = { prefix: "$", suffix: "" }; // money, as the game writes it
const plural = new Intl.PluralRules(language); // dear to make, and every figure wants one
const digitsOf = new Intl.NumberFormat(language);
const hours = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

function preferred() {
  const wanted = [setting("language"), ...(navigator.languages ?? [navigator.language])];
  const offered = wanted.map((item) =>
    LANGUAGES.find((there) => there === item || there === item.split("-")[0])
  );
  return offered.find(Boolean) ?? LANGUAGES[0];
}

let more = null; // the words of what a phone at the table seldom opens, or that they are on their way

export async function loadMessages() {
  const found = await catalogue("messages");
  words = { ...words, ...found }; // the others may have come meanwhile
}

/** The words of all other screens and dialogs; without them a screen is better than none. */
export function moreWords() {
  more ??= catalogue("messages/more").then((found) => (words = { ...found, ...words }), () => (more = null));
  return more;
}

async function catalogue(folder) {
  return (await fetch(new URL(`./${folder}/${language}.json`, import.meta.url))).json();
}

/**
 * One message with its facts in place. With `count`, the form for that number (`key.one`, `key.other`).
 * @param {string} key
 * @param {Record<string, any>} [facts]
 */
export function say(key, facts = {}) {
  const counted = "count" in facts ? words[`${key}.${plural.select(facts.count)}`] : undefined;
  const template = counted ?? words[key] ?? key;
  return template.replace(EVERY_PLACE, (_, name) => String(facts[name] ?? ""));
}

/**
 * The first of what is folded away, each once; more would read like buttons. In a name may be a comma.
 * @param {string[]} labels
 */
export function firstOf(labels, most = MOST_NAMED) {
  const each = [...new Set(labels)];
  return each.slice(0, most).join(" · ") + (each[most] ? " …" : "");
}

/** A message if the catalogue has it, else what is given. */
export function sayOr(key, otherwise) {
  return words[key] ?? otherwise;
}

/**
 * From now on money is written so: what stands before an amount and after it.
 * @param {{ prefix: string, suffix: string }} unit
 */
export function writeMoney(unit) {
  written = unit ?? written;
}

/**
 * An amount as the game writes it, with a true minus.
 * @param {number} amount
 */
export function money(amount) {
  return withUnit(amount, say("unit.money"));
}

/**
 * A number with the unit the server names: `$` stands before it, any other after it.
 * @param {string} [unit]
 */
export function withUnit(number, unit = "") {
  if (number === null || number === undefined) return say("unit.unknown");
  const sign = number < 0 ? MINUS : "";
  const digits = digitsOf.format(Math.abs(number));
  if (!unit) return sign + digits;
  if (unit === say("unit.money")) return sign + written.prefix + digits + written.suffix;
  return `${sign}${digits}\u00a0${unit}`;
}

/**
 * An amount as a box writes it that is on no table yet.
 * @param {number} amount
 * @param {{ prefix: string, suffix: string }} unit
 */
export function moneyOf(amount, unit) {
  return unit.prefix + digitsOf.format(amount) + unit.suffix;
}

/** A moment as the table's clock shows it: 20:01. */
export function clock(moment) {
  return hours.format(new Date(moment));
}
