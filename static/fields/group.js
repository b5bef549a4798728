// The fields of a form together: which of them apply now, and what has been answered.

import { h, same } from "../dom.js";
import { firstOf, say } from "../messages.js";
import { makeField } from "./kinds.js";
/** @import { Spec, TableDocument } from "../types.js" */

export class FieldGroup extends HTMLElement {
  /** @type {TableDocument} */
  doc = null;
  #specs = [];
  #fields = new Map();
  #kept = {};
  #folded = null;

  // --- lifecycle ---------------------------------------------------------------

  constructor() {
    super();
    this.addEventListener("answer", (/** @type {any} */ { target: { spec, firstChild: tapped } }) => {
      const stood = spec.kind === "flag" && tapped.getBoundingClientRect().top;
      this.#arrange();
      this.#tellOthers();
      // what it brings or takes away above it leaves it under the finger
      if (stood) scrollBy(0, tapped.getBoundingClientRect().top - stood);
    });
  }

  // --- asked from outside ------------------------------------------------------

  /**
   * The fields as offered. Of several with the same name the first whose `when` holds is there.
   * @param {Spec[]} specs
   */
  set specs(specs) {
    this.#kept = { ...this.#kept, ...this.said };
    for (const { spec: { name, default: usual }, value } of this.fields) {
      if (usual !== undefined && same(value, usual)) delete this.#kept[name]; // it was so: nobody has said it
    }
    this.#specs = specs;
    this.#fields.clear();
    this.#folded = null;
    this.replaceChildren();
    this.#arrange();
    this.#tellOthers();
  }

  get specs() {
    return this.#specs;
  }

  /** Answers by name, of the fields that apply. */
  get value() {
    return answersOf(this.#shown());
  }

  set value(answers) {
    this.#kept = { ...answers };
    for (const [spec, field] of this.#fields) if (spec.name in answers) field.value = answers[spec.name];
    this.#arrange();
  }

  /** The answers that somebody has given, or need not give. */
  get said() {
    return answersOf(this.#shown().filter(([, field]) => field.meant));
  }

  /** The first field that still needs an answer, or undefined. */
  get missing() {
    return this.fields.find((field) => field.missing);
  }

  /** The field of that name that applies now. */
  field(name) {
    return this.fields.find(({ spec }) => spec.name === name);
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

  // --- events ------------------------------------------------------------------

  /**
   * A field's `when` may look at any other field, so this is repeated until nothing comes or goes any more.
   */
  #arrange() {
    for (let pass = 0; pass <= this.#specs.length; pass += 1) {
      const answers = this.value;
      const first = (spec) =>
        spec === this.#specs.find((one) => one.name === spec.name && applies(one, answers)) &&
        !this.#isEarly(spec);
      const changes = this.#specs.filter((spec) => this.#turn(spec, first(spec), answers[spec.name]));
      if (!changes.length) break;
    }
    this.#spare();
    this.#nameFold();
  }

  /**
   * A place that stands in one field is not offered in another; a price goes no further than the winner's
   * money.
   */
  #tellOthers() {
    const purse = this.doc?.auction?.affordable?.[this.value.winner];
    for (const field of this.fields) if (field.spec.kind === "money") Object.assign(field, { purse });
    const places = this.fields.filter(({ spec }) => spec.kind === "place");
    for (const field of places) {
      const others = places.filter((other) => other !== field).map(({ value }) => value);
      /** @type {any} */ (field).others = others.filter(Boolean);
    }
  }

  // --- drawing -----------------------------------------------------------------

  /**
   * Show or hide a field; true if that is a change. `was`: what its name was answered with until now, for a
   * list of open choices goes on where a field of the same name takes its place.
   * @param {Spec} spec
   */
  #turn(spec, shown, was) {
    const field = this.#fields.get(spec);
    if (shown === (field?.hidden === false)) return false;
    if (field) field.hidden = !shown;
    else this.#make(spec);
    const barred = (choice) => choice.disabled && was.includes(choice.value);
    const goesOn = shown && spec.open && Array.isArray(was) && !spec.choices?.some(barred);
    if (goesOn) this.#fields.get(spec).value = was;
    return true;
  }

  /** @param {Spec} spec */
  #make(spec) {
    const field = makeField(spec, this.doc, this.#before(spec) ?? this.#carried(spec));
    field.classList.toggle("settled", isSettled(spec));
    this.#fields.set(spec, field);
    const next = (those) =>
      those.slice(those.indexOf(spec) + 1).map((item) => this.#fields.get(item)).find(Boolean);
    if (spec.aside) {
      return this.#more().insertBefore(field, next(this.#specs.filter(({ aside }) => aside)) ?? null);
    }
    const late = (one) => Number(isRare(one) && !this.#specs.some((other) => isInstead(one, other)));
    const inOrder = this.#specs.filter(({ aside }) => !aside).sort((one, other) => late(one) - late(other));
    return this.insertBefore(field, next(inOrder) ?? this.#folded);
  }

  /** Where the fields stand that are seldom wanted. */
  #more() {
    if (!this.#folded) this.append(this.#folded = h("details", { class: "folded" }, h("summary")));
    return this.#folded;
  }

  /** A tick that is said instead of an answer waits with what that one folds away, once it is given. */
  #spare() {
    const { fields } = this;
    for (const tick of fields.filter(({ spec: { kind } }) => kind === "flag")) {
      const given = ({ spec: { when }, value }) => when?.[tick.spec.name] === false && value !== undefined;
      tick.toggleAttribute("data-spared", fields.some(given));
    }
  }

  /** The first of what it has now is named. */
  #nameFold() {
    if (!this.#folded) return;
    const labels = this.#shown().filter(([{ aside }]) => aside).map(([{ label }]) => label);
    this.#folded.hidden = !labels.length;
    this.#folded.firstChild.textContent = `${say("field.more")}: ${firstOf(labels, 1)}`;
  }

  // --- internals ---------------------------------------------------------------

  /**
   * A keypad comes no sooner than what will stand above it: it would be pushed away. Places take their room
   * from the first, and both ends of a link are one tap.
   * @param {Spec} spec
   */
  #isEarly(spec) {
    const above = spec.kind === "money" ? this.#specs.slice(0, this.#specs.indexOf(spec)) : [];
    const waits = ({ kind, when = {} }) =>
      kind !== "place" && Object.keys(when).some((name) => this.field(name)?.missing);
    return above.some(waits);
  }

  /** In the order offered, whenever each came. */
  #shown() {
    const made = this.#specs.map((spec) => [spec, this.#fields.get(spec)]);
    return made.filter(([, field]) => field && !field.hidden);
  }

  /**
   * What was answered under the same name before, if this field allows it too.
   * @param {Spec} spec
   */
  #carried(spec) {
    const others = [...this.#fields].filter(([other]) => other.name === spec.name).map(([, field]) =>
      field.value
    );
    return others.find((value) =>
      spec.choices?.some((choice) => !choice.disabled && same(choice.value, value))
    );
  }

