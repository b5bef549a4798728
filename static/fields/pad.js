// Keys above a list of small forms that begin with a choice and ask for a number, such as hexes: one tap says
// both.

import { button, h, icon } from "../dom.js";
import { say } from "../messages.js";
/** @import { Choice, Spec } from "../types.js" */

const MOST_KEYS = 5; // a phone has room for so many in a line

/**
 * The choice and the number that keys can say at once; null: a row is asked for field by field.
 * @param {Partial<Spec>} spec of the list
 */
export function padOf({ fields = [], said }) {
  const [choice, ...rest] = fields;
  const number = rest.find(({ kind, when, required }) => kind === "count" && !when && required !== false);
  if (said || choice?.kind !== "choice" || choice.when || !number) return null;
  const { min = 0, max = Infinity } = number;
  return max - min < MOST_KEYS ? { choice, number, rest } : null;
}

/**
 * Does the choice leave nothing else to be asked? What may be left out stands folded away.
 * @param {{ choice: Spec, number: Spec, rest: Spec[] }} pad
 */
export const isWhole = ({ choice, number, rest }, value) =>
  !rest.some(({ name, when, required }) =>
    name !== number.name && required !== false && [when?.[choice.name]].flat().includes(value)
  );

/**
 * The keys; `add` is told what a new row says, `drop` takes the last one back. A choice that asks for more
 * has one key, which begins a row.
 * @param {{ choice: Spec, number: Spec, rest: Spec[] }} pad
 * @param {(row: Record<string, any>) => void} add
 * @param {() => void} drop
 */
export function padKeys(pad, add, drop) {
  const { choice, number } = pad;
  const numbers = Array.from({ length: number.max - number.min + 1 }, (_, at) => number.min + at);
  const key = (label, row, attributes) =>
    button(label, () => add(row), { ...attributes, class: "key", "data-row": JSON.stringify(row) });
  const alone = (/** @type {Choice} */ { value, label, hint }) =>
    key(
      [h("span", {}, label), hint && h("span", { class: "hint" }, hint)],
      numbers.length === 1 && isWhole(pad, value)
        ? { [choice.name]: value, [number.name]: numbers[0] }
        : { [choice.name]: value },
      {},
    );
  const line = (/** @type {Choice} */ { value, label }) =>
    h(
      "div",
      { class: "pad-line" },
      h("span", { class: "pad-name" }, label),
      numbers.map((one) =>
        key(String(one), { [choice.name]: value, [number.name]: one }, {
          "aria-label": `${label}, ${number.label}: ${one}`,
        })
      ),
    );
  const choices = (choice.choices ?? []).filter(({ disabled }) => !disabled);
  const lines = numbers.length > 1 ? choices.filter(({ value }) => isWhole(pad, value)) : [];
  const rub = button(icon("erase"), drop, { class: "key erase", "aria-label": say("rows.drop-last") });
  return h(
    "div",
    { class: "pad" },
    lines.length > 0 && h("p", { class: "hint" }, number.label),
    lines.map(line),
    h("div", { class: "pad-line" }, choices.filter((one) => !lines.includes(one)).map(alone), rub),
  );
}

/**
 * How often each key has been tapped; none adds to a list that is full.
 * @param {HTMLElement} keys
 * @param {Record<string, any>[]} rows
 */
export function showTaps(keys, rows, isFull) {
  for (const key of keys.querySelectorAll("button")) {
    if (!key.dataset.row) {
      key.disabled = !rows.length;
      continue;
    }
    const wanted = Object.entries(JSON.parse(key.dataset.row));
    const often = rows.filter((row) => wanted.every(([name, value]) => row[name] === value)).length;
    key.setAttribute("aria-pressed", String(often > 0));
    key.toggleAttribute("data-times", often > 0);
    if (often) key.dataset.times = `×${often}`;
    key.disabled = isFull;
  }
}
