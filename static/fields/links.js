// Links from city to city. The next link normally begins where the last one ends: one tap on where it leads
// to.

import { button, h, icon } from "../dom.js";
import { say } from "../messages.js";
import { Field } from "./field.js";
import { FieldGroup } from "./group.js";
import { makeField } from "./kinds.js";
/** @import { Spec } from "../types.js" */

export class LinksField extends Field {
  #links = [];
  #list = h("div", { class: "link-list" });
  #more = h("div", { class: "link-more" });

  // --- asked from outside ------------------------------------------------------

  get leads() {
    return true;
  }

  get missing() {
    if (this.spec.required === false) return false;
    return this.#links.map(({ ends, number }) => ends.missing ?? number.missing).find(Boolean);
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

  // --- events ------------------------------------------------------------------

  #add(link) {
    const specs = this.spec.fields ?? [];
    const ends = this.#group(specs.filter((spec) => spec.kind === "place"), link);
    const besides = specs.filter((spec) => spec.kind !== "place");
    const number = this.#group(besides, link);
    const line = h("fieldset", { class: "link" }, h("legend", {}), ends, number);
    this.#links.push({ line, ends, number });
    this.#list.append(line);
  }

  #changed() {
    this.answer(
      this.missing ? undefined : this.#links.map(({ ends, number }) => ({ ...ends.value, ...number.value })),
    );
    this.#arrange();
  }

  // --- drawing -----------------------------------------------------------------

  draw() {
    const given = this.value ?? Array.from({ length: Math.max(this.spec.min ?? 1, 1) }, () => ({}));
    this.append(this.#list, this.#more);
    for (const link of given) this.#add(link);
    this.#arrange();
  }

  #arrange() {
    this.#links.forEach(({ line, ends, number }, at) => {
      const several = this.#links.length > 1;
      const from = this.#goesOn(at) ? ends.value.from : null;
      const nth = { number: at + 1, from };
      const title = several ? say("links.nth", nth) : this.spec.label;
      line.firstChild.replaceChildren(from ? say("links.nth-from", nth) : title);
      line.toggleAttribute("data-goes-on", Boolean(from));
      line.firstChild.className = several ? "" : "unseen"; // of one, "From" says enough
      number.hidden = !isBuilt(ends) && !(number.value.number > 1);
    });
    const { min = 1, max = 1 } = this.spec;
    const last = this.#links.at(-1)?.ends.value ?? {};
    const drop = () => {
      this.#links.pop().line.remove();
      this.#changed();
    };
    const ready = this.#links.length < max && last.to !== undefined && !this.missing;
    const onward = this.#more.querySelector("[data-field=onward]");
    if (ready && onward?.spec.from === last.to) return;
    this.#more.replaceChildren(
      ...(ready ? [this.#onward(last.to)] : []),
      ...(this.#links.length > min
        ? [
          button([icon("remove"), say("links.drop", { number: this.#links.length })], drop, {
            class: "quiet",
          }),
        ]
        : []),
    );
  }

  // --- internals ---------------------------------------------------------------

  /** Does it begin where the one before it ends? Then nobody is asked where from. */
  #goesOn(at) {
    const before = at > 0 && this.#links[at - 1].ends.value.to;
    return Boolean(before) && this.#links[at].ends.value.from === before;
  }

  /** @param {Spec[]} specs */
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

  /** Where the next link leads to, if there is to be one. */
  #onward(from) {
    const end = (this.spec.fields ?? []).find(({ name }) => name === "to");
    if (!end) return "";
    const gone = new Set(this.#links.flatMap(({ ends }) => Object.values(ends.value)));
    const choices = (end.choices ?? []).filter(({ value }) => !gone.has(value));
    const field = makeField({
      ...end,
      name: "onward",
      from,
      label: say("links.onward", { from }),
      required: false,
      default: undefined,
      choices,
    }, this.doc);
    field.addEventListener("answer", (event) => {
      event.stopPropagation();
      if (field.value === undefined) return;
      this.#add({ from, to: field.value });
      this.#changed();
    });
    field.classList.add("strip");
    return field;
  }
}

/**
 * Somebody's link leads there already: only then is there a parallel one to speak of.
 * @param {FieldGroup} ends
 */
function isBuilt(ends) {
  const { from, to } = ends.value;
  const end = ends.field("to")?.spec.choices?.find(({ value }) => value === to);
  return Boolean(end?.built?.includes(from));
}

customElements.define("links-field", LinksField);
