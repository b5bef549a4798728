// The players' figures of a game that is already on: a row for each figure, a column for each player, as one
// looks around the table.

import { h } from "../../dom.js";
import { calledNames } from "../board/wording.js";
import { railroadBadge } from "../panels/badges.js";

const OF_A_SEAT = /^seat:/;
const SHARES = "shares.";
const FAULTS = "grid-faults";

/** Of which railroad a figure counts shares; undefined: of none. */
export const shareOf = ({ name }) => name.startsWith(SHARES) ? name.slice(SHARES.length) : undefined;

/** Numbers that every player has. */
export function inGrid(figures) {
  const theirs = figures.filter(({ of, choices, known }) => OF_A_SEAT.test(of) && !choices && !known);
  const count = new Set(theirs.map(({ of }) => of)).size;
  const byAll = ({ name }) => theirs.filter((one) => one.name === name).length === count;
  return theirs.filter(byAll);
}

/**
 * `names`: by account, whoever has one; `boxOf`: the box of a figure.
 * @param {any} game
 * @param {any[]} figures
 * @param {Map<string, string>} names
 * @param {(figure: any) => HTMLElement} boxOf
 */
export function playersGrid(game, figures, names, boxOf) {
  const seats = [...new Set(figures.map(({ of }) => of))];
  const rows = [...new Map(figures.map((figure) => [figure.name, figure])).values()];
  const called = calledNames([...names.values()]);
  const column = (seat) =>
    h(
      "th",
      { scope: "col", title: names.get(seat) },
      h("span", {}, called.get(names.get(seat)) ?? names.get(seat)),
    );
  const box = (name, seat) => {
    const figure = figures.find((one) => one.of === seat && one.name === name);
    const input = boxOf(figure);
    input.setAttribute("aria-label", `${names.get(seat)}, ${figure.label}`);
    return h("td", {}, input);
  };
  const table = h(
    "table",
    { class: "players-grid" },
    h("thead", {}, h("tr", {}, h("td", {}), seats.map(column))),
    h(
      "tbody",
      {},
      rows.map(({ name, label }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, headOf(game, name, label)),
          seats.map((seat) => box(name, seat)),
        )
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
