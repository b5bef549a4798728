// How many shares of which railroads: {railroad: number}.

import { h } from "../dom.js";
import { figureOf } from "../elements/badges.js";
import { CountField } from "./count.js";
import { Field } from "./field.js";

export class SharesField extends Field {
  draw() {
    const all = (this.doc?.railroads ?? []).map(({ id, name }) => ({ value: id, label: name }));
    const counts = (this.spec.choices ?? all).map((choice) => this.#count(choice));
    this.group(h("div", { class: "share-counts" }, counts));
  }

  #count(choice) {
    const field = new CountField();
    const most = choice.max ?? this.spec.max ?? this.doc?.railroads.find(({ id }) => id === choice.value)?.shares_total;
    field.spec = { name: choice.value, label: choice.label, kind: "count", min: 0, max: most, required: true };
    field.value = this.value?.[choice.value] ?? 0;
    field.addEventListener("answer", (event) => {
      event.stopPropagation();
      const shares = { ...this.value, [choice.value]: field.value };
      if (!field.value) delete shares[choice.value];
      this.answer(Object.keys(shares).length ? shares : undefined);
    });
    return h("div", { class: "share-count" }, figureOf(this.doc, choice.value), field);
  }
}

customElements.define("shares-field", SharesField);
