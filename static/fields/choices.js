// Several of several.

import { h } from "../dom.js";
import { choiceLabel } from "./choice.js";
import { say } from "../messages.js";
import { Field } from "./field.js";
import { standAlone } from "./given.js";
/** @import { Choice } from "../types.js" */

const FEW = 4; // so many choices leave room for a keypad below them

export class ChoicesField extends Field {
  #inputs = [];

  get missing() {
    return (this.value?.length ?? 0) < (this.spec.min ?? (this.spec.required ? 1 : 0));
  }

  show() {
    const chosen = this.value ?? [];
    const full = this.spec.max !== undefined && chosen.length >= this.spec.max;
    for (const { input, choice } of this.#inputs) {
      input.checked = chosen.includes(choice.value);
      input.disabled = Boolean(choice.disabled) || (full && !input.checked);
    }
  }

  draw() {
    this.#inputs = (this.spec.choices ?? []).map((choice) => this.#input(choice));
    const all = h("div", { class: "choices" }, this.#inputs.map(({ label }) => label));
    this.group(all);
    if (this.value?.length && this.#inputs.length > FEW) {
      standAlone(this, all, () => this.answer([]), say("given.another"));
    }
    this.show();
  }

  /** @param {Choice} choice */
  #input(choice) {
    const change = () => {
      const ticked = this.#inputs.filter(({ input: box }) => box.checked);
      this.answer(ticked.map(({ choice: one }) => one.value));
    };
    const input = h("input", { type: "checkbox", on: { change } });
    return { input, choice, label: choiceLabel(this.doc, input, choice) };
  }
}

customElements.define("choices-field", ChoicesField);
