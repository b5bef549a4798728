// How players are called where a whole table must be read across a room: by a name of one or two words, as
// friends call one another, as long as that tells them apart.

/** @import { TableDocument } from "../../types.js" */

const LONGEST = 12; // letters that a column of names has room for

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

/**
 * What writes a sentence of that table so; nothing if all names are short.
 * @param {TableDocument} doc
 */
function calling({ seats }) {
  const called = calledNames(seats.map(({ name }) => name));
  const long = [...called].filter(([name, short]) => name !== short).map(([name]) => name);
  if (!long.length) return null;
  long.sort((one, other) => other.length - one.length);
  const any = new RegExp(long.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|"), "g");
  return (/** @type {string} */ words) => words.replace(any, (name) => called.get(name));
}

/**
 * A sentence with everybody called so.
 * @param {TableDocument} doc
 * @param {string | undefined} words
 */
export function inCalledNames(doc, words) {
  const written = words && calling(doc);
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
