// Every game's view is made of six kinds of panels; no panel knows a game. The track comes when it is first
// wanted.

import { h, same } from "../../dom.js";
import { say, withUnit } from "../../messages.js";
import { enamelOf, seatMark } from "./badges.js";
import { accountOf, cellParts, figure, figureOfCell, isNumber, standsFor } from "./cells.js";
import { Panel } from "./panel.js";
/** @import { PanelDocument, TableDocument } from "../../types.js" */

const SHORT_LETTERS = 8; // longer words get the room of two numbers

class MeterPanel extends Panel {
  body() {
    const { progress, of, text, title, account, figure: name } = this.panel;
    return h(
      "div",
      { class: "meter" },
      meterBar(progress, of, title, [account, name]),
      text && h("p", { class: "hint" }, text),
    );
  }
}

/** A bar of `progress` of `of`: few steps are drawn one by one. `stands`: which figure that is, and whose. */
export function meterBar(progress, of, name, stands = []) {
  const words = of ? say("meter.of", { progress, of }) : String(progress);
  const share = of ? Math.min(Math.max(progress / of, 0), 1) : 0;
  return h(
    "div",
    { class: "meter-line" },
    h(
      "div",
      {
        class: "meter-bar",
        role: "meter",
        "aria-label": name,
        "aria-valuenow": progress,
        "aria-valuemin": 0,
        "aria-valuemax": of,
        "aria-valuetext": words,
        vars: { "--share": String(share), "--steps": String(of && of <= 12 ? of : 1) },
      },
      h("span", { class: "fill" }),
    ),
    standsFor(h("span", { class: "figure" }, words), ...stands),
  );
}

class BarsPanel extends Panel {
  body() {
    const { bars, unit } = this.panel;
    const most = Math.max(1, ...bars.map(({ number, of }) => of ?? number));
    return h("dl", { class: "bars" }, bars.map((bar, at) => this.#bar(bar, this.was?.bars[at], most, unit)));
  }

  /**
   * @param {Record<string, any>} told
   * @param {any} was
   * @param {any} most
   * @param {string} unit
   */
  #bar({ head, number, of }, was, most, unit) {
    const share = Math.min(Math.max(number / (of ?? most), 0), 1);
    return [
      h("dt", {}, cellParts(this.doc, head)),
      h(
        "dd",
        {},
        h("div", {
          class: "meter-bar",
          "aria-hidden": "true",
          vars: { "--share": String(share), "--steps": "1", ...enamelOf(this.doc, head) },
        }, h("span", { class: "fill" })),
        standsFor(
          figure(number, unit, was?.number),
          head.account ?? accountOf(head),
          head.figure ?? this.panel.figure,
        ),
        of ? h("span", { class: "hint" }, say("meter.out-of", { of: withUnit(of, unit) })) : null,
      ),
    ];
  }
}

/** A table; where it has no room, each row becomes a sheet of label and number. */
class GridPanel extends Panel {
  ownFirst = false;
  #width = 0;
  #watch = new ResizeObserver(() => this.clientWidth !== this.#width && this.measure());

  connectedCallback() {
    super.connectedCallback();
    this.measure();
    this.#watch.observe(this);
  }

  disconnectedCallback() {
    this.#watch.disconnect();
    this.#width = 0;
  }

  /** Sheets of label and number as soon as the table would be wider than its panel. */
  measure() {
    this.#width = this.clientWidth;
    this.removeAttribute("data-cards");
    const frame = this.querySelector(".grid-scroll");
    this.toggleAttribute("data-cards", frame.scrollWidth > frame.clientWidth + 1);
  }

  body() {
    const { columns } = this.panel;
    const numeric = columns.map((column, at) =>
      // A railroad's column holds shares, also while nobody has one.
      Boolean(column.railroad) || this.panel.rows.some((row) => isNumber(row.cells[at]))
    );
    const head = h(
      "tr",
      {},
      h("td", { class: "corner", "aria-hidden": "true" }, this.panel.title),
      columns.map((column, at) =>
        h(
          "th",
          { scope: "col", class: numeric[at] ? "number" : null },
          h("span", { class: "column" }, cellParts(this.doc, column)),
        )
      ),
    );
    const rows = this.#rows().map((row) => this.#row(row, numeric));
    return h(
      "div",
      { class: "grid-scroll" },
      h("table", { class: "sheet" }, h("thead", {}, head), h("tbody", {}, rows)),
    );
  }

