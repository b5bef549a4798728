// What a seat's page does from its first tap on; its first load goes without.

import { watchTaps } from "../page/second-tap.js";
import { pace } from "../../settings.js";

/**
 * From this tap on.
 * @param {MouseEvent} first
 */
export function heed(first) {
  watchTaps(first);
  document.addEventListener("click", unfolded);
  stayBeside(document.querySelector(".seat-rest"));
}

/**
 * On a laptop the tables stay beside a form that is longer. They scroll as far as their end, which no style
 * knows by itself.
 * @param {HTMLElement | null} tables
 */
function stayBeside(tables) {
  if (!tables) return;
  const measure = () => tables.style.setProperty("--tall", `${tables.offsetHeight}px`);
  new ResizeObserver(measure).observe(tables);
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
