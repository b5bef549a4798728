// How long everybody was at turn, told when one looks back: from the times of the entries, and no clock runs.

import { h } from "../../dom.js";
import { say } from "../../messages.js";
import { seatMark } from "../panels/badges.js";
/** @import { TableDocument } from "../../types.js" */

const MINUTE = 60; // seconds
const HOUR = 60; // minutes

/** Seconds in words, as one remembers them: no seconds, and hours where there are any. */
export function duration(seconds) {
  const minutes = Math.floor(seconds / MINUTE);
  if (!minutes) return say("settlement.time.moment");
  if (minutes < HOUR) return say("settlement.time.minutes", { minutes });
  return say("settlement.time.hours", { hours: Math.floor(minutes / HOUR), minutes: minutes % HOUR });
}

/** Was anybody at turn for a minute? What was read in at once has no evening behind it. */
function lasted(times) {
  return times?.seats.some(({ seconds }) => seconds >= MINUTE) ?? false;
}

/** What its chart ends with, for who does not see it; empty where there is nothing to draw. */
export function inWords(times) {
  if (!lasted(times)) return "";
  const each = ({ name, seconds }) => say("settlement.chart-figure", { name, amount: duration(seconds) });
  return times.seats.map(each).join(", ");
}

/**
 * Each player with how long it was; nothing, where nobody was at turn for a minute.
 * @param {TableDocument} doc
 */
export function timeAtTurn(doc, times) {
  if (!lasted(times)) return [];
  const row = ({ seat, seconds }) =>
    h(
      "tr",
      { "data-seat": seat },
      h("th", { scope: "row" }, seatMark(doc, seat)),
      h("td", { class: "number" }, duration(seconds)),
    );
  return [
    h("h2", {}, say("settlement.time")),
    h("p", { class: "hint" }, say("settlement.time.help", { minutes: times.longest / MINUTE })),
    h("table", { class: "payoff" }, h("tbody", {}, times.seats.map(row))),
  ];
}
