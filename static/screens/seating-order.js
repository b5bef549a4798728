// The players' names, clockwise as they sit. A handle drags a name to its chair; arrow keys and arrows do the
// same.

import { button, freshId, h, icon } from "../dom.js";
import { say } from "../messages.js";

const MOST_LETTERS = 40;

/** Tells "seated" when the names or their order have changed. */
export class SeatingOrder extends HTMLElement {
  limits = { min: 2, max: 6 };
  #names = [];
  #list = h("ol", { class: "seating" });
  #add = null;
  /** The line whose arrows are out on a phone: one always has them, and nothing moves when a name is left. */
  #current = 0;

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    this.#names = Array(this.limits.min).fill("");
    this.#add = button(
      [icon("plus"), say("new.add-player")],
      () => this.#change(() => this.#names.push(""), this.#names.length),
      { class: "quiet" },
    );
    this.replaceChildren(
      h("p", { class: "label" }, say("new.players")),
      h("p", { class: "hint" }, say("new.players-help")),
      this.#list,
      this.#add,
    );
    this.#list.addEventListener("focusin", ({ target }) => this.#at(target));
    this.#draw();
  }

  // --- asked from outside ------------------------------------------------------

  get names() {
    return [...this.#names];
  }

  /** Other names, such as those of a draft. */
  set names(names) {
    this.#names = [...names];
    this.#draw();
    this.dispatchEvent(new Event("seated"));
  }

  /** Mark each name that will not do, and say why beneath it; true if there is one. */
  blame() {
    const names = this.#names.map((name) => name.trim().toLowerCase());
    const lines = [...this.#list.children];
    names.forEach((name, at) => {
      const why = !name ? "new.name-missing" : names.indexOf(name) < at ? "new.name-twice" : "";
      mark(lines[at], why && say(why));
    });
    return lines.some((line) => line.querySelector(".fault"));
  }

  /** What the server has against a name or all of them. */
  complain(words) {
    mark(this.#list.firstElementChild, words);
  }

  // --- events ------------------------------------------------------------------

  #at(target) {
    const lines = [...this.#list.children];
    this.#current = lines.findIndex((line) => line.contains(target));
    lines.forEach((line, at) => line.toggleAttribute("data-current", at === this.#current));
  }

  #change(change, focus = null) {
    change();
    this.#draw();
    if (focus !== null) this.#list.querySelectorAll("input")[focus]?.focus();
    this.dispatchEvent(new Event("seated"));
  }

  // --- drawing -----------------------------------------------------------------

  #draw() {
    this.#list.replaceChildren(...this.#names.map((name, at) => this.#line(name, at)));
    this.#list.children[Math.min(this.#current, this.#names.length - 1)].toggleAttribute(
      "data-current",
      true,
    );
    this.#add.hidden = this.#names.length >= this.limits.max;
  }

  #line(name, at) {
    const label = say("new.player", { number: at + 1 });
    const input = h("input", {
      "aria-label": label,
      placeholder: label,
      maxlength: MOST_LETTERS,
      autocomplete: "off",
      autocapitalize: "words",
      spellcheck: "false",
      props: { value: name },
    });
    input.addEventListener("input", () => {
      this.#names[at] = input.value;
      mark(input.closest("li"), "");
      this.dispatchEvent(new Event("seated"));
    });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || at === this.#names.length - 1) return;
      event.preventDefault();
      this.#list.querySelectorAll("input")[at + 1].focus();
    });
    const who = { number: at + 1 };
    const move = (by) => () => this.#change(() => this.#swap(at, at + by), at + by);
    return h(
      "li",
      {},
      this.#grip(at),
      h("span", { class: "seat-number", "aria-hidden": "true" }, String(at + 1)),
      input,
      button(icon("up"), move(-1), {
        class: "key",
        disabled: at === 0,
        "aria-label": say("new.move-up", who),
      }),
      button(icon("down"), move(1), {
        class: "key",
        disabled: at === this.#names.length - 1,
        "aria-label": say("new.move-down", who),
      }),
      button(icon("remove"), () => this.#change(() => this.#names.splice(at, 1)), {
        class: "key",
        disabled: this.#names.length <= this.limits.min,
        "aria-label": say("new.remove", who),
      }),
    );
  }

  /** Drag it with finger or mouse, or move it with the arrow keys. */
  #grip(at) {
    const steps = { ArrowUp: -1, ArrowDown: 1 };
    const keydown = (event) => {
      const to = at + (steps[event.key] ?? 0);
      if (to === at || to < 0 || to >= this.#names.length) return;
      event.preventDefault();
      this.#change(() => this.#swap(at, to));
      this.#list.querySelectorAll(".grip")[to].focus();
    };
    const pointerdown = (event) => {
      event.preventDefault();
      this.#drag(event, at);
    };
    return h("button", {
      type: "button",
      class: "grip",
      "aria-label": say("new.move", { number: at + 1 }),
      on: { keydown, pointerdown },
    }, icon("grip"));
  }

  /** The lines change places as the finger passes their middles; the list is drawn anew when it is lifted. */
  #drag(event, at) {
    const handle = event.currentTarget;
    const line = handle.closest("li");
    let place = at;
    handle.setPointerCapture(event.pointerId);
    line.dataset.dragged = "";
    const move = ({ clientY }) => {
      const lines = [...this.#list.children];
      const to = lines.findIndex((line) => clientY < line.getBoundingClientRect().bottom);
      const next = to < 0 ? lines.length - 1 : to;
      if (next === place) return;
      this.#names.splice(next, 0, ...this.#names.splice(place, 1));
      // The others step aside: a line that is moved itself would be let go.
      if (next > place) line.before(...lines.slice(place + 1, next + 1));
      else line.after(...lines.slice(next, place));
      place = next;
    };
    const drop = () => {
      handle.removeEventListener("pointermove", move);
      this.#change(() => {});
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", drop, { once: true });
  }

  // --- internals ---------------------------------------------------------------

  #swap(one, other) {
    [this.#names[one], this.#names[other]] = [this.#names[other], this.#names[one]];
  }
}

/** Say beneath a name what is wrong with it; no words: nothing is. */
function mark(line, words) {
  const input = line.querySelector("input");
  line.querySelector(".fault")?.remove();
  for (const name of ["aria-invalid", "aria-describedby"]) input.removeAttribute(name);
  if (!words) return;
  const id = freshId("fault");
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", id);
  line.append(h("p", { class: "fault", id }, words));
}

customElements.define("seating-order", SeatingOrder);
