// A list of small forms.

import { button, h, icon, roof, same } from "../dom.js";
import { floorOf } from "../elements/offer/floor.js";
import { say } from "../messages.js";
import { pace } from "../settings.js";
import { Field } from "./field.js";
import { FieldGroup } from "./group.js";
import { lineOf, padKeys, padOf, showTaps } from "./pad.js";
import { asSaid } from "./said.js";
/** @import { Spec } from "../types.js" */

// Between the head of the page and what begins below it
const ROOM_PX = 8;

export class RowsField extends Field {
  #rows = [];
  #list = h("div", { class: "link-list" });
  #add = null;
  /** Beside Confirm: rows are soon longer than a phone. */
  #another = button(
    [icon("plus"), say("rows.another")],
    () => this.#keys ? this.#comeBack() : this.#follow(),
    { class: "quick another" },
  );
  #beside = null;
  #named = [];
  #pad = null;
  #keys = null;
  #led = false;
  #look = () => this.#rename();

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    this.#beside = this.closest("field-group");
    this.#beside?.addEventListener("answer", this.#look);
    // of what a form is for the next is a tap beside Confirm; what may be added has its button below
    if (this.spec.required !== false) {
      this.closest("offer-form")?.querySelector(".confirm").before(this.#another);
    }
    super.connectedCallback();
  }

  disconnectedCallback() {
    this.#beside?.removeEventListener("answer", this.#look);
    this.#another.remove();
  }

  // --- asked from outside ------------------------------------------------------

  get missing() {
    const within = this.#rows.map(({ group }) => group.missing).find(Boolean);
    return within ?? (this.#rows.length < (this.spec.min ?? 0) || this.#saysNothing);
  }

  /** As a choice in a row does. */
  get leads() {
    return this.#led;
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
    const fields = (this.spec.fields ?? []).map((spec) => ({ ...spec, ...withNamed(spec, this.#named) }));
    group.specs = this.spec.said && Object.keys(row).length ? asSaid(fields, row) : fields;
    group.addEventListener("answer", (event) => {
      event.stopPropagation();
      forget(entry);
      this.#led = Boolean(/** @type {Field} */ (event.target).leads);
      this.#changed();
    });
    const entry = {
      group,
      place: placeOf(group),
      number: h("span", { class: "optional" }),
      words: h("span", { class: "row-words" }),
      isFolded: Boolean(this.#pad && lineOf(this.#pad, row)),
    };
    const drop = button(icon("remove"), () => this.#changed(() => this.#drop(entry)), {
      class: "quiet",
      "aria-label": say("rows.drop"),
    });
    entry.line = h(
      "div",
      { class: "link row", role: "group" },
      this.#pad ? this.#headed(entry) : group,
      drop,
    );
    this.#rows.push(entry);
    this.#list.append(entry.line);
    if (!this.#pad) entry.line.querySelector(".label")?.append(" ", entry.number);
  }

  /** What is tapped stays near: what is still asked of the new row comes into sight above the bar. */
  #follow(row = {}) {
    if (this.#rows.length >= (this.spec.max ?? Infinity)) return;
    this.#led = false;
    this.#changed(() => this.#append(row));
    const { group, line } = this.#rows.at(-1);
    if (group.missing) bringUp(this, line);
  }

  /** The keys for one more: what was just tapped stays where it is until they are asked for. */
  #comeBack() {
    scrollBy({ top: belowHead(this), behavior: pace() });
  }

  #drop(entry) {
    this.#led = false;
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
    this.#named = namedIn(this.#beside);
    this.#pad = padOf(this.spec);
    this.#keys = this.#pad && padKeys(
      this.#pad,
      (row) => this.#follow(row),
      () => this.#changed(() => this.#drop(this.#rows.at(-1))),
    );
    const given = this.value ?? Array.from({ length: this.#pad ? 0 : least }, () => ({}));
    const words = h("span", {});
    this.#add = button([icon("plus"), words], () => this.#changed(() => this.#append({})), {
      class: "quiet",
    });
    this.group(...(this.#keys ? [this.#keys, this.#list] : [this.#list, this.#add]));
    for (const row of given) this.#append(row);
    // Where only one number or choice is possible, a row fills it in itself.
    if (!this.missing && this.#rows.length) this.value = this.#told;
    this.#arrange();
    if (this.#keys) queueMicrotask(() => this.#begin()); // by then the form stands where it was opened
  }

  /** What a key has said is a heading: of what is said by it, all else is folded away. */
  #headed(entry) {
    const { group, words, number, isFolded } = entry;
    return isFolded
      ? h("details", { class: "folded" }, h("summary", {}, words), group)
      : h("div", { class: "headed" }, h("p", { class: "label" }, number, " ", words), group);
  }

  #arrange() {
    this.#add.lastChild.textContent = say(this.#rows.length ? "rows.add" : "rows.first");
    const { max = Infinity } = this.spec;
    const full = this.#rows.length >= max;
    const begun = this.#rows.some(({ isFolded }) => !isFolded); // what a key has said leaves it in sight
    this.#another.hidden = !begun || max < 2;
    this.#another.disabled = full || Boolean(this.missing);
    this.#add.hidden = full || (this.#another.isConnected && !this.#another.hidden);
    const least = !this.#pad && this.#rows.length <= (this.spec.min ?? 0);
    for (const [at, entry] of this.#rows.entries()) {
      const { line, number, words } = entry;
      line.lastChild.hidden = least;
      number.textContent = this.#rows.length > 1 ? this.#ordinal(at + 1) : "";
      if (this.#pad) words.replaceChildren(...this.#wordsOf(entry));
    }
    if (!this.#keys) return;
    const rows = this.#rows.map(({ group: { value }, isFolded }) => ({ value, isFolded }));
    showTaps(this.#keys, this.#pad, rows, full);
  }

  /** A row in few words: what is chosen or its name; of one that is folded also what its key has said. */
  #wordsOf({ group: { value }, isFolded }) {
    const { choice, number } = this.#pad;
    const chosen = choice.choices.find((one) => one.value === value[choice.name])?.label ?? "";
    const line = isFolded && lineOf(this.#pad, value);
    const more = line && value[number.name] > number.min && `${number.label}: ${value[number.name]}`;
    const said = line ? [line.hint, more].filter(Boolean).join(" · ") : "";
    return [h("b", {}, value.name ?? chosen), ...(said ? [" ", h("span", { class: "hint" }, said)] : [])];
  }

  // --- internals ---------------------------------------------------------------

  /** Which row it is: before a name of its own, or behind the label that all have. */
  #ordinal(number) {
    return this.#pad ? `${number}.` : say("entry.number", { revision: number });
  }

  /** Other places are named beside the rows: those there are offer them, too, and keep what they say. */
  #rename() {
    const named = namedIn(this.#beside);
    if (same(named, this.#named)) return;
    this.#named = named;
    for (const field of this.#rows.flatMap(({ group }) => group.fields)) {
      const offered = withNamed(this.spec.fields.find(({ name }) => name === field.spec.name), named);
      if (!offered) continue;
      field.spec = { ...field.spec, ...offered };
      field.show();
    }
  }

  /**
   * Of a form that is being opened these are the first thing to tap: its keys are in sight, all of them.
   * Below something else that is asked for, such as how long a track is, as many as have room beneath that.
   */
  #begin() {
    const form = this.closest("offer-form[data-fresh=opened]");
    const wanting = /** @type {any} */ (this.closest("move-fields"))?.wanting;
    if (!form || !wanting) return;
    const under = this.#keys.getBoundingClientRect().bottom + ROOM_PX - floorOf(form);
    const top = belowHead(wanting);
    if (under <= ROOM_PX || top <= 0) return;
    const lines = [...form.querySelectorAll(".offer-fields > *, field-group > *")].map(belowHead);
    const whole = lines.filter((at) => at >= under); // the head cuts no line
    scrollBy(0, wanting === this ? top : Math.min(top, ...whole));
  }

  /** Where a list may stay empty, something else must be said, such as that a railroad goes west. */
  get #saysNothing() {
    const ticked = ({ spec: { kind }, value }) => kind === "flag" && value;
    return Boolean(this.#pad && !this.#rows.length && !this.#beside?.fields.some(ticked));
  }

  get #told() {
    return this.#rows.map(({ group }) => group.value);
  }
}

/**
 * Above the bar, and no further than it takes; what is seldom ticked stands below, and may be about this row.
 * @param {HTMLElement} field
 * @param {HTMLElement} line
 */
function bringUp(field, line) {
  const form = field.closest("offer-form");
  if (!form) return line.scrollIntoView({ block: "nearest", behavior: pace() }); // in a dialog
  const ticks = [...field.parentElement.querySelectorAll(":scope > .rare:not([hidden])")];
  const { bottom } = (ticks.at(-1) ?? line).getBoundingClientRect();
  const under = bottom + ROOM_PX - floorOf(form);
  const by = Math.min(under, belowHead(line));
  if (by > 0) scrollBy({ top: by, behavior: pace() });
}

/** How far it begins below the head of the page and the room there, in px; above it: less than nothing. */
function belowHead(part) {
  return part.getBoundingClientRect().top - roof() - ROOM_PX;
}

const placeOf = ({ fields }) => fields.find(({ spec }) => spec.kind === "place")?.value;

/** Another place than before: the numbers were said of the one that stood there. */
function forget(entry) {
  const before = entry.place;
  entry.place = placeOf(entry.group);
  if (before === undefined || before === entry.place) return;
  for (const field of entry.group.fields) {
    const { kind, min, max, default: usual } = field.spec;
    if (kind === "count" && min !== max) field.value = usual ?? undefined;
  }
}

/**
 * Places that have just been named beside the rows.
 * @param {any} beside
 */
function namedIn(beside) {
  const places = beside?.fields.filter(({ spec }) => spec.kind === "places") ?? [];
  return places.flatMap(({ value }) => value ?? []);
}

/**
 * The table need not know them yet: they are chosen from first. Null where that is not the question.
 * @param {Spec} spec
 */
function withNamed({ kind, open, choices = [] }, named) {
  if (kind !== "places" || !open) return null;
  const known = (name) => choices.find(({ value }) => value === name) ?? { value: name, label: name };
  const others = choices.filter(({ value }) => !named.includes(value));
  return { choices: [...named.map(known), ...others], named };
}

customElements.define("rows-field", RowsField);
