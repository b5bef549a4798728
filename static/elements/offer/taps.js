// What the taps of a seat's page need besides what they do by themselves.

import { watchTaps } from "../page/second-tap.js";
import { pace } from "../../settings.js";

/**
 * From this tap on.
 * @param {MouseEvent} first
 */
export function heed(first) {
  watchTaps(first);
  document.addEventListener("click", unfolded);
}

/**
 * What a form has folded away is opened to be seen: not under the bar, nor under the head.
 * @param {any} tap
 */
function unfolded({ target }) {
  const fold = target.closest(".offer-fields summary")?.parentElement;
  if (!fold) return;
  const heightOf = (one) => document.querySelector(one)?.offsetHeight ?? 0;
  fold.style.scrollMargin = `${heightOf(".seat-top")}px 0 ${heightOf(".confirm-bar")}px`;
  requestAnimationFrame(() => fold.open && fold.scrollIntoView({ block: "nearest", behavior: pace() }));
}
