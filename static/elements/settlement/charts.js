// The charts of an evening: by day or by lamplight as the page is, wide or narrow as there is room, by day on
// paper.

import { button, h } from "../../dom.js";
import { language, money, say, withUnit } from "../../messages.js";
import { setting } from "../../settings.js";
/** @import { TableDocument } from "../../types.js" */

export const CHARTS = ["worth", "cash", "income", "treasury", "turn"];
const NARROW = "(max-width: 30rem)";
const LAMPLIGHT = "(prefers-color-scheme: dark)";
const ROW_OF_TWO = "screen and (min-width: 1264px) and (max-width: 1439px)"; // as in settlement.css
const SIZE = { width: 640, height: 350 };
const BROAD_SIZE = { width: 1330, height: 350 };
const NARROW_SIZE = { width: 340, height: 360 };
const TALL_SIZE = { width: 560, height: 480 };

/**
 * All charts of a table as it is now. `figures`: for each chart what it ends with, in words; a chart without
 * is left out. `titles`: of charts that are called otherwise in this game. `tall`: each has half a TV, where
 * its title stands above it.
 * @param {string} code
 * @param {number} revision
 */
export function charts(code, revision, figures, titles = {}, tall = false) {
  const title = (name) => titles[name] ?? say(`settlement.chart.${name}`);
  return CHARTS.filter((name) => figures[name]).map((name) =>
    chart(code, name, revision, title(name), figures[name], name, tall)
  );
}

/**
 * The charts of a game as it has been settled: each ends with what the settlement counts. `only`: these.
 * Where all that players are worth is their cash, at least until the end, one chart is of both; incomes that
 * nobody has noted have none.
 * @param {TableDocument} doc
 * @param {{ seats: Record<string, any>[], railroads: Record<string, any>[] | null, unit: string }} settled
 */
export function settledCharts(doc, settled, { tall = false, only = CHARTS } = {}) {
  const { seats, railroads, unit } = settled;
  const alone = cashAlone(doc, settled);
  const priced = !alone && pricedAtEnd(settled);
  const figures = (rows, of, amount, its = say("unit.money")) =>
    rows.filter((row) => Number.isInteger(amount(row))).map((row) =>
      say("settlement.chart-figure", { name: of(row), amount: withUnit(amount(row), its) })
    ).join(", ");
  const all = {
    worth: !alone && doc.seats.some(({ cash }) => cash !== null) &&
      figures(seats, ({ name }) => name, ({ total }) => total, unit),
    cash: !priced && figures(doc.seats, ({ name }) => name, cashBeforePayoff(settled)),
    income: doc.railroads.some(({ income }) => income) &&
      figures(doc.railroads, ({ id }) => id, ({ income }) => income),
    treasury: treasuries(
      doc,
      railroads ?? [],
      figures(doc.railroads, ({ id }) => id, ({ treasury }) => treasury),
    ),
  };
  const asked = alone && only.includes("worth") ? [...only, "cash"] : only;
  const wanted = Object.fromEntries(Object.entries(all).filter(([name]) => asked.includes(name)));
  const worth = priced ? say("settlement.chart.priced") : chartTitle("worth", unit);
  return charts(doc.code, doc.revision, wanted, { worth }, tall);
}

/** What a chart is called where money or points decide. */
export function chartTitle(name, unit) {
  const points = name === "worth" && unit !== say("unit.money");
  return say(points ? "settlement.chart.points" : `settlement.chart.${name}`);
}

/**
 * @param {string} code
 * @param {number} revision
 */
