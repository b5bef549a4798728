// What the companion does not know of the printed board yet: a little form whose answers go into `facts` by
// path.

import { same } from "../dom.js";
import { Field } from "./field.js";
import { makeField } from "./kinds.js";
/** @import { Need } from "../types.js" */

export class FactsField extends Field {
  #asked = [];

  // --- asked from outside -------------------------------------------------------

  draw() {
    this.add(this.spec.needs ?? []);
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

  get value() {
    return super.value;
  }

  set value(facts) {
    super.value = facts;
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
      const field = makeField(
        // a place that is known already is offered, and there may be more than those
        { ...need, name: need.path.join("."), open: need.kind === "place" },
        this.doc,
        at(this.value, need.path) ?? known(need.path),
      );
      field.addEventListener("answer", (event) => {
        event.stopPropagation();
        this.answer(this.#collect());
        this.#tellPlaces();
      });
      this.#asked.push({ path: need.path, field });
      this.append(field);
    }
    super.value = this.#collect();
    this.#tellPlaces();
  }
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

customElements.define("facts-field", FactsField);
