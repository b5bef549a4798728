// The form of a calculator: lines of plain entries, filled in from left to right as one copies a page of a
// ledger.

import { button, freshId, h, icon } from "../../dom.js";
import { makeField } from "../../fields/kinds.js";
import "../../fields/index.js";
import { say } from "../../messages.js";
import { onPhone } from "../page/on-phone.js";
import { railroadBadge } from "../panels/badges.js";
/** @import { Choice, Spec, TableDocument } from "../../types.js" */

const FIRST_LINES = 3; // players a table has at least, mostly
const SHARES_MOST = 99;
const SHARES_IN_SIGHT = 4; // of more kinds each player's shares are folded on a phone
const FEW_FIGURES = 3; // so many have room in one line, and what they are is said above the first
const LONG = 24; // letters of a label that wants a line of its own
// a number that the shares folded before it add up to
const FOLDED_ALSO = ".folded + [data-field=certificates]";

export class LedgerForm extends HTMLElement {
  /**
   * A game with its railroads, and the fields that are asked for.
   * @type {TableDocument}
   */
  doc = null;
  specs = [];
  #parts = [];

  connectedCallback() {
    this.#parts = this.specs.map((spec) => ({ spec, ...part(spec, this.doc) }));
    if (this.specs.some(({ required }) => required)) this.#parts.forEach(markOptional);
    this.replaceChildren(...onlyIfNeeded(this.#parts).map(({ element }) => element));
    this.addEventListener("input", () => {
      this.#unfoldWhatPays();
      this.dispatchEvent(new CustomEvent("answer", { bubbles: true }));
    });
  }

  /** Answers by name; undefined is left out. */
  get value() {
    const answers = this.#parts.map(({ name, read }) => [name, read()]).filter(([, value]) =>
      value !== undefined
    );
    return Object.fromEntries(answers);
  }

  /** What is needed and still blank, in the words of its labels. */
  get lacks() {
    const blank = this.#parts.filter((part) => part.missing());
    return blank.flatMap((part) => part.lacks?.() ?? part.spec.label);
  }

  /** Is something needed still blank? */
  get missing() {
    return this.#parts.some((part) => part.missing());
  }

  /**
   * As soon as a railroad pays, each player's certificates are asked for by railroad, and no longer in all.
   * It moves only what is below the finger: the incomes stand above the players.
   */
  #unfoldWhatPays() {
    const pays = this.#parts.some(({ spec, read }) => spec.fields?.[0].name === "railroad" && read());
    for (const inAll of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(FOLDED_ALSO))) {
      const fold = /** @type {HTMLDetailsElement} */ (inAll.previousElementSibling);
      if (inAll.hidden === pays) continue;
      inAll.hidden = pays;
      fold.open = pays || [...fold.querySelectorAll("input")].some(({ value }) => value);
    }
  }
}

/**
 * A field as {name, element, read, missing}: what it is called, its element, its value, whether it is still
 * needed.
 * @param {Spec} spec
 * @param {TableDocument} doc
 */
function part(spec, doc) {
  if (spec.kind === "rows") return lines(spec, doc);
  if (spec.kind === "dice") {
    const field = makeField(spec, doc);
    return { name: spec.name, element: field, read: () => field.value, missing: () => field.missing };
  }
  const one = entry(spec, doc);
  return {
    ...one,
    element: h("div", { class: `sum-line single${spec.label.length > LONG ? " long" : ""}` }, one.element),
    missing: () => spec.required && one.read() === undefined,
  };
}

/** A figure that need not be given, among others that must be. */
function markOptional({ spec, element }) {
  if (spec.required || spec.kind !== "count" && spec.kind !== "money") return;
  element.querySelector("label").append(` (${say("field.optional")})`);
}

/**
 * One entry of a line.
 * @param {Spec} spec
 * @param {TableDocument} doc
 */
