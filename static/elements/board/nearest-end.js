// What stands below all pages that take turns, a line each: of several ends of the game the nearest, and who
// has a card that goes from player to player.

import { h } from "../../dom.js";
import { say } from "../../messages.js";
import { seatMark, signs } from "../panels/badges.js";
import { endMeters, endPanel, standing } from "../table/table-sheets.js";
/** @import { PanelDocument, TableDocument } from "../../types.js" */

/**
 * As a part of where it stands; null for a game without such a figure.
 * @param {TableDocument} doc
 * @returns {import("../../dom.js").Part | null}
 */
export function nearestEndPart(doc) {
  const [nearest] = [...(doc.end ?? [])].sort((a, b) => share(b) - share(a));
  const make = () => {
    const line = endMeters({ ...doc, end: [nearest] });
    line.querySelector("p").dataset.title = say(doc.end.length > 1 ? "board.nearest-end" : "end.title");
    return h("div", { class: "nearest-end" }, line);
  };
  return nearest ? { key: "nearest", shows: nearest, make } : null;
}

/**
 * A card that lies before a player, or will.
 * @param {PanelDocument} panel
 */
export const isHeldCard = ({ kind, account }) => kind === "card" && account?.startsWith("seat:");

/**
 * Who has that card; null for a game without one. Its line is there from the beginning: nothing moves when
 * it is given to somebody.
 * @param {TableDocument} doc
 * @param {PanelDocument[]} panels
 * @returns {import("../../dom.js").Part | null}
 */
export function heldCardPart(doc, panels) {
  const card = panels.find(isHeldCard);
  const { title, text, seat } = card ?? {};
  const make = () => h("p", { class: "held-card", "data-title": title }, seat ? seatMark(doc, seat) : text);
  return card ? { key: "card", shows: [title, text, seat, signs(doc)], make } : null;
}

/** How much of the way to it is behind the table; what has no figure is never nearest to another. */
const share = ({ progress, of, met }) => (met ? 1 : of ? (progress ?? 0) / of : -1);

/**
 * How near the game is to its end, as a part of where it stands; null for a game without such a figure.
 * @param {TableDocument} doc
 */
export function endPart(doc) {
  const shows = [doc.end, (doc.end ?? []).map(({ progress, of }) => standing(doc, progress, of))];
  return doc.end?.length ? { key: "end", shows, make: () => endPanel(doc) } : null;
}
