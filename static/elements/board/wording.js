// How sentences are worded on a screen: players by a name of one or two words, as friends call one another,
// as long as that tells them apart; between two towns of a link a dash, and true apostrophes. Data and
// journals have whole names, a hyphen and what a keyboard has.

/** @import { Cell, TableDocument } from "../../types.js" */

const LONGEST = 14; // letters that a column of names has room for

/**
 * The first word of a name, or its part before a hyphen; of a longer one as many letters as have room.
 */
function first(word) {
  const part = word.length > LONGEST ? word.split(/[-–]/)[0] : word;
  return part.length > LONGEST ? `${part.slice(0, LONGEST - 1)}…` : part;
}

/** What somebody could be called, the shortest first. */
function choices(name) {
  const [head, ...rest] = name.trim().split(/\s+/);
  const initials = rest.map((word) => `${word[0]}.`);
  const longer = initials.map((_, at) => [first(head), ...initials.slice(0, at + 1)].join(" "));
  return [first(head), ...longer, `${name.slice(0, LONGEST - 3)}…${name.slice(-2)}`];
}

/**
 * How each of these names is called: in full where it is short, else by as little as tells it from the
 * others.
 * @param {string[]} names
 * @returns {Map<string, string>}
 */
export function calledNames(names) {
  const known = new Map(names.map((name) => [name, name.length <= LONGEST ? [name] : choices(name)]));
  const takenBy = (called, name) =>
    names.some((other) => other !== name && (other === called || known.get(other).includes(called)));
  return new Map(names.map((name) => {
    const all = known.get(name);
    return [name, all.find((called) => !takenBy(called, name)) ?? name];
  }));
}

const drawn = new WeakMap();

/**
 * The document with everybody called so, in sentences too; the same one if all names are short.
 * @param {TableDocument} doc
 * @returns {TableDocument}
 */
export function withCalledNames(doc) {
  if (!doc) return doc;
  if (!drawn.has(doc)) drawn.set(doc, rewritten(doc));
  return drawn.get(doc);
}

/** @param {string[]} names as a pattern, the longest first */
const anyOf = (names) =>
  names.sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");

/**
 * What writes a sentence of that table so; nothing if all names are short.
 * @param {TableDocument} doc
 */
function calling({ seats }) {
  const called = calledNames(seats.map(({ name }) => name));
  const long = [...called].filter(([name, short]) => name !== short).map(([name]) => name);
  if (!long.length) return null;
  const any = new RegExp(anyOf(long), "g");
  return (/** @type {string} */ words) => words.replace(any, (name) => called.get(name));
}

/**
 * A sentence with everybody called so.
 * @param {TableDocument} doc
 * @param {string | undefined} words
 */
export function inCalledNames(doc, words) {
  const written = words && doc && calling(doc);
  return written ? written(words) : words;
}

/** @param {TableDocument} doc */
function rewritten(doc) {
  const written = calling(doc);
  if (!written) return doc;
  const said = (value) => {
    if (typeof value === "string") return written(value);
    if (Array.isArray(value)) return value.map(said);
    if (!value || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, said(one)]));
  };
  const { seats, turn, panels, recent, end, auction } = doc;
  return { ...doc, ...said({ seats, turn, panels, recent, end, auction }) };
}

/**
 * What the table asks for; whoever it asks need not read who that is.
 * @param {TableDocument} doc
 * @param {number | null} seat whose own turn it is
 */
