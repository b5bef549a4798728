// The second tap of a finger is on nothing that has come under it since the first: wherever this was fetched.

import { h } from "../../dom.js";

const TWICE_MS = 600; // who taps what has just come there has meant what was there before
const OTHER_MS = 1200; // nor has whoever confirms meant to pass, where the next form has that key
const SEEN_MS = 400; // nor is it meant by whoever has not had the time to see it
const WATCH_MS = 2000; // what the companion answers comes later than a form
const ACROSS_PX = 56;
const CONTROLS = "label, button, a, input, summary";
const SENDS = ".confirm, .confirm-bar .quick"; // the same words, but another move

/** The tap after which nothing else may take another at once. */
let last = null;

/**
 * A label and its field are one.
 * @param {Element | undefined} part
 */
function controlAt(part) {
  const control = part?.closest("label") ?? part?.closest(CONTROLS) ?? null;
  return /** @type {any} */ (control)?.labels?.[0] ?? control;
}

/** What tells a control from another that has been drawn in its place. */
const nameOf = (control) =>
  control.getAttribute("aria-label") ?? (control.getAttribute("value") || control.textContent);

const isOther = (control, { control: tapped, name }) => control !== tapped && nameOf(control) !== name;

const under = ({ x, y }) =>
  controlAt(document.elementsFromPoint(x, y).find((part) => !part.matches("[data-cover]")));

/** The key of the next form, drawn where the finger that keeps tapping has sent the one before. */
const isNext = (control, { control: tapped }) =>
  control !== tapped && control.matches(SENDS) && tapped.matches(SENDS);

/** How long a second tap is none, where that key is now. */
function guarded(control, tap) {
  const passes = (key) => key.matches(".quick");
  return isNext(control, tap) && passes(control) !== passes(tap.control) ? OTHER_MS : TWICE_MS;
}

function isThere(tap) {
  const there = under(tap);
  return there !== null && !isOther(there, tap);
}

// a key that takes no tap yet has no click
for (const kind of ["pointerdown", "mousedown", "click"]) {
  window.addEventListener(kind, heed, { capture: true });
}

/**
 * From a tap on that has fetched this.
 * @param {MouseEvent} first
 */
export function watchTaps(first) {
  if (!last) heed(first);
}

/** A page that is busy takes the second tap late, but knows when it was. */
function heed(tap) {
  const { clientX: x, clientY: y, timeStamp: at, type } = tap;
  const target = /** @type {Element} */ (tap.target);
  const control = controlAt(target);
  if (last && target.matches?.("[data-cover]")) last.at = at;
  if (!control || (!x && !y)) return; // by the keyboard
  const isSecond = last && at - last.at < guarded(control, last) &&
    Math.hypot(x - last.x, y - last.y) < ACROSS_PX / 2;
  // two keys side by side are both meant: the first is where it was
  if (isSecond && (isNext(control, last) || isOther(control, last) && !isThere(last))) {
    tap.preventDefault();
    tap.stopImmediatePropagation();
    last.at = at; // whoever keeps tapping has not looked yet
  } else if (type === "click" || !last) {
    last = { x, y, at, control, name: nameOf(control) };
    cover(last);
  }
}

/** Whatever else comes under the finger is covered for a moment: it does not look as if it were tapped. */
function cover(tap) {
  let seen = tap.control;
  let until = 0;
  const sheet = h("div", { "aria-hidden": "true", "data-cover": true }); // no styles have to come for it
  Object.assign(sheet.style, {
    position: "fixed",
    left: `${tap.x - ACROSS_PX / 2}px`,
    top: `${tap.y - ACROSS_PX / 2}px`,
    width: `${ACROSS_PX}px`,
    height: `${ACROSS_PX}px`,
    zIndex: "9",
  });
  const look = (now) => {
    if (now > until) sheet.remove();
    if (tap !== last || now > tap.at + WATCH_MS) {
      if (sheet.isConnected) setTimeout(() => sheet.remove(), until - now);
      return;
    }
    const there = under(tap);
    if (there && there !== seen && isOther(there, tap)) {
      until = Math.max(tap.at + guarded(there, tap), now + SEEN_MS);
      (there.closest("dialog") ?? document.body).append(sheet);
    }
    seen = there ?? seen;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
