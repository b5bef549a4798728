// A place on the printed board: tap it, search it, or (where the board may hold more than we know) write a
// new one.

import { button, freshId, h, icon, same } from "../dom.js";
import { say } from "../messages.js";
import { leader, linksAmong } from "./ends.js";
import { Field } from "./field.js";
import { standAlone } from "./given.js";
/** @import { FieldGroup } from "./group.js" */
/** @import { Choice } from "../types.js" */

const MOST_CHIPS = 8;
const FIRST_CHIPS = 6; // of more; the key for the others stands above the foot of a phone's form
const SEARCH_FROM = 7; // fewer choices need no search
const LINE_LETTERS = 18; // of two or three names beside a label, on a phone
const STAY = 6; // so few choices stay on the page when one is taken: another is one tap away

const plain = (name) => name.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase().trim();

export class PlaceField extends Field {
  /** What is chosen from instead of places: links, which answer the field of their other end, too. */
  links = [];
  /**
   * Of several places those that are chosen already: they stay where they stand, a second tap takes one back.
   * @type {any[] | null}
   */
  picked = null;
  /** No more can be chosen. */
  full = false;
  /** @type {PlaceField | undefined} */
  #leader;
  #box = h("div", { class: "place" });
  #typed = "";
  #all = false;
  #others = [];
  // the box keeps its words until the tap has landed
  #results = h("div", { class: "choices", on: { pointerdown: (event) => event.preventDefault() } });

  // --- asked from outside ------------------------------------------------------

  get leads() {
    return true;
  }

  get choices() {
    return this.links.length ? this.links : this.spec.choices ?? [];
  }

  get missing() {
    return super.missing || this.#far?.missing;
  }

