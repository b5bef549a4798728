// The fields of a form together: which of them apply now, and what has been answered.

import { same } from "../dom.js";
import { makeField } from "./make.js";

export class FieldGroup extends HTMLElement {
  doc = null;
  #specs = [];
  #fields = new Map();
  #kept = {};

  constructor() {
    super();
    this.addEventListener("answer", () => this.#arrange());
  }

  /** The fields as offered. Several may share a name with different `when`; one of them applies at a time. */
  set specs(specs) {
    this.#kept = { ...this.#kept, ...this.value };
    this.#specs = specs;
    this.#fields.clear();
    this.replaceChildren();
    this.#arrange();
  }

  /** Answers by name, of the fields that apply. */
  get value() {
    const answers = {};
    for (const [spec, field] of this.#shown()) {
      if (field.value !== undefined) answers[spec.name] = field.value;
    }
    return answers;
  }

  set value(answers) {
    this.#kept = { ...answers };
    for (const [spec, field] of this.#fields) if (spec.name in answers) field.value = answers[spec.name];
    this.#arrange();
  }

  /** The first field that still needs an answer, or undefined. */
  get missing() {
    return this.#shown().find(([, field]) => field.missing)?.[1];
  }

  /** The field of that name that applies now. */
  field(name) {
    return this.#shown().find(([spec]) => spec.name === name)?.[1];
  }

  get fields() {
    return this.#shown().map(([, field]) => field);
  }

  /** Put faults at their fields; true if every fault found its field. */
  blame(errors) {
    let all = true;
    for (const [name, faults] of Object.entries(errors ?? {})) {
      const field = this.field(name);
      field?.blame([faults].flat(Infinity).join(" "));
      all &&= Boolean(field);
    }
    return all;
  }

  #shown() {
    return [...this.#fields].filter(([, field]) => !field.hidden);
  }

  /** In the order offered, since a field's `when` looks at those before it. */
  #arrange() {
    const answers = {};
    for (const spec of this.#specs) {
      const applies = Object.entries(spec.when ?? {}).every(([name, wanted]) =>
        Array.isArray(wanted) && !Array.isArray(answers[name])
          ? wanted.some((one) => same(one, answers[name]))
          : same(answers[name], wanted),
      );
      if (!applies && !this.#fields.has(spec)) continue;
      const field = this.#fields.get(spec) ?? this.#make(spec);
      field.hidden = !applies;
      if (applies && field.value !== undefined) answers[spec.name] = field.value;
    }
  }

  #make(spec) {
    const field = makeField(spec, this.doc, this.#kept[spec.name]);
    this.#fields.set(spec, field);
    const later = this.#specs.slice(this.#specs.indexOf(spec) + 1);
    const next = later.map((one) => this.#fields.get(one)).find(Boolean);
    this.insertBefore(field, next ?? null);
    return field;
  }
}

customElements.define("field-group", FieldGroup);
