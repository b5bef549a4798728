// What a seat's page does from its first tap on, and a laptop's from its beginning: no first load of a phone.

import { stylesheets } from "../../dom.js";
import { stayWhereRead } from "../table/reading.js";
import { watchTaps } from "../page/second-tap.js";
import { pace } from "../../settings.js";
import { isBeside } from "./floor.js";
/** @import { OfferList } from "./offer-list.js" */

const LAPTOP = "(min-width: 601px) and (pointer: fine)";
const STOOD = "companion.stood"; // how far down the form was, px, when the page was left
const WRITTEN = "input:not([type=radio], [type=checkbox]), textarea, select";

/** The key of the keypad that has the focus because the mouse pressed it. @type {EventTarget | null} */
let clicked = null;

/**
 * From this tap on, or before any.
 * @param {MouseEvent} [first]
 */
export function heed(first) {
  if (first) watchTaps(first);
  document.addEventListener("click", unfolded);
  document.addEventListener("click", pressed);
  document.addEventListener("keydown", typed);
  document.addEventListener("keydown", entered);
  matchMedia("(orientation: portrait)").addEventListener("change", turned);
  addEventListener("pagehide", () => {
    const form = document.querySelector("offer-form");
    if (form) sessionStorage.setItem(STOOD, String(form.getBoundingClientRect().top));
    else beginAtTheTop();
  });
  const list = /** @type {OfferList | null} */ (document.querySelector("offer-list"));
  if (list) import("./refill.js").then(({ takeUpAgain }) => takeUpAgain(list), () => {});
  stayBeside(document.querySelector(".seat-rest"));
  stayWhereRead(document.querySelector("seat-screen"));
}

/** What stands in the form when one comes back is another: it begins at its top. */
export const beginAtTheTop = () => sessionStorage.removeItem(STOOD);

/**
 * A page that was loaded anew has the form where it stood, such as after a restart of the companion.
 * @param {HTMLElement} form
 */
export function standAgain(form) {
  const stood = sessionStorage.getItem(STOOD);
  beginAtTheTop();
  if (stood !== null) {
    scrollBy({ top: form.getBoundingClientRect().top - Number(stood), behavior: "instant" });
  }
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

/** @param {MouseEvent} click not one that Enter or a digit has made */
function pressed({ detail, target }) {
  if (detail) clicked = /** @type {Element} */ (target).closest(".keypad button");
}

/**
 * Digits of a laptop's keyboard are those of the one keypad there is, wherever the focus is, unless something
 * else is being written.
 * @param {any} event
 */
function typed({ key, target, ctrlKey, altKey, metaKey }) {
  if (!/^(\d|Backspace)$/.test(key) || ctrlKey || altKey || metaKey || target.matches(WRITTEN)) return;
  if (!isLaptop()) return;
  const [pad, other] = [...document.querySelectorAll(".keypad")].filter((one) => one.checkVisibility());
  if (!pad || other) return;
  const wanted = key === "Backspace" ? ".key:has(> .icon)" : `[data-key="digit"][value="${key}"]`;
  /** @type {HTMLElement | null} */ (pad.querySelector(wanted))?.click();
}

/**
 * Enter from outside a form goes to its Confirm, and so does Enter after the mouse has pressed a key of the
 * keypad, which would be pressed again. It takes another to confirm: one held down does not.
 * @param {any} event
 */
function entered(event) {
  const { key, target, repeat } = event;
  if (key === "Tab") clicked = null;
  if (key !== "Enter" || !isLaptop()) return;
  const bar = [...document.querySelectorAll(".confirm")].find((one) => one.checkVisibility());
  const confirm = /** @type {HTMLElement | undefined} */ (bar);
  const isOutside = target === document.body || target === clicked;
  if (!confirm || !isOutside && !(repeat && target === confirm)) return;
  event.preventDefault();
  target.blur(); // or the browser takes the focus to be the mouse's, and does not show it
  confirm.focus();
  clicked = null;
}

const isLaptop = () => matchMedia(LAPTOP).matches && !document.querySelector("dialog[open]");

/**
 * What a form has folded away is opened to be seen: not under the bar, nor under the head.
 * @param {any} tap
 */
function unfolded({ target }) {
  const fold = target.closest(".offer-fields summary")?.parentElement;
  if (!fold) return;
  const form = fold.closest("offer-form");
  const heightOf = (one) => document.querySelector(one)?.offsetHeight ?? 0;
  const below = form && isBeside(form) ? 0 : heightOf(".confirm-bar");
  fold.style.scrollMargin = `${heightOf(".seat-top")}px 0 ${below}px`;
  requestAnimationFrame(() => fold.open && fold.scrollIntoView({ block: "nearest", behavior: pace() }));
}

/** A phone that is turned has another room above Confirm: what a move would do is told anew. */
async function turned() {
  await stylesheets("low", "sideways", "sideways-bid"); // a high phone has them only now
  const form = /** @type {any} */ (document.querySelector("offer-form"));
  if (!form) return;
  const { offer } = form;
  form.offer = offer; // as if another had come
}