function entry(spec, doc) {
  if (spec.kind === "shares") return shares(spec, doc);
  if (spec.kind === "choice") return choice(spec);
  const id = freshId("entry");
  const inputs = {
    flag: () => h("input", { id, type: "checkbox" }),
    text: () =>
      h("input", { id, type: "text", maxlength: spec.max, autocomplete: "off", placeholder: spec.known }),
  };
  const input = (inputs[spec.kind] ?? (() => number(id, spec)))();
  const element = h(
    "div",
    { class: "ledger-entry", "data-field": spec.name, "data-kind": spec.kind },
    h("label", { for: id }, spec.label),
    spec.kind === "flag" ? h("label", { class: "tick" }, input) : input,
  );
  const read = () => {
    if (spec.kind === "flag") return input.checked || undefined;
    if (element.hidden || input.value.trim() === "") return undefined;
    return spec.kind === "text" ? input.value.trim() : Number(input.value);
  };
  return { name: spec.name, element, read };
}

/**
 * One of some values; where nothing need be said, the first is what holds then.
 * @param {Spec} spec
 */
function choice(spec) {
  const id = freshId("entry");
  const options = spec.choices.map(({ value, label }) => h("option", { value }, label));
  const input = h("select", { id }, options);
  const element = h(
    "div",
    { class: "ledger-entry", "data-field": spec.name, "data-kind": "choice" },
    h("label", { for: id }, spec.label),
    input,
  );
  const read = () => (input.selectedIndex > 0 || spec.required ? input.value : undefined);
  return { name: spec.name, element, read };
}

/**
 * known: what holds where nothing is said.
 * @param {string} id
 * @param {{ min?: number, max?: number, known?: number }} bounds
 */
function number(id, { min = 0, max, known }) {
  return h("input", { id, type: "number", inputmode: "numeric", min, max, step: 1, placeholder: known });
}

/**
 * Shares: an entry for each railroad.
 * @param {Spec} spec
 * @param {TableDocument} doc
 */
function shares(spec, doc) {
  const entries = doc.railroads.map(({ id: railroad, name }) => {
    const id = freshId("shares");
    const input = number(id, { max: SHARES_MOST });
    const label = h(
      "label",
      { for: id },
      railroadBadge(doc, railroad),
      h("span", { class: "unseen" }, `${spec.label}, ${name}`),
    );
    return { railroad, input, element: h("div", { class: "ledger-entry" }, label, input) };
  });
  const read = () => {
    const held = entries.filter(({ input }) => Number(input.value)).map((
      { railroad, input },
    ) => [railroad, Number(input.value)]);
    return held.length ? Object.fromEntries(held) : undefined;
  };
  const all = h(
    "div",
    {
      class: "ledger-shares",
      role: "group",
      "aria-label": spec.label,
      vars: { "--railroads": entries.length },
    },
    h("span", { class: "shares-head", "aria-hidden": "true" }, spec.label),
    entries.map(({ element }) => element),
  );
  const many = onPhone() && entries.length > SHARES_IN_SIGHT;
  return { name: spec.name, element: many ? folded(spec.label, all) : all, read };
}

/**
 * Lines: one for each thing there is (each railroad), or as many as somebody adds (players). Blank lines do
 * not count.
 * @param {Spec} spec
 * @param {TableDocument} doc
 */
