// One line of a table of facts: its entries, what was written into them, and what has been kept of that.

import { button, h, icon } from "../../dom.js";
import { say } from "../../messages.js";
import { helpKey } from "../help/help-key.js";
import { onPhone } from "../page/on-phone.js";
import { calledRow } from "./called-row.js";
import { citesApart, isAside, isMissing, wanted } from "./wanted.js";

const NONE = new Set(["-", "–", "—"]); // nothing is printed there
const STROKE = "–";
const NAME_LENGTH = 40;
/** Of these a phone has room for one in a line. */
export const LONG = new Set(["text", "places"]);

/** A name as the atlas compares it: without case, accents, punctuation and blanks. */
export function plainName(name) {
  return name.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** Where the rulebook says what this row says: the heading, which opens the rule; "" if it does not. */
export function headingOf(game, { key, same }, headings, name, record) {
  const rule = headings[key === null ? same.map((fact) => record[fact]).join("|") : name];
  if (!rule) return "";
  return citesApart({ key }, headings) ? helpKey({ game, rule }, false, rule) : helpKey({ game, rule }, true);
}

export class AtlasLine {
  #section;
  #name;
  #record; // what the server knows of this row; undefined: a line that is new
  #title = null;
  #entries;
  #away;
  element;
  /** The row below it that says what was wrong with it. */
  complaint = null;

  // --- lifecycle ---------------------------------------------------------------

  /**
   * `record`: what is known; none: a new line. `own`: it says more than the rulebook does. `heading`: the
   * key to it; `apart`: it has a column. `bare`: columns that say nothing yet. `places`: the datalist of
   * all names; `drop`: takes the line away.
   */
  constructor(
    section,
    { name = "", record = undefined, own = false, heading = "", apart, bare, places, drop },
  ) {
    this.#section = section;
    this.#name = name;
    this.#record = record;
    const keyed = section.key !== null;
    if (keyed && this.fresh) {
      this.#title = h("input", {
        type: "text",
        "aria-label": section.head,
        autocomplete: "off",
        enterkeyhint: "next",
        list: places,
        maxlength: NAME_LENGTH,
        size: 8, // at least
        "data-main": true,
        "data-title": true,
        placeholder: say("atlas.new-here"),
      });
    }
    const called = calledRow(section, name) || say("atlas.new");
    this.#entries = section.facts.map((fact) => ({ fact, input: entry(fact, called, places) }));
    this.#away = section.rows.length === 0 &&
      button(icon("remove"), drop, {
        class: "quiet",
        "aria-label": this.fresh ? say("atlas.drop") : say("atlas.forget", { name: name || said(record) }),
        hidden: this.fresh, // until something is written
      });
    if (this.fresh) this.#ask(keyed);
    const head = keyed &&
      h("th", { scope: "row" }, this.#title ?? calledRow(section, name), !apart && heading);
    this.element = h(
      "tr",
      { "data-row": name, "data-fresh": this.fresh, on: { input: () => this.#written() } },
      ...[
        head,
        this.#entries.map(({ fact, input }) =>
          h(
            "td",
            {
              "data-kind": fact.kind,
              "data-column": fact.label,
              "data-short": fact.kind === "count" && fact.label.split(" ")[0],
              "data-aside": isAside(section, fact),
              "data-bare": bare.has(fact.name),
            },
            fact.kind === "flag" ? h("label", { class: "tick" }, input) : input,
          )
        ),
        apart && h("td", { class: "hint", "data-aside": true }, heading),
        this.#away && h("td", { class: "away" }, this.#away),
      ].flat().filter(Boolean),
    );
    if (!record) return;
    this.#record = {}; // nothing was written yet: all of it is shown
    this.show(record, own);
  }

  // --- asked from outside ------------------------------------------------------

  get fresh() {
    return this.#record === undefined;
  }

  get name() {
    return this.#title ? this.#title.value.trim().replace(/\s+/g, " ") : this.#name;
  }

  get record() {
    return this.#record;
  }

  get busy() {
    return this.element.contains(document.activeElement) ||
      this.#entries.some(({ fact, input }) => this.#changed(fact, input));
  }

  /** Nothing has been written into it. */
  get blank() {
    return !this.name &&
      this.#entries.every(({ fact, input }) => [undefined, false].includes(read(fact, input)));
  }

  /** What was written into another line of the same row, and where somebody is just writing. */
  takeOver(other) {
    for (const [at, { fact, input }] of this.#entries.entries()) {
      const theirs = other.#entries[at].input;
      if (other.#changed(fact, theirs)) write(input, fact, read(fact, theirs));
      if (theirs === document.activeElement) {
        input.focus();
        input.select?.(); // what is typed next is meant instead
      }
    }
  }

  /** An entry that was emptied shows what is known again: forgetting is said by the cross. */
  restore() {
    for (const { fact, input } of this.#entries) {
      if (this.#record && read(fact, input) === undefined) write(input, fact, this.#record[fact.name]);
    }
  }

  /**
   * What was written and is not known yet, in the form of `facts`; null as long as it does not say enough.
   */
  facts() {
    const { name: section, key, plain } = this.#section;
    const written = Object.fromEntries(
      this.#entries.map(({ fact, input }) => [fact.name, read(fact, input)]).filter(([, value]) =>
        value !== undefined
      ),
    );
    if (key === null) {
      if (this.#section.facts.some((fact) => !fact.aside && written[fact.name] === undefined)) return null;
      const other = this.#record && this.#section.same.some((fact) => this.#record[fact] !== written[fact]);
      if (!this.fresh && !this.#entries.some(({ fact, input }) => this.#changed(fact, input))) return null;
      return { [section]: [...(other ? [{ ...this.#record, forget: true }] : []), written] };
    }
    const fresh = Object.fromEntries(
      Object.entries(written).filter(([name]) => this.#changed(...this.#entry(name))),
    );
    if (!this.name || (!this.fresh && !Object.keys(fresh).length)) return null;
    if (plain) {
      return this.fresh && !Object.keys(fresh).length
        ? null
        : { [section]: { [this.name]: Object.values(fresh)[0] } };
    }
    return { [section]: { [this.name]: fresh } };
  }

  /** That this row is not so. */
  get gone() {
    const { name: section, key } = this.#section;
    return { [section]: key === null ? [{ ...this.#record, forget: true }] : { [this.#name]: null } };
  }

  /** The name that was meant, in place of the one that was typed. */
  correct(wrong, right) {
    const inputs = [this.#title, ...this.#entries.map(({ input }) => input)].filter((input) =>
      input?.type === "text"
    );
    for (const input of inputs) {
      if (plainName(input.value) === plainName(wrong)) input.value = right;
      else if (input.value.includes(",")) {
        input.value = input.value.split(",").map((
          one,
        ) => (plainName(one) === plainName(wrong) ? right : one.trim())).join(", ");
      }
    }
  }

  /** The one number that is read out with a name, if there is just one. */
  get number() {
    const main = this.#entries.filter(({ fact }) => !fact.aside);
    return main.length === 1 && main[0].fact.kind === "count" ? main[0].input : null;
  }

  // --- events ------------------------------------------------------------------

  /** A line that is new can be taken away as soon as something stands in it. */
  #written() {
    if (this.#away && this.fresh) this.#away.hidden = this.blank;
  }

  // --- drawing -----------------------------------------------------------------

  /** What the server knows now, and whether the rulebook says less; what is just being written stays. */
  show(record, own) {
    for (const { fact, input } of this.#entries) {
      if (input === document.activeElement || (this.#record && this.#changed(fact, input))) continue;
      write(input, fact, record[fact.name]);
    }
    for (const { fact, input } of this.#entries) {
      const needed = !fact.aside && wanted(this.#section, fact, this.#name, record);
      input.toggleAttribute("data-main", needed);
      input.toggleAttribute("data-lacks", isMissing(this.#section, fact, this.#name, record));
      const shown = needed || (fact.aside && !isAside(this.#section, fact));
      if (input.type === "text") input.placeholder = shown ? "" : STROKE;
    }
    if (this.#away) this.#away.hidden = !own;
    this.#record = record;
  }

  /** A new line that is known now, by the name that the board has for it. */
  settle(name, record, own) {
    this.#name = name;
    this.#title?.replaceWith(calledRow(this.#section, name));
    this.#title = null;
    this.element.dataset.row = name;
    this.element.removeAttribute("data-fresh");
    for (const { fact, input } of this.#entries) {
      input.setAttribute("aria-label", `${name || said(record)}: ${fact.label}`);
    }
    this.#away?.setAttribute("aria-label", say("atlas.forget", { name: name || said(record) }));
    this.#record = {};
    this.show(record, own);
  }

  // --- internals ---------------------------------------------------------------

  /** On a phone names that stand below one another say in a new line what they are. */
  #ask(keyed) {
    const long = this.#entries.filter(({ fact }) => LONG.has(fact.kind) && !fact.aside);
    if (onPhone() && long.length > 1) {
      for (const { fact, input } of long) input.placeholder = fact.label;
    }
    if (!keyed) this.#entries[0].input.placeholder = say("atlas.new-here");
  }

  #entry(name) {
    const { fact, input } = this.#entries.find((entry) => entry.fact.name === name);
    return [fact, input];
  }

  #changed(fact, input) {
    const value = read(fact, input);
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(this.#record?.[fact.name]) &&
      !(value === false && this.#record?.[fact.name] === undefined);
  }
}

function said(record) {
  return Object.values(record ?? {}).filter((value) => typeof value === "string").join("–");
}

function entry({ name, label, kind, aside, choices }, row, places) {
  const named = {
    "aria-label": `${row}: ${label}`,
    "data-fact": name,
    "data-main": !aside,
    enterkeyhint: "next",
  };
  if (kind === "flag") return h("input", { type: "checkbox", ...named });
  if (kind === "choice") {
    return h(
      "select",
      named,
      h("option", { value: "" }),
      choices.map((choice) => h("option", { value: choice.value }, choice.label)),
    );
  }
  if (kind === "count") {
    return h("input", { type: "text", inputmode: "numeric", ...named, autocomplete: "off", size: 4 });
  }
  return h("input", {
    type: "text",
    ...named,
    autocomplete: "off",
    list: kind === "place" ? places : null,
    maxlength: kind === "places" ? null : NAME_LENGTH,
  });
}

function write(input, { kind }, value) {
  if (kind === "flag") input.checked = value === true;
  else input.value = value === null ? STROKE : Array.isArray(value) ? value.join(", ") : (value ?? "");
}

/** What was written: undefined for a blank, null for what is not printed. */
function read({ kind, nullable }, input) {
  if (kind === "flag") return input.checked;
  const text = input.value.trim();
  if (text === "") return undefined;
  if (nullable && NONE.has(text)) return null;
  if (kind === "count") return /^\d+$/.test(text) ? Number(text) : text;
  return kind === "places" ? text.split(",").map((one) => one.trim()).filter(Boolean) : text;
}
