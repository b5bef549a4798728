// A table as it stood after an earlier entry: to a screen it is a table like any other, at which nothing can
// be done.

/** @import { Table } from "./table.js" */
/** @import { TableDocument } from "./types.js" */

const MOST_KEPT = 300; // moments that need not be asked for again
const HANGING_MS = 3_000; // a question that old is given up for the one that is wanted now

/**
 * Tells its listeners: "table" (another moment is shown), "connection", "waiting", "fault" (`detail`: what it
 * is).
 */
export class Past extends EventTarget {
  /** @type {TableDocument} */
  doc = null;
  /** @type {TableDocument} */
  before = null;
  /** The entry that is wanted; `doc.at` is the one that is shown. */
  wanted = 0;
  kept = {};
  key = null;
  isHost = false;
  #table;
  #kept = new Map();
  #question = null;
  #begun = 0;
  #shows = ""; // what of now every moment is shown with
  #revision = 0;
  #leave = new AbortController();

  // --- lifecycle ---------------------------------------------------------------

  /** @param {Table} table */
  constructor(table) {
    super();
    this.#table = table;
    this.code = table.code;
    const { signal } = this.#leave;
    for (const event of ["connection", "waiting"]) {
      table.addEventListener(event, () => this.dispatchEvent(new Event(event)), { signal });
    }
    table.addEventListener("table", () => this.#forget(), { signal });
    this.#forget();
  }

  // --- asked from outside ------------------------------------------------------

  close() {
    this.#leave.abort();
    this.#question?.abort();
  }

  get connection() {
    return this.#table.connection;
  }

  /** The newest entry. */
  get last() {
    return this.#table.doc.revision;
  }

  /** Whether the evening is over by now, whatever is shown. */
  get isOver() {
    return this.#table.doc.status === "finished";
  }

  /** The end of the game has its ranking; of an end that was undone again nobody knows it any more. */
  settlement() {
    const { status, revision } = this.#table.doc;
    const isNow = status === "finished" && this.doc.revision === revision;
    return isNow ? this.#table.settlement() : Promise.resolve({});
  }

  /**
   * Show the table after that entry. Only what is wanted is asked for, one question at a time: whoever passes
   * a thousand entries with a thumb waits for none of those between.
   * @param {number} revision
   */
  go(revision) {
    this.wanted = Math.min(Math.max(Math.round(revision) || 1, 1), this.last);
    const kept = this.#kept.get(this.wanted);
    if (kept) this.#show(kept);
    else if (!this.#question) this.#ask();
    else if (Date.now() - this.#begun > HANGING_MS) this.#question.abort();
  }

  // --- events ------------------------------------------------------------------

  /** The table has gone on: what was hidden may be open now, or hidden again, and people have other names. */
  #forget() {
    const { doc } = this.#table;
    if (!doc) return;
    const shows = JSON.stringify([doc.status, doc.seats.map(({ name, colour }) => [name, colour])]);
    if (this.#shows === shows && this.#revision === doc.revision) return;
    this.#kept.clear();
    this.#revision = doc.revision;
    if (this.#shows === shows) return;
    this.#shows = shows;
    if (!this.doc) return;
    this.doc = { ...this.doc, at: 0 };
    this.go(this.wanted);
  }

  // --- internals ---------------------------------------------------------------

  async #ask() {
    while (!this.#leave.signal.aborted && this.doc?.at !== this.wanted) {
      const question = new AbortController();
      this.#question = question;
      this.#begun = Date.now();
      try {
        const doc = await this.#table.asOf(this.wanted, question.signal);
        this.#keep(doc);
        // On the way there what has come is shown; what comes after the wanted one is there is dropped.
        if (this.doc?.at !== this.wanted) this.#show(doc);
      } catch (error) {
        if (question.signal.aborted) continue;
        this.dispatchEvent(new CustomEvent("fault", { detail: error }));
        break;
      }
    }
    this.#question = null;
  }

  /** @param {TableDocument} doc */
  #keep(doc) {
    if (this.#kept.size >= MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value);
    this.#kept.set(doc.at, doc);
  }

  /** @param {TableDocument} then */
  #show(then) {
    const follows = this.doc?.at === then.at - 1;
    this.before = follows ? this.doc : null;
    this.doc = { ...then, join_url: null, join_pin: null, bank: { ...then.bank, short: false } };
    this.dispatchEvent(new Event("table"));
  }
}