  #row(row, numeric) {
    const before = this.was?.rows.find((item) => same(item.head, row.head));
    const cells = row.cells.map((cell, at) => {
      const nothing = !cell || (!cell.text && !isNumber(cell) && !cell.railroad && !cell.seat);
      return h(
        "td",
        {
          class: numeric[at] ? "number" : null,
          "data-empty": nothing,
          "data-wordy": Boolean(cell?.seat) || (cell?.text ?? "").length > SHORT_LETTERS,
        },
        h(
          "span",
          { class: "column-name", "aria-hidden": "true" },
          cellParts(this.doc, this.panel.columns[at]),
        ),
        standsFor(
          h("span", { class: "cell" }, cellParts(this.doc, cell, before?.cells[at])),
          ...figureOfCell(row.head, this.panel.columns[at], cell),
        ),
      );
    });
    return h("tr", {}, h("th", { scope: "row" }, cellParts(this.doc, row.head)), cells);
  }

  /** With `ownFirst`, the viewer's own railroads and seat come first. */
  #rows() {
    const mine = this.ownFirst && this.doc.you?.role === "seat" ? this.doc.you.seat : null;
    const shares = this.doc.seats.find(({ seat }) => seat === mine)?.shares ?? {};
    const own = ({ head }) => Boolean(head.seat ? head.seat === mine : shares[head.railroad]);
    const rows = this.panel.rows;
    return mine ? [...rows.filter(own), ...rows.filter((row) => !own(row))] : rows;
  }
}

class ListPanel extends Panel {
  body() {
    const { items, empty } = this.panel;
    if (!items.length) return h("p", { class: "hint" }, empty ?? say("panel.empty"));
    return h("ul", { class: "plain-list" }, items.map((item) => this.#line(item)));
  }

  #line(item) {
    const line = h("li", {}, cellParts(this.doc, item));
    standsFor(line.querySelector(".cell-text, .figure"), item.account ?? accountOf(item), item.figure);
    return line;
  }
}

class CardPanel extends Panel {
  body() {
    const { text, seat, account, figure: name } = this.panel;
    return h(
      "div",
      { class: "card" },
      seat && seatMark(this.doc, seat),
      standsFor(h("p", {}, text), account, name),
    );
  }
}

const KINDS = { meter: MeterPanel, bars: BarsPanel, grid: GridPanel, list: ListPanel, card: CardPanel };
for (const [kind, element] of Object.entries(KINDS)) customElements.define(`${kind}-panel`, element);

/** Kinds that are fetched when the first of them is drawn. */
const LATER = {
  track: () => import("./track-panel.js").then(({ TrackPanel }) => (KINDS.track = TrackPanel)),
};

/** Fetch what some panels are drawn with, so that they are there at once. */
export function fetchKinds(panels) {
  return Promise.all(panels.map(({ kind }) => !(kind in KINDS) && LATER[kind]?.()));
}

/**
 * The element for a panel; null for a kind this page cannot draw. `before`: the document before the last
 * move.
 * @param {TableDocument} doc
 * @param {PanelDocument} panel
 * @param {any} before
 * @param {Record<string, any>} [told]
 */
export function panelElement(doc, panel, before, { ownFirst = false } = {}) {
  if (panel.kind in KINDS) return drawn(new KINDS[panel.kind](), doc, panel, before, ownFirst);
  if (!(panel.kind in LATER)) return null;
  const place = h("div", { class: "panel panel-to-come" });
  LATER[panel.kind]().then(
    (element) => place.replaceWith(drawn(new element(), doc, panel, before, ownFirst)),
    () => place.remove(),
  );
  return place;
}

/**
 * @param {TableDocument} doc
 * @param {PanelDocument} panel
 */
function drawn(element, doc, panel, before, ownFirst) {
  element.doc = doc;
  element.panel = panel;
  element.ownFirst = ownFirst;
  element.was = before?.panels?.find((item) => item.name === panel.name && item.kind === panel.kind) ?? null;
  return element;
}
