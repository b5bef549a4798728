// A player: a choice whose labels are names. Without choices, everybody at the table.

import { ChoiceField } from "./choice.js";

export class SeatField extends ChoiceField {
  choices() {
    if (!this.spec.choices) {
      const seats = this.doc?.seats ?? [];
      this.spec = { ...this.spec, choices: seats.map(({ seat, name }) => ({ value: seat, label: name })) };
    }
    return super.choices();
  }
}

customElements.define("seat-field", SeatField);
