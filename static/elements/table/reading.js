// What somebody reads below the play stays where it stands while others move. From a phone's first tap on.

import { button, roof } from "../../dom.js";
import { moreWords, say } from "../../messages.js";
import { pace } from "../../settings.js";

const LOW = 0.45; // of a window: whose tabs stand lower looks at the play above them
const BESIDE = "(min-width: 1000px)"; // there the sheets stand beside the play
const MOVED_PX = 0.5;

/** @type {WeakSet<Element>} */
const watched = new WeakSet();

/**
 * @typedef {object} Reading what is read, and where it stood
 * @property {string | undefined} line of the log; none: the sheet itself
 * @property {number} top in the window, px
 * @property {number} at on the page, px
 * @property {boolean} below the tabs stand so high that it is what one looks at
 * @property {string} turn whose it was
 */

/**
 * Watches over what a seat's screen shows below the play.
 * @param {any} screen
 */
export function stayWhereRead(screen) {
  if (!screen || watched.has(screen)) return;
  watched.add(screen);
  new Reader(screen);
}

class Reader {
  #screen;
  #sheets;
  /** @type {Reading} */
  #read;
  #newest = 0; // of the log's entries, when its first line was in sight
  #sign = button("", () => this.#toNewest(), { class: "log-news", hidden: true });

  // --- lifecycle ---------------------------------------------------------------

  constructor(screen) {
    this.#screen = screen;
    this.#sheets = screen.querySelector("table-sheets");
    const look = () => this.#look();
    const drawn = new MutationObserver(look); // in time: what is thrown about is never painted
    const sizes = new ResizeObserver(look); // styles that have just come, say
    for (const part of screen.querySelectorAll(".seat-top, .news-line, .now, .sheet-page")) {
      sizes.observe(part);
      drawn.observe(part, { attributeFilter: ["hidden"], childList: true, subtree: true });
    }
    addEventListener("scroll", () => this.#scrolled(), { passive: true, signal: screen.signal });
    this.#sheets.append(this.#sign);
    this.#mark();
  }

  // --- events ------------------------------------------------------------------

  /** By a finger, or by what has come above: that is put right before it is painted. */
  #scrolled() {
    const part = this.#find(this.#read.line);
    if (part && Math.abs(topOf(part) + scrollY - this.#read.at) > MOVED_PX) this.#look();
    else this.#mark();
  }

  #toNewest() {
    const { top } = this.#sheets.getBoundingClientRect();
    scrollBy({ top: top - roof(), behavior: pace() });
  }

  // --- drawing -----------------------------------------------------------------

  /**
   * How many entries have come since the newest was in sight, over the lines.
   * @param {HTMLElement[]} above
   * @param {HTMLElement | null} newest if it is in sight
   */
  async #tell(above, newest) {
    if (newest) this.#newest = Number(newest.dataset.revision);
    const count = above.filter(({ dataset }) => Number(dataset.revision) > this.#newest).length;
    this.#sign.hidden = !count;
    if (!count) return;
    this.#sign.style.top = `${roof()}px`;
    await moreWords();
    this.#sign.textContent = say("log.new", { count });
  }

  /** What has moved under somebody's eyes goes back to where it was. */
  #look() {
    if (this.#screen.dataset.turn === "mine") { // nobody waits, and the page begins at its top
      this.#read.turn = "mine";
      this.#sign.hidden = true;
      return;
    }
    const part = this.#find(this.#read.line);
    const by = part ? topOf(part) - this.#read.top : 0;
    if (Math.abs(by) > MOVED_PX && this.#isReading) scrollBy({ top: by, behavior: "instant" });
    this.#mark();
  }

  // --- internals ---------------------------------------------------------------

  /**
   * One's own turn, an end and a form that one has opened lead elsewhere; and whoever has neither chosen a
   * sheet nor scrolled looks at what there is to see.
   */
  get #isReading() {
    const { turn, below } = this.#read;
    const chosen = scrollY > 0 || !this.#tabs.querySelector(":first-child[aria-selected=true]");
    const waits = turn === "other" && this.#screen.dataset.turn === turn;
    return below && chosen && waits && !matchMedia(BESIDE).matches &&
      !this.#screen.querySelector(".now :is(.finished, offer-form, .limit-form)");
  }

  get #tabs() {
    return this.#sheets.querySelector("[role=tablist]");
  }

  get #lines() {
    return /** @type {HTMLElement[]} */ ([...this.#sheets.querySelectorAll(".log > li")]);
  }

  /** @param {string | undefined} line */
  #find(line) {
    return line === undefined ? this.#tabs : this.#lines.find(({ dataset }) => dataset.revision === line);
  }

  /** What is read now: not the first line in sight, which may lose its time to a newer one. */
  #mark() {
    const under = roof();
    const lines = this.#lines;
    const inSight = lines.findIndex((line) => line.getBoundingClientRect().bottom > under);
    const [first = this.#tabs, second] = inSight < 0 ? [] : lines.slice(inSight);
    const part = second && topOf(second) < innerHeight ? second : first;
    const top = topOf(part);
    this.#read = {
      line: part.dataset.revision,
      top,
      at: top + scrollY,
      below: topOf(this.#tabs) < LOW * innerHeight,
      turn: this.#screen.dataset.turn,
    };
    this.#tell(lines.slice(0, Math.max(inSight, 0)), inSight < 1 ? lines[0] : null);
  }
}

/** @param {Element} part */
const topOf = (part) => part.getBoundingClientRect().top;
