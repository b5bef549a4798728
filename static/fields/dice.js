// Dice: the app rolls them, or the faces of the table's own dice are tapped in.

import { button, h, shown, stylesheets, svg } from "../dom.js";
import { moreWords, say } from "../messages.js";
import { Field } from "./field.js";

const FACES = 6;
const USUAL = 2; // dice, where the offer does not say
/** Where the pips of each face lie on a 3 × 3 lattice. */
const PIPS = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
  6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
};

export class DiceField extends Field {
  #faces = [];
  #keys = [];

  // --- asked from outside ------------------------------------------------------

  get missing() {
    const some = this.#faces.some(Boolean);
    return (some || Boolean(this.spec.required)) && this.value === undefined;
  }

  /** Of dice that are begun those without a face. */
  get lacks() {
    const bare = this.#faces.flatMap((face, at) => (face ? [] : [this.#nameOf(at)]));
    return bare.length < this.#faces.length ? bare.join(", ") : super.lacks;
  }

  /** The form may be sent without a value only by its own button: a dry run never draws. */
  get rolls() {
    return true;
  }

  /** Confirm comes with the first face: the other dice stay in sight. */
  get leads() {
    return this.missing;
  }

  // --- events ------------------------------------------------------------------

  #tap(at, face) {
    this.#faces[at] = face; // a second tap of the same finger leaves it
    this.answer(this.#faces.every(Boolean) ? [...this.#faces] : undefined);
  }

  #rollInTheApp() {
    this.#faces.fill(null);
    this.answer(undefined);
    this.querySelector(".roll").classList.add("rolling");
    this.dispatchEvent(new CustomEvent("commit", { bubbles: true }));
  }

  // --- drawing -----------------------------------------------------------------

  draw() {
    this.#faces = Array(this.spec.min ?? USUAL).fill(null);
    const roll = button([die(5), die(3), say("dice.roll")], () => this.#rollInTheApp(), {
      class: "primary roll",
    });
    const entry = h(
      "div",
      { class: "real-dice" },
      h("p", { class: "label" }, say("dice.real")),
      this.#faces.map((_, at) => this.#row(at)),
    );
    this.append(...shown([!this.spec.required && roll, entry]));
    this.show();
  }

  show() {
    if (this.value) this.#faces = [...this.value];
    for (const { key, at, face } of this.#keys) {
      key.setAttribute("aria-pressed", String(this.#faces[at] === face));
    }
    this.querySelector(".roll")?.classList.toggle("primary", !this.#faces.some(Boolean));
  }

  #row(at) {
    const most = this.spec.faces?.[at] ?? FACES;
    const keys = Array.from({ length: most }, (_, n) => n + 1).map((face) => {
      const name = say("dice.face", { die: at + 1, face });
      const key = button(die(face), () => this.#tap(at, face), {
        class: "key face",
        "aria-label": name,
        "data-die": at + 1,
        value: face,
      });
      this.#keys.push({ key, at, face });
      return key;
    });
    return h("div", { class: "faces", role: "group", "aria-label": this.#nameOf(at) }, keys);
  }

  // --- internals ---------------------------------------------------------------

  #nameOf(at) {
    const names = String(this.spec.label).split(", "); // one for each, or one for all
    return names.length === this.#faces.length && names[1] ? names[at] : say("dice.die", { die: at + 1 });
  }
}

/** Dice as they have fallen, tumbling to rest; read aloud as their numbers. */
export function fallenDice(faces) {
  return h("span", {
    class: "fallen",
    role: "img",
    "aria-label": say("dice.fallen", { faces: faces.join(", ") }),
  }, faces.map((face) => die(face)));
}

/** The same, as soon as their sheet is there, for a page that has none of its own. */
export async function dressedDice(faces) {
  await Promise.all([stylesheets("dice"), moreWords()]);
  return fallenDice(faces);
}

/** A face of a die, drawn. */
export function die(face) {
  if (!PIPS[face]) return h("span", { class: "die figure" }, String(face));
  const pips = PIPS[face].map(([x, y]) => svg("circle", { cx: 6 + x * 6, cy: 6 + y * 6, r: 1.9 }));
  const body = svg("rect", { x: 1, y: 1, width: 22, height: 22, rx: 4 });
  return svg("svg", { class: "die", viewBox: "0 0 24 24", "aria-hidden": "true" }, body, ...pips);
}

customElements.define("dice-field", DiceField);
