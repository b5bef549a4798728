// An amount of money on a keypad of its own: the phone's keyboard stays away, a laptop's keys work. Where the
// offer wants it said (`pencilled`), its default is a button until it is tapped: nobody takes it for entered.

import { button, freshId, h, icon } from "../dom.js";
import { money, say } from "../messages.js";
import { Field } from "./field.js";

const STEPS = [1, 5, 10]; // dollars
const MOST_DIGITS = 5;
const LARGEST = 10 ** MOST_DIGITS - 1; // so much is no limit
const LAST = "companion.last-amounts";
const MOST_REMEMBERED = 4; // the last one, and three others: a row

export class MoneyField extends Field {
  #screen;
  #chips = [];
  /** Digits are being written: the next one is added. After a chip or a default it begins a new amount. */
  writing = false;
  #purse = Infinity;

  // --- asked from outside ------------------------------------------------------

  /** What whoever is to pay has, as far as it is known. */
  set purse(purse) {
    this.#purse = purse ?? Infinity;
    if (this.#screen) this.show();
  }

  blame(text) {
    super.blame(text);
    this.#screen?.setAttribute("aria-invalid", String(Boolean(text)));
  }

  /** @param {number} amount */
  answer(amount) {
    this.writing = false;
    super.answer(amount);
    if (this.complaint) this.blame(this.complaint);
  }

  /** Too much or too little, from the moment it stands there: the bar says it, too. */
  get complaint() {
    const { min = 0, max = Infinity } = this.spec;
    if (this.value > max) return say("money.too-much", { max: money(max) });
    return this.value < min ? say("money.too-little", { min: money(min) }) : super.complaint;
  }

  get missing() {
    const { min = 0, max = Infinity, required } = this.spec;
    if (this.value === undefined || this.value === null) return Boolean(required);
    return this.value < min || this.value > max;
  }

  get wanted() {
    return this.meant ? super.wanted : say("money.pencilled", { amount: money(this.value) });
  }

  // --- events ------------------------------------------------------------------

  #press(figure) {
    const digits = `${this.writing ? (this.value ?? "") : ""}${figure}`;
    if (digits.length > MOST_DIGITS) return;
    this.answer(Number(digits));
    this.writing = true;
  }

  #erase() {
    const digits = String(this.value ?? "").slice(0, -1);
    this.answer(digits === "" ? undefined : Number(digits));
    this.writing = true;
  }

  #add(step) {
    const { min = 0, max = Infinity } = this.spec;
    this.answer(Math.min(this.#ground + step, Math.max(Math.min(max, this.#purse), min)));
  }

  /** What stands there in pencil is meant. */
  #ink() {
    if (!this.meant) this.answer(this.value);
  }

  #typed(text) {
    const digits = text.replace(/\D/g, "").slice(0, MOST_DIGITS);
    this.answer(digits === "" ? undefined : Number(digits));
  }

  // --- drawing -----------------------------------------------------------------

  draw() {
    const id = freshId("amount");
    this.#screen = h("input", {
      id,
      class: "amount",
      inputmode: "none",
      autocomplete: "off",
      placeholder: "–",
      on: {
        input: () => this.#typed(this.#screen.value),
        focus: () => this.#screen.select(),
        click: () => this.#ink(),
        keydown: (event) => {
          if (event.key !== "Enter" || this.meant) return;
          event.preventDefault(); // the next one confirms
          this.#ink();
        },
      },
    });
    this.append(
      h(
        "div",
        { class: "amount-line" },
        h("label", { for: id, class: "label" }, h("span", { class: "words" }, this.labelText())),
        this.#screen,
      ),
      h("div", { class: "keypad", role: "group", "aria-label": say("money.keypad") }, this.#keys()),
    );
    this.show();
  }

  show() {
    const amount = this.value === undefined || this.value === null ? "" : money(this.value);
    this.#screen.value = this.meant ? amount : say("money.use", { amount });
    this.#screen.toggleAttribute("data-pencilled", !this.meant);
    const { required, default: usual } = this.spec;
    this.#screen.toggleAttribute("data-usual", required === false && this.value === usual);
    const { max = Infinity } = this.spec;
    const most = Math.min(max, this.#purse);
    /** @type {NodeListOf<HTMLButtonElement>} */
    const steps = this.querySelectorAll(".step");
    for (const key of steps) {
      key.toggleAttribute("data-beyond", this.#ground + Number(key.value) > most);
    }
    for (const { key, amount } of this.#chips) {
      key.setAttribute("aria-pressed", String(this.meant && amount === this.value));
    }
  }

  #keys() {
    const digit = (figure) =>
      button(String(figure), () => this.#press(figure), { class: "key", "data-key": "digit", value: figure });
    const steps = STEPS.map((step) =>
      button(say("money.more", { step }), () => this.#add(step), {
        class: "key step",
        "data-key": "step",
        value: step,
      })
    );
    const rub = button(icon("erase"), () => this.#erase(), {
      class: "key",
      "aria-label": say("money.erase"),
    });
    const clear = (kind) =>
      button(say("money.clear"), () => this.answer(undefined), { class: `key ${kind}` });
    const { name, min = 0, max, remembers } = this.spec;
    const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map(digit);
    // in a game the last is another railroad's price
    if (remembers) {
      const [last, ...earlier] = lastAmounts(this.doc?.code + name).filter((amount) => amount >= min);
      const chips = earlier.map((amount) => this.#chip("earlier", amount));
      return [
        clear("small"),
        steps,
        rub,
        digits,
        last !== undefined && this.#chip("last", last, true),
        chips,
      ];
    }
    const endless = !(max < LARGEST);
    return [
      this.#chip("min", this.spec.min, endless),
      steps,
      !endless && this.#chip("max", max),
      digits,
      clear("widest"),
      rub,
    ];
  }

  /** @param {number} amount */
  #chip(name, amount, wide = false) {
    const isAmount = Number.isInteger(amount);
    const words = [h("span", { class: "chip-name" }, say(`money.${name}`)), isAmount ? money(amount) : ""];
    const key = button(words, () => this.answer(amount), {
      class: wide ? "key limit wide" : "key limit",
      disabled: !isAmount,
      "data-key": "set",
      value: isAmount ? amount : null,
    });
    if (isAmount) this.#chips.push({ key, amount });
    return key;
  }

  // --- internals ---------------------------------------------------------------

  /**
   * What a step is added to. From nothing the first goes to the least amount allowed: +1 on an empty bid is
   * the lowest bid; and a proposal is nothing yet, unless it is the least.
   */
  get #ground() {
    const { min = 0 } = this.spec;
    return (this.meant || this.value <= min ? this.value : null) ?? Math.max(min - 1, 0);
  }
}

/**
 * What was entered last on this device for a field of that name, the newest first; the next amount is often
 * one of them. What was bid is no dividend, and another table's evening was another.
 * @param {string} name of the table and the field
 * @returns {number[]}
 */
export function lastAmounts(name) {
  try {
    return JSON.parse(sessionStorage.getItem(`${LAST}.${name}`) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * @param {string} name
 * @param {number} amount
 */
export function keepLastAmount(name, amount) {
  if (!Number.isInteger(amount)) return;
  const others = lastAmounts(name).filter((other) => other !== amount);
  sessionStorage.setItem(`${LAST}.${name}`, JSON.stringify([amount, ...others].slice(0, MOST_REMEMBERED)));
}

customElements.define("money-field", MoneyField);
