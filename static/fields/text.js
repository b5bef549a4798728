// Free words.

import { freshId, h } from "../dom.js";
import { Field } from "./field.js";

const MOST_LETTERS = 500;
const LONG_LETTERS = 80; // from here on a text gets several lines

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
    const input = () => this.answer(this.#input.value.trim() === "" ? undefined : this.#input.value);
    const tag = most > LONG_LETTERS ? "textarea" : "input";
    this.#input = h(tag, { id, maxlength: most, rows: 3, autocomplete: "off", on: { input } });
    this.append(h("label", { for: id, class: "label" }, this.labelText()), this.#input);
    this.show();
  }
}

customElements.define("text-field", TextField);
