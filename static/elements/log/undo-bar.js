// One tap takes one's own move back, for ten seconds.

import { button, h, icon } from "../../dom.js";
import { say } from "../../messages.js";
import { inCalledNames } from "../board/wording.js";
import { inParts, newsOf } from "./entry.js";
import { mayUndo, stands, withWaiting } from "./may-undo.js";
import { endWhole } from "./whole.js";
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
  #revision = null;

  connectedCallback() {
    this.setAttribute("role", "status");
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /**
   * Somebody has moved since: the way back leads through the log now.
   * @param {TableDocument} doc
   */
  update(doc) {
    if (this.#revision !== null && doc.revision > this.#revision) this.hide();
  }

  async #undo() {
    clearTimeout(this.#timer);
    this.replaceChildren(h("span", { class: "undo-words" }, say("undo.doing")));
    try {
      await this.table.undo({ expected_revision: this.#revision });
      this.hide();
    } catch (error) {
      const words = error.code === "stale-revision" ? say("undo.too-late") : error.message;
      this.replaceChildren(h("span", { class: "undo-words" }, words));
      this.#timer = setTimeout(() => this.hide(), SHOWN_MS);
    }
  }

  /**
   * One's own move stands in the journal: tell it, and offer to take it back to whoever may.
   * @param {Entry} entry
   */
  offer(entry) {
    clearTimeout(this.#timer);
    this.#revision = entry.revision;
    const { doc } = this.table;
    const words = h("span", { class: "undo-words" }, inParts(inCalledNames(doc, newsOf(doc, entry))));
    this.replaceChildren(words);
    const may = mayUndo(doc, withWaiting(entry, (doc.recent ?? []).filter(stands)));
    if (may) {
      this.append(
        button([icon("undo"), say("undo.do")], () => this.#undo(), { class: "undo" }),
        h("span", { class: "sand", "aria-hidden": "true" }),
      );
    }
    endWhole(words);
    this.#timer = setTimeout(() => this.hide(), SHOWN_MS);
    const room = matchMedia(may ? TALL_PHONE : PHONE).matches;
    if (Array.isArray(entry.move?.dice) && room) this.#roll(entry.move.dice);
  }

  /**
   * The dice as they fell, before the words.
   * @param {number[]} faces
   */
  async #roll(faces) {
    const revision = this.#revision;
    const { dressedDice } = await import("../../fields/dice.js");
    const dice = await dressedDice(faces);
    if (this.#revision === revision) {
      this.prepend(h("span", { class: "now-dice", vars: { padding: "0" } }, dice));
      endWhole(this.querySelector(".undo-words"));
    }
  }

  hide() {
    clearTimeout(this.#timer);
    this.#revision = null;
    this.replaceChildren();
  }
}

customElements.define("undo-bar", UndoBar);
