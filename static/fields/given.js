// What a tile has chosen stands alone until one asks for the others: what comes next has the room.

import { button } from "../dom.js";
import { say } from "../messages.js";

/**
 * Adds the button that asks for them.
 * @param {HTMLElement} field
 * @param {Element} list where its choices stand
 */
export function standAlone(field, list) {
  field.toggleAttribute("data-given", true);
  const others = button(say("place.change"), () => {
    field.removeAttribute("data-given");
    others.remove();
  }, { class: "chip others" });
  list.append(others);
}