  /** Something is written here that is no answer yet. */
  get half() {
    return Boolean(this.#typed.trim()) && (this.value ?? null) === null;
  }

  get complaint() {
    return this.half ? say("place.half") : super.complaint;
  }

  get wanted() {
    return this.complaint || super.wanted;
  }

  get lacks() {
    return this.links.length ? say("links.one") : super.lacks;
  }

  /** Places that stand in the fields beside it: a link leads elsewhere. */
  set others(places) {
    if (same(places, this.#others)) return;
    this.#others = places;
    if (this.isConnected) this.show();
  }

  /** Of several places each is one more, or one that is taken back: a "pick". */
  answer(place) {
    if (!this.picked) return super.answer(place);
    this.#typed = "";
    this.dispatchEvent(new CustomEvent("pick", { detail: place }));
  }

  /** The place before it comes first; then, or when they are looked for, the same ones stand here. */
  set waits(waits) {
    this.#results.hidden = waits;
  }

  /** Whether a new name may be written; with nothing to choose from there is no other way. */
  get open() {
    return this.spec.open || this.choices.length === 0;
  }

  /** What is chosen of a few stands alone, in a line with its label, until one asks for the others. */
  fold() {
    standAlone(this, this.#results);
  }

  /** A link is not named by where it begins. */
  labelText() {
    return this.links.length ? [say("links.one")] : super.labelText();
  }

  // --- events ------------------------------------------------------------------

  #filter() {
    const matching = this.#matching();
    const barred = matching.filter(({ disabled }) => disabled);
    const found = matching.filter(({ disabled }) => !disabled);
    const known = found.filter(({ written }) => !written);
    const most = this.#all || known.length <= MOST_CHIPS ? found.length : this.spec.first ?? FIRST_CHIPS;
    const seen = found.filter((choice, index) => index < most || this.#isPicked(choice));
    const chips = seen.map((choice) => this.#chip(choice));
    const near = seen.findIndex((choice) => this.#late(choice));
    const heading = h("p", { class: "overline" }, say("place.others"));
    if (near > 0 && !this.#typed && !this.#few) chips.splice(near, 0, /** @type {any} */ (heading));
    const rest = found.length - seen.length;
    if (rest > 0) {
      chips.push(button(say("place.all", { count: rest }), () => this.#showAll(), { class: "chip more" }));
    }
    const name = inCapitals(this.#typed.trim());
    const exact = matching.some((choice) => plain(choice.label) === plain(name));
    if (this.open && name && !exact && !this.full) {
      const words = say("place.new", { name });
      chips.push(button([icon("plus"), words], () => this.answer(name), { class: "chip new" }));
    }
    this.#results.replaceChildren(...chips, ...(barred.length ? [this.#barred(barred)] : []));
  }

  /** @param {Choice & { to?: any, beside?: any }} choice */
  #take({ value, to = {}, beside }) {
    if (beside) return this.#takeThere(value, beside);
    this.answer(value);
    for (const [name, end] of Object.entries(to)) this.#group.field(name)?.answer(end);
  }

  #showAll() {
    this.#all = true;
    this.#filter();
    const chips = /** @type {any} */ (this.#results.querySelectorAll(".chip"));
    chips[this.spec.first ?? FIRST_CHIPS]?.focus({ preventScroll: true });
  }

  /** Enter takes what is written; where nothing new may be written, the only match will do. */
  #enter(event) {
    event.preventDefault();
    const found = this.#matching().filter((choice) => !choice.disabled && !this.#isPicked(choice));
    if (!this.open && found.length === 1 && this.#typed.trim()) this.#take(found[0]);
    else this.#settle(true);
  }

  /**
   * A name written in full is the answer. A new one must be meant (Enter, or its chip): half a word is none.
   * Of names under another answer it may be a part: whoever writes it has given this one.
   */
  #settle(meant = false) {
    const name = this.#typed.trim();
    if (!name || this.value !== undefined) return;
    const exact = this.#exact;
    if (exact) this.#take(exact);
    else if (meant && this.open && !this.#matching(this.#inOrder).length) this.answer(inCapitals(name));
  }

  /** A name that somebody has written can be put right. */
  #reopen() {
    const written = this.choices.some((choice) => this.#is(choice)) ? "" : this.value;
    this.#typed = written;
    this.answer(undefined);
    const next = this.querySelector(written ? "input.search" : ".choices button");
    /** @type {HTMLElement} */ (next)?.focus({ preventScroll: true });
    if (written) /** @type {HTMLInputElement} */ (next).select();
  }

  // --- drawing -----------------------------------------------------------------

  draw() {
    const group = this.#group;
    this.links = linksAmong(this.spec, group?.specs ?? []);
    this.#leader = leader(this, group);
    if (this.#leader) this.classList.add("settled");
    else this.classList.toggle("sole", this.#few && this.#inALine);
    if (this.spec.unlabelled) this.append(this.#box); // one of several: they have a label together
    else this.group(this.#box);
    this.show();
  }

  show() {
    if (this.#leader) {
      this.#leader.show();
      return;
    }
    const taken = !this.#few && this.value !== undefined && this.value !== null;
    this.#box.replaceChildren(...(taken ? [this.#taken()] : this.#search()));
    if (!taken) this.#filter();
    if (this.hasAttribute("data-given")) this.fold(); // drawn anew
  }

  #taken() {
    const taken = this.choices.find((choice) => this.#is(choice));
    const change = button(say("place.change"), () => this.#reopen(), {
      class: "quiet",
      "aria-label": say("place.change-of", { label: this.spec.label, place: this.value }),
    });
    return h(
      "div",
      { class: "taken" },
      icon("check"),
      placeWords(taken ?? { label: this.value }),
      change,
    );
  }

  #search() {
    if (!this.open && this.#free.length < SEARCH_FROM) return [this.#results];
    const words = say(this.open ? "place.search-or-new" : "place.search");
    const input = h("input", {
      id: freshId("place"),
      class: "search",
      placeholder: words,
      "aria-label": `${this.spec.label}: ${words}`,
      autocomplete: "off",
      autocapitalize: "words",
      spellcheck: "false",
      enterkeyhint: "done",
      value: this.#typed,
      disabled: this.full && !this.#typed,
      on: {
        focus: () => (this.waits = false),
        input: () => {
          this.#typed = input.value;
          this.#filter();
          this.dispatchEvent(new Event("half", { bubbles: true }));
        },
        keydown: (event) => event.key === "Enter" && this.#enter(event),
        change: () => this.#settle(),
      },
    });
    return [input, this.#results];
  }

  /**
   * What cannot be taken, with the reasons, folded away until somebody looks for it by its name.
   * @param {Choice[]} choices
   */
  #barred(choices) {
    const lines = choices.map(({ label, disabled }) =>
      h("li", {}, h("b", {}, label), ` – ${typeof disabled === "string" ? disabled : say("field.not-now")}`)
    );
    return h(
      "details",
      { class: "folded barred", open: Boolean(this.#typed.trim()) },
      h("summary", {}, say("field.barred", { count: choices.length })),
      h("ul", { class: "plain-list hint" }, lines),
    );
  }

  /** @param {Choice} choice */
  #chip(choice) {
    const picked = this.#isPicked(choice);
    const marks = this.#few || this.picked ? { "aria-pressed": String(picked || this.#is(choice)) } : {};
    const there = this.#few && !this.links.length && this.#others.includes(choice.value);
    return button(placeWords(choice), () => this.#take(choice), {
      class: "chip",
      value: choice.value,
      disabled: there || (this.full && !picked),
      ...marks,
    });
  }

  // --- internals ---------------------------------------------------------------

  /** @returns {FieldGroup | null} */
  get #group() {
    return this.closest("field-group");
  }

  /** The field of the other end, which is answered with this one. */
  get #far() {
    const [link] = this.links;
    return link && this.value !== undefined ? this.#group?.field(Object.keys(link.to)[0]) : undefined;
  }

  /**
   * It has been chosen; a link from either end.
   * @param {Choice & { ways?: any[] }} choice
   */
  #is({ value, ways }) {
    return ways ? ways.some((way) => same(way, [this.value, this.#far?.value])) : value === this.value;
  }

  /** @param {Partial<Choice>} choice */
  #isPicked({ value }) {
    return Boolean(this.picked?.includes(value));
  }

  get #free() {
    return this.choices.filter(({ disabled }) => !disabled);
  }

  /** Few enough to stay on the page, and nothing else to write. */
  get #few() {
    return !this.open && this.#free.length <= STAY;
  }

  /** Beside their label they have one line. */
  get #inALine() {
    const [, ...others] = this.#free;
    const letters = this.#free.reduce((sum, { label }) => sum + label.length, 0);
    return !others.length || (!this.links.length && others.length < 3 && letters < LINE_LETTERS);
  }

  /**
   * A few as they are offered, each in its place; many by their names, those just named first: one looks for
   * a name there, and not for one that stands in another field. Before them what is chosen and was written:
   * behind many it would be out of sight.
   */
  get #inOrder() {
    const written = (this.picked ?? []).filter((name) => !this.choices.some(({ value }) => value === name));
    return [...written.map((name) => ({ value: name, label: name, written: true })), ...this.#listed];
  }

  get #listed() {
    const others = this.links.length || this.#few ? [] : this.#others;
    // there may be a second link beside one that is built: who looks for it by name finds it
    const there = this.choices.filter((one) =>
      one.value === this.value || !others.includes(one.value) && (this.#typed || !this.#isEnd(one.built))
    );
    if (this.#few || (this.#free.length <= MOST_CHIPS && there.every((one) => this.#late(one)))) return there;
    // A link hardly ever goes to where it might as well begin.
    const begins = (this.#group?.specs ?? []).filter(({ kind, open }) => kind === "place" && !open)
      .flatMap(({ choices = [] }) => choices.map(({ value }) => value));
    const late = (one) => this.#late(one) && 1 + +begins.includes(one.value);
    return there.sort((one, other) => late(one) - late(other) || one.label.localeCompare(other.label));
  }

  #isEnd(places = []) {
    return [this.spec.from, ...this.#others].some((end) => places.includes(end));
  }

  /** A link goes where it is known to lead: to others later. */
  #late({ value, near = [] }) {
    return Number(!this.spec.named?.includes(value) && !this.#isEnd(near));
  }

  /** This field goes away, and nothing written stays in it: the one that comes instead has the answer. */
  #takeThere(value, beside) {
    const focused = this.contains(document.activeElement);
    this.#typed = "";
    this.show();
    for (const [name, other] of Object.entries(beside)) this.#group.field(name)?.answer(other);
    const there = this.#group.field(this.spec.name);
    there?.answer(value);
    const change = /** @type {HTMLElement} */ (there?.querySelector(".taken button"));
    if (focused) change?.focus({ preventScroll: true });
  }

  /**
   * Names under another answer, such as another kind of hex: who takes one gives that answer, too. Not where
   * several are named: each would stand there twice.
   */
  get #elsewhere() {
    const { required, unlabelled } = this.spec;
    if (!this.open || required !== false || unlabelled || !this.#typed.trim()) return [];
    const others = this.#group?.specs.filter(({ name, when }) => when && name === this.spec.name) ?? [];
    return others.filter(({ when }) => !same(when, this.spec.when))
      .flatMap(({ choices = [], when }) => choices.map((choice) => ({ ...choice, beside: when })));
  }

  #matching(choices = [...this.#inOrder, ...this.#elsewhere]) {
    const wanted = plain(this.#typed);
    const begins = (choice) => plain(choice.label).startsWith(wanted);
    return choices.filter((choice) => plain(choice.label).includes(wanted))
      .sort((one, other) => Number(begins(other)) - Number(begins(one)));
  }

  get #exact() {
    const named = (choice) => plain(choice.label) === plain(this.#typed);
    return this.#matching().find((choice) => !choice.disabled && !this.#isPicked(choice) && named(choice));
  }
}

/** A name that a keyboard wrote in small letters, as places are written. @param {string} name */
export const inCapitals = (name) =>
  name === name.toLowerCase() ? name.replace(/(^|[\s-])\p{L}/gu, (first) => first.toUpperCase()) : name;

/**
 * Its name, and what is said of it, while it can be chosen and when it is.
 * @param {Partial<Choice>} choice
 */
export const placeWords = ({ label, hint }) =>
  h(
    "span",
    { class: "chip-words" },
    h("span", { class: "chip-label" }, label),
    hint && h("span", { class: "hint" }, hint),
  );

customElements.define("place-field", PlaceField);
