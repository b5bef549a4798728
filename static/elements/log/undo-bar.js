// One tap takes one's own move back, for ten seconds.

import { button, h, icon } from "../../dom.js";
import { moreWords, say } from "../../messages.js";
import { inCalledNames } from "../board/wording.js";
import { CLAUSE, inParts, MUCH, newsOf } from "./entry.js";
import { LIMIT, mayUndo, stands, withWaiting } from "./may-undo.js";
import { endWithSums, showWhole } from "./whole.js";
/** @import { OfferList } from "../offer/offer-list.js" */
/** @import { Table } from "../../table.js" */
/** @import { Entry, TableDocument } from "../../types.js" */

const SHOWN_MS = 10_000;
// Elsewhere dice stand beside it, or one line has no room for them and a button.
const PHONE = "(max-width: 600px)";
const TALL_PHONE = `${PHONE} and (min-height: 701px)`;

export class UndoBar extends HTMLElement {
  /** @type {Table} */
  table = null;
  #timer = null;
  /** @type {Entry} */
  #entry = null;

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    this.setAttribute("role", "status");
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  // --- asked from outside ------------------------------------------------------

  /**
   * Somebody has moved since: the way back leads through the log now. What auto-bids have answered goes with
   * it, for whoever may take those back.
   * @param {TableDocument} doc
   */
  update(doc) {
    if (!this.#entry || doc.revision <= this.#entry.revision) return;
    const later = this.#answers(doc);
    if (later) this.#goOn(doc, later);
    else this.hide();
  }

  // --- events ------------------------------------------------------------------

  async #undo() {
    clearTimeout(this.#timer);
    const { move } = this.#entry;
    const wanted = this.#wayBack();
    /** @type {OfferList} */
    const offers = this.closest("seat-screen").querySelector("offer-list");
    this.replaceChildren(h("span", { class: "undo-words" }, say("undo.doing")));
    this.#entry = null;
    try {
      await this.table.undo(wanted);
      this.hide();
      import("../offer/refill.js").then(({ refill }) => refill(offers, move), () => {});
    } catch (error) {
      const late = error.code === "stale-revision" &&
        await moreWords().then(() => say("undo.too-late"), () => "");
      this.replaceChildren(h("span", { class: "undo-words" }, late || error.message));
      this.#timer = setTimeout(() => this.hide(), SHOWN_MS);
    }
  }

  // --- drawing -----------------------------------------------------------------

  /**
   * One's own move stands in the journal: tell it, and offer to take it back to whoever may.
   * @param {Entry} entry
   */
  offer(entry) {
    clearTimeout(this.#timer);
    const { doc } = this.table;
    this.#entry = entry;
    const later = this.#answers(doc);
    if (!later) return this.hide();
    const told = this.#told(doc, [entry]);
    const words = h("span", { class: "undo-words", "data-much": told.length > MUCH }, inParts(told));
    words.addEventListener("click", () => {
      if (words.toggleAttribute("data-whole")) showWhole(words);
      else endWithSums(words);
    });
    this.replaceChildren(words);
    const may = this.#may(doc, later);
    if (may) {
      this.append(
        button([icon("undo"), say("undo.do")], () => this.#undo(), { class: "undo" }),
        h("span", { class: "sand", "aria-hidden": "true" }),
      );
    }
    if (entry.move?.type === "learn") this.#readOut(words, entry).catch(() => {});
    endWithSums(words);
    this.#timer = setTimeout(() => this.hide(), SHOWN_MS);
    if (later.length) this.#goOn(doc, later);
    const room = matchMedia(may ? TALL_PHONE : PHONE).matches;
    if (Array.isArray(entry.move?.dice) && room) this.#roll(entry.move.dice);
    return undefined;
  }

  hide() {
    clearTimeout(this.#timer);
    this.#entry = null;
    this.replaceChildren();
  }

  /** Beside the move stands what has answered it, and who can take both back, if it is the host alone. */
  #goOn(doc, later) {
    const words = /** @type {HTMLElement} */ (this.querySelector(".undo-words"));
    const told = this.#told(doc, [this.#entry, ...later]);
    words.replaceChildren(...inParts(told));
    words.toggleAttribute("data-much", told.length > MUCH);
    if (!this.#may(doc, later)) {
      for (const part of this.querySelectorAll(".undo, .sand")) part.remove();
      this.#tellWho(words).catch(() => {});
    }
    endWithSums(words);
  }

  /** @param {any} words */
  async #tellWho(words) {
    await moreWords();
    if (words.isConnected) words.append(`\u00a0· ${say("undo.host")}`);
    endWithSums(words);
  }

  /**
   * The dice as they fell, before the words.
   * @param {number[]} faces
   */
  async #roll(faces) {
    const entry = this.#entry;
    const { dressedDice } = await import("../../fields/dice.js");
    const dice = await dressedDice(faces);
    if (this.#entry === entry) {
      this.prepend(h("span", { class: "now-dice", vars: { padding: "0" } }, dice));
      endWithSums(this.querySelector(".undo-words"));
    }
  }

  /** A row was read out. Undone it would stay known, and the app's dice fall the same: so it is amended. */
  async #readOut(words, entry) {
    const undo = this.querySelector(".undo");
    if (!undo) return this.#tellWho(words);
    const standing = this.table.doc.recent.filter(stands);
    if (withWaiting(entry, standing).length < 2) return;
    const [{ amendKey }] = await Promise.all([import("./amend-key.js"), moreWords()]);
    const complain = (fault) => words.append(` · ${fault}`);
    undo.replaceWith(amendKey(this.table, entry, standing, complain, "undo"));
  }

  // --- internals ---------------------------------------------------------------

  /** Of the move alone the table finds the way; of what followed it, it is told to where. */
  #wayBack() {
    const { doc } = this.table;
    const { revision } = this.#entry;
    if (doc.revision <= revision) return { expected_revision: revision };
    const before = doc.recent.filter(stands).findLast((one) => one.revision < revision);
    return { to: before?.revision ?? revision - 1, expected_revision: doc.revision };
  }

  /** What auto-bids have answered since; null: somebody has moved. */
  #answers(doc) {
    const { revision } = this.#entry;
    const later = (doc.recent ?? []).filter((one) => one.revision > revision);
    const isThere = later.length >= doc.revision - revision;
    return isThere && later.every(({ by, undone }) => by === LIMIT && !undone) ? later : null;
  }

  #may(doc, later) {
    return mayUndo(doc, [...withWaiting(this.#entry, (doc.recent ?? []).filter(stands)), ...later]);
  }

  #told(doc, entries) {
    return inCalledNames(doc, entries.map((one) => newsOf(doc, one)).join(CLAUSE));
  }
}

customElements.define("undo-bar", UndoBar);
