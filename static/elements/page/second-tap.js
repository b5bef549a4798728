// The second tap of a finger is on nothing that has come under it since the first.

import { h } from "../../dom.js";

const LATER_MS = 500; // who taps what has just come there has meant what was there before
const ACROSS_PX = 56;
const CONTROLS = "label, button, a, input, summary";

/** @param {Element | null} part */
const controlAt = (part) => part?.closest("label") ?? part?.closest(CONTROLS) ?? null;

/** What tells a control from another that has been drawn in its place. */
const nameOf = (control) =>
  control.getAttribute("aria-label") ?? (control.getAttribute("value") || control.textContent);

/**
 * After a tap: whatever else comes under the finger is covered for a moment.
 * @param {MouseEvent} tap
 */
export function coverWhatComes({ clientX: x, clientY: y, target, timeStamp }) {
  const tapped = controlAt(/** @type {Element} */ (target));
  if (!tapped || (!x && !y)) return; // by the keyboard
  const name = nameOf(tapped);
  const look = (now) => {
    if (now > timeStamp + LATER_MS) return;
    const there = controlAt(document.elementFromPoint(x, y));
    if (!there || there === tapped || nameOf(there) === name) return void requestAnimationFrame(look);
    const cover = h("div", { "aria-hidden": "true", "data-cover": true }); // no sheet has to come for it
    Object.assign(cover.style, {
      position: "fixed",
      left: `${x - ACROSS_PX / 2}px`,
      top: `${y - ACROSS_PX / 2}px`,
      width: `${ACROSS_PX}px`,
      height: `${ACROSS_PX}px`,
      zIndex: "9",
    });
    (there.closest("dialog") ?? document.body).append(cover);
    setTimeout(() => cover.remove(), timeStamp + LATER_MS - now);
  };
  requestAnimationFrame(look);
}
