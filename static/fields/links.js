// Links from city to city. The next link normally begins where the last one ends: one tap on where it leads
// to.

import { button, h, icon, same } from "../dom.js";
import { say } from "../messages.js";
import { Field } from "./field.js";
import { FieldGroup } from "./group.js";
import { makeField } from "./kinds.js";
/** @import { Spec } from "../types.js" */

const PHONE = "(max-width: 600px)";

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
    return this.#links.map(({ ends }) => ends.missing).find(Boolean);
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
    const number = this.#group([], {});
    const line = h("fieldset", { class: "link" }, h("legend", {}), ends, number);
    this.#links.push({ line, ends, number, given: link, way: undefined });
    this.#list.append(line);
    this.#toOneRow(ends.field("from"));
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
    for (const link of this.#links) this.#askWhether(link);
    this.#links.forEach(({ line, ends }, at) => {
      const several = this.#links.length > 1;
      const from = this.#goesOn(at) ? ends.value.from : null;
      const nth = { number: at + 1, from };
      const title = several ? say("links.nth", nth) : this.spec.label;
      line.firstChild.replaceChildren(from ? say("links.nth-from", nth) : title);
      line.toggleAttribute("data-goes-on", Boolean(from));
      line.firstChild.className = several ? "" : "unseen"; // of one, "From" says enough
    });
    const { min = 1, max = 1 } = this.spec;
    const last = this.#links.at(-1)?.ends.value ?? {};
    const drop = () => {
      this.#links.pop().line.remove();
      this.#changed();
    };
    const open = this.#links.every(({ number }) => number.fields.every(({ value }) => value));
    const ready = this.#links.length < max && last.to !== undefined && !this.missing && open;
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

  /** Somebody's link leads there already: whether the board has another beside it, the players can see. */
  #askWhether(link) {
    const { from, to } = link.ends.value;
    if (same(link.way, [from, to])) return;
    link.way = [from, to];
    const { given } = link;
    const said = given.from === from && given.to === to ? given.number ?? 1 : 1;
    const next = timesBuilt(link.ends) + 1;
    const numbers = [...new Set([next, said])].filter((number) => number > 1);
    const choices = numbers.map((value) => ({ value, label: `${to} (${value})` }));
    const asks = (spec) => ({
      ...spec,
      kind: "choice",
      label: say("links.another"),
      choices,
      default: said > 1 ? said : undefined,
      required: undefined, // without it the table says whose the first is
    });
    const counts = (this.spec.fields ?? []).filter(({ kind }) => kind === "count");
    const number = this.#group(choices.length ? counts.map(asks) : [], {});
    number.className = choices.length ? "asks" : "";
    number.hidden = !choices.length;
    link.number.replaceWith(number);
    link.number = number;
  }

  // --- internals ---------------------------------------------------------------

  /** Does it begin where the one before it ends? Then nobody is asked where from. */
  #goesOn(at) {
    const before = at > 0 && this.#links[at - 1].ends.value.to;
    return Boolean(before) && this.#links[at].ends.value.from === before;
  }

  /**
   * On a phone what is filled in already takes one row from the beginning, however many other places there
   * are: nothing has to give way later, under a finger.
   * @param {any} from
   */
  #toOneRow(from) {
    const wraps = from?.querySelector("[aria-pressed=true]") && !from.matches(".sole");
    if (wraps && matchMedia(PHONE).matches) from.fold();
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
      help: this.spec.help,
      required: undefined, // that it need not be is said with what two cost
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
 * How many links that are somebody's lead there already: only then is there another to speak of.
 * @param {FieldGroup} ends
 */
function timesBuilt(ends) {
  const { from, to } = ends.value;
  const end = ends.field("to")?.spec.choices?.find(({ value }) => value === to);
  return (end?.built ?? []).filter((start) => start === from).length;
}

customElements.define("links-field", LinksField);
