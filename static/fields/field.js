// What every field of an offer has in common: a label, a value, and an "answer" event when the value changes.

import { freshId, h, shown } from "../dom.js";
import { say } from "../messages.js";
/** @import { Spec, TableDocument } from "../types.js" */

export class Field extends HTMLElement {
  /** The field as offered, and the table document it belongs to. */
  /** @type {Partial<Spec>} */
  spec = {};
  /** @type {TableDocument} */
  doc = null;
  #value;
  #fault = null;
  #drawn = false;

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    if (this.#drawn) return;
    this.#drawn = true;
    this.dataset.field = this.spec.name;
    this.dataset.kind = this.spec.kind;
    this.draw();
  }

  // --- asked from outside ------------------------------------------------------

  /** undefined: not answered. null: answered with nothing. */
  get value() {
    return this.#value;
  }

  set value(value) {
    this.#value = value;
    if (this.#drawn) this.show();
  }

  /** The player has answered: remember it and say so. */
  answer(value) {
    this.value = value;
    this.blame(null);
    this.dispatchEvent(new CustomEvent("answer", { bubbles: true }));
  }

  get missing() {
    return this.spec.required && this.value === undefined;
  }

  /** Called once, when the field comes onto the page. */
  draw() {}

  /** Called whenever the value changes. */
  show() {}

  // --- drawing -----------------------------------------------------------------

  /** Show what is wrong with this field, or null to take it back. */
  blame(text) {
    this.#fault?.remove();
    this.#fault = text ? h("p", { class: "fault", role: "alert" }, text) : null;
    if (this.#fault) this.append(this.#fault);
  }

  /** The label above a group of controls; returns the group. */
  group(...children) {
    const id = freshId("label");
    const group = h("div", { role: "group", "aria-labelledby": id, class: "group" }, children);
    this.append(h("p", { class: "label", id }, this.labelText()), group);
    return group;
  }

  labelText() {
    const { label, required, help } = this.spec;
    return shown([
      label,
      required === false && h("span", { class: "optional" }, say("field.optional")),
      help && h("span", { class: "hint help" }, help),
    ]);
  }
}
