// How many shares of which railroads: {railroad: number}. A key for each takes one more, and beside what is
// chosen stands one for less; where there may be many, each has a row in which the number can be typed. One
// that is `asked` wants a number for each that players have, be it nothing.

import { button, h, icon } from "../dom.js";
import { figureOf } from "../elements/panels/badges.js";
import { money, say } from "../messages.js";
import { Field } from "./field.js";

const MANY = 10; // a few are tapped
const REST_MS = 1000; // a finger that comes back to where it took one takes another

export class SharesField extends Field {
  #rows = [];
  #rest = null;

  // --- asked from outside ------------------------------------------------------

  get missing() {
    if (this.#asked.length) return Boolean(this.#unsaid.length);
    return Boolean(this.spec.required) && (this.value === undefined || this.#sum < (this.spec.min ?? 0));
  }

  get lacks() {
    return [super.lacks, ...this.#unsaid.slice(0, 1).map(({ label }) => label)].join(": ");
  }

  labelText() {
    return this.#asked.length ? this.spec.label : super.labelText();
  }

  // --- events ------------------------------------------------------------------

  #step(id, by, { clientX: x }) {
    if (by > 0 && this.#full) return this.blame(say("money.too-much", { max: this.spec.max }));
    this.#set(id, (this.value?.[id] ?? 0) + by);
    if (by > 0) this.#letThrough(this.#rows.find((one) => one.id === id), x);
  }

  /** What nobody has said a number of has none. */
  #none() {
    this.answer({ ...this.value, ...Object.fromEntries(this.#unsaid.map(({ value }) => [value, 0])) });
  }

  // --- drawing -----------------------------------------------------------------

  draw() {
    const all = (this.doc?.railroads ?? []).map(({ id, name }) => ({ value: id, label: name }));
    const asked = this.#asked;
    this.#rows = (asked.length ? asked : this.spec.choices ?? all).map((choice) => this.#row(choice));
    this.group(h("div", { class: "share-counts" }, this.#rows.map(({ row }) => row)));
    if (asked.length) this.append(this.#rest = button("", () => this.#none(), { class: "chip rest" }));
    this.show();
  }

  show() {
    for (const { id, row, less, more, figure, barred } of this.#rows) {
      const unsaid = this.#unsaid.some(({ value }) => value === id);
      const number = unsaid ? "" : this.value?.[id] ?? 0;
      row.toggleAttribute("data-none", !number);
      if (figure instanceof HTMLInputElement) showNumber(figure, number);
      else figure.textContent = String(number);
      less.disabled = number === 0;
      more.disabled = barred;
      more.ariaDisabled = String(barred || this.#full); // it says why
    }
    const left = this.#unsaid.length;
    if (!left) return this.#rest?.toggleAttribute("data-over", true); // its words stay, and its room
    this.#rest?.removeAttribute("data-over");
    const [rest, all] = [say("shares.rest-nothing"), say("shares.all-nothing")];
    this.#rest?.replaceChildren(left < this.#asked.length ? rest : all);
  }

  /** Where the key for less has come under the finger, a tap that comes at once is meant for one more. */
  #letThrough(one, x) {
    clearTimeout(one.resting);
    one.row.toggleAttribute("data-resting", x >= one.less.getBoundingClientRect().left);
    one.resting = setTimeout(() => one.row.removeAttribute("data-resting"), REST_MS);
  }

  #row({ value: id, label, hint, disabled }) {
    const name = this.doc?.railroads?.find((railroad) => railroad.id === id)?.name ?? label;
    const key = (by, words) =>
      button(icon(by < 0 ? "minus" : "plus"), (tap) => this.#step(id, by, tap), {
        class: "key",
        "aria-label": `${say(words)}: ${name}`,
        disabled: Boolean(disabled),
      });
    const [less, more] = [key(-1, "count.less"), key(1, "count.more")];
    const figure = (this.spec.max ?? MANY) < MANY ? h("output", { class: "figure" }) : this.#typed(id, name);
    const badge = figureOf(this.doc, id); // its letters say enough, and the name has no room on a phone
    const { value, mine } = this.#known(id);
    const words = h(
      "span",
      { class: "share-words hint" },
      badge ? h("span", { class: "unseen" }, name) : name,
      " ",
      // a line breaks between two figures; where each has its own, no dot ends it
      hint && [value, value && mine && [h("i", {}, "\u00a0·"), " "], mine, (value || mine) && h("br"), hint],
    );
    const kind = figure instanceof HTMLInputElement ? "share-count" : "share-count tapped";
    const row = h("div", { class: kind, "data-value": id }, badge, words, less, figure, more);
    return { id, row, less, more, figure, barred: Boolean(disabled) };
  }

  #typed(id, name) {
    const input = (/** @type {any} */ { target }) => this.#set(id, target.valueAsNumber);
    const focus = (/** @type {any} */ { target }) => target.select(); // a key takes the place of the 0
    return h("input", {
      type: "number",
      inputmode: "numeric",
      class: "figure count",
      min: 0,
      "aria-label": name,
      on: { input, focus },
    });
  }

  // --- internals ---------------------------------------------------------------

  /** `number`: NaN where nothing stands. */
  #set(id, number) {
    const shares = { ...this.value };
    shares[id] = Math.max(0, Math.trunc(number));
    if (!(shares[id] || (shares[id] === 0 && this.#isAsked(id)))) delete shares[id];
    const nothing = !Object.keys(shares).length && this.spec.required === false;
    this.answer(nothing ? undefined : shares);
  }

  /** Those of which each number must be said, nothing included: somebody has some. */
  get #asked() {
    const { asked, said, choices = [] } = this.spec;
    return asked && !said
      ? choices.filter(({ value }) => this.doc?.seats.some(({ shares }) => shares?.[value]))
      : [];
  }

  get #unsaid() {
    return this.#asked.filter(({ value }) => this.value?.[value] === undefined);
  }

  #isAsked(id) {
    return this.#asked.some(({ value }) => value === id);
  }

  /** A share's value, where it has one of its own, and how many are one's own. */
  #known(id) {
    const { railroads = [], seats = [], you } = this.doc ?? {};
    const value = railroads.find((railroad) => railroad.id === id)?.value;
    const mine = seats.find(({ seat }) => seat === you?.seat)?.shares?.[id];
    return {
      value: Number.isInteger(value) && money(value),
      mine: mine > 0 && `${say("panel.mine").toLocaleLowerCase()}\u00a0${mine}`,
    };
  }

  get #full() {
    return this.#sum >= (this.spec.max ?? Infinity);
  }

  get #sum() {
    return Object.values(this.value ?? {}).reduce((one, other) => one + other, 0);
  }
}

/** What is being typed is left as it stands, while it comes to the same. */
function showNumber(input, number) {
  if (Number(input.value) !== number || input !== document.activeElement) input.value = String(number);
}

customElements.define("shares-field", SharesField);
