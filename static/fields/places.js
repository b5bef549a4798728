// Several places, in the order they were tapped.

import { button, h, icon } from "../dom.js";
import { say } from "../messages.js";
import { Field } from "./field.js";
import { PlaceField, placeWords } from "./place.js";

export class PlacesField extends Field {
  #list = h("div", { class: "taken-list" });
  #next = h("div", {});

  draw() {
    this.group(this.#list, this.#next);
    this.show();
  }

  get missing() {
    return (this.value?.length ?? 0) < (this.spec.min ?? (this.spec.required ? 1 : 0));
  }

  show() {
    const places = this.value ?? [];
    this.#list.replaceChildren(...places.map((place) => this.#taken(place)));
    const full = places.length >= (this.spec.max ?? Infinity);
    this.#next.replaceChildren(...(full ? [] : [this.#field(places)]));
  }

  #taken(place) {
    const drop = () => this.answer(this.value.filter((item) => item !== place));
    const name = say("field.remove-of", { name: place });
    const { asked, choices, default: first, min } = this.spec;
    const chosen = choices?.find(({ value }) => value === place);
    const stays = min && !asked && first?.includes(place); // it can be no other
    return h(
      "div",
      { class: "taken" },
      icon("check"),
      placeWords(chosen ?? { label: place }),
      !stays && button(icon("remove"), drop, { class: "quiet", "aria-label": name }),
    );
  }

  #field(places) {
    const field = new PlaceField();
    const choices = (this.spec.choices ?? []).filter((choice) => !places.includes(choice.value));
    field.spec = { ...this.spec, kind: "place", choices, required: false, unlabelled: true };
    field.doc = this.doc;
    field.addEventListener("answer", (event) => {
      event.stopPropagation();
      if (field.value !== undefined) this.answer([...places, field.value]);
    });
    return field;
  }
}

customElements.define("places-field", PlacesField);
