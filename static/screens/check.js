// Check the board: the whole position to tick off, line by line, or on paper, so that a table can be rebuilt
// another day.

import { button, h, icon, pageLink, rule, stylesheets } from "../dom.js";
import "../elements/page/second-tap.js";
import { railroadBadge, seatMark } from "../elements/panels/badges.js";
import { onTheWay } from "../elements/board/wording.js";
import { PackingLines } from "../elements/check/packing-lines.js";
import "../elements/check/check-sheet.js";
import { labelOf, valueOf } from "../elements/check/position.js";
import { day } from "../longhand.js";
import { clock, say } from "../messages.js";
import { TableScreen } from "./table-screen.js";
/** @import { TableDocument } from "../types.js" */

const LONG_LABEL = 18; // letters: where it is longer it wraps, and no value stands farther to the right
const LONG_VALUE = 30; // on paper it comes below its label
const FEW = 2; // lines: one alone is not folded
const SEGMENT = /\p{L}\.?(?:-|\u202f–\u2009)\p{L}/u; // two places: each pair has a line of its own
const TABLE = "table";
const TURN = "turn";
const ON_NO_TABLE = [TURN, "auction", "high-bid", "passed"]; // nothing lies there to be ticked

/** The bank alone keeps the money of a game whose board it does not know. */
const hasNoBoard = (doc) => "money_requests" in doc;

/** Whether each line with a value is too long for a row of its card, or has segments. */
function withLength(lines) {
  return lines.map((line) => {
    const long = line.value?.length > LONG_VALUE;
    const segments = line.name !== TURN && line.values.some(({ text }) => SEGMENT.test(text ?? ""));
    return { ...line, long, segments, below: long || segments };
  });
}

/** A sentence, in which no name is broken at its hyphen. */
function running(value) {
  return value.split(/( )/).map((word) =>
    word.includes("-") ? h("span", { class: "check-part" }, word) : word
  );
}

/**
 * A value. Of several things each stays together, such as a card and its number; of segments each has a line
 * of its own, and one that is longer than a line breaks in no name.
 */
function inLines(value, segments) {
  const parts = value.split(", ");
  const kind = segments ? "check-segment" : "check-part";
  const written = kind === "check-segment" ? (one) => one.replaceAll(" ", "\u00a0") : (one) => one;
  const comma = (at) => at < parts.length - 1 ? "," : "";
  return parts.flatMap((one, at) => [at > 0 && " ", h("span", { class: kind }, written(one) + comma(at))]);
}

/**
 * A line in a few words among others, in which no short one is broken.
 * @param {Record<string, any>} line
 */
function inBrief({ label, value, figure, long }) {
  const said = figure?.endsWith(".") ? onTheWay(value) : value;
  const kind = long || said.includes(", ") ? null : "check-part";
  return [h("span", { class: kind }, label, said && " ", said && h("b", {}, said)), " "];
}

/** The table first, then what each player holds, the railroads, and what lies on the board. */
function playersFirst(sections) {
  const rank = ({ name, railroad, seat }) => name === TABLE ? 0 : seat ? 1 : railroad ? 2 : 3;
  return sections.toSorted((one, other) => rank(one) - rank(other));
}

/** A railroad of which nothing is sold, and nothing can be corrected. */
function isUnsold({ railroad, lines }) {
  const unsold = lines.find(({ name }) => name === "shares_unsold")?.values[0];
  return railroad && unsold?.number && unsold.number === unsold.of && !lines.some(({ figure }) => figure);
}

/**
 * Railroads without an owner on one card: a line for all that say the same, and all of that in it.
 * @param {TableDocument} doc
 */
function unsoldTogether(doc, sections) {
  const named = new Map();
  for (const { railroad, lines } of sections.filter(isUnsold)) {
    const values = lines.flatMap((line) =>
      line.values.map((value) => ({ ...value, column: { text: labelOf(doc, line) } }))
    );
    const said = JSON.stringify(values);
    const line = named.get(said) ?? { name: "unsold", railroads: [], values };
    line.railroads.push(railroad);
    named.set(said, line);
  }
  const lines = [...named.values()].map((line) => ({ ...line, label: { text: line.railroads.join(", ") } }));
  const card = { name: "unsold", title: say("check.unsold"), railroad: "", lines };
  const after = sections.findLastIndex(({ railroad }) => railroad) + 1;
  return lines.length ? sections.toSpliced(after, 0, card).filter((one) => !isUnsold(one)) : sections;
}

export class CheckScreen extends TableScreen {
  #head = h("header", { class: "check-head" });
  #count = h("p", { class: "check-count", role: "status" });
  #sections = h("div", { class: "check-sections" });
  #clear = button(say("check.afresh"), () => this.#afresh(), { class: "quiet", "data-afresh": true });
  #packing = new PackingLines();
  #ticked = new Set();
  #list = null; // what the table says is to be checked, as of which version
  #version = null;
  #asking = false;

  // --- events ------------------------------------------------------------------

