// The kinds of panels a view is made of; the track comes when it is first wanted.

import { fillParts, h, same, stylesheets } from "../../dom.js";
import { say, withUnit } from "../../messages.js";
import { enamelOf, seatMark, seatOf, signs } from "./badges.js";
import { explain, inTiles, isNothing, isSold, looks, shownOf, soldIn, unfolds } from "./lines.js";
import { named, roomForNames, together, tokens } from "./names.js";
import { sharesOf } from "./own-affairs.js";
import {
  accountOf,
  before,
  cellParts,
  figure,
  figureOfCell,
  isNumber,
  meterBar,
  Panel,
  standsFor,
} from "./panel.js";
/** @import { Cell, PanelDocument, TableDocument } from "../../types.js" */

const LOOKS = ["data-heads", "data-friends", "data-few", "data-cards"]; // names: two lines, short, letters

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

class BarsPanel extends Panel {
  #bars = null;

  body() {
    this.#bars = h("dl", { class: "bars" });
    this.renew();
    return this.#bars;
  }

  renew() {
    const { bars, unit } = this.panel;
    const most = Math.max(1, ...bars.map(({ number, of }) => of ?? number));
    fillParts(
      this.#bars,
      bars.flatMap((bar, at) => {
        const was = before(bar, this.was?.bars[at]);
        return [
          { key: `head ${at}`, shows: bar.head, make: () => h("dt", {}, cellParts(this.doc, bar.head)) },
          { key: at, shows: [bar, was, most, unit], make: () => this.#bar(bar, was, most, unit) },
        ];
      }),
    );
  }

  /**
   * @param {Record<string, any>} told
   * @param {number | undefined} was
   * @param {number} most
   * @param {string} unit
   */
  #bar({ head, number, of }, was, most, unit) {
    const share = Math.min(Math.max(number / (of ?? most), 0), 1);
    return h(
      "dd",
      {},
      h("div", {
        class: "meter-bar",
        "aria-hidden": "true",
        vars: { "--share": String(share), "--steps": "1", ...enamelOf(this.doc, head) },
      }, h("span", { class: "fill" })),
      standsFor(
        figure(number, unit, was),
        head.account ?? accountOf(head),
        head.figure ?? this.panel.figure,
      ),
      of ? h("span", { class: "hint" }, say("meter.out-of", { of: withUnit(of, unit) })) : null,
    );
  }
}

