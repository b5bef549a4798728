// A number: chips when there are few; when there are many, keys for the smallest ones, and a stepper behind
// one more. A marker that stands somewhere has a row of steps below where it is to stand.

import { button, freshId, h, icon } from "../dom.js";
import { say } from "../messages.js";
import { ChoiceField } from "./choice.js";
import { Field } from "./field.js";

const MOST_CHIPS = 10;
const IN_A_ROW = 5; // chips, on a phone
const MINUS = "\u2212";
const STEPS = [-5, -1, 1, 5, 10]; // of a marker; as many as a keypad has in a row, and most go up
const NEAR = 5; // so many keys fit a phone: one for each of the smallest numbers, or the last for all others

export class CountField extends Field {
  #input;
  #less = null;
  #more = null;
  #near = [];
  #steps = [];
  #beyond = null;
  #stepper = null;

  // --- asked from outside ------------------------------------------------------

  get missing() {
    return super.missing || this.#stays;
  }

  get complaint() {
    return this.#stays ? say("count.another") : super.complaint;
  }

  /** A key does; of the stepper, and of a marker's steps, a tap is one of several. */
  get leads() {
    return !this.#steps.length && (!this.#stepper || this.#stepper.hidden);
  }

  // --- events ------------------------------------------------------------------

  #step(by) {
    const { min = 0, max = Infinity } = this.spec;
    this.answer(Math.min(Math.max((this.value ?? min - by) + by, min), max));
  }

  #unfold() {
    this.#stepper.hidden = false;
    this.#beyond.setAttribute("aria-expanded", "true");
    if (!(this.value >= beyondFrom(this))) this.answer(beyondFrom(this));
    this.#input.focus();
    this.#input.select(); // whoever knows the number types it
  }

  // --- drawing -----------------------------------------------------------------

  draw() {
    if (this.#stays) this.meant = false; // where a marker stands is nobody's answer: another may move it
    const { min = 0, max = Infinity } = this.spec;
    if (max - min < MOST_CHIPS) return this.#drawChips(min, max);
    const id = freshId("count");
    this.#input = this.#typed(id);
    if (this.#isMarker) return this.#drawMarker(id);
    const step = (by, name) =>
      button(icon(by < 0 ? "minus" : "plus"), () => this.#step(by), {
        class: "key",
        "aria-label": say(name),
      });
    const least = nearFrom(this);
    this.#near = Array.from(
      { length: keysOf(this) },
      (_, at) =>
        button(String(least + at), () => this.answer(least + at), { class: "key", value: least + at }),
    );
    this.#less = step(-1, "count.less");
    this.#more = step(1, "count.more");
    this.#stepper = h("div", { class: "stepper" }, this.#less, this.#input, this.#more);
    this.#beyond = button(`${beyondFrom(this)}+`, () => this.#unfold(), {
      class: "key",
      "aria-expanded": "false",
    });
    this.append(
      h("label", { for: id, class: "label" }, this.labelText()),
      h("div", { class: "near", role: "group", "aria-label": this.spec.label }, this.#near, this.#beyond),
      this.#stepper,
    );
    this.#stepper.hidden = isPrinted(this);
    this.#beyond.hidden = !isPrinted(this);
    return this.show();
  }

  show() {
    if (this.#input) {
      const { min = 0, max = Infinity } = this.spec;
      this.#input.value = this.value ?? "";
      const steps = this.#steps.map((key) => [key, Number(key.value) < 0 ? min : max]);
      const ends = this.#less ? [[this.#less, min], [this.#more, max], ...steps] : steps;
      for (const [key, end] of ends) key.disabled = this.value === end;
    }
    const far = this.#beyond && this.value >= beyondFrom(this);
    if (far) {
      this.#stepper.hidden = false;
      this.#beyond.setAttribute("aria-expanded", "true");
    }
    this.toggleAttribute("data-stays", Boolean(this.#stays));
    for (const key of this.#near) key.setAttribute("aria-pressed", String(Number(key.value) === this.value));
    const chips = /** @type {Field} */ (this.querySelector("choice-field"));
    if (chips && chips.value !== this.value) chips.value = this.value;
  }

  /** @param {string} id */
  #typed(id) {
    const { min = 0, max = Infinity } = this.spec;
    // with each key: what would happen is told of what stands there
    const input = () => this.answer(this.#input.value === "" ? undefined : Number(this.#input.value));
    const field = h("input", {
      id,
      type: "number",
      inputmode: "numeric",
      class: "count",
      min,
      on: { input },
    });
    if (max !== Infinity) field.max = max;
    return field;
  }

  /** Where it stands, where it is to stand, and below it the steps that lead there. */
  #drawMarker(id) {
    this.#input.addEventListener("focus", () => this.#input.select()); // whoever types it begins anew
    this.#steps = STEPS.map((by) => {
      const words = by < 0 ? `${MINUS}${-by}` : say("money.more", { step: by });
      return button(words, () => this.#step(by), { class: "key", value: by });
    });
    this.append(
      h(
        "div",
        { class: "marker-line" },
        h("label", { for: id, class: "label" }, this.labelText()),
        h("span", { class: "stands" }, `${this.spec.default} →`),
        this.#input,
      ),
      h("div", { class: "steps", role: "group", "aria-label": this.spec.label }, this.#steps),
    );
    this.show();
  }

  #drawChips(min, max) {
    // what stands there before anybody has tapped is said in words, and what stands beside no answer
    const none = this.spec.default === 0 || this.spec.required === false ? say("field.none") : "0";
    const choices = Array.from(
      { length: max - min + 1 },
      (_, at) => ({ value: min + at, label: min + at ? String(min + at) : none }),
    );
    const chips = new ChoiceField();
    chips.spec = { ...this.spec, kind: "choice", choices };
    chips.doc = null;
    chips.value = this.value;
    chips.none = "field.unsaid"; // 0 is none
    chips.classList.add("numbers");
    chips.classList.toggle("none-in-words", none !== "0");
    const keys = choices.length + Number(this.spec.required === false);
    const rows = Math.ceil(keys / IN_A_ROW); // none of them holds one key alone
    chips.style.setProperty("--columns", String(Math.ceil(keys / rows)));
    chips.addEventListener("answer", (event) => {
      event.stopPropagation();
      this.answer(chips.value);
    });
    this.append(chips);
  }

  // --- internals ---------------------------------------------------------------

  /** It stands somewhere, and another number is wanted. */
  get #isMarker() {
    const { asked, said, default: now } = this.spec;
    return Boolean(asked && !said && now !== undefined);
  }

  /** A marker that stays where it is is not moved. */
  get #stays() {
    const { asked, said, default: now } = this.spec;
    return Boolean(asked && !said && this.value === now);
  }
}

/** What is printed on a board is seldom large; other numbers are typed. */
const isPrinted = (field) => Boolean(field.closest("facts-field"));

const keysOf = (field) => isPrinted(field) ? NEAR - 1 : NEAR;

/** From about the number that stands there, most of them larger; else, or where printed, from the least. */
function nearFrom(field) {
  const { min = 0, max = Infinity, default: usual = min } = field.spec;
  return isPrinted(field) ? min : Math.max(min, Math.min(usual - 1, max - NEAR + 1));
}

const beyondFrom = (field) => (field.spec.min ?? 0) + keysOf(field);

customElements.define("count-field", CountField);
