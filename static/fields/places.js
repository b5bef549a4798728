// Several places, in the order they were tapped.

import { h, icon } from "../dom.js";
import { Field } from "./field.js";
import { PlaceField, placeWords } from "./place.js";

export class PlacesField extends Field {
  #list = h("div", { class: "taken-list" }); // what can be no other
  #next = new PlaceField();

  get missing() {
    return (this.value?.length ?? 0) < (this.spec.min ?? (this.spec.required ? 1 : 0));
  }

  draw() {
    this.#next.doc = this.doc;
    this.#next.addEventListener("pick", (event) => this.#pick(/** @type {CustomEvent} */ (event).detail));
    this.show();
    this.group(this.#list, this.#next);
  }

  /** A place that is chosen already is taken back. */
  #pick(place) {
    const places = this.value ?? [];
    const focused = document.activeElement?.matches(".chip");
    this.answer(places.includes(place) ? places.filter((one) => one !== place) : [...places, place]);
    const chips = /** @type {HTMLButtonElement[]} */ ([...this.#next.querySelectorAll("button.chip")]);
    if (focused) chips.find(({ value }) => value === place)?.focus({ preventScroll: true });
  }

  show() {
    const places = this.value ?? [];
    const stays = places.filter((place) => this.#stays(place));
    const full = places.length >= (this.spec.max ?? Infinity);
    // the places on offer may be others than before: what has just been named beside this field
    const choices = (this.spec.choices ?? []).filter(({ value }) => !stays.includes(value));
    this.#list.replaceChildren(...stays.map((place) => this.#taken(place)));
    this.#next.spec = { ...this.spec, kind: "place", choices, required: false, unlabelled: true };
    this.#next.hidden = full && stays.length === places.length;
    this.#next.full = full;
    this.#next.picked = places.filter((place) => !stays.includes(place));
    this.#next.show();
  }

  #taken(place) {
    const chosen = this.spec.choices?.find(({ value }) => value === place);
    return h("div", { class: "taken" }, icon("check"), placeWords(chosen ?? { label: place }));
  }

  #stays(place) {
    const { asked, default: first, min } = this.spec;
    return Boolean(min && !asked && first?.includes(place));
  }
}

customElements.define("places-field", PlacesField);