  /**
   * What stood in a form before; a number that has gone out of bounds since gives way to the default, and so
   * does what was said where this field was not there: it is the answer of another of the same name.
   * @param {Spec} spec
   */
  #before(spec) {
    if (spec.default !== undefined && !applies(spec, this.#kept)) return undefined;
    const value = this.#kept[spec.name];
    return spec.said || inBounds(spec, value) ? value : undefined;
  }
}

function answersOf(shown) {
  return Object.fromEntries(
    shown.filter(([, field]) => field.value !== undefined).map(([{ name }, field]) => [name, field.value]),
  );
}

function inBounds({ min = -Infinity, max = Infinity }, value) {
  return !Number.isInteger(value) || (value >= min && value <= max);
}

/**
 * One choice, taken by default, or one number: it is sent along, and there is nothing to ask.
 * @param {Spec} spec
 */
function isSettled({ kind, choices, default: usual, required, min, max }) {
  if (kind === "count" && required !== false && min !== undefined && min === max) return true;
  return required === false && choices?.length === 1 && usual !== undefined && same(choices[0].value, usual);
}

/**
 * What is seldom ticked stands below all that is asked every time.
 * @param {Spec} spec
 */
const isRare = ({ kind, required, default: usual }) => kind === "flag" && required === false && !usual;

/** A tick that answers a question otherwise stands with it. */
const isInstead = ({ name }, { kind, when }) =>
  when && name in when && (kind === "facts" || when[name] === false);

/**
 * An unticked flag counts as false, whether or not it was touched.
 * @param {Partial<Spec>} spec
 */
export function applies(spec, answers) {
  return Object.entries(spec.when ?? {}).every(([name, wanted]) => {
    const given = wanted === false ? answers[name] ?? false : answers[name];
    return Array.isArray(wanted) && !Array.isArray(given)
      ? wanted.some((item) => same(item, given))
      : same(given, wanted);
  });
}

customElements.define("field-group", FieldGroup);
