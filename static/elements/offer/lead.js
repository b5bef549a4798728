// Where a form leads after a tap that says all there is to say. Fetched with the first of these.

import { stylesheets } from "../../dom.js";
import { standAlone } from "../../fields/given.js";
import { pace } from "../../settings.js";

// Between what is scrolled into sight and the bar below it
const ROOM_PX = 12;
const ROWS = 1.5; // what is higher than that of one choice takes more than a row
const MADE = ":is(choice-field, seat-field):not([data-given], [hidden]):has(:checked)";

const dressed = stylesheets("given");

/**
 * The next field that wants an answer comes into sight above the bar. Where it has no room there, of each
 * choice before it stays what is chosen, beside *Change*: nobody has to remember what was tapped.
 * @param {HTMLElement} form
 * @param {HTMLElement} to
 */
export async function leadTo(form, to) {
  if (away(form, to) > 0) {
    await dressed;
    for (const made of choicesBefore(form, to)) if (isTall(made)) standAlone(made, listOf(made));
  }
  const fits = away(form, to);
  if (fits) window.scrollBy({ top: fits, behavior: pace() });
}

/** How far the page has to scroll for it, px; less than nothing: up. */
function away(form, to) {
  const { top, bottom } = to.getBoundingClientRect();
  const roof = document.querySelector(".seat-top")?.getBoundingClientRect().bottom ?? 0;
  const bar = form.querySelector(".confirm-bar").getBoundingClientRect();
  // where it is not held at the foot it covers nothing, and would scroll along
  const floor = bar.top - (bar.bottom < innerHeight ? 0 : ROOM_PX);
  const above = top - roof - ROOM_PX;
  return bottom > floor ? Math.max(Math.min(bottom - floor, above), 0) : Math.min(above, 0);
}

/** @returns {HTMLElement[]} */
const choicesBefore = (form, to) =>
  [...form.querySelectorAll(MADE)].filter((made) =>
    made.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING
  );

/** The one chosen takes less room alone. */
const isTall = (made) => listOf(made).offsetHeight > ROWS * chipOf(made).offsetHeight;

const chipOf = (made) => made.querySelector(".chip:has(:checked)");

const listOf = (made) => chipOf(made).parentElement;
