// What a tile has chosen stands alone until one asks for the others: what comes next has the room.

import { button } from "../dom.js";
import { say } from "../messages.js";
import "../elements/page/second-tap.js"; // on a slow phone, too, before the first of them is tapped

/**
 * Adds the button that asks for them, and where several may be chosen one that asks for more.
 * @param {HTMLElement} field
 * @param {Element} list where its choices stand
 * @param {() => void} [clear] for several: *Change* takes back what is chosen
 * @param {string} [another] for several: what the button says that leaves it
 */
export function standAlone(field, list, clear = undefined, another = "") {
  field.toggleAttribute("data-given", true);
  const ways = [button(say("place.change"), () => choose(clear), { class: "chip others" })];
  if (another) ways.push(button(another, () => choose(), { class: "chip others" }));
  list.append(...ways);

  function choose(first = undefined) {
    first?.();
    field.removeAttribute("data-given");
    for (const way of ways) way.remove();
    /** @type {HTMLElement | null} */ (list.querySelector(
      ":is(input:enabled:not(:checked), [aria-pressed=false]:enabled)",
    ))
      ?.focus({ preventScroll: true });
  }
}
