// Check the board: the whole position to tick off, line by line, or on paper, so that a table can be rebuilt another day.

import { button, h, rule, stylesheet } from "../dom.js";
import { railroadBadge, seatMark } from "../elements/badges.js";
import { PackingLines } from "../elements/packing-lines.js";
import { position } from "../elements/position.js";
import { clock, day, say } from "../messages.js";
import { TableScreen } from "./table-screen.js";

export class CheckScreen extends TableScreen {
  #head = h("header", { class: "check-head" });
  #count = h("p", { class: "check-count", role: "status" });
  #sections = h("div", { class: "check-sections" });
  #packing = new PackingLines();
  #ticked = new Set();

  build() {
    this.#ticked = new Set(JSON.parse(sessionStorage.getItem(this.#place) ?? "[]"));
    const tools = h("div", { class: "actions unprinted" },
      button(say("check.print"), () => window.print(), { class: "primary", "data-print": true }),
      button(say("check.afresh"), () => this.#afresh(), { class: "quiet", "data-afresh": true }));
    this.#packing.table = this.table;
    this.replaceChildren(
      this.banner(),
      h("main", { class: "page check" }, this.#head, tools, this.#count, this.#sections, this.#packing),
      this.navigation("check"),
    );
  }

  draw(doc) {
    document.title = say("title.check", { game: doc.game_name });
    this.fill(this.#head, [doc.game_name, doc.revision], () => this.#headOf(doc));
    const sections = position(doc);
    this.fill(this.#sections, [sections, doc.seats.map(({ colour }) => colour)], () => sections.map((section) => this.#section(doc, section)));
    this.#packing.update(doc);
    this.#tell();
  }

  #headOf(doc) {
    const at = doc.recent?.at(-1)?.at;
    return [
      h("p", { class: "overline" }, `${doc.game_name} · ${doc.code}`),
      h("h1", {}, say("check.title")),
      h("p", { class: "hint" }, say("check.as-of", { revision: doc.revision, day: at ? day(at) : "", time: at ? clock(at) : "" })),
      rule(),
    ];
  }

  #section(doc, { name, title, railroad, seat, lines }) {
    const head = (railroad && [railroadBadge(doc, railroad), " ", title]) || (seat && seatMark(doc, seat)) || title;
    return h("section", { class: "panel check-section", "data-section": name },
      h("h2", {}, head),
      h("ul", { class: "checklist" }, lines.map((line) => this.#line(name, line))));
  }

  /** A tick belongs to what the line says: it goes when the figure changes. */
  #line(section, { label, value }) {
    const key = `${section}|${label}|${value}`;
    const tick = h("input", { type: "checkbox", on: { change: () => this.#tick(key, tick.checked) } });
    tick.checked = this.#ticked.has(key);
    return h("li", { "data-line": label, "data-plain": !value }, h("label", {}, tick, h("span", { class: "check-label" }, label), value && [" ", h("span", { class: "check-value" }, value)]));
  }

  #tick(key, on) {
    if (on) this.#ticked.add(key);
    else this.#ticked.delete(key);
    this.#keep();
  }

  #afresh() {
    this.#ticked.clear();
    for (const tick of this.#sections.querySelectorAll("input")) tick.checked = false;
    this.#keep();
  }

  #keep() {
    sessionStorage.setItem(this.#place, JSON.stringify([...this.#ticked]));
    this.#tell();
  }

  #tell() {
    const ticks = [...this.#sections.querySelectorAll("input")];
    this.#count.textContent = say("check.count", { done: ticks.filter(({ checked }) => checked).length, of: ticks.length });
  }

  get #place() {
    return `companion.check.${this.table.code}`;
  }
}

await stylesheet("check");
customElements.define("check-screen", CheckScreen);
