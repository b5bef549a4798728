// Links from city to city. The next link normally begins where the last one ends.

import { button, h, icon } from "../dom.js";
import { say } from "../messages.js";
import { Field } from "./field.js";
import { FieldGroup } from "./group.js";

export class LinksField extends Field {
  #links = [];
  #list = h("div", { class: "link-list" });
  #more = h("div", {});

  draw() {
    const given = this.value ?? Array.from({ length: Math.max(this.spec.min ?? 1, 1) }, () => ({}));
    this.append(this.#list, this.#more);
    for (const link of given) this.#add(link);
    this.#arrange();
  }

  get missing() {
    return this.spec.required !== false && this.#links.some(({ ends, number }) => ends.missing || number.missing);
  }

  /** Drawn from its parts; a value set later (a corrected name) is handed to them. */
  show() {
    const links = this.value ?? [];
    if (links.length !== this.#links.length) return;
    this.#links.forEach(({ ends }, at) => {
      const { from, to } = ends.value;
      if (from !== links[at].from || to !== links[at].to) ends.value = links[at];
    });
  }

  #add(link) {
    const specs = this.spec.fields ?? [];
    const ends = this.#group(specs.filter((spec) => spec.kind === "place"), link);
    const number = this.#group(specs.filter((spec) => spec.kind !== "place"), link);
    const line = h("fieldset", { class: "link" }, h("legend", {}), ends);
    if (number.childElementCount) {
      line.append(h("details", { class: "folded" }, h("summary", {}, say("links.more")), number));
    }
    this.#links.push({ line, ends, number });
    this.#list.append(line);
  }

  #group(specs, link) {
    const group = new FieldGroup();
    group.doc = this.doc;
    group.value = link;
    group.specs = specs;
    group.addEventListener("answer", (event) => {
      event.stopPropagation();
      this.#changed();
    });
    return group;
  }

  #changed() {
    this.answer(this.missing ? undefined : this.#links.map(({ ends, number }) => ({ ...ends.value, ...number.value })));
    this.#arrange();
  }

  #arrange() {
    this.#links.forEach(({ line }, at) => {
      const title = this.#links.length > 1 ? say("links.nth", { number: at + 1 }) : this.spec.label;
      line.firstChild.replaceChildren(title);
    });
    const { min = 1, max = 1 } = this.spec;
    const last = this.#links.at(-1)?.ends.value ?? {};
    const add = () => {
      this.#add({ from: last.to });
      this.#changed();
    };
    const drop = () => {
      this.#links.pop().line.remove();
      this.#changed();
    };
    const ready = this.#links.length < max && last.to;
    this.#more.replaceChildren(
      ...(ready ? [button([icon("plus"), say("links.add")], add, { class: "quiet", "data-key": "add" })] : []),
      ...(this.#links.length > min ? [button([icon("remove"), say("links.drop")], drop, { class: "quiet" })] : []),
    );
  }
}

customElements.define("links-field", LinksField);
