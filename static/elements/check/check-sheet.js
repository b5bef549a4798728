// One card of what is to be checked: its lines, and a tick for all of them. On a phone it is folded: what the
// lines say is read as one text, until some are ticked and others not; when all are, its head is left.

import { button, h, icon } from "../../dom.js";
import { say } from "../../messages.js";
import { onPhone } from "../page/on-phone.js";

export class CheckSheet extends HTMLElement {
  /** What stands above the lines. */
  head = null;
  /** @type {HTMLElement[]} */
  lines = [];
  /** What the lines say, in few words; none: it is not folded before all is ticked. */
  brief = [];
  /** It was open when it was last drawn. */
  open = false;
  #all = null;
  #unfold = null;

  connectedCallback() {
    const what = this.title;
    this.removeAttribute("title"); // nobody needs it over every line
    this.classList.add("panel", "check-section");
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", what);
    this.#all = h("input", {
      type: "checkbox",
      "aria-label": say("check.all-of", { what }),
      on: { change: () => this.#tickAll() },
    });
    this.#unfold = button(icon("forth"), () => this.#turn(), {
      class: "quiet check-unfold unprinted",
      "aria-label": say("check.lines-of", { what }),
    });
    const ticks = this.#ticks.length;
    this.replaceChildren(
      h(
        "div",
        { class: "check-sheet-head" },
        h(ticks > 1 ? "label" : "span", { class: "check-all unprinted" }, ticks > 1 && this.#all),
        h("h2", {}, this.head),
        this.#unfold,
      ),
      h("p", { class: "check-brief unprinted", on: { click: () => this.#turn() } }, this.brief),
      h("ul", { class: "checklist" }, this.lines),
    );
    this.addEventListener("change", ({ target }) => this.tell(target !== this.#all));
    this.#fold(!this.open && this.#mayFold && !this.#ticks.some(({ checked }) => checked));
    this.tell();
  }

  #tickAll() {
    for (const tick of this.#ticks) {
      if (tick.checked === this.#all.checked) continue;
      tick.checked = this.#all.checked;
      tick.dispatchEvent(new Event("change"));
    }
  }

  #turn() {
    this.#fold(!this.hasAttribute("data-folded"));
  }

  /** The ticks are others now. `below`: by a finger on a line, so what lies below it keeps its place. */
  tell(below = false) {
    const ticks = this.#ticks;
    const done = ticks.length > 0 && ticks.every(({ checked }) => checked);
    this.#all.checked = done;
    if (done === this.hasAttribute("data-done")) return;
    const { bottom } = this.getBoundingClientRect();
    this.toggleAttribute("data-done", done);
    this.#fold(done ? onPhone() : !below && this.#mayFold);
    const moved = this.getBoundingClientRect().bottom - bottom;
    if (below && moved) scrollBy({ top: moved, behavior: "instant" });
  }

  #fold(folded) {
    this.toggleAttribute("data-folded", folded);
    this.#unfold.setAttribute("aria-expanded", String(!folded));
  }

  get #mayFold() {
    return this.brief.length > 0 && onPhone();
  }

  get #ticks() {
    return this.lines.flatMap((line) => [...line.querySelectorAll("input")]);
  }
}

customElements.define("check-sheet", CheckSheet);
