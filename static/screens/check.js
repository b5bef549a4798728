// Check the board: the whole position to tick off, line by line, or on paper, so that a table can be rebuilt
// another day.

import { button, h, icon, rule, stylesheet } from "../dom.js";
import { railroadBadge, seatMark } from "../elements/panels/badges.js";
import { PackingLines } from "../elements/check/packing-lines.js";
import { position } from "../elements/check/position.js";
import { clock, day, say } from "../messages.js";
import { TableScreen } from "./table-screen.js";

const NOTHING = { figures: [] };

export class CheckScreen extends TableScreen {
  #head = h("header", { class: "check-head" });
  #count = h("p", { class: "check-count", role: "status" });
  #sections = h("div", { class: "check-sections" });
  #packing = new PackingLines();
  #ticked = new Set();
  #tracked = { revision: null, names: new Set() }; // what the host may correct, as of which revision

  build() {
    this.#ticked = new Set(JSON.parse(sessionStorage.getItem(this.#place) ?? "[]"));
    const tools = h(
      "div",
      { class: "actions unprinted" },
      button(say("check.print"), () => window.print(), { class: "primary", "data-print": true }),
      button(say("check.afresh"), () => this.#afresh(), { class: "quiet", "data-afresh": true }),
    );
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
    this.#learnTracked(doc);
    this.fill(
      this.#sections,
      [sections, doc.seats.map(({ colour }) => colour), [...this.#tracked.names]],
      () => sections.map((section) => this.#section(doc, section)),
    );
    this.#packing.update(doc);
    this.#tell();
  }

  /** The host may correct what is tracked; what that is the table says after every move. */
  async #learnTracked(doc) {
    const may = this.table.isHost && doc.status !== "finished";
    if (this.#tracked.revision === doc.revision && may) return;
    this.#tracked = { revision: doc.revision, names: may ? this.#tracked.names : new Set() };
    const { figures } = may ? await this.table.figures().catch(() => NOTHING) : NOTHING;
    if (!may || this.table.doc.revision !== doc.revision) return;
    this.#tracked.names = new Set(figures.map(({ of, name }) => `${of} ${name}`));
    this.draw(this.table.doc);
  }

  #headOf(doc) {
    const at = doc.recent?.at(-1)?.at;
    return [
      h("p", { class: "overline" }, `${doc.game_name} · ${doc.code}`),
      h("h1", {}, say("check.title")),
      h(
        "p",
        { class: "hint" },
        say("check.as-of", { revision: doc.revision, day: at ? day(at) : "", time: at ? clock(at) : "" }),
      ),
      rule(),
    ];
  }

  #section(doc, { name, title, railroad, seat, lines }) {
    const head = (railroad && [railroadBadge(doc, railroad), " ", title]) || (seat && seatMark(doc, seat)) ||
      title;
    return h(
      "section",
      { class: "panel check-section", "data-section": name },
      h("h2", {}, head),
      h("ul", { class: "checklist" }, lines.map((line) => this.#line(name, line, title))),
    );
  }

  /** A tick belongs to what the line says: it goes when the figure changes. */
  #line(section, { label, value, of, figure }, title) {
    const key = `${section}|${label}|${value}`;
    const tick = h("input", { type: "checkbox", on: { change: () => this.#tick(key, tick.checked) } });
    tick.checked = this.#ticked.has(key);
    return h(
      "li",
      { "data-line": label, "data-plain": !value },
      h(
        "label",
        {},
        tick,
        h("span", { class: "check-label" }, label),
        value && [" ", h("span", { class: "check-value" }, value)],
      ),
      this.#tracked.names.has(`${of} ${figure}`) &&
        this.#correct([title, label].join(", "), value, { of, name: figure }),
    );
  }

  #correct(what, value, which) {
    const back = () =>
      this.querySelector(`[data-of="${CSS.escape(which.of)}"][data-figure="${CSS.escape(which.name)}"]`)
        ?.focus();
    const open = () =>
      import("../elements/correct/correct-dialog.js")
        .then(({ openCorrection }) => openCorrection(this.table, { ...which, back }))
        .catch((error) => this.complain(error.message));
    return button(icon("pencil"), open, {
      class: "quiet check-correct unprinted",
      "data-of": which.of,
      "data-figure": which.name,
      "aria-label": say("correct.figure", { what: [what, value].filter(Boolean).join(", ") }),
    });
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
    this.#count.textContent = say("check.count", {
      done: ticks.filter(({ checked }) => checked).length,
      of: ticks.length,
    });
  }

  get #place() {
    return `companion.check.${this.table.code}`;
  }
}

await stylesheet("check");
customElements.define("check-screen", CheckScreen);
