// The sheets below the play: railroads, players, the rest of the table, the log. Tabs, and a swipe turns
// them.

import { button, fillParts, freshId, h, pageLink, roof, shown, stylesheets } from "../../dom.js";
import { moreWords, say } from "../../messages.js";
import { pace } from "../../settings.js";
import { meterBar } from "../panels/panel.js";
import { panelPart } from "../panels/panels.js";
import { allPanels } from "../panels/standard-panels.js";
/** @import { Table } from "../../table.js" */
/** @import { Cell, PanelDocument, TableDocument } from "../../types.js" */

const SWIPE_PX = 70;
const LOW = 0.45; // of a window: from there on they come up when they are tapped
const BESIDE_PX = 1000; // so wide, the sheets stand beside the play
const ROW_PX = 42;
const HEADS_PX = 330; // of two tables, and what stands above them
const STRAIGHT = 2; // how much wider than high a swipe must be

export class TableSheets extends HTMLElement {
  /** @type {Table} */
  table = null;
  complain = () => {};
  #open = null;
  #tabs = h("div", { class: "tabs", role: "tablist" });
  #sheet = h("div", { class: "sheet-page", role: "tabpanel", id: freshId("sheet") });
  #names = [];
  #finger = null;
  /** Lines that two tables had at first: when railroads come, no table leaves. */
  #lines;
  /** There was something on the table once, or requests may come: its tab stays, so that no other moves. */
  #had = false;

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
    this.#sheet.addEventListener("come", () => this.update(this.table.doc));
  }

  // --- events ------------------------------------------------------------------

  #turn(name, tapped = false) {
    this.#open = name;
    this.update(this.table.doc);
    if (tapped) this.#comeUp();
  }

  #swiped(touch) {
    const across = touch.clientX - this.#finger.clientX;
    const down = Math.abs(touch.clientY - this.#finger.clientY);
    if (Math.abs(across) > Math.max(SWIPE_PX, STRAIGHT * down)) this.#step(across < 0 ? 1 : -1);
  }

  #key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by && this.#step(by)) this.#tabs.querySelector("[aria-selected=true]").focus();
  }

  // --- drawing -----------------------------------------------------------------

  /** @param {TableDocument} doc */
  update(doc) {
    const { before } = this.table;
    const panels = allPanels(doc);
    const own = panels.filter(({ kind }) => kind === "grid");
    this.#lines ??= doc.railroads.length + doc.seats.length;
    const high = this.#lines * ROW_PX + HEADS_PX <= innerHeight;
    const narrow = !own[0].columns[1]; // players with their cash alone: the companies stand below them
    const points = doc.seats.some(({ victory_points: points }) => points !== undefined); // they decide
    const both = innerWidth >= BESIDE_PX && (high || narrow || points);
    const rest = panels.filter((panel) => panel.kind !== "grid" && !alsoAnEnd(doc, panel));
    const pages = [
      ...own.map(({ name, title }, at) => ({
        name,
        title: !at && both && points ? say("sheets.overview") : title,
        parts: () =>
          (at || !both ? [own[at]] : points ? playersFirst(own, rest) : own.slice(0, 2))
            .map((panel) => panelPart(doc, panel, before, { ownFirst: true })),
      })),
      {
        name: "table",
        title: say("sheets.table"),
        parts: () => (rest[0] ? rest : [nothing(doc)]).map((panel) => panelPart(doc, panel, before)),
      },
      { name: "log", title: say("sheets.log"), parts: () => this.#log(doc) },
    ].filter(({ name }) => name !== "table" || (this.#had ||= rest.length > 0 || "money_requests" in doc));
    this.#names = pages.map(({ name }) => name);
    if (!this.#names.includes(this.#open)) this.#open = this.#names[0];
    const page = pages.find(({ name }) => name === this.#open);
    fillParts(
      this.#tabs,
      pages.map(({ name, title }) => ({
        key: name,
        shows: [title, name === this.#open],
        make: () => this.#tab({ name, title }),
      })),
    );
    this.#sheet.setAttribute("aria-label", page.title);
    fillParts(this.#sheet, page.parts());
  }

  #tab({ name, title }) {
    const chosen = name === this.#open;
    return button(title, () => this.#turn(name, true), {
      role: "tab",
      "aria-selected": String(chosen),
      "aria-controls": this.#sheet.id,
      tabindex: chosen ? "0" : "-1",
      "data-sheet": name,
    });
  }

  /** @param {TableDocument} doc */
  #log(doc) {
    const make = (lines = h("div", { class: "log-to-come" })) => {
      Promise.all([import("../log/log-lines.js"), moreWords(), stylesheets("entries")]).then((
        [{ fillLog }],
      ) => fillLog(lines, this.table, doc.recent ?? [], this.complain));
      return lines;
    };
    const all = () => pageLink(`/t/${doc.code}/log`, say("log.all"), { class: "quiet-link" });
    return [{ key: "log", shows: [doc.revision, doc.recent, doc.redo], make }, { key: "all", make: all }];
  }

  // --- internals ---------------------------------------------------------------

  /** Tabs that stand low leave what they name out of sight; those under the head are cut. */
  #comeUp() {
    const { top } = this.#tabs.getBoundingClientRect();
    const by = top - roof();
    if (by < 0 || top > LOW * innerHeight) window.scrollBy({ top: by, behavior: pace() });
  }

  #step(by) {
    const next = this.#names[this.#names.indexOf(this.#open) + by];
    if (next) this.#turn(next);
    return Boolean(next);
  }
}

/** What a table has on it of which all has been taken away. */
const nothing = (doc) => ({
  kind: "list",
  name: "none",
  title: say("sheets.table"),
  items: doc.money_requests ? [{ text: say("sheets.asked") }] : [],
});

/**
 * Where points decide those of everybody are in sight, and railroads that come one by one move nothing above
 * them; below stands what may still come.
 * @param {PanelDocument[]} tables
 * @param {PanelDocument[]} rest
 */
function playersFirst([railroads, players], rest) {
  /** @param {Partial<Cell>} item */
  const isNew = ({ railroad }) => railroad && !railroads.rows.some(({ head }) => head.railroad === railroad);
  return shown([
    players,
    railroads.rows.length > 0 && railroads,
    rest.find(({ items }) => items?.some(isNew)),
  ]);
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
 * How near each end of the game is; when it is over, nothing of what has not happened and is not counted.
 * @param {TableDocument} doc
 */
export function endMeters(doc) {
  return h(
    "ul",
    { class: "plain-list ends" },
    (doc.end ?? []).filter(({ of, met }) => of || met || doc.status !== "finished").map((end) => {
      const { condition, of, met } = end;
      const progress = end.progress ?? 0;
      const line = of ? meterBar(progress, of, condition, standing(doc, progress, of), end.counts) : null;
      const figure = line?.querySelector(".figure") ??
        (met ? "" : h("span", { class: "hint" }, say("end.not-yet")));
      return h(
        "li",
        { "data-met": Boolean(met) },
        h("p", {}, h("span", { class: "condition" }, condition), figure),
        line,
      );
    }),
  );
}

/**
 * Which figure an end is measured by, if a panel says it: as [of, name].
 * @param {TableDocument} doc
 */
export function standing(doc, progress, of) {
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
