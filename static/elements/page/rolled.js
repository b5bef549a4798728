// A roll on the growth chart, as the calculator and a roll for all show it.

import { h } from "../../dom.js";
import { die } from "../../fields/dice.js";
import { say } from "../../messages.js";

/** The dice as they fell. */
export function fallen(dice) {
  return h("p", {
    class: "rolled-dice",
    role: "img",
    "aria-label": say("tools.rolled", { dice: dice.join(" + ") }),
  }, dice.map(die));
}

/** The row that they name, if there is one. */
export function rowOf(row) {
  return row && h("p", { class: "rolled-row" }, say("tools.row", { row }));
}

/** The cities of that row; null: the chart is not known there. */
export function citiesOf({ primary, secondary }) {
  const cities = [["tools.primary", primary], ["tools.secondary", secondary]].filter(([, city]) => city);
  if (!cities.length) return null;
  return h(
    "dl",
    { class: "rolled-cities" },
    cities.map(([label, city]) => h("div", {}, h("dt", {}, say(label)), h("dd", {}, city))),
  );
}
