// How one player's total adds up, line by line; what several lines are called alike is one, and unfolds.

import { button, h, icon } from "../../dom.js";
import { money, say, withUnit } from "../../messages.js";
import { badgeLetters, railroadBadge, seatMark } from "../panels/badges.js";
import { standsFor } from "../panels/panel.js";
import { dividendsAlone } from "./charts.js";
import { isTied } from "./outcome.js";
/** @import { TableDocument } from "../../types.js" */
/**
 * @typedef {object} Line
 * @property {string} label
 * @property {number} amount
 * @property {string} [railroad]
 * @property {string} [formula]
 * @property {string[]} [stands] which figure its amount is, and whose
 */

const BLANK = "\u00a0";
// "cities 3 VP" stands in one line
const WORD_AND_NUMBER = /(\p{L}) (?=\d)|(\d) (?=\p{Lu}{2}\b)/gu;
const LONG = 24; // letters of a formula that takes all the width of a phone
const LINES = 8; // of an account that is open from the beginning
const IN_SIGHT = 9; // lines of the winner's and places, in a laptop's first screen
const PLACE_LINES = 2; // as high as a row of places, where three stand in one
// Else, and where accounts are long, only the winner's and one's own are unfolded
export const roomy = matchMedia("(min-width: 700px)");

/**
 * @param {TableDocument} doc
 * @param {any} payoff
 * @param {Record<string, any>} settled
 */
export function accountOf(doc, payoff, settled) {
  const { seat, rank, winner, total, decided } = payoff;
  const { projected, unit, seats } = settled;
  const won = Boolean(winner) && !projected;
  const lines = told(payoff, settled);
  const groups = grouped(lines, settled);
  const whole = isWhole(settled);
  const only = alone(groups);
  const head = [
    h("span", { class: "rank" }, String(rank)),
    h("h2", {}, seatMark(doc, seat)),
    won && laurel(),
    h(
      "span",
      { class: "worth" },
      standsFor(
        h("span", { class: "total figure" }, sized(withUnit(total, unit))),
        ...(only?.stands ?? []),
      ),
      (decided || isTied(seats, payoff)) && h("span", { class: "hint" }, decided ?? say("settlement.tied")),
    ),
  ];
  const marks = { "data-seat": seat, "data-winner": won, "data-first": rank === 1 };
  if (only) return h("li", marks, h("div", { class: "rank-head" }, head));
  const most = roomy.matches ? IN_SIGHT - linesOfPlaces(doc, settled) : LINES; // long sums wait for a tap
  const open = whole || (groups.length <= most && (rank === 1 || seat === doc.you.seat));
  return h(
    "li",
    marks,
    h(
      "details",
      { open },
      h("summary", { class: "rank-head" }, head),
      h(
        "table",
        { class: "payoff" },
        h("caption", { class: "unseen" }, say("settlement.account")),
        groups.map((group) =>
          Array.isArray(group) ? folded(doc, group, unit, whole) : h("tbody", {}, row(doc, group, unit))
        ),
        h(
          "tfoot",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "row", colspan: "2" }, say("settlement.total")),
            h("td", { class: "number" }, withUnit(total, unit)),
          ),
        ),
      ),
    ),
  );
}

/**
 * Is there room for every account, unfolded to its last line?
 * @param {Record<string, any>} settled
 */
export function isWhole(settled) {
  return roomy.matches && settled.seats.every((one) => isShort(told(one, settled), settled));
}

/**
 * How many lines of an account the places take; of dividends alone those below the winner stand in rows.
 * @param {TableDocument} doc
 * @param {Record<string, any>} settled
 */
function linesOfPlaces(doc, settled) {
  const { length } = settled.seats;
  return dividendsAlone(doc, settled) ? PLACE_LINES * Math.ceil((length - 1) / 3) : length;
}

/**
 * The line of an account that adds nothing up, such as cash alone: the total above says it all.
 * @param {(Line | Line[])[]} groups
 * @returns {Partial<Line> | null}
 */
