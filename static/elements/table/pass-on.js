// One phone that is passed around: between two players' moves it says who is to have it. Confirm of the next
// one stands where the last one's did, so the key that goes on stands above it: the thumb is near.

import { button, h, same } from "../../dom.js";
import { moreWords, say } from "../../messages.js";
import { setSetting, setting } from "../../settings.js";
import { inCalledNames } from "../board/wording.js";
import { newest, newsOf, newsParts } from "../log/entry.js";
import { calledMark, calledName, seatOf } from "../panels/badges.js";
import { isAwaited } from "../panels/own-affairs.js";
/** @import { Table } from "../../table.js" */
/** @import { Entry, TableDocument } from "../../types.js" */

// A laptop stays where it is: whoever sits at it enters the moves of all
const HELD = "(pointer: coarse)";
// Between what the last finger touched and the key, so that a second tap misses it
const MISSED_PX = 8;

/**
 * No other device holds that seat.
 * @param {TableDocument} doc
 * @param {number} seat
 */
export function hasNoDevice(doc, seat) {
  const { claimed, imaginary } = seatOf(doc, seat) ?? {};
  return !claimed && !imaginary;
}

/** Its "taken" says that the next player has the phone. */
export class PassOn extends HTMLElement {
  /** @type {Table} */
  table = null;
  /** Where moves are made: whoever does so has the phone. Nobody, as long as one has only looked. */
  #holder = null;
  /** A host who plays has given it to somebody; whom they only enter a move for never had it. */
  #lent = false;
  #seat = null;
  #drawn = null;
  /** @type {ResizeObserver | null} */
  #sizes = null;
  /** The key that was touched last, where it stood. */
  #last = null;

  // --- asked from outside ------------------------------------------------------

  /**
   * That player has the phone.
   * @param {number} seat
   */
  take(seat) {
    this.#holder = seat;
  }

  /**
   * Somebody has touched the moves below.
   * @param {Element} what
   */
  touched(what) {
    if (this.isConnected) return;
    this.#holder = this.#seat;
    this.#last = what.closest("button")?.getBoundingClientRect();
  }

  // --- events ------------------------------------------------------------------

  #taken() {
    this.take(this.#seat);
    this.#lent = this.#seat !== this.table.ownSeat;
    this.dispatchEvent(new Event("taken"));
  }

  // --- drawing -----------------------------------------------------------------

  /**
   * Stands before the moves of this seat as long as somebody else has the phone.
   * @param {TableDocument} doc
   * @param {number} seat whose moves stand below
   * @param {Element} moves
   */
  update(doc, seat, moves) {
    this.#seat = seat;
    if (!this.#isPassed(doc, seat)) return this.remove();
    const entry = newest(doc, () => true);
    const shows = [seat, doc.seats.map(({ name }) => name), entry?.revision];
    if (!same(shows, this.#drawn)) this.#draw(doc, seat, entry);
    this.#drawn = shows;
    this.setAttribute("aria-live", "polite");
    if (!this.isConnected) moves.before(this);
    return undefined;
  }

  async #draw(doc, seat, entry) {
    await moreWords();
    const on = button(say("pass-on.taken", { name: calledName(doc, seat) }), () => this.#taken(), {
      class: "primary",
    });
    const never = () => {
      setSetting("passing", false);
      this.#taken();
    };
    const was = entry && await whatWas(doc, entry);
    this.replaceChildren(
      h("h2", {}, say("pass-on.to"), " ", calledMark(doc, seat)),
      was,
      button(say("pass-on.never"), never, { class: "quiet" }),
      on,
    );
    this.#place(on);
    this.#stayPlaced(on);
  }

  /**
   * The key stands above the one that was touched last, or below it where that has no room; nothing else to
   * tap lies there.
   * @param {HTMLElement} key
   */
  #place(key) {
    this.removeAttribute("style");
    const top = this.getBoundingClientRect().top;
    const { bottom, height } = key.getBoundingClientRect();
    const start = top + scrollY; // by then the page is at its beginning
    const least = bottom - top + start;
    const last = this.#last ?? { top: 0.75 * innerHeight, bottom: 0.85 * innerHeight };
    const above = last.top - MISSED_PX;
    const end = least <= above ? above : Math.max(least, last.bottom + MISSED_PX + height);
    const whole = Math.max(end, last.bottom) + 2 * MISSED_PX;
    this.style.setProperty("--high", `${whole - start}px`);
    this.style.setProperty("--below", `${whole - end}px`);
  }

  // --- internals ---------------------------------------------------------------

  /**
   * What stands above may still come to rest, such as the bar of Undo.
   * @param {HTMLElement} key
   */
  #stayPlaced(key) {
    this.#sizes?.disconnect();
    this.#sizes = new ResizeObserver(() => key.isConnected && this.#place(key)); // before it is painted
    const above = document.querySelectorAll(".seat-top, .news-line, auction-box");
    for (const part of above) this.#sizes.observe(part);
  }

  /** @param {TableDocument} doc */
  #isPassed(doc, seat) {
    const others = this.#holder && this.#holder !== seat && isAwaited(doc, seat);
    const here = seat === this.table.ownSeat ? this.#lent : hasNoDevice(doc, seat);
    return others && here && setting("passing") && matchMedia(HELD).matches;
  }
}

/**
 * What has just happened; of several who were paid each has a row.
 * @param {TableDocument} doc
 * @param {Entry} entry
 */
async function whatWas(doc, entry) {
  const paid = entry.postings?.length > 1 && await import("../log/paid-out.js").catch(() => null);
  const inRows = paid && paid.sumsOf(doc, entry).length > 0;
  const told = inRows ? entry.headline ?? entry.summary : newsOf(doc, entry);
  const place = h("div", {}, h("p", { class: "what-was" }, newsParts(inCalledNames(doc, told))));
  if (inRows) await paid.payOut(place, doc, entry).catch(() => {}); // the key finds its place below them
  return place;
}

customElements.define("pass-on", PassOn);
