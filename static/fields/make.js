// Makes the element for a field: a kind is drawn by the element of its name.
// A kind nobody knows here is drawn as text: better clumsy than lost.

/** @import { Field } from "./field.js" */
/** @import { Spec, TableDocument } from "../types.js" */

/**
 * @param {Spec} spec
 * @param {TableDocument} doc
 */
export function makeField(spec, doc, value) {
  /** @type {Field} */
  const field =
    /** @type {any} */ (new (customElements.get(`${spec.kind}-field`) ?? customElements.get("text-field"))());
  field.spec = { required: true, ...spec };
  field.doc = doc;
  const first = value ?? spec.default;
  field.meant = !spec.pencilled || first === value;
  field.value = first === undefined || (first === null && !offersNothing(spec))
    ? onlyChoice(field.spec)
    : first;
  return field;
}

/**
 * What need not be asked: the one choice that can be taken, where one must be.
 * @param {Partial<Spec>} spec
 */
function onlyChoice({ kind, choices = [], required, open, asked }) {
  const enabled = choices.filter((choice) => !choice.disabled);
  const single = kind === "choice" || kind === "seat" || kind === "place";
  return single && required && !open && !asked && enabled.length === 1 ? enabled[0].value : undefined;
}

/**
 * Whether "nothing" is among the choices: then null is an answer, not the lack of one.
 * @param {Spec} spec
 */
function offersNothing(spec) {
  return (spec.choices ?? []).some((choice) => choice.value === null);
}
