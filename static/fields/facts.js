// What the companion does not know of the printed board yet: a little form whose answers go into `facts` by
// path.

import { freshId, h, same } from "../dom.js";
import { Field } from "./field.js";
import { makeField } from "./kinds.js";
/** @import { Need } from "../types.js" */

const FIRST = 5; // of many places; the key for the others beside them, whole rows of two, and of three

export class FactsField extends Field {
  #asked = [];
  /** What has been answered last. */
  #told = null;

  // --- asked from outside -------------------------------------------------------

  draw() {
    const { needs = [] } = this.spec;
    this.classList.toggle("asks", needs.some(({ row }) => row)); // to be checked: all of it may be said
    this.add(needs);
  }

  /** An old entry that did without may do so again (`asSaid`). */
  get missing() {
    const { said, required } = this.spec;
    if (said && required === false) return undefined;
    return this.#asked.find(({ field }) => field.missing)?.field;
  }

  get paths() {
    return this.#asked.map(({ path, field }) => ({ path, value: field.value }));
  }

  get leads() {
    return Boolean(this.#told?.leads);
  }

  get value() {
    return super.value;
  }

  set value(facts) {
    super.value = facts;
  }

  /**
   * Put faults at what they are of: a cell of a printed table is told from its neighbours.
   * @param {Record<string, string[]>} [errors] by path, such as `facts.up_dividends.2.3`
   */
  blameAt(errors = {}) {
    for (const { path, field } of this.#asked) {
      field.blame(errors[["facts", ...path].join(".")]?.join(" "));
    }
  }

  // --- events -------------------------------------------------------------------

  #collect() {
    const facts = {};
    for (const { path, field } of this.#asked) {
      if (field.value !== undefined) put(facts, path, field.value);
      else if (field.spec.required === false) put(facts, path, null);
    }
    return Object.keys(facts).length ? facts : undefined;
  }

  /**
   * A place that stands in one field of a row is not offered in another; and one that need not be told waits
   * for the other.
   */
  #tellPlaces() {
    const places = this.#asked.filter(({ path, field }) => path.length > 2 && field.spec.kind === "place");
    for (const { path, field } of places) {
      const others = places.filter((one) => one.field !== field && same(rowOf(one.path), rowOf(path)));
      const told = others.map((one) => one.field.value).filter(Boolean);
      const waits = field.spec.required === false && others.length > 0 && !told.length;
      Object.assign(field, { others: told, waits });
    }
  }

  // --- drawing ------------------------------------------------------------------

  /**
   * Ask for more; what is asked already stays as it is. `known(path)` may give a value entered before.
   * @param {Need[]} needs
   * @param {(path: string[]) => any} [known]
   */
  add(needs, known = () => undefined) {
    for (const need of needs) {
      if (this.#asked.some(({ path }) => same(path, need.path))) continue;
      const value = at(this.value, need.path) ?? known(need.path);
      // a place that is known already is offered, and there may be more than those
      const spec = { ...need, name: need.path.join("."), open: need.kind === "place", first: FIRST };
      const field = need.row ? cellOf(spec, value) : makeField(spec, this.doc, value);
      field.addEventListener("answer", (event) => {
        event.stopPropagation();
        this.blameAt(); // a fault may be of two numbers: one of them is another now
        this.#told = field;
        this.answer(this.#collect());
        this.#tellPlaces();
      });
      this.#asked.push({ path: need.path, field });
      (need.row ? this.#rowOf(need) : this).append(field);
    }
    super.value = this.#collect();
    this.#tellPlaces();
  }

  /**
   * The row that a number stands in, with its heading.
   * @param {Need} need
   */
  #rowOf({ path, row }) {
    const name = rowOf(path).join(".");
    let cells = this.querySelector(`[data-row="${name}"]`);
    if (!cells) {
      cells = h("div", { class: "row-cells", "data-row": name });
      this.append(h("div", { role: "group", "aria-label": row }, h("p", { class: "label" }, row), cells));
    }
    return cells;
  }
}

/** A number in a row of such, as they stand side by side on the board: typed, and Enter leads on. */
class RowCell extends Field {
  #input;

  show() {
    if (document.activeElement !== this.#input) this.#input.value = this.value ?? "";
  }

  /** Its words stand with *Confirm*: a cell has no room for them. */
  blame(text) {
    this.#input?.setAttribute("aria-invalid", String(Boolean(text)));
  }

  #onward(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const all = [...this.closest("facts-field").querySelectorAll("row-cell input")];
    // after the last of this row the first of the next one
    const next = /** @type {HTMLElement} */ (all[all.indexOf(this.#input) + 1]);
    if (next) next.focus();
    else this.#input.blur();
  }

  draw() {
    const { label, column, min = 0, max } = /** @type {Need} */ (this.spec);
    const id = freshId("cell");
    this.#input = h("input", {
      id,
      type: "number",
      inputmode: "numeric",
      enterkeyhint: "next",
      class: "count",
      "aria-label": label,
      min,
      max,
      on: {
        input: () => this.answer(this.#input.value === "" ? undefined : Number(this.#input.value)),
        keydown: (event) => this.#onward(event),
      },
    });
    this.append(h("label", { for: id, class: "label" }, column), this.#input);
    this.show();
  }
}

function cellOf(spec, value) {
  const cell = new RowCell();
  cell.spec = { required: true, ...spec };
  cell.value = value ?? spec.default;
  return cell;
}

/** What a row is told apart by: one city of it is not the other. */
const rowOf = (path) => path.slice(0, -1);

function at(facts, path) {
  return path.reduce((inner, name) => inner?.[name], facts) ?? undefined;
}

function put(facts, path, value) {
  const last = path.length - 1;
  let inner = facts;
  for (const name of path.slice(0, last)) inner = inner[name] ??= {};
  inner[path[last]] = value;
}

customElements.define("row-cell", RowCell);
customElements.define("facts-field", FactsField);