function chart(code, name, revision, title, figures, file = name, tall = false) {
  const address = (options) =>
    `/api/v1/tables/${encodeURIComponent(code)}/charts/${file}.svg?${new URLSearchParams({
      ...options,
      language,
      revision,
    })}`;
  const narrow = { narrow: "true" };
  const dark = { theme: "dark" };
  const broad = { broad: "true" };
  const usual = tall ? { tall: "true" } : {};
  const size = tall ? TALL_SIZE : SIZE;
  const theme = setting("theme");
  const lamplit = { light: null, dark: "screen", auto: `screen and ${LAMPLIGHT}` }[theme];
  const sources = [
    source(address(narrow), "print", NARROW_SIZE), // half a sheet is no wider than a phone
    lamplit && !tall && inRow(address({ ...dark, ...broad }), lamplit.replace("screen", ROW_OF_TWO)),
    !tall && inRow(address(broad), ROW_OF_TWO),
    lamplit && source(address({ ...dark, ...narrow }), `${lamplit} and ${NARROW}`, NARROW_SIZE),
    lamplit && source(address({ ...dark, ...usual }), lamplit, size),
    source(address(narrow), `screen and ${NARROW}`, NARROW_SIZE),
  ];
  const alt = say("settlement.chart-alt", { chart: title, figures });
  const picture = h("img", { src: address(usual), alt, ...size, decoding: "async" });
  const figure = h(
    "figure",
    { class: "chart", "data-chart": name, "data-title": title },
    h("picture", {}, sources, picture),
  );
  picture.addEventListener("error", () => figure.remove(), { once: true });
  appearsWith(figure, picture);
  return figure;
}

/**
 * No empty frame stands there while a chart is drawn; its place is kept, so nothing moves when it comes.
 * @param {HTMLElement} frame
 * @param {HTMLImageElement} picture
 */
export function appearsWith(frame, picture) {
  if (picture.complete && picture.naturalWidth) return;
  frame.style.visibility = "hidden";
  whenDrawn(picture, () => (frame.style.visibility = ""));
}

/**
 * Once it is there, or cannot be had. Asked as soon as it has begun.
 * @param {HTMLImageElement} picture
 * @param {() => void} then
 */
export function whenDrawn(picture, then) {
  for (const over of ["load", "error"]) picture.addEventListener(over, then, { once: true });
}

/** For a chart that has a row to itself; shown once it stands alone there. */
function inRow(address, media) {
  const found = source(address, "not all", BROAD_SIZE);
  found.dataset.broad = media;
  return found;
}

/**
 * The last of them stands alone in a row of two, if they are odd: it has all of it, and is drawn as wide.
 * @param {HTMLElement[]} figures
 */
function standAlone(figures) {
  for (const [at, figure] of figures.entries()) {
    const alone = at === figures.length - 1 && at % 2 === 0;
    figure.toggleAttribute("data-alone", alone);
    for (const one of figure.querySelectorAll("source")) {
      if (one.dataset.broad) one.media = alone ? one.dataset.broad : "not all";
    }
  }
}

/**
 * Which of the charts a phone shows: one at a time, for all below one another are five screens. Elsewhere
 * they stand together, and this is not seen.
 */
export class ChartChoice extends HTMLElement {
  #shown = CHARTS[0];