  #tick(key, on) {
    if (on) this.#ticked.add(key);
    else this.#ticked.delete(key);
    this.#keep();
  }

  #afresh() {
    this.#ticked.clear();
    for (const tick of this.#sections.querySelectorAll("input")) tick.checked = false;
    for (const sheet of this.#sections.querySelectorAll("check-sheet")) sheet.tell();
    this.#keep();
  }

  // --- drawing -----------------------------------------------------------------

  build() {
    this.#ticked = new Set(JSON.parse(sessionStorage.getItem(this.#place) ?? "[]"));
    const tools = h(
      "div",
      { class: "check-tools unprinted" },
      this.#count,
      button(say("check.print"), () => window.print(), { "data-print": true }),
      this.#clear,
    );
    this.#packing.table = this.table;
    this.replaceChildren(
      this.banner(),
      this.bankNotice(),
      h("main", { class: "page check" }, this.#head, tools, this.#sections, this.#packing),
      this.navigation("check"),
    );
  }

  /** @param {TableDocument} doc */
  draw(doc) {
    document.title = say(hasNoBoard(doc) ? "title.check-table" : "title.check", { game: doc.game_name });
    this.fill(this.#head, [doc.game_name, doc.revision, this.#mayCorrect(doc)], () => this.#headOf(doc));
    this.#drawList(doc);
    this.#ask(doc);
  }

  /** @param {TableDocument} doc */
  #drawList(doc) {
    if (!this.#list) return;
    const { sections, items } = this.#list;
    const may = this.#mayCorrect(doc);
    const looks = doc.seats.map(({ name, colour }) => [name, colour]);
    const open = [...this.#sections.querySelectorAll("check-sheet:not([data-folded])")]
      .map((/** @type {HTMLElement} */ { dataset }) => dataset.section);
    this.fill(
      this.#sections,
      [sections, looks, may],
      () =>
        unsoldTogether(doc, playersFirst(sections)).map((section) =>
          this.#section(doc, { ...section, open: open.includes(section.name) }, may)
        ),
    );
    this.#packing.show(doc, items);
    this.#tell();
  }

  /** @param {TableDocument} doc */
  #headOf(doc) {
    const at = doc.recent?.at(-1)?.at;
    const may = this.#mayCorrect(doc);
    return [
      pageLink(`/t/${doc.code}`, [icon("back"), say("page.table")], { class: "way-back unprinted" }),
      h("p", { class: "overline" }, `${doc.game_name} · ${doc.code}`),
      h("h1", {}, say(hasNoBoard(doc) ? "check.title-table" : "check.title")),
      h(
        "p",
        { class: "hint" },
        say("check.as-of", { revision: doc.revision, day: at ? day(at) : "", time: at ? clock(at) : "" }),
        h("span", { class: "unprinted" }, " ", say("check.kept")),
        may && h("span", { class: "unprinted" }, " ", say("check.pencil"), " ", icon("pencil")),
      ),
      rule(),
    ];
  }

  /**
   * @param {TableDocument} doc
   * @param {Record<string, any>} section
   * @param {any} may
   */
  #section(doc, { name, title = say("check.table"), railroad, seat, lines, open }, may) {
    const head = (railroad && [railroadBadge(doc, railroad), " ", title]) || (seat && seatMark(doc, seat)) ||
      title;
    const labelled = withLength(
      lines.map((line) => ({ ...line, label: labelOf(doc, line), value: valueOf(doc, line) })),
    );
    const letters = labelled.filter(({ value }) => value).map(({ label }) =>
      Math.min(label.length, LONG_LABEL)
    );
    return h("check-sheet", {
      "data-section": name,
      title,
      vars: { "--letters": Math.max(0, ...letters) },
      props: {
        head,
        open,
        brief: name === TABLE || labelled.length < FEW ? [] : labelled.map(inBrief),
        lines: labelled.map((line) => this.#line(name, line, may && title)),
      },
    });
  }

  /** A tick belongs to what the line says: it goes when that changes. `title`: where it may be corrected. */
  #line(section, line, title) {
    const { name, label, value, of, figure, segments } = line;
    const key = `${section}|${label}|${value}`;
    const tick = !ON_NO_TABLE.includes(name) &&
      h("input", { type: "checkbox", on: { change: () => this.#tick(key, tick.checked) } });
    if (tick) tick.checked = this.#ticked.has(key);
    const words = [h("span", { class: "check-label" }, label)];
    const said = figure?.endsWith(".") ? onTheWay(value) : value; // one of several, such as links
    if (value) {
      words.push(
        " ",
        h("span", { class: "check-value" }, name === TURN ? running(said) : inLines(said, segments)),
      );
    }
    return h(
      "li",
      { "data-line": label, "data-plain": !value, "data-long": line.long, "data-below": line.below },
      h(
        tick ? "label" : "div",
        { class: "check-line" },
        tick || h("span", {}),
        h("span", { class: "check-words" }, words),
      ),
      title && figure && this.#correct([title, label].join(", "), value, { of, name: figure }),
    );
  }

  #correct(what, value, which) {
    const back = () =>
      /** @type {HTMLElement} */ (this.querySelector(
        `[data-of="${CSS.escape(which.of)}"][data-figure="${CSS.escape(which.name)}"]`,
      ))?.focus();
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

  #tell() {
    const ticks = [...this.#sections.querySelectorAll(".checklist input")];
    const done = ticks.filter(({ checked }) => checked).length;
    this.#count.textContent = say("check.count", { done, of: ticks.length });
    this.#clear.disabled = !done;
  }

  // --- internals ---------------------------------------------------------------

  /**
   * Ask anew whenever the table has changed; the last list that came is the one that is shown.
   * @param {TableDocument} doc
   */
  async #ask(doc) {
    if (this.#asking || this.#version === doc.version) return;
    this.#asking = true;
    try {
      this.#list = await this.table.packing();
      this.#version = doc.version;
    } catch {
      this.#version = null; // the banner says that the table is out of reach; the next document asks again
      return;
    } finally {
      this.#asking = false;
    }
    if (this.isConnected) this.draw(this.table.doc);
  }

  /** @param {TableDocument} doc */
  #mayCorrect(doc) {
    return this.table.isHost && doc.status !== "finished";
  }

  #keep() {
    sessionStorage.setItem(this.#place, JSON.stringify([...this.#ticked]));
    this.#tell();
  }

  get #place() {
    return `companion.check.${this.table.code}`;
  }
}

await stylesheets("office", "check");
customElements.define("check-screen", CheckScreen);
