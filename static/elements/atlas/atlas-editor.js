// A table of facts to be filled in as somebody reads them aloud: Enter goes on to the next blank, a name and
// its number are two keys or one tap, each line is saved as it is left, and whoever types never waits for it.

import { Unreachable } from "../../client.js";
import { button, freshId, h } from "../../dom.js";
import { say } from "../../messages.js";
import { AtlasLine, headingOf, LONG, plainName } from "./atlas-line.js";
import { bareOf, citesApart, headsOf, isAside, recordsOf, tally } from "./wanted.js";

const AGAIN_MS = 2_000; // until what could not be saved is tried again
const CHIPS = 3;

export class AtlasEditor extends HTMLElement {
  /**
   * A section of the form, what is known of it, and `save(facts)`, which answers the atlas as it is then, or
   * throws.
   */
  section = null;
  rowsNow = null;
  /** What the rulebook itself says of it, and nobody can take away. */
  printed = null;
  /** The game whose rulebook that is. */
  game = "";
  /** The rulebook's heading of a row, by its name; of a list, by what tells its rows apart. */
  headings = {};
  /** Names that are known without a row of their own, such as those of the growth chart. */
  named = [];
  /** @type {(facts: any) => Promise<any>} */
  save = () => Promise.resolve(null);
  /** The id of a datalist with the names of all places. */
  places = "";
  #body = h("tbody", {});
  #count = h("span", { class: "hint" });
  #state = h("span", { class: "hint saving", role: "status" });
  #chips = h("tr", { class: "atlas-chips" });
  #lines = [];
  #waiting = []; // what is written and not saved yet: {line, facts}
  #sending = false;
  #bare = new Set(); // columns that say nothing yet

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    const { label, key, facts, head, rows } = this.section;
    const long = facts.filter(({ kind, aside }) => LONG.has(kind) && !aside);
    this.toggleAttribute("data-two-lines", long.length > 1);
    this.#bare = bareOf(this.section, this.#records());
    this.toggleAttribute("data-bare", this.#bare.size > 0);
    const heads = [
      key !== null && h("th", { scope: "col" }, head),
      headsOf(this.section).map((words, at) =>
        h("th", {
          scope: "col",
          "data-aside": isAside(this.section, facts[at]),
          "data-bare": this.#bare.has(facts[at].name),
          "data-counts": facts[at].kind === "count",
        }, words)
      ),
      this.#cites && h("th", { scope: "col", "data-aside": true }, say("atlas.heading")),
      !rows.length && h("td", { class: "away" }),
    ].filter(Boolean);
    const table = h(
      "table",
      { class: facts.length ? null : "atlas-names" },
      h("thead", {}, h("tr", {}, heads)),
      this.#body,
    );
    const all = (this.#cites || facts.some((fact) => isAside(this.section, fact))) &&
      button(say("atlas.all-columns"), () => this.#showAll(all), {
        class: "quiet all-columns",
        "aria-pressed": "false",
      });
    this.replaceChildren(
      h(
        "details",
        { class: "panel atlas-table", open: true },
        h("summary", {}, h("h2", {}, label), this.#state, this.#count),
        h("div", { class: "atlas-scroll" }, table),
        all || "",
      ),
    );
    for (const { name, record } of this.#records()) this.#append(name, record);
    this.#freshLine();
    this.addEventListener(
      "keydown",
      (event) =>
        event.key === "Enter" && /** @type {Element} */ (event.target).matches("input, select") &&
        this.#enter(event),
    );
    this.#body.addEventListener("change", (event) => this.#written(this.#lineOf(event.target)));
    this.#body.addEventListener("focusin", (event) => this.#offerChips(this.#lineOf(event.target)));
    this.#tally();
  }

  // --- asked from outside ------------------------------------------------------

  /** Is something written here that nobody has kept yet? */
  get unsaved() {
    return this.#waiting.length > 0;
  }

  // --- events ------------------------------------------------------------------

  #lineOf(node) {
    const row = node.closest("tr");
    return this.#lines.find(({ element }) => element === row);
  }

  /** An entry was left: what it says is saved, and a new line has a blank one after it at once. */
  #written(line) {
    if (!line) return;
    const facts = line.facts();
    if (facts) this.#post(line, facts);
    else line.restore();
    this.#freshLine();
  }

