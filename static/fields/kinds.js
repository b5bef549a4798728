// The kinds of fields that offers ask for, fetched when an offer first needs them: a phone's first load stays
// light.

/** @import { Spec } from "../types.js" */

const KINDS = new Set(
  "choice choices count counts dice facts flag links money place places rows seat shares text".split(" "),
);

/**
 * Every kind in these fields, and in the fields within them.
 * @param {Spec[]} [specs]
 */
function kindsIn(specs = []) {
  return specs.flatMap((
    { kind, fields, needs },
  ) => [KINDS.has(kind) ? kind : "text", ...kindsIn(fields), ...kindsIn(needs)]);
}

/** @param {Spec[]} specs */
function unknown(specs) {
  return [...new Set(kindsIn(specs))].filter((kind) => !customElements.get(`${kind}-field`));
}

let tries = 0;

/**
 * Null when all of them can be drawn at once; else a promise that they can.
 * @param {Spec[]} specs
 */
export function kindsFor(specs) {
  const missing = unknown(specs);
  if (!missing.length) return null;
  const query = tries ? `?${tries}` : ""; // some browsers remember that an address failed
  return Promise.all(missing.map((kind) => import(`./${kind}.js${query}`))).catch((error) => {
    tries += 1;
    throw error;
  });
}
