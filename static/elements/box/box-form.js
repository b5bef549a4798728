// A box that is being written: all that the server says a box is made of.

import { h } from "../../dom.js";
import { formOf } from "./box-fields.js";
/** @import { FormSpec, Part } from "./box-fields.js" */

/** Tells "written" when something in it has changed. */
export class BoxForm extends HTMLElement {
  /** @type {FormSpec[]} */
  specs = [];
  /** The box it begins with. */
  first = {};
  /** @type {Part} */
  #part;

  connectedCallback() {
    if (this.#part) return;
    const first = (name) => this.specs.find((spec) => spec.name === name)?.fields?.[0]?.name ?? "";
    const around = { beside: () => ({}), box: () => this.#part?.value() ?? this.first, rows: first };
    this.#part = formOf(this.specs, this.first, around);
    this.addEventListener("input", () => this.#refresh());
    this.replaceChildren(h("div", { class: "box-form" }, this.#part.element));
    this.#part.refresh?.();
  }

  /** As it would be sent. */
  get box() {
    return this.#part.value();
  }

  /**
   * What is wrong, each at its field; the first one comes into sight.
   * @param {Record<string, string[]>} errors
   */
  blame(errors) {
    for (const [path, texts] of Object.entries(errors)) {
      this.#part.blame(path.split("."), [texts].flat(Infinity).join(" "));
    }
    const wrong = this.querySelector("[aria-invalid=true], .fault:not([hidden])");
    wrong?.scrollIntoView({ block: "center" });
    /** @type {HTMLElement | null} */ (this.querySelector("[aria-invalid=true]"))?.focus();
  }

  #refresh() {
    for (const fault of this.querySelectorAll(".box-list > .fault")) fault.toggleAttribute("hidden", true);
    this.#part.refresh?.();
    this.dispatchEvent(new Event("written", { bubbles: true }));
  }
}

customElements.define("box-form", BoxForm);
