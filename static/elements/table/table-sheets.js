// The sheets below the play: railroads, players, the rest of the table, the log. Tabs, and a swipe turns
// them.

import { button, freshId, h, pageLink, same } from "../../dom.js";
import { say } from "../../messages.js";
import { meterBar, panelElement } from "../panels/panels.js";
import { allPanels } from "../panels/standard-panels.js";
/** @import { Table } from "../../table.js" */
/** @import { PanelDocument, TableDocument } from "../../types.js" */

const SWIPE_PX = 70;
const STRAIGHT = 2; // how much wider than high a swipe must be

export class TableSheets extends HTMLElement {
  /** @type {Table} */
  table = null;
  complain = () => {};
  #open = null;
  #drawn = null;
  #tabs = h("div", { class: "tabs", role: "tablist", "aria-label": say("sheets.title") });
  #sheet = h("div", { class: "sheet-page", role: "tabpanel", id: freshId("sheet") });
  #names = [];
  #finger = null;

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    this.#tabs.setAttribute("aria-label", say("sheets.title"));
    this.replaceChildren(this.#tabs, this.#sheet);
    this.#sheet.addEventListener("touchstart", ({ touches: [touch] }) => (this.#finger = touch), {
      passive: true,
    });
    this.#sheet.addEventListener("touchend", ({ changedTouches: [touch] }) => this.#swiped(touch), {
      passive: true,
    });
    this.#tabs.addEventListener("keydown", (event) => this.#key(event));
  }

  // --- events ------------------------------------------------------------------

  #turn(name) {
    this.#open = name;
    this.update(this.table.doc);
  }

  #swiped(touch) {
    const across = touch.clientX - this.#finger.clientX;
    const down = Math.abs(touch.clientY - this.#finger.clientY);
    if (Math.abs(across) > SWIPE_PX && Math.abs(across) > STRAIGHT * down) this.#step(across < 0 ? 1 : -1);
  }

  #key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by && this.#step(by)) this.#tabs.querySelector("[aria-selected=true]").focus();
  }

  // --- drawing -----------------------------------------------------------------

  /** @param {TableDocument} doc */
  update(doc) {
    const panels = allPanels(doc);
    const own = panels.filter(({ kind }) => kind === "grid");
    const rest = panels.filter(({ kind }) => kind !== "grid");
    const pages = [
      ...own.map((panel) => ({
        name: panel.name,
        title: panel.title,
        shows: panel,
        draw: () => [panelElement(doc, panel, this.table.before, { ownFirst: true })],
      })),
      { name: "table", title: say("sheets.table"), shows: rest, draw: () => this.#rest(doc, rest) },
      { name: "log", title: say("sheets.log"), shows: [doc.recent, doc.redo], draw: () => this.#log(doc) },
    ];
    this.#names = pages.map(({ name }) => name);
    if (!this.#names.includes(this.#open)) this.#open = this.#names[0];
    const page = pages.find(({ name }) => name === this.#open);
    const shows = { names: this.#names, open: this.#open, shows: page.shows, revision: doc.revision };
    if (same(shows, this.#drawn)) return;
    this.#drawn = shows;
    this.#tabs.replaceChildren(...pages.map((page) => this.#tab(page)));
    this.#sheet.setAttribute("aria-label", page.title);
    this.#sheet.replaceChildren(...page.draw().filter(Boolean));
  }

  #tab({ name, title }) {
    const chosen = name === this.#open;
    return button(title, () => this.#turn(name), {
      role: "tab",
      "aria-selected": String(chosen),
      "aria-controls": this.#sheet.id,
      tabindex: chosen ? "0" : "-1",
      "data-sheet": name,
    });
  }

  /** @param {TableDocument} doc */
  #log(doc) {
    const lines = h("div", { class: "log-to-come" });
    import("../log/log-lines.js").then(({ logLines, redoButton }) =>
      lines.replaceChildren(
        ...[redoButton(this.table, this.complain), logLines(this.table, doc.recent ?? [], this.complain)]
          .filter(Boolean),
      )
    );
    return [
      lines,
      pageLink(`/t/${doc.code}/log`, say("log.all"), { class: "quiet-link" }),
    ];
  }

  // --- internals ---------------------------------------------------------------

  /** @param {TableDocument} doc */
  #rest(doc, panels) {
    const shown = panels.filter((panel) => !alsoAnEnd(doc, panel)).map((panel) =>
      panelElement(doc, panel, this.table.before)
    );
    return shown;
  }

  #step(by) {
    const next = this.#names[this.#names.indexOf(this.#open) + by];
    if (next) this.#turn(next);
    return Boolean(next);
  }
}

/**
 * How near the game is to its end, on a panel of its own; null for a game without such a figure.
 * @param {TableDocument} doc
 */
export function endPanel(doc) {
  return doc.end?.length
    ? h(
      "section",
      { class: "panel", "aria-label": say("end.title") },
      h("h2", {}, say("end.title")),
      endMeters(doc),
    )
    : null;
}

/**
 * How near each end of the game is.
 * @param {TableDocument} doc
 */
export function endMeters(doc) {
  return h(
    "ul",
    { class: "plain-list ends" },
    (doc.end ?? []).map(({ condition, progress, of, met }) =>
      h(
        "li",
        { "data-met": Boolean(met) },
        h("p", {}, condition),
        of ? meterBar(progress ?? 0, of, condition, standing(doc, progress, of)) : null,
      )
    ),
  );
}

/**
 * Which figure an end is measured by, if a panel says it: as [of, name].
 * @param {TableDocument} doc
 */
function standing(doc, progress, of) {
  const { account, figure } =
    (doc.panels ?? []).find((panel) =>
      panel.kind === "meter" && panel.progress === progress && panel.of === of
    ) ?? {};
  return [account, figure];
}

/**
 * A meter panel that only repeats one of the ends.
 * @param {TableDocument} doc
 * @param {PanelDocument} panel
 */
export function alsoAnEnd(doc, panel) {
  return panel.kind === "meter" &&
    (doc.end ?? []).some(({ progress, of }) => progress === panel.progress && of === panel.of);
}

customElements.define("table-sheets", TableSheets);
