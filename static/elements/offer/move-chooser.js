// A move of any seat's, chosen among those that are on offer, and its fields: for whoever speaks for the
// whole table.

import { freshId, h, same } from "../../dom.js";
import "../../fields/facts.js"; // what was told with a move may be told anew
import { applies } from "../../fields/group.js";
import { asSaid } from "../../fields/said.js";
import { say } from "../../messages.js";
import { inCalledNames } from "../board/wording.js";
import { MoveFields } from "./move-fields.js";
/** @import { Spec, TableDocument } from "../../types.js" */

const FACTS = "facts";
const DICE = "dice"; // an amendment rolls nothing: they are entered

/**
 * Its "answer" says that another move, or other answers, are chosen.
 * `choices`: {type, seat, label, help, sends, specs, body}: the moves there are, `seat` null: anybody's,
 * `sends`: members that nobody is asked for, `body`: makes the others from what is filled in, if they are not
 * the answers themselves.
 */
export class MoveChooser extends HTMLElement {
  /** @type {TableDocument} */
  doc = null;
  choices = [];
  /** What stands there first: {seat, type, answers, facts, needs}; `needs`: facts that may be told anew. */
  /** @type {any} */
  start = {};
  #who = h("select", { id: freshId("who"), "data-field": "seat" });
  #what = h("select", { id: freshId("what"), "data-field": "type" });
  #help = h("p", { class: "hint" });
  #place = h("div", {});
  /** @type {MoveFields} */
  #filled = null;

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    if (this.#filled) return;
    const { seat } = this.start;
    this.#who.append(
      ...this.doc.seats.filter(({ imaginary }) => !imaginary).map((one) =>
        h("option", { value: one.seat }, inCalledNames(this.doc, one.name))
      ),
    );
    this.#who.value = seat ?? this.#who.options[0].value;
    this.replaceChildren(
      h(
        "div",
        { class: "who-what" },
        h("label", { class: "label", for: this.#who.id }, say("amend.who")),
        this.#who,
        h("label", { class: "label", for: this.#what.id }, say("amend.what")),
        this.#what,
      ),
      this.#help,
      this.#place,
    );
    this.#who.addEventListener("change", () => this.#another(this.#chosen?.type));
    this.#what.addEventListener("change", () => this.#another());
    this.#list();
    this.#pick(this.choices.indexOf(best(this.#mine, this.start)));
    this.#open(this.start);
  }

  // --- asked from outside ------------------------------------------------------

  /** The move as JSON, or null as long as something is missing. */
  get move() {
    if (!this.#chosen || this.#filled.missing) return null;
    const { type, sends, body = (answers) => answers } = this.#chosen;
    return { type, seat: this.#seat, ...sends, ...body(this.#filled.body) };
  }

  /** What is missing, in words. */
  get lacks() {
    const { label, wanted } = (this.#chosen ? this.#filled.missing?.spec : null) ?? {};
    return wanted ?? label ?? say("amend.what");
  }

  /** What is filled in, to start from another time. */
  get draft() {
    const { answers, allFacts: facts, insisted } = this.#filled;
    return { ...this.start, seat: this.#seat, type: this.#chosen?.type, answers, facts, insisted };
  }

  get filled() {
    return this.#filled;
  }

  // --- events ------------------------------------------------------------------

  /** Another seat, which may make the same move, or another move. */
  #another(type) {
    const { answers, allFacts: facts, insisted } = this.#filled;
    if (type !== undefined) {
      this.#list();
      this.#pick(this.choices.indexOf(best(this.#mine, { type, answers, facts })));
    }
    this.#open({ needs: this.start.needs, facts, insisted, answers: type === undefined ? {} : answers });
    this.dispatchEvent(new CustomEvent("answer", { bubbles: true }));
  }

  // --- drawing -----------------------------------------------------------------

  #list() {
    const mine = this.#mine.map((choice) =>
      h("option", { value: this.choices.indexOf(choice) }, called(choice))
    );
    this.#what.replaceChildren(h("option", { value: "" }, say("amend.choose")), ...mine);
  }

  #open({ answers = {}, facts, insisted, needs = [], said = false }) {
    const { specs = [], help = "" } = this.#chosen ?? {};
    const asked = specs.flatMap((spec) => spec.needs ?? []);
    this.#help.textContent = help;
    this.#help.hidden = !help;
    this.#filled = new MoveFields();
    this.#place.replaceChildren(this.#filled);
    this.#filled.begin(this.doc, {
      specs: (said ? asSaid(specs, answers) : specs).map((
        spec,
      ) => (spec.kind === DICE ? { ...spec, required: true } : spec)),
      answers: { ...plain(specs, answers), facts },
      facts,
      insisted,
      needs: needs.filter(({ path }) => !asked.some((item) => same(item.path, path))),
    });
  }

  // --- internals ---------------------------------------------------------------

  get #seat() {
    return Number(this.#who.value);
  }

  get #chosen() {
    return this.choices[this.#what.value];
  }

  get #mine() {
    return this.choices.filter(({ seat }) => seat === null || seat === this.#seat);
  }

  #pick(at) {
    this.#what.value = at < 0 ? "" : at;
  }
}

/**
 * Where a yes stands for a list, as an entry may say it: what it names otherwise is the one that is meant.
 * @param {Spec[]} specs
 */
function plain(specs, answers) {
  const meant = ({ choices = [] }) =>
    choices.map(({ value }) => value).filter((value) => Object.values(answers).includes(value));
  const lists = specs.filter(({ kind, name }) => kind === "choices" && answers[name] === true).map((
    spec,
  ) => [spec.name, meant(spec)]);
  return { ...answers, ...Object.fromEntries(lists) };
}

/** A move's name; of those that only send what nobody is asked for, each with what it is about. */
function called({ label, help, sends, specs = [] }) {
  return sends && help && !specs.length ? `${label} – ${help}` : label;
}

/** The choice of that type that these answers fit best: by what each field that applies wants and allows. */
function best(choices, { type, answers = {}, facts }) {
  const fit = (spec) => {
    const value = spec.name === FACTS ? facts : answers[spec.name];
    if (value === undefined && !spec.needs) return spec.required === false ? 0 : -1;
    return allows(spec, value) ? 1 : -1;
  };
  const sent = (sends) => Object.entries(sends).filter(([name, value]) => same(answers[name], value)).length;
  const fits = ({ specs = [], sends = {} }) =>
    specs.filter((spec) => applies(spec, answers)).reduce((sum, spec) => sum + fit(spec), sent(sends));
  return choices.filter((choice) => choice.type === type).sort((one, other) => fits(other) - fits(one))[0];
}

function allows({ choices, open, needs, min = -Infinity, max = Infinity }, value) {
  if (needs) {
    return needs.every(({ path }) => path.reduce((inner, name) => inner?.[name], value) !== undefined);
  }
  if (Number.isInteger(value) && (value < min || value > max)) return false;
  return !choices?.length || open ||
    [value].flat().every((item) => choices.some((choice) => same(choice.value, item)));
}

customElements.define("move-chooser", MoveChooser);
