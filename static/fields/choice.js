// One of several: large labels over real radio buttons, so that keyboards and screen readers know them.

import { freshId, h, same } from "../dom.js";
import { inCalledNames } from "../elements/board/wording.js";
import { figureOf, seatOf } from "../elements/panels/badges.js";
import { say } from "../messages.js";
import { Field } from "./field.js";
/** @import { Choice, TableDocument } from "../types.js" */

const MOST_BARRED = 2; // more are folded away, with their reasons
const MOST_LETTERS = 72; // and so are more words than two lines of a phone hold
const [BRIEF, OF_TWO] = [8, 14]; // letters
const DOT = " · "; // between two things that a hint says

export class ChoiceField extends Field {
  groupName = "";
  /** What is said of no answer. */
  none = "field.none";

  #inputs = [];

  get leads() {
    return true;
  }

  /** One that need not be made can be taken back, unless another is usual; a game may say what that means. */
  choices() {
    const { choices: offered = [], required, default: usual, said } = this.spec;
    if (required !== false || (usual && !said)) return offered;
    const none = offered.find(({ value }) => value === null);
    const label = none?.label ?? say(inWords(this) ? "field.no-reason" : this.none);
    return [...offered.filter((one) => one !== none), { value: undefined, label }];
  }

  /**
   * What lies on the table for it, instead of a button: a cube of a colour that a panel shows by that name.
   * @param {Choice} choice
   */
  piece({ label }) {
    const bars = (this.doc?.panels ?? []).flatMap((panel) => panel.bars ?? []);
    return piece("cube", bars.find(({ head }) => head.colour && head.text === label)?.head.colour);
  }

  show() {
    for (const { input, choice } of this.#inputs) input.checked = same(choice.value, this.value);
  }

  draw() {
    this.#inputs = this.choices().map((choice) => this.#input(choice));
    const [free, barred] = [false, true].map((bar) =>
      this.#inputs.filter(({ input }) => input.disabled === bar)
    );
    const words = barred.map(({ label }) => label.textContent).join("");
    const fold = barred.length > MOST_BARRED || words.length > MOST_LETTERS;
    this.group(
      h(
        "div",
        { class: `choices ${inWords(this) ? "reasons" : isBrief(this) ? "in-a-row" : ""}` },
        (fold ? free : this.#inputs).map(({ label }) => label),
      ),
      fold &&
        h(
          "details",
          { class: "folded", open: !free.length },
          h("summary", {}, say("field.barred", { count: barred.length })),
          h("div", { class: "choices" }, barred.map(({ label }) => label)),
        ),
    );
    this.show();
  }

  /** @param {Choice} choice */
  #input(choice) {
    const name = (this.groupName ||= freshId("choice"));
    const change = () => this.answer(choice.value);
    const input = h("input", { type: "radio", name, disabled: Boolean(choice.disabled), on: { change } });
    return { input, choice, label: choiceLabel(this.doc, input, choice, this.piece(choice)) };
  }
}

/** So short words stand in one row, if it has room for them. */
const isBrief = ({ spec }) =>
  spec.choices?.every(({ label }, _, { length }) => label.length <= (length > 2 ? BRIEF : OF_TWO));

/** Something to be said or not, and in any words: those offered stand one below the other. */
const inWords = ({ spec }) => spec.open && spec.required === false;

const lamp = (doc, seat) => piece("lamp", seatOf(doc, seat)?.colour);

/** The token of the player whose account it is; null of any other account. */
function tokenOf(doc, account) {
  const [, seat] = /^seat:(\d+)$/.exec(account) ?? [];
  return seat ? lamp(doc, Number(seat)) : null;
}

/** @param {string} [colour] */
function piece(kind, colour) {
  return colour
    ? h("span", { class: `piece ${kind}`, "aria-hidden": "true", vars: { "--lamp": colour } })
    : null;
}

/**
 * A label with the railroad's or player's figure, the words, the hint, and why it cannot be taken.
 * @param {TableDocument} doc
 * @param {Choice} choice
 */
export function choiceLabel(doc, input, choice, figure = null) {
  return h(
    "label",
    { class: "chip", "data-value": JSON.stringify(choice.value) ?? "" },
    input,
    figure ?? tokenOf(doc, choice.value) ?? figureOf(doc, idOf(choice.value)),
    h(
      "span",
      { class: "chip-words" },
      h("span", { class: "chip-label" }, inCalledNames(doc, labelOf(doc, choice))),
      choice.hint && !choice.disabled &&
        h("span", { class: "hint" }, inParts(inCalledNames(doc, choice.hint))),
      choice.beware && h("span", { class: "hint beware" }, choice.beware),
      choice.disabled && h("span", { class: "hint why-not" }, whyNot(choice.disabled)),
    ),
  );
}

/** Each thing that a hint says is kept whole; the dots stand between. */
const inParts = (hint) =>
  hint.split(DOT).flatMap((part, at) => [at > 0 && h("i", {}, DOT), h("span", {}, part)]);

/**
 * A railroad's letters stand on its badge already: its name says more.
 * @param {TableDocument} doc
 * @param {Record<string, any>} told
 */
function labelOf(doc, { value, label }) {
  return label === idOf(value) ? (doc?.railroads?.find(({ id }) => id === label)?.name ?? label) : label;
}

/** Of a railroad's account its letters. */
function idOf(value) {
  return typeof value === "string" ? value.replace(/^railroad:/, "") : value;
}

function whyNot(disabled) {
  return typeof disabled === "string" ? disabled : say("field.not-now");
}

customElements.define("choice-field", ChoiceField);

/** A player: a choice whose labels are names. Without choices, everybody at the table. */
class SeatField extends ChoiceField {
  choices() {
    if (!this.spec.choices) {
      const seats = this.doc?.seats ?? [];
      this.spec = { ...this.spec, choices: seats.map(({ seat, name }) => ({ value: seat, label: name })) };
    }
    return super.choices();
  }

  piece({ value }) {
    return lamp(this.doc, value);
  }
}

customElements.define("seat-field", SeatField);
