// The game is over: a screen of its own. Who has won, the podium, and how it went, chart after chart.

import { h, icon } from "../../dom.js";
import { listed } from "../../longhand.js";
import { say, withUnit } from "../../messages.js";
import { railroadBadge, seatMark, seatName } from "../panels/badges.js";
import { appearsWith, pricedAtEnd, settledCharts, whenDrawn } from "../settlement/charts.js";
import { calledAtEnd, decided } from "../settlement/outcome.js";
import { TurningPages } from "./turning.js";
import { withApostrophes } from "./wording.js";
/** @import { TableDocument } from "../../types.js" */

const STEPS = 3; // of a podium
const PARTS = 3; // so many railroads have room below a total
const HEADLINE = 32; // letters that have room in one line, large enough for a TV
const DRAWN_MS = 4_000; // who has won waits no longer for a chart

/** Its charts, which begin to be drawn. */
export function endCharts(doc, settled) {
  return settledCharts(doc, settled, { tall: true });
}

/**
 * When this chart is drawn, cannot be had, or takes too long. Asked as soon as it has begun.
 * @param {HTMLElement | undefined} figure
 * @returns {Promise<void>}
 */
export function isDrawn(figure) {
  if (!figure) return Promise.resolve();
  return new Promise((resolve) => {
    whenDrawn(figure.querySelector("img"), resolve);
    setTimeout(resolve, DRAWN_MS);
  });
}

/**
 * @param {TableDocument} told as a TV writes it
 * @param {{ seats: Record<string, any>[], unit: string, tie_break: string | null, ties?: string }} settled
 * @param {HTMLElement[]} figures its charts
 */
export function ending(told, settled, figures) {
  const { seats, unit } = settled;
  const doc = calledAtEnd(told, settled, withApostrophes);
  const tied = (tie) => tie && h("p", { class: "ending-tie" }, tie);
  const tie = decided(settled);
  const headline = headlineOf(doc, settled);
  const steps = stepsOf(seats);
  const parts = partsIn(doc, settled, seats.slice(0, steps));
  return h(
    "section",
    { class: "ending", "aria-label": say("board.ending") },
    h(
      "div",
      { class: "ending-ranks" },
      h("div", { class: "ending-winner" }, [
        h("span", { class: "ending-crown", "aria-hidden": "true" }, icon("crown")),
        h("h2", { vars: { "--letters": lettersIn(headline, settled) } }, headline),
        tied(tie),
      ]),
      steps > 0 && h(
        "ol",
        { class: "podium", vars: lettersOf(doc, seats.slice(0, steps), unit, parts) },
        seats.slice(0, steps).map((one) => place(doc, one, unit, parts)),
      ),
      h(
        "ol",
        { class: "final", start: steps + 1 },
        seats.slice(steps).map((one) => place(doc, one, unit, parts)),
      ),
      tied(!tie && settled.ties), // of places below the first: the winner has won without
    ),
    chartsOf(doc, figures.filter(isThere)),
  );
}

/**
 * Who has won: by whole names, if the line has room for them.
 * @param {TableDocument} doc
 * @param {{ seats: Record<string, any>[] }} settled
 */
function headlineOf(doc, { seats }) {
  const winners = seats.filter(({ winner }) => winner);
  const saidOf = (names) => say("settlement.winner", { count: winners.length, names: listed(names) });
  const whole = saidOf(winners.map(({ name }) => withApostrophes(name)));
  return whole.length > HEADLINE ? saidOf(winners.map(({ seat }) => seatName(doc, seat))) : whole;
}

/**
 * How many letters its longest line has: a win that is shared is told in two, larger than in one.
 * @param {string} headline
 * @param {{ seats: Record<string, any>[] }} settled
 */
function lettersIn(headline, { seats }) {
  const words = headline.split(" ");
  const two = words.map((_, at) =>
    Math.max(words.slice(0, at).join(" ").length, words.slice(at).join(" ").length)
  );
  return seats.filter(({ winner }) => winner).length > 1 ? Math.min(...two) : headline.length;
}

/**
 * How many stand on the podium. Where somebody on it would share a place with somebody who has no room, or
 * all three share the win, there is none: a step would stand empty, or all are level, and everybody has a
 * row.
 * @param {Record<string, any>[]} seats
 */
function stepsOf(seats) {
  const last = seats[STEPS - 1]?.rank;
  return last === 1 || (last && last === seats[STEPS]?.rank) ? 0 : Math.min(STEPS, seats.length);
}

/** How long names and sums on the podium are: all of them have one size of letters. */
function lettersOf(doc, seats, unit, parts) {
  const most = (of) => String(Math.max(...seats.map((one) => of(one).length)));
  return {
    "--most-letters": most(({ seat }) => seatName(doc, seat)),
    "--sum-letters": most(({ total }) => withUnit(total, unit)),
    "--lines": most(parts),
  };
}

/**
 * @param {TableDocument} doc
 * @param {Record<string, any>} one
 * @param {string} unit
 * @param {(one: Record<string, any>) => HTMLElement[]} parts
 */
function place(doc, one, unit, parts) {
  const { seat, rank, winner, total, decided: beside } = one;
  return h(
    "li",
    {
      "data-winner": Boolean(winner),
      "data-rank": rank,
      vars: { "--letters": Math.max(...seatName(doc, seat).split(/[\s-]/).map((word) => word.length)) },
    },
    h("span", { class: "rank" }, String(rank)),
    seatMark(doc, seat),
    beside && h("span", { class: "hint" }, beside),
    h("span", { class: "total figure" }, withUnit(total, unit)),
    h("ul", { class: "of-it" }, parts(one)),
  );
}

/**
 * What the total is of: cash and shares, or what few railroads brought; the same at every place, and nothing
 * where one of the two is all that anybody has.
 * @param {TableDocument} doc
 * @param {Record<string, any>} settled
 * @param {Record<string, any>[]} placed
 * @returns {(one: Record<string, any>) => HTMLElement[]}
 */
function partsIn(doc, settled, placed) {
  const { unit } = settled;
  const shares = (/** @type {Record<string, any>} */ { lines }) =>
    lines.reduce((sum, { amount }) => sum + amount, 0);
  const held = say(pricedAtEnd(settled) ? "figure.certificates" : "ending.shares");
  const few = placed.every(({ cash, lines }) => cash === null && lines.length <= PARTS);
  // without railroads nothing is paid for shares: its lines are counted in the cash
  const mixed = settled.railroads?.length > 0 && placed.some((one) => one.cash && shares(one));
  /** @type {(one: Record<string, any>) => Record<string, any>[]} */
  const told = (one) => {
    if (!mixed) return few ? one.lines : [];
    return [{ label: say("figure.cash"), amount: one.cash }, { label: held, amount: shares(one) }];
  };
  return (one) =>
    told(one).map(({ railroad, label, amount }) =>
      h("li", {}, railroad ? railroadBadge(doc, railroad) : label, h("span", {}, withUnit(amount, unit)))
    );
}

/** Drawn, or still to be drawn: not one that could not be had. */
function isThere(figure) {
  const { complete, naturalWidth } = figure.querySelector("img");
  return !complete || naturalWidth > 0;
}

/** One chart at a time, as large as it can be. */
function chartsOf(doc, figures) {
  const turning = new TurningPages();
  turning.className = "panel turning ending-charts";
  if (figures.length) appearsWith(turning, figures[0].querySelector("img"));
  turning.update(
    figures.map((figure) => {
      const { chart: name, title } = figure.dataset;
      return { name, title, part: { key: name, shows: doc.revision, make: () => figure } };
    }),
  );
  return turning;
}
