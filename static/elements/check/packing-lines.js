// What only the table knows, to be written down before it packs up: each line with its newest note, on the
// screen and on paper.

import { sentenceOf } from "../../client.js";
import { button, h, same } from "../../dom.js";
import { clock, say } from "../../messages.js";
import { railroadBadge, seatMark } from "../panels/badges.js";
import { enteredBy } from "../log/entry-line.js";
/** @import { Table } from "../../table.js" */
/** @import { TableDocument } from "../../types.js" */

const NOTE = "note"; // the move every game has for words in the minutes
const NOTE_LETTERS = 500;
const KEYED = new Set(["host", "seat"]);

/**
 * One thing, what is told of it, and the words about it. What is being written stays when others write
 * theirs.
 */
class PackingLine {
  #table;
  #item = null;
  #head = h("p", { class: "packing-head" });
  #told = h("p", { class: "packing-told" });
  #ask = h("p", { class: "hint packing-ask" });
  #words = h("textarea", {
    rows: 2,
    maxlength: NOTE_LETTERS,
    autocomplete: "off",
    on: { input: () => this.#changed() },
  });
  #written = h("p", { class: "packing-written" });
  #keep = button(say("packing.write"), () => this.#write(), { class: "primary", disabled: true });
  #by = h("p", { class: "hint packing-by", role: "status" });
  element = h(
    "li",
    {},
    this.#head,
    this.#told,
    this.#ask,
    this.#words,
    this.#written,
    h("div", { class: "packing-foot" }, this.#keep, this.#by),
  );

  /** @param {Table} table */
  constructor(table) {
    this.#table = table;
  }

  #changed() {
    const words = this.#words.value.trim();
    this.#keep.hidden = this.#words.hidden;
    this.#keep.disabled = !words || words === (this.#item.note?.text ?? "");
    this.#written.textContent = words || (this.#item.note?.text ?? "");
    this.element.toggleAttribute("data-blank", Boolean(this.#item.ask) && !this.#written.textContent);
  }

  async #write() {
    this.#keep.disabled = true;
    try {
      const seat = this.#table.mySeat ?? undefined;
      await this.#table.move({ type: NOTE, seat, about: this.#item.name, text: this.#words.value.trim() });
    } catch (error) {
      this.#by.textContent = sentenceOf(error);
    } finally {
      this.#changed();
    }
  }

  /** @param {TableDocument} doc */
  update(doc, item, alone) {
    const before = this.#item?.note?.text ?? "";
    const clean = this.#words.value.trim() === before;
    this.#item = item;
    this.element.dataset.packing = item.name;
    this.#head.replaceChildren(
      ...[
        item.railroad && railroadBadge(doc, item.railroad),
        item.seat && seatMark(doc, item.seat),
        h("span", {}, alone ? say("packing.alone") : item.label),
      ].filter(Boolean),
    );
    this.#told.hidden = !item.told;
    this.#told.textContent = item.told ?? "";
    this.#ask.hidden = !item.ask || doc.status === "finished";
    this.#ask.textContent = item.ask ?? "";
    this.#words.setAttribute("aria-label", `${item.label}: ${item.ask ?? ""}`);
    this.#words.hidden = (!item.ask && !item.note) || !KEYED.has(doc.you?.role) || doc.status === "finished";
    if (clean) this.#words.value = item.note?.text ?? "";
    this.#by.textContent = item.note
      ? say("packing.by", {
        who: enteredBy(doc, item.note.by),
        revision: item.note.revision,
        time: clock(item.note.at),
      })
      : "";
    this.#changed();
  }
}

export class PackingLines extends HTMLElement {
  /** @type {Table} */
  table = null;
  #lines = new Map();
  #list = h("ul", { class: "packing-list" });
  #help = h("p", { class: "hint unprinted" }, say("packing.help"));

  connectedCallback() {
    this.classList.add("panel", "packing");
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say("packing.title"));
    this.replaceChildren(
      h("h2", {}, say("packing.title")),
      this.#help,
      this.#list,
    );
  }

  /**
   * What the table says of it now.
   * @param {TableDocument} doc
   */
  show(doc, items) {
    const over = doc.status === "finished"; // nothing is written down any more
    const names = items.filter(({ told, note }) => !over || told || note).map(({ name }) => name);
    this.hidden = over && !names.length;
    this.#help.hidden = over;
    const namesBefore = [...this.#lines.keys()];
    for (const name of namesBefore) if (!names.includes(name)) this.#lines.delete(name);
    for (const name of names) if (!this.#lines.has(name)) this.#lines.set(name, new PackingLine(this.table));
    for (const item of items) this.#lines.get(item.name)?.update(doc, item, items.length === 1);
    if (!same(namesBefore, names)) {
      this.#list.replaceChildren(...names.map((name) => this.#lines.get(name).element));
    }
  }
}

customElements.define("packing-lines", PackingLines);
