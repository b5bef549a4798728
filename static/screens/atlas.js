// What is known of a game's printed board, table by table, and what is still missing.

import { ask, sentenceOf } from "../client.js";
import { button, freshId, h, icon, pageLink, rule, stylesheets } from "../dom.js";
import "../elements/atlas/atlas-editor.js";
import { headingOf } from "../elements/atlas/atlas-line.js";
import { calledRow } from "../elements/atlas/called-row.js";
import { stillMissing } from "../elements/atlas/still-missing.js";
import { citesApart, headsOf, lacking, recordsOf, tally, wanted } from "../elements/atlas/wanted.js";
import { confirmDialog } from "../elements/page/dialog.js";
import { onPhone } from "../elements/page/on-phone.js";
import { otherGames } from "../elements/page/other-games.js";
import "../elements/page/second-tap.js";
import { knownTables } from "../known-tables.js";
import { day } from "../longhand.js";
import { say } from "../messages.js";
/** @import { AtlasEditor } from "../elements/atlas/atlas-editor.js" */

const ATLAS_PATH = /^\/atlas\/([\w-]+)/;
const LONG_TABLE = 12; // rows: more than a phone shows at once
const STROKE = "–"; // nothing is printed there, or nothing is needed
const LOOK_MS = 10_000; // how often a page asks what others have filled in

