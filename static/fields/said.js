// The fields of an entry that is amended.

import { applies } from "./group.js";
/** @import { Spec } from "../types.js" */

/**
 * Fields that an old entry has filled in: where it says nothing, nothing stands, and what it did without is
 * not wanted now.
 * @param {Spec[]} specs
 */
export function asSaid(specs, answers) {
  return specs.map((spec) => {
    const value = answers[spec.name];
    if (!applies(spec, answers) || (value !== undefined && value !== null)) return { ...spec, said: true };
    return { ...spec, said: true, default: value, required: spec.required && value === null };
  });
}
