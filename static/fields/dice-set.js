// The dice of a table, each by how many sides it has.

import { button, freshId, h, icon } from "../dom.js";
import { say } from "../messages.js";
import { Field } from "./field.js";

const USUAL = [4, 6, 8, 10, 12, 20]; // sides that have a key of their own
const MOST_DICE = 10;
const [LEAST_SIDES, MOST_SIDES] = [2, 100];

export class DiceSetField extends Field {
  #list = h("div", { class: "dice-set" });
  #add = [];

  show() {
    const dice = this.value ?? [];
    const drop = (at) => () => this.answer(dice.filter((_, other) => other !== at));
    this.#list.replaceChildren(
      ...dice.map((sides, at) =>
        button([h("span", { class: "figure" }, String(sides)), icon("remove")], drop(at), {
          class: "key",
          "aria-label": `${say("dice-set.sides", { sides })}: ${say("dice-set.drop")}`,
          disabled: dice.length === 1,
        })
      ),
    );
    for (const key of this.#add) key.disabled = dice.length >= MOST_DICE;
  }

  draw() {
    const id = freshId("sides");
    const more = (sides) => {
      if (sides >= LEAST_SIDES && sides <= MOST_SIDES && (this.value ?? []).length < MOST_DICE) {
        this.answer([...(this.value ?? []), sides]);
      }
    };
    const other = h("input", {
      id,
      type: "number",
      inputmode: "numeric",
      class: "count",
      min: LEAST_SIDES,
      max: MOST_SIDES,
    });
    other.addEventListener("change", () => {
      more(Number(other.value));
      other.value = "";
    });
    this.#add = USUAL.map((sides) =>
      button(say("dice-set.plus", { sides }), () => more(sides), {
        class: "key",
        "aria-label": `${say("dice-set.add")}: ${say("dice-set.sides", { sides })}`,
      })
    );
    this.group(
      this.#list,
      h(
        "div",
        { class: "dice-more" },
        this.#add,
        h("label", { for: id, class: "hint" }, say("dice-set.other")),
        other,
      ),
    );
    this.show();
  }
}

customElements.define("dice-set-field", DiceSetField);
