// A place on the printed board: tap it, search it, or (where the board may hold more than we know) write a new one.

import { button, freshId, h, icon } from "../dom.js";
import { say } from "../messages.js";
import { Field } from "./field.js";

const MOST_CHIPS = 9; // more are found by typing
const SEARCH_FROM = 7; // fewer choices need no search

const plain = (name) => name.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase().trim();

export class PlaceField extends Field {
  #box = h("div", { class: "place" });
  #typed = "";
  #results = h("div", { class: "choices" });

  draw() {
    this.group(this.#box);
    this.show();
  }

  get choices() {
    return this.spec.choices ?? [];
  }

  /** Whether a new name may be written; with nothing to choose from there is no other way. */
  get open() {
    return this.spec.open || this.choices.length === 0;
  }

  show() {
    const taken = this.value !== undefined && this.value !== null;
    this.#box.replaceChildren(...(taken ? [this.#taken()] : this.#search()));
    if (!taken) this.#filter();
  }

  #taken() {
    const known = this.choices.find((choice) => choice.value === this.value);
    const change = button(say("place.change"), () => this.#reopen(), {
      class: "quiet",
      "aria-label": say("place.change-of", { label: this.spec.label, place: this.value }),
    });
    const words = h("span", { class: "chip-words" }, h("span", { class: "chip-label" }, known?.label ?? this.value));
    if (known?.hint) words.append(h("span", { class: "hint" }, known.hint));
    return h("div", { class: "taken" }, icon("check"), words, change);
  }

  #search() {
    if (!this.open && this.choices.length < SEARCH_FROM) return [this.#results];
    const id = freshId("place");
    const words = say(this.open ? "place.search-or-new" : "place.search");
    const input = h("input", {
      id,
      class: "search",
      placeholder: words,
      "aria-label": `${this.spec.label}: ${words}`,
      autocomplete: "off",
      autocapitalize: "words",
      spellcheck: "false",
      value: this.#typed,
      on: {
        input: () => {
          this.#typed = input.value;
          this.#filter();
        },
        keydown: (event) => event.key === "Enter" && this.#enter(event),
      },
    });
    return [input, this.#results];
  }

  #matching() {
    const wanted = plain(this.#typed);
    const begins = (choice) => plain(choice.label).startsWith(wanted);
    return this.choices
      .filter((choice) => plain(choice.label).includes(wanted))
      .sort((one, other) => Number(begins(other)) - Number(begins(one)));
  }

  #filter() {
    const found = this.#matching();
    const chips = found.slice(0, MOST_CHIPS).map((choice) => this.#chip(choice));
    const rest = found.length - MOST_CHIPS;
    if (rest > 0) chips.push(h("span", { class: "hint more" }, say("place.more", { count: rest })));
    const name = this.#typed.trim();
    const exact = found.some((choice) => plain(choice.label) === plain(name));
    if (this.open && name && !exact) {
      const words = say("place.new", { name });
      chips.push(button([icon("plus"), words], () => this.answer(name), { class: "chip new" }));
    }
    this.#results.replaceChildren(...chips);
  }

  #chip(choice) {
    const why = choice.disabled && (typeof choice.disabled === "string" ? choice.disabled : say("field.not-now"));
    const words = h("span", { class: "chip-words" }, h("span", { class: "chip-label" }, choice.label));
    if (why || choice.hint) words.append(h("span", { class: "hint" }, why || choice.hint));
    return button(words, () => this.answer(choice.value), { class: "chip", disabled: Boolean(choice.disabled), value: choice.value });
  }

  #enter(event) {
    event.preventDefault();
    const found = this.#matching().filter((choice) => !choice.disabled);
    const name = this.#typed.trim();
    const exact = found.find((choice) => plain(choice.label) === plain(name));
    if (exact) this.answer(exact.value);
    else if (found.length === 1 && name) this.answer(found[0].value);
    else if (this.open && name) this.answer(name);
  }

  #reopen() {
    this.#typed = "";
    this.answer(undefined);
    this.querySelector("input, button")?.focus();
  }
}

customElements.define("place-field", PlaceField);
