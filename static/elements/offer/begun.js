// A move that begins with a railroad: below its own button stands one for each railroad, which opens the form
// with that one chosen.

import { button, h } from "../../dom.js";
import { standAlone } from "../../fields/given.js";
import { figureOf } from "../panels/badges.js";
/** @import { TableDocument } from "../../types.js" */

/**
 * Null where the offer begins otherwise, or only one railroad can be chosen: then the form has it filled in.
 * `press`: opens an offer by its name, begun; `plain`: draws its own button.
 * @param {TableDocument} doc
 */
export function begun(doc, one, press, plain) {
  const { name, offer } = one;
  const spec = offer.fields?.find((field) => field.name === offer.tiles);
  const free = (spec?.choices ?? []).filter(({ value, disabled }) => value !== null && !disabled);
  if (free.length < 2) return null;
  const tile = ({ value, label }) =>
    button(
      figureOf(doc, value) ?? label,
      () => {
        press(name, { offer: name, answers: { [spec.name]: value } });
        keepAlone(spec.name);
      },
      {
        class: "offer tile",
        "data-offer": offer.type,
        "data-tile": value,
      },
    );
  return h(
    "div",
    { class: "begun", role: "group", "aria-label": offer.label },
    plain(one),
    h("div", { class: "tiles" }, free.map(tile)),
  );
}

/** In the form that has been opened. */
function keepAlone(name) {
  /** @type {HTMLElement} */
  const field = document.querySelector(`offer-form [data-field="${name}"]`);
  if (!field?.querySelector(":checked")) return;
  standAlone(field, field.querySelector(".choices"));
  /** @type {HTMLElement} */ (field.querySelector(":checked")).focus({ preventScroll: true });
}