function alone([one = { label: "", amount: 0 }, ...others]) {
  return others.length || Array.isArray(one) || one.railroad || one.formula ? null : one;
}

/**
 * The lines of an account, cash first. What each share pays stands once for all: here, how many times.
 * @param {any} payoff
 * @param {Record<string, any>} settled
 * @returns {Line[]}
 */
export function told({ seat, cash, lines }, settled) {
  const { projected, railroads, entered } = settled;
  const paid = new Map((railroads ?? []).map((one) => [one.railroad, one.per_share]));
  const short = (line) => {
    const each = paid.get(line.railroad);
    const number = each > 0 && line.amount / each;
    if (!Number.isInteger(number) || !number) return line;
    return {
      ...line,
      formula: number > 1 ? say("settlement.times", { number, each: money(each) }) : undefined,
    };
  };
  const besides = paysNoShares(settled) && lines.length > 0;
  if (cash === null || (besides && !cash)) return lines.map(short);
  const counted = entered ? "settlement.cash-on-entry" : "settlement.other-cash";
  const label = say(besides ? counted : "figure.cash");
  return [{ label, amount: cash, stands: projected ? [`seat:${seat}`, "cash"] : [] }, ...lines.map(short)];
}

/** What was paid during the game is no payment for shares: its lines are counted in the cash. */
const paysNoShares = (/** @type {Record<string, any>} */ { railroads }) => !railroads?.length;

/**
 * Lines that are called alike stand together, and so do all others if some do.
 * @param {Line[]} lines
 * @param {Record<string, any>} settled
 * @returns {(Line | Line[])[]}
 */
export function grouped(lines, settled) {
  const groups = [...Map.groupBy(lines, ({ label }) => label).values()];
  if (!paysNoShares(settled) || groups.length === lines.length) return lines;
  return groups.map((group) => (group[0].railroad ? group : group[0]));
}

/**
 * Is an account wholly unfolded read at a glance, and are the places after it still in sight?
 * @param {Line[]} lines
 * @param {Record<string, any>} settled
 */
export function isShort(lines, settled) {
  const heads = grouped(lines, settled).filter(Array.isArray);
  return lines.length + heads.length <= LINES;
}

/**
 * @param {TableDocument} doc
 * @param {Line} line
 * @param {string} unit
 */
function row(doc, { railroad, label, formula, amount, stands = [] }, unit) {
  const name = railroad && label === badgeLetters(railroad) ? "" : label; // its plate says it
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, railroad && railroadBadge(doc, railroad), h("span", {}, name)),
    h(
      "td",
      { class: "formula", "data-long": formula?.length > LONG },
      formula?.replace(WORD_AND_NUMBER, `$1$2${BLANK}`) ?? "",
    ),
    h("td", { class: "number" }, standsFor(h("span", {}, withUnit(amount, unit)), ...stands)),
  );
}

/**
 * What they come to; a tap shows them one by one. On paper all of them stand.
 * @param {TableDocument} doc
 * @param {Line[]} lines
 * @param {string} unit
 * @param {boolean} open from the beginning
 */
function folded(doc, lines, unit, open) {
  const sum = lines.reduce((all, { amount }) => all + amount, 0);
  const fold = button(lines[0].label, () => {
    fold.setAttribute("aria-expanded", String(group.toggleAttribute("data-open")));
  }, { class: "fold", "aria-expanded": String(open) });
  const group = h(
    "tbody",
    { class: "group", "data-open": open },
    h(
      "tr",
      {},
      h("th", { scope: "rowgroup", colspan: "2" }, fold),
      h("td", { class: "number" }, withUnit(sum, unit)),
    ),
    lines.map((line) => row(doc, { ...line, label: "" }, unit)),
  );
  return group;
}

/** Of a sum, points stand smaller than their number. */
function sized(sum) {
  const [number, ...unit] = sum.split(BLANK);
  return unit.length ? [number, h("span", { class: "unit" }, `${BLANK}${unit.join(BLANK)}`)] : sum;
}

const laurel = () =>
  h("span", { class: "laurel" }, icon("crown"), h("span", { class: "unseen" }, say("settlement.won")));
