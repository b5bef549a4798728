// Where a form leads after a tap that says all there is to say. Fetched with the first of these.

import { roof, stylesheets } from "../../dom.js";
import { standAlone } from "../../fields/given.js";
import { pace } from "../../settings.js";
import { floorOf, isBeside } from "./floor.js";

// Between what is scrolled into sight and the bar below it
const ROOM_PX = 12;
const ROWS = 1.5; // what is higher than one choice of it takes more than a row
const ENOUGH = 4; // of many places to choose from: two rows, and what is cut tells that there are more
const NEXT = [".keypad", ".place > .choices > .chip", ".chip"]; // which of its parts is tapped first
const ROW = ":has(> .row-cells)"; // of numbers that are typed: from one to the next the focus leads
const HAIR_PX = 1;
const FINGER_PX = 8; // a finger that comes back is off by so much
const CONTROLS = ":is(label, button, a, input, summary):not(row-cell > label)"; // that one is read
const FOLDED = "details:not([open]) > :not(summary), details:not([open]) > :not(summary) *"; // has its size
const CHOSEN = ":is(:checked, [aria-pressed=true])";
const NOT_MADE = "[data-given], [hidden], .settled, places-field *";
const MADE = `:is(choice-field, seat-field, place-field):not(${NOT_MADE}):has(${CHOSEN})`;

const dressed = stylesheets("given");

/**
 * The next field that wants an answer comes into sight above the bar. Where it has no room there, of each
 * choice before it stays what is chosen, beside *Change*: nobody has to remember what was tapped. As long as
 * what would be tapped next is in sight the page stays where it is; after an answer about the board also as
 * long as it can be read where a link may go on, which stood there before.
 * @param {HTMLElement} form
 * @param {HTMLElement} asked
 * @param {PointerEvent} tap what leads there
 */
export async function leadTo(form, asked, tap) {
  const to = rowOf(asked);
  const { target } = tap;
  const stood = to.matches(".strip") && target instanceof Element && target.closest("facts-field");
  const inSight = () => isInSight(form, to) && isLabelInSight(form, stripBelow(form, to));
  if (!to.checkVisibility() || inSight() || stood && isLabelInSight(form, to)) return;
  if (away(form, to) > 0) {
    await dressed;
    // the last one first: what lies under the finger stays if it can
    for (const made of choicesBefore(form, to).reverse()) {
      if (!inSight() && isTall(made)) fold(made);
    }
    if (inSight()) return;
  }
  let fits = away(form, to);
  if (fits > 0 && to.matches(ROW)) fits = clearBeyond(form, tap, fits, belowRoof(to));
  else if (fits > 0 && (enoughOf(to) !== to || to.matches(".strip"))) {
    fits = clearOf(form, tap, Math.min(fits, belowRoof(keptBefore(to))));
  }
  if (fits) window.scrollBy({ top: fits, behavior: pace() });
}

/**
 * Of each choice before it that takes several rows stays what is chosen.
 * @param {HTMLElement} form
 * @param {HTMLElement} to
 */
export async function foldBefore(form, to) {
  await dressed;
  for (const made of choicesBefore(form, to)) if (isTall(made)) fold(made);
}

/**
 * Can it be begun with, without a scroll? Of choices the first is wanted, of all else such as dice the whole.
 * @param {HTMLElement} to
 */
function isInSight(form, to) {
  const part = NEXT.find((one) => to.querySelector(one));
  const next = part ? to.querySelector(part) : to;
  const { top, bottom } = next.getBoundingClientRect();
  return bottom > top && top >= roof() && bottom <= floorOf(form) + HAIR_PX;
}

/**
 * Where a link may go on, and for how much, can be read; there may be no such strip.
 * @param {HTMLElement | null} strip
 */
function isLabelInSight(form, strip) {
  if (!strip) return true;
  const { top, bottom } = labelOf(strip).getBoundingClientRect();
  return top >= roof() && bottom <= floorOf(form) + HAIR_PX;
}

/**
 * How far the page has to scroll for it, px; less than nothing: up.
 * @param {Element} [last] what of it is to be above the bar
 */