  #post(line, facts, gone = false) {
    this.#waiting = this.#waiting.filter((item) => item.line !== line || item.sent);
    this.#waiting.push({ line, facts, gone });
    line.element.dataset.state = "saving";
    this.#send();
  }

  #enter(event) {
    event.preventDefault();
    const from = event.target;
    if (event.shiftKey) {
      this.#mains().findLast((main) => main.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING)
        ?.focus();
    } else this.#goOn(from);
  }

  /** Under the line that is written on: its number by one tap, which goes on. */
  #offerChips(line) {
    if (!line?.number) return;
    const written = this.#records().map(({ record }) => record[line.number.dataset.fact]).filter((value) =>
      typeof value === "number"
    );
    const often = [...new Set([...written, 1, 2, 3])].map((
      value,
    ) => [written.filter((item) => item === value).length, value]);
    const values = often.sort(([one, a], [other, b]) => other - one || a - b).slice(0, CHIPS).map((
      [, value],
    ) => value).sort((a, b) => a - b);
    const chip = (value) =>
      button(String(value), () => this.#chip(line, value), {
        "aria-label": `${line.number.getAttribute("aria-label")} ${value}`,
        class: "chip",
      });
    const chips = h("td", { colspan: "9" }, h("div", { class: "chips" }, values.map(chip)));
    // the keyboard stays where it is
    chips.addEventListener("pointerdown", (event) => event.preventDefault());
    this.#chips.replaceChildren(chips);
    if (line.element.nextElementSibling !== this.#chips) line.element.after(this.#chips);
  }

  #chip(line, value) {
    const title = line.element.querySelector("[data-title]");
    if (title && !title.value.trim()) return title.focus();
    line.number.value = String(value);
    this.#written(line);
    return this.#goOn(line.number);
  }

  #showAll(toggle) {
    const all = this.toggleAttribute("data-all");
    toggle.setAttribute("aria-pressed", String(all));
  }

  // --- drawing -----------------------------------------------------------------

  /** The atlas as it is known now, whoever has filled it in. */
  refresh({ facts, places }) {
    this.rowsNow = facts[this.section.name];
    this.named = places;
    const found = new Set();
    for (const { name, record } of this.#records()) {
      const line = this.#lines.find((line) => !line.fresh && this.#same(line, name, record));
      if (line) line.show(record, this.#own(name, record));
      found.add(line ?? this.#append(name, record));
    }
    for (const line of this.#lines.filter((line) => !line.fresh && !found.has(line) && !line.busy)) {
      this.#remove(line);
    }
    this.#tally();
  }

  #append(name, record) {
    const line = new AtlasLine(this.section, {
      name,
      record,
      own: this.#own(name, record),
      heading: headingOf(this.game, this.section, this.headings, name, record),
      apart: this.#cites,
      bare: this.#bare,
      places: this.places,
      drop: () => this.#drop(line),
    });
    const fresh = this.#lines.find((line) => line.fresh);
    this.#body.insertBefore(line.element, fresh?.element ?? null);
    this.#lines.splice(fresh ? this.#lines.indexOf(fresh) : this.#lines.length, 0, line);
    return line;
  }

  /** The blank line at the end, where there may be more rows. */
  #freshLine() {
    if (this.section.rows.length) return null;
    const last = this.#lines.at(-1);
    if (last?.fresh && last.blank) return last;
    const line = new AtlasLine(this.section, {
      apart: this.#cites,
      bare: this.#bare,
      places: this.places,
      drop: () => this.#drop(line),
    });
    this.#lines.push(line);
    this.#body.append(line.element);
    return line;
  }

  /** One after the other, so that the last word counts; what the table cannot take in just now waits. */
  async #send() {
    if (this.#sending) return;
    this.#sending = true;
    while (this.#waiting.length) {
      const [one] = this.#waiting;
      one.sent = true;
      try {
        this.#saved(one, await this.save(one.facts));
      } catch (error) {
        if (error instanceof Unreachable || error.status === 503) {
          one.sent = false;
          this.#state.textContent = say("atlas.unsaved", { count: this.#waiting.length });
          await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
          continue;
        }
        one.line.element.dataset.state = "refused";
        this.#complain(one.line, error, one.facts);
      }
      this.#waiting = this.#waiting.filter((other) => other !== one);
    }
    this.#state.textContent = "";
    this.#sending = false;
    this.#tally();
  }

  #complain(line, error, facts) {
    line.complaint?.remove();
    line.complaint = null;
    if (!error) return;
    const { did_you_mean: meant = [], insist } = error.said ?? {};
    const wrong = insist && Object.keys(Object.values(insist)[0])[0];
    const right = (name) => {
      line.correct(wrong, name);
      this.#written(line);
    };
    const names = meant.map((name) => button(name, () => right(name), { class: "quiet" }));
    const other = insist &&
      button(say("atlas.insist"), () => this.#post(line, merged(facts, insist)), { class: "quiet" });
    line.complaint = h(
      "tr",
      { class: "complains" },
      h(
        "td",
        { colspan: "9" },
        h("p", { class: "fault", role: "alert", id: freshId("fault") }, error.message),
        names,
        other,
      ),
    );
    line.element.after(line.complaint);
  }

  /** How much is filled in, and what is still blank. */
  #tally() {
    const wrong = this.#lines.filter(({ element }) => element.dataset.state === "refused").length;
    this.#count.textContent = [
      tally(this.section, this.#records()),
      wrong > 0 && say("atlas.refused", { count: wrong }),
    ].filter(Boolean).join(" · ");
  }

  // --- internals ---------------------------------------------------------------

  get #cites() {
    return citesApart(this.section, this.headings);
  }

  #same(line, name, record) {
    if (this.section.key !== null) return line.name === name;
    return this.#alike(line.record, record);
  }

  /** Are these two one line of a list? */
  #alike(one, other) {
    return this.section.same.every((fact) => plainName(String(one[fact])) === plainName(String(other[fact])));
  }

  #records() {
    return recordsOf(this.section, this.rowsNow, this.named);
  }

  /** Does this row say more than the rulebook, so that it can be forgotten? */
  #own(name, record) {
    const { key, facts } = this.section;
    if (key !== null && this.rowsNow?.[name] === undefined) return false; // another table names it
    const printed = recordsOf(this.section, this.printed).find((one) =>
      key === null ? this.#alike(one.record, record) : one.name === name
    )?.record;
    const same = (fact) => JSON.stringify(record[fact.name]) === JSON.stringify(printed?.[fact.name]);
    return !printed || !facts.every(same);
  }

  #remove(line) {
    this.#complain(line, null);
    line.element.remove();
    this.#lines = this.#lines.filter((item) => item !== line);
    this.#freshLine();
  }

  #drop(line) {
    if (line.fresh) this.#remove(line);
    else this.#post(line, line.gone, true);
  }

  #saved({ line, gone }, atlas) {
    this.#complain(line, null);
    this.rowsNow = atlas.facts[this.section.name];
    this.named = atlas.places;
    line.element.dataset.state = "saved";
    // What the rulebook prints cannot be forgotten and stays.
    if (gone && !this.#records().some(({ name, record }) => this.#same(line, name, record))) {
      this.#remove(line);
    } else if (line.fresh) this.#settle(line);
    this.dispatchEvent(new CustomEvent("saved", { bubbles: true, detail: atlas }));
  }

  /** The line that was new is one of the others now: the one of that name, if it stands there already. */
  #settle(line) {
    const list = this.section.key === null;
    const written = list ? line.facts()?.[this.section.name].at(-1) : null;
    const { name, record } = this.#records().find((
      one,
    ) => (list
      ? written && this.#alike(one.record, written)
      : plainName(one.name) === plainName(line.name))
    ) ?? {};
    if (name === undefined) return;
    const own = this.#lines.find((line) => !line.fresh && this.#same(line, name, record));
    if (own) {
      own.takeOver(line);
      own.show(record, this.#own(name, record));
      own.element.dataset.state = "saved";
      this.#remove(line);
    } else {
      line.settle(name, record, this.#own(name, record));
    }
    this.#freshLine();
  }

  /** To the next blank after this one; past the last, to a new line or the first blank. */
  #goOn(from) {
    const line = this.#lineOf(from);
    if (from.dataset.title && !from.value.trim()) return;
    from.blur(); // which saves it; a new line may come of it
    const open = this.#mains().filter((main) => main !== from && main.value === "");
    const row = [...(line?.element.querySelectorAll("[data-main]") ?? [])].filter((one) =>
      one !== from && one.value === "" && comesBefore(from, one)
    );
    const next = row[0] ?? open.find((item) => comesBefore(from, item)) ?? open[0];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }

  #mains() {
    return [...this.#body.querySelectorAll("[data-main]")];
  }
}

function comesBefore(one, other) {
  return Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
}

function merged(one, other) {
  if (typeof one !== "object" || one === null || Array.isArray(one)) {
    return typeof other === "object" ? other : one;
  }
  return Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other ?? {})])].map((
      name,
    ) => [
      name,
      name in one && name in (other ?? {}) ? merged(one[name], other[name]) : (one[name] ?? other[name]),
    ]),
  );
}

customElements.define("atlas-editor", AtlasEditor);