/** A table; where it has no room, each row becomes a sheet of label and number. */
class GridPanel extends Panel {
  ownFirst = false;
  #width = 0;
  #head = null;
  #rows = null;
  #shape = "";
  #watch = new ResizeObserver(() => this.clientWidth !== this.#width && this.measure());

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    super.connectedCallback();
    this.#watch.observe(this);
  }

  disconnectedCallback() {
    this.#watch.disconnect();
    this.#width = 0;
  }

  // --- asked from outside ------------------------------------------------------

  draw() {
    const many = inTiles(this.panel, this.#columns()[0]);
    if (many) stylesheets("many");
    if (many || this.panel.rows[0]?.head.railroad) this.dataset.lines = many ? "many" : "few";
    super.draw();
    explain(this);
    this.#shape = this.#widest();
    this.#width = 0;
    if (!this.fitted) this.measure();
  }

  // --- drawing -----------------------------------------------------------------

  /** As narrow as it once had to be it stays, while its panel is as wide; not without a table, though. */
  measure() {
    const stays = this.#width === this.clientWidth;
    for (const look of LOOKS.slice(stays ? -1 : 0)) this.removeAttribute(look);
    this.#width = this.clientWidth;
    const frame = this.querySelector(".grid-scroll");
    for (const look of LOOKS) if (frame.scrollWidth > frame.clientWidth) this.toggleAttribute(look, true);
  }

  body() {
    this.#head = this.#columns();
    this.#rows = h("tbody", {});
    this.#fill();
    const room = this.fitted && roomForNames(this.doc, this.#head);
    const head = h(
      "tr",
      {},
      h("td", { class: "corner", "aria-hidden": "true" }, this.panel.title),
      this.#head.map((look) =>
        h("th", { scope: "col", ...looks(look) }, h("span", { class: "column" }, this.#called(look.column)))
      ),
    );
    const glances = (most) => String(this.#head.filter(({ glance }) => glance && glance <= most).length);
    return h(
      "div",
      { class: "grid-scroll", vars: { "--least": glances(1), "--few": glances(2), "--more": glances(3) } },
      h("table", { class: "sheet" }, h("thead", {}, head), this.#rows, room),
      !this.panel.rows.length && h("p", { class: "hint" }, say("panel.empty")),
    );
  }

  renew() {
    if (!this.#rows.children.length || !same(this.#columns(), this.#head)) return this.draw();
    this.#fill();
    explain(this);
    const shape = this.#widest();
    if (!this.fitted && shape !== this.#shape) this.measure();
    this.#shape = shape;
    return undefined;
  }

  #fill() {
    const times = new Map();
    fillParts(
      this.#rows,
      this.#sorted().map((row) => {
        const who = nameOf(row.head);
        times.set(who, (times.get(who) ?? 0) + 1);
        const was = this.was?.rows.find((item) => same(item.head, row.head));
        const changed = row.cells.map((cell, at) => before(cell, was?.cells[columnBefore(this, at)]));
        return {
          key: `${who} ${times.get(who)}`,
          shows: [row, changed, this.#withMine(row.head, []), isSold(this.doc, row.head)],
          make: (line = h("tr", {})) => this.#row(line, row, changed),
        };
      }),
    );
  }

  #row(line, { head, cells }, changed) {
    const { lines } = this.dataset;
    line.toggleAttribute("data-sold", isSold(this.doc, head));
    const make = () =>
      h("th", { scope: "row" }, cellParts(this.doc, head), lines && unfolds(line, nameOf(head)));
    fillParts(line, [
      { key: "head", shows: head, make },
      ...this.#withMine(head, cells).map((cell, at) => ({
        key: at,
        shows: [head, cell, changed[at]],
        make: (place) => this.#cell(place, head, cell, changed[at], this.#head[at]),
      })),
    ]);
    return line;
  }

  /** A place of the table, made or with another cell in it. */
  #cell(place, head, cell, was, look) {
    const own = look.brief && look.column.seat;
    const name = own ? say("panel.mine") : cellParts(this.doc, look.column);
    const told = own && cell?.brief ? { ...cell, hint: cell.brief } : cell;
    const td = place ??
      h(
        "td",
        looks(look),
        h("span", { class: "column-name", "aria-hidden": "true" }, name),
      );
    td.toggleAttribute("data-empty", isNothing(cell));
    td.toggleAttribute("data-wordy", look.wordy);
    td.toggleAttribute("data-long-words", look.long);
    td.querySelector(".cell")?.remove();
    td.append(standsFor(
      h("span", { class: "cell" }, this.#called(told, was === undefined ? null : { number: was })),
      ...figureOfCell(head, look.column, cell),
    ));
    return td;
  }

  // --- internals ---------------------------------------------------------------

  /** What stands in a place; a player's name also in few letters, for where there is no room. */
  #called(cell, was = null) {
    const several = cell && (this.fitted || !(cell.seats?.length > 1)) && together(this.doc, cell);
    if (several) return several;
    const parts = cellParts(this.doc, cell, was);
    if (cell?.seats?.length > 1) parts.push(" ", tokens(this.doc, cell.seats));
    if (cell?.seat && !cell.strong && !cell.railroad) parts[0] = named(this.doc, cell.seat);
    return parts;
  }

  #columns() {
    const mine = this.#mine() && { text: say("panel.mine") };
    const over = this.doc.status === "finished" && !this.fitted;
    return shownOf(this.panel, this.doc.you?.seat, mine, over);
  }

  /** Whose own shares stand in a line with each railroad's figures, unless they have a column anyway. */
  #mine() {
    const { seat } = this.doc.you ?? {};
    const { rows, columns } = this.panel;
    const there = columns.some((column) => column.seat === seat);
    const some = rows.some(({ head }) => seatOf(this.doc, seat)?.shares?.[head.railroad]);
    return this.ownFirst && some && !there ? seat : null;
  }

  #withMine(head, cells) {
    const seat = this.#mine();
    return seat ? [...cells, { number: seatOf(this.doc, seat).shares?.[head.railroad] || null }] : cells;
  }

  /** What its width depends on: digits are equally wide, so of the numbers only the longest count. */
  #widest() {
    const columns = this.panel.columns.map((_, at) => {
      const cells = this.panel.rows.map(({ cells }) => cells[at] ?? {});
      const longest = Math.max(0, ...cells.filter(isNumber).map(({ number }) => String(number).length));
      const words = cells.map(({ number: _, ...rest }) => JSON.stringify(rest));
      return [longest, [...new Set(words)].sort()];
    });
    return JSON.stringify([columns, this.panel.rows.map(({ head }) => nameOf(head)).sort()]);
  }

  /** With `ownFirst`, the viewer's own railroads and seat come first. */
  #sorted() {
    const mine = this.ownFirst ? this.doc.you?.seat : null;
    const shares = this.doc.seats.find(({ seat }) => seat === mine)?.shares ?? {};
    const own = ({ head }) => Boolean(head.seat ? head.seat === mine : shares[head.railroad]);
    const rows = this.panel.rows;
    return mine ? [...rows.filter(own), ...rows.filter((row) => !own(row))] : rows;
  }
}

