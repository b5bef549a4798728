// What a player writes for themselves. It is kept with the key of this phone's seat; what the table has not
// got yet is kept here beside the key, and goes with it.

import { Problem } from "../../client.js";
import { h } from "../../dom.js";
import { recall, remember } from "../../keys.js";
import { say } from "../../messages.js";
/** @import { Table } from "../../table.js" */

const MOST_LETTERS = 4_000;
const REST_MS = 700; // of a hand that writes, before it is saved
const AGAIN_MS = 5_000; // after a failure; at once when the connection is back
const TOO_OFTEN = 429;

/**
 * What is written and not saved yet; undefined: nothing.
 * @param {string} code
 * @returns {string | undefined}
 */
function unsaved(code) {
  return recall(code).seat?.notes;
}

/**
 * @param {string} code
 * @param {string | undefined} notes
 */
function keepUnsaved(code, notes) {
  const { seat } = recall(code);
  if (seat) remember(code, { seat: { ...seat, notes } });
}

export class PrivateNotes extends HTMLElement {
  /** @type {Table} */
  table = null;
  #leave = null;
  #timer = null;
  #saving = false;
  #loaded = false;
  #text = h("textarea", {
    rows: 6,
    maxlength: MOST_LETTERS,
    autocomplete: "off",
    disabled: true,
    on: { input: () => this.#written() },
  });
  #said = h("p", { class: "hint", role: "status" });

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    this.#leave = new AbortController();
    const { signal } = this.#leave;
    this.table.addEventListener("connection", () => this.#back(), { signal });
    this.#text.addEventListener("blur", () => this.#save(), { signal });
    this.#text.setAttribute("aria-label", say("notes.title"));
    this.replaceChildren(h("p", { class: "hint" }, say("notes.help")), this.#text, this.#said);
    this.#load();
  }

  disconnectedCallback() {
    this.#leave.abort();
    clearTimeout(this.#timer);
  }

  // --- events ------------------------------------------------------------------

  #written() {
    keepUnsaved(this.table.code, this.#text.value);
    this.#tell("");
    this.#saveIn(REST_MS);
  }

  /** The connection is there again: what could not be done is done now. */
  #back() {
    if (this.table.connection !== "live") return;
    if (this.#loaded) this.#save();
    else this.#load();
  }

  async #save() {
    clearTimeout(this.#timer);
    const { code } = this.table;
    const text = unsaved(code);
    if (text === undefined || this.#saving) return;
    this.#saving = true;
    try {
      await this.table.keepNotes(text);
      this.#tell(say("notes.saved"));
      if (unsaved(code) === text) keepUnsaved(code, undefined);
      else this.#saveIn(REST_MS);
    } catch (error) {
      this.#failed(error, () => this.#save());
    } finally {
      this.#saving = false;
    }
  }

  // --- drawing -----------------------------------------------------------------

  /** @param {string} words */
  #tell(words) {
    this.#said.textContent = words;
  }

  // --- internals ---------------------------------------------------------------

  async #load() {
    clearTimeout(this.#timer);
    const mine = unsaved(this.table.code);
    try {
      this.#text.value = mine ?? await this.table.notes();
    } catch (error) {
      this.#failed(error, () => this.#load());
      return;
    }
    this.#loaded = true;
    this.#text.disabled = false;
    this.#tell("");
    this.#save();
  }

  /** @param {number} milliseconds */
  #saveIn(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), milliseconds);
  }

  /** Later, where the table cannot be reached; what it does not take is said. */
  #failed(error, retry) {
    const refused = error instanceof Problem && error.status < 500 && error.status !== TOO_OFTEN;
    this.#tell(refused ? error.message : say(this.#loaded ? "notes.later" : "notes.away"));
    if (!refused && this.isConnected) this.#timer = setTimeout(retry, AGAIN_MS);
  }
}
customElements.define("private-notes", PrivateNotes);
