// How near the end of the game is, in one line: of several ends the nearest.

import { h } from "../../dom.js";
import { say } from "../../messages.js";
import { endMeters } from "../table/table-sheets.js";
/** @import { TableDocument } from "../../types.js" */

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

/** How much of the way to it is behind the table; what has no figure is never nearest to another. */
const share = ({ progress, of, met }) => (met ? 1 : of ? (progress ?? 0) / of : -1);