function lines(spec, doc) {
  const [first, ...others] = spec.fields;
  const list = h("ol", { class: "sum-lines" });
  const all = [];
  const append = (add) => {
    all.push(add);
    list.append(add.element);
  };
  const fixed = first.kind === "choice" ? first.choices : null;
  const compact = fixed && others.length === 1; // one figure of each: what it is stands above all of them
  const pencilled = (choice) =>
    others.map((other) => ({ ...other, known: spec.known?.[choice.value]?.[other.name] }));
  const figures = fixed ? others : spec.fields;
  const bare = !fixed && figures.length === 1 && figures[0].kind === "count";
  const numbered = () => `${first.label} ${all.length + 1}`; // a figure alone is called by its number
  const unnamed = () => say("seat.number", { number: all.length + 1 });
  const next = () => {
    const head = bare ? { label: numbered() } : first.kind === "text" ? { known: unnamed() } : {};
    append(line([{ ...first, ...head }, ...others], doc));
  };
  const another = () => bare ? numbered() : say(spec.name === "players" ? "new.add-player" : "rows.add");
  const words = document.createTextNode("");
  const more = button([icon("plus"), words], () => {
    next();
    all.at(-1).element.querySelector("input").focus();
    list.dispatchEvent(new Event("input", { bubbles: true })); // it looks as those above it
    more.hidden = all.length >= (spec.max ?? Infinity);
    words.textContent = another();
  }, { class: "quiet" });
  if (fixed) { for (const choice of fixed) append(line(pencilled(choice), doc, choice, first)); }
  else for (let at = 0; at < Math.max(spec.min ?? 0, FIRST_LINES); at += 1) next();
  words.textContent = another();
  more.hidden = Boolean(fixed);
  const written = () => all.filter((item) => !item.blank());
  const headed = !compact && !bare && figures.length <= FEW_FIGURES &&
    figures.every(({ kind }) => kind !== "shares");
  const kind = compact ? " compact" : bare ? " bare" : headed ? " lined headed" : " lined";
  const page = h(
    "fieldset",
    { class: `sum-page${kind}`, "data-field": spec.name },
    h("legend", {}, compact ? `${spec.label}: ${figures[0].label}` : spec.label),
    list,
    more,
  );
  return {
    name: spec.name,
    element: spec.required || compact || !(fixed || onPhone()) ? page : folded(spec.label, page),
    read: () => (written().length ? written().map((item) => item.read()) : undefined),
    missing: () => written().some((item) => item.missing()) || written().length < (spec.min ?? 0),
    // of players what each has to say, until one has said it
    lacks: () => (bare ? [spec] : figures.filter(({ required }) => required)).map(({ label }) => label),
  };
}

/**
 * Below a form of lines, single answers that need not be given are folded together.
 * @param {{ spec: Spec, element: HTMLElement }[]} parts
 */
function onlyIfNeeded(parts) {
  const rest = parts.filter(({ spec }) => !spec.required && !["rows", "dice"].includes(spec.kind));
  if (rest.length < 2 || parts.every(({ spec }) => spec.kind !== "rows")) return parts;
  const away = { element: folded(say("tools.rest"), ...rest.map(({ element }) => element)) };
  return [...parts.filter((one) => !rest.includes(one)), away];
}

/** What need not be filled in, under its own title. */
function folded(label, ...page) {
  return h("details", { class: "folded" }, h("summary", {}, label), page);
}

/**
 * A line; `choice`: what it stands for, where that is given.
 * @param {Spec[]} specs
 * @param {TableDocument} doc
 * @param {Choice} [choice]
 * @param {Spec} [of] the field that the choice belongs to
 */
function line(specs, doc, choice, of) {
  const entries = specs.map((spec) => ({ spec, ...entry(spec, doc) }));
  const answers = () =>
    Object.fromEntries(
      entries.map((entry) => [entry.name, entry.read()]).filter(([, value]) => value !== undefined),
    );
  const railroad = doc.railroads.some(({ id }) => id === choice?.value);
  const head = choice &&
    h(
      "div",
      { class: "ledger-head", "data-head": railroad ? null : of.label },
      railroad && railroadBadge(doc, choice.value),
      h("span", { class: railroad ? "unseen" : "name" }, choice.label),
    );
  return {
    element: h("li", { class: "sum-line" }, head, entries.map(({ element }) => element)),
    read: () => ({ ...(choice && { [of.name]: choice.value }), ...called(entries), ...answers() }),
    blank: () => Object.keys(answers()).length === 0,
    missing: () => entries.some((entry) => entry.spec.required && entry.read() === undefined),
  };
}

/** Whoever has no name is called as the box says, whichever lines are blank. */
function called(entries) {
  return Object.fromEntries(
    entries.filter(({ spec }) => spec.kind === "text" && spec.known).map((
      { name, spec },
    ) => [name, spec.known]),
  );
}

customElements.define("ledger-form", LedgerForm);
