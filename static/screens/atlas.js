// What is known of a game's printed board, table by table, and what is still missing.

import { ask, Unreachable } from "../client.js";
import { h, icon, pageLink, rule, stylesheet } from "../dom.js";
import { say } from "../messages.js";

const ATLAS_PATH = /^\/atlas\/([\w-]+)/;

export class AtlasScreen extends HTMLElement {
  #page = h("main", { class: "page atlas" }, h("p", { class: "hint", role: "status" }, say("page.opening")));

  connectedCallback() {
    document.title = say("title.atlas");
    this.replaceChildren(this.#page);
    this.#load(ATLAS_PATH.exec(location.pathname)?.[1] ?? "");
  }

  async #load(slug) {
    try {
      const [{ items }, atlas] = await Promise.all([ask("GET", "/games"), ask("GET", `/atlases/${encodeURIComponent(slug)}`)]);
      document.title = `${atlas.name} · ${say("title.atlas")}`;
      this.#page.replaceChildren(...this.#parts(slug, items, atlas));
    } catch (error) {
      const words = error instanceof Unreachable ? say("problem.unreachable") : error.message;
      this.#page.replaceChildren(pageLink("/", [icon("back"), say("page.home")], { class: "way-back" }), h("p", { class: "fault", role: "alert" }, words));
    }
  }

  #parts(slug, games, { name, form, facts, lacks }) {
    const others = games.map((game) =>
      pageLink(`/atlas/${game.slug}`, game.name, { class: "as-button", "aria-current": game.slug === slug ? "page" : null }));
    return [
      h("header", { class: "office" },
        pageLink("/", [icon("back"), say("page.home")], { class: "way-back" }),
        h("p", { class: "overline" }, say("atlas.overline")), h("h1", {}, name), h("p", { class: "lead" }, say("atlas.lead")), rule()),
      h("nav", { class: "tool-games", "aria-label": say("tools.games") }, others),
      lacks.length > 0 && h("section", { class: "notice" }, h("h2", {}, say("atlas.lacks")), h("ul", { class: "lacks" }, lacks.map((words) => h("li", {}, words)))),
      form.map((section) => atlasTable(section, facts[section.name])),
      h("p", { class: "keep" },
        h("a", { href: `/api/v1/atlases/${encodeURIComponent(slug)}/export`, download: `${slug}.yaml`, class: "as-button" }, say("atlas.export")),
        h("span", { class: "hint" }, say("atlas.export-help"))),
    ].flat().filter(Boolean);
  }
}

/** One table of facts as a ledger page: a line for each name, a blank where nothing is known. */
function atlasTable({ label, key, rows: fixed, plain, facts }, known) {
  const rows = recordsOf({ key, fixed, plain, facts }, known);
  const filled = rows.filter(({ record }) => facts.some(({ name }) => record[name] !== undefined)).length;
  const count = fixed.length ? say("atlas.filled", { filled, of: fixed.length }) : say("atlas.known", { count: rows.length });
  const heads = [key !== null && h("th", { scope: "col" }, say("atlas.name")), facts.map((fact) => h("th", { scope: "col" }, fact.label))];
  const lines = rows.map(({ name, record }) =>
    h("tr", {}, key !== null && h("th", { scope: "row" }, name), facts.map((fact) => h("td", { "data-kind": fact.kind }, written(record[fact.name], fact)))));
  return h("details", { class: "panel atlas-table", open: rows.length > 0 },
    h("summary", {}, h("h2", {}, label), h("span", { class: "hint" }, count)),
    rows.length
      ? h("div", { class: "atlas-scroll", tabindex: "0", role: "region", "aria-label": label }, h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, lines)))
      : h("p", { class: "hint" }, say("atlas.nothing")));
}

function recordsOf({ key, fixed, plain, facts }, known) {
  if (key === null) return (known ?? []).map((record) => ({ name: "", record }));
  const names = fixed.length ? fixed : Object.keys(known ?? {}).sort((one, other) => one.localeCompare(other));
  return names.map((name) => {
    const record = known?.[name];
    return { name, record: plain ? { [facts[0].name]: record } : (record ?? {}) };
  });
}

/** A fact as it is written in the ledger: blank when unknown, a stroke when the board leaves it blank. */
function written(value, { choices = [] }) {
  if (value === undefined) return h("span", { class: "unknown" }, h("span", { class: "unseen" }, say("atlas.unknown")));
  if (value === null) return h("span", { class: "hint" }, say("atlas.blank"));
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return say(value ? "atlas.yes" : "atlas.no");
  return choices.find((choice) => choice.value === value)?.label ?? String(value);
}

customElements.define("atlas-screen", AtlasScreen);
await stylesheet("office");
