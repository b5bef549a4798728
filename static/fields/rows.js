// A list of small forms.

import { button, h, icon } from "../dom.js";
import { say } from "../messages.js";
import { Field } from "./field.js";
import { asSaid, FieldGroup } from "./group.js";

export class RowsField extends Field {
  #rows = [];
  #list = h("div", { class: "link-list" });
  #add = null;

  // --- asked from outside ------------------------------------------------------

  get missing() {
    const within = this.#rows.map(({ group }) => group.missing).find(Boolean);
    return within ?? this.#rows.length < (this.spec.min ?? 0);
  }

  /** Of several rows, which it is. */
  get lacks() {
    const number = this.#rows.findIndex(({ group }) => group.missing) + 1;
    const field = super.lacks;
    if (!number || this.#rows.length < 2) return field;
    return `${field} (${say("entry.number", { revision: number })})`;
  }

  // --- events ------------------------------------------------------------------

  #append(row) {
    const group = new FieldGroup();
    group.doc = this.doc;
    group.value = row;
    const fields = withNamed(this.spec.fields ?? [], this.closest("field-group"));
    group.specs = this.spec.said && Object.keys(row).length ? asSaid(fields, row) : fields;
    group.addEventListener("answer", (event) => {
      event.stopPropagation();
      this.#changed();
    });
    const entry = { group };
    const drop = button(icon("remove"), () => this.#changed(() => this.#drop(entry)), {
      class: "quiet",
      "aria-label": say("rows.drop"),
    });
    entry.line = h("div", { class: "link row", role: "group" }, group, drop);
    this.#rows.push(entry);
    this.#list.append(entry.line);
  }

  #drop(entry) {
    entry.line.remove();
    this.#rows = this.#rows.filter((row) => row !== entry);
  }

  #changed(change = () => {}) {
    change();
    this.#arrange();
    this.answer(this.missing ? undefined : this.#told);
  }

  // --- drawing -----------------------------------------------------------------

  draw() {
    const least = Math.max(this.spec.min ?? 0, this.spec.required ? 1 : 0);
    const given = this.value ?? Array.from({ length: least }, () => ({}));
    const words = h("span", {});
    this.#add = button([icon("plus"), words], () => this.#changed(() => this.#append({})), {
      class: "quiet",
    });
    this.group(this.#list, this.#add);
    for (const row of given) this.#append(row);
    // Where only one number or choice is possible, a row fills it in itself.
    if (!this.missing && this.#rows.length) this.value = this.#told;
    this.#arrange();
  }

  #arrange() {
    this.#add.lastChild.textContent = say(this.#rows.length ? "rows.add" : "rows.first");
    this.#add.hidden = this.#rows.length >= (this.spec.max ?? Infinity);
    const least = this.#rows.length <= (this.spec.min ?? 0);
    for (const { line } of this.#rows) line.lastChild.hidden = least;
  }

  // --- internals ---------------------------------------------------------------

  get #told() {
    return this.#rows.map(({ group }) => group.value);
  }
}

/**
 * Places that have just been named beside the rows, which the table need not know yet, are chosen from first.
 * @param {any} beside
 */
function withNamed(fields, beside) {
  const places = beside?.fields.filter(({ spec }) => spec.kind === "places") ?? [];
  const named = places.flatMap(({ value }) => value ?? []);
  return fields.map((spec) => {
    if (spec.kind !== "places" || !spec.open) return spec;
    const others = (spec.choices ?? []).filter(({ value }) => !named.includes(value));
    return { ...spec, choices: [...named.map((value) => ({ value, label: value })), ...others], named };
  });
}

customElements.define("rows-field", RowsField);
