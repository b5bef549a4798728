// A link among a few: where each end allows only what is at the other, the links themselves are offered, and
// one tap answers both fields.

import { same } from "../dom.js";
import { ASIDE } from "../elements/board/wording.js";
/** @import { FieldGroup } from "./group.js" */
/** @import { PlaceField } from "./place.js" */
/** @import { Choice, Spec } from "../types.js" */

// The end of the second of parallel links, or of a later one, is a town and its number
const NUMBERED = /^(.*?)( \(\d+\))?$/;

/**
 * The fields of the other end, each of which stands for one answer of this one; none: this is no such end.
 * @param {Partial<Spec>} spec
 * @param {Spec[]} specs of its form
 */
function farEnds({ name, choices = [], open, when }, specs) {
  const wanted = (value) => ({ ...when, [name]: value });
  const far = choices.map(({ value }) =>
    specs.find((spec) => spec.kind === "place" && !spec.open && same(spec.when, wanted(value)))
  );
  return !open && far.every(Boolean) ? far : [];
}

/**
 * The links to choose from, each once, as its owner has it; none: the field asks for a place.
 * @param {Partial<Spec>} spec
 * @param {Spec[]} specs of its form
 * @returns {(Choice & { to: any, ways: any[] })[]} `ways`: how it may be answered, from either end
 */
export function linksAmong(spec, specs) {
  const links = new Map();
  for (const { name: to, when = {}, choices = [] } of farEnds(spec, specs)) {
    const from = when[spec.name];
    for (const { value, disabled, hint } of choices) {
      const [, town, number = ""] = NUMBERED.exec(value);
      const key = JSON.stringify([...[from, town].sort(), number]);
      const first = {
        value: from,
        to: { [to]: value },
        label: `${from}${ASIDE}${value}${hint ? ` ${hint}` : ""}`,
        disabled,
        ways: [],
      };
      if (!links.has(key)) links.set(key, first);
      links.get(key).ways.push([from, value]);
    }
  }
  return [...links.values()];
}

/**
 * The field whose links answer this one, too.
 * @param {PlaceField} field
 * @param {FieldGroup | null} group
 * @returns {PlaceField | undefined}
 */
export function leader({ spec }, group) {
  return spec.when &&
    /** @type {any} */ (group?.fields.find((/** @type {any} */ one) =>
      one.spec.name in spec.when && one.links?.length
    ));
}
