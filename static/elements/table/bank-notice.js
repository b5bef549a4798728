// More money is out than was printed: a word about it until somebody has read it, and again when it gets
// worse. Nobody sits at a TV: there it goes by itself.

import { button, h, stylesheets } from "../../dom.js";
import { money, moreWords, say } from "../../messages.js";
/** @import { Table } from "../../table.js" */

const ON_TV_MS = 20_000;

/** @param {string} code */
const place = (code) => `companion.short.${code}`;

export class BankNotice extends HTMLElement {
  /** @type {Table} */
  table = null;
  #leave = null;
  #timer = null;

  connectedCallback() {
    this.hidden = true;
    stylesheets("requests");
    this.#leave = new AbortController();
    this.table.addEventListener("table", () => this.#show(), { signal: this.#leave.signal });
    this.setAttribute("role", "status");
    this.#show();
  }

  disconnectedCallback() {
    this.#leave.abort();
    this.#forget();
  }

  async #show() {
    await moreWords();
    const { bank, status, auction } = this.table.doc ?? {};
    const missing = bank?.short && status !== "finished" ? -bank.balance : 0;
    const read = Number(sessionStorage.getItem(place(this.table.code)) ?? 0);
    const onTv = Boolean(this.closest("board-screen"));
    const bids = auction && !onTv; // the room is the keypad's
    this.hidden = bids || missing <= read;
    if (this.hidden) this.#forget();
    if (this.hidden || this.dataset.missing === String(missing)) return;
    this.dataset.missing = String(missing);
    const close = () => {
      sessionStorage.setItem(place(this.table.code), String(missing));
      this.hidden = true;
    };
    clearTimeout(this.#timer);
    if (onTv && this.isConnected) this.#timer = setTimeout(close, ON_TV_MS);
    this.replaceChildren(
      h("span", {}, say("bank.short", { amount: money(missing) })),
      button(say("dialog.close"), close, { class: "quiet" }),
    );
  }

  /** What stood here is no longer told. */
  #forget() {
    clearTimeout(this.#timer);
    delete this.dataset.missing;
  }
}

customElements.define("bank-notice", BankNotice);