  /**
   * The charts that there are now.
   * @param {HTMLElement[]} figures
   */
  set figures(figures) {
    const names = figures.map(({ dataset }) => dataset.chart);
    if (!names.includes(this.#shown)) this.#shown = names[0] ?? this.#shown;
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", say("settlement.charts"));
    this.replaceChildren(...figures.map((figure) => this.#button(figure, figures)));
    this.#show(figures);
    standAlone(figures);
    for (const figure of figures) {
      const lost = () => (this.figures = figures.filter((one) => one.isConnected)); // it could not be fetched
      figure.querySelector("img").addEventListener("error", lost, { once: true });
    }
  }

  /** @param {HTMLElement[]} figures */
  #show(figures) {
    for (const one of this.children) {
      one.setAttribute("aria-pressed", String(one.getAttribute("data-shows") === this.#shown));
    }
    for (const figure of figures) figure.toggleAttribute("data-turned", figure.dataset.chart !== this.#shown);
  }

  /**
   * A word is enough on it: the title stands in the chart.
   * @param {HTMLElement} figure
   * @param {HTMLElement[]} figures
   */
  #button({ dataset }, figures) {
    const { chart: name, title } = dataset;
    const plain = name !== "turn" && title !== say("settlement.chart.points");
    return button(plain ? say(`figure.${name}`) : title, () => {
      this.#shown = name;
      this.#show(figures);
    }, { class: "chip", "data-shows": name });
  }
}

customElements.define("chart-choice", ChartChoice);

/**
 * A player's own chart, folded: it is fetched when somebody opens it.
 * @param {string} code
 * @param {number} revision
 */
export function playersChart(code, revision, { seat, name, figures, open }) {
  const place = h("details", { class: "folded players-chart unprinted", "data-chart-of": seat });
  place.append(h("summary", {}, name));
  const show = () => {
    if (!place.open || place.childElementCount > 1) return;
    const title = say("settlement.chart.player", { name });
    const figure = chart(code, "player", revision, title, figures, `seats/${seat}/money`);
    figure.className = "players-picture";
    place.append(figure);
  };
  place.addEventListener("toggle", show);
  place.open = open;
  return place;
}

/**
 * Charts that stand beside one another are opened and shut together: beside one alone a hole would stay.
 * @param {HTMLDetailsElement[]} charts
 */
export function inRows(charts) {
  for (const chart of charts) {
    chart.addEventListener("toggle", () => {
      for (const other of charts) if (other.offsetTop === chart.offsetTop) other.open = chart.open;
    });
  }
  return charts;
}

function source(srcset, media, size) {
  return h("source", { srcset, media, ...size });
}

/**
 * Fetch what paper shows, so that it is there when somebody prints; resolves when it has come.
 * The browser's own menu does not wait for it: until it is there, paper shows what the screen does.
 */
export function readyForPaper(page) {
  const sources = [...page.querySelectorAll(".chart [media=print]:not([data-ready])")];
  return Promise.allSettled(sources.map(async (source) => {
    source.dataset.paper ??= source.srcset;
    const { complete, currentSrc } = source.parentElement.querySelector("img");
    if (complete && currentSrc) source.srcset = currentSrc;
    const onPaper = new Image();
    onPaper.src = source.dataset.paper;
    await onPaper.decode();
    source.srcset = source.dataset.paper;
    source.dataset.ready = "";
  }));
}

/**
 * What the chart of cash ends with: for each seat of the document what the settlement counts as cash, before
 * it pays. One without railroads pays nothing: what it counts was paid during the game.
 * @param {Record<string, any>} settled
 */
export function cashBeforePayoff({ seats, railroads }) {
  if (!railroads?.length) return ({ cash }) => cash;
  const counted = new Map(seats.map(({ seat, cash }) => [seat, cash]));
  return ({ seat, cash }) => (cash === null ? null : counted.get(seat));
}

/**
 * What the treasuries end with, in words: `figures`, unless all of them were paid out with the shares. Where
 * hardly a railroad has any, money only passes through them, and the chart would tell nothing.
 * @param {TableDocument} doc
 * @param {Record<string, any>[]} paying
 * @param {string} figures
 */
function treasuries(doc, paying, figures) {
  const filled = doc.railroads.filter(({ treasury }) => treasury > 0).length;
  if (filled > 1) return figures;
  return doc.status === "finished" && figures && paying.length > 0 && !filled &&
    say("settlement.chart.paid-out");
}

/**
 * Is everybody's cash all that they are worth?
 * @param {TableDocument} doc
 * @param {{ seats: Record<string, any>[], railroads: Record<string, any>[] | null }} settled
 */
export function cashAlone(doc, settled) {
  const cash = new Map(doc.seats.map((one) => [one.seat, cashBeforePayoff(settled)(one)]));
  return settled.seats.every(({ seat, total }) => total === cash.get(seat));
}

/**
 * Did whoever ended the game say what a certificate is worth? Nobody knew before, and nothing is reckoned.
 * @param {Record<string, any>} settled
 */
export function pricedAtEnd({ railroads }) {
  return railroads?.length > 0 &&
    railroads.every(({ formula, per_share: each }) => each !== null && formula === money(each));
}

/**
 * Are the dividends of the game all the cash that anybody has? A player's own chart would say it again.
 * @param {TableDocument} doc
 * @param {any} settled
 */
export function dividendsAlone(doc, settled) {
  const { seats, railroads } = settled;
  const paid = ({ lines, total }) =>
    lines.length > 0 && lines.reduce((sum, { amount }) => sum + amount, 0) === total;
  return !railroads?.length && cashAlone(doc, settled) && seats.every(paid);
}
