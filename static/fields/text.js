// Free words.

import { freshId, h } from "../dom.js";
import { Field } from "./field.js";

const MOST_LETTERS = 500;
const LONG_LETTERS = 80; // from here on a text gets several lines
const BADGE_LETTERS = 12; // a text as short is what stands on a badge, where letters are capitals

export class TextField extends Field {
  #input;

  show() {
    if (this.#input.value !== (this.value ?? "") && document.activeElement !== this.#input) {
      this.#input.value = this.value ?? "";
    }
  }

  draw() {
    const id = freshId("text");
    const most = this.spec.max ?? MOST_LETTERS;
    const badge = most <= BADGE_LETTERS;
    const input = () => {
      const said = this.#input.value.trim() && this.#input.value;
      this.answer(said ? badge ? said.toUpperCase() : said : undefined);
    };
    const tag = most > LONG_LETTERS ? "textarea" : "input";
    this.#input = h(tag, { id, maxlength: most, rows: 3, autocomplete: "off", on: { input } });
    if (badge) this.#input.autocapitalize = "characters";
    this.#input.classList.toggle("capitals", badge);
    this.append(h("label", { for: id, class: "label" }, this.labelText()), this.#input);
    this.show();
  }
}

customElements.define("text-field", TextField);
