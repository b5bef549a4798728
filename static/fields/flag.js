// Yes or no.

import { h } from "../dom.js";
import { Field } from "./field.js";

export class FlagField extends Field {
  #box;

  /** An unticked box is an answer. */
  get missing() {
    return false;
  }

  show() {
    this.#box.checked = Boolean(this.value);
  }

  draw() {
    const change = () => this.answer(this.#box.checked);
    this.#box = h("input", { type: "checkbox", on: { change } });
    const { label, hint } = this.spec;
    const words = [h("span", { class: "chip-label" }, label), hint && h("span", { class: "hint" }, hint)];
    this.append(h("label", { class: "chip flag" }, this.#box, h("span", { class: "chip-words" }, words)));
    this.classList.toggle("rare", this.spec.required === false && !this.spec.default);
    this.show();
  }
}

customElements.define("flag-field", FlagField);