export function promptFor(doc, seat) {
  const { prompt = "" } = doc.turn ?? {};
  const address = `${doc.seats.find((row) => row.seat === seat)?.name}: `;
  if (!prompt.startsWith(address)) return inCalledNames(doc, prompt);
  const words = inCalledNames(doc, prompt.slice(address.length));
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

const SENTENCES = new Set(
  "text summary headline prompt hint condition label help disabled why remark detail".split(" "),
);
const TELLING = ["turn", "panels", "recent", "end", "offers"]; // of a document
export const ASIDE = "\u202f–\u2009"; // a line may break after the dash, and nowhere else

/**
 * The towns that are surely told of: a move goes from one to another, and so does a link alone.
 * @param {Partial<TableDocument>} told
 */
function townsOf({ recent = [], panels }) {
  const towns = new Set();
  const look = (value) => {
    if (!value || typeof value !== "object") return;
    const { from, to } = value;
    if (typeof from === "string" && typeof to === "string") towns.add(from).add(to);
    Object.values(value).forEach(look);
  };
  recent.forEach((entry) => look(entry?.move));
  for (const item of (panels ?? []).flatMap(({ items }) => items ?? [])) {
    const ends = isTrack(item) ? townsIn(item) : [];
    if (ends.length === 2) ends.forEach((town) => towns.add(town));
  }
  return [...towns];
}

/**
 * An item of a list: what a railroad has built, link by link or as a longer way.
 * @param {Partial<Cell>} item
 */
const isTrack = ({ text, railroad, figure }) =>
  Boolean(railroad) && Boolean(text?.includes("-")) && String(figure).endsWith(".");
/** A way with a dash between its towns. */
export const onTheWay = (words) => words.replace(/([\p{L}.])-(?=\p{L})/gu, `$1${ASIDE}`);
/** @param {Partial<Cell>} item */
const townsIn = ({ text }) => text.replace(/ \(\d+\)/g, "").split(/, |-/);

/**
 * What writes a dash between these towns, where nothing else is joined to them.
 * @param {string[]} towns
 */
function dashing(towns) {
  const any = anyOf([...towns]);
  // A page whose first modules looked behind in a pattern would not open in Safari before 16.4
  const way = new RegExp(`(^|[^\\p{L}\\p{N}-])((?:${any})(?:-(?:${any}))+)(?![\\p{L}\\p{N}-])`, "gu");
  const town = new RegExp(any, "gu");
  const whole = (name) => name.replaceAll(" ", "\u00a0");
  return (words) =>
    words.replace(way, (_, before, found) => before + found.match(town).map(whole).join(ASIDE));
}

/** @param {string} words */
export const withApostrophes = (words) =>
  words.includes("'") ? words.replace(/(\p{L})'(?=\p{L})/gu, "$1’").replace(/([sxz])'(?= )/g, "$1’") : words;

/**
 * What writes true apostrophes, but in the names of players: by those a page knows them again.
 * @param {Partial<TableDocument>} about
 */
function curving({ seats = [] }) {
  const names = seats.map(({ name }) => name).filter((name) => name.includes("'"));
  return (/** @type {string} */ words) =>
    names.reduce((told, name) => told.replaceAll(withApostrophes(name), name), withApostrophes(words));
}

/**
 * What is told, as print has it: a dash between towns, true apostrophes. What has none is the very same.
 * Moves are data and stay.
 * @template T
 * @param {T} told
 * @param {Partial<TableDocument>} about the document that tells of the towns and the players
 * @returns {T}
 */
export function inPrint(told, about) {
  const towns = townsOf(about);
  const links = towns.length ? dashing(towns) : (words) => words;
  const curved = curving(about);
  const written = (words) => curved(words.includes("-") ? links(words) : words);
  const said = (value, name) => {
    if (typeof value === "string") return SENTENCES.has(name) ? written(value) : value;
    if (!value || typeof value !== "object" || name === "move") return value;
    const shown = Array.isArray(value) ? [...value] : { ...value };
    for (const part of Object.keys(shown)) {
      shown[part] = said(value[part], Array.isArray(value) ? name : part);
    }
    if (isTrack(value)) shown.text = curved(dashing([...towns, ...townsIn(value)])(value.text));
    return Object.keys(shown).some((part) => shown[part] !== value[part]) ? shown : value;
  };
  return said(told);
}

/**
 * A document as print has it.
 * @param {TableDocument} doc
 */
export function printed(doc) {
  const telling = Object.fromEntries(TELLING.map((part) => [part, doc[part]]));
  return { ...doc, ...inPrint(telling, doc) };
}