/**
 * Who or what a row or an item is about: what changes less than its figures.
 * @param {Cell} cell
 */
function nameOf({ railroad, seat, text, ...rest }) {
  return railroad ?? (seat ? `seat ${seat}` : text ?? JSON.stringify(rest));
}

class ListPanel extends Panel {
  #list = null;

  body() {
    const { items, empty } = this.panel;
    this.#list = null;
    if (!items.length) return h("p", { class: "hint" }, empty ?? say("panel.empty"));
    this.#list = h("ul", { class: "plain-list" });
    this.#fill();
    return this.#list;
  }

  renew() {
    if (this.#list && this.panel.items.length) this.#fill();
    else super.renew();
  }

  #fill() {
    const times = new Map();
    fillParts(
      this.#list,
      this.panel.items.map((item) => {
        const name = nameOf(item);
        times.set(name, (times.get(name) ?? 0) + 1);
        return { key: `${name} ${times.get(name)}`, shows: item, make: () => this.#line(item) };
      }),
    );
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
  track: () =>
    Promise.all([import("./track-panel.js"), stylesheets("track")])
      .then(([{ TrackPanel }]) => (KINDS.track = TrackPanel)),
};

/** Fetch what some panels are drawn with, so that they are there at once. */
export function fetchKinds(panels) {
  return Promise.all(panels.map(({ kind }) => !(kind in KINDS) && LATER[kind]?.()));
}

/** Where that column stood before: at the end of a game others may stand there. */
function columnBefore({ panel, was }, at) {
  const { text, railroad } = panel.columns[at];
  return same(panel.columns, was.columns)
    ? at
    : was.columns.findIndex((one) => one.text === text && one.railroad === railroad);
}

/**
 * A panel as a part of where it stands (`fillParts`); null for a kind this page cannot draw. `before`: the
 * document before the last move. Where its kind is still to come, a place is held, which tells when it can be
 * drawn ("come").
 * @param {TableDocument} doc
 * @param {PanelDocument} panel
 * @param {TableDocument | null} before
 * @param {{ ownFirst?: boolean, fitted?: boolean }} [shown]
 */
export function panelPart(doc, panel, before, { ownFirst = false, fitted = false } = {}) {
  const key = `${panel.kind} ${panel.name}`;
  if (!(panel.kind in KINDS)) {
    return panel.kind in LATER ? { key: `${key} to come`, make: () => toCome(panel) } : null;
  }
  const was = before?.panels?.find((item) => item.name === panel.name && item.kind === panel.kind) ?? null;
  const make = (element) => {
    if (!element) element = Object.assign(new KINDS[panel.kind](), { doc, panel, was, ownFirst, fitted });
    else element.update(doc, panel, was);
    return element;
  };
  return { key, shows: [panel, was, signs(doc), ownFirst && sharesOf(doc), soldIn(doc)], make };
}

/** @param {PanelDocument} panel */
function toCome(panel) {
  const place = h("div", { class: "panel panel-to-come" });
  LATER[panel.kind]().then(
    () => place.dispatchEvent(new Event("come", { bubbles: true })),
    () => place.remove(),
  );
  return place;
}