function away(form, to, last = labelOf(stripBelow(form, to)) ?? enoughOf(to)) {
  const { bottom } = last.getBoundingClientRect();
  const bar = form.querySelector(".confirm-bar").getBoundingClientRect();
  // where it is not held at the foot it covers nothing, and would scroll along
  const floor = floorOf(form) - (bar.bottom < innerHeight && !isBeside(form) ? 0 : ROOM_PX);
  const above = belowRoof(to);
  return bottom > floor ? Math.max(Math.min(bottom - floor, above), 0) : Math.min(above, 0);
}

/**
 * How far it begins below the head of the page and the room there.
 * @param {Element} part
 */
function belowRoof(part) {
  return part.getBoundingClientRect().top - roof() - ROOM_PX;
}

/**
 * So much of that scroll that no other control comes to lie where was tapped: a second tap would hit it.
 * @param {HTMLElement} form
 * @param {PointerEvent} tap
 * @param {number} most px
 */
function clearOf(form, tap, most) {
  let fits = most;
  for (const [from, to] of coveredBy(form, tap).reverse()) if (fits > from && fits < to) fits = from;
  return Math.max(fits, 0);
}

/**
 * As far as that, and on until none comes to lie there; where that is too far no more: what is typed in only
 * takes the focus.
 * @param {HTMLElement} form
 * @param {PointerEvent} tap
 * @param {number} least px
 * @param {number} most px
 */
function clearBeyond(form, tap, least, most) {
  let fits = least;
  for (const [from, to] of coveredBy(form, tap)) if (fits > from && fits < to) fits = to;
  return fits > most ? least : fits;
}

/**
 * Scrolls that bring another control to where was tapped, from the least to the most of each, px.
 * @param {HTMLElement} form
 * @param {PointerEvent} tap
 */
function coveredBy(form, { clientX: x, clientY: y }) {
  const tapped = document.elementsFromPoint(x, y).map((part) => part.closest(CONTROLS)).find(Boolean);
  return [...form.querySelectorAll(CONTROLS)]
    .filter((control) => !tapped?.contains(control) && !control.matches(FOLDED))
    .map((control) => control.getBoundingClientRect())
    .filter(({ left, right }) => left <= x && x <= right)
    .sort((one, other) => one.bottom - other.bottom)
    .map(({ top, bottom }) => [top - y - FINGER_PX, bottom - y + FINGER_PX]);
}

/**
 * A number is typed in a row of such, below its heading; of several rows the first.
 * @param {HTMLElement} asked
 * @returns {HTMLElement}
 */
const rowOf = (asked) => asked.closest(ROW) ?? asked.querySelector(ROW) ?? asked;

/** What was chosen just before it, and stands alone now. */
const keptBefore = (to) =>
  to.previousElementSibling?.matches(":has([data-given]), [data-given]") ? to.previousElementSibling : to;

/**
 * Where a link may go on stands below what is asked of its city. It is to be read at once: after the answer
 * the page would move under the finger.
 * @returns {HTMLElement | null}
 */
const stripBelow = (form, to) => to.closest("facts-field") && form.querySelector(".strip");

const labelOf = (strip) => strip?.querySelector(":scope > .label");

/** @param {HTMLElement} to */
const enoughOf = (to) => to.querySelectorAll(".place > .choices > .chip")[ENOUGH - 1] ?? to;

/** @returns {HTMLElement[]} */
const choicesBefore = (form, to) =>
  [...form.querySelectorAll(MADE)].filter((made) =>
    made.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING
  );

/** The one chosen takes less room alone; a place beside its label, too. */
const isTall = (made) =>
  (made.matches("place-field") ? made : listOf(made)).offsetHeight > ROWS * chipOf(made).offsetHeight;

/** @param {any} made */
const fold = (made) => made.fold ? made.fold() : standAlone(made, listOf(made));

const chipOf = (made) => made.querySelector(`.chip:is(:has(:checked), [aria-pressed=true])`);

const listOf = (made) => chipOf(made).parentElement;
