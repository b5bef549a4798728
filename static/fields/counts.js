// Several numbers that belong together: {name: number}.

import { Field } from "./field.js";
import { FieldGroup } from "./group.js";

export class CountsField extends Field {
  draw() {
    const group = new FieldGroup();
    group.doc = this.doc;
    group.value = this.value ?? {};
    group.specs = this.spec.fields ?? [];
    group.addEventListener("answer", (event) => {
      event.stopPropagation();
      this.answer(Object.keys(group.value).length ? group.value : undefined);
    });
    this.group(group);
  }
}

customElements.define("counts-field", CountsField);
