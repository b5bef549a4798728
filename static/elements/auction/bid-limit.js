// A secret limit: the companion bids for this seat up to an amount that nobody else learns.

import { button, h, icon, toTop } from "../../dom.js";
import { money, moreWords, say } from "../../messages.js";
/** @import { Table } from "../../table.js" */
/** @import { TableDocument } from "../../types.js" */

/** Comes with the first limit that somebody wants. */
let limitForm = null;

export class BidLimit extends HTMLElement {
  /** @type {Table} */
  table = null;
  /** @type {(words: string) => void} */
  complain = () => {};
  #field = null;
  #open = false;
  #begunEarly = false;
  #shown = "";
  #seat = null;
  #lot = "";
  /** The last limit of this auction; above it the companion passes. */
  #last = undefined;

  /** Is a limit being written that was begun before this seat was to bid? Then nothing takes its place. */
  get early() {
    return this.#open && this.#begunEarly;
  }

  async #begin() {
    try {
      [{ limitForm }] = await Promise.all([import("./limit-form.js"), moreWords()]);
      if (this.isConnected && !this.hidden) this.#turn(true);
    } catch {
      this.complain(say("problem.unreachable"));
    }
  }

  /**
   * The same limit sent twice is one: it is safe to tap again when an answer was lost.
   * @param {number} amount
   */
  async #send(amount) {
    try {
      await this.table.limit(amount);
      if (!this.isConnected) return;
      this.#turn(false);
      if (amount !== null) toTop(); // the auction goes on there
    } catch (error) {
      if (this.#open && error.status) this.#field.blame(error.message);
      else this.complain(error.status ? error.message : say("problem.unreachable"));
    }
  }

  /**
   * Shown while this seat may still bid in an auction that goes round and round; who acts for another seat
   * knows none of its secrets.
   * @param {TableDocument} doc
   * @param {number} seat
   */
  update(doc, seat = this.#seat) {
    const { auction, you } = doc;
    this.#seat = seat;
    const own = you?.seat === seat;
    const has = own ? auction?.affordable?.[seat] : undefined;
    const lot = `${auction?.share}:${auction?.opener}`;
    if (!own || lot !== this.#lot) this.#last = undefined;
    const passed = auction?.passed?.includes(seat) && this.#last;
    if (has !== undefined) this.#last = you.limit;
    this.hidden = auction?.style !== "ascending" || has === undefined && !passed || doc.status === "finished";
    const other = this.hidden || lot !== this.#lot;
    if (other) this.#field = null; // what was typed was for another share
    if (other && this.#open) {
      this.#open = false;
      queueMicrotask(() => this.dispatchEvent(new Event("done")));
    }
    this.#lot = lot;
    const least = auction?.least_bid;
    const shown = JSON.stringify([this.hidden, has, least, you?.limit, this.#open, passed]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const before = this.#field;
    const parts = this.hidden
      ? []
      : this.#open
      ? this.#form(least, has, before?.value ?? you.limit)
      : [this.#line(you.limit, has >= Math.max(least, 1), passed)];
    this.replaceChildren(...parts);
    if (!before || !this.#open) return;
    this.#field.writing = before.writing; // digits stay under the finger that adds to them
    this.#field.blame(this.#field.complaint);
  }

  #line(limit, able, passed) {
    const said = passed
      ? say("limit.passed", { amount: money(passed) })
      : limit === undefined
      ? ""
      : say("limit.set", { amount: money(limit) });
    const words = h("p", { class: "limit-words", role: "status" }, said);
    const change = able &&
      button(say(limit === undefined ? "limit.offer" : "limit.change"), () => this.#begin(), {
        class: "quiet",
        "data-limit": "open",
      });
    const drop = limit !== undefined &&
      button([icon("remove"), say("limit.remove")], () => this.#send(null), {
        class: "quiet",
        "data-limit": "remove",
      });
    return h("div", { class: "limit-line" }, words, change, drop);
  }

  #form(least, has, typed) {
    const deeds = { send: (amount) => this.#send(amount), cancel: () => this.#turn(false) };
    const { form, field } = limitForm({ least, has, typed }, deeds);
    this.#field = field;
    return [form];
  }

  #turn(open) {
    const { auction } = this.table.doc;
    this.#begunEarly = open && auction?.to_act !== this.#seat;
    this.#open = open;
    if (!open) this.#field = null;
    this.update(this.table.doc);
    if (!open) this.dispatchEvent(new Event("done"));
    this.querySelector("button")?.focus({ preventScroll: true });
    if (open) this.scrollIntoView({ block: "nearest" });
  }
}

customElements.define("bid-limit", BidLimit);
