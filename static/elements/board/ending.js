// The game is over: a screen of its own. Who has won, the podium, and how it went, chart after chart.

import { h, icon } from "../../dom.js";
import { listed, say, withUnit } from "../../messages.js";
import { seatMark } from "../panels/badges.js";
import { cashBeforePayoff, charts, treasuries } from "../settlement/charts.js";
import { TurningPages } from "./turning.js";
/** @import { TableDocument } from "../../types.js" */

const STEPS = 3; // of a podium

/**
 * @param {TableDocument} doc
 * @param {{ seats: Record<string, any>[], unit: string }} settled
 */
export function ending(doc, { seats, unit }) {
  const winners = seats.filter(({ winner }) => winner);
  const name = (one) => doc.seats.find(({ seat }) => seat === one.seat)?.name ?? "";
  const names = listed(winners.map(name));
  return h(
    "section",
    { class: "ending", "aria-label": say("board.ending") },
    h(
      "div",
      { class: "ending-ranks" },
      h("div", { class: "ending-winner" }, [
        h("span", { class: "ending-crown", "aria-hidden": "true" }, icon("crown")),
        h("p", { class: "overline" }, say("seat.over")),
        h("h2", {}, say("settlement.winner", { count: winners.length, names })),
      ]),
      h("ol", { class: "podium" }, seats.slice(0, STEPS).map((one) => place(doc, one, unit))),
      h("ol", { class: "final", start: STEPS + 1 }, seats.slice(STEPS).map((one) => place(doc, one, unit))),
    ),
    chartsOf(doc, seats, unit),
  );
}

/**
 * @param {TableDocument} doc
 * @param {Record<string, any>} one
 * @param {string} unit
 */
function place(doc, { seat, rank, winner, total }, unit) {
  return h(
    "li",
    { "data-winner": Boolean(winner), "data-rank": rank },
    h("span", { class: "rank" }, String(rank)),
    seatMark(doc, seat),
    h("span", { class: "total figure" }, withUnit(total, unit)),
  );
}

/** One chart at a time, as large as it can be. */
function chartsOf(doc, seats, unit) {
  const figures = (rows, of, amount, its = say("unit.money")) =>
    rows.filter((row) => Number.isInteger(amount(row))).map((row) =>
      say("settlement.chart-figure", { name: of(row), amount: withUnit(amount(row), its) })
    ).join(", ");
  const all = {
    worth: doc.seats.some(({ cash }) => cash !== null) &&
      figures(seats, ({ name }) => name, ({ total }) => total, unit),
    cash: figures(doc.seats, ({ name }) => name, cashBeforePayoff(seats)),
    income: figures(doc.railroads, ({ id }) => id, ({ income }) => income),
    treasury: treasuries(doc, figures(doc.railroads, ({ id }) => id, ({ treasury }) => treasury)),
  };
  const points = unit === say("unit.money") ? {} : { worth: say("settlement.chart.points") };
  const turning = new TurningPages();
  turning.className = "panel turning ending-charts";
  turning.update(
    charts(doc.code, doc.revision, all, points, true).map((figure) => {
      const name = figure.dataset.chart;
      const title = points[name] ?? say(`settlement.chart.${name}`);
      return { name, title, part: { key: name, shows: doc.revision, make: () => figure } };
    }),
  );
  return turning;
}
