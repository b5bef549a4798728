// What is done beside an auction. On a TV it is told below, in the corner: the auction keeps its letters, and
// no bidder moves. In the bank alone nothing else may stand there: then the last moves do.

import { fillParts, h } from "../../dom.js";
import { say } from "../../messages.js";
import { lastMovesPart } from "./last-moves.js";
import { besidePart } from "./moment.js";
/** @import { TableDocument } from "../../types.js" */

/**
 * The page that tells it, `fresh` since which revision; null without an auction, and where nothing was done
 * beside it and other pages have the corner.
 * @param {TableDocument} doc
 * @param {unknown[]} others the other pages
 */
export function besidePage(doc, others) {
  const beside = doc.auction && besidePart(doc);
  if (!doc.auction || (others.length && !beside)) return null;
  const parts = [beside, lastMovesPart(doc, false, beside?.shows ?? null)].filter(Boolean);
  const make = (element = h("div", { class: "news-page" })) => {
    fillParts(element, parts);
    return element;
  };
  const part = { key: "news", shows: parts.map(({ shows }) => shows), make };
  return { name: "last", title: say("board.last"), part, fresh: beside?.shows.revision };
}
