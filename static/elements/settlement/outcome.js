// How the game has ended: who has won, one's own place, and everybody else's; on a laptop, also how it went.

import { h, icon, pageLink, stylesheets } from "../../dom.js";
import { listed, ordinal } from "../../longhand.js";
import { moreWords, say, withUnit } from "../../messages.js";
import { momentPath } from "../../moments.js";
import { calledNames } from "../board/wording.js";
import { seatMark } from "../panels/badges.js";
/** @import { Table } from "../../table.js" */
/** @import { TableDocument } from "../../types.js" */

const BLANK = "\u00a0"; // keeps the room of a line

const NAME = 14; // letters that have room in a line of their own

const roomy = matchMedia("(min-width: 1000px)"); // a phone's begin with the settlement

/**
 * Its lines are there at once, their words come with the settlement.
 * @param {HTMLElement} place
 * @param {Table} table
 */
export async function tellOutcome(place, table) {
  await Promise.all([moreWords(), stylesheets("outcome")]);
  place.replaceChildren(...outcome(table));
}

/** @param {Table} table */
function outcome(table) {
  const { doc } = table;
  const winner = h("h2", {}, BLANK); // that it is over stands above
  const place = h("p", { class: "place-in-it" }, BLANK);
  const ranking = h("ol", { class: "in-order" }, doc.seats.map(() => h("li", {}, BLANK)));
  const tie = h("p", { class: "hint tie-break" });
  const charted = h("div", { class: "in-lines" });
  const settlement = [say("seat.to-settlement"), icon("arrow")];
  const more = pageLink(`/t/${doc.code}/settlement`, settlement, { class: "primary as-button" });
  const looksOn = !table.ownSeat && !table.isHost; // nor is there a line of all pages below
  const ways = looksOn ? h("p", { class: "ways" }, more, otherWays(doc)) : more;
  const most = Math.max(...doc.seats.map(({ worth }) => worth ?? 0));
  // Below what decides a tie it waits for that, so that it never moves.
  ways.toggleAttribute("hidden", doc.seats.filter(({ worth }) => worth === most).length > 1);
  table.settlement().then((settled) => {
    const { seats, unit } = settled;
    const names = seats.filter(({ winner }) => winner).map(({ name }) => name);
    const own = seats.find((one) => one.seat === table.ownSeat);
    const mine = names.length === 1 && own?.winner;
    winner.textContent = mine
      ? say("seat.you-win")
      : say("settlement.winner", { count: names.length, names: listed(names) });
    const total = own && withUnit(own.total, unit);
    place.toggleAttribute("hidden", !own); // a screen that acts for all is nobody's
    const tied = own && isTied(seats, own) && `(${say("settlement.tied")})`;
    const count = [seats.length, tied].filter(Boolean).join(" ");
    if (own) place.textContent = say("seat.place", { place: ordinal(own.rank), count, total });
    tie.textContent = decided(settled) ?? settled.ties ?? "";
    const named = calledAtEnd(doc, settled);
    ranking.replaceChildren(...seats.map((one) => placed(named, one, one === own, isTied(seats, one), unit)));
    if (roomy.matches) showLines(charted, doc, settled);
  }).catch(() => {}).finally(() => ways.removeAttribute("hidden")); // the settlement itself is a tap away
  const crown = h("span", { class: "crown", "aria-hidden": "true" }, icon("crown"));
  return [crown, winner, place, ranking, tie, ways, charted];
}

/** @param {TableDocument} doc */
function otherWays({ code }) {
  return [
    pageLink(momentPath(code), [icon("play"), say("again.watch")], { class: "quiet-link" }),
    pageLink(`/t/${code}/board`, say("page.board"), { class: "quiet-link" }),
  ];
}

/**
 * The same, with names as long as they have room at the end: nothing else stands beside them there.
 * @param {TableDocument} doc
 * @param {{ seats: Record<string, any>[] }} settled
 * @param {(name: string) => string} [written] how a screen writes them
 * @returns {TableDocument}
 */
export function calledAtEnd(doc, { seats }, written = (name) => name) {
  const called = calledNames(seats.map(({ name }) => name));
  const named = (name) => written(name.length <= NAME ? name : called.get(name));
  const names = new Map(seats.map(({ seat, name }) => [seat, named(name)]));
  return { ...doc, seats: doc.seats.map((one) => ({ ...one, name: names.get(one.seat) ?? one.name })) };
}

/**
 * What decided a tie, if somebody who has as much as the winners does not win: of a win that all share
 * the names say enough.
 * @param {{ seats: Record<string, any>[], tie_break: string | null }} settled
 */
export function decided({ seats, tie_break: tieBreak }) {
  const most = Math.max(...seats.map(({ total }) => total));
  return seats.some(({ total, winner }) => total === most && !winner) ? tieBreak : null;
}

/**
 * Does somebody else have the same place?
 * @param {{ rank: number }[]} seats
 * @param {{ rank: number }} one
 */
export function isTied(seats, one) {
  return seats.some((other) => other !== one && other.rank === one.rank);
}

/**
 * @param {TableDocument} doc
 * @param {{ seat: number, rank: number, total: number, decided?: string }} one
 * @param {boolean} own
 * @param {boolean} tied
 * @param {string} unit
 */
function placed(doc, { seat, rank, total, decided: reason }, own, tied, unit) {
  return h(
    "li",
    { "data-own": own, "data-noted": Boolean(reason || tied) },
    h("span", { class: "hint" }, String(rank)),
    seatMark(doc, seat),
    (reason || tied) && h("span", { class: "hint" }, reason ?? say("settlement.tied")),
    h("span", { class: "number" }, withUnit(total, unit)),
  );
}

/** What everybody was worth, as the evening went; while that is drawn, its place says what will be there. */
async function showLines(place, doc, settled) {
  const [{ settledCharts, whenDrawn }] = await Promise.all([import("./charts.js"), moreWords()]);
  const figures = settledCharts(doc, settled, { only: ["worth"] });
  for (const figure of figures) {
    const words = h("p", { class: "hint" }, say("settlement.drawing", { chart: figure.dataset.title }));
    place.append(figure, words);
    whenDrawn(figure.querySelector("img"), () => words.remove());
  }
}
