// The game is over: a screen of its own. Who has won, the podium, and how it went, chart after chart.

import { h, icon } from "../../dom.js";
import { listed, say, withUnit } from "../../messages.js";
import { railroadBadge, seatMark, seatName } from "../panels/badges.js";
import { chartTitle, settledCharts } from "../settlement/charts.js";
import { decided } from "../settlement/outcome.js";
import { TurningPages } from "./turning.js";
/** @import { TableDocument } from "../../types.js" */

const STEPS = 3; // of a podium
const PARTS = 3; // so many railroads have room below a total

/**
 * @param {TableDocument} doc
 * @param {{ seats: Record<string, any>[], unit: string, tie_break: string | null }} settled
 */
export function ending(doc, settled) {
  const { seats, unit } = settled;
  const tie = decided(settled);
  const winners = seats.filter(({ winner }) => winner);
  const name = (one) => doc.seats.find(({ seat }) => seat === one.seat)?.name ?? "";
  const names = listed(winners.map(name));
  const steps = stepsOf(seats);
  return h(
    "section",
    { class: "ending", "aria-label": say("board.ending") },
    h(
      "div",
      { class: "ending-ranks" },
      h("div", { class: "ending-winner" }, [
        h("span", { class: "ending-crown", "aria-hidden": "true" }, icon("crown")),
        h("h2", {}, say("settlement.winner", { count: winners.length, names })),
        tie && h("p", { class: "ending-tie" }, tie),
      ]),
      h(
        "ol",
        { class: "podium", vars: lettersOf(doc, seats.slice(0, steps), unit) },
        seats.slice(0, steps).map((one) => place(doc, one, unit)),
      ),
      h("ol", { class: "final", start: steps + 1 }, seats.slice(steps).map((one) => place(doc, one, unit))),
    ),
    chartsOf(doc, settled),
  );
}

/**
 * How many stand on the podium: whoever shares a place with somebody who has no room on it, is listed below
 * as well, unless that is the first.
 * @param {Record<string, any>[]} seats
 */
function stepsOf(seats) {
  const below = seats[STEPS]?.rank;
  return seats.slice(0, STEPS).filter(({ rank }) => rank !== below).length || STEPS;
}

/** How long names and sums on the podium are: all of them have one size of letters. */
function lettersOf(doc, seats, unit) {
  const most = (of) => String(Math.max(...seats.map((one) => of(one).length)));
  return {
    "--most-letters": most(({ seat }) => seatName(doc, seat)),
    "--sum-letters": most(({ total }) => withUnit(total, unit)),
    "--lines": most(({ cash, lines }) => partsOf(doc, cash, lines, unit)),
  };
}

/**
 * @param {TableDocument} doc
 * @param {Record<string, any>} one
 * @param {string} unit
 */
function place(doc, { seat, rank, winner, total, cash, lines }, unit) {
  return h(
    "li",
    {
      "data-winner": Boolean(winner),
      "data-rank": rank,
      vars: { "--letters": Math.max(...seatName(doc, seat).split(/[\s-]/).map((word) => word.length)) },
    },
    h("span", { class: "rank" }, String(rank)),
    seatMark(doc, seat),
    h("span", { class: "total figure" }, withUnit(total, unit)),
    h("ul", { class: "of-it" }, partsOf(doc, cash, lines, unit)),
  );
}

/**
 * What the total is of: cash and shares, or what few railroads brought; nothing where one of them is all.
 * @param {TableDocument} doc
 * @param {number | null} cash
 * @param {{ railroad?: string, label: string, amount: number }[]} lines
 * @param {string} unit
 */
function partsOf(doc, cash, lines, unit) {
  const shares = lines.reduce((sum, { amount }) => sum + amount, 0);
  const both = [{ label: say("figure.cash"), amount: cash }, { label: say("ending.shares"), amount: shares }];
  const told = cash && shares ? both : cash === null && lines.length <= PARTS ? lines : [];
  return told.map(({ railroad, label, amount }) =>
    h("li", {}, railroad ? railroadBadge(doc, railroad) : label, h("span", {}, withUnit(amount, unit)))
  );
}

/** One chart at a time, as large as it can be. */
function chartsOf(doc, settled) {
  const turning = new TurningPages();
  turning.className = "panel turning ending-charts";
  turning.update(
    settledCharts(doc, settled, { tall: true }).map((figure) => {
      const name = figure.dataset.chart;
      const title = chartTitle(name, settled.unit);
      return { name, title, part: { key: name, shows: doc.revision, make: () => figure } };
    }),
  );
  return turning;
}