export class AtlasScreen extends HTMLElement {
  #page = h("main", { class: "page atlas" }, h("p", { class: "hint", role: "status" }, say("page.opening")));
  #key;
  #timer;
  #woke = () => this.#look(ATLAS_PATH.exec(location.pathname)?.[1] ?? "");
  #leaving = (event) => this.#editors.some((editor) => editor.unsaved) && event.preventDefault();
  #names = h("datalist", { id: freshId("places") });
  #lacks = h("section", { class: "notice" });
  #form = []; // the tables of facts, as they stand below one another
  #dashes = h("span", { hidden: true });

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    document.title = say("title.atlas");
    this.replaceChildren(this.#page);
    const slug = ATLAS_PATH.exec(location.pathname)?.[1] ?? "";
    this.#load(slug);
    this.addEventListener("saved", (/** @type {any} */ { detail }) => this.#refresh(detail));
    // Others may be filling in the same board.
    this.#timer = setInterval(() => this.#look(slug), LOOK_MS);
    document.addEventListener("visibilitychange", this.#woke);
    addEventListener("beforeunload", this.#leaving);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
    document.removeEventListener("visibilitychange", this.#woke);
    removeEventListener("beforeunload", this.#leaving);
  }

  // --- events ------------------------------------------------------------------

  #refresh(atlas) {
    this.#tellLacks(atlas);
    for (const editor of this.#editors) editor.refresh(atlas);
    this.#tellDashes();
    this.#names.replaceChildren(...atlas.places.map((place) => h("option", { value: place })));
  }

  /** @param {string} slug */
  async #import(slug, file) {
    const said = this.querySelector(".imported");
    try {
      await ask("POST", `/atlases/${encodeURIComponent(slug)}/import`, {
        key: this.#key,
        file: await file.text(),
        headers: { "Content-Type": "application/yaml" },
      });
      await this.#load(slug);
    } catch (error) {
      said.textContent = sentenceOf(error);
    }
  }

  // --- drawing -----------------------------------------------------------------

  /**
   * The admin takes back what a table taught, after a question.
   * @param {string} slug
   * @param {string} table
   */
  async #takeBack(slug, table) {
    const yes = await confirmDialog({
      title: say("atlas.take-back-title", { table }),
      body: [h("p", {}, say("atlas.take-back-help"))],
      deed: say("atlas.take-back"),
    });
    if (!yes) return;
    try {
      await ask("DELETE", `/atlases/${encodeURIComponent(slug)}/taught/${table}`, { key: this.#key });
      await this.#load(slug);
    } catch (error) {
      const words = sentenceOf(error);
      this.querySelector(".not-taken-back").textContent = words;
    }
  }

  /** @param {string} slug */
  async #load(slug) {
    try {
      const [{ items }, atlas] = await Promise.all([ask("GET", "/games"), this.#ask(slug)]);
      document.title = `${atlas.name} · ${say("title.atlas")}`;
      this.#page.replaceChildren(...this.#parts(slug, items, atlas));
      this.#tellDashes();
    } catch (error) {
      const words = sentenceOf(error);
      this.#page.replaceChildren(
        pageLink("/", [icon("back"), say("page.home")], { class: "way-back" }),
        h("p", { class: "fault", role: "alert" }, words),
      );
    }
  }

  #tellLacks({ facts, places }) {
    const at = ({ name }) => /** @type {HTMLElement} */ (this.querySelector(`[data-facts="${name}"]`));
    const lines = stillMissing(this.#form, facts, places, at);
    this.#lacks.hidden = !lines.length;
    this.#lacks.replaceChildren(...lines);
  }

  /** What a dash means is told where one is to be seen. */
  #tellDashes() {
    const dashed = (input) => STROKE === (input.value || input.placeholder);
    const entries = /** @type {HTMLInputElement[]} */ ([...this.querySelectorAll("atlas-editor td > input")]);
    this.#dashes.hidden = !entries.some((input) => dashed(input) && input.checkVisibility());
  }

  /** @param {string} slug */
  #importing(slug) {
    const input = h("input", {
      type: "file",
      accept: ".yaml,.yml",
      hidden: true,
      on: { change: () => input.files[0] && this.#import(slug, input.files[0]) },
    });
    return [
      button(say("atlas.import"), () => input.click()),
      input,
      h("p", { class: "fault imported", role: "alert" }),
    ];
  }

  /**
   * @param {string} slug
   * @param {any} games
   * @param {Record<string, any>} told
   */
  #parts(
    slug,
    games,
    { name, form, facts, printed, headings, places, history, may_edit: mine, taught_by: taught = [] },
  ) {
    const table = (section) => {
      const about = { slug, section, known: facts[section.name], headings: headings[section.name] ?? {} };
      return mine
        ? this.#editor({ ...about, named: places, printed: printed[section.name] })
        : atlasTable(about);
    };
    const [help, dashes] = onPhone()
      ? ["atlas.edit-help-short", "atlas.dash-help-short"]
      : ["atlas.edit-help", "atlas.dash-help"];
    this.#dashes.textContent = ` ${say(dashes)}`;
    const may = mine && form.some(({ facts }) => facts.some(mayBeBlank));
    const blanks = may && say(onPhone() ? "atlas.blank-help-short" : "atlas.blank-help");
    const words = [say(mine ? help : "atlas.read-only"), blanks && ` ${blanks}`];
    const hint = h("p", { class: "hint" }, words.filter(Boolean), this.#dashes);
    this.#form = missingFirst(form, facts, places);
    this.#tellLacks({ facts, places });
    this.#names.replaceChildren(...places.map((place) => h("option", { value: place })));
    return [
      h(
        "header",
        { class: "office" },
        pageLink("/", [icon("back"), say("page.home")], { class: "way-back" }),
        h("p", { class: "overline" }, say("atlas.overline")),
        h("h1", {}, name),
        h("p", { class: "lead" }, say("atlas.lead")),
        rule(),
      ),
      h(
        "nav",
        { "aria-label": say("tools.games") },
        otherGames(
          games.filter((game) => game.board || game.slug === slug),
          slug,
          (game) => `/atlas/${game}`,
        ),
      ),
      this.#lacks,
      hint,
      mine && this.#names,
      this.#form.map(table),
      history.length > 0 && formerFacts(form, history),
      taught.length > 0 && taughtBy(taught, (table) => this.#takeBack(slug, table)),
      h(
        "p",
        { class: "keep" },
        h("a", {
          href: `/api/v1/atlases/${encodeURIComponent(slug)}/export`,
          download: `${slug}.yaml`,
          class: "as-button",
        }, say("atlas.export")),
        h("span", { class: "hint" }, say("atlas.export-help")),
        mine && this.#importing(slug),
      ),
    ].flat().filter(Boolean);
  }

  // --- internals ---------------------------------------------------------------

  get #editors() {
    return /** @type {AtlasEditor[]} */ ([...this.querySelectorAll("atlas-editor")]);
  }

  /** @param {string} slug */
  async #look(slug) {
    const editors = this.#editors;
    if (document.hidden || !editors.length || editors.some((editor) => editor.unsaved)) return;
    const atlas = await ask("GET", `/atlases/${encodeURIComponent(slug)}`, { key: this.#key }).catch(() =>
      null
    );
    if (atlas && !editors.some((editor) => editor.unsaved)) this.#refresh(atlas);
  }

  /**
   * The atlas, with the key of a table of this game if that is what lets this browser edit it.
   * @param {string} slug
   */
  async #ask(slug) {
    const path = `/atlases/${encodeURIComponent(slug)}`;
    const atlas = await ask("GET", path);
    if (atlas.may_edit) return atlas;
    for (const { host } of knownTables().filter((table) => table.host)) {
      const mine = await ask("GET", path, { key: host });
      if (!mine.may_edit) continue;
      this.#key = host;
      return mine;
    }
    return atlas;
  }

  /** @param {string} slug */
  #save(slug, facts) {
    return ask("PATCH", `/atlases/${encodeURIComponent(slug)}`, { key: this.#key, body: facts });
  }

  /** A table of facts to be filled in. */
  #editor({ slug, section, known, named, printed, headings }) {
    const editor = document.createElement("atlas-editor");
    editor.dataset.facts = section.name;
    Object.assign(editor, {
      section,
      rowsNow: known,
      printed,
      named,
      headings,
      game: slug,
      places: this.#names.id,
      save: (facts) => this.#save(slug, facts),
    });
    return editor;
  }
}

/** What somebody should still read out comes first, and of that no short table after a long one. */
function missingFirst(form, facts, places) {
  const lacks = (section) => lacking(section, recordsOf(section, facts[section.name], places));
  const missing = form.filter(lacks).sort((one, other) => isLong(one) - isLong(other));
  return [...missing, ...form.filter((section) => !lacks(section))];
}

const isLong = ({ rows }) => Number(rows.length > LONG_TABLE);

/** One table of facts as a ledger page: a line for each name, a blank where nothing is known. */
function atlasTable({ slug, section, known, headings }) {
  const { label, key, facts } = section;
  const rows = recordsOf(section, known);
  const cites = citesApart(section, headings);
  const heads = [
    key !== null && h("th", { scope: "col" }, section.head),
    headsOf(section).map((words) => h("th", { scope: "col" }, words)),
    cites && h("th", { scope: "col" }, say("atlas.heading")),
  ];
  const cell = (fact, name, record) =>
    record[fact.name] === undefined && !wanted(section, fact, name, record)
      ? h("span", { class: "hint" }, "–")
      : written(record[fact.name], fact);
  const lines = rows.map(({ name, record }) =>
    h(
      "tr",
      {},
      key !== null &&
        h(
          "th",
          { scope: "row" },
          calledRow(section, name),
          !cites && headingOf(slug, section, headings, name, record),
        ),
      facts.map((fact) => h("td", { "data-kind": fact.kind }, cell(fact, name, record))),
      cites && h("td", { class: "hint" }, headingOf(slug, section, headings, name, record)),
    )
  );
  return h(
    "details",
    { class: "panel atlas-table", open: rows.length > 0, "data-facts": section.name },
    h("summary", {}, h("h2", {}, label), h("span", { class: "hint" }, tally(section, rows))),
    rows.length
      ? h(
        "div",
        { class: "atlas-scroll", tabindex: "0", role: "region", "aria-label": label },
        h(
          "table",
          { class: facts.length ? null : "atlas-names" },
          h("thead", {}, h("tr", {}, heads)),
          h("tbody", {}, lines),
        ),
      )
      : h("p", { class: "hint" }, say("atlas.nothing")),
  );
}

/** A fact as it is written in the ledger: blank when unknown, a stroke when the board leaves it blank. */
function written(value, { choices = [] }) {
  if (value === undefined) {
    return h("span", { class: "unknown" }, h("span", { class: "unseen" }, say("atlas.unknown")));
  }
  if (value === null) return h("span", { class: "hint" }, say("atlas.blank"));
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return say(value ? "atlas.yes" : "atlas.no");
  return choices.find((choice) => choice.value === value)?.label ?? String(value);
}

/** What tables took for right before somebody else said otherwise. */
function formerFacts(form, history) {
  const part = (section) => form.find(({ name }) => name === section);
  const label = (section, fact) => part(section)?.facts.find(({ name }) => name === fact);
  const lines = history.map(({ section, row, fact, value, at }) =>
    h(
      "li",
      {},
      h("time", { datetime: at, class: "hint" }, day(at)),
      h(
        "span",
        {},
        ` ${calledRow(part(section) ?? {}, row).replaceAll("|", "–")}, ${
          label(section, fact)?.label ?? fact
        }: `,
      ),
      written(value, label(section, fact) ?? {}),
    )
  );
  return h(
    "details",
    { class: "folded atlas-table" },
    h(
      "summary",
      {},
      h("h2", {}, say("atlas.history")),
      h("span", { class: "hint" }, say("atlas.known", { count: history.length })),
    ),
    h("ul", { class: "former" }, lines),
  );
}

/** Is there anything that is read out and may be blank on the board? */
function mayBeBlank({ nullable, aside }) {
  return Boolean(nullable) && !aside;
}

/** Which tables have taught how much, for the admin, who may take it back. */
function taughtBy(lessons, takeBack) {
  const lines = lessons.map(({ table, facts, at }) =>
    h(
      "li",
      {},
      h("time", { datetime: at, class: "hint" }, day(at)),
      h("span", {}, ` ${table}: ${say("atlas.taught-facts", { count: facts })} `),
      button(say("atlas.take-back"), () => takeBack(table), {
        "aria-label": say("atlas.take-back-of", { table }),
      }),
    )
  );
  return h(
    "details",
    { class: "folded atlas-table" },
    h("summary", {}, h("h2", {}, say("atlas.taught"))),
    h("ul", { class: "former" }, lines),
    h("p", { class: "fault not-taken-back", role: "alert" }),
  );
}

await stylesheets("office", "tools", "atlas", "atlas-narrow", "dialogs");
customElements.define("atlas-screen", AtlasScreen);
