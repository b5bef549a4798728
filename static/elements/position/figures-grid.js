// Figures of a game that is already on, as one looks around the table: those of the players, a row for each
// figure and a column for each player; and those of the railroads, a row for each.

import { h } from "../../dom.js";
import { calledNames } from "../board/wording.js";
import { railroadBadge } from "../panels/badges.js";

const OF_A_SEAT = /^seat:/;
const OF_A_RAILROAD = "railroad:";
const MOST_LETTERS = 16; // above a column
const SHARES = "shares.";
const FAULTS = "grid-faults";

/** Of which railroad a figure counts shares; undefined: of none. */
export const shareOf = ({ name }) => name.startsWith(SHARES) ? name.slice(SHARES.length) : undefined;

/** Numbers that every player has. */
export function ofPlayers(figures) {
  const theirs = figures.filter(({ of, choices, known }) => OF_A_SEAT.test(of) && !choices && !known);
  const count = new Set(theirs.map(({ of }) => of)).size;
  const byAll = ({ name }) => theirs.filter((one) => one.name === name).length === count;
  return theirs.filter(byAll);
}

/** Numbers of several railroads whose names have room above a column; none where there is but one column. */
export function ofRailroads(figures) {
  const short = ({ of, choices, known, label }) =>
    of.startsWith(OF_A_RAILROAD) && !choices && !known && label.length <= MOST_LETTERS;
  const theirs = figures.filter(short);
  const bySome = ({ name }) => theirs.filter((one) => one.name === name).length > 1;
  const found = theirs.filter(bySome);
  return new Set(found.map(({ name }) => name)).size > 1 ? found : [];
}

/**
 * `names`: by account, whoever has one; `boxOf`: the box of a figure.
 * @param {any} game
 * @param {any[]} figures
 * @param {Map<string, string>} names
 * @param {(figure: any) => HTMLElement} boxOf
 */
export function playersGrid(game, figures, names, boxOf) {
  const called = calledNames([...names.values()]);
  const seats = [...new Set(figures.map(({ of }) => of))];
  const columns = seats.map((seat) => ({
    title: names.get(seat),
    words: called.get(names.get(seat)) ?? names.get(seat),
    has: ({ of }) => of === seat,
  }));
  const rows = firstOfEach(figures, ({ name }) => name).map(({ name, label }) => ({
    head: headOf(game, name, label),
    has: (figure) => figure.name === name,
  }));
  return grid(columns, rows, figures, boxOf, ({ of, label }) => `${names.get(of)}, ${label}`);
}

/**
 * @param {any} game
 * @param {any[]} figures
 * @param {(figure: any) => HTMLElement} boxOf
 */
export function railroadsGrid(game, figures, boxOf) {
  const columns = firstOfEach(figures, ({ name }) => name).map(({ name, label }) => ({
    title: label,
    words: label,
    has: (figure) => figure.name === name,
  }));
  const idOf = (of) => of.slice(OF_A_RAILROAD.length);
  const rows = firstOfEach(figures, ({ of }) => of).map(({ of }) => ({
    head: railroadBadge(game, idOf(of)),
    has: (figure) => figure.of === of,
  }));
  return grid(columns, rows, figures, boxOf, ({ of, label }) => `${idOf(of)}, ${label}`);
}

/** @param {(figure: any) => string} which */
const firstOfEach = (figures, which) => {
  const found = new Map();
  for (const figure of figures) if (!found.has(which(figure))) found.set(which(figure), figure);
  return [...found.values()];
};

/** Where a row and a column meet there is a box, if there is such a figure. */
function grid(columns, rows, figures, boxOf, aloud) {
  const box = (row, column) => {
    const figure = figures.find((one) => row.has(one) && column.has(one));
    if (!figure) return h("td", {});
    const input = boxOf(figure);
    input.setAttribute("aria-label", aloud(figure));
    return h("td", {}, input);
  };
  const heading = ({ title, words }) => h("th", { scope: "col", title }, h("span", {}, words));
  const table = h(
    "table",
    { class: "figures-grid" },
    h("thead", {}, h("tr", {}, h("td", {}), columns.map(heading))),
    h(
      "tbody",
      {},
      rows.map((row) =>
        h("tr", {}, h("th", { scope: "row" }, row.head), columns.map((column) => box(row, column)))
      ),
    ),
  );
  new ResizeObserver(() => standUp(table)).observe(table);
  return table;
}

/** Names that have no room beside one another stand upright: none is broken or cut. */
function standUp(table) {
  table.removeAttribute("data-upright");
  const heads = [...table.querySelectorAll("th[scope=col]")];
  const isWide = heads.some((head) => head.firstChild.offsetWidth > head.clientWidth);
  table.toggleAttribute("data-upright", isWide);
}

function headOf(game, name, label) {
  if (!name.startsWith(SHARES)) return label;
  return [railroadBadge(game, name.slice(SHARES.length)), h("span", { class: "unseen" }, label)];
}

/**
 * Below its row, over all columns. What was told there before goes only with the next.
 * @param {HTMLElement} input
 * @param {HTMLElement} fault
 */
export function tellInGrid(input, fault) {
  const row = input.closest("tr");
  if (!row.nextElementSibling?.classList.contains(FAULTS)) {
    row.after(h("tr", { class: FAULTS }, h("td", { colspan: row.children.length })));
  }
  row.nextElementSibling.querySelector("td").append(fault);
}

/** @param {HTMLElement} form */
export function forgetFaults(form) {
  for (const row of form.querySelectorAll(`.${FAULTS}`)) row.remove();
  for (const box of form.querySelectorAll("[aria-describedby]")) box.removeAttribute("aria-describedby");
}
