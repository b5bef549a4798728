// What every field of an offer has in common: a label, a value, and an "answer" event when the value changes.

import { freshId, h, shown } from "../dom.js";
import { helpKey } from "../elements/help/help-key.js";
import { say } from "../messages.js";
/** @import { Spec, TableDocument } from "../types.js" */

export class Field extends HTMLElement {
  /** The field as offered, and the table document it belongs to. */
  /** @type {Partial<Spec>} */
  spec = {};
  /** @type {TableDocument} */
  doc = null;
  /** Somebody has said so: its value is not only the default of an offer that wants it said (`pencilled`). */
  meant = true;
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
    this.meant = true;
    this.value = value;
    this.blame(null);
    this.dispatchEvent(new CustomEvent("answer", { bubbles: true }));
  }

  /** Whether an answer is wanted: yes, or the field within it that wants one. */
  get missing() {
    return this.spec.required && this.value === undefined;
  }

  /**
   * What is missing, as it is called: itself, or the first field within it that is. What its label says in
   * brackets, such as how many at most, stands above it.
   */
  get lacks() {
    const { wanted, label } = this.spec;
    return /** @type {any} */ (this.missing)?.lacks ?? wanted ?? label?.replace(/ \(.*\)$/, "");
  }

  /** What is wrong with what stands there; empty if nothing is. */
  get complaint() {
    return this.value === undefined ? "" : this.#fault?.textContent ?? "";
  }

  /** What is said when it is missing. */
  get wanted() {
    return say("field.missing");
  }

  /** One tap answers it: the next field may come into sight. Not so where a tap may be one of several. */
  get leads() {
    return false;
  }

  /** Called once, when the field comes onto the page. */
  draw() {}

  /** Called whenever the value changes. */
  show() {}

  // --- drawing -----------------------------------------------------------------

  /** Show what is wrong with this field, or null to take it back: beside its label, so that nothing moves. */
  blame(text) {
    this.#fault?.remove();
    const id = text && freshId("fault");
    this.#fault = text ? h("span", { class: "fault", role: "alert", id }, text) : null;
    if (this.#fault) (this.querySelector(".label") ?? this).append(this.#fault);
    const input = this.querySelector("input:not([type=radio], [type=checkbox]), select");
    if (text) input?.setAttribute("aria-invalid", "true");
    else input?.removeAttribute("aria-invalid");
    const told = this.querySelector("[role=group]") ?? input;
    if (text) told?.setAttribute("aria-describedby", id);
    else told?.removeAttribute("aria-describedby");
  }

  /** The label above a group of controls; returns the group. */
  group(...children) {
    const id = freshId("label");
    const group = h("div", { role: "group", "aria-labelledby": id, class: "group" }, children);
    const { about } = this.spec;
    this.append(h("p", { class: "label", id }, this.labelText()), about ? helpKey(about) : "", group);
    return group;
  }

  labelText() {
    const { label, required, help } = this.spec;
    return shown([
      label,
      required === false && [" ", h("span", { class: "optional" }, `(${say("field.optional")})`)],
      help && [" ", h("span", { class: "hint help" }, help)],
    ]);
  }
}
