// Keys above a list of small forms that begin with a choice and ask for a number, such as hexes: one tap says
// both.

import { button, h, icon } from "../dom.js";
import { say } from "../messages.js";
import { applies } from "./group.js";
/** @import { Choice, Spec } from "../types.js" */

const MOST_KEYS = 5; // a phone has room for so many in a line
const MOST_LINES = 2; // of one choice, or the keys are longer than the form

/**
 * What keys say before a number is added, how they are called, and up to which number there are any: fewer
 * where the number's field is another for this choice.
 * @typedef {{ row: Record<string, any>, label: string, hint: string, most?: number }} Line
 */

/**
 * Lines of keys: each key says a choice, all it asks for, and the number. Openers begin a row that is then
 * asked for field by field.
 * @typedef {{ choice: Spec, number: Spec, lines: Line[], openers: Line[] }} Pad
 */

/**
 * The keys for a list; null: its rows are asked for field by field.
 * @param {Partial<Spec>} spec of the list
 * @returns {Pad | null}
 */
export function padOf({ fields = [], said }) {
  const [choice, ...rest] = fields;
  const number = rest.find(({ kind, when, required }) => kind === "count" && !when && required !== false);
  if (said || choice?.kind !== "choice" || choice.when || !number) return null;
  if (!numbersOf(number, MOST_KEYS).length) return null;
  const others = rest.filter(({ name }) => name !== number.name);
  const enabled = (choice.choices ?? []).filter(({ disabled }) => !disabled);
  const all = enabled.map((one) => keysOf(choice.name, one, others));
  return {
    choice,
    number,
    lines: all.flatMap(({ lines }) => lines.map((line) => ({ ...line, most: mostOf(fields, number, line) }))),
    openers: all.flatMap(({ openers }) => openers),
  };
}

/**
 * @param {Spec[]} fields
 * @param {Spec} number
 * @param {Line} line
 */
const mostOf = (fields, { name }, { row }) =>
  fields.find((one) => one.name === name && applies(one, row))?.max;

/**
 * A choice that asks for nothing but the number has one line. If it asks for one more number of few, each of
 * these has one; its own key is for what is called by its name. Of any other the key begins a row.
 * @param {string} name of the field with the choice
 * @param {Choice} one
 * @param {Spec[]} others the fields beside choice and number
 * @returns {{ lines: Line[], openers: Line[] }}
 */
function keysOf(name, { value, label, hint = "" }, others) {
  const row = { [name]: value };
  const own = others.filter(({ when }) => [when?.[name]].flat().includes(value));
  const asked = own.filter(({ required }) => required !== false);
  if (!asked.length) return { lines: [{ row, label, hint: "" }], openers: [] };
  const part = asked.find(({ when, kind }) => kind === "count" && Object.keys(when).length === 1);
  const possible = part && asked.every((one) => one.name === part.name) ? numbersOf(part, MOST_LINES) : [];
  if (!possible.length) return { lines: [], openers: [{ row, label, hint }] };
  const isNamed = own.some(({ kind }) => kind === "place");
  return {
    lines: possible.map((n) => ({ row: { ...row, [part.name]: n }, label, hint: `${part.label} ${n}` })),
    openers: isNamed ? [{ row, label, hint: say("rows.by-name") }] : [],
  };
}

/**
 * The line whose key has said this row; none: it was asked for field by field.
 * @param {Pad} pad
 * @param {Record<string, any>} row
 */
export const lineOf = ({ number, lines }, row) =>
  row[number.name] === undefined ? undefined : lines.find((line) => says(line.row, row));

const says = (said, row) => Object.entries(said).every(([name, value]) => row[name] === value);

/**
 * The numbers that are possible; none where they are too many for keys.
 * @param {Spec} spec
 */
const numbersOf = ({ min = 0, max = Infinity }, most) =>
  max - min < most ? Array.from({ length: max - min + 1 }, (_, at) => min + at) : [];

/**
 * The keys; `add` is told what a new row says, `drop` takes the last one back.
 * @param {Pad} pad
 * @param {(row: Record<string, any>) => void} add
 * @param {() => void} drop
 */
export function padKeys({ number, lines, openers }, add, drop) {
  const numbers = numbersOf(number, MOST_KEYS);
  const key = (label, row, attributes = {}) =>
    button(label, () => add(row), { ...attributes, class: "key", "data-row": JSON.stringify(row) });
  const called = (/** @type {Line} */ { label, hint }) => [
    h("span", {}, label),
    hint && h("span", { class: "hint" }, hint),
  ];
  const priceOf = (one) => number.choices?.find(({ value }) => value === one)?.hint ?? "";
  const priced = (one) => [String(one), priceOf(one) && [" ", h("span", { class: "price" }, priceOf(one))]];
  const alone = (one) => [`${number.label}: ${one}`, priceOf(one) && ` (${priceOf(one)})`].join("");
  const inColumns = (/** @type {Line} */ line) =>
    h(
      "div",
      { class: "pad-line" },
      h("span", { class: "pad-name" }, called(line)),
      numbers.map((one) =>
        key(priced(one), { ...line.row, [number.name]: one }, {
          "aria-label": `${[line.label, line.hint, number.label].filter(Boolean).join(", ")}: ${one}`,
        })
      ),
    );
  const only = numbers.length === 1;
  const rub = button(icon("erase"), drop, { class: "key erase", "aria-label": say("rows.drop-last") });
  return h(
    "div",
    { class: "pad" },
    lines.length > 0 && h("p", { class: "hint" }, only ? alone(numbers[0]) : number.label),
    !only && lines.map(inColumns),
    h(
      "div",
      { class: "pad-line" },
      only && lines.map((line) => key(called(line), { ...line.row, [number.name]: numbers[0] })),
      openers.map((one) => key(called(one), one.row)),
      rub,
    ),
  );
}

/**
 * How often each key has been tapped; none adds to a list that is full, nor more than there can be.
 * @param {HTMLElement} keys
 * @param {Pad} pad
 * @param {{ value: Record<string, any>, isFolded: boolean }[]} rows a folded one was said by one key
 */
export function showTaps(keys, pad, rows, isFull) {
  const { number } = pad;
  for (const key of keys.querySelectorAll("button")) {
    if (!key.dataset.row) {
      key.disabled = !rows.length;
      continue;
    }
    const said = JSON.parse(key.dataset.row);
    const isWhole = number.name in said;
    const often = rows.filter(({ value, isFolded }) => isFolded === isWhole && says(said, value)).length;
    key.setAttribute("aria-pressed", String(often > 0));
    key.toggleAttribute("data-times", often > 0);
    if (often) key.dataset.times = `×${often}`;
    key.disabled = isFull || said[number.name] > (lineOf(pad, said)?.most ?? Infinity);
  }
}
