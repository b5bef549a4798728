// The kinds of fields that offers ask for, fetched when an offer first needs them, for a phone's first load
// stays light; and the making of each.

import { stylesheets } from "../dom.js";
import { moreWords } from "../messages.js";
/** @import { Field } from "./field.js" */
/** @import { Spec, TableDocument } from "../types.js" */

const KINDS = new Set(
  "choice choices count counts dice facts flag links money place places rows seat shares text".split(" "),
);
const DRESSED = /place|link|count|choices|rows|shares|facts|dice|flag/; // in sheets that no auction asks for
const FILES = { seat: "choice" }; // a kind in another's file: each one more weighs on a phone's first load

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
let dressed = false;

/** All but choices and amounts have sheets and words. Fails without them: they are fetched again. */
async function dress() {
  const wanted = stylesheets("places", "places-low", "more-fields", "dice", "given");
  const [sheets, words] = await Promise.all([wanted, moreWords()]);
  dressed = Boolean(sheets.every(Boolean) && words);
  if (!dressed) throw new Error();
}

/**
 * Null when all of them can be drawn at once; else a promise that they can.
 * @param {Spec[]} specs
 */
export function kindsFor(specs) {
  const missing = unknown(specs);
  const bare = !dressed && DRESSED.test(kindsIn(specs).join());
  if (!missing.length && !bare) return null;
  // some browsers remember that an address failed
  const query = tries ? `?${tries}` : "";
  const files = missing.map((kind) => import(`./${FILES[kind] ?? kind}.js${query}`));
  return Promise.all([...files, bare && dress()]).catch((error) => {
    tries += 1;
    throw error;
  });
}

/**
 * The element for a field: a kind is drawn by the element of its name. One that nobody knows here is drawn as
 * text: better clumsy than lost.
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
 * What need not be asked: the one number, or the one choice that can be taken, where one must be.
 * @param {Partial<Spec>} spec
 */
function onlyChoice({ kind, choices = [], required, open, asked, min, max }) {
  if ((kind === "count" || kind === "money") && required && min === max) return min;
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
