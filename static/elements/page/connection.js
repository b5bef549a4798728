// Whether the table is in reach: a dot that says so, and a banner while it is not.

import { h, shown } from "../../dom.js";
import { say } from "../../messages.js";
/** @import { Table } from "../../table.js" */

export class ConnectionDot extends HTMLElement {
  /** @type {Table} */
  table = null;
  #leave;

  connectedCallback() {
    this.#leave = new AbortController();
    const { signal } = this.#leave;
    this.table.addEventListener("connection", () => this.#show(), { signal });
    this.setAttribute("role", "img");
    this.#show();
  }

  disconnectedCallback() {
    this.#leave.abort();
  }

  #show() {
    const { connection } = this.table;
    this.dataset.connection = connection;
    this.setAttribute("aria-label", say(`connection.${connection}`));
    this.title = say(`connection.${connection}`);
  }
}

/** Says that the line is down, or that a move is on its way, and that nothing is lost. */
export class ConnectionBanner extends HTMLElement {
  /** @type {Table} */
  table = null;
  #leave;
  #said = "";

  connectedCallback() {
    this.#leave = new AbortController();
    const { signal } = this.#leave;
    for (const event of ["connection", "waiting", "table"]) {
      this.table.addEventListener(event, () => this.#show(), { signal });
    }
    this.setAttribute("role", "status");
    this.#show();
  }

  disconnectedCallback() {
    this.#leave.abort();
  }

  #show() {
    const { connection, waiting, waitingWhy } = this.table;
    const own = waiting ? "banner.waiting" : connection === "lost" ? "banner.lost" : null;
    const words = waitingWhy ? `${waitingWhy} ${say("banner.again")}` : own && say(own);
    const { damaged } = this.table.doc ?? {};
    const key = `${words}:${damaged?.revision}`;
    if (key === this.#said) return;
    this.#said = key;
    this.hidden = !words && !damaged;
    this.replaceChildren(...shown([
      words && h("p", {}, words),
      damaged && h("p", { class: "damaged" }, h("strong", {}, say("banner.damaged")), " ", damaged.text),
    ]));
  }
}

customElements.define("connection-dot", ConnectionDot);
customElements.define("connection-banner", ConnectionBanner);
