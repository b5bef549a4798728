// What is filled in of one move: its fields, and what the table must be told of the printed board with it.

import { FieldGroup } from "../../fields/group.js";
import { kindsFor } from "../../fields/kinds.js";
import { writeDraft } from "./drafts.js";
/** @import { FactsField } from "../../fields/facts.js" */
/** @import { Need, Spec, TableDocument } from "../../types.js" */

const FACTS = { name: "facts", kind: "facts", label: "" };

/** Its "answer" and "commit" are those of its fields. */
export class MoveFields extends HTMLElement {
  #fields = new FieldGroup();
  /** What is asked of the board; fetched with the first such question.
   * @type {FactsField | null}
   */
  #facts = null;
  #needs = [];
  #insisted = {};
  #remembered = {};

  // --- lifecycle ---------------------------------------------------------------

  constructor() {
    super();
    this.#fields.addEventListener("answer", ({ target }) => {
      if (target === this.#facts) return; // they stand among the fields
      this.#askAnew();
    });
  }

  // --- asked from outside ------------------------------------------------------

  /**
   * Other fields on offer; what is filled in stays where it fits.
   * @param {TableDocument} doc
   * @param {Spec[]} specs
   */
  renew(doc, specs) {
    this.#fields.doc = doc;
    this.#fields.specs = specs;
    this.#place();
  }

  /** The fields that apply now. */
  get fields() {
    return this.#fields.fields;
  }

  /** What is said so far. */
  get answers() {
    return this.#fields.said;
  }

  /** What was told of the board, what is not asked for any more included. */
  get allFacts() {
    return mergeFacts(this.#remembered, this.#facts?.value ?? {});
  }

  get insisted() {
    return this.#insisted;
  }

  /** The answers as members of a move. */
  get body() {
    const { facts: answered, ...answers } = this.#fields.value;
    const facts = [answered, this.#facts?.value, this.#insisted].filter(Boolean).reduce(mergeFacts, {});
    return Object.keys(facts).length ? { ...answers, facts } : answers;
  }

  /**
   * All of it is kept over a reload.
   * @param {string} code of the table
   * @param {string} offer
   * @param {boolean} sent
   */
  keep(code, offer, sent) {
    if (!this.isConnected) return; // it is done
    const { answers, allFacts: facts, insisted } = this;
    const { revision } = this.#fields.doc;
    writeDraft(code, { offer, revision, answers, facts, insisted, sent });
  }

  /** The first field that still needs an answer, or in which a name is half written; or undefined. */
  get missing() {
    return this.#fields.missing ?? (this.#facts?.missing ? this.#facts : this.#half);
  }

  /** The first field whose value nobody has said yet, or undefined. */
  get pencilled() {
    return this.#fields.fields.find(({ meant }) => !meant);
  }

  /** The innermost field that is missing, else what nobody has said yet. */
  get wanting() {
    let field = this.missing ?? this.pencilled;
    while (typeof field?.missing === "object") field = field.missing;
    return field;
  }

  get facts() {
    return this.#facts;
  }

  blame(errors) {
    for (const facts of this.querySelectorAll("facts-field")) {
      /** @type {FactsField} */ (facts).blameAt(errors);
    }
    return this.#fields.blame(errors);
  }

  /**
   * The table needs to be told something. True if it was told before, and only has to be asked again.
   * @param {Need[]} needs
   */
  async need(needs) {
    await kindsFor([FACTS, ...needs]);
    if (!this.isConnected) return false;
    this.#facts ??= this.#asking([]);
    this.#place();
    const before = this.#facts.paths.length;
    this.#facts.add(needs, (path) => this.#entered(path));
    return this.#facts.paths.length > before && !this.#facts.missing;
  }

  /** "Did you mean …?": the right name instead of the wrong one, wherever it stands. */
  replace({ wrong, right }) {
    const swap = (value) => {
      if (value === wrong) return right;
      if (Array.isArray(value)) return value.map(swap);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, swap(inner)]));
    };
    this.#fields.value = swap(this.#fields.value);
    this.#askAnew();
  }

  /** Facts that say a name is meant, though it looks like another. */
  insist(facts) {
    this.#insisted = mergeFacts(this.#insisted, facts);
  }

  // --- events ------------------------------------------------------------------

  /**
   * Other answers may need other facts: they are asked for anew, and filled in again with what was told
   * before.
   */
  #askAnew() {
    this.#remembered = this.allFacts;
    this.#facts?.remove();
    this.#facts = this.#needs.length ? this.#asking(this.#needs) : null;
    this.#place();
  }

  // --- drawing -----------------------------------------------------------------

  /** What is asked of the board stands with the answers that ask for it, before what is seldom ticked. */
  #place() {
    if (!this.#facts) return;
    const rare = this.#fields.querySelector(":scope > .rare:last-child");
    if (!rare) this.#fields.append(this.#facts);
    else if (rare.previousSibling !== this.#facts) rare.before(this.#facts);
  }

  /**
   * `specs`: the fields as offered; `answers`, `facts`, `insisted`: what is filled in already; `needs`: facts
   * asked for from the start.
   * @param {TableDocument} doc
   * @param {Record<string, any>} told
   */
  begin(doc, { specs, answers = {}, facts = {}, insisted = {}, needs = [] }) {
    this.#remembered = facts;
    this.#insisted = insisted;
    this.#fields.doc = doc;
    this.#fields.value = answers;
    this.#needs = needs;
    this.#facts = needs.length ? this.#asking(needs) : null;
    this.replaceChildren(this.#fields);
    this.#fields.specs = specs;
    this.#place();
  }

  // --- internals ---------------------------------------------------------------

  /** Also one that need not be filled in: what is begun there is meant for something. */
  get #half() {
    const places = /** @type {any[]} */ ([...this.querySelectorAll("place-field")]);
    return places.find((one) => one.half && !one.closest("[hidden]"));
  }

  /** @param {Need[]} needs */
  #asking(needs) {
    const facts = /** @type {FactsField} */ (document.createElement("facts-field"));
    facts.spec = { ...FACTS, needs };
    facts.doc = this.#fields.doc;
    facts.value = this.#remembered;
    return facts;
  }

  #entered(path) {
    return path.reduce((inner, name) => inner?.[name], this.#remembered);
  }
}

customElements.define("move-fields", MoveFields);

/** Two sets of facts as one; the later one wins. */
function mergeFacts(one, other) {
  if (!isObject(one) || !isObject(other)) return other === undefined ? one : other;
  const merged = { ...one };
  for (const [name, value] of Object.entries(other)) merged[name] = mergeFacts(merged[name], value);
  return merged;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether an offer asks for an amount of money and nothing else. */
export const wantsOneAmount = ({ fields = [] }) => fields.length === 1 && fields[0].kind === "money";
