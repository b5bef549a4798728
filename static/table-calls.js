// What may be asked about a table, a call a line: nothing here changes it, or waits to be told.

import { ask, askPicture } from "./client.js";
import { inPrint, printed } from "./elements/board/wording.js";
/** @import { TableDocument } from "./types.js" */

export class TableCalls extends EventTarget {
  /** Where the table is in the contract. */
  path = "";

  /** @type {TableDocument} the newest document */
  doc = null;

  // --- asked from outside ------------------------------------------------------

  /** @returns {Record<string, any>} what this browser keeps of it */
  get kept() {
    return {};
  }

  /** @returns {string | null} the strongest key this browser holds for it */
  get key() {
    return null;
  }

  /** {revision, figures}: every figure that may be corrected, as it is at that revision. */
  figures() {
    return this.#told("figures");
  }

  /** {revision, sections, items}: the position line by line, and what only the table knows. */
  packing() {
    return this.#told("packing");
  }

  /**
   * What might be done before an old entry, and what that entry told of the board.
   * @param {number} revision
   */
  offersThen(revision) {
    return this.#told(`moves/${revision}/offers`);
  }

  picture(name) {
    return askPicture(`${this.path}/${name}`, this.key);
  }

  settlement() {
    return this.#told("settlement");
  }

  /** What this phone has written for itself; nobody else may read it, so it goes by the seat's own key. */
  async notes() {
    const { number, key } = this.kept.seat;
    return (await ask("GET", `${this.path}/seats/${number}/private-notes`, { key })).text;
  }

  /** @param {string} text */
  keepNotes(text) {
    const { number, key } = this.kept.seat;
    return ask("PUT", `${this.path}/seats/${number}/private-notes`, { key, body: { text } });
  }

  /**
   * The table as it stood after an entry.
   * @param {number} revision
   * @param {AbortSignal} [signal]
   * @returns {Promise<TableDocument>}
   */
  asOf(revision, signal) {
    return ask("GET", `${this.path}?at=${revision}`, { key: this.key, signal }).then(printed);
  }

  /** {longest, seats}: how long everybody was at turn; null where it cannot be had just now. */
  timeAtTurn() {
    return ask("GET", `${this.path}/time-at-turn`, { key: this.key }).catch(() => null);
  }

  /** Every entry of the journal, oldest first. */
  async entries() {
    const all = [];
    for (let after = 0; after !== null;) {
      const page = await ask("GET", `${this.path}/moves?after=${after}&limit=200`, { key: this.key });
      all.push(...page.items);
      after = page.items.length ? (page.next ?? null) : null;
    }
    return inPrint(all, { ...this.doc, recent: all });
  }

  // --- internals -----------------------------------------------------------------

  /** What is told of the table, as print has it. */
  #told(what) {
    return ask("GET", `${this.path}/${what}`, { key: this.key }).then((told) =>
      inPrint(told, this.doc ?? {})
    );
  }
}
