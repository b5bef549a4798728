// What is seldom wanted takes turns in one place: page after page, and of a page that is too long column
// after column. A tap turns it by hand; then it lies still for a while.

import { button, fillParts, h, icon } from "../../dom.js";
import { say } from "../../messages.js";

const TURN_MS = 12_000;
const FRESH_MS = 30_000; // what has just come is read by those whose hands it wants
const HELD_MS = 60_000;

export class TurningPages extends HTMLElement {
  #title = h("h2", {});
  #count = h("span", { class: "turning-count" });
  #pages = h("div", { class: "turning-pages" });
  #foot = h("div", { class: "turning-foot" });
  #head = null;
  #titles = new Map();
  #steps = [];
  #page = "";
  #column = 0;
  #timer = 0;
  #watch = new ResizeObserver(() => this.measure());

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    const turn = (by, name, drawing) =>
      button(icon(drawing), () => this.#byHand(by), { class: "turning-button", "aria-label": say(name) });
    this.#head = h("div", { class: "turning-head" }, this.#title, this.#count, [
      turn(-1, "board.page-before", "back"),
      turn(1, "board.page-next", "forth"),
    ]);
    this.replaceChildren(this.#head, this.#pages, this.#foot);
    this.#pages.addEventListener("pointerdown", () => this.#wait(HELD_MS));
    this.#watch.observe(this.#pages);
    this.#wait(TURN_MS);
  }

  disconnectedCallback() {
    this.#watch.disconnect();
    clearTimeout(this.#timer);
  }

  // --- asked from outside ------------------------------------------------------

  /**
   * What stands below every page.
   * @param {import("../../dom.js").Part | null} part
   */
  set foot(part) {
    fillParts(this.#foot, [part].filter(Boolean));
  }

  /** Something has come that somebody waits for. */
  open(name) {
    this.#page = name;
    this.#column = 0;
    this.measure();
    this.#wait(FRESH_MS);
  }

  /** Which steps there are: the pages, and the columns of each. */
  measure() {
    if (!this.#head) return;
    this.#steps = [...this.#pages.children].filter((page) => page.childElementCount).flatMap((page) =>
      Array.from({ length: columnsOf(page) }, (_, column) => ({ page: page.dataset.page, column }))
    );
    if (!this.#titles.has(this.#page)) [this.#page, this.#column] = [this.#steps[0]?.page ?? "", 0];
    this.#show();
  }

  // --- events ------------------------------------------------------------------

  #byHand(by) {
    this.#step(by);
    this.#wait(HELD_MS);
  }

  #wait(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#step(1);
      this.#wait(TURN_MS);
    }, milliseconds);
  }

  // --- drawing -----------------------------------------------------------------

  /**
   * These pages, in this order; what is open stays open.
   * @param {{ name: string, title: string, part: import("../../dom.js").Part }[]} pages
   */
  update(pages) {
    this.#titles = new Map(pages.map(({ name, title }) => [name, title]));
    fillParts(
      this.#pages,
      pages.map(({ name, part }) => ({
        key: name,
        shows: [part.key, part.shows],
        make: (page = h("div", { class: "turning-page", "data-page": name })) => {
          fillParts(page, [part]);
          return page;
        },
      })),
    );
    this.hidden = !pages.length;
    this.measure();
  }

  #show() {
    const at = this.#at();
    this.#column = this.#steps[at]?.column ?? 0;
    for (const page of this.#pages.children) {
      const open = page.dataset.page === this.#page;
      page.toggleAttribute("data-open", open);
      page.scrollLeft = open ? this.#column * pitch(page) : 0;
    }
    const [title, count] = [
      this.#titles.get(this.#page) ?? "",
      this.#steps.length > 1 ? `${at + 1} / ${this.#steps.length}` : "",
    ];
    if (this.#title.textContent !== title) this.#title.textContent = title;
    if (this.#count.textContent !== count) this.#count.textContent = count;
    this.toggleAttribute("data-single", this.#steps.length < 2);
  }

  // --- internals ---------------------------------------------------------------

  #step(by) {
    const now = this.#at();
    const next = this.#steps[(now + by + this.#steps.length) % Math.max(this.#steps.length, 1)];
    if (next) [this.#page, this.#column] = [next.page, next.column];
    this.#show();
  }

  /** Where we are; the last column there is, if there are fewer now. */
  #at() {
    const own = this.#steps.map((step, at) => ({ ...step, at })).filter(({ page }) => page === this.#page);
    return (own.find(({ column }) => column === this.#column) ?? own.at(-1) ?? { at: 0 }).at;
  }
}

/** From one column of a page to the next, in px. */
function pitch(page) {
  return page.clientWidth + (parseFloat(getComputedStyle(page).columnGap) || 0);
}

/** How many columns a page has. */
function columnsOf(page) {
  const gap = pitch(page) - page.clientWidth;
  return page.clientWidth ? Math.max(1, Math.round((page.scrollWidth + gap) / pitch(page))) : 1;
}

customElements.define("turning-pages", TurningPages);
