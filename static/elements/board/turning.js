// What is seldom wanted takes turns in one place: page after page, and of a page that is too long column
// after column, each of which says how much is still to come. A tap turns it by hand; then it lies still for
// a while.

import { button, fillParts, h, icon } from "../../dom.js";
import { say } from "../../messages.js";

const TURN_MS = 12_000;
const FRESH_MS = 30_000; // what has just come is read by those whose hands it wants
const HELD_MS = 60_000;
/** A page as it is; in letters no larger than others; in narrow ones; nearer; close; no larger than figures;
 * closer, to go on. */
const LEVELS = [0, 1, 2, 3, 4, 5, 6];
const NARROW = 2; // no page is squeezed so much that is turned over as leaves are
const NEAR = 3;
const CLOSE = 4;
const EVEN = 5;
const ITEMS = "li, dt, tbody tr";
const OF_THE_MOVE = ".checklist:not(.earlier) > li";

export class TurningPages extends HTMLElement {
  #title = h("h2", {});
  #count = h("span", { class: "turning-count" });
  #pages = h("div", { class: "turning-pages" });
  #more = h("p", { class: "turning-more", hidden: true });
  #foot = h("div", { class: "turning-foot" });
  #head = null;
  #titles = new Map();
  #squeezed = new Map(); // how much each page is
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
    this.replaceChildren(this.#head, this.#pages, this.#more, this.#foot);
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
   * @param {(import("../../dom.js").Part | null)[]} parts
   */
  set foot(parts) {
    fillParts(this.#foot, parts.filter(Boolean));
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
    this.#steps = [...this.#pages.children].filter((page) => page.childElementCount).flatMap((page) => {
      const name = page.dataset.page;
      const levels = page.hasAttribute("data-leaves") ? LEVELS.slice(0, NARROW) : LEVELS;
      const squeezed = levels.find((level) => this.#columns(page, level) === 1) ?? levels.at(-1);
      this.#squeezed.set(name, squeezed);
      return Array.from({ length: this.#columns(page, squeezed) }, (_, column) => ({ page: name, column }));
    });
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
   * These pages, in this order; what is open stays open. `leaves`: too long a page is turned over in the
   * usual letters.
   * @param {{ name: string, title: string, part: import("../../dom.js").Part, leaves?: boolean }[]} pages
   */
  update(pages) {
    this.#titles = new Map(pages.map(({ name, title }) => [name, title]));
    fillParts(
      this.#pages,
      pages.map(({ name, part, leaves = false }) => ({
        key: name,
        shows: [part.key, part.shows, leaves],
        make: (page = h("div", { class: "turning-page", "data-page": name })) => {
          page.toggleAttribute("data-leaves", leaves);
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
    this.#squeeze(this.#squeezed.get(this.#page) ?? 0, this.#opened());
    for (const page of this.#pages.children) {
      const open = page.dataset.page === this.#page;
      page.toggleAttribute("data-open", open);
      page.scrollLeft = open ? this.#column * pitch(page) : 0;
    }
    const columns = this.#steps.filter(({ page }) => page === this.#page).length;
    write(this.#title, this.#titles.get(this.#page) ?? "");
    const more = this.#toCome();
    const beside = this.#more.hidden ? more : "";
    const leaf = say("meter.of", { progress: this.#column + 1, of: columns });
    write(this.#count, beside || (columns > 1 && !more ? leaf : ""));
    if (beside && this.#title.scrollWidth > this.#title.clientWidth) write(this.#count, this.#toCome(true));
    write(this.#more, more);
    this.toggleAttribute("data-single", this.#steps.length < 2);
  }

  /** What is to come stands beside the short title of a list of what hands do, else in a line of its own. */
  #squeeze(level, page) {
    const most = level >= LEVELS.at(-1);
    this.toggleAttribute("data-full", level > 0);
    this.toggleAttribute("data-narrow", level >= NARROW);
    this.toggleAttribute("data-near", level >= NEAR);
    this.toggleAttribute("data-close", level >= CLOSE);
    this.toggleAttribute("data-even", level >= EVEN);
    this.toggleAttribute("data-closer", most);
    this.#more.hidden = !most || Boolean(page?.querySelector(OF_THE_MOVE));
  }

  // --- internals ---------------------------------------------------------------

  #step(by) {
    const now = this.#at();
    const next = this.#steps[(now + by + this.#steps.length) % Math.max(this.#steps.length, 1)];
    if (next) [this.#page, this.#column] = [next.page, next.column];
    this.#show();
  }

  #columns(page, level) {
    this.#squeeze(level, page);
    return columnsOf(page);
  }

  #opened() {
    return [...this.#pages.children].find(({ dataset }) => dataset.page === this.#page);
  }

  /**
   * How many items stand in columns after this one; nothing where it is the last.
   * @param {boolean} [brief] no more than the number: the title has no room else
   */
  #toCome(brief = false) {
    const page = this.#opened();
    if (!page || !this.hasAttribute("data-closer")) return "";
    const end = page.getBoundingClientRect().right;
    const after = [...page.querySelectorAll(ITEMS)].filter((one) => one.getBoundingClientRect().left > end);
    const count = after.length;
    const ofTheMove = !brief && after.some((one) => one.matches(OF_THE_MOVE));
    return count ? say(ofTheMove ? "board.more-of-move" : "board.more", { count }) : "";
  }

  /** Where we are; the last column there is, if there are fewer now. */
  #at() {
    const own = this.#steps.map((step, at) => ({ ...step, at })).filter(({ page }) => page === this.#page);
    return (own.find(({ column }) => column === this.#column) ?? own.at(-1) ?? { at: 0 }).at;
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} words
 */
function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** From one column of a page to the next, in px. */
function pitch(page) {
  const { columnGap, paddingLeft, paddingRight } = getComputedStyle(page);
  return page.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) + (parseFloat(columnGap) || 0);
}

/** How many columns a page has. */
function columnsOf(page) {
  return page.clientWidth ? Math.max(1, Math.round(page.scrollWidth / pitch(page))) : 1;
}

customElements.define("turning-pages", TurningPages);
